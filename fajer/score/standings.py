"""Who did how well, and how sure that is: gathered from games, a whole set at a time."""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from fajer import games
from fajer.errors import UsageError
from fajer.match.plan import seatings
from fajer.records.files import Opened
from fajer.records.record import Entrant, Game, Match, kept_apart

_CONFIDENCE = 0.95
_EXACT_US = 1000
"""Thinking times from here on are kept to three significant digits."""
_LARGEST_PART = 10_000
"""Payoffs are fractions of at most this denominator; the records hold the nearest doubles."""

_Key = tuple[str, str | None, str | None, str | None]
"""Name, version, checksum, and the spec where neither of these is known."""


class Thinking(msgspec.Struct, frozen=True):
    """How long a bot thought, in microseconds, to three significant digits; null if it never did."""

    p50_us: int | None
    p99_us: int | None
    longest_us: int | None


class Rate(msgspec.Struct, frozen=True):
    """What a bot was paid a deal: all its payoffs by all deals of its games, in whole sets.

    Deals after it went out count too: what it lost before was lost over the whole game.
    """

    deals: int
    """Deals, or hands, as the game calls them."""
    mean: float
    """Mean payoff a deal, in the game's unit."""
    interval: float | None
    """Half the width of its 95 % interval over sets; null with fewer than two, and where all ended alike."""


class Standing(msgspec.Struct, frozen=True):
    """How one bot did."""

    name: str
    version: str | None
    sha256: str | None
    games: int
    """Games played."""
    sets: int
    """Whole sets among them: what mean and interval are over."""
    mean: float | None
    """Mean payoff a game, in the game's unit; null without a whole set."""
    interval: float | None
    """Half the width of its 95 % interval; null with fewer than two sets, and where all sets ended alike."""
    a_deal: Rate | None
    """Payoff a deal, where the game counts so; null elsewhere, and without a whole set."""
    wins: float
    """Share of games won, a shared first place in equal parts; 0 without games."""
    places: dict[int, int]
    """How often it took each place."""
    faults: dict[str, int]
    """Faults by kind."""
    late: int
    """Answers within the margin."""
    thinking: Thinking


class Standings(msgspec.Struct, frozen=True):
    """The table of one or several matches of the same game."""

    game: str
    unit: str
    """What payoffs are counted in."""
    rate: str | None
    """What a deal is called where payoffs are given a deal too; null elsewhere."""
    rules: dict[str, Any]
    """Every option with its value."""
    games: int
    """Games in all."""
    sets: int
    """Whole sets in all."""
    left_out: int
    """Games of sets that are not whole: not in the means."""
    internal: int
    """Units that had to be played again because of the referee."""
    isolation: str
    """How the bots were kept apart, in words; what was different from match to match stands side by side."""
    bots: Sequence[Standing]
    """The best first."""


class _Ratio:
    """A sum by a sum over sets, and how sure it is: a mean where each set weighs 1."""

    def __init__(self) -> None:
        self.sets = 0
        self.weight = 0
        self._weights = 0
        self._sum: Fraction | int = 0
        self._squares: Fraction | int = 0
        self._products: Fraction | int = 0

    def add(self, amount: Fraction | int, weight: int) -> None:
        """Take a set."""
        self.sets += 1
        self.weight += weight
        self._weights += weight * weight
        self._sum += amount
        self._squares += amount * amount
        self._products += amount * weight

    def mean(self) -> float | None:
        """The sum of the amounts by that of the weights; None without a set."""
        return float(Fraction(self._sum) / self.weight) if self.sets else None

    def interval(self) -> float | None:
        """Half of Student's interval, from how far each set is from the mean at its weight.

        None without any spread: sets that all ended alike say nothing of how far others will be off.
        """
        if self.sets < 2:
            return None
        from scipy.special import stdtrit  # takes a while to import

        mean = Fraction(self._sum) / self.weight
        spread = self._squares - 2 * mean * self._products + mean * mean * self._weights
        if spread == 0:
            return None
        error = math.sqrt(spread * self.sets / (self.sets - 1)) / self.weight
        return float(stdtrit(self.sets - 1, (1 + _CONFIDENCE) / 2)) * error


class _Tally:
    """What is gathered of one bot."""

    def __init__(self, bot: Entrant) -> None:
        self.bot = bot
        self.games = 0
        self.a_game = _Ratio()
        self.a_deal = _Ratio()
        self.wins: Fraction | int = 0
        self.places: Counter[int] = Counter()
        self.faults: Counter[str] = Counter()
        self.late = 0
        self.times: Counter[int] = Counter()
        self.longest: int | None = None

    def standing(self, name: str, *, rated: bool) -> Standing:
        mean = self.a_deal.mean() if rated else None
        return Standing(
            name=name,
            version=self.bot.version,
            sha256=self.bot.sha256,
            games=self.games,
            sets=self.a_game.sets,
            mean=self.a_game.mean(),
            interval=self.a_game.interval(),
            a_deal=None if mean is None else Rate(self.a_deal.weight, mean, self.a_deal.interval()),
            wins=float(Fraction(self.wins) / self.games) if self.games else 0.0,
            places=dict(sorted(self.places.items())),
            faults=dict(sorted(self.faults.items())),
            late=self.late,
            thinking=thinking(self.times, self.longest),
        )


class Score:
    """Gathers games. In whatever order matches come, the table is the same."""

    def __init__(self) -> None:
        self._tallies: dict[_Key, _Tally] = {}
        self._first: tuple[str, Match] | None = None
        self._seen: dict[str, str] = {}
        self._games = 0
        self._sets = 0
        self._left_out = 0
        self._internal = 0
        self._isolation: set[str] = set()
        self.seats: set[int] = set()
        """How many seats the tables had."""

    def match(self, match: Match, where: str) -> "MatchScore":
        """What takes the games of a match. Raises `UsageError` if it is of another game than
        those before, or the same match again."""
        if match.id in self._seen:
            raise UsageError(f"{where} holds the same match as {self._seen[match.id]}")
        self._seen[match.id] = where
        if self._first is None:
            self._first = (where, match)
        self._compare(match, where)
        self.seats.add(len(match.bots))
        self._isolation.add(kept_apart(match.isolation, match.limits))
        tallies = []
        for bot in match.bots:
            tallies.append(self._tallies.setdefault(_key(bot), _Tally(bot)))
        return MatchScore(self, match, tallies)

    def file(self, found: Opened, step: Callable[[], None] = lambda: None) -> None:
        """Take all games of a file; `step` is called after each."""
        score = self.match(found.match, str(found.path))
        for game in found.games():
            score.add(game)
            step()
        score.close()

    def _compare(self, match: Match, where: str) -> None:
        assert self._first is not None
        first, other = self._first
        if match.game != other.game:
            raise UsageError(f"{where} is a match of {match.game}, {first} one of {other.game}: not one table")
        for option, value in match.rules.items():
            if value != other.rules[option]:
                before = other.rules[option]
                raise UsageError(
                    f"{where} was played with {option}={value}, {first} with {option}={before}: not one table"
                )

    def count(self, games: int, sets: int, left_out: int, internal: int) -> None:
        """Add to what the table says of all."""
        self._games += games
        self._sets += sets
        self._left_out += left_out
        self._internal += internal

    def standings(self) -> Standings:
        """The table as it stands."""
        assert self._first is not None
        match = self._first[1]
        rules = games.game(match.game)
        names = Counter(tally.bot.name for tally in self._tallies.values())
        bots = [
            tally.standing(
                bot.name if names[bot.name] == 1 else f"{bot.name} ({_identity(bot)})", rated=rules.rate is not None
            )
            for tally, bot in ((tally, tally.bot) for tally in self._tallies.values())
        ]
        bots.sort(key=lambda bot: (bot.mean is None, -(bot.mean or 0), bot.name))
        return Standings(
            match.game,
            rules.unit,
            rules.rate,
            match.rules,
            self._games,
            self._sets,
            self._left_out,
            self._internal,
            ", ".join(sorted(self._isolation)),
            bots,
        )


class MatchScore:
    """Takes the games of one match, in order."""

    def __init__(self, score: Score, match: Match, tallies: list[_Tally]) -> None:
        self._score = score
        self._tallies = tallies
        self._seatings = len(seatings(match.seating, len(match.bots)))
        self._open: dict[int, list[Fraction | int]] = {}
        self._deals: Counter[int] = Counter()
        self._counts: Counter[int] = Counter()

    def add(self, game: Game[Any]) -> None:
        """Take a game."""
        tallies = [self._tallies[number] for number in game.seats]
        winners = game.places.count(1)
        for seat, tally in enumerate(tallies):
            tally.games += 1
            place = game.places[seat]
            tally.places[place] += 1
            if place == 1:
                tally.wins += 1 if winners == 1 else Fraction(1, winners)
            tally.late += game.late[seat]
        for fault in game.faults:
            if fault.seat is not None:
                tallies[fault.seat].faults[fault.kind] += 1
        _take_times(game, tallies)
        internal = sum(fault.kind == "internal" for fault in game.faults)
        self._score.count(1, self._in_set(game), 0, internal)

    def close(self) -> None:
        """No more games come: those of sets that are not whole are left out of the means."""
        self._score.count(0, 0, self._counts.total(), 0)

    def _in_set(self, game: Game[Any]) -> int:
        """Put the game to its set; 1 if that is whole now."""
        sums = self._open.setdefault(game.set, [0] * len(game.seats))
        for number, payoff in zip(game.seats, game.payoffs, strict=True):
            sums[number] += exact(payoff)
        self._deals[game.set] += len(game.deals)
        self._counts[game.set] += 1
        if self._counts[game.set] < self._seatings:
            return 0
        deals = self._deals.pop(game.set)
        del self._open[game.set], self._counts[game.set]
        for number, total in enumerate(sums):
            tally = self._tallies[number]
            tally.a_game.add(Fraction(total) / self._seatings, 1)
            tally.a_deal.add(total, deals)
        return 1


def exact(payoff: int | float) -> Fraction | int:
    """The payoff that was written: the records hold the double nearest to a fraction."""
    return payoff if isinstance(payoff, int) else Fraction(payoff).limit_denominator(_LARGEST_PART)


def times(game: Game[Any]) -> list[list[int]]:
    """By seat, how long its bot thought about each decision, in microseconds."""
    by_seat: list[list[int]] = [[] for _ in game.seats]
    for deal, own in zip(game.deals, game.times_us, strict=True):
        for (seat, _), time in zip(deal.actions, own, strict=True):
            if time is not None:
                by_seat[seat].append(time)
    return by_seat


def _take_times(game: Game[Any], tallies: list[_Tally]) -> None:
    for tally, own in zip(tallies, times(game), strict=True):
        if own:
            tally.times.update(rounded(own))
            tally.longest = max(own) if tally.longest is None else max(tally.longest, *own)


def thinking(times: Counter[int], longest: int | None) -> Thinking:
    """What is told of thinking times, counted by time."""
    return Thinking(_rank(times, Fraction(1, 2)), _rank(times, Fraction(99, 100)), longest)


def _rank(times: Counter[int], share: Fraction) -> int | None:
    """The smallest time that this share of the decisions did not exceed."""
    wanted = math.ceil(share * times.total())
    for time in sorted(times):
        wanted -= times[time]
        if wanted <= 0:
            return time
    return None


def rounded(times: Iterable[int]) -> Iterable[int]:
    """Thinking times as they are counted: from 1 ms on to three significant digits."""
    return [time if time < _EXACT_US else round(time, 3 - len(str(time))) for time in times]


def _key(bot: Entrant) -> _Key:
    """Bots of the same key are one bot: without checksum and version it is what was run."""
    spec = bot.spec if bot.version is None and bot.sha256 is None else None
    return bot.name, bot.version, bot.sha256, spec


def _identity(bot: Entrant) -> str:
    """What tells a bot from another one of its name."""
    told = bot.sha256 or bot.version
    return told[:12] if told else bot.spec
