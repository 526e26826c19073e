"""A Dask cluster, here or elsewhere, as the place where units are played."""

import contextlib
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any

from fajer import games
from fajer.errors import InternalError
from fajer.match.task import Played, Task, UnitOver
from fajer.match.unit import Job
from fajer.records.files import game_decoder
from fajer.tournament.bundle import key
from fajer.tournament.croupier import Games
from fajer.tournament.link import Link

_NOTICE_S = 0.2
"""That no more games are to begin is noticed after so long at most."""
_MOST_SENT = 8
"""A unit that comes back so often without games is a failure of ours."""

Name = tuple[int, int, int]
"""Which unit: its table, block and seating."""


@dataclass(slots=True)
class _Flight:
    """A unit that is out at the cluster."""

    task: Task
    future: Any = None
    """Dask's; its result is an `Answer`."""
    sent: int = 0
    """How often it was sent."""
    begun: int = 0
    """How often a worker began it: once, unless one was lost."""

    @property
    def name(self) -> Name:
        """Which unit it is."""
        return self.task.table, self.task.unit.block, self.task.unit.seating

    def __str__(self) -> str:
        table, block, seating = self.name
        return f"table {table}, block {block}, seating {seating}"


class Cluster:
    """Where units are played: workers of a Dask cluster; see `fajer.tournament.place.Place`.

    A unit that is lost with its worker is played again by another one. None of its games had been
    given out, so it is as if nothing had been.
    """

    def __init__(self, where: str, *, jobs: int, pin: bool, remark: Callable[[str], None]) -> None:
        """Begin a cluster of so many workers on this machine (`dask`), or reach one (`tcp://HOST:PORT`).

        `remark` is told what a person should know meanwhile. Raises `UsageError` for a cluster
        that cannot be had, or whose fajer is another one.
        """
        self._link = Link(where, jobs=jobs, pin=pin)
        self._remark = remark
        self._flights: dict[Name, _Flight] = {}
        self._news: SimpleQueue[tuple[Name, bool]] = SimpleQueue()
        """Units that a worker began (False) or that came back (True)."""
        self._stopping = self._told = self._waiting = False
        try:
            self._link.listen(self._began)
        except BaseException:
            self.close()
            raise

    def played(self, jobs: Mapping[int, Job], tasks: Iterator[Task]) -> Generator[Played | UnitOver, None, None]:
        """Play all tasks.

        Raises `UsageError` for a bot that does not travel or cannot be had at a worker,
        `MatchStopped` if the cluster is gone, `InternalError` for what failed twice in a unit and
        for a unit that ended its worker twice.
        """
        for isolation in {job.match.isolation for job in jobs.values()}:
            self._link.bring(
                (entry for job in jobs.values() if job.match.isolation == isolation for entry in job.entries), isolation
            )
        try:
            while True:
                self._send(jobs, tasks)
                if not self._flights:
                    return
                self._tell()
                for flight, answer in self._landed(self._noticed(), jobs):
                    yield from self._taken(flight, answer, jobs[flight.task.table])
        finally:
            if self._flights:
                self._link.abandon([flight.future for flight in self._flights.values()])
                self._flights.clear()

    def stop(self) -> None:
        """Begin no more games: units end after the game that runs; with batches, after them all."""
        self._stopping = True

    def close(self) -> None:
        """End what is there for the run; a cluster that was begun for it ends, too."""
        self._link.close()

    # Out

    def _send(self, jobs: Mapping[int, Job], tasks: Iterator[Task]) -> None:
        """Send units out while there is room: one more a thread than can be played."""
        threads = self._link.threads()
        if self._stopping and not threads:
            raise self._link.gone("it has no workers")
        if not threads and not self._waiting:
            self._remark(f"the cluster {self._link.where} has no workers now: waiting for one")
        self._waiting = not threads
        while len(self._flights) < 2 * max(threads, 1) and (task := next(tasks, None)) is not None:
            flight = _Flight(task)
            self._flights[flight.name] = flight
            self._fly(flight, jobs[task.table])

    def _fly(self, flight: _Flight, job: Job) -> None:
        """Send a unit out."""
        from fajer.tournament.venue import Order, play

        flight.sent += 1
        if flight.sent > _MOST_SENT:
            raise InternalError(f"{flight} came back {_MOST_SENT} times without having been played")
        bots = tuple(key(entry) for entry in job.entries)
        order = Order(self._link.run, job.match, bots, job.keep_stderr, flight.task)
        name = "-".join(map(str, (*flight.name, flight.sent)))
        with self._link.needed():
            flight.future = self._link.client.submit(play, order, key=f"{self._link.run}-{name}", pure=False)
            flight.future.add_done_callback(partial(self._came, flight.name))

    def _tell(self) -> None:
        """Tell the workers, once, that no more games are to begin."""
        if self._stopping and not self._told:
            from fajer.tournament import venue

            self._told = True
            self._link.on_workers(venue.stop, self._link.run)

    # Back

    def _came(self, name: Name, future: Any) -> None:
        """Dask, from a thread of its own: a unit came back."""
        self._news.put((name, True))

    def _began(self, table: int, block: int, seating: int) -> None:
        """Dask, from a thread of its own: a worker begins a unit."""
        self._news.put(((table, block, seating), False))

    def _noticed(self) -> list[_Flight]:
        """The units that have come back; none if there are none for a moment."""
        back = []
        with contextlib.suppress(Empty):
            name, is_back = self._news.get(timeout=_NOTICE_S)
            while True:
                flight = self._flights.get(name)
                if flight is not None and is_back:
                    back.append(flight)
                elif flight is not None:
                    self._count(flight)
                name, is_back = self._news.get_nowait()
        return back

    def _count(self, flight: _Flight) -> None:
        """A worker begins a unit; if it was begun before, that worker is gone."""
        flight.begun += 1
        if flight.begun == 2:
            self._remark(f"a worker of the cluster was lost; {flight} is played again")
        elif flight.begun > 2:
            raise InternalError(f"a worker of the cluster was lost twice in the same unit: {flight}")

    def _landed(self, back: Sequence[_Flight], jobs: Mapping[int, Job]) -> list[tuple[_Flight, Any]]:
        """The answers to units that have come back."""
        ready = []
        for flight in back:
            if flight.future.status == "cancelled":
                raise self._link.gone(f"{flight} was cancelled")
            if flight.future.status != "error":
                ready.append(flight)
                continue
            error = flight.future.exception()
            if type(error).__name__ != "KilledWorker":
                raise InternalError(f"{flight} cannot be played: {type(error).__name__}: {error}")
            self._fly(flight, jobs[flight.task.table])  # it may only have waited there: who began it is counted here
        with self._link.needed():
            answers = self._link.client.gather([flight.future for flight in ready])
        return list(zip(ready, answers, strict=True))

    def _taken(self, flight: _Flight, answer: Any, job: Job) -> Iterator[Played | UnitOver]:
        """What there is of a unit, which is over then unless it has to be played again."""
        if answer.failure is not None:
            raise InternalError(answer.failure)
        played: Games | None = answer.games
        if played is None and not self._told:
            if answer.lacking:
                self._link.bring_again(answer.worker)
            self._fly(flight, job)
            return
        del self._flights[flight.name]
        task = flight.task
        if played is None:
            played = Games((), [0] * len(job.entries))
        decode = game_decoder(games.game(job.match.game)).decode
        for line in played.lines:
            yield Played(task.table, decode(line), line)
        yield UnitOver(task, played.off_turn_us)
