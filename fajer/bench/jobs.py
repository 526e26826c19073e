"""Does sharing out a match cost anything? One with two jobs beside two single ones at once."""

import os
import subprocess
import sys
import time
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
    began = time.perf_counter()
    singles = [_start(bots, half, f"half {core}", scratch, "1", {core}) for core in cores[:2]]
    _wait(singles)
    two_matches = 2 * half / (time.perf_counter() - began)
    began = time.perf_counter()
    _wait([_start(bots, games, "whole", scratch, "2", set(cores[:2]))])
    return Jobs(games / (time.perf_counter() - began), two_matches)


def _start(
    bots: list[str], games: int, seed: str, scratch: Path, count: str, cores: set[int]
) -> "subprocess.Popen[bytes]":
    """A `fajer match` on these cores, its file kept."""
    file = scratch / f"{seed}.jsonl"
    file.unlink(missing_ok=True)
    words = ["match", *bots, "--games", str(games), "--seed", seed, "--jobs", count, "--batch", "0", "-o", str(file)]
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)
    try:
        return subprocess.Popen(
            [sys.executable, "-m", "fajer", *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
    finally:
        os.sched_setaffinity(0, before)


def _wait(running: list["subprocess.Popen[bytes]"]) -> None:
    for one in running:
        if one.wait():
            raise FajerError(f"a match ended with {one.returncode} while it was measured")
