"""What all steps share: the bot, the game, the limits, and what was measured on the way."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from fajer.check.subject import Subject
from fajer.games.api import Game
from fajer.games.odd import odd
from fajer.records.record import Limits
from fajer.referee.entry import Entry
from fajer.referee.keeper import Keeper
from fajer.referee.process import Watch
from fajer.wire.messages import HelloAnswer

if TYPE_CHECKING:
    from fajer.check.table import Seated

Progress = Callable[[str], None]
"""Is told now and then what is being done, for a person who waits."""


class Bench:
    """Where a bot is checked. Close it, and no process is left."""

    def __init__(self, entry: Entry, rules: Game, limits: Limits, progress: Progress) -> None:
        self.entry = entry
        self.rules = rules
        self.limits = limits
        self.progress = progress
        self.odd = odd(rules.name)
        """The game's odd positions, and options of a short game."""
        self._keeper = Keeper()
        self._watch = Watch()
        self.subject = Subject(0, entry, limits, self._keeper, self._watch)
        """The bot. One process serves step after step until it fails or a step wants a fresh one."""
        self.hello: HelloAnswer | None = None
        """What it said in its first hello."""
        self.thinking: list[int] = []
        """How long each decision of the games took, in microseconds."""
        self.late = 0
        """How many of them came within the margin only."""
        self.notes: list[tuple[str, str]] = []
        """The actions that it gave a note with, and the notes."""
        self.answering = False
        """Whether it answered the questions of a first short game."""
        self.repeats = True
        """Whether it played the same game in the same way again."""
        self.batched: list[Seated] = []
        """The games that it played in batches."""
        self.where: list[str] = []
        """Where it is: which step, which game, which question; for the report of a failure."""

    def comes_to(self, place: str) -> None:
        """Say where in a game a step is."""
        self.where[1:] = [place]
        self.progress(", ".join(self.where))

    def close(self) -> None:
        """End everything."""
        self.subject.end_now()
        self._watch.close()
        self._keeper.close()
