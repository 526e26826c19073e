"""The system calls that no bot can make, as a program for the kernel, by libseccomp."""

import errno
import functools
import mmap
import os
import socket
from typing import Any

from fajer.errors import IsolationError

_NEW = (0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000)
"""The flags of `clone` that make namespaces."""
_PUSHED_INPUT = (0x5412, 0x541C)
"""`ioctl`s that type at a terminal: TIOCSTI, TIOCLINUX."""
_REFUSED = """
unshare setns mount umount2 pivot_root chroot open_tree move_mount fsopen fsconfig fsmount fspick mount_setattr
ptrace process_vm_readv process_vm_writev process_madvise pidfd_getfd kcmp userfaultfd perf_event_open bpf
keyctl add_key request_key io_uring_setup io_uring_enter io_uring_register
shmget shmat shmctl shmdt semget semop semctl semtimedop msgget msgsnd msgrcv msgctl mq_open
sched_setaffinity fanotify_init name_to_handle_at open_by_handle_at quotactl acct swapon swapoff reboot
kexec_load kexec_file_load init_module finit_module delete_module settimeofday clock_settime clock_adjtime adjtimex
iopl ioperm syslog vhangup lookup_dcookie sethostname setdomainname
"""
"""What could reach out of the sandbox, what the kernel often erred in, what hides memory or leaves the core."""
_UNKNOWN = ("clone3", "memfd_create", "memfd_secret")
"""What programs can do without when the kernel does not know it: its arguments cannot be filtered, or it hides memory
from whoever adds it up."""
_HIDDEN = mmap.MAP_SHARED | mmap.MAP_ANONYMOUS
"""The flags of memory that processes share without a file: one can keep it and yet not be seen to have it."""

_NO_SUCH_CALL = -1
"""What libseccomp says of a name that it does not know; other numbers below 0 are calls of other architectures."""


@functools.cache
def refusing(*, sockets: bool) -> bytes:
    """The filter as the kernel reads it; `sockets`: whether a bot may have those of the Unix domain.

    They are harmless in a network namespace of its own, and nowhere else. Raises `IsolationError` without
    pyseccomp or libseccomp.
    """
    library = bindings()
    made = library.SyscallFilter(library.ALLOW)
    refused, unknown = library.ERRNO(errno.EPERM), library.ERRNO(errno.ENOSYS)
    for name in _REFUSED.split():
        _rule(made, refused, name)
    for name in _UNKNOWN:
        _rule(made, unknown, name)
    for flag in _NEW:
        _rule(made, refused, "clone", library.Arg(0, library.MASKED_EQ, flag, flag))
    for request in _PUSHED_INPUT:  # the kernel looks at the lower half only
        _rule(made, refused, "ioctl", library.Arg(1, library.MASKED_EQ, 0xFFFFFFFF, request))
    for name in ("mmap", "mmap2"):
        _rule(made, refused, name, library.Arg(3, library.MASKED_EQ, _HIDDEN, _HIDDEN))
    _rule(made, refused, "socket", *([library.Arg(0, library.NE, int(socket.AF_UNIX))] if sockets else []))
    with open(os.memfd_create("filter"), "w+b") as file:
        made.export_bpf(file)
        file.seek(0)
        return file.read()


def _rule(made: Any, action: int, name: str, *arguments: Any) -> None:
    """Add a rule. A call that this architecture does not have needs none; one that the library does not know fails."""
    library = bindings()
    number = library.resolve_syscall(library.Arch.NATIVE, name)
    if number == _NO_SUCH_CALL:
        raise IsolationError(f"libseccomp is too old: it does not know {name}; version 2.5.4 does")
    if number >= 0:
        made.add_rule(action, number, *arguments)


def bindings() -> Any:
    """The Python binding of libseccomp; raises `IsolationError` that says how to get it."""
    try:
        import pyseccomp
    except ImportError:
        raise IsolationError("pyseccomp is not installed: pip install 'fajer[isolation]'") from None
    except RuntimeError:
        raise IsolationError("libseccomp is not installed: apt install libseccomp2") from None
    return pyseccomp
