"""A bot that says why in a note, writes to its error output, and once does what is not allowed."""

from typing import Any

from fajer.bot import Bot, run


class Talker(Bot):
    """Takes the first legal action; in its third game it breaks the rules."""

    games = 0
    asked = 0

    def start(self) -> None:
        self.games += 1
        self.asked = 0
        print(f"game {self.games} begins")

    def act(self, view: Any, legal: list[str]) -> str:
        self.asked += 1
        self.note = f"{len(legal)} ways to go on"
        if self.games == 3 and self.asked == 2:
            return "swap Ap Ap"
        return legal[0]


if __name__ == "__main__":
    run(Talker())
