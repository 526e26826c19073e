"""Which rules a player at their turn has to mind, by what may be seen."""

from fajer.games.fajer.options import Options
from fajer.games.fajer.view import View

_WORTH = ("F-03", "F-04", "F-05", "F-06", "F-07", "F-08")
"""What hands are worth; the points of the cards are in F-02."""


def applying(view: View, options: Options) -> tuple[str, ...]:
    """The numbers of the rules that apply at this turn: what may be done first, then what it leads to, then worths."""
    if view.phase == "open":
        return ("F-12", "F-13", "F-18", "F-02", *_WORTH)
    if view.phase == "closing":
        return ("F-16", "F-17", *_aces(view, options), *_paying(view, options), "F-02", *_WORTH)
    said_go = ("F-15",) if view.seats[view.seat].said_go else ()
    return ("F-14", *said_go, "F-18", *_limits(view, options), "F-16", "F-21", "F-02", *_WORTH)


def _aces(view: View, options: Options) -> tuple[str, ...]:
    """F-18 in the closing: where an ace is about to be exchanged for."""
    aces = [card for card in (*view.hand, *view.common) if card.startswith("A")]
    return ("F-18",) if len(aces) >= 3 or options.three_aces == "on_turn" else ()


def _limits(view: View, options: Options) -> tuple[str, ...]:
    """The limit of rounds that the deal will meet first, if it has one of its own; else the cap when it is near."""
    players = sum(seat.in_ for seat in view.seats)
    limit = options.heads_up_round_limit if players == 2 else options.round_limit
    if limit is not None and limit <= options.round_cap:
        return ("F-19",)
    return ("F-20",) if view.round >= options.round_cap - 2 else ()


def _paying(view: View, options: Options) -> tuple[str, ...]:
    """What may come of the deal that is about to end."""
    if not options.stakes:
        return ("F-21", "F-29")
    stakes = [seat.stakes for seat in view.seats if seat.in_]
    if all(stakes):
        return ("F-21",)
    heads_up = ("F-25",) if len(stakes) == 2 else ()
    return ("F-21", "F-22", "F-23", "F-24", *heads_up)
