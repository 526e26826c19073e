"""Proves the rules on drawing cards: P-16 and P-17."""

import hashlib
from collections.abc import Iterator

import pytest
from games.poker.setting import GAME, NOTHING, PAIRS, Dealt, do, start, told

from fajer.games import seeds
from fajer.games.cards import FRENCH
from fajer.games.poker.state import PokerState

TALON = "Qs Qd Qh Kc Kh Ks"


def drawing(*hands: str, **changes: object) -> PokerState:
    """A hand in which all have passed and the draw begins."""
    return do(start(Dealt(0, hands, TALON), **changes), *["pass"] * len(hands))


def test_p16_each_draws_in_turn_from_the_dealers_left():
    state = drawing(*PAIRS[:3])
    turns = []
    for _ in range(3):
        turns.append(state.turn)
        do(state, "draw")
    assert turns == [1, 2, 0]
    assert (state.view(1).phase, state.view(1).round, state.turn) == ("bid", 1, 1)


def test_p16_none_to_five_of_the_own_cards():
    state = drawing(*PAIRS[:2])
    assert state.offered() == ["draw", "draw *"]
    # 1 + 5 + 5·4 + 5·4·3 + 5·4·3·2 + 5·4·3·2·1 orders of naming them.
    assert len(state.legal()) == 326
    assert state.legal_text()[:3] == ["draw", "draw 3c", "draw 3d"]
    assert len(set(state.legal_text())) == 326
    assert {len(text.split()) - 1 for text in state.legal_text()} == {0, 1, 2, 3, 4, 5}


def test_p16_the_cards_come_at_once_and_all_see_how_many():
    state = drawing(*PAIRS[:3])
    do(state, "draw 3d 7c")
    assert state.view(1).hand == ["3c", "5s", "9d", "Qs", "Qd"]
    assert state.view(1).discarded == ["3d", "7c"]
    assert (state.view(1).kind, state.view(1).strength[:2]) == ("pair", [1, 12])
    do(state, "draw", f"draw {PAIRS[0]}")
    # The last is the first club that is in no hand.
    assert state.view(0).hand == ["Qh", "Kc", "Kh", "Ks", "5c"]
    assert told(state, "draw") == [(1, 2), (2, 0), (0, 5)]
    assert [seat.drew for seat in state.view(2).seats] == [[5], [2], [0]]
    assert state.view(2).discarded == []


def test_p16_the_record_names_the_cards_in_their_order():
    state = drawing(*PAIRS[:2])
    do(state, "draw 9d 3c")
    assert state.broken_off()[0].actions[-1] == (1, "draw 9d 3c")


def test_p16_a_bidding_round_follows_each_draw():
    state = start(Dealt(0, PAIRS[:2]), draws=3, hands=1)
    seen = []
    while state.turn >= 0:
        view = state.view(state.turn)
        seen.append((view.phase, view.round, view.draws_left))
        state.apply(0)
    assert seen[::2] == [
        ("bid", 0, 3), ("draw", 1, 2), ("bid", 1, 2), ("draw", 2, 1), ("bid", 2, 1), ("draw", 3, 0), ("bid", 3, 0),
    ]  # fmt: skip


# P-17


def stream(seed: str, deal: int) -> Iterator[int]:
    """The bytes of a deal (F-11): SHA-512 of the text and a running number."""
    block = 0
    while True:
        yield from hashlib.sha512(f"fajer-deal/1:{seed}:{deal}:{block}".encode()).digest()
        block += 1


def shuffle(cards: list[str], lots: Iterator[int]) -> list[str]:
    """Fisher–Yates as the description has it."""
    cards = cards.copy()
    for i in range(len(cards) - 1, 0, -1):
        byte = next(byte for byte in lots if byte < 256 - 256 % (i + 1))
        j = byte % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def hands_of(state: PokerState) -> list[list[str]]:
    return [state.view(seat).hand for seat in range(state.players)]


def test_p17_the_talon_is_made_anew_of_what_was_laid_aside():
    """Four players draw five each, three times. 32 cards are left of the deck: seats 1, 2, 3, 0, 1, 2 take 30 of
    them, seat 3 the last two and then three of the 30 that were laid aside before its turn, shuffled by the bytes
    that the deck left over. Of those 27 are left, for five more draws of five."""
    state = GAME.start(GAME.options("standard-one-draw", {"draws": "3"}), 4, "talon")
    lots = stream("talon", 0)
    talon = shuffle(list(FRENCH.names), lots)[20:]
    aside: list[str] = []
    for number in range(12):
        if number % 4 == 0:
            do(state, *["pass"] * 4)
        seat = state.turn
        assert seat == (number + 1) % 4
        first, *rest = state.view(seat).hand
        if number == 6:
            assert len(talon) == 2
            assert told(state, "reshuffle") == []
            talon += shuffle(aside, lots)
        do(state, f"draw {' '.join(rest)} {first}")
        assert state.view(seat).hand == talon[:5]
        if number == 6:
            assert state.events[-2:] == [("reshuffle",), ("draw", 3, 5)]
        talon = talon[5:]
        aside += [*rest, first]
    assert told(state, "reshuffle") == [()]
    assert len(talon) == 2


def test_p17_folded_hands_are_laid_aside_in_hand_order_and_an_empty_talon_waits():
    """Four players, seat 1 folds. Of the 32 cards on the talon seats 2, 3, 0 take 15 in each of two draws; seat 2
    takes exactly the last two. Seat 3 needs one more: what was laid aside is shuffled, the folded hand first."""
    state = GAME.start(GAME.options("standard-one-draw", {"draws": "3"}), 4, "folded")
    lots = stream("folded", 0)
    deck = shuffle(list(FRENCH.names), lots)
    aside = state.view(1).hand
    do(state, "pass", "bet 1", "call", "call", "fold")
    for _ in range(2):
        for seat in (2, 3, 0):
            own = state.view(seat).hand
            do(state, f"draw {' '.join(own)}")
            aside += own
        do(state, *["pass"] * 3)
    own = state.view(2).hand
    do(state, f"draw {own[4]} {own[0]}")
    assert state.view(2).hand == [*own[1:4], *deck[50:]]
    aside += [own[4], own[0]]
    assert told(do(state.clone(), "draw"), "reshuffle") == []
    assert told(state, "reshuffle") == []
    own = state.view(3).hand
    do(state, f"draw {own[2]}")
    assert told(state, "reshuffle") == [()]
    assert state.view(3).hand == [*own[:2], *own[3:], shuffle(aside, lots)[0]]


@pytest.mark.parametrize("number", range(3))
def test_p17_any_deck_of_a_test_is_shuffled_anew_by_the_deals_own_bytes(number: int):
    decks = [seeds.shuffled("other decks", deal, 52) for deal in range(2)]
    states = []
    for deck in decks:
        state = PokerState(GAME.options("standard-one-draw", {"draws": "3"}), 4, f"bytes {number}", lambda _, d=deck: d)
        for _ in range(2):
            do(state, *["pass"] * 4)
            for _ in range(4):
                do(state, f"draw {' '.join(state.view(state.turn).hand)}")
        states.append(state)
    # The same places of the deck, whatever lies there.
    renamed = {FRENCH.names[one]: FRENCH.names[other] for one, other in zip(*decks, strict=True)}
    assert [[renamed[card] for card in hand] for hand in hands_of(states[0])] == hands_of(states[1])


def test_p17_a_hand_keeps_its_order_what_stays_then_what_was_drawn():
    state = drawing(NOTHING[0], PAIRS[0])
    do(state, "draw 7s 2c")
    assert state.view(1).hand == ["2d", "5h", "9c", "Qs", "Qd"]
