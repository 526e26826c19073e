"""Proves that an export is a new file, whole, or none."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from fajer.errors import RecordError, UsageError
from fajer.export.files import save


def test_the_parts_are_written_one_after_the_other(tmp_path: Path) -> None:
    save(tmp_path / "made", [b"one\n", b"two\n"])
    assert (tmp_path / "made").read_bytes() == b"one\ntwo\n"


@pytest.mark.parametrize("link", [False, True])
def test_what_is_there_stays(tmp_path: Path, link: bool) -> None:
    path = tmp_path / "there"
    if link:
        path.symlink_to(tmp_path / "nowhere")
    else:
        path.write_bytes(b"mine")
    with pytest.raises(UsageError, match=f"{path} exists: give another name"):
        save(path, [b"theirs"])
    assert not (tmp_path / "nowhere").exists()
    assert link or path.read_bytes() == b"mine"


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "made"
    with pytest.raises(RecordError, match=f"{path} cannot be written: No such file or directory"):
        save(path, [])


@pytest.mark.parametrize("error", [RecordError("the line is cut"), KeyboardInterrupt()])
def test_nothing_is_left_of_an_export_that_ended_early(tmp_path: Path, error: BaseException) -> None:
    def parts() -> Iterator[bytes]:
        yield b"one\n"
        raise error

    with pytest.raises(type(error)):
        save(tmp_path / "made", parts())
    assert not list(tmp_path.iterdir())


def test_nothing_is_left_on_a_full_disk(tmp_path: Path) -> None:
    def parts() -> Iterator[bytes]:
        yield b"one\n"
        raise OSError(28, "No space left on device")

    with pytest.raises(RecordError, match="made cannot be written: No space left on device"):
        save(tmp_path / "made", parts())
    assert not list(tmp_path.iterdir())


def test_a_name_for_a_packed_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"give a name without \.gz"):
        save(tmp_path / "made.csv.gz", [])
    assert not list(tmp_path.iterdir())
