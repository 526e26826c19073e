"""Playing a recorded game anew from its seed: to tell it, and to prove it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from fajer.errors import FajerError
from fajer.games.api import Game as Rules
from fajer.games.api import State
from fajer.records import record
from fajer.records.files import Opened
from fajer.records.forfeit import forfeits, result
from fajer.records.record import Fault, Game


@dataclass(frozen=True, slots=True)
class Moment:
    """A position of a recorded game, just before an action."""

    state: State
    """The game as it stood; it goes on when the next moment is asked for."""
    deal: int
    action: int
    """The action's index in its deal."""
    seat: int
    """Whose turn it was."""
    text: str
    """What was played."""
    faults: list[Fault]
    """Faults in place of which it was played."""


def moments(found: Opened, game: Game[Any]) -> Iterator[Moment]:
    """Every decision of a game in order, dealt and played anew.

    Raises `FajerError` at the first action that the rules do not allow, or that is another
    seat's. Forfeits are put among the events where they happened.
    """
    state = start(found.rules, found.options, game)
    forfeited = forfeits(game, found.match.on_fault)
    for fault in forfeited:
        if fault.deal is None:
            state.events.append(("forfeit", fault.seat))
    for number, deal in enumerate(game.deals):
        for place, (seat, text) in enumerate(deal.actions):
            here = [fault for fault in game.faults if (fault.deal, fault.action) == (number, place)]
            state.events.extend(("forfeit", fault.seat) for fault in here if fault in forfeited)
            if state.turn < 0:
                raise FajerError(f"deal {number}, action {place}: {text!r}, but the game is over in deal {state.deal}")
            if state.deal != number:
                raise FajerError(f"deal {number}, action {place}: {text!r}, but deal {state.deal} is being played")
            if state.turn != seat:
                raise FajerError(
                    f"deal {number}, action {place}: {text!r} is seat {seat}'s, but it is seat {state.turn}'s turn"
                )
            yield Moment(state, number, place, seat, text, here)
            try:
                state.apply(state.parse(text))
            except FajerError as error:
                raise FajerError(f"deal {number}, action {place}: {error}") from None


def start(rules: Rules, options: Any, game: Game[Any]) -> State:
    """A recorded game at its beginning."""
    return rules.start(options, len(game.seats), game.seed)


def differences(found: Opened, game: Game[Any]) -> list[str]:
    """What is not as the rules and the seed make it, a line each; empty for a true record."""
    state = start(found.rules, found.options, game)
    try:
        for moment in moments(found, game):
            state = moment.state
    except FajerError as error:
        return [str(error)]
    return [*_deals(state, game), *_result(found, state, game), *_times(found, game)]


def _deals(state: State, game: Game[Any]) -> list[str]:
    """Decks, dealers, ends and payments."""
    played = state.broken_off()
    if len(played) != len(game.deals):
        return [f"{len(game.deals)} deals are recorded, {len(played)} were played"]
    found = []
    for number, (ours, theirs) in enumerate(zip(played, game.deals, strict=True)):
        for name in ours.__struct_fields__:
            here, there = getattr(ours, name), getattr(theirs, name)
            if name != "actions" and here != there:
                found.append(f"deal {number}: {name} is {_shown(there)} in the record, {_shown(here)} when played")
    return found


def _result(found: Opened, state: State, game: Game[Any]) -> list[str]:
    """Places, payoffs, and whether it was drawn."""
    gone = [fault.seat for fault in forfeits(game, found.match.on_fault) if fault.seat is not None]
    count = len(game.seats)
    over = state.turn < 0
    if not over and len(gone) != count - 1:
        return ["the game is not over when its actions are"]
    if len(set(gone)) != len(gone) or len(gone) >= count:
        return [f"the seats {gone} forfeited: one twice, or all"]
    worst = found.rules.worst(found.options, count)
    how = result(state.outcome() if over else None, gone, worst, count)
    pairs: dict[str, tuple[Any, Any]] = {
        "places": (game.places, how.places),
        "payoffs": (game.payoffs, [record.number(payoff) for payoff in how.payoffs]),
        "drawn": (game.drawn, how.drawn),
    }
    return [
        f"{name} is {_shown(there)} in the record, {_shown(here)} when played"
        for name, (there, here) in pairs.items()
        if there != here
    ]


def _times(found: Opened, game: Game[Any]) -> list[str]:
    """A time for each decision of a bot's own, null where the referee played for it."""
    gone: dict[int, tuple[int, int]] = {}
    for fault in forfeits(game, found.match.on_fault):
        if fault.seat is not None:
            gone[fault.seat] = (fault.deal or 0, fault.action or 0)
    replaced = {(fault.deal, fault.action) for fault in game.faults if fault.seat is not None}
    if [len(times) for times in game.times_us] != [len(deal.actions) for deal in game.deals]:
        return ["times_us has not one entry for each action"]
    for number, deal in enumerate(game.deals):
        for place, (seat, _) in enumerate(deal.actions):
            ours = (number, place) in replaced or (seat in gone and (number, place) >= gone[seat])
            if ours != (game.times_us[number][place] is None):
                return [f"deal {number}, action {place}: the referee played it, or did not, against times_us"]
    return []


def _shown(value: Any) -> str:
    return msgspec.json.encode(value).decode()
