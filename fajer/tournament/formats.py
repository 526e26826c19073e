"""Which bots sit at which table: every format but the ladder, which looks at results first."""

import math
import random
from collections.abc import Iterator, Sequence
from itertools import combinations

from fajer.errors import UsageError
from fajer.tournament.cup import Format

MOST_TABLES = 100_000
"""More tables than that are no plan but a mistake."""
_TRIES = 100_000
"""So many exchanges at most are tried to make a balanced plan more even."""
_TRIES_A_PLACE = 2_000
"""In small plans so many for each place at a table."""
_FREEDOM = 0.5
"""How much worse an exchange may make it at first, as the temperature of annealing."""

Seated = tuple[int, ...]
"""Who sits at a table, by number of bot, the lowest first."""


def tables(kind: Format, bots: Sequence[int], seats: int, *, count: int | None, seed: str) -> Iterator[Seated]:
    """The tables of a tournament of these bots, in order.

    `round-robin`: every table there is. `gauntlet`: the first bot against all combinations of
    the others. `balanced`: `count` tables in which each bot sits as often as any other, give or
    take one, and pairs meet as nearly equally often as the search finds; drawn from `seed`.
    `ladder`: none, its rounds come one by one. Raises `UsageError` for too many.
    """
    first, *others = bots
    if kind == "round-robin":
        _bound(math.comb(len(bots), seats))
        yield from combinations(sorted(bots), seats)
    elif kind == "gauntlet":
        _bound(math.comb(len(others), seats - 1))
        for rivals in combinations(others, seats - 1):
            yield tuple(sorted((first, *rivals)))
    elif kind == "balanced":
        assert count is not None
        _bound(count)
        yield from balanced(bots, seats, count, seed)


def more(
    kind: Format, new: Sequence[int], others: Sequence[int], seats: int, *, first: int, count: int, seed: str
) -> Iterator[Seated]:
    """The tables that bots bring when they come, together, to a tournament of `others`.

    `first` is the gauntlet's bot (one of the `new` if it takes that one's place), `count` how many
    tables a bot has in a balanced tournament; the new ones meet the others as equally often as can be.
    """
    if kind == "balanced":
        yield from _more_balanced(sorted(new), others, seats, count, seed)
        return
    there = list(others)
    for bot in sorted(new, key=lambda bot: (bot == first, bot)):  # the first brings tables against all others
        yield from _more_combined(kind, bot, there, seats, first)
        there.append(bot)


def _more_combined(kind: Format, new: int, others: Sequence[int], seats: int, first: int) -> Iterator[Seated]:
    """Every table of a bot that comes, in a round-robin or a gauntlet."""
    if kind == "round-robin" or (kind == "gauntlet" and new == first):
        _bound(math.comb(len(others), seats - 1))
        rivals: Iterator[Seated] = combinations(others, seats - 1)
    elif kind == "gauntlet" and first in others:
        rest = [bot for bot in others if bot != first]
        _bound(math.comb(len(rest), seats - 2))
        rivals = ((first, *more) for more in combinations(rest, seats - 2))
    else:
        rivals = iter(())
    return (tuple(sorted((new, *them))) for them in rivals)


def _more_balanced(new: Sequence[int], others: Sequence[int], seats: int, count: int, seed: str) -> Iterator[Seated]:
    """Tables with bots that come, at each of which one of them sits at least.

    One bot sits at `count` tables. Several have those that they would have if the tournament, as
    large as it was for each, began now with them and the others.
    """
    there = [*others, *new]
    if not new or len(there) < seats:
        return
    _bound(count * len(new))
    if len(new) == 1:
        for them in balanced(others, seats - 1, count, f"{seed}:{new[0]}"):
            yield tuple(sorted((*new, *them)))
        return
    names = ",".join(map(str, new))
    for table in balanced(there, seats, -(-count * len(there) // seats), f"{seed}:{names}"):
        if not set(new).isdisjoint(table):
            yield table


def balanced(bots: Sequence[int], seats: int, count: int, seed: str) -> Iterator[Seated]:
    """So many tables, as even as the search finds; all combinations as often as they fit in."""
    whole, rest = divmod(count, math.comb(len(bots), seats))
    for _ in range(whole):
        yield from combinations(sorted(bots), seats)
    for table in _Evenly(len(bots), seats, seed).tables(rest):
        yield tuple(sorted(bots[place] for place in table))


class _Evenly:
    """Chooses tables so that places are shared out evenly, then exchanges to even out meetings."""

    def __init__(self, bots: int, seats: int, seed: str) -> None:
        self._bots = bots
        self._seats = seats
        self._draw = random.Random(f"fajer-balanced/1:{seed}").random  # noqa: S311  (a plan, no secret)
        self._met = [[0] * bots for _ in range(bots)]

    def tables(self, count: int) -> list[list[int]]:
        """So many tables."""
        sat = [0] * self._bots
        chosen = [self._table(sat) for _ in range(count)]
        if count > 1:
            self._even_out(chosen)
        return chosen

    def _table(self, sat: list[int]) -> list[int]:
        """The next table: of those who sat least, each time who met the others there least."""
        table: list[int] = []
        for _ in range(self._seats):
            free = [bot for bot in range(self._bots) if bot not in table]
            least = min(sat[bot] for bot in free)
            keys = [
                (sum(self._met[bot][other] for other in table), self._draw(), bot) for bot in free if sat[bot] == least
            ]
            bot = min(keys)[2]
            for other in table:
                self._meet(bot, other, 1)
            table.append(bot)
        for bot in table:  # not before: nobody sits twice at one table
            sat[bot] += 1
        return table

    def _even_out(self, chosen: list[list[int]]) -> None:
        """Let bots change tables with each other: first freely, more and more only where it evens out meetings."""
        excess = self._excess(len(chosen))
        tries = min(_TRIES, _TRIES_A_PLACE * len(chosen) * self._seats)
        for done in range(tries):
            if excess == 0:
                return
            one, other = (chosen[int(self._draw() * len(chosen))] for _ in range(2))
            mine, theirs = (one[int(self._draw() * self._seats)], other[int(self._draw() * self._seats)])
            if mine in other or theirs in one:
                continue
            change = self._change(one, mine, other, theirs)
            freedom = _FREEDOM * (1 - done / tries)
            if change <= 0 or self._draw() < math.exp(-change / freedom):
                self._exchange(one, mine, other, theirs)
                excess += change

    def _excess(self, count: int) -> int:
        """By how much the sum of the squares of all meetings is above that of the most even ones."""
        pairs = math.comb(self._bots, 2)
        each, left = divmod(count * math.comb(self._seats, 2), pairs)
        best = left * (each + 1) ** 2 + (pairs - left) * each**2
        squares = sum(self._met[one][other] ** 2 for one, other in combinations(range(self._bots), 2))
        return squares - best

    def _change(self, one: list[int], mine: int, other: list[int], theirs: int) -> int:
        """What the exchange of two bots between their tables does to the sum of squares."""
        met, meets = self._met[mine], self._met[theirs]
        change = sum(meets[bot] - met[bot] + 1 for bot in one if bot != mine and bot not in other)
        change += sum(met[bot] - meets[bot] + 1 for bot in other if bot != theirs and bot not in one)
        return 2 * change

    def _exchange(self, one: list[int], mine: int, other: list[int], theirs: int) -> None:
        for table, goes, comes in ((one, mine, theirs), (other, theirs, mine)):
            table.remove(goes)
            for bot in table:
                self._meet(goes, bot, -1)
                self._meet(comes, bot, 1)
            table.append(comes)

    def _meet(self, one: int, other: int, times: int) -> None:
        self._met[one][other] += times
        self._met[other][one] += times


def _bound(count: int) -> None:
    if count > MOST_TABLES:
        raise UsageError(
            f'that would be {count:,} tables, and {MOST_TABLES:,} are the most: format = "balanced" plays as many '
            "as tables = … says"
        )
