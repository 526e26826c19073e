"""Proves what becomes of bots in isolation: their faults, their processes, and what they can find out."""

import contextlib
import itertools
import json
import os
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from isolated import Deed, needed, ordinary
from msgspec.structs import replace
from referee.house import House, eventually

from fajer.errors import InternalError, UsageError
from fajer.match.unit import Job
from fajer.records.record import Limits
from fajer.referee.entry import resolve
from fajer.referee.isolation import sandbox, tree
from fajer.referee.isolation.lodging import lodged, proved
from fajer.referee.keeper import Keeper

pytestmark = pytest.mark.usefixtures("_full")


@pytest.fixture
def _full() -> None:
    needed()


@pytest.fixture
def make(tmp_path: Path) -> Callable[..., Deed]:
    """Makes bots with a deed."""
    count = iter(range(100))
    return lambda **deed: Deed(tmp_path / f"deed{next(count)}", **deed)


def played(house: House, *deeds: Deed, memory_mib: int = 256, cpu_s: int = 60, **given: Any) -> Any:
    """A match of these bots, and `first` where there is one alone, to its end; nothing is left of it."""
    entries = [deed.entry() for deed in deeds]
    if len(entries) == 1:
        entries.append(resolve("first", isolation="full"))
    job = house.job(*entries, **given)
    limits = proved("full", replace(job.match.limits, memory_mib=memory_mib, cpu_s=cpu_s))
    match = replace(job.match, isolation="full", limits=limits).identified()
    found = house.run(Job(match, job.entries, keep_stderr=True))
    for deed in deeds:
        assert deed.is_gone(), deed.processes()
    house.is_left_as_found()
    return found


def fault(found: Any, kind: str) -> str:
    """The detail of the one fault in the first game, which is of this kind; the second game is played too."""
    assert found.stopped is None, found.stopped
    assert len(found.games) == 2
    (only,) = found.games[0].faults
    assert only.kind == kind, only
    return str(only.detail)


def told(found: Any, deed: int = 0) -> str:
    """What a bot found out, which it wrote to stderr."""
    game = found.games[0]
    assert not game.faults, game.faults
    return str(game.stderr[game.seats.index(deed)])


# Faults


def test_too_much_memory(house: House, make: Callable[..., Deed]) -> None:
    """Two processes, each within what the kernel gives it."""
    hog = "os.fork()\nheld = []\nwhile len(held) < 200: held.append(b'x' * (1 << 20))\ntime.sleep(60)"
    detail = fault(played(house, make(act=hog)), "memory")
    assert "256 MiB" in detail


def test_too_much_memory_over_several_processes(house: House, make: Callable[..., Deed]) -> None:
    """Each of them is within the limit."""
    hogs = "for _ in range(6):\n    if os.fork() == 0: x = b'x' * (80 << 20); time.sleep(60)\ntime.sleep(60)"
    fault(played(house, make(act=hogs)), "memory")


def test_too_much_memory_shared_by_too_many(house: House, make: Callable[..., Deed]) -> None:
    """It would take so long to find out how much it is that there could be far more meanwhile."""
    share = "held = bytearray(b'x') * (200 << 20)\nfor _ in range(8):\n    if os.fork() == 0: break\ntime.sleep(60)"
    detail = fault(played(house, make(act=share)), "memory")
    assert "what its processes share counted for each of them: more than 4 times the 256 MiB" in detail


def test_memory_that_is_shared_counts_once(house: House, make: Callable[..., Deed]) -> None:
    share = "held = bytearray(b'x') * (200 << 20)\nfor _ in range(3):\n    if os.fork() == 0: time.sleep(60)\n"
    assert not played(house, make(act=f"{share}time.sleep(0.5)")).games[0].faults


def test_memory_of_a_process_is_bounded_at_once(house: House, make: Callable[..., Deed]) -> None:
    """More than the limit in one piece is refused before anybody has to look."""
    detail = fault(played(house, make(act="b'x' * (300 << 20)")), "crash")
    assert "exit status 1" in detail


def test_too_much_processor_time(house: House, make: Callable[..., Deed]) -> None:
    assert "SIGXCPU" in fault(played(house, make(act="while True: pass"), cpu_s=1), "cpu")


def test_a_flood(house: House, make: Callable[..., Deed]) -> None:
    assert "over 65536 bytes" in fault(played(house, make(act="while True: os.write(1, b'x' * 65536)")), "output")


def test_rubbish_is_garbage_as_ever(house: House, make: Callable[..., Deed]) -> None:
    fault(played(house, make(act="os.write(1, b'what?\\n')")), "garbage")


def test_a_bot_that_ends(house: House, make: Callable[..., Deed]) -> None:
    assert "exit status 137" in fault(played(house, make(act="os._exit(137)")), "crash")


def test_a_bot_that_ends_itself_with_status_1_is_no_failure_of_ours(house: House, make: Callable[..., Deed]) -> None:
    detail = fault(played(house, make(hello="os._exit(1)")), "start")
    assert "exit status 1" in detail


def test_a_program_that_is_not_there(house: House, make: Callable[..., Deed]) -> None:
    deed = make()
    (deed.folder / "bot.toml").write_text('command = "./nothing"\n')
    assert "exit status 127" in fault(played(house, deed), "start")


def test_a_sandbox_that_cannot_be_set_up_is_our_failure(
    house: House, make: Callable[..., Deed], monkeypatch: pytest.MonkeyPatch
) -> None:
    deed = make()
    monkeypatch.setattr(sandbox, "HOME", "/proc/nowhere")
    found = played(house, deed)
    assert isinstance(found.stopped, InternalError)
    assert "could not be set up: bwrap" in str(found.stopped)


# Processes


def test_what_a_bot_leaves_behind_ends_with_it(house: House, make: Callable[..., Deed]) -> None:
    """A daemon in a session of its own, which holds the pipes and ignores what it can."""
    daemon = "if os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n        for n in range(1, 32):\n"
    daemon += "            try: signal.signal(n, signal.SIG_IGN)\n            except (OSError, ValueError): pass\n"
    daemon += "        while True: time.sleep(1)\n    os._exit(0)"
    deed = make(act=daemon)
    found = played(house, deed)
    assert not found.games[0].faults


def test_forking_is_capped(house: House, make: Callable[..., Deed]) -> None:
    forks = "n = 0\ntry:\n    while n < 500:\n        if os.fork() == 0: time.sleep(60)\n        n += 1\n"
    forks += "except OSError as error: tell((n, error.errno == errno.EAGAIN))"
    count, is_again = eval(told(played(house, make(act=forks))))
    assert count < 64
    assert is_again


def test_nobody_thinks_while_a_rival_does(house: House, make: Callable[..., Deed]) -> None:
    """Four processes of one bot, in sessions of their own, spin; its rival is asked for a second meanwhile."""
    spin = "for _ in range(4):\n    if os.fork() == 0:\n        os.setsid()\n        while True: pass"
    think = "a, b = time.process_time(), time.monotonic()\nwhile time.process_time() < a + 0.5: pass\n"
    think += "tell(time.monotonic() - b)"
    core = min(os.sched_getaffinity(0))
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})
    try:
        found = played(house, make(act=spin), make(act=think, at=2))
    finally:
        os.sched_setaffinity(0, before)
    assert float(told(found, 1)) < 1.5, "four that spin beside it would have it take 2.5 s"


def test_looking_at_a_bot_takes_no_time_of_its_rivals(
    house: House, make: Callable[..., Deed], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Processes that share what memory is allowed take long to be added up: they are, but not while a rival thinks."""
    heavy = "import mmap\nheld = mmap.mmap(-1, 300 << 20, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)\n"
    heavy += "for place in range(0, len(held), 4096): held[place] = 1\n"
    heavy += "for _ in range(5):\n    if os.fork() == 0: time.sleep(1000)"
    rest = "\ntime.sleep(3)"
    think = "began = time.monotonic()\ntime.sleep(1)\ntell([began, time.monotonic()])"
    looks: dict[int, list[tuple[float, float]]] = {}
    memory = tree.memory

    def seen(top: int, limit: int) -> int:
        began = time.monotonic()
        used = memory(top, limit)
        looks.setdefault(top, []).append((began, time.monotonic()))
        return used

    monkeypatch.setattr(tree, "memory", seen)
    found = played(house, make(act=heavy + rest), make(act=heavy), make(act=think, at=2), memory_mib=512)
    first, last = json.loads(told(found, 2))
    whose = [top for top, times in looks.items() for began, _ in times if first + 0.05 < began < last]
    assert len(set(whose)) == 1, "the one who thinks, and nobody else"
    for times in looks.values():
        for (_, ended), (again, _) in itertools.pairwise(times):
            assert again - ended >= 0.05


def test_when_the_referee_is_killed_nothing_lives(house: House, make: Callable[..., Deed]) -> None:
    deed = make(act="if os.fork() == 0:\n    os.setsid()\ntime.sleep(60)")
    folders = set(Path("/tmp").glob("fajer-*"))
    match = house.begin("match", deed.folder, "first", "--isolation", "full", "--move-time", "60")
    assert eventually(lambda: len(deed.processes()) >= 4, 30), (deed.processes(), match.poll())
    match.kill()
    match.communicate()
    assert deed.is_gone(), deed.processes()
    assert eventually(lambda: not house.processes())
    assert eventually(lambda: set(Path("/tmp").glob("fajer-*")) <= folders), "staged copies are left"


# What it can find out


SECRET = "0123456789abcdef-this-is-the-seed"
LOOK = """
found = []
for root, folders, files in os.walk('/', followlinks=False):
    if root in ('/usr', '/sys'): folders[:] = []
    for name in files:
        path = os.path.join(root, name)
        try:
            with open(path, 'rb', buffering=0) as file: content = file.read(65536) if '/dev/' not in path else b''
        except (OSError, ValueError): continue
        if any(word in content for word in WORDS): found.append(path)
tell(found)
"""


def test_neither_seed_nor_rival_nor_store_can_be_found(house: House, make: Callable[..., Deed]) -> None:
    """It reads every file that there is, `/proc` with all its environments and command lines included."""
    rival = make()
    words = f"(b'0123456789abcdef-this' + b'-is', b'{rival.mark[:16]}' + b'{rival.mark[16:]}')"
    deed = make(act=LOOK.replace("WORDS", words))
    out = house.path / "games.jsonl"
    ran = house.command("match", deed.folder, rival.folder, "--isolation", "full", "--seed", SECRET, "-n", "2", "-o",
                        out, "--keep-stderr", "--move-time", "60", "--set", "stakes=1", "--batch", "0")  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    lines = [json.loads(line) for line in out.read_bytes().splitlines()]
    game = lines[1]
    assert game["faults"] == []
    assert game["stderr"][game["seats"].index(0)] == "[]"


@pytest.mark.parametrize(
    "deed",
    [
        "socket.socket(socket.AF_INET)",
        "socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)",
        "socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)",
        "open('/bot/notes', 'w')",
        "open('/bot/bot.py', 'a')",
        "open('/tmp/notes', 'w')",
        "open('/dev/shm/notes', 'w')",
        "open('/etc/passwd')",
        "os.mkdir('/x')",
        "os.kill(os.getppid(), 9) or os.kill(os.getppid(), 0) or 1/0",
        "os.sched_setaffinity(0, range(os.cpu_count()))",
        "os.setpriority(os.PRIO_PROCESS, 0, -5)",
        "os.setuid(0)",
        "subprocess.run(['mount', '-t', 'tmpfs', 'x', '/bot'], check=True, capture_output=True)",
        "subprocess.run(['unshare', '-U', 'true'], check=True, capture_output=True)",
        "os.memfd_create('x')",
    ],
)
def test_what_a_bot_cannot_do(house: House, make: Callable[..., Deed], deed: str) -> None:
    tries = f"try:\n    {deed}\n    tell('done')\nexcept Exception as error: tell('refused')"
    assert told(played(house, make(act=tries))) == "'refused'"


def test_notes_are_gone_with_the_process(house: House, make: Callable[..., Deed]) -> None:
    """Scratch space is there where it is asked for, bounded, and empty for each process."""
    notes = """
tell(os.listdir('/tmp'))
for name in 'abc':
    try:
        with open('/tmp/' + name, 'wb', buffering=0) as file:
            for _ in range(12): file.write(bytes(1 << 16))
    except OSError as error: tell(error.errno == errno.ENOSPC)
"""
    deed = make(act=notes, toml='scratch = "1M"\n')
    found = played(house, deed, block=1)
    assert [game.stderr[0] for game in found.games] == ["[]TrueTrue", "[]TrueTrue"]


def test_scratch_space_is_memory(house: House, make: Callable[..., Deed]) -> None:
    """Nobody gets more of it than of memory."""
    deed = make(toml='scratch = "513M"\n')
    ran = house.command("match", deed.folder, "first", "--isolation", "full")
    assert ran.returncode == 2
    assert "asks for 513 MiB of scratch space, which is memory, and a bot has 512 MiB of that" in ran.stderr


def test_a_bot_that_is_not_what_it_was(make: Callable[..., Deed]) -> None:
    """The record says which program played."""
    deed = make()
    entry, limits = deed.entry(), proved("full", Limits(start_ms=1000, move_ms=1000))
    with contextlib.closing(Keeper()) as keeper:
        lodged(entry, "full", limits, keeper)
    (deed.folder / "more").touch()
    with contextlib.closing(Keeper()) as keeper, pytest.raises(UsageError, match="has changed since the run began"):
        lodged(entry, "full", limits, keeper)


def test_links_are_refused(house: House, make: Callable[..., Deed]) -> None:
    deed = make()
    (deed.folder / "deck").symlink_to("/etc/passwd")
    ran = house.command("match", deed.folder, "first", "--isolation", "full")
    assert ran.returncode == 2
    assert ran.stderr.strip().endswith("cannot be isolated: deck is a link to /etc/passwd; put the file itself there")


@pytest.mark.parametrize("spec", ["cmd:python3 bot.py", "py:bot.py:Bot"])
def test_bots_that_cannot_be_isolated(house: House, spec: str) -> None:
    (house.path / "bot.py").write_text("import fajer.bot\nclass Bot(fajer.bot.Bot): pass\n")
    ran = house.command("match", spec, "first", "--isolation", "full")
    assert ran.returncode == 2
    assert "cannot be isolated: a" in ran.stderr


# On the command line


def test_limits_need_isolation(house: House) -> None:
    ran = house.command("match", "first", "greedy", "--memory", "64M")
    assert ran.returncode == 2
    assert "--memory: without isolation nothing bounds that; --isolation full does" in ran.stderr


def test_it_stands_in_the_record_and_below_the_table(house: House) -> None:
    out = house.path / "games.jsonl"
    words: Sequence[str] = ("match", "first", "greedy", "--isolation", "full", "--memory", "256M", "-n", "4")
    ran = house.command(*words, "--seed", "short", "--set", "stakes=1", "-o", str(out))
    assert ran.returncode == 0, ran.stderr
    assert "isolation: full (256 MiB for a bot by " in ran.stdout
    assert "the seed has 5 characters: a bot could guess it" in ran.stderr
    match = json.loads(out.read_bytes().splitlines()[0])
    assert match["isolation"] == "full"
    limits = {name: match["limits"][name] for name in ("memory_mib", "processes", "cpu_s")}
    assert limits == {"memory_mib": 256, "processes": 64, "cpu_s": 3600}
    out.write_bytes(b"".join(line + b"\n" for line in out.read_bytes().splitlines()[:3]))
    resumed = house.command("match", "-o", str(out), "--resume")
    assert resumed.returncode == 0, resumed.stderr
    assert len(out.read_bytes().splitlines()) == 6


def test_games_are_those_without_isolation(house: House) -> None:
    """The same digests; only the first line is another."""
    digests = []
    for name, more in (("none", ()), ("full", ("--isolation", "full"))):
        out = house.path / f"{name}.jsonl"
        words = ("match", "first", "greedy", "-n", "6", "--seed", "s", "--set", "stakes=1", "-o", str(out), *more)
        assert house.command(*words).returncode == 0
        digests.append([json.loads(line)["digest"] for line in out.read_bytes().splitlines()[1:-1]])
    assert digests[0] == digests[1]


def test_as_an_ordinary_user(house: House, tmp_path: Path, make: Callable[..., Deed]) -> None:
    """Who is not root: the same sandbox, the same faults, nothing left."""
    words, environment = ordinary(tmp_path)
    hog = make(act="for _ in range(6):\n    if os.fork() == 0: x = b'x' * (80 << 20); time.sleep(60)\ntime.sleep(60)")
    began = time.monotonic()
    ran = subprocess.run([*words, "match", hog.folder, "first", "--isolation", "full", "--memory", "256M", "-n", "2",
                          "--set", "stakes=1", "--move-time", "30", "--seed", "s"],
                         env=environment, cwd=tmp_path / "home", capture_output=True, text=True, timeout=100,
                         check=False)  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    assert "2 memory" in ran.stdout, ran.stdout + ran.stderr
    assert time.monotonic() - began < 60
    assert hog.is_gone(), hog.processes()


def test_a_bot_that_stops_itself(house: House, make: Callable[..., Deed]) -> None:
    """The time runs out, and it is ended all the same."""
    found = played(house, make(act="os.kill(os.getpid(), signal.SIGSTOP)"), move_ms=300)
    fault(found, "timeout")


def test_too_few_to_say_hello(house: House, make: Callable[..., Deed]) -> None:
    ran = house.command("match", make(hello="os._exit(3)").folder, "first", "--isolation", "full")
    assert ran.returncode == 1
    assert "no proper hello: ended with exit status 3" in ran.stderr
