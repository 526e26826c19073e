"""What every export does: play a recorded game anew, and say which one cannot be."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from fajer.errors import FajerError, RecordError
from fajer.records.files import Opened
from fajer.records.record import Game

Step = Callable[[], None]
"""Called after each game."""


@contextmanager
def played_anew(found: Opened, game: Game[Any]) -> Iterator[None]:
    """Within it a game that is not by the rules raises `RecordError` that names file and game."""
    try:
        yield
    except FajerError as error:
        raise RecordError(
            f"{found.path}, game {game.index}: {error}; is the record true? (fajer replay --verify)"
        ) from None
