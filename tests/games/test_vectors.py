"""Proves that 104 whole games, reckoned elsewhere, come out the same action by action."""

import json
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from fajer.games import game

GAME = game("fajer")
LINES = (Path(__file__).parents[1] / "vectors" / "games.jsonl").read_text(encoding="utf-8").splitlines()


def test_there_are_104_games():
    assert len(LINES) == 104


@pytest.mark.parametrize("number", range(len(LINES)))
def test_the_game_comes_out_the_same(number: int):
    expected = json.loads(LINES[number])
    options = GAME.checked(msgspec.to_builtins(GAME.presets[expected["preset"]]) | expected["options"])
    state = GAME.start(options, expected["players"], expected["game_seed"])
    counts = iter(expected["legal_counts"])
    for number_of_deal, deal in enumerate(expected["deals"]):
        assert state.deal == number_of_deal
        for seat, action in deal["actions"]:
            assert state.turn == seat
            assert len(state.legal()) == next(counts)
            assert action in state.legal_text()
            assert len(state.finished()) == number_of_deal
            state.apply(state.parse(action))
        assert msgspec.json.decode(msgspec.json.encode(state.finished()[-1])) == deal
    assert next(counts, None) is None
    assert state.turn == -1
    assert len(state.finished()) == len(expected["deals"])
    outcome = state.outcome()
    assert list(outcome.places) == expected["places"]
    assert list(outcome.payoffs) == [Fraction(payoff) for payoff in expected["payoffs"]]
    assert outcome.drawn == expected["drawn"]
