"""Proves that a bot in the referee's own process is judged as one in a process of its own."""

import pytest
from referee.house import House

from fajer.errors import MatchStopped, UsageError
from fajer.referee.entry import resolve
from fajer.referee.player import LocalPlayer
from fajer.wire.messages import Batch

FIRST = """
class Local(Bot):
    def act(self, view, legal):
        return legal[0]
"""


def bad(body: str, method: str = "def act(self, view, legal):") -> str:
    """A bot whose act (or what is said) does this."""
    indented = "\n".join(f"        {line}" for line in body.splitlines())
    acts = "" if "act(" in method else "\n    def act(self, view, legal):\n        return legal[0]"
    return f"import sys\nclass Local(Bot):\n    {method}\n{indented}{acts}\n"


def test_it_plays_the_same_games_as_a_bot_in_a_process(house: House) -> None:
    local = house.play(house.local(FIRST), house.local(FIRST), games=4)
    pipes = house.play(house.bot(), house.bot(), games=4)
    assert [game.digest for game in local.games] == [game.digest for game in pipes.games]
    assert [game.faults for game in local.games] == [[]] * 4


def test_beside_a_bot_in_a_process(house: House) -> None:
    played = house.play(house.local(FIRST), house.bot("exit-3"), games=2)
    assert [[(fault.seat, fault.kind) for fault in game.faults] for game in played.games] == [[(1, "crash")], []]


def test_it_takes_no_batches_and_speaks_json(house: House) -> None:
    """Whatever it says of itself: it has no pipe."""
    text = FIRST.replace("class Local(Bot):", "class Local(Bot):\n    batch = True\n    encoding = 'msgpack'")
    job = house.job(house.local(text), house.local(text), called=True, batch=8)
    assert [(bot.encoding, bot.batch) for bot in job.match.bots] == [("json", False)] * 2
    with pytest.raises(AssertionError):
        LocalPlayer(0, job.entries[0], job.match.limits).ask_batch(Batch([]), 1)


DEEDS = {
    "raise ValueError('lost count')": ("crash", "raised ValueError: lost count"),
    "sys.exit(3)": ("crash", "raised SystemExit: 3"),
    "return 5": ("protocol", "Expected `str`, got `int`"),
    "return None": ("protocol", "Expected `str`, got `null`"),
    "return object()": ("protocol", "an answer that cannot be written: TypeError"),
    "return chr(0xd800)": ("protocol", "an answer that cannot be written: UnicodeEncodeError"),
    "return 'fold'": ("illegal", "'fold' is no action"),
    "return 'x' * 201": ("illegal", "is no action"),
    "self.note = 'n' * 1001\nreturn legal[0]": ("protocol", "1000"),
    "import time; time.sleep(0.2)\nreturn legal[0]": ("timeout", "no answer in time"),
}


@pytest.mark.parametrize("body", DEEDS)
def test_what_it_does_in_act(house: House, body: str) -> None:
    """Each is its own fault, never one of ours; the bot is made anew for the next game."""
    kind, detail = DEEDS[body]
    played = house.play(house.local(bad(body)), house.local(FIRST), games=2, move_ms=100)
    assert played.stopped is None
    for game in played.games:
        assert [(fault.seat, fault.kind, fault.deal, fault.action) for fault in game.faults] == [(0, kind, 0, 0)]
        assert detail in game.faults[0].detail
        assert game.places == [2, 1]


def test_its_traceback_is_kept(house: House) -> None:
    played = house.play(house.local(bad("raise ValueError('lost count')")), house.local(FIRST), games=1)
    assert played.games[0].stderr[0].startswith("Traceback")
    assert played.games[0].stderr[0].endswith("ValueError: lost count\n")


def test_what_it_raises_when_it_is_told_something_counts_at_its_next_decision(house: House) -> None:
    """`start` has no answer, so the fault is the first act's."""
    body = bad("raise KeyError('where')", "def start(self):")
    played = house.play(house.local(FIRST), house.local(body), games=1)
    assert [(fault.seat, fault.kind, fault.deal, fault.action) for fault in played.games[0].faults] == [
        (1, "crash", 0, 1)
    ]


def test_what_it_raises_at_the_end_counts_in_the_next_game(house: House) -> None:
    body = bad("raise KeyError('where')", "def end(self, places, payoffs):")
    played = house.play(house.local(body), house.local(FIRST), games=3)
    assert [[(fault.seat, fault.kind) for fault in game.faults] for game in played.games] == [[], [(0, "crash")], []]


def test_a_class_that_cannot_be_made_is_refused_at_once(house: House) -> None:
    for body, words in (("raise ValueError('no')", "ValueError: no"), ("sys.exit(1)", "SystemExit: 1")):
        with pytest.raises(UsageError, match=f"cannot be loaded: {words}"):
            house.local(bad(body, "def __init__(self):"))


def test_a_class_that_cannot_be_made_any_more_is_a_start_fault(house: House) -> None:
    """Its file is changed while the match goes on."""
    entry = house.local(FIRST)
    (house.path / "local1.py").write_text("import nothing_of_that_name\n")
    played = house.play(entry, house.local(FIRST), games=1)
    assert [(fault.seat, fault.kind, fault.deal) for fault in played.games[0].faults] == [(0, "start", None)]
    assert "ModuleNotFoundError" in played.games[0].faults[0].detail
    with pytest.raises(MatchStopped, match="ModuleNotFoundError"):
        house.job(entry, house.local(FIRST), called=True)


HELLOS = {
    "name = 'a\\x1b[31m'": "no proper hello: a name or version with unprintable characters",
    "version = 'a\\nb'": "no proper hello: a name or version with unprintable characters",
    "name = 'n' * 65": "no proper hello: Expected `str` of length <= 64",
    "name = 3": "no proper hello: Expected `str`, got `int`",
    "name = object()": "a hello that cannot be written: TypeError",
}


@pytest.mark.parametrize("said", HELLOS)
def test_what_it_calls_itself_is_checked_like_everybodys(house: House, said: str) -> None:
    """A fault at the start, in the roll call and in a game."""
    entry = house.local(FIRST.replace("class Local(Bot):", f"class Local(Bot):\n    {said}"))
    with pytest.raises(MatchStopped) as error:
        house.job(entry, house.local(FIRST), called=True)
    assert HELLOS[said] in str(error.value)
    played = house.play(entry, house.local(FIRST), games=1)
    assert [(fault.seat, fault.kind, fault.deal) for fault in played.games[0].faults] == [(0, "start", None)]
    assert HELLOS[said] in played.games[0].faults[0].detail


def test_what_is_no_bot(house: House) -> None:
    file = house.path / "other.py"
    file.write_text("class Local: pass\nnot_a_class = 3\n")
    for name, words in (("Local", "is no fajer.bot.Bot"), ("Nowhere", "AttributeError"), ("not_a_class", "TypeError")):
        with pytest.raises(UsageError, match=words):
            resolve(f"py:{file}:{name}")
