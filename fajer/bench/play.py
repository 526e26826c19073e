"""Random play of a game by its rules alone."""

import random
import time
from typing import Any

from fajer.games.api import Game

SEATS = 3
"""So many play in every measurement."""


def random_play(rules: Game, options: Any, seconds: float) -> float:
    """Decisions a second with `legal` and `apply`, dealing and shuffling included."""
    draw = random.Random(1).random  # noqa: S311
    decisions = games = 0
    began = time.perf_counter()
    while (taken := time.perf_counter() - began) < seconds:
        state = rules.start(options, SEATS, str(games))
        while state.turn >= 0:
            legal = state.legal()
            state.apply(legal[int(draw() * len(legal))])
            decisions += 1
        games += 1
    return decisions / taken
