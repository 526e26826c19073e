"""A sequential test: play on until it is clear whether a bot's lead is small or large.

The lead is the first bot's payoff minus the mean of the others', a game, over a set: with payoffs
that add up to zero, n/(n - 1) times its own. The test is the generalised sequential probability
ratio test in its normal approximation: after each block it compares how likely the sets are, at
best, with a mean of at most `low` and with one of at least `high`; where one of them is 1/error times
as likely as the other (20 times, where the error is 5 %) the test is over.

Few sets say little of their spread, and less where leads are skewed. So there is no decision before
the twentieth set, nor while every set ended level; and two sets that were not played are counted
in, one with the largest lead that any bot had in a set so far, one with the smallest (as Agresti and
Coull count in successes and failures for proportions). Simulated errors stay within 5 % then for
two to five seats and bots of equal or of very different strength. Where one bot gets the same in
nine sets of ten, and `low` and `high` are both near that, they can be up to 7 %.
"""

import math
from decimal import Decimal
from fractions import Fraction
from typing import Any, Literal, NamedTuple

import msgspec

from fajer.errors import Enough, UsageError
from fajer.match.plan import seatings
from fajer.records.record import LEAST_ERROR, MOST_ERROR, Game, Match
from fajer.score.standings import exact

ERROR = 0.05
"""How often a test may decide wrongly, for either decision, if nothing was said."""
LEAST_SETS = 20
"""No decision before so many sets."""
_COUNTED_IN = 2
"""Sets that were not played: the best and the worst."""
_MOST = 1e6
_LEAST_APART = 1e-6
"""What LOW and HIGH can be."""

Decision = Literal["low", "high"]


class Sample(NamedTuple):
    """The leads in sets, summed up."""

    sets: int
    mean: float
    variance: float
    """Of the sets about their mean, by n."""
    worst: float
    """The smallest lead that any bot had in a set."""
    best: float
    """The largest."""


class Expected(msgspec.Struct, frozen=True):
    """How many sets a test takes on average (Wald's approximation, rounded up to whole blocks)."""

    low: int
    """If the mean is `low`."""
    high: int
    """If it is `high`."""
    observed: int
    """If it is what it was here."""


class Verdict(msgspec.Struct, frozen=True):
    """How a sequential test stands."""

    bot: str
    """Whose lead over the others it is about."""
    low: float
    """The mean lead is at most that, says one hypothesis."""
    high: float
    """It is at least that, says the other."""
    error: float
    """How often a decision may be wrong."""
    decision: Decision | None
    """Which of them it is; null: not decided."""
    sets: int
    """Sets up to the last look; looks are at the ends of blocks."""
    mean: float | None
    """The mean lead, a game; null without a set."""
    llr: float
    """The logarithm of how many times as likely the sets are with `high` as with `low`."""
    bound: float
    """Where that is as far from 0, it is decided."""
    expected: Expected | None
    """Sets that it takes on average; null while every set ended level."""
    most: int
    """So many sets the match has at most; with as many and no decision it is over undecided."""


def check(low: float, high: float, error: float) -> None:
    """Raises `UsageError` for what is no test."""
    given = f"--sprt {low:g} {high:g}"
    if not LEAST_ERROR <= error <= MOST_ERROR:  # no number is not
        raise UsageError(f"--error {error:g}: it has to be from {LEAST_ERROR:g} to {MOST_ERROR:g}, like 0.05 for 5 %")
    if not (abs(low) <= _MOST and abs(high) <= _MOST):  # no number is not
        raise UsageError(f"{given}: both have to be numbers from {-_MOST:.0f} to {_MOST:.0f}")
    if high <= low:
        raise UsageError(f"{given}: LOW has to be less than HIGH, like --sprt 0 0.5")
    if high - low < _LEAST_APART:
        raise UsageError(f"{given}: LOW and HIGH have to be at least {_LEAST_APART:f} apart")


def doubt(match: Match) -> str:
    """Why a test of a match can decide nothing, or cannot end it early; empty if it can."""
    sets = match.games // len(seatings(match.seating, len(match.bots)))
    if sets < LEAST_SETS:
        return f"nothing can be decided: a test needs {LEAST_SETS} sets, and there are {sets} (--games)"
    if sets <= match.block:
        return f"nothing can be decided before the last game: all {sets} sets are one block (--block, --games)"
    return ""


def bound(error: float) -> float:
    """The logarithm of the likelihood ratio at which a test decides.

    An exact ratio gets there with a chance of at most `error` where the other hypothesis is true
    (Ville's inequality).
    """
    return math.log(1 / error)


def llr(sample: Sample, low: float, high: float) -> float:
    """The logarithm of the generalised likelihood ratio: above 0 for `high`, below for `low`.

    The most likely spread with a mean of m is the mean square about m: n/2 times the logarithm of
    how the two compare. 0 while every set ended level.
    """
    sets, mean, variance, *_ = _counted_in(sample)
    if variance == 0:
        return 0.0
    return sets / 2 * math.log((variance + (mean - low) ** 2) / (variance + (mean - high) ** 2))


def decision(sample: Sample, low: float, high: float, error: float) -> Decision | None:
    """What the sample decides; None: nothing yet."""
    found = llr(sample, low, high)
    if sample.sets < LEAST_SETS or abs(found) < bound(error):
        return None
    return "high" if found > 0 else "low"


def expected(sample: Sample, low: float, high: float, error: float, block: int) -> Expected | None:
    """How many sets such a test takes on average, if the spread is as in the sample."""
    variance = _counted_in(sample).variance
    if variance == 0:
        return None

    def sets(mean: float) -> int:
        count = max(average_sets(mean, variance, low, high, error), LEAST_SETS)
        return math.ceil(count / block) * block

    return Expected(sets(low), sets(high), sets(sample.mean))


def average_sets(mean: float, variance: float, low: float, high: float, error: float) -> float:
    """Wald's approximation: a normal walk with a drift, until it is as far as the bound on either side.

    >>> round(average_sets(0.25, 1, 0, 0.5, 0.05), 2)  # (log(20) / 0.5)^2: the mean is in the middle
    35.9
    """
    apart = high - low
    drift = (mean - (low + high) / 2) / apart
    far = bound(error)
    steps = far * variance / apart**2
    pull = far * drift
    if abs(pull) < 1e-6:
        return steps * far
    return steps / drift * math.tanh(pull)


def _counted_in(sample: Sample) -> Sample:
    """The sample with the sets that were not played."""
    sets = sample.sets + _COUNTED_IN
    mean = (sample.sets * sample.mean + sample.worst + sample.best) / sets
    squares = sample.sets * (sample.variance + (sample.mean - mean) ** 2)
    squares += (sample.worst - mean) ** 2 + (sample.best - mean) ** 2
    return sample._replace(sets=sets, mean=mean, variance=squares / sets)


class SequentialTest:
    """Looks at the games of a match, in order, and says when there are enough."""

    def __init__(self, match: Match) -> None:
        """`match` has LOW, HIGH and ERROR."""
        assert not isinstance(match.sprt, msgspec.UnsetType)
        self._match = match
        self._low, self._high, self._error = match.sprt
        count = len(match.bots)
        self._factor = Fraction(count, count - 1)
        self._seatings = len(seatings(match.seating, count))
        self._games = 0
        self._payoffs: dict[int, list[Fraction | int]] = {}
        self._worst = self._best = Fraction(0)
        self._sum = self._squares = Fraction(0)
        self._sample = Sample(0, 0.0, 0.0, 0.0, 0.0)

    def passed(self, game: Game[Any]) -> None:
        """Take the next game; raises `Enough` at the end of the block that decides."""
        payoffs = self._payoffs.setdefault(game.set, [0] * len(game.seats))
        for number, payoff in zip(game.seats, game.payoffs, strict=True):
            payoffs[number] += exact(payoff)
        self._games += 1
        if self._games % (self._match.block * self._seatings) == 0 or self._games == self._match.games:
            self._look()
            if self.decision is not None:
                raise Enough

    @property
    def decision(self) -> Decision | None:
        """What the last look decided."""
        return decision(self._sample, self._low, self._high, self._error)

    def verdict(self) -> Verdict:
        """How it stands."""
        sample, low, high = self._sample, self._low, self._high
        return Verdict(
            bot=self._match.bots[0].name,
            low=low,
            high=high,
            error=self._error,
            decision=self.decision,
            sets=sample.sets,
            mean=sample.mean if sample.sets else None,
            llr=llr(sample, low, high),
            bound=bound(self._error),
            expected=expected(sample, low, high, self._error, self._match.block),
            most=self._match.games // self._seatings,
        )

    def going(self) -> str:
        """How it stands, in a few words for whoever waits."""
        ratio = llr(self._sample, self._low, self._high)
        return f"{self._sample.sets} sets, llr {ratio:+.2f}, {bound(self._error):.2f} decides"

    def _look(self) -> None:
        """The end of a block: all sets are whole."""
        for payoffs in self._payoffs.values():
            leads = [self._factor * total / self._seatings for total in payoffs]
            self._sum += leads[0]
            self._squares += leads[0] ** 2
            self._worst, self._best = min(self._worst, *leads), max(self._best, *leads)
        self._payoffs.clear()
        count = self._games // self._seatings
        mean = self._sum / count
        variance = self._squares / count - mean**2
        self._sample = Sample(count, *map(float, (mean, variance, self._worst, self._best)))


def text(verdict: Verdict) -> str:
    """The verdict for a person: what was decided, and how many sets it takes."""
    against = f"{verdict.bot} against the field"
    if verdict.mean is None:
        return f"{against}: not decided, no block is whole"
    low, high = _plain(verdict.low), _plain(verdict.high)
    said = {"low": f"at most {low}", "high": f"at least {high}", None: "not decided"}
    other = {"low": f", not {high} or more", "high": f", not {low} or less", None: ""}
    lines = [
        f"{against}: {said[verdict.decision]}{other[verdict.decision]}, on {verdict.sets} sets "
        f"(mean lead {verdict.mean:+.3f}; llr {verdict.llr:+.2f}, {verdict.bound:.2f} decides)"
    ]
    if verdict.expected is not None:
        at = verdict.expected
        lines.append(
            f"on average it takes {at.low} sets if the lead is {low}, {at.high} if it is {high}, "
            f"{at.observed} if it is {verdict.mean:+.3f}"
        )
    elif verdict.decision is None:
        lines.append("every set ended level: how much they differ is not known")
    if verdict.decision is None and verdict.sets == verdict.most:
        lines.append(
            f"the match is over: it was to have {verdict.most} sets at most; to go on play another one with more "
            "--games, with the same seed it begins with the same sets"
        )
    return "\n".join(lines)


def _plain(number: float) -> str:
    """A number with all its digits and no exponent.

    >>> _plain(-1e6), _plain(0.5), _plain(1e-6)
    ('-1000000', '0.5', '0.000001')
    """
    text = f"{Decimal(repr(number)):f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
