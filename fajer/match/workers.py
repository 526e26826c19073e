"""Worker processes: they play units of one or several matches, each on its own core."""

import contextlib
import ctypes
import gc
import itertools
import mmap
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import replace
from multiprocessing.connection import Connection, wait
from types import FrameType

import msgspec

from fajer import games
from fajer.errors import InternalError
from fajer.match.plan import Unit
from fajer.match.task import Played, Task, UnitOver
from fajer.match.unit import Job, played
from fajer.records.files import game_decoder

_PR_SET_PDEATHSIG = 1
_INTERRUPTS = (signal.SIGINT, signal.SIGTERM)
_FAILED, _UNIT_OVER = b"!", b"="
"""What a worker says begins so where it is no game's line."""
_PATIENCE_S = 5.0
"""So long a worker has to end its bots before it is killed."""
_TROUBLE = "a worker of the referee was ended from outside"

Jobs = Mapping[int, Job]
"""The matches by the number of their table."""


class Workers:
    """So many workers on this machine; one alone is this process itself, unless they are `apart` from it."""

    def __init__(self, count: int, remark: Callable[[str], None], *, pin: bool, apart: bool = False) -> None:
        """`remark` is told what a person should know meanwhile."""
        self._count = count
        self._remark = remark
        self._pin = pin
        self._apart = apart
        self._stop = mmap.mmap(-1, 1)
        """One byte that all workers see: 1 when no more games are to begin."""

    def played(self, jobs: Jobs, tasks: Iterator[Task]) -> Generator[Played | UnitOver, None, None]:
        """Play all tasks, each taken when a worker is free; the games come as they end.

        A worker that dies has its unit played again by another one, once. Raises `InternalError`
        the second time, and for what fails twice in a unit.
        """
        first = tuple(itertools.islice(tasks, self._count))
        tasks = itertools.chain(first, tasks)
        if len(first) > 1 or (first and self._apart):
            yield from _Sharing(jobs, self._remark, self._stop).played(tasks, self._cores(len(first)))
        elif first:
            yield from self._here(jobs, tasks)

    def stop(self) -> None:
        """Begin no more games: units end after the game that runs; with batches, after them all."""
        self._stop[0] = 1

    def close(self) -> None:
        """Nothing is held between two calls of `played`."""

    def _cores(self, count: int) -> list[int | None]:
        """By worker, where it is pinned."""
        return list(itertools.islice(itertools.cycle(_cores()), count)) if self._pin else [None] * count

    def _here(self, jobs: Jobs, tasks: Iterator[Task]) -> Iterator[Played | UnitOver]:
        """One job needs no worker."""
        before = os.sched_getaffinity(0)
        if self._pin:
            os.sched_setaffinity(0, {_cores()[0]})
        try:
            with contextlib.closing(_games(jobs, tasks, self._stop)) as found:
                yield from found
        finally:
            os.sched_setaffinity(0, before)


class _Sharing:
    """Tasks shared out to workers, which take them in turn."""

    def __init__(self, jobs: Jobs, remark: Callable[[str], None], stop: mmap.mmap) -> None:
        self._jobs = jobs
        self._remark = remark
        self._stop = stop
        self._decode = game_decoder(games.game(next(iter(jobs.values())).match.game)).decode
        self._at_work: dict[Connection, Worker] = {}
        self._tried: set[tuple[int, Unit]] = set()

    def played(self, waiting: Iterator[Task], cores: list[int | None]) -> Iterator[Played | UnitOver]:
        """What the workers say, until there is nothing left to play; one on each of these cores."""
        at_work = self._at_work
        try:
            for core in cores:
                self._next_task(self._begin(core), waiting)
            while at_work:
                for line in wait(list(at_work)):
                    worker = at_work[line]  # type: ignore[index]
                    said = worker.heard()
                    if said is None:
                        self._replace(worker)
                    elif said.startswith(_UNIT_OVER):
                        yield UnitOver(worker.task, msgspec.json.decode(said[1:]))
                        self._next_task(worker, waiting)
                    elif said.startswith(_FAILED):
                        raise InternalError(said[1:].decode())
                    else:
                        game = self._decode(said)
                        worker.given.add(game.index)
                        yield Played(worker.task.table, game, said)
        finally:
            for worker in at_work.values():
                worker.end()

    def _begin(self, core: int | None) -> "Worker":
        worker = Worker(self._jobs, core, self._stop)
        self._at_work[worker.line] = worker
        return worker

    def _next_task(self, worker: "Worker", waiting: Iterator[Task]) -> None:
        task = next(waiting, None)
        if task is not None:
            worker.play(task)
        else:
            del self._at_work[worker.line]
            worker.end()

    def _replace(self, dead: "Worker") -> None:
        """A worker is gone: another one plays its unit from the first game."""
        task = dead.task
        del self._at_work[dead.line]
        dead.end()
        if (task.table, task.unit) in self._tried:
            raise InternalError(f"{_TROUBLE}, twice in the same unit")
        self._tried.add((task.table, task.unit))
        self._remark(f"{_TROUBLE}; games {task.unit.first_index} and on are played again")
        self._begin(dead.core).play(replace(task, known=task.known | dead.given, trouble=_TROUBLE))


class Worker:
    """A process that plays units on one core; it does not outlive us."""

    def __init__(self, jobs: Jobs, core: int | None, stop: mmap.mmap) -> None:
        context = multiprocessing.get_context("fork")
        self.line, theirs = context.Pipe()
        self.core = core
        self.task: Task
        """What it plays."""
        self.given: set[int] = set()
        """The games of its unit that have come."""
        self._process = context.Process(target=_work, args=(theirs, jobs, core, stop, os.getpid()), daemon=True)
        before = signal.pthread_sigmask(signal.SIG_BLOCK, _INTERRUPTS)  # until it has handlers of its own
        try:
            self._process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        theirs.close()

    def play(self, task: Task) -> None:
        """Have a unit played; its games come over `heard`."""
        self.task = task
        self.given.clear()
        with contextlib.suppress(ConnectionError):  # it is gone: `heard` says so
            self.line.send(task)

    def heard(self) -> bytes | None:
        """A game's line, or something else marked as such; None if the worker is gone."""
        try:
            return self.line.recv_bytes()
        except (EOFError, ConnectionError):
            return None

    def end(self) -> None:
        """End it now; its bots end with it."""
        self.line.close()
        self._process.terminate()
        self._process.join(_PATIENCE_S)
        self._process.kill()
        self._process.join()


def _work(line: Connection, jobs: Jobs, core: int | None, stop: mmap.mmap, parent: int) -> None:
    """A worker's life."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _end)
    sys.unraisablehook = _end_anyhow
    try:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _INTERRUPTS)  # it may be to end already
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != parent:
            return
        if core is not None:
            os.sched_setaffinity(0, {core})
        for said in _games(jobs, iter(line.recv, None), stop):
            line.send_bytes(
                said.line if isinstance(said, Played) else _UNIT_OVER + msgspec.json.encode(said.off_turn_us)
            )
    except InternalError as error:
        line.send_bytes(_FAILED + str(error).encode())
    except _Ended:
        sys.exit(128 + signal.SIGTERM)


class _Ended(BaseException):
    """A worker is to end. No bot of this process can take it for its own, as it could `SystemExit`."""


def _end(number: int, frame: FrameType | None) -> None:
    raise _Ended


def _end_anyhow(what: "sys.UnraisableHookArgs") -> None:
    """It was to end while Python took something away, and would go on: end at once. The keeper ends the bots."""
    if isinstance(what.exc_value, _Ended):
        os._exit(128 + signal.SIGTERM)
    sys.__unraisablehook__(what)


def _games(jobs: Jobs, tasks: Iterator[Task], stop: mmap.mmap) -> Generator[Played | UnitOver, None, None]:
    """The games of the tasks, played by this process."""
    orders = ((jobs[task.table], task) for task in tasks)
    with _collecting_seldom(), contextlib.closing(played(orders, lambda: bool(stop[0]))) as found:
        yield from found


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
