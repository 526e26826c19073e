"""JSON Schema of messages and records, made from the types themselves."""

from collections.abc import Iterable
from typing import Any

import msgspec

from fajer import games
from fajer.records import record
from fajer.wire import messages


def schema() -> dict[str, Any]:
    """One schema with a definition for each message and each line of a record.

    What holds a view or a deal is of another type in every game: `Act` is any of `Act-fajer` and its like.
    """
    kinds: dict[str, Any] = {
        "Hello": messages.Hello,
        "Start": messages.Start,
        "Act": (messages.Act, "view_type"),
        "Batch": (messages.Batch, "view_type"),
        "End": messages.End,
        "Bye": messages.Bye,
        "HelloAnswer": messages.HelloAnswer,
        "ActAnswer": messages.ActAnswer,
        "BatchAnswer": messages.BatchAnswer,
        "MatchRecord": record.Match,
        "GameRecord": (record.Game, "deal_type"),
        "EndRecord": record.End,
    }
    definitions: dict[str, Any] = {}
    for name, kind in kinds.items():
        if not isinstance(kind, tuple):
            definitions |= _defined(name, kind)
            continue
        whole, part = kind
        by_game = {f"{name}-{game}": whole[getattr(games.game(game), part)] for game in games.NAMES}
        definitions[name] = _any_of(by_game)
        for one, its_kind in by_game.items():
            definitions |= _defined(one, its_kind)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "fajer: messages on the wire, and the lines of a file of records",
        **_any_of(kinds),
        "$defs": definitions,
    }


def _any_of(names: Iterable[str]) -> dict[str, Any]:
    return {"anyOf": [{"$ref": f"#/$defs/{name}"} for name in names]}


def _defined(name: str, kind: Any) -> dict[str, Any]:
    """The definition of a type under a name, and those of its parts under `NAME.PART`."""
    made = msgspec.json.schema(kind, ref_template="#/$defs/" + name + ".{name}")
    parts = made.pop("$defs", {})
    root = made.pop("$ref").removeprefix(f"#/$defs/{name}.")
    return {name: parts.pop(root)} | {f"{name}.{part}": what for part, what in parts.items()}
