"""Games played by the rules alone and noted as a record would, beside what every seat saw at every decision."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

import msgspec

from fajer.games.api import Game as Rules
from fajer.games.api import State

Choose = Callable[[State], int]


@dataclass
class Moment:
    """How it stood before a decision."""

    deal: int
    action: int
    seat: int
    views: list[dict[str, Any]]
    """By seat, as it goes over the wire."""
    told: int
    """How many events had happened."""


@dataclass
class Played:
    """A game that was played."""

    match: dict[str, Any]
    game: dict[str, Any]
    events: list[list[Any]]
    moments: list[Moment] = field(default_factory=list)


def plain(value: Any) -> Any:
    """As it comes out of JSON."""
    return msgspec.json.decode(msgspec.json.encode(value))


def line(rules: Rules, options: Any, players: int, on_fault: str = "forfeit") -> dict[str, Any]:
    """As much of a match's line as the page needs to follow its games."""
    bots = [{"name": f"bot {number}"} for number in range(players)]
    return {"game": rules.name, "rules": plain(options), "bots": bots, "on_fault": on_fault}


def played(rules: Rules, options: Any, players: int, seed: str, choose: Choose, state: State | None = None) -> Played:
    """A game played to its end by `choose`; `state` is one that was begun otherwise, not yet played."""
    state = state or rules.start(options, players, seed)
    moments: list[Moment] = []
    deals: list[int] = []
    while state.turn >= 0:
        deals.append(state.deal)
        views = [plain(state.view(seat)) for seat in range(players)]
        moments.append(Moment(state.deal, deals.count(state.deal) - 1, state.turn, views, len(state.events)))
        state.apply(choose(state))
    return noted(line(rules, options, players), state, seed, moments)


def noted(match: dict[str, Any], state: State, seed: str, moments: Sequence[Moment]) -> Played:
    """A game that is over, or broken off, as a record has it."""
    deals = plain(state.broken_off())
    game = {
        "index": 0,
        "seed": seed,
        "seats": list(range(state.players)),
        "deals": deals,
        "faults": [],
        "notes": [],
        "times_us": [[7 for _ in deal["actions"]] for deal in deals],
    }
    return Played(match, game, plain(state.events), list(moments))


def by_deal(events: Sequence[list[Any]]) -> list[list[list[Any]]]:
    """A game's events, those of each deal together."""
    number = -1

    def deal(event: list[Any]) -> int:
        nonlocal number
        number += event[0] == "deal"
        return number

    return [list(group) for _, group in groupby(events, deal)]
