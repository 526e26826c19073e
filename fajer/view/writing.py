"""Writes the page of a file of records."""

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from fajer.errors import RecordError, UsageError
from fajer.records.files import Opened
from fajer.view import bundle
from fajer.view.packed import Packed
from fajer.words import Language

_BEGINS = b"<!doctype html>"


def write(found: Opened, out: Path, lang: Language, step: Callable[[], None] = lambda: None) -> Packed:
    """Write the page of a file into `out`, in the place of an older page; `step` is called after each game.

    Returns what was packed: how many games, and whether any at the end were cut off. Raises `UsageError` if what is
    there is no page, `RecordError` if it cannot be written or the record cannot be read.
    """
    if out.exists() and not (out.is_file() and _is_page(out)):
        raise UsageError(f"{out} exists and is no page that could be written anew: give another name")
    packed = Packed(found)
    half = None
    place = out.resolve()
    try:
        handle, half = tempfile.mkstemp(dir=place.parent, prefix=f".{place.name}.")
        with open(handle, "w", encoding="utf-8") as file:
            os.fchmod(handle, 0o666 & ~_umask())
            file.writelines(_parts(packed, lang, step))
        os.replace(half, place)
    except OSError as error:
        _remove(half)
        raise RecordError(f"{out} cannot be written: {error.strerror or error}") from None
    except BaseException:
        _remove(half)
        raise
    return packed


def _parts(packed: Packed, lang: Language, step: Callable[[], None]) -> Iterator[str]:
    """The page, bit by bit."""
    halves = bundle.halves(lang)
    yield halves.before
    for chunk in packed.chunks(step):
        yield _data(f'class="games" data-first="{chunk.first}"', chunk.text)
    yield _data('id="match"', packed.head())
    yield halves.after


def _data(attributes: str, text: str) -> str:
    """An element that holds data, nothing that a browser would run."""
    return f'<script type="application/octet-stream" {attributes}>{text}</script>\n'


def _is_page(path: Path) -> bool:
    try:
        with open(path, "rb") as file:
            return file.read(len(_BEGINS)).lower() in (_BEGINS, b"")
    except OSError as error:
        raise RecordError(f"{path} cannot be written: {error.strerror}") from None


def _umask() -> int:
    """What new files are not allowed; it can only be asked for by setting it."""
    os.umask(mask := os.umask(0o077))
    return mask


def _remove(half: str | None) -> None:
    if half is not None:
        with suppress(OSError):
            os.unlink(half)
