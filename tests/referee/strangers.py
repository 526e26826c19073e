"""Tables of bots that attack, played in isolation by root and by an ordinary user, each match in a process of its own.

Run with `python strangers.py FOLDER ORDERS` it plays such a match, proves that nothing of it is left, and prints what
came of it as JSON.
"""

import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import pytest
from cli.running import uncovered
from isolated import PACKAGE, PYTHON, ordinary

from fajer.records.record import Isolation

TESTS = Path(__file__).parents[1]
HOSTILE = TESTS / "bots" / "hostile.py"
MISBEHAVE = TESTS / "bots" / "misbehave.py"
Party = Literal["root", "an ordinary user"]
PARTIES: tuple[Party, ...] = ("root", "an ordinary user")
CANARY = "HOSTILE_CANARY"
"""A variable that the referee has in its environment."""
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
        (self.folder / "bot.toml").write_text(f"command = {json.dumps(' '.join(command))}\n{toml}", "utf-8")
        self._before = self._content()

    def _content(self) -> dict[str, bytes]:
        return {str(path): path.read_bytes() for path in self.folder.rglob("*")}

    def is_as_it_was(self) -> None:
        """No process of it is left, its folder is untouched, and it made no file where files are made."""
        lines = []
        for name in filter(str.isdigit, os.listdir("/proc")):
            with contextlib.suppress(OSError):
                lines.append(Path("/proc", name, "cmdline").read_bytes())
        assert not [line for line in lines if self.mark.encode() in line]
        assert self._content() == self._before
        for place in ("/", "/tmp", "/var/tmp", "/dev", "/dev/shm", "/dev/mqueue", "/run", "/usr", "/etc", "/home"):
            with contextlib.suppress(PermissionError, FileNotFoundError):
                assert not [name for name in os.listdir(place) if self.mark in name or name == "hostile-note"], place


@dataclass(frozen=True)
class Came:
    """What came of a match."""

    games: list[dict[str, Any]]
    stopped: str | None

    def fault(self, seat: int) -> tuple[str, str]:
        """The one fault of a seat in the first game: kind and detail."""
        ((kind, detail),) = [(each["kind"], each["detail"]) for each in self.games[0]["faults"] if each["seat"] == seat]
        return kind, detail

    def told(self, seat: int) -> dict[str, Any]:
        """What a hostile bot got in the first game, by flag; it played on."""
        assert not [each for each in self.games[0]["faults"] if each["seat"] == seat], self.games[0]["faults"]
        found: dict[str, Any] = {}
        for line in self.games[0]["stderr"][seat].splitlines():
            found |= json.loads(line)
        return found


@contextlib.contextmanager
def in_the_open() -> Iterator[Path]:
    """A folder that an ordinary user can look into; pytest shuts its own to others whenever it begins anew."""
    with tempfile.TemporaryDirectory(prefix="strangers-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder


def play(
    parent: Path, party: Party, strangers: Sequence[Stranger], *, games: int = 2, rival: str | Path = "first",
    limits: Mapping[str, Any] | None = None, isolation: Isolation = "full", **given: Any
) -> Came:  # fmt: skip
    """A match of these and one that plays properly, to its end: everything is looked at that holds for all of them."""
    words, environment = _as(party, parent)
    orders = {"bots": [*(str(each.folder) for each in strangers), str(rival)], "limits": dict(limits or {}),
              "isolation": isolation}  # fmt: skip
    ran = subprocess.run([*words, __file__, parent / "home", json.dumps(orders | {"given": given | {"games": games}})],
                         env=environment | {CANARY: CANARY}, cwd=parent / "home", capture_output=True, text=True,
                         timeout=SECONDS, check=False)  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    came = Came(**json.loads(ran.stdout))
    assert came.stopped is None, came.stopped
    assert len(came.games) == games
    for game in came.games:
        assert sum(game["payoffs"]) == pytest.approx(0)
        failed = {each["seat"] for each in game["faults"]}
        proper = game["seats"].index(len(strangers))
        assert proper not in failed, game["faults"]
        assert all(game["payoffs"][seat] < 0 for seat in failed)
    for each in strangers:
        each.is_as_it_was()
    return came


def _as(party: Party, parent: Path) -> tuple[list[str], dict[str, str]]:
    """The words before a script, and the environment, that run it as somebody with a home in `parent`."""
    shutil.rmtree(parent / "home", ignore_errors=True)
    if party == "root":
        if os.geteuid() != 0:
            pytest.skip("only root can try what becomes of it as root")
        (parent / "home").mkdir()
        words, environment = [sys.executable], uncovered() | {"PYTHONPATH": str(PACKAGE)}
    else:
        words, environment = ordinary(parent)
        words = words[: -len(("-m", "fajer"))]
    libraries = [environment["PYTHONPATH"], str(TESTS), *(path for path in sys.path if path.endswith("-packages"))]
    return words, environment | {"PYTHONPATH": os.pathsep.join(libraries)}


def main(home: str, orders: str) -> None:
    """Play a match in this process."""
    from msgspec import json as encoding
    from msgspec.structs import replace
    from referee.house import House

    from fajer.match.unit import Job
    from fajer.referee.entry import resolve
    from fajer.referee.isolation.lodging import proved

    given = json.loads(orders)
    isolation: Isolation = given["isolation"]
    with pytest.MonkeyPatch.context() as patch:
        house = House(Path(home), patch)
        job = house.job(*(resolve(spec, isolation=isolation) for spec in given["bots"]), **given["given"])
        limits = proved(isolation, replace(job.match.limits, **given["limits"]))
        match = replace(job.match, isolation=isolation, limits=limits).identified()
        found = house.run(Job(match, job.entries, keep_stderr=True))
        house.is_left_as_found()
    told = {"games": found.games, "stopped": None if found.stopped is None else str(found.stopped)}
    sys.stdout.write(encoding.encode(told).decode())


if __name__ == "__main__":
    main(*sys.argv[1:])
