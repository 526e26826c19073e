"""Proves that a bot in isolation cannot find out the deck, wherever it looks for it."""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from isolated import needed
from referee import strangers
from referee.strangers import CANARY, HOSTILE, PARTIES, Came, Party, Stranger

from fajer.games import seeds

SEED = "house"
"""Of the matches that a house arranges."""
LONG = {"move_ms": 60_000, "start_ms": 60_000}


@pytest.fixture(params=PARTIES)
def party(request: pytest.FixtureRequest) -> Party:
    """As whom the referee runs."""
    needed()
    return request.param  # type: ignore[no-any-return]


@pytest.fixture
def parent() -> Iterator[Path]:
    """A folder for bots."""
    with strangers.in_the_open() as folder:
        yield folder


def tried(party: Party, parent: Path, *flags: str, secret: str = CANARY, **options: Any) -> dict[str, Any]:
    """What a bot found out that does these things at its second decision."""
    given = {"at": 2, "secret": secret[:5], "more": secret[5:], "path": "/etc/hostname"} | options
    words = [word for name, value in given.items() for word in (f"--{name}", str(value))]
    came = strangers.play(parent, party, [Stranger(parent, HOSTILE, ",".join(flags), *words)], **LONG)
    return came.told(0)


def test_the_environment(party: Party, parent: Path) -> None:
    """Neither its own nor that of any process has a variable of the referee's."""
    assert tried(party, parent, "environ") == {"environ": None}


def test_proc(party: Party, parent: Path) -> None:
    """There are no processes but those of the sandbox, and nothing of the machine's through the first one."""
    assert not any(tried(party, parent, "kill-others", "pid-1-root", "namespaces-entered").values())


def test_the_memory_of_the_referee(party: Party, parent: Path) -> None:
    """By `/proc`, by `ptrace`, by the call that reads another's memory; that of the sandbox's keeper tells nothing."""
    flags = ("referee-memory", "ptrace", "process-vm", "pid-1-mem")
    assert not any(tried(party, parent, *flags).values())


@pytest.mark.parametrize("which", ["of the match", "of the game"])
def test_the_seed(party: Party, parent: Path, which: str) -> None:
    """It stands in no file, no command line and no environment, and in no message."""
    seed = SEED * 5 if which == "of the match" else seeds.game_seed(SEED * 5, 0)
    words = {"secret": seed[:5], "more": seed[5:]}
    options = [word for name, value in words.items() for word in (f"--{name}", value)]
    bot = Stranger(parent, HOSTILE, "everything,pid-1-mem", "--at", "2", *options)
    came = strangers.play(parent, party, [bot], seed=SEED * 5, **LONG)
    assert came.games[0]["seed"] == seeds.game_seed(SEED * 5, 0)
    assert came.told(0) == {"everything": None, "pid-1-mem": None}


def test_the_files_of_its_rival(party: Party, parent: Path) -> None:
    """Neither where they lie nor the copy that is staged."""
    rival = Stranger(parent, HOSTILE, "etc")
    bot = Stranger(parent, HOSTILE, "files", "--path", str(rival.folder / HOSTILE.name))
    came = strangers.play(parent, party, [bot], rival=rival.folder, **LONG)
    assert came.told(0) == {"files": None}


def test_what_it_saved_in_an_earlier_game_of_the_set(party: Party, parent: Path) -> None:
    """The same cards come again in another seat: to another process, for which nothing is left of the first one."""
    bot = Stranger(parent, HOSTILE, "recall,remember", toml='scratch = "1M"\n')
    came = strangers.play(parent, party, [bot], games=4, seating="rotate", block=1, **LONG)
    assert [(game["set"], game["seating"]) for game in came.games] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    for game in came.games:
        told = _told(came, game)
        assert told == {"recall": None, "remember": {"/tmp": "written"}}, came


def test_no_process_plays_two_games_of_a_set(party: Party, parent: Path) -> None:
    """So that what it remembers itself is of no use either."""
    bot = Stranger(parent, HOSTILE, "etc", "--at", "0")
    came = strangers.play(parent, party, [bot], games=8, seating="rotate", block=2, **LONG)
    assert not any(game["faults"] for game in came.games)
    began = [game["index"] for game in came.games if game["stderr"][game["seats"].index(0)]]
    units = [(game["set"] // 2, game["seating"]) for game in came.games]
    assert began == [index for index, unit in enumerate(units) if unit not in units[:index]] == [0, 2, 4, 6]


def _told(came: Came, game: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for line in game["stderr"][game["seats"].index(0)].splitlines():
        found |= json.loads(line)
    return found


def test_the_same_bot_without_isolation_finds_it_all(parent: Path) -> None:
    """What these tests look for can be found: a bot of one's own, on this machine, finds it."""
    name = f"hostile-{os.getpid()}"
    with socket.socket(socket.AF_UNIX) as line:
        line.bind(f"\0{name}")
        line.listen()
        flags = "environ,inet,abstract,files,etc,map-shared,map-zero"
        words = ["--at", "0", "--secret", CANARY[:5], "--more", CANARY[5:], "--path", "/etc/passwd", "--socket", name]
        ran = subprocess.run([sys.executable, HOSTILE, flags, *words, "--mark", "x"], cwd=parent,
                             env=os.environ | {CANARY: CANARY}, input=b"", capture_output=True,
                             check=False)  # fmt: skip
    found: dict[str, Any] = {}
    for told in ran.stderr.splitlines():
        found |= json.loads(told)
    assert "the secret" in found["environ"]
    assert all(found[each] for each in ("inet", "abstract", "files", "etc", "map-shared", "map-zero"))
