"""Messages to bytes and back, and what is wrong with bytes that are no proper message."""

import json
from collections.abc import Callable
from typing import Any

import msgspec

from fajer.errors import BotFault, Overlong
from fajer.wire.messages import (
    BATCH_LIMIT,
    MESSAGE_LIMIT,
    ActAnswer,
    BatchAnswer,
    Encoding,
    FromBot,
    HelloAnswer,
)

ENCODINGS: list[Encoding] = ["json", "msgpack"]
"""What a bot can choose from, the default first."""
_QUOTED = 200
"""At most so many bytes of what a bot sent are quoted back."""
_UNREADABLE = (msgspec.MsgspecError, RecursionError, UnicodeError, ValueError)
_KINDS: dict[type[Any], str] = {HelloAnswer: "hello", ActAnswer: "act", BatchAnswer: "batch"}


class Codec:
    """One encoding as the referee uses it: messages out, answers in."""

    encode: Callable[[Any], bytes]
    """The bytes of a message, ready to be sent."""
    _decode: Callable[[bytes], Any]

    def whole(self, chunk: bytes) -> bytes | None:
        """The message, if the chunk is exactly one; a short way round `split`."""
        raise NotImplementedError

    def split(self, buffer: bytearray, limit: int) -> bytes | None:
        """Take the first whole message off the buffer; None while there is none.

        Raises `BotFault` (`garbage`) when there are more than `limit` bytes.
        """
        raise NotImplementedError

    def _is_map(self, message: bytes) -> bool:
        """Whether the message begins as a map, so that it is one of the wrong shape."""
        raise NotImplementedError

    def _keys(self, message: bytes) -> tuple[int, int]:
        """How many keys a message says it has, and how many of them are different."""
        raise NotImplementedError

    def _may_repeat(self, message: bytes, answer: Any) -> bool:
        """Whether a key may stand twice; quick, and True only costs a closer look."""
        raise NotImplementedError

    def hello(self, message: bytes) -> HelloAnswer:
        """A bot's hello; raises `BotFault` (`garbage`, `protocol`)."""
        answer: HelloAnswer = self._answer(message, HelloAnswer)
        for label in (answer.name, answer.version or ""):
            if not label.isprintable():
                raise BotFault("protocol", f"a name or version with unprintable characters: {label!r}")
        return answer

    def act(self, message: bytes) -> ActAnswer:
        """A bot's answer to an act; raises `BotFault` (`garbage`, `protocol`)."""
        answer: ActAnswer = self._answer(message, ActAnswer)
        return answer

    def batch(self, message: bytes) -> BatchAnswer:
        """A bot's answer to a batch; raises `BotFault` (`garbage`, `protocol`)."""
        answer: BatchAnswer = self._answer(message, BatchAnswer)
        return answer

    def _answer(self, message: bytes, kind: type[Any]) -> Any:
        try:
            answer = self._decode(message)
        except msgspec.ValidationError as error:
            if self._is_map(message):
                raise BotFault(
                    "protocol", f"{_reason(error)}; expected {_shape(kind)}, got {quoted(message)}"
                ) from None
            raise BotFault("garbage", f"no message: {quoted(message)}; expected {_shape(kind)}") from None
        except _UNREADABLE as error:
            raise BotFault(
                "garbage", f"no message ({_reason(error)}): {quoted(message)}; expected {_shape(kind)}"
            ) from None
        if type(answer) is not kind:
            raise BotFault(
                "protocol",
                f"a message of type {_KINDS[type(answer)]}, expected {_shape(kind)}; got {quoted(message)}",
            )
        if self._may_repeat(message, answer):
            said, different = self._keys(message)
            if said != different:
                raise BotFault("protocol", f"a key stands twice in {quoted(message)}")
        return answer


class JsonLines(Codec):
    """One UTF-8 object a line; a carriage return before the end of the line is accepted."""

    def __init__(self) -> None:
        encode_lines = msgspec.json.Encoder().encode_lines
        self.encode = lambda message: encode_lines((message,))
        self._decode = msgspec.json.Decoder(FromBot).decode

    def act(self, message: bytes) -> ActAnswer:
        try:
            answer = self._decode(message)
        except _UNREADABLE:
            return super().act(message)
        # three keys have three colons: a fourth one wants a closer look
        return answer if type(answer) is ActAnswer and message.count(b":") == 3 else super().act(message)

    def whole(self, chunk: bytes) -> bytes | None:
        if not chunk or chunk.find(b"\n") != len(chunk) - 1:
            return None
        return chunk[:-2] if chunk.endswith(b"\r\n") else chunk[:-1]

    def split(self, buffer: bytearray, limit: int) -> bytes | None:
        end = buffer.find(b"\n")
        if end >= limit or (end < 0 and len(buffer) >= limit):
            raise Overlong(f"a line of over {limit} bytes: {quoted(bytes(buffer[:_QUOTED]))}")
        if end < 0:
            return None
        line = bytes(buffer[:end])
        del buffer[: end + 1]
        return line[:-1] if line.endswith(b"\r") else line

    def _is_map(self, message: bytes) -> bool:
        return message.lstrip(b" \t\r").startswith(b"{")

    def _may_repeat(self, message: bytes, answer: Any) -> bool:
        if type(answer) is not BatchAnswer:
            return message.count(b":") != 3
        parts = len(answer.acts)
        # a part may leave out its type, which would make room for a key that stands twice
        return message.count(b'"type"') != 1 + parts or message.count(b":") != 2 + 3 * parts

    def _keys(self, message: bytes) -> tuple[int, int]:
        said = different = 0

        def count(pairs: list[tuple[str, Any]]) -> None:
            nonlocal said, different
            said += len(pairs)
            different += len({key for key, _ in pairs})

        json.loads(message, object_pairs_hook=count)
        return said, different


class MessagePack(Codec):
    """Each message a 4-byte big-endian length and one map."""

    def __init__(self) -> None:
        encode = msgspec.msgpack.Encoder().encode

        def framed(message: Any) -> bytes:
            body = encode(message)
            return len(body).to_bytes(4, "big") + body

        self.encode = framed
        self._decode = msgspec.msgpack.Decoder(FromBot).decode

    def whole(self, chunk: bytes) -> bytes | None:
        return chunk[4:] if len(chunk) - 4 == int.from_bytes(chunk[:4], "big") else None

    def split(self, buffer: bytearray, limit: int) -> bytes | None:
        if len(buffer) < 4:
            return None
        end = 4 + int.from_bytes(buffer[:4], "big")
        if end > limit:
            raise BotFault("garbage", f"a frame of {end - 4} bytes announced, at most {limit - 4} may come")
        if len(buffer) < end:
            return None
        message = bytes(buffer[4:end])
        del buffer[:end]
        return message

    def _is_map(self, message: bytes) -> bool:
        return message[:1] in (b"\xde", b"\xdf") or (message != b"" and message[0] >> 4 == 8)

    def _may_repeat(self, message: bytes, answer: Any) -> bool:
        return message[0] != 0x83 or type(answer) is not ActAnswer

    def _keys(self, message: bytes) -> tuple[int, int]:
        import msgpack  # only here and on the bot's side

        said = different = 0

        def count(pairs: list[tuple[str, Any]]) -> None:
            nonlocal said, different
            said += len(pairs)
            different += len({key for key, _ in pairs})

        msgpack.unpackb(message, object_pairs_hook=count)
        return said, different


def codec(encoding: Encoding) -> Codec:
    """The codec of an encoding."""
    return JsonLines() if encoding == "json" else MessagePack()


def limit(batch: bool) -> int:
    """The most bytes a message may have."""
    return BATCH_LIMIT if batch else MESSAGE_LIMIT


def quoted(message: bytes) -> str:
    """Bytes as a person can read them: escaped, and cut where they are many."""
    text = message[:_QUOTED].decode("utf-8", "backslashreplace")
    return f"«{plain(text)}»" + (f" and {len(message) - _QUOTED} more bytes" if len(message) > _QUOTED else "")


def _reason(error: Exception) -> str:
    """What the decoder says, which quotes the bot's own keys and values: escaped, and cut."""
    text = plain(str(error)[: _QUOTED + 1])
    return text if len(text) <= _QUOTED else f"{text[:_QUOTED]}…"


def plain(text: str) -> str:
    """A stranger's text with control characters escaped, so that it can be shown anywhere."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)


def _shape(kind: type[Any]) -> str:
    """What a proper message would look like."""
    if kind is HelloAnswer:
        return '{"type":"hello","protocol":1,"name":"…"}'
    answer = '{"type":"act","id":…,"action":"…"}'
    return answer if kind is ActAnswer else f'{{"type":"batch","acts":[{answer},…]}}'
