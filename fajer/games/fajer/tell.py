"""Events and hands as a person would tell them."""

from collections.abc import Sequence

from fajer.games.api import Event
from fajer.games.fajer.view import View


def hand(view: View) -> str:
    """The own hand and its worth."""
    return f"{' '.join(view.hand)} ({view.worth})" if view.hand else ""


def tell(event: Event, names: Sequence[str]) -> str:
    """One sentence for an event; `names` are the players' names by seat."""
    kind = event[0]
    if kind == "deal":
        return f"Deal {event[1]}: {names[event[2]]} deals."
    if kind == "common":
        return f"In the middle: {' '.join(event[1])}."
    if kind == "void":
        return "Nobody has laid in time: the deal is void."
    if kind == "pay":
        return f"{_all(event[1], names)} {_s(event[1], 'pays', 'pay')} a stake."
    if kind == "out":
        return f"{_all(event[1], names)} {_s(event[1], 'is', 'are')} out."
    return f"{names[event[1]]} {_does(kind, event)}."


def _does(kind: str, event: Event) -> str:
    """What one player did."""
    match kind:
        case "keep":
            return "keeps the hand"
        case "put":
            return f"puts the hand in the middle: {' '.join(event[2])}"
        case "swap":
            return f"swaps {event[2]} for {event[3]}"
        case "take":
            return f"takes {' '.join(event[3])} for {' '.join(event[2])}"
        case "go":
            return "says go"
        case "lay":
            return f"lays {' '.join(event[2])}, worth {event[3]}"
        case "aces":
            return f"shows three aces: {' '.join(event[2])}"
        case "forfeit":
            return "forfeits the game"
        case _:
            raise ValueError(f"no such event: {event!r}")


def _all(seats: Sequence[int], names: Sequence[str]) -> str:
    *first, last = (names[seat] for seat in seats)
    return f"{', '.join(first)} and {last}" if first else last


def _s(seats: Sequence[int], one: str, several: str) -> str:
    return one if len(seats) == 1 else several
