"""What the strategies take from a view."""

from collections.abc import Sequence
from typing import Any

from fajer.games.cards import FRENCH


def unseen(view: Any) -> int:
    """The cards that its seat has not seen in this hand, a bit each.

    Where more cards were dealt than there are, those laid aside and folded have come back (P-17).
    """
    seen = list(view.hand)
    if 5 * sum(seat.in_ for seat in view.seats) + sum(sum(seat.drew) for seat in view.seats) <= len(FRENCH):
        seen += view.discarded
        seen += [card for seat in view.seats for card in seat.shown or ()]
    return (1 << len(FRENCH)) - 1 - sum(1 << card for card in {FRENCH.card(card) for card in seen})


def rivals(view: Any) -> dict[int, Any]:
    """The other seats that have not folded, by their number."""
    return {
        number: seat for number, seat in enumerate(view.seats) if seat.in_ and not seat.folded and number != view.seat
    }


def numbers(cards: Sequence[str]) -> list[int]:
    """Cards as numbers."""
    return [FRENCH.card(card) for card in cards]


def draw_text(hand: Sequence[int], kept: Sequence[int]) -> str:
    """The action that keeps these cards."""
    return " ".join(["draw", *(FRENCH.text(card) for card in hand if card not in kept)])
