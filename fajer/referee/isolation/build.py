"""Building a stranger's bot: its compiler runs in a sandbox too, and only its own copy can be written to."""

import os
from collections.abc import Sequence
from pathlib import Path

from fajer.errors import BotFault, UsageError
from fajer.records.record import Isolation
from fajer.referee.isolation import sandbox
from fajer.referee.isolation.cell import arranged
from fajer.referee.isolation.process import IsolatedProcess
from fajer.referee.isolation.ready import ready
from fajer.referee.isolation.sandbox import Bounds
from fajer.referee.isolation.stage import stage
from fajer.referee.keeper import Keeper
from fajer.referee.process import Watch, now

_BOUNDS = Bounds(memory=2 << 30, processes=256, cpu_s=600, scratch=512 << 20, files=1024, writable=True)
_GLANCE_NS = 50_000_000
_MEASURE_NS = 1_000_000_000
_MOST_BYTES, _MOST_FILES = 1 << 30, 50_000
"""A built folder holds no more than that."""


def build(spec: str, words: Sequence[str], source: Path, target: Path, *, isolation: Isolation, seconds: int) -> str:
    """Build a bot in a copy of its folder and copy what comes of it to `target`; returns what the build said.

    Raises `UsageError` for a build that fails, takes too long or too much, or leaves links behind, and
    `IsolationError` if this machine cannot isolate it.
    """
    by = ready(isolation)
    assert by is not None
    keeper, watch = Keeper(), Watch()
    try:
        user = sandbox.user()
        copy = keeper.folder(user) / "bots" / "build"
        stage(source, copy, spec, owner=user)
        cell = arranged(words, copy, copy, keeper, isolation=isolation, bounds=_BOUNDS, memory_by=by, aside=True)
        process = IsolatedProcess(keeper, watch, cell)
        try:
            trouble = _run(process, copy, seconds)
            said = process.stderr()
        finally:
            process.kill()
        if trouble:
            raise UsageError(f"{spec} cannot be built: {trouble}{told(said)}")
        stage(copy, target, f"what the build of {spec} left")
        return said
    except BotFault as fault:
        raise UsageError(f"{spec} cannot be built: {fault.detail}") from None
    finally:
        watch.close()
        keeper.close()


def told(said: str, lines: int = 10, characters: int = 2000) -> str:
    """The last lines that a build wrote, as something to add to a message."""
    last = said.strip()[-characters:].splitlines()[-lines:]
    return f": {' | '.join(line.strip() for line in last)}" if last else ""


def _run(process: IsolatedProcess, copy: Path, seconds: int) -> str:
    """Wait for its end; what went wrong, empty if nothing did."""
    process.close_stdin()
    until = now() + seconds * 1_000_000_000
    measure = now() + _MEASURE_NS
    while not process.wait(now() + _GLANCE_NS):
        if now() > until:
            return f"it took over {seconds} s"
        if now() > measure:
            if _is_too_much(copy):
                break
            measure = now() + _MEASURE_NS
    if _is_too_much(copy):
        return f"it wrote more than {_MOST_BYTES >> 20} MiB or {_MOST_FILES:,} files"
    return process.result()


def _is_too_much(folder: Path) -> bool:
    """Whether a folder has grown beyond all measure; it is not followed anywhere."""
    files = size = 0
    for parent, folders, names in os.walk(folder):
        files += len(folders) + len(names)
        for name in names:
            try:
                size += os.lstat(os.path.join(parent, name)).st_blocks * 512
            except OSError:
                continue
        if files > _MOST_FILES or size > _MOST_BYTES:
            return True
    return False
