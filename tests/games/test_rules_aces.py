"""Proves the rule on three aces, F-18, for each of its options, and who pays then (F-26)."""

import pytest
from games.tables import EQUAL, NOTHING, Dealt, do, left, showdown, start, with_stakes

ACES = "Ap Az Am"
TWO_ACES = "Ap Az 7m"
BEST = "At Xt Ut"
"""31, with the fourth ace."""


def ended(state, number: int = 0) -> tuple[str, list[int], list[int]]:
    """How a deal ended, who paid, who is out."""
    deal = state.finished()[number]
    return deal.end, deal.paid, deal.out


# At once, in the exchange phase


@pytest.mark.parametrize("holder", [0, 1, 2])
def test_f18_at_once_three_aces_dealt_are_shown_when_the_exchange_phase_begins(holder: int):
    # Whoever holds them, the opener (who can only keep) or another; the others pay, 31 or not.
    hands = [NOTHING[0], BEST]
    hands.insert(holder, ACES)
    state = start(Dealt(0, hands), three_aces="at_once")
    assert state.finished() == []
    do(state, "keep")
    assert ended(state) == ("three_aces", [seat for seat in range(3) if seat != holder], [])
    shown = state.events.index(("aces", holder, ACES.split()))
    assert state.events[shown - 1][0] == "common"
    assert state.events[shown + 1] == ("pay", [seat for seat in range(3) if seat != holder])


def test_f18_at_once_three_aces_from_the_talon_are_shown_when_the_hand_is_put():
    state = do(start(Dealt(0, [NOTHING[0], BEST], ACES), three_aces="at_once"), "put")
    assert ended(state) == ("three_aces", [1], [])
    assert ("aces", 0, ACES.split()) in state.events


def test_f18_at_once_put_does_not_hide_the_aces_of_another():
    state = do(start(Dealt(0, [NOTHING[0], ACES]), three_aces="at_once"), "put")
    assert ended(state) == ("three_aces", [0], [])


def test_f18_three_aces_in_the_middle_are_nobodys():
    state = do(start(Dealt(0, [NOTHING[0], BEST], ACES), three_aces="at_once"), "keep")
    assert state.finished() == []
    assert state.view(1).common_worth == 33


def test_f18_at_once_three_aces_made_by_a_swap_end_the_deal():
    state = do(start(Dealt(0, [NOTHING[0], TWO_ACES, BEST], "Am 9z Kt"), three_aces="at_once"), "keep")
    do(state, "swap 7m Am")
    assert ended(state) == ("three_aces", [0, 2], [])
    swapped = state.events.index(("swap", 1, "7m", "Am"))
    assert state.events[swapped + 1 : swapped + 3] == [("aces", 1, ACES.split()), ("pay", [0, 2])]


def test_f18_at_once_three_aces_taken_end_the_deal():
    state = do(start(Dealt(0, [NOTHING[0], NOTHING[1]], ACES), three_aces="at_once"), "keep", "take")
    assert ended(state) == ("three_aces", [0], [])


def test_f18_at_once_the_deal_goes_on_without_a_closing_turn():
    # After the aces the next deal is dealt, and nobody else's hand was laid.
    state = do(start(Dealt(0, [NOTHING[0], TWO_ACES], "Am 9z Kt"), three_aces="at_once"), "keep", "swap 7m Am")
    assert (state.deal, state.view(0).phase) == (1, "open")
    assert not [event for event in state.events if event[0] == "lay"]


def test_f18_at_once_is_checked_after_an_exchange_by_another_only_for_who_holds_three():
    # Two aces and an ace in the middle are no three aces.
    state = do(start(Dealt(0, [NOTHING[0], NOTHING[1], "Ap Az Kt"], "Am 9z Xt"), three_aces="at_once"), "keep")
    do(state, "swap 7z 9z")
    assert state.finished() == []


# On turn


def test_f18_on_turn_three_aces_wait_for_their_turn_and_lay_is_the_only_action():
    state = do(start(Dealt(0, [NOTHING[0], NOTHING[1], ACES], "Kz Ot 8p"), three_aces="on_turn"), "keep")
    assert state.finished() == []
    do(state, "go")
    assert (state.turn, state.legal_text()) == (2, ["lay"])
    do(state, "lay")
    assert ended(state) == ("three_aces", [0, 1], [])


def test_f18_on_turn_everyone_else_pays_whatever_they_hold():
    state = do(start(Dealt(0, [BEST, ACES], "Kz Ot 8p"), three_aces="on_turn"), "keep", "lay")
    assert ended(state) == ("three_aces", [0], [])


def test_f18_on_turn_the_opener_who_put_holds_three_aces_until_the_turn_comes_round():
    state = do(start(Dealt(0, [NOTHING[0], NOTHING[1]], ACES), three_aces="on_turn"), "put", "go")
    assert (state.turn, state.legal_text()) == (0, ["lay"])
    assert ended(do(state, "lay")) == ("three_aces", [1], [])


def test_f18_on_turn_three_aces_made_by_an_exchange_wait_a_round():
    state = do(start(Dealt(0, [NOTHING[0], TWO_ACES], "Am 9z Kt"), three_aces="on_turn"), "keep")
    do(state, "swap 7m Am")
    assert (state.finished(), state.turn) == ([], 0)
    do(state, "go")
    assert state.legal_text() == ["lay"]
    assert ended(do(state, "lay")) == ("three_aces", [0], [])


@pytest.mark.parametrize("closing", ["all_pay", "ranked"])
def test_f18_on_turn_three_aces_end_the_deal_in_the_closing_too(closing: str):
    # Seat 1 lays 31 first; seat 2 comes with three aces, seat 0 never gets its turn. They were not
    # made by a closing exchange, so `three_aces_closing` has no say.
    deal = Dealt(0, [NOTHING[0], BEST, ACES], "Kz Ot 8p")
    state = do(start(deal, three_aces="on_turn", three_aces_closing=closing), "keep", "lay")
    assert (state.turn, state.legal_text()) == (2, ["lay"])
    do(state, "lay")
    assert ended(state) == ("three_aces", [0, 1], [])


def test_f18_on_turn_lay_is_all_even_where_exchanges_would_not_spoil():
    # The fourth ace in the middle would leave three aces.
    state = do(start(Dealt(0, [NOTHING[0], ACES], "At Ot 8p"), three_aces="on_turn"), "keep")
    assert state.legal_text() == ["lay"]


def test_f18_on_turn_three_aces_may_be_taken_by_the_next_to_come():
    # The common cards are nobody's: seat 1 takes three aces, and shows them when its turn comes again.
    state = do(start(Dealt(0, [NOTHING[0], NOTHING[1]], ACES), three_aces="on_turn"), "keep", "take", "go", "lay")
    assert ended(state) == ("three_aces", [0], [])


# In the closing


def closing_swap(**changes: object):
    """Seat 1 lays 31, seat 2 makes three aces; seat 0 has not had its turn."""
    hands = [NOTHING[0], BEST, "Ap Az 8t"]
    return do(start(Dealt(0, hands, "Am 9z Kt"), **changes), "keep", "lay", "swap 8t Am")


@pytest.mark.parametrize("three_aces", ["at_once", "on_turn"])
def test_f18_all_pay_three_aces_made_in_the_closing_end_the_deal(three_aces: str):
    state = closing_swap(three_aces=three_aces, three_aces_closing="all_pay")
    assert ended(state) == ("three_aces", [0, 1], [])
    assert ("aces", 2, ACES.split()) in state.events


@pytest.mark.parametrize("three_aces", ["at_once", "on_turn"])
def test_f18_ranked_three_aces_made_in_the_closing_are_a_hand_like_any_other(three_aces: str):
    state = closing_swap(three_aces=three_aces, three_aces_closing="ranked")
    assert (state.finished(), state.turn) == ([], 0)
    assert state.events[-1] == ("lay", 2, ACES.split(), 33)
    assert ended(do(state, "lay")) == ("shown", [0], [])


def test_f18_all_pay_three_aces_taken_in_the_closing_end_the_deal():
    state = do(start(Dealt(0, [NOTHING[0], "Xt Ut Ot"], ACES), three_aces_closing="all_pay"), "keep", "lay", "take")
    assert ended(state) == ("three_aces", [1], [])


def test_f18_ranked_three_aces_taken_in_the_closing_are_a_hand_like_any_other():
    state = do(start(Dealt(0, [NOTHING[0], "Xt Ut Ot"], ACES), three_aces_closing="ranked"), "keep", "lay", "take")
    assert ended(state) == ("shown", [1], [])


def test_f18_ranked_three_aces_rank_by_f05():
    # Below 31, three aces lose against 31: 0 pays.
    hands = ["Ap Az Kz", "Xt Ut At"]
    deal = Dealt(0, hands, "Am 9m 8t")
    state = start(deal, three_aces_closing="ranked", three_aces_rank="below")
    assert ended(do(state, "keep", "lay", "swap Kz Am")) == ("shown", [0], [])


@pytest.mark.parametrize("rank", ["above", "below"])
@pytest.mark.parametrize("three_aces", ["at_once", "on_turn"])
def test_f18_three_aces_end_a_deal_wherever_they_rank(rank: str, three_aces: str):
    state = start(Dealt(0, [BEST, ACES], "Kz Ot 8p"), three_aces=three_aces, three_aces_rank=rank)
    do(state, "keep")
    if three_aces == "on_turn":
        do(state, "lay")
    assert ended(state) == ("three_aces", [0], [])


# At a limit


def test_f18_three_aces_made_on_the_last_turn_count_before_the_limit():
    # One round of two: seat 0 has the last turn.
    state = start(Dealt(0, [TWO_ACES, NOTHING[3]], "Am 9p Kt"), heads_up_round_limit=1, three_aces="at_once")
    do(state, "keep", "go", "swap 7m Am")
    assert ended(state) == ("three_aces", [1], [])


def test_f18_three_aces_made_on_the_last_turn_count_before_the_cap():
    state = start(Dealt(0, [TWO_ACES, NOTHING[3]], "Am 9p Kt"), round_cap=1, three_aces="at_once")
    do(state, "keep", "go", "swap 7m Am")
    assert ended(state) == ("three_aces", [1], [])


# F-26: who pays


def aces_with(stakes: list[int], **changes: object):
    """Three aces are dealt to the last seat; the seats have these stakes, 1 or 0."""
    others = [NOTHING[0], BEST, "Xp Up 7z"][: len(stakes) - 1]
    return do(with_stakes(stakes, Dealt(1, [*others, ACES]), **changes), "keep")


@pytest.mark.parametrize("broke", ["next_lowest", "nobody"])
def test_f26_every_other_player_pays_or_is_out(broke: str):
    # Seats 0 and 2 of four have no stake: they are out, and seat 1 pays though it has 31.
    state = aces_with([0, 1, 0, 1], broke=broke)
    assert ended(state, 1) == ("three_aces", [1], [0, 2])
    assert left(state) == [1, 3]


def test_f26_those_who_go_out_share_the_place_whatever_they_held():
    # Nothing, 31 and nothing go out in one step; the holder of the aces has won.
    state = aces_with([0, 0, 0, 1])
    assert ended(state, 1) == ("three_aces", [], [0, 1, 2])
    assert state.outcome().places == (2, 2, 2, 1)


def test_f26_the_holder_of_the_aces_needs_no_stake():
    state = aces_with([1, 1, 0])
    assert ended(state, 1) == ("three_aces", [0, 1], [])
    assert left(state) == [0, 1, 2]


def test_f26_it_does_not_go_upward():
    # Nothing and 31 go out in one step; by F-23 they would in two, the second better placed.
    state = aces_with([0, 0, 1])
    assert ended(state, 1) == ("three_aces", [], [0, 1])
    assert state.outcome().places == (2, 2, 1)
    assert state.outcome().payoffs == (-1, -1, 2)


def test_f26_nobody_else_pays_when_a_closing_makes_the_aces():
    # Seat 0 is broke and out, seat 1 pays, seat 2 holds the aces.
    state = with_stakes([0, 1, 1], Dealt(1, [BEST, "Xm Um Om", "Ap Az 8t"], "Am 9z Kt"))
    do(state, "keep", "go", "lay", "lay", "swap 8t Am")
    assert ended(state, 1) == ("three_aces", [1], [0])


def test_f26_aces_ranked_in_the_closing_are_paid_for_as_any_hand():
    # The weakest of the three is seat 1 with 30; it pays, nobody is out.
    state = with_stakes([0, 1, 1], Dealt(1, [BEST, "Xm Um Om", "Ap Az 8t"], "Am 9z Kt"), three_aces_closing="ranked")
    do(state, "keep", "go", "lay", "lay", "swap 8t Am")
    assert ended(state, 1) == ("shown", [1], [])


def test_f26_shown_hands_go_upward_instead():
    # The same stakes as above without aces: 0 is out, 1 is out, 2 is left and does not pay.
    state = showdown([0, 0, 1], [NOTHING[0], "Xm Um Om", EQUAL[3]])
    assert ended(state, 1) == ("shown", [], [0, 1])
    assert state.outcome().places == (3, 2, 1)
