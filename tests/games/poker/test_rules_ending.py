"""Proves the rules on how hands and games end: P-15, P-18, P-19."""

import pytest
from games.poker.setting import EQUAL, GAME, NOTHING, PAIRS, Dealt, chips, do, start, told

# P-15


def test_p15_all_pass_and_the_pot_stays_for_the_next_hand():
    state = start(Dealt(0, NOTHING[:3]), Dealt(1, PAIRS[:3]), preset="house-one-draw")
    do(state, "pass", "pass", "pass")
    assert [(deal.end, deal.won) for deal in state.finished()] == [("passed_in", [])]
    assert told(state, "carried") == [(3,)]
    view = state.view(0)
    assert (view.deal, view.pot, view.carried) == (1, 6, 3)
    do(state, "bet 5", "fold", "fold")
    # Seat 2 takes the six and its bet.
    assert state.finished()[1].won == [(2, 11)]
    assert chips(state) == [97, 97, 103]  # the ante of the third hand is paid


def test_p15_or_by_option_the_draw_follows():
    state = start(Dealt(0, NOTHING[:3]), preset="house-one-draw", all_pass="play_on")
    do(state, "pass", "pass", "pass")
    assert (state.view(0).phase, state.deal) == ("draw", 0)


def test_p15_played_on_without_a_draw_all_show():
    state = start(Dealt(0, NOTHING[:3]), preset="house-five-card", all_pass="play_on", hands=1)
    do(state, "pass", "pass", "pass")
    assert [(deal.end, deal.won) for deal in state.finished()] == [("shown", [(2, 3)])]


def test_p15_with_a_player_in_who_has_no_chips_left_it_is_played_on():
    state = start(Dealt(0, NOTHING[:2]), preset="house-one-draw", stacks=[5, 1])
    do(state, "pass", "pass")
    assert (state.view(0).phase, state.deal) == ("draw", 0)


def test_p15_all_passing_later_goes_on_to_the_draw_or_the_showdown():
    state = start(Dealt(0, PAIRS[:2]), preset="house-three-draw", hands=1)
    do(state, "bet 1", "call", "draw", "draw", "pass", "pass")
    assert state.view(0).phase == "draw"
    do(state, "draw", "draw", "pass", "pass", "draw", "draw", "pass", "pass")
    assert [deal.end for deal in state.finished()] == ["shown"]


# P-18


def test_p18_everyone_who_has_not_folded_shows_from_the_dealers_left():
    state = start(Dealt(0, PAIRS), draws=0, hands=1)
    do(state, "pass", "bet 1", "call", "fold", "call")
    assert told(state, "show") == [(seat, PAIRS[seat].split(), "pair") for seat in (1, 2, 3)]
    assert [seat.shown for seat in state.view(0).seats] == [None, *(hand.split() for hand in PAIRS[1:])]
    # The best pair is seat 3's: four antes and three bets.
    assert told(state, "win") == [(3, 7)]


@pytest.mark.parametrize(("ante", "won"), [(1, [(0, 2), (2, 3), (3, 2)]), (2, [(0, 3), (2, 4), (3, 4)])])
def test_p18_equal_hands_share_and_odd_chips_go_from_the_dealers_left(ante: int, won: list):
    # 4 antes and 3 bets: 7 = 3 × 2 + 1, to seat 2; 11 = 3 × 3 + 2, to seats 2 and 3.
    hands = [EQUAL[0], NOTHING[0].replace("Tc", "2s"), EQUAL[1], EQUAL[2]]
    state = start(Dealt(0, hands), draws=0, ante=ante, hands=1)
    do(state, "pass", "bet 1", "call", "call", "fold")
    assert state.finished()[0].won == won


def test_p18_each_pot_is_shared_by_itself():
    # Paid: 4 by seats 0 and 1, 2 by seat 2. The three share 6, and seats 0 and 1 the other 4: 2 + 2, 2 + 2, 2.
    # With a better hand seat 2 has the 6, and the others share the 4 all the same.
    equal = start(Dealt(0, EQUAL[:3]), draws=0, stacks=[4, 4, 2], hands=1)
    do(equal, "bet 3", "call", "call")
    assert equal.finished()[0].won == [(0, 4), (1, 4), (2, 2)]
    better = start(Dealt(0, [*EQUAL[:2], PAIRS[2]]), draws=0, stacks=[4, 4, 2], hands=1)
    do(better, "bet 3", "call", "call")
    assert better.finished()[0].won == [(0, 2), (1, 2), (2, 6)]


def test_p18_chips_of_who_folded_are_in_the_pots_that_they_were_paid_for():
    # Ante 1. Seat 1 bets 10 of 20, seat 2 calls with its 5, seat 0 raises by 9 (all), seat 1 folds.
    # Paid 20, 11, 6. Pots: 3 × 6 for seats 0 and 2; 14 + 5 for seat 0.
    state = start(Dealt(0, PAIRS[:3]), draws=0, stacks=[20, 21, 6], hands=1)
    do(state, "bet 10", "call", "raise 9")
    do(state, "fold")
    assert state.finished()[0].won == [(0, 19), (2, 18)]


def test_p18_a_carried_pot_joins_the_lowest():
    # First hand: 3 antes stay. Second: paid 9, 9, 3; the lowest pot is 9 and the carried 3, the other 12.
    state = start(
        Dealt(0, NOTHING[:3]),
        Dealt(1, [PAIRS[1], PAIRS[0], PAIRS[2]]),
        preset="house-five-card",
        short_stack="all_in",
        stacks=[10, 10, 4],
        hands=2,
    )
    do(state, "pass", "pass", "pass")
    do(state, "pass", "bet 8", "call", "call")
    assert state.finished()[1].won == [(0, 12), (2, 12)]


def test_p18_who_is_left_alone_takes_the_pot_unshown():
    state = start(Dealt(0, PAIRS[:2]), hands=1)
    do(state, "bet 7", "fold")
    assert [(deal.end, deal.won) for deal in state.finished()] == [("alone", [(1, 9)])]
    assert told(state, "show") == []
    assert state.view(0).seats[1].shown is None


# P-19


def test_p19_a_game_is_over_after_its_hands():
    state = start(Dealt(0, PAIRS[:2]), Dealt(1, PAIRS[:2]), draws=0, hands=2)
    assert state.view(0).deals_left == 1
    do(state, "bet 4", "call")
    assert state.view(0).deals_left == 0
    assert state.turn == 0
    do(state, "pass", "pass")
    # Seat 1 has the better pair twice: + 5, + 1.
    assert state.turn == -1
    assert chips(state) == [94, 106]
    outcome = state.outcome()
    assert (outcome.places, outcome.payoffs, outcome.drawn) == ((2, 1), (-6, 6), False)


def test_p19_or_when_fewer_than_two_can_pay_the_ante():
    # Ante 3; seat 0 keeps 2 of its 10.
    state = start(Dealt(0, PAIRS[:2]), draws=0, ante=3, chips=10)
    do(state, "bet 5", "call")
    assert state.turn == -1
    assert told(state, "out") == [([0],)]
    assert chips(state) == [2, 18]
    assert state.outcome().payoffs == (-8, 8)


def test_p19_of_equal_chips_who_went_out_later_is_better():
    # Seat 1 goes in the first hand, seat 0 in the second; all chips are seat 2's.
    state = start(Dealt(0, [PAIRS[0], PAIRS[1], PAIRS[2]]), Dealt(2, [PAIRS[0], "", PAIRS[1]]), draws=0, chips=10)
    do(state, "bet 9", "call", "fold")
    do(state, "bet 8", "call")
    assert state.turn == -1
    assert state.outcome().places == (2, 3, 1)


def test_p19_who_went_out_in_the_same_hand_shares_the_place():
    state = start(Dealt(0, PAIRS[:3]), draws=0, chips=10)
    do(state, "bet 9", "call", "call")
    assert told(state, "out") == [([0, 1],)]
    assert state.outcome().places == (2, 2, 1)
    assert state.outcome().payoffs == (-10, -10, 20)


def test_p19_equal_chips_share_the_place():
    state = start(Dealt(0, EQUAL[:3]), draws=0, hands=1)
    do(state, "pass", "pass", "pass")
    assert state.outcome().places == (1, 1, 1)


def test_p19_a_pot_left_at_the_end_is_shared_by_the_players_of_the_last_hand():
    # Ante 3. The first hand leaves 9, and seat 2 with one chip is out; the second leaves 15, the third 21. Seat 0
    # deals it, so seat 1 is the first and has the odd chip: 10 − 9 + 11; seat 0: 10 − 9 + 10.
    left = [NOTHING[0], NOTHING[1], ""]
    state = start(
        Dealt(0, NOTHING[:3]),
        Dealt(1, left),
        Dealt(0, left),
        preset="house-five-card",
        ante=3,
        stacks=[10, 10, 4],
        hands=3,
    )
    do(state, "pass", "pass", "pass")
    assert state.turn == 0
    do(state, "pass", "pass", "pass", "pass")
    assert chips(state) == [11, 12, 1]
    assert (state.view(0).pot, state.view(0).carried) == (0, 0)
    assert told(state, "win") == [(0, 10), (1, 11)]
    # It was won by nobody: the record of the hand does not have it.
    assert [(deal.end, deal.won) for deal in state.finished()] == [("passed_in", [])] * 3
    assert state.outcome().places == (2, 1, 3)


def test_p19_so_is_one_that_nobody_can_play_for():
    # Ante 3: after the first hand seat 0 has one chip. Each gets half of the 6.
    state = start(Dealt(0, NOTHING[:2]), preset="house-five-card", ante=3, stacks=[4, 10])
    do(state, "pass", "pass")
    assert state.turn == -1
    assert chips(state) == [4, 10]
    assert told(state, "carried") == []


def test_p19_hands_without_a_decision_are_dealt_and_settled_by_themselves():
    # All are all-in from the ante: equal hands twice, then seat 1 has the better one.
    state = start(Dealt(0, EQUAL[:2]), Dealt(1, EQUAL[:2]), Dealt(0, PAIRS[:2]), draws=0, ante=5, chips=5)
    assert (state.turn, state.deal) == (-1, 2)
    assert [deal.actions for deal in state.finished()] == [[], [], []]
    assert [deal.won for deal in state.finished()] == [[(0, 5), (1, 5)], [(0, 5), (1, 5)], [(1, 10)]]
    assert (state.legal(), state.legal_text(), state.offered()) == (range(0), [], [])


def test_p19_nobody_loses_more_than_the_chips_of_the_beginning():
    options = GAME.options(None, {"chips": "7"})
    assert GAME.worst(options, 3) == -7
