"""Proves that the schema is one, and that every message and record of a real match is by it."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest
from records.files import job, write
from referee.scripted import ILLEGAL, Evening

from fajer import games
from fajer.records.schema import schema
from fajer.wire.codec import JsonLines
from fajer.wire.messages import Act, ActAnswer, Batch, BatchAnswer, Bye, Hello, HelloAnswer

ENCODE = JsonLines().encode


def plain(message: Any) -> Any:
    return json.loads(ENCODE(message))


@pytest.fixture(scope="module")
def validators() -> dict[str, Any]:
    """By definition, what checks a message against it."""
    whole = schema()
    kind = jsonschema.Draft202012Validator
    return {name: kind({"$ref": f"#/$defs/{name}", "$defs": whole["$defs"]}) for name in whole["$defs"]} | {
        "": kind(whole)
    }


def test_the_schema_is_one() -> None:
    """By its own rules, and plain JSON."""
    whole = json.loads(msgspec.json.encode(schema()))
    jsonschema.Draft202012Validator.check_schema(whole)
    kinds = {reference["$ref"].removeprefix("#/$defs/") for reference in whole["anyOf"]}
    assert kinds == {
        *("Hello", "Start", "Act", "Batch", "End", "Bye", "HelloAnswer", "ActAnswer", "BatchAnswer"),
        *("MatchRecord", "GameRecord", "EndRecord"),
    }


def test_every_message_of_a_game_is_by_the_schema(validators: dict[str, Any]) -> None:
    """Start, acts with every phase of a view, and end, of a game with an illegal action."""
    evening = Evening({3: ILLEGAL}, {}, {}, on_fault="fallback", games_=6, deals="4")
    phases = set()
    for player in evening.players:
        for message in [*player.told, *player.acts]:
            validators[type(message).__name__].validate(plain(message))
            validators[""].validate(plain(message))
            if isinstance(message, Act):
                phases.add(message.view.phase)
        validators["Batch"].validate(plain(Batch(player.acts[:3])))
    assert phases == {"open", "exchange", "closing"}
    for game in evening.games:
        validators["GameRecord"].validate(plain(game))


@pytest.mark.parametrize(
    "message",
    [
        Hello(1, "fajer 0.1.0", ["json", "msgpack"], 64),
        Bye(),
        HelloAnswer(1, "x"),
        HelloAnswer(1, "x", "2", "msgpack", True),
        ActAnswer(1, "go"),
        ActAnswer(2**53, "go", "because"),
        BatchAnswer([ActAnswer(1, "go")]),
    ],
)
def test_other_messages_are_by_the_schema(validators: dict[str, Any], message: Any) -> None:
    validators[type(message).__name__].validate(plain(message))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("HelloAnswer", {"type": "hello", "protocol": 2, "name": "x"}),
        ("HelloAnswer", {"type": "hello", "protocol": 1}),
        ("HelloAnswer", {"type": "hello", "protocol": 1, "name": "x", "author": "y"}),
        ("HelloAnswer", {"type": "hello", "protocol": 1, "name": ""}),
        ("ActAnswer", {"type": "act", "id": 1}),
        ("ActAnswer", {"type": "act", "id": -1, "action": "go"}),
        ("ActAnswer", {"type": "act", "id": 1, "action": "go", "note": "n" * 1001}),
        ("ActAnswer", {"type": "act", "id": 1, "action": 5}),
        ("BatchAnswer", {"type": "batch", "acts": [{"type": "act"}]}),
    ],
)
def test_what_the_referee_refuses_is_not_by_the_schema(validators: dict[str, Any], name: str, message: Any) -> None:
    with pytest.raises(jsonschema.ValidationError):
        validators[name].validate(message)


def test_every_line_of_a_file_is_by_the_schema(validators: dict[str, Any], tmp_path: Path) -> None:
    path = write(tmp_path / "games.jsonl", job(tmp_path, count=4))
    kinds = {"match": "MatchRecord", "game": "GameRecord", "end": "EndRecord"}
    for line in path.read_text("utf-8").splitlines():
        record = json.loads(line)
        validators[kinds[record["type"]]].validate(record)


def test_every_game_has_its_view_in_the_schema() -> None:
    text = json.dumps(schema())
    for name in games.NAMES:
        for field in msgspec.structs.fields(games.game(name).view_type):
            assert f'"{field.encode_name}"' in text
