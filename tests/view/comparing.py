"""Compares the page's positions with what the rules let each seat see."""

from typing import Any

from view.page import Model
from view.recorded import Played

_FAJER = {
    "deal": "deal",
    "dealer": "dealer",
    "opener": "opener",
    "phase": "phase",
    "turns": "turns",
    "round": "round",
    "common": "common",
    "commonWorth": "common_worth",
    "pot": "pot",
    "voids": "voids",
    "dealsLeft": "deals_left",
}
_FAJER_SEAT = {"in": "in", "stakes": "stakes", "losses": "losses", "saidGo": "said_go", "known": "known"}
_POKER = {
    "deal": "deal",
    "dealer": "dealer",
    "phase": "phase",
    "round": "round",
    "drawsLeft": "draws_left",
    "pot": "pot",
    "carried": "carried",
    "level": "level",
    "dealsLeft": "deals_left",
}
_POKER_SEAT = {"in": "in", "chips": "chips", "folded": "folded", "bet": "bet", "paid": "paid", "drew": "drew"}
_POKER_SEAT["allIn"] = "all_in"


def compare(model: Model, played: Played) -> dict[str, Any]:
    """A whole game: positions, what each seat may see of them, events. Returns its course."""
    course: dict[str, Any] = model.ask("course", match=played.match, game=played.game)
    steps = course["steps"]
    check_steps(course, played)
    at = [steps[course["first"][moment.deal] + moment.action] for moment in played.moments]
    seats = range(len(played.game["seats"]))
    seen = model.ask("masked", positions=[step["position"] for step in at], seats=list(seats))
    poker = played.match["game"] == "poker"
    for moment, step, masked in zip(played.moments, at, seen, strict=True):
        position = step["position"]
        assert position["turn"] == moment.seat
        assert position["end"] is None
        for seat, view in enumerate(moment.views):
            everyone(view, position, poker=poker)
            assert position["seats"][seat]["cards"] == view["hand"]
            everyone(view, masked[seat], poker=poker)
            (poker_seat if poker else fajer_seat)(view, masked[seat])
        if poker and moment.views[moment.seat]["phase"] == "bid":
            assert position["toCall"] == moment.views[moment.seat]["to_call"]
    assert [event for step in steps for event in step["events"]] == played.events
    return course


def check_steps(course: dict[str, Any], played: Played) -> None:
    """Every deal has a step that deals, one an action, and one that ends it."""
    steps = iter(course["steps"])
    for number, deal in enumerate(played.game["deals"]):
        for place in range(len(deal["actions"]) + 2):
            step = next(steps)
            assert (step["deal"], step["step"]) == (number, place)
            action = place - 1 if 1 <= place <= len(deal["actions"]) else None
            assert step["action"] == action
            if action is not None:
                assert [step["seat"], step["text"]] == deal["actions"][action]
            assert (step["position"]["phase"] == "over") == (place == len(deal["actions"]) + 1)
            if step["position"]["phase"] == "over":
                assert step["position"]["end"] == deal["end"]
    assert next(steps, None) is None


def everyone(view: dict[str, Any], position: dict[str, Any], *, poker: bool) -> None:
    """What is the same for all seats."""
    fields, of_seats = (_POKER, _POKER_SEAT) if poker else (_FAJER, _FAJER_SEAT)
    assert {name: position[name] for name in fields} == {name: view[theirs] for name, theirs in fields.items()}
    for ours, seen in zip(position["seats"], view["seats"], strict=True):
        assert {name: ours[name] for name in of_seats} == {name: seen[theirs] for name, theirs in of_seats.items()}
        assert ours["shown" if poker else "laid"] == (seen["shown" if poker else "laid"] is not None)


def fajer_seat(view: dict[str, Any], masked: dict[str, Any]) -> None:
    """What one seat may see of Fájer."""
    for number, (ours, seen) in enumerate(zip(masked["seats"], view["seats"], strict=True)):
        if number == view["seat"]:
            assert ours["cards"] == view["hand"]
            assert ours["worth"] == (view["worth"] if view["hand"] else None)
            continue
        assert len(ours["cards"]) == (3 if seen["in"] else 0)
        assert [card for card in ours["cards"] if card] == seen["known"]
        if seen["laid"]:
            assert ours["worth"] == seen["laid_worth"]
        elif len(seen["known"]) < 3:
            assert ours["worth"] is None


def poker_seat(view: dict[str, Any], masked: dict[str, Any]) -> None:
    """What one seat may see of poker."""
    for number, (ours, seen) in enumerate(zip(masked["seats"], view["seats"], strict=True)):
        if number == view["seat"]:
            assert ours["cards"] == view["hand"]
            assert (ours["kind"] or {"strength": []})["strength"] == view["strength"]
            assert (ours["discarded"] or []) == view["discarded"]
            continue
        assert ours["discarded"] is None
        assert (ours["kind"] is None) == (seen["shown"] is None)
        if seen["shown"]:
            assert ours["cards"] == seen["shown"]
        else:
            assert set(ours["cards"]) <= {None}
