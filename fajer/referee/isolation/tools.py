"""What of this machine a bot finds beside its own files, worked out from its command."""

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

import fajer
from fajer.errors import UsageError
from fajer.referee.surroundings import environment

_SYSTEM = ("/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
_SETTINGS = ("alternatives", "ld.so.cache")
"""What programs under `/usr` need of `/etc`, and the folders `java…`."""
_SEEN = ("/usr", "/etc", *_SYSTEM)
_PACKAGES = (fajer, msgspec)
"""What a bot on the package `fajer` imports."""
_ENVIRONMENT = ("pyvenv.cfg", "bin", "lib", "lib64")
"""What a virtual environment is made of; the first one says that it is one."""
_MOST_LINKS = 40
_TOLD = 4096


@dataclass(frozen=True, slots=True)
class Tools:
    """Folders that a bot sees, read-only and where they are, beside `/usr`, and where its programs are."""

    folders: tuple[str, ...]
    """None of them lies in another one; one may be a file."""
    path: str
    """Its `PATH`."""
    python_path: str | None
    """Its `PYTHONPATH`, where the package `fajer` is not found without; None: it has none."""


def found(argv: Sequence[str], folder: Path) -> tuple[str, Tools]:
    """The program of a command line, in full, and what it needs; `folder` is where the command is run.

    The rule: everyone sees `/usr`, with what `/etc` has on Java and on alternatives. A program that lies in another
    folder of our `PATH` brings its *prefix*: the folder whose `bin` it lies in, and of a virtual environment, which
    often is the folder of a project, only what belongs to it. So does each link on the way to it, as from a virtual
    environment to its Python; and so does the interpreter that a script of the bot's names. Where
    that is the Python that runs us, the package `fajer` and the one that it needs come along, without what lies
    beside them. What is in no folder of our `PATH` brings nothing: the command is a stranger's. A home folder is never
    a prefix, and no hidden one in it: raises `UsageError` for a program that has such a prefix.
    """
    path = environment()["PATH"]
    program = str(folder / argv[0]) if "/" in argv[0] else shutil.which(argv[0], path=path) or argv[0]
    is_own = _lies_in(program, folder)
    asked = (_interpreter(program, path) or "") if is_own else program
    steps: list[str] = []
    if os.path.isabs(asked) and os.path.dirname(asked) in path.split(os.pathsep):
        asked = _unshimmed(asked)
        steps = [step for step in _steps(asked) if not any(_lies_in(step, Path(seen)) for seen in _SEEN)]
    folders = [path for step in steps for path in _belonging(_prefix(step))]
    bins = dict.fromkeys([*map(os.path.dirname, steps), "/usr/local/bin", "/usr/bin"])
    is_ours = bool(asked) and os.path.realpath(asked) == os.path.realpath(sys.executable)
    packages = [os.path.dirname(os.path.realpath(each.__file__ or "")) for each in _PACKAGES] if is_ours else []
    lacking = [each for each in packages if not any(_lies_in(each, Path(seen)) for seen in ("/usr", *folders))]
    python_path = os.pathsep.join(dict.fromkeys(map(os.path.dirname, lacking))) or None
    needed = Tools(tuple(_outermost([*folders, *lacking])), os.pathsep.join(bins), python_path)
    return program if is_own else asked, needed


def system() -> Iterator[tuple[str, str]]:
    """What everyone sees beside `/usr`: (target, path) of a link, or (path, path) of something to show."""
    for path in _SYSTEM:
        if os.path.islink(path):
            yield os.readlink(path), path
        elif os.path.isdir(path):
            yield path, path
    for name in sorted(os.listdir("/etc")):
        if name in _SETTINGS or name.startswith("java"):
            yield f"/etc/{name}", f"/etc/{name}"


def _interpreter(script: str, path: str) -> str | None:
    """The program that a script names in its first line; None if it names none."""
    try:
        with open(script, "rb") as file:
            line = file.read(_TOLD).partition(b"\n")[0].decode("utf-8", "replace")
    except OSError:
        return None
    words = line.removeprefix("#!").split() if line.startswith("#!") else []
    if len(words) > 1 and os.path.basename(words[0]) == "env":
        names = [word for word in words[1:] if not word.startswith("-") and "=" not in word]
        return shutil.which(names[0], path=path) if names else None
    return words[0] if words else None


def _unshimmed(program: str) -> str:
    """The program behind one that only finds it: `rustup` is asked."""
    manager = Path(program).with_name("rustup")
    if manager.exists() and Path(program).name != "rustup" and os.path.samefile(os.path.realpath(program), manager):
        asked = subprocess.run([manager, "which", Path(program).name], capture_output=True, text=True, check=False)
        return asked.stdout.strip() or program
    return program


def _steps(program: str) -> Iterator[str]:
    """A program and, one by one, what it is a link to."""
    for _ in range(_MOST_LINKS):
        program = os.path.join(os.path.realpath(os.path.dirname(program)), os.path.basename(program))
        yield program
        if not os.path.islink(program):
            return
        program = os.path.normpath(os.path.join(os.path.dirname(program), os.readlink(program)))


def _prefix(program: str) -> str:
    """The folder whose `bin` a program lies in, or else its own."""
    folder = os.path.dirname(program)
    prefix = os.path.dirname(folder) if os.path.basename(folder) == "bin" else folder
    home = os.path.realpath(os.path.expanduser("~"))
    is_hidden = os.path.dirname(prefix) == home and os.path.basename(prefix).startswith(".")  # like .local, .cargo
    if _lies_in(home, Path(prefix)) or (is_hidden and not os.path.exists(os.path.join(prefix, _ENVIRONMENT[0]))):
        raise UsageError(
            f"{program} cannot be shown to a bot in isolation: all of {prefix} would be; "
            f"have the program in a folder of its own, like /opt/{shlex.quote(os.path.basename(program))}/bin"
        )
    return prefix


def _belonging(prefix: str) -> list[str]:
    """The prefix, or what makes a virtual environment."""
    if not os.path.exists(os.path.join(prefix, _ENVIRONMENT[0])):
        return [prefix]
    return [path for name in _ENVIRONMENT if os.path.exists(path := os.path.join(prefix, name))]


def _outermost(folders: Sequence[str]) -> Iterator[str]:
    for folder in dict.fromkeys(folders):
        if not any(_lies_in(folder, Path(other)) for other in folders if other != folder):
            yield folder


def _lies_in(path: str, folder: Path) -> bool:
    return Path(path).is_relative_to(folder)
