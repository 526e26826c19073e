"""Proves that actions and options are read strictly, that messages are one line, and that events are told."""

import re

import msgspec
import pytest
from games.poker.setting import GAME, NOTHING, PAIRS, Dealt, do, start

from fajer.errors import IllegalAction, InvalidAction, UsageError

# Actions

NO_ACTIONS = [
    "", " ", "PASS", "pass ", " pass", "check", "all in", "bet", "bet ", "bet  5", "bet 5 ", "bet five", "bet +5",
    "bet -5", "bet 0", "bet 05", "bet 5.0", "bet 1e3", "bet 1_000", "bet ٥", "bet ５", "bet 0x5", "bet 5\n", "Bet 5",
    "raise", "raise 00", "raise 5 5", "bet 1..95", "draw *", "draw ", "draw 1", "draw  2c", "draw 2c,7d", "draw 2C",
    "draw 10c", "drawn", "draw2c", "draw 2c\n", "fold\x00", "bet " + "9" * 5000, "x" * 100_000,
]  # fmt: skip


def one_line(message: str, text: str) -> None:
    assert "\n" not in message
    assert len(message) < 400
    quoted = repr(text) if len(repr(text)) <= 30 else repr(text)[:10]
    assert quoted in message


@pytest.mark.parametrize("text", NO_ACTIONS, ids=lambda text: repr(text[:12]))
def test_what_is_no_action_is_refused_whatever_the_turn(text: str):
    bidding = start(Dealt(0, PAIRS[:2]))
    for state in (bidding, do(bidding.clone(), "bet 5"), do(bidding.clone(), "pass", "pass")):
        with pytest.raises(InvalidAction) as refused:
            state.parse(text)
        one_line(str(refused.value), text)


def test_an_amount_that_is_none_is_refused_with_an_example():
    with pytest.raises(InvalidAction, match=r"'bet 05'.*'05' is no number of chips.*'bet 5'"):
        start(Dealt(0, PAIRS[:2])).parse("bet 05")


def test_a_card_that_is_none_is_refused_with_an_example():
    with pytest.raises(InvalidAction, match=r"'draw 10c'.*'10c' is no card.*23456789TJQKA.*cdhs.*As"):
        start(Dealt(0, PAIRS[:2])).parse("draw 10c")


AT_A_BET = ["call", "fold", "bet 100", "bet 999999999999999", "raise 5", "draw", "draw 2c"]
AT_A_RAISE = ["pass", "bet 20", "raise 9", "raise 90", "draw"]
AT_A_DRAW = [
    "pass", "call", "bet 1", "raise 1", "draw As", "draw 3c 3c", "draw 3c 3d 5s 7c 9d As",
    "draw 3c 3d 5s 7c 9d 3c", "draw" + " 3c" * 50_000,
]  # fmt: skip


@pytest.mark.parametrize(
    ("actions", "text", "allowed"),
    [((), text, "pass, bet 1..99") for text in AT_A_BET]
    + [(("bet 10",), text, "fold, call, raise 10..89") for text in AT_A_RAISE]
    + [(("pass", "pass"), text, "draw, draw *") for text in AT_A_DRAW],
    ids=lambda part: part[:16] if isinstance(part, str) else None,
)
def test_what_is_not_allowed_is_refused_with_what_is(actions: tuple[str, ...], text: str, allowed: str):
    state = do(start(Dealt(0, PAIRS[:2])), *actions)
    with pytest.raises(IllegalAction) as refused:
        state.parse(text)
    one_line(str(refused.value), text)
    assert str(refused.value).endswith(f"allowed: {allowed}")


@pytest.mark.parametrize("action", [-1, -2, 100, 10**9, 10**30])
def test_a_number_that_is_no_legal_action_is_refused_and_nothing_changes(action: int):
    state = start(Dealt(0, PAIRS[:2]))
    before = [state.view(0), list(state.events)]
    with pytest.raises(IllegalAction, match=f"action {action} is not allowed"):
        state.apply(action)
    assert [state.view(0), list(state.events)] == before


@pytest.mark.parametrize("text", ["pass", "bet 1", "draw", "draw 2c"])
def test_nothing_is_allowed_when_the_game_is_over(text: str):
    state = do(start(Dealt(0, PAIRS[:2]), draws=0, hands=1), "pass", "pass")
    with pytest.raises(IllegalAction, match="the game is over"):
        state.parse(text)


def test_a_thousand_million_chips_are_no_trouble():
    state = start(Dealt(0, PAIRS[:2]), chips=10**9)
    legal = state.legal()
    assert len(legal) == 10**9
    assert legal.index(state.parse("bet 999999999")) == 999_999_999
    assert (legal[0], legal[-1]) == (state.parse("pass"), state.parse("bet 999999999"))
    assert state.offered() == ["pass", "bet 1..999999999"]
    do(state, "bet 123456789")
    assert state.offered() == ["fold", "call", "raise 123456789..876543210"]
    assert state.text(state.legal()[-1]) == "raise 876543210"
    assert state.text(state.legal()[2]) == "raise 123456789"


def test_a_range_of_one_is_written_plainly():
    assert start(Dealt(0, PAIRS[:2]), chips=2).offered() == ["pass", "bet 1"]
    assert do(start(Dealt(0, PAIRS[:2]), stacks=[9, 50]), "bet 7").offered() == ["fold", "call", "raise 1"]


# Events and hands

PLAYERS = ["Anna", "Béla", "Csaba"]
EVENTS = [
    # An event, and what its sentence has to say.
    (("deal", 4, 1), ["4", "Béla deals"]),
    (("ante", 0, 1), ["Anna", "ante", "1 chip"]),
    (("pass", 2), ["Csaba passes"]),
    (("bet", 0, 5), ["Anna bets 5 chips"]),
    (("call", 1, 1), ["Béla calls", "1 chip"]),
    (("raise", 2, 12), ["Csaba raises by 12 chips"]),
    (("fold", 0, None), ["Anna folds"]),
    (("fold", 0, ["2c", "3d", "4h", "5s", "7c"]), ["Anna folds 2c 3d 4h 5s 7c"]),
    (("draw", 1, 0), ["Béla keeps all"]),
    (("draw", 1, 1), ["Béla draws 1 card."]),
    (("draw", 1, 3), ["Béla draws 3 cards"]),
    (("reshuffle",), ["talon", "shuffled"]),
    (("show", 2, ["2c", "2d", "4h", "5s", "7c"], "pair"), ["Csaba shows 2c 2d 4h 5s 7c", "pair"]),
    (("win", 0, 30), ["Anna takes 30 chips"]),
    (("carried", 3), ["3 chips", "next hand"]),
    (("out", [1]), ["Béla is out"]),
    (("out", [0, 1, 2]), ["Anna, Béla and Csaba are out"]),
    (("forfeit", 2), ["Csaba forfeits"]),
]


@pytest.mark.parametrize(("event", "words"), EVENTS, ids=lambda part: part[0] if isinstance(part, tuple) else "")
def test_every_event_is_told_in_a_sentence(event: tuple, words: list[str]):
    told = GAME.tell(event, PLAYERS)
    assert all(word in told for word in words)
    assert told[0].isupper()
    assert told.endswith(".")
    assert "\n" not in told


def test_what_is_no_event_is_not_told():
    with pytest.raises(ValueError, match="no such event"):
        GAME.tell(("lay", 0), PLAYERS)


def test_a_hand_is_told_with_what_it_is():
    state = start(Dealt(0, [PAIRS[0], NOTHING[3]]))
    assert [GAME.cards(state.view(seat)) for seat in (0, 1)] == [PAIRS[0].split(), NOTHING[3].split()]
    assert [GAME.hand(state.view(seat)) for seat in (0, 1)] == [f"{PAIRS[0]} (pair)", f"{NOTHING[3]} (high card)"]


# Options

ALLOWED = {
    "draws": {"0": 0, "1": 1, "3": 3},
    "ranking": {"house": "house", "standard": "standard"},
    "openers": {"combination": "combination", "any": "any"},
    "min_raise": {"one": "one", "last": "last"},
    "short_stack": {"fold": "fold", "all_in": "all_in"},
    "fold_shows": {"true": True, "false": False},
    "all_pass": {"carry": "carry", "play_on": "play_on"},
    "ante": {"1": 1, "100": 100},
    "chips": {"1": 1, "1000000000": 10**9},
    "hands": {"1": 1, "1000": 1000},
}


def test_the_list_of_options_is_complete():
    assert list(ALLOWED) == [field.name for field in msgspec.structs.fields(GAME.options_type)]


@pytest.mark.parametrize("preset", GAME.presets)
@pytest.mark.parametrize("option", ALLOWED)
def test_every_allowed_value_is_read_from_its_text_and_changes_nothing_else(preset: str, option: str):
    for text, value in ALLOWED[option].items():
        changed = msgspec.to_builtins(GAME.options(preset, {option: text}))
        assert changed == {**msgspec.to_builtins(GAME.presets[preset]), option: value}


@pytest.mark.parametrize("option", ALLOWED)
@pytest.mark.parametrize("text", ["", "none", "2.5", "-1", "maybe", "9" * 5000, "a\nb"])
def test_any_other_value_is_refused_with_what_is_allowed(option: str, text: str):
    with pytest.raises(UsageError) as refused:
        GAME.options(None, {option: text})
    message = str(refused.value)
    assert option in message
    assert "\n" not in message
    words = [word for word in ALLOWED[option] if not word.isdecimal()] or ["1"]
    assert all(word in message for word in words)


def test_draws_are_none_one_or_three():
    with pytest.raises(UsageError, match="0, 1 or 3"):
        GAME.options(None, {"draws": "2"})


def test_the_default_is_the_houses_game_with_one_draw():
    assert GAME.options() == GAME.presets["house-one-draw"] == GAME.checked({})
    assert list(GAME.presets) == ["house-one-draw", "house-five-card", "house-three-draw", "standard-one-draw"]


def test_the_presets_differ_as_the_rules_say():
    of_house = msgspec.to_builtins(GAME.presets["house-one-draw"])
    for preset, draws in (("house-five-card", 0), ("house-three-draw", 3)):
        assert msgspec.to_builtins(GAME.presets[preset]) == of_house | {"draws": draws}
    assert msgspec.to_builtins(GAME.presets["standard-one-draw"]) == of_house | {
        "ranking": "standard",
        "openers": "any",
        "min_raise": "last",
        "short_stack": "all_in",
        "fold_shows": False,
        "all_pass": "play_on",
    }
    assert [of_house[name] for name in ("draws", "ante", "chips", "hands")] == [1, 1, 100, 100]


def test_everyone_has_to_be_able_to_pay_an_ante():
    with pytest.raises(UsageError, match=re.escape("chips (4) have to be at least the ante (5)")):
        GAME.options(None, {"chips": "4", "ante": "5"})
    assert GAME.options(None, {"chips": "5", "ante": "5"}).chips == 5
