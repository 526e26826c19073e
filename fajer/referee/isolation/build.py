"""Building a stranger's bot: its compiler runs in a sandbox too, and only its own copy can be written to."""

import errno
import os
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path

from fajer.errors import BotFault, UsageError
from fajer.records.record import Isolation
from fajer.referee.isolation import sandbox, tree
from fajer.referee.isolation.cell import arranged
from fajer.referee.isolation.process import IsolatedProcess
from fajer.referee.isolation.ready import ready
from fajer.referee.isolation.sandbox import Bounds
from fajer.referee.isolation.stage import DEEPEST, stage
from fajer.referee.keeper import Keeper
from fajer.referee.process import Watch, next_glance, now

_BOUNDS = Bounds(memory=2 << 30, processes=256, cpu_s=600, scratch=512 << 20, files=1024, writable=True)
_MOST_BYTES, _MOST_FILES = 1 << 30, 50_000
"""A built folder holds no more than that. It is measured as often as memory is looked at."""
_INNER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


class BuildFailed(UsageError):
    """A build that came to nothing."""

    def __init__(self, spec: str, trouble: str, said: str) -> None:
        super().__init__(f"{spec} cannot be built: {trouble}{told(said)}")
        self.said = said
        """What it wrote, the last of it at least."""


def build(spec: str, words: Sequence[str], source: Path, target: Path, *, isolation: Isolation, seconds: int) -> str:
    """Build a bot in a copy of its folder and copy what comes of it to `target`; returns what the build said.

    Raises `BuildFailed` for a build that fails, or takes too long or too much, `UsageError` for one that leaves links
    behind, and `IsolationError` if this machine cannot isolate it.
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
            process.kill()  # and all that came of it: from here on nobody changes what is there
        if trouble := trouble or _too_much(copy):
            raise BuildFailed(spec, trouble, said)
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
    measure = next_glance(now())
    while not process.wait(min(until, measure)):
        began = now()
        if began > until:
            return f"it took over {seconds} s"
        if trouble := _too_much(copy, tree.unlinked(process.pid)):
            return trouble
        measure = next_glance(began)
    return process.result()


def _too_much(folder: Path, size: int = 0) -> str:
    """What is to be said of a folder that has grown beyond all measure, or that hides how much; `size` is added."""
    files = 0
    try:
        for status in _all(os.open(folder, _INNER), DEEPEST):
            files += 1
            size += status.st_blocks * 512
            if files > _MOST_FILES or size > _MOST_BYTES:
                break
    except OSError:
        return f"it made folders that cannot be looked into, or over {DEEPEST} of them in one another"
    if files > _MOST_FILES or size > _MOST_BYTES:
        return f"it wrote more than {_MOST_BYTES >> 20} MiB or {_MOST_FILES:,} files"
    return ""


def _all(folder: int, deep: int) -> Iterator[os.stat_result]:
    """Everything in an open folder, which is closed then, at most `deep` folders down; links are not followed.

    What goes meanwhile is passed over. Raises `OSError` for what cannot be looked into or lies deeper.
    """
    try:
        if deep < 0:
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
        with os.scandir(folder) as found:
            for entry in found:
                try:
                    status = entry.stat(follow_symlinks=False)
                    inner = os.open(entry.name, _INNER, dir_fd=folder) if stat.S_ISDIR(status.st_mode) else None
                except (FileNotFoundError, NotADirectoryError):
                    continue
                yield status
                if inner is not None:
                    yield from _all(inner, deep - 1)
    finally:
        os.close(folder)
