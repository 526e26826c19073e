"""Proves what is said while games are played: lines by a clock set by hand, and a bar on a terminal."""

import re

import pytest
from cli.terminal import Clock, Terminal

from fajer.cli.common import Progress, untold

TOLD = "10 sets, llr +1.00, 3.00 decides"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def stepped(progress: Progress, clock: Clock, seconds: float, steps: int) -> None:
    """So many steps in so many seconds."""
    for _ in range(steps):
        clock.now += seconds / steps
        progress.step()


def test_a_line_every_ten_seconds(clock: Clock, capsys: pytest.CaptureFixture[str]) -> None:
    """60 games in 30 seconds; a line comes with the first game that is later than ten seconds after the last."""
    with Progress("games", 100) as progress:
        stepped(progress, clock, 30, 60)
    assert capsys.readouterr().err.splitlines() == ["21 of 100 games, 2.0 a second", "42 of 100 games, 2.0 a second"]


def test_of_a_test_the_ratio_is_said(clock: Clock, capsys: pytest.CaptureFixture[str]) -> None:
    with Progress("games", 100_000, told=lambda: TOLD) as progress:
        stepped(progress, clock, 11, 22)
    assert capsys.readouterr().err == f"21 of at most 100000 games: {TOLD}, 2.0 a second\n"


def test_of_a_file_that_may_have_ended_early_the_games_are_a_bound(
    clock: Clock, capsys: pytest.CaptureFixture[str]
) -> None:
    with Progress("games", 100_000, told=untold) as progress:
        stepped(progress, clock, 11, 22)
    assert capsys.readouterr().err == "21 of at most 100000 games, 2.0 a second\n"


def test_a_bar_says_how_many_and_the_time_left(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    with Terminal(monkeypatch) as terminal:
        with Progress("games", 100) as progress:
            stepped(progress, clock, 10, 20)
        shown = terminal.shown()
    assert re.search(r"games .* 20/100 ", shown)
    assert re.search(r" \d:\d\d:\d\d| -:--:--", shown)


def test_a_test_promises_no_time_on_a_terminal(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    with Terminal(monkeypatch) as terminal:
        with Progress("games", 100_000, told=lambda: TOLD) as progress:
            stepped(progress, clock, 10, 20)
        shown = terminal.shown()
    assert f"20 of at most 100000 games: {TOLD}" in shown
    assert "--:--" not in shown
    assert not re.search(r"\d:\d\d", shown)
