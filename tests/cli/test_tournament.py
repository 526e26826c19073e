"""Proves on the command line that a tournament comes to the same end however it is interrupted, and what is said."""

import csv
import io
import json
import os
import shlex
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from records.files import lines
from referee.house import House, eventually
from tournament import cups

from fajer.cli import main
from fajer.tournament.cup import read
from fajer.tournament.store import Store

PATIENT = "[tournament.limits]\nmove_time = 100\nstart_time = 100\n"
"""However busy the machine is nobody is too late."""
SETTINGS: dict[str, Any] = {"seats": 3, "games": 12, "block": 2, "extra": PATIENT}
"""Four tables of three with four bots: 48 games."""
GAMES = 48


class Commands:
    """Runs commands in this process, since there are many of them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], folder: Path) -> None:
        self._monkeypatch = monkeypatch
        self._capsys = capsys
        monkeypatch.chdir(folder)

    def run(self, *words: str | Path) -> tuple[int, str, list[str]]:
        """Exit code, what was printed, and the lines that were said."""
        self._monkeypatch.setattr(sys, "argv", ["fajer", "tournament", *map(str, words)])
        code = main._run()
        said = self._capsys.readouterr()
        return code, said.out, said.err.splitlines()

    def done(self, *words: str | Path) -> str:
        """What is printed by a command that succeeds."""
        code, out, err = self.run(*words)
        assert code == 0, err
        return out

    def refused(self, *words: str | Path, code: int) -> str:
        """The one line of a command that gives up."""
        ended, out, err = self.run(*words)
        assert (ended, out) == (code, ""), err
        (line,) = err
        return line


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Commands:
    return Commands(monkeypatch, capsys, tmp_path)


def file(folder: Path, *bots: str, **settings: Any) -> Path:
    """`cup.toml` in a folder, with these `[[bots]]`."""
    (folder / "bots.py").write_text(cups.BOTS, "utf-8")
    head = cups.text(**SETTINGS | settings).partition("[[bots]]")[0]
    path = folder / "cup.toml"
    path.write_text(head + "".join(bots or (cups.bot(name) for name in cups.NAMES)), "utf-8")
    return path


def programs(house: House, *flags: str) -> list[str]:
    """Bots that are processes, the same command lines every time."""
    flags = flags or ("proper",) * 4
    words = [" ".join(house.words(flag, counted=False, value=0.001, to=10**6)) for flag in flags]
    return [cups.bot(name, f"cmd:{word}") for name, word in zip(cups.NAMES, words, strict=False)]


def table(path: Path) -> Any:
    """The table in a store without what depends on the clock, as `show --json` prints it."""
    ran = subprocess.run(
        [sys.executable, "-m", "fajer", "tournament", "show", str(path), "--json"], capture_output=True, check=True
    )
    shown = json.loads(ran.stdout)
    for bot in shown["bots"]:
        del bot["thinking"], bot["late"]
    return shown


def games(path: Path) -> dict[tuple[int, int], str]:
    """The digests in a store."""
    with Store.opened(path, write=False) as store:
        return {(table, index): digest for table, index, digest in cups.digests(store)}


def count(path: Path) -> int:
    """How many games are in a store that perhaps is not there yet."""
    try:
        connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        try:
            return int(connection.execute("SELECT count(*) FROM game").fetchone()[0])
        finally:
            connection.close()
    except sqlite3.Error:
        return 0


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The store of a tournament of processes, played at one go."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        house = House(tmp_path_factory.mktemp("undisturbed"), monkeypatch)
        done = house.command("tournament", "run", file(house.path, *programs(house)), "--jobs", "1")
        assert done.returncode == 0, done.stderr
        yield house.path / "cup.db"


# Interrupted


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_killed_at_any_moment_and_run_again_it_is_the_same(house: House, undisturbed: Path, jobs: str) -> None:
    """kill -9 at ten moments drawn by lot, with one job and with two."""
    random = Random(f"kill {jobs}")
    path = file(house.path, *programs(house))
    store = path.with_suffix(".db")
    for _ in range(10):
        before = count(store)
        run = house.begin("tournament", "run", path, "--jobs", jobs)
        more = random.randrange(1, 4)
        assert eventually(lambda: run.poll() is not None or count(store) >= before + more, 60)  # noqa: B023
        time.sleep(random.uniform(0, 0.05))
        run.kill()
        run.communicate()
        assert run.returncode == -signal.SIGKILL, "it was over before"
        assert eventually(lambda: not house.processes())
    done = house.command("tournament", "run", path, "--jobs", jobs)
    assert done.returncode == 0, done.stderr
    assert "differently" not in done.stderr
    assert games(store) == games(undisturbed)
    assert table(store) == table(undisturbed)


@pytest.mark.slow
def test_workers_of_a_cluster_are_killed_and_it_is_the_same(house: House, undisturbed: Path) -> None:
    """kill -9 of a Dask worker at moments drawn by lot."""
    random = Random("dask")
    path = file(house.path, *programs(house))
    store = path.with_suffix(".db")
    run = house.begin("tournament", "run", path, "--on", "dask", "--jobs", "2")
    for _ in range(3):
        before = count(store)
        assert eventually(lambda: count(store) > before and spawned(house), 60)  # noqa: B023
        time.sleep(random.uniform(0, 0.3))
        os.kill(random.choice(spawned(house)), signal.SIGKILL)
    _, said = run.communicate(timeout=120)
    assert run.returncode == 0, said
    assert "a worker of the cluster was lost" in said
    assert games(store) == games(undisturbed)
    assert table(store) == table(undisturbed)


def spawned(house: House) -> list[int]:
    """The workers of a cluster that was begun from here."""
    return [pid for pid, words in house.processes().items() if "spawn_main" in words]


def test_killed_with_a_bot_that_always_forfeits_it_is_the_same(house: House) -> None:
    """Set aside at its tenth game in the plan, which is the fourth at its second table, and nowhere else."""
    ann, bob = programs(house, "proper", "proper")
    path = file(house.path, ann, cups.bot("bad", "py:bots.py:Wrong"), bob, seats=2, games=6, block=1)
    store = path.with_suffix(".db")
    found = []
    for jobs, kills in (("1", 0), ("2", 0), ("2", 4)):
        for _ in range(kills):
            before = count(store)
            run = house.begin("tournament", "run", path, "--jobs", jobs)
            assert eventually(lambda: run.poll() is not None or count(store) > before, 60)  # noqa: B023
            run.kill()
            run.communicate()
        done = house.command("tournament", "run", path, "--jobs", jobs)
        assert done.returncode == 0, done.stderr
        assert [sum(table == number for table, _ in games(store)) for number in range(3)] == [6, 6, 4]
        found.append((games(store), table(store)))
        store.unlink()
    assert found == [found[0]] * 3


def test_killed_while_it_begins_it_begins_again(house: House, undisturbed: Path) -> None:
    """At many moments before the first game."""
    path = file(house.path, *programs(house))
    for wait in (0.1, 0.3, 0.5, 0.7, 0.9):
        run = house.begin("tournament", "run", path)
        time.sleep(wait)
        run.kill()
        run.communicate()
    done = house.command("tournament", "run", path)
    assert done.returncode == 0, done.stderr
    assert games(path.with_suffix(".db")) == games(undisturbed)


def slow(house: House) -> Path:
    """A tournament whose games take a while."""
    return file(house.path, *programs(house, "sleep", "proper", "proper"), games=300)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_once_ends_after_the_running_games(house: House, jobs: str) -> None:
    """What was played is shown; it can be run again."""
    path = slow(house)
    store = path.with_suffix(".db")
    run = house.begin("tournament", "run", path, "--jobs", jobs)
    assert eventually(lambda: count(store) >= 3, 60)
    run.send_signal(signal.SIGINT)
    out, err = run.communicate(timeout=60)
    assert run.returncode == 130
    assert "Traceback" not in err
    said = [line for line in err.splitlines() if line]
    assert said[-1] == "fajer: interrupted"
    assert said[-2] == f"{count(store)} of 300 games are played; fajer tournament run plays on"
    assert any(line.startswith("no more games are begun") for line in said)
    assert out.startswith("bot")
    assert 3 <= count(store) < 300
    assert eventually(lambda: not house.processes())


@pytest.mark.parametrize(
    "signals", [(signal.SIGINT, signal.SIGINT), (signal.SIGTERM,), (signal.SIGHUP,), (signal.SIGINT, signal.SIGTERM)]
)
def test_ctrl_c_twice_ends_now_and_so_does_any_other_signal(house: House, signals: tuple[int, ...]) -> None:
    """In the middle of a decision that takes a minute."""
    words = [" ".join(house.words("sleep", counted=False, value=60, to=10**6)), " ".join(house.words(counted=False))]
    bots = [cups.bot(name, f"cmd:{word}") for name, word in zip(cups.NAMES, words, strict=False)]
    path = file(house.path, *bots, seats=2)
    run = house.begin("tournament", "run", path, "--jobs", "1")
    assert eventually(lambda: path.with_suffix(".db").exists(), 60)
    time.sleep(1)
    began = time.monotonic()
    for number in signals:
        run.send_signal(number)
        time.sleep(0.2)
    _, err = run.communicate(timeout=60)
    assert time.monotonic() - began < 20
    assert run.returncode == 130, err
    assert err.splitlines()[-1] == "fajer: interrupted"
    assert "Traceback" not in err
    assert eventually(lambda: not house.processes())
    assert count(path.with_suffix(".db")) == 0


def test_a_second_run_at_the_same_time_is_refused(house: House, commands: Commands) -> None:
    """Whichever command writes; whoever only looks may."""
    path = slow(house)
    store = path.with_suffix(".db")
    run = house.begin("tournament", "run", path)
    assert eventually(lambda: count(store) >= 1, 60)
    line = f"fajer: {store.name}: this tournament is being run already, by another process"
    assert commands.refused("run", path.name, code=1) == line
    assert commands.refused("add", store.name, "random", code=1) == line
    assert "games" in commands.done("show", store.name)
    assert run.poll() is None
    run.send_signal(signal.SIGTERM)
    run.communicate()


def test_a_disk_that_is_full(house: House, undisturbed: Path) -> None:
    """A small file system, seen by this command only; then it has more room."""
    file(house.path, *programs(house))
    (house.path / "small").mkdir()
    script = f"""
        mount -t tmpfs -o size=400k small small || exit 99
        cp cup.toml bots.py small
        fajer="{sys.executable} -m fajer tournament"
        $fajer run small/cup.toml --jobs 2
        echo "exit $?"
        $fajer show small/cup.db > /dev/null
        echo "exit $?"
        mount -o remount,size=20m small
        $fajer run small/cup.toml > /dev/null
        echo "exit $?"
        cp small/cup.db cup.db
        umount small
    """
    done = house.with_small_disk(script)
    assert done.stdout.split() == ["exit", "1", "exit", "0", "exit", "0"], done.stderr
    said = [line for line in done.stderr.splitlines() if line.startswith("fajer: ")]
    assert len(said) == 1
    assert said[0].startswith("fajer: small/cup.db: the disk is full; what was written stands")
    assert "Traceback" not in done.stderr
    assert games(house.path / "cup.db") == games(undisturbed)


# What is refused


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "a wrong key": ({"gamse": 3}, 'cup.toml: [tournament] has no "gamse"; it can have name, game, '),
    "zero games": ({"games": 0}, "cup.toml: [tournament] games = 0: it has to be a whole number from 1 to 1000000000"),
    "one seat more than bots": ({"seats": 5}, "cup.toml: [tournament] seats = 5: there are only 4 bots"),
    "isolation": ({"isolation": '"half"'}, 'cup.toml: [tournament] isolation = "half": it has to be "full"'),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_the_file_says_wrong(commands: Commands, tmp_path: Path, name: str) -> None:
    """One line, and nothing is made."""
    settings, words = WRONG[name]
    file(tmp_path, **settings)
    assert words in commands.refused("run", "cup.toml", code=2)
    assert {path.name for path in tmp_path.iterdir()} - {"__pycache__"} == {"bots.py", "cup.toml"}


@pytest.mark.parametrize(
    ("bot", "words"),
    [
        (cups.bot("ann"), 'cup.toml: 2 of the [[bots]] have the name "ann"'),
        ('[[bots]]\nbot = "random"\n' * 2, 'cup.toml: the bot "random" is there 2 times'),
        (cups.bot("eve", "nowhere/bot"), "cup.toml: [[bots]] number 3: there is no bot 'nowhere/bot'"),
        (cups.bot("eve", "cmd:python3 'x"), 'cup.toml: [[bots]] number 3: "cmd:python3 \'x" is no command line'),
        (cups.bot("eve", "py:bots.py:None"), "cup.toml: [[bots]] number 3: 'py:bots.py:None' cannot be loaded"),
    ],
)
def test_a_bot_that_is_there_twice_or_not_at_all(commands: Commands, tmp_path: Path, bot: str, words: str) -> None:
    file(tmp_path, cups.bot("ann"), cups.bot("bob"), bot)
    assert words in commands.refused("run", "cup.toml", code=2)
    assert {path.name for path in tmp_path.iterdir()} - {"__pycache__"} == {"bots.py", "cup.toml"}


def test_a_file_that_is_not_there_or_no_tournament(commands: Commands, tmp_path: Path) -> None:
    (tmp_path / "letter.toml").write_text("dear sir")
    assert "letter.toml is no TOML" in commands.refused("run", "letter.toml", code=2)
    assert "cup.toml cannot be read: No such file or directory" in commands.refused("run", "cup.toml", code=2)
    for words in (["show", "cup.db"], ["add", "cup.db", "random"], ["export", "cup.db", "-o", "x"]):
        assert "there is no file 'cup.db'" in commands.refused(*words, code=1)
    (tmp_path / "cup.db").write_text("dear sir, this is no database at all, and it is long enough to be one" * 30)
    file(tmp_path)
    assert "cup.db: it is no SQLite database" in commands.refused("run", "cup.toml", code=1)
    assert "cup.db: it is no SQLite database" in commands.refused("show", "cup.db", code=1)


def test_a_store_of_another_tournament(commands: Commands, tmp_path: Path) -> None:
    """Nothing is changed."""
    file(tmp_path, games=3)
    commands.done("run", "cup.toml")
    before = (tmp_path / "cup.db").read_bytes()
    for settings, words in (
        ({"seed": '"other"'}, 'seed is "cup" there and "other" in cup.toml'),
        ({"games": 6}, "games is 3 there and 6 in cup.toml"),
    ):
        file(tmp_path, **{"games": 3} | settings)
        line = commands.refused("run", "cup.toml", code=1)
        remedy = "give the file another name to play it as a tournament of its own"
        assert line == f"fajer: cup.db holds another tournament: {words}; {remedy}"
    file(tmp_path, *[cups.bot(name) for name in (*cups.NAMES, "eve")], games=3)
    assert "has no bot" in commands.refused("run", "cup.toml", code=1)
    assert (tmp_path / "cup.db").read_bytes() == before


def test_wrong_usage(commands: Commands, tmp_path: Path) -> None:
    assert "--csv or --json, not both" in commands.refused("show", "cup.db", "--csv", "--json", code=2)
    assert "has to be the number of a table, or all" in commands.refused(
        "export", "x.db", "--table", "one", "-o", "x", code=2
    )


def test_without_a_command_its_help_is_shown(commands: Commands) -> None:
    shown = commands.done()
    assert shown == commands.done("--help")
    assert "fajer tournament [OPTIONS] COMMAND [ARGS]...\n\n  Play many bots" in shown


def test_numbers_that_are_too_long(commands: Commands, tmp_path: Path) -> None:
    """Python itself reads no more than 4,300 digits, and SQLite 19."""
    line = "fajer: cup.toml cannot be read: there is a number of thousands of digits in it"
    for settings in ({"games": "9" * 5000}, {"seats": "9" * 5000}, {"limits": "{move_time = " + "9" * 5000 + "}"}):
        file(tmp_path, **settings)
        assert commands.refused("run", "cup.toml", code=2) == line
    file(tmp_path, games="0x" + "f" * 5000)
    assert commands.refused("run", "cup.toml", code=2) == (
        "fajer: cup.toml: [tournament] games = a number of thousands of digits: it has to be "
        "a whole number from 1 to 1000000000"
    )
    for table in ("9" * 20, "9" * 5000):
        said = commands.refused("export", "cup.db", "--table", table, "-o", "x", code=2)
        assert ": it has to be the number of a table, or all" in said
        assert len(said) < 200
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "bot.toml").write_text("name = " + "9" * 5000, "utf-8")
    file(tmp_path, cups.bot("ann"), cups.bot("bob", "bot"), cups.bot("cid"))
    assert commands.refused("run", "cup.toml", code=2).endswith("bot/bot.toml" + line.removeprefix("fajer: cup.toml"))


def test_a_name_is_a_name_whatever_is_in_it(commands: Commands, tmp_path: Path) -> None:
    """It is no part of a BOT, and is checked as in the file."""
    file(tmp_path, games=3)
    commands.done("run", "cup.toml", "--jobs", "1")
    made = (tmp_path / "cup.db").read_bytes()
    for name in ("", "x" * 65, "a\tb"):
        assert commands.refused("add", "cup.db", "random", "--name", name, code=2).startswith("fajer: BOT name = ")
    line = commands.refused("add", "cup.db", "dice=random", "--name", "die", code=2)
    assert line == 'fajer: BOT has two names: "dice=random" and name = "die"'
    assert (tmp_path / "cup.db").read_bytes() == made
    commands.done("add", "cup.db", "random", "--name", "cmd:touch made; a/b=c", "--jobs", "1")
    assert not (tmp_path / "made").exists()
    with Store.opened(tmp_path / "cup.db", write=False) as store:
        assert [(bot.name, bot.spec) for bot in store.bots()[4:]] == [("cmd:touch made; a/b=c", "random")]


def test_where_there_is_no_place_nothing_is_made_or_changed(commands: Commands, tmp_path: Path) -> None:
    file(tmp_path, games=3)
    before = sorted(tmp_path.iterdir())
    line = "fajer: 'mars' is no place to play at: dask, or tcp://HOST:PORT of a scheduler of Dask"
    assert commands.refused("run", "cup.toml", "--on", "mars", code=2) == line
    assert sorted(tmp_path.iterdir()) == before
    commands.done("run", "cup.toml", "--jobs", "1")
    (tmp_path / "bots.py").write_text(cups.BOTS + "# better\n", "utf-8")
    made = (tmp_path / "cup.db").read_bytes()
    assert commands.refused("run", "cup.toml", "--on", "mars", code=2) == line
    assert commands.refused("add", "cup.db", "random", "--on", "mars", code=2) == line
    assert (tmp_path / "cup.db").read_bytes() == made


def test_a_ladder_without_openskill_makes_and_changes_nothing(
    commands: Commands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file(tmp_path, format='"ladder"', rounds=1, games=3)
    before = sorted(tmp_path.iterdir())
    line = "fajer: a ladder needs openskill: pip install 'fajer[tournament]'"
    with monkeypatch.context() as without:
        without.setitem(sys.modules, "openskill.models", None)
        assert commands.refused("run", "cup.toml", code=2) == line
    assert sorted(tmp_path.iterdir()) == before
    pytest.importorskip("openskill")
    commands.done("run", "cup.toml", "--jobs", "1")
    made = (tmp_path / "cup.db").read_bytes()
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    assert commands.refused("add", "cup.db", "random", code=2) == line
    assert (tmp_path / "cup.db").read_bytes() == made


# What comes of it


def test_run_and_run_again(commands: Commands, tmp_path: Path) -> None:
    """The second time nothing is left, and the table is the same."""
    file(tmp_path, games=4, seed=None)
    code, out, err = commands.run("run", "cup.toml", "--jobs", "1")
    assert code == 0
    seed, whole, plan = err
    with Store.opened(tmp_path / "cup.db", write=False) as store:
        assert seed == f"seed: {store.setting.seed}"
    assert whole == "4 games a table are 6 in whole sets"
    assert plan == "cup.db: 4 tables of 3, 6 games each; 0 of 24 games are played"
    assert commands.run("run", "cup.toml") == (
        0,
        out,
        ["cup.db: 4 tables of 3, 6 games each; nothing is left to play"],
    )
    assert commands.done("show", "cup.db") == out
    assert "4 tables, 24 games, 8 whole sets" in out
    assert "nan" not in out


def test_a_ladder_begins_with_rounds_and_no_tables(commands: Commands, tmp_path: Path) -> None:
    """Four bots at two tables of two in each of three rounds, two games at each: 12 games."""
    pytest.importorskip("openskill")
    file(tmp_path, seats=2, format='"ladder"', rounds=3, games=1)
    code, _, err = commands.run("run", "cup.toml", "--jobs", "1")
    assert code == 0
    assert err == [
        "1 game a table is 2 in whole sets",
        "cup.db: 3 rounds with tables of 2, 2 games each; 0 of 12 games are played",
    ]


def test_a_bot_more_plays_its_own_games_only(commands: Commands, tmp_path: Path) -> None:
    file(tmp_path, games=3)
    commands.done("run", "cup.toml")
    before = games(tmp_path / "cup.db")
    code, out, err = commands.run("add", "cup.db", "py:bots.py:Last", "--name", "eve", "--json")
    assert code == 0
    assert err == ["cup.db: 10 tables of 3, 3 games each; 12 of 30 games are played"]
    after = games(tmp_path / "cup.db")
    assert {key: after[key] for key in before} == before
    (eve,) = (bot for bot in json.loads(out)["bots"] if bot["name"] == "eve")
    assert eve["games"] == len(after) - len(before) == 18
    line = commands.refused("add", "cup.db", "py:bots.py:Last", "--name", "eve", code=2)
    assert "py:bots.py:Last plays already, as eve" in line


def test_a_bot_whose_file_has_changed_is_a_new_version(commands: Commands, tmp_path: Path) -> None:
    """It is said, it plays anew, and the old one stays in the table."""
    file(tmp_path, cups.bot("ann"), cups.bot("bob"), cups.bot("eve", "py:eve.py:Eve"), seats=2, games=2)
    eve = tmp_path / "eve.py"
    eve.write_text(
        "from fajer.bot import Bot\nclass Eve(Bot):\n    def act(self, view, legal):\n        return legal[0]\n"
    )
    commands.done("run", "cup.toml")
    eve.write_text(eve.read_text().replace("legal[0]", "legal[-1]"))
    code, out, err = commands.run("run", "cup.toml")
    assert code == 0
    assert err[0].startswith("py:eve.py:Eve has changed: eve is a new version (")
    assert err[1] == "cup.db: 5 tables of 2, 2 games each; 6 of 10 games are played"
    assert sum(line.startswith("eve (") for line in out.splitlines()) == 2


def test_a_bot_without_hello_and_one_that_always_fails_are_set_aside(house: House, commands: Commands) -> None:
    """The others play; the table says why."""
    deaf = cups.bot("deaf", f"cmd:{' '.join(house.words('trace', counted=False))}")
    file(house.path, cups.bot("ann"), cups.bot("bob"), deaf, cups.bot("bad", "py:bots.py:Wrong"), seats=2, games=20)
    code, out, err = commands.run("run", "cup.toml", "--jobs", "1")
    assert code == 0
    assert err[0].startswith("deaf is set aside: no hello: ")
    assert sum(line.startswith("bad, table 1, game ") for line in err) == 3
    assert "bad: further faults are counted, not shown" in err
    assert any(line.startswith("bad is set aside: it forfeited 10 games running") for line in err)
    assert "deaf is set aside: no hello: " in out
    assert "bad is set aside: it forfeited 10 games running, up to game 9 of table 1" in out
    assert "10 illegal" in out
    assert len(games(house.path / "cup.db")) == 30


@pytest.mark.parametrize("better", [False, True])
def test_the_command_that_takes_a_bot_in_again_does_so(commands: Commands, tmp_path: Path, *, better: bool) -> None:
    """As its files are, and after they were mended; `./bots.py` is how the file writes its path."""
    (tmp_path / "cups").mkdir()
    (tmp_path / "bad.py").write_text(cups.BOTS, "utf-8")
    bad = '[[bots]]\nbot = "py:./../bad.py:Wrong"\nname = "a bad one"\n'
    file(tmp_path / "cups", cups.bot("ann"), cups.bot("bob"), bad, seats=2, games=20)
    code, _, err = commands.run("run", "cups/cup.toml", "--jobs", "1")
    assert code == 0
    (line,) = (line for line in err if " is set aside: " in line)
    command = line.partition("; to take it in again: ")[2]
    assert command == "fajer tournament add cups/cup.db py:bad.py:Wrong --name 'a bad one'"
    if better:
        (tmp_path / "bad.py").write_text(cups.BOTS.replace('"no such action"', "legal[0]"), "utf-8")
    code, out, err = commands.run(*shlex.split(command)[2:], "--jobs", "1")
    assert code == 0
    assert (" is set aside: " in out) is not better
    with Store.opened(tmp_path / "cups" / "cup.db", write=False) as store:
        assert [bot.replaced_by for bot in store.bots()] == [None, None, 3, None]
        assert store.left() == 0


def test_names_are_strangers_text(commands: Commands, tmp_path: Path) -> None:
    """Control characters are escaped wherever a bot's words are shown."""
    (tmp_path / "bad.py").write_text(
        "from fajer.bot import Bot\nclass Bad(Bot):\n    def act(self, view, legal):\n        return chr(27) + '[2J'\n"
    )
    file(tmp_path, cups.bot("ann"), cups.bot("[bold]bob", "py:bad.py:Bad"), seats=2, games=20)
    code, out, err = commands.run("run", "cup.toml")
    assert code == 0
    assert "\x1b" not in out + "".join(err)
    assert r"\x1b[2J" in "".join(err)
    assert "[bold]bob" in out


# Show, export, report


@pytest.fixture
def played(commands: Commands, tmp_path: Path) -> Path:
    """A store in which somebody forfeits now and then."""
    (tmp_path / "now.py").write_text(
        "from fajer.bot import Bot\nclass Now(Bot):\n"
        "    def act(self, view, legal):\n"
        "        return 'no' if 'At' in view.hand else legal[0]\n"
    )
    file(
        tmp_path,
        cups.bot("ann"),
        cups.bot("bob", "py:bots.py:Last"),
        cups.bot("now", "py:now.py:Now"),
        seats=2,
        games=24,
    )
    assert commands.run("run", "cup.toml")[0] == 0
    return tmp_path / "cup.db"


def test_show_in_each_shape_is_the_same_table(commands: Commands, played: Path) -> None:
    text = commands.done("show", "cup.db")
    found = json.loads(commands.done("show", "cup.db", "--json"))
    rows = list(csv.DictReader(io.StringIO(commands.done("show", "cup.db", "--csv"))))
    assert [row["bot"] for row in rows] == [bot["name"] for bot in found["bots"]]
    means = [bot["mean"] for bot in found["bots"]]
    assert means == sorted(means, reverse=True)
    for line, row, bot in zip(text.splitlines()[1:], rows, found["bots"], strict=False):
        assert line.startswith(bot["name"])
        assert f"{bot['mean']:+.3f} ± {bot['interval']:.3f}" in line
        assert f" {bot['elo']:.0f} " in line
        for key in ("mean", "interval", "elo", "elo_low", "elo_high", "wins"):
            assert float(row[key]) == bot[key]
        assert {int(place): int(row[f"place_{place}"]) for place in bot["places"]} == {
            int(place): number for place, number in bot["places"].items()
        }
    assert rows[-1]["better_than_next"] == ""
    assert found["bots"][-1]["better_than_next"] is None


def test_without_faults_leaves_out_whole_sets_and_says_how_many(commands: Commands, played: Path) -> None:
    every = json.loads(commands.done("show", "cup.db", "--json"))
    clean = json.loads(commands.done("show", "cup.db", "--without-faults", "--json"))
    assert every["faulty_sets"] == clean["faulty_sets"] > 0
    assert every["sets"] - clean["sets"] == every["faulty_sets"]
    assert f"in {every['faulty_sets']} whole sets somebody forfeited" in commands.done("show", "cup.db")
    left_out = f"{every['faulty_sets']} whole sets in which somebody forfeited left out"
    assert left_out in commands.done("show", "cup.db", "--without-faults")


def test_export_agrees_with_show(commands: Commands, played: Path, tmp_path: Path) -> None:
    """The records are what fajer score reads, and come to the same table; so do the results."""
    assert commands.done("export", "cup.db", "-o", "out") == ""
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "results.csv",
        "standings.csv",
        "table-0.jsonl",
        "table-1.jsonl",
        "table-2.jsonl",
    ]
    found = json.loads(commands.done("show", "cup.db", "--json"))
    assert (tmp_path / "out" / "standings.csv").read_text() == commands.done("show", "cup.db", "--csv")
    with open(tmp_path / "out" / "results.csv") as text:
        results = list(csv.DictReader(text))
    assert len(results) == 2 * 3 * 24
    for bot in found["bots"]:
        own = [float(row["payoff"]) for row in results if row["name"] == bot["name"]]
        assert sum(own) / len(own) == pytest.approx(bot["mean"])
        assert sum(row["forfeited"] == "1" for row in results if row["name"] == bot["name"]) == bot["forfeits"]
    records = sorted((tmp_path / "out").glob("*.jsonl"))
    assert [len(lines(record)) for record in records] == [26] * 3
    ran = subprocess.run([sys.executable, "-m", "fajer", "score", "--json", *records], capture_output=True, check=True)
    scored = {bot["name"]: bot for bot in json.loads(ran.stdout)["bots"]}
    for bot in found["bots"]:
        assert scored[bot["name"]]["mean"] == pytest.approx(bot["mean"])
        for key in ("games", "sets", "places", "faults", "wins"):
            assert scored[bot["name"]][key] == bot[key], key


def test_export_of_one_table_and_into_what_is_there(commands: Commands, played: Path, tmp_path: Path) -> None:
    commands.done("export", "cup.db", "--table", "1", "-o", "one")
    assert sorted(path.name for path in (tmp_path / "one").iterdir()) == ["results.csv", "table-1.jsonl"]
    assert "one has something in it" in commands.refused("export", "cup.db", "-o", "one", code=2)
    assert "there is no table 7" in commands.refused("export", "cup.db", "--table", "7", "-o", "new", code=1)
    assert not (tmp_path / "new").exists()
    assert "cup.toml cannot be written" in commands.refused("export", "cup.db", "-o", "cup.toml", code=1)


def test_export_says_what_a_file_without_gaps_cannot_hold(commands: Commands, tmp_path: Path) -> None:
    file(tmp_path, games=3)
    with cups.plan.begin(read(tmp_path / "cup.toml"), tmp_path / "cup.db", print) as store:
        cups.play(store, 3)
        store._connection.execute("PRAGMA foreign_keys = OFF")
        store._connection.execute("DELETE FROM game WHERE game_index = 1")
        store._connection.execute("DELETE FROM result WHERE game_index = 1")
    code, _, err = commands.run("export", "cup.db", "-o", "out")
    assert code == 0
    assert err == ["table 0: 1 games after one that is not played yet are not in its file"]
    assert len(lines(tmp_path / "out" / "table-0.jsonl")) == 2
    assert not (tmp_path / "out" / "table-1.jsonl").exists()


def test_a_tournament_without_games_has_a_table(commands: Commands, tmp_path: Path) -> None:
    """Nothing is guessed."""
    file(tmp_path, games=3)
    cups.plan.begin(read(tmp_path / "cup.toml"), tmp_path / "cup.db", print).close()
    out = commands.done("show", "cup.db")
    assert "no whole set" in out
    assert "nan" not in out
    assert all(
        bot["mean"] is None and bot["elo"] is None
        for bot in json.loads(commands.done("show", "cup.db", "--json"))["bots"]
    )
    commands.done("export", "cup.db", "-o", "out")


def test_report_writes_a_page(commands: Commands, played: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    pytest.importorskip("jinja2")
    assert commands.done("report", "cup.db", "-o", "page").strip() == "page/index.html"
    assert "<table" in (tmp_path / "page" / "index.html").read_text("utf-8")
