"""Proves which rules are said to apply at a turn: those that allow what may be done, and all of them are rules."""

from collections.abc import Iterator

import pytest
from games.playing import Table, play, tables
from hypothesis import given

from fajer import games
from fajer.games.api import Game, State

NEEDED = {
    "keep": "F-12", "put": "F-12", "go": "F-14", "pass": "P-10", "bet": "P-10",
    "fold": "P-11", "call": "P-11", "raise": "P-11", "draw": "P-16",
}  # fmt: skip
"""By the first word of an action, the rule that has it; those of the closing are in F-16."""


def turns(table: Table) -> Iterator[State]:
    """The positions of a game in which somebody is asked."""
    return (state for state in table.played() if state.turn >= 0)


@pytest.mark.parametrize("name", games.NAMES)
def test_every_turn_has_the_rule_of_what_may_be_done(name: str) -> None:
    game: Game = games.game(name)
    numbers = [rule.number for rule in game.rules]

    @play(60)
    @given(tables(game))
    def every_turn(table: Table) -> None:
        for state in turns(table):
            view = state.view(state.turn)
            applying = game.applying(view, table.options)
            assert len(set(applying)) == len(applying)
            assert set(applying) <= set(numbers)
            for text in state.offered():
                word = text.partition(" ")[0]
                closing = "F-16" if view.phase == "closing" else "F-14"
                assert NEEDED.get(word, closing) in applying

    every_turn()


def test_the_rule_on_go_applies_to_who_said_it() -> None:
    game = games.game("fajer")
    state = game.start(game.options(), 3, "seed")
    state.apply(state.parse("keep"))
    for _ in range(3):
        assert "F-15" not in game.applying(state.view(state.turn), game.options())
        state.apply(state.parse("go"))
    assert "F-15" in game.applying(state.view(state.turn), game.options())


def test_spoiling_applies_in_the_closing_alone() -> None:
    """With as many seeds as it takes somebody lays; from there on F-17 applies, and not before."""
    game = games.game("fajer")
    closed = 0
    for seed in range(20):
        state = game.start(game.options(), 2, f"{seed}")
        while state.turn >= 0 and state.deal == 0:
            view = state.view(state.turn)
            assert ("F-17" in game.applying(view, game.options())) == (view.phase == "closing")
            closed += view.phase == "closing"
            legal = state.legal_text()
            state.apply(state.parse("lay" if "lay" in legal else legal[-1]))
    assert closed


def test_a_limit_of_rounds_applies_where_there_is_one() -> None:
    game = games.game("fajer")
    for preset, number in (("three-stakes", "F-19"), ("german", None)):
        options = game.options(preset)
        state = game.start(options, 3, "seed")
        state.apply(state.parse("keep"))
        found = [one for one in game.applying(state.view(state.turn), options) if one in ("F-19", "F-20")]
        assert found == ([number] if number else [])
