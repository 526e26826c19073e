"""A bot of a match on its way into its cell."""

from pathlib import Path

from msgspec import UNSET
from msgspec.structs import replace

from fajer.errors import InternalError, UsageError
from fajer.records.record import Isolation, Limits
from fajer.referee.entry import Entry, parts, sha256_of
from fajer.referee.isolation import cell, sandbox
from fajer.referee.isolation.cell import MIB, Cell
from fajer.referee.isolation.ready import ready
from fajer.referee.isolation.sandbox import Bounds
from fajer.referee.isolation.stage import stage
from fajer.referee.keeper import Keeper

MEMORY_MIB, PROCESSES, CPU_S = 512, 64, 3600
"""What a bot is given unless something else is asked for. Java and Node begin with 10 to 30 threads."""


def filled(isolation: Isolation, limits: Limits) -> Limits:
    """The limits of a match with the usual ones where they were left out; without isolation there are none."""
    if isolation == "none":
        return limits
    return replace(
        limits,
        memory_mib=MEMORY_MIB if limits.memory_mib is UNSET else limits.memory_mib,
        processes=PROCESSES if limits.processes is UNSET else limits.processes,
        cpu_s=CPU_S if limits.cpu_s is UNSET else limits.cpu_s,
    )


def proved(isolation: Isolation, limits: Limits) -> Limits:
    """The limits of a match with what bounds memory here, once it is proved that bots can be isolated.

    Without isolation nothing is done. Raises `IsolationError`, also where the limits say what has to bound memory
    and it cannot.
    """
    by = ready(isolation, None if limits.memory_by is UNSET else limits.memory_by)
    return limits if by is None else replace(filled(isolation, limits), memory_by=by)


def lodged(entry: Entry, isolation: Isolation, limits: Limits, keeper: Keeper) -> Cell:
    """The cell of a bot; the copy of its files is made once for each keeper, and goes with it.

    Raises `UsageError` for a bot that cannot be isolated or that is not what it was, `IsolationError` if this machine
    cannot.
    """
    memory, processes, cpu_s, by = limits.memory_mib, limits.processes, limits.cpu_s, limits.memory_by
    if memory is UNSET or processes is UNSET or cpu_s is UNSET or by is UNSET:
        raise InternalError("isolation without limits")
    ready(isolation, by)
    if entry.scratch > memory * MIB:
        raise UsageError(
            f"{entry.spec} asks for {entry.scratch // MIB} MiB of scratch space, which is memory, "
            f"and a bot has {memory} MiB of that (--memory)"
        )
    return cell.arranged(
        entry.argv,
        entry.folder,
        _staged(entry, keeper),
        keeper,
        isolation=isolation,
        bounds=Bounds(memory=memory * MIB, processes=processes, cpu_s=cpu_s, scratch=entry.scratch),
        memory_by=by,
    )


def _staged(entry: Entry, keeper: Keeper) -> Path:
    """The copy of a bot's files."""
    source = _source(entry)
    copy = keeper.staged.get(source)
    if copy is None:
        copy = keeper.folder(sandbox.user()) / "bots" / str(len(keeper.staged))
        stage(source, copy, entry.spec)
        if source is not None and source == entry.source and sha256_of(parts(source)) != entry.sha256:
            raise UsageError(f"{entry.spec} has changed since the run began")
        keeper.staged[source] = copy
    return copy


def _source(entry: Entry) -> Path | None:
    """What is copied: the bot's folder (the built one), or its file; None for the package's own bots."""
    if entry.local is not None or (entry.source is None and entry.sha256 is None):
        raise InternalError(f"{entry.spec} was not resolved for isolation")
    if entry.source is None:
        return None
    return Path(entry.cwd) if entry.source.is_dir() else entry.source
