"""Proves places and payoffs of games with forfeits, worked out by hand, and which faults forfeit."""

from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from fajer.games.api import Outcome
from fajer.records.forfeit import Result, forfeits, forgiven, result
from fajer.records.record import Fault, Game, OnFault, number

F = Fraction


def outcome(places: tuple[int, ...], *payoffs: Any, drawn: bool = False) -> Outcome:
    return Outcome(places, tuple(map(Fraction, payoffs)), drawn)


def test_nobody_forfeits_and_nothing_changes() -> None:
    how = outcome((2, 1, 3), -3, 6, -3)
    assert result(how, [], F(-3), 3) == Result([2, 1, 3], [F(-3), F(6), F(-3)], False)


def test_two_seats_the_other_one_has_won() -> None:
    """Broken off: −3 for who forfeited, +3 for who is left."""
    assert result(None, [0], F(-3), 2) == Result([2, 1], [F(-3), F(3)], False)
    assert result(None, [1], F(-1), 2) == Result([1, 2], [F(1), F(-1)], False)


def test_three_seats_broken_off_the_later_forfeit_before_the_earlier() -> None:
    assert result(None, [2, 0], F(-3), 3) == Result([2, 1, 3], [F(-3), F(6), F(-3)], False)


def test_a_winner_who_forfeited_is_last() -> None:
    """It won 6; from 6 to −3 it loses 9, 4½ for each of the two others: −3 + 4½."""
    how = outcome((1, 2, 3), 6, -3, -3)
    assert result(how, [0], F(-3), 3) == Result([3, 1, 2], [F(-3), F(3, 2), F(3, 2)], False)


def test_a_loser_who_forfeited_loses_nothing_more() -> None:
    """It has −3 already: the worst that there is."""
    how = outcome((1, 2, 3), 6, -3, -3)
    assert result(how, [1], F(-3), 3) == Result([1, 3, 2], [F(6), F(-3), F(-3)], False)


def test_without_stakes() -> None:
    """Ten, twenty and thirty losses of thirty deals: +10, 0, −10, worst −20; seat 0 gives 30, 15 for each."""
    how = outcome((1, 2, 3), 10, 0, -10)
    assert result(how, [0], F(-20), 3) == Result([3, 1, 2], [F(-20), F(15), F(5)], False)
    assert result(how, [2], F(-20), 3) == Result([1, 2, 3], [F(15), F(5), F(-20)], False)


def test_two_of_four_forfeit_and_the_others_finish() -> None:
    """Stakes of 1: seat 3 wins 3 and forfeits first, seat 0 later: 4 and 0 to be shared by two."""
    how = outcome((2, 3, 4, 1), -1, -1, -1, 3)
    made = result(how, [3, 0], F(-1), 4)
    assert made == Result([3, 1, 2, 4], [F(-1), F(1), F(1), F(-1)], False)
    assert sum(made.payoffs) == 0


def test_shared_places_stay_shared_and_the_next_are_left_out() -> None:
    """1, 1, 3, 4 of which the first forfeits: the other first is first alone, then 2 and 3."""
    how = outcome((1, 1, 3, 4), 1, 1, -1, -1)
    assert result(how, [0], F(-1), 4).places == [4, 1, 2, 3]
    how = outcome((1, 2, 2, 4), 3, -1, -1, -1)
    assert result(how, [0], F(-1), 4).places == [4, 1, 1, 3]


def test_a_game_drawn_by_a_cap_stays_drawn() -> None:
    how = outcome((1, 1, 3), F(3, 2), F(3, 2), -3, drawn=True)
    assert result(how, [0], F(-3), 3) == Result([3, 1, 2], [F(-3), F(15, 4), F(-3, 4)], True)


@pytest.mark.parametrize(
    ("payoff", "written"), [(F(-3), -3), (F(0), 0), (F(1, 2), 0.5), (F(1, 3), 1 / 3), (F(-4, 3), -4 / 3)]
)
def test_payoffs_are_whole_numbers_or_the_nearest_double(payoff: Fraction, written: float) -> None:
    assert number(payoff) == written
    assert type(number(payoff)) is type(written)


# Which faults forfeit


@pytest.mark.parametrize("kind", ["start", "timeout", "crash", "garbage", "protocol", "illegal"])
def test_every_fault_forfeits_by_default(kind: str) -> None:
    assert not forgiven(kind, 1, "forfeit")


def test_with_fallback_timeouts_and_illegal_actions_are_forgiven() -> None:
    """Three timeouts running are not."""
    for kind in ("start", "crash", "garbage", "protocol"):
        assert not forgiven(kind, 0, "fallback")
    assert forgiven("illegal", 0, "fallback")
    assert [forgiven("timeout", running, "fallback") for running in (1, 2, 3, 4)] == [True, True, False, False]


class Deal(NamedTuple):
    """As much of a recorded deal as is looked at."""

    actions: list[tuple[int, str]]


def game(faults: list[tuple[int | None, int | None, int | None, str]], *times: list[int | None]) -> Game[Any]:
    """A game of two seats who act in turn, by deal the times of the actions."""
    return Game(
        index=0,
        set=0,
        seating=0,
        seed="",
        seats=[0, 1],
        deals=[Deal([(place % 2, "go") for place in range(len(deal))]) for deal in times],
        places=[1, 2],
        payoffs=[0, 0],
        drawn=False,
        faults=[Fault(seat, deal, action, kind, "-") for seat, deal, action, kind in faults],  # type: ignore[arg-type]
        times_us=list(times),
        late=[0, 0],
        notes=[],
        stderr=[],
    )


def found(made: Game[Any], on_fault: OnFault) -> list[tuple[int | None, int | None, int | None]]:
    return [(fault.seat, fault.deal, fault.action) for fault in forfeits(made, on_fault)]


def test_by_default_all_but_ours_are_forfeits() -> None:
    made = game([(None, None, None, "internal"), (0, None, None, "start"), (1, 0, 1, "timeout")], [None, None])
    assert found(made, "forfeit") == [(0, None, None), (1, 0, 1)]


def test_three_timeouts_running_are_one_forfeit() -> None:
    """Seat 0 times out in its first three turns; the third forfeits."""
    faults = [(0, 0, 0, "timeout"), (0, 0, 2, "timeout"), (0, 0, 4, "timeout")]
    made = game(faults, [None, 5, None, 5, None, 5])
    assert found(made, "fallback") == [(0, 0, 4)]


def test_an_answer_in_between_begins_anew() -> None:
    """Turns 1, 2, 4 and 5 of seat 0: two running, then two."""
    faults = [(0, 0, 0, "timeout"), (0, 0, 2, "timeout"), (0, 0, 6, "timeout"), (0, 1, 0, "timeout")]
    made = game(faults, [None, 5, None, 5, 7, 5, None, 5], [None, 5])
    assert found(made, "fallback") == []


def test_an_answer_in_a_deal_in_between_begins_anew() -> None:
    faults = [(0, 0, 0, "timeout"), (0, 0, 2, "timeout"), (0, 2, 0, "timeout")]
    assert found(game(faults, [None, 5, None], [7, 5], [None, 5]), "fallback") == []


def test_the_other_seats_answers_do_not_count() -> None:
    faults = [(0, 0, 0, "timeout"), (0, 1, 0, "timeout"), (0, 2, 0, "timeout")]
    assert found(game(faults, [None, 5], [None, 5], [None, 5]), "fallback") == [(0, 2, 0)]


def test_an_illegal_action_in_between_begins_anew() -> None:
    faults = [(0, 0, 0, "timeout"), (0, 0, 2, "timeout"), (0, 0, 4, "illegal"), (0, 0, 6, "timeout")]
    assert found(game(faults, [None, 5, None, 5, None, 5, None]), "fallback") == []


def test_the_last_fault_may_have_no_action_of_its_own() -> None:
    """Seat 1 forfeits and the game is broken off: nothing was played in its place."""
    faults = [(1, 0, 1, "timeout"), (1, 0, 3, "timeout"), (1, 0, 5, "timeout")]
    assert found(game(faults, [5, None, 5, None, 5]), "fallback") == [(1, 0, 5)]
