"""A recorded game through the referee again: what a bot was sent, and what it says now."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from fajer.errors import BotFault, RecordError, UsageError
from fajer.games import seeds
from fajer.match.plan import Plan, Unit
from fajer.match.unit import seated, takes_batches
from fajer.records.files import Opened
from fajer.records.record import Entrant, Game, Limits
from fajer.referee.clock import SeatClock, clock_of
from fajer.referee.course import one_by_one, side_by_side
from fajer.referee.entry import Entry
from fajer.referee.keeper import Keeper
from fajer.referee.play import Table
from fajer.referee.player import Player, our_hello
from fajer.referee.process import Watch
from fajer.wire import codec as codecs
from fajer.wire.messages import Act, ActAnswer, Batch, BatchAnswer, Bye, HelloAnswer, Start

_Answer = tuple[ActAnswer, int]
_UNTRUE = "the record does not say what was answered; is it true? (fajer replay --verify)"


class Recorded(Player):
    """A bot that answers as it did, and keeps what it is sent."""

    def __init__(self, number: int, bot: Entrant, games: Sequence[Game[Any]], limits: Limits) -> None:
        super().__init__(number)
        self._bot = bot
        self._codec = codecs.codec(bot.encoding)
        self._limits = limits
        self._running = False
        self._begun = 0
        self._starts = [[fault for fault in _faults(game, number) if fault.deal is None] for game in games]
        self._answers = {seeds.game_id(game.seed, game.seating): _answers(game, number) for game in games}
        self.sent: list[tuple[Any, bytes]] = []
        """Every message with its bytes, for the life of its last process and those before."""

    def clock(self, limits: Limits) -> SeatClock:
        return clock_of(limits, self._bot.move_ms)

    def launch(self) -> None:
        if not self._running:
            self._running = True
            self._ids = 0
            hello = our_hello(self._limits.batch)
            self.sent.append((hello, codecs.JsonLines().encode(hello)))

    def hello(self) -> HelloAnswer:
        starts = self._starts[self._begun - 1] if self._begun else []
        if starts:
            raise BotFault("start", starts.pop().detail)
        self.launch()
        return HelloAnswer(1, self._bot.name, encoding=self._bot.encoding, batch=self._bot.batch)

    def tell(self, message: Any) -> None:
        self.sent.append((message, self._codec.encode(message)))

    def ask(self, act: Act[Any], allowed_ns: int) -> _Answer:
        self.tell(act)
        return self._again(act)

    def ask_batch(self, batch: Batch[Any], allowed_ns: int) -> tuple[BatchAnswer, int]:
        self.tell(batch)
        answers = []
        time = 0
        for act in batch.acts:
            try:
                answer, time = self._again(act)
            except BotFault as fault:
                if fault.kind != "illegal":
                    continue  # left without an answer, as it was
                answer = ActAnswer(act.id, "")
            answers.append(answer)
        return BatchAnswer(answers), time * len(batch.acts)

    def _again(self, act: Act[Any]) -> _Answer:
        """What was answered in this place, or the fault."""
        recorded = next(self._answers[act.game_id], None)
        if recorded is None:
            raise RecordError(_UNTRUE)
        if isinstance(recorded, BotFault):
            raise recorded
        action, time, note = recorded
        return (ActAnswer(act.id, action) if note is None else ActAnswer(act.id, action, note)), time

    def game_begins(self) -> None:
        self._begun += 1

    def stderr(self) -> str:
        return ""

    def say_bye(self) -> None:
        """The end of a unit: it is not part of any game."""

    def end(self, *, politely: bool) -> None:
        self._running = False


def _faults(game: Game[Any], number: int) -> list[Any]:
    return [fault for fault in game.faults if fault.seat is not None and game.seats[fault.seat] == number]


def _answers(game: Game[Any], number: int) -> Iterator[tuple[str, int, str | None] | BotFault]:
    """What a bot answered in a game, in order: action, time and note, or how it failed."""
    seat = game.seats.index(number)
    faults = {(fault.deal, fault.action): fault for fault in _faults(game, number)}
    notes = {(deal, action): text for deal, action, text in game.notes}
    for deal, (recorded, times) in enumerate(zip(game.deals, game.times_us, strict=True)):
        for place, ((actor, action), time) in enumerate(zip(recorded.actions, times, strict=True)):
            if (deal, place) in faults:
                fault = faults.pop((deal, place))
                yield BotFault(fault.kind, fault.detail)
            elif actor == seat and time is not None:
                yield action, time, notes.get((deal, place))
    for fault in faults.values():
        yield BotFault(fault.kind, fault.detail)


def messages(found: Opened, index: int, seat: int) -> list[tuple[Any, bytes]]:
    """What the bot in a seat was sent in a game, with the bytes: hello, the game, bye.

    Where games were played side by side, all that it was sent up to the end of this one. Raises `RecordError` if there
    is no such game, `UsageError` if there is no such seat.
    """
    plan = Plan(found.match)
    unit = _unit(plan, found, index)
    games = _games(found, unit, index)
    check_seat(found, seat)
    sittings = plan.sittings(unit)[: len(games)]
    for game, sitting in zip(games, sittings, strict=True):
        if (game.seed, game.set, game.seating, game.seats) != (
            sitting.seed, sitting.set, sitting.seating, sitting.seats,
        ):  # fmt: skip
            raise RecordError(f"game {game.index} is not the match's; is the record true? (fajer replay --verify)")
    number = games[index - unit.first_index].seats[seat]
    limits = found.match.limits
    players = [Recorded(each, bot, games, limits) for each, bot in enumerate(found.match.bots)]
    table = Table(found.rules, found.options, list(players), limits, found.match.on_fault)
    player = players[number]
    for each in players:
        each.launch()
    batches = takes_batches(found.match)
    course = side_by_side(table, sittings, limits.batch) if batches else one_by_one(table, sittings)
    first = 0
    for played in course:
        if played.index == index:
            break
        if not batches:
            first = len(player.sent)
    hello = our_hello(limits.batch)
    sent = [(hello, codecs.JsonLines().encode(hello)), *(pair for pair in player.sent[first:] if pair[0] != hello)]
    bye = Bye()
    return [*sent, (bye, codecs.codec(found.match.bots[number].encoding).encode(bye))]


def check_seat(found: Opened, seat: int) -> None:
    """Raises `UsageError` if the match has no such seat."""
    count = len(found.match.bots)
    if not 0 <= seat < count:
        raise UsageError(f"there is no seat {seat}: the match has seats 0 to {count - 1}")


def _unit(plan: Plan, found: Opened, index: int) -> Unit:
    for unit in plan.units():
        if index in _indices(unit):
            return unit
    raise RecordError(f"{found.path} has no game {index}: it has games 0 to {found.match.games - 1}")


def _games(found: Opened, unit: Unit, index: int) -> list[Game[Any]]:
    """The games of a unit, as many as there are; raises `RecordError` if this one is not among them."""
    count = 0
    games = []
    for game in found.games():
        count += 1
        if game.index in _indices(unit):
            games.append(game)
    if index >= count:
        raise RecordError(f"{found.path} has no game {index}: it has {count} games, from 0")
    return games


def _indices(unit: Unit) -> range:
    return range(unit.first_index, unit.first_index + len(unit.sets))


@dataclass(frozen=True, slots=True)
class Asked:
    """What a bot said when it was asked again."""

    questions: int
    """How many it was asked."""
    act: Act[Any] | None
    """The first question that it answered differently; None if there is none."""
    recorded: str
    """What was answered then."""
    now: str
    """What it answers now, or how it failed."""


def rerun(found: Opened, index: int, seat: int, entry: Entry) -> Asked:
    """Ask a bot every question of a seat in a game again, up to the first different answer.

    It is isolated as the bots of the match were. Questions that were not answered then are asked, but not compared.
    Raises as `messages`, `IsolationError` where bots cannot be isolated, `UsageError` for one that cannot.
    """
    sent = messages(found, index, seat)
    unit = _unit(Plan(found.match), found, index)
    game = _games(found, unit, index)[index - unit.first_index]
    answers = _answers(game, game.seats[seat])
    game_id = seeds.game_id(game.seed, game.seating)
    keeper = Keeper()
    watch = Watch()
    asked = 0
    player: Player | None = None
    try:
        player = seated(0, entry, found.match.limits, keeper, watch, found.match.isolation)
        player.hello()
        for message, _ in sent:
            if isinstance(message, Start) and message.game_id == game_id:
                player.tell(message)
            for act in _acts(message):
                if act.game_id != game_id:
                    continue
                asked += 1
                recorded = next(answers, None)
                if recorded is None:
                    raise RecordError(_UNTRUE)
                answer = _asked(player, act, found.match.limits)
                if not isinstance(recorded, BotFault) and answer != recorded[0]:
                    return Asked(asked, act, recorded[0], answer)
        return Asked(asked, None, "", "")
    except BotFault as fault:
        raise RecordError(f"{entry.spec}: {fault.detail}") from None
    finally:
        if player is not None:
            player.end(politely=True)
        watch.close()
        keeper.close()


def _acts(message: Any) -> list[Act[Any]]:
    if isinstance(message, Act):
        return [message]
    return message.acts if isinstance(message, Batch) else []


def _asked(player: Player, act: Act[Any], limits: Limits) -> str:
    """The action, or how the bot failed."""
    allowed = (limits.move_ms + limits.bank_ms + limits.margin_ms) * 1_000_000
    try:
        return player.ask(act, allowed)[0].action
    except BotFault as fault:
        return f"{fault.kind}: {fault.detail}"


def view_text(act: Act[Any]) -> str:
    """What a bot saw, as JSON."""
    return msgspec.json.format(msgspec.json.encode({"view": act.view, "legal": act.legal}), indent=2).decode()
