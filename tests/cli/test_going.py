"""Proves what is said while a tournament is played: lines by a clock set by hand, and a bar on a terminal."""

import sys
from collections.abc import Iterator
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
import scipy.special
from cli.terminal import Clock, Terminal
from tournament.cups import by_hand, game, put

from fajer.cli.going import Going
from fajer.tournament.standings import standings
from fajer.tournament.store import Store

LEADERS = "ann +1.000 ± 4.303, cid +0.000 (one set), bob -0.750 ± 3.726"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """ann's sets against bob are 3, 0 and 0: 1 ± Student's 4.303 times sqrt(3 / 3). cid and bob drew a set: bob has
    -3, 0, 0 and 0, of which the first three are 2, 1 and 1 off their table's mean: 4.303 sqrt(6 / 2 * 4) / 4."""
    with by_hand(tmp_path / "cup.db", ("ann", "bob", "cid", "dan"), [(0, 1), (1, 2)], games=20) as made:
        for number, payoff in enumerate((3, 0, 0)):
            put(made, 0, *(game(2 * number + each, number, [payoff, -payoff], seating=each) for each in (0, 1)))
        put(made, 1, game(0, 0, [0, 0]), game(1, 0, [0, 0], seating=1))
        yield made


def going(store: Store, games: int, planned: int) -> tuple[Going, Any]:
    """What is said of a run that begins after so many games, and the run."""
    running: Any = SimpleNamespace(games=games, planned=planned)
    return Going(store, running), running


def played(going: Going, running: Any, clock: Clock, seconds: float, games: int) -> None:
    """So many games more in so many seconds."""
    for _ in range(games):
        clock.now += seconds / games
        running.games += 1
        going.step()


def test_a_line_every_ten_seconds(clock: Clock, store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    """Two games a second, after 100 that were there before; the line comes with the game at the tenth second."""
    told, running = going(store, 100, 1000)
    with told:
        played(told, running, clock, 9.5, 19)
        assert capsys.readouterr().err == ""
        played(told, running, clock, 1, 2)
        (line,) = capsys.readouterr().err.splitlines()
        # 880 of 1000 are left at 2 a second: 440 s
        assert line == f"120 of 1000 games, 2.0 a second, 7 min left; {LEADERS}"


@pytest.mark.parametrize(
    ("left", "told"), [(60, "; 30 s left"), (600, "; 5 min left"), (36_000, "; 5.0 h left"), (0, "")]
)
def test_the_time_left_is_in_a_unit_that_suits(
    clock: Clock, store: Store, capsys: pytest.CaptureFixture[str], left: int, told: str
) -> None:
    """At two games a second; when nothing is left nothing is said."""
    says, running = going(store, 0, 20 + left)
    with says:
        played(says, running, clock, 10, 20)
    line = capsys.readouterr().err.rstrip()
    assert line == f"20 of {20 + left} games, 2.0 a second{told.replace('; ', ', ')}; {LEADERS}"


def test_many_games_a_second_are_whole(clock: Clock, store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    says, running = going(store, 0, 1280)
    with says:
        played(says, running, clock, 10, 640)
    assert capsys.readouterr().err == f"640 of 1280 games, 64 a second, 10 s left; {LEADERS}\n"


def test_without_a_whole_set_nobody_leads(clock: Clock, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with by_hand(tmp_path / "cup.db", "ab", [(0, 1)]) as store:
        says, running = going(store, 0, 40)
        with says:
            played(says, running, clock, 10, 20)
    assert capsys.readouterr().err == "20 of 40 games, 2.0 a second, 10 s left\n"


def test_a_bar_on_a_terminal(clock: Clock, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """It moves four times a second, and looks for leaders every five seconds only; at the end it is gone."""
    with Terminal(monkeypatch) as terminal:
        says, running = going(store, 0, 60)
        with says:
            played(says, running, clock, 0.2, 1)
            assert terminal.shown() == ""
            played(says, running, clock, 9.8, 19)
            shown = terminal.shown()
            last = shown[shown.rindex("games") :]
            assert "20/60" in last
            assert "2.0 a second" in last
            assert "20 s left" in last
            assert LEADERS in last
            put(store, 1, *(game(2 + each, 1, [9, -9], seating=each) for each in (0, 1)))
            played(says, running, clock, 1, 2)
            assert "ann +1.000 ± 4.303, cid +0.000" in terminal.shown()
            played(says, running, clock, 5, 10)
            # bob's five sets add up to 6; two of them are 4.5 off their table's mean: 46.5 / 3 * 5, t(3) = 3.182
            assert "bob +1.200 ± 5.603, ann +1.000 ± 4.303" in terminal.shown()


def test_a_bar_begins_with_the_games_that_there_are(
    clock: Clock, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Terminal(monkeypatch) as terminal:
        says, running = going(store, 40, 60)
        with says:
            played(says, running, clock, 1, 1)
            shown = terminal.shown()
            assert "41/60" in shown
            assert "/100" not in shown


class SlowImport:
    """Finds scipy.special, which takes a minute by this clock."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._module = scipy.special

    def find_spec(self, name: str, path: object, target: object = None) -> ModuleSpec | None:
        return ModuleSpec(name, self) if name == "scipy.special" else None  # type: ignore[arg-type]

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        self._clock.now += 60
        return self._module

    def exec_module(self, module: ModuleType) -> None:
        """It is there already."""


def looks(clock: Clock, store: Store, monkeypatch: pytest.MonkeyPatch, seconds: float) -> list[float]:
    """When leaders are looked for during two minutes of games, which takes so many seconds each time."""
    found: list[float] = []

    def slow(of: Store) -> Any:
        found.append(clock.now)
        clock.now += seconds
        return standings(of)

    monkeypatch.setattr("fajer.tournament.standings.standings", slow)
    with Terminal(monkeypatch) as terminal:
        says, running = going(store, 0, 1000)
        with says:
            for _ in range(240):
                played(says, running, clock, 0.5, 1)
                terminal.shown()
    return found


def test_imports_are_no_part_of_looking_for_leaders(
    clock: Clock, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next look is five seconds after the first."""
    monkeypatch.setattr(scipy.special, "__spec__", scipy.special.__spec__)
    monkeypatch.delitem(sys.modules, "scipy.special")
    monkeypatch.setattr(sys, "meta_path", [SlowImport(clock), *sys.meta_path])
    first, second, *_ = looks(clock, store, monkeypatch, 0)
    assert first > 160  # after the import
    assert second - first == pytest.approx(5, abs=0.5)


@pytest.mark.parametrize(("seconds", "after"), [(0, 5), (0.2, 10), (1, 30)])
def test_leaders_are_looked_for_seldomer_where_that_takes_long(
    clock: Clock, store: Store, monkeypatch: pytest.MonkeyPatch, seconds: float, after: float
) -> None:
    """Fifty times as long as it took, from 5 to 30 seconds, after it has ended."""
    first, second, *_ = looks(clock, store, monkeypatch, seconds)
    assert second - (first + seconds) == pytest.approx(after, abs=0.5)
