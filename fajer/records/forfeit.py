"""Places and payoffs of a game in which bots forfeited: beside the game's own outcome."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from fajer.games.api import Outcome
from fajer.records.record import Fault, Game, OnFault

TIMEOUTS_FORFEIT = 3
"""With `--on-fault fallback` so many timeouts running forfeit the game."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended for its seats, forfeits included."""

    places: list[int]
    """By seat, 1 the best."""
    payoffs: list[Fraction]
    """By seat; they add up to 0."""
    drawn: bool
    """Whether a cap ended it."""


def result(outcome: Outcome | None, forfeits: Sequence[int], worst: Fraction, players: int) -> Result:
    """The outcome with the seats in `forfeits` (the first to forfeit first) put behind all others.

    Each of them is paid the worst that the rules allow; what that takes from it goes in equal
    parts to the others. `outcome` is None when the game was broken off with one seat left.
    """
    if outcome is not None and not forfeits:
        return Result(list(outcome.places), list(outcome.payoffs), outcome.drawn)
    others = [seat for seat in range(players) if seat not in forfeits]
    if outcome is None:
        (last,) = others
        payoffs = [worst] * players
        payoffs[last] = -worst * (players - 1)
        own = {last: 1}
    else:
        payoffs = list(outcome.payoffs)
        taken = sum((payoffs[seat] - worst for seat in forfeits), Fraction(0))
        for seat in others:
            payoffs[seat] += taken / len(others)
        for seat in forfeits:
            payoffs[seat] = worst
        own = {seat: outcome.places[seat] for seat in others}
    places = [0] * players
    for seat in others:
        places[seat] = 1 + sum(place < own[seat] for place in own.values())
    for behind, seat in enumerate(reversed(forfeits)):
        places[seat] = len(others) + 1 + behind
    return Result(places, payoffs, outcome is not None and outcome.drawn)


def forgiven(kind: str, timeouts: int, on_fault: OnFault) -> bool:
    """Whether a fault takes only one decision from the bot; `timeouts` is how many ran, this one included."""
    return on_fault == "fallback" and (kind == "illegal" or (kind == "timeout" and timeouts < TIMEOUTS_FORFEIT))


def forfeits(game: Game[Any], on_fault: OnFault) -> list[Fault]:
    """The faults of a recorded game that forfeited it, in order."""
    found: list[Fault] = []
    running: dict[int, int] = {}
    since: dict[int, tuple[int, int]] = {}
    for fault in game.faults:
        seat = fault.seat
        if seat is None:
            continue
        at = (fault.deal or 0, fault.action or 0)
        if _answered(game, seat, since.get(seat, (0, 0)), at):
            running[seat] = 0
        running[seat] = running.get(seat, 0) + 1 if fault.kind == "timeout" else 0
        since[seat] = at
        if not forgiven(fault.kind, running[seat], on_fault):
            found.append(fault)
    return found


def _answered(game: Game[Any], seat: int, start: tuple[int, int], end: tuple[int, int]) -> bool:
    """Whether a seat's own answer was played between two places (deal, action) of a game."""
    for number in range(start[0], min(end[0] + 1, len(game.deals))):
        times = game.times_us[number]
        for place, (actor, _) in enumerate(game.deals[number].actions):
            if actor == seat and start <= (number, place) < end and times[place] is not None:
                return True
    return False
