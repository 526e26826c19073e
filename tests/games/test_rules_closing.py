"""Proves the rules on the closing: F-16 and what spoils a hand there, F-17."""

import pytest
from games.tables import EQUAL, NOTHING, Dealt, do, start

from fajer.errors import IllegalAction


def closing(hand: str, talon: str, **changes: object):
    """Seat 1 of two has laid 31; it is the closing turn of seat 0, who holds `hand`."""
    return do(start(Dealt(0, [hand, EQUAL[3]], talon), **changes), "keep", "lay")


# F-16


def test_f16_the_first_lay_starts_the_closing():
    state = do(start(Dealt(0, EQUAL[:3], "7t 8z 9m")), "keep")
    assert state.view(0).phase == "exchange"
    do(state, "lay")
    assert state.view(0).phase == "closing"


def test_f16_each_other_player_gets_one_turn_in_order():
    # Seat 3 of four lays first, then 0, 1, 2 have one turn each.
    state = do(start(Dealt(0, EQUAL, "7t 8z 9m")), "keep", "go", "go", "lay")
    turns = []
    while not state.finished():
        turns.append(state.turn)
        do(state, "lay")
    assert turns == [0, 1, 2]


def test_f16_a_swap_and_a_lay_in_one_turn():
    # 7 + 9 + 10 of acorns are 26; with the under for the seven 9 + 10 + 10 = 29.
    state = do(closing("7m 9m Xm", "Um 8z 9t"), "swap 7m Um")
    swap = state.events.index(("swap", 0, "7m", "Um"))
    assert state.events[swap + 1] == ("lay", 0, ["Um", "9m", "Xm"], 29)
    assert state.finished()[0].end == "shown"


def test_f16_a_take_and_a_lay_in_one_turn():
    # 21 for 9 + 10 + 10 of leaves, 29.
    state = do(closing("Am Xm 7p", "9z Xz Uz"), "take")
    assert ("take", 0, ["Am", "Xm", "7p"], ["9z", "Xz", "Uz"]) in state.events
    assert ("lay", 0, ["9z", "Xz", "Uz"], 29) in state.events


def test_f16_who_exchanged_may_not_act_again_and_the_next_sees_the_new_common_cards():
    state = do(start(Dealt(0, ["7p 8z 8t", EQUAL[3], "7m 9m Xm"], "Um 8p 9t")), "keep", "lay", "swap 7m Um")
    assert state.turn == 0
    assert state.view(0).common == ["7m", "8p", "9t"]
    assert state.view(0).seats[2].laid == ["Um", "9m", "Xm"]


def test_f16_a_hand_worth_nothing_may_be_laid_as_it_is():
    state = do(closing(NOTHING[0], "Kz Op Xm"), "lay")
    assert ("lay", 0, NOTHING[0].split(), 0) in state.events
    assert state.finished()[0].paid == [0]


def test_f16_take_needs_common_cards_worth_21_here_too():
    # Both are worth nothing, so F-17 would allow it; 21 against nothing is allowed.
    assert "take" not in closing(NOTHING[0], "Kz Op Xm").legal_text()
    assert "take" in closing(NOTHING[0], "Az Xz 8p").legal_text()


def test_f16_nobody_says_go():
    with pytest.raises(IllegalAction, match="not allowed in the closing phase"):
        closing(NOTHING[0], "Kz Op Xm").parse("go")


@pytest.mark.parametrize("after_go", ["exchange_or_lay", "exchange"])
def test_f16_who_said_go_may_lay_all_the_same(after_go: str):
    # Seat 1 says go, seat 0 lays; F-15 does not apply to seat 1's closing turn.
    hands = [EQUAL[0], NOTHING[0].replace("7p", "7m")]
    state = do(start(Dealt(0, hands, "Kz Ot Xm"), after_go=after_go), "keep", "go", "lay")
    assert state.turn == 1
    assert state.legal_text()[0] == "lay"


def test_f16_lay_comes_first_then_take_then_swaps():
    texts = closing(NOTHING[0], "Az Xz 8p").legal_text()
    assert texts[:2] == ["lay", "take"]
    assert texts[2:] == [f"swap {own} {common}" for own in NOTHING[0].split() for common in ("Az", "Xz", "8p")]


# F-17


def swaps(state) -> list[str]:
    return [text for text in state.legal_text() if text.startswith("swap")]


def test_f17_spoiling_not_lower_allows_an_equal_hand():
    # 7m 9m Xm is 26. Um for Xm: 7 + 9 + 10 = 26 again; Um for 7m 29, Um for 9m 7 + 10 + 10 = 27;
    # 8z and 9t leave two acorns without their ace, nothing.
    state = closing("7m 9m Xm", "Um 8z 9t", spoil="not_lower")
    assert state.legal_text() == ["lay", "swap 7m Um", "swap 9m Um", "swap Xm Um"]


def test_f17_spoiling_higher_wants_a_better_hand():
    # As above, but 26 for 26 is not allowed.
    state = closing("7m 9m Xm", "Um 8z 9t", spoil="higher")
    assert state.legal_text() == ["lay", "swap 7m Um", "swap 9m Um"]


@pytest.mark.parametrize(("spoil", "count"), [("not_lower", 9), ("higher", 0)])
def test_f17_a_hand_worth_nothing_cannot_be_spoilt(spoil: str, count: int):
    # Nothing any of the nine swaps makes is worth more than nothing.
    assert len(swaps(closing(NOTHING[0], "Kz Om 8t", spoil=spoil))) == count


def test_f17_spoiling_refuses_a_lower_hand_whichever_card_goes():
    # 31 with a ten of leaves in the middle: any swap makes it less, 21 at best.
    state = closing("Am Xm Um", "Xz 8z 9t")
    assert state.legal_text() == ["lay"]
    with pytest.raises(IllegalAction):
        state.parse("swap Um Xz")


@pytest.mark.parametrize(
    ("hand", "common", "not_lower", "higher"),
    [
        ("7m 9m Xm", "9z Xz Uz", True, True),  # 26 for 29
        ("7m 9m Xm", "7z 9z Xz", True, False),  # 26 for 26
        ("7m 9m Xm", "7z 8z Xz", False, False),  # 26 for 25
        ("Xm Um Om", "8p 8z 8t", True, True),  # 30 for 30½
        ("Am Xm Um", "8p 8z 8t", False, False),  # 31 for 30½
        ("Am Xm Um", "Az Xz Uz", True, False),  # 31 for 31
    ],
)
@pytest.mark.parametrize("spoil", ["not_lower", "higher"])
def test_f17_take_may_not_spoil_either(hand: str, common: str, not_lower: bool, higher: bool, spoil: str):
    state = closing(hand, common, spoil=spoil)
    assert ("take" in state.legal_text()) == (not_lower if spoil == "not_lower" else higher)


@pytest.mark.parametrize("spoil", ["not_lower", "higher"])
def test_f17_triples_compare_by_their_rank(spoil: str):
    # Both are worth 30½; eights are weaker than nines (F-04).
    assert "take" in closing("8p 8z 8m", "9p 9z 9m", spoil=spoil).legal_text()
    assert "take" not in closing("9p 9z 9m", "8p 8z 8m", spoil=spoil).legal_text()


@pytest.mark.parametrize(
    ("spoil", "allowed"), [("not_lower", ["swap 8p 8t", "swap 8z 8t", "swap 8m 8t"]), ("higher", [])]
)
def test_f17_a_triple_with_another_card_of_its_rank_is_equal(spoil: str, allowed: list[str]):
    # 8t for any eight leaves three eights; Kz and 9p leave two, worth nothing.
    assert swaps(closing("8p 8z 8m", "8t Kz 9p", spoil=spoil)) == allowed


@pytest.mark.parametrize(("rank", "allowed"), [("above", True), ("below", False)])
def test_f17_three_aces_compare_by_their_rank(rank: str, allowed: bool):
    # 31 for three aces: 33 is more, 30½ is less. For three kings both are more.
    assert ("take" in aces_in_the_middle("Xm Um Am", rank).legal_text()) == allowed
    assert "take" in aces_in_the_middle("Kp Kz Km", rank).legal_text()


def aces_in_the_middle(hand: str, rank: str):
    """As `closing`, with three aces in the middle: seat 1 lays 30."""
    talon = "Ap Az At"
    state = start(Dealt(0, [hand, "Xt Ut Ot"], talon), three_aces_rank=rank, spoil="higher")
    return do(state, "keep", "lay")


def test_f17_does_not_hold_in_the_exchange_phase():
    state = do(start(Dealt(0, [NOTHING[0], "Am Xm Um"], "Xz 8p 9t"), spoil="higher"), "keep")
    assert len(swaps(state)) == 9
