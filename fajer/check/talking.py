"""Steps on the protocol: hello, questions and answers, and all that a bot has to bear."""

import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from fajer.check.advice import UNASKED
from fajer.check.bench import Bench
from fajer.check.step import Seen, Wrong
from fajer.check.strange import NEWS, more_keys, padded, turned_round
from fajer.check.table import short_game
from fajer.wire.codec import plain, quoted
from fajer.wire.messages import MESSAGE_LIMIT, Act

_QUIET_NS = 20_000_000
"""How long is listened for what nobody asked for."""
_ENCODINGS = {"json": "JSON lines", "msgpack": "MessagePack"}


def starts(bench: Bench) -> Seen:
    """It can be run."""
    bench.subject.launch()
    return Seen(plain(shlex.join(bench.entry.argv)))


def says_hello(bench: Bench) -> Seen:
    """It answers the hello in time and properly."""
    hello = bench.hello = bench.subject.hello()
    taken = bench.subject.up_ns // 1_000_000
    name = " ".join(filter(None, (bench.entry.name or hello.name, bench.entry.version or hello.version)))
    batch = "batches" if hello.batch else "no batches"
    crlf = bench.subject.tape.came.endswith(b"\r\n")
    return Seen(
        f"{plain(name)}, {_ENCODINGS[hello.encoding]}, {batch}, after {taken} ms",
        "its lines end in CR LF, which is accepted" if crlf else "",
    )


def answers(bench: Bench) -> Seen:
    """It answers questions with legal actions."""
    game = short_game(bench, 0).whole()
    first = f", the first with “{game.answers[0]}”" if game.answers else ""
    return Seen(f"{len(game.answers)} of a short game{first}")


def says_nothing_unasked(bench: Bench) -> Seen:
    """It answers each question once, and nothing else."""
    game = short_game(bench, 1)
    game.begin()
    _quiet(bench)
    while game.waits():
        game.ask()
        if len(game.asked) == 1:
            _quiet(bench)
    game.finish()
    _quiet(bench)
    return Seen("start and end have no answer, each question has one")


def gives_back_ids(bench: Bench) -> Seen:
    """It answers with the id of the question, whatever number that is."""
    with _strange(bench, gap=1000):
        game = short_game(bench, 2).whole()
    return Seen(", ".join(str(act.id) for act in game.asked[:3]))


def ignores_unknown_keys(bench: Bench) -> Seen:
    """It takes messages with keys that a later protocol may have."""
    with _strange(bench, dress=more_keys):
        short_game(bench, 3).whole()
    return Seen("one in every map of start, act and end")


def takes_any_order(bench: Bench) -> Seen:
    """It takes messages with their keys in another order."""
    with _strange(bench, dress=turned_round):
        short_game(bench, 8).whole()
    return Seen("those of start, act and end the other way round")


def ignores_unknown_messages(bench: Bench) -> Seen:
    """It takes messages of kinds that a later protocol may have, and says nothing to them."""
    game = short_game(bench, 4)
    bench.subject.hello()
    _news(bench)
    game.begin()
    _news(bench)
    while game.waits():
        game.ask()
    game.finish()
    _news(bench)
    return Seen("before a game, in one and after it")


def takes_pieces(bench: Bench) -> Seen:
    """It reads messages, not whatever one read gives: pieces of one, or several at once."""
    with _strange(bench):
        tape = bench.subject.tape
        tape.in_pieces = True
        first = short_game(bench, 5)
        first.begin()
        while first.waits():
            first.ask()
            tape.in_pieces = False
        tape.holding = True
        first.finish()
        second = short_game(bench, 6)
        second.begin()
        tape.holding = False
        while second.waits():
            second.ask()
        second.finish()
    return Seen("a message in three pieces; end, start and act in one")


def takes_long_messages(bench: Bench) -> Seen:
    """It reads messages of every length that there may be."""
    with _strange(bench, dress=padded):
        short_game(bench, 7).whole()
    return Seen(f"acts of {MESSAGE_LIMIT:,} bytes")


def _news(bench: Bench) -> None:
    """Send a message of an unknown kind, which has no answer."""
    bench.subject.tell(NEWS)
    _quiet(bench)


def _quiet(bench: Bench) -> None:
    """Raises `Wrong` if the bot says something now."""
    said = bench.subject.tape.unasked(_QUIET_NS)
    if said:
        second = isinstance(bench.subject.sent, Act)
        raise Wrong(
            "it speaks unasked",
            why="that came after its answer to this question" if second else "this message has no answer",
            advice=UNASKED,
            came=quoted(said),
        )


@contextmanager
def _strange(bench: Bench, *, dress: Any = None, gap: int = 0) -> Iterator[None]:
    """Speak in a strange way for a while; the bot says hello first if it does not run."""
    subject = bench.subject
    subject.hello()
    subject.gap = gap
    if dress is not None:
        subject.dress = dress
    try:
        yield
    finally:
        subject.gap = 0
        if dress is not None:
            del subject.dress
