"""Proves what `--isolation landlock` keeps from a bot, and says of itself."""

import contextlib
import json
import os
import socket
import struct
from pathlib import Path

import pytest
from isolated import Deed, needed
from referee.house import House, eventually

from fajer.errors import InternalError
from fajer.match.roll import NoHello, roll_call
from fajer.records.record import Limits
from fajer.referee.isolation import cell, shut_in
from fajer.referee.isolation.lodging import lodged, proved
from fajer.referee.isolation.process import IsolatedProcess
from fajer.referee.keeper import Keeper
from fajer.referee.process import Watch, now
from fajer.wire.codec import JsonLines


@pytest.fixture
def _landlock() -> None:
    needed("landlock")


TRIES = """
found = []
def tries(name, deed):
    try: deed()
    except OSError: return
    found.append(name)
tries('read', lambda: open('/etc/passwd'))
tries('list', lambda: os.listdir('/tmp'))
tries('proc', lambda: os.listdir('/proc'))
tries('write', lambda: open('notes', 'w'))
tries('tmp', lambda: open('/tmp/fajer-notes', 'w'))
tries('net', lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
tries('unix', lambda: socket.socket(socket.AF_UNIX))
tries('signal', lambda: os.kill(os.getppid(), 0))
tries('root', lambda: os.setuid(0))
tell(found if os.getuid() else 'root')
"""


@pytest.mark.usefixtures("_landlock")
def test_what_a_bot_cannot_do(house: House, tmp_path: Path) -> None:
    deed = Deed(tmp_path / "deed", act=TRIES)
    rival = Deed(tmp_path / "rival")
    words = ("match", deed.folder, rival.folder, "--isolation", "landlock", "-n", "2", "--keep-stderr", "--batch", "0")
    ran = house.command(*words, "--set", "stakes=1", "-o", "games.jsonl", "--move-time", "20")
    assert ran.returncode == 0, ran.stderr
    assert "isolation: landlock (512 MiB for a process by process, 64 processes)" in ran.stdout
    match, game, *_ = [json.loads(line) for line in (house.path / "games.jsonl").read_bytes().splitlines()]
    assert match["isolation"] == "landlock"
    assert game["faults"] == []
    assert game["stderr"][game["seats"].index(0)] == "[]"
    assert deed.is_gone()


@pytest.mark.usefixtures("_landlock")
def test_scratch_space_is_not_to_be_had(house: House, tmp_path: Path) -> None:
    deed = Deed(tmp_path / "deed", toml='scratch = "1M"\n')
    ran = house.command("match", deed.folder, deed.folder, "--isolation", "landlock")
    assert ran.returncode == 2
    assert "scratch space cannot be isolated by Landlock: --isolation full" in ran.stderr


DAEMON = """
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0: time.sleep(600)
    os._exit(0)
os.wait()
"""


@pytest.mark.usefixtures("_landlock")
def test_what_a_bot_leaves_behind_is_stopped_and_ended_with_it(tmp_path: Path) -> None:
    """In a session of its own, and though the table goes on."""
    deed = Deed(tmp_path / "deed", hello=DAEMON)
    keeper, watch = Keeper(), Watch()
    try:
        limits = proved("landlock", Limits(start_ms=20_000, move_ms=1000))
        bot = IsolatedProcess(keeper, watch, lodged(deed.entry(), "landlock", limits, keeper))
        bot.send(b'{"type": "hello"}\n')
        assert b"deed" in bot.receive(JsonLines(), 1 << 16, now() + 20_000_000_000, lambda: ())
        assert len(deed.processes()) == 2
        bot.stop()
        assert eventually(lambda: {state(pid) for pid in deed.processes()} == {"T"})
        bot.go_on()
        assert eventually(lambda: "T" not in {state(pid) for pid in deed.processes()})
        bot.kill()
        assert not deed.processes()
    finally:
        watch.close()
        keeper.close()


def state(pid: int) -> str:
    return Path("/proc", str(pid), "stat").read_text().rpartition(") ")[2][0]


@pytest.mark.usefixtures("_landlock")
def test_what_cannot_be_set_up_is_our_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that ends with the same status is not."""
    limits = proved("landlock", Limits(start_ms=20_000, move_ms=1000))
    with pytest.raises(NoHello, match="ended with exit status 1"):
        roll_call([Deed(tmp_path / "one", hello="os._exit(1)").entry()], limits, "landlock")
    monkeypatch.setattr(shut_in, "_READABLE", ("/proc/self/nowhere",))
    monkeypatch.setattr(shut_in.os.path, "exists", lambda path: True)
    with pytest.raises(InternalError, match=r"(?s)the sandbox of a bot could not be set up: .*/proc/self/nowhere"):
        roll_call([Deed(tmp_path / "two").entry()], limits, "landlock")


ALONE = """
def tries(name, deed):
    try: deed()
    except PermissionError: return
    except OSError as error: found.append([name, error.errno])
    else: found.append(name)
found = []
tries('connect', lambda: socket.create_connection(('127.0.0.1', PORT)))
tries('bind', lambda: socket.socket(socket.AF_INET).bind(('127.0.0.1', 0)))
tries('abstract', lambda: socket.socket(socket.AF_UNIX).connect(chr(0) + 'NAME'))
tries('signal', lambda: os.kill(REFEREE, 0))
tries('stop', lambda: os.kill(REFEREE, signal.SIGCONT))
tries('read', lambda: open('/etc/passwd'))
tries('write', lambda: open('notes', 'w'))
tell(found)
"""


@pytest.mark.usefixtures("_landlock")
def test_landlock_alone_keeps_all_this_from_a_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the filter, and as the very user that the referee is: nobody else refuses it."""
    allow_all = struct.pack("HBBI", 0x06, 0, 0, 0x7FFF0000)
    limits = proved("landlock", Limits(start_ms=20_000, move_ms=1000))
    monkeypatch.setattr(cell, "refusing", lambda: allow_all)
    monkeypatch.setattr(shut_in, "user", lambda: None)
    name = f"landlock-{os.getpid()}"
    with socket.create_server(("127.0.0.1", 0)) as tcp, socket.socket(socket.AF_UNIX) as line:
        line.bind(f"\0{name}")
        line.listen()
        hello = ALONE.replace("PORT", str(tcp.getsockname()[1])).replace("NAME", name)
        deed = Deed(tmp_path / "deed", hello=hello.replace("REFEREE", str(os.getpid())))
        with contextlib.closing(Keeper()) as keeper, contextlib.closing(Watch()) as watch:
            bot = IsolatedProcess(keeper, watch, lodged(deed.entry(), "landlock", limits, keeper))
            bot.send(b'{"type": "hello"}\n')
            assert b"deed" in bot.receive(JsonLines(), 1 << 16, now() + 20_000_000_000, lambda: ())
            assert bot.stderr() == "[]"
            bot.kill()
