"""Proves that a match with a sequential test ends at the same game whatever happens, and says what was decided."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from records.files import lines, part
from referee.house import House

BOTS = """
from fajer.bot import Bot

class First(Bot):
    def act(self, view, legal):
        return legal[0]

class Last(Bot):
    def act(self, view, legal):
        return legal[-1]
"""
SHORT = ("--set", "stakes=0", "--set", "deals=2", "--set", "round_cap=5")
GAMES = 120
WORDS = ("-n", str(GAMES), "--block", "3", "--seed", "sprt", *SHORT)
TEST = ("--sprt", "0", "0.5")
DECIDED = 42
"""First wins more often than Last; 20 sets are the least, and the first whole blocks of that are 21 sets."""


def bots(house: House, *names: str) -> list[str]:
    """Bots of the referee's own process."""
    file = house.path / "mine.py"
    file.write_text(BOTS)
    return [f"py:{file}:{name}" for name in names or ("First", "Last")]


def done(house: House, *words: str | Path) -> "subprocess.CompletedProcess[str]":
    """A command that has to succeed."""
    ran = house.command(*words)
    assert ran.returncode == 0, ran.stderr
    assert "Traceback" not in ran.stderr
    return ran


def refused(house: House, *words: str | Path, code: int = 1) -> str:
    """The line of a command that gives up."""
    ran = house.command(*words)
    assert ran.returncode == code
    assert ran.stdout == ""
    return ran.stderr.splitlines()[-1]


@pytest.fixture(scope="module")
def tested(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The file of a match that its test ended, and what it printed."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        house = House(tmp_path_factory.mktemp("tested"), monkeypatch)
        ran = done(house, "match", *bots(house), *WORDS, *TEST, "-o", "games.jsonl", "--jobs", "1")
        return house.path / "games.jsonl", ran.stdout


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of the same match without a test."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        house = House(tmp_path_factory.mktemp("whole"), monkeypatch)
        done(house, "match", *bots(house), *WORDS, "-o", "games.jsonl", "--jobs", "1")
        return house.path / "games.jsonl"


def same(path: Path) -> list[dict[str, Any]]:
    """The lines of a file without where the bots' file lay."""
    kept = lines(path)
    for bot in kept[0]["bots"]:
        bot["spec"] = Path(bot["spec"]).name
    del kept[0]["id"]
    return kept


def verdict(text: str) -> list[str]:
    """What was printed of the test."""
    return text.splitlines()[-2:]


def test_it_ends_with_the_block_that_decides(tested: tuple[Path, str], whole: Path) -> None:
    """The games are those of the match without a test, and no more; the end says how many."""
    path, said = tested
    first, *games, end = same(path)
    assert first["sprt"] == [0, 0.5, 0.05]
    assert games == same(whole)[1 : DECIDED + 1]
    assert end["games"] == DECIDED
    head, average = verdict(said)
    assert head.startswith("First against the field: at least 0.5, not 0 or less, on 21 sets (mean lead +")
    assert average.startswith("on average it takes 21 sets if the lead is 0, 21 if it is 0.5, 21 if it is +")


@pytest.mark.parametrize("jobs", ["2", "3"])
def test_jobs_do_not_change_where_it_ends(house: House, tested: tuple[Path, str], jobs: str) -> None:
    """Games that were played beyond are not kept."""
    ran = done(house, "match", *bots(house), *WORDS, *TEST, "-o", "games.jsonl", "--jobs", jobs)
    assert same(house.path / "games.jsonl") == same(tested[0])
    assert not part(house.path / "games.jsonl").exists()
    assert verdict(ran.stdout) == verdict(tested[1])


def test_without_a_file_it_ends_there_too(house: House, tested: tuple[Path, str]) -> None:
    ran = done(house, "match", *bots(house), *WORDS, *TEST, "--jobs", "2")
    assert verdict(ran.stdout) == verdict(tested[1])
    assert f"{DECIDED} games, 21 whole sets" in ran.stdout


@pytest.mark.parametrize("kept", [0, 1, 20, DECIDED - 1, DECIDED, DECIDED + 1])
def test_it_is_played_on_to_the_same_end(house: House, tested: tuple[Path, str], kept: int) -> None:
    """From any game on, with the last line torn, and when it was over already; LOW and HIGH are in the file."""
    path = house.path / "games.jsonl"
    raw = tested[0].read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(raw[: kept + 1]) + b"".join(raw[kept + 1 : kept + 2])[:50])
    ran = done(house, "match", "-o", path, "--resume", "--jobs", "2")
    assert lines(path) == lines(tested[0])
    assert not part(path).exists()
    assert verdict(ran.stdout) == verdict(tested[1])


@pytest.mark.parametrize("kept", [30, DECIDED - 2, DECIDED])
def test_games_ahead_of_the_end_are_not_taken_in(
    house: House, tested: tuple[Path, str], whole: Path, kept: int
) -> None:
    """Killed with all games ahead beside the file: those that decide are taken, those beyond are not."""
    path = house.path / "games.jsonl"
    raw = tested[0].read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(raw[: kept + 1]))
    part(path).write_bytes(b"".join(whole.read_bytes().splitlines(keepends=True)[kept + 1 : -1]))
    done(house, "match", "-o", path, "--resume")
    assert lines(path) == lines(tested[0])
    assert not part(path).exists()


def test_a_test_that_does_not_decide_ends_with_the_last_game(house: House) -> None:
    """A bot against itself: every set ends level."""
    ran = done(house, "match", *bots(house, "First", "First"), *WORDS, *TEST, "-o", "games.jsonl")
    assert lines(house.path / "games.jsonl")[-1]["games"] == GAMES
    assert ran.stdout.splitlines()[-3:] == [
        "First against the field: not decided, on 60 sets (mean lead +0.000; llr +0.00, 3.00 decides)",
        "every set ended level: how much they differ is not known",
        "the match is over: it was to have 60 sets at most; to go on play another one with more --games, "
        "with the same seed it begins with the same sets",
    ]


def test_a_test_that_cannot_decide_says_so_first(house: House) -> None:
    ran = done(house, "match", *bots(house), "-n", "4", "--seed", "sprt", *SHORT, *TEST)
    line = "nothing can be decided: a test needs 20 sets, and there are 2 (--games)"
    assert ran.stderr.splitlines()[0] == line


def test_without_games_it_plays_until_it_is_decided(house: House) -> None:
    """The first look is at the end of a block, here of 60 sets: after 120 games, more than the usual 100."""
    words = ["match", *bots(house), "--block", "60", "--seed", "sprt", *SHORT, *TEST, "-o", "games.jsonl"]
    ran = done(house, *words, "--jobs", "1")
    first, *games, end = lines(house.path / "games.jsonl")
    assert (first["games"], len(games), end["games"]) == (100_000, 120, 120)
    assert "in whole sets" not in ran.stderr
    assert verdict(ran.stdout)[0].startswith("First against the field: at least 0.5, not 0 or less, on 60 sets (")
    assert "the match is over" not in ran.stdout


def test_without_games_sets_of_three_are_whole_and_it_is_not_said(house: House) -> None:
    """33,334 sets are 100,002 games; nobody asked for 100,000."""
    words = ["match", *bots(house, "Last", "First", "First"), "--seed", "sprt", *SHORT, "--sprt", "-0.3", "0.3"]
    ran = done(house, *words, "-o", "games.jsonl")
    assert lines(house.path / "games.jsonl")[0]["games"] == 100_002
    assert "in whole sets" not in ran.stderr


def test_three_seats_one_against_the_field(house: House) -> None:
    """The first bot is the worse one here."""
    words = ["match", *bots(house, "Last", "First", "First"), *WORDS, "--sprt", "-0.3", "0.3", "-o"]
    for jobs in ("1", "2"):
        ran = done(house, *words, f"{jobs}.jsonl", "--jobs", jobs)
        assert verdict(ran.stdout)[0].startswith("Last against the field: at most -0.3, not 0.3 or more, on 21 sets (")
    assert lines(house.path / "1.jsonl") == lines(house.path / "2.jsonl")
    assert lines(house.path / "1.jsonl")[-1]["games"] == 63


def test_a_smaller_error_takes_longer_and_stays_with_the_file(house: House, tested: tuple[Path, str]) -> None:
    """log(1000) = 6.91 decides; the games are the same, only more, and --resume needs no word of it."""
    words = ["match", *bots(house), *WORDS, *TEST, "--error", "0.001", "-o", "games.jsonl", "--jobs", "1"]
    said = verdict(done(house, *words).stdout)
    assert "6.91 decides" in said[0]
    first, *games, end = same(house.path / "games.jsonl")
    assert first["sprt"] == [0, 0.5, 0.001]
    assert DECIDED < end["games"] < GAMES
    assert games[:DECIDED] == same(tested[0])[1:-1]
    raw = (house.path / "games.jsonl").read_bytes().splitlines(keepends=True)
    (house.path / "games.jsonl").write_bytes(b"".join(raw[:30]))
    assert verdict(done(house, "match", "-o", "games.jsonl", "--resume").stdout) == said


def test_json_has_it(house: House, tested: tuple[Path, str]) -> None:
    shutil.copy(tested[0], house.path / "games.jsonl")
    said = json.loads(done(house, "match", "-o", "games.jsonl", "--resume", "--json").stdout)
    assert said["games"] == DECIDED
    test = said["sprt"]
    mean = {bot["name"]: bot["mean"] for bot in said["bots"]}
    assert test["mean"] == pytest.approx(mean["First"] - mean["Last"])
    assert test["llr"] >= test["bound"]
    assert {key: test[key] for key in ("bot", "low", "high", "error", "decision", "sets")} == {
        "bot": "First", "low": 0, "high": 0.5, "error": 0.05, "decision": "high", "sets": 21,
    }  # fmt: skip
    assert set(test["expected"]) == {"low", "high", "observed"}


def test_the_file_is_true_and_scored(tested: tuple[Path, str], house: House) -> None:
    assert "every one as seed and rules make it" in done(house, "replay", tested[0], "--verify").stdout
    assert f"{DECIDED} games, 21 whole sets" in done(house, "score", tested[0]).stdout


# What is refused


def test_low_above_high_is_said_before_any_game(house: House) -> None:
    line = refused(house, "match", *bots(house), "--sprt", "0.5", "0", "-o", "games.jsonl", code=2)
    assert line == "fajer: --sprt 0.5 0: LOW has to be less than HIGH, like --sprt 0 0.5"
    assert not (house.path / "games.jsonl").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--error", "0.01"], "--error is of --sprt LOW HIGH, and there is none"),
        ([*TEST, "--error", "0.6"], "--error 0.6: it has to be from 0.001 to 0.5, like 0.05 for 5 %"),
        ([*TEST, "--error", "nan"], "--error nan: it has to be from 0.001 to 0.5, like 0.05 for 5 %"),
    ],
)
def test_an_error_without_a_test_or_out_of_range_is_said_before_any_game(
    house: House, words: list[str], said: str
) -> None:
    line = refused(house, "match", *bots(house), *words, "-o", "games.jsonl", code=2)
    assert said in line
    assert not (house.path / "games.jsonl").exists()


def test_another_test_is_another_match(house: House, tested: tuple[Path, str], whole: Path) -> None:
    shutil.copy(tested[0], house.path / "games.jsonl")
    line = refused(house, "match", "-o", "games.jsonl", "--resume", "--sprt", "0", "1")
    assert line == "fajer: games.jsonl holds another match: sprt is [0.0,0.5,0.05] there and [0.0,1.0,0.05] here"
    line = refused(house, "match", "-o", "games.jsonl", "--resume", "--error", "0.01")
    assert line == "fajer: games.jsonl holds another match: sprt is [0.0,0.5,0.05] there and [0.0,0.5,0.01] here"
    shutil.copy(whole, house.path / "games.jsonl")
    line = refused(house, "match", "-o", "games.jsonl", "--resume", "--sprt", "0", "1")
    assert line == "fajer: games.jsonl holds another match: sprt is null there and [0.0,1.0,0.05] here"


def test_a_file_that_goes_on_after_the_decision_is_not_played_on(
    house: House, tested: tuple[Path, str], whole: Path
) -> None:
    first = tested[0].read_bytes().splitlines(keepends=True)[0]
    path = house.path / "games.jsonl"
    path.write_bytes(b"".join([first, *whole.read_bytes().splitlines(keepends=True)[1:-1]]))
    line = refused(house, "match", "-o", path, "--resume")
    assert line == f"fajer: {path}: game {DECIDED}, but the match was decided before"


def test_a_file_that_ends_before_the_decision_is_not_played_on(house: House, tested: tuple[Path, str]) -> None:
    raw = tested[0].read_bytes().splitlines(keepends=True)
    path = house.path / "games.jsonl"
    path.write_bytes(b"".join(raw[:37]) + raw[-1].replace(b":42", b":36"))
    line = refused(house, "match", "-o", path, "--resume")
    assert line == f"fajer: {path} ends after game 35, but nothing was decided there"


@pytest.mark.parametrize("games", [35, 37])
def test_a_match_does_not_end_within_a_block(house: House, tested: tuple[Path, str], games: int) -> None:
    raw = tested[0].read_bytes().splitlines(keepends=True)
    path = house.path / "games.jsonl"
    path.write_bytes(b"".join(raw[: games + 1]) + raw[-1].replace(b":42", b":%d" % games))
    line = refused(house, "score", path)
    assert line == f"fajer: {path}, line {games + 2}: {games} games here, {GAMES} in the match"
