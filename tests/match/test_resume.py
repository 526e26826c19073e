"""Proves on the command line that whatever ends a match, one line says so, what was written stands, and it plays on."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest
from records.files import indices, lines, part, rewritten
from referee.house import House, eventually

from fajer.cli import main

GAMES = 36
SHORT = ("--set", "stakes=0", "--set", "deals=2", "--set", "round_cap=5")
WORDS = ("-n", str(GAMES), "--block", "3", "--seed", "resume", *SHORT)


def bots(house: House) -> list[str]:
    """Two proper bots, the same command lines every time."""
    word = " ".join(str(word) for word in house.words(counted=False))
    return [f"one=cmd:{word}", f"two=cmd:{word}"]


class Refused:
    """Runs commands that give up, in this process, since there are many of them."""

    def __init__(self, house: House, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch = monkeypatch
        self._capsys = capsys
        monkeypatch.chdir(house.path)

    def __call__(self, *words: str | Path, code: int) -> str:
        """The one line that the command says; it ends with this code, and raises nothing."""
        self._monkeypatch.setattr(sys, "argv", ["fajer", *map(str, words)])
        assert main._run() == code
        said = self._capsys.readouterr()
        assert said.out == ""
        (line,) = said.err.splitlines()
        return line


@pytest.fixture
def refused(house: House, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Refused:
    return Refused(house, monkeypatch, capsys)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of the whole match, played at one go."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        house = House(tmp_path_factory.mktemp("undisturbed"), monkeypatch)
        done = house.command("match", *bots(house), *WORDS, "-o", "whole.jsonl", "--jobs", "1")
        assert done.returncode == 0, done.stderr
        return house.path / "whole.jsonl"


def test_jobs_do_not_change_the_file(house: House, undisturbed: Path) -> None:
    done = house.command("match", *bots(house), *WORDS, "-o", "games.jsonl", "--jobs", "2")
    assert done.returncode == 0
    assert "Traceback" not in done.stderr
    assert lines(house.path / "games.jsonl") == lines(undisturbed)


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_killed_at_any_moment_and_played_on_it_is_the_same_match(house: House, undisturbed: Path, jobs: str) -> None:
    """kill -9 at moments drawn by lot, again and again, until the match is complete."""
    random = Random(f"kill {jobs}")
    path = house.path / "games.jsonl"
    words: list[str | Path] = ["match", *bots(house), *WORDS, "-o", path, "--jobs", jobs]
    killed = 0
    for _ in range(5):
        match = house.begin(*words, *(["--resume"] if path.exists() else []))
        grows_or_ends(path, match)
        time.sleep(random.uniform(0, 0.1))
        match.kill()
        match.communicate()
        killed += match.returncode == -signal.SIGKILL
        assert eventually(lambda: not house.processes())
    assert killed >= 2
    done = house.command(*words, "--resume")
    assert done.returncode == 0, done.stderr
    assert "differently" not in done.stderr
    assert lines(path) == lines(undisturbed)
    assert not part(path).exists()


def grows_or_ends(path: Path, match: "subprocess.Popen[str]") -> None:
    """Wait until a match writes, or is over."""
    before = path.stat().st_size if path.exists() else 0
    assert eventually(lambda: match.poll() is not None or (path.exists() and path.stat().st_size > before), 30)


def test_an_interrupted_match_is_played_on_without_saying_what_it_was(house: House, undisturbed: Path) -> None:
    """Everything is taken from the file, the bots too."""
    path = house.path / "games.jsonl"
    raw = undisturbed.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(raw[:20]) + raw[20][:100])
    done = house.command("match", "-o", path, "--resume")
    assert done.returncode == 0, done.stderr
    assert lines(path) == lines(undisturbed)


def test_a_bot_that_forfeits_ten_games_running_ends_the_match_with_1(house: House) -> None:
    """Ten games are kept; with the bot repaired the rest is played."""
    bad = house.path / "bad"
    bot = f"cmd:sh -c 'if [ -e {bad} ]; then exec {' '.join(house.words('exit-3', counted=False))};"
    bot += f" else exec {' '.join(house.words(counted=False))}; fi'"
    words = ["match", f"weak={bot}", bots(house)[1], *WORDS, "-o", "games.jsonl"]
    bad.touch()
    done = house.command(*words, "--jobs", "1")
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    line = done.stderr.splitlines()[-1]
    assert line.startswith("fajer: weak forfeited 10 games running, up to game 9")
    assert "crash: ended with exit status 3" in line
    assert line.endswith("the match ends here; --resume plays on")
    assert indices(lines(house.path / "games.jsonl")) == list(range(10))
    unkept = house.command(*words[:-2], "--jobs", "1")
    assert unkept.stderr.splitlines()[-1].endswith(": the match ends here")
    bad.unlink()
    done = house.command(*words, "--resume")
    assert done.returncode == 0, done.stderr
    assert indices(lines(house.path / "games.jsonl")) == list(range(GAMES))


def test_an_internal_error_ends_the_match_with_1(house: House, undisturbed: Path) -> None:
    """The referee fails twice in game 20: one line; without the failure it is played on to the same end."""
    program = """
import sys
from fajer.cli.main import main
from fajer.referee.play import Play

proper = Play.finish

def finish(play):
    if play.sitting.index == 20:
        raise RuntimeError("out of ideas")
    return proper(play)

Play.finish = finish
sys.argv = ["fajer", *sys.argv[1:]]
main()
"""
    words = ["match", *bots(house), *WORDS, "-o", "games.jsonl"]
    done = subprocess.run(
        [sys.executable, "-c", program, *words, "--jobs", "1"],
        cwd=house.path,
        env=house.environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.strip() == "fajer: the referee failed twice in block 3, seating 0: RuntimeError: out of ideas"
    assert indices(lines(house.path / "games.jsonl")) == list(range(20))
    assert house.command(*words, "--resume").returncode == 0
    assert lines(house.path / "games.jsonl") == lines(undisturbed)


# Before the first game


def test_a_bot_without_hello_is_said_and_nothing_is_written(house: House, refused: Refused) -> None:
    bad = f"cmd:{' '.join(house.words('trace', counted=False))}"
    line = refused("match", bad, bots(house)[1], "--seed", "x", "-o", "games.jsonl", code=1)
    assert line.startswith(f"fajer: {bad}: no proper hello: ended with exit status 1; its stderr ends: ")
    assert line.endswith("RuntimeError: nothing works today")
    assert os.listdir(house.path) == []


def test_a_bot_that_cannot_be_found(house: House, refused: Refused) -> None:
    line = refused("match", "cmd:/nowhere/bot", bots(house)[1], "-o", "games.jsonl", code=1)
    assert line == "fajer: cmd:/nowhere/bot: cannot be run: /nowhere/bot: No such file or directory"
    line = refused("match", "nowhere/bot", bots(house)[1], code=2)
    assert "there is no bot 'nowhere/bot'" in line


def test_a_bot_that_is_not_executable(house: House, refused: Refused) -> None:
    (house.path / "bot.py").touch()
    line = refused("match", "./bot.py", bots(house)[1], code=2)
    assert "./bot.py cannot be run" in line


@pytest.mark.parametrize(
    ("flag", "words"),
    [
        ("hello-protocol-2", '"protocol":2'),
        ("chatter-first", "«loading the opening book»"),
        ("hello-control", r"\x1b[2J"),
        ("hello-endless", "over 65536 bytes"),
    ],
)
def test_what_it_said_instead_is_quoted_with_control_characters_escaped(
    house: House, refused: Refused, flag: str, words: str
) -> None:
    line = refused("match", f"cmd:{' '.join(house.words(flag))}", bots(house)[1], code=1)
    assert words in line
    assert line.isprintable()


def test_faults_are_said_as_they_happen_and_strict_ends_with_3(house: House) -> None:
    """Bot, game, place, kind, what was sent, the end of its stderr; escaped all of it."""
    bot = f"bad=cmd:{' '.join(house.words('stderr-and-exit', counted=False, value=chr(27) + '[2Jbye'))}"
    words = ["match", bot, bots(house)[1], "-n", "2", "--seating", "fixed", "--seed", "x", "-o", "games.jsonl"]
    done = house.command(*words, "--strict")
    assert done.returncode == 3
    assert done.stderr.splitlines()[0] == (
        r"bad, game 0, deal 0, action 0: crash: ended with exit status 3; its stderr ends: \x1b[2Jbye"
    )
    done = house.command("match", bot, bots(house)[1], "-n", "2", "--seating", "fixed", "--seed", "x")
    assert done.returncode == 0


# Files that cannot be played on


def test_a_file_that_exists_is_not_overwritten(house: House, refused: Refused, undisturbed: Path) -> None:
    path = house.path / "games.jsonl"
    shutil.copy(undisturbed, path)
    line = refused("match", *bots(house), "-o", path, code=2)
    assert f"{path} exists: give another name, or --resume to play on" in line
    assert path.read_bytes() == undisturbed.read_bytes()


def test_resume_without_a_file(house: House, refused: Refused) -> None:
    assert "-o FILE" in refused("match", *bots(house), "--resume", code=2)


SPOILT: dict[str, tuple[Any, str]] = {
    "empty": (lambda path: path.write_bytes(b""), "is empty: no records"),
    "no JSON": (lambda path: path.write_bytes(b"hello\n"), "line 1: no record of a match"),
    "binary": (lambda path: path.write_bytes(bytes(range(256)) * 9), "line 1"),
    "cut in its first line": (lambda path: path.write_bytes(path.read_bytes()[:100]), "line 1: the line is cut"),
    "a game changed by hand": (
        lambda path: rewritten(path, 4, lambda line: line["payoffs"].reverse()),
        "line 4: game 2 was changed: it does not have the digest it says",
    ),
    "the match changed by hand": (
        lambda path: rewritten(path, 1, lambda line: line.update(seed="x")),
        "line 1: the match was changed: it does not have the id it says",
    ),
    "a newer version": (
        lambda path: rewritten(path, 1, lambda line: line.update(version=9)),
        "line 1: written by a newer fajer",
    ),
    "another game": (lambda path: rewritten(path, 1, lambda line: line.update(game="tarock")), "'tarock'"),
    "no game in between": (
        lambda path: path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:2])[:-1] + b"x\n"),
        "line 2",
    ),
    "a folder": (lambda path: (path.unlink(), path.mkdir()), "cannot be read: Is a directory"),
    "not there": (lambda path: path.unlink(), "cannot be read: No such file or directory"),
}


BARE = ("empty", "cut in its first line")
"""Where it is not known any more what the match was."""


@pytest.mark.parametrize("name", SPOILT)
def test_a_file_that_cannot_be_played_on(house: House, refused: Refused, undisturbed: Path, name: str) -> None:
    """One line names the file, the line and what is wrong with it; the file stays as it is."""
    path = house.path / "games.jsonl"
    shutil.copy(undisturbed, path)
    spoil, words = SPOILT[name]
    spoil(path)
    before = path.read_bytes() if path.is_file() else None
    known = [] if name in BARE else bots(house)
    line = refused("match", *known, *WORDS, "-o", path, "--resume", code=1)
    assert line.startswith(f"fajer: {path}")
    assert words in line
    assert (path.read_bytes() if path.is_file() else None) == before


@pytest.mark.parametrize("name", BARE)
def test_a_match_that_was_killed_in_its_first_line_is_begun_again(house: House, undisturbed: Path, name: str) -> None:
    """There is nothing in the file yet; asked for again, bots and all, the match is played from its beginning."""
    path = house.path / "games.jsonl"
    shutil.copy(undisturbed, path)
    SPOILT[name][0](path)
    done = house.command("match", *bots(house), *WORDS, "-o", path, "--resume")
    assert done.returncode == 0, done.stderr
    assert lines(path) == lines(undisturbed)


@pytest.mark.parametrize("text", ["half a line of something else", "{"])
def test_a_file_of_something_else_is_never_begun_again(house: House, refused: Refused, text: str) -> None:
    """Only what can be the beginning of a match may go."""
    path = house.path / "letter.txt"
    path.write_text("dear sir" + text)
    refused("match", *bots(house), *WORDS, "-o", path, "--resume", code=1)
    assert path.read_text() == "dear sir" + text


def test_a_file_of_another_match(house: House, refused: Refused, undisturbed: Path) -> None:
    path = house.path / "games.jsonl"
    shutil.copy(undisturbed, path)
    line = refused("match", *bots(house), "-o", path, "--resume", "--seed", "other", code=1)
    assert line == f'fajer: {path} holds another match: seed is "resume" there and "other" here'


@pytest.mark.parametrize(
    ("out", "reason"),
    [
        ("nowhere/games.jsonl", "No such file or directory"),
        ("file/games.jsonl", "Not a directory"),
        ("n" * 300, "File name too long"),
    ],
)
def test_a_place_where_nothing_can_be_written(house: House, refused: Refused, out: str, reason: str) -> None:
    (house.path / "file").touch()
    line = refused("match", *bots(house), "--seed", "x", "-o", out, code=1)
    assert line == f"fajer: {out} cannot be written: {reason}"


# A full disk


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_file_that_grows_too_large(house: House, undisturbed: Path, jobs: str) -> None:
    """A limit on the size of files, as on a shared machine: it is said, and without the limit it is played on."""
    path = house.path / "games.jsonl"
    command = " ".join(f"'{word}'" for word in [*bots(house), *WORDS])
    script = f"ulimit -f 20; exec {sys.executable} -m fajer match {command} --jobs {jobs} -o {path}"
    environment = {name: value for name, value in house.environment().items() if not name.startswith("COVERAGE")}
    done = subprocess.run(
        ["sh", "-c", script], cwd=house.path, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1, done.stderr
    assert "Traceback" not in done.stderr
    name = str(path)
    assert done.stderr.strip() in [
        f"fajer: {name}{beside} cannot be written: File too large; what is written stands, --resume plays on from there"
        for beside in ("", ".part")
    ]
    assert indices(lines_of_whole(path)) == list(range(len(lines_of_whole(path)) - 1))
    assert house.command("match", *bots(house), *WORDS, "-o", path, "--resume").returncode == 0
    assert lines(path) == lines(undisturbed)


def lines_of_whole(path: Path) -> list[dict[str, Any]]:
    """The whole lines of a file whose last one may be torn."""
    copy = path.with_name("copy")
    raw = path.read_bytes()
    copy.write_bytes(raw[: raw.rfind(b"\n") + 1])
    return lines(copy)


def test_a_disk_that_is_full(house: House, undisturbed: Path) -> None:
    """A file system of 16 KiB, seen by this command only; then it has more room."""
    command = " ".join(f"'{word}'" for word in [*bots(house), *WORDS])
    (house.path / "small").mkdir()
    script = f"""
        mount -t tmpfs -o size=16k small small || exit 99
        fajer="{sys.executable} -m fajer"
        $fajer match {command} --jobs 1 -o small/games.jsonl
        echo "exit $?"
        mount -o remount,size=1m small
        $fajer match {command} -o small/games.jsonl --resume > /dev/null
        echo "exit $?"
        cp small/games.jsonl games.jsonl
        umount small
    """
    done = house.with_small_disk(script)
    assert done.stdout.split() == ["exit", "1", "exit", "0"]
    assert done.stderr.strip() == (
        "fajer: small/games.jsonl cannot be written: No space left on device; "
        "what is written stands, --resume plays on from there"
    )
    assert lines(house.path / "games.jsonl") == lines(undisturbed)


def test_two_matches_do_not_write_to_the_same_file(house: House, refused: Refused) -> None:
    """The second is told so; the first is not disturbed."""
    path = house.path / "games.jsonl"
    slow = f"cmd:{' '.join(house.words('sleep', counted=False, value=0.005, to=10**6))}"
    first = house.begin("match", slow, bots(house)[1], *WORDS, "-n", "1000", "-o", path)
    assert eventually(lambda: path.exists() and len(lines_of_whole(path)) > 1, 30)
    line = refused("match", "-o", path, "--resume", code=1)
    assert line == f"fajer: {path} is being written by another match"
    assert first.poll() is None
    first.send_signal(signal.SIGTERM)
    first.communicate()
    assert first.returncode == 130
