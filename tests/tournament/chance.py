"""Tournaments drawn by lot, of bots whose true strengths are known."""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr

LUCK = 0.6
"""How much of a game's luck lies in the cards, which are the same in all games of a set."""


def places(draw: np.random.Generator, strengths: Sequence[float], sets: int) -> NDArray[np.int64]:
    """The places by set, game and bot; every set is played once in each rotation.

    A bot's result is its strength and a Gumbel variate, so that each game by itself is one of
    Plackett and Luce's model exactly; the variates of a seat in the games of a set are correlated.
    """
    count = len(strengths)
    cards = draw.standard_normal((sets, count))
    seat = (np.arange(count)[:, None] + np.arange(count)) % count
    luck = math.sqrt(LUCK) * cards[:, seat] + math.sqrt(1 - LUCK) * draw.standard_normal((sets, count, count))
    results = np.asarray(strengths) - np.log(-np.log(ndtr(luck)))
    return (-results).argsort(axis=2).argsort(axis=2) + 1


def winner_takes(places: NDArray[np.int64]) -> NDArray[np.int64]:
    """The payoffs where everybody pays 1 and the winner gets it all."""
    return np.where(places == 1, places.shape[-1], 0) - 1


def true_mean(strengths: Sequence[float], bot: int) -> float:
    """The mean payoff then: the chance to win is in proportion to exp(strength)."""
    odds = np.exp(strengths)
    return float(len(strengths) * odds[bot] / odds.sum() - 1)


def true_elo(strengths: Sequence[float]) -> NDArray[np.float64]:
    """The strengths on an Elo scale with a mean of 1500; 400 are odds of ten to one."""
    elo: NDArray[np.float64] = 1500 + 400 / math.log(10) * (np.asarray(strengths) - np.mean(strengths))
    return elo
