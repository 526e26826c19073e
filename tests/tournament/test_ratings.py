"""Proves the strengths: right by hand and by another library, defined for every tournament, honest by simulation."""

import math
import random
import time
import tracemalloc
from collections.abc import Sequence
from itertools import combinations, permutations

import choix
import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.special import expit
from tournament.chance import places, true_elo

from fajer.tournament.ratings import ENOUGH_SETS, PlayedSet, Ratings, Strength, choices, ratings

ELO = 400 / math.log(10)


def sets(bots: Sequence[int], *games: Sequence[int], times: int = 1) -> list[PlayedSet]:
    """Sets of one game each; the places are those of the bots in their order."""
    return [PlayedSet(tuple(bots), (tuple(game),)) for game in games for _ in range(times)]


def elos(found: Ratings) -> list[float | None]:
    return [one.elo for one in found.strengths]


# A game as choices


def test_a_game_without_ties_is_a_choice_of_the_best_of_those_left():
    """Bot 7 first, 4 second, 9 third."""
    assert choices((4, 7, 9), (2, 1, 3)) == (
        {frozenset({4, 7, 9}): 1, frozenset({4, 9}): 1},
        {7: 1, 4: 1, 9: 0},
    )


@pytest.mark.parametrize("tied", [(1, 1, 2), (1, 2, 2), (1, 1, 1), (2, 1, 1, 2), (1, 1, 1, 4), (1, 1, 1, 1)])
def test_a_tie_is_all_its_orders_in_equal_parts(tied: tuple[int, ...]):
    """Compared with each order that does not contradict the places, and the mean of them."""
    bots = range(len(tied))
    orders = [order for order in permutations(bots) if [tied[bot] for bot in order] == sorted(tied)]
    among: dict[frozenset[int], float] = {}
    chosen = dict.fromkeys(bots, 0.0)
    for order in orders:
        for stage in range(len(order) - 1):
            left = frozenset(order[stage:])
            among[left] = among.get(left, 0) + 1 / len(orders)
            chosen[order[stage]] += 1 / len(orders)
    found, shares = choices(tuple(bots), tied)
    assert found == pytest.approx(among)
    assert shares == pytest.approx(chosen)


# The strengths


@pytest.mark.parametrize(("won", "lost"), [(1, 0), (3, 1), (12, 0), (70, 30), (500, 499)])
def test_two_bots_by_their_likelihood(won: int, lost: int):
    """By symmetry they are at t and -t. At the top the slope for the first is 0: won games less expected
    ones, (won + lost) / (1 + exp(-2t)), and half a virtual win less an expected 1 / (1 + exp(-t))."""
    t = brentq(lambda t: won - (won + lost) * expit(2 * t) + 0.5 - expit(t), -1, 20, xtol=1e-13)
    found = ratings(2, sets((0, 1), (1, 2), times=won) + sets((0, 1), (2, 1), times=lost), seed="s", resamples=2)
    assert elos(found) == pytest.approx([1500 + ELO * t, 1500 - ELO * t], abs=1e-4)


def test_many_games_of_two_bots_are_their_odds():
    """Ten wins in eleven games are odds of ten to one: 400 Elo, but for the virtual draws."""
    found = ratings(2, sets((0, 1), *([(1, 2)] * 10 + [(2, 1)]), times=2000), seed="s", resamples=2)
    assert elos(found) == pytest.approx([1700, 1300], abs=0.1)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_strengths_are_those_of_choix(seats: int):
    """choix knows no ties and no parts of games: each game counts twice, a tie once in each order, and the
    virtual draws are a win and a loss of each bot against one more, at 0."""
    lot = random.Random(seats)
    bots, average = 6, 6
    played, orders = [], []
    for _ in range(60):
        table = tuple(sorted(lot.sample(range(bots), seats)))
        order = lot.sample(table, seats)
        where = [order.index(bot) + 1 for bot in table]
        orders.append(order)
        other = order
        if lot.random() < 0.3:  # the first two are equal
            where = [1 if place == 2 else place for place in where]
            other = [order[1], order[0], *order[2:]]
        orders.append(other)
        played.append(PlayedSet(table, (tuple(where),)))
    virtual = [pair for bot in range(bots) for pair in ((bot, average), (average, bot))]
    best = choix.opt_rankings(bots + 1, [tuple(order) for order in orders] + virtual, alpha=0, tol=1e-9)
    expected = 1500 + ELO * (best[:bots] - best[:bots].mean())
    assert elos(ratings(bots, played, seed="s", resamples=2)) == pytest.approx(expected.tolist(), abs=0.01)


def test_the_order_is_by_strength_and_the_chances_of_both_sides_add_up():
    played = sets((0, 1, 2), (2, 1, 3), times=9) + sets((0, 1, 2), (3, 2, 1), times=4)
    found = ratings(4, played, seed="s")
    assert found.order() == [1, 0, 2, 3]
    one, other = found.better(1, 0), found.better(0, 1)
    assert one is not None
    assert other is not None
    assert one + other == pytest.approx(1)
    assert 0.5 < one <= 1


def test_the_same_again_from_the_same_seed():
    played = sets((0, 1, 2), (2, 1, 3), (1, 2, 3), (3, 1, 1), times=5)
    one, same, other = (ratings(3, played, seed=seed) for seed in ("s", "s", "t"))
    assert one.strengths == same.strengths
    assert one.better(0, 1) == same.better(0, 1)
    assert elos(one) == elos(other)
    assert one.strengths[0].low != other.strengths[0].low


# What has to be defined


def test_no_games():
    found = ratings(2, [], seed="s")
    nothing = [Strength(bot, 0, 0, None, None, None, None) for bot in (0, 1)]
    assert found.strengths == nothing
    assert found.order() == [0, 1]
    assert found.better(0, 1) is None


def test_one_game():
    """A strength, and not enough games to say how sure it is."""
    found = ratings(2, sets((0, 1), (1, 2)), seed="s")
    one, other = found.strengths
    assert one.elo is not None
    assert other.elo is not None
    assert one.elo > 1500 > other.elo
    assert (one.games, one.sets, one.low, one.high, found.better(0, 1)) == (1, 1, None, None, None)


@pytest.mark.parametrize("seats", [2, 3])
def test_all_draws_and_all_forfeits(seats: int):
    """Who forfeited shares a place: all are equal, and it is even who is better."""
    found = ratings(seats, sets(range(seats), (1,) * seats, times=30), seed="s", resamples=2000)
    assert elos(found) == pytest.approx([1500] * seats)
    for one in found.strengths:
        assert one.low is not None
        assert one.high is not None
        assert one.low < 1500 < one.high
    # the chance is the share of 2,000 resamples: four standard errors are 4 * 0.5 / sqrt(2000)
    assert found.better(0, 1) == pytest.approx(0.5, abs=0.045)


def test_one_that_wins_and_one_that_loses_everything():
    """Their strengths are far apart, but there is an end to it, and the intervals have a width."""
    found = ratings(3, sets((0, 1, 2), (2, 1, 3), times=40), seed="s")
    middle, best, worst = found.strengths
    for one in found.strengths:
        assert one.elo is not None
        assert one.low is not None
        assert one.high is not None
        assert -1000 < one.low < one.elo < one.high < 4000
        assert one.high - one.low > 100
    assert best.low > middle.elo > worst.high  # type: ignore[operator]
    assert found.better(1, 0) == 1


def test_more_wins_without_a_loss_are_a_higher_strength():
    few, many = (ratings(2, sets((0, 1), (1, 2), times=times), seed="s").strengths[0] for times in (10, 100))
    assert few.elo < many.elo  # type: ignore[operator]
    assert few.low < many.low  # type: ignore[operator]


def test_bots_that_never_met_are_of_different_groups():
    """0 and 4 met by way of 2; each group has its own mean of 1500; bot 5 has not played."""
    played = sets((0, 2), (1, 2), times=8) + sets((2, 4), (1, 2), times=8) + sets((1, 3), (2, 1), times=8)
    found = ratings(6, played, seed="s")
    assert [one.group for one in found.strengths] == [0, 1, 0, 1, 0, None]
    strength = elos(found)
    assert np.mean([strength[0], strength[2], strength[4]]) == pytest.approx(1500)  # type: ignore[list-item]
    assert np.mean([strength[1], strength[3]]) == pytest.approx(1500)  # type: ignore[list-item]
    assert strength[5] is None
    assert found.better(0, 1) is None
    assert found.better(0, 4) == pytest.approx(1, abs=0.01)
    assert found.order() == [0, 2, 4, 3, 1, 5]


def test_intervals_from_the_fifth_set_on():
    for times in (ENOUGH_SETS - 1, ENOUGH_SETS):
        found = ratings(2, sets((0, 1), (1, 2), times=times), seed="s")
        assert (found.strengths[0].low is not None) == (times == ENOUGH_SETS)


@pytest.mark.parametrize("number", range(40))
def test_nothing_is_ever_no_number(number: int):
    """Whatever is played: few bots or many, mostly ties or always the same order, groups and lonely bots."""
    lot = random.Random(number)
    bots, seats = lot.randint(2, 12), lot.randint(2, 6)
    seats = min(seats, bots)
    ties, fixed = lot.random(), lot.random() < 0.5
    played = []
    for _ in range(lot.choice([1, 3, 30, 200])):
        table = tuple(sorted(lot.sample(range(bots), seats)))
        games = [[bot + 1 if fixed else lot.randint(1, seats) for bot in table] for _ in table]
        games = [[1] * seats if lot.random() < ties else game for game in games]
        played.append(PlayedSet(table, tuple(map(tuple, games))))
    found = ratings(bots, played, seed="s", resamples=50)
    for one in found.strengths:
        for value in (one.elo, one.low, one.high):
            assert value is None or math.isfinite(value)
        if one.low is not None:
            assert one.low <= one.elo <= one.high  # type: ignore[operator]
    for bot, other in combinations(range(bots), 2):
        chance = found.better(bot, other)
        assert chance is None or 0 <= chance <= 1


# How honest and how fast


def held(strengths: Sequence[float], count: int, tournaments: int) -> list[float]:
    """By bot, in what share of tournaments of so many sets at one table its interval holds its true strength."""
    draw = np.random.default_rng([count, len(strengths)])
    truth = true_elo(strengths)
    bots = tuple(range(len(strengths)))
    right = np.zeros(len(strengths))
    for number in range(tournaments):
        played = [PlayedSet(bots, tuple(map(tuple, games))) for games in places(draw, strengths, count).tolist()]
        found = ratings(len(bots), played, seed=str(number)).strengths
        right += [one.low <= at <= one.high for one, at in zip(found, truth, strict=True)]  # type: ignore[operator]
    return list(right / tournaments)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("strengths", "count"),
    [
        ((0.4, -0.4), 20),
        ((0.4, -0.4), 100),
        ((1.0, -1.0), 20),
        ((1.0, -1.0), 100),
        ((1.0, -1.0), 1000),
        ((0.5, 0.0, -0.5), 20),
        ((0.5, 0.0, -0.5), 100),
        ((0.5, 0.0, -0.5), 1000),
        ((1.2, 0.0, -1.2), 20),
        ((1.2, 0.0, -1.2), 100),
    ],
    ids=str,
)
def test_the_intervals_hold_the_truth(strengths: Sequence[float], count: int):
    """1,000 tournaments of known strengths, moderate differences and strong ones (the best of two wins 88 %)."""
    for share in held(strengths, count, 1000):
        assert 0.93 <= share <= 0.97, share


@pytest.mark.slow
def test_many_games_that_are_all_different_need_little_room():
    """27,000 orders of nine bots: 400 resamples of them at once would be 86 MB, and 100,000 of them 320 MB."""
    lot = random.Random(9)
    bots = tuple(range(9))
    places = range(1, 10)
    played = [PlayedSet(bots, tuple(tuple(lot.sample(places, 9)) for _ in bots)) for _ in range(3000)]
    tracemalloc.start()
    try:
        ratings(9, played, seed="s")
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 100_000_000  # 32 MB are so many numbers at a time; the rest is what is known of the games


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "seconds"), [(2, 4), (3, 6)])
def test_twenty_bots_and_twenty_thousand_sets_take_a_few_seconds(seats: int, seconds: float):
    draw = np.random.default_rng(seats)
    strengths = draw.normal(0, 0.6, 20)
    played = []
    for table in combinations(range(20), seats):
        games = places(draw, strengths[list(table)], 20_000 // math.comb(20, seats) + 1).tolist()
        played += [PlayedSet(table, tuple(map(tuple, each))) for each in games]
    assert len(played) >= 20_000
    began = time.process_time()
    found = ratings(20, played, seed="s", resamples=200)
    assert time.process_time() - began < seconds
    assert elos(found) == pytest.approx(true_elo(strengths).tolist(), abs=40)
