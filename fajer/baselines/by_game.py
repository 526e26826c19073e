"""One bot for several games: a bot of the package is started before it knows which game it will play."""

import importlib
from typing import Any

from fajer.baselines import BOTS, check_plays
from fajer.baselines.reasons import Reasoned, Why
from fajer.bot import Bot


class ByGame(Bot):
    """Plays each game as the strategy of its name for that game does."""

    def __init__(self, name: str, why: Why | None = None) -> None:
        """The bot of this name, one of `BOTS`; `why` says its reasons."""
        self._why = why
        self.name = name
        self.batch = all(strategy.batch for strategy in BOTS[name].values())
        self._players: dict[str, Bot] = {}
        """By game, who plays it; made when such a game is first played."""

    def start(self) -> None:
        check_plays(self.name, self.game.game)
        self._player().start()

    def act(self, view: Any, legal: list[str]) -> str:
        player = self._player()
        player.note = None
        action = player.act(view, legal)
        self.note = player.note
        return action

    def _player(self) -> Bot:
        """Who plays the game at hand, told what we were told."""
        game = self.game.game
        if game not in self._players:
            self._players[game] = importlib.import_module(BOTS[self.name][game].module).BOT()
        player = self._players[game]
        if isinstance(player, Reasoned):
            player.why = self._why
        player.game, player.random = self.game, self.random
        player.events, player.left_ms = self.events, self.left_ms
        return player
