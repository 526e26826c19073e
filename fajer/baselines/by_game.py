"""One bot for several games: a bot of the package is started before it knows which game it will play."""

import importlib
from typing import Any

from fajer.baselines import BOTS, check_plays
from fajer.bot import Bot


class ByGame(Bot):
    """Plays each game as the strategy of its name for that game does."""

    def __init__(self, name: str) -> None:
        """The bot of this name, one of `BOTS`."""
        self.name = name
        self._players: dict[str, Bot] = {
            game: importlib.import_module(strategy.module).BOT() for game, strategy in BOTS[name].items()
        }
        self.batch = all(player.batch for player in self._players.values())

    def start(self) -> None:
        check_plays(self.name, self.game.game)
        self._player().start()

    def act(self, view: Any, legal: list[str]) -> str:
        return self._player().act(view, legal)

    def _player(self) -> Bot:
        """Who plays the game at hand, told what we were told."""
        player = self._players[self.game.game]
        player.game, player.random = self.game, self.random
        player.events, player.left_ms = self.events, self.left_ms
        return player
