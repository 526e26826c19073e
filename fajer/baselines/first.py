"""`first`: always the first legal action, as the referee plays for a bot that failed."""

from typing import Any

from fajer.bot import Bot


class First(Bot):
    """Plays the fallback, whatever the cards."""

    name = "first"
    batch = True

    def act(self, view: Any, legal: list[str]) -> str:
        return legal[0]


BOT = First
