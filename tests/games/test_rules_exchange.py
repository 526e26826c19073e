"""Proves the rules on the exchange phase and its limits: F-14, F-15, F-19, F-20."""

import pytest
from games.tables import EQUAL, NOTHING, Dealt, do, show, start, with_stakes

from fajer.errors import IllegalAction

OPEN_TALON = "Kt Op 8m"
"""Common cards worth nothing (F-08): three suits, three ranks."""
SWAPS_OF_SEAT_1 = [
    "swap 7z Kt", "swap 7z Op", "swap 7z 8m",
    "swap 9m Kt", "swap 9m Op", "swap 9m 8m",
    "swap 9t Kt", "swap 9t Op", "swap 9t 8m",
]  # fmt: skip
"""Every own card of `7z 9m 9t` for every common card."""


def exchange(hand: str, talon: str, **changes: object):
    """Two players, the talon turned up; it is the turn of seat 1, who holds `hand`."""
    return do(start(Dealt(0, ["7p 8z 9p", hand], talon), **changes), "keep")


# F-14


def test_f14_any_own_card_goes_for_any_common_card():
    state = exchange("7z 9m 9t", OPEN_TALON)
    assert state.legal_text() == ["go", *SWAPS_OF_SEAT_1]


def test_f14_a_swap_puts_each_card_in_the_other_ones_place():
    state = do(exchange("7z 9m 9t", OPEN_TALON), "swap 9m Op")
    assert state.view(1).hand == ["7z", "Op", "9t"]
    assert state.view(1).common == ["Kt", "9m", "8m"]
    assert state.events[-1] == ("swap", 1, "9m", "Op")
    assert state.turn == 0


def test_f14_a_swap_may_lower_the_hand():
    # 31 becomes an ace and a ten of its suit: 21.
    state = do(exchange("Ap Xp Up", OPEN_TALON), "swap Up 8m")
    assert state.view(1).worth == 21


@pytest.mark.parametrize(
    ("talon", "worth", "allowed"),
    [
        ("7m 8m 9m", 24, True),
        ("Am Xm 8t", 21, True),  # the least that can be taken
        ("Am Xt 8m", 0, False),  # an ace without a ten of its suit
        (OPEN_TALON, 0, False),
    ],
)
def test_f14_take_needs_common_cards_worth_21(talon: str, worth: int, allowed: bool):
    state = exchange("7z 9z Uz", talon)
    assert state.view(1).common_worth == worth
    assert ("take" in state.legal_text()) == allowed


def test_f14_take_goes_by_the_common_cards_as_the_last_swap_left_them():
    # 7m 8m 9m are 24; with 7z for 7m two acorns without their ace are left, worth nothing; 7m back: 24.
    state = do(exchange("7z 9t Uz", "7m 8m 9m"), "swap 7z 7m")
    assert "take" not in state.legal_text()
    assert state.view(0).common_worth == 0
    do(state, "go", "swap 7m 7z")
    assert "take" in state.legal_text()
    assert state.view(0).common_worth == 24


def test_f14_take_exchanges_all_three_cards_in_their_order():
    state = do(exchange("7z 9m 9t", "Am Xm 8t"), "take")
    assert state.view(1).hand == ["Am", "Xm", "8t"]
    assert state.view(1).worth == 21
    assert state.view(1).common == ["7z", "9m", "9t"]
    assert state.view(1).common_worth == 0
    assert state.events[-1] == ("take", 1, ["7z", "9m", "9t"], ["Am", "Xm", "8t"])


def test_f14_take_may_lower_the_hand():
    state = do(exchange("Ap Xp Up", "Am Xm 8t"), "take")
    assert state.view(1).worth == 21


def test_f14_go_changes_no_card():
    before = exchange("7z 9m 9t", OPEN_TALON)
    state = do(before.clone(), "go")
    assert state.view(1).hand == before.view(1).hand
    assert state.view(1).common == before.view(1).common
    assert state.events[-1] == ("go", 1)
    assert state.turn == 0


@pytest.mark.parametrize(
    ("hand", "worth"),
    [("7z 9m 9t", 0), ("Xz Kz 9t", 0), ("Az Xz 9t", 21), ("Az Am 9t", 22), ("7z 9z Xz", 26), ("9z 9m 9t", 30.5)],
)
def test_f14_lay_needs_a_hand_worth_21(hand: str, worth: float):
    state = exchange(hand, OPEN_TALON)
    assert state.view(1).worth == worth
    assert ("lay" in state.legal_text()) == (worth >= 21)


def test_f14_a_laid_hand_is_face_up_and_its_worth_announced():
    state = do(exchange("9z 9m 9t", OPEN_TALON), "lay")
    assert state.events[-1] == ("lay", 1, ["9z", "9m", "9t"], 30.5)
    assert state.view(0).seats[1].laid == ["9z", "9m", "9t"]
    assert state.view(0).seats[1].laid_worth == 30.5


def test_f14_the_opening_choice_does_not_come_again():
    state = exchange("7z 9m 9t", OPEN_TALON)
    for action in ("keep", "put"):
        with pytest.raises(IllegalAction, match="not allowed in the exchange phase"):
            state.parse(action)


def test_f14_actions_come_safest_first():
    state = exchange("Az Xz 9t", "Am Xm 8t")
    swaps = [f"swap {own} {common}" for own in ("Az", "Xz", "9t") for common in ("Am", "Xm", "8t")]
    assert state.legal_text() == ["lay", "go", "take", *swaps]


# F-15


@pytest.mark.parametrize("after_go", ["exchange_or_lay", "exchange"])
def test_f15_go_may_not_be_said_twice(after_go: str):
    state = do(exchange("7z 9m 9t", OPEN_TALON, after_go=after_go), "go", "go")
    assert state.turn == 1
    assert state.legal_text() == SWAPS_OF_SEAT_1
    with pytest.raises(IllegalAction):
        state.parse("go")


def test_f15_exchange_or_lay_leaves_lay_open_after_go():
    state = do(exchange("9z 9m 9t", OPEN_TALON, after_go="exchange_or_lay"), "go", "go")
    assert len(state.legal_text()) == 1 + 9
    assert state.legal_text()[0] == "lay"


def test_f15_exchange_closes_lay_after_go():
    state = do(exchange("9z 9m 9t", OPEN_TALON, after_go="exchange"), "go", "go")
    assert len(state.legal_text()) == 9
    assert all(text.startswith("swap") for text in state.legal_text())


@pytest.mark.parametrize("after_go", ["exchange_or_lay", "exchange"])
def test_f15_take_is_an_exchange_too(after_go: str):
    state = do(exchange("9z 9m 9t", "Am Xm 8t", after_go=after_go), "go", "go")
    assert "take" in state.legal_text()
    do(state, "take", "swap 7p 9t")
    assert state.legal_text()[:2] == ["lay", "go"]


@pytest.mark.parametrize("after_go", ["exchange_or_lay", "exchange"])
def test_f15_an_exchange_in_between_opens_go_and_lay_again(after_go: str):
    # Seat 1: go, then 9m for Kt; it then holds 9z Kt 9t, worth nothing. A second exchange brings 9m
    # back: 9z 9m 9t, and both `lay` and `go` are open.
    state = do(exchange("9z 9m 9t", OPEN_TALON, after_go=after_go), "go", "go")
    do(state, "swap 9m Kt", "swap 7p Op")
    assert state.legal_text()[0] == "go"
    do(state, "swap Kt 9m", "swap Op 7p")
    assert state.legal_text()[:2] == ["lay", "go"]


@pytest.mark.parametrize("choice", ["keep", "put"])
def test_f15_the_opening_choice_is_neither_go_nor_exchange(choice: str):
    # Seat 0 opened, and may say go in its first turn.
    state = do(start(Dealt(0, NOTHING[:2], "Kt Op Uz")), choice, "go")
    assert state.turn == 0
    assert "go" in state.legal_text()


def test_f15_a_new_deal_begins_without_a_go():
    state = start(Dealt(0, NOTHING[:2], "Kt Op Uz"), Dealt(1, NOTHING[:2], "Kt Op Uz"), heads_up_round_limit=1)
    do(state, "keep", "go", "go", "keep")
    assert [seat.said_go for seat in state.view(0).seats] == [False, False]
    assert "go" in state.legal_text()


# F-19


def test_f19_a_round_is_as_many_turns_as_players_are_in():
    state = do(start(Dealt(0, NOTHING[:3], "Kt Kp Uz")), "keep")
    rounds = []
    for _ in range(3):
        rounds.append((state.view(0).turns, state.view(0).round))
        do(state, "go")
    assert rounds == [(0, 0), (1, 0), (2, 0)]
    assert (state.view(0).turns, state.view(0).round) == (3, 1)


def test_f19_a_round_is_shorter_when_someone_is_out():
    # Seat 1 of three has gone out: two turns are a round.
    state = with_stakes([1, 0, 1], Dealt(1, [EQUAL[0], NOTHING[0], EQUAL[2]]), Dealt(2, [NOTHING[0], "", NOTHING[1]]))
    show(state)
    do(state, "keep", "go")
    assert state.view(0).round == 0
    do(state, "go")
    assert state.view(0).round == 1


@pytest.mark.parametrize("limit", [1, 2, 4])
def test_f19_at_the_round_limit_the_deal_of_three_is_void_and_nobody_pays(limit: int):
    state = do(start(Dealt(0, NOTHING[:3], "Kt Kp Uz"), round_limit=limit, heads_up_round_limit=9), "keep")
    wander(state, 3 * limit)
    (deal,) = state.finished()
    assert (deal.end, deal.paid, deal.out) == ("void", [], [])
    assert ("void",) in state.events
    assert [seat.stakes for seat in state.view(0).seats] == [3, 3, 3]
    assert state.view(0).voids == 1


@pytest.mark.parametrize("limit", [1, 3, 8])
def test_f19_two_players_have_a_limit_of_their_own(limit: int):
    state = do(start(Dealt(0, NOTHING[:2], "Kt Kp Uz"), round_limit=9, heads_up_round_limit=limit), "keep")
    wander(state, 2 * limit)
    assert state.finished()[0].end == "void"


def test_f19_two_left_of_three_have_the_limit_of_two():
    state = with_stakes(
        [1, 0, 1],
        Dealt(1, [EQUAL[0], NOTHING[0], EQUAL[2]]),
        Dealt(2, [NOTHING[0], "", NOTHING[1]], "Kt Kp Uz"),
        round_limit=1,
        heads_up_round_limit=2,
    )
    show(state)
    do(state, "keep")
    wander(state, 4)
    assert state.finished()[-1].end == "void"


def test_f19_with_no_limit_play_goes_on_to_the_cap():
    # German: none and none; 50 rounds of two are 100 turns.
    state = do(start(Dealt(0, NOTHING[:2], "Kt Kp Uz"), round_limit="none", heads_up_round_limit="none"), "keep")
    wander(state, 100)
    assert state.finished()[0].end == "void"


def test_f19_the_three_stakes_game_has_four_rounds_and_eight_for_two():
    state = do(start(Dealt(0, NOTHING[:3], "Kt Kp Uz"), preset="three-stakes"), "keep")
    wander(state, 12)
    assert state.finished()[0].end == "void"
    state = do(start(Dealt(0, NOTHING[:2], "Kt Kp Uz"), preset="three-stakes"), "keep")
    wander(state, 16)
    assert state.finished()[0].end == "void"


def test_f19_a_lay_on_the_last_turn_of_the_limit_counts():
    state = do(start(Dealt(0, [EQUAL[0], NOTHING[0]], "Kt Kp Uz"), heads_up_round_limit=1), "keep", "go", "lay")
    assert state.finished() == []
    do(state, "lay")
    assert (state.finished()[0].end, state.finished()[0].paid) == ("shown", [1])


def test_f19_closing_turns_are_no_turns_of_a_round():
    state = do(start(Dealt(0, EQUAL[:3], "Kt Kp 8m"), round_limit=1), "keep", "lay", "lay", "lay")
    assert state.finished()[0].end == "shown"


def test_f19_the_last_view_of_a_game_still_counts_the_rounds_of_its_last_deal():
    # Seat 1 of two has no stake left. Both say go, one round of two; then seat 0 lays and seat 1 is out.
    state = with_stakes([1, 0], Dealt(1, [EQUAL[0], NOTHING[0]]))
    do(state, "keep", "go", "go", "lay", "lay")
    assert state.turn == -1
    assert state.view(0).round == 1


def wander(state, turns: int) -> None:
    """So many turns of the exchange phase, after which the deal has to end, and not before.

    Every turn is a swap; no aces are about.
    """
    deal = state.deal
    for _ in range(turns):
        assert state.deal == deal, "the deal ended early"
        do(state, state.legal_text()[-1])
    assert state.deal == deal + 1, "the deal did not end"


# F-20


def test_f20_at_the_round_cap_a_deal_is_void():
    state = do(start(Dealt(0, NOTHING[:3], "Kt Kp Uz"), round_cap=2), "keep")
    wander(state, 6)
    assert state.finished()[0].end == "void"


@pytest.mark.parametrize(("limit", "cap"), [(2, 3), (3, 2)])
def test_f20_the_earlier_of_two_limits_counts(limit: int, cap: int):
    # Two rounds of two either way.
    state = do(start(Dealt(0, NOTHING[:2], "Kt Kp Uz"), heads_up_round_limit=limit, round_cap=cap), "keep")
    wander(state, 4)
    assert state.finished()[0].end == "void"


def test_f20_the_cap_is_50_rounds_by_itself():
    state = do(start(Dealt(0, NOTHING[:3], "Kt Kp Uz")), "keep")
    wander(state, 150)
    assert state.finished()[0].end == "void"


def void_deal(state) -> None:
    """A deal of two players and one round in which both say go."""
    do(state, "keep", "go", "go")


def test_f20_after_so_many_void_deals_in_a_row_the_game_is_drawn():
    state = start(*(Dealt(dealer, NOTHING[:2], "Kt Kp Uz") for dealer in (0, 1, 0)), heads_up_round_limit=1, void_cap=3)
    for voids in range(3):
        assert state.view(0).voids == voids
        void_deal(state)
    assert state.turn == -1
    assert state.outcome().drawn


def test_f20_a_deal_that_is_not_void_breaks_the_row():
    # Void, shown, void, void: only the last two are in a row.
    void, shown = (NOTHING[:2], "Kt Kp Uz"), (EQUAL[:2], "Kt Kp 7m")
    state = start(
        Dealt(0, *void), Dealt(1, *shown), Dealt(0, *void), Dealt(1, *void), heads_up_round_limit=1, void_cap=2
    )
    void_deal(state)
    show(state)
    assert state.view(0).voids == 0
    void_deal(state)
    assert state.turn >= 0
    void_deal(state)
    assert state.turn == -1
    assert state.outcome().drawn
