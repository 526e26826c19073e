"""Which tables there are: all of a round-robin, a gauntlet's, and how even a balanced plan is."""

import math
from collections import Counter
from itertools import combinations

import pytest

from fajer.errors import UsageError
from fajer.tournament.formats import more, tables


def planned(kind, bots: int, seats: int, count: int | None = None, seed: str = "s") -> list[tuple[int, ...]]:
    return list(tables(kind, range(bots), seats, count=count, seed=seed))


def brought(
    kind, new: int | list[int], others: list[int], seats: int, first: int = 0, count: int = 0
) -> list[tuple[int, ...]]:
    new = [new] if isinstance(new, int) else new
    return list(more(kind, new, others, seats, first=first, count=count, seed="s"))


def sat(plan: list[tuple[int, ...]]) -> Counter[int]:
    return Counter(bot for table in plan for bot in table)


def met(plan: list[tuple[int, ...]], bots: int) -> list[int]:
    """How often each pair met."""
    counts = Counter(pair for table in plan for pair in combinations(sorted(table), 2))
    return [counts[pair] for pair in combinations(range(bots), 2)]


def test_a_round_robin_has_every_table() -> None:
    assert planned("round-robin", 4, 3) == [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)]
    assert len(set(planned("round-robin", 20, 3))) == 1140


def test_a_gauntlet_is_the_first_against_all_others() -> None:
    assert planned("gauntlet", 4, 3) == [(0, 1, 2), (0, 1, 3), (0, 2, 3)]
    assert planned("gauntlet", 4, 2) == [(0, 1), (0, 2), (0, 3)]


def test_a_ladder_has_no_tables_before_its_rounds() -> None:
    assert planned("ladder", 4, 2, 2) == []


@pytest.mark.parametrize(
    ("bots", "seats", "count"),
    [(7, 3, 7), (9, 3, 12), (13, 4, 13), (6, 2, 7), (20, 2, 50), (10, 3, 20), (8, 4, 14), (20, 3, 100), (12, 3, 20)],
)
def test_balanced_tables_are_as_even_as_can_be(bots: int, seats: int, count: int) -> None:
    """Plans of which it is known that pairs can meet equally often, give or take one; some of them to the last."""
    plan = planned("balanced", bots, seats, count)
    assert len(plan) == count
    assert all(len(set(table)) == seats for table in plan)
    places = sat(plan)
    assert max(places.values()) - min(places[bot] for bot in range(bots)) <= 1
    counts = met(plan, bots)
    assert max(counts) - min(counts) <= (0 if count * math.comb(seats, 2) % math.comb(bots, 2) == 0 else 1)


@pytest.mark.parametrize(("bots", "seats", "count"), [(30, 3, 50), (5, 3, 3), (9, 9, 4), (4, 3, 2), (3, 2, 1)])
def test_places_are_even_whatever_the_numbers(bots: int, seats: int, count: int) -> None:
    plan = planned("balanced", bots, seats, count)
    places = sat(plan)
    assert max(places.values()) - min(places[bot] for bot in range(bots)) <= 1
    assert max(met(plan, bots)) - min(met(plan, bots)) <= 2


def test_more_tables_than_there_are_begin_with_all_of_them() -> None:
    plan = planned("balanced", 4, 3, 10)
    assert plan[:4] == plan[4:8] == planned("round-robin", 4, 3)
    assert max(sat(plan).values()) - min(sat(plan).values()) <= 1


def test_a_balanced_plan_comes_from_the_seed_alone() -> None:
    one, again = (planned("balanced", 10, 3, 20) for _ in range(2))
    assert one == again
    assert one != planned("balanced", 10, 3, 20, "other")


def test_too_many_tables() -> None:
    with pytest.raises(UsageError, match=r'14,307,150 tables, and 100,000 are the most: format = "balanced"'):
        planned("round-robin", 30, 9)
    with pytest.raises(UsageError, match="100,001 tables"):
        planned("balanced", 30, 9, 100_001)


def test_a_bot_brings_all_its_tables_to_a_round_robin() -> None:
    before = planned("round-robin", 4, 3)
    new = brought("round-robin", 4, [0, 1, 2, 3], 3)
    assert sorted(before + new) == planned("round-robin", 5, 3)
    assert all(4 in table for table in new)


def test_a_bot_that_comes_to_a_gauntlet_meets_the_first() -> None:
    before = planned("gauntlet", 4, 3)
    assert sorted(before + brought("gauntlet", 4, [0, 1, 2, 3], 3)) == planned("gauntlet", 5, 3)
    assert brought("gauntlet", 4, [0, 1], 2) == [(0, 4)]


def test_the_first_of_a_gauntlet_in_a_new_version_meets_all() -> None:
    assert brought("gauntlet", 4, [1, 2, 3], 3, first=4) == [(1, 2, 4), (1, 3, 4), (2, 3, 4)]


def test_nobody_brings_tables_to_a_gauntlet_without_its_first() -> None:
    assert brought("gauntlet", 4, [1, 2, 3], 3, first=0) == []


def test_a_bot_that_comes_to_a_balanced_tournament_meets_all_equally_often() -> None:
    new = brought("balanced", 7, list(range(7)), 3, count=7)
    assert len(new) == 7
    assert all(7 in table for table in new)
    assert {count for bot, count in sat(new).items() if bot != 7} == {2}
    assert brought("balanced", 3, [0, 1, 2], 2, count=3) == [(0, 3), (1, 3), (2, 3)]


def test_a_bot_waits_for_the_next_round_of_a_ladder() -> None:
    assert brought("ladder", 4, [0, 1, 2, 3], 3) == []


@pytest.mark.parametrize("seats", [2, 3])
def test_bots_that_come_together_bring_each_table_once(seats: int) -> None:
    """Of five, three are new: all tables but those of the two others alone; in a gauntlet those with its bot."""
    every = set(combinations(range(3, 8), seats))
    found = brought("round-robin", [5, 6, 7], [3, 4], seats)
    assert len(found) == len(set(found))
    assert set(found) == {table for table in every if max(table) > 4}
    for first in (3, 6):
        found = brought("gauntlet", [5, 6, 7], [3, 4], seats, first=first)
        assert len(found) == len(set(found))
        assert set(found) == {table for table in every if first in table and (first == 6 or max(table) > 4)}


@pytest.mark.parametrize("new", [[6, 7], [4, 5, 6, 7], [0, 1, 2, 3, 4, 5, 6, 7]])
def test_bots_that_come_together_sit_as_often_as_each_other(new: list[int]) -> None:
    """Eight bots at twelve tables of four sit six times each; each two of them meet 72 / 28 times, two or three."""
    others = [bot for bot in range(8) if bot not in new]
    found = brought("balanced", new, others, 4, count=6)
    assert [sat(found)[bot] for bot in new] == [6] * len(new)
    assert all(sat(found)[bot] <= 6 for bot in others)
    assert all(not set(new).isdisjoint(table) for table in found)
    assert len(found) == len(set(found))


def test_too_few_bring_no_balanced_table() -> None:
    assert brought("balanced", [1, 2], [0], 4, count=6) == []
    assert brought("balanced", [], [0, 1, 2], 2, count=6) == []
