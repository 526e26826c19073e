"""`fajer play` as a person uses it: keys at a terminal, lines in a pipe, leaving in every way there is."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from cli.running import done, fajer, lines, refused, uncovered
from cli.session import Session

NAMED = {"\n": "enter"}
"""Keys that are called otherwise on the screen."""
SHORT = ["--set", "stakes=1", "--seed", "terminal"]


def kept(folder: Path) -> Path:
    """The one record that is there, proved."""
    (file,) = folder.glob("*.jsonl")
    assert "every one as seed and rules make it" in done("replay", file, "--verify")
    return file


def piped(*words: str, said: str, cwd: Path, **environment: str) -> "subprocess.CompletedProcess[bytes]":
    """Play with lines in place of keys."""
    plain = {name: value for name, value in uncovered().items() if not name.startswith(("LC_", "LANG"))}
    return subprocess.run(
        [sys.executable, "-m", "fajer", "play", *words],
        input=said.encode(),
        cwd=cwd,
        capture_output=True,
        timeout=120,
        check=False,
        env=plain | {"LANG": "C.UTF-8"} | environment,
    )


def played_through(session: Session, keys: str) -> None:
    """Press what of these keys is offered first, until the game is over."""
    while True:
        screen = session.shows(r"> $|Enter to go on\. $|The game is over\. .*\n(?:.*\n)+")
        if "The game is over." in screen:
            return
        if screen.endswith("go on. "):
            session.press("\n")
        else:
            session.press(
                next(key for key in keys if re.search(rf"(^|  ){NAMED.get(key, key)} ", screen, re.MULTILINE))
            )
        session.raw += "\n(pressed)"


def test_a_game_by_keys(tmp_path: Path) -> None:
    with Session("play", "greedy", "careful", *SHORT, "--name", "Anna", cwd=tmp_path) as session:
        screen = session.shows("> $")
        assert "▸D Anna" in screen
        assert "k Keep the hand" in screen
        assert "▒▒ ▒▒ ▒▒" in screen
        assert "\x1b[" in session.raw.rpartition("\x1b[3J")[2]  # colours
        played_through(session, "kdg1")
        code, errors = session.ends()
    assert code == 0
    (record,) = [line for line in lines(kept(tmp_path)) if line["type"] == "game"]
    assert record["faults"] == []
    assert re.search(r"What is played will be kept in fajer-\d{8}-\d{6}\.jsonl\.", errors)
    assert "fajer view" in errors


def test_rules_hint_and_events_by_keys(tmp_path: Path) -> None:
    with Session("play", "greedy", *SHORT, "--hint", "counting", cwd=tmp_path) as session:
        session.shows("> $")
        session.press("?")
        assert re.search(r"F-12 +The opener looks", session.shows("go on"))
        session.press(" ")
        session.shows(r"F-08 (?:.*\n)+.*go on\. $")
        session.press(" ")
        session.shows("> $")
        session.press("h")
        assert "384 deals that fit" in session.shows(r"counting would play(?:.*\n)+> $")
        session.press("k")
        session.shows(r"1 \S+ → ")
        session.press("l")
        assert "Deal 0: " in session.shows("go on")
        session.press("\n")
        session.shows("> $")
        session.press("x")
        session.shows("There is no such choice: x|not possible")
        session.press("q", "n")
        session.shows(r"leave the game\n> $")
        session.press("q", "q")
        code, errors = session.ends()
    assert code == 0
    assert "kept" in errors
    (record,) = [line for line in lines(kept(tmp_path)) if line["type"] == "game"]
    assert [(fault["seat"], fault["kind"], fault["detail"]) for fault in record["faults"]] == [
        (0, "crash", "left the table")
    ]


def test_poker_by_keys(tmp_path: Path) -> None:
    words = ["play", "first", "--game", "poker", "--set", "hands=1", "--set", "openers=any", "--seat", "1"]
    with Session(*words, cwd=tmp_path) as session:
        session.shows(r"b Bet 1–99\W")
        session.press("b", "5", "\x7f", "7", "\n")
        code, _ = session.ends()  # `first` folds
    assert code == 0
    (record,) = [line for line in lines(kept(tmp_path)) if line["type"] == "game"]
    assert [[1, "bet 7"], [0, "fold"]] in [deal["actions"] for deal in record["deals"]] or [
        action for deal in record["deals"] for action in deal["actions"] if action[0] == 1
    ] == [[1, "bet 7"]]


def test_cards_are_marked_and_laid_aside(tmp_path: Path) -> None:
    words = ["play", "first", "--game", "poker", "--set", "hands=1", "--set", "all_pass=play_on", "--seat", "1"]
    with Session(*words, cwd=tmp_path) as session:
        session.shows("p Pass")
        session.press("p")
        session.shows(r"1 +2 +3 +4 +5")
        session.press("2", "4", "5", "4")
        session.shows(r"1 +\(2\) +3 +4 +\(5\)")
        session.press("\n")
        session.shows("p Pass")
        session.press("p")
        assert session.ends()[0] == 0
    (record,) = [line for line in lines(kept(tmp_path)) if line["type"] == "game"]
    (deal,) = record["deals"]
    dealt = deal["deck"].split()[:5]  # seat 1 is at the dealer's left
    assert [1, f"draw {dealt[1]} {dealt[4]}"] in deal["actions"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_leaves_the_table(tmp_path: Path, number: signal.Signals) -> None:
    with Session("play", "greedy", "careful", *SHORT, "-o", "mine.jsonl", cwd=tmp_path) as session:
        session.shows("> $")
        session.signal(number)
        code, errors = session.ends()
    assert code == 130
    assert "mine.jsonl" in errors
    assert "Traceback" not in errors
    (record,) = [line for line in lines(kept(tmp_path)) if line["type"] == "game"]
    assert record["faults"][0]["detail"] == "left the table"


def ignores(pid: int, number: signal.Signals) -> bool:
    """Whether a process ignores a signal."""
    found = re.search(r"^SigIgn:\s*(\w+)", Path(f"/proc/{pid}/status").read_text(), re.MULTILINE)
    return found is not None and bool(int(found[1], 16) >> (number - 1) & 1)


def test_a_second_interrupt_ends_the_command_at_once(tmp_path: Path) -> None:
    """The rival would think for an hour on; no game is finished, and nothing is left behind."""
    (tmp_path / "slow.py").write_text(
        "import time\nfrom pathlib import Path\nfrom fajer.bot import Bot, run\nclass Slow(Bot):\n"
        f"    def act(self, view, legal):\n        Path({str(tmp_path / 'asked')!r}).touch()\n"
        "        time.sleep(3600)\nrun(Slow())\n"
    )
    slow = f"slow=cmd:{sys.executable} {tmp_path}/slow.py"
    words = ["play", slow, "first", *SHORT, "--move-time", "3600", "-o", "mine.jsonl"]
    with Session(*words, cwd=tmp_path) as session:
        session.shows("> $")
        session.press("k")
        while not (tmp_path / "asked").exists():
            time.sleep(0.01)
        session.signal(signal.SIGINT)
        while not ignores(session._process.pid, signal.SIGHUP):  # that is how the first one shows
            time.sleep(0.01)
        session.signal(signal.SIGINT)
        code, errors = session.ends()
    assert code == 130
    assert "Traceback" not in errors
    assert sorted(path.name for path in tmp_path.iterdir()) == ["asked", "slow.py"]


def test_a_terminal_that_goes_away_leaves_the_table(tmp_path: Path) -> None:
    with Session("play", "greedy", *SHORT, cwd=tmp_path) as session:
        session.shows("> $")
        session.hang_up()
        session._process.wait(60)
    kept(tmp_path)


def test_the_end_of_a_pipe_leaves_the_table(tmp_path: Path) -> None:
    ran = piped("greedy", *SHORT, said="k\n", cwd=tmp_path)
    assert ran.returncode == 0
    kept(tmp_path)


def test_a_reader_that_goes_away_leaves_the_table(tmp_path: Path) -> None:
    """As with `fajer play … | head`: what cannot be shown any more is not asked for, and the game is kept."""
    words = [sys.executable, "-m", "fajer", "play", "greedy", *SHORT]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, cwd=tmp_path, stdin=pipe, stdout=pipe, stderr=pipe, env=uncovered()) as game:
        game.stdout.readline()
        game.stdout.close()
        game.stdin.write(b"k\n" + b"g\n1\n" * 100)
        game.stdin.flush()
        assert game.wait(60) == 0
        assert b"Traceback" not in game.stderr.read()
        game.stdin.close()
    kept(tmp_path)


def test_a_pipe_has_lines_for_keys(tmp_path: Path) -> None:
    said = "?\nnonsense\nlay lay\nk\n" + "k\ng\n1\nd\n" * 200
    ran = piped("greedy", "first", *SHORT, "-n", "2", said=said, cwd=tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert b"\x1b" not in ran.stdout
    told = ran.stdout.decode()
    assert "F-12  The opener looks" in told
    assert told.count("The game is over.") == 2
    assert [line["faults"] for line in lines(kept(tmp_path)) if line["type"] == "game"] == [[], []]


def test_without_unicode_there_is_none(tmp_path: Path) -> None:
    ran = piped("Tök=greedy", *SHORT, "--lang", "hu", "--name", "Ödön", said="?\nm\nq\n", cwd=tmp_path, LC_ALL="C")
    assert ran.returncode == 0, ran.stderr
    told = ran.stdout.decode("ascii")
    assert ">D Odon" in told
    assert re.search(r"\[[789XUOKA][pzmt]\]", told)


def test_without_colour_there_is_none(tmp_path: Path) -> None:
    with Session("play", "greedy", *SHORT, cwd=tmp_path, NO_COLOR="1") as session:
        session.shows("> $")
        assert not re.search(r"\x1b\[[0-9;]*3[0-9]", session.raw)
    with Session("play", "greedy", *SHORT, cwd=tmp_path, TERM="dumb") as session:
        session.shows("> $")
        assert "\x1b[" not in session.raw


def test_in_hungarian(tmp_path: Path) -> None:
    with Session("play", "greedy", *SHORT, cwd=tmp_path, LANG="hu_HU.UTF-8", LC_ALL="", LC_CTYPE="C.UTF-8") as session:
        screen = session.shows("> $")
        assert "m Megtartom" in screen
        assert "0. leosztás" in screen
        session.press("?")
        session.shows(r"A most érvényes szabályok(?:.*\n)+F-12 ")


POKER = ["--game", "poker", "--preset", "house-five-card", "--set", "hands=2", "--seed", "terminal"]


@pytest.mark.parametrize(
    ("game", "keys", "players"),
    [(SHORT, "pg159d", 2), (SHORT, "pg159d", 5), (SHORT, "pg159d", 9), (POKER, "pc\n", 2), (POKER, "pc\n", 9)],
)
@pytest.mark.parametrize("rows", [24, 40])
def test_it_fits_the_terminal(tmp_path: Path, game: list[str], keys: str, players: int, rows: int) -> None:
    """Every screen of a game has at most as many lines as there are, and no line is broken."""
    bots = ["greedy", "random", "careful", "first"] * 2
    with Session("play", *bots[: players - 1], *game, cwd=tmp_path, rows=rows) as session:
        session.shows("> $")
        played_through(session, keys)
        session.ends()
    screens = re.sub(r"\x1b\[[0-9;?]*m", "", session.raw.replace("\r", "")).split("\x1b[H\x1b[2J\x1b[3J")[1:]
    assert len(screens) > 3
    for screen in screens:
        shown = screen.replace("\n(pressed)", "").split("\n")
        assert len(shown) <= rows, screen
        assert max(map(len, shown)) <= 80


def test_time_that_is_over_forfeits(tmp_path: Path) -> None:
    with Session("play", "greedy", *SHORT, "--clock", "1", cwd=tmp_path) as session:
        session.shows(r"\d seconds?.*> $")
        session.shows("Your time was over")
        assert session.ends()[0] == 0
    (record,) = [line for line in lines(kept(tmp_path)) if line["type"] == "game"]
    assert [(fault["seat"], fault["kind"]) for fault in record["faults"]] == [(0, "timeout")]


def test_a_file_is_never_written_over(tmp_path: Path) -> None:
    (tmp_path / "mine.jsonl").write_text("mine\n")
    assert "exists" in refused("play", "greedy", "-o", "mine.jsonl", code=2, cwd=tmp_path)
    assert (tmp_path / "mine.jsonl").read_text() == "mine\n"
    for _ in range(3):
        piped("greedy", *SHORT, said="q\n", cwd=tmp_path)
    assert len(list(tmp_path.glob("fajer-*.jsonl"))) == 3


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        ([], 2, "BOT"),
        (["nobody"], 2, "there is no bot"),
        (["greedy", "--seat", "2"], 2, "there is no seat 2"),
        (["greedy", "--name", "a\nb"], 2, "no name"),
        (["greedy", "--hint", "nobody"], 2, "there is no bot"),
        (["greedy", "--game", "poker", "--hint", "counting"], 2, "cannot play poker"),
        (["greedy", "--clock", "0"], 2, "--clock"),
        (["cmd:true"], 1, "no proper hello"),
        (["first"] * 9, 2, "2 to 9 players"),
    ],
)
def test_wrong_requests_get_one_line(tmp_path: Path, words: list[str], code: int, says: str) -> None:
    assert says in refused("play", *words, code=code, cwd=tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_bot_that_fails_forfeits_as_ever(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text('print(\'{"type":"hello","protocol":1,"name":"bad"}\', flush=True)\n')
    ran = piped("cmd:python3 bad.py", "greedy", *SHORT, said="k\n" + "g\n1\nd\n" * 99, cwd=tmp_path)
    assert ran.returncode == 0, ran.stderr
    (record,) = [line for line in lines(kept(tmp_path)) if line["type"] == "game"]
    assert [fault["seat"] for fault in record["faults"]] == [1]
    assert b"bad forfeits the game" in ran.stdout


def test_nothing_is_left_running(tmp_path: Path) -> None:
    mark = f"FAJER_PLAY_{os.getpid()}"
    piped("greedy", "careful", *SHORT, "--hint", "counting", said="h\nq\n", cwd=tmp_path, **{mark: "1"})
    left = [path for path in Path("/proc").glob("[0-9]*/environ") if mark.encode() in _content(path)]
    assert left == []


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


def test_a_hint_of_a_bot_that_gives_no_reasons(tmp_path: Path) -> None:
    ran = piped("greedy", *SHORT, "--hint", "random", said="h\nq\n", cwd=tmp_path)
    assert b"random would play: " in ran.stdout
    ran = piped("greedy", *SHORT, "--hint", "cmd:true", said="h\nq\n", cwd=tmp_path)
    assert b"has no hint" in ran.stdout


def test_a_hint_that_takes_long_keeps_nobody(tmp_path: Path) -> None:
    """The bot has ten seconds; the person goes on at once, and leaves while it thinks again."""
    slow = "import time\nfrom fajer.bot import Bot, run\nclass Slow(Bot):\n    def act(self, view, legal):\n"
    (tmp_path / "slow.py").write_text(f"{slow}        time.sleep(3600)\nrun(Slow())\n")
    hint = f"slow=cmd:{sys.executable} {tmp_path}/slow.py"
    with Session("play", "greedy", *SHORT, "--hint", hint, cwd=tmp_path) as session:
        session.shows("> $")
        session.press("h")
        session.shows(r"slow is thinking …\n> $")
        session.press("k")
        session.shows(r"1 \S+ → (?:.*\n)+> $")
        session.press("h")
        session.shows(r"slow is thinking …\n> $")
        session.press("q", "q")
        assert session.ends()[0] == 0


def test_help_has_an_example() -> None:
    assert "fajer play greedy careful" in fajer("play", "--help").stdout
