"""Proves which texts may be chosen, and that every key of the menu leads to a legal action, in any game."""

import doctest

import pytest
from games.playing import Table, play, tables
from hypothesis import given

from fajer import games
from fajer.view.seat import choices
from fajer.view.seat.choices import accepted
from fajer.view.seat.menu import menu, spelled
from fajer.words import LANGUAGES, Words


def test_the_examples_are_true() -> None:
    assert doctest.testmod(choices).failed == 0


@pytest.mark.parametrize("name", games.NAMES)
def test_what_is_accepted_is_what_the_rules_allow(name: str) -> None:
    strange = ["", "bet", "bet 0", "raise 2..9", "draw *", "swap", "draw 2c 2c", "bet 1 ", "bet 00001", "bet ١", "Lay"]

    @play(40)
    @given(tables(games.game(name)))
    def every_turn(table: Table) -> None:
        for state in table.played():
            if state.turn < 0:
                return
            offered, hand = state.offered(), state.view(state.turn).hand
            texts = state.legal_text()
            assert all(accepted(offered, hand, text) for text in texts)
            assert not any(accepted(offered, hand, text) for text in strange if text not in texts)

    every_turn()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", games.NAMES)
def test_every_choice_has_a_key_of_its_own_and_words(name: str, language: str) -> None:
    words = Words(language)  # type: ignore[arg-type]

    @play(40)
    @given(tables(games.game(name)))
    def every_turn(table: Table) -> None:
        for state in table.played():
            if state.turn < 0:
                return
            view, offered = state.view(state.turn), state.offered()
            found = menu(offered, view, words, str)
            keys = [choice.key for choice in found]
            assert len(set(keys)) == len(keys)
            assert not set(keys) & {"?", "h", "l", "q"}
            assert {choice.action for choice in found} == set(offered) - ({"draw"} if "draw *" in offered else set())
            assert all(choice.label for choice in found)
            assert all(choice.is_open or accepted(offered, view.hand, choice.action) for choice in found)
            assert all(spelled(text, view, words, str) for text in state.legal_text()[:20])

    every_turn()
