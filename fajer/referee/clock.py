"""A seat's clock: time for each decision, and a bank for the whole game on top."""

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from fajer.records.record import Limits

_DAY_MS = 86_400_000


class SeatClock:
    """What one seat has left in one game. All in microseconds but where it says so."""

    __slots__ = ("_bank", "_margin", "allowed_ns", "left_ms", "limits", "move")

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        """What it counts down from."""
        self.move = limits.move_ms * 1000
        """For each decision."""
        self._bank = limits.bank_ms * 1000
        self._margin = limits.margin_ms * 1000
        self._allow()

    def _allow(self) -> None:
        self.left_ms = (self.move + self._bank) // 1000
        """What the next act says is left, in milliseconds."""
        self.allowed_ns = (self.move + self._bank + self._margin) * 1000
        """How long the next answer may take, the margin included, in nanoseconds."""

    def charge(self, taken: int) -> bool:
        """A decision took so long; True if it was late, inside the margin only."""
        over = taken - self.move
        if over <= 0:
            return False
        late = over > self._bank
        self._bank = max(0, self._bank - over)
        self._allow()
        return late


class NoClock(SeatClock):
    """For a seat that is not timed: what is said to be left is a day, again and again."""

    __slots__ = ()

    def __init__(self, limits: Limits) -> None:
        super().__init__(replace(limits, move_ms=_DAY_MS, bank_ms=0))

    def charge(self, taken: int) -> bool:
        return False


def clock_of(limits: Limits, move_ms: int | UnsetType | None) -> SeatClock:
    """The clock of a seat in a game: that of the bots, or a person's own (`fajer.records.record.Entrant.move_ms`)."""
    if move_ms is UNSET:
        return SeatClock(limits)
    return NoClock(limits) if move_ms is None else SeatClock(replace(limits, move_ms=move_ms, bank_ms=0))
