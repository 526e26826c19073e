"""Writing a match as it goes: games move to the file in order, those ahead wait in `FILE.part`.

Whatever ends the program, what was written stands: a torn last line is dropped when the match
is resumed.
"""

import fcntl
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from fajer import games
from fajer.errors import Enough, RecordError
from fajer.games import seeds
from fajer.records.files import Opened, encoded, game_decoder
from fajer.records.record import End, Game, Match, repeatable

Passed = Callable[[Game[Any]], None]
"""What is done with each game as it takes its place in the file; raises `Enough` if it is the last one wanted."""

_CHUNK = 1 << 16
_FIRST = b'{"type":"match",'


class Journal:
    """The file of a match being played, and the file beside it for games that are ahead."""

    def __init__(self, path: Path, match: Match, passed: Passed) -> None:
        """See `begun` and `resumed`."""
        self.path = path
        self.match = match
        self.next = 0
        """The index of the game that goes to the file next."""
        self.passed = passed
        """What is done with each game as it takes its place; can be changed."""
        self.enough = False
        """Whether no more games were wanted when the file was taken in."""
        self._decode = game_decoder(games.game(match.game)).decode
        self._file = -1
        self._ended = False
        self._digests: dict[int, str] = {}
        self._ahead: dict[int, tuple[int, int]] = {}
        self._ahead_path = path.with_name(path.name + ".part")
        self._ahead_file = -1
        self._ahead_size = 0

    @classmethod
    def begun(cls, path: Path, match: Match, passed: Passed) -> "Journal":
        """A new file; raises `RecordError` if it exists or cannot be written."""
        journal = cls(path, match, passed)
        journal._file = _open(path, os.O_CREAT | os.O_EXCL)
        try:
            if journal._ahead_path.exists():
                raise RecordError(f"{journal._ahead_path} is left of another match: remove it, or give another name")
            _write(path, journal._file, encoded(match))
        except RecordError:
            os.close(journal._file)
            path.unlink()
            raise
        return journal

    @classmethod
    def resumed(cls, found: Opened, passed: Passed) -> "Journal":
        """Go on with a file: the games that it holds are passed on, a torn last line is dropped."""
        journal = cls(found.path, found.match, passed)
        journal._file = _open(found.path, 0)
        try:
            journal._take_in(found)
        except BaseException:
            journal._let_go()
            raise
        return journal

    def _take_in(self, found: Opened) -> None:
        """Take in the games that the file holds, then what is ahead."""
        _drop_torn(self._file)
        try:
            for _, line in found.lines():
                if isinstance(line, Game):
                    self._take_game(line)
                else:
                    self._ended = True
            if self._ended and not (self.complete or self.enough):
                raise RecordError(f"{self.path} ends after game {self.next - 1}, but nothing was decided there")
            if self._ahead_path.exists() and not self.enough:
                self._take_ahead(found)
        except Enough:
            self.enough = True

    def _take_game(self, game: Game[Any]) -> None:
        """Take in a game of the file; after the last one wanted there is none."""
        if self.enough:
            raise RecordError(f"{self.path}: game {game.index}, but the match was decided before")
        self._digests[game.index] = repeatable(game)
        self.next += 1
        try:
            self.passed(game)
        except Enough:
            self.enough = True

    def digest(self, index: int) -> str | None:
        """The repeatable digest of a game that is written already, None if it is not."""
        return self._digests.get(index)

    @property
    def complete(self) -> bool:
        """Whether every game of the match is in the file."""
        return self.next == self.match.games

    def add(self, game: Game[Any], line: bytes) -> None:
        """Write a finished game, at once."""
        self._digests[game.index] = repeatable(game)
        if game.index == self.next:
            self._append(game, line)
            self._move()
            return
        if self._ahead_file < 0:
            self._ahead_file = _open(self._ahead_path, os.O_CREAT)
        _write(self._ahead_path, self._ahead_file, line)
        self._ahead[game.index] = (self._ahead_size, len(line))
        self._ahead_size += len(line)

    def end(self, off_turn_us: list[int]) -> None:
        """Write the end of the match, unless it stands there; the side file goes."""
        if not self._ended:
            used = off_turn_us if any(off_turn_us) else []
            _write(self.path, self._file, encoded(End(self.next, used)))
            self._ended = True
        if self._ahead_path.exists():
            self._ahead_path.unlink()

    def close(self) -> None:
        """Let the files go; a side file with nothing in it goes for good."""
        self._let_go()
        if self._ahead_file >= 0 and not self._ahead and self._ahead_path.exists():
            self._ahead_path.unlink()

    def _let_go(self) -> None:
        os.close(self._file)
        if self._ahead_file >= 0:
            os.close(self._ahead_file)

    def _append(self, game: Game[Any], line: bytes) -> None:
        _write(self.path, self._file, line)
        self.next += 1
        self.passed(game)

    def _move(self) -> None:
        """Move the games that are next in order from the side file."""
        while (place := self._ahead.get(self.next)) is not None:
            start, length = place
            line = os.pread(self._ahead_file, length, start)
            index = self.next
            self._append(self._decode(line), line)
            del self._ahead[index]
        if self._ahead_size and not self._ahead:
            os.ftruncate(self._ahead_file, 0)
            self._ahead_size = 0

    def _take_ahead(self, found: Opened) -> None:
        """Take in what the side file holds, as far as it is whole."""
        self._ahead_file = _open(self._ahead_path, 0)
        _drop_torn(self._ahead_file)
        with open(self._ahead_path, "rb") as lines:
            for line in lines:
                game = found.game(line, f"{self._ahead_path}")
                if game.seed != seeds.game_seed(self.match.seed, game.set):
                    raise RecordError(f"{self._ahead_path} is of another match than {self.path}")
                if game.index not in self._digests:
                    self._digests[game.index] = repeatable(game)
                    self._ahead[game.index] = (self._ahead_size, len(line))
                self._ahead_size += len(line)
        self._move()


def never_begun(path: Path) -> bool:
    """Whether a file holds no more than part of a match's first line: it ended while that was written."""
    try:
        head = path.read_bytes() if path.stat().st_size < _CHUNK else b"\n"
    except OSError:
        return False
    return b"\n" not in head and (head.startswith(_FIRST) or _FIRST.startswith(head))


def _open(path: Path, flags: int) -> int:
    """Open for reading and appending, and keep others from writing to it meanwhile."""
    if path.suffix == ".gz":
        raise RecordError(f"{path} cannot be written: a match is written plain; give a name without .gz")
    try:
        file = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CLOEXEC | flags, 0o666)
    except FileExistsError:
        raise RecordError(f"{path} exists: give another name, or --resume to play on") from None
    except OSError as error:
        raise RecordError(f"{path} cannot be written: {error.strerror}") from None
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(file)
        raise RecordError(f"{path} is being written by another match") from None
    return file


def _write(path: Path, file: int, line: bytes) -> None:
    rest = memoryview(line)
    try:
        while rest:
            rest = rest[os.write(file, rest) :]
    except OSError as error:
        raise RecordError(
            f"{path} cannot be written: {error.strerror}; what is written stands, --resume plays on from there"
        ) from None


def _drop_torn(file: int) -> None:
    """Cut the file after its last whole line."""
    size = os.fstat(file).st_size
    end = size
    while end > 0:
        start = max(0, end - _CHUNK)
        last = os.pread(file, end - start, start).rfind(b"\n")
        if last >= 0:
            end = start + last + 1
            break
        end = start
    if end < size:
        os.ftruncate(file, end)
