"""Proves that no bot outlives the referee, whatever ends it, and what the keeper says meanwhile."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from referee.house import House, eventually

from fajer.errors import BotFault, InternalError
from fajer.referee import keep, keeper
from fajer.referee.keeper import Keeper
from fajer.referee.process import BotProcess, Watch


@pytest.fixture
def kept() -> Iterator[Keeper]:
    made = Keeper()
    yield made
    made.close()


@pytest.fixture
def watch() -> Iterator[Watch]:
    made = Watch()
    yield made
    made.close()


# A referee that is killed


def playing(house: House, *options: str, shell: bool = False) -> "subprocess.Popen[str]":
    """A match on the command line, all of whose bots are up; each decision of one of them lasts."""
    slow = " ".join(house.words("sleep", life=None, value=0.05, to=10**6))
    words = [f"cmd:sh -c '{slow}; true'" if shell else f"cmd:{slow}", f"cmd:{' '.join(house.words('deaf', life=None))}"]
    bots = 2 * (2 if "2" in options else 1)
    match = house.begin("match", *words, "-n", "1000", "--block", "1", "-o", "games.jsonl", *options)
    up = eventually(lambda: (house.path / "games.jsonl").exists() and len(names(house, "misbehave")) >= bots, 30)
    assert up, (house.processes(), match.poll())
    return match


def names(house: House, word: str) -> list[str]:
    """The processes of the house with this word in their command line, the command's own left out."""
    return [line for line in house.processes().values() if word in line and "-m fajer" not in line]


ways = pytest.mark.parametrize(
    ("options", "shell"),
    [(("--jobs", "1"), False), (("--jobs", "2"), False), (("--jobs", "1"), True), (("--jobs", "2"), True)],
    ids=["one job", "two jobs", "behind a shell", "behind a shell, two jobs"],
)


@ways
def test_when_the_referee_is_killed_no_bot_and_no_keeper_lives(
    house: House, options: tuple[str, ...], shell: bool
) -> None:
    """SIGKILL leaves it no time for anything: the keepers and workers see to it."""
    match = playing(house, *options, shell=shell)
    assert len(names(house, "keep.py")) >= int(options[1])
    match.kill()
    match.communicate()
    assert eventually(lambda: not house.processes()), house.processes()


@ways
def test_when_the_referee_is_interrupted_it_says_so_and_leaves_nothing(
    house: House, options: tuple[str, ...], shell: bool
) -> None:
    """SIGTERM, or SIGINT: exit 130 and a line; what was played stands."""
    match = playing(house, *options, shell=shell)
    match.send_signal(signal.SIGINT if shell == ("2" in options) else signal.SIGTERM)
    _, stderr = match.communicate(timeout=30)
    assert match.returncode == 130
    assert stderr.strip().splitlines()[-1] == "fajer: interrupted"
    assert "Traceback" not in stderr
    assert eventually(lambda: not house.processes()), house.processes()


def test_control_c_reaches_the_whole_foreground_group(house: House) -> None:
    """As a terminal does it: referee, workers and keepers get SIGINT at the same time."""
    slow = " ".join(house.words("sleep", life=None, value=0.05, to=10**6))
    words = ["match", f"cmd:{slow}", f"cmd:{slow}", "-n", "1000", "--block", "1", "--jobs", "2", "-o", "games.jsonl"]
    match = house.begin(*words, start_new_session=True)
    assert eventually(lambda: (house.path / "games.jsonl").exists() and len(names(house, "misbehave")) >= 4, 30)
    os.killpg(match.pid, signal.SIGINT)
    _, stderr = match.communicate(timeout=30)
    assert match.returncode == 130
    assert stderr.strip().splitlines()[-1] == "fajer: interrupted"
    assert "Traceback" not in stderr
    assert eventually(lambda: not house.processes()), house.processes()


@pytest.mark.parametrize(("jobs", "pause"), [("1", 0.0), ("2", 0.002), ("1", 0.01)])
def test_an_impatient_person_is_told_once(house: House, jobs: str, pause: float) -> None:
    """Control-C again and again: it ends as after the first, whatever it was just doing."""
    match = playing(house, "--jobs", jobs)
    for _ in range(6):
        match.send_signal(signal.SIGINT)
        time.sleep(pause)
    _, stderr = match.communicate(timeout=30)
    assert match.returncode == 130
    assert stderr.strip().splitlines()[-1] == "fajer: interrupted"
    assert "Traceback" not in stderr
    assert eventually(lambda: not house.processes()), house.processes()


def test_an_interrupt_before_the_first_game(house: House) -> None:
    """During the roll call."""
    silent = " ".join(house.words("silent", life=None))
    match = house.begin("match", f"cmd:{silent}", f"cmd:{silent}", "-o", "games.jsonl")
    assert eventually(lambda: bool(names(house, "misbehave")), 30)
    match.send_signal(signal.SIGINT)
    _, stderr = match.communicate(timeout=30)
    assert (match.returncode, stderr.strip()) == (130, "fajer: interrupted")
    assert not (house.path / "games.jsonl").exists()


def test_a_process_that_left_its_group_ends_with_the_keeper(house: House, kept: Keeper, watch: Watch) -> None:
    """The keeper is the reaper of what bots leave behind: a double fork into a session of its own is found."""
    process = BotProcess(kept, watch, ["sh", "-c", "setsid sh -c 'sleep 600 & sleep 600' & sleep 600"], "/", os.environ)
    assert eventually(lambda: len(names(house, "sleep 600")) >= 4)
    process.kill()
    assert eventually(lambda: len(names(house, "sleep 600")) == 3)
    kept.close()
    assert eventually(lambda: not house.processes()), house.processes()


# What the keeper says


def start(kept: Keeper, *argv: str, cwd: str = "/") -> int:
    """A process with nothing on its pipes."""
    null = os.open(os.devnull, os.O_RDWR)
    try:
        return kept.start(argv, cwd, {"PATH": os.environ["PATH"]}, [null, null, null])
    finally:
        os.close(null)


def test_the_status_of_a_process(kept: Keeper) -> None:
    """None while it runs, then its exit status or the signal; as often as it is asked."""
    pid = start(kept, "sleep", "600")
    assert kept.status(pid) is None
    os.kill(pid, signal.SIGTERM)
    assert eventually(lambda: kept.status(pid) == -signal.SIGTERM)
    assert kept.status(pid) == -signal.SIGTERM
    kept.end(pid)
    other = start(kept, "sh", "-c", "exit 7")
    assert eventually(lambda: kept.status(other) == 7)
    kept.end(other)


@pytest.mark.parametrize(
    ("argv", "cwd", "detail"),
    [
        (["/nowhere/bot"], "/", "cannot be run: /nowhere/bot: No such file or directory"),
        (["/etc"], "/", "cannot be run: /etc: Permission denied"),
        (["sleep", "a\0b"], "/", "cannot be run: sleep: embedded null byte"),
        (["sleep", "1"], "/nowhere", "cannot be run: sleep: No such file or directory"),
    ],
)
def test_what_cannot_be_run_is_a_fault_of_the_bot(kept: Keeper, argv: list[str], cwd: str, detail: str) -> None:
    with pytest.raises(BotFault) as error:
        start(kept, *argv, cwd=cwd)
    assert (error.value.kind, error.value.detail) == ("start", detail)


@pytest.mark.parametrize("bytes_", [1 << 18, 1 << 20])
@pytest.mark.parametrize("places", [(), (0,)])
def test_a_command_that_is_too_long_is_a_fault_of_the_bot(kept: Keeper, bytes_: int, places: tuple[int, ...]) -> None:
    """For the system, and for what the keeper can be told, whatever it would be run by."""
    null = os.open(os.devnull, os.O_RDWR)
    try:
        with pytest.raises(BotFault, match=r"cannot be run: .*too long"):
            kept.start(["/bin/true", "x" * bytes_], "/", {}, (null,) * (3 + len(places)), places=places)
    finally:
        os.close(null)
    assert kept.start(["/bin/true"], "/", {}, (0, 1, 2))


@pytest.mark.parametrize("errno", [11, 12, 23, 24])
def test_what_the_machine_lacks_is_no_fault_of_the_bot(
    kept: Keeper, monkeypatch: pytest.MonkeyPatch, errno: int
) -> None:
    """No memory, no processes, no descriptors: an error of ours."""
    monkeypatch.setattr(kept, "_ask", lambda request, fds: {"error": os.strerror(errno), "errno": errno})
    with pytest.raises(InternalError, match=f"a bot could not be started: bot: {re.escape(os.strerror(errno))}"):
        start(kept, "bot")


def test_nothing_is_left_of_a_group_that_was_ended(kept: Keeper) -> None:
    """Neither processes nor zombies: a match may have thousands of them."""
    for _ in range(10):
        pid = start(kept, "sh", "-c", "sh -c 'sleep 600 & sleep 600' & sleep 600 & wait")
        others = Path(f"/proc/{pid}/task/{pid}/children")
        assert eventually(lambda others=others: len(others.read_text().split()) == 2)
        kept.end(pid)
        keeper_pid = kept._process.pid
        assert Path(f"/proc/{keeper_pid}/task/{keeper_pid}/children").read_text() == ""


def test_a_keeper_that_is_gone_is_an_error_of_ours(house: House) -> None:
    made = Keeper()
    made._process.kill()
    made._process.wait()
    for _ in range(2):
        with pytest.raises(InternalError, match="the keeper of the bots is gone"):
            made.status(1)
    made.close()


def test_a_keeper_that_ends_with_a_request_open_is_an_error_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its end of the socket closes, and there is no answer."""
    made = Keeper()
    monkeypatch.setattr(keeper.socket, "send_fds", lambda *_: made._process.kill())
    with pytest.raises(InternalError, match=r"the keeper of the bots is gone$"):
        made.status(1)
    made.close()


def test_the_keeper_does_not_mind_the_signals_of_a_terminal(kept: Keeper) -> None:
    pid = start(kept, "sleep", "600")
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        kept._process.send_signal(number)
    assert kept.status(pid) is None
    kept.end(pid)


def test_a_bot_is_not_given_what_else_is_open(kept: Keeper, tmp_path: Path) -> None:
    """Its three pipes and nothing more."""
    start(kept, "sh", "-c", f"ls -l /proc/self/fd > {tmp_path}/part; mv {tmp_path}/part {tmp_path}/open")
    assert eventually((tmp_path / "open").exists)
    links = re.findall(r"(\d+) -> (\S+)", (tmp_path / "open").read_text())
    assert {number for number, target in links if not target.startswith("/proc/")} == {"0", "1", "2"}


# The keeper's own program, run as a module so that it is measured too


def alone(house: House) -> tuple[socket.socket, "subprocess.Popen[bytes]"]:
    """Our end of its socket, and the program."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        program = [sys.executable, "-c", f"from fajer.referee import keep; keep.main({theirs.fileno()})"]
        process = subprocess.Popen(program, pass_fds=[theirs.fileno()], cwd=house.path, env=house.environment())
    return ours, process


def test_the_program_alone(house: House) -> None:
    """Start, status, end, and all that is left killed when the socket closes."""
    ours, process = alone(house)
    kept = object.__new__(Keeper)
    kept._line, kept._process, kept._environ = ours, process, dict(os.environ)
    with pytest.raises(BotFault):
        start(kept, "/nowhere/bot")
    with pytest.raises(BotFault, match="null byte"):
        start(kept, "a\0b")
    first = start(kept, "sh", "-c", "sleep 600 & exit 4")
    assert eventually(lambda: kept.status(first) == 4)
    kept.end(first)
    gone = start(kept, "sh", "-c", "kill -9 $$")
    assert eventually(lambda: kept.status(gone) == -9)
    kept.end(gone)
    second = start(kept, "sh", "-c", "setsid sleep 600 & sleep 600")
    third = start(kept, "sleep", "600")
    assert kept.status(second) is kept.status(third) is None
    for number in (signal.SIGTERM, signal.SIGINT):
        process.send_signal(number)
    time.sleep(0.1)
    assert kept.status(third) is None
    kept.close()
    assert process.returncode == 0
    assert eventually(lambda: not house.processes()), house.processes()


def test_the_program_ends_when_the_answer_is_not_wanted_any_more(house: House) -> None:
    """The referee is gone between question and answer."""
    ours, process = alone(house)
    null = os.open(os.devnull, os.O_RDWR)
    request = b'{"do": "start", "argv": ["sleep", "600"], "cwd": "/", "set": {}, "unset": []}'
    for _ in range(20):
        socket.send_fds(ours, [request], [null, null, null])
    ours.close()
    os.close(null)
    assert process.wait(10) == 0
    assert eventually(lambda: not names(house, "sleep 600"))


def test_an_environment_larger_than_a_message(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a megabyte of it, as some clusters have: bots are started with all of it."""
    for number in range(5):
        monkeypatch.setenv(f"LARGE_{number}", "x" * 100_000)
    words = " ".join(house.words())
    bot = house.entry("sh", "-c", f"echo ${{#LARGE_4}} >&2; exec {words}")
    played = house.play(bot, house.bot(), games=1, keep_stderr=True)
    assert played.stopped is None
    assert played.games[0].stderr[0] == "100000\n"


def test_a_bot_has_the_environment_that_it_is_given(kept: Keeper, tmp_path: Path) -> None:
    """That and no more, whatever the keeper's own is."""
    program = f"env > {tmp_path}/part; mv {tmp_path}/part {tmp_path}/env"
    null = os.open(os.devnull, os.O_RDWR)
    kept.start(["sh", "-c", program], "/", {"PATH": os.environ["PATH"], "ONE": "two"}, [null, null, null])
    os.close(null)
    assert eventually((tmp_path / "env").exists)
    names_ = {line.partition("=")[0] for line in (tmp_path / "env").read_text().splitlines()}
    assert names_ - {"PWD", "OLDPWD", "SHLVL", "_"} == {"PATH", "ONE"}


def test_what_is_gone_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """A group, a child, or all children: whoever was faster."""

    def gone(*_: int) -> None:
        raise ProcessLookupError

    def childless(*_: int) -> None:
        raise ChildProcessError

    monkeypatch.setattr(keep, "_children", lambda: [1])
    for name, raising in (("killpg", gone), ("kill", gone), ("waitpid", childless)):
        monkeypatch.setattr(keep.os, name, raising)
    keep._end_all({1: None})  # type: ignore[dict-item]
    keep._reap(1)
    keep._pass_over(signal.SIGTERM, None)


# A folder for the copies of bots in isolation


def test_a_folder_for_copies_comes_and_goes() -> None:
    """Others than a group that is given cannot look into it."""
    kept = keep.Kept()
    made = Path(kept.make_folder(os.getgid())["folder"])
    assert keep._serve({"do": "folder", "gid": None}, [], kept) == {"folder": str(made)}
    assert sorted(os.listdir(made)) == ["bots", "tools"]
    assert made.stat().st_mode & 0o777 == 0o750
    (made / "bots" / "0").mkdir()
    kept.clear()
    assert not made.exists()


def test_folders_are_shown_read_only_and_to_the_bots_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The flags are those of Linux's mount(2): 1 read-only, 2 no set-uid, 4 no devices, 32 again, 4096 bind."""
    calls: list[tuple[object, ...]] = []
    monkeypatch.setattr(keep, "_call", lambda *given: calls.append(given))
    kept, place = keep.Kept(), str(tmp_path / "place")
    kept.bind("/usr/lib", place)
    kept.bind("/usr/lib", place)
    kept.clear()
    apart, private, bound, read_only, let_go = calls
    assert apart == ("unshare", 0x20000)
    assert (private[0], private[2]) == ("mount", b"/")
    assert bound == ("mount", b"/usr/lib", place.encode(), None, 4096, None)
    assert read_only == ("mount", b"none", place.encode(), None, 1 | 2 | 4 | 32 | 4096, None)
    assert let_go == ("umount2", place.encode(), 2)


def test_a_call_that_fails_says_why() -> None:
    with pytest.raises(OSError, match="close: Bad file descriptor"):
        keep._call("close", -1)
