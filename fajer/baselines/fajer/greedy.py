"""`greedy`: the best hand it can have now; lays it when nothing makes it better."""

from typing import Any

from fajer.baselines.reasons import Reasoned
from fajer.games.cards import HUNGARIAN
from fajer.games.fajer.hands import POINTS, STRENGTH, WORTH, hand_code


class Greedy(Reasoned):
    """Takes whatever makes the best hand, and lays as soon as nothing would."""

    name = "greedy"
    batch = True

    def act(self, view: Any, legal: list[str]) -> str:
        table = STRENGTH[self.game.rules["three_aces_rank"]]
        action = self._act(view, legal, table)
        if self.why is not None:
            self.note = self.why.say(_reason(view, action), action=action, worth=_worth(view, action, table))
        return action

    def _act(self, view: Any, legal: list[str], table: bytes) -> str:
        if view.phase == "open":
            return "keep" if view.worth or "put" not in legal else "put"
        values = [value(after(view, action), table) for action in legal]
        best = max(values)
        if value(view.hand, table) >= best:
            for still in ("lay", "go"):
                if still in legal:
                    return still
        return legal[values.index(best)]


def after(view: Any, action: str) -> list[str]:
    """The hand that an action leaves."""
    if action == "take":
        return list(view.common)
    if action.startswith("swap"):
        _, own, common = action.split(" ")
        return [common if card == own else card for card in view.hand]
    return list(view.hand)


def value(hand: list[str], table: bytes) -> tuple[int, int]:
    """A hand's strength, and between equal ones the most points that it has in one suit."""
    cards = [HUNGARIAN.card(card) for card in hand]
    points = [0] * 4
    for card in cards:
        points[card >> 3] += POINTS[card & 7]
    return table[hand_code(*cards)], max(points)


def _reason(view: Any, action: str) -> str:
    """Which of its reasons it was."""
    if view.phase == "open":
        return "keep_worth" if action == "keep" else "worth_nothing"
    return "stays" if action in ("lay", "go") else "best_now"


def _worth(view: Any, action: str, table: bytes) -> float:
    """What the hand is worth that an action leaves."""
    return WORTH[value(after(view, action), table)[0]]


BOT = Greedy
