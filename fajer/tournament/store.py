"""The store of a tournament: one SQLite file with the plan, every finished game, and nothing computed from them.

One connection writes. A game is there whole or not at all; the standings are always computed from the games.
"""

import contextlib
import sqlite3
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import msgspec

from fajer import games
from fajer.errors import StoreError
from fajer.records.files import encoded, game_decoder
from fajer.records.record import End, Game, Match
from fajer.tournament import connection as file
from fajer.tournament import rows as of_game
from fajer.tournament.connection import begun, said
from fajer.tournament.schema import APPLICATION, TABLES, VERSION, Entered, Planned, Setting, insertion, row

__all__ = ["Store", "begun"]

_LEFT = """
SELECT number, (SELECT games FROM tournament) - (SELECT count(*) FROM game WHERE table_number = number)
FROM tables WHERE number NOT IN (
    SELECT table_number FROM seat_at JOIN bot ON bot.id = seat_at.bot
    WHERE set_aside IS NOT NULL OR replaced_by IS NOT NULL)
ORDER BY number"""
"""How many games are still to be played at each table where every bot plays, in its newest version."""

_WITHOUT_GAP = """
SELECT count(*) FROM (SELECT game_index, row_number() OVER (ORDER BY game_index) - 1 AS place
                      FROM game WHERE table_number = ?)
WHERE game_index = place"""
"""The games of a table before the first gap: from there on each is further back than its place."""


class Store(contextlib.AbstractContextManager["Store"]):
    """An open store. Close it, or use it in a `with`."""

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: file.Lock | None) -> None:
        """See `created` and `opened`."""
        self.path = path
        self._connection = connection
        self._lock = lock
        self._tables: dict[int, Planned] = {}
        self._thought: dict[int, list[int]] = defaultdict(list)
        self._setting: Setting | None = None

    @classmethod
    def created(cls, path: Path, setting: Setting, bots: Sequence[Entered], tables: Iterable[Planned]) -> Self:
        """A new store with its plan, open for writing.

        Raises `StoreError` if there is one already or it cannot be written; then nothing is left behind.
        """
        lock = file.Lock(path)
        fresh = not path.exists()
        try:
            if begun(path):
                raise StoreError(f"{path} holds a tournament already")
            store = cls(path, file.new(path), lock)
        except BaseException:
            if fresh:
                file.remove(path)
            lock.release()
            raise
        try:
            with store.together():
                store._connection.execute(f"PRAGMA application_id = {APPLICATION}")
                store._connection.execute(f"PRAGMA user_version = {VERSION}")
                for statement in TABLES.split(";"):
                    store._connection.execute(statement)
                values = {"id": 1} | row(setting)
                store._connection.execute(insertion("tournament", values), values)
                store.enter(bots)
                store.lay(tables)
        except BaseException:
            store._connection.close()
            file.remove(path)  # before another run may make its own
            lock.release()
            raise
        return store

    @classmethod
    def opened(cls, path: Path, *, write: bool) -> Self:
        """A store that is there. To write takes the lock that one at a time can have.

        Raises `StoreError` for what is no store, a newer one, or one that another run writes to.
        """
        lock = file.Lock(path) if write and path.exists() else None
        try:
            return cls(path, file.existing(path, write=write), lock)
        except BaseException:
            if lock is not None:
                lock.release()
            raise

    def close(self) -> None:
        """Let the file go."""
        self._connection.close()
        if self._lock is None:
            file.tidy(self.path)
        else:
            self._lock.release()
            self._lock = None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # Reading

    def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """What a SELECT gives."""
        with said(self.path):
            return self._connection.execute(query, values).fetchall()

    @contextlib.contextmanager
    def snapshot(self) -> Iterator[None]:
        """All that is read meanwhile is of one moment; temporary tables that are made go at the end."""
        with said(self.path):
            self._connection.execute("SAVEPOINT snapshot")
            try:
                yield
            finally:
                self._connection.execute("ROLLBACK TO snapshot")
                self._connection.execute("RELEASE snapshot")

    @property
    def setting(self) -> Setting:
        """What is the same for the whole tournament."""
        if self._setting is None:
            (values,) = self._structs("SELECT * FROM tournament")
            del values["id"]
            values |= {name: msgspec.json.decode(values[name]) for name in ("rules", "limits")}
            self._setting = self._made(Setting, values)
        return self._setting

    def bots(self) -> list[Entered]:
        """Every bot in every version, in the order in which they came."""
        rows = self._structs("SELECT * FROM bot ORDER BY id")
        return [self._made(Entered, values | {"batch": bool(values["batch"])}) for values in rows]

    def table(self, number: int) -> Planned:
        """A table of the plan; raises `StoreError` if there is none of that number."""
        if number not in self._tables:
            found = self.rows("SELECT round, match FROM tables WHERE number = ?", number)
            if not found:
                raise StoreError(f"{self.path}: there is no table {number}")
            bots = self.rows("SELECT bot FROM seat_at WHERE table_number = ? ORDER BY number", number)
            match = self._made(Match, msgspec.json.decode(found[0][1]))
            planned = Planned(number=number, round=found[0][0], match=match, bots=tuple(bot for (bot,) in bots))
            self._tables[number] = planned
        return self._tables[number]

    def numbers(self) -> range:
        """The tables' numbers."""
        ((count,),) = self.rows("SELECT count(*) FROM tables")
        return range(count)

    def jobs(self) -> list[Planned]:
        """The tables at which games are still to be played: every bot there plays, in its newest version."""
        return [self.table(number) for number, left in self.rows(_LEFT) if left]

    def count(self) -> int:
        """How many games are there."""
        ((count,),) = self.rows("SELECT count(*) FROM game")
        return int(count)

    def left(self) -> int:
        """How many games are still to be played, at the tables of `jobs`."""
        return sum(left for _, left in self.rows(_LEFT))

    def known(self, table: int) -> dict[int, str]:
        """The games of a table that are there, by index, with the digest that each has when it is played again."""
        return dict(self.rows("SELECT game_index, coalesce(again, digest) FROM game WHERE table_number = ?", table))

    def forfeits(self, table: int) -> dict[int, set[int]]:
        """The games of a table that are there, by index, with the bots that forfeited each."""
        found: dict[int, set[int]] = {index: set() for index in self.known(table)}
        for index, bot in self.rows("SELECT game_index, bot FROM result WHERE table_number = ? AND forfeited", table):
            found[index].add(bot)
        return found

    def game(self, table: int, index: int) -> Game[Any]:
        """A game that is there."""
        ((packed,),) = self.rows("SELECT record FROM game WHERE table_number = ? AND game_index = ?", table, index)
        game: Game[Any] = game_decoder(games.game(self.setting.game)).decode(zlib.decompress(packed))
        return game

    def records(self, table: int) -> Iterator[bytes]:
        """A file of records: the lines of the match, its games in order, its end if it is complete.

        A game after one that is still to be played is not among them: no file of records has gaps.
        """
        planned = self.table(table)
        yield encoded(planned.match)
        count = 0
        with said(self.path):
            found = self._connection.execute(
                "SELECT game_index, record FROM game WHERE table_number = ? ORDER BY game_index", (table,)
            )
            for index, packed in found:
                if index != count:
                    return
                yield zlib.decompress(packed)
                count += 1
        if count == planned.match.games:
            used = self.rows("SELECT off_turn_us FROM seat_at WHERE table_number = ? ORDER BY number", table)
            off_turn = [us for (us,) in used]
            yield encoded(End(count, off_turn if any(off_turn) else []))

    def recorded(self, table: int) -> int:
        """How many games `records` gives: those before the first one that is still to be played."""
        ((count,),) = self.rows(_WITHOUT_GAP, table)
        return int(count)

    # Writing

    @contextlib.contextmanager
    def together(self) -> Iterator[None]:
        """All that is written meanwhile is there together or, after an error, not at all."""
        if self._connection.in_transaction:
            yield
            return
        with said(self.path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._count_thought()
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:  # some errors of SQLite have ended it already
                    self._connection.execute("ROLLBACK")
                raise
            finally:
                self._thought.clear()

    def add(self, table: int, game: Game[Any], line: bytes) -> bool:
        """Put in a finished game; False if it is there already: then that one stands.

        `line` is the game as `fajer.records.files.encoded` writes it. Outside of `together` this is
        a transaction of its own, and on the disk when it returns.
        """
        planned = self.table(table)
        made = of_game.rows(planned, game, line)
        with self.together():
            if not self._connection.execute(of_game.GAME, made.game).rowcount:
                return False
            self._connection.executemany(of_game.RESULT, made.results)
            if made.faults:
                self._connection.executemany(of_game.FAULT, made.faults)
            for number, times in zip(game.seats, made.thought, strict=True):
                self._thought[planned.bots[number]] += times
        return True

    def add_off_turn(self, table: int, used_us: Sequence[int]) -> None:
        """Add to the processor time that the bots of a table, by number, used while it was not their turn."""
        with self.together():
            self._connection.executemany(
                "UPDATE seat_at SET off_turn_us = off_turn_us + ? WHERE table_number = ? AND number = ?",
                [(us, table, number) for number, us in enumerate(used_us) if us],
            )

    def enter(self, bots: Iterable[Entered]) -> None:
        """Put in bots. One that takes the place of another comes after that is `replaced`."""
        with self.together():
            for bot in bots:
                self._connection.execute(insertion("bot", bot.__struct_fields__), row(bot))

    def replace(self, old: int, new: Entered) -> None:
        """Put in a bot in a new version; the old one keeps its games and plays no more."""
        with self.together():
            self._connection.execute("PRAGMA defer_foreign_keys = ON")  # the new one is not there yet
            self._connection.execute("UPDATE bot SET replaced_by = ? WHERE id = ?", (new.id, old))
            self.enter([new])

    def lay(self, tables: Iterable[Planned]) -> None:
        """Add tables to the plan."""
        with self.together():
            for table in tables:
                line = msgspec.json.encode(table.match).decode()
                self._connection.execute(
                    "INSERT INTO tables (number, round, seed, match) VALUES (?, ?, ?, ?)",
                    (table.number, table.round, table.match.seed, line),
                )
                self._connection.executemany(
                    "INSERT INTO seat_at (table_number, number, bot) VALUES (?, ?, ?)",
                    [(table.number, number, bot) for number, bot in enumerate(table.bots)],
                )

    def set_aside(self, bot: int, why: str) -> None:
        """Let a bot play no more; its games stand."""
        with self.together():
            self._connection.execute("UPDATE bot SET set_aside = ? WHERE id = ?", (why, bot))

    def take_out_beyond(self, bot: int, table: int, index: int) -> None:
        """Take out a bot's games that come after this one in the plan, as if they had not been played."""
        with self.together():
            found = self.rows(of_game.BEYOND, bot, table, index)
            thought: dict[int, list[int]] = defaultdict(list)
            for number, game in found:
                one, bots = self.game(number, game), self.table(number).bots
                for place, times in zip(one.seats, of_game.times(one), strict=True):
                    thought[bots[place]] += times
            self._count_thought()
            self._connection.executemany(of_game.THINKING, of_game.histogram(thought, -1))
            self._connection.execute("DELETE FROM thinking WHERE decisions = 0")
            for name in ("fault", "result", "game"):
                self._connection.executemany(of_game.removal(name), found)

    def _count_thought(self) -> None:
        """Add up what the bots thought in the games that were put in."""
        self._connection.executemany(of_game.THINKING, of_game.histogram(self._thought))
        self._thought.clear()

    def _structs(self, query: str) -> list[dict[str, Any]]:
        """Rows by name of their columns."""
        with said(self.path):
            cursor = self._connection.execute(query)
            names = [column[0] for column in cursor.description]
            return [dict(zip(names, values, strict=True)) for values in cursor]

    def _made(self, kind: type[Any], values: Any) -> Any:
        """What was stored, as it was."""
        try:
            return msgspec.convert(values, kind)
        except (msgspec.MsgspecError, ValueError) as error:
            raise StoreError(f"{self.path} is damaged: {error}") from None
