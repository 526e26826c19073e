"""How strong bots are by places alone: one number a bot on an Elo scale, with what is sure about it.

The model is Bradley and Terry's, for more than two seats Plackett and Luce's: of those who are
still to be placed the next best is each with a chance in proportion to exp(strength). A tie counts
as all its orders in equal parts, so that a draw of two is half a win each.

The strengths are those of the highest likelihood, with one virtual draw of each bot against an
average one: it keeps the strength of a bot that wins or loses everything finite, and weighs nothing
where there are many games. 400 Elo are odds of ten to one, and the mean of all bots is 1500.

What is sure comes from the Bayesian bootstrap over whole sets (Rubin, 1981): each resample weighs
every set anew, by an exponential variate, for the games of a set have their cards in common. The two
halves of a virtual draw are weighed too, by Gamma(1/2) variates as in Jeffreys' prior, so that an
interval has a width also where nothing but wins was seen. With few sets percentiles are too near;
they are moved out as Student's are from the normal ones (Hesterberg, 2015).
"""

import math
from array import array
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

MEAN = 1500.0
"""The mean strength of the bots of a group."""
ENOUGH_SETS = 5
"""With fewer sets there is no interval and no chance: not enough games."""
_ELO = 400 / math.log(10)
_TAILS = (0.025, 0.975)
_NORMAL = 1.959963984540054
_RESAMPLES = 400
_LEAST = 1e-5
"""No half of a virtual draw weighs less, so that no strength runs away; one in 280 would."""
_NEAR = 1e-6
"""Newton's steps end when they are as short; the error is about its square then."""
_STEPS = 200
_SMALL = 1_000
"""A matrix with so many places is kept whole: that it is sparse saves nothing."""
_ROOM = 4_000_000
"""So many numbers at a time are enough, whatever the number of resamples."""

_Array = NDArray[np.float64]


class PlayedSet(NamedTuple):
    """A whole set."""

    bots: tuple[int, ...]
    """Who sat at the table."""
    places: tuple[tuple[int, ...], ...]
    """By game, the place of each of them, 1 the best; equal places are a tie."""


class Strength(msgspec.Struct, frozen=True):
    """How strong a bot is."""

    bot: int
    """Its number."""
    games: int
    """Games in whole sets."""
    sets: int
    """Whole sets."""
    elo: float | None
    """Its strength; null without a set."""
    low: float | None
    """The lower end of its 95 % interval; null: not enough games."""
    high: float | None
    """The upper end."""
    group: int | None
    """Bots of different groups have not met, not even by way of others: each group has a mean of
    1500 of its own, and nothing is said across them. Null without a set."""


class Ratings:
    """The strengths of all bots, and how they compare."""

    def __init__(self, strengths: Sequence[Strength], resampled: _Array) -> None:
        self.strengths = strengths
        """By number of bot."""
        self._resampled = resampled

    def order(self) -> list[int]:
        """The bots by strength, group by group, the best first; those without a set at the end."""

        def key(one: Strength) -> tuple[bool, int, float, int]:
            return one.elo is None, one.group or 0, -(one.elo or 0), one.bot

        return [one.bot for one in sorted(self.strengths, key=key)]

    def better(self, bot: int, other: int) -> float | None:
        """The chance that a bot is stronger than another; None: not enough games, or they are of
        different groups."""
        one, two = self.strengths[bot], self.strengths[other]
        if one.group != two.group or min(one.sets, two.sets) < ENOUGH_SETS:
            return None
        apart = self._resampled[:, bot] - self._resampled[:, other]
        return float(np.mean((apart > 0) + 0.5 * (apart == 0)))


def ratings(bots: int, sets: Iterable[PlayedSet], *, seed: str, resamples: int = _RESAMPLES) -> Ratings:
    """The strengths of bots numbered from 0.

    The same sets in the same order with the same seed give the same ratings.
    """
    played = _Played(bots)
    for one in sets:
        played.add(one)
    if not played.sets:
        return Ratings([Strength(bot, 0, 0, None, None, None, None) for bot in range(bots)], np.zeros((1, bots)))
    fit = _Fit(played)
    best = fit.elo(fit.best())[0]
    resampled = fit.elo(fit.resampled(seed, resamples))
    low, high = np.quantile(resampled, _TAILS, axis=0)
    made = []
    for bot in range(bots):
        count, group = played.sets_of[bot], fit.groups[bot]
        ends: tuple[float | None, float | None] = (None, None)
        if count >= ENOUGH_SETS:
            wider = _wider(count)
            ends = (
                float(best[bot] - wider * (best[bot] - low[bot])),
                float(best[bot] + wider * (high[bot] - best[bot])),
            )
        elo = float(best[bot]) if count else None
        made.append(Strength(bot, played.games_of[bot], count, elo, *ends, group))
    return Ratings(made, resampled)


def _wider(sets: int) -> float:
    """By how much percentiles are moved out: Student's for normal quantiles, and the spread of
    exponential weights, sqrt((n - 1) / (n + 1)) of what is not biased, made up for."""
    from scipy.special import stdtrit

    student = float(stdtrit(sets - 1, _TAILS[1]))
    return student / _NORMAL * math.sqrt((sets + 1) / (sets - 1))


def choices(bots: Sequence[int], places: Sequence[int]) -> tuple[dict[frozenset[int], float], dict[int, float]]:
    """A game as choices: how often the next best was taken out of whom, and how often it was whom.

    >>> choices((0, 1, 2), (2, 1, 3))
    ({frozenset({0, 1, 2}): 1.0, frozenset({0, 2}): 1.0}, {1: 1.0, 0: 1.0, 2: 0.0})
    >>> choices((0, 1), (1, 1))
    ({frozenset({0, 1}): 1.0}, {0: 0.5, 1: 0.5})
    """
    among: dict[frozenset[int], float] = {}
    chosen: dict[int, float] = {}
    left = frozenset(bots)
    for place in sorted(set(places)):
        tied = [bot for bot, own in zip(bots, places, strict=True) if own == place]
        if len(tied) == 1 and len(left) > 1:  # as below, said shortly: most places are not shared
            among[left], chosen[tied[0]] = 1.0, 1.0
        else:
            stages = min(len(tied), len(left) - 1)  # the last one of all is no choice
            for gone in range(stages):
                for first in combinations(tied, gone):
                    among[left.difference(first)] = 1 / math.comb(len(tied), gone)
            chosen |= dict.fromkeys(tied, stages / len(tied))
        left = left.difference(tied)
    return among, chosen


class _Sparse:
    """A matrix of few entries, put in one by one; those in the same place add up."""

    def __init__(self) -> None:
        self._row = array("q")
        self._column = array("q")
        self._value = array("d")

    def put(self, row: int, column: int, value: float) -> None:
        self._row.append(row)
        self._column.append(column)
        self._value.append(value)

    def matrix(self, rows: int, columns: int) -> Any:
        from scipy.sparse import csr_array

        place = np.frombuffer(self._row, np.int64), np.frombuffer(self._column, np.int64)
        found = csr_array((np.frombuffer(self._value, np.float64), place), shape=(rows, columns))
        return found.toarray() if rows * columns <= _SMALL else found


class _Played:
    """The sets, each as how often which game was seen in it; a game is its bots and their places."""

    def __init__(self, bots: int) -> None:
        self.bots = bots
        self.sets = 0
        self.sets_of = [0] * bots
        self.games_of = [0] * bots
        self.kinds: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {}
        self.by_set = _Sparse()
        """Sets by kinds of games."""

    def add(self, one: PlayedSet) -> None:
        for bot in one.bots:
            self.sets_of[bot] += 1
            self.games_of[bot] += len(one.places)
        for places in one.places:
            self.by_set.put(self.sets, self.kinds.setdefault((one.bots, places), len(self.kinds)), 1.0)
        self.sets += 1


class _Fit:
    """Newton's method for many weightings of the same sets side by side; all sums are products of matrices."""

    def __init__(self, played: _Played) -> None:
        self._bots = played.bots
        self._by_set = played.by_set.matrix(played.sets, len(played.kinds))
        number: dict[frozenset[int], int] = {}
        among, chosen = _Sparse(), _Sparse()
        for kind, (bots, places) in enumerate(played.kinds):
            counts, shares = choices(bots, places)
            for one, count in counts.items():
                among.put(kind, number.setdefault(one, len(number)), count)
            for bot, share in shares.items():
                chosen.put(kind, bot, share)
        member, pair = _Sparse(), _Sparse()
        for row, one in enumerate(number):
            for bot in one:
                member.put(row, bot, 1.0)
                for other in one:
                    pair.put(row, bot * self._bots + other, 1.0)
        self._among = among.matrix(len(played.kinds), len(number))
        self._chosen = chosen.matrix(len(played.kinds), self._bots)
        self._member = member.matrix(len(number), self._bots)
        self._pair = pair.matrix(len(number), self._bots**2)
        self.groups = self._met()
        """By bot, the number of its group; None if it did not play."""

    def _met(self) -> list[int | None]:
        from scipy.sparse.csgraph import connected_components

        met = self._pair.sum(axis=0).reshape(self._bots, self._bots)
        labels = connected_components(met, directed=False)[1]
        numbers = {label: number for number, label in enumerate(dict.fromkeys(labels[met.any(axis=0)]))}
        return [numbers.get(label) for label in labels]

    def elo(self, strengths: _Array) -> _Array:
        """On the Elo scale, each group about its mean."""
        elo = np.full_like(strengths, MEAN)
        for group in {*self.groups} - {None}:
            own = np.array([other == group for other in self.groups])
            elo[:, own] += _ELO * (strengths[:, own] - strengths[:, own].mean(axis=1, keepdims=True))
        return elo

    def best(self) -> _Array:
        """The strengths by all sets as they are."""
        half = np.full((1, self._bots), 0.5)
        return self._highest(np.ones((1, self._by_set.shape[0])), half, half, np.zeros((1, self._bots)))

    def resampled(self, seed: str, resamples: int) -> _Array:
        """The strengths by each of so many resamples, a row each."""
        draw = np.random.default_rng(list(seed.encode()))
        (sets, kinds), choices = self._by_set.shape, self._member.shape[0]
        at_once = max(1, _ROOM // max(sets, kinds, choices, self._bots**2))
        start = self.best()
        parts = []
        for first in range(0, resamples, at_once):
            count = min(at_once, resamples - first)
            weights = draw.exponential(size=(count, sets))
            won, lost = np.maximum(draw.gamma(0.5, size=(2, count, self._bots)), _LEAST)
            parts.append(self._highest(weights, won, lost, start))
        return np.concatenate(parts)

    def _highest(self, weights: _Array, won: _Array, lost: _Array, start: _Array) -> _Array:
        """Where the likelihood is highest: a row for each row of weights.

        Steps are cut to a spread of 1, from bot to bot and to the average one at 0: within it the
        curvature changes by a factor of e at most, so that every step goes up, and Newton's method
        ends at the one top that there is.
        """
        kinds = weights @ self._by_set
        among, chosen = kinds @ self._among, kinds @ self._chosen + won
        virtual = won + lost
        at = np.broadcast_to(start, chosen.shape).copy()
        for _ in range(_STEPS):
            step = self._step(at, among, chosen, virtual)
            spread = np.maximum(step.max(axis=1), 0) - np.minimum(step.min(axis=1), 0)
            at += step / np.maximum(spread, 1)[:, None]
            if spread.max() < _NEAR:
                break
        return at

    def _step(self, at: _Array, among: _Array, chosen: _Array, virtual: _Array) -> _Array:
        """Newton's step: the slope divided by the curvature."""
        odds = np.exp(at)
        total = odds @ self._member.T
        share = odds * ((among / total) @ self._member)
        average = odds / (1 + odds)
        slope = chosen - share - virtual * average
        both = ((among / total**2) @ self._pair).reshape(len(at), self._bots, self._bots)
        curvature = -both * odds[:, :, None] * odds[:, None, :]
        every = np.arange(self._bots)
        curvature[:, every, every] += share + virtual * average * (1 - average)
        step: _Array = np.linalg.solve(curvature, slope[:, :, None])[:, :, 0]
        return step
