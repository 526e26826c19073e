"""Proves that every bot to copy, and those that come along, play in isolation as they do without."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from cli.running import BOTS, done, lines
from isolated import needed, ordinary
from to_copy import LANGUAGES, TOOLS
from to_copy import needed as language_needed

WORDS = ("greedy", "--games", "4", "--seed", "copy", "--strict", "--move-time", "20", "--start-time", "60")
SHORT = ("--set", "stakes=1")


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_plays_the_same_games(language: str, tmp_path: Path) -> None:
    needed()
    bot = language_needed(language)
    for isolation in ("none", "full"):
        done("match", bot, *WORDS, *SHORT, "--isolation", isolation, "-o", tmp_path / isolation)
    digests = [[game["digest"] for game in lines(tmp_path / name)[1:-1]] for name in ("none", "full")]
    assert digests[0] == digests[1]


def test_it_plays_for_an_ordinary_user(tmp_path: Path) -> None:
    """All of them at one table after the other, as far as he can run what they need."""
    needed()
    words, environment = ordinary(tmp_path)
    path = os.pathsep.join(each for each in os.environ["PATH"].split(os.pathsep) if not each.startswith("/root"))
    able = [language for language in LANGUAGES if shutil.which(TOOLS[language], path=path)]
    assert "c" in able
    for language in able:
        ran = subprocess.run([*words, "match", BOTS / language, *WORDS, *SHORT, "--isolation", "full"],
                             env=environment | {"PATH": path}, cwd=tmp_path / "home", capture_output=True, text=True,
                             timeout=120, check=False)  # fmt: skip
        assert ran.returncode == 0, (language, ran.stdout, ran.stderr)
        assert "isolation: full" in ran.stdout


def test_poker_is_played_in_isolation_too() -> None:
    needed()
    out = done("match", language_needed("python-sdk"), "careful", "--game", "poker", "--games", "2", "--strict",
               "--isolation", "full", "--move-time", "20")  # fmt: skip
    assert "isolation: full" in out
