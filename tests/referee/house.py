"""Where the tests play matches: bots by flag, short limits, and a look at what is left afterwards."""

import contextlib
import gc
import os
import shutil
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

import pytest
from referee.scripted import SHORT

import fajer
from fajer import games
from fajer.errors import FajerError
from fajer.match.run import Forfeits, Keeping, Run, Unkept
from fajer.match.setting import Wish, arranged
from fajer.match.unit import Job
from fajer.records.record import Entrant, Game, Limits, Match
from fajer.referee.entry import Entry, resolve

MISBEHAVE = Path(__file__).parents[1] / "bots" / "misbehave.py"
PROGRAM = (sys.executable, "-I", "-S", str(MISBEHAVE))
"""The bot that misbehaves by flag; its flag and options follow."""
HOME = Path(fajer.__file__).parents[1]
"""Where the package lies."""
MARK = "FAJER_TEST_HOUSE"
"""An environment variable that every process of a house inherits; its value is the house's own."""
SECONDS = 20.0
"""A match of the tests takes much less, and on a busy machine not more."""


@dataclass
class Played:
    """What a match came to."""

    match: Match
    games: list[Game[Any]] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    stopped: FajerError | None = None
    """Why it ended early, None if it did not."""
    seconds: float = 0.0
    off_turn_us: list[int] = field(default_factory=list)


class House:
    """A folder of its own, and a mark on every process that is started from here."""

    def __init__(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.path = path
        self.mark = uuid.uuid4().hex
        monkeypatch.setenv(MARK, self.mark)
        self._descriptors = descriptors()
        self._children = children()
        self._bots = 0

    # Bots

    def bot(self, flag: str = "proper", *, counted: bool = True, **options: Any) -> Entry:
        """A bot that misbehaves in its first life; `life=None` has it misbehave in every one."""
        return self.entry(*self.words(flag, counted=counted, **options))

    def words(self, flag: str = "proper", *, counted: bool = True, **options: Any) -> list[str]:
        """The command line of such a bot."""
        self._bots += 1
        if counted:
            options = {"lives": self.path / f"lives-{self._bots}", "life": 1} | options
        words = [*PROGRAM, flag]
        for name, value in options.items():
            if value is not None:
                words += [f"--{name}", str(value)]
        return words

    def entry(self, *argv: str, name: str | None = None) -> Entry:
        """A bot by its command line."""
        number = self._bots
        return Entry(f"cmd:bot {number}", name or f"bot {number}", None, None, argv, str(self.path))

    def local(self, text: str, name: str = "Local") -> Entry:
        """A bot of the referee's own process, from the text of its file."""
        self._bots += 1
        file = self.path / f"local{self._bots}.py"
        file.write_text(f"from fajer.bot import Bot\n{text}", "utf-8")
        return resolve(f"py:{file}:{name}")

    # Matches

    def job(self, *entries: Entry, called: bool = False, options: dict[str, str] | None = None, **given: Any) -> Job:
        """A match of these bots, with a roll call only if `called`: each bot has one life more then."""
        limits = {"start_ms": 10_000, "move_ms": 10_000, "margin_ms": 50, "batch": 0}
        limits |= {key: given.pop(key) for key in tuple(given) if key in Limits.__struct_fields__}
        name = given.get("game", games.NAMES[0])
        wish = Wish(
            **{
                "entries": entries,
                "game": name,
                "preset": None,
                "options": games.game(name).options(None, SHORT[name] if options is None else options),
                "games": 2,
                "seed": "house",
                "seating": "fixed",
                "block": 25,
                "limits": Limits(**limits),
                "on_fault": "forfeit",
            }
            | given
        )
        return arranged(wish) if called else _uncalled(wish)

    def play(self, *entries: Entry, keep_stderr: bool = False, **given: Any) -> Played:
        """Play a match to its end, or until it is stopped, and see that nothing is left of it."""
        began = time.monotonic()
        job = self.job(*entries, **given)
        played = self.run(Job(job.match, job.entries, keep_stderr))
        played.seconds = time.monotonic() - began
        self.is_left_as_found()
        return played

    def run(
        self, job: Job, jobs: int = 1, keeping: Callable[[Callable[[Game[Any]], None]], Keeping] = Unkept
    ) -> Played:
        """Play a match that is arranged."""
        played = Played(job.match)
        forfeits = Forfeits(job.match)

        def passed(game: Game[Any]) -> None:
            played.games.append(game)
            forfeits.passed(game)

        run = Run(job, keeping(passed), played.remarks.append)
        try:
            run.play(jobs, pin=False)
        except FajerError as error:
            played.stopped = type(error)(str(error))  # without a traceback that holds on to everything
        played.off_turn_us = run.off_turn_us
        return played

    # What is left

    def processes(self) -> dict[int, str]:
        """Every live process that was started from here, with its command line."""
        return marked(self.mark)

    def is_left_as_found(self) -> None:
        """No process of the house lives, none of ours is a zombie, no descriptor is open."""
        gc.collect()
        assert eventually(lambda: not self.processes()), f"left behind: {self.processes()}"
        assert children() <= self._children, "a child of the referee was not waited for"
        assert descriptors() == self._descriptors, f"{self._descriptors} before, {descriptors()} now"

    def clear(self) -> None:
        """Kill what a test that failed left behind."""
        for pid in self.processes():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    # The command line

    def environment(self) -> dict[str, str]:
        """For commands: the package is found, and wherever they are run they carry the mark."""
        return os.environ | {"PYTHONPATH": str(HOME), "PYTHONWARNINGS": "error"}

    def begin(self, *words: str | Path, **given: Any) -> "subprocess.Popen[str]":
        """`fajer WORDS…`, started."""
        return subprocess.Popen(
            [sys.executable, "-m", "fajer", *map(str, words)],
            cwd=self.path,
            env=self.environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            **given,
        )

    def with_small_disk(self, script: str) -> "subprocess.CompletedProcess[str]":
        """Run a script that mounts a small file system of its own, and prints nothing before it has.

        Where that cannot be done the test is skipped, aloud, and fails in CI.
        """
        if not shutil.which("unshare"):
            lacking("there is no unshare here")
        done = subprocess.run(
            ["unshare", "--mount", "sh", "-c", script],
            cwd=self.path,
            env=self.environment(),
            capture_output=True,
            text=True,
            check=False,
        )
        if not done.stdout:
            lacking(f"no file system can be mounted here: {done.stderr}")
        return done

    def command(self, *words: str | Path, **given: Any) -> "subprocess.CompletedProcess[str]":
        """`fajer WORDS…`, run to its end."""
        with self.begin(*words, **given) as process:
            stdout, stderr = process.communicate(timeout=60)
        return subprocess.CompletedProcess(words, process.returncode, stdout, stderr)


def _uncalled(wish: Wish) -> Job:
    """The match without a roll call, for bots that would not come through it."""
    match = Match(
        game=wish.game,
        preset="german",
        rules={name: getattr(wish.options, name) for name in wish.options.__struct_fields__},
        seed=wish.seed or "",
        bots=[
            Entrant(f"bot {number}", None, entry.spec, None, "json", wish.limits.batch > 1)
            for number, entry in enumerate(wish.entries)
        ],
        seating=wish.seating,
        block=wish.block,
        games=wish.games,
        limits=wish.limits,
        on_fault=wish.on_fault,
        fajer=fajer.__version__,
    ).identified()
    return Job(match, wish.entries)


def eventually(true: Callable[[], bool], seconds: float = 10.0) -> bool:
    """Whether it comes true in this time."""
    until = time.monotonic() + seconds
    while not true():
        if time.monotonic() > until:
            return False
        time.sleep(0.005)
    return True


def marked(mark: str) -> dict[int, str]:
    """Every live process with this mark in its environment, with its command line."""
    wanted = f"{MARK}={mark}".encode()
    found = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit() and int(entry) != os.getpid():
            try:
                if wanted in Path("/proc", entry, "environ").read_bytes().split(b"\0"):
                    found[int(entry)] = Path("/proc", entry, "cmdline").read_bytes().replace(b"\0", b" ").decode()
            except (FileNotFoundError, ProcessLookupError, PermissionError):
                continue
    return found


def lacking(what: str) -> NoReturn:
    """Skip the test, aloud; in CI it fails."""
    if os.environ.get("CI"):
        pytest.fail(what)
    pytest.skip(what)


def children() -> set[int]:
    """Our own children, dead ones that were not waited for included."""
    return {int(pid) for pid in Path("/proc/thread-self/children").read_text().split()}


def youngest_worker() -> int:
    """Our child that was begun last and is no keeper. Numbers of processes begin anew some time: they do not say."""
    workers = [pid for pid in children() if b"keep.py" not in Path(f"/proc/{pid}/cmdline").read_bytes()]
    return max(workers, key=lambda pid: int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19]))


def descriptors() -> dict[int, str]:
    """What is open in this process."""
    found = {}
    for entry in os.listdir("/proc/self/fd"):
        try:
            found[int(entry)] = os.readlink(f"/proc/self/fd/{entry}")
        except FileNotFoundError:
            continue
    return found


def log(path: Path) -> list[list[str]]:
    """What a bot noted with `--log`: by message its life, its type, and what it was about."""
    return [line.split(" ", 2) for line in path.read_text().splitlines()]


def kinds(lines: Sequence[Sequence[str]]) -> list[str]:
    """The types of the messages alone."""
    return [line[1] for line in lines]
