"""What a seat did not know is in nothing that the page shows as its seat."""

import json
import re
from typing import Any

import pytest
from games.playing import Table
from view.page import Model
from view.recorded import Played, by_deal, played

from fajer.games import game

GAMES = ("fajer", "poker")
CARD = re.compile(r"\b[789XUOKA][pzmt]\b|\b[2-9TJQKA][cdhs]\b")


def cards(value: Any) -> set[str]:
    """The cards that stand anywhere in something."""
    return set(CARD.findall(json.dumps(value)))


def some(name: str, **changes: str) -> Played:
    """A short game with a note and a time at every action."""
    rules = game(name)
    short = {"fajer": {"stakes": "2"}, "poker": {"hands": "8", "chips": "12", "draws": "3"}}
    options = rules.options(None, short[name] | changes)
    table = Table(rules, options, 3, "secret")
    found = played(rules, options, 3, table.seed, table.chooser())
    deals = found.game["deals"]
    places = [(deal, action) for deal, each in enumerate(deals) for action in range(len(each["actions"]))]
    found.game["notes"] = [[*place, "I hold " + deals[place[0]]["deck"]] for place in places]
    found.game["faults"] = [{"seat": 0, "deal": 0, "action": 0, "kind": "illegal", "detail": deals[0]["deck"]}]
    found.match["on_fault"] = "fallback"
    return found


@pytest.mark.parametrize(("name", "changes"), [("fajer", {}), ("poker", {}), ("poker", {"fold_shows": "false"})])
def test_only_cards_that_the_seat_had_seen(name: str, changes: dict[str, str], model: Model) -> None:
    """Its own ones, and those that events or its views told of."""
    found = some(name, **changes)
    steps = model.ask("course", match=found.match, game=found.game)["steps"]
    told = by_deal(found.events)
    for seat in range(3):
        for step in model.ask("seen", steps=steps, seat=seat):
            own = [steps[place]["position"]["seats"][seat] for place in range(len(steps)) if same(steps[place], step)]
            allowed = cards(told[step["deal"]]) | cards(own)
            if step["seat"] == seat:
                step["note"] = None  # its own words
            if seat == 0:
                step["faults"] = []
            assert cards(step) <= allowed


def same(step: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether a step is of the same deal, and not later."""
    return bool(step["deal"] == other["deal"] and step["step"] <= other["step"])


@pytest.mark.parametrize("name", GAMES)
def test_notes_times_and_faults_are_those_of_the_seat(name: str, model: Model) -> None:
    found = some(name)
    steps = model.ask("course", match=found.match, game=found.game)["steps"]
    for seat in range(3):
        for step, whole in zip(model.ask("seen", steps=steps, seat=seat), steps, strict=True):
            own = whole["seat"] == seat
            assert step["note"] == (whole["note"] if own else None)
            assert step.get("timeUs", "not told") == (whole["timeUs"] if own else "not told")
            assert step["faults"] == [fault for fault in whole["faults"] if fault["seat"] == seat]
            assert step["events"] == whole["events"]
            if not own and (whole["text"] or "").startswith("draw"):
                assert step["text"] is None
            else:
                assert step["text"] == whole["text"]


@pytest.mark.parametrize("name", GAMES)
def test_what_comes_later_is_not_known(name: str, model: Model) -> None:
    found = some(name)
    course = model.ask("course", match=found.match, game=found.game)
    at = course["first"][2] + 1
    known = model.ask("known", course=course, seat=1, at=at)
    assert known["steps"] == model.ask("seen", steps=course["steps"][: at + 1], seat=1)
    assert known["first"] == course["first"][:3]


@pytest.mark.parametrize("name", GAMES)
def test_hidden_cards_change_nothing(name: str, model: Model) -> None:
    """Two cards that a seat has not seen are exchanged in the deck: it sees the same as before."""
    found = some(name)
    found.game |= {"notes": [], "faults": []}
    size = {"fajer": 3, "poker": 5}[name]
    deck = found.game["deals"][0]["deck"].split()
    views = [moment.views for moment in found.moments[:5]]
    exchanged = 0
    for seat in range(3):
        seen = cards([view[seat] for view in views]) | cards(found.events[: found.moments[4].told])
        hidden = [place for place in range(3 * size) if deck[place] not in seen]
        for one, other in ((one, other) for one in hidden for other in hidden if one // size < other // size):
            changed = json.loads(json.dumps(found.game))
            changed["deals"][0]["deck"] = " ".join(exchange(deck, one, other))
            before, after = (first_steps(model, found, each) for each in (found.game, changed))
            assert before != after
            assert model.ask("seen", steps=before, seat=seat) == model.ask("seen", steps=after, seat=seat)
            exchanged += 1
    assert exchanged > 3


def exchange(deck: list[str], one: int, other: int) -> list[str]:
    changed = deck.copy()
    changed[one], changed[other] = changed[other], changed[one]
    return changed


def first_steps(model: Model, found: Played, game: dict[str, Any]) -> list[dict[str, Any]]:
    """The first five steps: how it stood before the first five decisions."""
    steps: list[dict[str, Any]] = model.ask("course", match=found.match, game=game)["steps"][:5]
    return steps
