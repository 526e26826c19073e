"""The store: what goes in comes out, once and whole, whatever ends the program; errors in one line."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from tournament.cups import begun, by_hand, entered, game, match, play, put, setting

from fajer.errors import StoreError
from fajer.records.files import encoded, opened
from fajer.records.record import Fault, digest
from fajer.tournament import connection as file
from fajer.tournament.schema import APPLICATION, VERSION, Planned
from fajer.tournament.store import Store
from fajer.tournament.store import begun as is_begun

TWO = [(0, 1), (0, 2)]
FAULT = Fault(1, None, None, "crash", "it ended")
INTERNAL = Fault(None, None, None, "internal", "its unit was played again")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "cup.db"


def three(path: Path) -> Store:
    """Three bots, a at a table with b and at one with c."""
    return by_hand(path, "abc", TWO)


def refused(does: Callable[[], object], line: str) -> None:
    with pytest.raises(StoreError, match=line) as told:
        does()
    assert "\n" not in str(told.value)


# What goes in comes out


def test_the_plan_comes_back(path: Path) -> None:
    with three(path) as store:
        made = store.table(1)
    with Store.opened(path, write=False) as store:
        assert store.setting == setting()
        assert store.bots() == [entered(number, name) for number, name in enumerate("abc")]
        assert store.table(1) == made
        assert made.bots == (0, 2)
        assert [bot.name for bot in made.match.bots] == ["a", "c"]
        assert store.numbers() == range(2)
        assert store.known(0) == {}


def test_a_game_is_its_rows(path: Path) -> None:
    played = game(3, 1, [2.5, -2.5], seating=1, faults=[FAULT], late=[2, 0])
    with three(path) as store:
        assert store.add(1, played, encoded(played))
        ((*row, record),) = store.rows("SELECT * FROM game")
        assert row == [1, 3, 1, 1, 0, played.digest, None]
        assert zlib.decompress(record) == encoded(played)
        assert store.rows("SELECT * FROM result") == [
            (1, 1, 0, 1, 3, 0, 1, 2.5, 1.0, 0, 0, 0, 2, 0, None),
            (1, 1, 2, 1, 3, 1, 2, -2.5, 0.0, 1, 0, 0, 0, 0, None),
        ]
        assert store.rows("SELECT * FROM fault") == [(1, 3, 0, 1, 2, "crash", None, None, "it ended", 1)]
        assert store.known(1) == {3: played.digest}
        assert store.known(0) == {}


def test_a_game_is_added_once(path: Path) -> None:
    played, other = game(0, 0, [1, -1]), game(0, 0, [-1, 1])
    with three(path) as store:
        assert store.add(0, played, encoded(played))
        assert not store.add(0, other, encoded(other))
        assert store.known(0) == {0: played.digest}
        assert store.rows("SELECT payoff FROM result ORDER BY bot") == [(1.0,), (-1.0,)]


def test_a_fault_of_ours_is_not_in_the_digest_that_comes_again(path: Path) -> None:
    clean, marked = game(0, 0, [1, -1]), game(0, 0, [1, -1], faults=[INTERNAL])
    assert clean.digest == digest(clean) != marked.digest
    with three(path) as store:
        put(store, 0, marked)
        assert store.known(0) == {0: clean.digest}
        assert store.rows("SELECT digest FROM game") == [(marked.digest,)]


def test_thinking_is_counted_by_bot(tmp_path: Path) -> None:
    with begun(tmp_path, "ann", "bob") as store:
        play(store)
        counted = store.rows("SELECT bot, sum(decisions) FROM thinking GROUP BY bot")
        assert counted == store.rows("SELECT bot, sum(decisions) FROM result GROUP BY bot")
        ((most,), (longest,)) = store.rows("SELECT max(us) FROM thinking UNION ALL SELECT max(longest_us) FROM result")
        assert most == pytest.approx(longest, rel=0.01)


def test_off_turn_time_adds_up(path: Path) -> None:
    with three(path) as store:
        store.add_off_turn(0, [5, 0])
        store.add_off_turn(0, [2, 1])
        assert store.rows("SELECT bot, off_turn_us FROM seat_at WHERE table_number = 0") == [(0, 7), (1, 1)]


# What is still to be played


def test_tables_with_games_left_are_jobs(path: Path) -> None:
    with three(path) as store:
        put(store, 0, *(game(index, index % 2, [0, 0], seating=index // 2) for index in range(4)))
        put(store, 1, game(0, 0, [0, 0]))
        assert [job.number for job in store.jobs()] == [1]
        assert store.jobs()[0].bots == (0, 2)


def test_a_bot_that_is_set_aside_has_no_jobs(path: Path) -> None:
    with three(path) as store:
        store.set_aside(2, "it forfeits")
        assert [job.number for job in store.jobs()] == [0]
        assert store.bots()[2].set_aside == "it forfeits"


def test_an_old_version_has_no_jobs(path: Path) -> None:
    with three(path) as store:
        store.replace(1, entered(3, "b", version="2"))
        assert [job.number for job in store.jobs()] == [1]
        assert [bot.replaced_by for bot in store.bots()] == [None, 3, None, None]


# Together or not at all


def test_what_is_added_together_is_there_together(path: Path) -> None:
    def half() -> None:
        with store.together():
            put(store, 0, game(0, 0, [0, 0]))
            raise KeyboardInterrupt

    with three(path) as store:
        with pytest.raises(KeyboardInterrupt):
            half()
        assert store.known(0) == {}
        put(store, 0, game(0, 0, [0, 0]), game(1, 1, [0, 0]))
        assert sorted(store.known(0)) == [0, 1]


def test_a_disk_that_is_full_loses_nothing(path: Path) -> None:
    with three(path) as store:
        put(store, 0, game(0, 0, [0, 0]))
        ((pages,),) = store.rows("PRAGMA page_count")
        store.rows(f"PRAGMA max_page_count = {pages}")
        large = game(1, 1, [0, 0])
        refused(lambda: store.add(0, large, os.urandom(20_000)), r"cup\.db: the disk is full; what was written stands")
        assert sorted(store.known(0)) == [0]
        store.rows(f"PRAGMA max_page_count = {pages + 100}")
        assert store.add(0, large, os.urandom(20_000))
    with Store.opened(path, write=False) as store:
        assert sorted(store.known(0)) == [0, 1]


KILLED = """
import sys
from pathlib import Path
from tournament.cups import game
from fajer.records.files import encoded
from fajer.tournament.store import Store

with Store.opened(Path(sys.argv[1]), write=True) as store:
    for index in range(100_000):
        played = game(index, index // 2, [1, -1], seating=index % 2)
        store.add(0, played, encoded(played))
        print(index, flush=True)
"""


def test_what_was_added_before_a_kill_is_there(path: Path) -> None:
    by_hand(path, "ab", [(0, 1)], games=1_000_000).close()
    words = [sys.executable, "-c", KILLED, str(path)]
    tests = str(Path(__file__).parents[1])
    adder = subprocess.Popen(words, stdout=subprocess.PIPE, env=os.environ | {"PYTHONPATH": tests}, text=True)
    assert adder.stdout is not None
    try:
        while adder.stdout.readline().strip() != "20":
            assert adder.poll() is None
        refused(lambda: Store.opened(path, write=True), "this tournament is being run already, by another process")
    finally:
        adder.send_signal(signal.SIGKILL)
        said = adder.stdout.read().splitlines()
        adder.stdout.close()
        adder.wait()
    with Store.opened(path, write=True) as store:
        assert store.rows("PRAGMA integrity_check") == [("ok",)]
        indices = sorted(store.known(0))
        assert indices == list(range(len(indices)))
        assert len(indices) > int(said[-1] if said else 20)
        ((results,),) = store.rows("SELECT count(*) FROM result")
        assert results == 2 * len(indices)
    assert sorted(file.name for file in path.parent.iterdir()) == ["cup.db"]


# One at a time


def test_only_one_writes(path: Path) -> None:
    with three(path):
        refused(lambda: Store.opened(path, write=True), r"cup\.db: this tournament is being run already")
        with Store.opened(path, write=False) as reader:
            assert len(reader.bots()) == 3
    with Store.opened(path, write=True) as store:
        store.set_aside(0, "why")
    assert sorted(file.name for file in path.parent.iterdir()) == ["cup.db"]


def test_a_reader_sees_one_moment(path: Path) -> None:
    with three(path) as store, Store.opened(path, write=False) as reader:
        with reader.snapshot():
            before = reader.rows("SELECT count(*) FROM game")
            put(store, 0, game(0, 0, [0, 0]))
            assert reader.rows("SELECT count(*) FROM game") == before
        assert reader.rows("SELECT count(*) FROM game") == [(1,)]


def test_a_reader_writes_nothing(path: Path) -> None:
    three(path).close()
    with Store.opened(path, write=False) as store:
        refused(lambda: store.set_aside(0, "why"), r"cup\.db: it is read-only")


def test_a_reader_leaves_nothing_beside_the_store(path: Path) -> None:
    """Not even the empty files of SQLite; those of a run that goes on stay, and so does what it has written."""
    three(path).close()
    before = path.read_bytes()
    with Store.opened(path, write=False) as store:
        assert store.count() == 0
    assert [found.name for found in path.parent.iterdir()] == ["cup.db"]
    assert path.read_bytes() == before
    with Store.opened(path, write=True) as store:
        for index in range(3):
            with Store.opened(path, write=False) as reader:
                assert reader.count() == index
            assert path.with_name("cup.db-wal").exists()
            put(store, 0, game(index, 0, [0, 0], seating=index))
    assert [found.name for found in path.parent.iterdir()] == ["cup.db"]


def test_another_program_that_holds_the_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fajer.tournament.connection._PATIENCE_S", 0.05)
    with three(path) as store:
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        refused(lambda: store.set_aside(0, "why"), r"cup\.db: another program has locked it")
        other.close()
        store.set_aside(0, "why")


# What is no store


def test_what_is_there_is_not_made_anew(path: Path) -> None:
    three(path).close()
    before = path.read_bytes()
    refused(lambda: three(path), r"cup\.db holds a tournament already")
    assert path.read_bytes() == before


@pytest.mark.parametrize("cut", [b"", "header"])
def test_a_store_whose_making_was_cut_off_is_made_anew(path: Path, cut: bytes | str) -> None:
    """The plan is in one transaction: killed before its end, there is a file with nothing in it."""
    path.touch()
    if cut == "header":
        connection = sqlite3.connect(path)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.close()
        assert path.stat().st_size
    assert not is_begun(path)
    refused(lambda: Store.opened(path, write=False), r"cup\.db holds no tournament: it is empty")
    three(path).close()
    assert is_begun(path)


def test_a_plan_that_cannot_be_made_leaves_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is removed while no other run can make one of that name."""
    proper = file.remove

    def remove(path: Path) -> None:
        refused(lambda: file.Lock(path), r"cup\.db: this tournament is being run already")
        proper(path)

    monkeypatch.setattr(file, "remove", remove)
    made = setting()
    table = Planned(number=0, round=None, match=match(made, [entered(0, "a")], 0), bots=(7,))
    refused(lambda: Store.created(path, made, [entered(0, "a")], [table]), "FOREIGN KEY")
    assert list(path.parent.iterdir()) == []
    file.Lock(path).release()


def test_files_that_are_no_store(path: Path, tmp_path: Path) -> None:
    refused(lambda: Store.opened(path, write=False), r"there is no file '.*cup\.db': fajer tournament run makes it")
    assert not is_begun(path)
    refused(lambda: Store.opened(tmp_path, write=False), "is a folder, no store of a tournament")
    path.write_bytes(b"no database at all, but long enough to be one" * 10)
    for does in (lambda: Store.opened(path, write=True), lambda: three(path), lambda: is_begun(path)):
        refused(does, r"cup\.db: it is no SQLite database")
    path.unlink()
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE x (y)")
    other.close()
    refused(lambda: Store.opened(path, write=False), r"cup\.db is a SQLite database, but no tournament's store")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["cup.db"]


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    refused(lambda: three(tmp_path / "none" / "cup.db"), r"cup\.db cannot be written: .* No such file or directory")


def test_a_newer_store(path: Path) -> None:
    three(path).close()
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA application_id").fetchone() == (APPLICATION,)
    connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    connection.close()
    refused(lambda: Store.opened(path, write=True), r"written by a newer fajer \(stores of version 2; this one knows")


def test_a_store_that_is_damaged(path: Path) -> None:
    three(path).close()
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("UPDATE bot SET encoding = 'morse'")
    connection.close()
    with Store.opened(path, write=False) as store:
        refused(store.bots, r"cup\.db is damaged: Invalid enum value 'morse'")
    content = bytearray(path.read_bytes())
    content[4096:] = b"\xff" * (len(content) - 4096)
    path.write_bytes(content)
    with Store.opened(path, write=False) as store:
        refused(lambda: store.known(0), r"cup\.db: it is damaged")


def test_there_is_no_such_table(path: Path) -> None:
    with three(path) as store:
        refused(lambda: store.table(2), r"cup\.db: there is no table 2")


# Records


def written(store: Store, table: int, path: Path) -> Path:
    """A table as a file of records."""
    path.write_bytes(b"".join(store.records(table)))
    return path


def test_the_records_of_a_table_are_a_match(tmp_path: Path) -> None:
    with begun(tmp_path, "ann", "bob", games=10, block=2) as store:
        play(store)
        store.add_off_turn(0, [0, 3])
        file = written(store, 0, tmp_path / "table.jsonl")
        found = opened(file)
        assert found.match == store.table(0).match
        lines = [line for _, line in found.lines()]
        assert [game.digest for game in lines[:-1]] == [digest for _, digest in sorted(store.known(0).items())]
        assert lines[-1].games == 10
        assert lines[-1].off_turn_us == [0, 3]


def test_the_records_of_a_table_end_at_the_first_gap(tmp_path: Path) -> None:
    with begun(tmp_path, "ann", "bob", games=4) as store:
        play(store)
        whole = list(opened(written(store, 0, tmp_path / "whole.jsonl")).games())
    again = tmp_path / "again"
    again.mkdir()
    with begun(again, "ann", "bob", games=4) as store:
        put(store, 0, whole[0], whole[1], whole[3])
        found = opened(written(store, 0, tmp_path / "table.jsonl"))
        assert [game.index for game in found.games()] == [0, 1]
        assert store.recorded(0) == 2
        put(store, 0, whole[2])
        assert store.recorded(0) == 4


def test_where_the_first_game_is_to_be_played_nothing_is_recorded(tmp_path: Path) -> None:
    with by_hand(tmp_path / "cup.db", "ab", [(0, 1)]) as store:
        assert store.recorded(0) == 0
        put(store, 0, game(1, 0, [0, 0], seating=1))
        assert store.recorded(0) == 0


# How much it takes


@pytest.mark.slow
def test_a_set_costs_the_same_at_the_end_as_at_the_start(path: Path) -> None:
    """10,000 games in groups: the last tenth in at most twice the time of the first, on a busy machine."""
    each = 100
    with by_hand(path, "ab", [(0, 1)] * 100, games=each) as store:
        took = []
        for table in range(100):
            games = [game(index, index // 2, [1, -1], seating=index % 2) for index in range(each)]
            lines = [encoded(one) for one in games]
            began = time.process_time()
            with store.together():
                for one, line in zip(games, lines, strict=True):
                    store.add(table, one, line)
            took.append(time.process_time() - began)
    assert sum(took[-10:]) < 2 * sum(took[:10])
