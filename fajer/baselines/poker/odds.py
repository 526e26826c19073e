"""How many of the hands that the unseen cards can make are worse than a given one: counted.

No hand is dealt to find out. Hands of the same ranks are counted together: there are 6,175 sets of five ranks, and how
many hands each of them has follows from how many cards of each rank are unseen. Those of them that are flushes are
counted by the suits in which all their ranks are unseen.
"""

from bisect import bisect_left
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import accumulate, combinations, pairwise, permutations
from math import comb
from operator import itemgetter, mul
from typing import NamedTuple

from fajer.games.poker.hands import KINDS, RANK_KEYS, RANKINGS, Ranking, straight_top

_RANKS = range(13)
_SUITS = range(4)
_PAIRS, _THREES = (0, 0, 1, 3, 6), (0, 0, 0, 1, 4)
"""By how many cards of a rank are unseen: the pairs and threes that they make."""
_CARDS = [mask.bit_count() for mask in range(16)]
"""By a set of suits: how many they are."""
_FOUR_AND_ONE = [[_CARDS[four] * _CARDS[fifth] - _CARDS[four & fifth] for fifth in range(16)] for four in range(16)]
"""By the suits in which four ranks are unseen and those in which a fifth is: the hands of these ranks that have the
four in one suit and the fifth in another."""
_THREE_RANKS, _FOUR_RANKS = list(combinations(_RANKS, 3)), list(combinations(_RANKS, 4))
_FIVE_BITS = [(sum(1 << rank for rank in ranks), ranks[4]) for ranks in combinations(_RANKS, 5)]
"""By five ranks: a bit for each, and the highest of them."""


class _Shapes(NamedTuple):
    """All sets of five ranks, each with the strength that it has without a flush, by how many are alike.

    Three or four ranks are named by their place in `_THREE_RANKS` or `_FOUR_RANKS`.
    """

    singles: list[tuple[int, tuple[int, ...]]]
    """Strength, and for each of the five ranks, low to high, the place of the four others."""
    pairs: list[list[tuple[int, int]]]
    """By the rank of the pair: strength, the place of the three others."""
    two_pairs: list[tuple[int, ...]]
    """Strength, the pairs, the fifth."""
    threes: list[tuple[int, ...]]
    """Strength, the three, the others."""
    full_houses: list[tuple[int, ...]]
    """Strength, the three, the pair."""
    fours: list[tuple[int, ...]]
    """Strength, the four, the fifth."""


class Odds:
    """The hands that some unseen cards can make, counted by their strength."""

    def __init__(self, ranking: str, unseen: int) -> None:
        """`unseen` has a bit for each card that may be anywhere but in the own hand."""
        self.ranking = RANKINGS[ranking]
        self.house = ranking == "house"
        """Whether four cards of a suit are a flush (P-04)."""
        self.suits = [unseen >> 13 * suit & 0x1FFF for suit in _SUITS]
        """By suit: its unseen ranks, a bit each."""
        self._of_rank = [sum((ranks >> rank & 1) << suit for suit, ranks in enumerate(self.suits)) for rank in _RANKS]
        """By rank: the suits in which it is unseen, a bit each."""
        self.left = [_CARDS[suits] for suits in self._of_rank]
        """By rank: how many are unseen."""
        self.cards = unseen.bit_count()
        """How many cards are unseen."""
        self.counts = [0] * len(self.ranking.grades)
        """By strength: how many hands of five unseen cards have it."""
        self._count()
        self.hands = comb(self.cards, 5)
        """How many hands of five unseen cards there are."""

    def worse_than(self, strength: int) -> float:
        """The chance that a hand of five unseen cards is worse, an equal one counted half."""
        return (sum(self.counts[:strength]) + self.counts[strength] / 2) / self.hands

    def all_worse(self) -> list[float]:
        """`worse_than` each strength."""
        before = [0, *accumulate(self.counts)]
        return [(low + high) / 2 / self.hands for low, high in pairwise(before)]

    def kinds(self) -> list[float]:
        """By kind, the chance that a hand of five unseen cards is of it."""
        return [sum(self.counts[low:high]) / self.hands for low, high in pairwise(_kinds_begin(self.ranking))]

    def _count(self) -> None:
        left, suits = self.left, self._of_rank
        shapes = _shapes(self.ranking)
        self._count_alike(shapes)
        self._count_pairs(shapes.pairs)
        four_left = [left[a] * left[b] * left[c] * left[d] for a, b, c, d in _FOUR_RANKS]
        four_suits = [suits[a] & suits[b] & suits[c] & suits[d] for a, b, c, d in _FOUR_RANKS]
        if self.house:
            self._count_by_fours(shapes.singles, four_left, four_suits)
        else:
            self._count_by_fives(shapes.singles, four_left, four_suits)

    def _count_alike(self, shapes: _Shapes) -> None:
        """Hands that cannot be flushes or nearly: two pairs and more."""
        counts, left = self.counts, self.left
        for strength, a, b, c in shapes.two_pairs:
            counts[strength] += _PAIRS[left[a]] * _PAIRS[left[b]] * left[c]
        for strength, a, b, c in shapes.threes:
            counts[strength] += _THREES[left[a]] * left[b] * left[c]
        for strength, a, b in shapes.full_houses:
            counts[strength] += _THREES[left[a]] * _PAIRS[left[b]]
        for strength, a, b in shapes.fours:
            if left[a] == 4:
                counts[strength] += left[b]

    def _count_pairs(self, shapes: Sequence[Sequence[tuple[int, int]]]) -> None:
        """Pairs; without those that are a flush with one of the pair, where it has four cards."""
        counts, left, suits = self.counts, self.left, self._of_rank
        three_left = [left[a] * left[b] * left[c] for a, b, c in _THREE_RANKS]
        three_suits = [suits[a] & suits[b] & suits[c] for a, b, c in _THREE_RANKS]
        for rank, others in enumerate(shapes):
            if left[rank] < 2:
                continue
            pairs = _PAIRS[left[rank]]
            flushes = [_CARDS[three & suits[rank]] * (left[rank] - 1) * self.house for three in range(16)]
            for strength, three in others:
                counts[strength] += pairs * three_left[three] - flushes[three_suits[three]]

    def _count_by_fives(
        self, singles: list[tuple[int, tuple[int, ...]]], four_left: list[int], four_suits: list[int]
    ) -> None:
        """Five different ranks, where a flush has five cards."""
        counts, left, suits, by_suit = self.counts, self.left, self._of_rank, self.ranking.by_suit
        for (strength, fours), (ranks, last) in zip(singles, _FIVE_BITS, strict=True):
            four = fours[4]
            hands = four_left[four] * left[last]
            if all_five := four_suits[four] & suits[last]:
                flushes = _CARDS[all_five]
                counts[by_suit[ranks]] += flushes
                hands -= flushes
            counts[strength] += hands

    def _count_by_fours(
        self, singles: list[tuple[int, tuple[int, ...]]], four_left: list[int], four_suits: list[int]
    ) -> None:
        """Five different ranks and all flushes, where a flush has four cards."""
        counts, suits, by_suit = self.counts, self._of_rank, self.ranking.by_suit
        apart = [_FOUR_AND_ONE[four] for four in four_suits]
        for (strength, fours), (a, b, c, d, e) in zip(singles, combinations(suits, 5), strict=True):
            without_a, without_b, without_c, without_d, without_e = fours
            counts[strength] += (
                four_left[without_e] * _CARDS[e]
                - apart[without_a][a]
                - apart[without_b][b]
                - apart[without_c][c]
                - apart[without_d][d]
                - apart[without_e][e]
                - _CARDS[four_suits[without_e] & e]
            )
        for own in self.suits:
            bits = [1 << rank for rank in _RANKS if own >> rank & 1]
            others = self.cards - len(bits)
            places = combinations(range(len(bits)), 4)
            for ranks, (lower, *_) in zip(map(sum, combinations(bits, 4)), places, strict=True):
                counts[by_suit[ranks]] += others + lower  # a fifth card of another suit, or a lower one of the same
            for straight in _STRAIGHTS:
                if own & straight == straight:
                    counts[by_suit[straight]] += 1
                    counts[by_suit[straight & straight - 1]] -= 1


@lru_cache(maxsize=32)
def odds(ranking: str, unseen: int) -> Odds:
    """The odds against these unseen cards, a bit each; the last few are remembered."""
    return Odds(ranking, unseen)


_STRAIGHTS = [sum(1 << rank - 2 for rank in ranks) for ranks in combinations(range(2, 15), 5) if straight_top(ranks)]
"""The ranks of each straight, a bit each."""


@cache
def _kinds_begin(ranking: Ranking) -> list[int]:
    """By kind its lowest strength, then the number of strengths."""
    kinds = [grade[0] for grade in ranking.grades]
    return [*(bisect_left(kinds, kind) for kind in range(len(KINDS))), len(kinds)]


@cache
def _shapes(ranking: Ranking) -> _Shapes:
    """The sets of five ranks."""
    by_ranks = ranking.by_ranks

    def shape(first: int, *others: int) -> list[tuple[int, ...]]:
        """So many cards of one rank, so many of each further one; ranks with as many stand low to high."""
        found = []
        for more in combinations(_RANKS, len(others)) if len({*others}) == 1 else permutations(_RANKS, len(others)):
            for rank in _RANKS:
                if rank not in more and (first != others[0] or rank < more[0]):
                    key = first * RANK_KEYS[rank] + sum(map(mul, others, [RANK_KEYS[other] for other in more]))
                    found.append((by_ranks[key], rank, *more))
        return found

    three_places = {ranks: place for place, ranks in enumerate(_THREE_RANKS)}
    four_places = {ranks: place for place, ranks in enumerate(_FOUR_RANKS)}
    singles = sorted(shape(1, 1, 1, 1, 1), key=itemgetter(slice(1, None)))
    pairs = shape(2, 1, 1, 1)
    return _Shapes(
        [(strength, tuple(four_places[a, b, c, d] for a, b, c, d in _but_one(ranks))) for strength, *ranks in singles],
        [[(strength, three_places[a, b, c]) for strength, pair, a, b, c in pairs if pair == rank] for rank in _RANKS],
        shape(2, 2, 1),
        shape(3, 1, 1),
        shape(3, 2),
        shape(4, 1),
    )


def _but_one(ranks: Sequence[int]) -> list[list[int]]:
    """All of these but one, for each one."""
    return [[other for other in ranks if other != rank] for rank in ranks]
