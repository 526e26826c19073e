"""What a person presses: single keys of a terminal, or the lines of a pipe."""

import codecs
import math
import os
import re
import select
import signal
import termios
import tty
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from types import FrameType, TracebackType
from typing import Any

from fajer.referee.process import now

_READ = 1024
_SEQUENCES = {
    "\x1b[A": "up", "\x1b[B": "down", "\x1b[C": "right", "\x1b[D": "left", "\x1b[H": "home", "\x1b[F": "end",
    "\x1bOA": "up", "\x1bOB": "down", "\x1bOC": "right", "\x1bOD": "left", "\x1bOH": "home", "\x1bOF": "end",
    "\x1b[1~": "home", "\x1b[4~": "end", "\x1b[5~": "page up", "\x1b[6~": "page down",
}  # fmt: skip
_SEQUENCE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|O.|[^\[O])", re.DOTALL)
"""Any key that is sent as several characters."""
_PLAIN = {"\r": "enter", "\n": "enter", "\x7f": "back", "\b": "back", "\t": "tab", "\x04": "eof", "\x1b": "escape"}
_CHANGES = (signal.SIGCONT, signal.SIGWINCH)
_MEANWHILE_NS = 20_000_000
"""The rest of a key that is sent as several characters comes within this time."""


class Woken(Exception):
    """No error: something else than a key ended the waiting."""


class Keys(AbstractContextManager["Keys"]):
    """Reads keys, or lines where there is no terminal. Each is waited for until a time, or until `wake` can be read."""

    def __init__(self, fd: int, wake: int | None = None) -> None:
        """`wake` is a descriptor."""
        self._fd = fd
        self._wake = wake
        self.are_keys = os.isatty(fd)
        """Whether there are single keys; else there are lines."""
        self._before: list[Any] | None = None
        self._buffer = ""
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._is_over = False
        self._signals: dict[signal.Signals, Any] = {}
        self._changes, self._changed = os.pipe()
        """Read from where the terminal is another one than it was: of another size, or gone on with after a stop."""

    def __enter__(self) -> "Keys":
        if self.are_keys:
            self._before = termios.tcgetattr(self._fd)
            self._signals = {number: signal.signal(number, self._notice) for number in _CHANGES}
        return self

    def _notice(self, number: int, frame: FrameType | None) -> None:
        os.write(self._changed, b"!")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number, handler in self._signals.items():
            signal.signal(number, handler)
        os.close(self._changes)
        os.close(self._changed)
        if self._before is not None:
            with suppress(termios.error):  # the terminal is gone
                termios.tcsetattr(self._fd, termios.TCSADRAIN, self._before)

    def forget(self) -> None:
        """Drop what was pressed before there was a question that it could be meant for."""
        if self.are_keys:
            self._buffer = ""
            with suppress(termios.error):
                termios.tcflush(self._fd, termios.TCIFLUSH)

    def key(self, until_ns: float = math.inf) -> str:
        """The next key by its name (`a`, `?`, `enter`, `right`, `other` for one without), or the next line.

        It is `redraw` where the terminal has become another one meanwhile. Raises `EOFError` at the end,
        `TimeoutError` when the time (of `fajer.referee.process.now`) is over, `Woken`.
        """
        if not self.are_keys:
            return self._line(until_ns)
        self._take_keys()
        while not self._buffer:
            if self._read(until_ns):
                self._take_keys()
                return "redraw"
        if self._buffer[0] == "\x1b":
            return self._sequence()
        char, self._buffer = self._buffer[0], self._buffer[1:]
        name = _PLAIN.get(char, char)
        if name == "eof":
            raise EOFError
        return name

    def pressed(self, until_ns: float = math.inf) -> str:
        """The next key that a person has pressed. Raises as `key`."""
        while (key := self.key(until_ns)) == "redraw":
            pass
        return key

    def _take_keys(self) -> None:
        """Have keys one by one, unseen; again and again, for it may have been stopped and gone on with meanwhile."""
        with suppress(termios.error):
            tty.setcbreak(self._fd, termios.TCSADRAIN)

    def _sequence(self) -> str:
        """A key that begins with an escape, by its name, or escape itself."""
        found = _SEQUENCE.match(self._buffer)
        until = now() + _MEANWHILE_NS
        while found is None and now() < until:
            try:
                self._read(until)
            except (TimeoutError, EOFError):
                break
            found = _SEQUENCE.match(self._buffer)
        if found is None:
            name = "escape" if self._buffer == "\x1b" else "other"
            self._buffer = ""
            return name
        self._buffer = self._buffer[found.end() :]
        return _SEQUENCES.get(found[0], "other")

    def rings(self, bell: int, until_ns: float = math.inf) -> bool:
        """Wait for a key, or for the descriptor `bell` to be readable; True if it is. Raises as `key`.

        Lines wait for the bell: what a pipe says next was written without knowing what rings.
        """
        if self.are_keys and self._buffer:
            return False
        ready = self._ready([bell, self._fd] if self.are_keys else [bell], until_ns)
        return bell in ready

    def typed(self, echo: Callable[[str], None], until_ns: float = math.inf) -> str | None:
        """A line that is typed, shown as it grows; None if it was given up with escape. Raises as `key`."""
        if not self.are_keys:
            return self._line(until_ns)
        line = ""
        while (key := self.pressed(until_ns)) != "enter":
            if key == "escape":
                return None
            if key == "back" and line:
                line = line[:-1]
                echo("\b \b")
            elif len(key) == 1 and key.isprintable():
                line += key
                echo(key)
        return line

    def _line(self, until_ns: float) -> str:
        while "\n" not in self._buffer:
            if self._is_over:
                raise EOFError
            try:
                self._read(until_ns)
            except EOFError:
                self._is_over = True
                if not self._buffer:
                    raise
                self._buffer += "\n"
        line, _, self._buffer = self._buffer.partition("\n")
        return line.strip()

    def _read(self, until_ns: float) -> bool:
        """Wait for more, and read what there is; True: the terminal has become another one."""
        if self._changes in self._ready([self._fd, self._changes], until_ns):
            os.read(self._changes, _READ)
            return True
        try:
            chunk = os.read(self._fd, _READ)
        except OSError:  # the terminal is gone
            chunk = b""
        if not chunk:
            raise EOFError
        self._buffer += self._decoder.decode(chunk)
        return False

    def _ready(self, watched: list[int], until_ns: float) -> list[int]:
        """Wait until something can be read, and from where. Raises `TimeoutError`, `Woken`."""
        left = None if until_ns == math.inf else max(0.0, (until_ns - now()) / 1e9)
        ready, _, _ = select.select(watched if self._wake is None else [*watched, self._wake], [], [], left)
        if self._wake in ready:
            raise Woken
        if not ready:
            raise TimeoutError
        return ready
