"""A bot that a person may ask what it would do, and why."""

from dataclasses import dataclass, replace
from typing import Any

import msgspec

from fajer.baselines import BOTS
from fajer.errors import BotFault
from fajer.games.api import Event
from fajer.match.unit import seated
from fajer.records.record import Isolation, Limits
from fajer.referee.entry import Entry
from fajer.referee.keeper import Keeper
from fajer.referee.player import Player
from fajer.referee.process import Watch
from fajer.wire.messages import Act, Start

_LEAST_MS = 10_000
"""A hint may take as long as a bot's decision, and at least this: nobody waits for it but who asked."""


@dataclass(frozen=True, slots=True)
class Hint:
    """What a bot would do."""

    bot: str
    """Its name."""
    action: str
    """Empty where it failed."""
    reasons: str
    """Its note; or how it failed. Empty if it gives no reasons."""


class Adviser:
    """Sits behind the person, sees what the person sees, and is woken when it is asked."""

    def __init__(self, entry: Entry, limits: Limits, isolation: Isolation, language: str) -> None:
        """The bots of the package are asked for their reasons, in this language."""
        self.name = entry.name or entry.spec
        if entry.spec in BOTS:
            entry = replace(entry, argv=(*entry.argv, "--reasons", language))
        self._entry = entry
        self._limits = msgspec.structs.replace(limits, move_ms=max(limits.move_ms, _LEAST_MS))
        self._isolation = isolation
        self._keeper: Keeper | None = None
        self._watch: Watch | None = None
        self._player: Player | None = None
        self._start: Start | None = None
        self._act: Act[Any] | None = None
        self._events: list[Event] = []

    def starts(self, start: Start) -> None:
        """A game begins; what was seen of the one before is forgotten."""
        self.close()
        self._start = start
        self._events = []

    def heard(self, act: Act[Any]) -> None:
        """What the person is asked now."""
        self._act = act
        self._events.extend(act.events)

    def hint(self) -> Hint:
        """What it would do now."""
        act = self._act
        assert act is not None, "a hint before there is anything to decide"
        try:
            player = self._woken()
            question = Act(act.game_id, player.next_id(), act.view, self._events, act.legal, self._limits.move_ms)
            self._events = []
            answer, _ = player.ask(question, self._limits.move_ms * 1_000_000)
        except BotFault as fault:
            self.close()
            return Hint(self.name, "", f"{fault.kind}: {fault.detail}")
        for process in player.processes():
            process.stop()
        return Hint(self.name, answer.action, "" if answer.note is msgspec.UNSET else answer.note)

    def _woken(self) -> Player:
        """The bot, told of the game."""
        if self._player is not None:
            for process in self._player.processes():
                process.go_on()
            return self._player
        assert self._start is not None
        self._keeper, self._watch = Keeper(), Watch()
        player = self._player = seated(0, self._entry, self._limits, self._keeper, self._watch, self._isolation)
        player.hello()
        player.tell(self._start)
        return player

    def close(self) -> None:
        """End the bot, if it runs."""
        if self._player is not None:
            self._player.end(politely=False)
        if self._watch is not None:
            self._watch.close()
        if self._keeper is not None:
            self._keeper.close()
        self._player = self._watch = self._keeper = None
