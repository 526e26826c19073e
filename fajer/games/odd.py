"""Odd positions that a game's rules allow: set pieces to ask a bot in."""

import importlib
import importlib.util
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from fajer.games import game


@dataclass(frozen=True, slots=True)
class Position:
    """A game with stacked decks that comes to something odd."""

    rule: str
    """The number of the rule that makes it odd."""
    name: str
    """What is odd about it, in a few words."""
    options: Any
    """The game's options."""
    players: int
    """How many seats there are."""
    seat: int
    """The bot's seat."""
    decks: tuple[Sequence[int], ...]
    """The decks of the first deals, top card first; what follows is shuffled."""
    actions: tuple[str, ...]
    """What is done, whoever's turn it is, before the bot is asked for the first time.

    Where an action of the bot's own seat is among them, it is as if another process had played
    so far."""
    words: tuple[str, ...] = ()
    """The words of the actions that are legal then, in order; empty when the game is over."""


@dataclass(frozen=True, slots=True)
class Odd:
    """What a game offers for trying out a bot."""

    positions: tuple[Position, ...]
    """The odd positions, in order of their rules."""
    short: Any
    """Options of a game that is over soon."""


def odd(name: str) -> Odd:
    """The odd positions of a game, `fajer.games.NAME.odd.ODD`; none if it has no such module."""
    module = f"fajer.games.{name}.odd"
    if importlib.util.find_spec(module) is None:
        return Odd((), next(iter(game(name).presets.values())))
    found: Odd = importlib.import_module(module).ODD
    return found
