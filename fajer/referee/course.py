"""The games of a unit, played one after another, or side by side where all bots take batches."""

from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any

from fajer.errors import BotFault
from fajer.records import record
from fajer.referee.play import Play, Sitting, Table
from fajer.referee.player import Player
from fajer.wire.messages import Act, ActAnswer, Batch


def one_by_one(table: Table, sittings: Sequence[Sitting]) -> Iterator[record.Game[Any]]:
    """Play the games in order, each to its end."""
    for sitting in sittings:
        play = Play(table, sitting)
        play.begin()
        while (seat := play.turn()) >= 0:
            act = play.act(seat)
            player = play.players[seat]
            try:
                answer, taken = player.ask(act, play.clocks[seat].allowed_ns)
                play.answered(seat, act, answer, taken)
            except BotFault as fault:
                if play.failed(seat, fault):
                    player.failed(politely=fault.kind != "timeout")
        yield play.finish()


def side_by_side(table: Table, sittings: Sequence[Sitting], most: int) -> Iterator[record.Game[Any]]:
    """Play at most `most` games at a time, in lock-step.

    Round after round each bot, in order of its number, is asked in one batch for all the games
    that wait for it; then games that ended make room for the next ones. Games come out in order.
    """
    waiting = deque(sittings)
    running: list[Play] = []
    ended: dict[int, record.Game[Any]] = {}
    for sitting in sittings:
        while sitting.index not in ended:
            while waiting and len(running) < most:
                play = Play(table, waiting.popleft())
                play.begin()
                play.turn()
                running.append(play)
            _round(table.players, running)
            for play in [play for play in running if play.next is None]:
                running.remove(play)
                ended[play.sitting.index] = play.finish()
        yield ended.pop(sitting.index)


def _round(players: Sequence[Player], running: Sequence[Play]) -> None:
    """Ask each bot once, for all the games that wait for it."""
    for player in players:
        asked = [play for play in running if play.next is player]
        if asked:
            _ask_all(player, asked, running)


def _ask_all(player: Player, asked: Sequence[Play], plays: Sequence[Play]) -> None:
    """Ask one bot for all the games that wait for it."""
    acts = [play.act(play.state.turn) for play in asked]
    allowed = (sum(act.left_ms for act in acts) + len(acts) * asked[0].table.limits.margin_ms) * 1_000_000
    failure: BotFault | None = None
    answers: dict[int, ActAnswer] = {}
    share = 0
    try:
        batch, taken = player.ask_batch(Batch(acts), allowed)
        share = taken // len(acts)
        answers = _by_id(batch.acts, acts)
    except BotFault as fault:
        failure = fault
    forfeited = False
    for play, act in zip(asked, acts, strict=True):
        seat = play.state.turn
        try:
            if act.id not in answers:
                raise failure or BotFault("protocol", f"no answer to act {act.id} in the batch")
            play.answered(seat, act, answers[act.id], share)
        except BotFault as fault:
            forfeited = play.failed(seat, fault) or forfeited
        play.turn()
    if forfeited:
        player.failed(politely=failure is None or failure.kind != "timeout")
        _begin_again(player, plays)


def _by_id(answers: Sequence[ActAnswer], acts: Sequence[Act[Any]]) -> dict[int, ActAnswer]:
    """The answers by the id of their act; raises `BotFault` for one that was not asked for."""
    expected = {act.id for act in acts}
    found: dict[int, ActAnswer] = {}
    for answer in answers:
        if answer.id not in expected or answer.id in found:
            raise BotFault("protocol", f"an answer with the id {answer.id}, twice or not in the batch")
        found[answer.id] = answer
    return found


def _begin_again(player: Player, plays: Sequence[Play]) -> None:
    """The other games of a bot that was ended are started again with a fresh process."""
    for play in plays:
        if play.next is not None:
            play.wake([seat for seat, sitter in enumerate(play.players) if sitter is player])
            play.turn()
