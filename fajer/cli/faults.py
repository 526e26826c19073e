"""What failed, said while it is played."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from fajer.cli import common

if TYPE_CHECKING:
    from fajer.records.record import Game, Match

_SHOWN = 3
"""So many faults of a bot are shown as they happen."""


class Faults:
    """Says what failed, as it happens."""

    def __init__(self) -> None:
        self._shown: Counter[int] = Counter()
        self.any = False
        """Whether any bot failed."""

    def passed(self, match: "Match", game: "Game[Any]", bots: Sequence[int] | None = None, table: str = "") -> None:
        """Look at a finished game.

        `bots` are, by number in the match, what bots are known by at all tables; `table` is said before the game.
        """
        from fajer.match.roll import last_lines
        from fajer.wire.codec import plain

        for fault in game.faults:
            if fault.seat is None:
                common.remark(f"{table}game {game.index}: {plain(fault.detail)}")
                continue
            self.any = True
            number = game.seats[fault.seat]
            bot = number if bots is None else bots[number]
            self._shown[bot] += 1
            if self._shown[bot] > _SHOWN:
                continue
            name = plain(match.bots[number].name)
            place = "at the start" if fault.deal is None else f"deal {fault.deal}, action {fault.action}"
            tail = last_lines(game.stderr[fault.seat]) if game.stderr else ""
            common.remark(f"{name}, {table}game {game.index}, {place}: {fault.kind}: {plain(fault.detail)}{tail}")
            if self._shown[bot] == _SHOWN:
                common.remark(f"{name}: further faults are counted, not shown")
