"""Events as a person would tell them, in a person's language."""

from collections.abc import Callable, Sequence

from fajer.games.api import Event
from fajer.games.poker.hands import KINDS
from fajer.words import Words

Face = Callable[[str], str]
"""How a card is shown, by its two characters."""


class Teller:
    """Tells the events of a game.

    >>> Teller("fajer", ["Szani", "Piku"], Words("en"), str).told(("swap", 1, "Um", "Az"))
    'Piku swaps Um for Az.'
    """

    def __init__(self, game: str, names: Sequence[str], words: Words, face: Face) -> None:
        """`names` by seat."""
        self._deal = "event.hand" if game == "poker" else "event.deal"
        self._names = names
        self._say = words.say
        self._words = words
        self._face = face

    def told(self, event: Event) -> str:
        """One sentence."""
        kind = event[0]
        say, names = self._say, self._names
        match event:
            case ("deal", deal, dealer):
                return say(self._deal, deal=deal, name=names[dealer])
            case ("common", cards):
                return say("event.common", cards=self._cards(cards))
            case ("void" | "reshuffle",):
                return say(f"event.{kind}")
            case ("pay" | "out", seats):
                several = self._words.several([names[seat] for seat in seats])
                return say(f"event.{kind}", count=len(seats), names=several)
            case ("carried", chips):
                return say("event.carried", chips=say("count.chips", count=chips))
            case _:
                return self._done(event)

    def _done(self, event: Event) -> str:
        """What one player did."""
        say, name = self._say, self._names[event[1]]
        match event:
            case ("put" | "aces" as kind, _, cards):
                return say(f"event.{kind}", name=name, cards=self._cards(cards))
            case ("swap", _, own, common):
                return say("event.swap", name=name, own=self._face(own), common=self._face(common))
            case ("take", _, given, taken):
                return say("event.take", name=name, given=self._cards(given), taken=self._cards(taken))
            case ("lay", _, cards, worth):
                return say("event.lay", name=name, cards=self._cards(cards), worth=shown_worth(self._words, worth))
            case ("ante" | "bet" | "call" | "raise" | "win" as kind, _, chips):
                return say(f"event.{kind}", name=name, chips=say("count.chips", count=chips))
            case ("draw", _, count):
                return say("event.draw", count=count, name=name) if count else say("event.draw_none", name=name)
            case ("fold", _, cards):
                if not cards:
                    return say("event.fold_hidden", name=name)
                return say("event.fold", name=name, cards=self._cards(cards))
            case ("show", _, cards, kind):
                kind_text = say(f"poker.kind.{KINDS.index(kind)}")
                return say("event.show", name=name, cards=self._cards(cards), kind=kind_text)
            case _:
                return say(f"event.{event[0]}", name=name)

    def _cards(self, cards: Sequence[str]) -> str:
        return " ".join(self._face(card) for card in cards)


def shown_worth(words: Words, worth: float) -> str:
    """What a hand is worth, in words where it is nothing."""
    return words.number(worth) if worth else words.say("ui.worth_nothing")
