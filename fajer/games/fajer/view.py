"""What a seat may know, and what a record holds of a deal (F-30)."""

from typing import Literal

import msgspec

from fajer.games.api import Rule

RULES = (
    Rule(
        "F-30",
        "A player knows: the own hand; the common cards; every action with the cards it moved; hands that "
        "were laid; stakes, who is in, the dealer. A hand put out at the opening was seen by all. Nobody "
        "sees another's hand before it is laid, nor the talon, ever. When a deal ends by three aces or is "
        "void, hands that were not laid stay hidden.",
        "both",
    ),
)

Phase = Literal["open", "exchange", "closing"]


class SeatView(msgspec.Struct, frozen=True, gc=False):
    """What everyone knows of one seat."""

    in_: bool = msgspec.field(name="in")
    """Whether this player is still in the game."""
    stakes: int
    """Stakes left."""
    losses: int
    """Payments made so far."""
    said_go: bool
    """Whether this player's last turn in this deal was `go` (F-15)."""
    laid: list[str] | None
    """The hand laid in this deal, null before."""
    laid_worth: int | float | None
    """What the laid hand is worth, null before."""
    known: list[str]
    """Cards that everyone knows to be in this hand, in hand order."""


class View(msgspec.Struct, frozen=True, gc=False):
    """All that a seat may know at its turn; complete, so that a bot can be a function of it."""

    deal: int
    """The number of the deal, from 0."""
    dealer: int
    """The seat that deals."""
    opener: int
    """The seat that makes the opening choice (F-12)."""
    phase: Phase
    """`open`, `exchange` or `closing`."""
    turns: int
    """Exchange-phase turns taken so far."""
    round: int
    """Whole rounds of them (F-19)."""
    seat: int
    """The own seat."""
    hand: list[str]
    """The own cards, in hand order."""
    worth: int | float
    """What the own hand is worth: 0, 21 … 30.5, 31, 33."""
    common: list[str]
    """The cards in the middle, in table order; empty before the opening choice."""
    common_worth: int | float
    """What the common cards are worth as a hand; 0 when there are none."""
    pot: int
    """Stakes in the pot."""
    voids: int
    """Void deals in a row just before this one."""
    deals_left: int | None
    """Deals still to come after this one; null with stakes."""
    seen: list[str]
    """Every card that was face up in this deal, in the order in which they came."""
    seats: list[SeatView]
    """By seat, what everyone knows."""


class Deal(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A deal in a record: what was dealt and how it ended. Its actions come from the referee."""

    dealer: int
    """The seat that dealt."""
    deck: str
    """All 32 cards from the top, separated by blanks."""
    actions: list[tuple[int, str]] = []
    """[seat, action] in order; the opening choice first."""
    end: Literal["shown", "three_aces", "void", "forfeit"]
    """How it ended; `forfeit` when the game was broken off in it."""
    paid: list[int]
    """Seats that paid a stake, ascending."""
    out: list[int]
    """Seats that went out, ascending."""
