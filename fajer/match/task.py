"""What is handed to those who play units, and what comes back from them."""

from dataclasses import dataclass
from typing import Any

from fajer.match.plan import Unit
from fajer.records.record import Game


@dataclass(frozen=True, slots=True)
class Task:
    """A unit to be played by fresh processes, from its first game to its last."""

    table: int
    """The number of its table: which match it is a unit of."""
    unit: Unit
    known: frozenset[int]
    """The games, by index, that are there already. They are played again and come back like the
    others: the bots have to meet the same games as the first time."""
    trouble: str | None = None
    """What went wrong when it was tried before, through no fault of a bot; the first game that is
    not known says so."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game that has ended."""

    table: int
    game: Game[Any]
    line: bytes
    """The game as a file of records has it (`fajer.records.files.encoded`)."""


@dataclass(frozen=True, slots=True)
class UnitOver:
    """A unit of which no more games come."""

    task: Task
    off_turn_us: list[int]
    """By number of bot in the match, processor time used while it was not its turn."""
