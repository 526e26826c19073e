"""Proves what a bot's process is to the referee: pipes that never block, an end that is always noticed."""

import os
import select
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from referee.house import descriptors, eventually

from fajer.errors import BotFault, InternalError
from fajer.records.record import Limits
from fajer.referee import process as processes
from fajer.referee.entry import Entry
from fajer.referee.keeper import Keeper
from fajer.referee.player import PipePlayer
from fajer.referee.process import BotProcess, Watch, now
from fajer.wire.codec import JsonLines
from fajer.wire.messages import Act, Bye

SECOND = 1_000_000_000
JSON = JsonLines()
LIMIT = 1 << 16
Starter = Callable[..., BotProcess]


@pytest.fixture
def start() -> Iterator[Starter]:
    """Starts a shell command as a bot; all are gone at the end, and everything is given back."""
    before = descriptors()
    keeper, watch = Keeper(), Watch()
    begun: list[BotProcess] = []

    def starter(command: str) -> BotProcess:
        process = BotProcess(keeper, watch, ["sh", "-c", command], "/", os.environ)
        begun.append(process)
        return process

    yield starter
    for process in begun:
        process.kill()
    watch.close()
    keeper.close()
    assert descriptors() == before


def received(process: BotProcess, seconds: float = 10, rivals: Any = ()) -> bytes:
    return process.receive(JSON, LIMIT, now() + int(seconds * SECOND), lambda: rivals)


def fault(process: BotProcess, seconds: float = 10) -> tuple[str, str]:
    with pytest.raises(BotFault) as error:
        received(process, seconds)
    return error.value.kind, error.value.detail


def test_a_message_in_pieces_is_waited_for(start: Starter) -> None:
    process = start("printf '{\"a\"'; sleep 0.1; printf ':1}\\n{'; sleep 0.1; printf '}\\n'; sleep 60")
    assert received(process) == b'{"a":1}'
    assert received(process) == b"{}"


def test_several_messages_at_once_come_one_by_one(start: Starter) -> None:
    """They are taken from what was read already, whatever the time."""
    process = start("printf '1\\n2\\n3\\n'; sleep 60")
    assert received(process) == b"1"
    assert [received(process, 0), received(process, 0)] == [b"2", b"3"]
    assert fault(process, 0.05) == ("timeout", "no answer in time")


def test_what_was_said_before_the_end_is_read_before_the_end_counts(start: Starter) -> None:
    """Two messages and the rest of one, then the end."""
    process = start("printf '1\\n2\\n3'; exit 6")
    assert process.wait(now() + 10 * SECOND)
    assert [received(process), received(process)] == [b"1", b"2"]
    assert fault(process) == ("crash", "ended in the middle of a message with exit status 6")


def test_more_than_a_pipe_holds_before_the_end(start: Starter) -> None:
    """64 KiB in the pipe and as much again, in lines; all are read though the process has ended."""
    process = start("for i in $(seq 2000); do printf '%064d\\n' $i; done; exit 6")
    for number in range(1, 2001):
        assert int(received(process)) == number
    assert fault(process) == ("crash", "ended with exit status 6")


def test_an_end_is_noticed_while_another_process_holds_the_pipe(start: Starter) -> None:
    began = now()
    process = start("sleep 60 & exit 6")
    assert fault(process, 50) == ("crash", "ended with exit status 6")
    assert now() - began < 20 * SECOND


def test_a_holder_of_the_pipe_may_still_say_something(start: Starter) -> None:
    """A line that comes from a child after the end is read if it is there; it is the bot's."""
    process = start("(printf '1\\n'; sleep 60) & sleep 0.2; exit 6")
    assert process.wait(now() + 10 * SECOND)
    assert received(process) == b"1"
    assert fault(process)[0] == "crash"


def test_a_message_that_does_not_fit_into_the_pipe_follows_as_it_is_read(start: Starter) -> None:
    """300 KB and then some more, to a process that begins to read later; it sends all of it back."""
    process = start("sleep 0.3; exec cat")
    first = b'"' + b"x" * 30_000 + b'"\n'
    for _ in range(10):
        process.send(first)
    process.send(b"1\n")
    for _ in range(10):
        assert received(process) + b"\n" == first
    assert received(process) == b"1"


def test_an_answer_that_is_there_at_once_is_taken_at_once(start: Starter) -> None:
    process = start("printf '1\\n'; exec cat")
    select.select([process._stdout], [], [], 10)
    assert process.exchange(b"2\n", JSON) == b"1"
    assert received(process) == b"2"
    assert process.exchange(b"3\n", JSON) in (None, b"3")


def test_a_question_behind_unsent_ones_waits_its_turn(start: Starter) -> None:
    process = start("sleep 0.3; exec cat")
    for _ in range(5):
        process.send(b'"' + b"x" * 30_000 + b'"\n')
    assert process.exchange(b"2\n", JSON) is None
    assert [len(received(process)) for _ in range(5)] == [30_002] * 5
    assert received(process) == b"2"


def test_nothing_is_lost_or_raised_when_the_other_end_is_closed(start: Starter) -> None:
    """Neither at once nor with something unsent; the fault is told by what is received."""
    process = start("exit 6")
    assert process.wait(now() + 10 * SECOND)
    process.send(b"1\n")
    assert fault(process) == ("crash", "ended with exit status 6")
    other = start("sleep 0.3; exit 7")
    for _ in range(5):
        other.send(b'"' + b"x" * 30_000 + b'"\n')
    assert other.wait(now() + 10 * SECOND)
    other.send(b"1\n")
    assert fault(other) == ("crash", "ended with exit status 7")


def test_the_rivals_are_stopped_until_the_decision_ends(start: Starter) -> None:
    """After 2 ms they get no time at all, and then they go on; an ended one is passed over."""
    rival = start("while :; do :; done")
    gone = start("sleep 60")
    gone.kill()
    assert eventually(lambda: rival.cpu_ns() > 10_000_000)
    process = start("sleep 1; printf '1\\n'; sleep 60")
    before = rival.cpu_ns()
    assert received(process, rivals=[rival, gone]) == b"1"
    assert rival.cpu_ns() - before < 500_000_000
    assert eventually(lambda: rival.cpu_ns() > before + 520_000_000)


def test_rivals_go_on_when_a_decision_ends_badly(start: Starter) -> None:
    rival = start("sleep 60")
    process = start("sleep 60")
    with pytest.raises(BotFault, match="no answer in time"):
        received(process, 0.1, [rival])
    assert state(rival) != "T"


def state(process: BotProcess) -> str:
    return Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()[0]


def test_a_rival_that_ends_while_it_is_stopped(start: Starter) -> None:
    """Somebody else kills it: letting it go on is no error."""
    rival = start("sleep 60")
    assert rival.stop() is True
    os.kill(rival.pid, signal.SIGKILL)
    assert rival.wait(now() + 10 * SECOND)
    rival.go_on()
    rival.kill()
    assert rival.stop() is False
    rival.go_on()
    processes._signal_group(rival.pid, signal.SIGCONT)


def test_waiting_for_the_end(start: Starter) -> None:
    process = start("sleep 60")
    assert process.wait(now() + SECOND // 20) is False
    process.close_stdin()
    assert process.input_closed
    process.close_stdin()
    os.kill(process.pid, signal.SIGKILL)
    assert process.wait(now() + 10 * SECOND) is True


def test_killing_twice_is_killing_once(start: Starter) -> None:
    process = start("sleep 60")
    process.kill()
    process.kill()
    assert not Path(f"/proc/{process.pid}").exists()


def test_stderr_is_drained_while_anybody_is_waited_for(start: Starter) -> None:
    """A rival that writes more than its pipe holds is not blocked."""
    chatty = start("head -c 1000000 /dev/zero | tr '\\0' x >&2; echo >&2 the end; printf '1\\n'; sleep 60")
    process = start("sleep 1; printf '1\\n'; sleep 60")
    assert received(process) == b"1"
    assert received(chatty) == b"1"
    assert eventually(lambda: chatty.stderr().endswith("the end\n"))
    assert len(chatty.stderr()) == 64 * 1024
    chatty.forget_stderr()
    assert chatty.stderr() == ""


def test_a_closed_stderr_is_watched_no_more(start: Starter) -> None:
    process = start("echo >&2 first; exec 2>&-; printf '1\\n'; sleep 60")
    assert received(process) == b"1"
    assert eventually(lambda: process.stderr() == "first\n")
    assert process.stderr() == "first\n"


def test_a_look_without_anything_there(start: Starter) -> None:
    """Somebody took it before: no error."""
    process = start("sleep 60")
    process.noticed(process._stderr)
    assert process.stderr() == ""


def test_everything_is_given_back_when_a_process_cannot_be_started() -> None:
    before = descriptors()
    keeper, watch = Keeper(), Watch()
    with pytest.raises(BotFault):
        BotProcess(keeper, watch, ["/nowhere"], "/", {})
    watch.close()
    keeper.close()
    assert descriptors() == before


def test_everything_is_given_back_when_a_process_cannot_be_watched(monkeypatch: pytest.MonkeyPatch) -> None:
    def exhausted(_: int) -> int:
        raise OSError(24, "Too many open files")

    before = descriptors()
    keeper, watch = Keeper(), Watch()
    monkeypatch.setattr(processes.os, "pidfd_open", exhausted)
    with pytest.raises(OSError, match="Too many open files"):
        BotProcess(keeper, watch, ["sleep", "60"], "/", os.environ)
    watch.close()
    keeper.close()
    assert descriptors() == before


def test_a_process_is_killed_though_its_keeper_is_gone() -> None:
    """The keeper was killed from outside: an error of ours, and the bot does not stay."""
    before = descriptors()
    keeper, watch = Keeper(), Watch()
    process = BotProcess(keeper, watch, ["sleep", "600"], "/", os.environ)
    keeper._process.kill()
    keeper._process.wait()
    with pytest.raises(InternalError, match="the keeper of the bots is gone"):
        process.kill()
    assert eventually(lambda: not Path(f"/proc/{process.pid}").exists() or state(process) == "Z")
    watch.close()
    keeper.close()
    assert descriptors() == before


def test_a_player_that_does_not_run_can_be_told_and_asked_nothing() -> None:
    keeper, watch = Keeper(), Watch()
    player = PipePlayer(0, Entry("x", None, None, None, ("sleep", "60"), "/"), Limits(), keeper, watch)
    for call in (lambda: player.tell(Bye()), lambda: player.ask(Act("", 1, {}, [], [], 1), SECOND)):
        with pytest.raises(BotFault, match="does not run"):
            call()
    player.say_bye()
    player.end(politely=True)
    assert player.stderr() == ""
    watch.close()
    keeper.close()
