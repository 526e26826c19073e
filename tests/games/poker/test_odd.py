"""Proves that the odd positions are what they say, whatever the bot does in them."""

import random

import pytest
from games.poker.setting import GAME

from fajer.games import seeds
from fajer.games.api import State
from fajer.games.odd import Position, odd

ODD = odd("poker")


def begun(position: Position) -> State:
    def shuffle(deal: int) -> list[int]:
        stacked = deal < len(position.decks)
        return list(position.decks[deal]) if stacked else seeds.shuffled("after", deal, len(GAME.deck))

    state = GAME.start(position.options, position.players, "unused", shuffle=shuffle)
    for action in position.actions:
        state.apply(state.parse(action))
    return state


@pytest.mark.parametrize("position", ODD.positions, ids=lambda position: f"{position.rule} {position.name}")
def test_the_bot_is_asked_there_and_has_the_actions_that_are_said(position: Position):
    state = begun(position)
    words = list(dict.fromkeys(text.split(" ")[0] for text in state.legal_text()))
    assert tuple(words) == position.words
    assert state.turn == (position.seat if position.words else -1)
    assert all(sorted(deck) == list(range(52)) for deck in position.decks)


def test_every_rule_that_is_named_exists_and_they_are_in_order():
    rules = [position.rule for position in ODD.positions]
    assert set(rules) <= {rule.number for rule in GAME.rules}
    assert rules == sorted(rules)
    assert len({position.name for position in ODD.positions}) == len(ODD.positions)


@pytest.mark.parametrize("position", ODD.positions, ids=lambda position: position.name)
def test_it_is_soon_over(position: Position):
    for seed in range(20):
        state = begun(position)
        chance = random.Random(seed)
        while state.turn >= 0:
            state.apply(chance.choice(state.legal()))
        assert state.deal < 2


def test_p17_the_talon_is_made_anew_if_it_draws_three_cards():
    state = begun(next(position for position in ODD.positions if position.rule == "P-17"))
    state.apply(state.legal()[-1])
    assert ("reshuffle",) in state.events


def test_a_range_of_one_is_among_them():
    assert [text for position in ODD.positions for text in begun(position).offered() if text in ("bet 1", "raise 1")]
