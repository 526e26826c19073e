"""Proves that a page that is gone has the same time to come back each time."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from fajer.view.seat.line import Came, Leave, Line


class Later:
    """What an event loop was asked to do later, and does when the test says so."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[tuple[asyncio.TimerHandle, Any]] = []
        loop = asyncio.get_running_loop()
        call_later = loop.call_later

        def noted(seconds: float, action: Any) -> asyncio.TimerHandle:
            self.asked.append((call_later(3600, action), action))
            return self.asked[-1][0]

        monkeypatch.setattr(loop, "call_later", noted)

    def comes(self) -> None:
        """The time is over for all that was not called off."""
        for handle, action in self.asked:
            if not handle.cancelled():
                handle.cancel()
                action()


def in_a_loop(runs: Coroutine[Any, Any, None]) -> None:
    """In a thread of its own: a browser that tests share has a loop running in this one."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, runs).result()


def test_who_came_back_has_not_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """Closed, back, and closed again: the first time that was running does not count any more."""

    async def runs() -> None:
        later, line = Later(monkeypatch), Line()
        line.detach(line.attach())
        line.detach(line.attach())
        first, second = (handle for handle, _ in later.asked)
        assert first.cancelled()
        assert not second.cancelled()
        later.comes()
        assert [line.heard(0) for _ in range(4)] == [Came(), Came(), Leave(), None]

    in_a_loop(runs())


def test_a_page_that_another_one_took_the_place_of_takes_nobody_along(monkeypatch: pytest.MonkeyPatch) -> None:
    async def runs() -> None:
        later, line = Later(monkeypatch), Line()
        first = line.attach()
        line.attach()
        line.detach(first)
        assert later.asked == []
        assert first.get_nowait() is None

    in_a_loop(runs())
