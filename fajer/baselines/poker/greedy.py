"""`greedy`: counts how many hands are worse than its own; draws and bets by that alone."""

from collections.abc import Sequence
from typing import Any

from fajer.baselines.poker.draws import best_draw
from fajer.baselines.poker.odds import odds
from fajer.baselines.poker.seeing import draw_text, numbers, rivals, unseen
from fajer.baselines.reasons import Reasoned, Why
from fajer.bot import amounts
from fajer.games.cards import FRENCH


class Greedy(Reasoned):
    """Takes everybody else's hand for any five unseen cards, whatever they bet or drew."""

    name = "greedy"
    batch = True

    def act(self, view: Any, legal: list[str]) -> str:
        if len(legal) == 1:
            self.note = None if self.why is None else self.why.say("only")
            return legal[0]
        chances = odds(self.game.rules["ranking"], unseen(view))
        hand = numbers(view.hand)
        others = len(rivals(view))
        if view.phase == "draw":
            mean, kept = best_draw(hand, chances, [worse**others for worse in chances.all_worse()])
            if self.why is not None:
                self.note = draw_reason(self.why, hand, kept, mean)
            return draw_text(hand, kept)
        worse = chances.worse_than(chances.ranking.strength(hand))
        if self.why is not None:
            self.note = bid_reason(self.why, view, legal, worse, others)
        return bid(view, legal, worse**others)


def bid(view: Any, legal: list[str], best: float) -> str:
    """What to bid with a hand that is the best one by this chance.

    It bets or raises the part of the pot by which it is more likely to win than not, and calls
    where that costs less than the part of the pot that is its own by the odds.
    """
    cost = min(view.to_call, view.seats[view.seat].chips)
    pot = view.pot + cost
    for word in ("bet", "raise"):
        if (possible := amounts(legal, word)) and best > 1 / 2:
            return f"{word} {min(max(int((2 * best - 1) * pot), possible[0]), possible[-1])}"
    if "call" in legal and best * pot >= cost:
        return "call"
    return legal[0]


def draw_reason(why: Why, hand: Sequence[int], kept: Sequence[int], mean: float) -> str:
    """Why it keeps these cards."""
    cards = " ".join(FRENCH.text(card) for card in hand if card in kept)
    return why.say("draw", kept=cards or why.say("nothing"), chance=100 * mean)


def bid_reason(why: Why, view: Any, legal: list[str], worse: float, others: int) -> str:
    """Why it bids as it does: how likely its hand is the best one, and what that is worth where it has to pay."""
    best = worse**others
    said = [why.say("bid_best", worse=100 * worse, others=others, chance=100 * best)]
    if "call" in legal:
        cost = min(view.to_call, view.seats[view.seat].chips)
        said.append(why.say("bid_call", part=best * (view.pot + cost), cost=cost))
    return " ".join(said)


BOT = Greedy
