"""The page's positions against the rules, before every decision of many games."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from games.playing import Table, play, tables
from games.tables import GAME, Dealt, start
from hypothesis import given
from hypothesis import strategies as st
from view.comparing import compare
from view.page import Model
from view.recorded import Choose, played

from fajer.games import game
from fajer.games.api import State
from fajer.games.odd import odd

GAMES = ("fajer", "poker")
PRESETS = [(name, preset) for name in GAMES for preset in game(name).presets]
ODD = [(name, position) for name in GAMES for position in odd(name).positions]


def bold(seed: str) -> Choose:
    """One who rarely folds, now and then plays for everything, and draws many cards."""
    random = Random(seed)

    def choose(state: State) -> int:
        actions, words = list(state.legal()), state.legal_text()
        if words[0] == "draw":
            return random.choice(actions[-120:])
        calls = [action for action, word in zip(actions, words, strict=True) if word in ("pass", "call")]
        return random.choices(
            [actions[0], actions[-1], random.choice(actions[:4]), *calls], [1, 1, 3, *[8 for _ in calls]]
        )[0]

    return choose


def ends(course: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The last step of each deal."""
    return (step for step in course["steps"] if step["position"]["phase"] == "over")


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_presets(name: str, preset: str, model: Model) -> None:
    rules = game(name)
    options = rules.options(preset, {"hands": "12", "chips": "20"} if name == "poker" else {})
    happened: Counter[str] = Counter()
    fewest, most = rules.players(options)
    for players in range(fewest, most + 1):
        table = Table(rules, options, players, preset)
        for choose in [table.chooser(), bold(preset)] if name == "poker" else [table.chooser()]:
            found = played(rules, options, players, table.seed, choose)
            compare(model, found)
            happened.update(event[0] for event in found.events)
            happened.update(deal["end"] for deal in found.game["deals"])
    wanted = {"fajer": {"swap", "take", "go", "out"}, "poker": {"fold", "raise", "call", "alone", "out"}}
    assert {"shown", *wanted[name]} <= set(happened)


@pytest.mark.parametrize("name", GAMES)
@play(40)
@given(data=st.data())
def test_any_options(name: str, data: st.DataObject, model: Model) -> None:
    table = data.draw(tables(game(name)))
    compare(model, played(table.game, table.options, table.players, table.seed, table.chooser()))


def test_talons_made_anew(model: Model) -> None:
    """Four players who stay in and draw as many cards as they can, three times."""
    rules = game("poker")

    def choose(state: State) -> int:
        words = state.legal_text()
        wanted = next((word for word in ("call", "bet 1") if word in words), words[-1 if words[0] == "draw" else 0])
        return state.legal()[words.index(wanted)]

    options = rules.options("house-three-draw", {"hands": "8", "fold_shows": "false"})
    found = played(rules, options, 4, "anew", choose)
    compare(model, found)
    assert found.events.count(["reshuffle"]) > 4


def test_side_pots(model: Model) -> None:
    rules = game("poker")
    options = rules.options("standard-one-draw", {"hands": "12", "chips": "20"})
    unequal = 0
    for number in range(8):
        course = compare(model, played(rules, options, 4, f"pots {number}", bold(f"pots {number}")))
        for step in ends(course):
            seats = [seat for seat in step["position"]["seats"] if seat["cards"] and not seat["folded"]]
            unequal += len({seat["paid"] for seat in seats}) > 1
    assert unequal


def test_hands_that_nobody_opens(model: Model) -> None:
    """The pot is left for the next hand, and shared when there is none."""
    rules = game("poker")
    options = rules.options("house-one-draw", {"hands": "3", "chips": "10", "ante": "3"})
    found = played(rules, options, 4, "passed", lambda state: state.legal()[0])
    course = compare(model, found)
    assert [deal["end"] for deal in found.game["deals"]] == ["passed_in"] * 3
    assert [step["position"]["carried"] for step in ends(course)] == [12, 24, 0]
    assert sum(seat["chips"] for seat in course["steps"][-1]["position"]["seats"]) == 40


def test_void_deals(model: Model) -> None:
    rules = game("fajer")
    options = rules.options("three-stakes", {"void_cap": "4"})
    random = Random("void")

    def choose(state: State) -> int:
        wanted = [action for action, word in zip(state.legal(), state.legal_text(), strict=True) if word != "lay"]
        return random.choice(wanted or list(state.legal()))

    found = played(rules, options, 3, "void", choose)
    course = compare(model, found)
    assert max(step["position"]["voids"] for step in course["steps"]) == 3


@pytest.mark.parametrize(
    ("preset", "hands", "actions", "events", "end"),
    [
        ("german", ("Xt Ut Ot", "Ap Az 8t", "7p 8z 9m"), "keep, go, go, lay", ["swap"], "three_aces"),
        ("three-stakes", ("Ap Az 8t", "7p 8z 9m", "Xt Ut Ot"), "keep, lay", ["swap", "lay"], "shown"),
    ],
)
def test_three_aces_in_the_closing(
    preset: str, hands: tuple[str, ...], actions: str, events: list[str], end: str, model: Model
) -> None:
    """German: they end the deal at once, unlaid. Three-stakes: they are laid, and the closing goes on."""
    state = start(Dealt(0, hands, "Am 9z Kt"), preset=preset)
    left = [*actions.split(", "), "swap 8t Am"]

    def choose(state: State) -> int:
        return state.parse(left.pop(0)) if left else state.legal()[0]

    found = played(GAME, state.options, 3, "not used", choose, state)  # type: ignore[attr-defined]
    course = compare(model, found)
    swapped = next(step for step in course["steps"] if step["text"] == "swap 8t Am")
    assert [event[0] for event in swapped["events"]] == events
    assert found.game["deals"][0]["end"] == end


@pytest.mark.parametrize(("name", "position"), ODD, ids=[f"{position.rule} {position.name}" for _, position in ODD])
def test_odd_decks(name: str, position: Any, model: Model) -> None:
    rules = game(name)
    left = list(position.actions)
    table = Table(rules, position.options, position.players, "odd")
    shuffled = rules.start(position.options, position.players, "odd").shuffle  # type: ignore[attr-defined]
    decks = position.decks
    state = rules.start(
        position.options, position.players, "odd", lambda deal: decks[deal] if deal < len(decks) else shuffled(deal)
    )
    lot = table.chooser()

    def choose(state: State) -> int:
        return state.parse(left.pop(0)) if left else lot(state)

    compare(model, played(rules, position.options, position.players, "odd", choose, state))
    assert not left
