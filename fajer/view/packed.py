"""A file of records as a page holds it: its games in chunks, and what the page has to know before it looks at any.

Nothing of it stands in the page but as base64 of gzip: whatever strangers wrote cannot become markup there.
"""

import base64
import gzip
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec

from fajer.errors import CutError, RecordError
from fajer.records.files import Opened, encoded
from fajer.records.record import End, Game
from fajer.score.standings import Score
from fajer.view.facts import facts

CHUNK_BYTES = 1 << 19
"""Games are packed together until their lines are as long: the page unpacks all of a chunk to show one of them, in a
few milliseconds; and the more lines, the better they pack, since the same decks come again in other seatings."""
_LEVEL = 9


class Chunk(NamedTuple):
    """Games that follow each other."""

    first: int
    """The index of the first of them."""
    text: str
    """Base64 of gzip of their lines."""


class Packed:
    """A file being packed: first its chunks are taken, then there is its head."""

    def __init__(self, found: Opened) -> None:
        self._found = found
        self._index = _Index(found)
        self._score = Score()
        self.cut: CutError | None = None
        """Why games at the end are missing: the last line was not whole. None if none is."""
        self.complete = False
        """Whether the match was over."""

    @property
    def deals(self) -> list[int]:
        """By game, how many deals it has."""
        return self._index.deals

    def chunks(self, step: Callable[[], None] = lambda: None) -> Iterator[Chunk]:
        """The games of the file; `step` is called after each. Raises `RecordError` if there is none, or one is
        not as it has to be."""
        score = self._score.match(self._found.match, str(self._found.path))
        lines: list[bytes] = []
        size = 0
        for game in self._games():
            score.add(game)
            self._index.add(game)
            lines.append(encoded(game))
            size += len(lines[-1])
            if size >= CHUNK_BYTES:
                yield self._chunk(lines)
                lines, size = [], 0
            step()
        score.close()
        if not self.deals:
            raise self.cut or RecordError(f"{self._found.path} holds no games yet")
        if lines:
            yield self._chunk(lines)

    def head(self) -> str:
        """Base64 of gzip of the match, its score table and the index of its games, when all chunks were taken."""
        return _packed(
            msgspec.json.encode(
                {
                    "match": self._found.match,
                    "standings": self._score.standings(),
                    "complete": self.complete,
                    "index": self._index.columns(),
                }
            )
        )

    def _games(self) -> Iterator[Game[Any]]:
        try:
            for _, line in self._found.lines():
                if isinstance(line, End):
                    self.complete = True
                else:
                    yield line
        except CutError as error:
            self.cut = error

    def _chunk(self, lines: list[bytes]) -> Chunk:
        return Chunk(len(self.deals) - len(lines), _packed(b"".join(lines)))


class _Index:
    """What the page knows of every game at once, a column at a time: so it packs well."""

    def __init__(self, found: Opened) -> None:
        self._facts = facts(found.match)
        self.deals: list[int] = []
        self._drawn: list[int] = []
        self._faults: dict[int, list[tuple[int | None, str]]] = {}
        names = ("set", "seating", "seats", "places", "payoffs", "aces", "out", "swing_deal", "swing")
        self._columns: dict[str, list[int | float]] = {name: [] for name in names}

    def add(self, game: Game[Any]) -> None:
        """Take a game."""
        columns = self._columns
        self.deals.append(len(game.deals))
        columns["set"].append(game.set)
        columns["seating"].append(game.seating)
        columns["seats"] += game.seats
        columns["places"] += game.places
        columns["payoffs"] += game.payoffs
        for name, value in self._facts(game)._asdict().items():
            columns[name].append(value)
        if game.drawn:
            self._drawn.append(game.index)
        if game.faults:
            self._faults[game.index] = [(fault.seat, fault.kind) for fault in game.faults]

    def columns(self) -> dict[str, Any]:
        """As it goes to the page: by seat what there is of each seat, the others by game."""
        return {"deals": self.deals, "drawn": self._drawn, "faults": self._faults, **self._columns}


def _packed(data: bytes) -> str:
    """Base64 of gzip, the same whenever it is made."""
    return base64.b64encode(gzip.compress(data, _LEVEL, mtime=0)).decode()
