"""Set pieces: decks stacked so that given hands are dealt, and games played along them."""

from collections.abc import Sequence
from typing import NamedTuple

from fajer.games import game, seeds
from fajer.games.api import State
from fajer.games.cards import HUNGARIAN
from fajer.games.fajer.view import Deal

GAME = game("fajer")

EQUAL = ("Ap Xp Up", "Az Xz Uz", "Am Xm Um", "At Xt Ut")
"""Four hands worth 31 each (F-03: 11 + 10 + 10)."""
NOTHING = ("7p 8z 9m", "7z 8m 9t", "7m 8t 9p", "7t 8p 9z")
"""Four hands worth nothing (F-08); they share no card with `EQUAL`."""


class Dealt(NamedTuple):
    """A deal as it shall come: by whom, which hands, which cards lie on the talon."""

    dealer: int
    hands: Sequence[str]
    """By seat; empty for one who is out."""
    talon: str = ""
    """The first cards of it; the others follow in canonical order."""

    def deck(self) -> list[int]:
        """All 32 cards: hands from the dealer's next on, the dealer's last, then the talon (F-11)."""
        seats = [*range(self.dealer + 1, len(self.hands)), *range(self.dealer + 1)]
        top = [HUNGARIAN.card(text) for seat in seats for text in self.hands[seat].split()]
        top += [HUNGARIAN.card(text) for text in self.talon.split()]
        assert len(set(top)) == len(top), "a card is there twice"
        return top + [card for card in range(len(HUNGARIAN)) if card not in top]


def start(*deals: Dealt, preset: str = "german", **changes: object) -> State:
    """A game whose first deals come as given; whatever follows is shuffled."""
    options = GAME.options(preset, {name: str(value) for name, value in changes.items()})
    decks = [deal.deck() for deal in deals]

    def shuffle(deal: int) -> list[int]:
        return decks[deal] if deal < len(decks) else seeds.shuffled("what follows", deal, len(HUNGARIAN))

    return GAME.start(options, len(deals[0].hands), "not used", shuffle=shuffle)


def do(state: State, *actions: str) -> State:
    """Play these actions, whoever's turn it is."""
    for action in actions:
        state.apply(state.parse(action))
    return state


def show(state: State) -> Deal:
    """Play the deal so that all lay the hands they were dealt; the deal as it was noted.

    Someone has to have a hand worth 21 or more, else nobody could lay.
    """
    ended = len(state.finished())
    do(state, "keep")
    while "lay" not in state.legal_text():
        do(state, "go")
    while len(state.finished()) == ended:
        do(state, "lay")
    return state.finished()[-1]


def with_stakes(stakes: Sequence[int], *deals: Dealt, preset: str = "german", **changes: object) -> State:
    """A game in which the seats have these stakes left, 1 or 0; `deals` are the next to come.

    Seats start with one stake. Who shall have none pays it in a first deal, dealt by seat 0.
    """
    players = len(stakes)
    if any(stakes):
        hands = [EQUAL[seat] if stakes[seat] else NOTHING[seat] for seat in range(players)]
    else:
        hands = list(EQUAL[:players])
    state = start(Dealt(0, hands), *deals, preset=preset, stakes=1, **changes)
    paid = show(state).paid
    assert paid == [seat for seat in range(players) if not stakes[seat]]
    return state


def showdown(stakes: Sequence[int], hands: Sequence[str], preset: str = "german", **changes: object) -> State:
    """The game after a deal in which seats with these stakes, 1 or 0, at least one of them 0, laid `hands`."""
    state = with_stakes(stakes, Dealt(1, hands), preset=preset, **changes)
    show(state)
    return state


def left(state: State) -> list[int]:
    """The seats still in."""
    return [seat for seat, known in enumerate(state.view(0).seats) if known.in_]


def stakes(state: State) -> list[int]:
    """By seat, the stakes left."""
    return [seat.stakes for seat in state.view(0).seats]
