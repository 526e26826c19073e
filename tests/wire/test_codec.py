"""Proves how messages become bytes and back, and what is refused as what: the tables of bad input included."""

import json
import struct
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import msgpack
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fajer.errors import BotFault
from fajer.wire import codec as codecs
from fajer.wire.codec import Codec, JsonLines, MessagePack, plain, quoted
from fajer.wire.messages import (
    BATCH_LIMIT,
    MESSAGE_LIMIT,
    Act,
    ActAnswer,
    Batch,
    BatchAnswer,
    Bye,
    Clock,
    Encoding,
    End,
    Hello,
    HelloAnswer,
    Start,
)

JSON, MSGPACK = JsonLines(), MessagePack()
ACT = Act("00ff", 17, {"hand": ["7p", "Az"], "worth": 30.5}, [("go", 1), ("deal", 0, 2)], ["lay", "go"], 1000)
MESSAGES = [
    Hello(1, "fajer 0.1.0", ["json", "msgpack"], 64),
    Start("00ff", "fajer", {"stakes": 3, "round_limit": None}, 1, 3, "ab" * 8, Clock(1000, 0)),
    ACT,
    Batch([ACT, ACT]),
    End("00ff", [1, 2, 3], [6, -3.5, -2.5], [("void",)]),
    Bye(),
]
"""One of each kind that the referee sends."""
ANSWERS: list[tuple[Any, str]] = [
    ({"type": "act", "id": 17, "action": "swap 7p Az"}, "act"),
    ({"type": "act", "id": 2**53, "action": "", "note": "därför\n" + "n" * 900}, "act"),
    ({"type": "act", "id": 0, "action": "a" * 60_000, "note": ""}, "act"),
    ({"type": "batch", "acts": []}, "batch"),
    ({"type": "batch", "acts": [{"type": "act", "id": 1, "action": "go"}] * 3}, "batch"),
]
"""Proper answers, and which method reads them."""


def framed(body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + body


def fault(call: Callable[[], Any]) -> str:
    """The kind of the fault; whatever it is, what is said about it is bounded and can be shown."""
    with pytest.raises(BotFault) as error:
        call()
    assert error.value.detail.isprintable()
    assert len(error.value.detail) < 1500
    return error.value.kind


# Out and back


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: type(message).__name__)
def test_messages_are_the_same_in_both_encodings(message: Any) -> None:
    """The bot's side reads MessagePack with a library of its own."""
    line = JSON.encode(message)
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    frame = MSGPACK.encode(message)
    assert int.from_bytes(frame[:4], "big") == len(frame) - 4
    assert msgpack.unpackb(frame[4:]) == json.loads(line)
    assert json.loads(line)["type"] == type(message).__name__.lower()
    assert msgspec.json.decode(line, type=type(message)) == msgspec.msgpack.decode(frame[4:], type=type(message))


@pytest.mark.parametrize(("answer", "kind"), ANSWERS)
def test_answers_are_read_from_both_encodings(answer: Any, kind: str) -> None:
    """Written by the standard library and by msgpack."""
    read: list[Any] = [
        getattr(JSON, kind)(json.dumps(answer).encode()),
        getattr(JSON, kind)(json.dumps(answer, ensure_ascii=False, indent=1).replace("\n", " ").encode()),
        getattr(MSGPACK, kind)(msgpack.packb(answer)),
    ]
    assert read[0] == read[1] == read[2]
    assert msgspec.to_builtins(read[0]) == answer


def test_hello_is_always_json() -> None:
    """Version, encoding and batch may be left out."""
    assert JSON.hello(b'{"type":"hello","protocol":1,"name":"x"}') == HelloAnswer(1, "x")
    said = JSON.hello(b'{"type":"hello","protocol":1,"name":"x","version":"2","encoding":"msgpack","batch":true}')
    assert said == HelloAnswer(1, "x", "2", "msgpack", True)
    assert json.loads(JSON.encode(HelloAnswer(1, "x"))) == {"type": "hello", "protocol": 1, "name": "x"}


@pytest.mark.parametrize("order", [("type", "id", "action"), ("action", "id", "type"), ("id", "type", "action")])
def test_keys_come_in_any_order(order: tuple[str, ...]) -> None:
    answer = {key: {"type": "act", "id": 1, "action": "go"}[key] for key in order}
    assert JSON.act(json.dumps(answer).encode()) == ActAnswer(1, "go")
    assert MSGPACK.act(msgpack.packb(answer)) == ActAnswer(1, "go")


@pytest.mark.parametrize("note", ["a:b:c", '"id":1,"id":1', "::::"])
def test_colons_in_a_note_are_no_keys(note: str) -> None:
    answer = {"type": "act", "id": 1, "action": "go", "note": note}
    assert JSON.act(json.dumps(answer).encode()).note == note
    assert MSGPACK.act(msgpack.packb(answer)).note == note


def test_the_codec_of_an_encoding() -> None:
    made: dict[Encoding, type[Codec]] = {"json": JsonLines, "msgpack": MessagePack}
    assert list(made) == codecs.ENCODINGS
    for encoding, kind in made.items():
        assert type(codecs.codec(encoding)) is kind
    assert (codecs.limit(batch=False), codecs.limit(batch=True)) == (64 * 1024, 1024 * 1024)


def test_a_codec_is_one_of_the_two() -> None:
    bare = Codec()
    for call in (
        lambda: bare.whole(b""),
        lambda: bare.split(bytearray(), 1),
        lambda: bare._is_map(b""),
        lambda: bare._keys(b""),
        lambda: bare._may_repeat(b"", None),
    ):
        with pytest.raises(NotImplementedError):
            call()


# What is refused: JSON

GOOD = b'{"type":"act","id":1,"action":"go"}'


def act_with(value: bytes) -> bytes:
    return b'{"type":"act","id":' + value + b',"action":"go"}'


JSON_TABLE = {
    "100,000 brackets": (b"[" * 100_000, "garbage"),
    "100,000 braces": (b'{"a":' * 100_000, "garbage"),
    "brackets in a known key": (GOOD[:-1] + b',"note":' + b"[" * 50_000 + b"]" * 50_000 + b"}", "protocol"),
    "brackets in an unknown key": (GOOD[:-1] + b',"x":' + b"[" * 50_000 + b"]" * 50_000 + b"}", "protocol"),
    "brackets for the type": (b'{"type":' + b"[" * 50_000 + b"]" * 50_000 + b"}", "garbage"),
    "1e400": (act_with(b"1e400"), "protocol"),
    "5,000 digits": (act_with(b"9" * 5_000), "protocol"),
    "64 Ki digits": (act_with(b"9" * 65_000), "protocol"),
    "a bare number of 5,000 digits": (b"9" * 5_000, "garbage"),
    "2^64": (act_with(b"18446744073709551616"), "protocol"),
    "2^53 + 1": (act_with(b"9007199254740993"), "protocol"),
    "-1": (act_with(b"-1"), "protocol"),
    "1.0": (act_with(b"1.0"), "protocol"),
    "1e0": (act_with(b"1e0"), "protocol"),
    "01": (act_with(b"01"), "garbage"),
    "true": (act_with(b"true"), "protocol"),
    '"1"': (act_with(b'"1"'), "protocol"),
    "null": (act_with(b"null"), "protocol"),
    "NaN": (act_with(b"NaN"), "garbage"),
    "Infinity": (act_with(b"-Infinity"), "garbage"),
    "a byte order mark": (b"\xef\xbb\xbf" + GOOD, "garbage"),
    "UTF-16": (GOOD.decode().encode("utf-16"), "garbage"),
    "UTF-16 without a mark": (GOOD.decode().encode("utf-16-be"), "garbage"),
    "a lone surrogate": (b'{"type":"act","id":1,"action":"\\ud800"}', "garbage"),
    "a lone surrogate as it is": (b'{"type":"act","id":1,"action":"\xed\xa0\x80"}', "garbage"),
    "bad UTF-8": (b'{"type":"act","id":1,"action":"\xff"}', "garbage"),
    "overlong UTF-8": (b'{"type":"act","id":1,"action":"\xc0\xaf"}', "garbage"),
    "bad UTF-8 in a key": (b'{"type":"act","\xff":1}', "garbage"),
    "a raw NUL": (b'{"type":"act","id":1,"action":"g\0o"}', "garbage"),
    "NULs": (b"\0\0\0", "garbage"),
    "a raw tab": (b'{"type":"act","id":1,"action":"g\to"}', "garbage"),
    "something behind it": (GOOD + b"x", "garbage"),
    "two in a line": (GOOD + GOOD, "garbage"),
    "duplicate keys": (b'{"type":"act","id":1,"id":1,"action":"go"}', "protocol"),
    "a note given twice": (GOOD[:-1] + b',"note":"a","note":"b"}', "protocol"),
    "the type given twice": (b'{"type":"act","type":"act","id":1,"action":"go"}', "protocol"),
    "an escaped key given twice": (b'{"type":"act","i\\u0064":1,"id":1,"action":"go"}', "protocol"),
    "an unknown key": (GOOD[:-1] + b',"x":1}', "protocol"),
    "a longish unknown key": (GOOD[:-1] + b',"' + b"\\u0007" * 9_000 + b'":1}', "protocol"),
    "an empty line": (b"", "garbage"),
    "blanks": (b"  ", "garbage"),
    "half of it": (GOOD[:-1], "garbage"),
    "words": (b"go", "garbage"),
    "a string": (b'"go"', "garbage"),
    "a list": (b'["act",1,"go"]', "garbage"),
    "nothing in it": (b"{}", "protocol"),
    "no type": (b'{"id":1,"action":"go"}', "protocol"),
    "a type that there is not": (b'{"type":"' + b"\\u001b" * 900 + b'","id":1}', "protocol"),
    "a type of the referee": (b'{"type":"bye"}', "protocol"),
    "a type that is no text": (b'{"type":5,"id":1,"action":"go"}', "protocol"),
    "no action": (b'{"type":"act","id":1}', "protocol"),
    "an action that is no text": (b'{"type":"act","id":1,"action":["go"]}', "protocol"),
    "a note of 1,001": (GOOD[:-1] + b',"note":"' + b"n" * 1001 + b'"}', "protocol"),
    "a note of null": (GOOD[:-1] + b',"note":null}', "protocol"),
    "Python": (b"{'type':'act','id':1,'action':'go'}", "garbage"),
    "a comment": (GOOD + b" // so", "garbage"),
}
"""What a bot may send in a line, and which fault it is."""


@pytest.mark.parametrize("name", JSON_TABLE)
def test_json_that_is_refused(name: str) -> None:
    line, kind = JSON_TABLE[name]
    assert fault(lambda: JSON.act(line)) == kind


@pytest.mark.parametrize("name", [name for name in JSON_TABLE if name != "no type"])
def test_json_that_is_refused_in_a_batch(name: str) -> None:
    """The same answer as one of several."""
    line, _ = JSON_TABLE[name]
    assert fault(lambda: JSON.batch(b'{"type":"batch","acts":[' + GOOD + b"," + line + b"]}")) in (
        "garbage",
        "protocol",
    )


def test_json_that_is_accepted() -> None:
    """Blanks around and between, escapes, characters beyond the first 65,536."""
    for line, action in (
        (b' { "type" : "act" ,\t"id":1,"action":"go" } ', "go"),
        (b'{"\\u0074ype":"act","id":1,"action":"\\u0067o"}', "go"),
        (b'{"type":"act","id":1,"action":"\\ud83c\\udca1"}', "🂡"),
        (b'{"type":"act","id":1,"action":"a\\u0000b"}', "a\0b"),
    ):
        assert JSON.act(line).action == action


# What is refused: MessagePack

HEAD = b"\x83\xa4type\xa3act\xa6action\xa2go"
"""A map of three whose id is still to come."""
MORE = b"\x84" + HEAD[1:] + b"\xa2id\x01"
"""A map of four whose fourth is still to come."""

MSGPACK_TABLE = {
    "nothing": (b"", "garbage"),
    "an array of 4 G": (b"\xdd\xff\xff\xff\xff", "garbage"),
    "a map of 4 G": (b"\xdf\xff\xff\xff\xff", "garbage"),
    "a text of 4 G": (b"\xdb\xff\xff\xff\xff", "garbage"),
    "an array of 4 G in a key": (MORE + b"\xa4note\xdd\xff\xff\xff\xff", "protocol"),
    "a text of 4 G in a key": (MORE + b"\xa4note\xdb\xff\xff\xff\xff", "garbage"),
    "a list of answers of 4 G": (b"\x82\xa4type\xa5batch\xa4acts\xdd\xff\xff\xff\xff", "garbage"),
    "100,000 arrays": (b"\x91" * 100_000 + b"\x01", "garbage"),
    "100,000 maps": (b"\x81\xa1a" * 100_000 + b"\x01", "garbage"),
    "arrays in a known key": (MORE + b"\xa4note" + b"\x91" * 60_000 + b"\x01", "protocol"),
    "arrays in an unknown key": (MORE + b"\xa1x" + b"\x91" * 60_000 + b"\x01", "protocol"),
    "ext": (b"\xd4\x05a", "garbage"),
    "ext in a key": (MORE + b"\xa4note\xd4\x05a", "protocol"),
    "a timestamp": (b"\xd6\xff\0\0\0\1", "garbage"),
    "a timestamp in a key": (MORE + b"\xa4note\xd6\xff\0\0\0\1", "protocol"),
    "an int for a key": (MORE + b"\x05\x05", "protocol"),
    "a list for a key": (MORE + b"\x91\x05\x05", "protocol"),
    "nil for a key": (MORE + b"\xc0\x05", "protocol"),
    "bytes for a key": (b"\x83\xc4\x04type\xa3act\xa6action\xa2go\xa2id\x01", "protocol"),
    "NaN": (HEAD + b"\xa2id\xcb\x7f\xf8\0\0\0\0\0\0", "protocol"),
    "1.0": (HEAD + b"\xa2id\xcb\x3f\xf0\0\0\0\0\0\0", "protocol"),
    "true": (HEAD + b"\xa2id\xc3", "protocol"),
    "nil": (HEAD + b"\xa2id\xc0", "protocol"),
    "2^64 - 1": (HEAD + b"\xa2id\xcf" + b"\xff" * 8, "protocol"),
    "-1": (HEAD + b"\xa2id\xff", "protocol"),
    "trailing bytes": (HEAD + b"\xa2id\x01\x00", "garbage"),
    "two of them": (2 * (HEAD + b"\xa2id\x01"), "garbage"),
    "half of it": (HEAD + b"\xa2id", "garbage"),
    "the byte that is never used": (b"\xc1", "garbage"),
    "a duplicate key": (MORE + b"\xa2id\x01", "protocol"),
    "a duplicate key, map 16": (b"\xde\0\4" + HEAD[1:] + b"\xa2id\x01\xa2id\x01", "protocol"),
    "an unknown key": (MORE + b"\xa1x\x01", "protocol"),
    "a key of control characters": (MORE + b"\xda\x20\0" + b"\x1b" * 0x2000 + b"\x01", "protocol"),
    "bad UTF-8": (MORE + b"\xa4note\xa1\xff", "garbage"),
    "bytes for a text": (MORE + b"\xa4note\xc4\x01a", "protocol"),
    "an empty map": (b"\x80", "protocol"),
    "a number": (b"\x05", "garbage"),
    "JSON": (GOOD, "garbage"),
    "a hello": (msgpack.packb({"type": "hello", "protocol": 1, "name": "x"}), "protocol"),
    "a batch": (msgpack.packb({"type": "batch", "acts": []}), "protocol"),
}
"""What a bot may send in a frame, and which fault it is."""


@pytest.mark.parametrize("name", MSGPACK_TABLE)
def test_msgpack_that_is_refused(name: str) -> None:
    body, kind = MSGPACK_TABLE[name]
    assert fault(lambda: MSGPACK.act(body)) == kind


def test_msgpack_that_is_accepted() -> None:
    """Longer headers and integers than needed are MessagePack too."""
    for body in (
        b"\xde\0\3" + HEAD[1:] + b"\xa2id\x01",
        b"\xdf\0\0\0\3" + HEAD[1:] + b"\xa2id\x01",
        HEAD + b"\xa2id\xd3" + b"\0" * 7 + b"\x01",
        b"\x83\xd9\4type\xda\0\3act\xdb\0\0\0\6action\xa2go\xa2id\x01",
    ):
        assert MSGPACK.act(body) == ActAnswer(1, "go")


def test_duplicate_keys_in_a_batch_are_found() -> None:
    """In the batch itself and in each answer."""
    good = json.loads(GOOD)
    assert JSON.batch(b'{"type":"batch","acts":[' + GOOD + b"]}") == BatchAnswer([ActAnswer(1, "go")])
    for line in (
        b'{"type":"batch","acts":[],"acts":[' + GOOD + b"]}",
        b'{"type":"batch","acts":[' + GOOD + b"," + GOOD[:-1] + b',"id":1}]}',
    ):
        assert fault(lambda line=line: JSON.batch(line)) == "protocol"
    packed = msgpack.packb(good)
    assert MSGPACK.batch(b"\x82\xa4type\xa5batch\xa4acts\x91" + packed) == BatchAnswer([ActAnswer(1, "go")])
    twice = b"\x84" + packed[1:] + b"\xa2id\x01"
    assert fault(lambda: MSGPACK.batch(b"\x82\xa4type\xa5batch\xa4acts\x92" + packed + twice)) == "protocol"


HELLOS = {
    "protocol 2": b'{"type":"hello","protocol":2,"name":"x"}',
    "protocol as a text": b'{"type":"hello","protocol":"1","name":"x"}',
    "no protocol": b'{"type":"hello","name":"x"}',
    "no name": b'{"type":"hello","protocol":1}',
    "an empty name": b'{"type":"hello","protocol":1,"name":""}',
    "a name of 65": b'{"type":"hello","protocol":1,"name":"' + b"n" * 65 + b'"}',
    "a version of 65": b'{"type":"hello","protocol":1,"name":"x","version":"' + b"n" * 65 + b'"}',
    "control characters": b'{"type":"hello","protocol":1,"name":"a\\u001b[2Jb"}',
    "a line break": b'{"type":"hello","protocol":1,"name":"a\\nb"}',
    "text from right to left": b'{"type":"hello","protocol":1,"name":"a\\u202eb"}',
    "control characters in the version": b'{"type":"hello","protocol":1,"name":"x","version":"\\u0000"}',
    "another encoding": b'{"type":"hello","protocol":1,"name":"x","encoding":"xml"}',
    "batch as a number": b'{"type":"hello","protocol":1,"name":"x","batch":1}',
    "an unknown key": b'{"type":"hello","protocol":1,"name":"x","author":"y"}',
    "a key twice": b'{"type":"hello","protocol":1,"name":"x","name":"x"}',
    "an act": GOOD,
}


@pytest.mark.parametrize("name", HELLOS)
def test_hellos_that_are_refused(name: str) -> None:
    assert fault(lambda: JSON.hello(HELLOS[name])) == "protocol"


def test_a_name_of_64_characters_of_any_script() -> None:
    assert JSON.hello(json.dumps({"type": "hello", "protocol": 1, "name": "Ő" * 64}).encode()).name == "Ő" * 64


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=80))
def test_any_bytes_are_an_answer_or_a_fault(data: bytes) -> None:
    """Nothing else ever comes of them."""
    for codec in (JSON, MSGPACK):
        for read in (codec.act, codec.batch, codec.hello):
            judged(read, data)


def judged(read: Callable[[bytes], Any], data: bytes) -> None:
    """The bytes are a proper answer, or a fault that can be shown."""
    try:
        answer = read(data)
    except BotFault as error:
        found = error
    else:
        assert isinstance(answer, ActAnswer | BatchAnswer | HelloAnswer)
        return
    assert found.kind in ("garbage", "protocol")
    assert found.detail.isprintable()


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=12), st.integers(0, 60), st.booleans())
def test_a_proper_answer_with_something_changed_is_an_answer_or_a_fault(junk: bytes, at: int, insert: bool) -> None:
    for codec, proper in ((JSON, GOOD[:-1] + b',"note":"hm"}'), (MSGPACK, MORE + b"\xa4note\xa2hm")):
        judged(codec.act, proper[:at] + junk + proper[at if insert else at + len(junk) :])


# Cut into pieces

LINES = [b'{"a":1}', b"", b"x" * 300, "é".encode(), b"1\r", b"\r"]
BODIES = [b"\x80", b"", b"\n" * 7, b"x" * 300]


def pieces(stream: bytes, cuts: list[int]) -> list[bytes]:
    ends = sorted({cut % (len(stream) + 1) for cut in cuts} | {0, len(stream)})
    return [stream[start:end] for start, end in pairwise(ends)]


def messages(codec: Codec, chunks: list[bytes], limit: int = MESSAGE_LIMIT) -> tuple[list[bytes], bytes]:
    """All whole messages of a stream that comes in pieces, and what is left."""
    buffer = bytearray()
    found = []
    for chunk in chunks:
        buffer += chunk
        while (message := codec.split(buffer, limit)) is not None:
            found.append(message)
    return found, bytes(buffer)


@settings(deadline=None)
@given(st.lists(st.sampled_from(LINES), max_size=8), st.lists(st.integers(0, 5000), max_size=12), st.binary(max_size=5))
def test_lines_in_pieces(lines: list[bytes], cuts: list[int], rest: bytes) -> None:
    """However the stream is cut the messages are the same; a carriage return before the end is dropped."""
    rest = rest.replace(b"\n", b"")
    stream = b"".join(line + b"\n" for line in lines) + rest
    expected = [line[:-1] if line.endswith(b"\r") else line for line in lines]
    assert messages(JSON, pieces(stream, cuts)) == (expected, rest)


@settings(deadline=None)
@given(st.lists(st.sampled_from(BODIES), max_size=8), st.lists(st.integers(0, 5000), max_size=12), st.integers(0, 4))
def test_frames_in_pieces(bodies: list[bytes], cuts: list[int], rest: int) -> None:
    last = framed(b"\x81\xa1a\x01")[:rest]
    stream = b"".join(map(framed, bodies)) + last
    assert messages(MSGPACK, pieces(stream, cuts)) == (bodies, last)


@given(st.binary(max_size=40))
def test_a_chunk_that_is_one_whole_message_is_that_message(chunk: bytes) -> None:
    """The short way gives what the long way gives, or nothing."""
    for codec in (JSON, MSGPACK):
        message = codec.whole(chunk)
        if message is not None:
            assert messages(codec, [chunk]) == ([message], b"")


def test_what_is_a_whole_message() -> None:
    assert JSON.whole(b"{}\n") == JSON.whole(b"{}\r\n") == b"{}"
    assert JSON.whole(b"\n") == b""
    assert MSGPACK.whole(framed(b"\x80")) == b"\x80"
    assert MSGPACK.whole(framed(b"")) == b""


@pytest.mark.parametrize("chunk", [b"", b"{}", b"{}\n{", b"{}\n{}\n"])
def test_what_is_no_whole_line(chunk: bytes) -> None:
    """No bytes at all are none: they are the end of a bot's output."""
    assert JSON.whole(chunk) is None


@pytest.mark.parametrize("chunk", [b"", b"\0\0\0", b"\0\0\0\1", framed(b"\x80") * 2, framed(b"\x80") + b"\0"])
def test_what_is_no_whole_frame(chunk: bytes) -> None:
    assert MSGPACK.whole(chunk) is None


# Limits


@pytest.mark.parametrize("limit", [MESSAGE_LIMIT, BATCH_LIMIT])
def test_a_line_of_exactly_the_limit(limit: int) -> None:
    """64 KiB and 1 MiB, the end of the line included; one byte more is too long."""
    line = b"x" * (limit - 1) + b"\n"
    assert messages(JSON, [line], limit) == ([line[:-1]], b"")
    assert messages(JSON, [line[:-1]], limit) == ([], line[:-1])
    for stream in (b"x" + line, b"x" * limit):
        assert fault(lambda stream=stream: messages(JSON, [stream], limit)) == "garbage"


@pytest.mark.parametrize("limit", [MESSAGE_LIMIT, BATCH_LIMIT])
def test_a_frame_of_exactly_the_limit(limit: int) -> None:
    """The length that stands before it included; one that announces more is refused before it comes."""
    frame = framed(b"x" * (limit - 4))
    assert messages(MSGPACK, [frame], limit) == ([frame[4:]], b"")
    assert fault(lambda: messages(MSGPACK, [struct.pack(">I", limit - 3)], limit)) == "garbage"
    assert fault(lambda: messages(MSGPACK, [b"\xff\xff\xff\xff"], limit)) == "garbage"


def test_a_long_line_behind_a_short_one() -> None:
    """The short one counts; the long one is refused when its turn comes."""
    buffer = bytearray(b"{}\n" + b"x" * MESSAGE_LIMIT)
    assert JSON.split(buffer, MESSAGE_LIMIT) == b"{}"
    assert fault(lambda: JSON.split(buffer, MESSAGE_LIMIT)) == "garbage"


# Quoted


def test_what_is_quoted_can_be_shown_anywhere() -> None:
    """Escaped, and cut after 200 bytes with the number of those left out."""
    assert quoted(b"go") == "«go»"
    assert quoted(b"\x1b[2J\xff\n\xc3\xa9") == r"«\x1b[2J\xff\né»"
    assert quoted(b"x" * 250) == f"«{'x' * 200}» and 50 more bytes"


@given(st.text(max_size=40))
def test_plain_text_has_nothing_that_cannot_be_printed(text: str) -> None:
    """Printable text is left as it is."""
    assert plain(text).isprintable()
    if text.isprintable():
        assert plain(text) == text
