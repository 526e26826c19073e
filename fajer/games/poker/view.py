"""What a seat may know, and what a record holds of a hand (P-20)."""

from typing import Literal

import msgspec

from fajer.games.api import Rule

RULES = (
    Rule(
        "P-20",
        "A player sees: the own cards; every bet, all chips and the pot; how many cards each one drew; hands "
        "that were folded, by option; hands shown at a showdown. No more: not the cards laid aside by others, "
        "nor the hand of who was left alone, nor the talon, ever.",
        "house: folded hands are thrown in open; the rest ours",
        ("fold_shows",),
    ),
)

Phase = Literal["bid", "draw"]


class SeatView(msgspec.Struct, frozen=True, gc=False):
    """What everyone knows of one seat."""

    in_: bool = msgspec.field(name="in")
    """Whether this player is still in the game (P-08)."""
    chips: int
    """Chips in front of this player."""
    folded: bool
    """Whether this player has folded in this hand."""
    all_in: bool
    """Whether this player is in the hand with no chips left (P-12)."""
    bet: int
    """Chips put in during this bidding round; 0 between rounds."""
    paid: int
    """Chips put in during this hand, the ante among them."""
    drew: list[int]
    """How many cards this player drew, by draw of this hand."""
    shown: list[str] | None
    """The hand where all have seen it, folded face up or shown; null before."""


class View(msgspec.Struct, frozen=True, gc=False):
    """All that a seat may know at its turn; complete, so that a bot can be a function of it."""

    deal: int
    """The number of the hand, from 0."""
    dealer: int
    """The seat that deals."""
    phase: Phase
    """`bid` or `draw`."""
    round: int
    """Bidding rounds of this hand that are over."""
    draws_left: int
    """Draws of this hand still to come, the one going on not counted."""
    seat: int
    """The own seat."""
    hand: list[str]
    """The own cards, in hand order; those that were folded too; empty for one who is out."""
    kind: str
    """What the own hand is, in words (P-03); empty without a hand."""
    strength: list[int]
    """The kind, from 0 for a high card to 9, then the numbers that break a tie; empty without a hand."""
    pot: int
    """All chips in the middle, this round's bets among them."""
    carried: int
    """The part of `pot` that hands before this one left there (P-15)."""
    level: int
    """The bet that is to be matched in this round; 0 before one was made."""
    to_call: int
    """What the own bet lacks to that; can be more than the own chips. 0 for one who folded or is out."""
    min_raise: int
    """The least N of a bet or raise now, but for one of all one's chips (P-11)."""
    discarded: list[str]
    """The own cards laid aside in this hand, in the order in which they were."""
    deals_left: int
    """Hands still to come after this one, if the game does not end before."""
    seats: list[SeatView]
    """By seat, what everyone knows."""


class Deal(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A hand in a record: what was dealt and how it ended. Its actions come from the referee."""

    dealer: int
    """The seat that dealt."""
    deck: str
    """All 52 cards from the top, separated by blanks."""
    actions: list[tuple[int, str]] = []
    """[seat, action] in order."""
    end: Literal["shown", "alone", "passed_in", "forfeit"]
    """How it ended; `forfeit` when the game was broken off in it."""
    won: list[tuple[int, int]]
    """[seat, chips] of each seat that took something from the pots, ascending; a bet that nobody
    matched is part of it, what P-15 left when the game ended is not."""
