"""Plays `protocol.md`: its messages, its tables, its programs, and its session are those of the program."""

import ast
import hashlib
import json
import re
import shutil
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, get_args

import jsonschema
import msgspec
import pytest
from docs.page import Block, Page, Table, code
from docs.shell import ROOT, Shell, make_program

import fajer
from fajer.cli.main import COMMANDS
from fajer.errors import BotFault
from fajer.games import game, seeds
from fajer.games.api import Outcome
from fajer.match.verify import verified
from fajer.records import record
from fajer.records.files import opened
from fajer.records.forfeit import result
from fajer.records.schema import schema
from fajer.wire import messages
from fajer.wire.codec import Codec, JsonLines, MessagePack

PAGE = Page(ROOT / "protocol.md")
GAME = game("fajer")
VIEW: Any = GAME.view_type
DEAL: Any = GAME.deal_type
SCHEMA = schema()
KEYS = {name: kind.get("properties", {}) for name, kind in SCHEMA["$defs"].items()}
"""By definition of the schema, its keys."""
KEY_TABLES = [table for table in PAGE.tables() if table.head[0] == "key"]
JSON = PAGE.blocks("json")
CODECS = (JsonLines(), MessagePack())
SESSION = [line for block in PAGE.blocks("text") for line in block.text.splitlines() if line[:2] in ("> ", "< ")]


def lines_of(mark: str) -> list[bytes]:
    """The lines of the session that go to the bot (`>`) or come from it (`<`)."""
    return [line[2:].encode() + b"\n" for line in SESSION if line[0] == mark]


def kind(value: dict[str, Any]) -> tuple[str, Any]:
    """Which message or line of a record it is: its name in the schema, and its type."""
    match value["type"]:
        case "hello":
            return ("Hello", messages.Hello) if "referee" in value else ("HelloAnswer", messages.HelloAnswer)
        case "start":
            return "Start", messages.Start
        case "act":
            return ("Act", messages.Act[VIEW]) if "view" in value else ("ActAnswer", messages.ActAnswer)
        case "batch":
            asks = "view" in value["acts"][0]
            return ("Batch", messages.Batch[VIEW]) if asks else ("BatchAnswer", messages.BatchAnswer)
        case "end":
            return ("End", messages.End) if "game_id" in value else ("EndRecord", record.End)
        case "bye":
            return "Bye", messages.Bye
        case "match":
            return "MatchRecord", record.Match
        case "game":
            return "GameRecord", record.Game[DEAL]
        case other:
            raise AssertionError(f"no message is of type {other!r}")


def taken(codec: Codec, name: str, message: bytes) -> Any:
    """A bot's message as the referee takes it."""
    return {"HelloAnswer": codec.hello, "ActAnswer": codec.act, "BatchAnswer": codec.batch}[name](message)


# Messages and records


@pytest.mark.parametrize("block", JSON, ids=lambda block: f"line {block.line}")
def test_every_json_block_is_a_message_or_a_record(block: Block):
    value = json.loads(block.text)
    name, decoded_as = kind(value)
    read = msgspec.json.decode(block.text, type=decoded_as)
    assert json.loads(msgspec.json.encode(read)) == value, "something is lost"
    packed = msgspec.msgpack.encode(read)
    assert msgspec.msgpack.decode(packed, type=decoded_as) == read
    jsonschema.validate(value, SCHEMA | {"anyOf": [{"$ref": f"#/$defs/{name}"}]})


@pytest.mark.parametrize("block", JSON, ids=lambda block: f"line {block.line}")
def test_the_referee_takes_every_answer(block: Block):
    value = json.loads(block.text)
    name, _ = kind(value)
    if name == "HelloAnswer":
        assert CODECS[0].hello(block.text.replace("\n", "").encode())
    elif name.endswith("Answer"):
        json_line, packed = json.dumps(value).encode(), msgspec.msgpack.encode(value)
        assert taken(CODECS[0], name, json_line) == taken(CODECS[1], name, packed)


def test_there_is_an_example_of_every_message_and_record():
    shown = {kind(json.loads(block.text))[0] for block in JSON}
    assert shown == {reference["$ref"].rpartition("/")[2] for reference in SCHEMA["anyOf"]}


def test_the_frame_in_messagepack_is_the_answer_before_it():
    (hexadecimal,) = (block for block in PAGE.blocks("text") if block.text.startswith("00 "))
    frame = bytes.fromhex(hexadecimal.text)
    (answer,) = (block for block in JSON if 0 < hexadecimal.line - block.line < 10)
    read = msgspec.json.decode(answer.text, type=messages.ActAnswer)
    assert MessagePack().encode(read) == frame
    body = MessagePack().split(bytearray(frame), messages.MESSAGE_LIMIT)
    assert body is not None
    assert MessagePack().act(body) == read


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        ('{"id": 1, "type": "act", "action": "go"}\r', None),
        ('{"type": "act", "id": 1, "action": "go", "mood": "good"}', "protocol"),
        ('{"type": "act", "id": 1, "action": "go", "action": "go"}', "protocol"),
        ('{"type": "act", "id": 1.0, "action": "go"}', "protocol"),
        ('{"type": "act", "id": "1", "action": "go"}', "protocol"),
        ('{"type": "act", "id": 1, "action": "go", "note": null}', "protocol"),
        (f'{{"type": "act", "id": 1, "action": "go", "note": "{"n" * 1001}"}}', "protocol"),
        (f'{{"type": "act", "id": {2**53 + 1}, "action": "go"}}', "protocol"),
        ('{"type": "bye"}', "protocol"),
        ("", "garbage"),
        ('["act", 1, "go"]', "garbage"),
        ("let me think", "garbage"),
        ('\ufeff{"type": "act", "id": 1, "action": "go"}', "garbage"),
    ],
)
def test_what_the_text_says_of_proper_answers(answer: str, fault: str | None):
    line = JsonLines().split(bytearray(answer.encode() + b"\n"), messages.MESSAGE_LIMIT)
    assert line is not None
    if fault is None:
        assert JsonLines().act(line).action == "go"
        return
    with pytest.raises(BotFault) as raised:
        JsonLines().act(line)
    assert raised.value.kind == fault


# Tables


def definition(table: Table) -> str:
    """The name in the schema that stands above a table of keys."""
    command = code(table.before)
    assert command.startswith("fajer schema "), command
    return command.removeprefix("fajer schema ")


def nullable(shape: dict[str, Any]) -> bool:
    return shape.get("type") == "null" or any(nullable(part) for part in shape.get("anyOf", ()))


def word(shape: dict[str, Any]) -> str:
    """What a table calls a shape of the schema."""
    kinds = {word(part) for part in shape.get("anyOf", ()) if not nullable(part)} or {shape.get("type", "")}
    if "$ref" in shape:
        return "object"
    if "const" in shape or "enum" in shape:
        (value, *_) = shape.get("enum", [shape.get("const")])
        return "string" if isinstance(value, str) else "integer"
    if kinds == {"integer", "number"}:
        return "number"
    (only,) = kinds
    return {"array": "list"}.get(only, only)


@pytest.mark.parametrize("table", KEY_TABLES, ids=definition)
def test_a_table_has_the_keys_of_the_schema_and_their_types(table: Table):
    name = definition(table)
    shapes = KEYS[name]
    assert table.coded() == list(shapes)
    required = SCHEMA["$defs"][name].get("required", ())
    for key, cell, meaning in zip(table.coded(), table.column("type"), table.column("meaning"), strict=True):
        assert cell.split()[0] == word(shapes[key]), key
        assert cell.endswith("or null") == nullable(shapes[key]), key
        if "Record" not in name:
            assert meaning.startswith("optional") == (key not in required), key


def test_every_key_of_the_schema_is_in_a_table():
    documented = [set(table.coded()) for table in KEY_TABLES]
    assert all(set(keys) in documented for keys in KEYS.values())


def test_the_tables_of_options_have_every_option_and_both_presets():
    table = PAGE.table("option", "values")
    presets = {name: msgspec.to_builtins(options) for name, options in GAME.presets.items()}
    assert table.coded() == list(presets["german"])
    for name, values in presets.items():
        shown = [cell.strip("`") for cell in table.column(name)]
        assert shown == ["null" if value is None else str(value) for value in values.values()]
    for option, cell in zip(table.coded(), table.column("values"), strict=True):
        allowed = GAME.options_type.allowed(option)
        if cell.startswith("`"):
            assert cell == ", ".join(f"`{value}`" for value in allowed.split(" or "))
        else:
            assert re.findall(r"\d[\d,]*\d|\d", cell) == re.findall(r"\d[\d,]*\d|\d", allowed)
            assert cell.endswith("or null") == allowed.endswith("or none")


def test_every_kind_of_fault_is_there():
    assert PAGE.table("kind", "cause").coded() == list(get_args(record.Kind))


def test_every_event_is_there():
    shown = {json.loads(cell.partition(",")[0].rstrip("]") + "]")[0] for cell in PAGE.table("event", "meaning").coded()}
    assert shown == set(events_of_the_code())


def events_of_the_code() -> Iterator[str]:
    """The names of the events that rules and referee make: of tuples that are added to `events`."""
    home = Path(fajer.__file__).parent
    for file in (*(home / "games" / "fajer").glob("*.py"), home / "referee" / "play.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            adds = isinstance(node, ast.Call) and ast.unparse(node.func).endswith("events.append")
            if adds or (isinstance(node, ast.AugAssign) and ast.unparse(node.target).endswith("events")):
                yield from (
                    part.elts[0].value
                    for part in ast.walk(node)
                    if isinstance(part, ast.Tuple) and isinstance(part.elts[0], ast.Constant)
                )


def test_every_action_is_there():
    lines = (ROOT / "tests" / "vectors" / "games.jsonl").read_text("utf-8").splitlines()
    played = {
        action.split()[0] for line in lines for deal in json.loads(line)["deals"] for _, action in deal["actions"]
    }
    assert {text.split()[0] for text in PAGE.table("action", "meaning").coded()} == played


def test_limits_are_those_of_the_code():
    assert PAGE.table("what", "at most").column("at most") == [
        f"{messages.MESSAGE_LIMIT:,} bytes (64 KiB)",
        f"{messages.BATCH_LIMIT:,} bytes (1 MiB)",
        "1 to 64 characters, all printable",
        f"{messages.NOTE_LIMIT:,} characters",
        f"0 to {2**53:,} (2^53)",
    ]


def test_times_are_those_of_the_code():
    given = record.Limits()
    times = (given.start_ms, given.move_ms, given.bank_ms, given.margin_ms)
    shown = PAGE.table("what", "option of `fajer match`").column("default")
    assert shown == [f"{milliseconds / 1000:g} s" for milliseconds in times]


def test_the_worked_example_of_forfeits():
    rows = {row[0]: row[1:] for row in PAGE.table("seat", "0").rows}
    places = tuple(int(cell) for cell in rows["place by the rules"])
    payoffs = tuple(Fraction(cell) for cell in rows["payoff by the rules"])
    order = [rows["forfeited"].index(word) for word in ("first", "second")]
    worst = GAME.worst(GAME.options("german"), 4)
    how = result(Outcome(places, payoffs, False), order, worst, 4)
    assert how.places == [int(cell) for cell in rows["place"]]
    assert how.payoffs == [Fraction(cell) for cell in rows["payoff"]]


def test_every_command_it_names_is_one():
    named = {part.split()[0] for part in PAGE.text.split("`fajer ")[1:]}
    assert {word.strip("`") for word in named} <= set(COMMANDS)


def test_every_link_leads_somewhere():
    headings = re.findall(r"^#+ (.*)$", PAGE.text, re.MULTILINE)
    anchors = {f"#{re.sub(r'[^a-z0-9 -]', '', heading.lower()).replace(' ', '-')}" for heading in headings}
    for link in re.findall(r"\]\(([^)]*)\)", PAGE.text):
        assert link in anchors if link.startswith("#") else (ROOT / link).is_file(), link


# Programs


def program(words: str) -> dict[str, Any]:
    """What the Python block with these words defines."""
    (block,) = (block for block in PAGE.blocks("python") if words in block.text)
    names: dict[str, Any] = {}
    exec(compile(block.text, "protocol.md", "exec"), names)
    return names


def test_the_shortest_bot_plays(shell: Shell):
    (bot,) = (block for block in PAGE.blocks("python") if "shortest" in block.text)
    assert len(bot.text.splitlines()) <= 20
    (shell.folder / "shortest.py").write_text(bot.text, "utf-8")
    (commands,) = (block for block in PAGE.blocks("sh") if "shortest.py" in block.text)
    check, match = commands.text.splitlines()
    shell.type(check)
    shell.type(f"{match.replace('greedy', 'first')} --strict")


@pytest.mark.parametrize("line", PAGE.table("command", "what it does").coded())
def test_the_commands_for_finding_a_bug_run(line: str, shell: Shell, things: Path):
    shutil.copytree(things, shell.folder, dirs_exist_ok=True)
    if " -o " in line:
        (shell.folder / "demo.jsonl").unlink()
    shell.type(line.replace("BOT", "bots/c"))


@pytest.mark.parametrize("match_seed", ["session", "42", "", "árvíz"])
def test_the_program_deals_as_the_referee_does(match_seed: str):
    ours = program("def deck")
    for number in (0, 1, 17):
        seed = seeds.game_seed(match_seed, number)
        assert ours["game_seed"](match_seed, number) == seed
        for deal in (0, 1, 9):
            assert ours["deck"](seed, deal) == " ".join(GAME.deck.texts(seeds.shuffled(seed, deal, 32)))
    assert ours["drawn"]("fajer-order/1:x", 9) == seeds.bot_order("x", 9)
    assert ours["drawn"](f"fajer-unit/1:{match_seed}:2:1", 25) == seeds.unit_order(match_seed, 2, 1, 25)


def test_the_example_of_seeds():
    (table,) = (table for table in PAGE.tables() if "`session`" in table.before)
    seed = code(table.rows[0][1])
    stream = hashlib.sha512(f"fajer-deal/1:{seed}:0:0".encode()).digest()
    ours = program("def deck")
    assert [code(row[1]) for row in table.rows if row[0] != "first exchanges"] == [
        seeds.game_seed("session", 0),
        seeds.game_id(seed, 0),
        seeds.bot_seed(seed, 0, 0),
        stream[:8].hex(" "),
        ours["deck"](seed, 0),
        ours["deck"](seed, 1),
        str(seeds.bot_order(seed, 3)),
    ]
    # 0x62 mod 32 = 2; 0x2c mod 31 = 13; 0xfb = 251 is not below 256 − 256 mod 30 = 240; 0xcf mod 30 = 27
    assert "31 and 2, 30 and 13, (fb is passed over), 29 and 27" in PAGE.text


def test_the_program_for_digests(shell: Shell):
    digest = program("def digest")["digest"]
    make_program(shell.folder / "broken", '#!/bin/sh\nread line\necho \'{"type":"hello","protocol":1,"name":"b"}\'\n')
    shell.type("fajer match first first ./broken --games 3 --set stakes=0 --set deals=2 -o games.jsonl")
    found = opened(shell.folder / "games.jsonl")
    games = list(found.games())
    assert any(isinstance(payoff, float) for game in games for payoff in game.payoffs)
    assert all(game.faults for game in games)
    assert [digest(json.loads(msgspec.json.encode(game))) for game in games] == [game.digest for game in games]


# The session


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory, programs: Path) -> Shell:
    """The session, played: a bot that answers as the text has it, and notes what it is sent."""
    folder = tmp_path_factory.mktemp("session")
    shell = Shell(folder, programs)
    answers = [line.decode() for line in lines_of("<")]
    make_program(
        folder / "me",
        f"""#!/usr/bin/env python3
import sys
answers = iter({answers!r})
with open("sent", "wb") as sent:
    for line in sys.stdin.buffer:
        sent.write(line)
        if line.startswith((b'{{"type":"hello"', b'{{"type":"act"')):
            print(next(answers), end="", flush=True)
""",
    )
    (command,) = (block.text for block in PAGE.blocks("sh") if "./me" in block.text)
    shell.type(command)
    return shell


def test_the_session_is_what_the_referee_sends(session: Shell):
    assert (session.folder / "sent").read_bytes() == b"".join(lines_of(">"))


def test_the_session_can_be_had_from_the_record(session: Shell):
    printed = session.type("fajer replay session.jsonl --stdin-of 0").stdout
    assert printed == b"".join(lines_of(">"))


def test_the_session_is_made_of_proper_messages():
    for line in lines_of("<"):
        name, _ = kind(json.loads(line))
        assert taken(CODECS[0], name, line[:-1])
    for line in lines_of(">"):
        assert msgspec.json.encode(msgspec.json.decode(line, type=kind(json.loads(line))[1])) + b"\n" == line


def shown_record() -> list[dict[str, Any]]:
    """The lines of the record that the text shows."""
    values = [json.loads(block.text) for block in JSON]
    return [value for value in values if kind(value)[0].endswith("Record")]


def test_the_record_of_the_session_is_true(tmp_path: Path):
    file = tmp_path / "session.jsonl"
    file.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in shown_record()), "utf-8")
    assert list(verified(opened(file))) == []


def test_the_record_of_the_session_is_the_one_that_is_written(session: Shell):
    written = [json.loads(line) for line in (session.folder / "session.jsonl").read_bytes().splitlines()]
    for here, there in zip(shown_record(), written, strict=True):
        for line in (here, there):
            for key in ("times_us", "id", "created", "off_turn_us"):
                line.pop(key, None)
            for bot in line.get("bots", ()):
                bot.pop("sha256")
        assert here == there


def test_the_id_of_a_match_is_the_hash_it_says():
    match, *_ = shown_record()
    text = json.dumps(
        {key: value for key, value in match.items() if key not in ("id", "created")},
        sort_keys=True,
        separators=(",", ":"),
        ensure_ascii=False,
    )
    assert hashlib.sha256(text.encode()).hexdigest()[:32] == match["id"]
