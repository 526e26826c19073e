"""Bots that travel, and the matches that are played with them at a cluster."""

import signal
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec
from referee.scripted import SHORT

import fajer
from fajer import games
from fajer.match.plan import Plan
from fajer.match.task import Played, Task
from fajer.match.unit import Job
from fajer.records.record import Entrant, Limits, Match
from fajer.referee.entry import Entry, resolve
from fajer.tournament.cluster import Cluster

PROGRAM = """#!/usr/bin/env -S python3 -I -S
import json, os, pathlib, signal, sys, time

def say(message):
    sys.stdout.write(json.dumps(message) + "\\n")
    sys.stdout.flush()

def parent(process):
    return int(pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")")[-1].split()[1])

while line := sys.stdin.readline():
    message = json.loads(line)
    if message["type"] == "hello":
        say({"type": "hello", "protocol": 1, "name": "travelling"})
    elif message["type"] == "act":
        DEED
        say({"type": "act", "id": message["id"], "action": message["legal"][CHOICE]})
"""
SLOW = "time.sleep(0.03)"
KILLER = "os.kill(parent(os.getppid()), signal.SIGKILL)"
"""Ends whoever started the keeper of the bots."""


def script(path: Path, deed: str = "pass", choice: int = 0) -> Path:
    """A bot of one file: what it does at each decision, and which of the legal actions it takes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(PROGRAM.replace("DEED", deed).replace("CHOICE", str(choice)), "utf-8")
    path.chmod(0o755)
    return path


def folder(path: Path, build: str | None = None, **given: str) -> Path:
    """The same in a folder, perhaps with a build; it is started by its name alone."""
    script(path / "code" / "bot.py", **given)
    told = "" if build is None else f'build = "{build}"\n'
    (path / "bot.toml").write_text(f'command = "code/bot.py"\n{told}', "utf-8")
    return path


def match(*bots: str | Path | Entry, seed: str = "cluster", count: int = 12, block: int = 2) -> Job:
    """A match of short games, without a roll call."""
    entries = tuple(bot if isinstance(bot, Entry) else resolve(str(bot)) for bot in bots)
    made = Match(
        game="fajer",
        preset="german",
        rules=msgspec.to_builtins(games.game("fajer").options(None, SHORT["fajer"])),
        seed=seed,
        bots=[
            Entrant(f"bot {number}", None, entry.spec, entry.sha256, "json", False)
            for number, entry in enumerate(entries)
        ],
        seating="rotate",
        block=block,
        games=count,
        limits=Limits(start_ms=20_000, move_ms=10_000, batch=0),
        on_fault="forfeit",
        fajer=fajer.__version__,
    ).identified()
    return Job(made, entries)


def tasks(jobs: Iterable[Job]) -> Iterator[Task]:
    """All units of the matches at tables 0, 1, …"""
    for table, job in enumerate(jobs):
        for unit in Plan(job.match).units():
            yield Task(table, unit, frozenset())


def run(where: str, bot: str) -> int:
    """Play a match of a bot with itself until it is over or interrupted; returns how many games were played."""
    job = match(bot, bot, count=40, block=20)
    place = Cluster(where, jobs=2, pin=False, remark=print)

    def interrupt(number: int, frame: object) -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        place.stop()

    signal.signal(signal.SIGINT, interrupt)
    try:
        return sum(isinstance(one, Played) for one in place.played({0: job}, tasks([job])))
    except KeyboardInterrupt:
        return -1
    finally:
        place.close()


if __name__ == "__main__":
    print(run(*sys.argv[1:]))
