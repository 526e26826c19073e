"""What a worker of a Dask cluster has for a run: the bots, unpacked there, and a croupier for each of its threads."""

import asyncio
import contextlib
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from distributed import Worker, get_worker
from distributed.diagnostics.plugin import WorkerPlugin
from tornado.ioloop import PeriodicCallback

import fajer
from fajer.errors import InternalError, IsolationError, UsageError
from fajer.match.task import Task
from fajer.match.unit import Job
from fajer.records.record import Match
from fajer.referee.entry import Entry
from fajer.tournament.bundle import Bundle, Key
from fajer.tournament.croupier import Croupier, Games
from fajer.tournament.link import TOPIC

_IDLE_S = 60.0
"""After so long without a unit the venue of a run is given up: the run may be gone without a word."""


@dataclass(frozen=True, slots=True)
class Order:
    """A unit to be played, as it is sent to a worker."""

    run: str
    """The name of the run, which is the name of its venues."""
    match: Match
    bots: tuple[Key, ...]
    """The match's bots, which have been sent before."""
    keep_stderr: bool
    task: Task


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of a unit; nothing of it all where it has to be played again."""

    worker: str
    """The worker's address."""
    games: Games | None = None
    lacking: bool = False
    """Whether the worker does not have the bots."""
    failure: str | None = None
    """The referee's own failure, twice in the unit."""


class Venue(WorkerPlugin):  # type: ignore[misc]  # Dask is an option: for mypy it has no types
    """One run at one worker. It ends with the worker, or when the run leaves."""

    def __init__(self, run: str, *, pin: bool) -> None:
        self.name = run
        self.entries: dict[Key, Entry] = {}
        """The bots that can be started here."""
        self._pin = pin
        self._croupiers: dict[int, Croupier] = {}
        self._playing: dict[str, Croupier] = {}
        self._guard = threading.Lock()
        self._is_open = True
        self._used = time.monotonic()
        self._look: Any = None

    def setup(self, worker: Worker) -> None:
        """Dask: it begins."""

        async def look() -> None:
            if not self._playing and time.monotonic() - self._used > _IDLE_S:
                await leave(self.name, worker)

        self._look = PeriodicCallback(look, _IDLE_S * 250)
        self._look.start()

    async def teardown(self, worker: Worker) -> None:
        """Dask: it ends, with everything that is played."""
        self._look.stop()
        await asyncio.to_thread(self._end)

    def transition(self, key: str, start: str, finish: str, **_: Any) -> None:
        """Dask: a task becomes something else. Nobody waits for one that is released while it runs: it ends."""
        if finish == "released" and (croupier := self._playing.get(key)) is not None:
            croupier.leave()

    def play(self, order: Order, key: str) -> Games | None:
        """The games of a unit; None if it has to be played again. Raises `InternalError`."""
        croupier = self._croupier(key)
        if croupier is None:
            return Games((), [0] * len(order.bots))
        job = Job(order.match, tuple(self.entries[bot] for bot in order.bots), order.keep_stderr)
        try:
            games = croupier.play(job, order.task)
        finally:
            with self._guard:
                del self._playing[key]
                self._used = time.monotonic()
        if games is None:
            self._replace(croupier)
        return games

    def stop(self) -> None:
        """Begin no more games."""
        with self._guard:
            self._is_open = False
            for croupier in self._croupiers.values():
                croupier.stop()

    def _croupier(self, key: str) -> Croupier | None:
        """This thread's, at work now; None if there are to be no more games."""
        with self._guard:
            if not self._is_open:
                return None
            thread = threading.get_ident()
            if thread not in self._croupiers:
                self._croupiers[thread] = Croupier(pin=self._pin)
            self._playing[key] = self._croupiers[thread]
            return self._croupiers[thread]

    def _replace(self, gone: Croupier) -> None:
        """This thread's is gone: the next unit gets another one."""
        with self._guard:
            ours = self._croupiers.pop(threading.get_ident(), None)
        if ours is not None:
            gone.end()

    def _end(self) -> None:
        with self._guard:
            self._is_open = False
            croupiers = list(self._croupiers.values())
            self._croupiers.clear()
        with contextlib.ExitStack() as ends:
            for croupier in croupiers:
                croupier.leave()
                ends.callback(croupier.end)


def play(order: Order) -> Answer:
    """A task of the cluster: play a unit on this worker."""
    worker = get_worker()
    venue: Venue | None = worker.plugins.get(order.run)
    if venue is None or not venue.entries.keys() >= set(order.bots):
        return Answer(worker.address, lacking=True)
    unit = order.task.unit
    worker.log_event(TOPIC, [order.run, order.task.table, unit.block, unit.seating])
    try:
        return Answer(worker.address, venue.play(order, worker.get_current_task()))
    except InternalError as error:
        return Answer(worker.address, failure=str(error))


# For `Client.run`


def version() -> str:
    """Of the package there."""
    return fajer.__version__


async def receive(run: str, bundles: Sequence[Bundle], pin: bool, dask_worker: Worker) -> str | None:
    """Unpack the bots on this worker; returns what is wrong, in a line."""
    try:
        entries = await asyncio.to_thread(lambda: {bundle.key: bundle.unpacked() for bundle in bundles})
    except (UsageError, IsolationError) as error:
        return str(error)
    if run not in dask_worker.plugins:
        await dask_worker.plugin_add(plugin=Venue(run, pin=pin), name=run)
    dask_worker.plugins[run].entries.update(entries)
    return None


def stop(run: str, dask_worker: Worker) -> None:
    """Begin no more games of a run."""
    venue: Venue | None = dask_worker.plugins.get(run)
    if venue is not None:
        venue.stop()


async def leave(run: str, dask_worker: Worker) -> None:
    """End everything of a run; returns when no process of it is left on this worker."""
    if run in dask_worker.plugins:
        await dask_worker.plugin_remove(name=run)
