"""Proves that no attack gets anything in isolation, that each ends with the right fault, and that the match goes on.

Everything is tried as root and as an ordinary user, who has the same sandbox. Several attacks share a match.
"""

import os
import re
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from isolated import needed
from referee import strangers
from referee.strangers import CANARY, HOSTILE, MISBEHAVE, PARTIES, Came, Party, Stranger
from referee.test_batch import WHOLE
from referee.test_faults import BYTES, ENDS, FRAMES, SHAPES, SLOW, STARTS

pytestmark = pytest.mark.slow

LONG = {"move_ms": 60_000, "start_ms": 60_000}
SHORT = {"move_ms": 700, "start_ms": 60_000}
PROCESSES = 64

WAIT = ("no-read", "sleep", "stop", "partial", "ignore", "stderr-flood", "stdout-closed")
"""What leaves the referee waiting until the time is over. (The sandbox holds the bot's stdout, so that its end is not
seen.)"""
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
    "ptrace", "pid-1-mem", "process-vm", "referee-memory", "files", "etc", "pid-1-root", "environ", "inet",
    "inet-datagram", "vsock", "netlink", "packet", "abstract", "descriptors", "rubbish", "user-namespace",
    "clone-namespace", "namespaces-entered", "mount", "open-tree", "keyring", "io-uring", "bpf", "perf", "userfault",
    "clone3", "tiocsti", "old-calls", "root", "core", "other-limits", "locks", "backlog", "datagrams", "buffers",
    "threads-apart",
]  # fmt: skip
"""What gets nothing, so that the bot plays on."""
HELD = ("leader-gone", "socket-memory")
"""Memory that is not seen where that of a process is asked for."""
BEGIN = ("exit-1", "rubbish,exit-1", "pid-1-overwritten")
"""What would have it look, before the hello, as if the sandbox could not be set up."""
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


@pytest.fixture(scope="module")
def table(party: Party, parent: Path, listening: None) -> Callable[[str], Came]:
    """Plays a match, each of them once, by what the bots at its table have in common."""
    played: dict[str, Came] = {}

    def hostile(*flags: str, toml: str = "", **options: Any) -> Stranger:
        given = {"path": "/etc/hostname", "socket": LISTENER, "secret": CANARY[:7], "more": CANARY[7:]} | options
        words = [word for name, value in given.items() for word in (f"--{name}", str(value))]
        return Stranger(parent, HOSTILE, ",".join(flags), *words, toml=toml)

    def found(name: str) -> Came:
        if name not in played:
            played[name] = matches[name]()
        return played[name]

    def wait() -> Came:
        return strangers.play(parent, party, [hostile(flag) for flag in WAIT], **SHORT)

    def fail() -> Came:
        scratch = {"scratch-and-memory": 'scratch = "300M"\n'}
        bots = [hostile(flag, toml=scratch.get(flag, "")) for flag in FAIL]
        return strangers.play(parent, party, bots, limits={"cpu_s": 2}, **LONG)

    def nothing() -> Came:
        rival = hostile("environ")
        return strangers.play(parent, party, [hostile(*NOTHING, path=rival.folder / HOSTILE.name), rival], **LONG)

    def crowd() -> Came:
        bots = [hostile("fork-bomb"), hostile("daemon"), hostile("memory")]
        return strangers.play(parent, party, bots, limits={"processes": PROCESSES}, **LONG)

    def names() -> Came:
        bot = hostile("names", toml='scratch = "1M"\n')
        return strangers.play(parent, party, [bot], games=1, limits={"memory_mib": 64}, **LONG)

    def held() -> Came:
        bots = [hostile(flag) for flag in (*HELD, "exit-152")]
        return strangers.play(parent, party, bots, games=1, limits={"memory_mib": 96}, **LONG)

    def begin() -> Came:
        bots = [hostile(flags, at=0) for flags in BEGIN]
        return strangers.play(parent, party, bots, **LONG)

    matches = {
        "names": names,
        "held": held,
        "begin": begin,
        "wait": wait,
        "fail": fail,
        "nothing": nothing,
        "crowd": crowd,
    }
    return found


@pytest.mark.parametrize("flag", WAIT)
def test_a_bot_that_does_not_answer(table: Callable[[str], Came], flag: str) -> None:
    kind, detail = table("wait").fault(WAIT.index(flag))
    assert kind == "timeout"
    assert detail.startswith("no answer in time, which is 750 ms")


@pytest.mark.parametrize("flag", FAIL)
def test_a_bot_that_fails(table: Callable[[str], Came], flag: str) -> None:
    """What it did is said as far as it can be proved; an exit code proves nothing, and no failure can pass as ours."""
    kind, said = FAIL[flag]
    found, detail = table("fail").fault(list(FAIL).index(flag))
    assert found == kind, detail
    assert re.search(said, detail), detail


@pytest.mark.parametrize("flags", BEGIN)
def test_a_failure_that_would_pass_as_ours(table: Callable[[str], Came], flags: str) -> None:
    """Such a failure would stop the match; it is the bot's, however it tries."""
    kind, detail = table("begin").fault(BEGIN.index(flags))
    assert (kind, detail) == ("start", "no proper hello: ended with exit status 1")


@pytest.mark.parametrize("flag", NOTHING)
def test_an_attack_that_gets_nothing(table: Callable[[str], Came], flag: str) -> None:
    told = table("nothing").told(0)
    assert set(told) == set(NOTHING)
    assert told[flag] is None


def test_forking_without_end(table: Callable[[str], Came]) -> None:
    """With all that its children fork too."""
    count, why = table("crowd").told(0)["fork-bomb"]
    assert 0 < count < PROCESSES
    assert why == "EAGAIN"


def test_what_is_left_behind_holding_the_pipes(table: Callable[[str], Came]) -> None:
    """It goes with its bot: the match found no process left, and no pipe open."""
    assert table("crowd").told(1) == {"daemon": None}


def test_the_memory_of_one_process(table: Callable[[str], Came]) -> None:
    """There is so much, and no more."""
    assert 400 < table("crowd").told(2)["memory"] < 512


def test_files_without_end(table: Callable[[str], Came]) -> None:
    """Empty ones take memory too: that of their names."""
    kind, detail = table("names").fault(0)
    assert kind == "memory", detail


@pytest.mark.parametrize("flag", HELD)
def test_memory_that_no_process_seems_to_have(table: Callable[[str], Came], flag: str) -> None:
    kind, detail = table("held").fault(HELD.index(flag))
    assert kind == "memory", detail


def test_an_exit_code_proves_no_processor_time(table: Callable[[str], Came]) -> None:
    assert table("held").fault(len(HELD)) == ("crash", "ended with exit status 152")


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
    "long-action": ("illegal", ["is no action"]),
}
HARMLESS = ("crlf", "blanks", "child", "flood-stderr", "note", "deaf", "spin", "spin-here")
"""What is no fault, in isolation or without."""
IN_BATCH = WHOLE | {"batch-endless": ("output", ["over 1048576 bytes"])}
BEGINNINGS = {name: ("start", words) for name, words in STARTS.items()}
SEATS = 8


def misbehaving(flags: list[str], party: Party, parent: Path, *more: str, **given: Any) -> dict[str, tuple[str, str]]:
    """What became of each of these, which sit together at as many tables as it takes."""
    found = {}
    for first in range(0, len(flags), SEATS):
        part = flags[first : first + SEATS]
        bots = [Stranger(parent, MISBEHAVE, flag, "--value", _value(flag), *more) for flag in part]
        rival = Stranger(parent, MISBEHAVE, "proper", *(more if "--batch" in more else ()))
        came = strangers.play(parent, party, bots, rival=rival.folder, **given)
        found |= {flag: came.fault(seat) for seat, flag in enumerate(part)}
    return found


def _value(flag: str) -> str:
    return {"signal": "SIGKILL", "sleep": "2", "hello-late": "60"}.get(flag, "1")


KINDS: dict[str, tuple[dict[str, tuple[str, list[str]]], tuple[str, ...], dict[str, Any]]] = {
    "lines": (WIRE, (), LONG),
    "frames": (FRAMES, ("--speak", "msgpack"), LONG),
    "ends": (CRASHES, (), LONG),
    "later": (LATER, (), LONG),
    "slow": ({name: ("timeout", ["no answer in time"]) for name in (*SLOW, "close-stdout", "close-stdin")}, (), SHORT),
    "batches": (IN_BATCH, ("--batch", "1"), LONG | {"batch": 8, "block": 100}),
    "beginnings": (BEGINNINGS, (), {"move_ms": 60_000, "start_ms": 3000, "games": 1}),
}
"""What belongs to one another: the faults and words of each, what the bots are told, how it is played."""


@pytest.mark.parametrize("kind", KINDS)
def test_what_comes_over_the_wire(party: Party, parent: Path, kind: str) -> None:
    """The attacks on the wire have the faults in isolation that they have without."""
    expected, more, given = KINDS[kind]
    found = misbehaving(list(expected), party, parent, *more, **given)
    for flag, (fault, words) in expected.items():
        assert found[flag][0] == fault, (flag, found[flag])
        for word in words:
            # what says how long it waited says how long it is here
            assert word.replace("500 ms", "3000 ms") in found[flag][1], (flag, found[flag])
        assert found[flag][1].isprintable()


def test_what_is_no_fault(party: Party, parent: Path) -> None:
    """What a bot does beside its answers is its own affair, and goes with it."""
    bots = [Stranger(parent, MISBEHAVE, flag, "--value", "1") for flag in HARMLESS]
    came = strangers.play(parent, party, bots, **LONG)
    assert not any(game["faults"] for game in came.games)
