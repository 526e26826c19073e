"""Proves that whatever a bot does it is one fault of the right kind, and the match goes on."""

import signal
from typing import Any

import pytest
from referee.house import SECONDS, House, Played, kinds, log

from fajer.errors import MatchStopped
from fajer.referee.entry import Entry

MOVE_MS = 500
"""The time for a decision where it has to run out."""


def faulted(house: House, bot: Entry, **given: Any) -> Played:
    """A match of two games in which seat 0 fails in the first, everything looked at that holds for all of them."""
    told = house.path / "told"
    played = house.play(bot, house.bot(log=told), **given)
    assert played.stopped is None
    assert played.remarks == []
    first, second = played.games
    assert [fault.seat for fault in first.faults] == [0]
    assert (first.places, first.payoffs) == ([2, 1], [-1, 1])
    assert first.deals[-1].end == "forfeit"
    assert len(first.stderr) == 2
    assert second.faults == []
    assert sum(second.payoffs) == pytest.approx(0)
    assert kinds(log(told)).count("end") == kinds(log(told)).count("start")
    assert played.seconds < SECONDS
    return played


def one_fault(played: Played) -> tuple[str, str]:
    """The kind and the detail of the only fault."""
    (fault,) = played.games[0].faults
    return fault.kind, fault.detail


BYTES = {
    "chatter": ("garbage", ["«let me see»", '"type":"act"']),
    "empty-line": ("garbage", ["«»"]),
    "long-line": ("garbage", ["over 65536 bytes", "«xxx"]),
    "no-newline": ("garbage", ["over 65536 bytes"]),
    "bad-utf8": ("garbage", ["UTF-8", r"\xff\xfe"]),
    "utf16": ("garbage", [r"\xff\xfe"]),
    "nul": ("garbage", [r"\x00\x00"]),
    "nul-inside": ("garbage", [r"g\x00o"]),
    "bom": ("garbage", [r"\ufeff"]),
    "nan": ("garbage", ["NaN"]),
    "nested": ("garbage", ["[[[", "more bytes"]),
    "nested-100k": ("garbage", ["over 65536 bytes"]),
    "nested-field-100k": ("garbage", ["over 65536 bytes"]),
    "trailing": ("garbage", ["trailing", "and more"]),
    "list": ("garbage", ["no message", '["act", 1, "go"]']),
}
"""What is no message, and what is said about it."""

SHAPES = {
    "nested-field": ("protocol", ["note", "[[["]),
    "nested-unknown": ("protocol", ["`mood`"]),
    "digits": ("protocol", ["id", "999"]),
    "float-id": ("protocol", ["int", "1.0"]),
    "missing-id": ("protocol", ["`id`"]),
    "unknown-key": ("protocol", ["`mood`"]),
    "duplicate-key": ("protocol", ["twice", '"action": "go"']),
    "duplicate-note": ("protocol", ["twice", '"note": "two"']),
    "long-note": ("protocol", ["note", "1000"]),
    "wrong-type": ("protocol", ["hello", "expected", '"type":"act"']),
    "batch-type": ("protocol", ["batch", "expected"]),
    "bye-type": ("protocol", ["'bye'"]),
    "wrong-id": ("protocol", ["id 2", "expected 1"]),
    "long-action": ("illegal", ["is no action"]),
}
"""What is a message of the wrong shape, and what is said about it."""

FRAMES = {
    "msgpack-map-4g": ("garbage", [r"\xdf\xff\xff\xff\xff"]),
    "msgpack-array-4g": ("garbage", [r"\xdd\xff\xff\xff\xff"]),
    "msgpack-announce-4g": ("garbage", ["4294967295 bytes announced", "at most 65532"]),
    "msgpack-nested": ("garbage", [r"\x91\x91"]),
    "msgpack-nested-field": ("protocol", ["note"]),
    "msgpack-ext": ("protocol", ["ext", "note"]),
    "msgpack-timestamp": ("protocol", ["ext", "note"]),
    "msgpack-nan": ("protocol", ["id", "float"]),
    "msgpack-int-key": ("protocol", ["key", "int"]),
    "msgpack-duplicate": ("protocol", ["twice"]),
    "msgpack-trailing": ("garbage", ["trailing"]),
    "msgpack-bad-utf8": ("garbage", ["UTF-8"]),
    "msgpack-empty": ("garbage", ["«»"]),
}


@pytest.mark.parametrize("flag", [*BYTES, *SHAPES])
def test_bytes_and_messages_that_are_no_answer(house: House, flag: str) -> None:
    """What is no message is `garbage`, a message of the wrong shape `protocol`; the detail quotes it."""
    kind, words = (BYTES | SHAPES)[flag]
    found, detail = one_fault(faulted(house, house.bot(flag)))
    assert found == kind
    for word in words:
        assert word in detail
    assert len(detail) < 1500
    assert detail.isprintable()


@pytest.mark.parametrize("flag", FRAMES)
def test_frames_that_are_no_answer(house: House, flag: str) -> None:
    """The same in MessagePack: what a header claims is not believed."""
    kind, words = FRAMES[flag]
    found, detail = one_fault(faulted(house, house.bot(flag, speak="msgpack")))
    assert found == kind
    for word in words:
        assert word in detail
    assert len(detail) < 1500
    assert detail.isprintable()


def test_an_unknown_key_full_of_control_characters_is_shown_escaped_and_cut(house: House) -> None:
    """A stranger's text is escaped and bounded wherever it is quoted, by the library's errors too."""
    kind, detail = one_fault(faulted(house, house.bot("control-key")))
    assert kind == "protocol"
    assert detail.isprintable()
    assert len(detail) < 1500


ENDS = {
    "exit-3": (None, "ended with exit status 3"),
    "traced-exit": (None, "ended with exit status 1"),
    "signal": ("SIGKILL", "ended, killed by SIGKILL"),
    "half-and-exit": (None, "ended in the middle of a message with exit status 5"),
    "close-stdout": (None, "closed its stdout, though it still runs"),
    "orphan": (None, "ended with exit status 3"),
}


@pytest.mark.parametrize("flag", ENDS)
def test_a_bot_that_ends(house: House, flag: str) -> None:
    """Its end is a `crash`, noticed long before its time is over, even while a child of it holds the pipe."""
    value, detail = ENDS[flag]
    played = faulted(house, house.bot(flag, value=value), move_ms=60_000)
    assert one_fault(played) == ("crash", detail)


@pytest.mark.parametrize("name", ["SIGSEGV", "SIGABRT", "SIGTERM"])
def test_the_signal_that_ended_a_bot_is_named(house: House, name: str) -> None:
    assert one_fault(faulted(house, house.bot("signal", value=name))) == ("crash", f"ended, killed by {name}")


def test_a_realtime_signal_has_a_number_only(house: House) -> None:
    number = signal.SIGRTMIN + 1
    bot = house.entry("sh", "-c", f"{' '.join(house.words('exit-3'))}; kill -{number} $$")
    assert one_fault(faulted(house, bot)) == ("crash", f"ended, killed by signal {number}")


def test_the_traceback_of_a_crash_is_kept(house: House) -> None:
    played = faulted(house, house.bot("traced-exit"))
    assert played.games[0].stderr[0].rstrip().endswith("RuntimeError: lost count")
    assert played.games[0].stderr[1] == ""


SLOW = {
    "sleep": 2.0,
    "unflushed": None,
    "half": None,
    "stop": None,
    "never-read": None,
}


@pytest.mark.parametrize("flag", SLOW)
def test_a_bot_that_does_not_answer(house: House, flag: str) -> None:
    """Late, never flushed, half said, stopped, deaf: a `timeout` when its time is over, whatever the reason."""
    played = faulted(house, house.bot(flag, value=SLOW[flag]), move_ms=MOVE_MS)
    kind, detail = one_fault(played)
    assert kind == "timeout"
    assert detail.startswith(f"no answer in time, which is {MOVE_MS + 50} ms with the margin; expected one of: ")


def test_a_bot_that_closes_its_stdin(house: House) -> None:
    """It answers once, and then there is nothing to be said to it: its next decision times out."""
    played = faulted(house, house.bot("close-stdin"), move_ms=MOVE_MS)
    assert one_fault(played)[0] == "timeout"
    (fault,) = played.games[0].faults
    assert (fault.deal, fault.action) == (0, 2)


def test_a_second_answer_is_a_fault_of_the_next_decision(house: House) -> None:
    """Output is examined only while an act is pending."""
    played = faulted(house, house.bot("twice"))
    assert one_fault(played) == ("protocol", "an answer with the id 1, expected 2")
    (fault,) = played.games[0].faults
    assert (fault.deal, fault.action) == (0, 2)


def test_an_answer_and_then_the_end_counts(house: House) -> None:
    """What is in the pipe is read before an end counts: the fault comes with the next decision."""
    played = faulted(house, house.bot("answer-and-exit"))
    assert one_fault(played) == ("crash", "ended with exit status 0")
    (fault,) = played.games[0].faults
    assert (fault.deal, fault.action) == (0, 2)
    assert played.games[0].deals[0].actions[0] == (0, "keep")


@pytest.mark.parametrize("speak", ["json", "msgpack"])
def test_an_end_while_the_rival_thinks_is_a_crash(house: House, speak: str) -> None:
    """Its end is there before it is asked again, and is no message."""
    bot = house.bot("answer-and-exit", speak=speak)
    rival = house.bot("sleep", life=None, value=0.3, to=3)
    played = house.play(bot, rival, games=1)
    assert [(fault.seat, fault.kind) for fault in played.games[0].faults] == [(0, "crash")]
    assert played.games[0].faults[0].detail == "ended with exit status 0"


def test_an_answer_as_the_last_one_of_a_game_and_then_the_end_is_no_fault(house: House) -> None:
    """A bot with no decision left in a game cannot forfeit it any more: the fault is its next game's."""
    played = house.play(house.bot("exit-at-end"), house.bot(), games=3)
    first, second, third = played.games
    assert first.faults == third.faults == []
    assert [(fault.seat, fault.kind, fault.deal, fault.action) for fault in second.faults] == [(0, "crash", 0, 0)]


def test_an_end_before_the_first_decision(house: House) -> None:
    played = faulted(house, house.bot("exit-at-start"))
    assert one_fault(played) == ("crash", "ended with exit status 4")


HARMLESS = {
    "crlf": {},
    "blanks": {},
    "child": {},
    "flood-stderr": {},
    "note": {"value": "because"},
    "deaf": {},
    "spin": {},
    "spin-here": {},
}


@pytest.mark.parametrize("flag", HARMLESS)
def test_no_fault(house: House, flag: str) -> None:
    """CRLF and blanks are JSON lines too; what a bot does beside its answers is its own affair."""
    played = house.play(house.bot(flag, **HARMLESS[flag]), house.bot())
    assert [game.faults for game in played.games] == [[], []]
    assert played.seconds < SECONDS


def test_a_note_is_kept_with_its_place(house: House) -> None:
    played = house.play(house.bot("note", value="\x1b[31mred", at=2), house.bot(), games=1)
    assert played.games[0].notes == [(0, 2, "\x1b[31mred")]


ILLEGAL = {
    "fold": "'fold' is no action",
    "": "'' is no action",
    "lay": "'lay' is not allowed in the open phase of deal 0 for seat 0 with",
    " keep": "' keep' is no action",
    "keep ": "'keep ' is no action",
    "KEEP": "'KEEP' is no action",
    "swap 7p 7p": "'swap 7p 7p' is not allowed in the open phase",
    "swap 7p": "'swap 7p' is no action",
    "swap  7p 7z": "is no action",
    "swap 1p 7z": "1p",
    "\0": r"'\x00' is no action",
    "é" * 200: "is no action",
}


@pytest.mark.parametrize("action", ILLEGAL)
def test_actions_that_are_not_accepted(house: House, action: str) -> None:
    """Any action that is not accepted, text or rule, is `illegal`; the detail says what would be."""
    nul = "\0" in action
    played = faulted(house, house.bot("action-nul" if nul else "action", value=None if nul else action))
    kind, detail = one_fault(played)
    assert kind == "illegal"
    assert ILLEGAL[action] in detail
    assert detail.isprintable()
    if "not allowed" in detail:
        assert "allowed: keep, put" in detail


def test_an_action_of_ten_thousand_characters(house: House) -> None:
    """Illegal like any other; the detail is cut."""
    kind, detail = one_fault(faulted(house, house.bot("long-action")))
    assert kind == "illegal"
    assert "'xxx" in detail
    assert "is no action" in detail
    assert len(detail) < 1500


# Bots that do not begin properly

STARTS = {
    "silent": ["no hello within 500 ms"],
    "hello-late": ["no hello within 500 ms"],
    "trace": ["ended with exit status 1"],
    "exit-7": ["ended with exit status 7"],
    "trace-stdout": ["no message", "«Traceback"],
    "chatter-first": ["no message", "«loading the opening book»"],
    "hello-protocol-2": ["protocol", '"protocol":2', "expected"],
    "hello-nameless": ["`name`"],
    "hello-empty-name": ["name"],
    "hello-long-name": ["name", "64"],
    "hello-control": ["unprintable", r"\x1b"],
    "hello-encoding": ["'xml'", "encoding"],
    "hello-unknown-key": ["`author`"],
    "hello-twice-key": ["twice"],
    "hello-act": ["type act", '"type":"hello"'],
    "hello-empty": ["no message", "«»"],
    "hello-msgpack": ["no message"],
    "hello-endless": ["over 65536 bytes"],
}
"""What a bot does instead of saying hello, and what is said about it."""


def start_ms(flag: str) -> int:
    return 500 if flag in ("silent", "hello-late") else 10_000


@pytest.mark.parametrize("flag", STARTS)
def test_before_game_0_a_bot_without_hello_stops_the_match(house: House, flag: str) -> None:
    """It is told, and nothing is played."""
    bot = house.bot(flag, value=2.0)
    with pytest.raises(MatchStopped) as error:
        house.job(bot, house.bot(), called=True, start_ms=start_ms(flag))
    for word in (bot.spec, *STARTS[flag]):
        assert word in str(error.value)
    assert str(error.value).isprintable()
    house.is_left_as_found()


@pytest.mark.parametrize("flag", STARTS)
def test_without_hello_a_game_is_forfeited(house: House, flag: str) -> None:
    """It is `start`, before the first deal; the next process plays on, and rivals are not charged."""
    played = faulted(house, house.bot(flag, value=2.0), start_ms=start_ms(flag))
    (fault,) = played.games[0].faults
    assert (fault.kind, fault.deal, fault.action) == ("start", None, None)
    for word in STARTS[flag]:
        assert word in fault.detail
    assert played.games[0].deals[0].actions == []
    assert played.games[0].times_us == [[]]


def test_the_stderr_of_a_bot_that_does_not_begin_is_told(house: House) -> None:
    with pytest.raises(MatchStopped, match=r"its stderr ends: .*RuntimeError: nothing works today"):
        house.job(house.bot("trace"), house.bot(), called=True)


def test_a_bot_that_cannot_be_found(house: House) -> None:
    """There is no such program: every game is forfeited, with what the system said."""
    missing = house.entry(str(house.path / "nowhere"))
    played = house.play(missing, house.bot(), games=3)
    for game in played.games:
        assert [(fault.seat, fault.kind) for fault in game.faults] == [(0, "start")]
        assert game.faults[0].detail == f"cannot be run: {house.path}/nowhere: No such file or directory"


def test_a_bot_that_cannot_be_run(house: House) -> None:
    """Not executable, or no program at all."""
    text = house.path / "text"
    text.write_text("just words\n")
    played = house.play(house.entry(str(text)), house.bot(), games=1)
    assert played.games[0].faults[0].detail == f"cannot be run: {text}: Permission denied"
    text.chmod(0o755)
    played = house.play(house.entry(str(text)), house.bot(), games=1)
    assert played.games[0].faults[0].detail == f"cannot be run: {text}: Exec format error"


def test_a_bot_whose_folder_is_gone(house: House) -> None:
    entry = house.bot()
    gone = Entry(entry.spec, entry.name, None, None, entry.argv, str(house.path / "gone"))
    played = house.play(gone, house.bot(), games=1)
    assert [(fault.seat, fault.kind) for fault in played.games[0].faults] == [(0, "start")]


def test_nobody_can_be_run(house: House) -> None:
    """The first seat forfeits, the other is the last one left; nobody is asked, and it is no error of ours."""
    played = house.play(*(house.entry(str(house.path / "nowhere")) for _ in range(2)))
    assert played.stopped is None
    for game in played.games:
        assert [(fault.seat, fault.kind) for fault in game.faults] == [(0, "start")]
        assert game.places == [2, 1]


def test_a_rival_that_was_not_told_of_a_game_is_not_told_of_its_end(house: House) -> None:
    """Every `end` a bot gets belongs to a `start` that it got before."""
    told = house.path / "told"
    house.play(house.bot("exit-7"), house.bot(log=told))
    started: set[str] = set()
    for _, kind, about in log(told):
        if kind == "start":
            started.add(about)
        if kind == "end":
            assert about.split()[0] in started


def test_a_bot_that_hangs_does_not_use_up_its_rivals_time_to_start(house: House) -> None:
    """Rivals that are started beside it, and stopped while it is waited for, have their whole time."""
    played = house.play(house.bot("silent"), house.bot(), house.bot(), games=3, start_ms=1000)
    assert [[(fault.seat, fault.kind) for fault in game.faults] for game in played.games] == [[(0, "start")], [], []]


# What is left behind


@pytest.mark.parametrize("flag", ["deaf", "child", "spin"])
def test_what_does_not_end_is_killed(house: House, flag: str) -> None:
    """Deaf to goodbye and signals, children in its group: gone when the match is over, and soon."""
    played = house.play(house.bot(flag, life=None), house.bot())
    assert [game.faults for game in played.games] == [[], []]
    assert house.processes() == {}
    assert played.seconds < SECONDS


def test_a_bot_behind_a_shell(house: House) -> None:
    """A wrapper that does not pass on signals: bot and wrapper are gone."""
    words = " ".join(house.words("sleep", life=None, value=60))
    played = house.play(house.entry("sh", "-c", f"{words}; true"), house.bot(), move_ms=MOVE_MS, games=2)
    assert [[(fault.seat, fault.kind) for fault in game.faults] for game in played.games] == [[(0, "timeout")]] * 2
    assert house.processes() == {}


def test_a_bot_is_started_with_its_signals_as_they_are_by_default(house: House) -> None:
    """What the keeper ignores for itself is not ignored in the bots: they can end their own children."""
    played = house.play(house.bot("signals"), house.bot(), games=1, keep_stderr=True)
    assert played.games[0].stderr[0] == "ignored: \n"


def test_the_environment_and_folder_of_a_bot(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot runs in its own folder, with the referee's environment."""
    monkeypatch.setenv("ANY_NAME", "any value")
    words = " ".join(house.words())
    bot = house.entry("sh", "-c", f'echo "$ANY_NAME in $PWD" >&2; exec {words}')
    played = house.play(bot, house.bot(), games=1, keep_stderr=True)
    assert played.games[0].stderr[0] == f"any value in {house.path}\n"


# stderr


def test_stderr_is_kept_of_games_with_faults_only(house: House) -> None:
    chatty = house.bot("stderr", life=None, value="thinking")
    played = house.play(house.bot("exit-3", at=2), chatty, games=2)
    assert played.games[0].stderr[1] == "thinking\n"
    assert played.games[1].faults == []
    assert played.games[1].stderr == []


def test_stderr_is_kept_of_every_game_if_wanted(house: House) -> None:
    """Each game has its own: what was written in the one before is not in it."""
    played = house.play(house.bot("stderr", life=None, value="thinking"), house.bot(), games=3, keep_stderr=True)
    assert [game.stderr for game in played.games] == [["thinking\n", ""]] * 3


def test_the_last_64_kib_of_stderr_are_kept(house: House) -> None:
    played = house.play(house.bot("flood-stderr"), house.bot(), games=1, keep_stderr=True)
    kept = played.games[0].stderr[0]
    assert len(kept) == 64 * 1024
    assert kept.endswith("eee\nthe end of a long story\n")


def test_stderr_that_is_no_text_is_kept_as_far_as_it_is(house: House) -> None:
    bot = house.entry("sh", "-c", rf"printf 'a\377b' >&2; exec {' '.join(house.words())}")
    played = house.play(bot, house.bot(), games=1, keep_stderr=True)
    assert played.games[0].stderr[0] == "a�b"


def test_an_answer_within_the_margin_is_late_and_no_fault(house: House) -> None:
    """200 ms to think and ten seconds of grace: what takes 300 ms is counted, and nothing more."""
    played = house.play(house.bot("sleep", value=0.3), house.bot(), games=1, move_ms=200, margin_ms=10_000)
    (game,) = played.games
    assert game.faults == []
    assert game.late[0] >= 1
    assert game.times_us[0][0] is not None
    assert game.times_us[0][0] > 200_000


def test_the_bank_is_used_before_anything_is_late(house: House) -> None:
    """200 ms to think and a minute for the whole game."""
    played = house.play(house.bot("sleep", value=0.3), house.bot(), games=1, move_ms=200, bank_ms=60_000)
    assert played.games[0].faults == []
    assert played.games[0].late == [0, 0]


# --on-fault fallback


def test_an_answer_that_comes_too_late_is_dropped_silently(house: House) -> None:
    """The fallback is played for that decision, and the bot, which answers both then, plays on."""
    told = house.path / "told"
    played = house.play(house.bot("sleep", value=0.8, log=told), house.bot(), move_ms=600, on_fault="fallback", games=1)
    (game,) = played.games
    assert [(fault.seat, fault.kind, fault.deal, fault.action) for fault in game.faults] == [(0, "timeout", 0, 0)]
    assert game.deals[0].actions[0] == (0, "keep")
    assert game.times_us[0][0] is None
    assert game.times_us[0][2] is not None
    assert {line[0] for line in log(told)} == {"1"}
    assert kinds(log(told))[-2:] == ["end", "bye"]


def test_three_timeouts_running_end_the_bot(house: House) -> None:
    """It is killed without a goodbye, and a fresh process plays the next game."""
    played = house.play(house.bot("sleep", value=60), house.bot(), move_ms=200, margin_ms=0, on_fault="fallback")
    assert [(fault.seat, fault.kind) for fault in played.games[0].faults] == [(0, "timeout")] * 3
    assert played.games[0].deals[-1].end == "forfeit"
    assert played.games[1].faults == []


def test_an_illegal_action_with_fallback(house: House) -> None:
    played = house.play(house.bot("action", value="fold", to=2), house.bot(), on_fault="fallback", games=1)
    assert [(fault.seat, fault.kind) for fault in played.games[0].faults] == [(0, "illegal")] * 2
    assert played.games[0].deals[-1].end != "forfeit"


# Three at a table


def test_three_at_a_table_play_on_after_a_forfeit(house: House) -> None:
    """The seat that failed is placed last with the worst payoff, the others by how they played."""
    told = [house.path / "told-1", house.path / "told-2"]
    played = house.play(house.bot("exit-3"), house.bot(log=told[0]), house.bot(log=told[1]), games=1)
    (game,) = played.games
    assert [(fault.seat, fault.kind, fault.deal, fault.action) for fault in game.faults] == [(0, "crash", 0, 0)]
    assert game.places[0] == 3
    assert game.payoffs[0] == pytest.approx(-4 / 3)  # two deals: −2·(3−1)/3
    assert sum(game.payoffs) == pytest.approx(0)
    assert game.deals[-1].end != "forfeit"
    assert game.times_us[0][0] is None
    for path in told:
        assert kinds(log(path))[-2:] == ["end", "bye"]


def test_the_last_of_three_ends_the_game(house: House) -> None:
    """A later forfeit is placed before an earlier one; the last one left is first."""
    played = house.play(house.bot("exit-3", at=2), house.bot("action", value="fold"), house.bot(), games=1)
    (game,) = played.games
    assert [(fault.seat, fault.kind) for fault in game.faults] == [(1, "illegal"), (0, "crash")]
    assert game.places == [2, 3, 1]
    assert game.payoffs == pytest.approx([-4 / 3, -4 / 3, 8 / 3])
    assert game.deals[-1].end == "forfeit"
