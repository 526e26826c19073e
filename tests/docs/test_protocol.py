"""Plays `protocol.md`: its messages, its tables, its programs, and its session are those of the program."""

import hashlib
import json
import re
import shutil
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from typing import Any, get_args

import jsonschema
import msgspec
import pytest
from docs.page import Block, Page, Table, code
from docs.shell import ROOT, Shell, make_program

from fajer import games
from fajer.cli.main import COMMANDS
from fajer.errors import BotFault, InvalidAction
from fajer.games import seeds
from fajer.games.api import Game, Outcome, State
from fajer.games.choices import allowed
from fajer.games.poker.hands import KINDS, RANKINGS
from fajer.match.verify import verified
from fajer.records import record
from fajer.records.files import opened
from fajer.records.forfeit import result
from fajer.records.schema import schema
from fajer.wire import messages
from fajer.wire.codec import Codec, JsonLines, MessagePack

PAGE = Page(ROOT / "protocol.md")
FAJER, POKER = GAMES = [games.game(name) for name in games.NAMES]
VECTORS = {"fajer": "games.jsonl", "poker": "poker_games.jsonl"}
"""By game, the file of games that were reckoned elsewhere."""
SCHEMA = schema()
DEFINITIONS = SCHEMA["$defs"]
KEY_TABLES = [table for table in PAGE.tables() if table.head[0] == "key"]
JSON = PAGE.blocks("json")
CODECS = (JsonLines(), MessagePack())
SESSION = [line for block in PAGE.blocks("text") for line in block.text.splitlines() if line[:2] in ("> ", "< ")]

each_game = pytest.mark.parametrize("rules", GAMES, ids=games.NAMES)


def lines_of(mark: str) -> list[bytes]:
    """The lines of the session that go to the bot (`>`) or come from it (`<`)."""
    return [line[2:].encode() + b"\n" for line in SESSION if line[0] == mark]


def rules_of(part: dict[str, Any], kind: str) -> Game:
    """The game whose views or deals (`kind`) have the keys of this one."""

    def known(rules: Game) -> int:
        return sum(field.encode_name in part for field in msgspec.structs.fields(getattr(rules, kind)))

    return max(GAMES, key=known)


def kind(value: dict[str, Any]) -> tuple[str, Any]:
    """Which message or line of a record it is: its name in the schema, and its type."""
    if "view" in value or any("view" in act for act in value.get("acts", ())):
        view = value["view"] if "view" in value else value["acts"][0]["view"]
        rules = rules_of(view, "view_type")
        name, asked = ("Act", messages.Act) if value["type"] == "act" else ("Batch", messages.Batch)
        return f"{name}-{rules.name}", asked[rules.view_type]
    match value["type"]:
        case "hello":
            return ("Hello", messages.Hello) if "referee" in value else ("HelloAnswer", messages.HelloAnswer)
        case "start":
            return "Start", messages.Start
        case "act":
            return "ActAnswer", messages.ActAnswer
        case "batch":
            return "BatchAnswer", messages.BatchAnswer
        case "end":
            return ("End", messages.End) if "game_id" in value else ("EndRecord", record.End)
        case "bye":
            return "Bye", messages.Bye
        case "match":
            return "MatchRecord", record.Match
        case "game":
            rules = rules_of(value["deals"][0], "deal_type")
            return f"GameRecord-{rules.name}", record.Game[rules.deal_type]
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
    shown = {kind(json.loads(block.text))[0].partition("-")[0] for block in JSON}
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


def defined(name: str) -> dict[str, Any]:
    """A definition of the schema; where each game has its own, that of the first."""
    made = DEFINITIONS[name]
    return defined(made["anyOf"][0]["$ref"].rpartition("/")[2]) if "anyOf" in made else made


def by_game(*head: str) -> dict[str, Table]:
    """The tables with this head: there is one for each game, in their order."""
    return dict(
        zip(games.NAMES, (table for table in PAGE.tables() if table.head[: len(head)] == list(head)), strict=True)
    )


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
    shapes = defined(name)["properties"]
    assert table.coded() == list(shapes)
    required = defined(name).get("required", ())
    for key, cell, meaning in zip(table.coded(), table.column("type"), table.column("meaning"), strict=True):
        assert cell.split()[0] == word(shapes[key]), key
        assert cell.endswith("or null") == nullable(shapes[key]), key
        if "Record" not in name:
            assert meaning.startswith("optional") == (key not in required), key


def test_every_key_of_the_schema_is_in_a_table():
    documented = [set(table.coded()) for table in KEY_TABLES]
    assert all(set(made["properties"]) in documented for made in DEFINITIONS.values() if "anyOf" not in made)


@pytest.mark.parametrize("name", [name for name, made in DEFINITIONS.items() if "anyOf" in made])
def test_what_has_one_table_has_the_same_keys_in_every_game(name: str):
    of_games = [DEFINITIONS[f"{name}-{rules.name}"] for rules in GAMES]
    assert [f"#/$defs/{name}-{rules.name}" for rules in GAMES] == [part["$ref"] for part in DEFINITIONS[name]["anyOf"]]
    words = [{key: word(shape) for key, shape in made["properties"].items()} for made in of_games]
    assert words == [words[0]] * len(GAMES)
    assert DEFINITIONS["GameRecord-fajer.Fault"] == DEFINITIONS["GameRecord-poker.Fault"]


@each_game
def test_the_table_of_options_has_every_option_and_preset(rules: Game):
    table = PAGE.table("option", "values", "meaning", *rules.presets)
    presets = {name: msgspec.to_builtins(options) for name, options in rules.presets.items()}
    for name, values in presets.items():
        assert table.coded() == list(values)
        shown = [cell.strip("`") for cell in table.column(name)]
        assert shown == [value if isinstance(value, str) else json.dumps(value) for value in values.values()]
    for option, cell in zip(table.coded(), table.column("values"), strict=True):
        values = allowed(rules.options_type, option)
        if cell.startswith("`"):
            assert cell == ", ".join(f"`{value}`" for value in re.split(", | or ", values))
        else:
            assert re.findall(r"\d[\d,]*\d|\d", cell) == re.findall(r"\d[\d,]*\d|\d", values)
            assert cell.endswith("or null") == values.endswith("or none")


def test_every_kind_of_fault_is_there():
    assert PAGE.table("kind", "cause").coded() == list(get_args(record.Kind))


@each_game
def test_every_event_is_there(rules: Game):
    shown = set()
    for cell in by_game("event", "meaning")[rules.name].coded():
        name, *parts = re.sub(r"\[[^\[\]]*\]", "list", cell[1:-1]).split(", ")
        shown.add((json.loads(name), len(parts)))
    told = {(event[0], len(event) - 1) for state in played(rules) for event in state.events}
    assert shown == told | {("forfeit", 1)}, "the referee adds forfeits"


def played(rules: Game) -> Iterator[State]:
    """The games of the vectors, each played to its end."""
    for line in (ROOT / "tests" / "vectors" / VECTORS[rules.name]).read_text("utf-8").splitlines():
        vector = json.loads(line)
        options = rules.checked(msgspec.to_builtins(rules.presets[vector["preset"]]) | vector["options"])
        state = rules.start(options, vector["players"], vector["game_seed"])
        for deal in vector["deals"]:
            for _, action in deal["actions"]:
                state.apply(state.parse(action))
        yield state


@each_game
def test_every_action_is_there(rules: Game):
    words = {action.split()[0] for state in played(rules) for deal in state.finished() for _, action in deal.actions}
    assert {text.split()[0] for text in by_game("action", "meaning")[rules.name].coded()} == words


@each_game
def test_the_cards_are_those_of_the_deck(rules: Game):
    for head, letters in (("rank", rules.deck.ranks), ("suit", rules.deck.suits)):
        assert [cell.strip("`") for cell in by_game(head)[rules.name].head[1:]] == list(letters)


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
    worst = FAJER.worst(FAJER.options("german"), 4)
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


@each_game
def test_the_shortest_bot_plays(rules: Game, shell: Shell):
    (bot,) = (block for block in PAGE.blocks("python") if "shortest" in block.text)
    assert len(bot.text.splitlines()) <= 20
    (shell.folder / "shortest.py").write_text(bot.text, "utf-8")
    blocks = [block for block in PAGE.blocks("sh") if "shortest.py" in block.text]
    commands = dict(zip(games.NAMES, blocks, strict=True))[rules.name]
    assert ("--game poker" in commands.text) == (rules is POKER)
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
            for rules, letters in zip(GAMES, [(), ("cdhs", "23456789TJQKA")], strict=True):
                cards = seeds.shuffled(seed, deal, len(rules.deck))
                assert ours["deck"](seed, deal, *letters) == " ".join(rules.deck.texts(cards))
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
    """The lines of the record that the text shows of the session."""
    values = [json.loads(block.text) for block in JSON]
    return [value for value in values if kind(value)[0] in ("MatchRecord", "GameRecord-fajer", "EndRecord")]


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


# Draw poker


def expanded(legal: list[str], hand: list[str]) -> list[str]:
    """The actions that `legal` offers, each pattern taken as the text says."""
    actions = []
    for entry in legal:
        if match := re.fullmatch(r"(bet|raise) (\d+)\.\.(\d+)", entry):
            actions += [f"{match[1]} {amount}" for amount in range(int(match[2]), int(match[3]) + 1)]
        elif entry == "draw *":
            actions += [f"draw {' '.join(cards)}" for count in range(1, 6) for cards in permutations(hand, count)]
        else:
            actions.append(entry)
    return actions


def shown_game() -> dict[str, list[Any]]:
    """The examples of poker, all of one game: its start, acts and answers, and its record."""
    first = next(block.line for block in JSON if json.loads(block.text).get("game") == "poker")
    found: dict[str, list[Any]] = {}
    for block in JSON:
        if block.line >= first:
            value = json.loads(block.text)
            found.setdefault(kind(value)[0], []).append(value)
    return found


def plain(value: Any) -> Any:
    """As it is read from JSON."""
    return json.loads(msgspec.json.encode(value))


def test_the_examples_of_poker_are_of_one_game_played_by_the_rules():
    shown = shown_game()
    (start,), (game,) = shown["Start"], shown["GameRecord-poker"]
    assert start["game_id"] == seeds.game_id(game["seed"], game["seating"])
    assert start["seed"] == seeds.bot_seed(game["seed"], game["seating"], start["seat"])
    options = POKER.checked(start["rules"])
    assert msgspec.to_builtins(options) == start["rules"]
    state = POKER.start(options, start["players"], game["seed"])
    notes = {(deal, place): note for deal, place, note in game["notes"]}
    acts: list[Any] = []
    answers: list[dict[str, Any]] = []
    told = 0
    for number, deal in enumerate(game["deals"]):
        for place, (seat, action) in enumerate(deal["actions"]):
            assert (state.turn, state.deal) == (seat, number)
            if seat == start["seat"]:
                view, events = state.view(seat), state.events[told:]
                acts.append(messages.Act(start["game_id"], len(acts) + 1, view, events, state.offered(), 1000))
                note = {"note": notes[number, place]} if (number, place) in notes else {}
                answers.append({"type": "act", "id": len(acts), "action": action} | note)
                told = len(state.events)
            state.apply(state.parse(action))
    assert plain(acts[:2]) == shown["Act-poker"]
    assert answers[:2] == shown["ActAnswer"]
    assert state.turn == -1
    assert plain(state.finished()) == game["deals"]
    outcome = state.outcome()
    assert (list(outcome.places), list(outcome.payoffs)) == (game["places"], game["payoffs"])
    assert record.digest(msgspec.convert(game, kind(game)[1])) == game["digest"]


def test_the_acts_of_poker_show_a_bid_and_a_draw():
    acts = shown_game()["Act-poker"]
    assert [act["view"]["phase"] for act in acts] == ["bid", "draw"]
    assert "`raise 1` … `raise 97`" in PAGE.text
    assert expanded(acts[0]["legal"], [])[2:] == [f"raise {amount}" for amount in range(1, 98)]


def test_patterns_stand_for_all_that_is_legal():
    for state in begun():
        assert sorted(expanded(state.offered(), state.view(state.turn).hand)) == sorted(state.legal_text())


def begun() -> Iterator[State]:
    """Games of every preset, before each action of the first deals."""
    for options in POKER.presets.values():
        state = POKER.start(options, 2, "begun")
        while state.turn >= 0 and state.deal < 5:
            yield state
            state.apply(state.legal()[-1 if state.deal % 2 else len(state.legal()) // 2])


def test_patterns_stand_for_what_the_table_says():
    table = PAGE.table("in `legal`")
    for entry, answer in zip(table.coded(), map(code, table.column("you answer")), strict=True):
        actions = expanded([entry], ["2c", "Ah", "7d", "Ks", "3h"])
        assert answer in actions
        assert (actions == [entry]) == (answer == entry)


@pytest.mark.parametrize("text", ["bet 1..99", "bet 010", "bet +10", "bet 10.0", "bet  10", "draw *"])
def test_what_the_text_calls_illegal_is_no_action(text: str):
    state = POKER.start(POKER.options("standard-one-draw"), 2, "seed")
    assert state.offered() == ["pass", "bet 1..99"]
    with pytest.raises(InvalidAction):
        state.parse(text)


@pytest.mark.parametrize("ranking", RANKINGS)
def test_strength_is_what_the_table_says(ranking: str):
    table = PAGE.table("kind", "for example")
    assert table.coded() == list(KINDS)
    for name, hand, cell in zip(table.coded(), table.column("for example"), table.column(f"*{ranking}*"), strict=True):
        described = of_a_hand(ranking, code(hand))
        assert described == (name, json.loads(code(cell)))


def test_the_flush_of_four_cards():
    (found,) = re.findall(r"are a flush: `([^`]+)` is `([^`]+)`", PAGE.text)
    hand, numbers = found
    assert of_a_hand("house", hand) == ("flush", json.loads(numbers))


def of_a_hand(ranking: str, hand: str) -> tuple[str, list[int]]:
    """What a hand is: the kind, and the numbers."""
    order = RANKINGS[ranking]
    return order.describe(order.strength([POKER.deck.card(name) for name in hand.split()]))


def test_how_many_can_play_poker():
    table = PAGE.table("`draws`")
    for draws, cell in zip(table.head[1:], table.rows[0][1:], strict=True):
        fewest, most = POKER.players(POKER.options(None, {"draws": draws.strip("`")}))
        assert cell == f"{fewest} to {most}"


def test_the_worst_in_poker_is_minus_all_chips():
    for options in POKER.presets.values():
        assert POKER.worst(options, 3) == -options.chips
