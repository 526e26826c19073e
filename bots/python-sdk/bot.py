"""A greedy Fájer player in Python, with the fajer package.

`run` speaks the protocol; `act` is asked for each decision. The view has the names of the
wire, `view.hand`, `view.common_worth`, `view.seats[0].stakes` (but `in` is `in_`).

    Build:  pip install fajer       (once; python3 has to find it)
    Run:    python3 bot.py          (it waits for the referee's hello)
    Check:  fajer check bots/python-sdk
    Play:   fajer match bots/python-sdk greedy
"""

from fajer.bot import Bot, run

RANKS = "789XUOKA"
POINTS = {"7": 7, "8": 8, "9": 9, "X": 10, "U": 10, "O": 10, "K": 10, "A": 11}


def value(hand):
    """How good a hand is: its worth, the rank of three of a rank, the most points in one suit."""
    ranks = [card[0] for card in hand]
    suits = dict.fromkeys((card[1] for card in hand), 0)
    for rank, suit in hand:
        suits[suit] += POINTS[rank]
    best = max(suits.values())
    if len(set(ranks)) == 1:
        return (33, 0, best) if ranks[0] == "A" else (30.5, RANKS.index(ranks[0]), best)
    if ranks.count("A") == 2:
        return (22, 0, best)
    # 21 is an ace and a ten of its suit; anything above takes three cards of a suit.
    return (best if best >= 21 else 0, 0, best)


def after(action, hand, common):
    """The hand that an action leaves."""
    word, *cards = action.split()
    if word == "take":
        return common
    if word == "swap":
        own, other = cards
        return [other if card == own else card for card in hand]
    return hand


class Greedy(Bot):
    name = "python-sdk"

    def act(self, view, legal):
        """The exchange that leaves the best hand; if none is better than this one, lay, or go."""
        if view.phase == "open":
            return "put" if "put" in legal and view.worth < 21 else "keep"
        best = max(legal, key=lambda action: value(after(action, view.hand, view.common)))
        if value(after(best, view.hand, view.common)) <= value(view.hand):
            for action in ("lay", "go"):
                if action in legal:
                    return action
        return best


if __name__ == "__main__":
    run(Greedy())
