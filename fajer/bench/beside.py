"""A game beside another library that plays it, where there is one and it is installed."""

import functools
import importlib
import importlib.util
from collections.abc import Callable

import msgspec

_LIBRARIES = {"poker": "pokerkit"}
"""By game, the library that plays it too; `fajer.bench.LIBRARY` measures both."""


class Beside(msgspec.Struct, frozen=True):
    """The same game at random by our rules and by another library's, and hands ranked by both."""

    library: str
    """Whose, with its version."""
    preset: str
    """The preset whose game both play."""
    decisions_per_s: float
    """Ours."""
    library_decisions_per_s: float
    """The library's."""
    hands_per_s: float
    """Hands ranked, ours."""
    library_hands_per_s: float
    """The library's."""


class SideBySide(msgspec.Struct, frozen=True):
    """What measures each of the numbers of a `Beside`, by its name."""

    library: str
    """The library, with its version."""
    preset: str
    """The preset whose game both play."""
    parts: dict[str, Callable[[], float]]
    """By the field of `Beside`, what measures it."""

    def found(self, speed: Callable[[str], float]) -> Beside:
        """What was measured, given by the name of each part."""
        return Beside(self.library, self.preset, **{name: speed(name) for name in self.parts})


@functools.cache
def beside(game: str) -> SideBySide | None:
    """What there is to measure beside this game; None where there is nothing."""
    library = _LIBRARIES.get(game)
    if library is None or importlib.util.find_spec(library) is None:
        return None
    found: SideBySide = importlib.import_module(f"fajer.bench.{library}").side_by_side()
    return found
