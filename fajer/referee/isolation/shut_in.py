"""The command line of `--isolation landlock`, for where bubblewrap cannot run.

It sees no other files than its own and `/usr`, and has no sockets. It has no process numbers, network and host name
of its own, and no `/proc`. Folders that only root can look into, as a Python under `/root`, it cannot see.
"""

import json
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from fajer.errors import UsageError
from fajer.referee.isolation.sandbox import DESCRIPTOR, Bounds, environment, limits, user
from fajer.referee.isolation.tools import Tools, system

SIGN = b"set up"
"""What is told of a bot that was run."""
_PROGRAM = Path(__file__).with_name("landlock.py")
_READABLE = ("/dev/random", "/dev/urandom", "/etc/ssl/openssl.cnf")
"""The last one: Node does without it where it is not there, but not where it is and cannot be read."""
_WRITABLE = ("/dev/null",)


def command_line(words: Sequence[str], copy: Path, tools: Tools, bounds: Bounds) -> list[str]:
    """The command line that runs `words` in the folder `copy`, with the descriptors at their places.

    Raises `UsageError` for a bot that asks for scratch space, which cannot be bounded here.
    """
    if bounds.scratch and not bounds.writable:
        raise UsageError("a bot that asks for scratch space cannot be isolated by Landlock: --isolation full")
    orders = {
        "argv": list(words),
        "env": environment(tools) | ({"TMPDIR": str(copy)} if bounds.writable else {}),
        "folder": str(copy),
        "user": user(),
        "limits": {name: bound for name, bound in limits(bounds).items() if name != "MEMLOCK"},
        "readable": [*_readable(tools), str(copy)],
        "writable": [*_WRITABLE, *([str(copy)] if bounds.writable else [])],
    }
    return [sys.executable, "-I", "-S", str(_PROGRAM), json.dumps(orders), DESCRIPTOR, DESCRIPTOR]


def _readable(tools: Tools) -> Iterator[str]:
    yield "/usr"
    for source, target in system():
        if source == target:
            yield target
    yield from (path for path in _READABLE if os.path.exists(path))
    yield from tools.folders
