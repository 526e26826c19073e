"""It stays small: twenty thousand games take hardly more memory than two hundred."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from cli.running import BOTS

MOST_MORE_KIB = 20 * 1024


def peak_kib(games: int, file: Path) -> int:
    """The most memory that a match of so many short games ever held, in KiB."""
    bot = str(BOTS / "c") if shutil.which("cc") else "first"
    words = [
        "match",
        bot,
        bot,
        "--games",
        str(games),
        "--set",
        "stakes=1",
        "--seed",
        "s",
        "--jobs",
        "1",
        "-o",
        str(file),
    ]
    ran = subprocess.run([sys.executable, "-c", WEIGH, *words], capture_output=True, text=True, check=True)
    return int(ran.stdout)


WEIGH = """
import resource, subprocess, sys
subprocess.run([sys.executable, "-m", "fajer", *sys.argv[1:]], stdout=-3, stderr=-3, check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""
"""Runs a command from a small process: what a process weighs at its start counts as what its program does."""


@pytest.mark.slow
def test_memory_does_not_grow_with_the_games(tmp_path: Path) -> None:
    few = peak_kib(200, tmp_path / "few.jsonl")
    many = peak_kib(20_000, tmp_path / "many.jsonl")
    assert many - few <= MOST_MORE_KIB
