"""Proves that an error of ours is never charged to a bot: the unit is played again, once, and the record says so."""

import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from referee.house import House, Played, children, eventually, kinds, log

from fajer.errors import InternalError
from fajer.match import unit as units
from fajer.match.run import Unkept
from fajer.records.record import digest
from fajer.referee.keeper import Keeper
from fajer.referee.play import Play

FIRST = "class Local(Bot):\n    def act(self, view, legal):\n        return legal[0]\n"


def failing(monkeypatch: pytest.MonkeyPatch, house: House, index: int, times: int) -> None:
    """The referee fails in game `index`, so many times; in whatever process it runs."""
    counter = house.path / "failures"
    proper = Play.finish

    def finish(play: Play) -> Any:
        if play.sitting.index == index and (not counter.exists() or counter.stat().st_size < times):
            with counter.open("a") as file:
                file.write(".")
            raise RuntimeError("out of ideas")
        return proper(play)

    monkeypatch.setattr(Play, "finish", finish)


def faults(played: Played) -> list[list[tuple[int | None, str]]]:
    return [[(fault.seat, fault.kind) for fault in game.faults] for game in played.games]


def test_an_error_of_ours_is_tried_once_more(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that were given out before stand; the first one after the failure says what happened."""
    failing(monkeypatch, house, 2, 1)
    told = house.path / "told"
    played = house.play(house.bot(), house.bot(log=told), games=4)
    assert played.stopped is None
    assert [game.index for game in played.games] == [0, 1, 2, 3]
    assert faults(played) == [[], [], [(None, "internal")], []]
    (fault,) = played.games[2].faults
    assert fault.detail == "its unit was played again: RuntimeError: out of ideas"
    assert (fault.deal, fault.action) == (None, None)
    assert all(game.digest == digest(game) for game in played.games)
    assert kinds(log(told)).count("start") == 3 + 4  # the whole unit, by fresh processes
    assert [line[0] for line in log(told) if line[1] == "start"] == ["1"] * 3 + ["2"] * 4


def test_the_games_are_those_that_would_have_been_played(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = house.play(house.bot(), house.bot(), games=4)
    failing(monkeypatch, house, 2, 1)
    again = house.play(house.bot(), house.bot(), games=4)
    for one, other in zip(plain.games, again.games, strict=True):
        assert one.deals == other.deals
        assert one.payoffs == other.payoffs


def test_the_second_error_of_ours_stops_the_match(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was finished stands, nothing is left."""
    failing(monkeypatch, house, 2, 2)
    played = house.play(house.bot(), house.bot(), games=4)
    assert isinstance(played.stopped, InternalError)
    assert str(played.stopped) == "the referee failed twice in block 0, seating 0: RuntimeError: out of ideas"
    assert faults(played) == [[], []]


def test_each_unit_has_its_own_second_try(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    failing(monkeypatch, house, 0, 1)
    proper = Play.begin
    once = iter([True])

    def begin(play: Play) -> None:
        if play.sitting.index == 3 and next(once, False):
            raise OSError(24, "Too many open files")
        proper(play)

    monkeypatch.setattr(Play, "begin", begin)
    played = house.play(house.bot(), house.bot(), games=4, block=2)
    assert faults(played) == [[(None, "internal")], [], [], [(None, "internal")]]
    assert "Too many open files" in played.games[3].faults[0].detail


def test_in_a_worker_too(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    failing(monkeypatch, house, 2, 1)
    job = house.job(house.bot(), house.bot(), games=4, block=1)
    played = house.run(job, jobs=2)
    assert played.stopped is None
    assert faults(played) == [[], [], [(None, "internal")], []]


def test_twice_in_a_worker_stops_the_match(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    failing(monkeypatch, house, 2, 2)
    job = house.job(house.bot(), house.bot(), games=4, block=1)
    played = house.run(job, jobs=2)
    assert isinstance(played.stopped, InternalError)
    assert str(played.stopped) == "the referee failed twice in block 2, seating 0: RuntimeError: out of ideas"


def test_side_by_side_too(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    failing(monkeypatch, house, 1, 1)
    played = house.play(house.bot(batch=1), house.bot(batch=1), games=4, batch=4)
    assert [game.index for game in played.games] == [0, 1, 2, 3]
    assert [fault for game in faults(played) for fault in game] == [(None, "internal")]


def test_known_games_are_not_said_to_be_played_again(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The remark stands in the first game that is new."""
    failing(monkeypatch, house, 0, 1)
    job = house.job(house.bot(), house.bot(), games=3)
    crew = units.Crew(job)
    (unit,) = units.Plan(job.match).units()
    games = list(crew.play(unit, lambda index: index == 0))
    crew.close()
    assert [[fault.kind for fault in game.faults] for game in games] == [[], ["internal"], []]


def keepers() -> list[int]:
    """The keepers that are children of ours."""
    return [pid for pid in children() if b"keep.py" in Path(f"/proc/{pid}/cmdline").read_bytes()]


def killing_the_keeper(passed: Callable[[Any], None], at: set[int]) -> Unkept:
    """After these games the keeper is killed from outside."""

    def look(game: Any) -> None:
        passed(game)
        if game.index in at:
            for pid in keepers():
                os.kill(pid, signal.SIGKILL)

    return Unkept(look)


def test_a_keeper_that_is_killed_is_an_error_of_ours(house: House) -> None:
    """It is missed when a bot ends; a new one takes its place, the bots of the old one are gone."""
    job = house.job(house.bot("exit-at-end"), house.bot("deaf"), house.bot(), games=3)
    played = house.run(job, keeping=lambda passed: killing_the_keeper(passed, {0}))
    assert played.stopped is None
    assert [[fault.kind for fault in game.faults] for game in played.games] == [[], ["internal"], []]
    assert "the keeper of the bots is gone" in played.games[1].faults[0].detail
    house.is_left_as_found()


def test_a_keeper_that_is_killed_twice_stops_the_match(house: House) -> None:
    job = house.job(house.bot("exit-at-end", life=None), house.bot("deaf"), games=4)
    played = house.run(job, keeping=lambda passed: killing_the_keeper(passed, {0, 1}))
    assert isinstance(played.stopped, InternalError)
    house.is_left_as_found()


def test_a_machine_that_cannot_start_bots_is_not_their_fault(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """No processes left: tried again, then the match stops."""
    monkeypatch.setattr(Keeper, "_ask", lambda keeper, request, fds=(): {"error": "no", "errno": 11})
    played = house.play(house.bot(), house.bot(), games=1)
    assert isinstance(played.stopped, InternalError)
    assert "a bot could not be started" in str(played.stopped)


def test_an_interrupt_is_no_error_of_ours(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """It goes through at once, and nothing is left."""

    def interrupted(play: Play) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Play, "finish", interrupted)
    with pytest.raises(KeyboardInterrupt):
        house.play(house.bot(), house.bot())
    assert eventually(lambda: not house.processes())
