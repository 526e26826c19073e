"""Proves of each system call by itself that the filter refuses it, and that it refuses nothing that programs need.

What refuses here gives error numbers that no kernel gives, so that nobody else's refusal is taken for the filter's.
"""

import base64
import fcntl
import json
import mmap
import resource
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace

import pyseccomp
import pytest
from isolated import needed

from fajer.referee.isolation import calls

Cases = dict[str, tuple[str, Sequence[int]]]
"""By what is tried the name of a call and what it is given."""
CALLING = Path(__file__).with_name("calling.py")
REFUSED, UNKNOWN = 133, 134
"""In the place of EPERM and ENOSYS."""
NONSENSE = (-1,) * 6
"""No call does anything with it; without the filter it is another error."""

ANYHOW = """
unshare setns mount umount2 pivot_root chroot open_tree move_mount fsopen fsconfig fsmount fspick mount_setattr
ptrace process_vm_readv process_vm_writev process_madvise pidfd_getfd kcmp userfaultfd perf_event_open bpf
keyctl add_key request_key io_uring_setup io_uring_enter io_uring_register
shmget shmat shmctl shmdt semget semop semctl semtimedop msgget msgsnd msgrcv msgctl mq_open
sched_setaffinity fanotify_init name_to_handle_at open_by_handle_at quotactl acct swapon swapoff reboot
kexec_load kexec_file_load init_module finit_module delete_module settimeofday clock_settime clock_adjtime adjtimex
iopl ioperm syslog vhangup lookup_dcookie sethostname setdomainname
socket setpriority ioprio_set sched_setscheduler sched_setparam sched_setattr
inotify_init inotify_init1 vmsplice seccomp landlock_create_ruleset landlock_add_rule landlock_restrict_self
"""
"""What is refused whatever it is given."""
NEW = {"mount": 0x20000, "cgroup": 0x2000000, "uts": 0x4000000, "ipc": 0x8000000, "user": 0x10000000,
       "pid": 0x20000000, "net": 0x40000000}  # fmt: skip
UNIX, STREAM, DATAGRAM, RAW = (int(each) for each in (
    socket.AF_UNIX, socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW))  # fmt: skip
ALL = int(socket.SOL_SOCKET)
HIGH = 1 << 32
"""The kernel does not look at it where it takes an `int`."""
THREAD, OPEN_FILES, CHILD = 0x10000, 0x400, 17
THEIRS = 1
"""The number of another process."""
GIVEN: Cases = {
    **{f"a new {kind} namespace": ("clone", (flag | CHILD, 0, 0, 0, 0)) for kind, flag in NEW.items()},
    "a thread with open files of its own": ("clone", (THREAD, 0, 0, 0, 0)),
    "open files of its own for a thread": ("close_range", (1000, 1001, 2)),
    "the limits of another": ("prlimit64", (THEIRS, resource.RLIMIT_CORE, 0, 0)),
    "typing at the terminal": ("ioctl", (0, 0x5412, 0)),
    "typing at the terminal, with more": ("ioctl", (0, 0x5412 | HIGH, 0)),
    "typing at the console": ("ioctl", (0, 0x541C, 0)),
    "another filter": ("prctl", (22, 2, 0, 0, 0)),
    "children of others": ("prctl", (36, 0, 0, 0, 0)),
    "huge pages": ("prctl", (41, 0, 0, 0, 0)),
    "huge pages, with more": ("prctl", (41 | HIGH, 0, 0, 0, 0)),
    "shared memory without a file": ("mmap", (0, 4096, 3, mmap.MAP_SHARED | mmap.MAP_ANONYMOUS, -1, 0)),
    "a lease": ("fcntl", (0, fcntl.F_SETLEASE, 0)),
    "whether there is a lease": ("fcntl", (0, fcntl.F_GETLEASE, 0)),
    "notices": ("fcntl", (0, fcntl.F_NOTIFY, 0)),
    "the size of a pipe": ("fcntl", (0, 1031, 4096)),
    "the size of a pipe, with more": ("fcntl", (0, 1031 | HIGH, 4096)),
    **{f"buffers of sockets {option}": ("setsockopt", (0, ALL, option, 0, 4)) for option in (7, 8, 32, 33)},
    "a pair of sockets for datagrams": ("socketpair", (UNIX, DATAGRAM, 0, 0)),
    "the same, not to be passed on": ("socketpair", (UNIX, DATAGRAM | socket.SOCK_CLOEXEC, 0, 0)),
    "a raw pair of sockets": ("socketpair", (UNIX, RAW, 0, 0)),
}
"""What is refused for what it is given."""
LOCKS = (fcntl.F_GETLK, fcntl.F_SETLK, fcntl.F_SETLKW, fcntl.F_OFD_GETLK, fcntl.F_OFD_SETLK, fcntl.F_OFD_SETLKW)
ABSENT: Cases = {
    **{name: (name, NONSENSE) for name in ("clone3", "memfd_create", "memfd_secret", "flock")},
    **{f"a lock {command}": ("fcntl", (0, command, 0)) for command in LOCKS},
}
"""What there is not, as far as a bot can see."""
ALLOWED: Cases = {
    "a pair of sockets": ("socketpair", (UNIX, STREAM, 0, 0)),
    "private memory": ("mmap", (0, 4096, 3, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, -1, 0)),
    "shared memory of a file": ("mmap", (0, 4096, 1, mmap.MAP_SHARED, 0, 0)),
    "whether it is a terminal": ("ioctl", (0, 0x5401, 0)),
    "the flags of a descriptor": ("fcntl", (0, fcntl.F_GETFD, 0)),
    "its own limits": ("prlimit64", (0, resource.RLIMIT_CORE, 0, 0)),
    "its own name": ("prctl", (15, 0, 0, 0, 0)),
    "on which cores it may run": ("sched_getaffinity", (0, 0, 0)),
    "closing many files": ("close_range", (1000, 1001, 0)),
    "a process number": ("getpid", ()),
    "a signal to itself": ("kill", (0, 0)),
}
"""What programs need."""


@pytest.fixture(autouse=True)
def _here() -> None:
    needed()


def number(name: str) -> int:
    """That of a call on this machine; below 0 where it has no such call."""
    found: int = pyseccomp.resolve_syscall(pyseccomp.Arch.NATIVE, name)
    return found


def made(cases: Cases, monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """By case the error that a call gave under the filter, 0 if it was done; what this machine has not is left out."""
    monkeypatch.setattr(calls, "errno", SimpleNamespace(EPERM=REFUSED, ENOSYS=UNKNOWN))
    program = calls.refusing.__wrapped__()
    numbered = {case: [number(name), *given] for case, (name, given) in cases.items() if number(name) >= 0}
    orders = {"filter": base64.b64encode(program).decode(), "calls": numbered}
    with open(__file__) as file:
        ran = subprocess.run([sys.executable, "-I", "-S", CALLING, json.dumps(orders)], stdin=file, capture_output=True,
                             text=True, start_new_session=True, check=False)  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    found: dict[str, int] = json.loads(ran.stdout)
    assert set(found) == set(numbered)
    return found


def test_what_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    found = made({name: (name, NONSENSE) for name in ANYHOW.split()} | GIVEN, monkeypatch)
    assert {case: error for case, error in found.items() if error != REFUSED} == {}
    assert len(found) > 90


def test_what_there_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    found = made(ABSENT, monkeypatch)
    assert {case: error for case, error in found.items() if error != UNKNOWN} == {}


def test_what_programs_need(monkeypatch: pytest.MonkeyPatch) -> None:
    found = made(ALLOWED, monkeypatch)
    assert {case: error for case, error in found.items() if error in (REFUSED, UNKNOWN)} == {}


def test_every_rule_of_the_filter_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is the only one that refuses some case: without it a test above would fail."""
    cases = {name: (name, NONSENSE) for name in ANYHOW.split()} | GIVEN | ABSENT
    tried = [name for name, _ in cases.values()]
    ruled: list[str] = []
    rule = calls._rule
    monkeypatch.setattr(calls, "_rule", lambda made, action, name, *more: (
        ruled.append(name), rule(made, action, name, *more)))  # fmt: skip
    calls.refusing.__wrapped__()
    of_other_machines = ("mmap2", "fcntl64")
    assert set(ruled) - set(of_other_machines) == set(tried)
