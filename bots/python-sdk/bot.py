"""A player of Fájer and of draw poker in Python, with the fajer package.

`run` speaks the protocol; `act` is asked for each decision. The view has the names of the
wire, `view.hand`, `view.common_worth`, `view.seats[0].stakes` (but `in` is `in_`).

    Build:  pip install fajer       (once; python3 has to find it)
    Run:    python3 bot.py          (it waits for the referee's hello)
    Check:  fajer check bots/python-sdk
    Play:   fajer match bots/python-sdk greedy
"""

import math

from fajer.bot import Bot, amounts, run

# Fájer: the exchange that leaves the best hand

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


def fajer(view, legal):
    """The exchange that leaves the best hand; if none is better than this one, lay, or go."""
    if view.phase == "open":
        return "put" if "put" in legal and view.worth < 21 else "keep"
    best = max(legal, key=lambda action: value(after(action, view.hand, view.common)))
    if value(after(best, view.hand, view.common)) <= value(view.hand):
        for action in ("lay", "go"):
            if action in legal:
                return action
    return best


# Draw poker: bets on good hands, pays for fair ones, and draws to what it holds

HIGH_CARD, PAIR, TWO_PAIRS, STRAIGHT, FLUSH = 0, 1, 2, 4, 5


def poker(view, legal):
    """The boldest action that the hand is good enough for; the first is right with any."""
    kind, rank = view.strength[:2]
    if "draw *" in legal:
        return " ".join(["draw", *laid_aside(view.hand, kind)])
    good = 16 * kind + rank  # the rank, of the pair or so, is 2 to 14
    price = 24 * view.to_call // max(view.pot, 1)
    needed = {"call": 16 * PAIR + 4 + price, "bet": 16 * PAIR + 6, "raise": 16 * TWO_PAIRS + price}
    words = [action.split()[0] for action in legal]
    chosen = [word for word in words if good >= needed.get(word, math.inf)]
    word = chosen[-1] if chosen else words[0]
    possible = amounts(legal, word)  # all N of "bet N" or "raise N"; a third of the pot, or near it
    return f"{word} {max(possible[0], min(possible[-1], view.pot // 3))}" if possible else word


def laid_aside(hand, kind):
    """What a hand of this kind can do without.

    Of no kind it keeps four of a suit, four in a row, three of a suit (by the house's rules four
    are a flush), or else the two highest cards.
    """
    rank = {card: "23456789TJQKA".index(card[0]) for card in hand}
    ranks = sorted(rank.values())
    suits = [card[1] for card in hand]
    longest = max(suits, key=suits.count)
    off_suit = [card for card in hand if card[1] != longest]
    if kind == FLUSH:
        return off_suit
    if kind >= STRAIGHT:
        return []
    if kind > HIGH_CARD:
        return [card for card in hand if ranks.count(rank[card]) == 1]
    if len(off_suit) == 1:
        return off_suit
    for four, apart in ((ranks[:4], ranks[4]), (ranks[1:], ranks[0])):
        if four[3] - four[0] == 3:
            return [card for card in hand if rank[card] == apart]
    if len(off_suit) == 2:
        return off_suit
    return [card for card in hand if rank[card] < ranks[3]]


class Copied(Bot):
    name = "python-sdk"

    def act(self, view, legal):
        return poker(view, legal) if self.game.game == "poker" else fajer(view, legal)


if __name__ == "__main__":
    run(Copied())
