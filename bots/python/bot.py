"""A player of Fájer and of draw poker in Python, with the standard library only.

It speaks the protocol itself, one JSON object a line. bots/python-sdk is a player with the
package installed, which does that part.

    Run:    python3 bot.py          (nothing to build; it waits for the referee's hello)
    Check:  fajer check bots/python
    Play:   fajer match bots/python greedy
            fajer match --game poker bots/python greedy
"""

import json
import math
import sys

# Fájer, greedily

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
    hand, common = view["hand"], view["common"]
    if view["phase"] == "open":
        return "put" if "put" in legal and value(hand)[0] < 21 else "keep"
    best = max(legal, key=lambda action: value(after(action, hand, common)))
    if value(after(best, hand, common)) <= value(hand):
        for action in ("lay", "go"):
            if action in legal:
                return action
    return best


# Draw poker: bets on good hands, pays for fair ones, and draws to what it holds

HIGH_CARD, PAIR, TWO_PAIRS, STRAIGHT, FLUSH = 0, 1, 2, 4, 5


def poker(view, legal):
    """The boldest action that the hand is good enough for; the first is right with any."""
    kind, rank = view["strength"][:2]
    if "draw *" in legal:
        return " ".join(["draw", *laid_aside(view["hand"], kind)])
    good = 16 * kind + rank  # the rank, of the pair or so, is 2 to 14
    price = 24 * view["to_call"] // max(view["pot"], 1)
    needed = {"call": 16 * PAIR + 4 + price, "bet": 16 * PAIR + 6, "raise": 16 * TWO_PAIRS + price}
    chosen = legal[0]
    for action in legal:
        if good >= needed.get(action.split()[0], math.inf):
            chosen = action
    word, _, amounts = chosen.partition(" ")
    if word not in ("bet", "raise"):
        return chosen
    # "bet 2..40" is any amount from 2 to 40, "bet 5" only this one. A third of the pot, or near it.
    least, _, most = amounts.partition("..")
    return f"{word} {max(int(least), min(int(most or least), view['pot'] // 3))}"


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


def send(message):
    print(json.dumps(message), flush=True)


def main():
    for line in sys.stdin.buffer:
        message = json.loads(line)
        if message["type"] == "hello":
            send({"type": "hello", "protocol": 1, "name": "python"})
        elif message["type"] == "act":
            # Only poker tells a hand's strength. The message "start" would say the game's name, too.
            choose = poker if "strength" in message["view"] else fajer
            action = choose(message["view"], message["legal"])
            send({"type": "act", "id": message["id"], "action": action})
        elif message["type"] == "bye":
            break
        # "start" and "end" need no answer, nor does anything that later versions may send.


if __name__ == "__main__":
    main()
