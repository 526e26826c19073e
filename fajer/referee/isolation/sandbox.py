"""The sandbox of `--isolation full` as a command line: bubblewrap, and the limits set inside of it."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from fajer.referee.isolation.tools import Tools, system

HOME = "/bot"
"""Where a bot finds its own files."""
DESCRIPTOR = "\0"
"""Stands for the number of a descriptor: that of the filter comes first, then that of what is told of the set-up."""
SIGN = b'"exit-code"'
"""What bubblewrap tells of a bot that was run; it is not read any closer, for who knows what is in there."""
_USER = 65_533
"""The user that bots run as where we are root: one that no system gives to anybody."""
_ADDRESS_SPACE = 4 << 30
"""At least so much of it for each process: Node and Java reserve more than they use."""
_FILE_SIZE = 1 << 20
_SIGNALS = 256
"""So many may wait to be delivered; some languages wake their threads by them."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What each process of a bot is given."""

    memory: int
    """Bytes."""
    processes: int
    """The most processes and threads of a bot at a time, not of each process."""
    cpu_s: int
    """Seconds of processor time."""
    scratch: int = 0
    """Bytes of `/tmp`; 0: there is none."""
    files: int = 64
    """Open files."""
    writable: bool = False
    """Whether its own folder can be written to, as when it is built."""


def user() -> int | None:
    """The user that bots run as; None: the one that we are, who is not root."""
    return _USER if os.geteuid() == 0 else None


def command_line(
    words: Sequence[str], copy: Path, shown: Sequence[tuple[str, str]], tools: Tools, bounds: Bounds
) -> list[str]:
    """The command line that runs `words` in a sandbox; it is to be started as `user`.

    `copy` is the bot's folder, `shown` are folders of the machine and where the bot finds them. What cannot be
    set up ends with status 1, and without an exit code among what is told of the set-up.
    """
    return [*_bubblewrap(copy, shown, tools, bounds), "--", *_limited(bounds), "--", *words]


def _bubblewrap(copy: Path, shown: Sequence[tuple[str, str]], tools: Tools, bounds: Bounds) -> Iterator[str]:
    """Nothing is mounted below the bot's folder, where the bot could have laid a link in the way."""
    yield from ("bwrap", "--unshare-all", "--unshare-user", "--disable-userns", "--cap-drop", "ALL")
    yield from ("--die-with-parent", "--new-session", "--hostname", "bot", "--clearenv")
    for name, value in environment(tools).items():
        yield from ("--setenv", name, value)
    yield from ("--ro-bind", "/usr", "/usr")
    for source, target in system():
        yield from ("--ro-bind" if source == target else "--symlink", source, target)
    yield from ("--proc", "/proc", "--dev", "/dev", "--remount-ro", "/dev")
    for device in ("/dev/zero", "/dev/pts/ptmx"):  # so that they cannot be opened: memory can be hidden in them
        yield from ("--ro-bind", "/dev/null", device)
    if bounds.scratch:
        yield from ("--size", str(bounds.scratch), "--tmpfs", "/tmp")  # noqa: S108
    for source, target in shown:
        yield from ("--ro-bind", source, target)
    yield from ("--bind" if bounds.writable else "--ro-bind", str(copy), HOME)
    yield from ("--remount-ro", "/", "--chdir", HOME, "--seccomp", DESCRIPTOR, "--json-status-fd", DESCRIPTOR)


def environment(tools: Tools) -> dict[str, str]:
    """What a bot has in its environment: where programs are, and that texts are UTF-8."""
    made = {"PATH": tools.path, "LANG": "C.UTF-8"}
    return made if tools.python_path is None else made | {"PYTHONPATH": tools.python_path}


def _limited(bounds: Bounds) -> list[str]:
    """Set inside, where only what is in the sandbox counts as the user's processes."""
    return ["prlimit", *(f"--{name.lower()}={soft}:{hard}" for name, (soft, hard) in limits(bounds).items())]


def limits(bounds: Bounds) -> dict[str, tuple[int, int]]:
    """By name of a resource what a process may have of it, and what it may raise that to."""
    simple = {
        "NPROC": bounds.processes,
        "DATA": max(bounds.memory, _half_the_machine() // 8) if bounds.writable else bounds.memory,
        "AS": max(_ADDRESS_SPACE, _half_the_machine()) + bounds.memory,
        "FSIZE": max(_FILE_SIZE, bounds.scratch),
        "NOFILE": bounds.files,
        "CORE": 0,
        "MEMLOCK": 0,
        "MSGQUEUE": 0,
        "NICE": 0,
        "RTPRIO": 0,
        "SIGPENDING": _SIGNALS,
    }
    made = {name: (value, value) for name, value in simple.items()}
    return made | {"CPU": (bounds.cpu_s, bounds.cpu_s + 1)}  # the first one can be told from a kill


def _half_the_machine() -> int:
    """Java reserves a quarter of the memory that it sees, and begins, as with `javac`, with a 64th."""
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
