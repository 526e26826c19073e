"""`fajer replay` on a terminal: steps, jumps, a seat's eyes and playing by itself, each by a key."""

import re
from pathlib import Path

import pytest
from cli.running import done, lines
from cli.session import Session


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three games of three bots, of which one ends itself in the second game."""
    path = tmp_path_factory.mktemp("steps")
    (path / "dies.py").write_text(
        "import sys\nfrom fajer.bot import Bot, run\nclass Dies(Bot):\n    asked = 0\n"
        "    def act(self, view, legal):\n        Dies.asked += 1\n        self.note = '<i>\\u202e' + 'n' * 900\n"
        "        if view.deal == 1:\n            sys.exit(3)\n        return legal[0]\nrun(Dies())\n"
    )
    done("match", "greedy", "careful", "cmd:python3 dies.py", "-n", "3", "--seed", "s", "-o", "m.jsonl", cwd=path)
    return path / "m.jsonl"


def at(session: Session, game: int, deal: int, step: int) -> str:
    """The screen, once it is at this step."""
    return session.shows(rf"Game {game}, deal {deal}, step {step} of \d+(?:.*\n)+.*q quit")


def test_step_by_step(file: Path) -> None:
    game = lines(file)[1]
    with Session("replay", file, cwd=file.parent) as session:
        assert at(session, 0, 0, 0).count("▒▒") == 0
        session.press("\x1b[C")
        at(session, 0, 0, 1)
        session.press("n", "\r")
        at(session, 0, 0, 3)
        session.press("\x1b[D", "b")
        at(session, 0, 0, 1)
        session.press("\x1b[B")
        at(session, 0, 1, 0)
        session.press("\x1b[A")
        at(session, 0, 0, 0)
        session.press("\x1b[F")
        last = len(game["deals"]) - 1
        screen = at(session, 0, last, len(game["deals"][last]["actions"]) + 1)
        assert "The game is over." in screen
        session.press("n")
        at(session, 1, 0, 0)
        session.press("\x1b[6~", "g", "n")
        assert at(session, 2, 0, 1)
        session.press("\x1b[5~")
        at(session, 1, 0, 0)
        session.press("q")
        assert session.ends() == (0, "")


def test_jumps(file: Path) -> None:
    faulty = next(line for line in lines(file) if line.get("faults"))
    (fault,) = faulty["faults"]
    with Session("replay", file, cwd=file.parent) as session:
        session.press("f")
        screen = at(session, faulty["index"], fault["deal"], fault["action"] + 1)
        assert "crash: ended with exit status 3" in screen
        session.press("o")
        session.shows("out|There is none")
        session.press("s")
        session.shows("pay|pays|is out|are out|There is none")
        session.press("q")
        assert session.ends()[0] == 0


def test_what_one_seat_knew(file: Path) -> None:
    with Session("replay", file, "--seat", "1", "--deal", "1", "--index", "1", cwd=file.parent) as session:
        screen = at(session, 1, 1, 0)
        assert screen.count("▒▒ ▒▒ ▒▒") == 2
        assert "seat 1" in screen
        session.press("v")
        session.shows(r"seat 2(?:.*\n)+.*q quit")
        session.press("v")
        session.shows(r"step 0 of \d+\n(?:.*\n)+.*q quit")
        assert "▒▒" not in session.screen
        session.press("q")
        session.ends()


def test_it_plays_by_itself(file: Path) -> None:
    with Session("replay", file, cwd=file.parent) as session:
        at(session, 0, 0, 0)
        session.press("3", " ")
        session.shows("Playing")
        at(session, 0, 0, 3)
        session.press(" ")
        session.shows(r"game space play")
        session.press("q")
        session.ends()


def test_help_and_hungarian(file: Path) -> None:
    with Session("replay", file, "--lang", "hu", cwd=file.parent) as session:
        session.shows(r"0\. játszma, 0\. leosztás")
        session.press("?")
        session.shows("szóköz: lejátszás")
        session.press(" ", "q")
        assert session.ends()[0] == 0


def test_strangers_texts_are_shown_escaped_and_cut(file: Path) -> None:
    with Session("replay", file, cwd=file.parent) as session:
        for step in range(1, 9):
            session.press("n")
            if "<i>" in (screen := at(session, 0, 0, step)):
                break
        assert "\\u202e" in screen
        assert "\u202e" not in session.raw
        session.press("q")
        session.ends()
    screens = re.sub(r"\x1b\[[0-9;?]*m", "", session.raw.replace("\r", "")).split("\x1b[H\x1b[2J\x1b[3J")[1:]
    for shown in screens:
        assert len(shown.rstrip("\n").split("\n")) <= 23, shown


@pytest.mark.parametrize("words", [["--json"], ["--verify"]])
def test_with_other_wishes_it_stays_text(file: Path, words: list[str]) -> None:
    with Session("replay", file, *words, cwd=file.parent) as session:
        assert session.ends()[0] == 0
        assert "\x1b" not in session.raw.replace("\x1b[?25", "")


def test_without_a_screen_it_stays_text(file: Path) -> None:
    with Session("replay", file, cwd=file.parent, TERM="dumb") as session:
        assert session.ends()[0] == 0
        assert session.raw.startswith("Game 0: set 0")


@pytest.mark.parametrize("how", ["unicode", "ascii"])
def test_without_unicode(file: Path, how: str) -> None:
    more = {"LC_ALL": "C"} if how == "ascii" else {}
    with Session("replay", file, "--lang", "hu", cwd=file.parent, **more) as session:
        session.shows("q v")
        session.press("q")
        session.ends()
        assert session.raw.isascii() == (how == "ascii")


def test_a_compressed_file(file: Path, tmp_path: Path) -> None:
    import gzip

    packed = tmp_path / "m.jsonl.gz"
    packed.write_bytes(gzip.compress(file.read_bytes()))
    with Session("replay", packed, "--index", "2", cwd=tmp_path) as session:
        at(session, 2, 0, 0)
        session.press("G")
        at(session, 1, 0, 0)
        session.press("q")
        assert session.ends()[0] == 0
