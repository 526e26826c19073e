"""The games of a file of records, each read when it is looked at."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from fajer.records.files import Opened
from fajer.records.record import Game


class Games:
    """The games of a file, read when they are asked for."""

    def __init__(self, found: Opened) -> None:
        self._found = found
        self._places = _places(found.path) if found.path.suffix != ".gz" else []
        self._all = list(found.games()) if not self._places else []

    def __len__(self) -> int:
        return len(self._places) or len(self._all)

    def game(self, index: int) -> Game[Any]:
        """A game by its index; raises `RecordError` where its line is none."""
        if not self._places:
            return self._all[index]
        with open(self._found.path, "rb") as file:
            file.seek(self._places[index])
            return self._found.game(file.readline(), f"{self._found.path}, line {index + 2}")


def _places(path: Path) -> Sequence[int]:
    """Where each game's line begins."""
    places = []
    with open(path, "rb") as file:
        at = len(file.readline())
        for line in file:
            if line.startswith(b'{"type":"game"') and line.endswith(b"\n"):
                places.append(at)
            at += len(line)
    return places
