"""`fajer check` of bots that cannot be started, say no hello or answer no question."""

import json
from pathlib import Path

import pytest
from check.scripts import check, failed, script, steps

from fajer.errors import UsageError

# Before the first question


def test_a_bot_that_is_not_there_is_a_wrong_usage():
    with pytest.raises(UsageError, match="there is no bot 'nowhere'"):
        check("nowhere")


def test_starts_fails_for_a_program_that_is_not_there(tmp_path: Path):
    (tmp_path / "bot.toml").write_text('command = "./missing"\n')
    step = failed(str(tmp_path))
    assert (step["name"], step["seen"]) == ("starts", "it cannot be run")
    assert "No such file" in step["why"]
    assert "no such program" in step["advice"]


def test_starts_fails_for_a_program_that_may_not_be_run(tmp_path: Path):
    (tmp_path / "bot.toml").write_text('command = "./bot"\n')
    (tmp_path / "bot").write_text("#!/bin/sh\n")
    assert "chmod +x" in failed(str(tmp_path))["advice"]


def test_starts_fails_for_a_script_without_a_first_line(tmp_path: Path):
    (tmp_path / "bot").write_bytes(b"\x00\x01\x02\x03")
    (tmp_path / "bot").chmod(0o755)
    assert "#!/usr/bin/env" in failed(str(tmp_path / "bot"))["advice"]


HELLOS = {
    "it reads and says nothing": ("def hello(message): pass", "no hello in time", "nothing, within 800 ms", "flush"),
    "it does not flush": (
        "def say(message): print(json.dumps(message))",
        "no hello in time", "as soon as its input was closed", "flush stdout",
    ),
    "it ends no line": (
        "def say(message): print(json.dumps(message), end='', flush=True)",
        "no hello in time", "no end of the line, within 800 ms", "newline",
    ),
    "it prints something first": (
        "print('ready')", "what it says is no message", "«ready\\n»", "to stderr, not stdout"
    ),
    "it raises": ("raise ValueError('oh')", "it ended with exit status 1", "nothing", "stderr, above"),
    "it leaves": ("sys.exit()", "it ended with exit status 0", "nothing", "in a loop"),
    "it lacks the package": ("import fajer", "it ended with exit status 1", "nothing", "install it there"),
    "it has no name": (
        "def hello(message): say({'type': 'hello', 'protocol': 1})",
        "its message is not as it has to be", '«{"type": "hello", "protocol": 1}\\n»', "a hello has",
    ),
    "it says more than there is": (
        "def hello(message): say({'type': 'hello', 'protocol': 1, 'name': 'me', 'author': 'you'})",
        "its message is not as it has to be", "author", "and nothing else",
    ),
    "it writes Python": (
        "def hello(message): print({'type': 'hello', 'protocol': 1, 'name': 'me'}, flush=True)",
        "what it says is no message", "«{'type'", "JSON library",
    ),
    "it sends an empty line": ("print(flush=True)", "what it says is no message", "«\\n»", "no empty lines"),
}  # fmt: skip


@pytest.mark.parametrize(("changes", "seen", "came", "advice"), HELLOS.values(), ids=HELLOS)
def test_says_hello_fails(tmp_path: Path, changes: str, seen: str, came: str, advice: str):
    step = failed(script(tmp_path, changes), "--start-time", "0.8" if "in time" in seen else "10")
    assert step["name"] == "says hello"
    assert seen in step["seen"]
    assert came in step["came"]
    assert advice in step["advice"]
    assert json.loads(step["sent"])["type"] == "hello"


def test_what_needs_a_hello_is_not_tried_without(tmp_path: Path):
    code, found = steps(script(tmp_path, "raise SystemExit('no')"))
    assert code == 1
    assert [step["ok"] for step in found.values()][:3] == [True, False, None]
    assert found["says hello"]["stderr"] == ["no"]
    assert found["ends with its input"]["seen"] == "not tried without “says hello”"


def test_a_line_that_ends_in_cr_lf_is_noted(tmp_path: Path):
    changes = "def say(message): print(json.dumps(message), end='\\r\\n', flush=True)"
    code, found = steps(script(tmp_path, changes))
    assert (code, found["says hello"]["remark"]) == (0, "its lines end in CR LF, which is accepted")


# Questions

ANSWERS = {
    "it does not flush": (
        "def act(message): print(json.dumps(answer(message)))",
        "no answer in time", "as soon as its input was closed", "flush stdout",
    ),
    "it ends no line": (
        "def act(message): print(json.dumps(answer(message)), end='', flush=True)",
        "no answer in time", "no end of the line, within 400 ms", "newline",
    ),
    "it thinks too long": (
        "def choose(act): time.sleep(60)", "no answer in time", "nothing, within 400", "--move-time"
    ),
    "it says what it thinks": (
        "def choose(act): print('\\x1b[31mhmm'); return 'go'",
        "what it says is no message", "«\\x1b[31mhmm\\n»", "to stderr, not stdout",
    ),
    "it answers what is not legal": (
        "def choose(act): return 'lay'", "its action is not legal", '"action": "lay"', "legal list"
    ),
    "it answers what is no action": (
        "def choose(act): return 'Lay!'", "its action is not legal", '"action": "Lay!"', "legal list"
    ),
    "it raises": ("def choose(act): raise ValueError('oh')", "it ended with exit status 1", "nothing", "stderr, above"),
    "it answers one question only": (
        "def act(message): say(answer(message)); sys.exit()", "exit status 0", "nothing", "in a loop"
    ),
    "it closes its stdout": (
        "def choose(act): os.close(1); time.sleep(9)", "it closed its stdout", "nothing", "keep stdout open"
    ),
    "it is killed": ("def choose(act): os.kill(os.getpid(), 11)", "killed by SIGSEGV", "nothing", "memory"),
    "it says a key more": (
        "def answer(act): return {'type': 'act', 'id': act['id'], 'action': 'keep', 'why': ''}",
        "its message is not as it has to be", '"why": ""', 'if you like "note"',
    ),
    "it says a long note": (
        "def answer(act): return {'type': 'act', 'id': act['id'], 'action': 'keep', 'note': 'a' * 1001}",
        "its message is not as it has to be", "more bytes", "1,000 characters",
    ),
    "it answers with a hello": ("act = hello", "its message is not as it has to be", '"hello"', "hello once"),
    "it says the id as a text": (
        "def answer(act): return {'type': 'act', 'id': str(act['id']), 'action': choose(act)}",
        "its message is not as it has to be", '"id": "1"', "as the number that it is",
    ),
    "it says msgpack and speaks JSON": (
        """
        def hello(message):
            say({"type": "hello", "protocol": 1, "name": "script", "encoding": "msgpack"})
            sys.stdin.buffer.read(4)
            say({"type": "act"})
        """,
        "what it says is no message", "that is no whole message", "4 bytes of length",
    ),
    "it answers the start": (
        "def start(message): say({'type': 'ok'})", "its message is not as it has to be", '«{"type": "ok"}', "start, end"
    ),
    "it writes on several lines": (
        "def say(message): print(json.dumps(message, indent=2 if 'id' in message else None), flush=True)",
        "what it says is no message", "«{\\n»", "on one line",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("changes", "seen", "came", "advice"), ANSWERS.values(), ids=ANSWERS)
def test_answers_questions_fails(tmp_path: Path, changes: str, seen: str, came: str, advice: str):
    step = failed(script(tmp_path, changes), "--move-time", "0.4" if "in time" in seen else "5")
    assert step["name"] == "answers questions"
    assert seen in step["seen"]
    assert "deal 0, question" in step["seen"]
    assert came in step["came"]
    assert advice in step["advice"]
    assert json.loads(step["sent"])["legal"][0] in ("keep", "lay", "go", "swap")
