"""What a draw may bring, in the mean over all draws that the unseen cards allow: counted, as in `odds`."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from operator import itemgetter, mul

from fajer.baselines.poker.odds import Odds
from fajer.games.poker.hands import RANK_KEYS

_RANKS = range(13)
_SUITS = range(4)


def best_draw(hand: Sequence[int], odds: Odds, worth: Sequence[float]) -> tuple[float, tuple[int, ...]]:
    """The best mean worth that a hand can have after its draw, and the cards to keep for it.

    `worth` is by strength. Every set of two and more cards is looked at, and of single ones the highest.
    """
    draws = Draws(odds, worth)
    high = max(hand, key=lambda card: card % 13)
    plans = [kept for count in (5, 4, 3, 2) for kept in combinations(hand, count)]
    return max(((draws.mean(kept), kept) for kept in (*plans, (high,), ())), key=itemgetter(0))


class Draws:
    """The draws from some unseen cards, where each hand has a worth."""

    def __init__(self, odds: Odds, worth: Sequence[float]) -> None:
        """`worth` is by strength."""
        self._odds = odds
        self._worth = worth
        self._by_ranks = {key: worth[strength] for key, strength in odds.ranking.by_ranks.items()}
        """The worth by the sum of five `RANK_KEYS`, where suits make nothing of them."""
        self._drawn: dict[int, tuple[list[int], list[int]]] = {}
        self._chosen: dict[tuple[int, int], list[tuple[int, int]]] = {}

    def mean(self, kept: Sequence[int]) -> float:
        """The mean worth of a hand of the cards kept and of unseen ones for the others."""
        drawn = 5 - len(kept)
        if not kept:
            total: float = sum(map(mul, self._odds.counts, self._worth))
        else:
            total = self._plainly(kept) + sum([self._by_a_suit(kept, suit) for suit in _SUITS])
        return total / comb(self._odds.cards, drawn)

    def _plainly(self, kept: Sequence[int]) -> float:
        """The sum over all draws, as if there were no flushes."""
        drawn = 5 - len(kept)
        if drawn not in self._drawn:
            left = self._odds.left
            found = [(key, prod([comb(left[rank], count) for rank, count in alike])) for key, alike in _draws(drawn)]
            possible = [(key, hands) for key, hands in found if hands]
            self._drawn[drawn] = [key for key, _ in possible], [hands for _, hands in possible]
        keys, hands = self._drawn[drawn]
        by_ranks, own = self._by_ranks, sum(RANK_KEYS[card % 13] for card in kept)
        total: float = sum(map(mul, hands, [by_ranks[own + key] for key in keys]))
        return total

    def _by_a_suit(self, kept: Sequence[int], suit: int) -> float:
        """What flushes of this suit add to that sum."""
        ranks = [card % 13 for card in kept]
        own = [card % 13 for card in kept if card // 13 == suit]
        key, ours = sum(RANK_KEYS[rank] for rank in ranks), sum(1 << rank for rank in own)
        odds, worth, by_ranks = self._odds, self._worth, self._by_ranks
        by_suit = odds.ranking.by_suit
        drawn = 5 - len(kept)
        others = len(kept) - len(own)
        total = 0.0
        if others == 0 or (others == 1 and odds.house):
            total += sum(
                [worth[by_suit[ours | bits]] - by_ranks[key + more] for bits, more in self._choices(suit, drawn)]
            )
        if others == 0 and drawn and odds.house:
            unseen = odds.suits[suit]
            apart = [(RANK_KEYS[rank], cards) for rank in _RANKS if (cards := odds.left[rank] - (unseen >> rank & 1))]
            count = odds.cards - unseen.bit_count()
            for bits, more in self._choices(suit, drawn - 1):
                plain = key + more
                total += count * worth[by_suit[ours | bits]]
                total -= sum([cards * by_ranks[plain + one] for one, cards in apart])
        return total

    def _choices(self, suit: int, count: int) -> list[tuple[int, int]]:
        """Each choice of so many unseen cards of a suit: a bit for each rank, and the sum of the ranks' keys."""
        if (suit, count) not in self._chosen:
            unseen = [rank for rank in _RANKS if self._odds.suits[suit] >> rank & 1]
            bits = combinations([1 << rank for rank in unseen], count)
            keys = combinations([RANK_KEYS[rank] for rank in unseen], count)
            self._chosen[suit, count] = list(zip(map(sum, bits), map(sum, keys), strict=True))
        return self._chosen[suit, count]


@cache
def _draws(cards: int) -> list[tuple[int, list[tuple[int, int]]]]:
    """The sets of ranks that a draw of so many cards can have: the sum of their keys, and how many of which rank."""
    return [
        (sum(RANK_KEYS[rank] for rank in ranks), sorted(Counter(ranks).items()))
        for ranks in combinations_with_replacement(_RANKS, cards)
        if len(set(ranks)) > 1 or cards < 5
    ]
