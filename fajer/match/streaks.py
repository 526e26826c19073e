"""Forfeits running: so many of them end a match, and set a bot aside in a tournament."""

from collections import Counter
from collections.abc import Container, Iterable, Mapping
from typing import Any

from fajer.match.roll import last_lines
from fajer.records.forfeit import forfeits
from fajer.records.record import Fault, Game, OnFault

RUNNING_FORFEITS = 10
"""So many games running forfeited by one bot are enough."""


class Streaks:
    """How many games running each bot has forfeited; bots are known by numbers."""

    def __init__(self, running: Mapping[int, int] | None = None) -> None:
        """Begin with what is known of games before."""
        self._running = Counter(running)

    def passed(self, bots: Iterable[int], lost: Container[int]) -> list[int]:
        """Count the next game of these bots, which some of them `lost` by forfeit; returns those for whom
        it is the tenth running."""
        enough = []
        for bot in bots:
            self._running[bot] = self._running[bot] + 1 if bot in lost else 0
            if self._running[bot] >= RUNNING_FORFEITS:
                enough.append(bot)
        return enough


def losers(game: Game[Any], on_fault: OnFault) -> dict[int, Fault]:
    """By number in the match, how those who forfeited the game did."""
    if not game.faults:
        return {}
    return {game.seats[fault.seat]: fault for fault in forfeits(game, on_fault) if fault.seat is not None}


def told(game: Game[Any], number: int, on_fault: OnFault, where: str = "") -> str:
    """What is said of a bot, by its number in the match, with the last game that it forfeited; `where` follows the
    game's index. It is short: of what the bot wrote to stderr its last line only, and no list of what was allowed."""
    fault = losers(game, on_fault)[number]
    tail = last_lines(game.stderr[game.seats.index(number)], 1) if game.stderr else ""
    detail, *_ = fault.detail.rpartition("; allowed: ")
    return (
        f"forfeited {RUNNING_FORFEITS} games running, up to game {game.index}{where} "
        f"({fault.kind}: {detail or fault.detail}{tail})"
    )
