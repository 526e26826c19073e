"""A bot as the referee sees it: told what happens, asked what it does, ended and begun again."""

import time
import traceback
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from fajer import __version__
from fajer.bot import Desk
from fajer.errors import BotFault
from fajer.records.record import Limits
from fajer.referee.clock import SeatClock
from fajer.referee.entry import Entry
from fajer.referee.isolation.cell import Cell
from fajer.referee.isolation.process import IsolatedProcess
from fajer.referee.keeper import Keeper
from fajer.referee.process import STDERR_KEPT, BotProcess, Watch, now
from fajer.referee.surroundings import environment
from fajer.wire import codec as codecs
from fajer.wire.codec import Codec
from fajer.wire.messages import MESSAGE_LIMIT, PROTOCOL, Act, ActAnswer, Batch, BatchAnswer, Bye, Hello, HelloAnswer

_FAREWELL_NS = 1_000_000_000
"""A bot has one second to end after `bye`."""


class Player(ABC):
    """A bot at a table. Its number is its place in the match's list of bots."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.rivals: list[Player] = []
        """The other bots of the table."""
        self.games: set[str] = set()
        """The games that its process was told of and that are not over, by their `game_id`."""
        self._ids = 0

    def next_id(self) -> int:
        """A number for the next act, unique for the life of the process."""
        self._ids += 1
        return self._ids

    def clock(self, limits: Limits) -> SeatClock:
        """Its clock for a game at a table where a bot is given these limits."""
        return SeatClock(limits)

    @abstractmethod
    def launch(self) -> None:
        """Begin to run, if it does not; `hello` is next. Raises `BotFault` (`start`)."""

    @abstractmethod
    def hello(self) -> HelloAnswer:
        """Its hello, running first if it does not. Raises `BotFault` (`start`)."""

    @abstractmethod
    def tell(self, message: Any) -> None:
        """Send it a message that has no answer; it may come with the next one."""

    @abstractmethod
    def ask(self, act: Act[Any], allowed_ns: int) -> tuple[ActAnswer, int]:
        """Its answer to an act and how many microseconds it took; raises `BotFault`."""

    @abstractmethod
    def ask_batch(self, batch: Batch[Any], allowed_ns: int) -> tuple[BatchAnswer, int]:
        """Its answers to a batch and how many microseconds they took; raises `BotFault`."""

    @abstractmethod
    def game_begins(self) -> None:
        """Forget the stderr of the game before."""

    @abstractmethod
    def stderr(self) -> str:
        """The last of what it wrote to stderr in this game."""

    @abstractmethod
    def end(self, *, politely: bool) -> None:
        """End it: with a goodbye and a second's time, or at once."""

    def failed(self, *, politely: bool) -> None:
        """End it after a fault: its next process knows nothing of the games in play."""
        self.end(politely=politely)
        self.games.clear()

    @abstractmethod
    def say_bye(self) -> None:
        """Say goodbye ahead of a polite `end`, so that several can end at the same time."""

    def off_turn_us(self) -> int:
        """Processor time it used while it was not its turn, in microseconds."""
        return 0

    def processes(self) -> Iterable[BotProcess]:
        """What runs for it."""
        return ()

    def rival_processes(self) -> list[BotProcess]:
        """What runs for the others of its table, to be stopped while it thinks."""
        return [process for rival in self.rivals for process in rival.processes()]


class PipePlayer(Player):
    """A bot in a process of its own."""

    process_type: type[BotProcess] = BotProcess
    """What its process is run as."""

    def __init__(
        self, number: int, entry: Entry, limits: Limits, keeper: Keeper, watch: Watch, cell: Cell | None = None
    ) -> None:
        """Without a `cell` it runs as we do."""
        super().__init__(number)
        self._entry = entry
        self._cell = cell
        self._limits = limits
        self._keeper = keeper
        self._watch = watch
        self._process: BotProcess | None = None
        self._said: HelloAnswer | None = None
        self._codec: Codec = codecs.JsonLines()
        self._overdue: set[int] = set()
        self._rest = ""
        self._turn_ns = 0
        self._off_turn_ns = 0
        self._launched = 0
        self._bye = 0

    def launch(self) -> None:
        if self._process is not None:
            return
        self._ids = 0
        self._overdue.clear()
        self._turn_ns = 0
        entry, cell = self._entry, self._cell
        self._launched = now()
        process: BotProcess
        if cell is None:
            process = self.process_type(self._keeper, self._watch, entry.argv, entry.cwd, environment())
        else:
            process = IsolatedProcess(self._keeper, self._watch, cell)
        self._process = process
        self._said = None
        self._codec = codecs.JsonLines()
        process.send(self._codec.encode(our_hello(self._limits.batch)))

    def hello(self) -> HelloAnswer:
        if self._process is not None and self._said is not None:
            return self._said
        self.launch()
        process = self._running()
        deadline = now() + self._limits.start_ms * 1_000_000  # it may have been stopped since its launch
        try:
            message = process.receive(self._codec, MESSAGE_LIMIT, deadline, self.rival_processes)
            said = self._codec.hello(message)
        except BotFault as fault:
            late = f"no hello within {self._limits.start_ms} ms"
            detail = late if fault.kind == "timeout" else f"no proper hello: {fault.detail}"
            raise BotFault("start", detail) from None
        self._turn_ns += now() - self._launched
        self._said = said
        self._codec = codecs.codec(said.encoding)
        return said

    def tell(self, message: Any) -> None:
        self._running().hold(self._codec.encode(message))

    def ask(self, act: Act[Any], allowed_ns: int) -> tuple[ActAnswer, int]:
        process = self._process or self._running()
        codec = self._codec
        message = codec.encode(act)
        self._watch.glance()
        started = now()
        try:
            raw = process.exchange(message, codec)
            while True:
                if raw is None:
                    raw = process.receive(codec, MESSAGE_LIMIT, started + allowed_ns, self.rival_processes)
                answer = codec.act(raw)
                if answer.id == act.id:
                    break
                self._drop_overdue(answer.id, act.id)
                raw = None
        except BotFault as fault:
            if fault.kind == "timeout":
                self._overdue.add(act.id)
                raise BotFault("timeout", too_late(allowed_ns, f"one of: {', '.join(act.legal)}")) from None
            raise
        finally:
            taken = now() - started
            self._turn_ns += taken
        return answer, taken // 1000

    def ask_batch(self, batch: Batch[Any], allowed_ns: int) -> tuple[BatchAnswer, int]:
        process = self._running()
        message = self._codec.encode(batch)
        self._watch.glance()
        started = now()
        process.send(message)
        deadline = started + allowed_ns
        try:
            while True:
                raw = process.receive(self._codec, codecs.limit(batch=True), deadline, self.rival_processes)
                answer = self._codec.batch(raw)
                overdue = {part.id for part in answer.acts} & self._overdue
                if not overdue or len(overdue) < len(answer.acts):
                    break
                self._overdue -= overdue
        except BotFault as fault:
            if fault.kind == "timeout":
                self._overdue.update(act.id for act in batch.acts)
                raise BotFault("timeout", too_late(allowed_ns, f"answers to {len(batch.acts)} acts")) from None
            raise
        finally:
            taken = now() - started
            self._turn_ns += taken
        return answer, taken // 1000

    def _drop_overdue(self, answered: int, expected: int) -> None:
        """An answer that comes after its time is dropped; any other wrong one is a fault."""
        if answered not in self._overdue:
            raise BotFault("protocol", f"an answer with the id {answered}, expected {expected}")
        self._overdue.remove(answered)

    def game_begins(self) -> None:
        if self.games:  # in play beside this one
            return
        self._rest = ""
        if self._process is not None and self._said is not None:  # else what it wrote is of its start
            self._watch.look()
            self._process.forget_stderr()

    def stderr(self) -> str:
        running = "" if self._process is None else self._process.stderr()
        return (self._rest + running)[-STDERR_KEPT:]

    def end(self, *, politely: bool) -> None:
        process = self._process
        if process is None:
            return
        if politely:
            self.say_bye()
            process.wait(self._bye + _FAREWELL_NS)
        else:
            self._count_off_turn(process)
        self._rest = self.stderr()
        process.kill()
        self._process = None
        self._said = None

    def say_bye(self) -> None:
        process = self._process
        if process is not None and not process.input_closed:
            self._count_off_turn(process)
            process.send(self._codec.encode(Bye()))
            process.close_stdin()
            self._bye = now()

    def _count_off_turn(self, process: BotProcess) -> None:
        """What it used beyond the time of its turns; ending is no turn, and does not count."""
        self._off_turn_ns += max(0, process.cpu_ns() - self._turn_ns)
        self._turn_ns = 1 << 62

    def off_turn_us(self) -> int:
        return self._off_turn_ns // 1000

    def _running(self) -> BotProcess:
        if self._process is None:
            raise BotFault("crash", "does not run")
        return self._process

    def processes(self) -> Iterable[BotProcess]:
        return () if self._process is None else (self._process,)


class LocalPlayer(Player):
    """A bot that is a Python class in the referee's own process: no pipe, no protection.

    Its messages are read from the same JSON that a bot in a process would be sent. Its time
    is only looked at afterwards.
    """

    def __init__(self, number: int, entry: Entry, limits: Limits) -> None:
        super().__init__(number)
        self._entry = entry
        self._limits = limits
        self._desk: Desk | None = None
        self._stderr = ""
        self._fault: BotFault | None = None

    def launch(self) -> None:
        if self._desk is None:
            self._ids = 0
            try:
                self._desk = Desk(self._entry.load())
            except (Exception, SystemExit):
                raise BotFault("start", f"cannot be loaded: {self._trace()}") from None

    def hello(self) -> HelloAnswer:
        self.launch()
        try:
            said = codecs.JsonLines().hello(msgspec.json.encode(self._at_desk().hello()))
        except BotFault as fault:
            raise BotFault("start", f"no proper hello: {fault.detail}") from None
        except (Exception, SystemExit):
            raise BotFault("start", f"a hello that cannot be written: {self._trace()}") from None
        return msgspec.structs.replace(said, encoding="json", batch=False)

    def tell(self, message: Any) -> None:
        try:
            self._guarded(message)
        except BotFault as fault:
            self._fault = fault  # it counts when the bot is next asked

    def ask(self, act: Act[Any], allowed_ns: int) -> tuple[ActAnswer, int]:
        if self._fault is not None:
            raise self._fault
        started = time.perf_counter_ns()
        answer: Any = self._guarded(act)
        taken = time.perf_counter_ns() - started
        if taken > allowed_ns:
            raise BotFault("timeout", "no answer in time")
        try:
            raw = msgspec.json.encode(answer)
        except Exception:
            raise BotFault("protocol", f"an answer that cannot be written: {self._trace()}") from None
        return codecs.JsonLines().act(raw), taken // 1000

    def ask_batch(self, batch: Batch[Any], allowed_ns: int) -> tuple[BatchAnswer, int]:
        raise AssertionError("a local bot says in its hello that it takes no batches")

    def game_begins(self) -> None:
        self._stderr = ""

    def stderr(self) -> str:
        return self._stderr

    def say_bye(self) -> None:
        """A class needs no goodbye."""

    def end(self, *, politely: bool) -> None:
        self._desk = None
        self._fault = None

    def _guarded(self, message: Any) -> Any:
        try:
            return self._at_desk().take(msgspec.json.encode(message))
        except (Exception, SystemExit):
            raise BotFault("crash", f"raised {self._trace()}") from None

    def _at_desk(self) -> Desk:
        if self._desk is None:
            raise BotFault("crash", "does not run")
        return self._desk

    def _trace(self) -> str:
        """Keep the traceback of the error at hand as stderr; returns its last line."""
        self._stderr = traceback.format_exc()
        return self._stderr.strip().splitlines()[-1]


def too_late(allowed_ns: int, expected: str) -> str:
    """What is said of a bot that did not answer in time."""
    return f"no answer in time, which is {allowed_ns // 1_000_000} ms with the margin; expected {expected}"


def our_hello(batch: int) -> Hello:
    """The referee's first message."""
    return Hello(PROTOCOL, f"fajer {__version__}", codecs.ENCODINGS, batch)


def table(players: Sequence[Player]) -> None:
    """Put players at one table: each learns who its rivals are."""
    for player in players:
        player.rivals = [other for other in players if other is not player]
