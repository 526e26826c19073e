"""Proves that no attack gets anything in isolation, that each ends with the right fault, and that the match goes on.

Everything is tried as root and as an ordinary user, who has the same sandbox. Several attacks share a match, and
several matches a process.
"""

import importlib.util
import os
import re
import shlex
import socket
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from isolated import needed
from referee import strangers
from referee.house import eventually
from referee.strangers import CANARY, HOSTILE, MISBEHAVE, PARTIES, PYTHON, Came, Party, Stranger, Table
from referee.test_batch import WHOLE
from referee.test_faults import BYTES, ENDS, FRAMES, SHAPES, SLOW, STARTS

pytestmark = pytest.mark.slow

LONG = {"move_ms": 60_000, "start_ms": 60_000}
SHORT = {"move_ms": 700, "start_ms": 60_000}
PROCESSES = 16
BOMBS = 6
"""So many fork without end at one table."""

TOO_MUCH = r"used \d+ MiB of memory, 512 MiB are allowed|more than (4 times )?the 512 MiB"
FAIL = {
    "scratch-and-memory": ("memory", TOO_MUCH),
    "children-memory": ("memory", TOO_MUCH),
    "page-tables": ("memory", TOO_MUCH),
    "stdout-flood": ("output", "over 65536 bytes"),
    "spin": ("cpu", "all the processor time that it is allowed"),
    "exit-137": ("crash", "ended with exit status 137"),
    "sigkill": ("crash", "ended with exit status 137"),
    "pid-1-overwritten": ("crash", "ended with exit status"),
}
"""What ends a bot: kind, and what is said."""
NOTHING = [
    "map-shared", "map-zero", "memfd", "memfd-secret", "disk", "inodes", "kill-parent", "kill-all", "kill-others",
    "ptrace", "pid-1-mem", "process-vm", "referee-memory", "files", "reads", "etc", "pid-1-root", "environ", "inet",
    "inet-datagram", "vsock", "netlink", "packet", "abstract", "shared", "descriptors", "rubbish", "user-namespace",
    "clone-namespace", "namespaces-entered", "mount", "open-tree", "keyring", "io-uring", "bpf", "perf", "userfault",
    "clone3", "tiocsti", "old-calls", "root", "core", "other-limits", "locks", "backlog", "datagrams", "buffers",
    "threads-apart",
]  # fmt: skip
"""What gets nothing, so that the bot plays on."""
IN_A_BUILD = [flag for flag in NOTHING if flag not in ("disk", "inodes", "rubbish")]
"""A build may write into its own copy, which is bounded in other ways, and to its stdout, which nobody believes."""
UNDER_LANDLOCK = ["folders", *(flag for flag in NOTHING if flag not in ("files", "etc", "kill-all"))]
"""There it can be asked whether something is there, and the kernel says nothing of signals to all that reach nobody."""
HELD = ("leader-gone", "socket-memory")
"""Memory that is not seen where that of a process is asked for."""
BEGIN = ("exit-1", "rubbish,exit-1", "pid-1-overwritten")
"""What would have it look, before the hello, as if the sandbox could not be set up."""
WEAKER = {
    "stdout-flood": ("output", "over 65536 bytes"),
    "spin": ("cpu", "all the processor time that it is allowed"),
    "exit-137": ("crash", "ended with exit status 137"),
}
"""What ends a bot under Landlock."""
OTHERS = ("sleep", "stop", "fork-bomb", "names", "exit-1", "exit-152", "spin-beside", "think")
"""What is tried in a match of its own, or in the cup."""
CROWD = ("daemon", "memory", "child-spin")
LISTENER = f"hostile-{os.getpid()}"
"""An abstract socket of this machine."""


@pytest.fixture(scope="module", params=PARTIES)
def party(request: pytest.FixtureRequest) -> Party:
    """As whom the referee runs."""
    needed()
    return request.param  # type: ignore[no-any-return]


@pytest.fixture(scope="module")
def listening() -> Iterator[None]:
    """Somebody on this machine listens."""
    with socket.socket(socket.AF_UNIX) as line:
        line.bind(f"\0{LISTENER}")
        line.listen()
        yield


@pytest.fixture(scope="module")
def parent() -> Iterator[Path]:
    """A folder for bots."""
    with strangers.in_the_open() as folder:
        yield folder


def hostile(parent: Path, flags: str | Sequence[str], *, toml: str = "", **options: Any) -> Stranger:
    return Stranger(parent, HOSTILE, *words(flags, **options), toml=toml)


def words(flags: str | Sequence[str], **options: Any) -> list[str]:
    """What a hostile bot is told."""
    given = {"path": "/etc/hostname", "socket": LISTENER, "secret": CANARY[:7], "more": CANARY[7:]} | options
    told = [word for name, value in given.items() for word in (f"--{name}", str(value))]
    return [flags if isinstance(flags, str) else ",".join(flags), *told]


@pytest.fixture(scope="module")
def attacks(party: Party, parent: Path, listening: None) -> Mapping[str, Came]:
    """What came of each table of hostile bots."""
    scratch = {"scratch-and-memory": 'scratch = "300M"\n'}
    rival = hostile(parent, "environ")
    path = rival.folder / HOSTILE.name
    build = shlex.join([PYTHON, "-I", "-S", HOSTILE.name, *words(IN_A_BUILD, at="build", mark="built", path=path)])
    bombs = [hostile(parent, "fork-bomb") for _ in range(BOMBS)]
    tables = {
        "fail": Table([hostile(parent, flag, toml=scratch.get(flag, "")) for flag in FAIL], 1, limits={"cpu_s": 2}),
        "nothing": Table([hostile(parent, NOTHING, path=path), rival]),
        "built": Table([hostile(parent, "etc", toml=f"build = {strangers.quoted(build)}\n")], 1),
        "bombs": Table(bombs, limits={"processes": PROCESSES}),
        "crowd": Table([hostile(parent, flag) for flag in CROWD], limits={"cpu_s": 2}),
        "beside": Table([hostile(parent, "spin-beside"), hostile(parent, "think", at=2)], 1, on_one_core=True),
        "names": Table([hostile(parent, "names", toml='scratch = "1M"\n')], 1, limits={"memory_mib": 64}),
        "held": Table([hostile(parent, flag) for flag in (*HELD, "exit-152")], 1, limits={"memory_mib": 96}),
        "begin": Table([hostile(parent, flags, at=0) for flags in BEGIN]),
    }
    came = strangers.play(parent, party, list(tables.values()), **LONG)
    return dict(zip(tables, came, strict=True))


@pytest.mark.parametrize("flag", FAIL)
def test_a_bot_that_fails(attacks: Mapping[str, Came], flag: str) -> None:
    """What it did is said as far as it can be proved; an exit code proves nothing, and no failure can pass as ours."""
    is_said(attacks["fail"].fault(list(FAIL).index(flag)), FAIL[flag])


def is_said(fault: tuple[str, str], expected: tuple[str, str]) -> None:
    """A fault is of this kind, and its detail has this in it."""
    assert fault[0] == expected[0], fault
    assert re.search(expected[1], fault[1]), fault


def test_an_end_that_looks_as_if_its_time_was_over(attacks: Mapping[str, Came]) -> None:
    """The exit status alone proves nothing: so much processor time cannot have been used."""
    is_said(attacks["held"].fault(len(HELD)), ("crash", "ended with exit status 152"))


@pytest.mark.parametrize("flag", HELD)
def test_memory_that_no_process_seems_to_have(attacks: Mapping[str, Came], flag: str) -> None:
    assert attacks["held"].fault(HELD.index(flag))[0] == "memory"


@pytest.mark.parametrize("flags", BEGIN)
def test_a_failure_that_would_pass_as_ours(attacks: Mapping[str, Came], flags: str) -> None:
    """Such a failure would stop the match; it is the bot's, however it tries."""
    fault = attacks["begin"].fault(BEGIN.index(flags))
    assert fault == ("start", "no proper hello: ended with exit status 1")


def test_an_attack_that_gets_nothing(attacks: Mapping[str, Came]) -> None:
    """One bot tries all of them, and plays on."""
    assert attacks["nothing"].told(0) == dict.fromkeys(NOTHING)


def test_a_build_that_gets_nothing(attacks: Mapping[str, Came]) -> None:
    """It can do no more than a bot: the same attacks in its place."""
    (said,) = attacks["built"].built
    assert strangers.read(said) == dict.fromkeys(IN_A_BUILD)


@pytest.mark.parametrize("seat", range(BOMBS))
def test_forking_without_end(attacks: Mapping[str, Came], seat: int) -> None:
    """With all that its children fork too, and with others that do the same beside it."""
    count, why = attacks["bombs"].told(seat)["fork-bomb"]
    assert 0 < count < PROCESSES
    assert why == "EAGAIN"


def test_what_is_left_behind_holding_the_pipes(attacks: Mapping[str, Came]) -> None:
    """It goes with its bot: the match found no process left, and no pipe open."""
    assert attacks["crowd"].told(CROWD.index("daemon")) == {"daemon": None}


def test_the_memory_of_one_process(attacks: Mapping[str, Came]) -> None:
    """There is so much, and no more."""
    assert 400 < attacks["crowd"].told(CROWD.index("memory"))["memory"] < 512


def test_the_processor_time_of_a_child(attacks: Mapping[str, Came]) -> None:
    """It is bounded as that of the first process is."""
    assert attacks["crowd"].told(CROWD.index("child-spin")) == {"child-spin": "SIGXCPU"}


def test_nobody_thinks_while_a_rival_does(attacks: Mapping[str, Came]) -> None:
    """Four processes of one bot spin on the core on which its rival computes for half a second."""
    assert attacks["beside"].told(1)["think"] < 1.5, "four that spin beside it would have it take 2.5 s"


def test_when_the_referee_is_killed_nothing_lives(party: Party, parent: Path) -> None:
    """Neither its bots, nor what they have left behind, nor their staged copies."""
    bot = hostile(parent, "daemon,sleep")
    match = ("-m", "fajer", "match", bot.folder, "first", "--isolation", "full", "--move-time", "60")
    with strangers.somebody(party, parent) as (command, environment):
        with subprocess.Popen([*command, *match], env=environment, cwd=parent / "home", stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL) as referee:  # fmt: skip
            assert eventually(lambda: len(strangers.living(bot.mark)) >= 4, 30), strangers.living(bot.mark)
            referee.kill()
        assert eventually(lambda: not strangers.living(bot.mark)), strangers.living(bot.mark)
        assert eventually(lambda: not any((parent / "home" / "tmp").iterdir())), "staged copies are left"


def test_files_without_end(attacks: Mapping[str, Came]) -> None:
    """Empty ones take memory too: that of their names."""
    kind, detail = attacks["names"].fault(0)
    assert kind == "memory", detail


def test_under_landlock(party: Party, parent: Path, listening: None) -> None:
    """What gets nothing there, and what ends a bot there."""
    needed("landlock")
    rival = hostile(parent, "fork-bomb,daemon,kill-all")
    tries = hostile(parent, UNDER_LANDLOCK, path=rival.folder / HOSTILE.name)
    bots = [tries, rival, *(hostile(parent, flag) for flag in WEAKER)]
    proper = Stranger(parent, MISBEHAVE, "proper")  # the ones that come along need a Python that root alone may have
    table = Table(bots, 1, rival=proper.folder, limits={"cpu_s": 2}, isolation="landlock")
    (came,) = strangers.play(parent, party, [table], **LONG)
    assert came.told(0) == dict.fromkeys(UNDER_LANDLOCK)
    assert came.told(1)["fork-bomb"][1] == "EAGAIN"
    for seat, flag in enumerate(WEAKER, 2):
        is_said(came.fault(seat), WEAKER[flag])


# On the wire

OUTPUT = {name: ("output", words) for name, (kind, words) in (BYTES | FRAMES).items() if "over 65536 bytes" in words}
WIRE = BYTES | SHAPES | OUTPUT
"""With the same faults as without isolation, but for a flood."""
CRASHES = {name: ("crash", [words]) for name, (_, words) in ENDS.items() if name != "close-stdout"} | {
    "signal": ("crash", ["ended with exit status 137"])
}
LATER = {
    "twice": ("protocol", ["an answer with the id 1, expected 2"]),
    "answer-and-exit": ("crash", ["ended with exit status 0"]),
    "exit-at-start": ("crash", ["ended with exit status 4"]),
    "control-key": ("protocol", []),
    "stderr-and-exit": ("crash", ["ended with exit status 3"]),
    "action": ("illegal", ["'1' is no action"]),
    "action-nul": ("illegal", [r"'\x00' is no action"]),
}
LATE = {name: ("timeout", ["no answer in time, which is 750 ms"]) for name in (*SLOW, "close-stdout", "close-stdin")}
"""What leaves the referee waiting until the time is over. (The sandbox holds the bot's stdout, so that its end is not
seen.)"""
WAIT = ("ignore", "stderr-flood")
"""The same of hostile bots."""
IN_BATCH = WHOLE | {
    "batch-endless": ("output", ["over 1048576 bytes"]),
    "batch-missing": ("protocol", ["no answer to act"]),
    "batch-illegal": ("illegal", ["'fold' is no action"]),
    "batch-illegal-and-missing": ("illegal", ["'fold' is no action"]),
}
START_MS = 2000
LATE_STARTS = ("silent", "hello-late")
PROMPT = {name: ("start", words) for name, words in STARTS.items() if name not in LATE_STARTS}
TARDY = {name: ("start", [f"no hello within {START_MS} ms"]) for name in LATE_STARTS}
HARMLESS = ("crlf", "blanks", "child", "flood-stderr", "note", "deaf", "spin", "spin-here")
"""What is no fault, in isolation or without."""
LAST = ("compute", "nap", "stderr", "signals", "exit-at-end")
"""Likewise, in a game that is the last one."""
HARMLESS_BATCHES = ("batch-notes", "batch-reversed", "batch-sleep")
SEATS = 8
BATCHES = ("--batch", "1")

Expected = Mapping[str, tuple[str, list[str]]]
KINDS: dict[str, tuple[Expected, tuple[str, ...], int, dict[str, Any]]] = {
    "lines": (WIRE, (), 1, LONG),
    "frames": (FRAMES, ("--speak", "msgpack"), 1, LONG),
    "ends": (CRASHES, (), 2, LONG),
    "later": (LATER, (), 2, LONG),
    "late": (LATE, (), 1, SHORT),
    "batches": (IN_BATCH, BATCHES, 2, LONG | {"batch": 8, "block": 100}),
    "beginnings": (PROMPT, (), 1, LONG),
    "late beginnings": (TARDY, (), 1, {"move_ms": 60_000, "start_ms": START_MS}),
}
"""What belongs to one another: the faults and words of each, what the bots are told, games, how they are played."""
FULL_PIPE = 160
"""Games in a batch: more than a pipe holds is said about them at once."""
TOGETHER = {"move_ms": 12, "margin_ms": 0, "start_ms": 60_000, "batch": FULL_PIPE, "block": 2 * FULL_PIPE}
"""A batch has the time of all its decisions."""
FORFEITED = r"bot 0 forfeited 10 games running, up to game 9 \(timeout: no answer in time.* to 160 acts\)"


def misbehaving(
    parent: Path, flags: Sequence[str], more: Sequence[str], games: int, given: Mapping[str, Any], **other: Any
) -> Table:
    """A table of such bots."""
    bots = [Stranger(parent, MISBEHAVE, flag, "--value", VALUES.get(flag, "1"), *more) for flag in flags]
    rival = Stranger(parent, MISBEHAVE, "proper", *(more if "--batch" in more else ()))
    return Table(bots, games, rival=rival.folder, given=given, **other)


VALUES = {"signal": "SIGKILL", "sleep": "2", "hello-late": "60", "batch-sleep": "0.01"}


@pytest.fixture(scope="module")
def wire(party: Party, parent: Path) -> Mapping[str, Any]:
    """What came of bots that misbehave on the wire: by kind the fault of each, and the matches of the harmless."""
    tables: list[tuple[str, Sequence[str], Table]] = []
    for kind, (expected, more, games, given) in KINDS.items():
        flags = list(expected)
        for first in range(0, len(flags), SEATS):
            part = flags[first : first + SEATS]
            tables.append((kind, part, misbehaving(parent, part, more, games, given)))
    for name, flags, more, games, given in (
        ("harmless", HARMLESS, (), 2, LONG),
        ("last", LAST, (), 1, LONG),
        ("harmless batches", HARMLESS_BATCHES, BATCHES, 8, LONG | {"batch": 8, "block": 100}),
    ):
        tables.append((name, flags, misbehaving(parent, flags, more, games, given)))
    full = misbehaving(parent, ["never-read"], BATCHES, FULL_PIPE, TOGETHER, stops=FORFEITED)
    tables.append(("full pipe", (), full))
    tables.append(("wait", WAIT, Table([hostile(parent, flag) for flag in WAIT], 1, given=SHORT)))
    came = strangers.play(parent, party, [table for _, _, table in tables])
    found: dict[str, Any] = {}
    for (kind, flags, _), match in zip(tables, came, strict=True):
        if kind in (*KINDS, "wait"):
            found.setdefault(kind, {}).update({flag: match.fault(seat) for seat, flag in enumerate(flags)})
        else:
            found[kind] = match
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_what_comes_over_the_wire(wire: Mapping[str, Any], kind: str) -> None:
    """The attacks on the wire have the faults in isolation that they have without."""
    for flag, (fault, words) in KINDS[kind][0].items():
        found = wire[kind][flag]
        assert found[0] == fault, (flag, found)
        assert all(word in found[1] for word in words), (flag, found)
        assert found[1].isprintable()


@pytest.mark.parametrize("flag", WAIT)
def test_a_bot_that_does_not_answer(wire: Mapping[str, Any], flag: str) -> None:
    is_said(wire["wait"][flag], ("timeout", "^no answer in time, which is 750 ms"))


def test_a_bot_that_does_not_read(wire: Mapping[str, Any]) -> None:
    """More is said to it than its pipe holds, and its time runs out all the same, in every game at once."""
    assert wire["full pipe"].stopped
    assert [fault["kind"] for game in wire["full pipe"].games for fault in game["faults"]] == ["timeout"] * 10


@pytest.mark.parametrize("name", ["harmless", "last", "harmless batches"])
def test_what_is_no_fault(wire: Mapping[str, Any], name: str) -> None:
    """What a bot does beside its answers is its own affair, and goes with it."""
    assert not any(game["faults"] for game in wire[name].games)


def test_its_signals_are_as_they_are_by_default(wire: Mapping[str, Any]) -> None:
    """And what it writes to stderr is its own."""
    (game,) = wire["last"].games
    assert [game["stderr"][LAST.index(flag)] for flag in ("signals", "stderr")] == ["ignored: \n", "1\n"]


# Nothing is forgotten


def flags_of(program: Path, *names: str) -> set[str]:
    """The flags that a bot of `tests/bots/` knows."""
    spec = importlib.util.spec_from_file_location(program.stem, program)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return {flag for name in names for flag in getattr(module, name)}


def test_every_attack_is_tried() -> None:
    """But for those that look for the deck: they have a file of their own."""
    tried = {*FAIL, *NOTHING, *HELD, *UNDER_LANDLOCK, *CROWD, *WAIT, *OTHERS}
    assert flags_of(HOSTILE, "ATTACKS") == tried | {"everything", "remember", "recall"}


def test_everything_on_the_wire_is_tried() -> None:
    tried = {flag for expected, *_ in KINDS.values() for flag in expected} | {*HARMLESS, *LAST, *HARMLESS_BATCHES}
    assert flags_of(MISBEHAVE, "HELLOS", "LINES", "FRAMES", "MISDEEDS", "BATCHES", "STARTS", "ENDS") == tried
