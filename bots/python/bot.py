"""A greedy Fájer player in Python, with the standard library only.

It speaks the protocol itself, one JSON object a line. bots/python-sdk is the same player with
the package installed, which does that part.

    Run:    python3 bot.py          (nothing to build; it waits for the referee's hello)
    Check:  fajer check bots/python
    Play:   fajer match bots/python greedy
"""

import json
import sys

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


def choose(view, legal):
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


def send(message):
    print(json.dumps(message), flush=True)


def main():
    for line in sys.stdin.buffer:
        message = json.loads(line)
        if message["type"] == "hello":
            send({"type": "hello", "protocol": 1, "name": "python"})
        elif message["type"] == "act":
            action = choose(message["view"], message["legal"])
            send({"type": "act", "id": message["id"], "action": action})
        elif message["type"] == "bye":
            break
        # "start" and "end" need no answer, nor does anything that later versions may send.


if __name__ == "__main__":
    main()
