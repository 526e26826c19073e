"""Cards in a terminal: rank and suit sign, or their two characters where there is no Unicode."""

import re
from collections.abc import Iterable

from rich.text import Text

from fajer.words import Words

_SIGNS = {"p": "♥", "z": "♠", "m": "♣", "t": "♦", "c": "♣", "d": "♦", "h": "♥", "s": "♠"}
"""By suit. The Hungarian suits have those of the French ones that go for them in print."""
_STYLES = {
    "fajer": {"♥": "bold red", "♠": "bold green", "♣": "bold yellow", "♦": "bold dark_orange"},
    "poker": {"♥": "bold red", "♠": "bold", "♣": "bold", "♦": "bold red"},
}
_CARD = re.compile(r"\w{0,2}[♥♠♣♦]\w*")
_CORNERS = "AKQJT"
_NAMED = {"fajer": re.compile(r"\b[789XUOKA][pzmt]\b"), "poker": re.compile(r"\b[2-9TJQKA][cdhs]\b")}


class Faces:
    """How the cards of a game look.

    >>> Faces("fajer", Words("en"), is_unicode=True).text("Ap"), Faces("fajer", Words("hu"), is_unicode=True).text("Ap")
    ('A♥', '♥ász')
    >>> Faces("poker", Words("en"), is_unicode=False).text("Td")
    'Td'
    """

    def __init__(self, game: str, words: Words, *, is_unicode: bool) -> None:
        self._game = game
        self._words = words
        self._is_unicode = is_unicode

    def text(self, card: str | None) -> str:
        """A card; None is one that lies face down."""
        if card is None:
            return "▒▒" if self._is_unicode else "??"
        if not self._is_unicode:
            return card
        rank, suit = card[0], card[1]
        if self._game == "poker":
            return (self._words.say(f"card.corner.{rank}") if rank in _CORNERS else rank) + _SIGNS[suit]
        if self._words.language == "hu":
            return _SIGNS[suit] + (rank if rank in "789X" else self._words.say(f"card.rank.{rank}"))
        return rank + _SIGNS[suit]

    def row(self, cards: Iterable[str | None]) -> str:
        """Cards side by side."""
        return " ".join(self.text(card) for card in cards)

    def in_text(self, text: str) -> str:
        """A text in which cards are named by their two characters, as bots do, with the cards as they look here."""
        return _NAMED[self._game].sub(lambda found: self.text(found[0]), text)

    def coloured(self, line: str) -> Text:
        """A line, with the cards in it in the colours of their suits."""
        text = Text(line)
        styles = _STYLES[self._game]
        for found in _CARD.finditer(line):
            sign = next(char for char in found[0] if char in styles)
            text.stylize(styles[sign], *found.span())
        return text

    def legend(self) -> str:
        """What the signs mean; empty where there are none."""
        suits = "pzmt" if self._game == "fajer" else "cdhs"
        if not self._is_unicode:
            return ", ".join(f"{suit} {self._words.say(f'card.suit.{suit}')}" for suit in suits)
        return ", ".join(f"{_SIGNS[suit]} {self._words.say(f'card.suit.{suit}')}" for suit in suits)
