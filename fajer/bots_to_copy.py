"""The bots that authors copy, wherever the package keeps them: installed, or in a checkout."""

import shutil
from pathlib import Path

from fajer.errors import FajerError, UsageError

_PLACES = (Path(__file__).with_name("_bots"), Path(__file__).parent.parent / "bots")
"""In the wheel they lie in the package; in a checkout beside it."""


def languages() -> list[str]:
    """The languages that there is a bot in."""
    return sorted(folder.name for folder in home().iterdir() if (folder / "bot.toml").is_file())


def copy_out(language: str, folder: Path) -> None:
    """Copy the bot in `language` to a new folder.

    Raises `UsageError` if there is no such bot or the folder exists, `FajerError` if it cannot
    be written.
    """
    if language not in languages():
        raise UsageError(f"there is no bot in {language!r}; there is one in {', '.join(languages())}")
    try:
        shutil.copytree(home() / language, folder, ignore=shutil.ignore_patterns("__pycache__"))
    except FileExistsError:
        raise UsageError(f"{folder} exists: give the name of a new folder") from None
    except (OSError, shutil.Error) as error:
        raise FajerError(f"{folder} cannot be written: {getattr(error, 'strerror', None) or error}") from None


def home() -> Path:
    """The folder that holds them; raises `FajerError` if it is missing."""
    found = next((place for place in _PLACES if place.is_dir()), None)
    if found is None:
        raise FajerError("the bots to copy are missing from this installation")
    return found
