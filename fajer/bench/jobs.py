"""Does sharing out a match cost anything? One with two jobs beside two single ones at once."""

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec

from fajer.errors import FajerError
from fajer.records.record import Match


class Jobs(msgspec.Struct, frozen=True):
    """Games a second, each with all that a `fajer match` does from start to end."""

    two_jobs_per_s: float
    """One match with `--jobs 2`."""
    two_matches_per_s: float
    """Two matches of half as many games each, at once, one a core."""


def jobs(match: Match, games: int, scratch: Path) -> Jobs:
    """Play the match's bots for so many games both ways; needs two cores."""
    cores = sorted(os.sched_getaffinity(0))
    bots = [bot.spec for bot in match.bots]
    half = -(-games // 2)

    def words(count: int, seed: str, jobs: int) -> list[str]:
        file = scratch / f"{seed}.jsonl"
        file.unlink(missing_ok=True)
        ending = ["--seed", seed, "--jobs", str(jobs), "--batch", "0", "-o", str(file)]
        return ["match", *bots, "--games", str(count), *ending]

    two_matches = 2 * half / run([(words(half, f"half {core}", 1), {core}) for core in cores[:2]])
    return Jobs(games / run([(words(games, "whole", 2), set(cores[:2]))]), two_matches)


def run(commands: Sequence[tuple[Sequence[str], set[int]]]) -> float:
    """How many seconds commands of `fajer` take that run at once, each on its cores."""
    began = time.perf_counter()
    running = [_start(words, cores) for words, cores in commands]
    for one, (words, _) in zip(running, commands, strict=True):
        if one.wait():
            raise FajerError(f"fajer {words[0]} ended with {one.returncode} while it was measured")
    return time.perf_counter() - began


def _start(words: Sequence[str], cores: set[int]) -> "subprocess.Popen[bytes]":
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)
    try:
        return subprocess.Popen(
            [sys.executable, "-m", "fajer", *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
    finally:
        os.sched_setaffinity(0, before)
