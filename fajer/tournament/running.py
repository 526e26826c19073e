"""A tournament being played: what is left of its plan, each finished game into the store at once."""

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from fajer.match.plan import Plan
from fajer.match.streaks import losers
from fajer.records.record import Game, repeatable
from fajer.referee.entry import Remark
from fajer.tournament import plan, rounds
from fajer.tournament.aside import Aside
from fajer.tournament.place import Place, Played, Task
from fajer.tournament.plan import TableJob
from fajer.tournament.schema import Planned
from fajer.tournament.store import Store

Passed = Callable[[Planned, Game[Any]], None]
"""What is done with each game at a table."""


class Running:
    """Plays what is left. Whatever ends it, the games in the store stand, and another one plays on."""

    def __init__(self, store: Store, place: Place, remark: Remark) -> None:
        """`remark` is told what a person should know meanwhile."""
        self._store = store
        self._place = place
        self._remark = remark
        self._passed: Passed = lambda table, game: None
        self._following = Aside(store)
        self._rounds = rounds.Rounds(store)
        self._aside: set[int] = set()
        self._differing: set[int] = set()
        self.is_stopping = False
        """Whether it was stopped."""
        self.games = store.count()
        """Games that were played."""
        self.planned = 0
        """Games that were played or still can be."""
        self._say_aside(self._following.begin())
        self._count()

    def stop(self) -> None:
        """Begin no more games; `play` returns after those that run. For a handler of signals."""
        self.is_stopping = True
        self._place.stop()

    def play(self, passed: Passed) -> None:
        """Play until nothing is left; `passed` is told each game once it is in the store.

        Raises `StoreError` if the store cannot be written, `InternalError` for what is the
        referee's own failure, and what the place raises.
        """
        self._passed = passed
        while True:
            self._play(plan.jobs(self._store, self._remark))
            if self.is_stopping or not self._rounds.lay_next():
                return
            self._count()

    def _play(self, tables: Sequence[TableJob]) -> None:
        """Play what is left at these tables."""
        by_number = {table.number: table for table in tables}
        jobs = {table.number: table.job for table in tables}
        with contextlib.closing(self._place.played(jobs, self._tasks(tables))) as found:
            for one in found:
                if isinstance(one, Played):
                    self._take(by_number[one.table], one)
                elif any(one.off_turn_us):
                    self._store.add_off_turn(one.task.table, one.off_turn_us)

    def _tasks(self, tables: Sequence[TableJob]) -> Iterator[Task]:
        """The units that are not finished, of tables where nobody has been set aside by then."""
        for table in tables:
            known = self._store.known(table.number)
            for unit in Plan(table.job.match).units():
                if self.is_stopping:
                    return
                if not self._aside.isdisjoint(table.bots):
                    break
                games = range(unit.first_index, unit.first_index + len(unit.sets))
                there = frozenset(game for game in games if game in known)
                if len(there) < len(games):
                    yield Task(table.number, unit, there)

    def _take(self, table: TableJob, played: Played) -> None:
        """A game has ended."""
        if not self._aside.isdisjoint(table.bots):
            return  # it lies beyond the game at which one of them was set aside
        game = played.game
        planned = self._store.table(table.number)
        aside: Mapping[int, str] = {}
        with self._store.together():
            is_new = self._store.add(table.number, game, played.line)
            if is_new:
                lost = {table.bots[number] for number in losers(game, planned.match.on_fault)}
                aside = self._following.added(planned, game.index, lost)
        if not is_new:
            self._compare(planned, game)
            return
        self.games += 1
        self._say_aside(aside)
        self._passed(planned, game)

    def _count(self) -> None:
        self.planned = self.games + self._store.left() + rounds.to_come(self._store)

    def _say_aside(self, aside: Mapping[int, str]) -> None:
        if not aside:
            return
        bots = {bot.id: bot for bot in self._store.bots()}
        for bot, why in aside.items():
            over = f"{why}; no more games are played at its tables"
            self._remark(plan.told_aside(bots[bot], over, self._store.path))
            self._aside.add(bot)
        self.games = self._store.count()
        self._count()

    def _compare(self, table: Planned, game: Game[Any]) -> None:
        """A game was played again, to have the bots meet what they met the first time; said once a table."""
        if self._store.known(table.number)[game.index] != repeatable(game) and table.number not in self._differing:
            self._differing.add(table.number)
            names = ", ".join(bot.name for bot in table.match.bots)
            self._remark(
                f"table {table.number}, game {game.index} was played differently this time (the first one stands): "
                f"one of {names} does not repeat itself"
            )
