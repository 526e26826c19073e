"""The odd positions are what they say, whatever the bot does in them."""

import random

import pytest

from fajer.games import game, seeds
from fajer.games.odd import Odd, Position, odd

GAME = game("fajer")
ODD = odd("fajer")


def begun(position: Position):
    def shuffle(deal: int) -> list[int]:
        stacked = deal < len(position.decks)
        return list(position.decks[deal]) if stacked else seeds.shuffled("after", deal, len(GAME.deck))

    state = GAME.start(position.options, position.players, "unused", shuffle=shuffle)
    for action in position.actions:
        state.apply(state.parse(action))
    return state


def ends(name: str):
    """The position of this name, played on in every way for the bot's first answer."""
    position = next(one for one in ODD.positions if one.name == name)
    for action in begun(position).legal():
        state = begun(position)
        state.apply(action)
        chance = random.Random(action)
        while state.turn >= 0:
            state.apply(chance.choice(state.legal()))
        yield position, state


@pytest.mark.parametrize("position", ODD.positions, ids=lambda position: f"{position.rule} {position.name}")
def test_the_bot_is_asked_there_and_has_the_actions_that_are_said(position: Position):
    state = begun(position)
    words = list(dict.fromkeys(text.split(" ")[0] for text in state.legal_text()))
    assert tuple(words) == position.words
    assert state.turn == (position.seat if position.words else -1)
    assert all(sorted(deck) == list(range(32)) for deck in position.decks)


def test_every_rule_that_is_named_exists():
    assert {position.rule for position in ODD.positions} <= {rule.number for rule in GAME.rules}
    assert len({position.name for position in ODD.positions}) == len(ODD.positions)


@pytest.mark.parametrize("position", ODD.positions, ids=lambda position: position.name)
def test_it_is_soon_over(position: Position):
    for seed in range(20):
        state = begun(position)
        chance = random.Random(seed)
        while state.turn >= 0:
            state.apply(chance.choice(state.legal()))
        assert state.deal <= 2


def test_f19_the_deal_is_void_whatever_the_bot_does():
    for _, state in ends("a void deal"):
        assert state.finished()[0].end == "void"
        assert len(state.finished()) > 1


def test_f20_the_game_is_drawn_by_a_void_deal_whatever_the_bot_does():
    for _, state in ends("a void deal that ends the game"):
        assert [deal.end for deal in state.finished()] == ["void"]
        assert state.outcome().drawn


def test_f22_its_last_stake_is_gone_when_it_is_asked():
    position = next(one for one in ODD.positions if one.rule == "F-22")
    view = begun(position).view(position.seat)
    assert (view.seats[position.seat].stakes, view.seats[position.seat].in_) == (0, True)


def test_f23_it_is_out_and_there_is_another_deal():
    for position, state in ends("it goes out and the others play on"):
        assert state.finished()[1].out == [position.seat]
        assert len(state.finished()) == 3


def test_f27_it_is_never_asked():
    position = next(one for one in ODD.positions if one.rule == "F-27")
    state = begun(position)
    assert state.turn < 0
    assert not [deal for deal in state.finished() if position.seat in [seat for seat, _ in deal.actions]]


def test_a_game_without_odd_positions_has_none(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert odd("fajer") == Odd((), GAME.presets["german"])
