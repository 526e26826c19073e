"""The bot under check: a player in a process that can be spoken to in every way the protocol allows.

It remembers what it was sent last and what came from it, byte by byte.
"""

import os
import select
import time
from collections.abc import Callable
from typing import Any, cast

from fajer.errors import BotFault
from fajer.referee.player import PipePlayer, our_hello
from fajer.referee.process import BotProcess, Rivals, now
from fajer.wire.codec import Codec
from fajer.wire.messages import Encoding, HelloAnswer

_READ = 1 << 16
_PAUSE_S = 0.003
"""Between the pieces of a message."""


class Tape(BotProcess):
    """A process whose last message is kept as it came."""

    came: bytes = b""
    """The last whole message that came, the end of its line or its length included."""
    in_pieces: bool = False
    """Whether messages are sent in three pieces."""
    holding: bool = False
    """Whether messages are held back, to be sent in one piece with what follows."""
    _held: bytes = b""

    def send(self, message: bytes) -> None:
        """Send a message, whole, in pieces, or later."""
        message = self._held + message
        self._held = message if self.holding else b""
        if self.holding:
            return
        third = len(message) // 3 + 1 if self.in_pieces else len(message)
        for begin in range(0, len(message), third):
            super().send(message[begin : begin + third])
            if self.in_pieces:
                time.sleep(_PAUSE_S)

    def exchange(self, message: bytes, codec: Codec) -> bytes | None:
        """Send a question the way it is asked for; `receive` waits for the answer."""
        self.send(message)
        return None

    def receive(self, codec: Codec, limit: int, deadline: int, rivals: Rivals) -> bytes:
        """The next whole message; its bytes are kept in `came`."""
        self.came = b""
        return super().receive(_Noting(codec, self), limit, deadline, rivals)

    def still_runs(self) -> None:
        """Raises `BotFault` (`crash`) if it has ended, before it is told anything more."""
        self._watch.look()
        if self.exited:
            raise BotFault("crash", self._how_it_ended())

    @property
    def torn(self) -> bytes:
        """What came and is no whole message yet."""
        return bytes(self._received)

    def unasked(self, nanoseconds: int) -> bytes:
        """What it says within so long, though nothing was asked; mostly nothing."""
        until = now() + nanoseconds
        while not self._received and (left := until - now()) > 0 and self._more(left):
            pass
        return self.torn

    def last_words(self, nanoseconds: int) -> bytes:
        """Close its input and take in what still comes until it ends, for so long at most."""
        self.close_stdin()
        until = now() + nanoseconds
        while (left := until - now()) > 0 and self._more(left):
            pass
        return self.torn

    def _more(self, nanoseconds: int) -> bool:
        """Wait so long for output and take it in; False at its end."""
        poll = select.poll()
        poll.register(self._stdout, select.POLLIN)
        poll.register(self._watch.fileno, select.POLLIN)
        happened = [fd for fd, _ in poll.poll(-(-nanoseconds // 1_000_000))]
        self._watch.look()
        if self._stdout not in happened:
            return True
        chunk = os.read(self._stdout, _READ)
        self._received += chunk
        return chunk != b""


class _Noting(Codec):
    """A codec that keeps on the tape what it takes off the buffer."""

    def __init__(self, codec: Codec, tape: Tape) -> None:
        self._codec = codec
        self._tape = tape

    def split(self, buffer: bytearray, limit: int) -> bytes | None:
        before = bytes(buffer)
        message = self._codec.split(buffer, limit)
        if message is not None:
            self._tape.came = before[: len(before) - len(buffer)]
        return message


class Subject(PipePlayer):
    """The bot under check."""

    process_type = Tape

    sent: Any = None
    """The last message that it was sent."""
    dress: Callable[[Any], Any] = staticmethod(lambda message: message)
    """What is done to each message before it is sent."""
    gap: int = 0
    """So many numbers are left out between the ids of two questions."""

    def end_now(self) -> None:
        """End its process and forget it; the next hello begins a new one."""
        self.failed(politely=False)
        self._rest = ""

    def tell(self, message: Any) -> None:
        """Send it at once, so that what the bot does with it is seen."""
        self._running().send(self._codec.encode(message))

    def game_begins(self) -> None:
        """Its stderr is kept: what it wrote about the end of a game is wanted when it fails in the next."""

    def next_id(self) -> int:
        self._ids += self.gap
        return super().next_id()

    def hello(self) -> HelloAnswer:
        fresh = self._said is None
        if fresh:
            self.sent = our_hello(self._limits.batch)
        said = super().hello()
        if fresh:
            self._codec.encode = self._noting(self._codec.encode)
        return said

    def _noting(self, encode: Callable[[Any], bytes]) -> Callable[[Any], bytes]:
        """An encoder that dresses each message and notes it as sent."""

        def noted(message: Any) -> bytes:
            self.sent = self.dress(message)
            return encode(self.sent)

        return noted

    @property
    def encoding(self) -> Encoding:
        """What it speaks; JSON lines before it has said hello."""
        return self._said.encoding if self._said is not None else "json"

    @property
    def up_ns(self) -> int:
        """How long its process has been there, in nanoseconds."""
        return now() - self._launched

    @property
    def running(self) -> bool:
        """Whether there is a process."""
        return self._process is not None

    @property
    def tape(self) -> Tape:
        """Its process; raises `BotFault` if there is none."""
        return cast(Tape, self._running())

    def status(self) -> int | None:
        """Its exit status (negative: the signal that killed it), None while it runs."""
        return self._keeper.status(self.tape.pid)
