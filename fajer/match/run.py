"""Playing a match: units shared out to workers, one core each, games gathered in order."""

import contextlib
from collections.abc import Callable
from typing import Any, Protocol

from fajer.errors import Enough, MatchStopped
from fajer.match.plan import Plan, Unit
from fajer.match.streaks import Streaks, losers, told
from fajer.match.task import Played, Task
from fajer.match.unit import Job
from fajer.match.workers import Workers
from fajer.records.record import Game, Match, repeatable

Passed = Callable[[Game[Any]], None]
"""What is done with each game, in order; raises `Enough` if it is the last one wanted."""


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


class Forfeits:
    """Notices a bot that forfeits game after game."""

    def __init__(self, match: Match, *, kept: bool = True) -> None:
        """`kept`: whether the games are, so that the match can be played on."""
        self._match = match
        self._more = "; --resume plays on" if kept else ""
        self._streaks = Streaks()

    def passed(self, game: Game[Any]) -> None:
        """Look at the next game in order; raises `MatchStopped` at the tenth running."""
        match = self._match
        for number in self._streaks.passed(game.seats, losers(game, match.on_fault)):
            why = told(game, number, match.on_fault)
            raise MatchStopped(f"{match.bots[number].name} {why}: the match ends here{self._more}")


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
        """Play every unit that is not finished, until there is enough.

        Raises `MatchStopped` or `InternalError`; what was finished stands.
        """
        tasks = (Task(0, unit, self._known(unit)) for unit in self._plan.units() if not self._finished(unit))
        workers = Workers(jobs, self._remark, pin=pin)
        with contextlib.suppress(Enough), contextlib.closing(workers.played({0: self._job}, tasks)) as found:
            for one in found:
                if isinstance(one, Played):
                    self._take(one.game, one.line)
                else:
                    self._add_off_turn(one.off_turn_us)

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
