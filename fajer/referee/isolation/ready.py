"""Before the first game: proof that this machine keeps bots apart, or the end of it."""

import functools
import json
import os
import secrets
import socket
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fajer.errors import BotFault, FajerError, InternalError, IsolationError
from fajer.records.record import Isolation, MemoryBy
from fajer.referee.isolation import machine, sandbox, tools, tree
from fajer.referee.isolation.calls import bindings
from fajer.referee.isolation.cell import MIB, arranged
from fajer.referee.isolation.process import IsolatedProcess
from fajer.referee.isolation.sandbox import Bounds
from fajer.referee.isolation.stage import stage
from fajer.referee.keeper import Keeper
from fajer.referee.process import Watch, now
from fajer.wire.codec import JsonLines
from fajer.wire.messages import MESSAGE_LIMIT

_PROGRAM = Path(__file__).with_name("probe.py")
_VARIABLE = "FAJER_PROBE_"
_PROCESSES = 16
_HOG_MIB = 128
_PATIENCE_NS = 20_000_000_000
_LEAST_WEIGHT = 1 << 20
"""A Python weighs more: less means that its memory cannot be seen."""
_CALLS = """
unshare setns ptrace process_vm_readv process_vm_writev pidfd_getfd kcmp keyctl add_key shmget msgctl semget mq_open
name_to_handle_at open_tree clone3 memfd_create
"""
"""Some of what the filter refuses. Without it they fail too, for what they are given, but with another error."""
_NAMESPACES = ("mnt", "pid", "net", "ipc", "uts", "user")
_TOLERATED: dict[Isolation, tuple[str, ...]] = {"landlock": ("see which files there are",)}
"""What Landlock cannot keep from a bot: it can ask of any path whether something is there."""


def ready(isolation: Isolation, memory_by: MemoryBy | None = None) -> MemoryBy | None:
    """Prove that bots can be isolated here; returns what bounds their memory, None without isolation.

    With `memory_by` that is what has to bound it: a match goes on as it began. Raises `IsolationError` that names
    what is missing and how to get it.
    """
    if isolation == "none":
        return None
    by = _proved(isolation)
    if memory_by is None or memory_by == by or (memory_by, by) == ("watchdog", "cgroup"):
        return memory_by or by
    raise IsolationError(f"this match bounds memory by {memory_by}, and here there is only {by}")


@functools.cache
def _proved(isolation: Isolation) -> MemoryBy:
    machine.system()
    machine.seccomp()
    if isolation == "landlock":
        machine.landlock()
        _try(isolation, "process")
        return "process"
    machine.bubblewrap()
    machine.programs()
    _try(isolation, "watchdog")
    return "cgroup" if machine.control_group() is not None and _kernel_bounds(isolation) else "watchdog"


def _try(isolation: Isolation, by: MemoryBy) -> None:
    """Run the probe; raises `IsolationError` for what it could do."""
    with _orders(isolation) as orders, _planted() as keeper, _running(keeper, isolation, by, orders) as bot:
        if by == "watchdog":
            _see_weight(bot)
        try:
            could: list[str] = json.loads(bot.receive(JsonLines(), MESSAGE_LIMIT, now() + _PATIENCE_NS, lambda: ()))
        except BotFault as fault:
            said = f"{fault.detail} {bot.stderr().strip()}"
            raise IsolationError(f"isolation cannot be proved here: the probe {said}; or --isolation none") from None
        except InternalError as error:
            raise IsolationError(machine.no_namespaces(str(error).rpartition("set up: ")[2])) from None
    could = [what for what in could if what not in _TOLERATED.get(isolation, ())]
    if could:
        raise IsolationError(f"isolation does not hold here: a bot could {', '.join(could)}; or --isolation none")


@contextmanager
def _orders(isolation: Isolation) -> Iterator[str]:
    """What the probe is to try, with what is laid out for it to find."""
    with tempfile.NamedTemporaryFile(prefix="fajer-canary-") as canary, socket.socket(socket.AF_UNIX) as line:
        os.chmod(canary.name, 0o644)
        name = f"fajer-probe-{secrets.token_hex(8)}"
        line.bind(f"\0{name}")
        line.listen()
        orders = {
            "files": [canary.name],
            "folders": list(_folders()),
            "variable": _VARIABLE,
            "socket": name,
            "processes": _PROCESSES,
            "calls": _calls(),
            "namespaces": {each: os.readlink(f"/proc/self/ns/{each}") for each in _NAMESPACES}
            if isolation == "full"
            else None,
        }
        yield json.dumps(orders)


def _folders() -> Iterator[tuple[str, int, int]]:
    """Every folder at the root, our home and where we are, with device and number, but for what all bots see."""
    shown = [Path("/usr"), *(Path(place) for _, place in tools.system())]
    shown += map(Path, tools.found((_python(),), _PROGRAM.parent)[1].folders)
    places = [os.path.join("/", name) for name in os.listdir("/")]
    for path in dict.fromkeys([*places, os.path.expanduser("~"), os.getcwd(), tempfile.gettempdir()]):
        if path == "/" or any(Path(path).is_relative_to(each) for each in shown):
            continue
        try:
            there = os.lstat(path)
        except OSError:
            continue
        if stat.S_ISDIR(there.st_mode):
            yield path, there.st_dev, there.st_ino


def _calls() -> dict[str, int]:
    """The numbers of `_CALLS` on this machine; those that it does not have are left out."""
    library = bindings()
    numbers = {name: library.resolve_syscall(library.Arch.NATIVE, name) for name in _CALLS.split()}
    return {name: number for name, number in numbers.items() if number >= 0}


def _see_weight(bot: IsolatedProcess) -> None:
    """Wait until the probe's memory can be seen; one that has ended is not waited for."""
    until = now() + _PATIENCE_NS
    while tree.memory(bot.pid, 1 << 62) < _LEAST_WEIGHT:
        if bot.wait(now() + 1_000_000):
            return
        if now() > until:
            raise IsolationError("the memory of bots cannot be seen here (is /proc mounted with hidepid?)")


def _kernel_bounds(isolation: Isolation) -> bool:
    """Whether a control group keeps a bot from more memory than it is given."""
    try:
        with _planted() as keeper, _running(keeper, isolation, "cgroup", "hog") as bot:
            bot.receive(JsonLines(), MESSAGE_LIMIT, now() + _PATIENCE_NS, lambda: ())
    except BotFault as fault:
        return fault.kind == "memory"
    except FajerError:
        return False
    return False


@contextmanager
def _planted() -> Iterator[Keeper]:
    """A keeper with something in its environment that no bot should see."""
    name = _VARIABLE + secrets.token_hex(8)
    os.environ[name] = "1"
    try:
        keeper = Keeper()
    finally:
        del os.environ[name]
    try:
        yield keeper
    finally:
        keeper.close()


@contextmanager
def _running(keeper: Keeper, isolation: Isolation, by: MemoryBy, *words: str) -> Iterator[IsolatedProcess]:
    """The probe, in the very arrangement that bots are to be in."""
    line = (_python(), "-I", "-S", _PROGRAM.name, *words)
    copy = keeper.folder(sandbox.user()) / "bots" / "probe"
    stage(_PROGRAM, copy, "the probe")
    bounds = Bounds(memory=_HOG_MIB * MIB, processes=_PROCESSES, cpu_s=60)
    cell = arranged(line, copy, copy, keeper, isolation=isolation, bounds=bounds, memory_by=by)
    watch = Watch()
    try:
        process = IsolatedProcess(keeper, watch, cell)
        try:
            yield process
        finally:
            process.kill()
    finally:
        watch.close()


def _python() -> str:
    """What runs the probe: the system's Python, which all bots see, or else ours."""
    return "/usr/bin/python3" if os.access("/usr/bin/python3", os.X_OK) else sys.executable
