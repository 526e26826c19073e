"""The system calls that no bot can make, as a program for the kernel, by libseccomp."""

import errno
import functools
import mmap
import os
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
socket setpriority ioprio_set sched_setscheduler sched_setparam sched_setattr
inotify_init inotify_init1 vmsplice seccomp landlock_create_ruleset landlock_add_rule landlock_restrict_self
"""
"""What could reach out of the sandbox, what the kernel often erred in, what hides memory, tells others of the same user
or of the same file something, or leaves the core. Sockets are to be had in connected pairs only: those with a name
could hold any number of others."""
_UNKNOWN = ("clone3", "memfd_create", "memfd_secret", "flock")
"""What programs can do without when the kernel does not know it: its arguments cannot be filtered, it hides memory
from whoever adds it up, or it tells others something."""
_LOCKS = (5, 6, 7, 12, 13, 14, 36, 37, 38)
"""Of `fcntl`: F_GETLK, F_SETLK, F_SETLKW, those of 32-bit systems, those of open files. Programs can do without."""
_NOTICES = (1024, 1025, 1026)
"""Of `fcntl`: F_SETLEASE, F_GETLEASE, F_NOTIFY, by which one learns what others do with a file."""
_PIPE_SIZE = 1031
"""Of `fcntl`: F_SETPIPE_SZ. What a pipe can hold is counted as it is made."""
_BUFFERS = (7, 8, 32, 33)
"""Of `setsockopt` for all sockets: SO_SNDBUF, SO_RCVBUF, and the two that root has."""
_OF_ALL_SOCKETS = 1
_KEPT = (22, 36, 41)
"""Of `prctl`: PR_SET_SECCOMP, whose programs take memory; PR_SET_CHILD_SUBREAPER and PR_SET_THP_DISABLE, which are
set for a bot."""
_THREAD, _FILES = 0x10000, 0x400
"""The flags of `clone` for a thread, and for one that has the same files open: others would not be counted."""
_UNSHARE = 2
"""The flag of `close_range` that gives a thread open files of its own."""
_SOME = 0xFFFFFFFF
"""The half of an argument that the kernel looks at where it takes an `int`."""
_KINDS, _DATAGRAM, _RAW = 0xF, 2, 3
"""Of sockets, without the flags; those of the last two send to any name."""
_HIDDEN = mmap.MAP_SHARED | mmap.MAP_ANONYMOUS
"""The flags of memory that processes share without a file: one can keep it and yet not be seen to have it."""

_NO_SUCH_CALL = -1
"""What libseccomp says of a name that it does not know; other numbers below 0 are calls of other architectures."""


@functools.cache
def refusing() -> bytes:
    """The filter as the kernel reads it. Raises `IsolationError` without pyseccomp or libseccomp."""
    library = bindings()
    made = library.SyscallFilter(library.ALLOW)
    for action, names in ((library.ERRNO(errno.EPERM), _REFUSED.split()), (library.ERRNO(errno.ENOSYS), _UNKNOWN)):
        for name in names:
            _rule(made, action, name)
    _by_argument(made)
    with open(os.memfd_create("filter"), "w+b") as file:
        made.export_bpf(file)
        file.seek(0)
        return file.read()


def _by_argument(made: Any) -> None:
    """What is refused only for some of its arguments."""
    library = bindings()
    refused, unknown = library.ERRNO(errno.EPERM), library.ERRNO(errno.ENOSYS)

    def masked(place: int, mask: int, value: int) -> Any:
        return library.Arg(place, library.MASKED_EQ, mask, value)

    for flag in _NEW:
        _rule(made, refused, "clone", masked(0, flag, flag))
    _rule(made, refused, "clone", masked(0, _THREAD | _FILES, _THREAD))
    _rule(made, refused, "close_range", masked(2, _UNSHARE, _UNSHARE))
    _rule(made, refused, "prlimit64", library.Arg(0, library.NE, 0))  # of another process, who may be a rival
    for request in _PUSHED_INPUT:
        _rule(made, refused, "ioctl", masked(1, _SOME, request))
    for option in _KEPT:
        _rule(made, refused, "prctl", masked(0, _SOME, option))
    for name in ("mmap", "mmap2"):
        _rule(made, refused, name, masked(3, _HIDDEN, _HIDDEN))
    for name in ("fcntl", "fcntl64"):
        for command in _LOCKS:
            _rule(made, unknown, name, masked(1, _SOME, command))
        for command in (*_NOTICES, _PIPE_SIZE):
            _rule(made, refused, name, masked(1, _SOME, command))
    for option in _BUFFERS:
        _rule(made, refused, "setsockopt", masked(1, _SOME, _OF_ALL_SOCKETS), masked(2, _SOME, option))
    for kind in (_DATAGRAM, _RAW):
        _rule(made, refused, "socketpair", masked(1, _KINDS, kind))


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
