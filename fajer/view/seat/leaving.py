"""Leaving by Ctrl-C: the first one leaves the table in order, the second ends the command at once."""

import os
import signal
from collections.abc import Callable
from contextlib import AbstractContextManager
from types import FrameType, TracebackType
from typing import Any

_INTERRUPTS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Leaving(AbstractContextManager["Leaving"]):
    """Takes note of interrupts. Whoever waits for the person waits for `fd` to be readable, too."""

    def __init__(self, noticed: Callable[[], None] = lambda: None) -> None:
        """`noticed` is called at the first one; from a signal's handler, so it has to be brief."""
        self.happened = False
        self._noticed = noticed
        self.fd, self._end = os.pipe()
        self._before: dict[signal.Signals, Any] = {}

    def __enter__(self) -> "Leaving":
        self._before = {number: signal.signal(number, self._interrupted) for number in _INTERRUPTS}
        return self

    def _interrupted(self, number: int, frame: FrameType | None) -> None:
        self.happened = True
        self._put_back()
        signal.signal(signal.SIGHUP, signal.SIG_IGN)  # a terminal that goes away says so more than once
        os.write(self._end, b"!")
        self._noticed()

    def _put_back(self) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._put_back()
        os.close(self.fd)
        os.close(self._end)
