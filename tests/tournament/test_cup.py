"""The file of a tournament: what is read from it, and one line for each mistake."""

from pathlib import Path
from typing import Any

import pytest
from tournament.cups import bot, cup, text

from fajer.errors import UsageError
from fajer.games.fajer.options import Options
from fajer.records.record import Limits
from fajer.tournament.cup import Bot, read


def wrong(folder: Path, content: str) -> str:
    """The line that is said of a file."""
    path = folder / "cup.toml"
    path.write_text(content, "utf-8")
    with pytest.raises(UsageError) as told:
        read(path)
    line = str(told.value)
    assert "\n" not in line
    assert line.startswith(f"{path}")
    return line.removeprefix(f"{path}")


def test_a_file_as_it_is_meant(tmp_path: Path) -> None:
    found = cup(tmp_path, "ann", "bob", extra="[tournament.limits]\nmove_time = 1\nbank = 0.25\nbatch = 0\n", games=5)
    assert found.settings.name == "a cup"
    assert found.settings.format == "round-robin"
    assert found.options == Options(stakes=0, deals=2, round_cap=3)
    assert found.settings.limits.limits() == Limits(move_ms=1000, bank_ms=250, batch=0)
    assert found.bots == (Bot(bot="py:bots.py:First", name="ann"), Bot(bot="py:bots.py:First", name="bob"))
    assert (found.folder, found.preset) == (tmp_path, "german")
    assert found.games == 6  # whole sets of two


def test_what_is_left_out_is_as_in_a_match(tmp_path: Path) -> None:
    settings = cup(tmp_path).settings
    assert (settings.game, settings.preset, settings.seating, settings.block) == ("fajer", None, "rotate", 25)
    assert (settings.on_fault, settings.isolation, settings.tables, settings.rounds) == ("forfeit", "none", None, None)
    assert settings.limits.limits() == Limits()
    assert cup(tmp_path, seed=None).settings.seed is None


def test_an_option_without_a_limit_is_none(tmp_path: Path) -> None:
    content = text(preset='"three-stakes"').replace("stakes = 0\n", 'round_limit = "none"\n')
    path = tmp_path / "cup.toml"
    path.write_text(content, "utf-8")
    assert read(path).options.round_limit is None


def test_a_name_may_stand_before_the_bot(tmp_path: Path) -> None:
    path = tmp_path / "cup.toml"
    path.write_text(text() + '[[bots]]\nbot = "sea=bots/c"\n', "utf-8")
    assert read(path).bots[-1] == Bot(bot="bots/c", name="sea")


def test_the_same_bot_may_sit_twice_under_two_names(tmp_path: Path) -> None:
    path = tmp_path / "cup.toml"
    path.write_text(text() + '[[bots]]\nbot = "greedy"\n[[bots]]\nbot = "greedy"\nname = "other"\n', "utf-8")
    assert [bot.name for bot in read(path).bots][-2:] == [None, "other"]


SETTINGS: list[tuple[dict[str, Any], str]] = [
    ({"seat": 3}, ': [tournament] has no "seat"; it can have name, game, preset, seats,'),
    ({"name": None}, ": [tournament] needs name: a text of 1 to 200 characters"),
    ({"name": '""'}, ': [tournament] name = "": it has to be a text of 1 to 200 characters'),
    ({"format": None}, ": [tournament] needs format: round-robin, gauntlet, balanced or ladder"),
    ({"format": '"swiss"'}, ': [tournament] format = "swiss": it has to be round-robin, gauntlet, balanced or ladder'),
    ({"seats": '"2"'}, ': [tournament] seats = "2": it has to be a whole number from 2 on'),
    ({"seats": 1}, ": [tournament] seats = 1: it has to be a whole number from 2 on"),
    ({"seats": 4}, ": [tournament] seats = 4: there are only 3 bots to sit at a table"),
    ({"games": 0}, ": [tournament] games = 0: it has to be a whole number from 1 to 1000000000"),
    ({"games": 1_000_000_001}, ": [tournament] games = 1000000001: it has to be a whole number from 1 to 1000000000"),
    ({"games": 2.5}, ": [tournament] games = 2.5: it has to be a whole number from 1 to 1000000000"),
    ({"games": "nan"}, ": [tournament] games = nan: it has to be a whole number from 1 to 1000000000"),
    ({"seed": 42}, ': [tournament] seed = 42: it has to be a text, like seed = "42"'),
    ({"game": '"poka"'}, ": [tournament] there is no game 'poka'; there is fajer, poker"),
    ({"preset": '"dutch"'}, ": [tournament] Fájer has no preset 'dutch'; it has german, three-stakes"),
    (
        {"limits": "{memory = '64M'}", "options": "", "isolation": '"none"'},
        ': [tournament.limits] memory: without isolation nothing bounds that; isolation = "full" does',
    ),
    (
        {"limits": "{memory = '64'}", "options": "", "isolation": '"full"'},
        ': [tournament.limits] memory = "64": it is no size',
    ),
    (
        {"limits": "{processes = 3}", "options": "", "isolation": '"full"'},
        ": [tournament.limits] processes = 3: it has to be a whole number from 4 to 65536",
    ),
    ({"isolation": '"half"'}, ': [tournament] isolation = "half": it has to be "full", "landlock" or "none"'),
    ({"format": '"balanced"'}, ": [tournament] needs tables with balanced: a whole number from 1 to 1000000000"),
    ({"format": '"ladder"'}, ": [tournament] needs rounds with ladder: a whole number from 1 to 1000000000"),
    ({"tables": 3}, ": [tournament] tables = 3: only balanced and ladder have tables, only ladder has rounds"),
    ({"block": 257}, ": [tournament] block = 257: it has to be a whole number from 1 to 256"),
    ({"limits": 3}, ": [tournament.limits] has to be a table, not 3"),
]


@pytest.mark.parametrize(("settings", "line"), SETTINGS, ids=lambda value: str(value)[:40])
def test_a_wrong_setting(tmp_path: Path, settings: dict[str, Any], line: str) -> None:
    assert wrong(tmp_path, text(**settings)).startswith(line)


TEXTS: list[tuple[str, str]] = [
    ("", " does not say what is played: a tournament has [tournament] and [[bots]]"),
    ("name = ", " is no TOML: "),
    ("tournament = 3", ": [tournament] has to be a table, not 3"),
    (text() + "[bot]\n", ': there is no "bot"; a tournament has [tournament] and [[bots]]'),
    (text() + "[[bots]]\n", ": [[bots]] number 4 needs bot: a BOT, as fajer match takes it"),
    (text() + "[[bots]]\nbot = 3\n", ": [[bots]] number 4 bot = 3: it has to be a BOT, as fajer match takes it"),
    (text() + '[[bots]]\nbot = "x"\nnick = "y"\n', ': [[bots]] number 4 has no "nick"; it can have bot, name'),
    (text() + bot("ann", "x"), ': 2 of the [[bots]] have the name "ann": each needs one of its own'),
    (text() + '[[bots]]\nbot = "greedy"\n' * 2, ': the bot "greedy" is there 2 times: each of them needs a name'),
    (text() + bot("y", "x=z"), ': [[bots]] number 4 has two names: "x=z" and name = "y"'),
    (text() + bot("a" * 65), f': [[bots]] number 4 name = "{"a" * 59}…: it has to be 1 to 64 printable characters'),
    (text() + bot("a\\tb"), ': [[bots]] number 4 name = "a\\tb": it has to be 1 to 64 printable characters'),
    (text().partition("[[bots]]")[0], " names no bots: each has a [[bots]] with bot = a BOT, as fajer match takes it"),
    (text().replace("deals = 2", "deels = 2"), ": [tournament.options] fajer has no option 'deels'; it has stakes,"),
    (text().replace("deals = 2", "deals = 0"), ": [tournament.options] option deals of fajer cannot be '0'; it can be"),
    (text().replace("deals = 2", "deals = true"), ": [tournament.options] option deals of fajer cannot be 'true'"),
    (text(extra="[tournament.limits]\nmove = 1\n"), ': [tournament.limits] has no "move"; it can have start_time,'),
    (text(extra="[tournament.limits]\nmove_time = 0\n"), ": [tournament.limits] move_time = 0: it has to be seconds,"),
    (text(extra="[tournament.limits]\nbank = nan\n"), ": [tournament.limits] bank = nan: it has to be seconds, from"),
    (text(*"abcdef", seats=6, seating='"all"'), ": [tournament] seating all is for up to 5 seats: with 6 it would be"),
    (text(*"abcdefghij", seats=10), ": [tournament] seats = 10: fajer is for 2 to 9 players"),
]


@pytest.mark.parametrize(("content", "line"), TEXTS, ids=range(len(TEXTS)))
def test_a_wrong_file(tmp_path: Path, content: str, line: str) -> None:
    assert wrong(tmp_path, content).startswith(line)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"cup\.toml cannot be read: No such file"):
        read(tmp_path / "cup.toml")


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "cup.toml"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(UsageError, match=r"cup\.toml is no TOML: "):
        read(path)
