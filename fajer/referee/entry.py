"""A BOT of the command line: which program it is, and how it is run."""

import hashlib
import importlib.util
import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import fajer
from fajer.baselines import BOTS, check_plays
from fajer.bot import Bot
from fajer.errors import UsageError
from fajer.records.record import Isolation
from fajer.referee.isolation import build as isolated
from fajer.referee.isolation.stage import check
from fajer.referee.surroundings import environment

_NAMED = re.compile(r"([^=/:]+)=(.+)", re.DOTALL)
NAME_LENGTH = 64
"""The most characters in the name of a bot."""
_KEYS = {"name", "version", "command", "build", "language", "scratch"}
_SCRATCH = re.compile(r"([1-9][0-9]{0,5})([KMG])")
_LEAST_MIB = 16
_UNITS = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
_BUILD_SECONDS = 300
_SETTINGS_BYTES = 16 * 1024
"""The most bytes of a `bot.toml`."""
_LONGEST = 8192
"""Bytes of a text in `bot.toml`: what the system takes as one word of a command line is more."""
_OPEN = {
    "cmd": "a command line does not say which files are the bot's; give a program, or a folder with bot.toml",
    "py": "a Python class plays in the referee's process; make it a program",
}
"""Why bots of these two sorts cannot be isolated."""

Remark = Callable[[str], None]
"""What is told that a build begins, in a line."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A bot that can be started."""

    spec: str
    """What was given, without the name."""
    name: str | None
    """The name given, or the one in `bot.toml`; None: what the bot calls itself."""
    version: str | None
    """The version in `bot.toml`, or the package's for its own bots."""
    sha256: str | None
    """Over the (path, mode, bytes) of its file or folder; the package's version for its own
    bots; None for a command line."""
    argv: tuple[str, ...]
    """The program and its arguments; empty for a class in the referee's own process."""
    cwd: str
    """The folder it runs in."""
    local: tuple[str, str] | None = None
    """File and class of a bot in the referee's own process."""
    source: Path | None = None
    """Its file or folder; None for a command line, a class, and the package's own bots."""
    scratch: int = 0
    """Bytes of `/tmp` that it asks for in `bot.toml`, for isolation; 0: none."""

    @property
    def folder(self) -> Path:
        """Where its own files are; the package's own bots have none, wherever the package is."""
        return Path("/nowhere") if self.source is None else Path(self.cwd)

    def check_plays(self, game: str) -> None:
        """Raises `UsageError` if it is known to be no bot for this game."""
        if self.spec in BOTS:
            check_plays(self.spec, game)

    def load(self) -> Bot:
        """The bot of a `py:` entry, made anew. Raises whatever its file raises."""
        file, name = self.local or ("", "")
        spec = importlib.util.spec_from_file_location(f"bot_{Path(file).stem}", file)
        if spec is None or spec.loader is None:
            raise UsageError(f"{file} is no Python file")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        made: Bot = getattr(module, name)()
        return made


def named(text: str) -> tuple[str | None, str]:
    """The name in a BOT, None if it has none, and the BOT without it."""
    found = None if text.startswith(("cmd:", "py:")) else _NAMED.fullmatch(text)
    return (found[1], found[2]) if found else (None, text)


def is_name(text: str) -> bool:
    """Whether a bot can be called so: printable characters, and not nothing but blanks."""
    return text.isprintable() and bool(text.strip()) and len(text) <= NAME_LENGTH


def resolve(text: str, remark: Remark = lambda line: None, home: Path = Path(), isolation: Isolation = "none") -> Entry:
    """The entry that a BOT names; raises `UsageError` that says what is wrong with it.

    A bot's folder with a `build` command is built once, in a copy, and run there; with `isolation` the build is
    isolated, and raises `IsolationError` where it cannot be. Paths in it are relative to `home`, and a command
    line is run there.
    """
    name, spec = named(text)
    if name is None:
        return _resolve(spec, remark, home, isolation)
    if not is_name(name):
        raise UsageError(f"{name!r} is no name for a bot: 1 to {NAME_LENGTH} printable characters")
    return replace(_resolve(spec, remark, home, isolation), name=name)


def _resolve(spec: str, remark: Remark, home: Path, isolation: Isolation) -> Entry:
    if not spec or "\0" in spec:
        raise UsageError("an empty text is no bot" if not spec else f"{spec!r} is no bot: there is a NUL in it")
    if spec in BOTS:
        argv = (sys.executable, "-m", "fajer.baselines", spec)
        package = str(Path(fajer.__file__).parent.parent)
        return Entry(spec, spec, fajer.__version__, fajer.__version__, argv, package)
    if spec.startswith(("cmd:", "py:")):
        if isolation != "none":
            raise UsageError(f"{spec} cannot be isolated: {_OPEN[spec.partition(':')[0]]}")
        return _command(spec, home) if spec.startswith("cmd:") else _local(spec, home)
    path = home / spec
    if isolation != "none" and os.path.lexists(path):
        check(path, spec)
    if path.is_dir():
        return _folder(spec, path, remark, isolation)
    if not path.exists():
        raise UsageError(
            f"there is no bot {spec!r}: not a bot of the package ({', '.join(BOTS)}), no file and no folder"
        )
    if not path.is_file() or not os.access(path, os.X_OK):
        raise UsageError(
            f"{spec} cannot be run: make it executable (chmod +x {shlex.quote(spec)}), "
            f"or give a command line (cmd:'python3 {shlex.quote(spec)}')"
        )
    path = path.absolute()
    return Entry(spec, None, None, sha256_of(parts(path)), (str(path),), str(path.parent), source=path)


def _command(spec: str, home: Path) -> Entry:
    try:
        argv = shlex.split(spec.removeprefix("cmd:"))
    except ValueError as error:
        raise UsageError(f"{spec!r} is no command line: {error}") from None
    if not argv:
        raise UsageError("cmd: needs a command line, like cmd:'python3 bot.py'")
    return Entry(spec, None, None, None, tuple(argv), str(home.absolute()))


def _local(spec: str, home: Path) -> Entry:
    _, _, rest = spec.partition(":")
    file, _, name = rest.rpartition(":")
    if not file or not name.isidentifier():
        raise UsageError(f"{spec!r}: a Python class is given as py:FILE:CLASS")
    path = home / file
    if not path.is_file():
        raise UsageError(f"{spec!r}: there is no file {file!r}")
    entry = Entry(spec, None, None, sha256_of(parts(path)), (), str(home.absolute()), (str(path.absolute()), name))
    try:
        made: object = entry.load()
    except (Exception, SystemExit) as error:  # whatever a stranger's file raises
        raise UsageError(f"{spec!r} cannot be loaded: {type(error).__name__}: {error}") from None
    if not isinstance(made, Bot):
        raise UsageError(f"{spec!r}: {name} is no fajer.bot.Bot")
    return entry


def _folder(spec: str, path: Path, remark: Remark, isolation: Isolation) -> Entry:
    settings = _settings(spec, path)
    sha256 = sha256_of(parts(path))
    source = home = path.absolute()
    if "build" in settings:
        home = _built(spec, home, sha256, settings["build"], remark, isolation)
    argv = shlex.split(settings["command"])
    program = home / argv[0]
    if "/" in argv[0] and program.exists():
        argv[0] = str(program)
    name, version = settings.get("name"), settings.get("version")
    scratch = bytes_of(settings["scratch"]) if "scratch" in settings else 0
    return Entry(spec, name, version, sha256, tuple(argv), str(home), source=source, scratch=scratch)


def _settings(spec: str, path: Path) -> dict[str, str]:
    """What `bot.toml` says, checked."""
    file = path / "bot.toml"
    try:
        if file.stat().st_size > _SETTINGS_BYTES:
            raise UsageError(f"{file} cannot be read: it is over {_SETTINGS_BYTES // 1024} KiB long")
        settings: dict[str, Any] = tomllib.loads(file.read_text("utf-8"))
    except FileNotFoundError:
        raise UsageError(f'{spec} is a folder without bot.toml; it needs one with command = "…"') from None
    except (OSError, UnicodeError, tomllib.TOMLDecodeError) as error:
        raise UsageError(f"{file} cannot be read: {error}") from None
    except ValueError:  # Python's limit for the digits of a number
        raise UsageError(f"{file} cannot be read: there is a number of thousands of digits in it") from None
    except RecursionError:
        raise UsageError(f"{file} cannot be read: its lists lie in each other too deep") from None
    for key, value in settings.items():
        if key not in _KEYS:
            raise UsageError(f"{file}: there is no {key!r}; it can have {', '.join(sorted(_KEYS))}")
        if not isinstance(value, str) or not value:
            raise UsageError(f"{file}: {key} has to be a text")
        if "\0" in value or len(value.encode()) > _LONGEST:
            raise UsageError(f"{file}: {key} has to be a text of at most {_LONGEST} bytes, without NUL")
    name = settings.get("name", "-")
    if not is_name(name):
        raise UsageError(f"{file}: a name has 1 to {NAME_LENGTH} printable characters")
    try:
        bytes_of(settings.get("scratch", "1M"))
    except ValueError as error:
        raise UsageError(f"{file}: scratch = {settings['scratch']!r} is {error}") from None
    for key in ("command", "build"):
        try:
            if key in settings and not shlex.split(settings[key]):
                raise ValueError("nothing to run")
        except ValueError as error:
            raise UsageError(f"{file}: {key} = {settings[key]!r} is no command line: {error}") from None
    if "command" not in settings:
        raise UsageError(f'{file} does not say how the bot is run: command = "…"')
    return settings


def bytes_of(text: str) -> int:
    """A size like `16M`, in bytes; raises `ValueError` for what is none."""
    found = _SCRATCH.fullmatch(text)
    if found is None:
        raise ValueError("no size: it is a whole number with K, M or G, like 16M")
    return int(found[1]) * _UNITS[found[2]]


def mebibytes(text: str) -> int:
    """Memory like `512M`, in whole MiB from 16 to a TiB; raises `ValueError` for what is none."""
    whole, rest = divmod(bytes_of(text), 1 << 20)
    if rest or not _LEAST_MIB <= whole <= 1 << 20:
        raise ValueError("no memory for a bot: it is from 16M to 1024G")
    return whole


def _built(spec: str, source: Path, sha256: str, build: str, remark: Remark, isolation: Isolation) -> Path:
    """The folder of a built copy, made now unless the same files were built before in the same way.

    What the build said is kept in `logs` beside `builds`, also if it failed.
    """
    cache = cache_folder() / "builds"
    way = "" if isolation == "none" else f"-{isolation}"
    home = cache / f"{sha256}-{platform.machine()}{way}"
    if home.is_dir():
        return home
    remark(f"building {spec}: {build}")
    try:
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cache) as scratch:
            copy = Path(scratch) / "bot"
            try:
                if isolation == "none":
                    shutil.copytree(source, copy)
                    said = _run_build(spec, build, copy)
                else:
                    words = shlex.split(build)
                    said = isolated.build(spec, words, source, copy, isolation=isolation, seconds=_BUILD_SECONDS)
            except isolated.BuildFailed as failed:
                remark(f"all that the build said is in {_logged(home.name, failed.said)}")
                raise
            _logged(home.name, said)
            try:
                copy.rename(home)
            except OSError:
                if not home.is_dir():  # somebody else was faster
                    raise
    except OSError as error:
        raise UsageError(f"{spec} cannot be built in {cache}: {error}") from None
    return home


def _logged(name: str, said: str) -> Path:
    """The file where what a build said is kept."""
    log = cache_folder() / "logs" / f"{name}.txt"
    log.parent.mkdir(exist_ok=True)
    log.write_text(said, "utf-8")
    return log


def _run_build(spec: str, build: str, folder: Path) -> str:
    """Run a build without isolation; returns what it said."""
    try:
        done = subprocess.run(
            shlex.split(build),
            cwd=folder,
            env=environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=_BUILD_SECONDS,
            check=False,
        )
    except FileNotFoundError as error:
        raise UsageError(f"{spec} cannot be built: there is no {error.filename!r} (build = {build!r})") from None
    except subprocess.TimeoutExpired:
        raise UsageError(f"{spec} cannot be built: {build!r} took over {_BUILD_SECONDS} s") from None
    said = done.stdout.decode("utf-8", "replace")
    if done.returncode:
        raise isolated.BuildFailed(spec, f"{build!r} ended with {done.returncode}", said)
    return said


def cache_folder() -> Path:
    """Where bots are built; raises `UsageError` where there is no such place."""
    given = Path(os.environ.get("XDG_CACHE_HOME", ""))
    if given.is_absolute():  # a relative one is to be ignored
        return given / "fajer"
    try:
        return Path.home() / ".cache" / "fajer"
    except RuntimeError:
        raise UsageError("there is no home folder to build bots in: XDG_CACHE_HOME can name a folder for it") from None


@dataclass(frozen=True, slots=True)
class Part:
    """One of a bot's files."""

    path: str
    """Where it is in the bot's folder, or its name where it is the whole bot."""
    mode: int
    """Its permissions."""
    modified_ns: int
    content: bytes


def parts(path: Path) -> Iterator[Part]:
    """The files of a bot, sorted; raises `UsageError` for one that cannot be read.

    What Python leaves in `__pycache__` is none of them: a bot that ran is still the same.
    """
    files = [path] if path.is_file() else sorted(file for file in path.rglob("*") if _is_part(file, path))
    for file in files:
        name = file.name if file == path else file.relative_to(path).as_posix()
        try:
            status = file.stat()
            yield Part(name, status.st_mode & 0o777, status.st_mtime_ns, file.read_bytes())
        except OSError as error:
            raise UsageError(f"{file} cannot be read: {error.strerror}") from None


def _is_part(file: Path, folder: Path) -> bool:
    return file.is_file() and "__pycache__" not in file.relative_to(folder).parts


def sha256_of(files: Iterable[Part]) -> str:
    """SHA-256 over the (path, mode, bytes) of a bot's files."""
    digest = hashlib.sha256()
    for file in files:
        digest.update(f"{file.path}\0{file.mode:o}\0{len(file.content)}\0".encode("utf-8", "surrogateescape"))
        digest.update(file.content)
    return digest.hexdigest()
