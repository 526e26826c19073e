"""Odd positions of draw poker, each with the rule that makes it so; every one is quickly over."""

from collections.abc import Sequence
from typing import Any

import msgspec

from fajer.games.cards import FRENCH
from fajer.games.odd import Odd, Position
from fajer.games.poker.options import PRESETS, Options

_PAIRS = ("2c 2d 5h 7s 9c", "3c 3d 5s 7c 9d", "4c 4d 6h 8s Th")
"""Three pairs, each better than the one before."""
_NOTHING = ("2h 4s 6c 8d Tc", "3h 5d 7d 9s Js", "2s 4h 6d 8h Qc")
"""Three hands with no combination."""
_SHORT = {"hands": 2, "chips": 20}


def _house(**changes: Any) -> Options:
    return Options(**(_SHORT | changes))


def _standard(**changes: Any) -> Options:
    return msgspec.structs.replace(PRESETS["standard-one-draw"], **(_SHORT | changes))


def _deck(*hands: str, dealer: int = 0) -> list[int]:
    """All 52 cards so that the seats get these hands (P-09), the others in canonical order."""
    seats = [*range(dealer + 1, len(hands)), *range(dealer + 1)]
    top = [FRENCH.card(text) for seat in seats for text in hands[seat].split()]
    return top + [card for card in range(len(FRENCH)) if card not in top]


def _position(
    rule: str,
    name: str,
    options: Options,
    seat: int,
    *decks: Sequence[int],
    players: int = 3,
    actions: str = "",
    words: str = "",
) -> Position:
    done = tuple(actions.split(", ")) if actions else ()
    return Position(rule, name, options, players, seat, decks, done, tuple(words.split()))


def _drawn(cards: Sequence[int]) -> str:
    return f"draw {' '.join(FRENCH.texts(cards))}"


_IN_ORDER = range(len(FRENCH))
_ROUND = "pass, pass, pass, pass"
_USED_UP = ", ".join(
    [
        _ROUND,
        *(_drawn(_IN_ORDER[first : first + 5]) for first in (0, 5, 10, 15)),
        _ROUND,
        *(_drawn(_IN_ORDER[first : first + 5]) for first in (20, 25)),
    ]
)
"""Four players have drawn 30 cards of the 32 in the talon."""

POSITIONS = (
    _position(
        "P-04",
        "in the house four cards of a suit are a flush",
        _house(),
        1,
        _deck(_PAIRS[0], "3h 8h Jh Kh 4s", _PAIRS[2]),
        words="pass bet",
    ),
    _position(
        "P-10",
        "nothing to open with, it can only pass",
        _house(),
        1,
        _deck(_PAIRS[0], _NOTHING[0], _PAIRS[2]),
        words="pass",
    ),
    _position(
        "P-11",
        "one chip left, a bet of one amount",
        _standard(chips=2),
        1,
        _deck(*_PAIRS),
        words="pass bet",
    ),
    _position(
        "P-11",
        "a raise of all its chips, of one amount",
        _standard(),
        2,
        _deck(*_PAIRS),
        actions="bet 18",
        words="fold call raise",
    ),
    _position(
        "P-12",
        "all-in to call",
        _standard(),
        0,
        _deck(*_PAIRS),
        actions="bet 19, call",
        words="fold call",
    ),
    _position(
        "P-12",
        "a bet above its chips, it can only fold",
        _house(draws=0),
        1,
        _deck(_PAIRS[1], _PAIRS[0]),
        _deck(_PAIRS[1], _PAIRS[0], dealer=1),
        players=2,
        actions="bet 4, call, bet 20",
        words="fold",
    ),
    _position(
        "P-12",
        "no chips left, it can only pass",
        _house(chips=1),
        1,
        _deck(*_PAIRS),
        words="pass",
    ),
    _position(
        "P-12",
        "after a short raise it cannot raise",
        _standard(draws=0),
        2,
        _deck(_PAIRS[0], _PAIRS[2], _PAIRS[1]),
        _deck(*_PAIRS, dealer=1),
        actions="bet 4, fold, call, bet 10, raise 4, call",
        words="fold call",
    ),
    _position(
        "P-12",
        "no chips left, it is asked to draw only",
        _standard(chips=1),
        1,
        _deck(*_PAIRS),
        words="draw",
    ),
    _position(
        "P-15",
        "all have passed, and the pot was left",
        _house(draws=0),
        2,
        _deck(*_NOTHING),
        _deck(*_PAIRS, dealer=1),
        actions="pass, pass, pass",
        words="pass bet",
    ),
    _position(
        "P-16",
        "a draw",
        _house(),
        2,
        _deck(*_PAIRS),
        actions="bet 1, call, call, draw",
        words="draw",
    ),
    _position(
        "P-17",
        "the talon is used up when it draws",
        _standard(draws=3),
        3,
        _IN_ORDER,
        players=4,
        actions=_USED_UP,
        words="draw",
    ),
    _position(
        "P-18",
        "left alone with the pot, it is asked nothing more",
        _standard(hands=1),
        1,
        _deck(*_PAIRS),
        actions="bet 1, fold, fold",
    ),
    _position(
        "P-19",
        "a game in which nobody is ever asked",
        _standard(chips=1, draws=0),
        0,
        _deck(_PAIRS[0], _PAIRS[1]),
        players=2,
    ),
)

ODD = Odd(POSITIONS, _house())
"""What `fajer check` tries a bot with."""
