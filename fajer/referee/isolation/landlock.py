"""What shuts a bot in with Landlock, and then becomes it: run with `python -I -S landlock.py ORDERS FILTER REPORT`.

ORDERS is a JSON object, FILTER the number of a descriptor that has the program which refuses system calls, REPORT
that of one where it says that all is done. It stands alone and imports nothing of the package. What it cannot do ends
it with status 1, before the bot is run, and nothing is said.
"""

import ctypes
import json
import os
import resource
import sys

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_PATH_BENEATH = 1
_READ = 1 << 2 | 1 << 3 | 1 << 0  # read a file, list a folder, execute
_ALL_OF_FILES = (1 << 16) - 1  # of ABI 5: everything that can be done with files, `ioctl` on devices included
_ALL_OF_TCP = 1 << 0 | 1 << 1  # bind, connect
_ALL_SCOPES = 1 << 0 | 1 << 1  # abstract sockets, signals
_OF_A_FILE = 1 << 0 | 1 << 1 | 1 << 2 | 1 << 14 | 1 << 15  # what is no right on a folder only
_PR_SET_NO_NEW_PRIVS, _PR_SET_CHILD_SUBREAPER, _PR_SET_SECCOMP, _MODE_FILTER = 38, 36, 22, 2
_C = ctypes.CDLL(None, use_errno=True)


class _Ruleset(ctypes.Structure):
    _fields_ = [("files", ctypes.c_uint64), ("net", ctypes.c_uint64), ("scoped", ctypes.c_uint64)]


class _PathBeneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = [("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32)]


class _Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("filter", ctypes.c_char_p)]


def main(orders: str, filter_fd: int, report_fd: int) -> None:
    """Shut ourselves in and become the bot."""
    given = json.loads(orders)
    with open(filter_fd, "rb") as file:
        program = file.read()
    os.chdir(given["folder"])
    if given["user"] is not None:
        os.setgroups([])
        os.setresgid(given["user"], given["user"], given["user"])
        os.setresuid(given["user"], given["user"], given["user"])
    _limit(given["limits"])
    _checked(_C.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
    _checked(_C.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0))  # what its children leave stays below it, to be found
    _shut_in(given["readable"], given["writable"])
    _checked(_C.prctl(_PR_SET_SECCOMP, _MODE_FILTER, ctypes.byref(_Program(len(program) // 8, program)), 0, 0))
    os.set_inheritable(report_fd, False)
    os.write(report_fd, b"set up")
    try:
        os.execve(given["argv"][0], given["argv"], given["env"])  # noqa: S606
    except OSError as error:
        os.write(2, f"{given['argv'][0]}: {error.strerror}\n".encode())
        os._exit(127)


def _limit(limits: dict[str, list[int]]) -> None:
    """`NPROC` is over all processes of our user: those that there are already are added."""
    for name, (soft, hard) in limits.items():
        kind = getattr(resource, f"RLIMIT_{name}")
        more = _tasks(os.getuid()) if name == "NPROC" else 0
        resource.setrlimit(kind, (soft + more, hard + more))


def _tasks(user: int) -> int:
    """Processes and threads that a user has."""
    found = 0
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            if os.stat(f"/proc/{name}").st_uid == user:
                found += len(os.listdir(f"/proc/{name}/task"))
        except OSError:
            continue
    return found


def _shut_in(readable: list[str], writable: list[str]) -> None:
    rules = _Ruleset(_ALL_OF_FILES, _ALL_OF_TCP, _ALL_SCOPES)
    ruleset = _checked(_C.syscall(_CREATE_RULESET, ctypes.byref(rules), ctypes.sizeof(rules), 0))
    for paths, rights in ((readable, _READ), (writable, _ALL_OF_FILES)):
        for path in paths:
            try:
                parent = os.open(path, os.O_PATH | os.O_CLOEXEC)
            except PermissionError:
                sys.exit(f"{path} cannot be looked into by the user that bots run as; --isolation full can show it")
            allowed = rights if os.path.isdir(path) else rights & _OF_A_FILE
            rule = _PathBeneath(allowed, parent)
            _checked(_C.syscall(_ADD_RULE, ruleset, _PATH_BENEATH, ctypes.byref(rule), 0))
            os.close(parent)
    _checked(_C.syscall(_RESTRICT_SELF, ruleset, 0))
    os.close(ruleset)


def _checked(result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
