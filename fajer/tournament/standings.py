"""Who stands where in a tournament: computed from the store, whole sets only, each time anew."""

import contextlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from msgspec import Struct

from fajer import games
from fajer.records.record import kept_apart
from fajer.score import standings as of_matches
from fajer.tournament.schema import Entered, Setting
from fajer.tournament.spread import SETTLED, Stratum, interval, mean, plain
from fajer.tournament.store import Store


class Standing(of_matches.Standing, frozen=True, kw_only=True):
    """How one bot did. Games, mean, wins and places are of whole sets; faults, forfeits, late answers
    and times of all games that were played."""

    id: int
    """The bot in the store."""
    tables: int
    """Tables at which it played a whole set."""
    forfeits: int
    """Games that it forfeited."""
    set_aside: str | None
    """Why it plays no more; null: it plays."""
    replaced: bool
    """Whether this is an old version."""


class Standings(of_matches.Standings, frozen=True, kw_only=True):
    """The table of a tournament."""

    bots: Sequence[Standing]
    """The best first."""
    name: str
    """The tournament's name."""
    format: str
    """How its tables were chosen."""
    seats: int
    """Seats at a table."""
    tables: int
    """Tables in the plan."""
    planned: int
    """Games in the plan that are played or still can be."""
    faulty_sets: int
    """Whole sets in which somebody forfeited."""
    without_faults: bool
    """Whether those are left out of means, wins and places."""
    cut_short: int
    """Games at tables that cannot be finished because a bot was set aside there; means, wins, places and
    strengths leave them out, for only the others at these tables met it."""


class Meeting(Struct, frozen=True):
    """How one bot did against another, at the tables where both sat."""

    bot: int
    other: int
    sets: int
    """Whole sets."""
    mean: float
    """By how much the payoff of `bot` was above that of `other`, a game."""
    interval: float | None
    """Half the width of its 95 % interval; null with too few sets, and where all ended alike."""


def standings(store: Store, *, without_faults: bool = False) -> Standings:
    """The table, the best first by mean payoff."""
    setting = store.setting
    with _by_set(store, without_faults=without_faults):
        bots = store.bots()
        tallies = _tallies(store, bots, setting)
        sets = _number(store, "SELECT count(*) FROM by_set") // setting.seats
        labels = _labels(bots)
        rules = games.game(setting.game)
        found = [tallies[bot.id].standing(labels[bot.id], rated=rules.rate is not None) for bot in bots]
        found.sort(key=lambda bot: (bot.mean is None, -round(bot.mean or 0, SETTLED), bot.name))
        faulty = _number(store, _FAULTY, setting.seats * setting.set_size)
        played = store.count()
        whole = sets + (faulty if without_faults else 0)
        games_cut_short = _number(store, f"SELECT count(*) FROM game WHERE table_number IN ({_CUT_SHORT})")  # noqa: S608
        return Standings(
            game=setting.game,
            unit=rules.unit,
            rate=rules.rate,
            rules=setting.rules,
            games=sets * setting.set_size,
            sets=sets,
            left_out=played - games_cut_short - whole * setting.set_size,
            internal=_number(store, "SELECT count(*) FROM fault WHERE bot IS NULL"),
            isolation=kept_apart(setting.isolation, setting.limits),
            bots=found,
            name=setting.name,
            format=setting.format,
            seats=setting.seats,
            tables=len(store.numbers()),
            planned=played + store.left(),
            faulty_sets=faulty,
            without_faults=without_faults,
            cut_short=games_cut_short,
        )


def meetings(store: Store, *, without_faults: bool = False) -> list[Meeting]:
    """Who beats whom: one for each two bots that sat together in a whole set, both ways round."""
    strata: dict[tuple[int, int], list[Stratum]] = defaultdict(list)
    with _by_set(store, without_faults=without_faults):
        for one, other, *sums in store.rows(_TOGETHER):
            strata[one, other].append(plain(*sums))
    found = []
    for (one, other), parts in strata.items():
        sets = sum(part.sets for part in parts)
        ahead = mean(parts) or 0.0
        half = interval(parts)
        found += [Meeting(one, other, sets, ahead, half), Meeting(other, one, sets, 0.0 - ahead, half)]
    return sorted(found, key=lambda meeting: (meeting.bot, meeting.other))


_CUT_SHORT = """
SELECT number FROM tables WHERE number IN (
    SELECT table_number FROM seat_at JOIN bot ON bot.id = seat_at.bot WHERE set_aside IS NOT NULL)
AND (SELECT games FROM tournament) > (SELECT count(*) FROM game WHERE table_number = number)"""
"""The tables that cannot be finished because a bot was set aside there."""

_FAULTY = f"""
SELECT count(*) FROM (SELECT DISTINCT table_number, set_number FROM result WHERE forfeited) AS faulty
WHERE table_number NOT IN ({_CUT_SHORT})
AND ? = (SELECT count(*) FROM result
         WHERE result.table_number = faulty.table_number AND result.set_number = faulty.set_number)"""  # noqa: S608
"""Whole sets in which somebody forfeited."""

_TOGETHER = """
SELECT one.bot, other.bot, count(*), sum(one.payoff - other.payoff),
       sum((one.payoff - other.payoff) * (one.payoff - other.payoff))
FROM by_set AS one JOIN by_set AS other
     ON other.table_number = one.table_number AND other.set_number = one.set_number AND other.bot > one.bot
GROUP BY one.table_number, one.bot, other.bot
ORDER BY one.bot, other.bot, one.table_number"""
"""By table, two bots' sets together."""


def cut_short(store: Store) -> set[int]:
    """The tables that cannot be finished because a bot was set aside there."""
    return {number for (number,) in store.rows(_CUT_SHORT)}


def counting(*, without_faults: bool) -> str:
    """SQL that says which rows of `result` count: not those of tables that were cut short, nor `left_out`."""
    return f"table_number NOT IN ({_CUT_SHORT}) {left_out(without_faults=without_faults)}"


def left_out(*, without_faults: bool) -> str:
    """SQL that leaves out, if so wanted, the rows of sets in which somebody forfeited."""
    faulty = "SELECT table_number, set_number FROM result WHERE forfeited"
    return f"AND (table_number, set_number) NOT IN ({faulty})" if without_faults else ""


@contextlib.contextmanager
def _by_set(store: Store, *, without_faults: bool) -> Iterator[None]:
    """A moment of the store, with `by_set`: a row a bot a whole set, its mean payoff, deals, wins and places.

    A set is whole when each of its bots has played all its games. What is left out is not there.
    """
    setting = store.setting
    places = "".join(f", sum(place = {place}) AS place_{place}" for place in range(1, setting.seats + 1))
    columns = "".join(f", place_{place}" for place in range(1, setting.seats + 1))
    with store.snapshot():
        store.rows(
            f"""CREATE TEMP TABLE by_set (table_number, set_number, bot, payoff, deals, wins{columns},
                    PRIMARY KEY (table_number, set_number, bot)) WITHOUT ROWID"""
        )
        store.rows(
            f"""INSERT INTO by_set SELECT table_number, set_number, bot, avg(payoff), sum(deals), sum(wins){places}
                FROM result WHERE {counting(without_faults=without_faults)}
                GROUP BY table_number, set_number, bot HAVING count(*) = {setting.set_size}"""  # noqa: S608
        )
        yield


@dataclass
class _Tally:
    """What is gathered of one bot."""

    bot: Entered
    size: int
    """Games in a set."""
    strata: list[Stratum] = field(default_factory=list)
    """By table, its mean payoffs over the games of a set."""
    rates: list[Stratum] = field(default_factory=list)
    """By table, its payoffs in a set, by the deals of the set."""
    wins: float = 0.0
    places: Counter[int] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    forfeits: int = 0
    late: int = 0
    times: Counter[int] = field(default_factory=Counter)

    def standing(self, name: str, *, rated: bool) -> Standing:
        """The line of the table; `rated`: payoffs are given a deal too."""
        sets = sum(one.sets for one in self.strata)
        rate = mean(self.rates) if rated else None
        deals = int(sum(one.weight for one in self.rates))
        return Standing(
            name=name,
            version=self.bot.version,
            sha256=self.bot.sha256,
            games=sets * self.size,
            sets=sets,
            mean=mean(self.strata),
            interval=interval(self.strata),
            a_deal=None if rate is None else of_matches.Rate(deals, rate, interval(self.rates)),
            wins=self.wins / (sets * self.size) if sets else 0.0,
            places=dict(sorted((+self.places).items())),
            faults=dict(sorted(self.faults.items())),
            late=self.late,
            thinking=of_matches.thinking(self.times, max(self.times, default=None)),
            id=self.bot.id,
            tables=len(self.strata),
            forfeits=self.forfeits,
            set_aside=self.bot.set_aside,
            replaced=self.bot.replaced_by is not None,
        )


def _tallies(store: Store, bots: Iterable[Entered], setting: Setting) -> dict[int, _Tally]:
    """All that is known of each bot."""
    tallies = {bot.id: _Tally(bot, setting.set_size) for bot in bots}
    places = "".join(f", sum(place_{place})" for place in range(1, setting.seats + 1))
    by_table = store.rows(
        f"""SELECT bot, count(*), sum(payoff), sum(payoff * payoff),
                   sum(deals), sum(deals * deals), sum(payoff * deals), sum(wins){places}
            FROM by_set GROUP BY bot, table_number ORDER BY bot, table_number"""  # noqa: S608
    )
    size = setting.set_size
    for bot, sets, payoff, payoffs, deals, squares, products, wins, *counts in by_table:
        tally = tallies[bot]
        tally.strata.append(plain(sets, payoff, payoffs))
        tally.rates.append(Stratum(sets, payoff * size, deals, payoffs * size * size, squares, products * size))
        tally.wins += wins
        tally.places.update(dict(enumerate(counts, 1)))
    for bot, kind, count, forfeits in store.rows(
        "SELECT bot, kind, count(*), sum(forfeited) FROM fault WHERE bot IS NOT NULL GROUP BY bot, kind"
    ):
        tallies[bot].faults[kind] = count
        tallies[bot].forfeits += forfeits
    for bot, late in store.rows("SELECT bot, sum(late) FROM result WHERE late GROUP BY bot"):
        tallies[bot].late = late
    for bot, us, count in store.rows("SELECT bot, us, decisions FROM thinking"):
        tallies[bot].times[us] = count
    return tallies


def _number(store: Store, query: str, *values: Any) -> int:
    ((number,),) = store.rows(query, *values)
    return int(number)


def _labels(bots: Iterable[Entered]) -> dict[int, str]:
    """By bot, its name, and which version it is where there are several: no two are the same."""
    labels = {bot.id: bot.name for bot in bots}
    for tell in (lambda bot: bot.identity, lambda bot: f"bot {bot.id}"):
        shown = Counter(labels.values())
        labels |= {bot.id: f"{bot.name} ({tell(bot)})" for bot in bots if shown[labels[bot.id]] > 1}
    return labels
