"""Proves that a bot in isolation cannot find out the deck, wherever it looks for it."""

import os
import secrets
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from cli.running import lines
from isolated import needed
from referee import strangers
from referee.strangers import CANARY, HOSTILE, PARTIES, Party, Stranger, Table, read

from fajer.games import seeds

SEED = "house" * 5
LONG = {"move_ms": 60_000, "start_ms": 60_000}
LOOK = {
    "the environment": ["environ"],
    "proc": ["kill-others", "pid-1-root", "namespaces-entered"],
    "the memory of the referee": ["referee-memory", "ptrace", "process-vm", "pid-1-mem"],
    "the seed, the records and its rival's command": ["everything"],
    "the files of its rival": ["files"],
    "another game of the set": ["locks", "shared", "abstract"],
}
"""Where a bot looks, at its second decision: what it knows of the cards is the least of it then."""


@pytest.fixture(scope="module", params=PARTIES)
def party(request: pytest.FixtureRequest) -> Party:
    """As whom the referee runs."""
    needed()
    return request.param  # type: ignore[no-any-return]


@pytest.fixture(scope="module")
def parent() -> Iterator[Path]:
    """A folder for bots."""
    with strangers.in_the_open() as folder:
        yield folder


def looking(parent: Path, flags: str, *, parts: list[str], **given: Any) -> Stranger:
    """A bot that looks for these texts, none of which stands anywhere in one piece because of it."""
    secret, more = (",".join(half) for half in zip(*((part[:5], part[5:]) for part in parts), strict=True))
    options = {"at": "2", "secret": secret, "more": more, "path": "/etc/hostname", "socket": "none"} | given
    return Stranger(parent, HOSTILE, flags, *(word for name, value in options.items() for word in (f"--{name}", value)))


@pytest.fixture(scope="module")
def looked(party: Party, parent: Path) -> Mapping[str, Any]:
    """What came of a bot that looks everywhere, in a match on the command line whose records are kept."""
    word = secrets.token_hex(16)
    rival = Stranger(parent, HOSTILE, "etc", "--known-to-it-alone", word)
    parts = [SEED, seeds.game_seed(SEED, 0), word, CANARY]
    flags = ",".join(flag for flags in LOOK.values() for flag in flags)
    path = rival.folder / HOSTILE.name
    bot = looking(parent, flags, parts=parts, path=str(path))
    with strangers.somebody(party, parent) as (words, environment):
        ran = subprocess.run([*words, "-m", "fajer", "match", bot.folder, rival.folder, "--isolation", "full", "--seed",
                              SEED, "-n", "2", "-o", "games.jsonl", "--keep-stderr", "--move-time", "60", "--set",
                              "stakes=1", "--batch", "0"], env=environment | {CANARY: CANARY}, cwd=parent / "home",
                             capture_output=True, text=True, timeout=100, check=False)  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    strangers.nothing_is_left([bot, rival])
    _, game, *_ = lines(parent / "home" / "games.jsonl")
    assert game["seed"] == seeds.game_seed(SEED, 0)
    assert game["faults"] == []
    found = read(game["stderr"][game["seats"].index(0)])
    assert len(found) == len(flags.split(","))
    return found


@pytest.mark.parametrize("where", LOOK)
def test_wherever_it_looks_there_is_nothing(looked: Mapping[str, Any], where: str) -> None:
    assert {flag: looked[flag] for flag in LOOK[where]} == dict.fromkeys(LOOK[where])


@pytest.fixture(scope="module")
def sets(party: Party, parent: Path) -> list[strangers.Came]:
    """What came of a set, of which a bot saves something, and of sets in which it counts its processes."""
    saves = Stranger(parent, HOSTILE, "recall,remember", toml='scratch = "1M"\n')
    counts = Stranger(parent, HOSTILE, "etc", "--at", "0")
    tables = [Table([bot], games, given=LONG | {"seating": "rotate", "block": block})
              for bot, games, block in ((saves, 4, 1), (counts, 8, 2))]  # fmt: skip
    return strangers.play(parent, party, tables)


def test_what_it_saved_in_an_earlier_game_of_the_set(sets: list[strangers.Came]) -> None:
    """The same cards come again in another seat: to another process, for which nothing is left of the first one."""
    came = sets[0]
    assert [(game["set"], game["seating"]) for game in came.games] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    for game in came.games:
        told = read(game["stderr"][game["seats"].index(0)])
        assert told == {"recall": None, "remember": {"/tmp": "written"}}


def test_no_process_plays_two_games_of_a_set(sets: list[strangers.Came]) -> None:
    """So that what it remembers itself is of no use either."""
    came = sets[1]
    assert not any(game["faults"] for game in came.games)
    began = [game["index"] for game in came.games if game["stderr"][game["seats"].index(0)]]
    units = [(game["set"] // 2, game["seating"]) for game in came.games]
    assert began == [index for index, unit in enumerate(units) if unit not in units[:index]] == [0, 2, 4, 6]


FOUND = [
    "environ", "kill-others", "referee-memory", "files", "reads", "folders", "etc", "inet", "inet-datagram", "netlink",
    "abstract", "descriptors", "map-shared", "map-zero", "open-tree", "locks", "buffers", "datagrams",
]  # fmt: skip
"""What a bot of one's own finds on any machine as root. The rest hurts the machine, or is not to be had everywhere."""
TO_ALL = [flag for flag in FOUND if flag not in ("open-tree",)]
"""What any user finds."""


def test_the_same_bot_without_isolation_finds_it() -> None:
    """What these tests look for can be found: a bot of one's own, on this machine, finds it."""
    name = f"hostile-{os.getpid()}"
    flags = FOUND if os.geteuid() == 0 else TO_ALL
    words = ["--at", "build", "--secret", CANARY[:5], "--more", CANARY[5:], "--path", "/etc/hostname", "--socket", name]
    with socket.socket(socket.AF_UNIX) as line, open(__file__) as file:
        line.bind(f"\0{name}")
        line.listen()
        ran = subprocess.run([sys.executable, HOSTILE, ",".join(flags), *words, "--mark", "x"], cwd="/",
                             env=os.environ | {CANARY: CANARY}, stdin=subprocess.DEVNULL, capture_output=True,
                             text=True, pass_fds=[file.fileno()], check=False)  # fmt: skip
    found = read(ran.stderr)
    assert [flag for flag in flags if not found[flag]] == []
    assert "the secret" in found["environ"]
