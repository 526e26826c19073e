"""What the tests of several parts use: a place to play matches in, and the command line."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from referee.house import House


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """A house for matches; at the end it has to be as it was: no process, no descriptor more."""
    made = House(tmp_path, monkeypatch)
    yield made
    try:
        made.is_left_as_found()
    finally:
        made.clear()
