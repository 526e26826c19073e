"""Proves the rules on a deal up to the exchange phase: F-01, F-10 … F-13."""

import pytest
from games.tables import EQUAL, GAME, NOTHING, Dealt, do, left, show, showdown, start, with_stakes

from fajer.errors import UsageError
from fajer.games import seeds


def hands(state) -> list[str]:
    """By seat, the hands as each of them sees it."""
    return [" ".join(state.view(seat).hand) for seat in range(state.players)]


def test_f01_there_are_32_cards():
    assert len(GAME.deck) == 32
    assert len(set(GAME.deck.names)) == 32
    state = GAME.start(GAME.options(), 2, "seed")
    (deal,) = state.broken_off()
    assert sorted(deal.deck.split()) == sorted(GAME.deck.names)


@pytest.mark.parametrize("players", range(2, 10))
def test_f01_two_to_nine_play_in_the_order_of_their_seats(players: int):
    assert GAME.players(GAME.options()) == (2, 9)
    GAME.check_players(GAME.options(), players)
    # In canonical order no three aces lie together, so nobody ends the deal in its first round.
    state = do(GAME.start(GAME.options(), players, "seed", shuffle=lambda deal: range(32)), "keep")
    turns = []
    for _ in range(players):
        turns.append(state.turn)
        do(state, "go")
    assert turns == [*range(1, players), 0]
    assert state.turn == 1


@pytest.mark.parametrize("players", [-1, 0, 1, 10])
def test_f01_fewer_than_two_or_more_than_nine_cannot_play(players: int):
    with pytest.raises(UsageError, match=f"2 to 9 players, not {players}"):
        GAME.check_players(GAME.options(), players)


def test_f10_the_deal_passes_on_after_every_deal():
    three = [EQUAL[0], EQUAL[1], NOTHING[0]]
    state = start(*(Dealt(dealer, three) for dealer in (0, 1, 2, 0)), stakes=9)
    for dealer in (0, 1, 2):
        assert state.view(0).dealer == dealer
        show(state)
    assert state.view(0).dealer == 0
    assert [deal.dealer for deal in state.finished()] == [0, 1, 2]


def test_f10_the_deal_passes_on_after_a_void_deal_too():
    state = start(Dealt(0, NOTHING[:2]), heads_up_round_limit=1)
    do(state, "keep", "go", "go")
    assert state.finished()[0].end == "void"
    assert state.view(0).dealer == 1


def test_f10_the_deal_passes_over_who_is_out():
    # Of seats 0 … 3 seat 2 has no stake; seat 1 deals, 2 is the weakest and out: 3 deals next, then 0.
    state = with_stakes(
        [1, 1, 0, 1],
        Dealt(1, [EQUAL[0], EQUAL[1], NOTHING[0], EQUAL[3]]),
        Dealt(3, [EQUAL[0], NOTHING[1], "", EQUAL[3]]),
    )
    show(state)
    assert left(state) == [0, 1, 3]
    assert state.view(0).dealer == 3
    show(state)
    assert state.view(0).dealer == 0


def test_f10_the_deal_passes_over_several_who_went_out_at_once():
    # Seats 2 and 3 are broke and out in seat 1's deal: seat 0 deals next.
    state = showdown([1, 1, 0, 0], [EQUAL[0], EQUAL[1], NOTHING[0], NOTHING[1]], broke="nobody")
    assert state.finished()[-1].out == [2, 3]
    assert state.view(0).dealer == 0


def test_f11_three_cards_each_from_the_top_after_the_dealer_the_dealer_last():
    # The deck is 7p 8p 9p … in canonical order: seat 1 gets the first three, seat 0 the fourth three.
    state = GAME.start(GAME.options(), 4, "seed", shuffle=lambda deal: range(32))
    assert hands(state) == ["8z 9z Xz", "7p 8p 9p", "Xp Up Op", "Kp Ap 7z"]


def test_f11_the_talon_follows_after_the_last_hand():
    # 4 × 3 = 12 cards are dealt, so the talon begins with the thirteenth: Uz Oz Kz.
    state = do(GAME.start(GAME.options(), 4, "seed", shuffle=lambda deal: range(32)), "keep")
    assert state.view(0).common == ["Uz", "Oz", "Kz"]


def test_f11_the_next_deal_is_dealt_from_the_next_dealer_on():
    # Seat 1 deals the second deal: seat 2 gets the top of it, seat 1 the last hand.
    state = start(Dealt(0, NOTHING[:3]), Dealt(1, [*EQUAL[:3]]), round_limit=1)
    do(state, "keep", "go", "go", "go")
    assert hands(state) == list(EQUAL[:3])
    assert state.broken_off()[-1].deck.startswith(" ".join((EQUAL[2], EQUAL[0], EQUAL[1])))


def test_f11_who_is_out_gets_no_cards():
    state = showdown([1, 0, 1], [EQUAL[0], NOTHING[0], EQUAL[2]])
    seats = state.view(1)
    assert (seats.hand, seats.worth) == ([], 0)
    assert [len(hand.split()) for hand in hands(state)] == [3, 0, 3]


def test_f11_every_deal_is_shuffled_anew_from_the_seed():
    state = GAME.start(GAME.options("german", {"round_cap": "1"}), 2, "seed")
    for _ in range(3):
        do(state, "keep", "go", "go")
    decks = [deal.deck for deal in state.finished()]
    assert decks == [" ".join(GAME.deck.texts(seeds.shuffled("seed", deal, 32))) for deal in range(3)]
    assert len(set(decks)) == 3


@pytest.mark.parametrize(("opener", "seat"), [("dealer", 0), ("next", 1)])
def test_f12_the_opener_is_the_dealer_or_the_player_after(opener: str, seat: int):
    state = start(Dealt(0, NOTHING[:3]), opener=opener)
    assert (state.turn, state.view(0).opener) == (seat, seat)
    assert state.view(0).phase == "open"
    assert state.legal_text() == ["keep", "put"]


@pytest.mark.parametrize(("opener", "seat"), [("dealer", 1), ("next", 2)])
def test_f12_the_opener_of_a_later_deal_goes_by_its_dealer(opener: str, seat: int):
    state = start(Dealt(0, NOTHING[:3]), Dealt(1, NOTHING[:3]), opener=opener, round_limit=1)
    do(state, "keep", "go", "go", "go")
    assert (state.turn, state.view(0).dealer) == (seat, 1)


def test_f12_the_opener_next_to_the_last_seat_is_the_first():
    state = start(Dealt(0, EQUAL[:2]), Dealt(1, EQUAL[:2]), opener="next")
    show(state)
    assert (state.view(0).dealer, state.turn) == (1, 0)


def test_f12_keep_turns_up_the_talon():
    state = do(start(Dealt(0, NOTHING[:2], "Kt Kp Uz")), "keep")
    assert state.view(0).common == ["Kt", "Kp", "Uz"]
    assert hands(state) == list(NOTHING[:2])
    assert state.events[1:] == [("keep", 0), ("common", ["Kt", "Kp", "Uz"])]


def test_f12_put_lays_the_own_hand_in_the_middle_and_takes_the_talon():
    state = do(start(Dealt(0, NOTHING[:2], "Kt Kp Uz")), "put")
    assert state.view(0).common == NOTHING[0].split()
    assert hands(state) == ["Kt Kp Uz", NOTHING[1]]
    assert state.events[1:] == [("put", 0, NOTHING[0].split())]


@pytest.mark.parametrize("three_aces", ["at_once", "on_turn"])
def test_f12_an_opener_with_three_aces_can_only_keep(three_aces: str):
    state = start(Dealt(0, ["Ap Az At", NOTHING[0]]), three_aces=three_aces)
    assert state.legal_text() == ["keep"]


@pytest.mark.parametrize(("opener", "first"), [("dealer", 1), ("next", 2)])
@pytest.mark.parametrize("choice", ["keep", "put"])
def test_f13_the_player_after_the_opener_has_the_first_turn(opener: str, first: int, choice: str):
    state = do(start(Dealt(0, NOTHING[:3]), opener=opener), choice)
    assert state.turn == first
    assert state.view(0).phase == "exchange"


@pytest.mark.parametrize("choice", ["keep", "put"])
def test_f13_the_opening_choice_is_no_turn(choice: str):
    # With one round of two turns the deal is void after both players had one each.
    state = do(start(Dealt(0, NOTHING[:2], "Kt Kp Uz"), heads_up_round_limit=1), choice)
    assert (state.view(0).turns, state.turn) == (0, 1)
    do(state, "go")
    assert (state.deal, state.turn) == (0, 0)
    do(state, "go")
    assert state.finished()[0].end == "void"


def test_f13_the_last_seat_as_opener_is_followed_by_the_first():
    state = start(Dealt(0, EQUAL[:2]), Dealt(1, NOTHING[:2]))
    show(state)
    assert state.turn == 1
    assert do(state, "put").turn == 0
