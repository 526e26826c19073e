"""Proves that a record is compared with what seed and rules make, and every difference is told."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from records.files import job, write

from fajer.records.files import Opened, opened
from fajer.records.record import Fault, Game
from fajer.records.replay import differences


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Opened:
    folder = tmp_path_factory.mktemp("replayed")
    return opened(write(folder / "games.jsonl", job(folder, "First", "First", "First", count=6)))


@pytest.fixture
def game(found: Opened) -> Game[Any]:
    return deepcopy(next(found.games()))


def crash(seat: int | None, deal: int | None = None, action: int | None = None) -> Fault:
    return Fault(seat, deal, action, "crash", "it ended")


def test_a_true_record_differs_in_nothing(found: Opened) -> None:
    assert [differences(found, game) for game in found.games()] == [[]] * 6


def lay(game: Game[Any], deal: int, action: int, seat: int | None = None, text: str | None = None) -> None:
    """Change who did an action, or what it was."""
    there = game.deals[deal].actions[action]
    game.deals[deal].actions[action] = (there[0] if seat is None else seat, there[1] if text is None else text)


CHANGES: dict[str, tuple[Callable[[Game[Any]], object], str]] = {
    "payoffs": (lambda game: setattr(game, "payoffs", [9, 0, -9]), "payoffs is [9,0,-9] in the record, "),
    "places": (lambda game: setattr(game, "places", [1, 1, 1]), "places is [1,1,1] in the record, "),
    "drawn": (lambda game: setattr(game, "drawn", not game.drawn), "drawn is "),
    "deck": (lambda game: setattr(game.deals[0], "deck", "7p"), 'deal 0: deck is "7p" in the record, '),
    "dealer": (lambda game: setattr(game.deals[1], "dealer", 9), "deal 1: dealer is 9 in the record, "),
    "an action that is none": (lambda game: lay(game, 0, 0, text="knock"), "deal 0, action 0: 'knock'"),
    "another seat's": (
        lambda game: lay(game, 0, 1, seat=game.deals[0].actions[0][0]),
        "deal 0, action 1: ",
    ),
    "an action too many": (lambda game: game.deals[-1].actions.append((0, "go")), "but the game is over in deal 1"),
    "an action of another deal": (lambda game: game.deals[0].actions.append((0, "go")), "but deal 1 is being played"),
    "a deal too few": (
        lambda game: (game.deals.pop(), game.times_us.pop()),
        "the game is not over when its actions are",
    ),
    "a time too few": (lambda game: game.times_us[0].pop(), "times_us has not one entry for each action"),
    "no time": (
        lambda game: game.times_us[0].__setitem__(0, None),
        "deal 0, action 0: the referee played it, or did not, against times_us",
    ),
    "all forfeited": (
        lambda game: game.faults.extend(crash(seat, 1, 0) for seat in range(3)),
        "the seats [0, 1, 2] forfeited: one twice, or all",
    ),
    "one forfeited twice": (
        lambda game: game.faults.extend([crash(1), crash(1, 1, 0)]),
        "the seats [1, 1] forfeited: one twice, or all",
    ),
    "a forfeit that was none": (lambda game: game.faults.append(crash(2)), "places is "),
}
"""What is changed, and what is said of it."""


@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_record_is_told(found: Opened, game: Game[Any], change: str) -> None:
    does, said = CHANGES[change]
    does(game)
    assert any(said in line for line in differences(found, game)), differences(found, game)
