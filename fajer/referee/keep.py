"""The keeper: a small program that starts the bots and outlives the referee, to end them.

It is the bots' parent and the reaper of whatever they leave behind. It answers requests on the
socket it was given; when that closes, because the referee is done or was killed, it kills the
group of every bot, then whatever children are left, and ends. It stands alone: it is run with
`python -I -S keep.py FD` and imports nothing of the package.
"""

import ctypes
import json
import os
import signal
import socket
import subprocess
import sys
from typing import Any

_PR_SET_CHILD_SUBREAPER = 36
_LONGEST = 1 << 20


def main(fd: int) -> None:
    """Serve requests until the referee's end of the socket is closed."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _pass_over)  # not SIG_IGN: the bots would begin with it
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    line = socket.socket(fileno=fd)
    bots: dict[int, subprocess.Popen[bytes]] = {}
    try:
        while True:
            request, fds, _, _ = socket.recv_fds(line, _LONGEST, 3)
            if not request:
                break
            line.send(json.dumps(_serve(json.loads(request), fds, bots)).encode())
    except ConnectionError:
        pass
    finally:
        _end_all(bots)


def _pass_over(number: int, frame: object) -> None:
    """A signal is for the referee; what closes the socket ends the keeper."""


def _serve(request: dict[str, Any], fds: list[int], bots: dict[int, "subprocess.Popen[bytes]"]) -> dict[str, Any]:
    """Do what was asked: start a bot, say how one is, end one."""
    if request["do"] == "start":
        return _start(request, fds, bots)
    pid = request["pid"]
    if request["do"] == "status":
        return {"status": _status(pid)}
    _end(pid)
    bots.pop(pid).wait()
    _reap(pid)
    return {}


def _start(request: dict[str, Any], fds: list[int], bots: dict[int, "subprocess.Popen[bytes]"]) -> dict[str, Any]:
    """Start a bot as the leader of a group of its own, on the three pipes that came along."""
    try:
        bot = subprocess.Popen(
            request["argv"],
            stdin=fds[0],
            stdout=fds[1],
            stderr=fds[2],
            cwd=request["cwd"],
            env=_environment(request["set"], request["unset"]),
            start_new_session=True,
            restore_signals=True,
        )
    except (OSError, ValueError) as error:
        return {"error": getattr(error, "strerror", None) or str(error), "errno": getattr(error, "errno", None)}
    finally:
        for fd in fds:
            os.close(fd)
    bots[bot.pid] = bot
    return {"pid": bot.pid}


def _environment(changed: dict[str, str], gone: list[str]) -> dict[str, str]:
    """Our own, which the referee gave us, with some of it changed."""
    return {name: value for name, value in os.environ.items() if name not in gone} | changed


def _status(pid: int) -> int | None:
    """A bot's exit status (negative: the signal that killed it), None while it runs.

    It is not waited for, so that its number stays its own until the referee lets it go.
    """
    done = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT | os.WNOHANG)
    if done is None:
        return None
    return done.si_status if done.si_code == os.CLD_EXITED else -done.si_status


def _end(pid: int) -> None:
    try:
        os.killpg(pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass


def _reap(pid: int) -> None:
    """Wait for the rest of a group that was killed; its leader is gone, so they are our children now."""
    try:
        while True:
            os.waitpid(-pid, 0)
    except ChildProcessError:
        pass


def _end_all(bots: dict[int, "subprocess.Popen[bytes]"]) -> None:
    """Kill every group, then every child that came to us from them, until none is left."""
    for pid in bots:
        _end(pid)
    while children := _children():
        for pid in children:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            break


def _children() -> list[int]:
    with open("/proc/thread-self/children") as file:
        return [int(pid) for pid in file.read().split()]


if __name__ == "__main__":
    main(int(sys.argv[1]))
