"""What the tests of isolation need: a machine that can do it, bots with a deed, and somebody who is not root."""

import atexit
import functools
import os
import shutil
import subprocess
import sys
import tempfile
import uuid
from pathlib import Path

from cli.running import uncovered
from referee.house import eventually, lacking

import fajer
from fajer.errors import IsolationError
from fajer.records.record import Isolation
from fajer.referee.entry import Entry, resolve
from fajer.referee.isolation.ready import ready

_USER = 64_999
_AS_USER = ("setpriv", f"--reuid={_USER}", f"--regid={_USER}", "--clear-groups")
_TRY = """
import fajer.cli.main, msgspec, click, pyseccomp, scipy, subprocess, sys
subprocess.check_call([sys.executable, "-V"])
open(sys.argv[1]).close()
"""
_NEEDED = [
    *("fajer", "click", "msgspec", "msgpack", "rich", "pygments", "markdown_it", "mdurl", "typing_extensions.py"),
    *("numpy", "numpy.libs", "scipy", "scipy.libs", "pyseccomp", "pyseccomp.py"),
    *("pytest", "_pytest", "py.py", "pluggy", "iniconfig", "packaging"),
]
PYTHON = "/usr/bin/python3"
PACKAGE = Path(fajer.__file__).parents[1]
PROGRAM = """import errno, json, os, signal, socket, subprocess, sys, time

def say(message):
    os.write(1, json.dumps(message).encode() + b"\\n")

def tell(what):
    os.write(2, repr(what).encode())

asked = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        HELLO
        say({"type": "hello", "protocol": 1, "name": "deed"})
    elif message["type"] == "act":
        asked += 1
        if asked == AT:
            ACT
        say({"type": "act", "id": message["id"], "action": message["legal"][0]})
"""


def possible(isolation: Isolation = "full") -> bool:
    """Whether this machine can do it."""
    try:
        ready(isolation)
    except IsolationError:
        return False
    return True


def needed(isolation: Isolation = "full") -> None:
    """The test is skipped, aloud, where the machine cannot do it, and fails in CI."""
    try:
        ready(isolation)
    except IsolationError as error:
        lacking(str(error))


class Deed:
    """A bot in a folder that does something once, in its hello or in one of its answers."""

    def __init__(self, folder: Path, *, act: str = "pass", hello: str = "pass", at: int = 1, toml: str = "") -> None:
        folder.mkdir()
        self.folder = folder
        self.mark = uuid.uuid4().hex
        """In the command line of all its processes, unless they change it."""
        lines = {"HELLO": hello, "ACT": act}
        text = PROGRAM.replace("AT", str(at))
        for name, deed in lines.items():
            indent = text[: text.index(name)].rpartition("\n")[2]
            text = text.replace(name, deed.strip().replace("\n", f"\n{indent}"))
        (folder / "bot.py").write_text(text, "utf-8")
        (folder / "bot.toml").write_text(f'command = "{PYTHON} -I -S bot.py {self.mark}"\n{toml}', "utf-8")

    def entry(self) -> Entry:
        """The bot, to be started."""
        return resolve(str(self.folder), isolation="full")

    def is_gone(self) -> bool:
        """Whether no process of it is left, after a moment."""
        return eventually(lambda: not self.processes())

    def processes(self) -> dict[int, str]:
        """Every live process with its mark, the sandbox's own among them."""
        found = {}
        for name in filter(str.isdigit, os.listdir("/proc")):
            try:
                line = Path("/proc", name, "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
            except OSError:
                continue
            if self.mark in line:
                found[int(name)] = line
        return found


def ordinary(folder: Path) -> tuple[list[str], dict[str, str]]:
    """The words before `fajer …` and the environment that run it as a user who is not root, with a home in `folder`.

    That is us, or a user without a name if there is a Python that he can run. The test is skipped, aloud, where
    there is none: a Python of ours in a folder of root's, another version than that of the system, or tests that he
    cannot read. In CI it fails.
    """
    home = folder / "home"
    home.mkdir()
    environment = uncovered() | {"HOME": str(home), "PYTHONPATH": str(PACKAGE), "PYTHONDONTWRITEBYTECODE": "1"}
    environment.pop("XDG_CACHE_HOME", None)
    if os.geteuid() != 0:
        return [sys.executable, "-m", "fajer"], environment
    for parent in (folder, *folder.parents):
        if parent.owner() == "root" and parent != Path("/"):
            parent.chmod(parent.stat().st_mode | 0o111)
    os.chown(home, _USER, _USER)
    environment["PYTHONPATH"] = _libraries()
    python = _python_of_all()
    if python is None:
        lacking("there is no Python here that an ordinary user can run this fajer with")
    return [*_AS_USER, python, "-m", "fajer"], environment


@functools.cache
def _python_of_all() -> str | None:
    """A Python that an ordinary user can run, with all that is needed; None if there is none."""
    environment = uncovered() | {"HOME": "/nonexistent", "PYTHONPATH": _libraries(), "PYTHONDONTWRITEBYTECODE": "1"}
    for python in (sys.executable, PYTHON):
        tried = subprocess.run([*_AS_USER, python, "-c", _TRY, __file__],
                               env=environment, capture_output=True, check=False)  # fmt: skip
        if tried.returncode == 0:
            return python
    return None


@functools.cache
def _libraries() -> str:
    """A folder that everybody can read with the package and what it needs: those of tox are root's alone."""
    made = Path(tempfile.mkdtemp(prefix="fajer-libraries-"))
    made.chmod(0o755)
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    folders = [PACKAGE, *(Path(path) for path in sys.path if path.endswith("site-packages"))]
    for name in _NEEDED:
        found = next((folder / name for folder in folders if (folder / name).exists()), None)
        if found is not None and found.is_dir():
            shutil.copytree(found, made / name, copy_function=_linked)
        elif found is not None:
            _linked(str(found), str(made / name))
    return str(made)


def _linked(source: str, target: str) -> None:
    """The same file at another place, or a copy of it."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)
