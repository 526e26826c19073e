"""Proves what a seat's clock leaves, allows and charges."""

from fajer.records.record import Limits
from fajer.referee.clock import SeatClock

MS = 1000
"""Microseconds."""


def clock(move: int, bank: int, margin: int) -> SeatClock:
    return SeatClock(Limits(move_ms=move, bank_ms=bank, margin_ms=margin))


def test_the_move_comes_first_then_the_bank_then_the_margin() -> None:
    """100 ms a decision, 50 for the game, 20 of grace, decision by decision."""
    seat = clock(100, 50, 20)
    assert (seat.left_ms, seat.allowed_ns) == (150, 170_000_000)
    assert seat.charge(100 * MS) is False
    assert (seat.left_ms, seat.allowed_ns) == (150, 170_000_000)
    assert seat.charge(120 * MS) is False  # 20 from the bank
    assert (seat.left_ms, seat.allowed_ns) == (130, 150_000_000)
    assert seat.charge(131 * MS) is True  # 30 there were, 31 were wanted
    assert (seat.left_ms, seat.allowed_ns) == (100, 120_000_000)
    assert seat.charge(100 * MS) is False
    assert seat.charge(100 * MS + 1) is True


def test_the_whole_bank_may_be_used() -> None:
    seat = clock(100, 50, 0)
    assert seat.charge(150 * MS) is False
    assert seat.left_ms == 100


def test_what_is_left_is_told_in_whole_milliseconds() -> None:
    """Never more than there is."""
    seat = clock(100, 50, 0)
    seat.charge(100 * MS + 1)
    assert seat.left_ms == 149
