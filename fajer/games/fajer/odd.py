"""Odd positions of Fájer, each with the rule that makes it so; every one is quickly over."""

from collections.abc import Sequence
from typing import Any

import msgspec

from fajer.games.cards import HUNGARIAN
from fajer.games.fajer.options import PRESETS, Options
from fajer.games.odd import Odd, Position

_ACES = "Ap Az Am"
_BEST = "At Xt Ut"
_NOTHING = "7p 8z 9m"
_NOR_THIS = "7z 8m 9t"
"""Nothing, nor with any one card of `_NOTHING`."""
_STAKED = {"stakes": 1, "deal_cap": 2, "round_cap": 4}
"""Whatever the bot does, such a game is over after two deals."""


def _german(**changes: Any) -> Options:
    return Options(**(_STAKED | changes))


def _three_stakes(**changes: Any) -> Options:
    return msgspec.structs.replace(PRESETS["three-stakes"], **(_STAKED | changes))


def _deck(*hands: str, talon: str = "", dealer: int = 0) -> list[int]:
    """All 32 cards so that the seats get these hands (F-11) and the talon begins with these."""
    seats = [*range(dealer + 1, len(hands)), *range(dealer + 1)]
    top = [HUNGARIAN.card(text) for seat in seats for text in hands[seat].split()]
    top += [HUNGARIAN.card(text) for text in talon.split()]
    return top + [card for card in range(len(HUNGARIAN)) if card not in top]


def _position(
    rule: str,
    name: str,
    options: Options,
    seat: int,
    *decks: Sequence[int],
    players: int = 3,
    actions: str = "keep",
    words: str = "",
) -> Position:
    done = tuple(actions.split(", ")) if actions else ()
    return Position(rule, name, options, players, seat, decks, done, tuple(words.split()))


POSITIONS = (
    _position(
        "F-04",
        "three of a rank are worth 30.5",
        _german(),
        1,
        _deck("7p 8m Ut", "9p 9z 9m", "7z 8z Xt", talon="Up Om Kz"),
        words="lay go swap",
    ),
    _position(
        "F-12",
        "three aces, it can only keep",
        _german(),
        0,
        _deck(_ACES, _NOTHING, _NOR_THIS),
        actions="",
        words="keep",
    ),
    _position(
        "F-14",
        "three aces lie in the middle",
        _german(),
        1,
        _deck(_NOR_THIS, _NOTHING, _BEST, talon=_ACES),
        words="go take swap",
    ),
    _position(
        "F-15",
        "after go it cannot go again",
        _german(),
        1,
        _deck(_NOR_THIS, _NOTHING, "7m 8t 9p", talon="Up Om Kz"),
        actions="keep, go, go, go",
        words="swap",
    ),
    _position(
        "F-15",
        "after go with 31 it has to exchange",
        _three_stakes(),
        2,
        _deck(_NOR_THIS, _NOTHING, _BEST, talon="Up Om Kz"),
        actions="keep, go, go, go",
        words="swap",
    ),
    _position(
        "F-16",
        "closing with nothing, it can only lay",
        _german(spoil="higher"),
        2,
        _deck("Ap Xp Up", _BEST, _NOTHING, talon=_NOR_THIS),
        actions="keep, lay",
        words="lay",
    ),
    _position(
        "F-16",
        "closing, the one exchange is to take",
        _german(spoil="higher"),
        2,
        _deck("Ap Xp Up", "Az Xz Uz", _NOTHING, talon="Kt Ot 9t"),
        actions="keep, lay",
        words="lay take",
    ),
    _position(
        "F-17",
        "closing, each exchange would spoil 31",
        _german(),
        2,
        _deck("Ap Xp Up", "Az Xz Uz", _BEST, talon="7p 8z 9m"),
        actions="keep, lay",
        words="lay",
    ),
    _position(
        "F-18",
        "three aces on turn, it can only lay",
        _german(three_aces="on_turn"),
        1,
        _deck(_NOTHING, _ACES, _NOR_THIS),
        words="lay",
    ),
    _position(
        "F-18",
        "a closing exchange can make three aces",
        _german(),
        2,
        _deck(_NOTHING, "Xt Ut Ot", "Ap Az 8t", talon="Am 9z Kt"),
        actions="keep, lay",
        words="lay swap",
    ),
    _position(
        "F-19",
        "a void deal",
        _german(heads_up_round_limit=1, void_cap=2, deal_cap=3),
        1,
        _deck(_NOTHING, _NOR_THIS, talon="Up Om Kz"),
        players=2,
        words="go swap",
    ),
    _position(
        "F-20",
        "a void deal that ends the game",
        _german(heads_up_round_limit=1, void_cap=1),
        1,
        _deck(_NOTHING, _NOR_THIS, talon="Up Om Kz"),
        players=2,
        words="go swap",
    ),
    _position(
        "F-22",
        "another's three aces took its last stake",
        _german(),
        1,
        _deck(_NOTHING, _NOR_THIS, _ACES),
        words="keep put",
    ),
    _position(
        "F-23",
        "it goes out and the others play on",
        _german(spoil="higher", broke="nobody", deal_cap=3),
        3,
        _deck(_ACES, "7p 8z 9m", "7z 8m 9t", "7m 8t 9p"),
        _deck("Ap Xp Up", "Az Xz Uz", "Am Xm Um", "7t 8z 9m", talon="7p 8t 9z", dealer=1),
        players=4,
        actions="keep, keep, lay",
        words="lay",
    ),
    _position(
        "F-27",
        "a game in which it is never asked",
        _german(opener="next"),
        0,
        _deck(_NOTHING, _ACES, _NOR_THIS),
        _deck(_NOTHING, _ACES, _NOR_THIS, dealer=1),
        actions="keep, keep",
    ),
    _position(
        "F-28",
        "drawn after its only deal",
        _german(stakes=3, deal_cap=1),
        1,
        _deck(_NOTHING, _BEST, _NOR_THIS, talon="Up Om Kz"),
        words="lay go swap",
    ),
    _position(
        "F-29",
        "no stakes, losses are counted",
        _german(stakes=0, deals=2),
        1,
        _deck(_NOTHING, _BEST, _NOR_THIS, talon="Up Om Kz"),
        words="lay go swap",
    ),
)

ODD = Odd(POSITIONS, _german())
"""What `fajer check` tries a bot with."""
