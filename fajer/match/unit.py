"""One unit played by fresh processes; what is ours to answer for is tried once more."""

import contextlib
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from fajer import games
from fajer.errors import BotFault, InternalError
from fajer.match.plan import Plan, Unit
from fajer.match.task import Played, Task, UnitOver
from fajer.records import record
from fajer.records.files import encoded
from fajer.records.record import Fault, Game, Isolation, Limits, Match
from fajer.referee.course import one_by_one, side_by_side
from fajer.referee.entry import Entry
from fajer.referee.isolation.lodging import lodged
from fajer.referee.keeper import Keeper
from fajer.referee.play import Table
from fajer.referee.player import LocalPlayer, PipePlayer, Player, table
from fajer.referee.process import Watch


@dataclass(frozen=True, slots=True)
class Job:
    """What a match is, for whoever plays its units."""

    match: Match
    """Its first line."""
    entries: tuple[Entry, ...]
    """The bots' programs, in the match's order."""
    keep_stderr: bool = False
    """Whether the bots' stderr is kept for games without faults too."""


class Crew:
    """Plays units, one after another, with one keeper for all their bots."""

    def __init__(self, job: Job) -> None:
        self.move(job)
        self._keeper = Keeper()

    def move(self, job: Job) -> None:
        """Go on with the units of another match, or count off turn time anew."""
        self._job = job
        self._plan = Plan(job.match)
        self._rules = games.game(job.match.game)
        self._options = self._rules.checked(job.match.rules)
        self.off_turn_us = [0] * len(job.entries)
        """By bot, processor time used while it was not its turn, in all units since then."""

    def play(
        self, unit: Unit, known: Callable[[int], bool], trouble: str | None = None
    ) -> Generator[Game[Any], None, None]:
        """The games of a unit, as they end.

        An error of ours has the whole unit played again, once: games that were given out or
        are `known` by their index are played but not given out twice, and the first new one
        says so. `trouble` is what went wrong when it was tried before. Raises `InternalError`
        the second time.
        """
        given: set[int] = set()
        for last in (True,) if trouble else (False, True):
            try:
                for game in self._played(unit):
                    if game.index in given:
                        continue
                    if trouble is not None and not known(game.index):
                        game.faults.append(Fault(None, None, None, "internal", f"its unit was played again: {trouble}"))
                        game.digest = record.digest(game)
                        trouble = None
                    given.add(game.index)
                    yield game
                return
            except Exception as error:  # whatever it is, it is ours: bots' failures never come here
                self._keeper.close()
                self._keeper = Keeper()
                if len(given) == len(unit.sets):
                    return  # it was in the ending of the bots, when all games were over
                trouble = f"{type(error).__name__}: {error}"
                if last:
                    where = f"block {unit.block}, seating {unit.seating}"
                    raise InternalError(f"the referee failed twice in {where}: {trouble}") from error

    def _played(self, unit: Unit) -> Iterator[Game[Any]]:
        job = self._job
        limits = job.match.limits
        watch = Watch()
        kept = job.match.isolation
        players = [seated(number, entry, limits, self._keeper, watch, kept) for number, entry in enumerate(job.entries)]
        table(players)
        at = Table(self._rules, self._options, players, limits, job.match.on_fault, job.keep_stderr)
        sittings = self._plan.sittings(unit)
        try:
            for player in players:
                with contextlib.suppress(BotFault):  # it comes again, and counts, when the game begins
                    player.launch()
            if takes_batches(job.match):
                yield from side_by_side(at, sittings, limits.batch)
            else:
                yield from one_by_one(at, sittings)
            dismiss(players, politely=True)
        finally:
            try:
                dismiss(players, politely=False)
            finally:
                watch.close()
                for player in players:
                    self.off_turn_us[player.number] += player.off_turn_us()

    def close(self) -> None:
        """End the keeper, and with it whatever bot is left."""
        self._keeper.close()


def played(
    orders: Iterable[tuple[Job, Task]], is_stopping: Callable[[], bool]
) -> Generator[Played | UnitOver, None, None]:
    """The games of units, one unit after another, played by this process.

    Where no more games are to begin a unit ends after the game that runs; with batches, after them all.
    """
    crew: Crew | None = None
    try:
        for job, task in orders:
            if crew is None:
                crew = Crew(job)
            else:
                crew.move(job)
            with contextlib.closing(crew.play(task.unit, task.known.__contains__, task.trouble)) as found:
                for game in found:
                    yield Played(task.table, game, encoded(game))
                    if is_stopping() and not takes_batches(job.match):
                        break
            yield UnitOver(task, crew.off_turn_us)
    finally:
        if crew is not None:
            crew.close()


def seated(
    number: int, entry: Entry, limits: Limits, keeper: Keeper, watch: Watch, isolation: Isolation = "none"
) -> Player:
    """The player of an entry; raises as `fajer.referee.isolation.lodging.lodged`."""
    if isolation != "none":
        return PipePlayer(number, entry, limits, keeper, watch, lodged(entry, isolation, limits, keeper))
    if entry.local is not None:
        return LocalPlayer(number, entry, limits)
    return PipePlayer(number, entry, limits, keeper, watch)


def dismiss(players: Sequence[Player], *, politely: bool) -> None:
    """End all the players' bots; all of them say goodbye at the same time."""
    if politely:
        for player in players:
            player.say_bye()
    with contextlib.ExitStack() as ends:  # one that cannot be ended does not keep the others
        for player in reversed(players):
            ends.callback(player.end, politely=politely)


def takes_batches(match: Match) -> bool:
    """Whether the games of a unit are played side by side."""
    return match.limits.batch > 1 and all(bot.batch for bot in match.bots)
