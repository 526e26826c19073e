"""What does a tournament cost? Beside a match of as many games, and beside two of half its tables at once."""

import os
import shutil
import statistics
import subprocess
from collections.abc import Callable
from pathlib import Path

import msgspec

from fajer.bench.jobs import run
from fajer.errors import UsageError

MEASURED = 4
"""Measurements in a round."""
_SEATS = 3
_BOTS = 10
_GAMES = 18
"""Games a table."""
_BLOCK = 6
"""Sets in a block: all of a table."""
_HEAD = f"""[tournament]
name = "bench"
seats = {_SEATS}
format = "balanced"
games = {_GAMES}
block = {_BLOCK}
isolation = "none"
"""


class Cups(msgspec.Struct, frozen=True):
    """Games a second of bots that play by lot, three at a table; each with all that a command does."""

    rounds: int
    tables: int
    games: int
    """Games in each measurement."""
    match_per_s: float
    """One `fajer match` with one job, its file kept."""
    tournament_per_s: float
    """One `fajer tournament run` of as many games, with one job."""
    two_jobs_per_s: float
    """The same with two jobs; 0 with one core."""
    two_halves_per_s: float
    """Two tournaments of half as many tables at once, each with one job, one a core; 0 with one core."""
    tournament_to_match: float
    """The median of the ratios within each round."""
    two_jobs_to_two_halves: float | None
    """Likewise; null with one core."""


def cups(tables: int, rounds: int, scratch: Path, step: Callable[[], None]) -> Cups:
    """Measure tournaments of so many tables, in so many rounds. `step` is called after each measurement."""
    hall = _Hall(tables, scratch, step)
    found = [[part() for part in hall.parts()] for _ in range(rounds)]
    match, one, two, halves = (statistics.median(speeds) for speeds in zip(*found, strict=True))
    return Cups(
        rounds=rounds,
        tables=tables,
        games=tables * _GAMES,
        match_per_s=round(match),
        tournament_per_s=round(one),
        two_jobs_per_s=round(two),
        two_halves_per_s=round(halves),
        tournament_to_match=round(statistics.median(one / match for match, one, _, _ in found), 3),
        two_jobs_to_two_halves=(
            round(statistics.median(two / halves for _, _, two, halves in found), 3) if halves else None
        ),
    )


class _Hall:
    """Plays the same games in each of the ways."""

    def __init__(self, tables: int, scratch: Path, step: Callable[[], None]) -> None:
        self._tables = tables
        self._scratch = scratch
        self._step = step
        self._bot = _bot(scratch)
        self._cores = sorted(os.sched_getaffinity(0))

    def parts(self) -> list[Callable[[], float]]:
        """What measures each, in the order of `Cups`."""
        first = {self._cores[0]}
        return [
            lambda: self._timed([(self._match(), first)]),
            lambda: self._timed([(self._cup("one", self._tables, 1), first)]),
            lambda: self._on_two([(self._cup("two", self._tables, 2), set(self._cores[:2]))]),
            lambda: self._on_two(
                [(self._cup(f"half {core}", self._tables // 2, 1), {core}) for core in self._cores[:2]]
            ),
        ]

    def _on_two(self, commands: list[tuple[list[str], set[int]]]) -> float:
        if len(self._cores) > 1:
            return self._timed(commands)
        self._step()
        return 0.0

    def _timed(self, commands: list[tuple[list[str], set[int]]]) -> float:
        """Games a second of commands that run at once, each on its cores."""
        seconds = run(commands)
        self._step()
        return self._tables * _GAMES / seconds

    def _match(self) -> list[str]:
        file = self._scratch / "match.jsonl"
        file.unlink(missing_ok=True)
        games = str(self._tables * _GAMES)
        bots = [self._bot] * _SEATS
        return [
            "match",
            *bots,
            "--games",
            games,
            "--block",
            str(_BLOCK),
            "--seed",
            "bench",
            "--jobs",
            "1",
            "-o",
            str(file),
        ]

    def _cup(self, name: str, tables: int, jobs: int) -> list[str]:
        for old in self._scratch.glob(f"{name}.*"):
            old.unlink()
        bots = "".join(f'[[bots]]\nbot = "{self._bot}"\nname = "{number}"\n' for number in range(_BOTS))
        path = self._scratch / f"{name}.toml"
        path.write_text(f'{_HEAD}tables = {tables}\nseed = "{name}"\n{bots}', "utf-8")
        return ["tournament", "run", str(path), "--jobs", str(jobs)]


def _bot(scratch: Path) -> str:
    """A bot in C that plays by lot; raises `UsageError` where there is no compiler."""
    compiler = shutil.which("cc")
    if compiler is None:
        raise UsageError("tournaments are measured with a bot in C, and there is no C compiler (cc) here")
    built = scratch / "random"
    subprocess.run([compiler, "-O2", "-o", str(built), str(Path(__file__).with_name("random.c"))], check=True)
    return str(built)
