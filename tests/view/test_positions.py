"""The page's positions against the rules, before every decision of many games."""

from collections import Counter
from typing import Any

import pytest
from games.playing import Table, play, tables
from hypothesis import given
from hypothesis import strategies as st
from view.comparing import compare
from view.page import Model
from view.recorded import played

from fajer.games import game
from fajer.games.odd import odd

GAMES = ("fajer", "poker")
PRESETS = [(name, preset) for name in GAMES for preset in game(name).presets]
ODD = [(name, position) for name in GAMES for position in odd(name).positions]


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_presets(name: str, preset: str, model: Model) -> None:
    rules = game(name)
    changes = {"hands": "12", "chips": "20"} if name == "poker" else {}
    options = rules.options(preset, changes)
    ends: Counter[str] = Counter()
    fewest, most = rules.players(options)
    for players in range(fewest, most + 1):
        for number in range(4):
            table = Table(rules, options, players, f"{preset} {number}")
            found = played(rules, options, players, table.seed, table.chooser())
            compare(model, found)
            ends.update(deal["end"] for deal in found.game["deals"])
    assert ends["shown"]


@pytest.mark.parametrize("name", GAMES)
@play(60)
@given(data=st.data())
def test_any_options(name: str, data: st.DataObject, model: Model) -> None:
    table = data.draw(tables(game(name)))
    compare(model, played(table.game, table.options, table.players, table.seed, table.chooser()))


@pytest.mark.parametrize(("name", "position"), ODD, ids=[f"{position.rule} {position.name}" for _, position in ODD])
def test_odd_decks(name: str, position: Any, model: Model) -> None:
    rules = game(name)
    left = list(position.actions)
    table = Table(rules, position.options, position.players, "odd")

    def shuffle(deal: int) -> Any:
        if deal < len(position.decks):
            return position.decks[deal]
        return table.start().shuffle(deal)  # type: ignore[attr-defined]

    lot = table.chooser()
    state = rules.start(position.options, position.players, "odd", shuffle)
    choose = lambda state: state.parse(left.pop(0)) if left else lot(state)  # noqa: E731
    compare(model, played(rules, position.options, position.players, "odd", choose, state))
