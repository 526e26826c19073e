"""A game with the bot at the table, against others that need no process and no time."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NoReturn

from msgspec import UNSET

from fajer.check.bench import Bench
from fajer.games import seeds
from fajer.games.api import State
from fajer.games.odd import Position
from fajer.referee.play import Play, Sitting, Table
from fajer.referee.player import Player
from fajer.wire.messages import Act, ActAnswer, HelloAnswer

PRESETS, ODD, AGAIN, BATCHED = 1_000, 20_000, 30_000, 40_000
"""Where the numbers of games begin, by what they are for; those of short games are below. One
process is never told of two games by the same name."""
_SAFEST = 0.6
"""How often the others take the safest action, such as `lay`; else any."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A game to be played."""

    options: Any
    players: int
    seat: int
    """The bot's seat."""
    number: int
    """Which game: the same number is the same seed."""
    decks: tuple[Sequence[int], ...] = ()
    """Stacked decks of the first deals."""
    actions: tuple[str, ...] = ()
    """What is done before the bot is asked for the first time."""

    @property
    def seed(self) -> str:
        """The game seed."""
        return seeds.game_seed("fajer check", self.number)

    @classmethod
    def odd(cls, position: Position, number: int) -> "Setting":
        """An odd position as a game to be played."""
        return cls(position.options, position.players, position.seat, number, position.decks, position.actions)


class Seated:
    """One game with the bot: `whole`, or question by question."""

    def __init__(self, bench: Bench, setting: Setting) -> None:
        self._bench = bench
        self._setting = setting
        self._chance = random.Random(setting.seed)  # noqa: S311
        players: list[Player] = [
            bench.subject if seat == setting.seat else _Other(seat)  # its number is its seat
            for seat in range(setting.players)
        ]
        rules = replace(bench.rules, start=partial(bench.rules.start, shuffle=self._shuffle)) if setting.decks else None
        table = Table(rules or bench.rules, setting.options, players, bench.limits, "forfeit")
        self.play = Play(table, Sitting(0, setting.number, 0, setting.seed, list(range(setting.players))))
        self.asked: list[Act[Any]] = []
        """The questions so far."""
        self.answers: list[str] = []
        """The answers to them."""
        self.times: list[int] = []
        """How long each took, in microseconds."""

    def _shuffle(self, deal: int) -> Sequence[int]:
        stacked = self._setting.decks[deal : deal + 1]
        return stacked[0] if stacked else seeds.shuffled(self._setting.seed, deal, len(self._bench.rules.deck))

    def whole(self) -> "Seated":
        """Play the game from its beginning to its end; raises `BotFault`."""
        self.begin()
        while self.waits():
            self.ask()
        return self.finish()

    def begin(self) -> None:
        """Tell the bot that the game begins, and do what comes before its first question."""
        subject = self._bench.subject
        subject.hello()
        subject.tape.still_runs()
        self.play.begin()
        state = self.play.state
        for action in self._setting.actions:
            state.apply(state.parse(action))

    def waits(self) -> bool:
        """Whether the bot has to be asked: the others act until it has; False when the game is over."""
        state = self.play.state
        while (seat := self.play.turn()) >= 0 and seat != self._setting.seat:
            state.apply(state.legal()[0 if self._chance.random() < _SAFEST else self._any(state)])
        return seat >= 0

    def _any(self, state: State) -> int:
        """The place of any legal action, all that a pattern stands for being as likely as one other."""
        offered = len(state.offered())
        place = self._chance.randrange(offered)
        return place if place < offered - 1 else self._chance.randrange(place, len(state.legal()))

    def question(self) -> Act[Any]:
        """The question that the bot is asked next."""
        act = self.play.act(self._setting.seat)
        self.asked.append(act)
        return act

    @property
    def allowed_ns(self) -> int:
        """How long the next answer may take, in nanoseconds."""
        return self.play.clocks[self._setting.seat].allowed_ns

    def ask(self) -> None:
        """Ask the bot and do what it says; raises `BotFault`."""
        act = self.question()
        self._bench.at_question(f"deal {self.play.state.deal}, question {len(self.asked)}")
        answer, taken = self._bench.subject.ask(act, self.allowed_ns)
        self.take(answer, taken)

    def take(self, answer: ActAnswer, taken: int) -> None:
        """Do what the bot answered to the last question; raises `BotFault` (`illegal`)."""
        self.play.answered(self._setting.seat, self.asked[-1], answer, taken)
        self.answers.append(answer.action)
        self.times.append(taken)
        if answer.note is not UNSET:
            self._bench.notes.append((answer.action, answer.note))

    def finish(self) -> "Seated":
        """Tell the bot that the game is over."""
        self.play.finish()
        return self


def short_game(bench: Bench, number: int, seat: int = 0) -> Seated:
    """A game that is over soon, at a table of three where that can be; the bot has the first seat."""
    fewest, most = bench.rules.players(bench.odd.short)
    return Seated(bench, Setting(bench.odd.short, max(fewest, min(3, most)), seat, number))


def first_difference(before: Sequence[str], after: Sequence[str]) -> int:
    """The place of the first answer that is not the same; up to there the questions were."""
    pairs = enumerate(zip(before, after, strict=False))
    return next((place for place, (one, other) in pairs if one != other), 0)


class _Other(Player):
    """A seat that the check plays itself; as a player it does nothing."""

    def launch(self) -> None:
        """It needs no process."""

    def hello(self) -> HelloAnswer:
        return HelloAnswer(1, "other")

    def tell(self, message: Any) -> None:
        """It need not be told."""

    def ask(self, act: Act[Any], allowed_ns: int) -> NoReturn:
        raise AssertionError("the check plays for it")

    ask_batch = ask  # type: ignore[assignment]

    def game_begins(self) -> None:
        """It has no stderr."""

    def stderr(self) -> str:
        return ""

    def end(self, *, politely: bool) -> None:
        """There is no process to end."""

    def say_bye(self) -> None:
        """There is no one to say it to."""
