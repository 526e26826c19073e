"""Which texts are actions that may be chosen now, by what a seat is offered."""

from collections.abc import Sequence

from fajer.bot import amounts

_MOST_DIGITS = 15


def accepted(legal: Sequence[str], hand: Sequence[str], text: str) -> bool:
    """Whether `text` is one of the legal actions, or one that a pattern among them stands for.

    >>> legal = ["fold", "call", "raise 2..40"]
    >>> [accepted(legal, [], text) for text in ("call", "raise 40", "raise 41", "raise 2..40", "raise 02")]
    [True, True, False, False, False]
    >>> accepted(["draw", "draw *"], ["2c", "7d"], "draw 7d 2c"), accepted(["draw", "draw *"], ["2c"], "draw *")
    (True, False)
    """
    if text in legal:
        return not is_pattern(text)
    word, _, rest = text.partition(" ")
    if f"{word} *" in legal:
        cards = rest.split(" ")
        return len(set(cards)) == len(cards) and all(card in hand for card in cards)
    if not (rest.isascii() and rest.isdigit()) or rest.startswith("0") or len(rest) > _MOST_DIGITS:
        return False
    return int(rest) in amounts(legal, word)


def is_pattern(text: str) -> bool:
    """Whether it stands for many actions."""
    return text.endswith(" *") or ".." in text
