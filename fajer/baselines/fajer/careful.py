"""`careful`: lays by a threshold that depends on the players still in, minds what it leaves in the middle."""

from collections.abc import Iterable, Sequence
from typing import Any

from fajer.baselines.fajer.greedy import after, value
from fajer.baselines.reasons import Reasoned, Why
from fajer.games.cards import HUNGARIAN
from fajer.games.fajer.hands import STRENGTH, WORTH, hand_code

LAYS = {
    2: (21, 31),
    3: (22, 31),
    4: (22, 30),
    5: (22, 29),
    6: (22, 28),
    7: (21, 27),
    8: (21, 27),
    9: (21, 27),
}
"""By players in: the least worth that it lays when nothing makes the hand better, and the worth that it lays
at once. Found by playing thresholds against each other for 2, 3, 4, 6 and 9 players, with the others in between:
an exchange is worth more than being first, the more so the fewer play; among many somebody else is the weakest."""

HOLDING = (0, 300, 280, 330, 330, 350, 400, 500, 600, 730, 760, 770, 780, 790, 800, 810, 820, 830, 950, 1000)
"""By strength: how good a hand is to hold, from nothing to three aces. It is what such a hand won or lost between two
in the mean, in thousandths of a stake, in about 1,500 positions after an exchange that were played on from 150
sampled deals each; then smoothed. An ace with a ten of its suit (21) is the better one: it can become 28 to 31."""

KEEPS = 130
"""The opener keeps a worthless hand if one more card makes it as good to hold as this, in the mean."""

# What counts besides the hand itself, in tenths. The results hardly change with any of them by a third more or less.
FROM_MIDDLE = 4
"""For the best card of the middle that it leaves."""
FROM_UNSEEN = 12
"""For the mean of all cards that it has not seen."""
GIVEN_AWAY = 6
"""Against what the next player may make of the middle."""


class Careful(Reasoned):
    """Holds cards that go together and keeps the next player from what fits the cards they are known to have."""

    name = "careful"
    batch = True

    def act(self, view: Any, legal: list[str]) -> str:
        table = STRENGTH[self.game.rules["three_aces_rank"]]
        action = self._act(view, legal, table)
        if self.why is not None:
            self.note = reason(self.why, view, legal, action, table)
        return action

    def _act(self, view: Any, legal: list[str], table: bytes) -> str:
        if len(legal) == 1:
            return legal[0]
        if view.phase == "open":
            return "keep" if keeps(view, table) else "put"
        unseen = unseen_cards(view)
        if view.phase == "closing":
            return max(legal, key=lambda action: closing_score(view, action, unseen, table))
        others = [action for action in legal if action != "lay"]
        if "lay" in legal and lays(view, others, table):
            return "lay"
        return max(others, key=lambda action: score(view, action, unseen, table))


def keeps(view: Any, table: bytes) -> bool:
    """Whether the opener keeps the hand: it is worth something, or may well become so."""
    return bool(view.worth) or mean_gain(numbers(view.hand), unseen_cards(view), table) > KEEPS


def lays(view: Any, others: Iterable[str], table: bytes) -> bool:
    """Whether it lays now, by `LAYS`."""
    least, at_once = LAYS[sum(seat.in_ for seat in view.seats)]
    if view.worth >= at_once:
        return True
    own = holding(numbers(view.hand), table)
    return bool(view.worth >= least) and all(holding(numbers(after(view, other)), table) <= own for other in others)


def score(view: Any, action: str, unseen: Sequence[int], table: bytes) -> float:
    """How good an exchange-phase action is: the hand, what may become of it, what the next player is given."""
    hand = numbers(after(view, action))
    middle = numbers(left(view, action))
    return (
        10 * holding(hand, table)
        + FROM_MIDDLE * max(gain(hand, card, table) for card in middle)
        + FROM_UNSEEN * mean_gain(hand, unseen, table)
        - GIVEN_AWAY * gift(view, middle, unseen, table)
    )


def closing_score(view: Any, action: str, unseen: Sequence[int], table: bytes) -> tuple[int, float]:
    """The strength that a closing action leaves, and between equal ones the least for the next player."""
    strength, _ = value(after(view, action), table)
    return strength, -gift(view, numbers(left(view, action)), unseen, table)


def gift(view: Any, middle: Sequence[int], unseen: Sequence[int], table: bytes) -> float:
    """How good a hand the next player may make of this middle and the cards they are known to have."""
    known = known_of_next(view)
    taken = table[hand_code(*middle)]
    best = HOLDING[taken] / 2 if taken else 0.0  # they give up all of their own for it
    if len(known) == 3:
        return max(best, holding(known, table), *(changed(known, card, table) for card in middle))
    if len(known) == 2:
        return max(best, *(holding([*known, card], table) for card in middle))
    if len(known) == 1:  # and two that are not: either may fit
        thirds = (sum(holding([*known, card, third], table) for third in unseen) for card in middle)
        return max(best, 2 * max(thirds) / len(unseen))
    return best


def known_of_next(view: Any) -> list[int]:
    """The cards that everyone knows the next player to have; none if they have laid."""
    players = len(view.seats)
    seats = (view.seats[(view.seat + step) % players] for step in range(1, players))
    following = next(seat for seat in seats if seat.in_)
    return [] if following.laid else numbers(following.known)


def unseen_cards(view: Any) -> list[int]:
    """The cards that it has not seen in this deal."""
    seen = {*numbers(view.seen), *numbers(view.hand)}
    return [card for card in range(len(HUNGARIAN)) if card not in seen]


def left(view: Any, action: str) -> list[str]:
    """The middle that an action leaves."""
    if action == "take":
        return list(view.hand)
    if action.startswith("swap"):
        _, own, common = action.split(" ")
        return [own if card == common else card for card in view.common]
    return list(view.common)


def mean_gain(hand: Sequence[int], cards: Sequence[int], table: bytes) -> float:
    """What a card of these, any alike, improves a hand by in the mean."""
    return sum(gain(hand, card, table) for card in cards) / len(cards)


def gain(hand: Sequence[int], card: int, table: bytes) -> int:
    """What swapping a card of the hand for `card` improves it by, 0 if no swap does."""
    return max(0, changed(hand, card, table) - holding(hand, table))


def changed(hand: Sequence[int], card: int, table: bytes) -> int:
    """How good a hand is to hold when its best card to give is swapped for `card`."""
    one, two, three = hand
    return max(
        HOLDING[table[hand_code(card, two, three)]],
        HOLDING[table[hand_code(one, card, three)]],
        HOLDING[table[hand_code(one, two, card)]],
    )


def holding(hand: Sequence[int], table: bytes) -> int:
    """How good a hand is to hold."""
    return HOLDING[table[hand_code(*hand)]]


def numbers(cards: Iterable[str]) -> list[int]:
    """Cards as numbers."""
    return [HUNGARIAN.card(card) for card in cards]


def reason(why: Why, view: Any, legal: list[str], action: str, table: bytes) -> str:
    """Why it takes this action: the numbers that decided."""
    if len(legal) == 1:
        return why.say("only")
    unseen = unseen_cards(view)
    if view.phase == "open":
        if view.worth:
            return why.say("keep_worth", worth=view.worth)
        return why.say(action, gain=mean_gain(numbers(view.hand), unseen, table), least=KEEPS)
    if view.phase == "closing":
        return why.say("closing", action=action, worth=WORTH[closing_score(view, action, unseen, table)[0]])
    if action == "lay":
        players = sum(seat.in_ for seat in view.seats)
        least, at_once = LAYS[players]
        if view.worth >= at_once:
            return why.say("at_once", worth=view.worth, players=players, least=at_once)
        return why.say("no_better", worth=view.worth, least=least)
    scores = {other: score(view, other, unseen, table) for other in legal if other != "lay"}
    second = max((other for other in scores if other != action), key=scores.__getitem__, default="")
    if not second:
        return why.say("score_alone", action=action, score=scores[action])
    return why.say("score", action=action, score=scores[action], second=second, other=scores[second])


BOT = Careful
