"""Games in which bots failed, as the page follows them, against the record played anew."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from referee.house import House
from view.comparing import compare
from view.page import Model
from view.recorded import Moment, line, noted, plain
from view.recorded import Played as Followed

from fajer import games
from fajer.records.files import Opened
from fajer.records.forfeit import forfeits
from fajer.records.record import Game, Match
from fajer.records.replay import moments, start

GAMES = ("fajer", "poker")
WRONG = """
class Local(Bot):
    def __init__(self):
        self.asked = 0

    def act(self, view, legal):
        self.asked += 1
        return "nonsense" if self.asked in {wrong} else legal[0]
"""


def followed(match: Match, game: Game[Any]) -> Followed:
    """A recorded game with what the rules make of it."""
    rules = games.game(match.game)
    found = Opened(Path("a record"), match, rules, rules.checked(match.rules))
    state = start(rules, found.options, game)
    seats = range(len(game.seats))
    seen = []
    for moment in moments(found, game):
        state = moment.state
        views = [plain(state.view(seat)) for seat in seats]
        seen.append(Moment(moment.deal, moment.action, moment.seat, views, len(state.events)))
    made = noted(line(rules, found.options, len(game.seats), match.on_fault), state, game.seed, seen)
    made.game = plain(game)
    made.events += [["forfeit", fault.seat] for fault in at_the_end(match, game)]
    return made


def at_the_end(match: Match, game: Game[Any]) -> Iterator[Any]:
    """The forfeits that broke the game off."""
    last = len(game.deals) - 1
    for fault in forfeits(game, match.on_fault):
        if (fault.deal, fault.action) == (last, len(game.deals[last].actions)):
            yield fault


def check(model: Model, match: Match, game: Game[Any]) -> dict[str, Any]:
    """Follow a game; each fault stands once among the steps, forfeits are known from then on."""
    course = compare(model, followed(match, game))
    told = [(fault["seat"], fault["kind"], fault["detail"]) for step in course["steps"] for fault in step["faults"]]
    assert told == [(fault.seat, fault.kind, fault.detail) for fault in game.faults]
    gone: set[int] = set()
    for step in course["steps"]:
        gone |= {event[1] for event in step["events"] if event[0] == "forfeit"}
        assert {number for number, seat in enumerate(step["position"]["seats"]) if seat["forfeited"]} == gone
    assert gone == {fault.seat for fault in forfeits(game, match.on_fault)}
    return course


@pytest.mark.parametrize("name", GAMES)
def test_a_forfeit(name: str, house: House, model: Model) -> None:
    """The referee plays on for the seat."""
    played = house.play(
        house.local(WRONG.format(wrong="(2,)")), *[house.local(WRONG.format(wrong="()"))] * 2, game=name
    )
    game = played.games[0]
    assert [fault.kind for fault in game.faults] == ["illegal"]
    check(model, played.match, game)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_broken_off(name: str, house: House, model: Model) -> None:
    """All but one have failed."""
    wrong = [house.local(WRONG.format(wrong=at)) for at in ("(1,)", "()", "(2,)")]
    played = house.play(*wrong, game=name)
    game = played.games[0]
    assert game.deals[-1].end == "forfeit"
    course = check(model, played.match, game)
    assert course["steps"][-1]["position"]["end"] == "forfeit"
    assert course["steps"][-2]["position"]["turn"] == game.faults[-1].seat


@pytest.mark.parametrize("name", GAMES)
def test_single_decisions(name: str, house: House, model: Model) -> None:
    """With fallbacks an illegal action forfeits nothing, three timeouts running do."""
    wrong = house.local(WRONG.format(wrong="(1, 3)"))
    late = house.bot("sleep", value=5, to=99)
    options = {"fajer": None, "poker": {"hands": "4"}}[name]
    third = house.local(WRONG.format(wrong="()"))
    played = house.play(wrong, late, third, game=name, options=options, on_fault="fallback", move_ms=60)
    game = played.games[0]
    assert [fault.kind for fault in game.faults].count("timeout") == 3
    course = check(model, played.match, game)
    assert [event for step in course["steps"] for event in step["events"] if event[0] == "forfeit"] == [["forfeit", 1]]


def test_before_the_first_deal(house: House, model: Model) -> None:
    played = house.play(house.bot("chatter-first"), *[house.local(WRONG.format(wrong="()"))] * 2)
    game = played.games[0]
    assert [(fault.kind, fault.deal) for fault in game.faults] == [("start", None)]
    course = check(model, played.match, game)
    assert course["steps"][0]["events"][-1] == ["forfeit", 0]
