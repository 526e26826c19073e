"""Events and hands as a person would tell them."""

from collections.abc import Sequence

from fajer.games.api import Event
from fajer.games.poker.view import View


def hand(view: View) -> str:
    """The own hand and what it is."""
    return f"{' '.join(view.hand)} ({view.kind})" if view.hand else ""


def tell(event: Event, names: Sequence[str]) -> str:
    """One sentence for an event; `names` are the players' names by seat."""
    kind = event[0]
    if kind == "deal":
        return f"Hand {event[1]}: {names[event[2]]} deals."
    if kind == "reshuffle":
        return "The talon is used up: what was laid aside is shuffled."
    if kind == "carried":
        return f"All pass: the pot, {_chips(event[1])}, stays for the next hand."
    if kind == "out":
        *first, last = (names[seat] for seat in event[1])
        return f"{', '.join(first)} and {last} are out." if first else f"{last} is out."
    return f"{names[event[1]]} {_does(kind, event)}."


def _does(kind: str, event: Event) -> str:
    """What one player did."""
    match kind:
        case "ante":
            return f"pays the ante, {_chips(event[2])}"
        case "pass":
            return "passes"
        case "bet":
            return f"bets {_chips(event[2])}"
        case "call":
            return f"calls with {_chips(event[2])}"
        case "raise":
            return f"raises by {_chips(event[2])}"
        case "fold":
            return f"folds {' '.join(event[2])}" if event[2] else "folds"
        case "draw":
            return f"draws {event[2]} {'card' if event[2] == 1 else 'cards'}" if event[2] else "keeps all cards"
        case "show":
            return f"shows {' '.join(event[2])}: {event[3]}"
        case "win":
            return f"takes {_chips(event[2])}"
        case "forfeit":
            return "forfeits the game"
        case _:
            raise ValueError(f"no such event: {event!r}")


def _chips(count: int) -> str:
    return f"{count} chip" if count == 1 else f"{count} chips"
