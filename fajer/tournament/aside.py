"""Setting bots aside: by the games in the order of the plan, in whatever order they are played.

A game counts when all games before it in the plan (by table, then by index) are in the store or will
never be played. A bot that forfeits its tenth game running is set aside there, and its games that lie
beyond, which other workers played ahead, are taken out again: how many games are played side by side,
where, and with what interruptions makes no difference.
"""

from collections.abc import Iterator

from fajer.match.streaks import RUNNING_FORFEITS, Streaks, told
from fajer.tournament.schema import Planned
from fajer.tournament.store import Store


class Aside:
    """Follows the plan as far as its games are there."""

    def __init__(self, store: Store) -> None:
        """Nothing is known until `begin`."""
        self._store = store
        self._gone: set[int] = set()
        """The bots that play no more: set aside, or replaced."""
        self._streaks = Streaks()
        self._tables = 0
        """How many tables the plan had when it was looked at last."""
        self._number = 0
        """The table that is counted now."""
        self._index = 0
        """Its next game."""
        self._there: dict[int, set[int]] | None = None
        """Its games that are in the store and have not been counted, each with the bots that forfeited it; None: not
        looked up."""

    def begin(self) -> dict[int, str]:
        """Count what is in the store; returns the bots that are set aside by that, with why.

        That are some only where an old version's games, which no longer come, were waited for.
        """
        store = self._store
        with store.together():
            self._gone = {bot.id for bot in store.bots() if bot.set_aside is not None or bot.replaced_by is not None}
            aside = {}
            while True:
                self._tables = len(store.numbers())
                ((self._number,),) = store.rows(_FIRST_WITH_A_GAP, self._tables)
                tenth = store.rows(_TENTH, self._number, RUNNING_FORFEITS)
                if not tenth:
                    break
                bot, table, game = tenth[0]
                aside[bot] = self._set_aside(bot, table, game)
            self._streaks = Streaks(dict(store.rows(_LAST_RUNNING, self._number)))
            self._index, self._there = 0, None
            return aside | self._follow()

    def added(self, table: Planned, game: int, lost: set[int]) -> dict[int, str]:
        """A game was put into the store, which these bots forfeited; returns the bots that are set aside now, with why.

        Call it in the transaction that puts the game there.
        """
        if table.number == self._number and self._there is not None:
            self._there[game] = lost
        if table.number >= self._tables:  # a round of a ladder was laid
            self._tables = len(self._store.numbers())
        return self._follow()

    def _follow(self) -> dict[int, str]:
        """Count the games that are next in the plan, as far as they are there."""
        aside: dict[int, str] = {}
        while self._number < self._tables:
            table = self._store.table(self._number)
            for game, lost in self._next_games(table):
                for bot in self._streaks.passed(table.bots, lost):
                    if bot not in self._gone:
                        aside[bot] = self._set_aside(bot, table.number, game)
            if self._index < table.match.games and self._gone.isdisjoint(table.bots):
                break
            self._number, self._index, self._there = self._number + 1, 0, None
        return aside

    def _next_games(self, table: Planned) -> Iterator[tuple[int, set[int]]]:
        """The games of the table up to the next that is waited for, each with the bots that forfeited it."""
        if self._there is None:
            self._there = self._store.forfeits(table.number)
        there = self._there
        while self._index < table.match.games:
            if self._index in there:
                yield self._index, there.pop(self._index)
            elif self._gone.isdisjoint(table.bots):
                return
            self._index += 1

    def _set_aside(self, bot: int, number: int, game: int) -> str:
        """Set a bot aside at this game; returns why."""
        store = self._store
        table = store.table(number)
        last = store.game(number, game)
        why = f"it {told(last, table.bots.index(bot), table.match.on_fault, f' of table {number}')}"
        store.set_aside(bot, why)
        store.take_out_beyond(bot, number, game)
        self._gone.add(bot)
        if self._there is not None:
            self._there.clear()  # it sits at the table that is counted now
        return why


_FIRST_WITH_A_GAP = """
SELECT coalesce(min(number), ?) FROM tables
WHERE number NOT IN (
    SELECT table_number FROM seat_at JOIN bot ON bot.id = seat_at.bot
    WHERE set_aside IS NOT NULL OR replaced_by IS NOT NULL)
AND (SELECT games FROM tournament) > (SELECT count(*) FROM game WHERE table_number = number)"""
"""The first table at which games are waited for; the number after the last one if there is none."""

_COUNTED = """
WITH counted AS (
    SELECT bot, table_number, game_index, forfeited,
           sum(NOT forfeited) OVER (PARTITION BY bot ORDER BY table_number, game_index) AS kept
    FROM result
    WHERE table_number < ? AND bot IN (
        SELECT bot FROM fault JOIN bot ON bot.id = bot
        WHERE forfeited AND set_aside IS NULL AND replaced_by IS NULL))
"""
"""Before a table, the games of the bots that play and have forfeited, each with how many the bot had not by then."""

_TENTH = f"""{_COUNTED}
SELECT bot, table_number, game_index
FROM (SELECT *, row_number() OVER (PARTITION BY bot, kept ORDER BY table_number, game_index) AS running
      FROM counted WHERE forfeited)
WHERE running = ? ORDER BY table_number, game_index LIMIT 1"""  # noqa: S608
"""Before a table, the first game that is a bot's so many-th forfeit running."""

_LAST_RUNNING = f"""{_COUNTED}
SELECT bot, sum(forfeited)
FROM counted JOIN (SELECT bot, max(kept) AS kept FROM counted GROUP BY bot) USING (bot, kept)
GROUP BY bot"""  # noqa: S608
"""Before a table, by bot, how many forfeits are running."""
