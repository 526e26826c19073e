"""What no bot may see, and whether something that is shown to one would show it."""

import os
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from fajer.errors import UsageError
from fajer.records.record import Isolation
from fajer.referee.entry import Entry, cache_folder
from fajer.referee.isolation import tools


def check_hidden(entries: Iterable[Entry], isolation: Isolation, private: Iterable[Path]) -> None:
    """Raises `UsageError` in one line if a bot in isolation would be shown what is `private`, or another one's files.

    So are the folder that we are in, built bots, and temporary files. What a bot is shown may lie beside all that,
    but not above it, and not in a bot's folder. Without isolation nothing is hidden.
    """
    if isolation == "none":
        return
    entries = list(entries)
    secrets = [(path, str(path)) for path in (*private, Path.cwd(), cache_folder(), Path(tempfile.gettempdir()))]
    bots = [(entry.source, entry.spec) for entry in entries if entry.source is not None]
    for folder, whose in _shown(entries):
        for path, name in (*secrets, *bots):
            if _lies_in(path, folder):
                raise UsageError(f"{whose} is shown {folder}, and {name} is there: have one of them elsewhere")
        for path, name in bots:
            if _lies_in(folder, path):
                raise UsageError(f"{whose} is shown {folder}, which is in {name}: have one of them elsewhere")


def _shown(entries: Iterable[Entry]) -> Iterator[tuple[Path, str]]:
    """Every folder that is shown, and to whom."""
    yield from ((Path(path), "every bot") for path in ("/usr", *(path for to, path in tools.system() if to == path)))
    for entry in entries:
        _, needed = tools.found(entry.argv, entry.folder)
        yield from ((Path(path), entry.spec) for path in needed.folders)


def _lies_in(path: Path, folder: Path) -> bool:
    """Whether it does, or is the same, wherever links lead."""
    return Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder))
