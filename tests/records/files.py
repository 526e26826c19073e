"""Matches on file for the tests: played by bots of this process, so that it is quick, and compared line by line."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from fajer import games
from fajer.match.run import Run
from fajer.match.setting import Wish, arranged
from fajer.match.unit import Job
from fajer.records.files import opened
from fajer.records.journal import Journal
from fajer.records.record import Game, Limits
from fajer.referee.entry import resolve

BOT = """from pathlib import Path

from fajer.bot import Bot

LIVES = Path(__file__).with_name("lives")

class First(Bot):
    def act(self, view, legal):
        self.note = legal[0] if view.turns == 3 else None
        return legal[0]

class Odd(Bot):
    def __init__(self):
        with LIVES.open("a") as lives:
            lives.write(".")
        self.life = LIVES.stat().st_size
    def act(self, view, legal):
        return legal[self.life % len(legal)]
"""
VARYING = ("times_us", "late", "created", "off_turn_us")
"""What may differ between two files of the same match."""


def job(folder: Path, *bots: str, count: int = 12, block: int = 2, seed: str = "files", **given: Any) -> Job:
    """A match of short games between classes of BOT, two of First by default."""
    file = folder / "bots.py"
    file.write_text(BOT, "utf-8")
    rules = games.game()
    return arranged(
        Wish(
            **{
                "entries": tuple(resolve(f"py:{file}:{name}") for name in bots or ("First", "First")),
                "game": "fajer",
                "preset": None,
                "options": rules.options(None, {"stakes": "0", "deals": "2", "round_cap": "3"}),
                "games": count,
                "seed": seed,
                "seating": "rotate",
                "block": block,
                "limits": Limits(),
                "on_fault": "forfeit",
            }
            | given
        )
    )


def nothing(game: Game[Any]) -> None:
    """What is done with a game where nothing is."""


def write(path: Path, made: Job, jobs: int = 1, remark: Callable[[str], None] = print) -> Path:
    """Play the whole match into a file."""
    journal = Journal.begun(path, made.match, nothing)
    _play(journal, made, jobs, remark)
    return path


def resume(path: Path, made: Job, jobs: int = 1, remark: Callable[[str], None] = print) -> list[int]:
    """Play on with a file; returns the games that were passed on, by index."""
    passed: list[int] = []
    journal = Journal.resumed(opened(path), lambda game: passed.append(game.index))
    _play(journal, made, jobs, remark)
    return passed


def _play(journal: Journal, made: Job, jobs: int, remark: Callable[[str], None]) -> None:
    try:
        run = Run(made, journal, remark)
        run.play(jobs, pin=False)
        journal.end(run.off_turn_us)
    finally:
        journal.close()


def part(path: Path) -> Path:
    """The file beside it."""
    return path.with_name(path.name + ".part")


def lines(path: Path) -> list[dict[str, Any]]:
    """Every line, without what may differ."""
    read = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    for line in read:
        for key in VARYING:
            line.pop(key, None)
    return read


def rewritten(path: Path, number: int, change: Callable[[dict[str, Any]], Any]) -> None:
    """Change a line (from 1) of a file by hand."""
    raw = path.read_bytes().splitlines(keepends=True)
    line = json.loads(raw[number - 1])
    change(line)
    raw[number - 1] = json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
    path.write_bytes(b"".join(raw))


def indices(read: Sequence[dict[str, Any]]) -> list[int]:
    """The games' numbers."""
    return [line["index"] for line in read if line["type"] == "game"]
