"""The staged copy of a bot's files: regular files only, and none of them the original."""

import os
import shutil
import stat
from pathlib import Path

from fajer.errors import UsageError

_CACHE = "__pycache__"
"""No part of a bot: see `fajer.referee.entry.parts`."""
_FOLDER = _PROGRAM = 0o755
_FILE = 0o644
"""Who can reach the copy at all is decided by the folder that it is in."""


def stage(source: Path | None, target: Path, spec: str, *, owner: int | None = None) -> None:
    """Copy a bot's file or folder to the folder `target`, which is made; None: it stays empty.

    All can read what is there; what could be run still can. With `owner`, a user and its group, everything is
    theirs. Raises `UsageError` that names the first file which is a link, or not a regular one.
    """
    try:
        if source is not None and source.is_dir():
            _copy_folder(source, target, spec, source)
        else:
            target.mkdir()
            target.chmod(_FOLDER)
            if source is not None:
                _copy_file(source, target / source.name, spec, source.parent)
    except OSError as error:
        raise UsageError(f"{spec} cannot be copied for isolation: {error.filename}: {error.strerror}") from None
    if owner is not None:
        for folder, _, files in os.walk(target):
            for path in (folder, *(os.path.join(folder, name) for name in files)):
                os.chown(path, owner, owner)


def check(source: Path, spec: str) -> None:
    """Raises `UsageError` that names the first of a bot's files that is a link, or not a regular one."""
    try:
        if source.is_symlink() or not source.is_dir():
            _check_file(source, spec, source.parent)
            return
        for folder, folders, files in os.walk(source):
            for name in sorted((*folders, *files)):
                path = Path(folder, name)
                if path.is_symlink() or not path.is_dir():
                    _check_file(path, spec, source)
    except OSError as error:
        raise UsageError(f"{error.filename} cannot be read: {error.strerror}") from None


def _check_file(source: Path, spec: str, top: Path) -> None:
    if not stat.S_ISREG(source.lstat().st_mode):
        kind = f"a link to {os.readlink(source)}" if source.is_symlink() else "no regular file"
        raise UsageError(f"{spec} cannot be isolated: {source.relative_to(top)} is {kind}; put the file itself there")


def _copy_folder(source: Path, target: Path, spec: str, top: Path) -> None:
    target.mkdir()
    target.chmod(_FOLDER)
    for entry in sorted(os.scandir(source), key=lambda entry: entry.name):
        if entry.name == _CACHE:
            continue
        if entry.is_dir(follow_symlinks=False):
            _copy_folder(Path(entry.path), target / entry.name, spec, top)
        else:
            _copy_file(Path(entry.path), target / entry.name, spec, top)


def _copy_file(source: Path, target: Path, spec: str, top: Path) -> None:
    _check_file(source, spec, top)
    handle = os.open(source, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with open(handle, "rb") as reading, open(target, "xb") as writing:
        status = os.fstat(handle)
        shutil.copyfileobj(reading, writing)
        os.fchmod(writing.fileno(), _PROGRAM if status.st_mode & 0o111 else _FILE)
    os.utime(target, ns=(status.st_mtime_ns, status.st_mtime_ns))
