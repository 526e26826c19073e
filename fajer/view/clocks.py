"""How long a seat had for a decision."""

from typing import Any

from fajer.records.record import Game, Match
from fajer.referee.clock import NoClock, clock_of


def allowed_ms(match: Match, game: Game[Any], deal: int, action: int) -> int | None:
    """The milliseconds that a seat had for an action, what was left of its bank included; None: it had no clock."""
    seat = game.deals[deal].actions[action][0]
    clock = clock_of(match.limits, match.bots[game.seats[seat]].move_ms)
    if isinstance(clock, NoClock):
        return None
    for number in range(deal + 1):
        actions = game.deals[number].actions
        times = game.times_us[number]
        for place in range(len(actions) if number < deal else action):
            taken = times[place]
            if actions[place][0] == seat and taken is not None:
                clock.charge(taken)
    return clock.left_ms
