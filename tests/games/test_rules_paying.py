"""Proves the rules on who pays and who is out when all have laid: F-21 … F-25."""

import pytest
from games.tables import EQUAL, NOTHING, Dealt, do, left, show, showdown, stakes, start, with_stakes

W0, W21, W30, W31 = NOTHING[0], "Ap Xp 7z", "Xt Ut Ot", "Am Xm Um"
"""Hands from weak to strong, worth nothing, 21, 30 and 31; they share no card."""
ALSO_21 = "Az Xz 7m"
"""Equal to `W21`."""


def last(state) -> tuple[list[int], list[int]]:
    """Who paid and who went out in the last deal."""
    deal = state.finished()[-1]
    assert deal.end == "shown"
    return deal.paid, deal.out


# F-21


@pytest.mark.parametrize("each", [1, 3, 7, 1000])
def test_f21_each_player_starts_with_so_many_stakes(each: int):
    state = start(Dealt(0, [W0, W21, W31]), stakes=each)
    assert stakes(state) == [each] * 3
    assert state.view(0).pot == 0


def test_f21_three_stakes_by_both_descriptions():
    for preset in ("german", "three-stakes"):
        assert stakes(start(Dealt(0, [W0, W21]), preset=preset)) == [3, 3]


@pytest.mark.parametrize(
    ("hands", "paid"),
    [
        ([W0, W21, W31], [0]),
        ([W31, W21, W0], [2]),
        ([W21, W31, W30], [0]),
        ([W31, W21, ALSO_21], [1, 2]),  # several equal ones all pay
        ([W0, NOTHING[3], W31], [0, 1]),
        (EQUAL[:3], [0, 1, 2]),  # all the players, if all are equal
    ],
)
def test_f21_the_weakest_pay_one_stake_into_the_pot(hands: list[str], paid: list[int]):
    state = start(Dealt(0, hands))
    assert show(state).paid == paid
    assert state.finished()[0].out == []
    assert stakes(state) == [2 if seat in paid else 3 for seat in range(3)]
    assert state.view(0).pot == len(paid)
    assert ("pay", paid) in state.events


def test_f21_triples_are_not_equal():
    # Nines against eights, both worth 30½ (F-04).
    assert show(start(Dealt(0, ["9p 9z 9m", "8p 8z 8m"]))).paid == [1]


def test_f21_the_hand_as_it_was_laid_counts():
    # Seat 0 makes 29 of 26 in the closing; seat 1's 28 is then the weakest.
    state = start(Dealt(0, ["7m 9m Xm", "7t Xt At"], "Um 8z 9p"))
    assert last(do(state, "keep", "lay", "swap 7m Um")) == ([1], [])


# F-22


def test_f22_a_player_without_stakes_plays_on():
    state = with_stakes([0, 1], Dealt(1, [W31, W21]))
    assert stakes(state) == [0, 1]
    assert left(state) == [0, 1]
    assert state.view(0).hand == W31.split()
    assert last_after_show(state) == ([1], [])
    assert stakes(state) == [0, 0]


def test_f22_who_has_to_pay_and_cannot_is_out():
    state = showdown([0, 1, 1], [W0, W21, W31], broke="nobody")
    assert last(state) == ([], [0])
    assert left(state) == [1, 2]
    assert ("out", [0]) in state.events


def test_f22_three_stakes_are_paid_three_times_and_the_fourth_is_out():
    deals = [Dealt(number % 3, [W0, W21, W31]) for number in range(4)]
    state = start(*deals, stakes=3, broke="nobody")
    for remaining in (2, 1, 0):
        assert show(state).paid == [0]
        assert stakes(state) == [remaining, 3, 3]
        assert 0 in left(state)
    assert show(state).out == [0]


def last_after_show(state) -> tuple[list[int], list[int]]:
    show(state)
    return last(state)


# F-23


@pytest.mark.parametrize(
    ("have", "hands", "next_lowest", "nobody"),
    [
        # The weakest can pay: nothing goes upward.
        ([1, 0, 0], [W0, W21, W31], ([0], []), ([0], [])),
        # The weakest cannot: the next does.
        ([0, 1, 1], [W0, W21, W31], ([1], [0]), ([], [0])),
        # Two steps up.
        ([0, 0, 1, 1], [W0, W21, W30, W31], ([2], [0, 1]), ([], [0])),
        # Up to the one who is left, who does not pay.
        ([0, 0, 1], [W0, W21, W31], ([], [0, 1]), ([], [0])),
        ([0, 0, 0], [W0, W21, W31], ([], [0, 1]), ([], [0])),
        # Two equal weakest, none can: both out, the next pays.
        ([0, 0, 1, 1], [W0, NOTHING[3], W30, W31], ([2], [0, 1]), ([], [0, 1])),
        # One can and one cannot: the first pays, the second is out, and it ends there.
        ([0, 1, 1, 1], [W0, NOTHING[3], W30, W31], ([1], [0]), ([1], [0])),
        ([1, 0, 0, 1], [NOTHING[3], W0, W30, W31], ([0], [1]), ([0], [1])),
        # Such a mixed group reached from below.
        ([0, 0, 1, 1], [W0, W21, ALSO_21, W31], ([2], [0, 1]), ([], [0])),
        # The strongest are a mixed group: somebody pays, and is the last one in.
        ([0, 0, 1], [W0, W21, ALSO_21], ([2], [0, 1]), ([], [0])),
        # Three aside from the payer, each a step of its own.
        ([1, 0, 0, 0], [W31, W30, W21, W0], ([], [1, 2, 3]), ([], [3])),
    ],
)
@pytest.mark.parametrize("broke", ["next_lowest", "nobody"])
def test_f23_somebody_always_pays_or_nobody_else(broke, have, hands, next_lowest, nobody):
    state = showdown(have, hands, broke=broke)
    assert last(state) == (next_lowest if broke == "next_lowest" else nobody)


def test_f23_triples_are_steps_of_their_own():
    # Sevens, eights and nines are worth 30½ each: sevens out, eights pay.
    state = showdown([0, 1, 1], ["7p 7z 7m", "8p 8z 8m", "9p 9z 9m"])
    assert last(state) == ([1], [0])


def test_f23_a_mixed_group_of_two_ends_the_game_where_the_other_is_left():
    state = showdown([1, 0], EQUAL[:2])
    assert last(state) == ([0], [1])
    assert state.outcome().places == (1, 2)


def test_f23_each_step_is_placed_by_itself():
    # 0 (nothing) goes in the first step, 1 and 2 (21 each) in the second, 3 is left.
    state = showdown([0, 0, 0, 1], [W0, W21, ALSO_21, W31])
    assert last(state) == ([], [0, 1, 2])
    assert state.outcome().places == (4, 2, 2, 1)


def test_f23_the_out_event_names_all_who_went_in_order_of_seats():
    state = showdown([0, 1, 0, 1], [W21, W30, W0, W31])
    assert state.events[-3:-1] == [("pay", [1]), ("out", [0, 2])]


# F-24


@pytest.mark.parametrize("broke", ["next_lowest", "nobody"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_f24_equal_hands_of_all_and_no_stakes_are_dealt_again(players: int, broke: str):
    state = showdown([0] * players, EQUAL[:players], broke=broke)
    assert last(state) == ([], [])
    assert left(state) == list(range(players))
    assert state.deal == 2
    assert state.events[-1] == ("deal", 2, 2 % players)


def test_f24_so_are_the_equal_ones_climbed_to_when_those_below_are_out():
    state = showdown([0, 0, 0], [W0, W21, ALSO_21])
    assert last(state) == ([], [0])
    assert left(state) == [1, 2]
    assert state.turn >= 0


def test_f24_three_equal_ones_climbed_to_stay_as_well():
    state = showdown([0, 0, 0, 0], [W0, "Ap Xp 7z", "Az Xz 7m", "Am Xm 7t"])
    assert last(state) == ([], [0])
    assert left(state) == [1, 2, 3]


def test_f24_is_after_two_steps_the_same():
    state = showdown([0, 0, 0, 0], [W0, W30, "Ap Xp Up", W31])
    assert last(state) == ([], [0, 1])
    assert left(state) == [2, 3]


def test_f24_does_not_keep_equal_ones_while_another_is_in():
    # 0 and 1 are equal and broke, 2 is stronger and broke too: the two are out, 2 has won.
    state = showdown([0, 0, 0], [W21, ALSO_21, W31])
    assert last(state) == ([], [0, 1])
    assert state.outcome().places == (2, 2, 1)


def test_f24_does_not_hold_where_one_of_all_can_pay():
    state = showdown([0, 1, 0], EQUAL[:3])
    assert last(state) == ([1], [0, 2])
    assert state.outcome().places == (2, 1, 2)


# F-25


@pytest.mark.parametrize(
    ("have", "pay", "redeal"),
    [
        ([1, 0], ([0], [1]), ([], [])),
        ([0, 1], ([1], [0]), ([], [])),
        ([0, 0], ([], []), ([], [])),  # F-24 either way
    ],
)
@pytest.mark.parametrize("heads_up_tie", ["pay", "redeal"])
def test_f25_two_equal_hands_are_paid_or_dealt_again(heads_up_tie: str, have, pay, redeal):
    state = showdown(have, EQUAL[:2], heads_up_tie=heads_up_tie)
    assert last(state) == (pay if heads_up_tie == "pay" else redeal)
    assert (state.turn >= 0) == (last(state) == ([], []))


@pytest.mark.parametrize("heads_up_tie", ["pay", "redeal"])
def test_f25_two_equal_hands_with_stakes_both_pay(heads_up_tie: str):
    state = start(Dealt(0, EQUAL[:2]), stakes=1, heads_up_tie=heads_up_tie)
    assert last_after_show(state) == ([0, 1], [])
    assert stakes(state) == [0, 0]


def test_f25_redeal_pays_nothing_and_passes_the_deal_on():
    state = showdown([1, 0], EQUAL[:2], heads_up_tie="redeal")
    assert stakes(state) == [1, 0]
    assert state.events[-1] == ("deal", 2, 0)
    assert not [event for event in state.events[-4:] if event[0] in ("pay", "out")]


@pytest.mark.parametrize("have", [[1, 0], [0, 1], [0, 0]])
def test_f25_redeal_needs_equal_hands(have: list[int]):
    # Seat 0 is weaker: it pays, or is out.
    state = showdown(have, [W0, W31], heads_up_tie="redeal", broke="nobody")
    assert last(state) == (([0], []) if have[0] else ([], [0]))


def test_f25_redeal_is_for_two_players_left():
    # Three equal hands: who can pays, who cannot is out.
    state = showdown([1, 0, 1], EQUAL[:3], heads_up_tie="redeal")
    assert last(state) == ([0, 2], [1])


def test_f25_redeal_is_not_for_two_equal_ones_among_three():
    state = showdown([1, 0, 1], [W21, ALSO_21, W31], heads_up_tie="redeal")
    assert last(state) == ([0], [1])


def test_f25_redeal_is_for_two_left_of_three():
    # Seat 1 goes out, then 0 and 2 hold equal hands, 0 without a stake.
    state = with_stakes(
        [1, 0, 1],
        Dealt(1, [W21, W0, W31]),
        Dealt(2, [W21, "", W31]),
        Dealt(0, [EQUAL[0], "", EQUAL[1]]),
        heads_up_tie="redeal",
        broke="nobody",
    )
    assert last_after_show(state) == ([], [1])
    assert last_after_show(state) == ([0], [])
    assert last_after_show(state) == ([], [])
    assert stakes(state) == [0, 0, 1]


def test_f25_triples_are_not_equal():
    # Eights and nines, both worth 30½.
    state = showdown([0, 1], ["8p 8z 8m", "9p 9z 9m"], heads_up_tie="redeal")
    assert last(state) == ([], [0])
