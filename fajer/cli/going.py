"""How a tournament goes, while it is played: a bar on a terminal, else a line now and then."""

import sys
import time
from collections.abc import Iterable
from contextlib import AbstractContextManager
from types import TracebackType
from typing import TYPE_CHECKING, Any

from fajer.cli import common

if TYPE_CHECKING:
    from rich.console import RenderableType

    from fajer.tournament.running import Running
    from fajer.tournament.store import Store

_LEADERS = 3
"""So many bots are named."""
_LINE_S = 10.0
"""So often there is a line."""
_BAR_S = 0.25
"""So often the bar moves."""
_LEADERS_S = 5.0
"""So often leaders are looked for; seldomer where that takes long."""
_PATIENCE = 50
"""So many times as long as looking took, no one looks again."""
_LONGEST_S = 30.0
"""But no longer than that."""
_MINUTE, _HOUR = 60, 3600


class Going(AbstractContextManager["Going"]):
    """Games done, games a second, time left, and the leaders so far."""

    def __init__(self, store: "Store", running: "Running") -> None:
        self._store = store
        self._running = running
        self._first = running.games
        self._began = self._said = time.monotonic()
        self._look_again = 0.0
        self._leaders = ""
        self._bar: Any = None
        self._is_terminal = sys.stderr.isatty()

    def step(self) -> None:
        """A game more was played."""
        now = time.monotonic()
        if now - self._said < (_BAR_S if self._is_terminal else _LINE_S):
            return
        self._said = now
        if self._is_terminal:
            self._show(now)
        else:
            running = self._running
            words = [f"{running.games} of {running.planned} games", self._speed(now), self._left(now)]
            common.remark("; ".join(filter(None, [", ".join(filter(None, words)), self._leading(now)])))

    def _show(self, now: float) -> None:
        running = self._running
        if self._bar is None:
            self._bar = _bar(running.games, running.planned)
        self._bar.leaders = self._leading(now)
        speed, left = self._speed(now), self._left(now)
        self._bar.update(0, completed=running.games, total=running.planned, speed=speed, left=left, refresh=True)

    def _rate(self, now: float) -> float:
        """Games a second."""
        return (self._running.games - self._first) / max(now - self._began, 0.001)

    def _speed(self, now: float) -> str:
        rate = self._rate(now)
        return f"{rate:.0f} a second" if rate >= 10 else f"{rate:.1f} a second"

    def _left(self, now: float) -> str:
        rate = self._rate(now)
        seconds = (self._running.planned - self._running.games) / rate if rate else 0
        return f"{_told(seconds)} left" if seconds else ""

    def _leading(self, now: float) -> str:
        """The leaders with their intervals, as of a short while ago."""
        import scipy.special  # noqa: F401  (it takes a while, once, and is no part of looking)

        from fajer.score.table import payoff
        from fajer.tournament.standings import standings
        from fajer.wire.codec import plain

        if now >= self._look_again:
            began = time.monotonic()
            bots = [bot for bot in standings(self._store).bots if bot.mean is not None]
            self._leaders = ", ".join(f"{plain(bot.name)} {payoff(bot)}" for bot in bots[:_LEADERS])
            ended = time.monotonic()
            self._look_again = ended + min(max(_LEADERS_S, _PATIENCE * (ended - began)), _LONGEST_S)
        return self._leaders

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()


def _told(seconds: float) -> str:
    """A time that is left."""
    if seconds < _MINUTE:
        return f"{seconds:.0f} s"
    if seconds < _HOUR:
        return f"{seconds / _MINUTE:.0f} min"
    return f"{seconds / _HOUR:.1f} h"


def _bar(games: int, planned: int) -> Any:
    """A bar with the leaders below. It moves when it is told to, by no thread: workers are forked."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.text import Text

    class Bar(Progress):
        leaders = ""

        def get_renderables(self) -> "Iterable[RenderableType]":
            yield self.make_tasks_table(self.tasks)
            yield Text(self.leaders, overflow="ellipsis", no_wrap=True)

    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn())
    fields = (TextColumn("{task.fields[speed]}"), TextColumn("{task.fields[left]}"))
    bar = Bar(*columns, *fields, console=Console(stderr=True), transient=True, auto_refresh=False)
    bar.add_task("games", completed=games, total=planned, speed="", left="")
    bar.start()
    return bar
