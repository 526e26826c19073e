"""What does isolation cost? A bot's start and its answers, with it and without, in turns."""

import statistics
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import msgspec

from fajer.bench.pipe import QUESTION
from fajer.errors import IsolationError
from fajer.records.record import Limits
from fajer.referee.entry import resolve
from fajer.referee.isolation.lodging import lodged, proved
from fajer.referee.isolation.process import IsolatedProcess
from fajer.referee.keeper import Keeper
from fajer.referee.process import BotProcess, Watch, now
from fajer.referee.surroundings import environment
from fajer.wire.codec import JsonLines
from fajer.wire.messages import MESSAGE_LIMIT

_STARTS = 20
"""In each round, of either kind."""
_ANSWERS = 2000
_AT_ONCE = 200
"""So many answers of one kind running."""
_PATIENCE_NS = 10_000_000_000

_Pairs = list[tuple[float, float]]
"""Seconds without isolation, and with it right afterwards."""


class Apart(msgspec.Struct, frozen=True):
    """Medians of a small bot in C, on one core."""

    start_ms: float
    """From its start to its first answer, without isolation."""
    start_full_ms: float
    """The same with `--isolation full`."""
    start_more_ms: float
    """The median of the differences between one and the next one."""
    answer_us: float
    """From a question to its answer, without isolation."""
    answer_full_us: float
    answer_to_plain: float
    """The median of the ratios between some running and the next ones."""


def apart(program: str | None, rounds: int, scratch: Path, step: Callable[[], None]) -> tuple[Apart | None, str]:
    """Measure it in so many rounds with this program; None, and why, where it cannot be.

    `step` is called after each round.
    """
    if program is None:
        return None, "there is no C compiler (cc) for the bot that it is measured with"
    try:
        limits = proved("full", Limits(start_ms=1000, move_ms=1000))
    except IsolationError as error:
        return None, str(error)
    with closing(Keeper()) as keeper, closing(Watch()) as watch:
        entry = resolve(program, isolation="full")
        cell = lodged(entry, "full", limits, keeper)

        def plain() -> BotProcess:
            return BotProcess(keeper, watch, entry.argv, str(scratch), environment())

        def full() -> BotProcess:
            return IsolatedProcess(keeper, watch, cell)

        starts: _Pairs = []
        answers: _Pairs = []
        for _ in range(rounds):
            starts += [(_start(plain), _start(full)) for _ in range(_STARTS)]
            answers += _answers(plain, full)
            step()
    return _medians(starts, answers), ""


def _medians(starts: _Pairs, answers: _Pairs) -> Apart:
    start, start_full = map(statistics.median, zip(*starts, strict=True))
    answer, answer_full = map(statistics.median, zip(*answers, strict=True))
    return Apart(
        start_ms=round(start * 1e3, 2),
        start_full_ms=round(start_full * 1e3, 2),
        start_more_ms=round(statistics.median(full - plain for plain, full in starts) * 1e3, 2),
        answer_us=round(answer * 1e6, 2),
        answer_full_us=round(answer_full * 1e6, 2),
        answer_to_plain=round(statistics.median(full / plain for plain, full in answers), 3),
    )


def _start(begin: Callable[[], BotProcess]) -> float:
    """Seconds until a bot has answered for the first time."""
    began = time.perf_counter()
    bot = begin()
    try:
        _ask(bot)
        return time.perf_counter() - began
    finally:
        bot.kill()


def _answers(*kinds: Callable[[], BotProcess]) -> _Pairs:
    """Seconds for an answer of each kind of bot, one kind after the other again and again."""
    plain, full = bots = [begin() for begin in kinds]
    try:
        for bot in bots:
            _ask(bot)
        return [(_some(plain), _some(full)) for _ in range(_ANSWERS // _AT_ONCE)]
    finally:
        for bot in bots:
            bot.kill()


def _some(bot: BotProcess) -> float:
    began = time.perf_counter()
    for _ in range(_AT_ONCE):
        _ask(bot)
    return (time.perf_counter() - began) / _AT_ONCE


def _ask(bot: BotProcess) -> None:
    bot.send(b"x" * (QUESTION - 1) + b"\n")
    bot.receive(JsonLines(), MESSAGE_LIMIT, now() + _PATIENCE_NS, lambda: ())
