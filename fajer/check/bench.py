"""What all steps share: the bot, the game, the limits, and what was measured on the way."""

from collections.abc import Callable

from fajer.check.subject import Subject
from fajer.games.api import Game
from fajer.games.odd import odd
from fajer.records.record import Limits
from fajer.referee.entry import Entry
from fajer.referee.keeper import Keeper
from fajer.referee.process import Watch
from fajer.wire.messages import HelloAnswer

Progress = Callable[[str], None]
"""Is told now and then what is being done, for a person who waits."""


class Bench:
    """Where a bot is checked. Close it, and no process is left."""

    def __init__(self, entry: Entry, rules: Game, limits: Limits, progress: Progress) -> None:
        self.entry = entry
        self.rules = rules
        self.limits = limits
        self._progress = progress
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
        self.timeouts = 0
        """How many questions were not answered in time at all."""
        self.notes: list[tuple[str, str]] = []
        """The actions that it gave a note with, and the notes."""
        self.answering = False
        """Whether it answered the questions of a first short game."""
        self.repeats = True
        """Whether it played the same game in the same way again."""
        self.batched: list[list[str]] = []
        """Its answers in the games that it played in batches."""
        self._step = self._game = self._question = ""
        self.pace = ""
        """How long it thinks a question, in words; empty before the first game."""

    # Where the check is: for who waits, and for the report of a failure

    def at_step(self, name: str) -> None:
        """A step begins."""
        self._step, self._game, self._question = name, "", ""
        self._progress(name)

    def at_game(self, game: str) -> None:
        """A game of the step begins."""
        self._game, self._question = game, ""

    def at_question(self, question: str) -> None:
        """A question of the game is asked."""
        self._question = question
        self._progress(f"{self._step}: {', '.join(self.where)}{self.pace and f', {self.pace} each'}")

    @property
    def where(self) -> list[str]:
        """Which game and which question of the step it is, as far as it has any."""
        return [part for part in (self._game, self._question) if part]

    def close(self) -> None:
        """End everything."""
        self.subject.end_now()
        self._watch.close()
        self._keeper.close()
