"""What this machine can do for bots, found by trying, and what follows from it."""

import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from fajer.errors import IsolationError, UsageError
from fajer.records.record import Isolation
from fajer.referee.isolation import machine, tools
from fajer.referee.isolation.ready import ready
from fajer.referee.surroundings import environment

_PROGRAMS = {
    "python3": "--version",
    "cc": "--version",
    "c++": "--version",
    "clang": "--version",
    "rustc": "--version",
    "go": "version",
    "javac": "--version",
    "java": "--version",
    "node": "--version",
    "perl": "--version",
    "bash": "--version",
    "ruby": "--version",
    "php": "--version",
    "lua": "-v",
    "dotnet": "--version",
    "ghc": "--version",
}
"""What bots are often built and run with, and how each is asked for its version."""
_SECONDS = 20
_MENDED = (0, 12)
"""Of bubblewrap: before it what was mounted below a folder with a link in it could be mounted elsewhere."""
_NUMBER = re.compile(r"\d+(?:\.\d+)+")
_WAYS: tuple[Isolation, ...] = ("full", "landlock")
_BOUND_BY = {
    "cgroup": "the kernel bounds the memory of all processes of a bot together",
    "watchdog": "the referee bounds the memory of all processes of a bot together; it looks every 50 ms",
    "process": "the kernel bounds the memory of each process alone",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that a machine may have or not."""

    what: str
    ok: bool
    said: str
    """What there is, or what is missing and how to get it."""


@dataclass(frozen=True, slots=True)
class Language:
    """A compiler or interpreter that was found."""

    program: str
    path: str
    version: str
    """As it says itself; empty if it did not say."""
    hidden: str
    """Why a bot in isolation cannot see it; empty if it can."""


def capabilities() -> Iterator[Finding]:
    """What there is for isolation, one after another."""
    yield Finding("system", True, f"{platform.system()} {platform.release()} ({platform.machine()})")
    yield _tried("bubblewrap", _bubblewrap)
    yield _tried("user namespaces", lambda: machine.user_namespaces() and "can be made")
    yield _tried("prlimit", lambda: machine.programs() and "there")
    yield _tried("seccomp", lambda: f"by pyseccomp {machine.seccomp()}")
    yield _tried("cgroup", _control_group)
    yield _tried("Landlock", lambda: f"version {machine.landlock()}")
    yield _tried("pinning", _pinning)


def ways() -> Iterator[Finding]:
    """Each `--isolation` that is not `none`, and whether it can be had: it is proved as before a match."""
    for way in _WAYS:
        yield _tried(way, lambda way=way: _BOUND_BY[ready(way) or "process"])  # type: ignore[misc]


def languages() -> Iterator[Language]:
    """The compilers and interpreters that bots would find."""
    for program, asked in _PROGRAMS.items():
        path = shutil.which(program, path=environment()["PATH"])
        if path is not None:
            yield Language(program, path, _version(path, asked), _hidden(program))


def _tried(what: str, capability: Callable[[], object]) -> Finding:
    if what not in ("system", "pinning") and sys.platform != "linux":
        return Finding(what, False, "only Linux has it: bots can be isolated there only")
    try:
        return Finding(what, True, str(capability()))
    except IsolationError as error:
        return Finding(what, False, str(error).removesuffix("; or --isolation none"))


def _bubblewrap() -> str:
    """Its version, and what is known of it."""
    version = machine.bubblewrap()
    if tuple(map(int, version.split("."))) >= _MENDED:
        return version
    return f"{version}; before 0.12 it has CVE-2026-87766, which is not reached: nothing is mounted in a bot's folder"


def _control_group() -> str:
    found = machine.control_group()
    if found is None:
        whose = "" if os.geteuid() == 0 else "--user "
        raise IsolationError(
            "none that we may divide, so the referee looks at memory itself; where systemd runs, a command line that "
            f"begins with systemd-run {whose}--scope -p Delegate=yes is given one"
        )
    return found


def _pinning() -> str:
    if not hasattr(os, "sched_setaffinity"):
        raise IsolationError("tables cannot be tied to cores here")
    cores = sorted(os.sched_getaffinity(0))
    return f"each table can be tied to one of {len(cores)} cores" if len(cores) > 1 else "there is one core only"


def _version(path: str, asked: str) -> str:
    """Its version number if it says one, from what it prints first."""
    try:
        ran = subprocess.run([path, asked], capture_output=True, text=True, errors="replace", check=False,
                             stdin=subprocess.DEVNULL, timeout=_SECONDS)  # fmt: skip
    except (OSError, subprocess.TimeoutExpired):
        return ""
    found = _NUMBER.search(ran.stdout or ran.stderr)
    return found[0] if found and ran.returncode == 0 else ""


def _hidden(program: str) -> str:
    if sys.platform != "linux":
        return ""
    try:
        tools.found([program], Path("/nowhere"))
    except UsageError as error:
        return str(error)
    return ""
