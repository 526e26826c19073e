"""The processes of a bot, as the machine sees them: all that came of its first one."""

import functools
import os
import signal
import stat
import time
from collections.abc import Iterator

_ROUNDS = 20
"""So often at most those that came meanwhile are looked for."""
_KIB = 1024
SHARED = 4
"""So many times what is allowed a bot's processes may have, what they share counted for each of them."""
_FILES = 64
"""So many files a bot may have open."""
_PIPE = 64 * _KIB
"""Bytes that a pipe can hold."""


def processes(top: int) -> list[int]:
    """A process and all that came of it, parents first; what ended meanwhile is left out."""
    found = [top]
    for pid in found:
        found += _children(pid)
    return found


def stop(top: int) -> list[int]:
    """Stop all of them, those that they make meanwhile too; returns which ones there are."""
    found: list[int] = []
    for _ in range(_ROUNDS):
        now = processes(top)
        for pid in now:
            _signal(pid, signal.SIGSTOP)
        if now == found and all(_is_stopped(pid) for pid in now):
            break
        found = now
    return found


def go_on(pids: list[int]) -> None:
    """Let those run again that `stop` stopped, the first one last."""
    for pid in reversed(pids):
        _signal(pid, signal.SIGCONT)


def kill(top: int) -> None:
    """Kill what keeps a sandbox, and its first process, with which the kernel ends all others."""
    for pid in (top, *_children(top)):
        _signal(pid, signal.SIGKILL)


def memory(top: int, limit: int) -> int:
    """Bytes that they use together, what is swapped out and what the kernel needs to find it included.

    Memory that several share counts once, as far as we may see what is shared, and where it matters: above `limit`,
    and up to `SHARED` times as much, for it takes time to find out.
    Each socket and each pipe counts as what it can hold: what it does hold nobody can see.
    """
    pids = [_speaker(pid) for pid in processes(top)]
    held = _held(pids)
    used = sum(_fields(f"/proc/{pid}/status", ("VmRSS:", "VmSwap:", "VmPTE:")) for pid in pids)
    if not limit < held + used <= SHARED * limit:
        return held + used
    return held + sum(
        (_fields(f"/proc/{pid}/smaps_rollup", ("Pss:", "SwapPss:")) or _fields(f"/proc/{pid}/status", ("VmRSS:",)))
        + _fields(f"/proc/{pid}/status", ("VmPTE:",))
        for pid in pids
    )


def _speaker(pid: int) -> int:
    """The thread to ask of a process: its first one, or one that lives where that has ended."""
    threads = _threads(pid)
    if len(threads) < 2 or _fields(f"/proc/{pid}/status", ("VmRSS:",)):
        return pid
    return next((int(thread) for thread in threads if _fields(f"/proc/{thread}/status", ("VmRSS:",))), pid)


def _held(pids: list[int]) -> int:
    """Bytes that the sockets and pipes of these can hold, each counted once."""
    seen = {name for pid in pids for name in _open(pid)}
    sockets = sum(name.startswith("socket:") for name in seen)
    return sockets * _socket() + sum(name.startswith("pipe:") for name in seen) * _PIPE


def _open(pid: int) -> Iterator[str]:
    """What a process has open; where it is not to be looked into, it may be a socket of its own."""
    try:
        names = os.listdir(f"/proc/{pid}/fdinfo")
    except PermissionError:  # an old kernel
        names = [str(number) for number in range(_FILES)]
    except OSError:
        return
    for name in names:
        try:
            yield os.readlink(f"/proc/{pid}/fd/{name}")
        except PermissionError:
            yield f"socket: {name} of {pid}"
        except OSError:
            continue


@functools.cache
def _socket() -> int:
    """Bytes that a socket can have sent before it is full: one message may go beyond the bound, by as much again."""
    with open("/proc/sys/net/core/wmem_default") as file:
        return 2 * int(file.read())


def scratch(top: int) -> int:
    """Bytes that the scratch space of a sandbox takes, the names of its files included; 0 where it cannot be seen.

    Nothing in it is opened. Before the sandbox is set up, what is there is this machine's own.
    """
    for pid in processes(top)[1:]:
        place = f"/proc/{pid}/root/tmp"
        try:
            if os.stat(place).st_dev != os.stat("/tmp").st_dev:  # noqa: S108
                space = os.statvfs(place)
                return (space.f_blocks - space.f_bfree) * space.f_frsize + (space.f_files - space.f_ffree) * _KIB
        except OSError:
            continue
    return 0


def unlinked(top: int) -> int:
    """Bytes of the files that they have open and that no folder has any more."""
    found: dict[tuple[int, int], int] = {}
    for pid in processes(top):
        try:
            for fd in os.listdir(f"/proc/{pid}/fd"):
                status = os.stat(f"/proc/{pid}/fd/{fd}")
                if stat.S_ISREG(status.st_mode) and not status.st_nlink:
                    found[status.st_dev, status.st_ino] = status.st_blocks * 512
        except OSError:
            continue
    return sum(found.values())


def cpu_ns(top: int) -> int:
    """Nanoseconds of processor time that those that live have used."""
    return sum(_cpu_ns(pid) for pid in processes(top))


def busiest_ns(top: int) -> int:
    """Nanoseconds of processor time that the one which used most has used."""
    return max(_cpu_ns(pid) for pid in processes(top))


def _children(pid: int) -> Iterator[int]:
    """Of all its threads."""
    for thread in _threads(pid):
        try:
            with open(f"/proc/{pid}/task/{thread}/children", "rb") as file:
                yield from map(int, file.read().split())
        except (FileNotFoundError, ProcessLookupError):
            continue


def _threads(pid: int) -> list[str]:
    try:
        return os.listdir(f"/proc/{pid}/task")
    except (FileNotFoundError, ProcessLookupError):
        return []


def _signal(pid: int, number: int) -> None:
    try:
        os.kill(pid, number)
    except (ProcessLookupError, PermissionError):
        pass


def _is_stopped(pid: int) -> bool:
    """Whether it is stopped, or has ended."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            return file.read().rpartition(b")")[2].split()[0] in (b"T", b"t", b"Z", b"X")
    except (FileNotFoundError, ProcessLookupError):
        return True


def _fields(path: str, names: tuple[str, ...]) -> int:
    """Bytes that these lines of a file add up to, which are in KiB there; 0 where it cannot be read."""
    total = 0
    try:
        with open(path) as file:
            for line in file:
                if line.startswith(names):
                    total += int(line.split()[1])
    except (FileNotFoundError, ProcessLookupError, PermissionError):
        return 0
    return total * _KIB


def _cpu_ns(pid: int) -> int:
    try:
        return time.clock_gettime_ns(~pid << 3 | 2)
    except OSError:
        return 0
