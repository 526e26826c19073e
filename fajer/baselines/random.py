"""`random`: any legal action, all alike."""

from typing import Any

from fajer.bot import Bot, amounts


class Random(Bot):
    """Plays at random, the same again for the same game."""

    name = "random"

    def act(self, view: Any, legal: list[str]) -> str:
        entry = self.random.choice(legal)
        word, _, rest = entry.partition(" ")
        if rest == "*":
            return " ".join([word, *self.random.sample(view.hand, self.random.randint(1, len(view.hand)))])
        if ".." in rest:
            return f"{word} {self.random.choice(amounts(legal, word))}"
        return entry


BOT = Random
