"""Which rules a player at their turn has to mind, by what may be seen."""

from fajer.games.poker.options import Options
from fajer.games.poker.view import View


def applying(view: View, options: Options) -> tuple[str, ...]:
    """The numbers of the rules that apply at this turn: what may be done first, then what it leads to, then hands."""
    hands = ("P-03", "P-04" if options.ranking == "house" else "P-05", "P-06")
    if view.phase == "draw":
        return ("P-16", "P-17", *hands) if options.draws > 1 else ("P-16", *hands)
    if not view.level:
        passed = ("P-15",) if view.round == 0 else ()
        return ("P-10", *passed, "P-13", *_short(view), *_after(options), *hands)
    return ("P-11", "P-12", "P-14", "P-13", *_after(options), *hands)


def _short(view: View) -> tuple[str, ...]:
    """P-12, where somebody in the hand has no chips left."""
    return ("P-12",) if any(seat.all_in for seat in view.seats) else ()


def _after(options: Options) -> tuple[str, ...]:
    """What follows the bidding."""
    return ("P-16", "P-18") if options.draws else ("P-18",)
