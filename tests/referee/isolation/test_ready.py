"""Proves that the probe notices each protection that is not there, and that what is missing is said in a line."""

import errno
import os
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pyseccomp
import pytest
from isolated import needed
from referee.house import House

from fajer.errors import BotFault, InternalError, IsolationError
from fajer.records.record import Isolation
from fajer.referee.isolation import calls, cell, group, machine, ready, sandbox, tree
from fajer.referee.keeper import Keeper


@pytest.fixture(autouse=True)
def _anew() -> Iterator[None]:
    ready._proved.cache_clear()
    yield
    ready._proved.cache_clear()


def refused(isolation: Any = "full") -> str:
    """What is said where bots cannot be isolated."""
    with pytest.raises(IsolationError) as raised:
        ready.ready(isolation)
    text = str(raised.value)
    assert "\n" not in text
    assert "--isolation none" in text or "pip install" in text or "apt install" in text
    return text


def changed(change: Callable[[list[str]], list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    """Have bubblewrap run with another command line."""
    whole = sandbox._bubblewrap
    monkeypatch.setattr(sandbox, "_bubblewrap", lambda *given: change(list(whole(*given))))


def without(words: Sequence[str], *gone: str) -> list[str]:
    """A command line without some words that stand together."""
    for place in range(len(words)):
        if tuple(words[place : place + len(gone)]) == gone:
            return [*words[:place], *words[place + len(gone) :]]
    raise AssertionError(f"{gone} is not there")


def test_it_holds_here() -> None:
    needed()
    assert ready.ready("full") in ("watchdog", "cgroup")
    assert ready.ready("none") is None


def inside(line: list[str], *words: str) -> list[str]:
    """With something more to be set up, before the root is closed."""
    place = line.index("--remount-ro", line.index("/bot"))
    return [*line[:place], *words, *line[place:]]


KINDS = ("pid", "net", "ipc", "uts", "cgroup-try")


def sharing(kind: str) -> Callable[[list[str]], list[str]]:
    """`--unshare-all` but for one kind of namespace."""

    def changed(line: list[str]) -> list[str]:
        place = line.index("--unshare-all")
        return [*line[:place], *(f"--unshare-{each}" for each in KINDS if each != kind), *line[place + 1 :]]

    return changed


def shown(path: str) -> Callable[[list[str]], list[str]]:
    """A folder of the machine, which cannot be written to."""
    return lambda line: inside(line, "--ro-bind", path, path)


def lacking(*words: str) -> Callable[[list[str]], list[str]]:
    """Some words less."""
    return lambda line: without(line, *words)


WITHOUT: dict[str, tuple[Callable[[list[str]], list[str]], str]] = {
    "the machine's files can be seen": (shown("/tmp"), "read a file of this"),
    "homes can be seen": (shown("/home"), "look at /home of this machine"),
    "the home of root can be seen": (shown("/root"), "look at /root of this machine"),
    "what runs can be seen": (shown("/run"), "look at /run of this machine"),
    "all settings can be seen": (shown("/etc"), "look at /etc of this machine"),
    "the machine's devices can be seen": (lambda line: inside(line, "--dev-bind", "/dev", "/dev"), "look at /dev of"),
    "the kernel's settings can be seen": (shown("/sys"), "look at /sys of this machine"),
    "where the referee is can be seen": (lambda line: inside(line, "--ro-bind", os.getcwd(), os.getcwd()), "look at"),
    "its root is writable": (lacking("--remount-ro", "/"), "write to /"),
    "its devices are writable": (lacking("--remount-ro", "/dev"), "write to /dev"),
    "a folder is writable": (lambda line: inside(line, "--tmpfs", "/var"), "write to /var"),
    "memory can be hidden": (lacking("--ro-bind", "/dev/null", "/dev/zero"), "hide memory in /dev/zero"),
    "the machine's processes can be seen": (sharing("pid"), "see other processes"),
    "the machine's sockets can be reached": (sharing("net"), "share the net namespace"),
    "the machine's shared memory can be reached": (sharing("ipc"), "share the ipc namespace"),
    "the machine's name can be seen": (
        lambda line: without(sharing("uts")(line), "--hostname", "bot"),
        "share the uts",
    ),
    "the session is the referee's": (lacking("--new-session"), "share the session"),
    "it outlives the referee": (lacking("--die-with-parent"), "live on without the referee"),
    "what is open is passed on": (lambda line: ["sh", "-c", 'exec "$@" 9</dev/null', "sh", *line], "use what the ref"),
    "it is root": (lambda line: inside(line, "--uid", "0"), "be root"),
    "it has capabilities": (lambda line: without(inside(line, "--cap-add", "ALL"), "--cap-drop", "ALL"), "use capab"),
}
"""By what is wrong with it another command line, and what the probe says that a bot could do.

`--disable-userns`, `--cap-drop` and `--clearenv` are not among them: each stands behind something that is tried here
(the filter, a user who is not root, an environment that is empty outside), and without it alone a bot can do no more.
"""


@pytest.mark.parametrize("name", WITHOUT)
def test_a_protection_that_is_not_there_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    needed()
    ready._proved.cache_clear()
    change, words = WITHOUT[name]
    changed(change, monkeypatch)
    assert words in refused()


def of_sockets_alone() -> bytes:
    """A filter that refuses the network and nothing else."""
    made = pyseccomp.SyscallFilter(pyseccomp.ALLOW)
    other = pyseccomp.Arg(0, pyseccomp.NE, int(socket.AF_UNIX))
    made.add_rule(pyseccomp.ERRNO(errno.EPERM), "socket", other)
    with tempfile.TemporaryFile() as file:
        made.export_bpf(file)
        file.seek(0)
        return file.read()


FILTERS: dict[str, tuple[Callable[[], bytes], list[str]]] = {
    "all": (lambda: struct.pack("HBBI", 0x06, 0, 0, 0x7FFF0000), ["reach the network", "call unshare"]),
    "all but the network": (of_sockets_alone, ["call unshare", "call ptrace", "call memfd_create", "call clone3"]),
}
"""What they let through, and what the probe says of it."""


@pytest.mark.parametrize("isolation", ["full", "landlock"])
@pytest.mark.parametrize("name", FILTERS)
def test_a_filter_that_lets_calls_through_is_noticed(
    name: str, isolation: Isolation, monkeypatch: pytest.MonkeyPatch
) -> None:
    needed(isolation)
    ready._proved.cache_clear()
    made, words = FILTERS[name]
    monkeypatch.setattr(cell, "refusing", lambda **given: made())
    found = refused(isolation)
    assert all(word in found for word in words), found


def test_each_call_that_the_probe_makes_is_refused_by_the_filter_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise it would prove nothing: this kernel would refuse it too, and in the same way."""
    needed()
    ready._proved.cache_clear()
    monkeypatch.setattr(cell, "refusing", lambda **given: FILTERS["all"][0]())
    found = refused()
    assert [name for name in ready._calls() if f"call {name}" not in found] == []


def test_forking_without_end_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    needed()
    ready._proved.cache_clear()
    bounded = sandbox.limits
    monkeypatch.setattr(sandbox, "limits", lambda bounds: bounded(bounds) | {"NPROC": (500, 500)})
    assert "fork without end" in refused()


def test_an_environment_that_is_passed_on_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    needed()
    ready._proved.cache_clear()
    start = Keeper.start
    monkeypatch.setattr(Keeper, "start", lambda self, argv, cwd, env, fds, **more: start(
        self, argv, cwd, self._environ, fds, **more))  # fmt: skip
    assert "read the referee's environment" in refused()


def test_no_namespaces(monkeypatch: pytest.MonkeyPatch) -> None:
    """What bubblewrap says is passed on."""
    needed()
    ready._proved.cache_clear()
    changed(lambda line: inside(line, "--ro-bind", "/nowhere", "/x"), monkeypatch)
    assert "no sandbox can be set up here (bwrap: Can't find source path /nowhere" in refused()
    assert "user namespaces have to be allowed" in machine.no_namespaces(
        "bwrap: No permissions to create new namespace"
    )


def test_a_probe_that_says_nothing_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    needed()
    ready._proved.cache_clear()
    monkeypatch.setattr(ready, "_python", lambda: "/usr/bin/false")
    assert "isolation cannot be proved here: the probe ended with exit status 1" in refused()


def test_memory_that_cannot_be_seen_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    needed()
    ready._proved.cache_clear()
    monkeypatch.setattr(tree, "memory", lambda top, limit: 0)
    monkeypatch.setattr(ready, "_python", lambda: "/usr/bin/cat")
    monkeypatch.setattr(ready, "_PATIENCE_NS", 0)
    with pytest.raises(IsolationError, match="the memory of bots cannot be seen here"):
        ready.ready("full")


@pytest.mark.parametrize(("error", "bounds"), [(BotFault("memory", "too much"), True), (BotFault("timeout", ""), False),
                                               (InternalError("no control group"), False)])  # fmt: skip
def test_a_control_group_is_tried_too(error: Exception, bounds: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what ended for its memory there was bounded."""

    @contextmanager
    def running(*given: Any) -> Iterator[None]:
        raise error
        yield

    monkeypatch.setattr(ready, "_running", running)
    assert ready._kernel_bounds("full") is bounds


# What is missing


def test_without_bubblewrap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name, path=None: None)
    assert refused() == "bubblewrap is not installed: apt install bubblewrap; or --isolation none"


@pytest.mark.parametrize("said", ["bubblewrap 0.4.1", "what?"])
def test_an_old_bubblewrap(monkeypatch: pytest.MonkeyPatch, said: str) -> None:
    monkeypatch.setattr(shutil, "which", lambda name, path=None: "/usr/bin/bwrap")
    ran = subprocess.CompletedProcess([], 0, stdout=f"{said}\n")
    monkeypatch.setattr(subprocess, "run", lambda *words, **more: ran)
    assert f"bubblewrap is too old ({said}): 0.8.0 or newer" in refused()


def test_without_pyseccomp(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyseccomp", None)
    assert refused() == "pyseccomp is not installed: pip install 'fajer[isolation]'"


def test_without_util_linux(monkeypatch: pytest.MonkeyPatch) -> None:
    needed()
    ready._proved.cache_clear()
    monkeypatch.setattr(machine, "_PROGRAMS", ("no-such-program",))
    assert "there is no /usr/bin/no-such-program: apt install util-linux" in refused()


def test_elsewhere_than_on_linux(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    assert refused() == "bots can be isolated on Linux only, and this is darwin: --isolation none"


def test_an_old_landlock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "LANDLOCK_ABI", 99)
    assert "Landlock of version 99 is needed" in refused("landlock")


def test_an_old_libseccomp(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calls, "_UNKNOWN", ("no_such_call",))
    calls.refusing.cache_clear()
    try:
        with pytest.raises(IsolationError, match="libseccomp is too old: it does not know no_such_call"):
            calls.refusing()
    finally:
        calls.refusing.cache_clear()


def test_no_match_begins(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exit 1, one line, and no file."""
    monkeypatch.setenv("PYTHONPATH", str(house.path))
    (house.path / "sitecustomize.py").write_text("import sys; sys.modules['pyseccomp'] = None\n")
    environment = house.environment
    monkeypatch.setattr(house, "environment", lambda: environment() | {
        "PYTHONPATH": f"{house.path}:{environment()['PYTHONPATH']}"})  # fmt: skip
    ran = house.command("match", "first", "greedy", "--isolation", "full", "-o", "games.jsonl")
    assert ran.returncode == 1
    assert ran.stderr == "fajer: pyseccomp is not installed: pip install 'fajer[isolation]'\n"
    assert not (house.path / "games.jsonl").exists()


def test_a_match_goes_on_as_it_began() -> None:
    needed()
    if ready.ready("full") == "watchdog":
        with pytest.raises(IsolationError, match="bounds memory by cgroup, and here there is only watchdog"):
            ready.ready("full", "cgroup")
    assert ready.ready("full", "watchdog") == "watchdog"
    assert group.Groups.here() is None or ready.ready("full") == "cgroup"


# What the machine has


def test_what_the_machine_has() -> None:
    """Each function says what there is."""
    needed()
    assert machine.system() == "linux"
    assert machine.bubblewrap()[0].isdigit()
    assert machine.user_namespaces()
    assert machine.seccomp()
    assert machine.programs() == ["prlimit"]
    assert machine.control_group() is None or machine.control_group()
