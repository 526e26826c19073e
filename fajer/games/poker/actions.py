"""Actions as numbers and as text: bids with an amount, draws with cards."""

import re
import reprlib
from collections.abc import Sequence
from itertools import permutations
from typing import NoReturn

from fajer.errors import InvalidAction
from fajer.games.cards import FRENCH

SELECTIONS = tuple(places for count in range(6) for places in permutations(range(5), count))
"""What a draw lays aside, by its action: places in the hand, in the order in which they are named (P-16, P-17)."""
KEPT = tuple(tuple(place for place in range(5) if place not in places) for places in SELECTIONS)
"""By action of a draw: the places that stay."""
SELECTION = {places: action for action, places in enumerate(SELECTIONS)}
"""By what is laid aside: the action of the draw."""

_STEPS = tuple((SELECTION[places[:-1]], places[-1]) for places in SELECTIONS[1:])
"""By action of a draw from the second on: the one that names a card less, and the place of that card."""
_AMOUNT = re.compile(r"(bet|raise) ([1-9][0-9]{0,14})")
"""No table has as many chips as these digits can say."""
_EXAMPLES = "one is pass, fold, call, bet N, raise N, draw or draw CARD …, like 'bet 5' or 'draw 2c 7d'"


def amount_range(word: str, least: int, most: int) -> str:
    """The pattern of every amount from `least` to `most`; a range of one is written plainly.

    >>> amount_range("raise", 2, 40), amount_range("bet", 5, 5)
    ('raise 2..40', 'bet 5')
    """
    return f"{word} {least}" if least == most else f"{word} {least}..{most}"


def draw_text(hand: Sequence[int], action: int) -> str:
    """The text of a draw with this hand."""
    names = FRENCH.names
    return " ".join(["draw", *(names[hand[place]] for place in SELECTIONS[action])])


def draw_texts(hand: Sequence[int]) -> list[str]:
    """The texts of all draws with this hand, by action."""
    cards = [f" {FRENCH.names[card]}" for card in hand]
    texts = ["draw"]
    for shorter, place in _STEPS:
        texts.append(texts[shorter] + cards[place])
    return texts


def read_amount(text: str) -> tuple[str, int]:
    """The word and the amount of a bet or raise; raises `InvalidAction` for what is none."""
    found = _AMOUNT.fullmatch(text)
    if found:
        return found[1], int(found[2])
    word, _, number = text.partition(" ")
    if word in ("bet", "raise") and ".." in number:
        _pattern(text, f"{word} 5")
    if word in ("bet", "raise"):
        raise InvalidAction(
            f"{reprlib.repr(text)} is no action: {reprlib.repr(number)} is no number of chips; "
            f"one is written in plain digits, like '{word} 5'"
        )
    return no_action(text)


def read_cards(text: str) -> list[int]:
    """The cards that a `draw` names, in their order; raises `InvalidAction` for what is none."""
    word, *names = text.split(" ")
    if word != "draw":
        no_action(text)
    if "*" in names:
        _pattern(text, "draw 2c 7d")
    try:
        return [FRENCH.card(name) for name in names]
    except InvalidAction as error:
        raise InvalidAction(f"{reprlib.repr(text)} is no action: {error}") from None


def _pattern(text: str, answer: str) -> NoReturn:
    """Say that what bots are offered in place of many actions is none itself."""
    raise InvalidAction(
        f"{reprlib.repr(text)} is a pattern, no action: answer with one that it stands for, like '{answer}'"
    )


def no_action(text: str) -> NoReturn:
    """Say that a text is no action, with what would be one."""
    raise InvalidAction(f"{reprlib.repr(text)} is no action; {_EXAMPLES}")
