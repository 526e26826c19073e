"""A terminal to look at from within a test, and a clock that is set by hand."""

import fcntl
import os
import pty
import re
import struct
import sys
import termios
import time
from contextlib import AbstractContextManager
from types import TracebackType

import pytest


class Clock:
    """What `time.monotonic` says from now on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        monkeypatch.setattr(time, "monotonic", lambda: self.now)


class Terminal(AbstractContextManager["Terminal"]):
    """A terminal of 120 columns that stderr goes to. Made in the test itself: pytest takes stderr when one begins."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 120, 0, 0))
        os.set_blocking(self._ours, False)
        self._theirs = open(theirs, "w")  # noqa: SIM115
        monkeypatch.setenv("TERM", "xterm")
        monkeypatch.delenv("COLUMNS", raising=False)
        monkeypatch.setattr(sys, "stderr", self._theirs)

    def shown(self) -> str:
        """What was shown since the last time, without colours and movements of the cursor."""
        self._theirs.flush()
        found = b""
        while True:
            try:
                found += os.read(self._ours, 1 << 16)
            except BlockingIOError:
                return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", found.decode())

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._theirs.close()
        os.close(self._ours)
