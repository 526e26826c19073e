"""Proves that a plan is played whole and once, however often that is interrupted, and with any number of workers."""

import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from referee.house import House, youngest_worker
from tournament import cups

from fajer.errors import InternalError, StoreError
from fajer.match.unit import Crew
from fajer.match.workers import Workers
from fajer.records.record import Fault, Game
from fajer.tournament import later
from fajer.tournament.aside import Aside
from fajer.tournament.cup import Bot
from fajer.tournament.ladder import Ladder
from fajer.tournament.ranking import ranking
from fajer.tournament.running import Running
from fajer.tournament.store import Store

GAMES = 8
PATIENT = "[tournament.limits]\nmove_time = 100\nstart_time = 100\n"
"""However busy the machine is nobody is too late."""
SETTINGS: dict[str, Any] = {"games": GAMES, "block": 2, "extra": PATIENT}
"""Three tables of two: four units of two games each."""


class Run:
    """A run in this process, and what was said."""

    def __init__(self, store: Store, jobs: int = 1) -> None:
        self.remarks: list[str] = []
        self.passed: list[tuple[int, int]] = []
        self.store = store
        self.running = Running(store, Workers(jobs, self.remarks.append, pin=False), self.remarks.append)

    def play(self, look: Callable[[int, Game[Any]], None] = lambda table, game: None) -> "Run":
        def passed(table: Any, game: Game[Any]) -> None:
            assert self.store.known(table.number)[game.index]
            self.passed.append((table.number, game.index))
            look(table.number, game)

        self.running.play(passed)
        return self

    def stop_after(self, games: int) -> "Run":
        def look(table: int, game: Game[Any]) -> None:
            if len(self.passed) == games:
                self.running.stop()

        return self.play(look)


def shown(store: Store) -> Any:
    """The table without what depends on the clock."""
    table = msgspec.to_builtins(ranking(store))
    for bot in table["bots"]:
        del bot["thinking"], bot["late"]
    return table


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, Any]:
    """Digests and table of the cup, played by hand."""
    with cups.begun(tmp_path_factory.mktemp("whole"), **SETTINGS) as store:
        cups.play(store)
        return cups.digests(store), shown(store)


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_any_number_of_workers_plays_the_same_games(house: House, undisturbed: Any, jobs: int) -> None:
    with cups.begun(house.path, **SETTINGS) as store:
        run = Run(store, jobs)
        assert (run.running.games, run.running.planned) == (0, 3 * GAMES)
        run.play()
        assert (cups.digests(store), shown(store)) == undisturbed
        assert sorted(run.passed) == [(table, game) for table in range(3) for game in range(GAMES)]
        assert (run.running.games, run.running.planned) == (3 * GAMES, 3 * GAMES)
        assert run.remarks == []
    house.is_left_as_found()


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("most", [0, 1, 2, 5, 9, 23, 24])
def test_what_was_played_is_not_played_again(house: House, undisturbed: Any, jobs: int, most: int) -> None:
    """Not even in the middle of a unit."""
    with cups.begun(house.path, **SETTINGS) as store:
        cups.play(store, most)
        before = cups.digests(store)
        run = Run(store, jobs).play()
        assert len(run.passed) == 3 * GAMES - most
        assert not {(table, game) for table, game, _ in before} & set(run.passed)
        assert (cups.digests(store), shown(store)) == undisturbed
        assert run.remarks == []


def test_bots_of_processes_too(house: House) -> None:
    """By real processes, and with batches."""
    folder = house.path
    words = " ".join(house.words(counted=False))
    bots = "".join(cups.bot(name, f"cmd:{words}{batch}") for name, batch in (("ann", " --batch 1"), ("bob", "")))
    toml = cups.text(**SETTINGS).partition("[[bots]]")[0] + bots + cups.bot("cid", f"cmd:{words} --batch 1")
    found = []
    for jobs in (1, 2):
        (folder / str(jobs)).mkdir()
        (folder / str(jobs) / "cup.toml").write_text(toml, "utf-8")
        cup = cups.read(folder / str(jobs) / "cup.toml")
        with cups.plan.begin(cup, folder / str(jobs) / "cup.db", print) as store:
            Run(store, jobs).play()
            found.append(cups.digests(store))
    assert found[0] == found[1]
    house.is_left_as_found()


def test_a_bot_that_does_not_repeat_itself_is_told_of_once_a_table(house: House) -> None:
    with cups.begun(house.path, "ann", "bob", games=12, extra=PATIENT) as store:
        cups.play(store, 5)
        store._connection.execute("UPDATE game SET again = 'another' WHERE game_index < 3")
        run = Run(store).play()
    (said,) = run.remarks
    assert said.startswith("table 0, game 0 was played differently this time (the first one stands)")
    assert said.endswith(": one of ann, bob does not repeat itself")


def test_what_bots_used_off_turn_is_added_up(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    proper = Crew.play

    def play(crew: Crew, *given: Any) -> Any:
        yield from proper(crew, *given)
        crew.off_turn_us[1] += 1000

    monkeypatch.setattr(Crew, "play", play)
    with cups.begun(house.path, **SETTINGS) as store:
        Run(store).play()
        used = store.rows("SELECT number, off_turn_us FROM seat_at ORDER BY table_number, number")
    assert used == [(0, 0), (1, 4000)] * 3


# Set aside


def wrong(folder: Path, **settings: Any) -> Store:
    """A cup in which bob never plays a legal action."""
    cups.cup(folder)
    toml = cups.text("ann", "bob", "cid", extra=PATIENT, **settings)
    head, *bots = toml.split("[[bots]]")
    bots[1] = bots[1].replace("First", "Wrong")
    (folder / "cup.toml").write_text("[[bots]]".join([head, *bots]), "utf-8")
    return cups.plan.begin(cups.read(folder / "cup.toml"), folder / "cup.db", print)


def played(store: Store) -> list[int]:
    """By table, how many games."""
    return [len(store.known(table)) for table in store.numbers()]


@pytest.mark.parametrize("jobs", [1, 2])
def test_ten_games_running_forfeited_set_a_bot_aside(house: House, jobs: int) -> None:
    """Its other tables are not played; what was played stands, and who is right plays on."""
    with wrong(house.path, games=24) as store:
        run = Run(store, jobs).play()
        assert played(store) == [10, 24, 0]
        (remark,) = (remark for remark in run.remarks if "set aside" in remark)
        assert remark.startswith(
            "bob is set aside: it forfeited 10 games running, up to game 9 of table 0 (illegal: 'no such action'"
        )
        over = "; no more games are played at its tables; to take it in again: "
        assert f"{over}fajer tournament add {store.path} py:" in remark
        assert remark.endswith("bots.py:Wrong --name bob")
        assert "allowed: " not in remark
        assert [bot.set_aside is not None for bot in store.bots()] == [False, True, False]
        assert (run.running.games, run.running.planned) == (34, 34)
        assert Run(store, jobs).play().passed == []
    house.is_left_as_found()


def test_who_is_set_aside_when_depends_on_the_plan_alone(tmp_path: Path) -> None:
    """Bob's tenth game in the plan is the fourth at table 2: however many tables are played side by
    side, and however often that is interrupted, the games are the same."""
    found = []
    for number, (jobs, stops) in enumerate([(1, []), (2, []), (5, []), (1, [3, 4, 2]), (3, [1, 1, 1, 1])]):
        (tmp_path / str(number)).mkdir()
        with wrong(tmp_path / str(number), games=6, block=1) as store:
            for most in stops:
                Run(store, jobs).stop_after(most)
            Run(store, jobs).play()
            assert played(store) == [6, 6, 4]
            assert store.bots()[1].set_aside.startswith("it forfeited 10 games running, up to game 3 of table 2 (")
            thought = store.rows("SELECT bot, sum(decisions) FROM thinking GROUP BY bot ORDER BY bot")
            assert thought == store.rows("SELECT bot, sum(decisions) FROM result GROUP BY bot HAVING sum(decisions)")
            found.append((cups.digests(store), shown(store)))
    assert found == [found[0]] * len(found)


@pytest.mark.parametrize("most", [1, 5, 9, 10, 11])
def test_games_before_an_interruption_count(house: House, most: int) -> None:
    with wrong(house.path, games=24) as store:
        cups.play(store, most)
        run = Run(store).play()
        assert played(store) == [10, 24, 0]
        assert run.running.games == 34


def test_a_bot_that_was_set_aside_and_is_repaired_plays(house: House) -> None:
    """It is a new version with tables of its own."""
    with wrong(house.path, games=12) as store:
        Run(store).play()
    bots = (house.path / "bots.py").read_text().replace('"no such action"', "legal[0]")
    (house.path / "bots.py").write_text(bots, "utf-8")
    said: list[str] = []
    with cups.resumed(house.path, said.append) as store:
        assert any("bob is a new version" in line for line in said)
        Run(store).play()
        sets = {bot.replaced: bot.sets for bot in ranking(store).bots if bot.name.startswith("bob (")}
        assert sets == {True: 0, False: 12}  # the table at which the old one was set aside is left out


def forfeit(index: int, seat: int | None) -> Game[Any]:
    """A game that somebody forfeits."""
    faults = [] if seat is None else [Fault(seat, 0, 0, "timeout", "no answer")]
    return cups.game(index, index, [0, 0], faults=faults)


def follow(aside: Aside, store: Store, table: int, *games: Game[Any]) -> dict[int, str]:
    """Put games into a store one by one; returns who was set aside."""
    planned = store.table(table)
    found: dict[int, str] = {}
    for game in games:
        with store.together():
            cups.put(store, table, game)
            lost = {planned.bots[game.seats[fault.seat]] for fault in game.faults if fault.seat is not None}
            found |= aside.added(planned, game.index, lost)
    return found


def three_tables(tmp_path: Path, games: int) -> Store:
    """Ann and bob, bob and cid, ann and cid."""
    return cups.by_hand(
        tmp_path / "cup.db", ("ann", "bob", "cid"), [(0, 1), (1, 2), (0, 2)], games=games, set_size=1, seating="fixed"
    )


def test_streaks_are_by_bot_at_whatever_tables(tmp_path: Path) -> None:
    with three_tables(tmp_path, games=12) as store:
        aside = Aside(store)
        assert aside.begin() == {}
        at_first = [forfeit(index, None if index == 5 else 1) for index in range(12)]  # six running at its end
        assert follow(aside, store, 0, *at_first) == {}
        assert follow(aside, store, 1, *(forfeit(index, 0) for index in range(3))) == {}
        found = follow(aside, store, 1, forfeit(3, 0))
        assert found == {1: "it forfeited 10 games running, up to game 3 of table 1 (timeout: no answer)"}
        assert follow(aside, store, 2, *(forfeit(index, 0) for index in range(9))) == {}  # ann's
        assert follow(aside, store, 2, forfeit(9, None), forfeit(10, 0), forfeit(11, 0)) == {}
        assert played(store) == [12, 4, 12]


def test_games_that_come_ahead_wait_for_those_before_them(tmp_path: Path) -> None:
    """Ten forfeits at the table that comes later in the plan are none running if a game before them is missing;
    those beyond the tenth are taken out again."""
    with three_tables(tmp_path, games=12) as store:
        aside = Aside(store)
        aside.begin()
        assert follow(aside, store, 1, *(forfeit(index, 0) for index in reversed(range(12)))) == {}
        assert follow(aside, store, 0, *(forfeit(index, 1) for index in range(1, 12))) == {}
        assert Aside(store).begin() == {}
        assert played(store) == [11, 12, 0]
        (why,) = follow(aside, store, 0, forfeit(0, None)).values()
        assert why.startswith("it forfeited 10 games running, up to game 10 of table 0")
        assert played(store) == [11, 0, 0]


@pytest.mark.parametrize("kept", [None, 2, 11])
def test_streaks_go_on_from_the_store(tmp_path: Path, kept: int | None) -> None:
    """What was running at the end of the tables that are complete, by the order of the plan."""
    with three_tables(tmp_path, games=12) as store:
        games = [forfeit(index, None if index == kept or index < 3 else 1) for index in range(12)]
        cups.put(store, 0, *reversed(games))
        running = 0 if kept == 11 else 9
        aside = Aside(store)
        assert aside.begin() == {}
        left = 10 - running
        assert follow(aside, store, 1, *(forfeit(index, 0) for index in range(left - 1))) == {}
        (why,) = follow(aside, store, 1, forfeit(left - 1, 0)).values()
        assert f"up to game {left - 1} of table 1 " in why


def test_an_old_versions_missing_games_are_not_waited_for(tmp_path: Path) -> None:
    """Cid forfeits ten at its tables while ann's table has gaps; when ann is another one these count."""
    with three_tables(tmp_path, games=12) as store:
        cups.put(store, 0, forfeit(3, None))
        cups.put(store, 1, *(forfeit(index, 1) for index in range(12)))
        cups.put(store, 2, forfeit(7, 1))
        assert Aside(store).begin() == {}
        store.replace(0, cups.entered(3, "ann", version="2"))
        ((bot, why),) = Aside(store).begin().items()
        assert (bot, why.partition(" (")[0]) == (2, "it forfeited 10 games running, up to game 9 of table 1")
        assert played(store) == [1, 10, 0]


# Interrupted


@pytest.mark.parametrize("jobs", [1, 2])
def test_stopped_it_ends_after_the_running_games(house: House, undisturbed: Any, jobs: int) -> None:
    """No unit is begun, and no other game of a unit; then it is played on to the same end."""
    with cups.begun(house.path, **SETTINGS) as store:
        run = Run(store, jobs).stop_after(1)
        assert run.running.is_stopping
        assert 1 <= len(run.passed) <= jobs * 2
        if jobs == 1:
            assert run.passed == [(0, 0)]
        Run(store, jobs).play()
        assert (cups.digests(store), shown(store)) == undisturbed


def test_stopped_before_it_begins(house: House) -> None:
    with cups.begun(house.path) as store:
        run = Run(store)
        run.running.stop()
        assert run.play().passed == []


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("error", [StoreError("the disk is full"), KeyboardInterrupt()])
def test_whatever_ends_it_nothing_is_left_running(
    house: House, undisturbed: Any, monkeypatch: pytest.MonkeyPatch, jobs: int, error: BaseException
) -> None:
    """And what was written stands."""
    with cups.begun(house.path, **SETTINGS) as store:
        proper = store.add

        def add(table: int, game: Game[Any], line: bytes) -> bool:
            if store.count() == 5:
                raise error
            return proper(table, game, line)

        monkeypatch.setattr(store, "add", add)
        with pytest.raises(type(error)):
            Run(store, jobs).play()
        monkeypatch.undo()
        assert store.count() == 5
        Run(store, jobs).play()
        assert (cups.digests(store), shown(store)) == undisturbed


def test_a_worker_that_is_killed_costs_only_its_unit(house: House, undisturbed: Any) -> None:
    """It is played again; where that gives a new game its record says so."""
    with cups.begun(house.path, **SETTINGS) as store:
        killed: list[int] = []

        def look(table: int, game: Game[Any]) -> None:
            if not killed:
                killed.append(youngest_worker())
                os.kill(killed[0], signal.SIGKILL)

        run = Run(store, 2).play(look)
        again = store.rows("SELECT table_number, game_index, coalesce(again, digest) FROM game ORDER BY 1, 2")
        assert again == undisturbed[0]
        assert shown(store)["bots"] == undisturbed[1]["bots"]
        assert run.remarks
        assert all("a worker of the referee was ended from outside" in remark for remark in run.remarks)
    house.is_left_as_found()


def test_the_referees_own_failure_twice_ends_it(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def play(crew: Crew, *given: Any) -> Any:
        raise InternalError("the referee failed twice")
        yield

    monkeypatch.setattr(Crew, "play", play)
    with cups.begun(house.path) as store, pytest.raises(InternalError, match="failed twice"):
        Run(store, 2).play()


# What comes later


def test_a_bot_that_comes_later_plays_its_own_games_only(house: House, undisturbed: Any) -> None:
    with cups.begun(house.path, **SETTINGS) as store:
        Run(store).play()
    with later.add(house.path / "cup.db", [Bot(bot=f"py:{house.path}/bots.py:Last", name="dot")], print) as store:
        run = Run(store)
        assert (run.running.games, run.running.planned) == (3 * GAMES, 6 * GAMES)
        run.play()
        assert sorted({table for table, _ in run.passed}) == [3, 4, 5]
        assert all(3 in store.table(number).bots for number in (3, 4, 5))
        assert cups.digests(store)[: 3 * GAMES] == undisturbed[0]


# Ladders


LADDER: dict[str, Any] = {"format": '"ladder"', "rounds": 3, "tables": 2, "games": 4, "block": 1, "extra": PATIENT}


def ladder(folder: Path, jobs: int, stops: tuple[int, ...] = ()) -> Any:
    """A ladder played to its end: its tables, its digests, its table."""
    folder.mkdir()
    with cups.begun(folder, *cups.NAMES, **LADDER) as store:
        for games in stops:
            run = Run(store, jobs)
            assert run.running.planned == 3 * 2 * 4
            run.stop_after(games)
        Run(store, jobs).play()
        tables = [(store.table(number).round, store.table(number).bots) for number in store.numbers()]
        return tables, cups.digests(store), shown(store)


def test_a_ladder_is_played_round_by_round(tmp_path: Path) -> None:
    """The same with any number of workers and however often it is interrupted."""
    pytest.importorskip("openskill")
    tables, digests, table = ladder(tmp_path / "one", 1)
    assert [turn for turn, _ in tables] == [0, 0, 1, 1, 2, 2]
    assert len(digests) == 3 * 2 * 4
    assert all(sum(bot in bots for _, bots in tables) == 3 for bot in range(4))
    assert ladder(tmp_path / "two", 2) == (tables, digests, table)
    assert ladder(tmp_path / "stopped", 1, (3, 5, 1, 7)) == (tables, digests, table)


def test_a_ladder_follows_each_game_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many rounds there are; 3 rounds of 2 tables with 4 games each."""
    pytest.importorskip("openskill")
    followed = []
    proper = Ladder.game

    def game(self: Ladder, bots: Any, places: Any) -> None:
        followed.append(bots)
        proper(self, bots, places)

    monkeypatch.setattr(Ladder, "game", game)
    with cups.begun(tmp_path, *cups.NAMES, **LADDER) as store:
        Run(store).play()
    assert len(followed) == 3 * 2 * 4


def test_a_ladder_without_a_number_of_tables_has_each_bot_sit(tmp_path: Path) -> None:
    pytest.importorskip("openskill")
    with cups.begun(tmp_path, "ann", "bob", "cid", **LADDER | {"tables": None, "rounds": 1}) as store:
        run = Run(store)
        assert run.running.planned == 2 * 4
        run.play()
        assert len(store.numbers()) == 2
        assert {bot for number in store.numbers() for bot in store.table(number).bots} == {0, 1, 2}


def test_a_bot_that_comes_to_a_ladder_sits_as_often_as_there_are_rounds(tmp_path: Path) -> None:
    """When the rounds are over they are its tables alone; what was played stands."""
    pytest.importorskip("openskill")
    with cups.begun(tmp_path, *cups.NAMES, **LADDER) as store:
        Run(store).play()
        before = cups.digests(store)
    with later.add(tmp_path / "cup.db", [Bot(bot=f"py:{tmp_path}/bots.py:Last", name="eve")], print) as store:
        run = Run(store)
        assert (run.running.games, run.running.planned) == (24, 24 + 3 * 4)
        run.stop_after(5)
        Run(store).play()
        tables = [store.table(number).bots for number in store.numbers()]
        assert len(tables) == 6 + 3
        assert all(4 in bots for bots in tables[6:])
        assert cups.digests(store)[:24] == before
        assert Run(store).running.planned == 36
