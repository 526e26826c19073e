"""The keeper: a small program that starts the bots and outlives the referee, to end them.

It is the bots' parent and the reaper of whatever they leave behind. It answers requests on the
socket it was given; when that closes, because the referee is done or was killed, it kills the
group of every bot, then whatever children are left, and ends. With isolation it has a folder for
the bots' staged copies, which goes with it. It stands alone: it is run with
`python -I -S keep.py FD` and imports nothing of the package.
"""

import ctypes
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from typing import Any

_PR_SET_CHILD_SUBREAPER, _PR_SET_THP_DISABLE = 36, 41
_CLONE_NEWNS = 0x20000
_MS_RDONLY, _MS_NOSUID, _MS_NODEV, _MS_REMOUNT, _MS_BIND, _MS_REC, _MS_SLAVE = 1, 2, 4, 32, 4096, 16384, 1 << 19
_MNT_DETACH = 2
_LONGEST = 1 << 20
_MOST_FDS = 5


def main(fd: int) -> None:
    """Serve requests until the referee's end of the socket is closed."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _pass_over)  # not SIG_IGN: the bots would begin with it
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    line = socket.socket(fileno=fd)
    kept = Kept()
    try:
        while True:
            request, fds, _, _ = socket.recv_fds(line, _LONGEST, _MOST_FDS)
            if not request:
                break
            line.send(json.dumps(_serve(json.loads(request), fds, kept)).encode())
    except ConnectionError:
        pass
    finally:
        _end_all(kept.bots)
        kept.clear()


class Kept:
    """What there is to be ended and removed."""

    def __init__(self) -> None:
        self.bots: dict[int, subprocess.Popen[bytes]] = {}
        self.groups: dict[int, str] = {}
        """By bot, the folder of its control group, if it has one of its own."""
        self.folder: str | None = None
        """For staged copies; no bot can write there."""
        self._shown: set[str] = set()
        """Where folders are bound."""
        self._is_apart = False
        """Whether what we mount is seen by us and the bots alone."""

    def make_folder(self, gid: int | None) -> dict[str, Any]:
        """A folder for staged copies that only we, and a group if one is given, can look into.

        There is one where bots are isolated: those have no huge pages, of which a part holds all, unseen.
        """
        if self.folder is None:
            ctypes.CDLL(None).prctl(_PR_SET_THP_DISABLE, 1, 0, 0, 0)
            self.folder = tempfile.mkdtemp(prefix="fajer-")
            for part in ("bots", "tools"):
                os.mkdir(os.path.join(self.folder, part))
            if gid is not None:
                os.chown(self.folder, -1, gid)
                os.chmod(self.folder, 0o750)  # noqa: S103
        return {"folder": self.folder}

    def bind(self, source: str, target: str) -> None:
        """Have a folder, or a file, at another place, read-only, for us and the bots alone. Needs root."""
        if target in self._shown:
            return
        if not self._is_apart:
            _call("unshare", _CLONE_NEWNS)
            _mount(None, "/", _MS_REC | _MS_SLAVE)
            self._is_apart = True
        if os.path.isfile(source):
            os.close(os.open(target, os.O_CREAT | os.O_CLOEXEC, 0o600))
        else:
            os.makedirs(target, exist_ok=True)
        _mount(source, target, _MS_BIND)
        self._shown.add(target)
        _mount(None, target, _MS_REMOUNT | _MS_BIND | _MS_RDONLY | _MS_NOSUID | _MS_NODEV)

    def clear(self) -> None:
        """Remove the control groups and the folder; what was bound there is let go first, and never looked into."""
        for group in self.groups.values():
            _tried(os.rmdir, group)
        for target in self._shown:
            _tried(_call, "umount2", os.fsencode(target), _MNT_DETACH)
        if self.folder is not None:
            _tried(_remove, os.path.join(self.folder, "bots"))
            tools = os.path.join(self.folder, "tools")
            for place in (*(os.path.join(tools, name) for name in os.listdir(tools)), tools, self.folder):
                _tried(os.rmdir if os.path.isdir(place) else os.unlink, place)


def _remove(folder: str) -> None:
    """Remove a folder and all that is in it, however deep it goes: what lies in its folders is brought up, one by one.

    Nobody else changes it now. Raises `OSError` for what cannot be removed.
    """
    top = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    brought = 0
    try:
        while names := os.listdir(top):
            for name in names:
                if _unlinked(name, top):
                    continue
                inner = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=top)
                try:
                    for each in os.listdir(inner):
                        if not _unlinked(each, inner):
                            os.rename(each, f".up-{brought}", src_dir_fd=inner, dst_dir_fd=top)
                            brought += 1
                finally:
                    os.close(inner)
                os.rmdir(name, dir_fd=top)
    finally:
        os.close(top)
    os.rmdir(folder)


def _unlinked(name: str, folder: int) -> bool:
    """Whether it was no folder, and is removed now; a folder is made ours to look into and to move."""
    try:
        os.unlink(name, dir_fd=folder)
    except IsADirectoryError:
        os.chmod(name, 0o700, dir_fd=folder)
        return False
    return True


def _tried(deed: Callable[..., Any], *given: Any) -> None:
    """Do it as far as it can be done."""
    try:
        deed(*given)
    except OSError:
        pass


def _mount(source: str | None, target: str, flags: int) -> None:
    _call("mount", os.fsencode(source or "none"), os.fsencode(target), None, flags, None)


def _call(name: str, *given: Any) -> None:
    """A function of the C library that is 0 when it succeeds; raises `OSError`."""
    if getattr(ctypes.CDLL(None, use_errno=True), name)(*given):
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")


def _pass_over(number: int, frame: object) -> None:
    """A signal is for the referee; what closes the socket ends the keeper."""


def _serve(request: dict[str, Any], fds: list[int], kept: Kept) -> dict[str, Any]:
    """Do what was asked: start a bot, say how one is, end one, make a folder for copies."""
    if request["do"] == "start":
        return _start(request, fds, kept)
    if request["do"] == "folder":
        return kept.make_folder(request["gid"])
    pid = request["pid"]
    if request["do"] == "status":
        return {"status": _status(pid)}
    _end(pid)
    kept.bots.pop(pid).wait()
    _reap(pid)
    if request["inner"]:
        _end_orphans(kept.bots)
    if pid in kept.groups:
        _tried(os.rmdir, kept.groups.pop(pid))
    return {}


def _start(request: dict[str, Any], fds: list[int], kept: Kept) -> dict[str, Any]:
    """Start a bot as the leader of a group of its own, on the three pipes that came along.

    Descriptors beyond the three stay open in it; their numbers take the `places` in its command line.
    """
    argv, group, user = request["argv"], request.get("group"), request.get("user")
    for place, fd in zip(request.get("places", ()), fds[3:], strict=True):
        argv[place] = str(fd)
    try:
        for source, target in request.get("binds", ()):
            kept.bind(source, target)
        bot = subprocess.Popen(
            argv,
            stdin=fds[0],
            stdout=fds[1],
            stderr=fds[2],
            pass_fds=fds[3:],
            cwd=request["cwd"],
            env=_environment(request["set"], request["unset"]),
            start_new_session=True,
            restore_signals=True,
            user=user,
            group=user,
            extra_groups=None if user is None else [],
            preexec_fn=partial(_join, group) if group else None,  # there are no threads here
        )
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        return {"error": getattr(error, "strerror", None) or str(error), "errno": getattr(error, "errno", None)}
    finally:
        for fd in fds:
            os.close(fd)
    kept.bots[bot.pid] = bot
    if group:
        kept.groups[bot.pid] = group
    return {"pid": bot.pid}


def _join(group: str) -> None:
    """Be in a control group, with all that comes of us."""
    with open(os.path.join(group, "cgroup.procs"), "w") as file:
        file.write("0")


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


def _end_orphans(bots: dict[int, "subprocess.Popen[bytes]"]) -> None:
    """Kill all that came to us from a bot in isolation that was ended, and what comes to us from that.

    That is the first process of its sandbox, with which the kernel kills everything in there; without a sandbox it is
    whatever it was the parent of. Each other bot is there, and what it is the parent of is not ours.
    """
    while orphans := set(_children()) - set(bots):
        for pid in orphans:
            try:
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
            except (ProcessLookupError, ChildProcessError):
                continue


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


def _children(pid: int | None = None) -> list[int]:
    """Our own children, or those of a process that has one thread."""
    try:
        with open("/proc/thread-self/children" if pid is None else f"/proc/{pid}/task/{pid}/children") as file:
            return [int(child) for child in file.read().split()]
    except (FileNotFoundError, ProcessLookupError):
        return []


if __name__ == "__main__":
    main(int(sys.argv[1]))
