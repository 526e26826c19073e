"""What this machine has for isolation. Each function says what there is, or raises `IsolationError` in one line."""

import ctypes
import os
import re
import shutil
import subprocess
import sys

from fajer.errors import IsolationError
from fajer.referee.isolation.calls import bindings
from fajer.referee.isolation.group import Groups

_OLDEST = (0, 8, 0)
"""Of bubblewrap: before it there is no `--disable-userns`."""
_PROGRAMS = ("prlimit",)
LANDLOCK_ABI = 6
"""Of Landlock: before it signals and abstract sockets reach out."""
_CREATE_RULESET = 444
_VERSION = 1
_SANDBOX = "bwrap --unshare-all --unshare-user --disable-userns --ro-bind / / true"


def system() -> str:
    """The system's name; only Linux has isolation."""
    if sys.platform != "linux":
        raise IsolationError(f"bots can be isolated on Linux only, and this is {sys.platform}: --isolation none")
    return "linux"


def bubblewrap() -> str:
    """Its version, like `0.8.0`."""
    program = shutil.which("bwrap", path="/usr/bin:/bin")
    if program is None:
        raise IsolationError("bubblewrap is not installed: apt install bubblewrap; or --isolation none")
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout
    found = re.search(r"(\d+)\.(\d+)(?:\.(\d+))?", said)
    if found is None or tuple(int(part or 0) for part in found.groups()) < _OLDEST:
        raise IsolationError(f"bubblewrap is too old ({said.strip()}): 0.8.0 or newer is needed; or --isolation none")
    return found[0]


def programs() -> list[str]:
    """What of util-linux is used."""
    for name in _PROGRAMS:
        if not os.access(f"/usr/bin/{name}", os.X_OK):
            raise IsolationError(f"there is no /usr/bin/{name}: apt install util-linux; or --isolation none")
    return list(_PROGRAMS)


def user_namespaces() -> bool:
    """True: bubblewrap can make them."""
    bubblewrap()
    ran = subprocess.run(_SANDBOX.split(), capture_output=True, text=True, check=False, env={"PATH": "/usr/bin"})
    if ran.returncode:
        raise IsolationError(no_namespaces(ran.stderr.strip()))
    return True


def no_namespaces(said: str) -> str:
    """What to do where bubblewrap says that it cannot set up a sandbox."""
    if not re.search("namespace|uid map|gid map|clone|Operation not permitted", said):
        return f"no sandbox can be set up here ({said}); or --isolation none"
    return (
        f"no sandbox can be set up here ({said}): user namespaces have to be allowed (sysctl "
        "kernel.unprivileged_userns_clone=1, or kernel.apparmor_restrict_unprivileged_userns=0; in a container: its "
        "own seccomp profile); or --isolation none"
    )


def seccomp() -> str:
    """The version of pyseccomp, which found libseccomp."""
    library = bindings()
    try:
        with open("/proc/sys/kernel/seccomp/actions_avail"):
            pass
    except OSError:
        raise IsolationError("this kernel has no seccomp; or --isolation none") from None
    return str(getattr(library, "__version__", "there"))


def control_group() -> str | None:
    """The control group that can be divided among bots; None: memory is bounded by a watchdog."""
    groups = Groups.here()
    return None if groups is None else str(groups.folder)


def landlock() -> int:
    """The ABI of Landlock."""
    abi: int = ctypes.CDLL(None, use_errno=True).syscall(_CREATE_RULESET, None, 0, _VERSION)
    if abi < LANDLOCK_ABI:
        there = f"its version here is {abi}" if abi > 0 else "it is not there"
        raise IsolationError(f"Landlock of version {LANDLOCK_ABI} is needed, and {there}; or --isolation none")
    return abi
