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


PATH = os.pathsep.join(each for each in os.environ["PATH"].split(os.pathsep) if not each.startswith("/root"))
"""What an ordinary user can look into."""
ABLE = [language for language in LANGUAGES if shutil.which(TOOLS[language], path=PATH)]


def test_they_play_for_an_ordinary_user(tmp_path: Path) -> None:
    """All of them at one table, as far as he can run what they need."""
    needed()
    words, environment = ordinary(tmp_path)
    bots = [BOTS / language for language in ABLE]
    ran = subprocess.run([*words, "match", *bots, *WORDS, *SHORT, "--isolation", "full"],
                         env=environment | {"PATH": PATH}, cwd=tmp_path / "home", capture_output=True, text=True,
                         timeout=120, check=False)  # fmt: skip
    assert ran.returncode == 0, (ran.stdout, ran.stderr)
    assert "isolation: full" in ran.stdout


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_ordinary_user_can_run_it(language: str) -> None:
    """Where only root has what it takes to build it, it is not among them, and that is said."""
    language_needed(language)
    if language not in ABLE:
        pytest.skip(f"only root has {TOOLS[language]} here, so that the bot in {language} is tried as root alone")


def test_poker_is_played_in_isolation_too() -> None:
    needed()
    out = done("match", language_needed("python-sdk"), "careful", "--game", "poker", "--games", "2", "--strict",
               "--isolation", "full", "--move-time", "20")  # fmt: skip
    assert "isolation: full" in out
