"""Proves what the author of a bot in Python imports: messages to calls, and what may be left out or unknown."""

import json
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgpack
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from referee.scripted import Evening

import fajer
from fajer.bot import Bot, Desk
from fajer.wire.codec import JsonLines, MessagePack
from fajer.wire.messages import Act, Batch, Bye, End, Hello, Start

HELLO = Hello(1, "fajer 0.1.0", ["json", "msgpack"], 64)


class Noted(Bot):
    """Plays the first legal action and notes what it was told."""

    def __init__(self, **fields: Any) -> None:
        self.__dict__.update(fields)
        self.calls: list[Any] = []

    def start(self) -> None:
        self.calls.append(("start", self.game.game_id, self.game.seat, self.random.random()))

    def act(self, view: Any, legal: list[str]) -> str:
        self.calls.append(("act", self.game.game_id, view, self.events, self.left_ms))
        return legal[0]

    def end(self, places: list[int], payoffs: list[int | float]) -> None:
        self.calls.append(("end", self.game.game_id, places, payoffs, self.events))


def told() -> list[Any]:
    """What seat 0 of a short game is told, in order of the game."""
    (evening := Evening({}, {}))
    player = evening.players[0]
    return [player.told[0], *player.acts, player.told[1]]


TOLD = told()
START: Start = TOLD[0]
ACTS: list[Act[Any]] = TOLD[1:-1]
END: End = TOLD[-1]


def served(bot: Bot, messages: list[Any], cuts: list[int] | None = None) -> list[Any]:
    """What the bot says when it is sent these messages in pieces, hello first; the answers as plain data."""
    codec = JsonLines() if bot.encoding == "json" else MessagePack()
    stream = JsonLines().encode(HELLO) + b"".join(
        message if isinstance(message, bytes) else codec.encode(message) for message in messages
    )
    sent: list[bytes] = []
    Desk(bot).serve(pieces(stream, cuts or []), sent.append)
    said = [json.loads(sent[0])]
    for answer in sent[1:]:
        if bot.encoding == "json":
            said.append(json.loads(answer))
        else:
            assert int.from_bytes(answer[:4], "big") == len(answer) - 4
            said.append(msgpack.unpackb(answer[4:]))
    return said


def pieces(stream: bytes, cuts: list[int]) -> Iterator[bytes]:
    start = 0
    for end in [*sorted(cut % len(stream) for cut in cuts), len(stream)]:
        if end > start:
            yield stream[start:end]
            start = end


def answers(acts: list[Act[Any]]) -> list[dict[str, Any]]:
    """The first legal action of each."""
    return [{"type": "act", "id": act.id, "action": act.legal[0]} for act in acts]


# Hello


def test_a_bot_is_named_after_its_class_unless_it_says_otherwise() -> None:
    assert served(Noted(), [Bye()]) == [{"type": "hello", "protocol": 1, "name": "Noted"}]
    said = served(Noted(name="sea", version="2", encoding="msgpack", batch=True), [Bye()])
    assert said == [
        {"type": "hello", "protocol": 1, "name": "sea", "version": "2", "encoding": "msgpack", "batch": True}
    ]


def test_a_bot_that_does_not_say_how_it_acts() -> None:
    with pytest.raises(NotImplementedError, match="Bot does not say how it acts"):
        served(Bot(), [START, ACTS[0]])


# A game


@pytest.mark.parametrize("encoding", ["json", "msgpack"])
def test_a_game_from_start_to_end(encoding: str) -> None:
    """Each message is one call; views are those of the game, events and time stand beside them."""
    bot = Noted(encoding=encoding)
    assert served(bot, [START, *ACTS, END, Bye()])[1:] == answers(ACTS)
    assert [call[0] for call in bot.calls] == ["start", *["act"] * len(ACTS), "end"]
    assert bot.calls[0][1:3] == (START.game_id, 0)
    for call, act in zip(bot.calls[1:-1], ACTS, strict=True):
        assert call[1] == act.game_id
        assert call[2] == act.view
        assert [list(event) for event in call[3]] == json.loads(msgspec.json.encode(act.events))
        assert call[4] == act.left_ms
    assert bot.calls[-1][1:4] == (END.game_id, END.places, END.payoffs)


@pytest.mark.parametrize("encoding", ["json", "msgpack"])
@settings(max_examples=40, deadline=None)
@given(cuts=st.lists(st.integers(0, 10**6), max_size=20))
def test_messages_in_pieces(encoding: str, cuts: list[int]) -> None:
    """However the stream is cut, hello and the first frame in one piece included."""
    assert served(Noted(encoding=encoding), [START, *ACTS, END, Bye()], cuts)[1:] == answers(ACTS)


def test_nothing_is_read_after_goodbye() -> None:
    assert served(Noted(), [START, Bye(), ACTS[0]])[1:] == []


@pytest.mark.parametrize("encoding", ["json", "msgpack"])
@pytest.mark.parametrize("rest", [b"", b"{", b"\0\0\0", b"\0\0\0\5a"])
def test_it_ends_when_nothing_more_comes(encoding: str, rest: bytes) -> None:
    """With or without half a message."""
    assert served(Noted(encoding=encoding), [START, ACTS[0], rest])[1:] == answers(ACTS[:1])


def test_it_ends_when_nothing_comes_at_all() -> None:
    """Run by hand with an empty stdin: no answer, no traceback."""
    sent: list[bytes] = []
    Desk(Noted()).serve(iter([]), sent.append)
    assert sent == []


def test_its_randomness_is_the_same_for_the_same_game() -> None:
    """From the seed that came with `start`, and another one for another game."""
    numbers = []
    for seed in (START.seed, START.seed, "0" * 16):
        bot = Noted()
        served(bot, [msgspec.structs.replace(START, seed=seed), Bye()])
        numbers.append(bot.calls[0][3])
    assert numbers[0] == numbers[1] != numbers[2]


def test_a_note_goes_along_with_its_own_answer_only() -> None:
    class Talkative(Noted):
        def act(self, view: Any, legal: list[str]) -> str:
            if view.phase == "open":
                self.note = "well"
            return legal[0]

    notes = [answer.get("note") for answer in served(Talkative(), [START, *ACTS, Bye()])[1:]]
    assert notes == ["well" if act.view.phase == "open" else None for act in ACTS]
    assert "well" in notes
    assert None in notes


# Several games at once


@pytest.mark.parametrize("encoding", ["json", "msgpack"])
def test_a_batch(encoding: str) -> None:
    """Acts of several games, each with its own start; answered together, in order."""
    other = msgspec.structs.replace(START, game_id="f" * 16, seat=1)
    batch = Batch([ACTS[0], msgspec.structs.replace(ACTS[0], game_id="f" * 16, id=99)])
    bot = Noted(encoding=encoding, batch=True)
    said = served(bot, [START, other, batch, END, Bye()])
    assert said[1:] == [{"type": "batch", "acts": answers(batch.acts)}]
    assert [call[1] for call in bot.calls] == [
        START.game_id,
        other.game_id,
        START.game_id,
        other.game_id,
        END.game_id,
    ]


def test_a_game_that_is_over_is_forgotten() -> None:
    desk = Desk(Noted())
    for message in (START, END):
        desk.answer(message)
    assert desk.games == {}


# What is not known yet


def grown(value: Any) -> Any:
    """The same with a key more in every object, as a later version may have it."""
    if isinstance(value, dict):
        return {key: grown(item) for key, item in value.items()} | {"later": {"is": [1, None]}}
    return [grown(item) for item in value] if isinstance(value, list) else value


def raw(plain: Any, encoding: str) -> bytes:
    """The bytes of plain data."""
    if encoding == "json":
        return json.dumps(plain).encode() + b"\n"
    body = msgpack.packb(plain)
    return struct.pack(">I", len(body)) + body


@pytest.mark.parametrize("encoding", ["json", "msgpack"])
def test_unknown_keys_are_ignored_everywhere(encoding: str) -> None:
    """In messages, clocks, views and seats."""
    messages = [grown(json.loads(msgspec.json.encode(message))) for message in [START, *ACTS, END]]
    messages[0]["rules"].pop("later")
    bot = Noted(encoding=encoding)
    assert served(bot, [raw(message, encoding) for message in messages])[1:] == answers(ACTS)
    assert bot.calls[1][2] == ACTS[0].view


@pytest.mark.parametrize("encoding", ["json", "msgpack"])
@pytest.mark.parametrize("plain", [{"type": "weather", "sun": True}, {"no": "type"}, [1, 2], 5, {"type": ["act"]}])
def test_unknown_kinds_of_messages_are_ignored(encoding: str, plain: Any) -> None:
    bot = Noted(encoding=encoding)
    said = served(bot, [raw(plain, encoding), START, raw(plain, encoding), ACTS[0], raw(plain, encoding), Bye()])
    assert said[1:] == answers(ACTS[:1])


@pytest.mark.parametrize("encoding", ["json", "msgpack"])
@pytest.mark.parametrize("plain", [{"type": "act", "id": 1}, {"type": "start"}, {"type": "end", "places": "none"}])
def test_a_known_kind_that_is_broken_is_an_error(encoding: str, plain: Any) -> None:
    """It cannot be played on; the referee sees the bot end."""
    with pytest.raises(msgspec.ValidationError):
        served(Noted(encoding=encoding), [START, raw(plain, encoding)])


@pytest.mark.parametrize("encoding", ["json", "msgpack"])
def test_views_of_a_game_that_is_not_known_are_plain(encoding: str) -> None:
    """A game of a later version: dictionaries and lists."""
    start = msgspec.structs.replace(START, game="tarock")
    act = msgspec.structs.replace(ACTS[0], view={"hand": ["skíz"]})
    bot = Noted(encoding=encoding)
    assert served(bot, [start, act, Bye()])[1:] == answers([act])
    assert bot.calls[1][2] == {"hand": ["skíz"]}


# A process


def ran(program: str, stdin: bytes) -> "subprocess.CompletedProcess[bytes]":
    import os

    environment = os.environ | {"PYTHONPATH": str(Path(fajer.__file__).parents[1])}
    return subprocess.run(
        [sys.executable, "-c", program], input=stdin, capture_output=True, timeout=60, check=False, env=environment
    )


def test_what_a_bot_prints_goes_to_stderr() -> None:
    """So that it cannot get between the messages; afterwards printing is as it was."""
    program = """
from fajer.bot import Bot, run

class Chatty(Bot):
    def act(self, view, legal):
        print("let me see", len(legal))
        return legal[0]

run(Chatty())
print("done")
"""
    encode = JsonLines().encode
    done = ran(program, b"".join(encode(message) for message in (HELLO, START, *ACTS[:2], Bye())))
    lines = done.stdout.decode().splitlines()
    assert [json.loads(line) for line in lines[1:-1]] == answers(ACTS[:2])
    assert lines[-1] == "done"
    assert done.stderr.decode().count("let me see") == 2
    assert done.returncode == 0


def test_a_long_answer_is_written_whole() -> None:
    """A batch of notes, more than a pipe holds."""
    program = """
from fajer.bot import Bot, run

class Wordy(Bot):
    batch = True
    def act(self, view, legal):
        self.note = "n" * 1000
        return legal[0]

run(Wordy())
"""
    encode = JsonLines().encode
    batch = Batch([msgspec.structs.replace(ACTS[0], id=number) for number in range(200)])
    done = ran(program, b"".join(encode(message) for message in (HELLO, START, batch, Bye())))
    assert len(json.loads(done.stdout.splitlines()[1])["acts"]) == 200
    assert done.returncode == 0
