"""`random`: any legal action, all alike."""

from typing import Any

from fajer.bot import Bot


class Random(Bot):
    """Plays at random, the same again for the same game."""

    name = "random"

    def act(self, view: Any, legal: list[str]) -> str:
        return self.random.choice(legal)


BOT = Random
