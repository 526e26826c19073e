"""Tables of bots that attack, played in isolation by root and by an ordinary user, each match in a process of its own.

Run with `python strangers.py FOLDER` it plays the matches that it reads the orders for, proves that nothing of them is
left, and prints what came of them, all as JSON.
"""

import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import pytest
from cli.running import uncovered
from isolated import PACKAGE, PYTHON, ordinary
from referee.house import lacking

from fajer.records.record import Isolation

TESTS = Path(__file__).parents[1]
HOSTILE = TESTS / "bots" / "hostile.py"
MISBEHAVE = TESTS / "bots" / "misbehave.py"
Party = Literal["root", "an ordinary user"]
PARTIES: tuple[Party, ...] = ("root", "an ordinary user")
CANARY = "HOSTILE_CANARY"
"""A variable that the referee has in its environment."""
PLACES = ("/", "/tmp", "/var/tmp", "/dev", "/run", "/usr", "/etc", "/home", "/root")
"""Where files are looked for that a bot could have made."""
SECONDS = 200


class Stranger:
    """A bot in a folder: one of `tests/bots/`, told what to do."""

    def __init__(self, parent: Path, program: Path, *words: str, toml: str = "") -> None:
        self.mark = uuid.uuid4().hex
        """In the command lines of all its processes."""
        self.folder = parent / self.mark
        self.folder.mkdir()
        shutil.copy(program, self.folder)
        command = [PYTHON, "-I", "-S", program.name, *words, "--mark", self.mark]
        (self.folder / "bot.toml").write_text(f"command = {quoted(' '.join(command))}\n{toml}", "utf-8")
        self._before = self._content()

    def _content(self) -> dict[str, bytes]:
        return {str(path): path.read_bytes() for path in self.folder.rglob("*")}

    def is_as_it_was(self) -> None:
        """Its folder is untouched."""
        assert self._content() == self._before


def nothing_is_left(strangers: Sequence[Stranger]) -> None:
    """No process of theirs lives, their folders are untouched, and there is no file with a mark of theirs."""
    marks = [each.mark for each in strangers]
    assert living(*marks) == []
    for each in strangers:
        each.is_as_it_was()
    own = {str(each.folder) for each in strangers}
    for place in PLACES:
        for path in _below(place):
            name = os.path.basename(path)
            assert path in own or (name != "hostile-note" and not any(mark in name for mark in marks)), path


def living(*marks: str) -> list[str]:
    """The command lines that have one of these marks."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError):
            line = Path("/proc", name, "cmdline").read_bytes().decode("utf-8", "replace")
            found += [line] if any(mark in line for mark in marks) else []
    return found


def _below(place: str, depth: int = 2) -> Iterator[str]:
    """What lies in a folder and, down to this depth, in those within; no link is followed."""
    with contextlib.suppress(OSError), os.scandir(place) as found:
        for each in found:
            yield each.path
            if depth > 1 and each.is_dir(follow_symlinks=False):
                yield from _below(each.path, depth - 1)


@dataclass(frozen=True)
class Table:
    """Who is to sit at one, and how it is played."""

    strangers: Sequence[Stranger]
    games: int = 2
    rival: str | Path = "first"
    """Who plays properly, in the seat after them."""
    limits: Mapping[str, Any] = field(default_factory=dict)
    """Those of isolation."""
    isolation: Isolation = "full"
    given: Mapping[str, Any] = field(default_factory=dict)
    """Of the match, as a house takes it."""
    on_one_core: bool = False
    """Whether all of them share a core, as at a table with others beside it."""
    stops: str | None = None
    """What is said, as a pattern, where it ends before all games are played; None: it does not."""


@dataclass(frozen=True)
class Came:
    """What came of a match."""

    games: list[dict[str, Any]]
    stopped: str | None
    built: list[str]
    """What the builds of its bots said."""

    def fault(self, seat: int) -> tuple[str, str]:
        """The one fault of a seat in the first game: kind and detail."""
        ((kind, detail),) = [(each["kind"], each["detail"]) for each in self.games[0]["faults"] if each["seat"] == seat]
        return kind, detail

    def told(self, seat: int) -> dict[str, Any]:
        """What a hostile bot got in the first game, by flag; it played on."""
        assert not [each for each in self.games[0]["faults"] if each["seat"] == seat], self.games[0]["faults"]
        return read(self.games[0]["stderr"][seat])


def read(stderr: str) -> dict[str, Any]:
    """What a hostile bot said that it got."""
    found: dict[str, Any] = {}
    for line in stderr.splitlines():
        found |= json.loads(line)
    return found


def quoted(text: str) -> str:
    """As a text in a TOML file."""
    return json.dumps(text)


@contextlib.contextmanager
def in_the_open() -> Iterator[Path]:
    """A folder that an ordinary user can look into; pytest shuts its own to others whenever it begins anew."""
    with tempfile.TemporaryDirectory(prefix="strangers-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder


def play(parent: Path, party: Party, tables: Sequence[Table], **given: Any) -> list[Came]:
    """A match at each table, one after another, to its end: everything is looked at that holds for all of them.

    What is `given` holds where a table says nothing else.
    """
    orders = [
        {
            "bots": [*(str(each.folder) for each in table.strangers), str(table.rival)],
            "limits": dict(table.limits),
            "isolation": table.isolation,
            "on_one_core": table.on_one_core,
            "given": given | dict(table.given) | {"games": table.games},
        }
        for table in tables
    ]
    with somebody(party, parent) as (words, environment):
        ran = subprocess.run([*words, __file__, parent / "home"], input=json.dumps(orders), text=True,
                             env=environment | {CANARY: CANARY}, cwd=parent / "home", capture_output=True,
                             timeout=SECONDS, check=False)  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    found = [Came(**each) for each in json.loads(ran.stdout)]
    for table, came in zip(tables, found, strict=True):
        _went_on(table, came)
    nothing_is_left([each for table in tables for each in table.strangers])
    return found


def _went_on(table: Table, came: Came) -> None:
    """Every game was scored, the one that plays properly has no fault, and those that have one lost by it."""
    if table.stops is None:
        assert came.stopped is None, came.stopped
        assert len(came.games) == table.games
    else:
        assert came.stopped is not None
        assert re.search(table.stops, came.stopped), came.stopped
    for game in came.games:
        assert sum(game["payoffs"]) == pytest.approx(0)
        failed = {each["seat"] for each in game["faults"]}
        proper = game["seats"].index(len(table.strangers))
        assert proper not in failed, game["faults"]
        assert all(game["payoffs"][seat] < 0 for seat in failed)


@contextlib.contextmanager
def somebody(party: Party, parent: Path) -> Iterator[tuple[list[str], dict[str, str]]]:
    """The words before a script, and the environment, that run it as somebody with a home in `parent`.

    Its temporary files go there too, and are to be gone at the end.
    """
    home = parent / "home"
    shutil.rmtree(home, ignore_errors=True)
    if party == "root":
        if os.geteuid() != 0:
            lacking("only root can try what becomes of it as root")
        home.mkdir()
        words, environment = [sys.executable], uncovered() | {"PYTHONPATH": str(PACKAGE)}
        environment["XDG_CACHE_HOME"] = str(home / ".cache")
    else:
        words, environment = ordinary(parent)
        words = words[: -len(("-m", "fajer"))]
    scratch = home / "tmp"
    scratch.mkdir()
    os.chown(scratch, home.stat().st_uid, home.stat().st_gid)
    libraries = [environment["PYTHONPATH"], str(TESTS), *(path for path in sys.path if path.endswith("-packages"))]
    yield words, environment | {"PYTHONPATH": os.pathsep.join(libraries), "TMPDIR": str(scratch)}
    assert not list(scratch.iterdir()), "staged copies are left"


def main(home: str) -> None:
    """Play the matches that are ordered."""
    from msgspec import json as encoding

    told, seen = [], []
    for order in json.load(sys.stdin):
        with pytest.MonkeyPatch.context() as patch:
            found = _played(Path(home), patch, order)
        logs = sorted(Path(home, ".cache", "fajer", "logs").glob("*"))
        built = [log.read_text("utf-8") for log in logs if log not in seen]
        seen += logs
        stopped = None if found.stopped is None else str(found.stopped)
        told.append({"games": found.games, "stopped": stopped, "built": built})
    sys.stdout.write(encoding.encode(told).decode())


def _played(home: Path, patch: pytest.MonkeyPatch, order: dict[str, Any]) -> Any:
    """Play a match in this process."""
    from msgspec.structs import replace
    from referee.house import House

    from fajer.match.unit import Job
    from fajer.referee.entry import resolve
    from fajer.referee.isolation.lodging import proved

    house, isolation = House(home, patch), order["isolation"]
    job = house.job(*(resolve(spec, isolation=isolation) for spec in order["bots"]), **order["given"])
    limits = proved(isolation, replace(job.match.limits, **order["limits"]))
    match = replace(job.match, isolation=isolation, limits=limits).identified()
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)} if order["on_one_core"] else cores)
    found = house.run(Job(match, job.entries, keep_stderr=True))
    os.sched_setaffinity(0, cores)
    house.is_left_as_found()
    return found


if __name__ == "__main__":
    main(*sys.argv[1:])
