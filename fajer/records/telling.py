"""A recorded game as a person would tell it: cards, actions, notes and all."""

from collections.abc import Iterator
from typing import Any

from fajer.games.api import State
from fajer.records.files import Opened
from fajer.records.record import Fault, Game
from fajer.records.replay import Moment, moments, start
from fajer.wire.codec import plain


def told(found: Opened, game: Game[Any], *, seat: int | None = None, deal: int | None = None) -> Iterator[str]:
    """The game, line by line; as `seat` saw it, and only one `deal`, if asked.

    Raises `FajerError` where the record is not of a game by the rules.
    """
    teller = _Teller(found, game, seat)
    yield from teller.heading()
    for line_deal, line in teller.lines():
        if deal is None or line_deal == deal:
            yield line
    if deal is None:
        yield from teller.ending()


class _Teller:
    """Tells one game."""

    def __init__(self, found: Opened, game: Game[Any], seat: int | None) -> None:
        self._found = found
        self._game = game
        self._seat = seat
        self._names = [plain(found.match.bots[number].name) for number in game.seats]
        self._notes = {(deal, action): text for deal, action, text in game.notes}
        self._told = 0
        self._held: dict[int, str] = {}

    def heading(self) -> Iterator[str]:
        """Which game it is, and who sits where."""
        game = self._game
        seats = ", ".join(f"{seat} {name}" for seat, name in enumerate(self._names))
        whose = "" if self._seat is None else f", as seat {self._seat} ({self._names[self._seat]}) saw it"
        yield f"Game {game.index}{whose}: set {game.set}, seating {game.seating}. Seats: {seats}."

    def lines(self) -> Iterator[tuple[int, str]]:
        """Each line with its deal."""
        state = start(self._found.rules, self._found.options, self._game)
        last: Moment | None = None
        for moment in moments(self._found, self._game):
            yield from self._since(moment.state, last)
            yield from ((moment.deal, line) for line in self._faults(moment.faults))
            state, last = moment.state, moment
        yield from self._since(state, last)
        for fault in self._game.faults:
            if fault.deal is not None and (fault.action or 0) >= len(self._game.deals[fault.deal].actions):
                yield from ((fault.deal, line) for line in self._faults([fault]))  # it ended the game

    def _since(self, state: State, last: Moment | None) -> Iterator[tuple[int, str]]:
        """What happened up to here, the hands with each new deal."""
        deal = last.deal if last else 0
        events = state.events[self._told :]
        self._told = len(state.events)
        own = next((event for event in events if last is not None and event[1:2] == (last.seat,)), None)
        for event in events:
            line = self._found.rules.tell(event, self._names)
            if event[0] == "deal":
                deal = event[1]
                yield deal, ""
                yield deal, line
                if deal == state.deal:  # else nobody had anything to decide, and the cards are shown
                    yield from ((deal, f"  {text}") for text in self._hands(state))
            elif event is own and last is not None:
                yield deal, f"  {line}{self._aside(last, state)}"
            else:
                yield deal, f"  {line}"

    def _hands(self, state: State) -> Iterator[str]:
        """The hands that were dealt, as far as they may be shown."""
        for seat, name in enumerate(self._names):
            if self._seat in (None, seat):
                hand = self._held[seat] = self._found.rules.hand(state.view(seat))
                if hand:
                    yield f"{name} holds {hand}."

    def _aside(self, moment: Moment, state: State) -> str:
        """What goes along with an action: the hand that it made, the time, the bot's note."""
        if self._seat not in (None, moment.seat):
            return ""
        parts = []
        if state.deal == moment.deal:
            hand = self._found.rules.hand(state.view(moment.seat))
            if hand != self._held[moment.seat]:
                self._held[moment.seat] = hand
                parts.append(f"now {hand}")
        times = self._game.times_us
        if moment.deal < len(times) and moment.action < len(times[moment.deal]):
            time = times[moment.deal][moment.action]
            parts.append("played by the referee" if time is None else f"{time} µs")
        note = self._notes.get((moment.deal, moment.action))
        if note is not None:
            parts.append(f"“{plain(note)}”")
        return f"  [{', '.join(parts)}]" if parts else ""

    def _faults(self, faults: list[Fault]) -> Iterator[str]:
        for fault in faults:
            if fault.seat is not None and self._seat in (None, fault.seat):
                yield f"  ! {self._names[fault.seat]}: {fault.kind}: {plain(fault.detail)}"

    def ending(self) -> Iterator[str]:
        """How it ended."""
        game = self._game
        yield ""
        for fault in game.faults:
            if fault.deal is None and fault.seat is not None and self._seat in (None, fault.seat):
                yield f"! {self._names[fault.seat]} before the first deal: {fault.kind}: {plain(fault.detail)}"
        unit = self._found.rules.unit
        order = sorted(range(len(self._names)), key=lambda seat: (game.places[seat], seat))
        how = "Drawn. " if game.drawn else ""
        yield how + ", ".join(
            f"{game.places[seat]}. {self._names[seat]} ({game.payoffs[seat]:+g} {unit})" for seat in order
        )
