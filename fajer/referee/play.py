"""One game in play: whose turn, what is asked, what the answers and the faults do to it."""

import functools
from collections.abc import Sequence
from typing import Any

import msgspec

from fajer.errors import BotFault, IllegalAction, InvalidAction
from fajer.games import seeds
from fajer.games.api import Event, State
from fajer.games.api import Game as Rules
from fajer.records import record
from fajer.records.forfeit import forgiven, result
from fajer.records.record import Fault, Limits, OnFault
from fajer.referee.player import Player
from fajer.wire.messages import Act, ActAnswer, Clock, End, Start

_MOST_EVENTS = 500
"""So many events at most go with `end`, so that a message has room for them."""


@functools.cache
def _plain(options: Any) -> dict[str, Any]:
    """The options as a bot is sent them."""
    plain: dict[str, Any] = msgspec.to_builtins(options)
    return plain


class Table(msgspec.Struct, frozen=True):
    """What is the same for every game at a table."""

    rules: Rules
    """The game that is played."""
    options: Any
    """The game's options."""
    players: list[Player]
    """The bots, by their number in the match."""
    limits: Limits
    """What a bot is given."""
    on_fault: OnFault
    """Whether a fault forfeits the game."""
    keep_stderr: bool = False
    """Whether stderr is kept for games without faults too."""


class Sitting(msgspec.Struct, frozen=True):
    """Which game of the match is played, and who sits where."""

    index: int
    """Its number in the match."""
    set: int
    """The set that it is of."""
    seating: int
    """The seating of the set."""
    seed: str
    """The game seed."""
    seats: list[int]
    """By seat, a bot's number."""


class Play:
    """A game being refereed. Its seats are asked one after another, by `Play.turn`."""

    def __init__(self, table: Table, sitting: Sitting) -> None:
        self.table = table
        self.sitting = sitting
        self.game_id = seeds.game_id(sitting.seed, sitting.seating)
        self.state: State = table.rules.start(table.options, len(sitting.seats), sitting.seed)
        self.players = [table.players[number] for number in sitting.seats]
        count = len(self.players)
        self.clocks = [player.clock(table.limits) for player in self.players]
        self.told = [0] * count
        self.forfeits: list[int] = []
        self.faults: list[Fault] = []
        self.times: list[list[int | None]] = [[]]
        self.late = [0] * count
        self.notes: list[tuple[int, int, str]] = []
        self._timeouts = [0] * count
        self.over = False
        self.next: Player | None = None
        """The bot to ask next, as of the last `turn`; None when the game is over."""

    # The course of the game

    def begin(self) -> None:
        """Start the bots that do not run, and tell all that the game begins."""
        for player in self.players:
            player.game_begins()
        self.wake(range(len(self.players)))

    def wake(self, seats: Sequence[int]) -> None:
        """Start what does not run at these seats and send it `start`."""
        for seat in seats:
            if seat not in self.forfeits and not self.over:
                player = self.players[seat]
                try:
                    player.hello()
                    player.tell(self._start(seat))
                    player.games.add(self.game_id)
                except BotFault as fault:
                    self.failed(seat, fault, before_first=not self.times[0] and self.state.deal == 0)
                    player.failed(politely=False)

    def turn(self) -> int:
        """The seat to ask next, −1 when the game is over; the referee plays for who forfeited."""
        seat = self.state.turn
        if self.forfeits and not self.over:
            while seat in self.forfeits:
                self._fallback()
                seat = self.state.turn
        if seat < 0 or self.over:
            self.over = True
            self.next = None
            return -1
        self.next = self.players[seat]
        return seat

    def act(self, seat: int) -> Act[Any]:
        """The question to the seat whose turn it is."""
        state = self.state
        happened = state.events
        events = happened[self.told[seat] :]
        self.told[seat] = len(happened)
        return Act(
            self.game_id,
            self.players[seat].next_id(),
            state.view(seat),
            events,
            state.offered(),
            self.clocks[seat].left_ms,
        )

    def answered(self, seat: int, act: Act[Any], answer: ActAnswer, taken: int) -> None:
        """Do what a seat answered after so many microseconds; raises `BotFault` (`illegal`)."""
        state = self.state
        try:
            action = state.parse(answer.action)
        except InvalidAction as error:
            raise BotFault("illegal", f"{error}; allowed: {', '.join(act.legal)}") from None
        except IllegalAction as error:
            raise BotFault("illegal", str(error)) from None
        clock = self.clocks[seat]
        if taken > clock.move and clock.charge(taken):
            self.late[seat] += 1
        times = self.times[-1] if len(self.times) > state.deal else self._times()
        if answer.note is not msgspec.UNSET:
            self.notes.append((state.deal, len(times), answer.note))
        times.append(taken)
        self._timeouts[seat] = 0
        state.apply(action)

    def failed(self, seat: int, fault: BotFault, *, before_first: bool = False) -> bool:
        """A seat failed: it forfeits, or the fallback is played for it once.

        True if its bot has to be ended.
        """
        deal = None if before_first else self.state.deal
        action = None if before_first else len(self._times())
        self.faults.append(Fault(seat, deal, action, fault.kind, fault.detail))  # type: ignore[arg-type]
        if self._forgiven(seat, fault.kind):
            self._fallback()
            return False
        self.forfeits.append(seat)
        self.state.events.append(("forfeit", seat))
        if len(self.forfeits) == len(self.players) - 1:
            self.over = True
        return True

    def _forgiven(self, seat: int, kind: str) -> bool:
        """Whether only this one decision is taken from the seat."""
        if kind in ("timeout", "illegal"):  # all the time it had: the record does not say how long it took
            self.clocks[seat].charge(self.clocks[seat].allowed_ns // 1000)
        self._timeouts[seat] = self._timeouts[seat] + 1 if kind == "timeout" else 0
        return forgiven(kind, self._timeouts[seat], self.table.on_fault)

    def _fallback(self) -> None:
        self._times().append(None)
        self.state.apply(self.state.legal()[0])

    def _times(self) -> list[int | None]:
        """The times of the deal in play."""
        while len(self.times) <= self.state.deal:
            self.times.append([])
        return self.times[self.state.deal]

    # Its end

    def finish(self) -> record.Game[Any]:
        """Tell the bots that are still there, and were told of it, how it ended; returns the record."""
        state = self.state
        ended = state.turn < 0
        count = len(self.players)
        worst = self.table.rules.worst(self.table.options, count)
        how = result(state.outcome() if ended else None, self.forfeits, worst, count)
        payoffs = [record.number(payoff) for payoff in how.payoffs]
        for seat, player in enumerate(self.players):
            if self.game_id in player.games:
                player.games.remove(self.game_id)
                player.tell(End(self.game_id, how.places, payoffs, self._unheard(seat)))
        deals = state.broken_off()
        self._times()
        sitting = self.sitting
        kept = bool(self.faults) or self.table.keep_stderr
        game = record.Game(
            index=sitting.index,
            set=sitting.set,
            seating=sitting.seating,
            seed=sitting.seed,
            seats=sitting.seats,
            deals=deals,
            places=how.places,
            payoffs=payoffs,
            drawn=how.drawn,
            faults=self.faults,
            times_us=self.times,
            late=self.late,
            notes=self.notes,
            stderr=[player.stderr() for player in self.players] if kept else [],
        )
        game.digest = record.digest(game)
        return game

    def _unheard(self, seat: int) -> list[Event]:
        """What a seat was not told yet; of a long time without it, the last part only."""
        events = self.state.events
        return events[max(self.told[seat], len(events) - _MOST_EVENTS) :]

    def _start(self, seat: int) -> Start:
        sitting = self.sitting
        limits = self.clocks[seat].limits
        return Start(
            game_id=self.game_id,
            game=self.table.rules.name,
            rules=_plain(self.table.options),
            seat=seat,
            players=len(self.players),
            seed=seeds.bot_seed(sitting.seed, sitting.seating, seat),
            clock=Clock(limits.move_ms, limits.bank_ms),
        )
