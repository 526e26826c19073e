"""Files of records: one JSON object a line, the match first, then its games, then the end."""

import gzip
import math
import os
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET

from fajer import games
from fajer.errors import CutError, RecordError, UsageError
from fajer.games.api import Game as Rules
from fajer.records.record import VERSION, End, Fault, Game, Match, digest

_LINE_LIMIT = 1 << 28
_MOST_FOR_ALL = 5
"""`all` seatings are for at most so many seats."""
_MOST = 1 << 53
"""No time and no count is as large: JSON readers elsewhere keep whole numbers up to here."""


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
                if found.games != played or not self._may_end(played):
                    raise RecordError(f"{where}: {played} games here, {self.match.games} in the match")
            yield number, found

    def _may_end(self, played: int) -> bool:
        """Whether a match can be over after so many games: all, or with a sequential test whole blocks."""
        block = self.match.block * set_size(self.match)
        return played == self.match.games or (self.can_end_early and played > 0 and played % block == 0)

    @property
    def can_end_early(self) -> bool:
        """Whether its games are only the most there can be: a sequential test may have ended it."""
        return self.match.sprt is not UNSET

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
        wrong = next(self._wrong(game), None)
        if wrong is not None:
            raise RecordError(f"{where}: game {index}: {wrong}")
        if game.digest != digest(game):
            raise RecordError(f"{where}: game {index} was changed: it does not have the digest it says")

    def _wrong(self, game: Game[Any]) -> Iterator[str]:
        """What is out of its range."""
        count = len(self.match.bots)
        size = set_size(self.match)
        if game.seating >= size or game.set >= self.match.games // size:
            yield f"there is no set {game.set} in seating {game.seating}"
        if not game.deals:
            yield "it has no deals"
        if not all(1 <= place <= count for place in game.places):
            yield f"places {game.places} are not from 1 to {count}"
        if not all(0 <= late < _MOST for late in game.late):
            yield f"late {game.late} are no counts"
        if len(game.stderr) not in (0, count):
            yield f"stderr has to have {count} entries, one a seat, or none"
        lengths = [len(deal.actions) for deal in game.deals]
        if any(not 0 <= seat < count for deal in game.deals for seat, _ in deal.actions):
            yield "an action of a seat that there is not"
        if [len(times) for times in game.times_us] != lengths:
            yield "times_us has to have one entry for each action"
        if any(time is not None and not 0 <= time < _MOST for times in game.times_us for time in times):
            yield "times_us with what is no time"
        if not all(0 <= deal < len(lengths) and 0 <= action < lengths[deal] for deal, action, _ in game.notes):
            yield "a note at an action that there is not"
        for fault in game.faults:
            if fault.seat is not None and not 0 <= fault.seat < count:
                yield "a fault at a seat that there is not"
            if not _is_place(fault, lengths):
                yield f"a fault in deal {fault.deal}, action {fault.action}, which there is not"


def _is_place(fault: Fault, lengths: list[int]) -> bool:
    """Whether a fault is before the first deal, or at an action of deals that have so many or just after the last."""
    if fault.deal is None or fault.action is None:
        return fault.deal is None and fault.action is None
    return 0 <= fault.deal < len(lengths) and 0 <= fault.action <= lengths[fault.deal]


def set_size(match: Match) -> int:
    """How many games a set of the match has: one in each seating."""
    seats = len(match.bots)
    return {"rotate": seats, "all": math.factorial(seats), "fixed": 1}[match.seating]


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
    if match.seating == "all" and len(match.bots) > _MOST_FOR_ALL:
        raise RecordError(f"{where}: all seatings of {len(match.bots)} seats; it can be {_MOST_FOR_ALL} at most")
    if match.games % set_size(match):
        raise RecordError(f"{where}: {match.games} games are no whole number of sets of {set_size(match)}")
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
                    raise CutError(f"{path}, line {number}: the line is cut; {rest}")
                yield number, line
    except EOFError:
        raise RecordError(f"{path} is cut: the compressed data ends early") from None
    except (OSError, zlib.error) as error:
        raise RecordError(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from None
