"""Proves which games a match has, in what order and who sits where, worked out by hand or by a second way."""

import hashlib
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from fajer.errors import UsageError
from fajer.match.plan import Plan, Unit, seatings, whole_sets
from fajer.records.record import Entrant, Limits, Match


def match(bots: int = 3, **given: Any) -> Match:
    fields: dict[str, Any] = {
        "game": "fajer",
        "preset": "german",
        "rules": {},
        "seed": "plan",
        "bots": [Entrant(f"bot {number}", None, "x", None, "json", False) for number in range(bots)],
        "seating": "rotate",
        "block": 25,
        "games": 6,
        "limits": Limits(),
        "on_fault": "forfeit",
        "fajer": "0",
    }
    return Match(**fields | given)


def drawn(text: str, size: int) -> list[int]:
    """A permutation of 0 … size−1 as the rules describe it: a second way, bytes and all."""

    def stream() -> Iterator[int]:
        block = 0
        while True:
            yield from hashlib.sha512(f"{text}:{block}".encode()).digest()
            block += 1

    numbers = stream()
    things = list(range(size))
    for place in reversed(range(1, size)):
        byte = next(numbers)
        while byte >= 256 - 256 % (place + 1):
            byte = next(numbers)
        other = byte % (place + 1)
        things[place], things[other] = things[other], things[place]
    return things


def seed_of(number: int) -> str:
    return hashlib.sha256(f"fajer-game/1:plan:{number}".encode()).hexdigest()[:32]


# Seatings


def test_rotate_has_every_bot_once_at_every_seat() -> None:
    """In seating r, seat s is number (s + r) mod n of the order."""
    assert seatings("rotate", 3) == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    assert seatings("rotate", 2) == [(0, 1), (1, 0)]


def test_fixed_is_as_given_once() -> None:
    assert seatings("fixed", 4) == [(0, 1, 2, 3)]


def test_all_has_every_permutation() -> None:
    assert seatings("all", 3) == [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)]
    assert len(set(seatings("all", 5))) == 120


def test_all_is_for_up_to_five_seats() -> None:
    with pytest.raises(UsageError, match=r"--seating all is for up to 5 seats: with 6 it would be 720 games a set"):
        seatings("all", 6)


@pytest.mark.parametrize(
    ("games", "kind", "seats", "rounded"),
    [
        (1, "rotate", 3, 3),
        (3, "rotate", 3, 3),
        (4, "rotate", 3, 6),
        (1, "all", 4, 24),
        (25, "all", 4, 48),
        (7, "fixed", 9, 7),
    ],
)
def test_games_are_rounded_up_to_whole_sets(games: int, kind: Any, seats: int, rounded: int) -> None:
    assert whole_sets(games, kind, seats) == rounded


# Units


def test_units_block_by_block_seating_by_seating() -> None:
    """Five sets of three seatings in blocks of two: blocks of 2, 2 and 1 sets, three units each."""
    plan = Plan(match(games=15, block=2))
    assert plan.sets == 5
    assert list(plan.units()) == [
        Unit(0, 0, 0, range(2)),
        Unit(0, 1, 2, range(2)),
        Unit(0, 2, 4, range(2)),
        Unit(1, 0, 6, range(2, 4)),
        Unit(1, 1, 8, range(2, 4)),
        Unit(1, 2, 10, range(2, 4)),
        Unit(2, 0, 12, range(4, 5)),
        Unit(2, 1, 13, range(4, 5)),
        Unit(2, 2, 14, range(4, 5)),
    ]


def test_the_games_of_a_unit_come_in_an_order_drawn_by_lot() -> None:
    """`fajer-unit/1:MATCHSEED:BLOCK:SEATING` gives the places, `index` counts them as they are played."""
    plan = Plan(match(games=60, block=10))
    for unit in plan.units():
        order = drawn(f"fajer-unit/1:plan:{unit.block}:{unit.seating}", len(unit.sets))
        sittings = plan.sittings(unit)
        assert [sitting.set for sitting in sittings] == [unit.sets[place] for place in order]
        assert [sitting.index for sitting in sittings] == list(range(unit.first_index, unit.first_index + 10))
        assert {sitting.seating for sitting in sittings} == {unit.seating}


def test_who_sits_where() -> None:
    """Seat s is number (s + r) mod n of an order drawn from `fajer-order/1:GAMESEED`; the seed is the set's alone."""
    plan = Plan(match(games=30, block=4))
    for unit in plan.units():
        for sitting in plan.sittings(unit):
            assert sitting.seed == seed_of(sitting.set)
            order = drawn(f"fajer-order/1:{sitting.seed}", 3)
            assert sitting.seats == [order[(seat + sitting.seating) % 3] for seat in range(3)]


def test_a_match_worked_out_by_hand() -> None:
    """Two bots, two sets, one block of the seed "hand".

    SHA-256 of `fajer-game/1:hand:0` begins b1cf…; the byte that decides an order of two is the first of SHA-512
    of `fajer-order/1:GAMESEED:0` mod 2: even exchanges the two, odd leaves them.
    """
    plan = Plan(match(bots=2, games=4, seed="hand"))
    units = list(plan.units())
    assert units == [Unit(0, 0, 0, range(2)), Unit(0, 1, 2, range(2))]
    for unit in units:
        first = hashlib.sha512(f"fajer-unit/1:hand:0:{unit.seating}:0".encode()).digest()[0]
        sets = [1, 0] if first % 2 == 0 else [0, 1]
        sittings = plan.sittings(unit)
        assert [sitting.set for sitting in sittings] == sets
        for sitting in sittings:
            seed = hashlib.sha256(f"fajer-game/1:hand:{sitting.set}".encode()).hexdigest()[:32]
            byte = hashlib.sha512(f"fajer-order/1:{seed}:0".encode()).digest()[0]
            order = [1, 0] if byte % 2 == 0 else [0, 1]
            assert sitting.seats == (order if unit.seating == 0 else order[::-1])


def test_fixed_seats_are_those_of_the_command_line() -> None:
    plan = Plan(match(games=5, seating="fixed"))
    assert [sitting.seats for unit in plan.units() for sitting in plan.sittings(unit)] == [[0, 1, 2]] * 5


def test_every_bot_sits_behind_every_other_in_the_long_run() -> None:
    """The order is drawn for each set, so that no bot always follows the same other."""
    plan = Plan(match(games=600, block=25))
    behind: Counter[tuple[int, int]] = Counter()
    for unit in plan.units():
        for sitting in plan.sittings(unit):
            seats = sitting.seats
            behind.update((seats[place], seats[(place + 1) % 3]) for place in range(3))
    assert len(behind) == 6
    assert min(behind.values()) > 200


def test_the_plan_depends_on_nothing_but_the_match() -> None:
    """Sets by hand of the seed: names, limits and times do not matter."""
    one, other = (
        Plan(match(games=12)),
        Plan(match(games=12, limits=Limits(move_ms=5), on_fault="fallback", created="now")),
    )
    for unit in one.units():
        assert one.sittings(unit) == other.sittings(unit)
