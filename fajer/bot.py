"""What the author of a bot in Python imports: `Bot`, and `run` to let it play.

```python
from fajer.bot import Bot, run

class First(Bot):
    def act(self, view, legal):
        return legal[0]

run(First())
```
"""

import os
import random
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec

from fajer import games
from fajer.games.api import Event
from fajer.wire.messages import (
    PROTOCOL,
    Act,
    ActAnswer,
    Batch,
    BatchAnswer,
    Bye,
    Encoding,
    End,
    Hello,
    HelloAnswer,
    Start,
)


class Bot:
    """A player. Override `act`; the rest is there if you want it."""

    name: str = ""
    """What it calls itself; the class's name if left empty."""
    version: str | None = None
    """Its version."""
    encoding: Encoding = "json"
    """`json` or `msgpack`."""
    batch: bool = False
    """Whether it takes several questions at once; `act` must then need nothing but its arguments."""

    game: Start
    """The game being played: `game.rules`, `game.seat`, `game.players`, `game.clock`."""
    random: random.Random
    """Its own randomness, the same again for the same game."""
    events: list[Event] = []
    """What happened since it was last asked."""
    left_ms: int = 0
    """Milliseconds it has for the decision at hand."""
    note: str | None = None
    """Set it in `act` to say why; it is kept in the record and shown in replays."""

    def start(self) -> None:
        """A game begins; `self.game` says which."""

    def act(self, view: Any, legal: list[str]) -> str:
        """Choose one of `legal`. `view` has all that the seat may know (see `protocol.md`)."""
        raise NotImplementedError(f"{type(self).__name__} does not say how it acts")

    def end(self, places: list[int], payoffs: list[int | float]) -> None:
        """The game is over: places and payoffs by seat, one's own at `self.game.seat`."""


def amounts(legal: Iterable[str], word: str) -> range:
    """The N that may stand in `WORD N`, such as `bet N`; empty where `legal` has no such entry.

    >>> amounts(["fold", "call", "raise 2..40"], "raise"), amounts(["pass", "bet 5"], "bet")
    (range(2, 41), range(5, 6))
    """
    for entry in legal:
        said, _, numbers = entry.partition(" ")
        if said == word and numbers:
            least, _, most = numbers.partition("..")
            return range(int(least), int(most or least) + 1)
    return range(0)


def run(bot: Bot) -> None:
    """Let `bot` play over stdin and stdout until the referee says goodbye.

    What the bot prints goes to stderr, so that it cannot get between the messages.
    """
    printed, sys.stdout = sys.stdout, sys.stderr
    try:
        Desk(bot).serve(_chunks(0), lambda message: _write(1, message))
    finally:
        sys.stdout = printed


class Desk:
    """A bot and what it has to know to answer: it takes messages and gives answers."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.games: dict[str, tuple[Start, random.Random]] = {}
        self._view_type: Any = Any
        self._known = _decoder_type(Any)

    def hello(self) -> HelloAnswer:
        """The bot's first message."""
        bot = self.bot
        return HelloAnswer(
            protocol=PROTOCOL,
            name=bot.name or type(bot).__name__,
            version=bot.version,
            encoding=bot.encoding,
            batch=bot.batch,
        )

    def answer(self, message: Any) -> Any:
        """The answer to a message, None where there is none."""
        if isinstance(message, Act):
            return self._act(message)
        if isinstance(message, Batch):
            return BatchAnswer([self._act(act) for act in message.acts])
        if isinstance(message, Start):
            self.games[message.game_id] = (message, random.Random(message.seed))  # noqa: S311
            self._enter(message.game_id)
            self.bot.start()
        elif isinstance(message, End):
            self._enter(message.game_id)
            self.bot.events = message.events
            self.bot.end(message.places, message.payoffs)
            del self.games[message.game_id]
        return None

    def take(self, raw: bytes) -> Any:
        """The answer to a message given as JSON, None where there is none."""
        return self.answer(self._read_json(raw))

    def _enter(self, game_id: str) -> None:
        self.bot.game, self.bot.random = self.games[game_id]

    def _act(self, act: Act[Any]) -> ActAnswer:
        bot = self.bot
        self._enter(act.game_id)
        bot.events = act.events
        bot.left_ms = act.left_ms
        bot.note = None
        action = bot.act(act.view, act.legal)
        return ActAnswer(act.id, action) if bot.note is None else ActAnswer(act.id, action, bot.note)

    def serve(self, chunks: Iterator[bytes], send: Callable[[bytes], None]) -> None:
        """Answer what comes in `chunks` until it ends or the referee says goodbye."""
        buffer = bytearray()
        messages = _json_lines(chunks, buffer)
        if next(messages, None) is None:
            return
        for name in games.NAMES:
            games.game(name)  # now, so that the first decision does not have to wait for it
        hello = self.hello()
        send(msgspec.json.encode(hello) + b"\n")
        encode = _json_line if hello.encoding == "json" else _frame
        if hello.encoding == "msgpack":
            messages = _frames(chunks, buffer)
        read = self._read_json if hello.encoding == "json" else self._read_msgpack
        for raw in messages:
            message = read(raw)
            if isinstance(message, Bye):
                return
            answer = self.answer(message)
            if answer is not None:
                send(encode(answer))

    def _read_json(self, raw: bytes) -> Any:
        try:
            message = self._known.decode(raw)
        except msgspec.ValidationError:
            return self._unknown(msgspec.json.decode(raw))
        return self._noticed(message)

    def _read_msgpack(self, raw: bytes) -> Any:
        import msgpack  # a library of its own on this side of the pipe

        plain = msgpack.unpackb(raw)
        try:
            message = msgspec.convert(plain, _messages(self._view_type))
        except msgspec.ValidationError:
            return self._unknown(plain)
        return self._noticed(message)

    def _noticed(self, message: Any) -> Any:
        """From its start on a game's views are read as that game's."""
        if isinstance(message, Start) and message.game in games.NAMES:
            view_type = games.game(message.game).view_type
            if view_type is not self._view_type:
                self._view_type = view_type
                self._known = _decoder_type(view_type)
        return message

    def _unknown(self, message: Any) -> Any:
        """A kind of message that is not known yet is ignored; a known one was broken."""
        kind = message.get("type") if isinstance(message, dict) else None
        if kind in ("start", "act", "batch", "end", "bye"):
            msgspec.convert(message, _messages(self._view_type))
        return None


def _messages(view_type: Any) -> Any:
    return Hello | Start | Act[view_type] | Batch[view_type] | End | Bye


def _decoder_type(view_type: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(_messages(view_type))


def _json_line(message: Any) -> bytes:
    return msgspec.json.encode(message) + b"\n"


def _frame(message: Any) -> bytes:
    import msgpack

    body: bytes = msgpack.packb(msgspec.to_builtins(message))
    return len(body).to_bytes(4, "big") + body


def _json_lines(chunks: Iterator[bytes], buffer: bytearray) -> Iterator[bytes]:
    """Whole lines; what follows the last one taken stays in `buffer`."""
    while True:
        while (end := buffer.find(b"\n")) < 0:
            chunk = next(chunks, b"")
            if not chunk:
                return
            buffer += chunk
        line = bytes(buffer[:end])
        del buffer[: end + 1]
        yield line


def _frames(chunks: Iterator[bytes], buffer: bytearray) -> Iterator[bytes]:
    """Whole MessagePack bodies."""
    while True:
        while len(buffer) < 4 or len(buffer) < 4 + int.from_bytes(buffer[:4], "big"):
            chunk = next(chunks, b"")
            if not chunk:
                return
            buffer += chunk
        end = 4 + int.from_bytes(buffer[:4], "big")
        body = bytes(buffer[4:end])
        del buffer[:end]
        yield body


def _chunks(fd: int) -> Iterator[bytes]:
    while chunk := os.read(fd, 1 << 16):
        yield chunk


def _write(fd: int, message: bytes) -> None:
    rest = memoryview(message)
    while rest:
        rest = rest[os.write(fd, rest) :]
