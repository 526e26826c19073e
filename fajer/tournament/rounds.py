"""The rounds of a ladder: when one is over the next one is laid, from the games so far alone."""

import random
from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from fajer.tournament import plan
from fajer.tournament.cup import parsed
from fajer.tournament.schema import Setting
from fajer.tournament.spread import SETTLED
from fajer.tournament.store import Store

if TYPE_CHECKING:
    from fajer.tournament.ladder import Ladder


class Rounds:
    """The rounds of a ladder while it is played; of another format there are none."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._ladder: Ladder | None = None
        self._followed = 0
        """The ladder has followed the games at so many tables."""

    def lay_next(self) -> bool:
        """Lay the tables of the next round; False if there is none.

        The games are taken in the order of the plan, so that a ladder that was interrupted, or played
        at several tables side by side, goes on as any other. When all rounds are over, a bot that came
        later sits at a table more each time until it has sat at as many as there were rounds.
        """
        store, setting = self._store, self._store.setting
        if setting.format != "ladder":
            return False
        from fajer.tournament.ladder import next_tables

        turn = _laid(store)
        playing = _playing(store)
        ladder = self._up_to_now()
        if turn < (setting.rounds or 0):
            tables = _tables(setting, len(playing))
            chosen = next_tables(ladder, playing, seats=setting.seats, tables=tables, seed=setting.seed, turn=turn)
        elif len(playing) >= setting.seats:
            chosen = [_around(bot, playing, ladder, setting, turn) for bot, left in _late(store).items() if left]
        else:
            chosen = []
        if chosen:
            plan.lay(store, chosen, turn)
        return bool(chosen)

    def _up_to_now(self) -> "Ladder":
        """The ladder after all games; those of rounds that are over do not change any more."""
        from fajer.tournament.ladder import Ladder

        if self._ladder is None:
            self._ladder = Ladder()
        for _, rows in groupby(self._store.rows(_PLACES, self._followed), key=lambda row: row[:2]):
            bots, places = zip(*(row[2:] for row in rows), strict=True)
            self._ladder.game(bots, places)
        self._followed = len(self._store.numbers())
        return self._ladder


def to_come(store: Store) -> int:
    """How many games the rounds have that are not laid yet."""
    setting = store.setting
    bots = len(_playing(store))
    if setting.format != "ladder" or bots < setting.seats:
        return 0
    rounds = max(0, (setting.rounds or 0) - _laid(store))
    late = sum(max(0, left - rounds) for left in _late(store).values())
    return (rounds * _tables(setting, bots) + late) * setting.games


_PLACES = """SELECT table_number, game_index, bot, place FROM result WHERE table_number >= ?
             ORDER BY table_number, game_index, seat"""
"""Who came where in each game from a table on, in the order of the plan."""


def _laid(store: Store) -> int:
    """How many rounds were laid."""
    ((laid,),) = store.rows("SELECT coalesce(max(round) + 1, 0) FROM tables")
    return int(laid)


def _playing(store: Store) -> list[int]:
    return [bot.id for bot in store.bots() if bot.set_aside is None and bot.replaced_by is None]


def _late(store: Store) -> dict[int, int]:
    """Of the bots that came later, at how many tables each is still to sit."""
    setting = store.setting
    first = len(parsed(setting.cup, store.path).bots)
    sat = dict(store.rows("SELECT bot, count(*) FROM seat_at GROUP BY bot"))
    return {bot: max(0, (setting.rounds or 0) - sat.get(bot, 0)) for bot in _playing(store) if bot >= first}


def _around(bot: int, playing: Sequence[int], ladder: "Ladder", setting: Setting, turn: int) -> tuple[int, ...]:
    """A table for a bot: with those from whose games with it, and with each other, most is to be learnt."""
    others = [other for other in playing if other != bot]
    random.Random(f"fajer-ladder/1:{setting.seed}:{turn}:{bot}").shuffle(others)  # noqa: S311  (a plan, no secret)
    table = [bot]
    while len(table) < setting.seats:
        left = [other for other in others if other not in table]
        gains = [round(sum(ladder.gain(*sorted((one, other))) for one in table), SETTLED) for other in left]
        table.append(left[gains.index(max(gains))])
    return tuple(sorted(table))


def _tables(setting: Setting, bots: int) -> int:
    """Tables in a round; where the file does not say, as many as it takes for each bot to sit at one."""
    return setting.tables or -(-bots // setting.seats)
