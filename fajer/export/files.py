"""An export in a file: whole, or not there at all."""

import os
from collections.abc import Iterable
from pathlib import Path

from fajer.errors import RecordError, UsageError


def save(path: Path, parts: Iterable[bytes]) -> None:
    """Write a new file; where that fails, or the parts cannot be made, what was written of it is removed.

    Raises `UsageError` if the file exists or could be taken for a packed one, `RecordError` if it cannot be written.
    """
    if path.suffix == ".gz":
        raise UsageError(f"{path}: an export is written plain; give a name without .gz")
    file = _new(path)
    try:
        with open(file, "wb") as writing:
            writing.writelines(parts)
    except BaseException as error:
        path.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise _unwritable(path, error) from None
        raise


def _new(path: Path) -> int:
    try:
        return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
    except FileExistsError:
        raise UsageError(f"{path} exists: give another name") from None
    except OSError as error:
        raise _unwritable(path, error) from None


def _unwritable(path: Path, error: OSError) -> RecordError:
    return RecordError(f"{path} cannot be written: {error.strerror}")
