"""Positions of a game that is being played, from what one seat is sent, against those of the recorded game."""

from random import Random
from typing import Any

import pytest
from games.playing import Table
from view.page import Model
from view.recorded import Played, played

from fajer.games import game

GAMES = ("fajer", "poker")


def some(name: str) -> Played:
    """A short game."""
    rules = game(name)
    changes = {"fajer": {"round_cap": "4", "stakes": "2"}, "poker": {"hands": "6", "chips": "12", "draws": "3"}}
    options = rules.options(None, changes[name])
    table = Table(rules, options, 4, "live")
    return played(rules, options, 4, table.seed, table.chooser())


def public(position: dict[str, Any]) -> dict[str, Any]:
    """What all seats know and no coming action changes: without hands, rounds of bids and whose turn it is."""
    of_seats = ("in", "stakes", "losses", "saidGo", "laid", "known", "chips", "paid", "folded", "drew", "shown")
    names = ("deal", "dealer", "opener", "common", "commonWorth", "pot", "deck", "voids", "carried", "dealsLeft")
    seats = [{name: seat[name] for name in of_seats if name in seat} for seat in position["seats"]]
    for seat in seats:
        seat["known"] = sorted(seat.get("known", []))  # a view does not tell where in a hand they are
    return {name: position[name] for name in names if name in position} | {"seats": seats}


@pytest.mark.parametrize("name", GAMES)
def test_a_view_makes_the_position_that_the_seat_knew(name: str, model: Model) -> None:
    found = some(name)
    course = model.ask("course", match=found.match, game=found.game)
    for moment in found.moments:
        step = course["steps"][course["first"][moment.deal] + moment.action]
        ((known,),) = model.ask("masked", positions=[step["position"]], seats=[moment.seat])
        rules = found.match["rules"]
        made = model.ask("view", game=name, view=moment.views[moment.seat], rules=rules, forfeited=[])
        for position in (known, made):
            for number, seat in enumerate(position["seats"]):
                if number != moment.seat:  # a view does not tell where in a hand the known cards are
                    seat["cards"].sort(key=lambda card: card or "")
        assert made == known


@pytest.mark.parametrize("name", GAMES)
def test_events_lead_from_one_view_to_the_next(name: str, model: Model) -> None:
    """Of a seat by lot, so that there is more or less between."""
    found = some(name)
    course = model.ask("course", match=found.match, game=found.game)
    random = Random(name)
    rules = found.match["rules"]
    for one, two in zip(found.moments, found.moments[3:], strict=False):
        seat = random.randrange(4)
        position = model.ask("view", game=name, view=one.views[seat], rules=rules, forfeited=[])
        events = found.events[one.told : two.told]
        led = model.ask("followed", position=position, events=events, rules=rules)
        wanted = course["steps"][course["first"][two.deal] + two.action]["position"]
        assert public(led) == public(wanted)


@pytest.mark.parametrize("name", GAMES)
def test_the_end_of_a_deal(name: str, model: Model) -> None:
    """From the last decision of a deal on, what was laid or shown is there and the deal is over."""
    found = some(name)
    rules = found.match["rules"]
    last = found.moments[-1]
    position = model.ask("view", game=name, view=last.views[last.seat], rules=rules, forfeited=[])
    led = model.ask("followed", position=position, events=found.events[last.told :], rules=rules)
    assert led["phase"] == "over"
    assert led["turn"] == -1
    course = model.ask("course", match=found.match, game=found.game)
    assert public(led) == public(course["steps"][-1]["position"])
    assert led["end"] == found.game["deals"][-1]["end"]
