"""The pictures of the README: the script makes them, all of them, and there is something on each."""

import re
import runpy
import shutil
import struct
import zlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
SIZES = {"table.png": (1280, 800), "phone.png": (750, 1334)}
"""Those of the windows; the others are as large as what they show."""


def size(picture: bytes) -> tuple[int, int]:
    """Width and height of a PNG."""
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", picture[16:24])
    return width, height


def points(picture: bytes) -> bytes:
    """What a PNG says of its points, unpacked."""
    packed, at = b"", 8
    while at < len(picture):
        (length,) = struct.unpack(">I", picture[at : at + 4])
        if picture[at + 4 : at + 8] == b"IDAT":
            packed += picture[at + 8 : at + 8 + length]
        at += 12 + length
    return zlib.decompress(packed)


def test_the_script_makes_every_picture(tmp_path: Path) -> None:
    pytest.importorskip("playwright")
    assert shutil.which("chromium"), "chromium looks at the pages: apt install chromium"
    runpy.run_path(str(ROOT / "docs" / "pictures.py"))["main"](tmp_path)
    made = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    named = set(re.findall(r"docs/(\w+\.png)", (ROOT / "README.md").read_text("utf-8"))) - {"report.png"}
    assert set(made) == named
    for name, picture in made.items():
        assert size(picture) == SIZES.get(name, size(picture))
        assert size(picture)[0] > 500
        assert len(set(points(picture))) > 100, f"{name} is of one colour"


def test_the_pictures_are_there() -> None:
    for name in re.findall(r"docs/\w+\.png", (ROOT / "README.md").read_text("utf-8")):
        assert size((ROOT / name).read_bytes())[0] > 500
