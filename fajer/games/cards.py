"""Decks: cards as small integers, and their text."""

import reprlib
from collections.abc import Iterable

from fajer.errors import InvalidAction


class Deck:
    """A kind of deck in canonical order: card `i` is rank `i % ranks` of suit `i // ranks`.

    >>> HUNGARIAN.text(7), HUNGARIAN.card("Ap")
    ('Ap', 7)
    """

    def __init__(self, suits: str, ranks: str) -> None:
        self.suits = suits
        """Suit letters in canonical order."""
        self.ranks = ranks
        """Rank letters, low to high."""
        self.names = tuple(rank + suit for suit in suits for rank in ranks)
        """The text of each card, rank then suit."""
        self._numbers = {name: card for card, name in enumerate(self.names)}

    def __len__(self) -> int:
        return len(self.names)

    def text(self, card: int) -> str:
        """The two characters of a card."""
        return self.names[card]

    def card(self, text: str) -> int:
        """The card that `text` names; raises `InvalidAction` if it names none."""
        try:
            return self._numbers[text]
        except KeyError:
            raise InvalidAction(
                f"{reprlib.repr(text)} is no card; a card is one of {self.ranks} and one of {self.suits}, "
                f"like {self.names[-1]}"
            ) from None

    def texts(self, cards: Iterable[int]) -> list[str]:
        """The cards' texts, in their order."""
        names = self.names
        return [names[card] for card in cards]


HUNGARIAN = Deck("pzmt", "789XUOKA")
"""32 cards: hearts, leaves, acorns, bells; seven to ace (F-01)."""

FRENCH = Deck("cdhs", "23456789TJQKA")
"""52 cards: clubs, diamonds, hearts, spades; two to ace (P-01)."""
