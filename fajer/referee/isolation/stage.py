"""The staged copy of a bot's files: regular files only, and none of them the original.

Each folder is opened from the one that it lies in, and no link is followed: whoever puts something else in its place
meanwhile gains nothing.
"""

import contextlib
import errno
import os
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path

from fajer.errors import UsageError

_CACHE = "__pycache__"
"""No part of a bot: see `fajer.referee.entry.parts`."""
_FOLDER = _PROGRAM = 0o755
_FILE = 0o644
"""Who can reach the copy at all is decided by the folder that it is in."""
DEEPEST = 64
"""So many folders may lie in one another."""
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_WRITE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


def stage(source: Path | None, target: Path, spec: str, *, owner: int | None = None) -> None:
    """Copy a bot's file or folder to the folder `target`, which is made; None: it stays empty.

    All can read what is there; what could be run still can. With `owner`, a user and its group, everything is
    theirs. Raises `UsageError` that names the first file which is a link, or not a regular one, or lies too deep.
    """
    try:
        with _made(str(target), None, owner) as there:
            if source is None:
                return
            with _opened(str(source), None, source.name, spec) as here:
                if stat.S_ISDIR(os.fstat(here).st_mode):
                    _copy_folder(here, there, "", spec, owner)
                else:
                    _copy_file(here, there, source.name, owner)
    except OSError as error:
        raise UsageError(f"{spec} cannot be copied for isolation: {error.filename}: {error.strerror}") from None


def check(source: Path, spec: str) -> None:
    """Raises `UsageError` that names the first of a bot's files that could not be staged."""
    try:
        with _opened(str(source), None, source.name, spec) as handle:
            if stat.S_ISDIR(os.fstat(handle).st_mode):
                _check_folder(handle, "", spec)
    except OSError as error:
        raise UsageError(f"{error.filename} cannot be read: {error.strerror}") from None


def _check_folder(folder: int, where: str, spec: str) -> None:
    for _, handle, path in _each(folder, where, spec):
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            _check_folder(handle, path, spec)


def _copy_folder(folder: int, target: int, where: str, spec: str, owner: int | None) -> None:
    for name, handle, path in _each(folder, where, spec):
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            with _made(name, target, owner) as there:
                _copy_folder(handle, there, path, spec, owner)
        else:
            _copy_file(handle, target, name, owner)


def _copy_file(handle: int, target: int, name: str, owner: int | None) -> None:
    status = os.fstat(handle)
    made = os.open(name, _WRITE, 0o600, dir_fd=target)
    with open(handle, "rb", closefd=False) as reading, open(made, "wb") as writing:
        shutil.copyfileobj(reading, writing)
        writing.flush()
        _given(made, _PROGRAM if status.st_mode & 0o111 else _FILE, owner)
        os.utime(made, ns=(status.st_mtime_ns, status.st_mtime_ns))


def _each(folder: int, where: str, spec: str) -> Iterator[tuple[str, int, str]]:
    """What is in an open folder, which is at `where`, in order: its name, it itself, opened, and where it is."""
    if where.count("/") >= DEEPEST:
        raise UsageError(f"{spec} cannot be isolated: more than {DEEPEST} folders lie in one another ({where[:40]}…)")
    for name in sorted(os.listdir(folder)):
        if name == _CACHE:
            continue
        path = f"{where}/{name}" if where else name
        with _opened(name, folder, path, spec) as handle:
            yield name, handle, path


@contextlib.contextmanager
def _opened(name: str, folder: int | None, where: str, spec: str) -> Iterator[int]:
    """A regular file or a folder, open; raises `UsageError` for everything else."""
    handle = -1
    try:
        try:
            handle = os.open(name, _READ, dir_fd=folder)
            kind = os.fstat(handle).st_mode
            refused = "" if stat.S_ISREG(kind) or stat.S_ISDIR(kind) else "no regular file"
        except OSError as error:
            if error.errno == errno.ELOOP:
                refused = f"a link to {os.readlink(name, dir_fd=folder)}"
            elif error.errno == errno.ENXIO:  # a socket
                refused = "no regular file"
            else:
                raise OSError(error.errno, error.strerror, where) from None
        if refused:
            raise UsageError(f"{spec} cannot be isolated: {where} is {refused}; put the file itself there")
        yield handle
    finally:
        if handle >= 0:
            os.close(handle)


@contextlib.contextmanager
def _made(name: str, folder: int | None, owner: int | None) -> Iterator[int]:
    """A new folder, open."""
    os.mkdir(name, 0o700, dir_fd=folder)
    handle = os.open(name, _READ | os.O_DIRECTORY, dir_fd=folder)
    try:
        _given(handle, _FOLDER, owner)
        yield handle
    finally:
        os.close(handle)


def _given(handle: int, mode: int, owner: int | None) -> None:
    """Say who may do what with it, and whose it is."""
    if owner is not None:
        os.fchown(handle, owner, owner)
    os.fchmod(handle, mode)
