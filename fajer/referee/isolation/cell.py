"""Where one bot lives: its staged copy, what it sees of the machine, what it is given, as a command line to start."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from fajer.records.record import Isolation, MemoryBy
from fajer.referee.isolation import sandbox, shut_in, tools
from fajer.referee.isolation.calls import refusing
from fajer.referee.isolation.group import Groups
from fajer.referee.isolation.sandbox import Bounds
from fajer.referee.keeper import Keeper

MIB = 1 << 20
OUTSIDE = {"PATH": "/usr/bin"}
"""The environment of what sets a sandbox up, as empty as the bot's own: the bot can read it."""
_ASIDE = ("/bin/sh", "-c", 'exec "$@" >&2', "sh")


@dataclass(frozen=True, slots=True)
class Cell:
    """A bot in isolation, ready to be started any number of times, as long as its keeper is there."""

    argv: tuple[str, ...]
    """The command line, with `sandbox.DESCRIPTOR` where the numbers of descriptors go."""
    binds: tuple[tuple[str, str], ...]
    """What the keeper shows elsewhere, so that another user than root can reach it."""
    user: int | None
    """The user that all of it is started as; None: the one that we are."""
    filter: bytes
    """The program that refuses system calls."""
    memory: int
    """Bytes for all processes together; 0: nobody adds them up."""
    cpu_s: int
    """Seconds of processor time for each process."""
    groups: Groups | None
    """Where it gets a control group of its own for that; None: the memory is looked at from here."""
    has_scratch: bool
    """Whether it has scratch space, which counts as memory."""
    sign: bytes
    """What stands in what is told of the set-up once the bot was run."""

    @property
    def places(self) -> tuple[int, ...]:
        """Where the numbers go: that of the filter's program, then that of what is told of the set-up."""
        found = (place for place, word in enumerate(self.argv) if word == sandbox.DESCRIPTOR)
        return tuple(islice(found, 2))  # ours come first, whatever the bot's words are


def arranged(
    words: Sequence[str],
    original: Path,
    copy: Path,
    keeper: Keeper,
    *,
    isolation: Isolation,
    bounds: Bounds,
    memory_by: MemoryBy,
    aside: bool = False,
) -> Cell:
    """The cell for a command line whose files, in the folder `original`, have been copied to `copy`.

    `aside` has all that it writes go to stderr. Raises `UsageError` for a program that cannot be shown to a bot,
    `IsolationError` without what it takes.
    """
    found, needed = tools.found(words, original)
    is_own = Path(found).is_relative_to(original)
    at = str(copy) if isolation == "landlock" else sandbox.HOME
    program = os.path.join(at, Path(found).relative_to(original)) if is_own else found
    line = [*(_ASIDE if aside else ()), program, *words[1:]]
    memory = 0 if memory_by == "process" else bounds.memory
    groups = Groups.here() if memory_by == "cgroup" else None
    if isolation == "landlock":
        argv = shut_in.command_line(line, copy, needed, bounds)
        return Cell(
            argv=tuple(argv),
            binds=(),
            user=None,
            filter=refusing(),
            memory=memory,
            cpu_s=bounds.cpu_s,
            groups=groups,
            has_scratch=False,
            sign=shut_in.SIGN,
        )
    binds = tuple((path, keeper.place(path)) for path in needed.folders) if sandbox.user() is not None else ()
    shown = [(place, path) for path, place in binds] or [(path, path) for path in needed.folders]
    argv = sandbox.command_line(line, copy, shown, needed, bounds)
    return Cell(
        argv=tuple(argv),
        binds=binds,
        user=sandbox.user(),
        filter=refusing(),
        memory=memory,
        cpu_s=bounds.cpu_s,
        groups=groups,
        has_scratch=bounds.scratch > 0,
        sign=sandbox.SIGN,
    )
