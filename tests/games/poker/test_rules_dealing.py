"""Proves the rules on cards, players and dealing: P-01, P-02, P-07 … P-09."""

import pytest
from games.poker.setting import GAME, NOTHING, PAIRS, Dealt, chips, do, start, told

from fajer.errors import UsageError
from fajer.games import seeds
from fajer.games.cards import FRENCH


def test_p01_the_deck_is_in_canonical_order():
    # Index = 13 × suit + rank: suits c d h s, in each 2 … A.
    assert FRENCH.names[:13] == ("2c", "3c", "4c", "5c", "6c", "7c", "8c", "9c", "Tc", "Jc", "Qc", "Kc", "Ac")
    assert (FRENCH.names[13], FRENCH.names[26], FRENCH.names[51]) == ("2d", "2h", "As")
    assert len(FRENCH) == 52


@pytest.mark.parametrize(("hand", "total"), [("4c 4d Th Js Qc", 33), ("4c 4d Kh As 2c", 29), ("4c 4d 3h 5s 9c", 17)])
def test_p01_what_the_cards_count_in_a_sum(hand: str, total: int):
    # 10 + 11 + 12; 13 + 14 + 2; 3 + 5 + 9. The kind (a pair is 1), the pair, the sum (P-04).
    state = start(Dealt(0, [hand, NOTHING[0]]), preset="house-five-card")
    assert state.view(0).strength == [1, 4, total]


@pytest.mark.parametrize(("draws", "most"), [(0, 10), (1, 6), (3, 4)])
def test_p02_so_many_can_play(draws: int, most: int):
    options = GAME.options(None, {"draws": str(draws)})
    assert GAME.players(options) == (2, most)
    GAME.check_players(options, most)
    for players in (1, most + 1):
        with pytest.raises(UsageError, match=f"2 to {most} players, not {players}"):
            GAME.check_players(options, players)


@pytest.mark.parametrize("draws", [0, 1, 3])
def test_p02_so_often_cards_are_drawn(draws: int):
    state = start(Dealt(0, PAIRS[:2]), preset="standard-one-draw", draws=draws, hands=1)
    phases = []
    while state.turn >= 0:
        view = state.view(state.turn)
        phases.append(view.phase)
        if view.phase == "bid":
            assert view.round + view.draws_left == draws
        state.apply(0)
    assert phases == ["bid", "bid", *["draw", "draw", "bid", "bid"] * draws]


def test_p07_seat_0_deals_first_and_play_runs_from_its_left():
    state = start(Dealt(0, PAIRS[:3]), Dealt(1, PAIRS[:3]), draws=0)
    turns = []
    for _ in range(3):
        turns.append(state.turn)
        do(state, "pass")
    assert turns == [1, 2, 0]
    assert told(state, "deal") == [(0, 0), (1, 1)]
    assert state.turn == 2


def test_p07_the_deal_passes_over_who_is_out():
    # Seat 1 loses all 10 chips to seat 2 in the first hand; the next dealer is seat 2, the one after seat 0.
    state = start(Dealt(0, PAIRS[:3]), Dealt(2, [PAIRS[0], "", PAIRS[1]]), draws=0, chips=10)
    do(state, "bet 9", "call", "fold")
    assert told(state, "out") == [([1],)]
    assert state.turn == 0
    do(state, "pass", "pass")
    assert told(state, "deal") == [(0, 0), (1, 2), (2, 0)]


def test_p08_everyone_pays_the_ante():
    state = start(Dealt(0, PAIRS[:3]), ante=3)
    assert told(state, "ante") == [(1, 3), (2, 3), (0, 3)]
    assert chips(state) == [97, 97, 97]
    assert state.view(0).pot == 9
    assert [seat.paid for seat in state.view(0).seats] == [3, 3, 3]


def test_p08_who_cannot_pay_the_ante_is_out():
    # The ante is 3. Seat 1 bets 5 of its 7 remaining and keeps 2 when seat 2 wins with the better pair.
    state = start(Dealt(0, PAIRS[:3]), Dealt(2, [PAIRS[0], "", PAIRS[1]]), draws=0, ante=3, chips=10)
    do(state, "bet 5", "call", "fold")
    assert told(state, "out") == [([1],)]
    seat = state.view(0).seats[1]
    assert (seat.in_, seat.chips, seat.all_in, seat.folded) == (False, 2, False, False)
    assert state.view(1).hand == []
    assert (state.view(1).kind, state.view(1).strength) == ("", [])
    assert told(state, "ante")[3:] == [(0, 3), (2, 3)]


def test_p08_who_can_just_pay_it_plays_without_chips():
    state = start(Dealt(0, PAIRS[:2]), draws=1, stacks=[3, 9], ante=3)
    assert chips(state) == [0, 6]
    assert state.view(0).seats[0].all_in
    assert state.view(0).phase == "draw"


def test_p09_five_cards_each_from_the_dealers_left():
    state = GAME.start(GAME.options(), 3, "a seed")
    deck = FRENCH.texts(seeds.shuffled("a seed", 0, 52))
    assert [state.view(seat).hand for seat in (1, 2, 0)] == [deck[0:5], deck[5:10], deck[10:15]]
