"""Steps for a bot that takes batches: it answers all of one, as it does single questions."""

from collections.abc import Sequence
from typing import NoReturn

from fajer.check.bench import Bench
from fajer.check.step import Seen, Wrong
from fajer.check.table import BATCHED, Seated, first_difference, short_game
from fajer.errors import BotFault
from fajer.wire.codec import plain
from fajer.wire.messages import ActAnswer, Batch


def answers_batches(bench: Bench) -> Seen:
    """It plays games side by side, asked for all of them at once."""
    games = [_game(bench, number) for number in range(bench.limits.batch)]
    bench.subject.end_now()
    batches = 0
    for game in games:
        game.begin()
    while waiting := [game for game in games if game.waits()]:
        batches += 1
        bench.at_question(f"batch {batches}")
        _ask_all(bench, waiting)
    for game in games:
        game.finish()
    bench.batched = [game.answers for game in games]
    questions = sum(len(game.answers) for game in games)
    return Seen(f"{len(games)} games side by side, {questions} questions in {batches} batches")


def answers_alike(bench: Bench) -> Seen:
    """A question has the same answer, alone or in a batch."""
    if not bench.repeats:
        return Seen("", "not compared, as it does not repeat itself")
    bench.subject.end_now()
    for number, together in enumerate(bench.batched):
        bench.at_game(f"game {number}")
        alone = _game(bench, number).whole()
        if alone.answers != together:
            _differs(number, together, alone)
    return Seen(f"{len(bench.batched)} games again, question by question")


def _differs(number: int, together: Sequence[str], alone: Seated) -> NoReturn:
    """Raise what says where the answers part."""
    place = first_difference(together, alone.answers)
    raise Wrong(
        "a batch and single questions give different answers",
        sent=alone.asked[place],
        came=f"“{plain(together[place])}” in a batch, “{plain(alone.answers[place])}” alone",
        why=f"question {place + 1} of game {number} is the same, and so were all before it",
        advice="with batches a bot has to be a function of one message: keep nothing from question to question",
    )


def _game(bench: Bench, number: int) -> Seated:
    """The game of this number among those of the batches; the bot sits here and there."""
    return short_game(bench, BATCHED + number, number % 2)


def _ask_all(bench: Bench, waiting: Sequence[Seated]) -> None:
    """Ask for all the games that wait, in one batch; raises `BotFault`."""
    acts = [game.question() for game in waiting]
    batch, taken = bench.subject.ask_batch(Batch(acts), sum(game.allowed_ns for game in waiting))
    found = _by_id(batch.acts)
    if missing := [act.id for act in acts if act.id not in found]:
        raise BotFault("protocol", f"no answer to act {missing[0]} of the batch")
    if len(found) > len(acts):
        raise BotFault("protocol", f"more answers than questions, with the id {max(found)}")
    for game, act in zip(waiting, acts, strict=True):
        game.take(found[act.id], taken // len(acts))


def _by_id(answers: Sequence[ActAnswer]) -> dict[int, ActAnswer]:
    """The answers by the id of their question; raises `BotFault` for one that is there twice."""
    found: dict[int, ActAnswer] = {}
    for answer in answers:
        if answer.id in found:
            raise BotFault("protocol", f"two answers with the id {answer.id}")
        found[answer.id] = answer
    return found
