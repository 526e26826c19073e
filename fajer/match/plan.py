"""The plan of a match: sets, seatings, blocks and units, all from the match's first line."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations

from fajer.errors import UsageError
from fajer.games import seeds
from fajer.records.record import Match, Seating
from fajer.referee.play import Sitting

_MOST_FOR_ALL = 5
"""`--seating all` is for at most so many seats: 120 seatings."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A block of sets in one seating: played by the same processes, from fresh ones on."""

    block: int
    """The number of its block."""
    seating: int
    """The number of its seating."""
    first_index: int
    """The index of its first game."""
    sets: range
    """The sets of its block."""


class Plan:
    """Which games a match has, in what order, and who sits where."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.seatings = seatings(match.seating, len(match.bots))
        self.sets = match.games // len(self.seatings)

    def units(self) -> Iterator[Unit]:
        """All units in order: block by block, in each seating by seating."""
        index = 0
        for block, first in enumerate(range(0, self.sets, self.match.block)):
            sets = range(first, min(first + self.match.block, self.sets))
            for seating in range(len(self.seatings)):
                yield Unit(block, seating, index, sets)
                index += len(sets)

    def sittings(self, unit: Unit) -> list[Sitting]:
        """The games of a unit in the order in which they are played."""
        match = self.match
        order = seeds.unit_order(match.seed, unit.block, unit.seating, len(unit.sets))
        return [
            self._sitting(unit.first_index + place, unit.sets[position], unit.seating)
            for place, position in enumerate(order)
        ]

    def _sitting(self, index: int, number: int, seating: int) -> Sitting:
        seed = seeds.game_seed(self.match.seed, number)
        count = len(self.match.bots)
        order = list(range(count)) if self.match.seating == "fixed" else seeds.bot_order(seed, count)
        seats = [order[place] for place in self.seatings[seating]]
        return Sitting(index=index, set=number, seating=seating, seed=seed, seats=seats)


def seatings(kind: Seating, seats: int) -> list[tuple[int, ...]]:
    """Each seating as, by seat, a place in the order of the bots for the set.

    Raises `UsageError` for `all` with more than five seats.
    """
    if kind == "fixed":
        return [tuple(range(seats))]
    if kind == "rotate":
        return [tuple((seat + turn) % seats for seat in range(seats)) for turn in range(seats)]
    if seats > _MOST_FOR_ALL:
        raise UsageError(
            f"--seating all is for up to {_MOST_FOR_ALL} seats: with {seats} it would be "
            f"{math.factorial(seats):,} games a set"
        )
    return list(permutations(range(seats)))


def whole_sets(games: int, kind: Seating, seats: int) -> int:
    """So many games, rounded up to whole sets."""
    size = len(seatings(kind, seats))
    return -(-games // size) * size
