"""What the tests of the check use."""

import pytest

from fajer.check import games, talking


@pytest.fixture
def one_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """One game of each kind instead of five, where they are not what is tested."""
    monkeypatch.setattr(games, "GAMES", 1)


@pytest.fixture
def hardly_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing is said unasked the check need not wait for it."""
    monkeypatch.setattr(talking, "_QUIET_NS", 1_000_000)
