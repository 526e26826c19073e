"""The check of a bot: which steps there are, in what order, and what becomes of each."""

import ctypes
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

import fajer
from fajer.check import batches, ending, games, table, talking
from fajer.check.advice import advice
from fajer.check.bench import Bench, Progress
from fajer.check.failure import as_json, failure, last_lines
from fajer.check.step import Seen, Step, Wrong
from fajer.errors import BotFault
from fajer.games.api import Game
from fajer.records.record import Limits
from fajer.referee.entry import Entry

_CLASS = "import sys; sys.path.append(sys.argv[1]); from fajer.referee.entry import resolve; \
from fajer.bot import run; run(resolve(sys.argv[2]).load())"
"""Lets a class play over stdin and stdout, where a bot in the referee's own process could not be ended."""
_HELLO, _ANSWERS = "says hello", "answers questions"
_KEYS, _BATCHES = "ignores unknown keys", "answers batches"


class _Plan(NamedTuple):
    """A step before it is tried."""

    name: str
    do: Callable[[Bench], Seen]
    """Try it; raises `BotFault`."""
    needs: str = _ANSWERS
    """The step without which it cannot be tried; empty: none."""
    hint: str = ""
    """What to do where it fails, beside the advice that goes with the fault."""
    rule: str = ""
    """The number of the rule that it is about."""


def check(entry: Entry, rules: Game, limits: Limits, progress: Progress) -> Iterator[Step]:
    """Check a bot step by step. `progress` is told now and then what is being done."""
    bench = Bench(_program(entry), rules, limits, progress)
    passed = set[str]()
    with _on_one_core():
        try:
            for plan in _plans(bench):
                if plan.needs and plan.needs not in passed:
                    yield Step(name=plan.name, ok=None, seen=f"not tried without “{plan.needs}”")
                    continue
                step = _tried(bench, plan)
                if step.ok:
                    passed.add(plan.name)
                bench.answering = _ANSWERS in passed
                yield step
        finally:
            bench.close()


def _plans(bench: Bench) -> Iterator[_Plan]:
    """All steps in order; what the bot said decides which there are."""
    yield from _talk()
    yield from _games(bench)
    yield _Plan("plays the same game again", games.plays_again)
    if bench.hello is not None and bench.hello.batch:
        yield _Plan(_BATCHES, batches.answers_batches)
        yield _Plan("answers alike alone and in a batch", batches.answers_alike, needs=_BATCHES)
    yield _Plan("thinks in time", games.thinks_in_time)
    if bench.notes:
        yield _Plan("gives notes", games.gives_notes)
    yield _Plan("ends after bye", ending.ends_after_bye, needs=_HELLO)
    yield _Plan("ends with its input", ending.ends_with_its_input, needs=_HELLO)


def _talk() -> Iterator[_Plan]:
    """What the protocol asks of a bot."""
    yield _Plan("starts", talking.starts, needs="")
    yield _Plan(_HELLO, talking.says_hello, needs="starts")
    yield _Plan(_ANSWERS, talking.answers, needs=_HELLO)
    yield _Plan("says nothing unasked", talking.says_nothing_unasked)
    yield _Plan("gives back the id of the question", talking.gives_back_ids)
    yield _Plan(
        _KEYS,
        talking.ignores_unknown_keys,
        hint="pass over keys that it does not know, wherever they stand: a later protocol may have more",
    )
    yield _Plan(
        "takes keys in any order",
        talking.takes_any_order,
        hint="find each key by its name, not by its place: their order may change",
    )
    yield _Plan(
        "ignores unknown messages",
        talking.ignores_unknown_messages,
        hint="pass over messages of a type that it does not know: a later protocol may have more",
    )
    yield _Plan(
        "takes messages in pieces, and several at once",
        talking.takes_pieces,
        hint="read until a message is whole and keep what follows it: one read may give less than a message, or more",
    )
    yield _Plan(
        "takes messages of 64 KiB",
        talking.takes_long_messages,
        needs=_KEYS,
        hint="read messages of up to 65,536 bytes",
    )


def _games(bench: Bench) -> Iterator[_Plan]:
    """The games of each preset, and the odd positions."""
    for place, (preset, options) in enumerate(bench.rules.presets.items()):
        for players in games.sizes(bench, options):
            number = table.PRESETS * (place + 1) + 10 * players
            do = partial(games.plays, options=options, players=players, number=number)
            yield _Plan(f"plays {preset}, {players} seats", do)
    for place, position in enumerate(bench.odd.positions):
        do = partial(games.takes_odd_position, position=position, number=table.ODD + 2 * place)
        yield _Plan(f"{position.rule} {position.name}", do, rule=position.rule)


def _tried(bench: Bench, plan: _Plan) -> Step:
    """What became of a step."""
    bench.at_step(plan.name)
    try:
        seen = plan.do(bench)
    except Wrong as wrong:
        return _wrong(bench, plan, wrong)
    except BotFault as fault:
        return _failed(bench, plan, fault)
    return Step(name=plan.name, ok=True, seen=seen.text, remark=seen.remark)


def _failed(bench: Bench, plan: _Plan, fault: BotFault) -> Step:
    sent = bench.subject.sent
    found = failure(bench.subject, fault, bench.limits)
    bench.timeouts += found.kind == "timeout"
    hint = f"the rule is {plan.rule} (fajer rules)" if plan.rule and found.kind == "illegal" else plan.hint
    return Step(
        name=plan.name,
        ok=False,
        seen=", ".join([found.short, *bench.where]),
        sent="" if found.kind == "start" else as_json(sent),
        came=found.said,
        why=found.why,
        stderr=last_lines(found.stderr),
        advice="; ".join(filter(None, (advice(found), hint))),
    )


def _wrong(bench: Bench, plan: _Plan, wrong: Wrong) -> Step:
    stderr = bench.subject.stderr()
    bench.subject.end_now()
    return Step(
        name=plan.name,
        ok=False,
        seen=wrong.short,
        sent=as_json(wrong.sent if wrong.sent is not None else bench.subject.sent),
        came=wrong.came,
        why=wrong.detail,
        stderr=last_lines(stderr),
        advice=wrong.advice,
    )


def _program(entry: Entry) -> Entry:
    """The entry as a program: a class is run in a process of its own."""
    if entry.local is None:
        return entry
    home = str(Path(fajer.__file__).parent.parent)
    return replace(entry, local=None, argv=(sys.executable, "-P", "-c", _CLASS, home, entry.spec))


@contextmanager
def _on_one_core() -> Iterator[None]:
    """The check and the bot take turns, so they are fastest on one core, as in a match."""
    before = os.sched_getaffinity(0)
    here = ctypes.CDLL(None).sched_getcpu()
    os.sched_setaffinity(0, {here} if here in before else {min(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
