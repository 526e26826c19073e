"""`careful`: minds what the others' bets and draws say of their hands, and what a call costs."""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from math import prod
from operator import itemgetter
from typing import Any

from fajer.baselines.poker.draws import best_draw
from fajer.baselines.poker.greedy import draw_reason
from fajer.baselines.poker.odds import odds
from fajer.baselines.poker.seeing import draw_text, numbers, rivals, unseen
from fajer.baselines.reasons import Reasoned, Why
from fajer.bot import amounts

DREW = {
    "house": (
        (0, 0, 0, 0, 470, 400, 110, 20, 0, 0),
        (0, 325, 296, 23, 0, 334, 22, 0, 0, 0),
        (190, 400, 77, 83, 2, 238, 7, 3, 0, 0),
        (274, 492, 87, 53, 2, 86, 5, 1, 0, 0),
        (455, 414, 53, 24, 3, 49, 2, 0, 0, 0),
        (472, 409, 48, 21, 4, 45, 1, 0, 0, 0),
    ),
    "standard": (
        (0, 0, 0, 0, 525, 263, 193, 17, 2, 0),
        (88, 36, 778, 0, 15, 11, 71, 0, 1, 0),
        (107, 61, 5, 737, 2, 5, 49, 33, 1, 0),
        (164, 618, 123, 83, 2, 1, 7, 2, 0, 0),
        (492, 426, 52, 23, 3, 2, 2, 0, 0, 0),
        (509, 415, 50, 20, 3, 2, 1, 0, 0, 0),
    ),
}
"""By ranking, by how many cards somebody drew: of 1,000 hands after it, so many of each kind. Where something was drawn
it is what `greedy` gets, in 3,000 hands by 60 draws each. Where nothing was drawn it is an estimate: a straight or
better; by the house ranking `greedy` draws a card to any flush, but others may keep one."""

DRAWS = {"house": (0.01, 0.2, 0.33, 0.38, 0.08, 0.0), "standard": (0.01, 0.06, 0.03, 0.6, 0.29, 0.01)}
"""By ranking: how often so many cards are drawn, by the same count."""

# Estimates, not tuned.
BLUFFS = 0.15
"""So often a bet says nothing of the hand."""
LUCK = 0.3
"""So much of what is decided now a draw to come decides anew."""
LEAD = 10
"""Where nobody can call for less: what it is worth, in chips, to win the pot and so have more chips than others."""
PARTS = (0.25, 0.5, 1)
"""The parts of the pot that it thinks of betting, beside the least that it may."""


class Careful(Reasoned):
    """Takes a bet or a draw for what it says of a hand, and bets what pays best if the others call by their odds.

    By the house's rules, where who cannot pay a bet must fold, it bets more than anybody has whenever it can.
    It remembers who bet or raised in this hand, so it takes no batches.
    """

    name = "careful"

    def __init__(self) -> None:
        self._raised: set[int] = set()
        """The seats that bet or raised in this hand."""

    def act(self, view: Any, legal: list[str]) -> str:
        self._listen()
        if len(legal) == 1:
            self._say("only")
            return legal[0]
        rules = self.game.rules
        if view.phase == "bid" and rules["short_stack"] == "fold" and (buying := buys(view, legal)):
            self._say("buys")
            return buying
        chances = odds(rules["ranking"], unseen(view))
        kinds = chances.kinds()
        hand = numbers(view.hand)
        others = [
            Rival(seat, view, kinds, rules["ranking"], raised=number in self._raised)
            for number, seat in rivals(view).items()
        ]
        if view.phase == "draw":
            worth = [prod([other.below(place) for other in others]) for place in chances.all_worse()]
            mean, kept = best_draw(hand, chances, worth)
            if self.why is not None:
                self.note = draw_reason(self.why, hand, kept, mean)
            return draw_text(hand, kept)
        place = chances.worse_than(chances.ranking.strength(hand))
        plans = Bidding(view, others, place, all_in=rules["short_stack"] == "all_in").plans(legal)
        _, best = max(plans, key=itemgetter(0))
        if self.why is not None:
            self.note = bid_reason(self.why, plans, best)
        return best

    def _say(self, key: str) -> None:
        """Say why, if anybody asked."""
        if self.why is not None:
            self.note = self.why.say(key)

    def _listen(self) -> None:
        """Note who bet or raised."""
        for event in self.events:
            if event[0] == "deal":
                self._raised.clear()
            elif event[0] in ("bet", "raise"):
                self._raised.add(event[1])


def buys(view: Any, legal: Sequence[str]) -> str:
    """The least bet or raise that nobody else can pay, so that all have to fold; empty if it cannot make one."""
    enough = max(seat.chips - max(0, view.level - seat.bet) for seat in rivals(view).values()) + 1
    for word in ("bet", "raise"):
        possible = amounts(legal, word)
        if possible and enough <= possible[-1]:
            return f"{word} {max(enough, possible[0])}"
    return ""


def bid_reason(why: Why, plans: Sequence[tuple[float, str]], best: str) -> str:
    """Why it takes the best of its plans: what it pays, and the next best one."""
    pays = {action: chips for chips, action in plans}
    second = max((action for action in pays if action != best), key=pays.__getitem__, default=best)
    return why.say("pays", action=best, chips=pays[best], second=second, other=pays[second])


class Rival:
    """What is believed of somebody else's hand.

    A hand is given by its place: the part of all hands that are worse.
    """

    def __init__(self, seat: Any, view: Any, kinds: Sequence[float], ranking: str, *, raised: bool) -> None:
        self.chips: int = seat.chips
        """The chips this player has left."""
        self.lacks = max(0, view.level - seat.bet)
        """What this player has yet to pay to call."""
        self._ends = [0.0, *accumulate(kinds)]
        """The places between kinds."""
        weights = self._weights(seat, view, kinds, ranking)
        possible = [weight if kind else 0 for weight, kind in zip(weights, kinds, strict=True)]
        total = sum(possible)
        self._below = [0.0, *accumulate(weight / total for weight in possible)]
        """The chance that this player's hand is below each of them."""
        self._least = 0.0
        if raised or (view.phase == "bid" and view.level and not self.lacks):
            self._least = self._by_draw(0.5 ** (1 / len(rivals(view))))

    def _weights(self, seat: Any, view: Any, kinds: Sequence[float], ranking: str) -> Sequence[float]:
        """How likely each kind is, but for a factor: after the last draw by it, at a draw by what may be drawn."""
        rows = DREW[ranking]
        if seat.drew:
            return rows[seat.drew[-1]]
        if view.phase == "bid":
            return kinds
        return [sum(map(float.__mul__, DRAWS[ranking], map(float, column))) for column in zip(*rows, strict=True)]

    def below(self, place: float) -> float:
        """The chance that this player's hand is below a place."""
        below = self._by_draw(place)
        if not 0 < self._least < 1:
            return below
        without_bluff = max(0.0, (below - self._least) / (1 - self._least))
        return (1 - BLUFFS) * without_bluff + BLUFFS * below

    def _by_draw(self, place: float) -> float:
        """The same, whatever this player bet."""
        kind = min(bisect_right(self._ends, place), len(self._ends) - 1) - 1
        low, high = self._ends[kind], self._ends[kind + 1]
        part = (place - low) / (high - low) if high > low else 1.0
        return self._below[kind] + part * (self._below[kind + 1] - self._below[kind])


class Bidding:
    """What each bid pays in the mean, in chips, if nobody bets after it but all call that have the odds to."""

    def __init__(self, view: Any, others: Sequence[Rival], place: float, *, all_in: bool) -> None:
        self._others = others
        self._place = place
        self._all_in = all_in
        self._cost: int = min(view.to_call, view.seats[view.seat].chips)
        self._pot: int = view.pot + self._cost
        self._luck = LUCK if view.draws_left else 0.0
        self._lead = 0 if all_in else LEAD

    def plans(self, legal: Sequence[str]) -> list[tuple[float, str]]:
        """The bids that it thinks of, each with what it pays."""
        pays = {"fold": 0.0, "call": self._plain(), "pass": self._plain()}
        plans = [(pays[word], word) for word in ("pass", "fold", "call") if word in legal]
        for word in ("bet", "raise"):
            if possible := amounts(legal, word):
                payable = min(possible[-1], max(other.chips - other.lacks for other in self._others))
                wished = {possible[0], *(min(int(self._pot * part), payable) for part in PARTS)}
                plans += [(self._bet(number), f"{word} {number}") for number in sorted(wished) if number in possible]
        return plans

    def _plain(self) -> float:
        """What a call pays, or a pass."""
        best = prod(other.below(self._place) for other in self._others)
        return self._mixed(best) * (self._pot + self._lead) - self._cost

    def _bet(self, number: int) -> float:
        """What a bet or raise pays: the pot where nobody calls, else what the better hand takes."""
        none = best = 1.0
        most = 0
        for other in self._others:
            whole = number + other.lacks
            asked = min(whole, other.chips)
            if asked < whole and not self._all_in:
                continue
            most = max(most, min(number, asked))
            worth_a_call: float = (asked / (self._pot + 2 * asked)) ** (1 / len(self._others)) if asked else 0.0
            folds = other.below(worth_a_call)
            none *= folds
            best *= max(folds, other.below(self._place))
        pot = self._pot + self._lead
        if none == 1.0:
            return pot - self._cost
        wins = self._mixed((best - none) / (1 - none))
        return none * pot + (1 - none) * (wins * (pot + most) - (1 - wins) * most) - self._cost

    def _mixed(self, chance: float) -> float:
        """A chance, where a draw to come may change it."""
        return (1 - self._luck) * chance + self._luck / (len(self._others) + 1)


BOT = Careful
