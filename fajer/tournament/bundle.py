"""Bots on their way to another machine: what travels of each, and how it is made one that can be started there."""

import contextlib
import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import fajer
from fajer.baselines import BOTS
from fajer.errors import UsageError
from fajer.records.record import Isolation
from fajer.referee.entry import Entry, Part, cache_folder, parts, resolve, sha256_of
from fajer.referee.isolation.ready import ready
from fajer.referee.surroundings import environment

Key = tuple[str, str | None, str | None]
"""What tells one bot of a run from another: its spec, its name, its SHA-256."""


def key(entry: Entry) -> Key:
    """What a bot is known by on both sides."""
    return entry.spec, entry.name, entry.sha256


@dataclass(frozen=True, slots=True)
class Bundle:
    """A bot that can travel: its files, or what says which program it is where it arrives."""

    entry: Entry
    """The bot as it is here."""
    files: tuple[Part, ...] = field(default=(), repr=False)
    """Its files; none for the package's own bots and for command lines."""
    in_folder: bool = False
    """Whether the files are a folder's."""
    isolation: Isolation = "none"
    """How it is built there."""

    @property
    def key(self) -> Key:
        """What the bot is known by on both sides."""
        return key(self.entry)

    def unpacked(self) -> Entry:
        """The bot as it is started on this machine; built, if it has a `build`.

        Raises `UsageError` for what cannot be had here, `IsolationError` where it cannot be isolated.
        """
        ready(self.isolation)
        entry = self.entry
        if not self.files:
            return self._there()
        if sha256_of(self.files) != entry.sha256:
            raise UsageError(f"{entry.spec} did not arrive as it was sent")
        name = os.path.basename(os.path.abspath(entry.source or ""))
        home = cache_folder() / "bots" / str(entry.sha256)
        try:
            home.mkdir(parents=True, exist_ok=True)
            with _alone(home):
                self._put(home / name if self.in_folder else home)
                found = resolve(f"./{name}", home=home, isolation=self.isolation)
        except OSError as error:
            raise UsageError(f"{entry.spec} cannot be unpacked in {home}: {error}") from None
        return replace(entry, argv=found.argv, cwd=found.cwd, source=found.source)

    def _there(self) -> Entry:
        """A bot that is here without having travelled."""
        entry = self.entry
        if entry.spec in BOTS:
            if entry.sha256 != fajer.__version__:
                raise UsageError(f"{entry.spec} of fajer {entry.sha256} is not to be had: this is {fajer.__version__}")
            return replace(resolve(entry.spec), name=entry.name)
        program = entry.argv[0]
        if not Path(entry.cwd).is_dir():
            lacking = f"no folder {entry.cwd}"
        elif not shutil.which(
            os.path.join(entry.cwd, program) if "/" in program else program, path=environment()["PATH"]
        ):
            lacking = f"no program {program!r}"
        else:
            return entry
        raise UsageError(
            f"{entry.spec}: a command line is run only where its command is, and here is {lacking}; "
            "as a file or a folder with bot.toml the bot travels"
        )

    def _put(self, home: Path) -> None:
        """Put down every file that is not there as it was sent; none is ever there in half.

        What was added there stays, but for a bot in isolation, which cannot have done that.
        """
        sent = {home / part.path for part in self.files}
        for file in home.rglob("*") if self.in_folder and self.isolation != "none" else ():
            if file.is_symlink() or (file.is_file() and file not in sent):
                file.unlink()
        for part in self.files:
            file = home / part.path
            if _is(file, part):
                continue
            file.parent.mkdir(parents=True, exist_ok=True)
            _write(part, file)


def packed(entry: Entry, isolation: Isolation = "none") -> Bundle:
    """A bot as it travels; raises `UsageError` for one that does not, or that is not what it was."""
    if entry.local is not None:
        raise UsageError(f"{entry.spec}: a Python class plays only on the machine of the run; make it a program")
    source = entry.source
    if source is None:
        return Bundle(entry, isolation=isolation)
    in_folder = source.is_dir()
    if in_folder:
        for link in source.rglob("*"):
            if link.is_symlink() and link.is_dir():
                raise UsageError(f"{entry.spec} cannot travel: {link.relative_to(source)} in it is a link to a folder")
    files = tuple(parts(source))
    if sha256_of(files) != entry.sha256:
        raise UsageError(f"{entry.spec} has changed since the run began")
    return Bundle(entry, files, in_folder, isolation)


def _is(file: Path, part: Part) -> bool:
    """Whether a file is there already, as it should be."""
    try:
        return file.stat().st_mode & 0o777 == part.mode and file.read_bytes() == part.content
    except OSError:
        return False


def _write(part: Part, file: Path) -> None:
    """Write a file beside its place, then put it there."""
    handle, scratch = tempfile.mkstemp(dir=file.parent, prefix=".")
    try:
        with open(handle, "wb") as writing:
            writing.write(part.content)
        os.chmod(scratch, part.mode)
        os.utime(scratch, ns=(part.modified_ns, part.modified_ns))
        os.replace(scratch, file)
    except BaseException:
        os.unlink(scratch)
        raise


@contextlib.contextmanager
def _alone(home: Path) -> Iterator[None]:
    """Meanwhile no other worker on this machine unpacks or builds the bot."""
    with open(home.with_name(f"{home.name}.lock"), "wb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
