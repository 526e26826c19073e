"""The last of a deal: how the table looks after its last action and its end, when the rules have dealt the next one."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from fajer.games.api import Event
from fajer.games.fajer.hands import worth

Hands = dict[int, list[str]]
"""By seat, the cards that it holds."""


def followed(game: str, view: Any, hands: Hands, events: Iterable[Event], options: Any) -> tuple[Any, Hands]:
    """A view and everybody's hands after these events of the same deal."""
    follow = _in_fajer if game == "fajer" else _in_poker
    hands = {seat: list(cards) for seat, cards in hands.items()}
    for event in events:
        view = follow(view, hands, event)
    changes: dict[str, Any] = {"hand": hands.get(view.seat, [])}
    if game == "fajer":
        worths = {"worth": changes["hand"], "common_worth": view.common}
        changes |= {name: worth(cards, options.three_aces_rank) if cards else 0 for name, cards in worths.items()}
    return replace(view, **changes), hands


def _in_fajer(view: Any, hands: Hands, event: Event) -> Any:
    match event:
        case ("keep", _):
            return replace(view, phase="exchange")
        case ("common", cards):
            return replace(view, common=list(cards))
        case ("put", seat, cards):
            return replace(_known(view, seat, []), phase="exchange", common=list(cards))
        case ("swap", seat, own, common):
            hands[seat] = [common if card == own else card for card in hands[seat]]
            middle = [own if card == common else card for card in view.common]
            known = [card for card in hands[seat] if card == common or card in view.seats[seat].known]
            return replace(_known(view, seat, known), common=middle)
        case ("take", seat, given, taken):
            hands[seat] = list(taken)
            return replace(_known(view, seat, list(taken)), common=list(given))
        case ("go", seat):
            return _seat(view, seat, said_go=True)
        case ("lay", seat, cards, value):
            return replace(_known(view, seat, list(cards), laid=list(cards), laid_worth=value), phase="closing")
        case ("aces", seat, cards):
            return _seat(view, seat, known=list(cards))
        case ("pay", seats):
            for seat in seats:
                has = view.seats[seat]
                view = _seat(view, seat, stakes=max(0, has.stakes - 1), losses=has.losses + 1)
            return replace(view, pot=view.pot + len(seats) * (view.deals_left is None))
        case ("out", seats):
            for seat in seats:
                view = _seat(view, seat, in_=False)
    return view


def _known(view: Any, seat: int, cards: list[str], **changes: Any) -> Any:
    """After an exchange, or when it is laid, everybody knows these cards of a hand."""
    return _seat(view, seat, known=cards, said_go=False, **changes)


def _in_poker(view: Any, hands: Hands, event: Event) -> Any:
    match event:
        case ("bet" | "raise", seat, chips):
            level = view.level + chips
            return replace(_paid(view, seat, level - view.seats[seat].bet), level=level)
        case ("call", seat, chips):
            return _paid(view, seat, chips)
        case ("ante", seat, chips):
            return _paid(view, seat, chips)
        case ("fold", seat, cards):
            return _seat(view, seat, folded=True, all_in=False, shown=list(cards) if cards else None)
        case ("draw", seat, count):
            return _seat(view, seat, drew=[*view.seats[seat].drew, count])
        case ("show", seat, cards, _):
            hands[seat] = list(cards)
            return _seat(view, seat, shown=list(cards))
        case ("win", seat, chips):
            won = view.seats[seat].chips + chips
            view = _without_bets(_seat(view, seat, chips=won, all_in=False))
            return replace(view, pot=view.pot - chips, carried=0, to_call=0)
        case ("carried", chips):
            return replace(_without_bets(view), carried=chips)
        case ("out", seats):
            for seat in seats:
                view = _seat(view, seat, in_=False)
    return view


def _without_bets(view: Any) -> Any:
    """The hand is over: all that was bet is in the pot."""
    return replace(view, seats=[replace(seat, bet=0) for seat in view.seats])


def _paid(view: Any, seat: int, chips: int) -> Any:
    """Chips go from a seat to the middle."""
    has = view.seats[seat]
    left = has.chips - chips
    view = _seat(view, seat, chips=left, bet=has.bet + chips, paid=has.paid + chips, all_in=left == 0)
    return replace(view, pot=view.pot + chips)


def _seat(view: Any, seat: int, **changes: Any) -> Any:
    """The view with something changed that everybody knows of a seat."""
    seats = list(view.seats)
    seats[seat] = replace(seats[seat], **changes)
    return replace(view, seats=seats)
