"""The tables of the store, and what they are made from. `docs/tournament.md` explains each column."""

from typing import Any, Literal

import msgspec
from msgspec import Struct

from fajer.records.record import Isolation, Limits, Match, OnFault, Seating
from fajer.tournament.cup import Format

VERSION = 1
"""The version of the schema written here, and the newest that can be read: SQLite's `user_version`."""
APPLICATION = 0x46616A65
"""SQLite's `application_id`: `Faje`."""

TABLES = """
CREATE TABLE tournament (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    name TEXT NOT NULL,
    seed TEXT NOT NULL,
    format TEXT NOT NULL,
    game TEXT NOT NULL,
    preset TEXT NOT NULL,
    rules TEXT NOT NULL,
    limits TEXT NOT NULL,
    seats INTEGER NOT NULL,
    games INTEGER NOT NULL,
    set_size INTEGER NOT NULL,
    seating TEXT NOT NULL,
    block INTEGER NOT NULL,
    tables INTEGER,
    rounds INTEGER,
    on_fault TEXT NOT NULL,
    isolation TEXT NOT NULL,
    cup TEXT NOT NULL,
    created TEXT NOT NULL,
    fajer TEXT NOT NULL
) STRICT;
CREATE TABLE bot (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    given TEXT,
    version TEXT,
    spec TEXT NOT NULL,
    sha256 TEXT,
    encoding TEXT,
    batch INTEGER NOT NULL,
    entered TEXT NOT NULL,
    set_aside TEXT,
    replaced_by INTEGER REFERENCES bot (id)
) STRICT;
CREATE UNIQUE INDEX bot_name ON bot (name) WHERE replaced_by IS NULL;
CREATE TABLE tables (
    number INTEGER PRIMARY KEY,
    round INTEGER,
    seed TEXT NOT NULL,
    match TEXT NOT NULL
) STRICT;
CREATE TABLE seat_at (
    table_number INTEGER NOT NULL REFERENCES tables (number),
    number INTEGER NOT NULL,
    bot INTEGER NOT NULL REFERENCES bot (id),
    off_turn_us INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (table_number, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX seat_at_bot ON seat_at (bot);
CREATE TABLE game (
    table_number INTEGER NOT NULL REFERENCES tables (number),
    game_index INTEGER NOT NULL,
    set_number INTEGER NOT NULL,
    seating INTEGER NOT NULL,
    drawn INTEGER NOT NULL,
    digest TEXT NOT NULL,
    again TEXT,
    record BLOB NOT NULL,
    PRIMARY KEY (table_number, game_index)
) STRICT;
CREATE TABLE result (
    table_number INTEGER NOT NULL,
    set_number INTEGER NOT NULL,
    bot INTEGER NOT NULL REFERENCES bot (id),
    seating INTEGER NOT NULL,
    game_index INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    place INTEGER NOT NULL,
    payoff REAL NOT NULL,
    wins REAL NOT NULL,
    forfeited INTEGER NOT NULL,
    deals INTEGER NOT NULL,
    decisions INTEGER NOT NULL,
    late INTEGER NOT NULL,
    thought_us INTEGER NOT NULL,
    longest_us INTEGER,
    PRIMARY KEY (table_number, set_number, bot, seating),
    FOREIGN KEY (table_number, game_index) REFERENCES game (table_number, game_index)
) STRICT, WITHOUT ROWID;
CREATE INDEX result_forfeited ON result (table_number, set_number) WHERE forfeited;
CREATE TABLE fault (
    table_number INTEGER NOT NULL,
    game_index INTEGER NOT NULL,
    number INTEGER NOT NULL,
    set_number INTEGER NOT NULL,
    bot INTEGER REFERENCES bot (id),
    kind TEXT NOT NULL,
    deal INTEGER,
    action INTEGER,
    detail TEXT NOT NULL,
    forfeited INTEGER NOT NULL,
    PRIMARY KEY (table_number, game_index, number),
    FOREIGN KEY (table_number, game_index) REFERENCES game (table_number, game_index)
) STRICT, WITHOUT ROWID;
CREATE TABLE thinking (
    bot INTEGER NOT NULL REFERENCES bot (id),
    us INTEGER NOT NULL,
    decisions INTEGER NOT NULL,
    PRIMARY KEY (bot, us)
) STRICT, WITHOUT ROWID
"""
"""Every table and index."""


class Setting(Struct, frozen=True, kw_only=True):
    """What is the same for the whole tournament: the row of `tournament`."""

    name: str
    seed: str
    format: Format
    game: str
    preset: str
    rules: dict[str, Any]
    limits: Limits
    seats: int
    games: int
    set_size: int
    seating: Seating
    block: int
    tables: int | None
    rounds: int | None
    on_fault: OnFault
    isolation: Isolation
    cup: str
    created: str
    fajer: str


class Entered(Struct, frozen=True, kw_only=True):
    """A bot, in one version of its files: a row of `bot`."""

    id: int
    """Its number, in the order in which bots came."""
    name: str
    """Its name; among those that are not replaced there is no other of that name."""
    given: str | None
    """The name that it was given; None: it is what the bot calls itself."""
    version: str | None
    spec: str
    """The BOT; paths in it are relative to the store's folder."""
    sha256: str | None
    encoding: Literal["json", "msgpack"] | None
    """None: it never said hello."""
    batch: bool
    entered: str
    """When it came, UTC."""
    set_aside: str | None = None
    """Why it plays no more; None: it plays."""
    replaced_by: int | None = None
    """The same bot in its next version."""

    @property
    def identity(self) -> str:
        """What tells it from another version, in a few characters."""
        return self.sha256[:12] if self.sha256 else self.version or f"bot {self.id}"


class Planned(Struct, frozen=True, kw_only=True):
    """A table: a row of `tables` and its rows of `seat_at`."""

    number: int
    round: int | None
    """The ladder's round, from 0; None in other formats."""
    match: Match
    """The first line of its record."""
    bots: tuple[int, ...]
    """By number in the match's list, the bot."""


def row(struct: Struct) -> dict[str, Any]:
    """A struct as SQLite takes it: what is no number and no text as JSON."""
    return {
        name: msgspec.json.encode(value).decode() if isinstance(value, dict | Struct) else value
        for name, value in ((name, getattr(struct, name)) for name in struct.__struct_fields__)
    }


def insertion(table: str, columns: Any) -> str:
    """The statement that adds a row, its values by name."""
    names = list(columns)
    return f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join(f':{name}' for name in names)})"  # noqa: S608
