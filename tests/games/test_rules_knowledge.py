"""Proves the rule on what a player knows, F-30: what is in a view, and what is not."""

import msgspec
import pytest
from games.tables import EQUAL, NOTHING, Dealt, do, show, start, with_stakes

HANDS = ["7p 8z 9p", "7z 9m 9t", "7m 8t Xp"]
TALON = "Kt Op 8m"


def texts_in(value: object) -> set[str]:
    """Every text in a view or an event, wherever it stands."""
    if isinstance(value, str):
        return {value}
    if isinstance(value, dict):
        return {text for part in value.values() for text in texts_in(part)}
    if isinstance(value, list | tuple):
        return {text for part in value for text in texts_in(part)}
    return set()


def cards_told(state, seat: int) -> set[str]:
    """Every card named anywhere in what a seat is told."""
    told = texts_in(msgspec.to_builtins(state.view(seat))) | texts_in(state.events)
    return {text for text in told if len(text) == 2 and text[0] in "789XUOKA" and text[1] in "pzmt"}


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_f30_a_player_knows_the_own_hand_and_no_other(seat: int):
    state = start(Dealt(0, HANDS, TALON))
    assert state.view(seat).hand == HANDS[seat].split()
    assert cards_told(state, seat) == set(HANDS[seat].split())


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_f30_everyone_knows_the_common_cards(seat: int):
    state = do(start(Dealt(0, HANDS, TALON)), "keep")
    assert state.view(seat).common == TALON.split()
    assert cards_told(state, seat) == set(HANDS[seat].split()) | set(TALON.split())


def test_f30_a_hand_put_out_was_seen_by_all_and_the_new_one_by_its_holder_only():
    state = do(start(Dealt(0, HANDS, TALON)), "put")
    assert cards_told(state, 0) == set(TALON.split()) | set(HANDS[0].split())
    assert cards_told(state, 1) == set(HANDS[1].split()) | set(HANDS[0].split())
    assert state.view(1).seen == HANDS[0].split()


def test_f30_an_exchange_tells_the_cards_it_moved():
    state = do(start(Dealt(0, HANDS, TALON)), "keep", "swap 9m Op")
    assert state.view(0).seats[1].known == ["Op"]
    assert state.view(0).seen == [*TALON.split(), "9m"]
    assert cards_told(state, 0) == set(HANDS[0].split()) | set(TALON.split()) | {"9m"}


def test_f30_a_known_card_given_away_is_known_no_more_and_seen_once():
    # Seat 1 has Op in its second place, seat 2 swaps, then seat 1 gives Op for 7m that seat 2 left.
    state = do(start(Dealt(0, HANDS, TALON)), "keep", "swap 9m Op", "swap 7m Kt", "go", "swap Op 7m")
    assert state.view(0).seats[1].known == ["7m"]
    assert state.view(0).seats[2].known == ["Kt"]
    assert state.view(0).seen == [*TALON.split(), "9m", "7m"]


def test_f30_known_cards_stand_in_hand_order():
    # Seat 1 fills its third place, then its first.
    state = do(start(Dealt(0, HANDS, TALON)), "keep", "swap 9t Op", "go", "go", "swap 7z Kt")
    assert state.view(0).seats[1].known == ["Kt", "Op"]
    assert state.view(1).hand == ["Kt", "9m", "Op"]


def test_f30_a_hand_taken_from_the_middle_is_known_and_the_one_given_is_seen():
    # 8 + 10 + 11 are 29, so that it may be taken.
    state = do(start(Dealt(0, HANDS, "Am Xm 8m")), "keep", "take")
    assert state.view(0).seats[1].known == ["Am", "Xm", "8m"]
    assert state.view(0).common == HANDS[1].split()
    assert state.view(0).seen == ["Am", "Xm", "8m", *HANDS[1].split()]


def test_f30_a_known_card_given_in_a_take_is_not_seen_twice():
    # Seat 1 swaps 9m for Xm, which leaves Am 9m Um, 30: seat 1 may take it, and gives 7z Xm 9t.
    state = do(start(Dealt(0, HANDS, "Am Xm Um")), "keep", "swap 9m Xm", "go", "go", "take")
    assert state.view(0).seen == ["Am", "Xm", "Um", "9m", "7z", "9t"]


def test_f30_a_known_card_that_is_laid_is_not_seen_twice():
    # Seat 1 swaps 9t for 9z and lays 9p 9m 9z: 9z was seen, the other two were not.
    state = do(start(Dealt(0, ["7p 8z 8t", "9p 9m 9t"], "Kt 9z 8m")), "keep", "swap 9t 9z", "go", "lay")
    assert state.view(0).seen == ["Kt", "9z", "8m", "9t", "9p", "9m"]


def test_f30_a_laid_hand_is_known_with_its_worth():
    state = do(start(Dealt(0, [HANDS[0], EQUAL[3], HANDS[2]], "Kz Op 8m")), "keep", "lay")
    known = state.view(0).seats[1]
    assert (known.laid, known.laid_worth, known.known) == (EQUAL[3].split(), 31, EQUAL[3].split())
    assert state.view(0).seats[2].laid is None
    assert state.view(0).seats[2].laid_worth is None
    assert cards_told(state, 0) == {*HANDS[0].split(), *EQUAL[3].split(), "Kz", "Op", "8m"}


def test_f30_nobody_learns_the_talon():
    # After every action of a whole deal: what a seat is told are own, common and moved cards, no others.
    state = start(Dealt(0, [EQUAL[3], *HANDS[1:]], "Kt Oz 8m"))
    for action in ("keep", "go", "go", "lay", "swap 9m Oz"):
        do(state, action)
        told = cards_told(state, 0)
        assert told <= {*EQUAL[3].split(), "Kt", "Oz", "8m", *HANDS[1].split()}
    assert "8t" not in cards_told(state, 0)


def test_f30_stakes_dealer_and_who_is_in_are_known():
    # Seat 0 of three has no stake, seat 1 deals the second deal; then seat 0 is out and seat 2 deals.
    state = with_stakes([0, 1, 1], Dealt(1, [NOTHING[0], EQUAL[0], EQUAL[1]]), broke="nobody")
    view = state.view(2)
    assert (view.deal, view.dealer, view.opener, view.seat) == (1, 1, 1, 2)
    assert [seat.stakes for seat in view.seats] == [0, 1, 1]
    assert [seat.losses for seat in view.seats] == [1, 0, 0]
    assert (view.pot, view.voids, view.deals_left) == (1, 0, None)
    show(state)
    view = state.view(2)
    assert [seat.in_ for seat in view.seats] == [False, True, True]
    assert view.dealer == 2


def test_f30_who_last_said_go_is_known():
    state = do(start(Dealt(0, HANDS, TALON)), "keep", "go")
    assert [seat.said_go for seat in state.view(0).seats] == [False, True, False]
    do(state, "go", "go", "swap 9m Op")
    assert [seat.said_go for seat in state.view(0).seats] == [True, False, True]


def test_f30_worths_are_those_of_the_own_hand_and_the_middle():
    state = start(Dealt(0, [HANDS[0], "Xz Uz Az", HANDS[2]], "Am Xm 7t"))
    view = state.view(1)
    assert (view.worth, view.common, view.common_worth) == (31, [], 0)
    do(state, "keep")
    assert (state.view(1).worth, state.view(1).common_worth, state.view(0).worth) == (31, 21, 0)


def test_f30_hands_not_laid_stay_hidden_when_three_aces_end_the_deal():
    state = do(start(Dealt(0, [*HANDS[:2], "Ap Az At"], TALON)), "keep")
    assert state.finished()[0].end == "three_aces"
    told = texts_in(state.events)
    assert {"Ap", "Az", "At"} <= told
    assert not told & {*HANDS[0].split(), *HANDS[1].split()}


def test_f30_hands_not_laid_stay_hidden_when_the_deal_is_void():
    state = do(start(Dealt(0, HANDS, TALON), round_limit=1), "keep", "go", "go", "go")
    assert state.finished()[0].end == "void"
    assert not texts_in(state.events) & {card for hand in HANDS for card in hand.split()}


def test_f30_the_record_holds_the_hands_that_stayed_hidden():
    state = do(start(Dealt(0, HANDS, TALON), round_limit=1), "keep", "go", "go", "go")
    deck = state.finished()[0].deck
    assert deck.startswith(f"{HANDS[1]} {HANDS[2]} {HANDS[0]} {TALON}")
    assert len(deck.split()) == 32


def test_f30_a_new_deal_forgets_what_was_seen():
    state = do(start(Dealt(0, HANDS, TALON), round_limit=1), "keep", "go", "swap 7m Op", "go")
    view = state.view(0)
    assert (view.seen, view.common, view.phase, view.turns) == ([], [], "open", 0)
    assert all(seat.known == [] and seat.laid is None and not seat.said_go for seat in view.seats)


def test_f30_the_last_view_of_a_game_knows_what_was_paid():
    # Seat 0 had a stake left and pays it; seat 1 is out. It makes no difference that seat 1 asked before.
    state = do(with_stakes([1, 0], Dealt(1, EQUAL[:2])), "keep", "lay")
    assert state.view(1).seats[0].stakes == 1
    do(state, "lay")
    view = state.view(1)
    assert (view.pot, [seat.stakes for seat in view.seats]) == (2, [0, 0])
    assert [seat.losses for seat in view.seats] == [1, 1]
    assert [seat.in_ for seat in view.seats] == [True, False]


def test_f30_the_last_view_of_a_game_names_who_dealt_the_last_deal():
    state = with_stakes([1, 0], Dealt(1, [EQUAL[0], NOTHING[0]]))
    show(state)
    assert (state.turn, state.finished()[-1].dealer) == (-1, 1)
    assert (state.view(0).deal, state.view(0).dealer) == (1, 1)
