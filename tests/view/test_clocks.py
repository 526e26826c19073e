"""Proves that page and terminal know how long each seat had for a decision: its own clock, and what its bank held."""

from typing import Any

import msgspec
import pytest
from view.page import Model
from view.seat.guests import Planned, played, wish

from fajer.records.files import opened
from fajer.records.record import Game, Limits, Match
from fajer.view.clocks import allowed_ms


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> tuple[Match, Game[Any]]:
    """A game of a person with two bots that have a bank; the person is in seat 1."""
    limits = Limits(move_ms=100, bank_ms=1000)
    asked = wish("first", "first", limits=limits, changes={"stakes": "1"})
    found = opened(played(tmp_path_factory.mktemp("kept"), Planned(), asked, seat=1))
    return found.match, next(found.games())


def places(game: Game[Any], seat: int) -> list[tuple[int, int]]:
    """A seat's actions: deal and action."""
    return [
        (number, place)
        for number, deal in enumerate(game.deals)
        for place, (actor, _) in enumerate(deal.actions)
        if actor == seat
    ]


def by(match: Match, move_ms: Any) -> Match:
    """The match with another clock of the person."""
    bots = [bot if bot.spec != "person" else msgspec.structs.replace(bot, move_ms=move_ms) for bot in match.bots]
    return msgspec.structs.replace(match, bots=bots)


def both(model: Model, match: Match, game: Game[Any], at: list[tuple[int, int]]) -> list[int | None]:
    """What each says, in milliseconds; they have to agree."""
    line, told = (msgspec.json.decode(msgspec.json.encode(part)) for part in (match, game))
    page = model.ask("allowed", match=line, game=told, places=at)
    ours = [allowed_ms(match, game, *place) for place in at]
    assert [None if each is None else each // 1000 for each in page] == ours
    return ours


def test_a_person_without_a_clock(model: Model, kept: tuple[Match, Game[Any]]) -> None:
    match, game = kept
    assert [bot.move_ms for bot in match.bots] == [msgspec.UNSET, None, msgspec.UNSET]
    assert {*both(model, match, game, places(game, 1))} == {None}


def test_a_person_with_a_clock(model: Model, kept: tuple[Match, Game[Any]]) -> None:
    """It is the person's own, and without a bank, however long they took."""
    match, game = by(kept[0], 5000), kept[1]
    assert {*both(model, match, game, places(game, 1))} == {5000}


def test_the_bank_grows_less(model: Model, kept: tuple[Match, Game[Any]]) -> None:
    """At each third decision 300 ms are too much; what others take counts for nothing."""
    match, game = kept
    times = [[90_000 for _ in deal.actions] for deal in game.deals]
    own = places(game, 0)
    for deal, action in own[::3]:
        times[deal][action] = 400_000
    for deal, action in places(game, 2):
        times[deal][action] = 10_000_000
    slow = msgspec.structs.replace(game, times_us=times)
    left = [1100, 800, 500, 200, 100]
    assert both(model, match, slow, own) == [left[min(4, -(-number // 3))] for number in range(len(own))]
