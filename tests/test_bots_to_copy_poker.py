"""The bots to copy that play poker too: what they answer, in any writing of a message, and that they play well."""

import json
import runpy
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from cli.running import BOTS, done, fajer, lines
from games.playing import Table
from to_copy import needed

from fajer.check.strange import NEWS, more_keys, turned_round
from fajer.games import game
from fajer.games.api import State
from fajer.games.cards import FRENCH
from fajer.games.poker.hands import RANKINGS
from fajer.referee.entry import environment, resolve
from fajer.wire.messages import Act, Batch, Clock, Start

LANGUAGES = ["c", "python", "python-sdk"]
POKER = game("poker")
TABLES = [
    (preset, players)
    for preset, options in POKER.presets.items()
    for players in range(POKER.players(options)[0], POKER.players(options)[1] + 1)
]
HELLO = {"type": "hello", "protocol": 1, "referee": "fajer", "encodings": ["json", "msgpack"], "batch": 64}

QUESTIONED, PLAYED = "b301f2b39d8f5311", "0" * 16
"""The games that single questions are of, and those played to their end."""

both = pytest.mark.parametrize("language", LANGUAGES)


@contextmanager
def running(language: str) -> Iterator["subprocess.Popen[bytes]"]:
    """The bot's process, which has said hello."""
    entry = resolve(str(needed(language)))
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(entry.argv, cwd=entry.cwd, env=environment(), **pipes) as process:
        try:
            said = asked(process, HELLO)
            assert said["type"] == "hello"
            for game_id in (QUESTIONED, PLAYED):
                process.stdin.write(msgspec.json.encode(start(game_id)) + b"\n")
            yield process
            process.stdin.write(b'{"type":"bye"}\n')
            process.stdin.close()
            assert process.stdout.read() == b"", "it said more than it was asked"
        finally:
            process.kill()


def start(game_id: str) -> Start:
    """A game of two begins; the bot sits in seat 1."""
    return Start(game_id, "poker", POKER.options("house-one-draw"), 1, 2, "0" * 16, Clock(1000, 0))


def asked(process: "subprocess.Popen[bytes]", message: Any) -> Any:
    """What the bot says to a message, or to a line as it stands."""
    line = message if isinstance(message, bytes) else msgspec.json.encode(message) + b"\n"
    assert process.stdin
    assert process.stdout
    process.stdin.write(line)
    process.stdin.flush()
    return json.loads(process.stdout.readline())


def answers(language: str, acts: Sequence[Any]) -> list[str]:
    """The bot's answers to acts, one by one."""
    with running(language) as process:
        found = [asked(process, act) for act in acts]
    assert all(answer["type"] == "act" for answer in found)
    return [answer["action"] for answer in found]


def act(cards: str, legal: Sequence[str], ranking: str = "standard", number: int = 1, **changes: Any) -> dict[str, Any]:
    """A question at a table of two with these cards; `pot` and `to_call` change the view."""
    hand = cards.split()
    ranked = RANKINGS[ranking]
    kind, strength = ranked.describe(ranked.strength([FRENCH.card(card) for card in hand]))
    seat = {"in": True, "chips": 95, "folded": False, "all_in": False, "bet": 0, "paid": 5, "drew": [], "shown": None}
    view = {"deal": 3, "dealer": 0, "phase": "draw" if "draw" in legal else "bid", "round": 0, "draws_left": 1}
    view |= {"seat": 1, "hand": hand, "kind": kind, "strength": strength, "pot": 10, "carried": 0, "level": 0}
    view |= {"to_call": 0, "min_raise": 1, "discarded": [], "deals_left": 96, "seats": [seat, seat]}
    assert changes.keys() <= view.keys()
    return {
        "type": "act",
        "game_id": QUESTIONED,
        "id": number,
        "view": view | changes,
        "events": [["deal", 3, 0], ["ante", 1, 5], ["ante", 0, 5]],
        "legal": list(legal),
        "left_ms": 1000,
    }


NOTHING, TENS, TWO_PAIRS, FULL = "2c 9d Jh Qs Kc", "Tc Td 4h 7s 2c", "Kc Kd 4h 4s 2c", "8c 8d 8h As Ad"
FREE, TO_PAY, ALL_IN = ["pass", "bet 1..95"], ["fold", "call", "raise 2..40"], ["fold", "call"]

BIDS = {
    "nothing, and it costs nothing": ("pass", act(NOTHING, FREE)),
    "nothing, and it may not bet": ("pass", act(NOTHING, ["pass"])),
    "a good hand without chips": ("pass", act(FULL, ["pass"])),
    "a good pair: a third of the pot": ("bet 4", act(TENS, FREE, pot=12)),
    "a small pair": ("pass", act("4c 4d 8h 7s 2c", FREE)),
    "the range begins above that": ("bet 30", act(TENS, ["pass", "bet 30..95"])),
    "the range ends below that": ("bet 3", act(TENS, ["pass", "bet 1..3"], pot=90)),
    "one chip is the range": ("bet 1", act(TENS, ["pass", "bet 1"])),
    "five chips are the range": ("bet 5", act(TENS, ["pass", "bet 5"], pot=3)),
    "chips by the thousand million": (
        "bet 3333333333",
        act(TENS, ["pass", "bet 1..9000000000"], pot=10_000_000_000),
    ),
    "nothing, and it costs": ("fold", act(NOTHING, TO_PAY, pot=13, to_call=3, level=3)),
    "nothing, all-in": ("fold", act(NOTHING, ALL_IN, pot=13, to_call=3, level=3)),
    "a fair hand at a fair price": ("call", act(TENS, TO_PAY, pot=13, to_call=3, level=3)),
    "a fair hand, too dear": ("fold", act(TENS, TO_PAY, pot=105, to_call=95, level=95)),
    "two pairs at a fair price": ("raise 4", act("Ac Ad Kh Ks 2c", TO_PAY, pot=13, to_call=3, level=3)),
    "two pairs, dear": ("call", act("Tc Td Kh Ks 2c", TO_PAY, pot=105, to_call=95, level=95)),
    "a full house, dear": ("raise 35", act(FULL, TO_PAY, pot=105, to_call=95, level=95)),
    "a full house, all-in": ("call", act(FULL, ALL_IN, pot=105, to_call=95, level=95)),
    "a full house, a raise of one chip": ("raise 1", act(FULL, ["fold", "call", "raise 1"], pot=13, to_call=3)),
    "a full house, all its chips below the least raise": (
        "raise 7",
        act(FULL, ["fold", "call", "raise 7"], pot=90, to_call=20, level=20, min_raise=20),
    ),
    "a full house, and not enough chips": ("fold", act(FULL, ["fold"], pot=105, to_call=95, level=95)),
    "a flush of the house": ("raise 4", act("2c 5c 9c Jc Kd", TO_PAY, "house", pot=13, to_call=3, level=3)),
    "the same hand elsewhere": ("fold", act("2c 5c 9c Jc Kd", TO_PAY, pot=13, to_call=3, level=3)),
}
DRAWS = {
    "pair": ("draw 4h 7s 2c", "standard", TENS),
    "pair, four of a suit": ("draw 4h 7h 2h", "standard", "Tc Th 4h 7h 2h"),
    "two pairs": ("draw 2c", "standard", TWO_PAIRS),
    "three": ("draw 4s 2c", "standard", "Kc Kd Kh 4s 2c"),
    "straight": ("draw", "standard", "2c 3d 4h 5s Ac"),
    "flush": ("draw", "standard", "2c 9c 4c 5c Ac"),
    "full house": ("draw", "standard", FULL),
    "four": ("draw", "standard", "Kc Kd Kh Ks 2c"),
    "straight flush": ("draw", "house", "2c 3c 4c 5c 6c"),
    "royal flush": ("draw", "standard", "Tc Jc Qc Kc Ac"),
    "flush of four": ("draw 9h", "house", "2c 9h 4c 5c Ac"),
    "flush of five": ("draw", "house", "2c 9c 4c 5c Ac"),
    "four of a suit": ("draw 9h", "standard", "2c 9h 4c 5c Ac"),
    "four in a row": ("draw Kd", "standard", "9c 6d Kd 8s 7h"),
    "four in a row or four of a suit": ("draw 7h", "standard", "9d 6d Kd 8d 7h"),
    "four in a row or three of a suit": ("draw Kd", "standard", "9d 6d Kd 8s 7h"),
    "three of a suit": ("draw Ah Ks", "house", "9d 6d Ah 2d Ks"),
    "no more than high cards": ("draw 9c 6d 2h", "standard", "9c Ks 6d Ad 2h"),
}


@both
def test_it_bids_with_good_hands_and_folds_weak_ones_that_cost(language: str) -> None:
    found = answers(language, [question for _, question in BIDS.values()])
    assert dict(zip(BIDS, found, strict=True)) == {name: expected for name, (expected, _) in BIDS.items()}


@both
def test_it_keeps_what_its_hand_is_made_of(language: str) -> None:
    found = answers(language, [act(cards, ["draw", "draw *"], ranking) for _, ranking, cards in DRAWS.values()])
    assert dict(zip(DRAWS, found, strict=True)) == {name: expected for name, (expected, _, _) in DRAWS.items()}


@both
def test_where_only_the_plain_draw_is_offered_it_takes_that(language: str) -> None:
    assert answers(language, [act(TENS, ["draw"])]) == ["draw"]


WRITINGS: dict[str, Callable[[Any], bytes]] = {
    "turned round": lambda message: msgspec.json.encode(turned_round(message)),
    "unknown keys": lambda message: msgspec.json.encode(more_keys(message)),
    "unknown keys that look like known ones": lambda message: msgspec.json.encode(_with_lures(message)),
    "blanks": lambda message: json.dumps(message, separators=(" ,\t", " :\t ")).replace("[", "[ ").encode(),
    "a CR": lambda message: msgspec.json.encode(message) + b"\r",
}
"""The same message, written otherwise."""


def _with_lures(message: dict[str, Any]) -> dict[str, Any]:
    """Strings and lists that a bot could take for keys, before and behind the real ones."""
    lures = {"a": '"strength":[9,14],"legal":["all"]}]', "b": ["pot", {"strength": [9, 14], "pot": 900}], "c": "\\"}
    view = lures | message["view"] | {f"{key}2": value for key, value in lures.items()}
    return lures | message | {"view": view} | {f"{key}2": value for key, value in lures.items()}


@both
@pytest.mark.parametrize("writing", WRITINGS)
def test_how_a_message_is_written_does_not_matter(language: str, writing: str) -> None:
    questions = [question for _, question in BIDS.values()]
    questions += [act(cards, ["draw", "draw *"], ranking) for _, ranking, cards in DRAWS.values()]
    expected = [expected for expected, *_ in (*BIDS.values(), *DRAWS.values())]
    assert answers(language, [WRITINGS[writing](question) + b"\n" for question in questions]) == expected


@both
def test_it_gives_back_large_ids_and_passes_over_what_it_does_not_know(language: str) -> None:
    with running(language) as process:
        for number in (0, 2**31, 2**53):
            process.stdin.write(msgspec.json.encode(NEWS) + b"\n")
            assert asked(process, act(TENS, FREE, number=number))["id"] == number


def test_a_batch_is_answered_as_its_acts_are_alone_whatever_their_game() -> None:
    acts = [act(cards, ["draw", "draw *"], ranking) for _, ranking, cards in DRAWS.values()]
    for name, options, players in (("poker", "house-one-draw", 3), ("fajer", "german", 3)):
        acts += questions(Table(game(name), game(name).options(options), players, "0" * 32), 30)
    acts += [question for _, question in BIDS.values()]
    acts = [msgspec.to_builtins(question) | {"id": number} for number, question in enumerate(acts)]
    Random(0).shuffle(acts)
    with running("c") as process:
        together = asked(process, Batch(acts))
    assert together["type"] == "batch"
    found = {answer["id"]: answer["action"] for answer in together["acts"]}
    assert [found[question["id"]] for question in acts] == answers("c", acts)


def questions(table: Table, count: int) -> list[Act[Any]]:
    """The first questions of a game that is played by lot."""
    asking = islice((state for state in table.played() if state.turn >= 0), count)
    return [Act(PLAYED, 0, state.view(state.turn), state.events.copy(), state.offered(), 1000) for state in asking]


def play(process: "subprocess.Popen[bytes]", state: State, seat: int, others: Callable[[State], int]) -> Iterator[str]:
    """A game with the bot in this seat, its answers as they come; any that is not legal raises."""
    told = number = 0
    while state.turn >= 0:
        if state.turn == seat:
            question = Act(PLAYED, number, state.view(seat), state.events[told:], state.offered(), 1000)
            told, number = len(state.events), number + 1
            answer = asked(process, question)
            assert answer == {"type": "act", "id": question.id, "action": answer["action"]}
            state.apply(state.parse(answer["action"]))
            yield answer["action"]
        else:
            state.apply(others(state))


def by_lot(random: Random) -> Callable[[State], int]:
    """Any entry of what is offered, then any action that it stands for."""

    def choose(state: State) -> int:
        legal = state.legal()
        place = random.randrange(len(state.offered()))
        return legal[random.randrange(place, len(legal)) if place == len(state.offered()) - 1 else place]

    return choose


@both
def test_it_plays_whole_games_at_every_table(language: str) -> None:
    words = set()
    with running(language) as process:
        for preset, players in TABLES:
            options = POKER.options(preset, {"hands": "12"})
            for seat in range(players):
                seed = f"{players * 10 + seat:032x}"
                state = POKER.start(options, players, seed)
                words |= {answer.split()[0] for answer in play(process, state, seat, by_lot(Random(seed)))}
    assert words == {"pass", "bet", "fold", "call", "raise", "draw"}


@both
@pytest.mark.parametrize("preset", POKER.presets)
def test_it_wins_against_play_by_lot(language: str, preset: str) -> None:
    options = POKER.options(preset, {"hands": "30"})
    won = 0
    with running(language) as process:
        for number in range(40):
            state = POKER.start(options, 2, f"{number // 2:032x}")
            for _ in play(process, state, number % 2, by_lot(Random(number // 2))):
                pass
            won += state.outcome().payoffs[number % 2]
    assert won / 40 > 10, "chips a game; whoever plays by lot loses most of a hundred in the end"


def test_all_of_them_play_alike() -> None:
    python: Callable[[Any, list[str]], str] = runpy.run_path(str(BOTS / "python" / "bot.py"))["poker"]
    asked_of_python, acts = [], []
    for preset, players in TABLES:
        for question in questions(Table(POKER, POKER.options(preset), players, "0" * 32), 200):
            acts.append(question)
            asked_of_python.append(python(msgspec.to_builtins(question.view), question.legal))
    assert answers("c", acts) == asked_of_python


@both
def test_it_passes_the_doctor(language: str) -> None:
    ran = fajer("check", "--game", "poker", needed(language))
    assert ran.returncode == 0, ran.stdout


def test_batches_and_single_questions_give_the_same_games(tmp_path: Path) -> None:
    bot = needed("c")
    words = ("match", "--game", "poker", bot, "first", "--games", "20", "--seed", "s", "--set", "hands=10", "--strict")
    for name, batch in (("one", "0"), ("many", "64")):
        done(*words, "--batch", batch, "-o", tmp_path / name)
    digests = [[game["digest"] for game in lines(tmp_path / name)[1:-1]] for name in ("one", "many")]
    assert digests[0] == digests[1]
