"""What the report is about, from the store alone and all of one moment."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby
from typing import NamedTuple

from fajer.tournament.ratings import PlayedSet, Ratings, ratings
from fajer.tournament.schema import Entered, Setting
from fajer.tournament.spread import Stratum, interval, mean, plain
from fajer.tournament.standings import (
    Meeting,
    Standing,
    Standings,
    counting,
    cut_short,
    left_out,
    meetings,
    standings,
)
from fajer.tournament.store import Store

SHOWN = 10
"""Of a bot's faults of one kind so many are told one by one."""
LINKED = 1000
"""Of so many there is a link to the record of the game."""
_POINTS = 60
"""A course has about so many points."""
_ROUNDING = 1e-9
"""So little is no difference."""


class Course(NamedTuple):
    """How a bot's mean payoff went while sets came in."""

    sets: list[int]
    """So many whole sets had been played."""
    means: list[float]
    """The mean payoff a game over these."""
    halves: list[float | None]
    """Half the width of its 95 % interval; None with too few, and where all ended alike."""

    def milestones(self) -> list[tuple[int, float, float | None]]:
        """The point after each quarter of the sets, as nearly as there is one."""
        points = list(zip(*self, strict=True))
        return [next(point for point in points if point[0] * 4 >= self.sets[-1] * part) for part in (1, 2, 3, 4)]


class Mishap(NamedTuple):
    """A fault in a game."""

    bot: int | None
    """Who failed; None: the referee."""
    kind: str
    table: int
    game: int
    """Its index at the table."""
    detail: str
    forfeited: bool


class Further(NamedTuple):
    """Games at a table with faults of a bot that are not told one by one."""

    bot: int | None
    """Who failed; None: the referee."""
    kind: str
    table: int
    games: list[int]
    """Their indices at the table."""


class Inversion(NamedTuple):
    """Two bots that are the other way round by strength than by payoff."""

    stronger: int
    """The one that is lower by payoff."""
    weaker: int
    chance: float | None
    """That it is the stronger one; None: not enough games."""


@dataclass(frozen=True)
class Findings:
    """Everything that the report tells."""

    setting: Setting
    standings: Standings
    games: int
    """Games that were played, in whole sets or not."""
    bots: dict[int, Entered]
    """By number, every bot in every version."""
    ratings: Ratings
    meetings: dict[tuple[int, int], Meeting]
    """By the two bots."""
    courses: dict[int, Course]
    """By bot; those without a whole set are not there."""
    mishaps: list[Mishap]
    """The first faults of each bot and kind, by kind."""
    further: list[Further]
    """Where those are that come after them, by kind, bot and table."""
    off_turn_us: dict[int, int]
    """By bot, processor time used while it was not its turn."""

    @property
    def played(self) -> list[Standing]:
        """The standings of those who have played a whole set, the best first."""
        return [bot for bot in self.standings.bots if bot.mean is not None]

    def faulty_tables(self) -> set[int]:
        """The tables whose records the faults lead to."""
        return {one.table for one in self.mishaps} | {one.table for one in self.further}

    def inversions(self) -> list[Inversion]:
        """Where the order by strength is not that by payoff."""
        return inversions(self.played, self.ratings)


def found(store: Store, *, without_faults: bool = False) -> Findings:
    """What is to be told of a tournament."""
    setting = store.setting
    with store.snapshot():
        bots = store.bots()
        table = standings(store, without_faults=without_faults)
        sets = played_sets(store, without_faults=without_faults)
        return Findings(
            setting=setting,
            standings=table,
            games=store.rows("SELECT count(*) FROM game")[0][0],
            bots={bot.id: bot for bot in bots},
            ratings=ratings(len(bots), sets, seed=setting.seed),
            meetings={(one.bot, one.other): one for one in meetings(store, without_faults=without_faults)},
            courses=courses(store, without_faults=without_faults),
            mishaps=_mishaps(store),
            further=_further(store),
            off_turn_us=dict(store.rows("SELECT bot, sum(off_turn_us) FROM seat_at GROUP BY bot")),
        )


def inversions(played: Sequence[Standing], ratings: Ratings) -> list[Inversion]:
    """Where the order by strength is not that by payoff, the one in which the bots come.

    What is equal in either is in no order.
    """
    strength = {one.bot: one for one in ratings.strengths}
    return [
        Inversion(lower.id, upper.id, ratings.better(lower.id, upper.id))
        for upper, lower in combinations(played, 2)
        if strength[lower.id].group == strength[upper.id].group
        and _above(upper.mean, lower.mean)
        and _above(strength[lower.id].elo, strength[upper.id].elo)
    ]


def played_sets(store: Store, *, without_faults: bool = False) -> Iterator[PlayedSet]:
    """The whole sets, in an order that does not depend on when they were played."""
    setting = store.setting
    query = f"""SELECT set_number, bot, place FROM result
                WHERE table_number = ? {left_out(without_faults=without_faults)}
                ORDER BY set_number, bot, seating"""  # noqa: S608
    skipped = cut_short(store)
    for table in (number for number in store.numbers() if number not in skipped):
        for _, own in groupby(store.rows(query, table), key=lambda row: row[0]):
            places: dict[int, list[int]] = {}
            for _, bot, place in own:
                places.setdefault(bot, []).append(place)
            if len(places) == setting.seats and all(len(one) == setting.set_size for one in places.values()):
                yield PlayedSet(tuple(places), tuple(zip(*places.values(), strict=True)))


def courses(store: Store, *, without_faults: bool = False) -> dict[int, Course]:
    """How the means went, by bot.

    Sets count in the order of their number, that of all tables of a round before the next one: it
    is the same however many tables were played side by side, and the end is where the standings are.
    """
    rows = store.rows(
        _IN_PARTS.format(counting=counting(without_faults=without_faults)), _POINTS, store.setting.set_size
    )
    made: dict[int, Course] = {}
    for bot, own in groupby(rows, key=lambda row: row[0]):
        course = made[bot] = Course([], [], [])
        strata: dict[int, Stratum] = {}
        for _, sums in groupby(own, key=lambda row: row[1]):
            for _, _, table, *more in sums:
                strata[table] = _added(strata.get(table), plain(*more))
            _point(course, list(strata.values()))
    return made


_IN_PARTS = """
SELECT bot, part, table_number, count(*), sum(payoff), sum(payoff * payoff)
FROM (SELECT bot, table_number, payoff,
             ntile(?) OVER (PARTITION BY bot ORDER BY coalesce(round, 0), set_number, table_number) AS part
      FROM (SELECT bot, table_number, set_number, avg(payoff) AS payoff
            FROM result WHERE {counting} GROUP BY table_number, set_number, bot HAVING count(*) = ?)
      JOIN tables ON number = table_number)
GROUP BY bot, part, table_number ORDER BY bot, part, table_number"""
"""Each bot's sets in some parts one after the other, summed up by table."""


def _above(one: float | None, other: float | None) -> bool:
    """Whether one is more than the other, and not by rounding."""
    return one is not None and other is not None and one - other > _ROUNDING


def _added(old: Stratum | None, new: Stratum) -> Stratum:
    return new if old is None else Stratum(*map(sum, zip(*[old, new], strict=True)))


def _point(course: Course, strata: Sequence[Stratum]) -> None:
    middle = mean(strata)
    assert middle is not None
    course.sets.append(sum(one.sets for one in strata))
    course.means.append(middle)
    course.halves.append(interval(strata))


def _mishaps(store: Store) -> list[Mishap]:
    rows = store.rows(f"SELECT bot, kind, table_number, game_index, detail, forfeited {_NUMBERED}", 0, SHOWN)
    return [Mishap._make((*told, bool(forfeited))) for *told, forfeited in rows]


def _further(store: Store) -> list[Further]:
    rows = store.rows(f"SELECT bot, kind, table_number, game_index {_NUMBERED}", SHOWN, LINKED)
    return [
        Further(bot, kind, table, list(dict.fromkeys(game for *_, game in own)))  # once, with however many faults
        for (bot, kind, table), own in groupby(rows, key=lambda row: row[:-1])
    ]


_NUMBERED = """
FROM (SELECT *, row_number() OVER (PARTITION BY bot, kind ORDER BY table_number, game_index, number) AS nth
      FROM fault)
WHERE nth > ? AND nth <= ? ORDER BY kind, bot IS NULL, bot, nth"""
"""The faults of each bot and kind from one number to another."""
