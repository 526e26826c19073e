"""Proves that the keeper's folder goes with it, and nothing that was only shown there."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from isolated import needed
from referee.house import eventually

from fajer.errors import InternalError
from fajer.referee.keeper import Keeper

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can show a folder elsewhere")


@pytest.fixture
def kept() -> Iterator[Keeper]:
    made = Keeper()
    yield made
    made.close()


def run(kept: Keeper, *argv: str, **more: object) -> str:
    """What a program prints, to its end."""
    null = os.open(os.devnull, os.O_RDWR)
    reading, writing = os.pipe()
    try:
        pid = kept.start(argv, "/", {"PATH": "/usr/bin"}, (null, writing, writing), **more)  # type: ignore[arg-type]
    finally:
        os.close(writing)
        os.close(null)
    with open(reading, "rb") as said:
        text = said.read().decode()
    kept.end(pid)
    return text


def test_the_folder_is_ours_alone_and_goes(kept: Keeper) -> None:
    folder = kept.folder()
    assert folder.stat().st_mode & 0o777 == 0o700
    assert kept.folder() == folder
    (folder / "bots" / "0").mkdir()
    (folder / "bots" / "0" / "bot").write_text("x")
    kept.close()
    assert not folder.exists()


def test_a_control_group_goes_too(tmp_path: Path) -> None:
    """Also that of a bot that nobody ended, when the referee is gone."""
    kept = Keeper()
    group = tmp_path / "group"
    group.mkdir()
    (group / "cgroup.procs").symlink_to("/dev/null")
    null = os.open(os.devnull, os.O_RDWR)
    kept.start(["/bin/sleep", "60"], "/", {}, (null,) * 3, group=str(group))
    os.close(null)
    (group / "cgroup.procs").unlink()
    kept.close()
    assert not group.exists()


def test_it_goes_however_deep_it_is(kept: Keeper) -> None:
    """With folders that can neither be looked into nor changed."""
    folder = kept.folder()
    at = os.open(folder / "bots", os.O_RDONLY)
    for _ in range(3000):
        os.mkdir("d", dir_fd=at)
        at, above = os.open("d", os.O_RDONLY, dir_fd=at), at
        os.close(above)
    os.close(at)
    (folder / "bots" / "shut" / "in").mkdir(parents=True)
    (folder / "bots" / "shut" / "in" / "file").touch()
    (folder / "bots" / "shut" / "in").chmod(0)
    (folder / "bots" / "shut").chmod(0)
    kept.close()
    assert not folder.exists()


def test_it_goes_when_the_referee_is_killed() -> None:
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writing, str(Keeper().folder()).encode())
        os.kill(os.getpid(), signal.SIGKILL)
    os.close(writing)
    with open(reading, "rb") as said:
        folder = Path(said.read().decode())
    os.waitpid(child, 0)
    assert folder.name.startswith("fajer-")
    assert eventually(lambda: not folder.exists())


@as_root
def test_what_is_shown_elsewhere_is_read_only_and_stays(kept: Keeper, tmp_path: Path) -> None:
    needed()
    source = tmp_path / "private"
    source.mkdir()
    source.chmod(0o700)
    (source / "file").write_text("it is here")
    target = kept.folder(65_533) / "tools" / "0"
    binds = [(str(source), str(target))]
    assert run(kept, "/bin/stat", "-c", "%u", str(target), binds=binds, user=65_533) == "0\n"
    assert run(kept, "/bin/cat", str(target / "file"), binds=binds) == "it is here"
    assert "Read-only" in run(kept, "/bin/rm", str(target / "file"), binds=binds)
    assert not (target / "file").exists(), "only the keeper and the bots see it"
    kept.close()
    assert (source / "file").read_text() == "it is here"
    assert not target.parent.parent.exists()


@as_root
def test_who_it_runs_as(kept: Keeper) -> None:
    assert run(kept, "/usr/bin/id", "-u", user=65_533) == "65533\n"
    assert run(kept, "/usr/bin/id", "-G", user=65_533) == "65533\n"


@as_root
def test_what_cannot_be_shown_is_our_failure(kept: Keeper, tmp_path: Path) -> None:
    binds = [(str(tmp_path / "nowhere"), str(kept.folder() / "tools" / "0"))]
    with pytest.raises(InternalError, match="could not be started"):
        run(kept, "/bin/true", binds=binds)


def test_descriptors_come_along_by_their_number(kept: Keeper) -> None:
    null = os.open(os.devnull, os.O_RDWR)
    reading, writing = os.pipe()
    more_in, more_out = os.pipe()
    os.write(more_out, b"more")
    os.close(more_out)
    words = ["/bin/sh", "-c", 'exec cat /proc/self/fd/"$1"', "sh", "?"]
    pid = kept.start(words, "/", {"PATH": "/usr/bin"}, (null, writing, writing, more_in), places=[4])
    for fd in (null, writing, more_in):
        os.close(fd)
    with open(reading, "rb") as said:
        assert said.read() == b"more"
    kept.end(pid)


def test_each_folder_has_a_place_of_its_own(kept: Keeper) -> None:
    assert kept.place("/a") == kept.place("/a") != kept.place("/b")
    assert Path(kept.place("/a")).parent == kept.folder() / "tools"


@as_root
def test_after_what_could_not_be_shown_nothing_is_left(kept: Keeper, tmp_path: Path) -> None:
    folder = kept.folder()
    with pytest.raises(InternalError):
        run(kept, "/bin/true", binds=[(str(tmp_path / "nowhere"), kept.place("nowhere"))])
    kept.close()
    assert not folder.exists()
