"""A mean over whole sets and how sure it is, from sums that SQL gives."""

import math
from collections.abc import Sequence
from typing import NamedTuple

SETTLED = 9
"""Numbers that are the same to so many decimals are equal: what is beyond is rounding."""
_CONFIDENCE = 0.95
_DECIMALS = 12
"""More of a mean is rounding."""
_ROUNDING = 1e-12
"""A spread of so small a part of the squares is none."""


class Stratum(NamedTuple):
    """The sets of one table, summed up: of each an amount, and the weight that it is for."""

    sets: int
    amount: float
    weight: float
    amounts: float
    """The sum of the squares of the amounts."""
    weights: float
    """That of the weights."""
    products: float
    """The sum of each amount by its weight."""

    def about(self, mean: float) -> float:
        """The sum of the squares of how far each set is from the mean, about what that is at this table."""
        off = self.amount - mean * self.weight
        added, taken = self.amounts + mean * mean * self.weights, 2 * mean * self.products
        spread = added - taken - off * off / self.sets
        return spread if spread > _ROUNDING * added else 0.0


def plain(sets: int, amount: float, amounts: float) -> Stratum:
    """Sets that weigh 1 each."""
    return Stratum(sets, amount, sets, amounts, sets, amount)


def mean(strata: Sequence[Stratum]) -> float | None:
    """All amounts by all weights; None without sets."""
    weight = sum(one.weight for one in strata)
    return round(sum(one.amount for one in strata) / weight, _DECIMALS) + 0.0 if weight else None  # no minus zero


def interval(strata: Sequence[Stratum]) -> float | None:
    """Half the width of Student's 95 % interval of the mean over all sets; None with too few, and without any spread.

    Tables differ as their bots differ, which is no error: the spread is that of the sets about the
    mean of their own table. Where every table has one set, it is that of all about their mean. Sets
    that all ended alike say nothing of how far others will be off.
    """
    middle = mean(strata)
    sets = sum(stratum.sets for stratum in strata)
    freedom = sets - len(strata)
    if freedom < 1:
        freedom = sets - 1
        strata = [Stratum(*map(sum, zip(*strata, strict=True)))] if strata else []
    if freedom < 1 or middle is None:
        return None
    from scipy.special import stdtrit  # takes a while to import

    spread = sum(one.about(middle) for one in strata) / freedom
    if spread == 0:
        return None
    weight = sum(one.weight for one in strata)
    return float(stdtrit(freedom, (1 + _CONFIDENCE) / 2)) * math.sqrt(spread * sets) / weight
