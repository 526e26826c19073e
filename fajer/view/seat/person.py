"""A person as a player: the referee asks, and whoever hosts the person passes it on."""

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from fajer.errors import BotFault
from fajer.games.api import Game as Rules
from fajer.records.record import Game, Limits
from fajer.referee.clock import SeatClock, clock_of
from fajer.referee.player import Player, too_late
from fajer.referee.process import now
from fajer.view.seat.hint import Adviser
from fajer.wire.messages import Act, ActAnswer, Batch, BatchAnswer, End, HelloAnswer, Start

SPEC = "person"
"""What a record has in place of a bot's program."""
LEFT = "left the table"
"""What a fault says of a person who did."""


class Left(Exception):
    """No error: the person leaves the table."""


class Overtime(Exception):
    """The person's time for a decision is over."""


@dataclass(frozen=True, slots=True)
class Company:
    """Who sits at the table in a game."""

    rules: Rules
    """The game that is played."""
    options: Any
    """The game's options."""
    names: Sequence[str]
    """By seat."""
    seat: int
    """The person's own seat."""
    game: int
    """Which game it is, from 0."""
    games: int
    """How many there are to be."""


class Host(ABC):
    """Where the person is: what is shown to them, and how they answer."""

    adviser: Adviser | None = None
    """The bot that gives hints, if one was asked for."""

    @abstractmethod
    def seated(self, company: Company) -> None:
        """A game begins: who is at the table."""

    @abstractmethod
    def told(self, message: Start | End) -> None:
        """What the person's seat is told without being asked."""

    @abstractmethod
    def asked(self, act: Act[Any], until_ns: float) -> str:
        """The person's action, a legal one, waited for until `until_ns` (of `fajer.referee.process.now`).

        Raises `Left`, and `Overtime` when the time is over.
        """

    @abstractmethod
    def ended(self, game: Game[Any], *, last: bool) -> None:
        """A game is over and kept. Raises `Left` if the person has had enough and it is not the last one."""


class Person(Player):
    """A person at the table."""

    def __init__(self, number: int, name: str, host: Host, move_ms: int | None = None) -> None:
        """`move_ms` for each decision; None: there is no clock."""
        super().__init__(number)
        self._name = name
        self._host = host
        self._move_ms = move_ms
        self.has_left = False

    def clock(self, limits: Limits) -> SeatClock:
        return clock_of(limits, self._move_ms)

    def launch(self) -> None:
        """A person is there."""

    def hello(self) -> HelloAnswer:
        return HelloAnswer(1, self._name)

    def tell(self, message: Any) -> None:
        adviser = self._host.adviser
        if adviser is not None and isinstance(message, Start):
            adviser.starts(message)
        self._host.told(message)

    def ask(self, act: Act[Any], allowed_ns: int) -> tuple[ActAnswer, int]:
        """The others are stopped meanwhile: nobody thinks on the person's time."""
        stopped = [process for process in self.rival_processes() if process.stop()]
        started = now()
        try:
            action = self._asked(act, math.inf if self._move_ms is None else started + allowed_ns)
            taken = now() - started
        except Overtime:
            raise BotFault("timeout", too_late(allowed_ns, f"one of: {', '.join(act.legal)}")) from None
        except Left:
            self.has_left = True
            raise BotFault("crash", LEFT) from None
        finally:
            if self._host.adviser is not None:
                self._host.adviser.drop()
            for process in stopped:
                process.go_on()
        return ActAnswer(act.id, action), taken // 1000

    def _asked(self, act: Act[Any], until_ns: float) -> str:
        if self.has_left:
            raise Left
        if self._host.adviser is not None:
            self._host.adviser.heard(act)
        action = self._host.asked(act, until_ns)
        if now() > until_ns:
            raise Overtime
        return action

    def ask_batch(self, batch: Batch[Any], allowed_ns: int) -> tuple[BatchAnswer, int]:
        raise AssertionError("a person takes no batches")

    def game_begins(self) -> None:
        """A person remembers."""

    def stderr(self) -> str:
        return ""

    def say_bye(self) -> None:
        """The command does."""

    def end(self, *, politely: bool) -> None:
        """A person who failed is still there for the next game."""
