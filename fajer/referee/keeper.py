"""The referee's end of the keeper: bots are started and ended through it."""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from fajer.errors import BotFault, InternalError

_PROGRAM = Path(__file__).with_name("keep.py")
_LONGEST = 1 << 20
_THEIRS = 7
"""E2BIG: a command line that is too long, whoever runs it."""
_TOO_LONG = 90
"""EMSGSIZE: a command line that no keeper can be told of."""
_OURS = {12: "no memory", 11: "no more processes", 23: "too many open files", 24: "too many open files"}
"""Error numbers that are this machine's trouble, not a bot's: ENOMEM, EAGAIN, ENFILE, EMFILE."""


class Keeper:
    """A keeper process, for the bots of one table. Close it, and no bot is left."""

    def __init__(self) -> None:
        self._environ = dict(os.environ)
        self.staged: dict[Path | None, Path] = {}
        """By file or folder of a bot, its staged copy in `folder`; None: an empty one."""
        self._places: dict[str, int] = {}
        self._line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-S", str(_PROGRAM), str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                env=self._environ,
                start_new_session=True,
            )

    def start(
        self,
        argv: Sequence[str],
        cwd: str,
        env: Mapping[str, str],
        fds: Sequence[int],
        *,
        places: Sequence[int] = (),
        binds: Sequence[tuple[str, str]] = (),
        user: int | None = None,
        group: str | None = None,
    ) -> int:
        """Start a bot on three pipes (stdin, stdout, stderr); returns its process number.

        Descriptors after the three stay open in it: what stands at the `places` of the command line
        becomes their number. `binds` are folders and where the bot is to find them, and `user` who it runs as, with
        the group of the same number alone; both need root. `group` is the folder of a control group that it begins
        in. Raises `BotFault` (`start`) if it cannot be run, `InternalError` if this machine cannot.
        """
        own = self._environ  # the keeper has it too, and a message holds some 200 KB
        set_ = {name: value for name, value in env.items() if own.get(name) != value}
        unset = [name for name in own if name not in env]
        request = {"do": "start", "argv": list(argv), "cwd": cwd, "set": set_, "unset": unset}
        more = {"places": list(places), "binds": list(binds), "user": user, "group": group}
        try:
            answer = self._ask(request | more, fds)
        except OSError as error:
            raise BotFault("start", f"cannot be run: {argv[0]}: {error.strerror}") from None
        if "error" in answer:
            what = f"{argv[0]}: {answer['error']}"
            is_sandbox = bool(places or binds)  # what sets that up is ours
            if answer["errno"] in _OURS or (is_sandbox and answer["errno"] != _THEIRS):
                raise InternalError(f"a bot could not be started: {what}")
            raise BotFault("start", f"cannot be run: {what}")
        pid: int = answer["pid"]
        return pid

    def folder(self, gid: int | None = None) -> Path:
        """A folder for staged copies, made the first time, that goes when the keeper does.

        Only we can look into it, and the group `gid` if one is given.
        """
        return Path(self._ask({"do": "folder", "gid": gid})["folder"])

    def place(self, path: str) -> str:
        """Where in `folder` the bots are shown a folder of this machine; each has a place of its own."""
        number = self._places.setdefault(path, len(self._places))
        return str(self.folder() / "tools" / str(number))

    def status(self, pid: int) -> int | None:
        """A bot's exit status (negative: the signal that killed it), None while it runs."""
        status: int | None = self._ask({"do": "status", "pid": pid})["status"]
        return status

    def end(self, pid: int, *, inner: bool = False) -> None:
        """Kill a bot's whole group and let its number go; `inner`: all that came of it, too."""
        self._ask({"do": "end", "pid": pid, "inner": inner})

    def close(self) -> None:
        """End all bots and the keeper; waits until they are gone."""
        self._line.close()
        self._process.wait()

    def _ask(self, request: dict[str, Any], fds: Sequence[int] = ()) -> dict[str, Any]:
        try:
            socket.send_fds(self._line, [json.dumps(request).encode()], list(fds))
            answer = self._line.recv(_LONGEST)
        except OSError as error:
            if error.errno == _TOO_LONG:
                raise
            raise InternalError(f"the keeper of the bots is gone: {os.strerror(error.errno or 0)}") from None
        if not answer:
            raise InternalError("the keeper of the bots is gone")
        said: dict[str, Any] = json.loads(answer)
        return said
