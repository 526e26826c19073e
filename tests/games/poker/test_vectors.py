"""Proves that 36 whole games, reckoned elsewhere, come out the same action by action."""

import json
import re
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from fajer.games import game

GAME = game("poker")
LINES = (Path(__file__).parents[2] / "vectors" / "poker_games.jsonl").read_text(encoding="utf-8").splitlines()


def test_there_are_36_games():
    assert len(LINES) == 36


def as_in_the_vectors(offered: list[str]) -> str:
    """What is offered in the vectors' words: `bet 1 95` for `bet 1..95`, `raise 5 5` for `raise 5`."""
    texts = [re.sub(r"^(bet|raise) (\d+)$", r"\1 \2 \2", text).replace("..", " ") for text in offered]
    return " | ".join(text for text in texts if text != "draw *")


@pytest.mark.parametrize("number", range(len(LINES)))
def test_the_game_comes_out_the_same(number: int):
    expected = json.loads(LINES[number])
    options = GAME.checked(msgspec.to_builtins(GAME.presets[expected["preset"]]) | expected["options"])
    state = GAME.start(options, expected["players"], expected["game_seed"])
    legal = iter(expected["legal"])
    asked = [deal for deal in enumerate(expected["deals"]) if deal[1]["actions"]]
    for number_of_deal, deal in asked:
        assert state.deal == number_of_deal
        for seat, action in deal["actions"]:
            assert state.turn == seat
            assert as_in_the_vectors(state.offered()) == next(legal)
            assert len(state.finished()) == number_of_deal
            state.apply(state.parse(action))
    assert next(legal, None) is None
    assert state.turn == -1
    assert msgspec.json.decode(msgspec.json.encode(state.finished())) == expected["deals"]
    assert [seat.chips for seat in state.view(0).seats] == expected["chips"]
    outcome = state.outcome()
    assert list(outcome.places) == expected["places"]
    assert list(outcome.payoffs) == [Fraction(chips - options.chips) for chips in expected["chips"]]
    assert not outcome.drawn
