"""The file under the store: opened, locked for the one who writes, and its errors said in one line."""

import contextlib
import fcntl
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from fajer.errors import StoreError
from fajer.tournament.schema import APPLICATION, VERSION

_PATIENCE_S = 10.0
"""So long another program may hold the file before that is an error."""
_TROUBLES = {
    sqlite3.SQLITE_FULL: "the disk is full; what was written stands",
    sqlite3.SQLITE_READONLY: "it is read-only",
    sqlite3.SQLITE_PERM: "it is not ours to open",
    sqlite3.SQLITE_AUTH: "it is not ours to open",
    sqlite3.SQLITE_BUSY: "another program has locked it",
    sqlite3.SQLITE_LOCKED: "another program has locked it",
    sqlite3.SQLITE_NOTADB: "it is no SQLite database",
    sqlite3.SQLITE_CORRUPT: "it is damaged",
    sqlite3.SQLITE_CANTOPEN: "it, or the files that SQLite keeps beside it, cannot be opened",
    sqlite3.SQLITE_IOERR: "the disk failed",
}
_SHM_NO_ROOM = 4874
"""`SQLITE_IOERR_SHMSIZE`: the file of shared memory cannot grow."""

_held: set[Path] = set()
"""The stores that this process writes to: locks of files keep only other processes out."""


@contextlib.contextmanager
def said(path: Path) -> Iterator[None]:
    """Whatever SQLite reports meanwhile becomes a `StoreError` of one line."""
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", None)
        if code is None:
            raise  # the mistake is ours
        primary = sqlite3.SQLITE_FULL if code == _SHM_NO_ROOM else code & 0xFF
        trouble = _TROUBLES.get(primary)
        raise StoreError(f"{path}: {trouble} ({error})" if trouble else f"{path}: {error}") from error


class Lock:
    """Keeps all others from writing to a store until it is released or the process ends, however."""

    def __init__(self, path: Path) -> None:
        """Take it; raises `StoreError` if somebody else has it."""
        self._path = path.resolve()
        self._beside = self._path.with_name(self._path.name + ".lock")
        if self._path in _held:
            raise StoreError(f"{path}: this tournament is being run already")
        try:
            self._file = self._taken(path)
        except OSError as error:
            raise StoreError(f"{path} cannot be written: {self._beside.name} beside it: {error.strerror}") from None
        _held.add(self._path)

    def _taken(self, path: Path) -> int:
        """The locked file; not one that its last holder has just removed.

        A lock of this kind stays with this process: children do not inherit it.
        """
        while True:
            file = os.open(self._beside, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
            try:
                fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if os.path.samestat(os.fstat(file), os.stat(self._beside)):
                    return file
            except FileNotFoundError:
                pass
            except OSError as error:
                os.close(file)
                if isinstance(error, BlockingIOError):
                    raise StoreError(f"{path}: this tournament is being run already, by another process") from None
                raise
            os.close(file)

    def release(self) -> None:
        """Let others write; nothing stays beside the store."""
        _held.discard(self._path)
        with contextlib.suppress(OSError):
            self._beside.unlink()
        os.close(self._file)


def begun(path: Path) -> bool:
    """Whether there is a store: not if its making was cut off before anything was in it."""
    if not path.exists():
        return False
    with said(path), contextlib.closing(_reading(path)) as connection:
        return _mark(connection) != (0, 0) or _tables(connection) > 0


def new(path: Path) -> sqlite3.Connection:
    """A connection to a database with nothing in it, about to be a store."""
    with said(path):
        connection = _connected(path, "rwc")
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return _writing(connection)
        except BaseException:
            connection.close()
            raise


def existing(path: Path, *, write: bool) -> sqlite3.Connection:
    """A connection to a store; raises `StoreError` if it is none, or a newer one."""
    if not path.exists():
        raise StoreError(f"there is no file {str(path)!r}: fajer tournament run makes it")
    with said(path):
        connection = _connected(path, "rw") if write else _reading(path)
        try:
            _check(path, connection)
            return _writing(connection) if write else connection
        except BaseException:
            connection.close()
            raise


def tidy(path: Path) -> None:
    """Take away the empty files that SQLite leaves beside a database which was only read, if nobody has it open."""
    with contextlib.suppress(OSError, sqlite3.Error):
        if path.with_name(path.name + "-wal").stat().st_size == 0:
            with contextlib.closing(_connected(path, "rw")) as connection:
                connection.execute("PRAGMA busy_timeout = 0")
                connection.execute("SELECT count(*) FROM sqlite_schema")  # closing one that could write takes them away


def remove(path: Path) -> None:
    """Take away a database that did not come to be."""
    for end in ("", "-wal", "-shm", "-journal"):
        with contextlib.suppress(OSError):
            path.with_name(path.name + end).unlink()


def _connected(path: Path, mode: str) -> sqlite3.Connection:
    if path.is_dir():
        raise StoreError(f"{path} is a folder, no store of a tournament")
    uri = f"file:{quote(str(path.absolute()))}?mode={mode}"
    return sqlite3.connect(uri, uri=True, isolation_level=None, timeout=_PATIENCE_S)


def _writing(connection: sqlite3.Connection) -> sqlite3.Connection:
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA temp_store = MEMORY")
    return connection


def _reading(path: Path) -> sqlite3.Connection:
    """A connection that only reads, even where nothing can be written beside the file."""
    connection = _connected(path, "ro")
    try:
        connection.execute("PRAGMA schema_version")
    except sqlite3.OperationalError as error:
        connection.close()
        wal = path.with_name(path.name + "-wal")
        if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_CANTOPEN or (wal.exists() and wal.stat().st_size):
            raise
        connection = _connected(path, "ro&immutable=1")  # nobody writes to it: there is no journal
    except BaseException:
        connection.close()
        raise
    connection.execute("PRAGMA temp_store = MEMORY")
    return connection


def _check(path: Path, connection: sqlite3.Connection) -> None:
    application, version = _mark(connection)
    if application == 0 and version == 0 and _tables(connection) == 0:
        raise StoreError(f"{path} holds no tournament: it is empty")
    if application != APPLICATION:
        raise StoreError(f"{path} is a SQLite database, but no tournament's store")
    if version > VERSION:
        raise StoreError(
            f"{path} was written by a newer fajer (stores of version {version}; this one knows up to {VERSION})"
        )


def _mark(connection: sqlite3.Connection) -> tuple[int, int]:
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return application, version


def _tables(connection: sqlite3.Connection) -> int:
    (count,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    return int(count)
