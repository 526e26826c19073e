"""A flat row for each decision of a recorded game: where it was, what the seat saw, what it did, what came of it.

Columns are the fields of `Decision`, then what the seat was shown, taken from the game's own view.
`docs/export.md` explains every column.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

import msgspec
from msgspec import Struct

from fajer.export.anew import played_anew
from fajer.games.api import Game as Rules
from fajer.records.files import Opened
from fajer.records.record import Game
from fajer.records.replay import Moment, moments
from fajer.wire.codec import plain

Cell = str | int | float | bool | None
Kind = Literal["text", "integer", "number", "boolean"]

BETWEEN = " | "
"""Stands between the texts of the legal actions."""
_NUMBER = re.compile(r" ([0-9]+)$")
_APART = {"deal", "seat", "hand"}
"""Fields of a view that have a column of their own."""


class Decision(Struct, frozen=True, kw_only=True):
    """What is known of a decision in every game."""

    match_id: str
    """The `id` of the match: tells rows of several files apart."""
    game_index: int
    """The game's number in the match, from 0."""
    set: int
    """The set that the game is of; all games of a set have the same cards."""
    seating: int
    """The seating of the set."""
    game_seed: str
    """What the game's cards came from."""
    players: int
    """How many seats the game has."""
    deal: int
    """The number of the deal in the game, from 0."""
    action_index: int
    """The number of the decision in the deal, from 0."""
    seat: int
    """Whose turn it was."""
    bot: str
    """The name of the bot in that seat."""
    bot_version: str | None
    """Its version, where it said one."""
    hand: str
    """The own cards in hand order, separated by blanks."""
    holds: str
    """The own hand in words."""
    choices: int
    """How many actions were legal."""
    legal: str
    """The legal actions as the bot was sent them, patterns included, separated by ` | `."""
    action: str
    """What was played."""
    word: str
    """The first word of it: what kind of action it is."""
    amount: int | None
    """The number at the end of it; null where it has none."""
    time_us: int | None
    """How long the bot thought, in microseconds; null where the referee played for it."""
    by_referee: bool
    """Whether the referee played for the bot: at a fault, and ever after when the bot had forfeited."""
    fault: str | None
    """The kind of fault that the bot committed here; null for none."""
    note: str | None
    """What the bot noted, control characters escaped; null for nothing."""
    deal_end: str
    """How the deal ended."""
    place: int
    """The seat's place at the end of the game, 1 the best, forfeits included."""
    payoff: float
    """The seat's payoff of the whole game, in the game's unit, forfeits included."""
    drawn: bool
    """Whether a cap ended the game."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column: every cell of it has the same type."""

    name: str
    kind: Kind
    nullable: bool
    """Whether cells can be empty."""


def columns(rules: Rules) -> list[Column]:
    """The columns that records of a game have, in their order."""
    return [
        *(_column("", field) for field in msgspec.structs.fields(Decision)),
        *(_column("own_", field) for field in msgspec.structs.fields(_seat_type(rules))),
        *(_column("view_", field) for field in _shown(rules)),
    ]


class Table:
    """The decisions of a file as rows."""

    def __init__(self, found: Opened) -> None:
        self._found = found
        self.columns = columns(found.rules)
        """What the cells of each row are, in order."""
        self._own = [(field.name, _cell(field.type)) for field in msgspec.structs.fields(_seat_type(found.rules))]
        self._view = [(field.name, _cell(field.type)) for field in _shown(found.rules)]
        self._names = [plain(bot.name) for bot in found.match.bots]
        self._versions = [None if bot.version is None else plain(bot.version) for bot in found.match.bots]

    def rows(self, game: Game[Any]) -> Iterator[list[Cell]]:
        """A row for each decision of a game, in order; raises `RecordError` if it was not played by the rules."""
        notes = {(deal, action): plain(text) for deal, action, text in game.notes}
        with played_anew(self._found, game):
            for moment in moments(self._found, game):
                view: Any = moment.state.view(moment.seat)
                own = view.seats[moment.seat]
                yield [
                    *msgspec.structs.astuple(self._decision(game, moment, view, notes)),
                    *(cell(getattr(own, name)) for name, cell in self._own),
                    *(cell(getattr(view, name)) for name, cell in self._view),
                ]

    def _decision(self, game: Game[Any], moment: Moment, view: Any, notes: dict[tuple[int, int], str]) -> Decision:
        seat, deal, action, state = moment.seat, moment.deal, moment.action, moment.state
        rules = self._found.rules
        number = game.seats[seat]
        time = game.times_us[deal][action]
        amount = _NUMBER.search(moment.text)
        return Decision(
            match_id=self._found.match.id,
            game_index=game.index,
            set=game.set,
            seating=game.seating,
            game_seed=game.seed,
            players=len(game.seats),
            deal=deal,
            action_index=action,
            seat=seat,
            bot=self._names[number],
            bot_version=self._versions[number],
            hand=" ".join(rules.cards(view)),
            holds=rules.hand(view),
            choices=len(state.legal()),
            legal=BETWEEN.join(state.offered()),
            action=moment.text,
            word=moment.text.partition(" ")[0],
            amount=int(amount[1]) if amount else None,
            time_us=time,
            by_referee=time is None,
            fault=next((fault.kind for fault in moment.faults if fault.seat == seat), None),
            note=notes.get((deal, action)),
            deal_end=game.deals[deal].end,
            place=game.places[seat],
            payoff=float(game.payoffs[seat]),
            drawn=game.drawn,
        )


def _seat_type(rules: Rules) -> Any:
    """What a view holds of each seat."""
    seats = next(field for field in msgspec.structs.fields(rules.view_type) if field.name == "seats")
    return get_args(seats.type)[0]


def _shown(rules: Rules) -> list[Any]:
    """The fields of a view that become `view_` columns."""
    return [field for field in msgspec.structs.fields(rules.view_type) if field.name not in _APART]


def _column(before: str, field: Any) -> Column:
    kinds = _kinds(field.type)
    return Column(before + field.encode_name, _kind(kinds - {NoneType}), NoneType in kinds)


def _kinds(kind: Any) -> set[Any]:
    """The types of a union, or the only one."""
    return set(get_args(kind)) if get_origin(kind) in (Union, UnionType) else {kind}


def _kind(kinds: set[Any]) -> Kind:
    """What cells of a type are; numbers of which some are fractions are all written as such."""
    if float in kinds:
        return "number"
    (only,) = kinds
    return {bool: "boolean", int: "integer"}.get(only, "text")  # type: ignore[return-value]


def _cell(kind: Any) -> Callable[[Any], Cell]:
    """What makes a cell of a value of this type."""
    kinds = _kinds(kind) - {NoneType}
    if float in kinds:
        return _as_float
    (only,) = kinds
    if get_origin(only) is not list:
        return _as_it_is
    (part,) = get_args(only)
    return _as_json if isinstance(part, type) and issubclass(part, Struct) else _as_words


def _as_it_is(value: Any) -> Cell:
    cell: Cell = value
    return cell


def _as_float(value: Any) -> Cell:
    return None if value is None else float(value)


def _as_words(value: Any) -> Cell:
    return None if value is None else " ".join(map(str, value))


def _as_json(value: Any) -> Cell:
    return msgspec.json.encode(value).decode()
