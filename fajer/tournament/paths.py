"""A BOT's path: as the store keeps it, seen from its own folder, and as one writes it in the current one."""

import os
import shlex
from pathlib import Path

from fajer.baselines import BOTS
from fajer.referee.entry import named
from fajer.tournament.schema import Entered


def kept(spec: str, folder: Path) -> str:
    """A BOT with its path, which is from the current folder, as seen from this one."""
    return _moved(spec, Path(), folder)


def written(spec: str, folder: Path) -> str:
    """A BOT with its path, which is from this folder, as seen from the current one."""
    return _moved(spec, folder, Path())


def is_same(one: str, other: str, folder: Path) -> bool:
    """Whether two BOTs of this folder are one, however they are written: `./bot` is `bot`."""
    return _moved(one, folder, folder) == _moved(other, folder, folder)


def command_to_add(bot: Entered, store: Path) -> str:
    """What one types to take in a bot again that was set aside."""
    words = ["fajer", "tournament", "add", str(store), written(bot.spec, store.parent)]
    return shlex.join(words if bot.given is None else [*words, "--name", bot.given])


def _moved(spec: str, old: Path, new: Path) -> str:
    """A BOT with its path from another folder."""
    kind, file, end = "", spec, ""
    if spec in BOTS or spec.startswith("cmd:"):
        return spec
    if spec.startswith("py:"):
        kind = "py:"
        file, colon, name = spec.removeprefix(kind).rpartition(":")
        end = colon + name
    if os.path.isabs(file):
        return spec
    path = os.path.relpath(old / file, new)
    if not kind and (path in BOTS or named(path)[0] is not None or path.startswith(("cmd:", "py:", "-"))):
        path = os.path.join(".", path)
    return kind + path + end
