"""Control groups, where this process was given one to divide: the kernel's own bound on a bot's memory.

A group is only ours to divide if it was delegated: its folder belongs to us, who are not root, or the system has
marked it so (`Delegate=yes` of systemd). What a machine has otherwise is left alone.
"""

import functools
import itertools
import os
from dataclasses import dataclass
from pathlib import Path

_ROOT = Path("/sys/fs/cgroup")
_MARKS = ("trusted.delegate", "user.delegate")
_OURS = "fajer-referee"
"""Where we are ourselves: a group that is divided holds no processes."""
_numbers = itertools.count()


@dataclass(frozen=True, slots=True)
class Groups:
    """A group that is divided among bots."""

    folder: Path

    @classmethod
    def here(cls) -> "Groups | None":
        """That of this process, made ready if need be; None where there is none to divide."""
        return _here()

    def make(self, memory: int) -> Path:
        """A group for one bot, with so many bytes of memory and no swap; if that is too little, all of it is killed.

        Raises `OSError`.
        """
        made = self.folder / f"fajer-{os.getpid()}-{next(_numbers)}"
        made.mkdir()
        _write(made / "memory.max", memory)
        _write(made / "memory.oom.group", 1)
        if (made / "memory.swap.max").exists():
            _write(made / "memory.swap.max", 0)
        return made


def was_full(group: Path) -> bool:
    """Whether the kernel killed something in a group for want of memory."""
    try:
        return any(int(line.split()[1]) for line in _lines(group / "memory.events") if line.startswith("oom_kill "))
    except OSError:
        return False


@functools.cache
def _here() -> Groups | None:
    try:
        own = next(line[3:] for line in _lines(Path("/proc/self/cgroup")) if line.startswith("0::"))
        folder = _ROOT / own.lstrip("/")
        if folder.name == _OURS:
            folder = folder.parent
        if "memory" not in (folder / "cgroup.controllers").read_text().split() or not is_delegated(folder):
            return None
        if "memory" not in (folder / "cgroup.subtree_control").read_text().split():
            _move_in(folder)
    except (OSError, StopIteration):
        return None
    return Groups(folder)


def _move_in(folder: Path) -> None:
    """Go down into a group of our own, so that the one above can be divided; raises `OSError` if others are there."""
    ours = folder / _OURS
    ours.mkdir(exist_ok=True)
    _write(ours / "cgroup.procs", 0)
    try:
        _write(folder / "cgroup.subtree_control", "+memory")
    except OSError:
        _write(folder / "cgroup.procs", 0)
        ours.rmdir()
        raise


def is_delegated(folder: Path) -> bool:
    """Whether a group was given to us."""
    status = folder.stat()
    if status.st_uid == os.geteuid() != 0:
        return True
    return any(mark in os.listxattr(folder) and os.getxattr(folder, mark) == b"1" for mark in _MARKS)


def _lines(path: Path) -> list[str]:
    return path.read_text().splitlines()


def _write(path: Path, value: object) -> None:
    path.write_text(str(value))
