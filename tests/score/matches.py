"""Small matches made by hand, for the table."""

from typing import Any

from fajer.games.fajer.options import Options
from fajer.games.fajer.view import Deal
from fajer.records.record import Entrant, Fault, Game, Limits, Match, digest

RULES = {name: getattr(Options(), name) for name in Options.__struct_fields__}


def match(*names: str, games: int = 4, seed: str = "s", seating: Any = "rotate", **rules: Any) -> Match:
    """A match between bots of these names."""
    return Match(
        game="fajer",
        preset="german",
        rules=RULES | rules,
        seed=seed,
        bots=[Entrant(name, "1", name, None, "json", False) for name in names],
        seating=seating,
        block=25,
        games=games,
        limits=Limits(),
        on_fault="forfeit",
        fajer="0.1.0",
    ).identified()


def game(
    index: int,
    number: int,
    seating: int,
    seats: list[int],
    places: list[int],
    payoffs: list[int | float],
    times: list[tuple[int, int | None]] = (),  # type: ignore[assignment]
    faults: list[Fault] = (),  # type: ignore[assignment]
    late: list[int] | None = None,
) -> Game[Any]:
    """A game with one deal, its actions `go`, by (seat, time)."""
    deal = Deal(dealer=0, deck="", actions=[(seat, "go") for seat, _ in times], end="shown", paid=[], out=[])
    made = Game(
        index=index,
        set=number,
        seating=seating,
        seed=f"{number:032x}",
        seats=seats,
        deals=[deal],
        places=places,
        payoffs=payoffs,
        drawn=False,
        faults=list(faults),
        times_us=[[time for _, time in times]],
        late=late or [0] * len(seats),
        notes=[],
        stderr=[],
    )
    made.digest = digest(made)
    return made
