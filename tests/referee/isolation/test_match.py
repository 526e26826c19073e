"""Proves what becomes of bots in isolation, and what is said of it. What they attack is in `test_hostile.py`."""

import contextlib
import itertools
import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from isolated import Deed, needed
from msgspec.structs import replace
from referee.house import House

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


def test_too_much_processor_time(house: House, make: Callable[..., Deed]) -> None:
    assert "SIGXCPU" in fault(played(house, make(act="while True: pass"), cpu_s=1), "cpu")


def test_a_flood(house: House, make: Callable[..., Deed]) -> None:
    assert "over 65536 bytes" in fault(played(house, make(act="while True: os.write(1, b'x' * 65536)")), "output")


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


# What it asks for


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


def test_too_few_to_say_hello(house: House, make: Callable[..., Deed]) -> None:
    ran = house.command("match", make(hello="os._exit(3)").folder, "first", "--isolation", "full")
    assert ran.returncode == 1
    assert "no proper hello: ended with exit status 3" in ran.stderr
