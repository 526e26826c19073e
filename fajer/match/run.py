"""Playing a match: units shared out to workers, one core each, games gathered in order."""

import contextlib
import ctypes
import gc
import itertools
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection, wait
from typing import Any, Protocol

import msgspec

from fajer import games
from fajer.errors import InternalError, MatchStopped
from fajer.match.plan import Plan, Unit
from fajer.match.roll import last_lines
from fajer.match.unit import Crew, Job
from fajer.records.files import encoded, game_decoder
from fajer.records.forfeit import forfeits
from fajer.records.record import Fault, Game, Match, repeatable

_PR_SET_PDEATHSIG = 1
_INTERRUPTS = (signal.SIGINT, signal.SIGTERM)
_RUNNING_FORFEITS = 10
"""So many games running forfeited by one bot end the match."""
_FAILED, _UNIT_OVER = b"!", b"="
"""What a worker says begins so where it is no game's line."""

Passed = Callable[[Game[Any]], None]
"""What is done with each game, in order."""


class Keeping(Protocol):
    """Where finished games go: a journal, or nowhere (`Unkept`)."""

    def digest(self, index: int) -> str | None:
        """The digest of a game that is there already."""

    def add(self, game: Game[Any], line: bytes) -> None:
        """Take a finished game."""


class Unkept:
    """Puts games in order for whoever looks at them, and keeps none."""

    def __init__(self, passed: Passed) -> None:
        self._passed = passed
        self._next = 0
        self._ahead: dict[int, Game[Any]] = {}

    def digest(self, index: int) -> str | None:
        """None: nothing is kept."""
        return None

    def add(self, game: Game[Any], line: bytes) -> None:
        """Pass on the games that are next in order."""
        self._ahead[game.index] = game
        while (found := self._ahead.pop(self._next, None)) is not None:
            self._next += 1
            self._passed(found)


class Streaks:
    """Notices a bot that forfeits game after game."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._running = [0] * len(match.bots)

    def passed(self, game: Game[Any]) -> None:
        """Look at the next game in order; raises `MatchStopped` at the tenth running."""
        forfeited: dict[int | None, Fault] = {}
        if game.faults:
            forfeited = {fault.seat: fault for fault in forfeits(game, self._match.on_fault)}
        for seat, number in enumerate(game.seats):
            self._running[number] = self._running[number] + 1 if seat in forfeited else 0
            if self._running[number] >= _RUNNING_FORFEITS:
                last = forfeited[seat]
                raise MatchStopped(
                    f"{self._match.bots[number].name} forfeited {_RUNNING_FORFEITS} games running, up to game "
                    f"{game.index} ({last.kind}: {last.detail}{last_lines(game.stderr[seat])}): the match ends here; "
                    "--resume plays on"
                )


class Run:
    """A match being played: `play` it, with any number of jobs; the games are the same."""

    def __init__(self, job: Job, keeping: Keeping, remark: Callable[[str], None]) -> None:
        """`remark` is told what a person should know meanwhile."""
        self._job = job
        self._keeping = keeping
        self._remark = remark
        self._plan = Plan(job.match)
        self.off_turn_us = [0] * len(job.entries)
        """By bot, processor time used while it was not its turn."""

    def play(self, jobs: int, *, pin: bool) -> None:
        """Play every unit that is not finished.

        Raises `MatchStopped` or `InternalError`; what was finished stands.
        """
        unfinished = (unit for unit in self._plan.units() if not self._finished(unit))
        first = tuple(itertools.islice(unfinished, jobs))
        units = itertools.chain(first, unfinished)
        if len(first) > 1:
            self._share_out(units, len(first), pin=pin)
        elif first:
            self._play_here(units, pin=pin)

    def _finished(self, unit: Unit) -> bool:
        return len(self._known(unit)) == len(unit.sets)

    def _known(self, unit: Unit) -> frozenset[int]:
        """The games of a unit that are there already."""
        indices = range(unit.first_index, unit.first_index + len(unit.sets))
        return frozenset(index for index in indices if self._keeping.digest(index) is not None)

    def _take(self, game: Game[Any], line: bytes) -> None:
        before = self._keeping.digest(game.index)
        if before is None:
            self._keeping.add(game, line)
        elif before != repeatable(game):
            names = ", ".join(sorted({self._job.match.bots[number].name for number in game.seats}))
            self._remark(
                f"game {game.index} was played differently this time (the first one stands): "
                f"one of {names} does not repeat itself"
            )

    def _add_off_turn(self, used: list[int]) -> None:
        for number, more in enumerate(used):
            self.off_turn_us[number] += more

    def _play_here(self, units: Iterator[Unit], *, pin: bool) -> None:
        """One job needs no worker."""
        before = os.sched_getaffinity(0)
        if pin:
            os.sched_setaffinity(0, {_cores()[0]})
        crew = Crew(self._job)
        try:
            with _collecting_seldom():
                for unit in units:
                    for game in crew.play(unit, self._known(unit).__contains__):
                        self._take(game, encoded(game))
        finally:
            crew.close()
            os.sched_setaffinity(0, before)
            self._add_off_turn(crew.off_turn_us)

    def _share_out(self, waiting: Iterator[Unit], jobs: int, *, pin: bool) -> None:
        """Workers take the units in turn; one that dies has its unit played again, once."""
        cores = _cores()
        at_work: dict[Connection, _Worker] = {}
        decode = game_decoder(games.game(self._job.match.game)).decode
        tried: set[Unit] = set()
        try:
            for place in range(jobs):
                worker = _Worker(self._job, cores[place % len(cores)] if pin else None)
                at_work[worker.line] = worker
                self._next_unit(worker, waiting, at_work)
            while at_work:
                for line in wait(list(at_work)):
                    worker = at_work[line]  # type: ignore[index]
                    said = worker.heard()
                    if said is None:
                        self._replace(worker, tried, at_work)
                    elif said.startswith(_UNIT_OVER):
                        self._add_off_turn(msgspec.json.decode(said[1:]))
                        self._next_unit(worker, waiting, at_work)
                    elif said.startswith(_FAILED):
                        raise InternalError(said[1:].decode())
                    else:
                        self._take(decode(said), said)
        finally:
            for worker in at_work.values():
                worker.end()

    def _next_unit(self, worker: "_Worker", waiting: Iterator[Unit], at_work: dict[Connection, "_Worker"]) -> None:
        unit = next(waiting, None)
        if unit is not None:
            worker.play(unit, self._known(unit))
        else:
            del at_work[worker.line]
            worker.end()

    def _replace(self, dead: "_Worker", tried: set[Unit], at_work: dict[Connection, "_Worker"]) -> None:
        """A worker is gone: another one plays its unit from the first game."""
        unit = dead.unit
        del at_work[dead.line]
        dead.end()
        if unit is None or unit in tried:
            raise InternalError("a worker of the referee was ended from outside, twice in the same unit")
        tried.add(unit)
        trouble = "a worker of the referee was ended from outside"
        self._remark(f"{trouble}; games {unit.first_index} and on are played again")
        worker = _Worker(self._job, dead.core)
        at_work[worker.line] = worker
        worker.play(unit, self._known(unit), trouble)


class _Worker:
    """A process that plays units on one core; it does not outlive us."""

    def __init__(self, job: Job, core: int | None) -> None:
        context = multiprocessing.get_context("fork")
        self.line, theirs = context.Pipe()
        self.core = core
        self.unit: Unit | None = None
        self._process = context.Process(target=_work, args=(theirs, job, core, os.getpid()), daemon=True)
        before = signal.pthread_sigmask(signal.SIG_BLOCK, _INTERRUPTS)  # until it has handlers of its own
        try:
            self._process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        theirs.close()

    def play(self, unit: Unit, known: frozenset[int], trouble: str | None = None) -> None:
        """Have a unit played; its games come over `heard`."""
        self.unit = unit
        with contextlib.suppress(ConnectionError):  # it is gone: `heard` says so
            self.line.send((unit, known, trouble))

    def heard(self) -> bytes | None:
        """A game's line, or something else marked as such; None if the worker is gone."""
        try:
            return self.line.recv_bytes()
        except (EOFError, ConnectionError):
            return None

    def end(self) -> None:
        """End it now."""
        self.line.close()
        self._process.terminate()
        self._process.join()


def _work(line: Connection, job: Job, core: int | None, parent: int) -> None:
    """A worker's life."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _INTERRUPTS)
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        return
    if core is not None:
        os.sched_setaffinity(0, {core})
    crew = Crew(job)
    try:
        with _collecting_seldom():
            while True:
                unit, known, trouble = line.recv()
                before = crew.off_turn_us.copy()
                for game in crew.play(unit, known.__contains__, trouble):
                    line.send_bytes(encoded(game))
                used = [now - then for now, then in zip(crew.off_turn_us, before, strict=True)]
                line.send_bytes(_UNIT_OVER + msgspec.json.encode(used))
    except InternalError as error:
        line.send_bytes(_FAILED + str(error).encode())
    finally:
        crew.close()


@contextlib.contextmanager
def _collecting_seldom() -> Iterator[None]:
    """Games leave no cycles behind: look for garbage seldom, and not among what is here to stay."""
    before = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(50_000)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


def _cores() -> list[int]:
    """The cores this process was given, from the one it is on."""
    cores = sorted(os.sched_getaffinity(0))
    here = ctypes.CDLL(None).sched_getcpu()
    place = cores.index(here) if here in cores else 0
    return cores[place:] + cores[:place]


def cores() -> int:
    """How many tables can be played side by side."""
    return len(os.sched_getaffinity(0))
