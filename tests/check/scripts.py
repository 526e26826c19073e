"""Small bots for the check: one that does everything right, and changes to it."""

import json
import shlex
import sys
import textwrap
from pathlib import Path

from click.testing import CliRunner

from fajer.check import games
from fajer.cli.check_command import command
from fajer.games import game
from fajer.games.seeds import game_id, game_seed

PLACES = [(preset, seats) for preset in game("fajer").presets for seats in games.SEATS]
"""The presets and sizes of table that a bot plays at, in order."""
PROPER = """
import json, os, sys, time

def say(message):
    print(json.dumps(message), flush=True)

def hello(message):
    say({"type": "hello", "protocol": 1, "name": "script"})

def start(message):
    pass

def choose(act):
    return act["legal"][0]

def answer(act):
    return {"type": "act", "id": act["id"], "action": choose(act)}

def act(message):
    say(answer(message))

def batch(message):
    say({"type": "batch", "acts": [answer(act) for act in message["acts"]]})

def end(message):
    pass

def bye(message):
    sys.exit()

def other(message):
    pass

def over():
    sys.exit()

def read():
    return sys.stdin.readline()

def serve():
    while line := read():
        message = json.loads(line)
        known = {"hello": hello, "start": start, "act": act, "batch": batch, "end": end, "bye": bye}
        known.get(message["type"], other)(message)
    over()
"""
"""A bot with nothing but the standard library; each function can be written anew."""

BATCHES = """
def hello(message):
    say({"type": "hello", "protocol": 1, "name": "script", "batch": True})
"""


def script(folder: Path, changes: str = "") -> str:
    """A bot in `folder`, proper but for these changes, as it is given on the command line."""
    path = folder / "script.py"
    path.write_text(f"{PROPER}\n{textwrap.dedent(changes)}\nserve()\n", "utf-8")
    return "cmd:" + shlex.join([sys.executable, "-I", "-S", str(path)])


def check(bot: str, *options: str) -> tuple[int, str]:
    """`fajer check BOT`: the exit code, and what it printed."""
    result = CliRunner().invoke(command, [bot, *options], standalone_mode=False)
    if result.exception is not None:
        raise result.exception
    return result.return_value, result.stdout


def steps(bot: str, *options: str) -> tuple[int, dict[str, dict]]:
    """`fajer check BOT --json`: the exit code, and the steps by their names."""
    code, out = check(bot, "--json", *options)
    report = json.loads(out)
    assert report["ok"] == (code == 0)
    return code, {step["name"]: step for step in report["steps"]}


def failed(bot: str, *options: str) -> dict:
    """The one step that fails; it says everything that an author needs."""
    code, found = steps(bot, *options)
    wrong = [step for step in found.values() if step["ok"] is False]
    assert (code, [step["name"] for step in wrong]) == (1, [step["name"] for step in wrong[:1]])
    (step,) = wrong
    assert step["seen"]
    assert step["advice"]
    assert step["came"]
    return step


def name_of(number: int) -> str:
    """The `game_id` of a game of the check."""
    return game_id(game_seed("fajer check", number), 0)
