"""Leduc poker, the smallest game that people measure with: a yardstick for the speed of rules.

Two players, six cards, two rounds of betting. Actions: 0 fold, 1 call, 2 raise.
"""

import random
import time
from collections.abc import Callable


class Leduc:
    """A game being played, plainly written."""

    __slots__ = ("ante", "cur", "deck", "done", "folded", "hist", "ncalls", "pub", "raises", "rnd", "stake")

    def __init__(self, rng: random.Random) -> None:
        deck = [0, 1, 2, 3, 4, 5]
        rng.shuffle(deck)
        self.deck = deck
        self.pub = -1
        self.ante = [1, 1]
        self.cur = 0
        self.rnd = 0
        self.raises = 0
        self.ncalls = 0
        self.stake = 1
        self.folded = -1
        self.done = False
        self.hist: list[int] = []

    def legal(self) -> tuple[int, ...]:
        """The legal actions."""
        if self.ante[self.cur] < self.stake:
            return (0, 1, 2) if self.raises < 2 else (0, 1)
        return (1, 2) if self.raises < 2 else (1,)

    def apply(self, action: int) -> None:
        """Act; raises `ValueError` if it is not legal."""
        if action not in self.legal():
            raise ValueError(action)
        cur = self.cur
        self.hist.append(action)
        if action == 0:
            self.folded = cur
            self.done = True
            return
        if action == 1:
            self.ante[cur] = self.stake
            self.ncalls += 1
            if self.ncalls == 2:
                if self.rnd == 1:
                    self.done = True
                else:
                    self.rnd = 1
                    self.pub = self.deck[2]
                    self.raises = 0
                    self.ncalls = 0
                    self.cur = 0
                return
        else:
            self.stake += 2 if self.rnd == 0 else 4
            self.ante[cur] = self.stake
            self.raises += 1
            self.ncalls = 1
        self.cur = 1 - cur

    def returns(self) -> tuple[int, int]:
        """What each player wins."""
        ante = self.ante
        if self.folded >= 0:
            winner = 1 - self.folded
        else:
            first, second, public = self.deck[0] >> 1, self.deck[1] >> 1, self.deck[2] >> 1
            strong = 100 if first == public else first
            other = 100 if second == public else second
            if strong == other:
                return (0, 0)
            winner = 0 if strong > other else 1
        lost = ante[1 - winner]
        return (lost, -lost) if winner == 0 else (-lost, lost)


def episode(rng: random.Random, draw: Callable[[], float]) -> int:
    """Play one game at random; returns how many decisions it had."""
    game = Leduc(rng)
    decisions = 0
    while not game.done:
        legal = game.legal()
        game.apply(legal[int(draw() * len(legal))])
        decisions += 1
    game.returns()
    return decisions


def reference() -> float:
    """Decisions a second of Leduc poker."""
    rng = random.Random(1)  # noqa: S311
    decisions = 0
    began = time.perf_counter()
    for _ in range(20_000):
        decisions += episode(rng, rng.random)
    return decisions / (time.perf_counter() - began)
