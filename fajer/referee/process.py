"""A bot's process: non-blocking pipes, whole messages in and out, stderr always drained."""

import os
import select
import signal
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol

from fajer.errors import BotFault, InternalError
from fajer.referee.keeper import Keeper
from fajer.wire.codec import Codec

_READ = 1 << 16
_SHORT_READ = 400
"""Enough for an answer without a long note, and little enough to cost no memory of its own."""
STDERR_KEPT = 64 * 1024
"""So many bytes of a bot's stderr are kept, the last ones of a game."""
_PATIENCE_NS = 2_000_000
"""After so long a decision the other bots of the table are stopped until it ends."""
GLANCE_NS = 50_000_000
"""So often at most it is looked at what bots in isolation use,"""
_SHARE = 10
"""and, but for its own turn, never more than one part in so many of all time."""

now = time.perf_counter_ns


class Watched(Protocol):
    """Whoever is told of what happens on a descriptor."""

    def noticed(self, fd: int) -> None:
        """Something happened on it. What it raises ends the waiting."""


class Watch:
    """What is watched while any bot of a table thinks: everyone's stderr, and who has ended."""

    def __init__(self) -> None:
        self._epoll = select.epoll()
        self.fileno = self._epoll.fileno()
        self._of: dict[int, Watched] = {}
        self._weighed: list[BotProcess] = []
        self._next_glance = 0

    def add(self, fd: int, owner: Watched) -> None:
        """Watch a descriptor, as those of a process."""
        self._of[fd] = owner
        self._epoll.register(fd, select.EPOLLIN)

    def remove(self, fd: int) -> None:
        """Watch it no more; one that is not watched is passed over."""
        if self._of.pop(fd, None) is not None:
            self._epoll.unregister(fd)

    def look(self) -> None:
        """Take in what there is: stderr output, and the ends of processes."""
        for fd, _ in self._epoll.poll(0):
            self._of[fd].noticed(fd)

    def weigh(self, process: "BotProcess") -> None:
        """Look at what a process uses too."""
        self._weighed.append(process)

    def weigh_no_more(self, process: "BotProcess") -> None:
        """One that is not looked at is passed over."""
        if process in self._weighed:
            self._weighed.remove(process)

    def glance(self) -> None:
        """Look at what everyone uses, unless that was done a moment ago. It is for when nobody's time runs."""
        if self._weighed and now() >= self._next_glance:
            for process in self._weighed:
                process.look_when_due()
            self._next_glance = now() + GLANCE_NS

    def close(self) -> None:
        """Let it go."""
        self._epoll.close()


def next_glance(began: int) -> int:
    """When to look again at what was looked at from then on, so that this is a small part of all time."""
    ended = now()
    return ended + max(GLANCE_NS, (_SHARE - 1) * (ended - began))


class BotProcess:
    """One running bot. Its end is noticed even where something else holds its pipes."""

    def __init__(self, keeper: Keeper, watch: Watch, argv: Sequence[str], cwd: str, env: Mapping[str, str]) -> None:
        """Start it; raises `BotFault` (`start`) if it cannot be run."""
        theirs_in, self._stdin = os.pipe()
        self._stdout, theirs_out = os.pipe()
        self._stderr, theirs_err = os.pipe()
        ours = (self._stdin, self._stdout, self._stderr)
        theirs = (theirs_in, theirs_out, theirs_err)
        self._keeper = keeper
        self._watch = watch
        self._program = argv, cwd, env
        try:
            self.pid = self._begin(theirs)
            self._pidfd = os.pidfd_open(self.pid)
        except BaseException:
            _close(ours)
            raise
        finally:
            _close(theirs)
        for fd in ours:
            os.set_blocking(fd, False)
        self._cpu_clock = ~self.pid << 3 | 2
        self.exited = False
        self.ended = False
        self._unsent = bytearray()
        self._received = bytearray()
        self._stderr_tail = bytearray()
        watch.add(self._stderr, self)
        watch.add(self._pidfd, self)
        self._poll = select.poll()
        self._poll.register(self._stdout, select.POLLIN)
        self._poll.register(watch.fileno, select.POLLIN)

    def _begin(self, theirs: Sequence[int]) -> int:
        """Start it on its three pipes; returns its process number."""
        return self._keeper.start(*self._program, theirs)

    # Messages

    def send(self, message: bytes) -> None:
        """Send as much as the pipe takes now; the rest goes along with what follows."""
        self._unsent += message
        self._send_rest()

    def hold(self, message: bytes) -> None:
        """Keep a message, to be sent in one piece with what follows.

        What has no answer is no reason to wake a bot: it thinks on its own turn only.
        """
        self._unsent += message

    def exchange(self, message: bytes, codec: Codec) -> bytes | None:
        """Send a question; the answer, if it is there at once, else None and `receive` waits for it.

        A quick bot that shares our core has answered when our write returns, or when it had its
        turn on the core: that spares us the waiting. All of it stands here in one piece, since
        it is done for every decision.
        """
        if self._unsent:
            message = bytes(self._unsent) + message
            self._unsent.clear()
        try:
            sent = os.write(self._stdin, message)
        except OSError:
            sent = 0
        if sent < len(message) or self._received:
            self._unsent += message[sent:]
            return None
        try:
            chunk = os.read(self._stdout, _SHORT_READ)
        except BlockingIOError:
            os.sched_yield()
            try:
                chunk = os.read(self._stdout, _SHORT_READ)
            except BlockingIOError:
                return None
        answer = codec.whole(chunk)
        if answer is None:
            self._received += chunk
        return answer

    def _send_rest(self) -> None:
        try:
            sent = os.write(self._stdin, self._unsent)
        except BlockingIOError:
            return
        except BrokenPipeError:
            sent = len(self._unsent)
        del self._unsent[:sent]

    def receive(self, codec: Codec, limit: int, deadline: int, rivals: "Rivals") -> bytes:
        """The next whole message, waited for until `deadline` (of `now`).

        The rivals are stopped when it takes long. Raises `BotFault`: `timeout`, `crash`,
        `garbage`.
        """
        if self._received and (message := codec.split(self._received, limit)) is not None:
            return message
        patience = now() + _PATIENCE_NS
        stopped: list[BotProcess] = []
        try:
            while True:
                until = deadline if stopped else min(deadline, patience)
                if self._wait(_milliseconds(until - now())):
                    message = self._read(codec, limit)
                    if message is not None:
                        return message
                late = now()
                if late >= deadline:
                    message = self._read(codec, limit)  # it may have come while we looked at what the bot uses
                    if message is not None:
                        return message
                    raise BotFault("timeout", "no answer in time")
                if not stopped and late >= patience:
                    stopped = [rival for rival in rivals() if rival.stop()]
                    patience = deadline
        finally:
            for rival in stopped:
                rival.go_on()

    def _wait(self, milliseconds: int) -> bool:
        """Wait for something to happen; True if stdout has something, or has ended."""
        if self._unsent:
            self._poll.register(self._stdin, select.POLLOUT)
        happened = self._poll.poll(milliseconds)
        if self._unsent:
            self._poll.unregister(self._stdin)
            self._send_rest()
        readable = False
        for fd, _ in happened:
            if fd == self._stdout:
                readable = True
            elif fd == self._watch.fileno:
                self._watch.look()
        return readable or self.exited

    def _read(self, codec: Codec, limit: int) -> bytes | None:
        """Read what there is; a whole message, or None. Raises `BotFault` (`crash`, `garbage`)."""
        received = self._received
        while True:
            try:
                chunk = os.read(self._stdout, _READ)
            except BlockingIOError:
                if self.exited:
                    raise self._failure() from None
                return None
            if not chunk:
                raise self._failure()
            received += chunk
            message = codec.split(received, limit)
            if message is not None or not self.exited:
                return message

    def _failure(self) -> BotFault:
        """What it is when its output ends before its answer."""
        return BotFault("crash", self._how_it_ended())

    def _how_it_ended(self) -> str:
        """What became of a bot whose output ended."""
        self._settle()
        status = self._keeper.status(self.pid)
        rest = " in the middle of a message" if self._received else ""
        if status is None:
            return f"closed its stdout{rest}, though it still runs"
        if status < 0:
            return f"ended{rest}, killed by {_signal_name(-status)}"
        return f"ended{rest} with exit status {status}"

    def _settle(self) -> None:
        """Give a bot that closed its stdout a moment to end, so that its exit status can be told."""
        waiting = select.poll()
        waiting.register(self._pidfd, select.POLLIN)
        if not self.exited:
            waiting.poll(20)
        self._watch.look()

    # Stderr and the end

    def noticed(self, fd: int) -> None:
        """Something happened on a watched descriptor: output on stderr, or the process ended."""
        if fd == self._pidfd:
            self.exited = True
            self._watch.remove(fd)
            return
        try:
            chunk = os.read(fd, _READ)
        except BlockingIOError:
            return
        if not chunk:
            self._watch.remove(fd)
            return
        tail = self._stderr_tail
        tail += chunk
        if len(tail) > STDERR_KEPT:
            del tail[: len(tail) - STDERR_KEPT]

    def stderr(self) -> str:
        """The last of what it wrote to stderr since `forget_stderr`."""
        self._watch.look()
        return self._stderr_tail.decode("utf-8", "replace")

    def forget_stderr(self) -> None:
        """A new game begins."""
        self._stderr_tail.clear()

    def look_when_due(self) -> None:
        """Nothing: only what bots in isolation use is bounded."""

    def cpu_ns(self) -> int:
        """Processor time it has used so far, in nanoseconds; 0 once it is gone."""
        try:
            return time.clock_gettime_ns(self._cpu_clock)
        except OSError:
            return 0

    def stop(self) -> bool:
        """Keep its group from running until `go_on`; False if it has been ended."""
        if not self.ended:
            _signal_group(self.pid, signal.SIGSTOP)
        return not self.ended

    def go_on(self) -> None:
        """Let its group run again."""
        if not self.ended:
            _signal_group(self.pid, signal.SIGCONT)

    @property
    def input_closed(self) -> bool:
        """Whether nothing more can be sent."""
        return self._stdin < 0

    def close_stdin(self) -> None:
        """Nothing more will be sent."""
        if self._stdin >= 0:
            os.close(self._stdin)
            self._stdin = -1

    def wait(self, deadline: int) -> bool:
        """Wait until it has ended or `deadline` (of `now`) is over; True if it has."""
        waiting = select.poll()
        waiting.register(self._pidfd, select.POLLIN)
        waiting.register(self._watch.fileno, select.POLLIN)
        while not self.exited and now() < deadline:
            waiting.poll(_milliseconds(deadline - now()))
            self._watch.look()
        return self.exited

    def kill(self) -> None:
        """Kill its whole group and let everything go."""
        if self.ended:
            return
        self.ended = True
        self._watch.look()
        self._watch.remove(self._stderr)
        self._watch.remove(self._pidfd)
        self.close_stdin()
        _close((self._stdout, self._stderr, self._pidfd))
        try:
            self._let_go()
        except InternalError:
            _signal_group(self.pid, signal.SIGKILL)  # nobody else is left to do it
            raise

    def _let_go(self) -> None:
        """Have the keeper end it."""
        self._keeper.end(self.pid)


Rivals = Callable[[], Iterable[BotProcess]]
"""The other bots of the table, asked for when they have to be stopped."""


def _milliseconds(nanoseconds: int) -> int:
    """Rounded up, and never below 0, for a poll."""
    return max(0, -(-nanoseconds // 1_000_000))


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:  # most of the real-time signals have none
        return f"signal {number}"


def _signal_group(pid: int, number: int) -> None:
    try:
        os.killpg(pid, number)
    except (ProcessLookupError, PermissionError):
        pass


def _close(fds: Iterable[int]) -> None:
    for fd in fds:
        os.close(fd)
