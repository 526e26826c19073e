"""The table on a terminal: what is said of strengths, in the words of the page."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from tournament.cups import by_hand, game, put

from fajer.tournament import table
from fajer.tournament.ranking import Turned, ranking
from fajer.tournament.store import Store


@pytest.fixture
def apart(tmp_path: Path) -> Iterator[Store]:
    """a beats b, c beats d, e waits: two groups, by payoff a, c, b, d."""
    with by_hand(tmp_path / "cup.db", "abcde", [(0, 1), (2, 3)]) as store:
        for number, payoff in enumerate((2, 1)):
            put(store, number, game(0, 0, [payoff, -payoff]), game(1, 0, [payoff, -payoff], seating=1))
        yield store


def said(store: Store, name: str) -> str:
    """The line of a bot."""
    (line,) = [line for line in table.text(ranking(store)).splitlines() if line.startswith(f"{name} ")]
    return line


def test_neighbours_of_different_groups_have_not_met(apart: Store) -> None:
    """In the order a, c, d, b: only c and d are of one group. After the last that played comes one without a set."""
    found = ranking(apart)
    assert [bot.name for bot in found.bots] == ["a", "c", "d", "b", "e"]
    assert [said(apart, name).count("have not met") for name in "acdb"] == [1, 0, 1, 0]
    assert said(apart, "c").count("not enough games") == 2  # its interval, and how it compares with d
    assert "have not met" not in said(apart, "e")


def test_no_more_than_five_turned_pairs_are_named(apart: Store) -> None:
    """Twenty equal bots have some 25 of them."""
    found = ranking(apart)
    turned = [Turned(stronger=stronger, weaker=0, chance=0.6) for stronger in (1, 2, 3) for _ in range(3)]
    for pairs, named, more in ((5, 5, ""), (6, 5, "so it is with 1 more pair of bots"), (9, 5, "4 more pairs of")):
        lines = table.text(msgspec.structs.replace(found, turned=turned[:pairs])).splitlines()
        assert sum(line.startswith("by strength the order is another one") for line in lines) == named
        assert any(more in line for line in lines)
        assert (sum("more pair" in line for line in lines) == 1) == (pairs > 5)
