"""A finished game as rows of the store."""

import zlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fajer.records.forfeit import forfeits
from fajer.records.record import Game, repeatable
from fajer.score.standings import rounded, times
from fajer.tournament.schema import Planned

__all__ = ["BEYOND", "FAULT", "GAME", "RESULT", "THINKING", "Row", "Rows", "histogram", "removal", "rows", "times"]

_LEVEL = 1
"""Of zlib: a higher one takes half as long again, for a twelfth less."""

GAME = """INSERT INTO game
    (table_number, game_index, set_number, seating, drawn, digest, again, record)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"""
RESULT = """INSERT INTO result
    (table_number, set_number, bot, seating, game_index, seat, place, payoff, wins, forfeited, deals, decisions,
     late, thought_us, longest_us)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
FAULT = """INSERT INTO fault
    (table_number, game_index, number, set_number, bot, kind, deal, action, detail, forfeited)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
THINKING = """INSERT INTO thinking (bot, us, decisions) VALUES (?, ?, ?)
    ON CONFLICT (bot, us) DO UPDATE SET decisions = decisions + excluded.decisions"""
BEYOND = """SELECT table_number, game_index FROM game JOIN seat_at USING (table_number)
    WHERE bot = ? AND (table_number, game_index) > (?, ?)"""
"""A bot's games that come after one in the plan."""

Row = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Rows:
    """What a game puts into the store."""

    game: Row
    results: list[Row]
    faults: list[Row]
    thought: list[list[int]]
    """By seat, how long its bot thought, in microseconds."""


def rows(table: Planned, game: Game[Any], line: bytes) -> Rows:
    """The rows of a game at a table; `line` is the game as a file of records has it."""
    thought = times(game)
    losers: set[int] = set()
    faults: list[Row] = []
    if game.faults:
        lost = forfeits(game, table.match.on_fault)
        losers = {fault.seat for fault in lost if fault.seat is not None}
        faults = _faults(table, game, {id(fault) for fault in lost})
    again = repeatable(game)
    return Rows(
        game=(
            table.number,
            game.index,
            game.set,
            game.seating,
            game.drawn,
            game.digest,
            None if again == game.digest else again,
            zlib.compress(line, _LEVEL),
        ),
        results=_results(table, game, losers, thought),
        faults=faults,
        thought=thought,
    )


def histogram(thought: Mapping[int, list[int]], sign: int = 1) -> list[Row]:
    """Rows of thinking times, to three significant digits, from the times by bot; -1 takes them away again."""
    return [(bot, us, sign * count) for bot, times in thought.items() for us, count in Counter(rounded(times)).items()]


def removal(table: str) -> str:
    """What takes a game's rows out of a table of the store."""
    return f"DELETE FROM {table} WHERE table_number = ? AND game_index = ?"  # noqa: S608


def _results(table: Planned, game: Game[Any], losers: set[int], thought: list[list[int]]) -> list[Row]:
    won = 1 / game.places.count(1)
    return [
        (
            table.number,
            game.set,
            table.bots[number],
            game.seating,
            game.index,
            seat,
            game.places[seat],
            game.payoffs[seat],
            won if game.places[seat] == 1 else 0.0,
            seat in losers,
            len(game.deals),
            len(thought[seat]),
            game.late[seat],
            sum(thought[seat]),
            max(thought[seat], default=None),
        )
        for seat, number in enumerate(game.seats)
    ]


def _faults(table: Planned, game: Game[Any], lost: set[int]) -> list[Row]:
    return [
        (
            table.number,
            game.index,
            number,
            game.set,
            None if fault.seat is None else table.bots[game.seats[fault.seat]],
            fault.kind,
            fault.deal,
            fault.action,
            fault.detail,
            id(fault) in lost,
        )
        for number, fault in enumerate(game.faults)
    ]
