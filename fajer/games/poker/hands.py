"""Which of two poker hands is the better one, under both rankings, from tables made on first use (P-03 … P-06).

Every card has a key, and the sum of five keys says which ranks they have and how many cards of each suit: one look at
it finds a hand that is no flush.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement

from fajer.games.api import Rule

RULES = (
    Rule(
        "P-03",
        "Hands, low to high: high card; pair; two pairs; three of a kind; straight, five ranks in sequence not all of "
        "one suit; flush; full house; four of a kind; straight flush; royal flush. A hand counts as the highest of "
        "these that it is.",
        "house",
        ("ranking",),
    ),
    Rule(
        "P-04",
        "By the house ranking four cards of one suit are a flush, above a straight. Of equal kinds the better one has "
        "the higher cards from the top down (high card); the higher pair, then the higher sum of the other three "
        "cards; the higher first pair, then second pair, then fifth card; the higher three (three of a kind, full "
        "house); the higher four; the higher top card (straight, straight flush); the higher cards of the suit, from "
        "the top down, four of them (flush). What is equal then is equal.",
        "house",
        ("ranking",),
        open_point="The description gives a flush four cards and ranks it above a straight: it is taken at its word, "
        "and a fifth card of the suit does not count. Of high cards it names only the highest: the next ones break a "
        "tie, as it says of the flush.",
    ),
    Rule(
        "P-05",
        "By the standard ranking a flush is five cards of one suit, and equal kinds go by the cards that make them, "
        "then by the others from the highest down.",
        "standard",
        ("ranking",),
    ),
    Rule(
        "P-06",
        "An ace is the highest rank, and the lowest in A-2-3-4-5, whose top card is the five.",
        "standard",
        open_point="The house description does not mention a low ace: it has one, as everywhere else.",
    ),
)

KINDS = (
    "high card",
    "pair",
    "two pairs",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
    "royal flush",
)
"""The kinds of hands, low to high (P-03)."""
HIGH_CARD, PAIR, TWO_PAIRS, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH, ROYAL_FLUSH = range(len(KINDS))

ACE = 14
RANKS = range(2, ACE + 1)
"""What the ranks count, two to ace (P-01): a card is 13 × suit + rank − 2."""

RANK_KEYS = (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415)
"""By rank: the sum over five cards is another one for any other ranks, at most four of them alike."""
CARD_KEYS = [key * 4096 + 8**suit for suit in range(4) for key in RANK_KEYS]
"""By card: its rank's key, and below it a one for its suit. So the low twelve bits of a sum are four counters of three
bits, one a suit, and 0o4444 in it says that there are four or five of a suit."""
CARD_BITS = [1 << card for card in range(52)]
"""By card: a bit of its own. A hand's ranks in one suit are 13 bits side by side."""
_FIRST_BIT = {0o4 * 8**suit: 13 * suit for suit in range(4)}
"""By what 0o4444 leaves of a sum: where the bits of that suit begin."""

_KINDS_BY_COUNTS = {
    (1, 1, 1, 1, 1): HIGH_CARD,
    (2, 1, 1, 1): PAIR,
    (2, 2, 1): TWO_PAIRS,
    (3, 1, 1): THREE,
    (3, 2): FULL_HOUSE,
    (4, 1): FOUR,
}
"""The kind, by how many cards there are of each rank, the most first."""

Grade = tuple[int, ...]
"""A hand's kind, then the numbers that break a tie."""
TieBreak = Callable[[int, Sequence[int]], Sequence[int]]
"""The numbers that break a tie, from a kind and the hand's ranks, each once: most alike first, then highest first."""


class Ranking:
    """An order of all hands.

    >>> ranking = RANKINGS["house"]
    >>> fours = ranking.strength([2, 15, 28, 41, 12])  # 4c 4d 4h 4s Ac
    >>> ranking.describe(fours), ranking.is_combination(fours)
    (('four of a kind', [7, 4]), True)
    """

    __slots__ = ("_by_ranks", "_by_suit", "_flush", "_grades", "_tie_break", "strength")

    def __init__(self, flush: int, tie_break: TieBreak) -> None:
        self._flush = flush
        self._tie_break = tie_break
        self._grades: list[Grade] = []
        self._by_ranks: dict[int, int] = {}
        self._by_suit: dict[int, int] = {}
        self.strength: Callable[[Sequence[int]], int] = _strength(self._by_ranks, self._by_suit, self._fill)
        """The place of a hand of five among all hands, from 0: the better the higher, equal hands the same."""

    def describe(self, strength: int) -> tuple[str, list[int]]:
        """The kind in words, and the numbers that decide between hands: its place among kinds from 0, then what
        breaks a tie (P-04, P-05)."""
        grade = self.grades[strength]
        return KINDS[grade[0]], list(grade)

    def is_combination(self, strength: int) -> bool:
        """Whether it is a pair or better."""
        return self.grades[strength][0] >= PAIR

    @property
    def grades(self) -> list[Grade]:
        """By strength: the kind, then what breaks a tie."""
        if not self._grades:
            self._fill()
        return self._grades

    @property
    def by_ranks(self) -> dict[int, int]:
        """By the sum of five `RANK_KEYS`: the strength of these ranks where suits make nothing of them."""
        if not self._grades:
            self._fill()
        return self._by_ranks

    @property
    def by_suit(self) -> dict[int, int]:
        """By the ranks that a hand has in one suit, a bit each from the two: the strength, if they are a flush or
        better."""
        if not self._grades:
            self._fill()
        return self._by_suit

    def _fill(self) -> None:
        plain = {sum(RANK_KEYS[rank - 2] for rank in ranks): self._plain(ranks) for ranks in _five_ranks()}
        suited = {sum(1 << rank - 2 for rank in ranks): self._of_a_suit(ranks) for ranks in self._suited_ranks()}
        grades = sorted({*plain.values(), *suited.values()})
        strengths = {grade: strength for strength, grade in enumerate(grades)}
        self._by_ranks.update({key: strengths[grade] for key, grade in plain.items()})
        self._by_suit.update({key: strengths[grade] for key, grade in suited.items()})
        self._grades = grades

    def _plain(self, ranks: Sequence[int]) -> Grade:
        """The grade of five ranks, low to high, that suits make nothing of."""
        if top := straight_top(ranks):
            return STRAIGHT, top
        alike = sorted({(ranks.count(rank), rank) for rank in ranks}, reverse=True)
        kind = _KINDS_BY_COUNTS[tuple(count for count, _ in alike)]
        return kind, *self._tie_break(kind, [rank for _, rank in alike])

    def _of_a_suit(self, ranks: Sequence[int]) -> Grade:
        """The grade of ranks of one suit, low to high, enough for a flush."""
        top = straight_top(ranks)
        if top:
            return ROYAL_FLUSH if top == ACE else STRAIGHT_FLUSH, top
        return FLUSH, *self._tie_break(FLUSH, ranks[::-1])

    def _suited_ranks(self) -> Iterator[tuple[int, ...]]:
        for cards in range(self._flush, 6):
            yield from combinations(RANKS, cards)


def _strength(
    by_ranks: dict[int, int], by_suit: dict[int, int], fill: Callable[[], None]
) -> Callable[[Sequence[int]], int]:
    """A ranking's `strength`, with all that it needs at hand: nothing here is asked more often."""
    keys, bits, first_bit = CARD_KEYS, CARD_BITS, _FIRST_BIT

    def strength(cards: Sequence[int]) -> int:
        a, b, c, d, e = cards
        total = keys[a] + keys[b] + keys[c] + keys[d] + keys[e]
        try:
            if flush := total & 0o4444:
                mine = (bits[a] + bits[b] + bits[c] + bits[d] + bits[e]) >> first_bit[flush] & 0x1FFF
                if mine in by_suit:
                    return by_suit[mine]
            return by_ranks[total // 4096]
        except KeyError:
            if by_ranks:
                raise
        fill()  # the first use
        return strength(cards)

    return strength


def straight_top(ranks: Sequence[int]) -> int:
    """The top card of five ranks, low to high, that are in sequence; 0 for any others (P-06)."""
    if len(set(ranks)) < 5:
        return 0
    if ranks[4] - ranks[0] == 4:
        return ranks[4]
    return 5 if ranks[4] == ACE and ranks[3] == 5 else 0


def _five_ranks() -> Iterable[tuple[int, ...]]:
    """The ranks of any hand, low to high."""
    return (ranks for ranks in combinations_with_replacement(RANKS, 5) if ranks[0] < ranks[4])


def _house_ties(kind: int, ranks: Sequence[int]) -> Sequence[int]:
    """P-04."""
    if kind == PAIR:
        return ranks[0], sum(ranks[1:])
    if kind in (THREE, FULL_HOUSE, FOUR):
        return ranks[:1]
    return ranks[:4] if kind == FLUSH else ranks


def _standard_ties(kind: int, ranks: Sequence[int]) -> Sequence[int]:
    """P-05."""
    return ranks


RANKINGS = {"house": Ranking(4, _house_ties), "standard": Ranking(5, _standard_ties)}
"""By the option `ranking`."""
