"""What may be done now, each by a key."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from fajer.view.seat.choices import is_pattern
from fajer.view.telling import Face, shown_worth
from fajer.words import Words


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that may be done."""

    key: str
    """What is pressed for it."""
    action: str
    """The action, or the pattern that an amount or cards are asked for."""
    label: str
    """What it does."""

    @property
    def is_open(self) -> bool:
        """Whether an amount or cards have to be given too."""
        return is_pattern(self.action)


def menu(legal: Sequence[str], view: Any, words: Words, face: Face) -> list[Choice]:
    """The legal actions by their keys, in the order in which they are offered.

    Swaps have the numbers 1 to 9: own cards in hand order, and for each of them those in the middle.
    """
    return [_choice(action, view, words, face) for action in legal if action != "draw" or "draw *" not in legal]


def _choice(action: str, view: Any, words: Words, face: Face) -> Choice:
    word, _, rest = action.partition(" ")
    if word == "swap":
        own, common = rest.split(" ")
        number = 3 * view.hand.index(own) + view.common.index(common) + 1
        return Choice(str(number), action, f"{face(own)} → {face(common)}")
    return Choice(_key(word, words), action, _label(word, rest, view, words))


def _key(word: str, words: Words) -> str:
    return words.say(f"play.press.{word}") if word != "draw" else "enter"


def _label(word: str, rest: str, view: Any, words: Words) -> str:
    match word:
        case "lay":
            return f"{words.say('action.lay')} ({shown_worth(words, view.worth)})"
        case "take":
            return f"{words.say('action.take')} ({shown_worth(words, view.common_worth)})"
        case "call":
            paid = min(view.to_call, view.seats[view.seat].chips)
            return words.say("action.call", chips=words.say("count.chips", count=paid))
        case "bet" | "raise":
            return words.say(f"action.{word}", chips=rest.replace("..", "–"))
        case "draw":
            return words.say("play.draw")
        case _:
            return words.say(f"action.{word}")


def spelled(action: str, view: Any, words: Words, face: Face) -> str:
    """An action as it is said in a hint."""
    word, _, rest = action.partition(" ")
    if word == "swap":
        own, common = rest.split(" ")
        return words.say("action.swap", own=face(own), common=face(common))
    if word == "draw":
        cards = " ".join(face(card) for card in rest.split(" ") if card)
        return words.say("action.draw", cards=cards) if cards else words.say("action.draw_none")
    if word in ("bet", "raise"):
        return words.say(f"action.{word}", chips=words.say("count.chips", count=int(rest)))
    return _label(word, rest, view, words)
