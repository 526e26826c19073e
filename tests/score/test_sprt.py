"""Proves the sequential test: right by hand, defined for every match, its errors by simulation."""

import math
from collections.abc import Callable

import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import binomtest
from score.matches import game, match

from fajer.errors import Enough, UsageError
from fajer.score import sprt
from fajer.score.sprt import ERROR, LEAST_SETS, Expected, Sample, SequentialTest

Leads = NDArray[np.float64]
BOUND = math.log(20)
"""Where an error of 5 % is decided."""


# The ratio


def test_the_ratio_by_hand():
    """Eight sets, mean 1, mean square about it 2; the worst -3 and the best 3 are counted in: ten sets with
    the sum 8 and the squares 8 (2 + 1) + 9 + 9 = 42. About 0 they are 42 / 10, about 2 they are
    (42 - 2 * 2 * 8 + 10 * 4) / 10 = 50 / 10: the ratio is (4.2 / 5)^(10 / 2)."""
    assert sprt.llr(Sample(8, 1.0, 2.0, -3.0, 3.0), 0, 2) == pytest.approx(5 * math.log(4.2 / 5))


def test_the_other_way_round_it_is_the_same():
    """With all signs changed the hypotheses change places."""
    one = sprt.llr(Sample(50, 0.7, 3.0, -4.0, 6.0), 0, 0.5)
    other = sprt.llr(Sample(50, -0.7, 3.0, -6.0, 4.0), -0.5, 0)
    assert one > 0
    assert other == pytest.approx(-one)


def test_a_mean_in_the_middle_of_everything_says_nothing():
    assert sprt.llr(Sample(100, 0.25, 3.0, -5.75, 6.25), 0, 0.5) == pytest.approx(0)


def test_it_is_walds_ratio_where_the_spread_is_large():
    """n d (mean - middle) / variance: 10,000 * 0.1 * (0.08 - 0.05) / 4 = 7.5; sets counted in and the
    logarithm make little difference."""
    assert sprt.llr(Sample(10_000, 0.08, 4.0, -6.0, 6.0), 0, 0.1) == pytest.approx(7.5, rel=0.01)


def test_it_decides_at_twenty_to_one():
    """With a mean of 0.5 + x and the hypotheses 0 and 1, x decides alone."""
    assert sprt.bound(0.05) == pytest.approx(BOUND)
    said = [sprt.decision(Sample(400, 0.5 + x, 9.0, -6.0, 6.0), 0, 1, 0.05) for x in (-0.2, -0.02, 0.02, 0.2)]
    assert said == ["low", None, None, "high"]


@pytest.mark.parametrize(("error", "times"), [(0.5, 2), (0.05, 20), (0.001, 1000)])
def test_an_error_decides_at_its_reciprocal(error: float, times: int):
    """Wald's ratio n d (mean - middle) / variance, 10,000 * 0.1 * x / 4, is just below or above log(times)."""
    assert sprt.bound(error) == pytest.approx(math.log(times))
    x = math.log(times) * 4 / 1000
    few, many = (sprt.decision(Sample(10_000, 0.05 + part * x, 4.0, -6, 6), 0, 0.1, error) for part in (0.95, 1.05))
    assert (few, many) == (None, "high")


def test_nothing_is_decided_before_the_twentieth_set():
    """However clear it is: 19 and 20 sets of 3 each, where the others lost as much."""
    clear = [sprt.decision(Sample(sets, 3.0, 0.0, -3.0, 3.0), -2, 2, ERROR) for sets in (LEAST_SETS - 1, LEAST_SETS)]
    assert clear == [None, "high"]


def test_sets_that_all_end_alike_decide_later():
    """The first bot wins 6 in every set, the others lose it. Of n such sets and one of -6, n + 2 in all with
    the sum 6n, the mean squares about 0 and 0.5 are 36 and 36 - 6n/(n + 2) + 0.25: after 20 the ratio is
    (36 / (36.25 - 60/11))^11 = e^1.71, after 40 it is (36 / (36.25 - 40/7))^21 = e^3.45."""
    few, many = (Sample(sets, 6.0, 0.0, -6.0, 6.0) for sets in (20, 40))
    assert sprt.llr(few, 0, 0.5) == pytest.approx(11 * math.log(36 / (36.25 - 60 / 11)))
    assert sprt.decision(few, 0, 0.5, ERROR) is None
    assert sprt.decision(many, 0, 0.5, ERROR) == "high"


@pytest.mark.parametrize("sets", [0, 1, 20, 10_000])
def test_where_every_set_ended_level_nothing_is_known(sets: int):
    """All draws: no spread, no ratio, no expectation; no number that is none."""
    level = Sample(sets, 0.0, 0.0, 0.0, 0.0)
    assert sprt.llr(level, 0, 0.5) == 0
    assert sprt.decision(level, 0, 0.5, ERROR) is None
    assert sprt.expected(level, 0, 0.5, ERROR, 25) is None


def test_nothing_is_ever_no_number():
    """Extreme payoffs and hypotheses, at the limits of what can be asked for."""
    for mean in (-1e6, 0.0, 1e-300, 1e6):
        for variance in (0.0, 1e-300, 1e12):
            for low, high in ((-1e6, 1e6), (0, 1e-6), (1e6 - 1e-6, 1e6)):
                sample = Sample(1000, mean, variance, min(mean, -1.0), max(mean, 1.0))
                assert math.isfinite(sprt.llr(sample, low, high))
                sprt.expected(sample, low, high, 0.001, 25)
                sprt.expected(sample, low, high, 0.5, 25)


# How many sets it takes


def test_average_sets_by_walds_formulas():
    """A walk with steps of mean m and variance s up to A on either side takes A (2p - 1) / m steps, where
    p = 1 / (1 + exp(-2 A m / s)) is the chance to come out above. Steps are d (x - middle) / variance: here, with
    d = 0.5 and variance 4, at the mean 0.5 of m = 0.5 * 0.25 / 4 = 1/32 and s = 0.25 / 4 = 1/16."""
    p = 1 / (1 + math.exp(-2 * BOUND * (1 / 32) / (1 / 16)))
    assert p == pytest.approx(20 / 21)
    assert sprt.average_sets(0.5, 4, 0, 0.5, 0.05) == pytest.approx(BOUND * (2 * p - 1) * 32)
    assert sprt.average_sets(0, 4, 0, 0.5, 0.05) == pytest.approx(BOUND * (2 * p - 1) * 32)


def test_average_sets_without_a_drift():
    """In the middle it takes A^2 / s steps; just beside it is nearly the same."""
    exact = BOUND**2 * 16
    assert sprt.average_sets(0.25, 4, 0, 0.5, 0.05) == pytest.approx(exact)
    assert sprt.average_sets(0.2500001, 4, 0, 0.5, 0.05) == pytest.approx(exact)
    assert sprt.average_sets(0.2501, 4, 0, 0.5, 0.05) == pytest.approx(exact, rel=1e-4)


def test_what_is_expected_is_in_whole_blocks_and_not_below_the_least():
    """By the formulas above, with the worst and the best counted in: 998 sets of variance 4 about 0.5 and two
    at 0.5 -/+ 2 are 1000 of variance 4. 86.7 sets in blocks of 25 are 100; at a lead of 20 a few would
    do, but there are no decisions before the twentieth."""
    sample = Sample(998, 0.5, 4.0, -1.5, 2.5)
    exact = sprt.average_sets(0.5, 4, 0, 0.5, 0.05)
    assert 75 < exact < 100
    assert sprt.expected(sample, 0, 0.5, ERROR, 25) == Expected(100, 100, 100)
    far = sprt.expected(Sample(998, 20.0, 4.0, 18.0, 22.0), 0, 0.5, ERROR, 8)
    assert far is not None
    assert far.observed == 24


# What can be asked for


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [
        (1, 0, "--sprt 1 0: LOW has to be less than HIGH, like --sprt 0 0.5"),
        (0.5, 0.5, "--sprt 0.5 0.5: LOW has to be less than HIGH, like --sprt 0 0.5"),
        (math.nan, 0, "--sprt nan 0: both have to be numbers from -1000000 to 1000000"),
        (0, math.inf, "--sprt 0 inf: both have to be numbers from -1000000 to 1000000"),
        (0, 1e-9, "--sprt 0 1e-09: LOW and HIGH have to be at least 0.000001 apart"),
    ],
)
def test_what_is_no_test_is_said_in_one_line(low: float, high: float, said: str):
    with pytest.raises(UsageError) as refused:
        sprt.check(low, high, ERROR)
    assert str(refused.value) == said


@pytest.mark.parametrize("error", [0.0009, 0.51, 0, -1, math.nan, math.inf])
def test_an_error_that_is_none_is_said_in_one_line(error: float):
    with pytest.raises(UsageError) as refused:
        sprt.check(0, 1, error)
    assert str(refused.value) == f"--error {error:g}: it has to be from 0.001 to 0.5, like 0.05 for 5 %"
    sprt.check(0, 1, 0.001)
    sprt.check(0, 1, 0.5)


# From games


def played(leads: list[int], block: int, low: float, high: float, error: float = 0.05) -> tuple[SequentialTest, int]:
    """A test of two bots that has looked at games until there was enough, and at how many; by set, what the first
    one wins in both of its games."""
    count = len(leads)
    test = SequentialTest(
        msgspec.structs.replace(match("a", "b", games=2 * count), block=block, sprt=(low, high, error))
    )
    index = 0
    for first in range(0, count, block):
        for seating, seats in enumerate(([0, 1], [1, 0])):
            for number in range(first, min(first + block, count)):
                payoffs = (leads[number], -leads[number])
                try:
                    test.passed(game(index, number, seating, seats, [1, 2], [payoffs[bot] for bot in seats]))
                except Enough:
                    return test, index + 1
                index += 1
    return test, index


def test_a_lead_is_the_payoff_above_the_mean_of_the_others():
    """Of three the first bot has 2 in one game, -1 in the two others of the set: a mean of 0, a lead of 0. The
    second has 1, -3.5 and 3: 1/6 a game, times 3/2; the third the opposite."""
    of = msgspec.structs.replace(match("a", "b", "c", games=3), sprt=(0.0, 1.0, 0.05))
    test = SequentialTest(of)
    for index, (seats, payoffs) in enumerate(
        [([0, 1, 2], [2, 1, -3]), ([1, 2, 0], [-3.5, 4.5, -1]), ([2, 0, 1], [-2, -1, 3])]
    ):
        test.passed(game(index, 0, index, seats, [1, 2, 3], payoffs))
    assert test._sample == Sample(1, 0.0, 0.0, -0.25, 0.25)


def test_it_looks_at_the_end_of_each_block_and_at_the_last():
    """Ten sets in blocks of four: after the first block four, then eight, then all; between them nothing changes."""
    test = SequentialTest(msgspec.structs.replace(match("a", "b", games=20), block=4, sprt=(0.0, 1.0, 0.05)))
    seen = []
    for index in range(20):
        test.passed(game(index, index // 2, index % 2, [0, 1], [1, 2], [1, -1]))
        seen.append(test.verdict().sets)
    assert seen == [0] * 7 + [4] * 8 + [8] * 4 + [10]


def test_it_is_enough_at_the_end_of_the_block_that_decides():
    """The first bot wins 3 in every game: a lead of 6 a game. 20 sets are the least, so with blocks of eight
    the third one is the first that may decide."""
    test, games = played([3] * 40, block=8, low=-4, high=4)
    assert games == 48
    verdict = test.verdict()
    assert (verdict.decision, verdict.sets, verdict.mean, verdict.bot) == ("high", 24, 6.0, "a")
    assert (verdict.low, verdict.high, verdict.error) == (-4, 4, 0.05)


def test_how_it_goes_in_words():
    """Of ten sets, all +6 but with two counted in at +6 and -6, the ratio is (36 / (36.25 - 60/12 ))^6: e^0.85."""
    test, _ = played([3] * 10, block=5, low=0, high=0.5)
    ratio = 6 * math.log(36 / (36.25 - 60 / 12))
    assert test.going() == f"10 sets, llr {ratio:+.2f}, 3.00 decides"


def test_a_verdict_in_words():
    test, _ = played([3] * 40, block=8, low=-4, high=4)
    first, second = sprt.text(test.verdict()).splitlines()
    assert first.startswith("a against the field: at least 4, not -4 or less, on 24 sets (mean lead +6.000; llr +")
    assert second == "on average it takes 24 sets if the lead is -4, 24 if it is 4, 24 if it is +6.000"
    test, _ = played([-3] * 40, block=8, low=-4, high=4)
    assert sprt.text(test.verdict()).startswith("a against the field: at most -4, not 4 or more, on 24 sets (")
    test, _ = played([0] * 40, block=8, low=0, high=1)
    assert sprt.text(test.verdict()) == (
        "a against the field: not decided, on 40 sets (mean lead +0.000; llr +0.00, 3.00 decides)\n"
        "every set ended level: how much they differ is not known\n"
        "the match is over: it was to have 40 sets at most; to go on play another one with more --games, "
        "with the same seed it begins with the same sets"
    )
    none = SequentialTest(msgspec.structs.replace(match("a", "b"), sprt=(0.0, 1.0, 0.05))).verdict()
    assert sprt.text(none) == "a against the field: not decided, no block is whole"
    assert (none.mean, none.llr, none.decision) == (None, 0, None)


def test_numbers_are_plain_in_a_verdict():
    test, _ = played([3] * 40, block=8, low=-1e6, high=1e-6)
    first, second = sprt.text(test.verdict()).splitlines()[:2]
    assert "-1000000" in second
    assert "0.000001" in second
    assert "e-" not in first + second
    assert "e+" not in first + second


@pytest.mark.parametrize(
    ("games", "block", "said"),
    [
        (38, 5, "nothing can be decided: a test needs 20 sets, and there are 19 (--games)"),
        (40, 20, "nothing can be decided before the last game: all 20 sets are one block (--block, --games)"),
        (40, 19, ""),
    ],
)
def test_what_cannot_be_decided_is_known_before(games: int, block: int, said: str):
    """Two games a set."""
    assert sprt.doubt(msgspec.structs.replace(match("a", "b"), games=games, block=block)) == said


# How honest


def seats(count: int, strength: float = 0.0) -> Callable[[np.random.Generator, int], Leads]:
    """Sets in all rotations where everybody pays 1 and the winner gets it all; the first bot is stronger, or weaker.

    What decides is chance as in Bradley and Terry's model, half of it a seat's luck that stays for the set.
    """
    turn = (np.arange(count)[:, None] + np.arange(count)) % count

    def draw(chance: np.random.Generator, sets: int) -> Leads:
        cards, luck = chance.gumbel(size=(sets, count)), chance.gumbel(size=(sets, count, count))
        results = (cards[:, turn] + luck) / math.sqrt(2)
        results[:, :, 0] += strength
        won = results == results.max(axis=2, keepdims=True)
        leads: Leads = (np.where(won, count, 0) - 1.0).mean(axis=1) * count / (count - 1)
        return leads

    return draw


def of(*shares: tuple[float, float]) -> Callable[[np.random.Generator, int], Leads]:
    """Sets of two bots with these leads and their chances."""
    values, chances = np.array(shares).T

    def draw(chance: np.random.Generator, sets: int) -> Leads:
        lead = values[chance.choice(len(values), size=sets, p=chances)]
        return np.stack([lead, -lead], axis=1)

    return draw


def normal(chance: np.random.Generator, sets: int) -> Leads:
    """Normal leads of two bots."""
    lead = chance.standard_normal(sets)
    return np.stack([lead, -lead], axis=1)


KINDS = {
    "normal": normal,
    "2 seats": seats(2),
    "3 seats": seats(3),
    "5 seats": seats(5),
    "3 seats, stronger": seats(3, 1.5),
    "3 seats, weaker": seats(3, -1.5),
    "greedy against careful": of((-6, 0.29), (0, 0.65), (6, 0.06)),
    "mostly level": of((-6, 0.02), (0, 0.96), (6, 0.02)),
}
RUNS = 1000


def decided(leads: Leads, low: float, high: float, error: float, block: int) -> tuple[str | None, int]:
    """What a test of these sets decides, and on how many."""
    ends = range(block, len(leads) + 1, block)
    first = leads[:, 0]
    sums, squares = first.cumsum(), (first**2).cumsum()
    worst, best = np.minimum.accumulate(leads.min(axis=1)), np.maximum.accumulate(leads.max(axis=1))
    for end in ends:
        mean = sums[end - 1] / end
        sample = Sample(end, mean, max(squares[end - 1] / end - mean**2, 0), worst[end - 1], best[end - 1])
        found = sprt.decision(sample, low, high, error)
        if found is not None:
            return found, end
    return None, len(leads)


def simulated(kind: str, apart: float, truth: str, block: int, error: float = ERROR) -> tuple[int, float]:
    """How many of the tests were wrong, and how many sets they took; `apart` is in standard deviations of a set."""
    draw = KINDS[kind]
    chance = np.random.default_rng([*kind.encode(), round(100 * apart), len(truth), block])
    many = draw(chance, 400_000)[:, 0]
    mean, width = float(many.mean()), apart * float(many.std())
    low, high = (mean, mean + width) if truth == "low" else (mean - width, mean)
    most = round(25 / apart**2 / block) * block
    found = [decided(draw(chance, most), low, high, error, block) for _ in range(RUNS)]
    return sum(one not in (None, truth) for one, _ in found), float(np.mean([sets for _, sets in found]))


@pytest.mark.slow
@pytest.mark.parametrize("truth", ["low", "high"])
@pytest.mark.parametrize(("apart", "block"), [(0.15, 25), (0.3, 25), (0.3, 5), (1.0, 5)])
@pytest.mark.parametrize("kind", KINDS)
def test_at_most_one_decision_in_twenty_is_wrong(kind: str, apart: float, truth: str, block: int):
    """1,000 matches in which one of the hypotheses is just true; more than 5 % is refuted at 1 %."""
    wrong, _ = simulated(kind, apart, truth, block)
    assert binomtest(wrong, RUNS, ERROR, alternative="greater").pvalue > 0.01, wrong


@pytest.mark.slow
@pytest.mark.parametrize("truth", ["low", "high"])
@pytest.mark.parametrize("error", [0.01, 0.2])
@pytest.mark.parametrize("kind", ["normal", "3 seats, weaker", "greedy against careful"])
def test_other_errors_are_kept_too(kind: str, error: float, truth: str):
    wrong, _ = simulated(kind, 0.3, truth, 5, error)
    assert binomtest(wrong, RUNS, error, alternative="greater").pvalue > 0.01, wrong


@pytest.mark.slow
def test_it_takes_as_many_sets_as_expected():
    """In blocks of one set, variance 1: Wald's formula, and two things that it leaves out."""
    _, sets = simulated("normal", 0.15, "high", 1)
    wald = sprt.average_sets(0.15, 1, 0, 0.15, 0.05)
    # The two sets counted in are some 3 spreads from the mean: they add (9 + 9) / wald to the variance of 1.
    # The walk ends 0.583 of a step beyond its bound on average (Siegmund, 1985); a step's spread is 0.15.
    assert sets == pytest.approx(wald * (1 + 18 / wald + 0.583 * 0.15 / BOUND), rel=0.03)
