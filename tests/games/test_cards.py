"""Proves that a card and its text name each other, and that nothing else is a card's text."""

import pytest

from fajer.errors import InvalidAction
from fajer.games.cards import HUNGARIAN, Deck


def test_the_deck_is_in_canonical_order():
    # Suits p z m t; in each 7 8 9 X U O K A.
    assert HUNGARIAN.names[:9] == ("7p", "8p", "9p", "Xp", "Up", "Op", "Kp", "Ap", "7z")
    assert HUNGARIAN.names[16] == "7m"
    assert HUNGARIAN.names[31] == "At"
    assert len(HUNGARIAN) == 32


@pytest.mark.parametrize("card", range(32))
def test_a_card_is_found_by_its_text(card: int):
    text = HUNGARIAN.text(card)
    assert HUNGARIAN.card(text) == card
    assert text == "789XUOKA"[card % 8] + "pzmt"[card // 8]


def test_several_cards_keep_their_order():
    assert HUNGARIAN.texts([31, 0, 9]) == ["At", "7p", "8z"]
    assert HUNGARIAN.texts([]) == []


@pytest.mark.parametrize("text", ["", "A", "p", "pA", "ap", "AP", "Ap ", " Ap", "10p", "6p", "Ax", "A\n", "Ás"])
def test_what_is_no_card_is_refused_with_an_example(text: str):
    with pytest.raises(InvalidAction) as refused:
        HUNGARIAN.card(text)
    message = str(refused.value)
    assert repr(text) in message
    assert "789XUOKA" in message
    assert "pzmt" in message
    assert "\n" not in message


def test_a_deck_can_be_of_any_suits_and_ranks():
    deck = Deck("cd", "TJQ")
    assert deck.names == ("Tc", "Jc", "Qc", "Td", "Jd", "Qd")
    assert deck.card("Qd") == 5
    assert len(deck) == 6
