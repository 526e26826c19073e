"""Files of records: one JSON object a line, the match first, then its games, then the end."""

import gzip
import os
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from fajer import games
from fajer.errors import RecordError, UsageError
from fajer.games.api import Game as Rules
from fajer.records.record import VERSION, End, Game, Match, digest

_LINE_LIMIT = 1 << 28


class _Head(msgspec.Struct):
    """As much of a first line as tells whether the rest can be read."""

    type: str
    version: int
    game: str


@dataclass(frozen=True, slots=True)
class Opened:
    """A file of records whose first line has been read."""

    path: Path
    match: Match
    rules: Rules
    options: Any
    """The game's options."""

    def games(self) -> Iterator[Game[Any]]:
        """Its games in order, each checked; raises `RecordError` that names the line.

        A file without its end line is one of a match that was interrupted; whole lines count.
        """
        for _, game in self.lines():
            if isinstance(game, Game):
                yield game

    def lines(self) -> Iterator[tuple[int, Game[Any] | End]]:
        """Every line after the first with its number, checked."""
        decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Game[self.rules.deal_type] | End)  # type: ignore
        played = 0
        ended = False
        for number, line in _lines(self.path):
            if number == 1:
                continue
            where = f"{self.path}, line {number}"
            if ended:
                raise RecordError(f"{where}: something after the end of the match")
            found = _decoded(decoder, line, where)
            if isinstance(found, Game):
                if found.index != played or played == self.match.games:
                    raise RecordError(f"{where}: game {found.index}, expected game {played} of {self.match.games}")
                self._check(found, where)
                played += 1
            else:
                ended = True
                if found.games != played or played != self.match.games:
                    raise RecordError(f"{where}: {played} games here, {self.match.games} in the match")
            yield number, found

    def game(self, line: bytes, where: str) -> Game[Any]:
        """The game that a single line holds, checked."""
        game: Game[Any] = _decoded(game_decoder(self.rules), line, where)
        self._check(game, where)
        return game

    def _check(self, game: Game[Any], where: str) -> None:
        """What every reader relies on: the shape, and that nothing was changed."""
        count = len(self.match.bots)
        index = game.index
        if sorted(game.seats) != list(range(count)):
            raise RecordError(f"{where}: game {index}: seats {game.seats} are not the match's {count} bots")
        for name in ("places", "payoffs", "late"):
            if len(getattr(game, name)) != count:
                raise RecordError(f"{where}: game {index}: {name} has to have {count} entries, one a seat")
        if any(fault.seat is not None and not 0 <= fault.seat < count for fault in game.faults):
            raise RecordError(f"{where}: game {index}: a fault at a seat that there is not")
        if game.digest != digest(game):
            raise RecordError(f"{where}: game {index} was changed: it does not have the digest it says")


def opened(path: str | os.PathLike[str]) -> Opened:
    """Open a file of records; raises `RecordError` if it is none that can be read here."""
    path = Path(path)
    where = f"{path}, line 1"
    _, line = next(_lines(path), (0, b""))
    if not line:
        raise RecordError(f"{path} is empty: no records")
    try:
        head = msgspec.json.decode(line, type=_Head)
    except (msgspec.MsgspecError, RecursionError, UnicodeError, ValueError):
        raise RecordError(f"{where}: no record of a match; it begins {line[:60]!r}") from None
    if head.type != "match":
        raise RecordError(f"{where}: no record of a match, but of type {head.type!r}")
    if head.version > VERSION:
        raise RecordError(
            f"{where}: written by a newer fajer (records of version {head.version}; this one reads up to {VERSION})"
        )
    if head.game not in games.NAMES:
        raise RecordError(f"{where}: a match of {head.game!r}, which this fajer does not know")
    match = _decoded(msgspec.json.Decoder(Match), line, where)
    if match.identified().id != match.id:
        raise RecordError(f"{where}: the match was changed: it does not have the id it says")
    rules = games.game(match.game)
    try:
        options = rules.checked(match.rules)
        rules.check_players(options, len(match.bots))
    except UsageError as error:
        raise RecordError(f"{where}: {error}") from None
    return Opened(path, match, rules, options)


def game_decoder(rules: Rules) -> msgspec.json.Decoder[Game[Any]]:
    """What reads a game's line, its deals as those of these rules."""
    return msgspec.json.Decoder(Game[rules.deal_type])  # type: ignore[name-defined]


def encoded(line: Match | Game[Any] | End) -> bytes:
    """A line as it is written, its end included."""
    return msgspec.json.encode(line) + b"\n"


def _decoded(decoder: msgspec.json.Decoder[Any], line: bytes, where: str) -> Any:
    try:
        return decoder.decode(line)
    except (msgspec.MsgspecError, RecursionError, UnicodeError, ValueError) as error:
        raise RecordError(f"{where}: {error}") from None


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """The lines with their numbers from 1; raises `RecordError` where the file is cut."""
    try:
        with gzip.open(path) if path.suffix == ".gz" else open(path, "rb") as file:
            number = 0
            while line := file.readline(_LINE_LIMIT):
                number += 1
                if not line.endswith(b"\n"):
                    rest = "fajer match --resume plays on from here" if number > 1 else "there is no match to play on"
                    raise RecordError(f"{path}, line {number}: the line is cut; {rest}")
                yield number, line
    except EOFError:
        raise RecordError(f"{path} is cut: the compressed data ends early") from None
    except (OSError, zlib.error) as error:
        raise RecordError(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from None
