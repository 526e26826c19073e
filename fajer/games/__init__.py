"""The games: rules and nothing else. `game("fajer")` gives one by its name."""

import importlib

from fajer.errors import UsageError
from fajer.games.api import Game

NAMES = ("fajer", "poker")
"""Every game there is; the first is the default."""


def game(name: str = NAMES[0]) -> Game:
    """The game of this name; raises `UsageError` if there is none."""
    if name not in NAMES:
        raise UsageError(f"there is no game {name!r}; there is {', '.join(NAMES)}")
    module = importlib.import_module(f"fajer.games.{name}")
    found: Game = module.GAME
    return found
