"""Proves that the intervals of mean payoffs hold the truth as often as they say, by tournaments of known strengths."""

from collections.abc import Sequence

import numpy as np
import pytest
from tournament.chance import places, true_mean, winner_takes

from fajer.score.standings import _Ratio
from fajer.tournament.spread import interval, mean, plain

TOURNAMENTS = 1000


@pytest.mark.slow
@pytest.mark.parametrize("sets", [20, 100, 1000])
@pytest.mark.parametrize("strengths", [(0.4, -0.4), (0.5, 0.0, -0.5), (1.0, 0.0, 0.0, -0.5)], ids=len)
def test_the_interval_of_a_match_holds_the_truth(strengths: Sequence[float], sets: int):
    """Student's, over whole sets, of what the first bot is paid in one."""
    draw = np.random.default_rng([sets, len(strengths)])
    truth = true_mean(strengths, 0) * len(strengths)
    right = []
    for _ in range(TOURNAMENTS):
        found = _Ratio()
        for payoff in winner_takes(places(draw, strengths, sets))[:, :, 0].sum(axis=1).tolist():
            found.add(payoff, 1)
        middle, half = found.mean(), found.interval()
        assert middle is not None
        assert half is not None
        right.append(abs(middle - truth) <= half)
    assert 0.93 <= sum(right) / TOURNAMENTS <= 0.97, sum(right)


@pytest.mark.slow
@pytest.mark.parametrize("sets", [20, 100, 1000])
def test_the_interval_of_a_tournament_holds_the_truth(sets: int):
    """Over the sets of five tables, at each of which the first bot meets others; the mean is that over all tables."""
    draw = np.random.default_rng(sets)
    tables = [(0.5, strength) for strength in (-1.0, -0.5, 0.0, 0.5, 1.0)]
    truth = np.mean([true_mean(table, 0) for table in tables])
    right = []
    for _ in range(TOURNAMENTS):
        strata = []
        for table in tables:
            means = winner_takes(places(draw, table, sets // len(tables)))[:, :, 0].mean(axis=1)
            strata.append(plain(len(means), float(means.sum()), float((means**2).sum())))
        half = interval(strata)
        assert half is not None
        right.append(abs((mean(strata) or 0) - truth) <= half)
    assert 0.93 <= sum(right) / TOURNAMENTS <= 0.97, sum(right)
