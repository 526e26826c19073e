"""A process of its own that plays units for a worker of a cluster.

Beside the games nothing happens in it, so that no bot waits, on its clock, for what a cluster does.
It is run with `python -m fajer.tournament.croupier FD PIN`; its orders come over a pipe.
"""

import contextlib
import ctypes
import gc
import multiprocessing
import os
import signal
import socket
import subprocess
import sys
import threading
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

import msgspec

import fajer
from fajer.errors import InternalError
from fajer.match.task import Played, Task
from fajer.match.unit import Job, played

_PR_SET_PDEATHSIG = 1
_FAILED, _UNIT_OVER = b"!", b"="
"""What it says begins so where it is no game's line."""
_CLAIM = "\0fajer/core/{}"
"""A name among the system's abstract sockets, which says that a core is taken; it goes with its process."""
_PATIENCE_S = 5.0
"""So long it has to end its bots before it is killed; they are killed with it."""


@dataclass(frozen=True, slots=True)
class Games:
    """A unit that is over."""

    lines: tuple[bytes, ...]
    """The games as a file of records has them; not all of the unit's if it was stopped."""
    off_turn_us: list[int]
    """By number of bot in the match, processor time used while it was not its turn."""


class Croupier:
    """The worker's end of the process. It does not outlive the thread that made it."""

    def __init__(self, *, pin: bool) -> None:
        self._line, theirs = multiprocessing.Pipe()
        self._sending = threading.Lock()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", __name__, str(theirs.fileno()), str(int(pin)), str(os.getpid())],
                pass_fds=[theirs.fileno()],
                cwd=Path(fajer.__file__).parent.parent,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                start_new_session=True,
            )

    def play(self, job: Job, task: Task) -> Games | None:
        """Have a unit played; None if the process ended meanwhile, or had ended.

        Raises `InternalError` for what failed twice.
        """
        lines: list[bytes] = []
        try:
            self._send((job, task))
            while True:
                said: bytes = self._line.recv_bytes()
                if said.startswith(_UNIT_OVER):
                    return Games(tuple(lines), msgspec.json.decode(said[1:]))
                if said.startswith(_FAILED):
                    raise InternalError(said[1:].decode())
                lines.append(said)
        except (EOFError, OSError):
            return None

    def stop(self) -> None:
        """End after the game that runs; with batches, after the unit."""
        with contextlib.suppress(OSError):
            self._send(None)

    def leave(self) -> None:
        """End now, without waiting for it."""
        self._process.terminate()

    def end(self) -> None:
        """End now; waits until it and its bots are gone."""
        self._process.terminate()
        try:
            self._process.wait(_PATIENCE_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._line.close()

    def _send(self, what: tuple[Job, Task] | None) -> None:
        with self._sending:
            self._line.send(what)


def main(fd: int, pin: bool, parent: int) -> None:
    """Play what is ordered until there is nothing more."""
    signal.signal(signal.SIGINT, lambda number, frame: None)  # not SIG_IGN: the bots would begin with it
    signal.signal(signal.SIGTERM, _leave)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT, signal.SIGTERM])
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        return
    gc.freeze()
    gc.set_threshold(50_000)  # games leave no cycles behind
    line: Connection = Connection(fd)
    with contextlib.ExitStack() as held:
        if pin:
            _pin(held)
        try:
            _serve(line)
        except (EOFError, ConnectionError):
            pass
        except Exception as error:  # whatever it is, it is ours
            text = str(error) if isinstance(error, InternalError) else f"{type(error).__name__}: {error}"
            line.send_bytes(_FAILED + text.encode())


def _leave(number: int, frame: object) -> None:
    """End, once: nothing disturbs that."""
    signal.signal(number, signal.SIG_IGN)
    sys.exit(128 + number)


def _serve(line: Connection) -> None:
    with contextlib.closing(
        played(iter(line.recv, None), line.poll)
    ) as found:  # while it plays the one order is to stop
        for said in found:
            line.send_bytes(
                said.line if isinstance(said, Played) else _UNIT_OVER + msgspec.json.encode(said.off_turn_us)
            )


def _pin(held: contextlib.ExitStack) -> None:
    """Keep to one core that no other croupier of this machine has; to none if there is no such core."""
    cores = sorted(os.sched_getaffinity(0))
    here = ctypes.CDLL(None).sched_getcpu()
    place = cores.index(here) if here in cores else 0
    for core in cores[place:] + cores[:place]:
        claim = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        try:
            claim.bind(_CLAIM.format(core))
        except OSError:
            claim.close()
            continue
        held.enter_context(claim)
        os.sched_setaffinity(0, {core})
        return


if __name__ == "__main__":
    main(int(sys.argv[1]), bool(int(sys.argv[2])), int(sys.argv[3]))
