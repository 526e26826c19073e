"""Proves the rules on bidding: P-10 … P-14."""

import pytest
from games.poker.setting import NOTHING, PAIRS, Dealt, chips, do, start, told

# P-10


def test_p10_until_someone_bets_one_passes_or_bets_up_to_all_ones_chips():
    state = start(Dealt(0, PAIRS[:3]))
    assert state.turn == 1
    assert state.offered() == ["pass", "bet 1..99"]
    do(state, "pass")
    assert state.offered() == ["pass", "bet 1..99"]


@pytest.mark.parametrize(
    ("hand", "ranking", "opens"),
    [
        (NOTHING[0], "house", False),
        (PAIRS[0], "house", True),
        ("2c 5c 9c Jc Kd", "house", True),  # four of a suit: a flush in the house (P-04)
        ("2c 5c 9c Jc Kd", "standard", False),
        ("2c 2d 9c Jh Kd", "standard", True),
    ],
)
def test_p10_the_first_bet_needs_a_combination(hand: str, ranking: str, opens: bool):
    state = start(Dealt(0, [NOTHING[2], hand]), preset="house-one-draw", ranking=ranking)
    assert state.offered() == (["pass", "bet 1..99"] if opens else ["pass"])


def test_p10_or_by_option_nothing():
    assert start(Dealt(0, NOTHING[:2]), preset="house-one-draw", openers="any").offered() == ["pass", "bet 1..99"]


def test_p10_a_combination_is_asked_for_in_the_first_round_only_and_for_the_first_bet_only():
    state = start(Dealt(0, [NOTHING[0], PAIRS[0], NOTHING[1]]), preset="house-one-draw")
    do(state, "bet 4")
    assert state.offered() == ["fold", "call", "raise 1..95"]
    do(state, "call", "call", "draw", "draw", "draw", "pass")
    assert (state.turn, state.view(2).kind, state.view(2).round) == (2, "high card", 1)
    assert state.offered() == ["pass", "bet 1..95"]


def test_p10_who_passed_may_call_or_raise_later():
    state = start(Dealt(0, PAIRS[:3]))
    do(state, "pass", "bet 5", "call")
    assert state.turn == 1
    assert state.offered() == ["fold", "call", "raise 5..94"]


def test_p10_a_round_begins_at_the_dealers_left_with_those_who_have_not_folded():
    state = start(Dealt(0, PAIRS))
    do(state, "pass", "bet 1", "call", "call", "fold")
    assert [state.turn, *(do(state, "draw").turn for _ in range(2))] == [2, 3, 0]
    do(state, "draw")
    assert (state.turn, state.view(2).phase) == (2, "bid")


# P-11


def test_p11_fold_call_or_raise():
    state = start(Dealt(0, PAIRS[:3]), preset="house-one-draw")
    do(state, "bet 10", "raise 7", "call")
    assert told(state, "bet") == [(1, 10)]
    assert told(state, "raise") == [(2, 7)]
    # Seat 0 pays 17, seat 1 lacks 7.
    assert told(state, "call") == [(0, 17)]
    assert chips(state) == [82, 89, 82]
    view = state.view(1)
    assert (view.level, view.to_call, view.pot) == (17, 7, 3 + 10 + 17 + 17)
    assert [seat.bet for seat in view.seats] == [17, 10, 17]
    do(state, "fold")
    assert state.view(1).seats[1].folded


def test_p11_the_least_raise_is_one_chip():
    state = do(start(Dealt(0, PAIRS[:3]), preset="house-one-draw"), "bet 10")
    # 99 − 10 are left.
    assert state.offered() == ["fold", "call", "raise 1..89"]
    assert state.view(2).min_raise == 1


def test_p11_or_as_much_as_the_last_bet_or_raise_of_the_round():
    state = do(start(Dealt(0, PAIRS[:3])), "bet 10")
    assert state.offered() == ["fold", "call", "raise 10..89"]
    do(state, "raise 25")
    # To 35: 99 − 35.
    assert state.offered() == ["fold", "call", "raise 25..64"]
    assert state.view(0).min_raise == 25
    do(state, "call", "call", "draw", "draw", "draw")
    assert state.offered() == ["pass", "bet 1..64"]
    assert state.view(1).min_raise == 1


def test_p11_or_all_ones_chips():
    # Seat 2 has 15 after the ante: 5 more than the bet, less than the least raise.
    state = do(start(Dealt(0, PAIRS[:3]), stacks=[100, 100, 16]), "bet 10")
    assert state.offered() == ["fold", "call", "raise 5"]
    do(state, "raise 5")
    assert state.view(2).seats[2].all_in
    # Who has not acted may raise: at least by the last full bet.
    assert state.offered() == ["fold", "call", "raise 10..84"]


# P-12


def test_p12_who_has_too_little_can_only_fold():
    state = start(Dealt(0, PAIRS[:4]), preset="house-one-draw", stacks=[10, 100, 11, 12])
    do(state, "bet 10")
    # 10, 11 and 9 chips are left after the ante.
    assert (state.turn, state.offered()) == (2, ["fold", "call"])
    do(state, "call")
    assert (state.turn, state.offered()) == (3, ["fold", "call", "raise 1"])
    do(state, "call")
    assert (state.turn, state.offered()) == (0, ["fold"])


def test_p12_without_chips_one_can_still_pass():
    state = start(Dealt(0, PAIRS[:2]), preset="house-one-draw", stacks=[5, 1])
    assert (state.turn, state.offered()) == (1, ["pass"])
    do(state, "pass", "bet 1")
    assert (state.turn, state.offered()) == (1, ["fold"])


def test_p12_in_the_house_a_bet_above_everyones_chips_wins_at_once():
    state = start(Dealt(0, PAIRS[:3]), preset="house-one-draw", stacks=[20, 50, 20], hands=1)
    do(state, "bet 20")
    assert state.offered() == ["fold"]
    do(state, "fold", "fold")
    assert state.finished()[0].won == [(1, 23)]


def test_p12_all_in_one_calls_with_what_one_has_and_there_are_side_pots():
    # Paid: 100, 20, 50 by seats 1, 2, 0; the better pair is seat 2's, then seat 0's.
    # 3 × 20 for all three; 2 × 30 for seats 1 and 0; 50 that nobody could match go back.
    hands = [PAIRS[1], PAIRS[0], PAIRS[2]]
    state = start(Dealt(0, hands), draws=0, stacks=[50, 100, 20], hands=1)
    do(state, "bet 99")
    assert state.offered() == ["fold", "call"]
    do(state, "call")
    assert state.view(2).seats[2].all_in
    do(state, "call")
    assert told(state, "call") == [(2, 19), (0, 49)]
    assert state.finished()[0].won == [(0, 60), (1, 50), (2, 60)]
    assert chips(state) == [60, 50, 60]


def test_p12_a_short_raise_does_not_open_the_betting_again():
    state = start(Dealt(0, PAIRS[:3]), stacks=[16, 100, 100])
    do(state, "bet 10", "call", "raise 5")
    assert (state.turn, state.offered()) == (1, ["fold", "call"])
    do(state, "call")
    assert (state.turn, state.offered()) == (2, ["fold", "call"])


def test_p12_it_stays_open_to_who_has_not_acted():
    # Seat 2 raises by 5 to 15; seat 3 has 99, to raise by 10 at least.
    state = start(Dealt(0, PAIRS), stacks=[100, 100, 16, 100])
    do(state, "bet 10", "raise 5")
    assert (state.turn, state.offered()) == (3, ["fold", "call", "raise 10..84"])
    do(state, "call", "call")
    assert (state.turn, state.offered()) == (1, ["fold", "call"])


def test_p12_a_full_raise_after_a_short_one_opens_it_again():
    # Seat 3 raises by 10 to 25; seat 1 lacks 15 and has 89.
    state = start(Dealt(0, PAIRS), stacks=[100, 100, 16, 100])
    do(state, "bet 10", "raise 5", "raise 10", "fold")
    assert (state.turn, state.offered()) == (1, ["fold", "call", "raise 10..74"])


def test_p12_short_raises_that_come_to_a_full_one_open_it_again():
    # By 5 to 15, by 6 to 21: seat 1 lacks 11, and has 89; seat 0 has not acted.
    state = start(Dealt(0, PAIRS), stacks=[100, 100, 16, 22])
    do(state, "bet 10", "raise 5", "raise 6")
    assert (state.turn, state.offered()) == (0, ["fold", "call", "raise 10..78"])
    do(state, "call")
    assert (state.turn, state.offered()) == (1, ["fold", "call", "raise 10..78"])


def test_p12_where_short_stacks_fold_a_short_raise_is_like_any_other():
    state = start(Dealt(0, PAIRS[:3]), stacks=[16, 100, 100], short_stack="fold")
    do(state, "bet 10", "call", "raise 5")
    assert (state.turn, state.offered()) == (1, ["fold", "call", "raise 10..84"])


def test_p12_a_raise_needs_another_who_could_pay_more():
    state = start(Dealt(0, PAIRS[:3]), stacks=[100, 20, 100])
    do(state, "bet 19")
    assert state.offered() == ["fold", "call", "raise 19..80"]
    do(state, "fold")
    assert (state.turn, state.offered()) == (0, ["fold", "call"])


def test_p12_players_without_chips_are_not_asked_for_bids():
    state = start(Dealt(0, PAIRS[:3]), stacks=[100, 100, 1])
    assert [state.turn, do(state, "pass").turn] == [1, 0]
    do(state, "pass")
    # They draw all the same.
    assert [(state.turn, state.view(0).phase), do(state, "draw").turn, do(state, "draw").turn] == [(1, "draw"), 2, 0]


def test_p12_nor_is_the_last_one_who_has_some():
    state = start(Dealt(0, PAIRS[:3]), stacks=[100, 1, 1], hands=1)
    assert state.view(0).phase == "draw"
    do(state, "draw", "draw", "draw")
    assert state.turn == -1
    assert [seat for seat, _ in state.finished()[0].actions] == [1, 2, 0]


# P-13


def test_p13_a_round_ends_when_all_have_matched_the_last_raise():
    state = start(Dealt(0, PAIRS[:3]))
    do(state, "bet 2", "raise 3", "raise 3", "call")
    assert state.view(0).phase == "bid"
    do(state, "call")
    assert state.view(0).phase == "draw"


def test_p13_or_all_have_passed():
    state = start(Dealt(0, PAIRS[:3]))
    assert [do(state, "pass").view(0).phase for _ in range(3)] == ["bid", "bid", "draw"]


def test_p13_or_one_is_left():
    state = start(Dealt(0, PAIRS[:3]), hands=1)
    do(state, "bet 2", "fold", "fold")
    assert state.turn == -1
    assert [(deal.end, deal.won) for deal in state.finished()] == [("alone", [(1, 5)])]


# P-14


def test_p14_a_folded_hand_is_thrown_in_face_up():
    state = do(start(Dealt(0, PAIRS[:3]), preset="house-one-draw"), "bet 2", "fold")
    assert told(state, "fold") == [(2, PAIRS[2].split())]
    assert state.view(0).seats[2].shown == PAIRS[2].split()


def test_p14_or_by_option_face_down():
    state = do(start(Dealt(0, PAIRS[:3]), preset="house-one-draw", fold_shows="false"), "bet 2", "fold")
    assert told(state, "fold") == [(2, None)]
    assert state.view(0).seats[2].shown is None
    assert state.view(2).hand == PAIRS[2].split()
