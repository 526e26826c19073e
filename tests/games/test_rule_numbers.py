"""Proves that every rule is there, is tested under its number, and says which options change it."""

import ast
import re
from functools import cache
from pathlib import Path

import msgspec
import pytest
from games.tables import GAME

from fajer.games import NAMES, game
from fajer.games.api import Rule
from fajer.games.choices import explained

GAMES = {name: game(name) for name in NAMES}
NUMBERS = {
    "fajer": [f"F-{number:02}" for number in range(1, 31)],
    "poker": [f"P-{number:02}" for number in range(1, 21)],
}
TESTS = Path(__file__).parents[1]
OPTIONS = {name: [field.name for field in msgspec.structs.fields(GAMES[name].options_type)] for name in NAMES}
every_game = pytest.mark.parametrize("name", NAMES)
every_number = pytest.mark.parametrize("number", [number for numbers in NUMBERS.values() for number in numbers])
every_option = pytest.mark.parametrize(
    ("name", "option"), [(name, option) for name, options in OPTIONS.items() for option in options]
)


@cache
def names_of_tests() -> set[str]:
    """The names of all test functions under tests/."""
    return {
        node.name
        for file in TESTS.rglob("test_*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_")
    }


@every_game
def test_every_rule_is_there_once_and_in_order(name: str):
    assert [rule.number for rule in GAMES[name].rules] == NUMBERS[name]


@every_number
def test_every_rule_has_a_test_that_bears_its_number(number: str):
    prefix = f"test_{number[0].lower()}{number[2:]}_"
    assert any(name.startswith(prefix) for name in names_of_tests()), f"no test is named {prefix}…"


def test_no_test_bears_the_number_of_a_rule_that_is_not():
    found = (re.match(r"test_([a-z])(\d\d)_", name) for name in names_of_tests())
    borne = {f"{match[1].upper()}-{match[2]}" for match in found if match}
    assert borne <= {number for numbers in NUMBERS.values() for number in numbers}


@pytest.mark.parametrize("rule", [rule for name in NAMES for rule in GAMES[name].rules], ids=lambda rule: rule.number)
def test_every_rule_is_said_in_sentences_with_its_source(rule: Rule):
    assert not rule.text[0].islower()
    assert rule.text.endswith(".")
    assert "\n" not in rule.text + rule.open_point + rule.source
    assert rule.source
    assert not rule.open_point or rule.open_point.endswith(".")


@every_option
def test_every_option_is_named_by_a_rule(name: str, option: str):
    assert [rule.number for rule in GAMES[name].rules if option in rule.options]


@every_game
def test_no_rule_names_an_option_that_is_not(name: str):
    assert {option for rule in GAMES[name].rules for option in rule.options} <= set(OPTIONS[name])


@every_option
def test_every_option_says_what_it_is_and_where_it_comes_from(name: str, option: str):
    meaning, source = explained(GAMES[name].options_type)[option]
    assert meaning
    assert source


@every_game
def test_every_option_is_explained_in_order(name: str):
    assert list(explained(GAMES[name].options_type)) == OPTIONS[name]


def test_the_presets_differ_as_the_descriptions_do():
    german, three_stakes = (msgspec.to_builtins(GAME.presets[name]) for name in ("german", "three-stakes"))
    both = {option: (german[option], three_stakes[option]) for option in OPTIONS["fajer"]}
    assert {option: pair for option, pair in both.items() if pair[0] != pair[1]} == {
        "opener": ("dealer", "next"),
        "after_go": ("exchange_or_lay", "exchange"),
        "spoil": ("not_lower", "higher"),
        "three_aces_closing": ("all_pay", "ranked"),
        "round_limit": (None, 4),
        "heads_up_round_limit": (None, 8),
        "broke": ("next_lowest", "nobody"),
        "heads_up_tie": ("pay", "redeal"),
    }
    assert (german["stakes"], german["three_aces_rank"], german["three_aces"]) == (3, "above", "at_once")
    assert (german["round_cap"], german["void_cap"], german["deal_cap"], german["deals"]) == (50, 50, 1000, 30)
