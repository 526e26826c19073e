"""Proves that events are told in sentences, and that options are read from text and refused in one line."""

import re

import msgspec
import pytest
from games.tables import EQUAL, GAME, NOTHING, Dealt, do, showdown, start

from fajer.errors import InvalidAction, UsageError
from fajer.games import NAMES, game

PLAYERS = ["Anna", "Béla", "Csaba"]

EVENTS = [
    # An event, and what its sentence has to say.
    (("deal", 4, 1), ["4", "Béla", "deals"]),
    (("keep", 0), ["Anna", "keeps"]),
    (("put", 0, ["7p", "8z", "9m"]), ["Anna", "puts", "7p 8z 9m"]),
    (("common", ["7p", "8z", "9m"]), ["middle", "7p 8z 9m"]),
    (("swap", 2, "7p", "Az"), ["Csaba", "swaps", "7p for Az"]),
    (("take", 1, ["7p", "8z", "9m"], ["Ap", "Xp", "Up"]), ["Béla", "takes", "Ap Xp Up for 7p 8z 9m"]),
    (("go", 1), ["Béla", "go"]),
    (("lay", 1, ["8p", "8z", "8m"], 30.5), ["Béla", "lays", "8p 8z 8m", "30.5"]),
    (("aces", 1, ["Ap", "Az", "Am"]), ["Béla", "three aces", "Ap Az Am"]),
    (("void",), ["void"]),
    (("pay", [0]), ["Anna pays"]),
    (("pay", [0, 2]), ["Anna and Csaba pay "]),
    (("pay", [0, 1, 2]), ["Anna, Béla and Csaba pay "]),
    (("out", [1]), ["Béla is out"]),
    (("out", [1, 2]), ["Béla and Csaba are out"]),
    (("forfeit", 2), ["Csaba", "forfeits"]),
]


def quoted(text: str) -> str:
    """A value as a message quotes it: a long one by its beginning and its end."""
    return repr(text) if len(text) <= 28 else f"'{text[:12]}...{text[-13:]}'"


@pytest.mark.parametrize(("event", "words"), EVENTS, ids=lambda part: part[0] if isinstance(part, tuple) else "")
def test_every_event_is_told_in_a_sentence(event, words: list[str]):
    told = GAME.tell(event, PLAYERS)
    for word in words:
        assert word in told
    assert told[0].isupper()
    assert told.endswith(".")
    assert "\n" not in told


def test_nobody_is_named_who_has_no_part_in_it():
    assert not any(name in GAME.tell(("swap", 2, "7p", "Az"), PLAYERS) for name in PLAYERS[:2])
    assert "Béla" not in GAME.tell(("pay", [0, 2]), PLAYERS)


def test_every_event_of_played_games_is_among_those_told():
    # Two players with one stake: a void deal; three aces, seat 1 pays; one put and taken, seat 0 pays;
    # one in which seat 0 is the weakest again and out.
    state = start(
        Dealt(0, NOTHING[:2], "Kt Op Uz"),
        Dealt(1, ["Ap Az At", NOTHING[0]], "Kt Op Uz"),
        Dealt(0, ["Am Xm 7p", EQUAL[3]], "7z 8z 9t"),
        Dealt(1, [NOTHING[0], EQUAL[3]], "Kz Op Uz"),
        heads_up_round_limit=1,
        stakes=1,
    )
    do(state, "keep", "go", "go", "put", "put", "lay", "take", "keep", "swap 7p Kz", "lay", "lay")
    assert state.turn == -1
    told = [GAME.tell(event, PLAYERS) for event in state.events]
    assert {event[0] for event in state.events} | {"forfeit"} == {event[0] for event, _ in EVENTS}
    assert all(sentence.endswith(".") for sentence in told)


def test_what_is_no_event_is_not_told():
    with pytest.raises(ValueError, match="no such event"):
        GAME.tell(("win", 0), PLAYERS)


# Hands


def test_a_hand_is_told_with_its_worth():
    state = start(Dealt(0, ["8p 8z 8m", "7t 8t 9z"]))
    assert [GAME.cards(state.view(seat)) for seat in (0, 1)] == [["8p", "8z", "8m"], ["7t", "8t", "9z"]]
    assert [GAME.hand(state.view(seat)) for seat in (0, 1)] == ["8p 8z 8m (30.5)", "7t 8t 9z (0)"]


def test_the_hand_of_one_who_is_out_is_told_as_nothing():
    state = showdown([1, 0, 1], [EQUAL[0], NOTHING[0], EQUAL[2]])
    assert GAME.cards(state.view(1)) == []
    assert GAME.hand(state.view(1)) == ""
    assert GAME.hand(state.view(0)) != ""


# Actions


NO_ACTIONS = ["", " ", "KEEP", "keep ", "fold", "swap", "swap 7p", "swap 7p Az Kt", "swap  7p Az", "swap\t7p\tAz"]
NO_ACTIONS += ["lay\n", "a\x00b"]


@pytest.mark.parametrize("text", NO_ACTIONS)
def test_what_is_no_action_is_refused_with_an_example(text: str):
    with pytest.raises(InvalidAction) as refused:
        start(Dealt(0, EQUAL[:2])).parse(text)
    assert quoted(text) in str(refused.value)
    assert "swap OWN COMMON" in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("text", ["swap 7p 10p", "swap A Ap", "swap Ap pA"])
def test_a_swap_of_what_is_no_card_is_refused_with_an_example(text: str):
    with pytest.raises(InvalidAction, match="is no card; a card is one of"):
        start(Dealt(0, EQUAL[:2])).parse(text)


# Options


def test_options_are_those_of_the_first_preset_unless_another_is_named():
    assert GAME.options() == GAME.presets["german"] == GAME.options("german")
    assert GAME.options("three-stakes") == GAME.presets["three-stakes"]
    assert GAME.options("three-stakes", {}) == GAME.presets["three-stakes"]


ALLOWED = {
    "stakes": {"0": 0, "1": 1, "3": 3, "1000": 1000},
    "opener": {"dealer": "dealer", "next": "next"},
    "after_go": {"exchange_or_lay": "exchange_or_lay", "exchange": "exchange"},
    "spoil": {"not_lower": "not_lower", "higher": "higher"},
    "three_aces_rank": {"above": "above", "below": "below"},
    "three_aces": {"at_once": "at_once", "on_turn": "on_turn"},
    "three_aces_closing": {"all_pay": "all_pay", "ranked": "ranked"},
    "round_limit": {"1": 1, "4": 4, "none": None, "None": None},
    "heads_up_round_limit": {"1": 1, "8": 8, "none": None, "NONE": None},
    "broke": {"next_lowest": "next_lowest", "nobody": "nobody"},
    "heads_up_tie": {"pay": "pay", "redeal": "redeal"},
    "round_cap": {"1": 1, "50": 50},
    "void_cap": {"1": 1, "50": 50},
    "deal_cap": {"1": 1, "1000": 1000},
    "deals": {"1": 1, "30": 30},
    "direction": {"right": "right", "left": "left"},
}


def test_the_list_of_options_is_complete():
    assert list(ALLOWED) == [field.name for field in msgspec.structs.fields(GAME.options_type)]


@pytest.mark.parametrize("preset", GAME.presets)
@pytest.mark.parametrize("option", ALLOWED)
def test_every_allowed_value_is_read_from_its_text_and_changes_nothing_else(preset: str, option: str):
    for text, value in ALLOWED[option].items():
        changed = msgspec.to_builtins(GAME.options(preset, {option: text}))
        assert changed == {**msgspec.to_builtins(GAME.presets[preset]), option: value}


def test_several_options_change_at_once():
    options = GAME.options("german", {"stakes": "5", "opener": "next", "round_limit": "2"})
    assert (options.stakes, options.opener, options.round_limit) == (5, "next", 2)


def refusal(preset: str | None, changes: dict[str, str]) -> str:
    """The one line with which options are refused."""
    with pytest.raises(UsageError) as refused:
        GAME.options(preset, changes)
    message = str(refused.value)
    assert message
    assert "\n" not in message
    return message


@pytest.mark.parametrize("preset", ["", "German", "austrian", "a\nb"])
def test_an_unknown_preset_is_refused_with_those_there_are(preset: str):
    message = refusal(preset, {})
    assert repr(preset) in message
    assert "german, three-stakes" in message


@pytest.mark.parametrize("option", ["", "stake", "STAKES", "a\nb"])
def test_an_unknown_option_is_refused_with_those_there_are(option: str):
    message = refusal(None, {option: "1"})
    assert repr(option) in message
    assert ", ".join(ALLOWED) in message


NUMBERS = ["round_limit", "heads_up_round_limit", "round_cap", "void_cap", "deal_cap", "deals"]
HUGE = "9" * 5000


@pytest.mark.parametrize("option", NUMBERS)
@pytest.mark.parametrize("text", ["0", "-1", "1.5", "many", "", " ", "4 ", "0x4", "inf", "nan", HUGE])
def test_a_limit_is_a_whole_number_from_1(option: str, text: str):
    message = refusal("three-stakes", {option: text})
    assert option in message
    assert quoted(text) in message
    assert "a whole number from 1 to 1,000,000,000" in message
    assert message.endswith(", or none") == option.endswith("_limit")


@pytest.mark.parametrize("text", ["-1", "1001", "2.5", "three", "", "none", HUGE])
def test_stakes_are_a_number_from_0_to_1000(text: str):
    message = refusal(None, {"stakes": text})
    assert "stakes" in message
    assert quoted(text) in message
    assert "a whole number from 0 to 1,000" in message


@pytest.mark.parametrize("option", ["round_cap", "void_cap", "deal_cap", "deals"])
def test_none_is_for_the_round_limits_only(option: str):
    assert "a whole number from 1 to" in refusal(None, {option: "none"})


@pytest.mark.parametrize(
    "option", [option for option, values in ALLOWED.items() if not any(map(str.isdecimal, values))]
)
@pytest.mark.parametrize("text", ["", "Dealer", "none", "0", "true", "a\nb", HUGE])
def test_a_choice_is_one_of_its_words(option: str, text: str):
    message = refusal(None, {option: text})
    assert option in message
    assert quoted(text) in message
    assert message.endswith(" or ".join(ALLOWED[option]))


@pytest.mark.parametrize("option", ["stakes", *NUMBERS])
def test_a_number_that_is_accepted_can_be_sent_to_a_bot(option: str):
    # Every bot is sent the options, in JSON or in MessagePack, whose numbers end at 2^64 − 1.
    try:
        options = GAME.options(None, {option: "1" + "0" * 30})
    except UsageError:
        return
    assert msgspec.json.decode(msgspec.json.encode(options), type=GAME.options_type) == options
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(options), type=GAME.options_type) == options


@pytest.mark.parametrize("option", ["stakes", *NUMBERS])
def test_the_largest_number_that_is_named_is_the_largest(option: str):
    named = re.search(r" to ([0-9,]*[0-9])", refusal(None, {option: HUGE}))
    assert named
    largest = int(named[1].replace(",", ""))
    assert getattr(GAME.options(None, {option: str(largest)}), option) == largest
    refusal(None, {option: str(largest + 1)})


@pytest.mark.parametrize(
    "values",
    [
        {"stakes": "3"},
        {"stakes": True},
        {"stakes": 3.5},
        {"stake": 3},
        {"round_limit": 0},
        {"opener": None},
        {"opener": 1},
    ],
)
def test_values_that_are_not_text_are_checked_too(values: dict):
    with pytest.raises(UsageError) as refused:
        GAME.checked(values)
    message = str(refused.value)
    assert next(iter(values)) in message
    assert "\n" not in message


def test_values_left_out_are_those_of_the_german_game():
    assert GAME.checked({"opener": "next"}) == GAME.options("german", {"opener": "next"})


# Games


def test_a_game_is_found_by_its_name():
    for name in NAMES:
        found = game(name)
        assert found.name == name
        assert found.title
        assert found.unit
        assert found.presets
    assert game() is game(NAMES[0])


@pytest.mark.parametrize("name", ["", "Fajer", "bridge", "api", "a\nb"])
def test_an_unknown_game_is_refused_with_those_there_are(name: str):
    with pytest.raises(UsageError) as refused:
        game(name)
    assert repr(name) in str(refused.value)
    assert all(known in str(refused.value) for known in NAMES)
    assert "\n" not in str(refused.value)
