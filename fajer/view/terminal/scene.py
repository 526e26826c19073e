"""A position as it is drawn in text: what is at the table, in words and cards, made from a view."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fajer.view.telling import shown_worth
from fajer.words import Words

_MOST_DISCS = 6
"""Up to so many stakes are drawn one by one."""

Cards = tuple[str | None, ...]
"""Cards as they lie; None is one that lies face down."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """What is shown of one seat."""

    name: str
    is_turn: bool
    deals: bool
    money: str
    """Stakes or chips."""
    cards: Cards
    said: str
    """What there is to say of it: what it did last, what its hand is worth."""


@dataclass(frozen=True, slots=True)
class Heap:
    """Cards that lie in the middle, or in the hand that is looked at."""

    title: str
    cards: Cards


@dataclass(frozen=True, slots=True)
class Scene:
    """A position."""

    title: str
    seats: list[Sitting]
    heaps: list[Heap]


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """Who looks at a position, and what is known of it beside the view."""

    view: Any
    """A view of the game: what everybody knows, and one hand."""
    turn: int
    """Whose turn it is; −1: nobody's."""
    names: Sequence[str]
    """By seat."""
    options: Any
    """The game's options."""
    own: int | None
    """The seat that looks; None: all cards are shown."""
    hands: Mapping[int, Sequence[str]]
    """By seat, the cards that may be shown."""
    forfeited: Sequence[int] = ()
    """Seats that forfeited the game."""


def fajer_scene(look: Look, words: Words) -> Scene:
    """A position of Fájer."""
    view = look.view
    phase = words.say(f"phase.{view.phase}")
    title = words.say("play.title", deal=view.deal, phase=phase, round=view.round, pot=view.pot)
    middle = words.say("play.middle_worth", worth=shown_worth(words, view.common_worth))
    heaps = [Heap(middle, tuple(view.common))] if view.common else []
    seats = [_fajer_sitting(look, seat, words) for seat in range(len(view.seats))]
    if look.own is not None and view.hand:
        own = words.say("play.hand_worth", worth=shown_worth(words, view.worth))
        heaps.append(Heap(own, tuple(view.hand)))
    return Scene(title, seats, heaps)


def _fajer_sitting(look: Look, seat: int, words: Words) -> Sitting:
    public = look.view.seats[seat]
    if look.options.stakes:
        most = look.options.stakes
        money = "●" * public.stakes + "○" * (most - public.stakes) if most <= _MOST_DISCS else f"{public.stakes}"
    else:
        money = words.say("count.losses", count=public.losses)
    cards = _hand(look, seat, public.laid or public.known, 3)
    if seat in look.forfeited:
        said = words.say("state.forfeited")
    elif not public.in_:
        said = words.say("state.out")
    elif public.laid is not None:
        said = f"{words.say('state.laid')}: {shown_worth(words, public.laid_worth)}"
    else:
        said = words.say("state.said_go") if public.said_go else ""
    shown = cards if public.in_ or public.laid else ()
    return Sitting(look.names[seat], seat == look.turn, seat == look.view.dealer, money, shown, said)


def poker_scene(look: Look, words: Words) -> Scene:
    """A position of draw poker."""
    view = look.view
    phase = words.say(f"phase.{view.phase}")
    title = words.say("play.title_hand", deal=view.deal, phase=phase, round=view.round, pot=view.pot)
    if look.own is not None and view.to_call:
        title += f" · {words.say('play.to_call', chips=view.to_call)}"
    seats = [_poker_sitting(look, seat, words) for seat in range(len(view.seats))]
    heaps = []
    if look.own is not None and view.hand:
        kind = words.say(f"poker.kind.{view.strength[0]}")
        heaps.append(Heap(words.say("play.hand_worth", worth=kind), tuple(view.hand)))
    return Scene(title, seats, heaps)


def _poker_sitting(look: Look, seat: int, words: Words) -> Sitting:
    public = look.view.seats[seat]
    said = [words.say("play.bet", chips=public.bet)] if public.bet else []
    if public.drew:
        said.append(words.say("play.drew", counts=", ".join(map(str, public.drew))))
    if seat in look.forfeited:
        said = [words.say("state.forfeited")]
    elif not public.in_:
        said = [words.say("state.out")]
    elif public.folded:
        said = [words.say("state.folded")]
    elif public.all_in:
        said.append(words.say("state.all_in"))
    is_in_hand = public.in_ and not public.folded
    cards = _hand(look, seat, public.shown or (), 5) if is_in_hand or public.shown else ()
    money = words.say("count.chips", count=public.chips)
    return Sitting(look.names[seat], seat == look.turn, seat == look.view.dealer, money, cards, ", ".join(said))


def _hand(look: Look, seat: int, known: Sequence[str], size: int) -> Cards:
    """The cards of a seat as far as they may be shown; those face down stand behind."""
    cards = tuple(look.hands.get(seat) or known)
    return cards + (None,) * (size - len(cards))


SCENES: dict[str, Callable[[Look, Words], Scene]] = {"fajer": fajer_scene, "poker": poker_scene}
"""By game."""
