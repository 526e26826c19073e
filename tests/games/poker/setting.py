"""Set pieces: decks stacked so that given hands are dealt, and games of poker played along them."""

from collections.abc import Sequence
from typing import NamedTuple

from fajer.games import game, seeds
from fajer.games.cards import FRENCH
from fajer.games.poker.state import PokerState

GAME = game("poker")

PAIRS = ("2c 2d 5h 7s 9c", "3c 3d 5s 7c 9d", "4c 4d 6h 8s Th", "Jc Jd 6s 8c Td")
"""Four hands with a pair, each better than the one before."""
NOTHING = ("2h 4s 6c 8d Tc", "3h 5d 7d 9s Js", "2s 4h 6d 8h Qc", "3s 5c 7h 9h Kd")
"""Four hands with no combination, each better than the one before; they share no card with `PAIRS`."""
EQUAL = ("Ac Kd Jh 9s 7c", "Ad Kh Js 9c 7d", "Ah Ks Jc 9d 7h", "As Kc Jd 9h 7s")
"""Four hands with the same ranks, no flush in either ranking."""


class Dealt(NamedTuple):
    """A hand as it shall be dealt: by whom, which cards, what lies on the talon."""

    dealer: int
    hands: Sequence[str]
    """By seat; empty for one who is out."""
    talon: str = ""
    """The first cards of it; the others follow in canonical order."""

    def deck(self) -> list[int]:
        """All 52 cards: hands from the dealer's next on, the dealer's last, then the talon (P-09)."""
        seats = [*range(self.dealer + 1, len(self.hands)), *range(self.dealer + 1)]
        top = [FRENCH.card(text) for seat in seats for text in self.hands[seat].split()]
        top += [FRENCH.card(text) for text in self.talon.split()]
        assert len(set(top)) == len(top), "a card is there twice"
        return top + [card for card in range(len(FRENCH)) if card not in top]


def start(
    *deals: Dealt, preset: str = "standard-one-draw", stacks: Sequence[int] | None = None, **changes: object
) -> PokerState:
    """A game whose first hands come as given; whatever follows is shuffled. `stacks` are the chips by seat."""
    options = GAME.options(preset, {name: str(value) for name, value in changes.items()})
    decks = [deal.deck() for deal in deals]

    def shuffle(deal: int) -> list[int]:
        return decks[deal] if deal < len(decks) else seeds.shuffled("what follows", deal, len(FRENCH))

    return PokerState(options, len(deals[0].hands), "a seed", shuffle, chips=stacks)


def do(state: PokerState, *actions: str) -> PokerState:
    """Play these actions, whoever's turn it is."""
    for action in actions:
        state.apply(state.parse(action))
    return state


def chips(state: PokerState) -> list[int]:
    """By seat, the chips in front of it."""
    return [seat.chips for seat in state.view(0).seats]


def told(state: PokerState, kind: str) -> list[tuple[object, ...]]:
    """The events of a kind, without the word."""
    return [event[1:] for event in state.events if event[0] == kind]
