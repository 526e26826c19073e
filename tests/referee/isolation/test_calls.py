"""Proves of each system call by itself that the filter refuses it, and that it refuses nothing that programs need.

What refuses here gives error numbers that no kernel gives, so that nobody else's refusal is taken for the filter's.
"""

import base64
import fcntl
import json
import mmap
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
"""
"""What is refused whatever it is given."""
NEW = {"mount": 0x20000, "cgroup": 0x2000000, "uts": 0x4000000, "ipc": 0x8000000, "user": 0x10000000,
       "pid": 0x20000000, "net": 0x40000000}  # fmt: skip
UNIX, STREAM = int(socket.AF_UNIX), int(socket.SOCK_STREAM)
HIGH = 1 << 32
GIVEN: Cases = {
    **{f"a new {kind} namespace": ("clone", (flag | 17, 0, 0, 0, 0)) for kind, flag in NEW.items()},
    "typing at the terminal": ("ioctl", (0, 0x5412, 0)),
    "the same with the upper half set": ("ioctl", (0, 0x5412 | HIGH, 0)),
    "typing at the console": ("ioctl", (0, 0x541C, 0)),
    "shared memory without a file": ("mmap", (0, 4096, 3, mmap.MAP_SHARED | mmap.MAP_ANONYMOUS, -1, 0)),
    **{
        f"a socket of {name[3:]}": ("socket", (int(getattr(socket, name)), STREAM, 0))
        for name in ("AF_INET", "AF_INET6", "AF_NETLINK", "AF_PACKET", "AF_VSOCK", "AF_ALG", "AF_BLUETOOTH")
        if hasattr(socket, name)
    },
}
"""What is refused for what it is given."""
ABSENT = ("clone3", "memfd_create", "memfd_secret")
"""What there is not, as far as a bot can see."""
ALLOWED: Cases = {
    "a pair of sockets": ("socket", (UNIX, STREAM, 0)),
    "private memory": ("mmap", (0, 4096, 3, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, -1, 0)),
    "shared memory of a file": ("mmap", (0, 4096, 1, mmap.MAP_SHARED, 0, 0)),
    "whether it is a terminal": ("ioctl", (0, 0x5401, 0)),
    "the flags of a descriptor": ("fcntl", (0, fcntl.F_GETFD, 0)),
    "on which cores it may run": ("sched_getaffinity", (0, 0, 0)),
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


def made(cases: Cases, monkeypatch: pytest.MonkeyPatch, *, sockets: bool = True) -> dict[str, int]:
    """By case the error that a call gave under the filter, 0 if it was done; what this machine has not is left out."""
    monkeypatch.setattr(calls, "errno", SimpleNamespace(EPERM=REFUSED, ENOSYS=UNKNOWN))
    program = calls.refusing.__wrapped__(sockets=sockets)
    numbered = {case: [number(name), *given] for case, (name, given) in cases.items() if number(name) >= 0}
    orders = {"filter": base64.b64encode(program).decode(), "calls": numbered}
    with open(__file__) as file:
        ran = subprocess.run([sys.executable, "-I", "-S", CALLING, json.dumps(orders)], stdin=file, capture_output=True,
                             text=True, start_new_session=True, check=False)  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    found: dict[str, int] = json.loads(ran.stdout)
    assert set(found) == set(numbered)
    return found


@pytest.mark.parametrize("sockets", [True, False])
def test_what_is_refused(monkeypatch: pytest.MonkeyPatch, sockets: bool) -> None:
    cases = {name: (name, NONSENSE) for name in ANYHOW.split()} | GIVEN
    found = made(cases, monkeypatch, sockets=sockets)
    assert {case: error for case, error in found.items() if error != REFUSED} == {}
    assert len(found) > 60


def test_what_there_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    found = made({name: (name, NONSENSE) for name in ABSENT}, monkeypatch)
    assert set(found.values()) == {UNKNOWN}


def test_what_programs_need(monkeypatch: pytest.MonkeyPatch) -> None:
    found = made(ALLOWED, monkeypatch)
    assert {case: error for case, error in found.items() if error in (REFUSED, UNKNOWN)} == {}


def test_without_a_network_of_its_own_there_are_no_sockets_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    case = {"a socket": ALLOWED["a pair of sockets"]}
    assert made(case, monkeypatch, sockets=False) == {"a socket": REFUSED}


def test_every_call_of_the_filter_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """No rule is without a case here."""
    tried = {*ANYHOW.split(), *ABSENT, *(name for name, _ in GIVEN.values()), "mmap2"}
    ruled = set()
    rule = calls._rule
    monkeypatch.setattr(calls, "_rule", lambda made, action, name, *more: (
        ruled.add(name), rule(made, action, name, *more)))  # fmt: skip
    calls.refusing.__wrapped__(sockets=True)
    assert ruled == tried
