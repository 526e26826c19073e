"""Bots without a process: each answer and each fault stands in a script, so that a game is the same every time."""

from collections.abc import Callable, Mapping
from typing import Any

from fajer import games
from fajer.errors import BotFault
from fajer.records.record import Game, Limits, OnFault
from fajer.referee.course import one_by_one
from fajer.referee.play import Sitting, Table
from fajer.referee.player import Player
from fajer.wire.messages import Act, ActAnswer, Batch, BatchAnswer, HelloAnswer

Deed = BotFault | str | int | Callable[[Act[Any]], ActAnswer]
"""A fault, an action, the microseconds that the first legal action takes, or whatever is made of the act."""

TIMEOUT = BotFault("timeout", "no answer in time")
CRASH = BotFault("crash", "ended with exit status 3")
ILLEGAL = "fold"
SHORT = {"fajer": {"stakes": "0", "deals": "2", "round_cap": "3"}, "poker": {"hands": "2", "openers": "any"}}
"""By game, options with two deals in which each seat has at least one decision in each."""


class Scripted(Player):
    """A bot that does what stands in its script by decision, from 1; else the first legal action."""

    def __init__(self, number: int, script: Mapping[int, Deed], starts: Mapping[int, BotFault]) -> None:
        super().__init__(number)
        self._script = script
        self._starts = starts
        self._hellos = 0
        self.running = False
        self.acts: list[Act[Any]] = []
        """Every act it was asked."""
        self.allowed_ms: list[float] = []
        """How long it had for each."""
        self.told: list[Any] = []
        """Every other message it was sent."""
        self.ended: list[bool] = []
        """For each time it was ended, whether politely."""

    def launch(self) -> None:
        self.running = True

    def hello(self) -> HelloAnswer:
        if not self.running:
            self.launch()
            self._hellos += 1
            if self._hellos in self._starts:
                raise self._starts[self._hellos]
        return HelloAnswer(1, "scripted")

    def tell(self, message: Any) -> None:
        self.told.append(message)

    def ask(self, act: Act[Any], allowed_ns: int) -> tuple[ActAnswer, int]:
        self.acts.append(act)
        self.allowed_ms.append(allowed_ns / 1_000_000)
        deed = self._script.get(len(self.acts), 0)
        if isinstance(deed, BotFault):
            raise deed
        if isinstance(deed, str):
            return ActAnswer(act.id, deed), 0
        if isinstance(deed, int):
            return ActAnswer(act.id, act.legal[0]), deed
        return deed(act), 0

    def ask_batch(self, batch: Batch[Any], allowed_ns: int) -> tuple[BatchAnswer, int]:
        raise NotImplementedError

    def game_begins(self) -> None:
        pass

    def stderr(self) -> str:
        return ""

    def say_bye(self) -> None:
        pass

    def end(self, *, politely: bool) -> None:
        self.running = False
        self.ended.append(politely)


class Evening:
    """Games between scripted bots."""

    def __init__(
        self,
        *scripts: Mapping[int, Deed],
        starts: Mapping[int, Mapping[int, BotFault]] | None = None,
        on_fault: OnFault = "forfeit",
        limits: Limits | None = None,
        games_: int = 1,
        seed: str = "evening",
        game: str = games.NAMES[0],
        **options: str,
    ) -> None:
        """`starts`: by bot and process, from 1, how its hello fails."""
        rules = games.game(game)
        count = len(scripts)
        self.players = [
            Scripted(number, script, (starts or {}).get(number, {})) for number, script in enumerate(scripts)
        ]
        options = SHORT[game] | options
        table = Table(rules, rules.options(None, options), list(self.players), limits or Limits(margin_ms=50), on_fault)
        sittings = [
            Sitting(index=index, set=index, seating=0, seed=f"{seed} {index}", seats=list(range(count)))
            for index in range(games_)
        ]
        self.games: list[Game[Any]] = list(one_by_one(table, sittings))

    @property
    def game(self) -> Game[Any]:
        """The first game."""
        return self.games[0]

    def faults(self) -> list[tuple[int | None, int | None, int | None, str]]:
        """Those of the first game: seat, deal, action, kind."""
        return [(fault.seat, fault.deal, fault.action, fault.kind) for fault in self.game.faults]
