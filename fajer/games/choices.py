"""The options of a game in words: what each means, where it comes from, what it can be."""

from collections.abc import Sequence
from types import NoneType
from typing import Any, get_args

import msgspec


def explained(options_type: type[Any]) -> dict[str, tuple[str, str]]:
    """By option, what it means and where it comes from, as said beside it."""
    found = {}
    for option in msgspec.structs.fields(options_type):
        meta = next(meta for meta in reversed(_metas(option.type)) if meta.description)
        found[option.name] = (str(meta.description), str((meta.extra or {}).get("source", "")))
    return found


def allowed(options_type: type[Any], option: str) -> str:
    """The values that an option can have.

    >>> from fajer.games.fajer.options import Options
    >>> allowed(Options, "spoil"), allowed(Options, "stakes")
    ('not_lower or higher', 'a whole number from 0 to 1,000')
    """
    return _words(next(field.type for field in msgspec.structs.fields(options_type) if field.name == option))


def text(value: Any) -> str:
    """An option's value as it is given to `--set`."""
    return "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _words(kind: Any, bounds: msgspec.Meta | None = None) -> str:
    metas = _metas(kind)
    if metas:
        return _words(kind.__origin__, next((meta for meta in metas if meta.le is not None), bounds))
    values = get_args(kind)
    if NoneType in values:
        return " or ".join(_words(value, bounds) for value in values if value is not NoneType) + ", or none"
    if values or kind is bool:
        return _either([str(value) for value in values] or ["true", "false"])
    assert bounds is not None, f"an option of type {kind} without bounds"
    return f"a whole number from {bounds.ge:,} to {bounds.le:,}"


def _either(words: Sequence[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} or {last}"


def _metas(kind: Any) -> tuple[msgspec.Meta, ...]:
    """What a type is annotated with."""
    metas: tuple[msgspec.Meta, ...] = getattr(kind, "__metadata__", ())
    return metas
