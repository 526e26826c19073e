"""A bot's process in isolation: stopped, weighed and ended with all that came of it."""

import contextlib
import os
import signal
from collections.abc import Sequence
from pathlib import Path

from fajer.errors import BotFault, InternalError, Overlong
from fajer.referee.isolation import group, tree
from fajer.referee.isolation.cell import MIB, OUTSIDE, Cell
from fajer.referee.keeper import Keeper
from fajer.referee.process import GLANCE_NS, BotProcess, Rivals, Watch, next_glance, now
from fajer.wire.codec import Codec

_READ = 1 << 16
_CPU_STATUS = (128 + signal.SIGXCPU, -signal.SIGXCPU)
"""As bubblewrap tells it, and where there is none."""
_TOLD = 300


class IsolatedProcess(BotProcess):
    """A bot in its cell. The leader of its group is what keeps the sandbox; the bot is a descendant."""

    def __init__(self, keeper: Keeper, watch: Watch, cell: Cell) -> None:
        """Start it; raises `BotFault` (`start`), or `InternalError` for what is ours."""
        self._cell = cell
        self._group: Path | None = None
        self._report = -1
        self._told = b""
        self._greeted = False
        self._too_much = ""
        self._busiest_ns = 0
        self._looked = self._looked_before = self._next_look = self._next_own_look = now()
        self._stopped: list[int] = []
        super().__init__(keeper, watch, cell.argv, "/", OUTSIDE)
        watch.weigh(self)

    def _begin(self, theirs: Sequence[int]) -> int:
        """Start it with the filter's program on a pipe, and another pipe for what is told of the set-up."""
        cell = self._cell
        filter_in = _filled(cell.filter)
        self._report, report_out = os.pipe()
        os.set_blocking(self._report, False)
        try:
            if cell.groups is not None:
                self._group = cell.groups.make(cell.memory)
            fds = (*theirs, filter_in, report_out)
            at = str(self._group) if self._group else None
            return self._keeper.start(
                cell.argv, "/", OUTSIDE, fds, places=cell.places, binds=cell.binds, user=cell.user, group=at
            )
        except BaseException as error:
            os.close(self._report)
            if self._group is not None:
                with contextlib.suppress(OSError):
                    self._group.rmdir()
            if isinstance(error, OSError):
                raise InternalError(f"a bot could not be isolated: {error}") from None
            raise
        finally:
            os.close(filter_in)
            os.close(report_out)

    # What it says

    def receive(self, codec: Codec, limit: int, deadline: int, rivals: Rivals) -> bytes:
        """As of any bot; a flood is a fault of its own: `output`."""
        try:
            message = super().receive(codec, limit, deadline, rivals)
        except Overlong as fault:
            raise BotFault("output", fault.detail) from None
        self._greeted = True
        return message

    def _wait(self, milliseconds: int) -> bool:
        self._look_in_its_turn()
        return super()._wait(min(milliseconds, GLANCE_NS // 1_000_000))

    def wait(self, deadline: int) -> bool:
        while not super().wait(min(deadline, now() + GLANCE_NS)):
            self._look_in_its_turn()  # before we see that the time is over, or who asks often would never have it done
            if now() >= deadline:
                break
        return self.exited

    # What it uses

    def _look_in_its_turn(self) -> None:
        """While it is waited for it is looked at alone: its rivals are stopped, and its own time passes."""
        if now() >= self._next_own_look:
            self._look()

    def look_when_due(self) -> None:
        """Between turns, when nobody's time runs: however long a look takes, it is a small part of all time."""
        if now() >= self._next_look:
            self._look()

    def _look(self) -> None:
        """Kill it if all of it uses more memory than it is given; see how much processor time it has used."""
        if self._too_much or self.exited:
            return
        began = now()
        self._busiest_ns = max(self._busiest_ns, tree.busiest_ns(self.pid))
        self._looked_before, self._looked = self._looked, began
        if self._cell.memory and self._group is None:
            self._look_at_memory(self._cell.memory)
        self._next_look = next_glance(began)
        self._next_own_look = now() + GLANCE_NS

    def _look_at_memory(self, limit: int) -> None:
        scratch = tree.scratch(self.pid) if self._cell.has_scratch else 0
        used = scratch + tree.memory(self.pid, limit - scratch)
        if used > tree.SHARED * limit:
            shared = f"has {used // MIB} MiB of memory, what its processes share counted for each of them"
            self._too_much = f"{shared}: more than {tree.SHARED} times the {limit // MIB} MiB that are allowed"
        elif used > limit:
            self._too_much = f"used {used // MIB} MiB of memory, {limit // MIB} MiB are allowed"
        if self._too_much:
            tree.kill(self.pid)

    def _can_have_used(self, nanoseconds: int) -> bool:
        """Whether one of its processes can have used so much processor time, by what was seen and the clock.

        At the last look it may have ended already. Half of it is enough: the kernel counts by ticks, which on a busy
        machine come to more than the time that was used.
        """
        since = (now() - self._looked_before) * (os.cpu_count() or 1)
        return 2 * (self._busiest_ns + since) >= nanoseconds

    # Its end

    def _failure(self) -> BotFault:
        """What an end of its output is: too much memory, too much time, a set-up of ours that failed, or a crash."""
        detail = self._how_it_ended()
        if self._group is not None and group.was_full(self._group):
            limit = self._cell.memory // MIB
            return BotFault("memory", f"used more than the {limit} MiB of memory that are allowed")
        if self._too_much:
            return BotFault("memory", self._too_much)
        status = self._keeper.status(self.pid)
        if status in _CPU_STATUS and self._can_have_used(self._cell.cpu_s * 1_000_000_000):
            return BotFault("cpu", "a process of it used all the processor time that it is allowed (SIGXCPU)")
        if status == 1 and not self._greeted and not self._was_set_up():
            said = self.stderr().strip()[-_TOLD:]
            raise InternalError(f"the sandbox of a bot could not be set up: {said}")
        return BotFault("crash", detail)

    def result(self) -> str:
        """After its end, what went wrong; empty if it ended well. Raises `InternalError` for what is ours."""
        return "" if self._keeper.status(self.pid) == 0 else self._failure().detail

    def _was_set_up(self) -> bool:
        """Whether the bot was run: then that was told."""
        try:
            self._told += os.read(self._report, _READ)
        except BlockingIOError:
            pass
        return self._cell.sign in self._told

    def stop(self) -> bool:
        if not self.ended:
            self._stopped = tree.stop(self.pid)
        return not self.ended

    def go_on(self) -> None:
        if not self.ended:
            tree.go_on(self._stopped)
        self._stopped = []

    def cpu_ns(self) -> int:
        return tree.cpu_ns(self.pid)

    def _let_go(self) -> None:
        self._watch.weigh_no_more(self)
        os.close(self._report)
        self._keeper.end(self.pid, inner=True)


def _filled(content: bytes) -> int:
    """A pipe with something short in it, to be read to its end."""
    reading, writing = os.pipe()
    os.write(writing, content)
    os.close(writing)
    return reading
