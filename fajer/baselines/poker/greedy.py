"""`greedy`: counts how many hands are worse than its own; draws and bets by that alone."""

from typing import Any

from fajer.baselines.poker.draws import best_draw
from fajer.baselines.poker.odds import odds
from fajer.baselines.poker.seeing import draw_text, numbers, rivals, unseen
from fajer.bot import Bot, amounts


class Greedy(Bot):
    """Takes everybody else's hand for any five unseen cards, whatever they bet or drew."""

    name = "greedy"
    batch = True

    def act(self, view: Any, legal: list[str]) -> str:
        if len(legal) == 1:
            return legal[0]
        chances = odds(self.game.rules["ranking"], unseen(view))
        hand = numbers(view.hand)
        others = len(rivals(view))
        if view.phase == "draw":
            _, kept = best_draw(hand, chances, [worse**others for worse in chances.all_worse()])
            return draw_text(hand, kept)
        best = chances.worse_than(chances.ranking.strength(hand)) ** others
        return bid(view, legal, best)


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


BOT = Greedy
