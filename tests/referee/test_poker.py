"""Poker at the referee: amounts and discards that are not accepted, hands without decisions, all ways of a replay."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from cli.running import done
from referee.house import House
from referee.scripted import Evening

from fajer.records import record
from fajer.records.record import Game


def refused(text: str, *before: str, **options: str) -> str:
    """Why a text is illegal after these actions of two players; seat 1, left of the dealer, begins."""
    scripts: list[dict[int, Any]] = [{}, {}]
    for place, action in enumerate([*before, text]):
        scripts[1 - place % 2][1 + place // 2] = action
    evening = Evening(*scripts, game="poker", **options)
    (fault,) = evening.game.faults
    assert (fault.seat, fault.action, fault.kind) == (1 - len(before) % 2, len(before), "illegal")
    assert fault.detail.isprintable()
    assert len(fault.detail) < 1000
    return fault.detail


NO_AMOUNTS = ["bet 0", "bet -5", "bet +5", "bet 05", "bet five", "bet 5.0", "bet ٥", "bet 5 ", "bet  5", "bet"]


@pytest.mark.parametrize("text", [*NO_AMOUNTS, "bet 1..99", "bet " + "9" * 5000, "BET 5", "bet 1e2"])
def test_p10_what_is_no_amount_is_illegal_and_the_range_is_said(text: str):
    assert refused(text).endswith("allowed: pass, bet 1..99")


@pytest.mark.parametrize("text", ["bet 100", "bet 99999999999999", "raise 5", "call", "fold", "draw", "draw *"])
def test_p10_what_is_not_allowed_before_a_bet_is_illegal(text: str):
    assert refused(text).endswith("allowed: pass, bet 1..99")


@pytest.mark.parametrize("text", ["raise 1", "raise 90", "bet 10", "pass", "raise", "raise 10 10"])
def test_p11_a_raise_below_or_above_the_range_is_illegal(text: str):
    # Seat 1 bet 10 of its 99 chips: seat 0 has to pay 10 and may raise by 10 (`last`) up to the 89 that are left.
    detail = refused(text, "bet 10", min_raise="last", short_stack="all_in")
    assert detail.endswith("allowed: fold, call, raise 10..89")


def test_p11_a_range_of_one_is_written_plainly():
    # A bet of 98 leaves one chip to raise by.
    assert refused("raise 2", "bet 98", short_stack="all_in").endswith("allowed: fold, call, raise 1")


DRAWS = {
    "not held": "draw 2c 2d 2h 2s 3c",  # nobody holds four twos and a three in what `draws` deals
    "twice": "draw {0} {0}",
    "six cards": "draw {0} {1} {2} {3} {4} {0}",
    "no card": "draw 1x",
    "a pattern": "draw *",
    "blanks": "draw  {0}",
    "commas": "draw {0},{1}",
}


@pytest.mark.parametrize("text", ["draw *", "bet 1..99"])
def test_a_pattern_sent_back_is_told_to_be_one(text: str):
    before = ("pass", "pass") if text == "draw *" else ()
    assert "is a pattern, no action" in refused(text, *before, all_pass="play_on")


@pytest.mark.parametrize("what", DRAWS)
def test_p16_discards_that_cannot_be_are_illegal(what: str):
    hand = Evening({}, {}, game="poker", all_pass="play_on").players[1].acts[1].view.hand
    assert len(set(hand) & {"2c", "2d", "2h", "2s", "3c"}) < 5
    detail = refused(DRAWS[what].format(*hand), "pass", "pass", all_pass="play_on")
    assert detail.endswith("allowed: draw, draw *")


def test_an_answer_out_of_turn_is_a_fault_of_the_protocol(house: House):
    played = house.play(house.bot("wrong-id"), house.bot(), game="poker", options={"hands": "2"})
    (fault,) = played.games[0].faults
    assert fault.kind == "protocol"
    assert "expected" in fault.detail


def test_p19_a_game_may_be_over_before_anyone_is_asked():
    # All chips are in the ante: nobody has a decision, and with one hand the game is over at once.
    evening = Evening({}, {}, game="poker", chips="5", ante="5", short_stack="all_in", hands="1", draws="0")
    assert [player.acts for player in evening.players] == [[], []]
    assert [deal.actions for deal in evening.game.deals] == [[]]
    assert evening.game.times_us == [[]]
    assert sum(evening.game.payoffs) == 0


def test_a_forfeit_loses_all_chips_and_the_others_share_them():
    evening = Evening({1: "call"}, {}, {}, game="poker", hands="3")
    assert evening.game.payoffs[0] == -100
    assert sum(evening.game.payoffs) == 0
    assert evening.game.places[0] == 3


def test_every_way_of_a_replay(tmp_path: Path):
    """A match of programs, kept, is verified; what a seat was sent is what the record makes of it."""
    file = tmp_path / "poker.jsonl"
    bots = ["random", "first", "random"]
    words = ["match", "--game", "poker", *bots, "-n", "6", "--seed", "p", "--set", "hands=9"]
    done(*words, "-o", file)
    assert "every one as seed and rules make it" in done("replay", file, "--verify")
    told = done("replay", file, "--index", "2")
    assert "Hand 0: " in told
    lines = done("replay", file, "--index", "2", "--stdin-of", "1").splitlines()
    assert [msgspec.json.decode(line)["type"] for line in (lines[0], lines[1], lines[-1])] == ["hello", "start", "bye"]
    assert "as recorded" in done("replay", file, "--rerun", "0=first", "--index", index_of(file, "first", 0))
    assert "a hand ± 95 %" in done("score", file)
    seen = done("replay", file, "--seat", "0", "--index", "2")
    assert len(seen) < len(told)


def index_of(file: Path, name: str, seat: int) -> str:
    """The index of a game in which this bot has this seat."""
    first, *games_ = [msgspec.json.decode(line) for line in file.read_bytes().splitlines()]
    number = [bot["name"] for bot in first["bots"]].index(name)
    return str(next(game["index"] for game in games_ if game["seats"][seat] == number))


def test_side_by_side_or_one_by_one_it_is_the_same_poker(house: House):
    def digests(batch: int) -> list[str]:
        bots = [house.bot(batch=1), house.bot(batch=1)]
        return [game.digest for game in house.play(*bots, game="poker", batch=batch, games=6).games]

    assert digests(0) == digests(4)


def test_the_digest_is_over_what_was_won():
    game: Game[Any] = Evening({}, {}, game="poker", all_pass="play_on").game
    changed = msgspec.structs.replace(game, deals=[msgspec.structs.replace(game.deals[0], won=[]), *game.deals[1:]])
    assert record.digest(changed) != game.digest
