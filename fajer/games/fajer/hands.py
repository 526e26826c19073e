"""What three cards are worth, from tables made once (F-02 … F-09)."""

from itertools import combinations, permutations

from fajer.games.api import Rule
from fajer.games.cards import HUNGARIAN

RULES = (
    Rule(
        "F-02",
        "The cards' points: seven, eight and nine as printed; ten, under, over and king (X U O K) ten; the ace eleven.",
        "both",
    ),
    Rule("F-03", "Three cards of one suit are worth the sum of their points, 24 to 31.", "both"),
    Rule(
        "F-04",
        "Three of one rank, not aces, are worth 30½. Among themselves they rank 7 < 8 < 9 < X < U < O < K.",
        "German",
        open_point="The three-stakes description shows its combinations in a picture: the German ones "
        "are used for it, since both name the same ranks and points.",
    ),
    Rule(
        "F-05",
        "Three aces are worth 33, above everything; or, by option, 30½, above three kings and below 31.",
        "German; three-stakes: by agreement",
        ("three_aces_rank",),
    ),
    Rule("F-06", "Two aces and any third card are worth 22.", "German"),
    Rule(
        "F-07",
        "An ace and a ten-point card of its suit, with any third card, are worth 21 if nothing better applies.",
        "German",
    ),
    Rule(
        "F-08",
        "Anything else is worth nothing (0): two cards of a suit without its ace count nothing.",
        "German",
    ),
    Rule(
        "F-09",
        "Of the 4,960 hands 4,200 are worth 0; 336 are 21; 168 are 22; 4 are 24; 16 are 25; 20 are 26; "
        "44 are 27; 44 are 28; 40 are 29; 32 are 30; 28 are 30½; 24 are 31 and 4 are 33.",
        "counted",
    ),
)

POINTS = (7, 8, 9, 10, 10, 10, 10, 11)
"""Points by rank, seven to ace (F-02)."""

_ACE = 7
_CLASSES = (0, 21, 22, 24, 25, 26, 27, 28, 29, 30)
"""Hand worths below the triples; a hand's strength is its place in the order of all hands."""
_FIRST_TRIPLE = len(_CLASSES)
_ACES_BELOW = _FIRST_TRIPLE + 7
_THIRTY_ONE = _ACES_BELOW + 1
THREE_ACES = _THIRTY_ONE + 1
"""The strength of three aces where they stand above everything (F-05)."""
ACES = {"above": THREE_ACES, "below": _ACES_BELOW}
"""By `three_aces_rank`: the strength that three aces have, and no other hand."""
TWENTY_ONE = 1
"""The strength of the weakest hand that is worth anything (F-14)."""


def hand_code(first: int, second: int, third: int) -> int:
    """The place of a hand in the tables, its cards in any order."""
    return first << 10 | second << 5 | third


def _strength(cards: tuple[int, int, int]) -> int:
    """A hand's place in the order of hands, three aces on top; equal hands are equal."""
    suits = [card >> 3 for card in cards]
    ranks = [card & 7 for card in cards]
    if ranks[0] == ranks[1] == ranks[2]:
        return THREE_ACES if ranks[0] == _ACE else _FIRST_TRIPLE + ranks[0]
    if suits[0] == suits[1] == suits[2]:
        points = sum(POINTS[rank] for rank in ranks)
        return _THIRTY_ONE if points == 31 else _CLASSES.index(points)
    if ranks.count(_ACE) == 2:
        return _CLASSES.index(22)
    aces = {card >> 3 for card in cards if card & 7 == _ACE}
    tens = {card >> 3 for card in cards if POINTS[card & 7] == 10}
    return _CLASSES.index(21) if aces & tens else 0


def _tables() -> tuple[bytes, bytes]:
    above = bytearray(32 << 10)
    below = bytearray(32 << 10)
    for cards in combinations(range(len(HUNGARIAN)), 3):
        strength = _strength(cards)
        lower = _ACES_BELOW if strength == THREE_ACES else strength
        for first, second, third in permutations(cards):
            code = first << 10 | second << 5 | third
            above[code] = strength
            below[code] = lower
    return bytes(above), bytes(below)


_ABOVE, _BELOW = _tables()
STRENGTH = {"above": _ABOVE, "below": _BELOW}
"""By `three_aces_rank`, by hand code: the hand's place in the order of all hands."""

WORTH: tuple[int | float, ...] = (*_CLASSES, *[30.5] * 8, 31, 33)
"""A hand's worth as it is announced, by its strength."""


def worth(cards: list[str], three_aces_rank: str = "above") -> int | float:
    """What three cards, given as text, are worth.

    >>> worth(["7p", "8p", "Up"]), worth(["8p", "8z", "8t"]), worth(["Az", "Xz", "Um"])
    (25, 30.5, 21)
    """
    return WORTH[STRENGTH[three_aces_rank][hand_code(*map(HUNGARIAN.card, cards))]]
