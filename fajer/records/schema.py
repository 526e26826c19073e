"""JSON Schema of messages and records, made from the types themselves."""

from typing import Any

import msgspec

from fajer import games
from fajer.records import record
from fajer.wire import messages


def schema() -> dict[str, Any]:
    """One schema with a definition for each message and each line of a record.

    Views and deals are those of the games: `anyOf` where there are several.
    """
    rules = [games.game(name) for name in games.NAMES]
    views: Any = _any_of([game.view_type for game in rules])
    deals: Any = _any_of([game.deal_type for game in rules])
    kinds = {
        "Hello": messages.Hello,
        "Start": messages.Start,
        "Act": messages.Act[views],
        "Batch": messages.Batch[views],
        "End": messages.End,
        "Bye": messages.Bye,
        "HelloAnswer": messages.HelloAnswer,
        "ActAnswer": messages.ActAnswer,
        "BatchAnswer": messages.BatchAnswer,
        "MatchRecord": record.Match,
        "GameRecord": record.Game[deals],
        "EndRecord": record.End,
    }
    definitions: dict[str, Any] = {}
    for name, kind in kinds.items():
        made = msgspec.json.schema(kind, ref_template="#/$defs/" + name + ".{name}")
        parts = made.pop("$defs", {})
        root = made.pop("$ref").removeprefix(f"#/$defs/{name}.")
        definitions[name] = parts.pop(root)
        definitions |= {f"{name}.{part}": what for part, what in parts.items()}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "fajer: messages on the wire, and the lines of a file of records",
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in kinds],
        "$defs": definitions,
    }


def _any_of(kinds: list[type[Any]]) -> Any:
    made: Any = kinds[0]
    for kind in kinds[1:]:
        made = made | kind
    return made
