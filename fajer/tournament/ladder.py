"""A ladder: ratings that follow the games, and the tables of the next round, where most is to be learnt.

The ratings are those of openskill's Plackett-Luce model: a mean and an uncertainty a bot, moved game
by game. They choose tables and nothing else; how strong a bot is says `fajer.tournament.ratings`.
"""

import random
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from fajer.errors import UsageError
from fajer.tournament.spread import SETTLED


def check_installed() -> None:
    """Raises `UsageError` if openskill is not installed."""
    try:
        import openskill.models  # noqa: F401
    except ImportError:
        raise UsageError("a ladder needs openskill: pip install 'fajer[tournament]'") from None


class Rating(NamedTuple):
    """What the ladder thinks of a bot."""

    mu: float
    """How strong it is; a new bot has 25."""
    sigma: float
    """How uncertain that is; a new bot has 25/3."""


class Ladder:
    """The ratings of bots, by their number; one that has not played is a new one."""

    def __init__(self) -> None:
        """Raises `UsageError` if openskill is not installed."""
        check_installed()
        from openskill.models import PlackettLuce

        self._model: Any = PlackettLuce()
        self._ratings: dict[int, Any] = {}

    def game(self, bots: Sequence[int], places: Sequence[int]) -> None:
        """Follow a game: who played, and their places, 1 the best; equal places are a tie.

        The order of the games matters: give those of a round by table and index.
        """
        teams = self._model.rate([[self._known(bot)] for bot in bots], ranks=[float(place) for place in places])
        for bot, (rated,) in zip(bots, teams, strict=True):
            self._ratings[bot] = rated

    def rating(self, bot: int) -> Rating:
        """What is thought of a bot now."""
        known = self._known(bot)
        return Rating(known.mu, known.sigma)

    def gain(self, bot: int, other: int) -> float:
        """How much is to be learnt of two bots from a game: what the result says, p(1 - p) with p the
        chance that one wins, times what is not known yet, their squared uncertainties."""
        one, two = self._known(bot), self._known(other)
        chance: float = self._model.predict_win([[one], [two]])[0]
        unknown: float = one.sigma**2 + two.sigma**2
        return chance * (1 - chance) * unknown

    def _known(self, bot: int) -> Any:
        return self._ratings.get(bot) or self._model.rating()


def next_tables(
    ladder: Ladder, bots: Iterable[int], *, seats: int, tables: int, seed: str, turn: int
) -> list[tuple[int, ...]]:
    """The tables of round `turn`, each by its bots, the lowest number first.

    In a round nobody sits twice while another one has not sat. A table begins with the most
    uncertain bot; then comes each time the one from whose games with those there most is to be
    learnt, less with each time that they meet in this round. Where that is equal the lot
    decides, drawn from `seed` and `turn`. With more seats than bots there are no tables.
    """
    drawn = sorted(bots)
    random.Random(f"fajer-ladder/1:{seed}:{turn}").shuffle(drawn)  # noqa: S311  (a plan, no secret)
    if len(drawn) < seats:
        return []
    choice = _Round(ladder, drawn)
    return [choice.table(seats) for _ in range(tables)]


class _Round:
    """Chooses the tables of a round, one after another."""

    def __init__(self, ladder: Ladder, drawn: Sequence[int]) -> None:
        self._drawn = drawn
        self._sat = dict.fromkeys(drawn, 0)
        self._met = {frozenset(pair): 0 for pair in combinations(drawn, 2)}
        self._gain = {pair: ladder.gain(*sorted(pair)) for pair in self._met}
        self._uncertain = {bot: ladder.rating(bot).sigma for bot in drawn}

    def table(self, seats: int) -> tuple[int, ...]:
        """The next table."""
        table: list[int] = []
        while len(table) < seats:
            left = [bot for bot in self._drawn if bot not in table]
            least = min(self._sat[bot] for bot in left)
            worth = {bot: round(self._worth(bot, table), SETTLED) for bot in left if self._sat[bot] == least}
            table.append(max(worth, key=worth.__getitem__))  # of equal ones the first drawn
        for bot in table:
            self._sat[bot] += 1
        for pair in combinations(table, 2):
            self._met[frozenset(pair)] += 1
        return tuple(sorted(table))

    def _worth(self, bot: int, table: Sequence[int]) -> float:
        """How much is to be learnt if it sits down here."""
        if not table:
            return self._uncertain[bot]
        pairs = [frozenset((bot, other)) for other in table]
        return sum(self._gain[pair] / (1 + self._met[pair]) for pair in pairs)
