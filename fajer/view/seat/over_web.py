"""A person's seat in the browser: the game's side of it."""

import math
import shlex
from pathlib import Path
from typing import Any

import msgspec

from fajer.records.record import Game
from fajer.referee.process import now
from fajer.view.seat.choices import accepted
from fajer.view.seat.line import Advised, Came, Chosen, GoOn, HintAsked, Leave, Line
from fajer.view.seat.person import Company, Host, Left, Overtime
from fajer.wire.messages import Act, End, Start


class TableSet(msgspec.Struct, frozen=True, tag="table"):
    """Who is at the table, and what there is."""

    game: str
    """Which game: `fajer`."""
    names: list[str]
    """By seat."""
    seat: int
    """The person's own."""
    index: int
    """Which game of the evening it is, from 0."""
    games: int
    """How many there are to be."""
    hint: str | None
    """The name of the bot that gives hints."""
    timed: bool
    """Whether the person has a clock."""
    rules: dict[str, str]
    """The rules by number, in English; other languages' are in the page."""


class Applying(msgspec.Struct, frozen=True, tag="rules"):
    """The numbers of the rules that apply at this turn."""

    numbers: list[str]


class TimeLeft(msgspec.Struct, frozen=True, tag="clock"):
    """How long the person has still, for a page that came in the midst of a decision."""

    left_ms: int


class Acted(msgspec.Struct, frozen=True, tag="acted"):
    """A decision is made, or given up: it is offered no more."""

    id: int
    """The number of the act."""


class Refused(msgspec.Struct, frozen=True, tag="refused"):
    """An action that is none now."""

    action: str


class Advice(msgspec.Struct, frozen=True, tag="hint"):
    """What a bot would do."""

    bot: str
    action: str
    """Empty where it has no hint."""
    known: bool
    """Whether it is one that may be done now; else it is a stranger's text."""
    reasons: str


class Over(msgspec.Struct, frozen=True, tag="over"):
    """A game is over and kept."""

    places: list[int]
    payoffs: list[int | float]
    drawn: bool
    fault: str | None
    """How the person forfeited; null if they did not."""
    file: str
    """Where the game is, as a shell takes it."""
    last: bool
    """Whether no more games come."""


class OverWeb(Host):
    """Tells a line what the seat is told, and hears what the person does."""

    def __init__(self, line: Line, *, timed: bool) -> None:
        self._line = line
        self._timed = timed
        self.path = Path()
        """Where the games are kept."""

    def wait_for_page(self) -> None:
        """Until a page is there; raises `Left` if the person leaves before."""
        while not isinstance(said := self._line.heard(), Came):
            if isinstance(said, Leave):
                raise Left

    def seated(self, company: Company) -> None:
        self._company = company
        rules = company.rules
        self._line.begin()
        self._line.tell(
            TableSet(
                game=rules.name,
                names=list(company.names),
                seat=company.seat,
                index=company.game,
                games=company.games,
                hint=None if self.adviser is None else self.adviser.name,
                timed=self._timed,
                rules={rule.number: rule.text for rule in rules.rules},
            )
        )

    def told(self, message: Start | End) -> None:
        self._line.tell(message)

    def asked(self, act: Act[Any], until_ns: float) -> str:
        company = self._company
        self._line.tell(act)
        self._line.tell(Applying(list(company.rules.applying(act.view, company.options))))
        try:
            return self._answer(act, until_ns)
        finally:
            self._line.tell(Acted(act.id))

    def _answer(self, act: Act[Any], until_ns: float) -> str:
        """Hear what the person does, until it is an action."""
        while True:
            said = self._line.heard(None if until_ns == math.inf else max(0.0, (until_ns - now()) / 1e9))
            match said:
                case None:
                    raise Overtime
                case Leave():
                    raise Left
                case Chosen(id=number, action=action) if number == act.id:
                    if accepted(act.legal, act.view.hand, action):
                        return action
                    self._line.tell(Refused(action))
                case HintAsked() if self.adviser is not None:
                    self.adviser.ask(lambda hint: self._line.say(Advised(act, hint)), until_ns)
                case Advised(act=about, hint=hint) if about is act:
                    known = accepted(act.legal, act.view.hand, hint.action)
                    self._line.tell(Advice(hint.bot, hint.action, known, hint.reasons))
                case Came() if until_ns != math.inf:
                    left = max(0, int((until_ns - now()) / 1e6))
                    self._line.tell(TimeLeft(min(left, act.left_ms)), kept=False)  # nothing is said of the margin

    def ended(self, game: Game[Any], *, last: bool) -> None:
        seat = self._company.seat
        kinds = [fault.kind for fault in game.faults if fault.seat == seat]
        fault = kinds[-1] if kinds else None
        over = Over(game.places, game.payoffs, game.drawn, fault, shlex.quote(str(self.path)), last)
        self._line.tell(over)
        while not last:
            said = self._line.heard()
            if isinstance(said, GoOn):
                return
            if isinstance(said, Leave):
                self._line.tell(msgspec.structs.replace(over, last=True))
                raise Left
