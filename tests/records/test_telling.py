"""Proves that a recorded game is told as it was played, and a seat's own story holds nothing that it did not see."""

from typing import Any

import msgspec
import pytest
from records.files import job, write

from fajer.records.files import Opened, opened
from fajer.records.record import Entrant, Fault, Game
from fajer.records.telling import told


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Opened:
    folder = tmp_path_factory.mktemp("told")
    return opened(write(folder / "games.jsonl", job(folder, count=6)))


@pytest.fixture(scope="module")
def game(found: Opened) -> Game[Any]:
    """The first game with a note."""
    return next(game for game in found.games() if game.notes)


def lines(found: Opened, game: Game[Any], **given: Any) -> list[str]:
    return list(told(found, game, **given))


def test_a_game_is_told_from_deal_to_deal(found: Opened, game: Game[Any]) -> None:
    """A heading, every deal with its hands, every action with its time, and how it ended."""
    text = lines(found, game)
    assert text[0].startswith(f"Game {game.index}: set {game.set}, seating {game.seating}. Seats: 0 ")
    holds = [line for line in text if " holds " in line]
    assert len(holds) == 2 * len(game.deals)
    for deal in game.deals:
        first = deal.deck.split()[:3]
        assert any(all(card in line for card in first) for line in holds)
    assert sum(" µs" in line for line in text) == sum(map(len, game.times_us))
    assert text[-1].count(".") >= 2
    assert "1. " in text[-1]


def test_notes_stand_beside_their_actions(found: Opened, game: Game[Any]) -> None:
    """A seat is told its own only."""

    def noted(**given: Any) -> list[str]:
        return [line for line in lines(found, game, **given) if "“" in line]

    assert len(noted()) == len(game.notes)
    assert all(f"“{note}”" in line for line, (_, _, note) in zip(noted(), game.notes, strict=True))
    for seat in (0, 1):
        own = [game.deals[deal].actions[action][0] for deal, action, _ in game.notes].count(seat)
        assert len(noted(seat=seat)) == own


def test_a_seat_is_told_its_own_hands_only(found: Opened, game: Game[Any]) -> None:
    text = lines(found, game, seat=1)
    assert "as seat 1 (" in text[0]
    assert len([line for line in text if " holds " in line]) == len(game.deals)


def test_one_deal_of_a_game(found: Opened, game: Game[Any]) -> None:
    """Under the heading of the game; how the game ended is no part of it."""
    whole, one = lines(found, game), lines(found, game, deal=1)
    assert one[0] == whole[0]
    assert len(one) < len(whole)
    assert set(one) <= set(whole)
    assert whole[-1] not in one
    assert sum(" holds " in line for line in one) == 2


def test_faults_are_told_where_they_happened(found: Opened, game: Game[Any]) -> None:
    """Before the first deal at the end; our own are no bot's story. Strangers' text is escaped."""
    faulty = msgspec.structs.replace(
        game,
        faults=[
            Fault(None, None, None, "internal", "its unit was played again"),
            Fault(0, None, None, "start", "no \x1b hello"),
            Fault(1, 0, 1, "illegal", "'\x1b[2J'"),
        ],
        times_us=[[None, *game.times_us[0][1:]], *game.times_us[1:]],
        notes=[(0, 0, "\x1b[1mbold")],
    )
    text = lines(found, faulty)
    assert all(line.isprintable() for line in text)
    assert any(line.strip().startswith("! ") and r"illegal: '\x1b[2J'" in line for line in text)
    assert any(r"before the first deal: start: no \x1b hello" in line for line in text)
    assert any(r"[played by the referee, “\x1b[1mbold”]" in line for line in text)
    assert not any("played again" in line for line in text)


def test_the_fault_that_ended_a_game_is_told(found: Opened, game: Game[Any]) -> None:
    """The last one left has won: no action was played in its place, and it is told all the same."""
    first = msgspec.structs.replace(game.deals[0], actions=game.deals[0].actions[:1], end="forfeit", paid=[], out=[])
    broken = msgspec.structs.replace(
        game,
        deals=[first],
        times_us=[game.times_us[0][:1]],
        faults=[Fault(1, 0, 1, "crash", "ended with exit status 3")],
        notes=[],
    )
    text = lines(found, broken)
    assert any("crash: ended with exit status 3" in line for line in text)


def test_names_are_escaped(found: Opened, game: Game[Any]) -> None:
    bots = [msgspec.structs.replace(bot, name="\x1b[2J") for bot in found.match.bots]
    assert all(isinstance(bot, Entrant) for bot in bots)
    strange = Opened(found.path, msgspec.structs.replace(found.match, bots=bots), found.rules, found.options)
    assert all(line.isprintable() for line in lines(strange, game))


def test_a_drawn_game_says_so(found: Opened, game: Game[Any]) -> None:
    assert lines(found, msgspec.structs.replace(game, drawn=True))[-1].startswith("Drawn. 1. ")
    assert not lines(found, game)[-1].startswith("Drawn")


def test_without_times_an_action_stands_alone(found: Opened, game: Game[Any]) -> None:
    """As in a record whose times were taken out."""
    bare = msgspec.structs.replace(game, times_us=[], notes=[])
    assert not any("µs" in line for line in lines(found, bare))
