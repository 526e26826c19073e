"""How a game ended for a person, in words."""

from collections.abc import Sequence
from typing import Any

from fajer.records.record import Game
from fajer.view.seat.person import Company
from fajer.words import Words


def ending(game: Game[Any], company: Company, names: Sequence[str], words: Words) -> list[str]:
    """The places of all, and the person's own; first how they forfeited, if they did. `names` by seat."""
    say = words.say
    how = f"{say('end.drawn' if game.drawn else 'end.over')} {_own(game, company.seat, words)}"
    unit = "count.stakes" if company.rules.name == "fajer" else "count.chips"
    order = sorted(range(len(names)), key=lambda seat: (game.places[seat], seat))
    return [*_fault(game, company.seat, words), how, *(_place(game, seat, names[seat], unit, words) for seat in order)]


def _own(game: Game[Any], seat: int, words: Words) -> str:
    place = game.places[seat]
    has_won = place == 1 and game.places.count(1) == 1
    return words.say("end.you_won") if has_won else words.say("end.you_place", place=place)


def _fault(game: Game[Any], seat: int, words: Words) -> list[str]:
    kinds = [fault.kind for fault in game.faults if fault.seat == seat]
    return [words.say("play.too_late" if kinds[-1] == "timeout" else "play.left")] if kinds else []


def _place(game: Game[Any], seat: int, name: str, unit: str, words: Words) -> str:
    alone = words.say(unit, count=2).partition(" ")[2]
    return words.say(
        "end.place", place=game.places[seat], name=name, payoff=f"{words.signed(game.payoffs[seat])} {alone}"
    )
