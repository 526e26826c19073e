"""A seat's clock: time for each decision, and a bank for the whole game on top."""

from fajer.records.record import Limits


class SeatClock:
    """What one seat has left in one game. All in microseconds but where it says so."""

    __slots__ = ("_allowed_ns", "_bank", "_margin", "_move")

    def __init__(self, limits: Limits) -> None:
        self._move = limits.move_ms * 1000
        self._bank = limits.bank_ms * 1000
        self._margin = limits.margin_ms * 1000
        self._allow()

    def _allow(self) -> None:
        self._allowed_ns = (self._move + self._bank + self._margin) * 1000

    @property
    def left_ms(self) -> int:
        """What the next act says is left, in milliseconds."""
        return (self._move + self._bank) // 1000

    @property
    def allowed_ns(self) -> int:
        """How long the next answer may take, the margin included, in nanoseconds."""
        return self._allowed_ns

    def charge(self, taken: int) -> bool:
        """A decision took so long; True if it was late, inside the margin only."""
        over = taken - self._move
        if over <= 0:
            return False
        late = over > self._bank
        self._bank = max(0, self._bank - over)
        self._allow()
        return late
