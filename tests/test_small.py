"""It stays small: twenty thousand games take hardly more memory than two hundred."""

import os
import shutil
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
    null = os.open(os.devnull, os.O_WRONLY)
    pid = os.posix_spawn(
        sys.executable,
        [sys.executable, "-m", "fajer", *words],
        os.environ,
        file_actions=[(os.POSIX_SPAWN_DUP2, null, 1), (os.POSIX_SPAWN_DUP2, null, 2)],
    )
    _, status, usage = os.wait4(pid, 0)
    os.close(null)
    assert status == 0
    return usage.ru_maxrss


@pytest.mark.slow
def test_memory_does_not_grow_with_the_games(tmp_path: Path) -> None:
    few = peak_kib(200, tmp_path / "few.jsonl")
    many = peak_kib(20_000, tmp_path / "many.jsonl")
    assert many - few <= MOST_MORE_KIB
