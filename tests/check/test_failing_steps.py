"""For every further step of `fajer check` a bot that fails this one only."""

import json
import textwrap
from pathlib import Path

import pytest
from check.scripts import BATCHES, PLACES, failed, name_of, script

from fajer.check import games, table
from fajer.games.odd import odd

quick = pytest.mark.usefixtures("one_game", "hardly_listens")

ONCE = '''
def once():
    try:
        os.close(os.open(sys.argv[0] + ".once", os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return False
    return True

'''  # fmt: skip
"""True the first time that it is asked, in whatever process."""


@pytest.mark.usefixtures("one_game")
@pytest.mark.parametrize(
    ("when", "sent"), [("start", "start"), ("end", "end"), ("act", "act")], ids=["start", "end", "a second answer"]
)
def test_says_nothing_unasked_fails(tmp_path: Path, when: str, sent: str):
    # In the second game, and once in all: else it would fail in the first as well, and in later ones.
    changes = f"""
    named = ""

    def start(message):
        global named
        named = message["game_id"]
        after("start")

    def end(message):
        after("end")

    def act(message):
        say(answer(message))
        after("act")

    def after(kind):
        if kind == "{when}" and named == "{name_of(1)}" and once():
            print("I am here", flush=True)
    """
    step = failed(script(tmp_path, ONCE + textwrap.dedent(changes)))
    assert step["name"] == "says nothing unasked"
    assert (step["came"], json.loads(step["sent"])["type"]) == ("«I am here\\n»", sent)
    assert "start, end, bye and unknown ones get no answer" in step["advice"]


ID = '''
asked = 0

def answer(act):
    global asked
    asked += 1
    return {"type": "act", "id": asked, "action": choose(act)}
'''  # fmt: skip

STEPS = {
    "gives back the id of the question": (ID, "an answer with the id", "the id of the act"),
    "ignores unknown keys": (
        "def start(message): assert len(message) == 8, message.keys()", "", "pass over keys"
    ),
    "takes keys in any order": (
        "def start(message): assert next(iter(message)) == 'type'", "", "find each key by its name"
    ),
    "ignores unknown messages": ("def other(message): raise ValueError(message['type'])", "", "pass over messages"),
    "takes messages in pieces, and several at once": (
        """
        lines = []

        def read():
            while not lines:
                chunk = os.read(0, 1 << 20)
                if not chunk:
                    return b""
                while len(chunk) > 8192 and not chunk.endswith(b"\\n"):
                    chunk += os.read(0, 1 << 20)
                lines.extend(line for line in chunk.split(b"\\n") if line)
            return lines.pop(0)
        """,
        "", "read until a message is whole",
    ),
    "takes messages of 64 KiB": ("def read(): return sys.stdin.readline(8192)", "", "up to 65,536 bytes"),
    "plays the same game again": (
        f"def start(message): assert message['game_id'] != '{name_of(table.AGAIN + 5)}'", "", "stderr, above"
    ),
    "answers batches": (
        BATCHES + "\ndef batch(message):\n    for one in message['acts']:\n        act(one)\n",
        "a message of type act", "one message of type batch",
    ),
    "answers alike alone and in a batch": (
        BATCHES + "\ndef act(message):\n    say(answer(message) | {'action': message['legal'][-1]})\n",
        "all before it", "a function of one message",
    ),
    "ends after bye": ("def bye(message): time.sleep(60)", "1000 ms to end", "leave the loop when bye comes"),
    "ends with its input": ("def over(): time.sleep(60)", "1000 ms to end", "when reading gives nothing"),
}  # fmt: skip


@quick
@pytest.mark.parametrize("name", STEPS)
def test_a_step_fails(tmp_path: Path, name: str):
    changes, why, advice = STEPS[name]
    step = failed(script(tmp_path, changes))
    assert step["name"] == name
    assert json.loads(step["sent"])["type"]
    assert step["stderr"] or why in step["why"]
    assert advice in step["advice"]


BATCHED = {
    "one is left out": ("acts[1:]", "no answer to act"),
    "one is there twice": ("acts[:1] + acts", "two answers with the id"),
    "one is not asked for": ("acts + [acts[0] | {'id': 99999}]", "more answers than questions"),
}


@quick
@pytest.mark.parametrize(("acts", "why"), BATCHED.values(), ids=BATCHED)
def test_answers_batches_fails(tmp_path: Path, acts: str, why: str):
    changes = f"{BATCHES}\ndef batch(message):\n    acts = [answer(act) for act in message['acts']]\n"
    step = failed(script(tmp_path, f"{changes}    say({{'type': 'batch', 'acts': {acts}}})\n"))
    assert step["name"] == "answers batches"
    assert step["seen"] == "its message is not as it has to be, batch 1"
    assert why in step["why"]
    assert "id" in step["advice"]


@pytest.mark.parametrize("place", range(len(PLACES)), ids=[f"{preset} {seats}" for preset, seats in PLACES])
@pytest.mark.usefixtures("hardly_listens")
def test_plays_fails(tmp_path: Path, place: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(games, "GAMES", 2)
    preset, seats = PLACES[place]
    number = table.PRESETS * (1 + place // len(games.SEATS)) + 10 * seats + 1
    step = failed(script(tmp_path, _refuses(number, "act")))
    assert step["name"] == f"plays {preset}, {seats} seats"
    assert step["seen"] == "its action is not legal, game 2 of 2, deal 0, question 1"
    assert "'never' is no action" in step["why"]
    assert len(json.loads(step["sent"])["view"]["seats"]) == seats


ODD = odd("fajer").positions


@quick
@pytest.mark.parametrize("place", range(len(ODD)), ids=[f"{position.rule} {position.name}" for position in ODD])
def test_takes_an_odd_position_fails(tmp_path: Path, place: int):
    position = ODD[place]
    asked = bool(position.words)
    step = failed(script(tmp_path, _refuses(table.ODD + 2 * place, "act" if asked else "end")))
    assert step["name"] == f"{position.rule} {position.name}"
    if asked:
        sent = json.loads(step["sent"])
        assert list(dict.fromkeys(text.split(" ")[0] for text in sent["legal"])) == list(position.words)
        assert f"the rule is {position.rule} (fajer rules)" in step["advice"]
    else:
        assert "in the game after it" in step["seen"]
        assert "no such game" in "".join(step["stderr"])


def _refuses(number: int, when: str) -> str:
    """Changes for a bot that answers nonsense, or ends, in the game of this number."""
    return f"""
    def choose(act):
        return "never" if act["game_id"] == "{name_of(number)}" and "{when}" == "act" else act["legal"][0]

    def end(message):
        if message["game_id"] == "{name_of(number)}" and "{when}" == "end":
            raise ValueError("no such game")
    """
