"""A command at a terminal of 80 × 24, as a person has it: keys go in, and what stands on the screen is looked at."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType

from cli.running import uncovered

_CLEAR = "\x1b[H\x1b[2J\x1b[3J"
_MOVES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_PATIENCE_S = 60.0


class Session(AbstractContextManager["Session"]):
    """`fajer WORDS` at a terminal."""

    def __init__(self, *words: str | Path, cwd: Path, rows: int = 24, **environment: str) -> None:
        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, 80, 0, 0))
        plain = {name: value for name, value in uncovered().items() if not name.startswith(("LC_", "LANG", "NO_COLOR"))}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "fajer", *map(str, words)],
            cwd=cwd,
            stdin=theirs,
            stdout=theirs,
            stderr=subprocess.PIPE,
            text=True,
            env=plain | {"TERM": "xterm-256color", "LANG": "C.UTF-8"} | environment,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.close(theirs)
        self.raw = ""
        """All that was written to the terminal so far."""

    def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for key in keys:
            os.write(self._ours, key.encode())

    def shows(self, text: str) -> str:
        """Wait until a text, a pattern, stands on the screen; the whole screen then."""
        until = time.monotonic() + _PATIENCE_S
        while not re.search(text, self.screen):
            if time.monotonic() > until or not self._read():
                raise AssertionError(f"{text!r} does not come; there is:\n{self.screen}")
        return self.screen

    @property
    def screen(self) -> str:
        """What stands there since it was last cleared, without colours."""
        return _MOVES.sub("", self.raw.rpartition(_CLEAR)[2]).replace("\r", "")

    def ends(self) -> tuple[int, str]:
        """Wait for its end: the exit code, and what it wrote to stderr."""
        while self._read():
            pass
        _, errors = self._process.communicate(timeout=_PATIENCE_S)
        return self._process.returncode, errors

    def signal(self, number: signal.Signals) -> None:
        """Send it a signal."""
        self._process.send_signal(number)

    def hang_up(self) -> None:
        """The terminal goes away."""
        os.close(self._ours)
        self._ours = -1

    def _read(self) -> bool:
        """Take in what was written; False when nothing more comes."""
        ready, _, _ = select.select([self._ours], [], [], _PATIENCE_S)
        try:
            chunk = os.read(self._ours, 1 << 16) if ready else b""
        except OSError:  # nobody has the other end any more
            chunk = b""
        self.raw += chunk.decode("utf-8", "replace")
        return bool(chunk)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        if self._process.stderr is not None:
            self._process.stderr.close()
        if self._ours >= 0:
            os.close(self._ours)
