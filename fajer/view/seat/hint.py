"""A bot that a person may ask what it would do, and why."""

import math
import os
import threading
from collections.abc import Callable
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
from fajer.referee.process import Watch, now
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


Then = Callable[[Hint], None]
"""What becomes of a hint."""


class Adviser:
    """Sits behind the person, sees what the person sees, and is asked now and then: once for each decision.

    The bot is begun anew for each hint, and thinks beside the person, who may act meanwhile.
    """

    def __init__(self, entry: Entry, limits: Limits, isolation: Isolation, language: str) -> None:
        """The bots of the package are asked for their reasons, in this language."""
        self.name = entry.name or entry.spec
        if entry.spec in BOTS:
            entry = replace(entry, argv=(*entry.argv, "--reasons", language))
        self._bot = _Bot(self.name, entry, limits, isolation)
        self._start: Start | None = None
        self._act: Act[Any] | None = None
        self._events: list[Event] = []
        self._thinking: _Thinking | None = None

    def starts(self, start: Start) -> None:
        """A game begins; what was seen of the one before is forgotten."""
        self.drop()
        self._start = start
        self._events = []

    def heard(self, act: Act[Any]) -> None:
        """What the person is asked now."""
        self.drop()
        self._act = act
        self._events.extend(act.events)

    def ask(self, then: Then, until_ns: float = math.inf) -> None:
        """Ask what it would do now, which has to be known at `until_ns` (of `fajer.referee.process.now`).

        `then` is called with it, from another thread, unless it is dropped before. What it said of this decision it
        says again; while it thinks, to ask once more does nothing.
        """
        assert self._start is not None, "a hint before there is a game"
        assert self._act is not None, "a hint before there is anything to decide"
        if self._thinking is None:
            act = msgspec.structs.replace(self._act, id=1, events=list(self._events))
            self._thinking = _Thinking(self._bot, self._start, act, until_ns, then)
        elif self._thinking.hint is not None:
            then(self._thinking.hint)

    def drop(self) -> None:
        """Nobody waits for a hint any more: who thinks of one is ended."""
        if self._thinking is not None:
            self._thinking.end()
            self._thinking = None


class _Dropped(Exception):
    """No error: the hint is wanted no more."""


class _Thinking:
    """One hint, thought of in a thread of its own."""

    def __init__(self, bot: "_Bot", start: Start, act: Act[Any], until_ns: float, then: Then) -> None:
        self.hint: Hint | None = None
        """What came of it; None: nothing yet."""
        self._bell, self._hand = os.pipe()
        self._thread = threading.Thread(target=self._think, args=(bot, start, act, until_ns, then), daemon=True)
        self._thread.start()

    def _think(self, bot: "_Bot", start: Start, act: Act[Any], until_ns: float, then: Then) -> None:
        try:
            hint = bot.hint(start, act, until_ns, self._bell, self)
        except _Dropped:
            return
        self.hint = hint
        then(hint)

    def noticed(self, fd: int) -> None:
        """The bell rings, in the midst of waiting for the bot."""
        raise _Dropped

    def end(self) -> None:
        """Ring the bell, and wait until the bot is gone."""
        os.close(self._hand)
        self._thread.join()
        os.close(self._bell)


class _Bot:
    """The bot that gives hints, as it is begun for each of them."""

    def __init__(self, name: str, entry: Entry, limits: Limits, isolation: Isolation) -> None:
        self._name = name
        self._entry = replace(entry, local=None) if entry.argv else entry  # what runs in a process can be ended
        self._limits = limits
        self._isolation = isolation

    def hint(self, start: Start, act: Act[Any], until_ns: float, bell: int, thinking: _Thinking) -> Hint:
        """What it would do; raises `_Dropped` when the bell rings."""
        keeper, watch = Keeper(), Watch()
        player: Player | None = None
        watch.add(bell, thinking)
        try:
            limits = self._within(until_ns)
            player = seated(0, self._entry, limits, keeper, watch, self._isolation)
            player.hello()
            player.tell(start)
            allowed = self._within(until_ns).move_ms
            answer, _ = player.ask(msgspec.structs.replace(act, left_ms=allowed), allowed * 1_000_000)
        except BotFault as fault:
            return Hint(self._name, "", f"{fault.kind}: {fault.detail}")
        finally:
            watch.remove(bell)
            if player is not None:
                player.end(politely=False)
            watch.close()
            keeper.close()
        return Hint(self._name, answer.action, "" if answer.note is msgspec.UNSET else answer.note)

    def _within(self, until_ns: float) -> Limits:
        """The bots' limits with more time to think, none of it after the person's time is over."""
        limits = self._limits
        left = _LEAST_MS + limits.move_ms if until_ns == math.inf else max(1, int((until_ns - now()) / 1e6))
        return msgspec.structs.replace(
            limits, start_ms=min(limits.start_ms, left), move_ms=min(max(limits.move_ms, _LEAST_MS), left)
        )
