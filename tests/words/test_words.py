"""Proves that both languages say the same things, each in its own way, and which of them a person gets."""

import doctest
import json
import re
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import get_args

import pytest
from view.hungarian import broken

from fajer import words
from fajer.errors import InternalError
from fajer.games import NAMES, game
from fajer.games.api import Rule
from fajer.games.cards import FRENCH, HUNGARIAN
from fajer.games.poker.hands import KINDS
from fajer.records.record import Kind
from fajer.words import LANGUAGES, Language, Words, placeholders, spoken, texts

EN, HU = texts("en"), texts("hu")
RULES = {f"rule.{rule.number}": rule for name in NAMES for rule in game(name).rules}
"""Only Hungarian has texts for them: the English ones are those of the games."""
FILES = Path(words.__file__).parent / "texts"
PROTOCOL = Path(__file__).parents[2] / "protocol.md"

SAME = {
    "card.corner.A": "what a French ace bears in both countries",
    "card.corner.K": "king and király begin alike",
    "card.corner.T": "a number",
    "end.place": "names and numbers only",
    "game.fajer": "the game's name",
    "play.press.pass": "pass and passz begin alike",
    "score.bot": "bot is bot",
    "ui.language.en": "a language is called what its speakers call it",
    "ui.language.hu": "a language is called what its speakers call it",
    "unit.ms": "a unit",
    "unit.s": "a unit",
    "unit.us": "a unit",
    "ui.talon": "the documents' word, and the one we took from them",
}
"""The texts that are alike in both languages, and why."""

NO_HUNGARIAN = re.compile(r"\b(the|of|and|are|to|you|with|not|deal|game|seat|card|cards|hand)\b")
"""Words that an English text rarely does without, and that mean nothing in Hungarian."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_file_is_flat_and_sorted_with_a_key_a_line(language: Language) -> None:
    plain = json.dumps(texts(language), ensure_ascii=False, indent=2, sort_keys=True) + "\n"
    assert (FILES / f"{language}.json").read_text("utf-8") == plain
    for key, text in texts(language).items():
        assert re.fullmatch(r"[a-z]+(\.[A-Za-z0-9_-]+)+", key), key
        assert isinstance(text, str), key
        assert text.strip() == text != "", key


def test_both_languages_have_the_same_keys_and_hungarian_the_rules_too() -> None:
    assert not set(RULES) & set(EN)
    assert set(HU) == set(EN) | set(RULES)


def test_both_languages_have_the_same_placeholders() -> None:
    for key in EN:
        assert placeholders(EN[key]) == placeholders(HU[key]), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_placeholders_are_plain_names(language: Language) -> None:
    """So that what fills them in can be small in every language that does."""
    for key, text in texts(language).items():
        assert not set("{}") & set(re.sub(r"\{[a-z]+\}", "", text)), key


def test_plurals_come_in_pairs() -> None:
    for key in EN:
        stem, _, which = key.rpartition(".")
        if which in ("one", "other"):
            assert {f"{stem}.one", f"{stem}.other"} <= set(EN), key
            assert stem not in EN, "a text is plural or it is not"
        else:
            assert "count" not in placeholders(EN[key]), f"{key}: `count` asks for a plural"
        if which == "one":
            assert placeholders(EN[f"{stem}.one"]) | {"count"} == placeholders(EN[f"{stem}.other"]) | {"count"}, key


@pytest.mark.parametrize("rule", RULES.values(), ids=lambda rule: rule.number)
def test_a_rule_says_the_same_in_hungarian(rule: Rule) -> None:
    """It names the same actions, options and rules, and the same numbers."""
    english, hungarian = rule.text, HU[f"rule.{rule.number}"]
    assert Words("en").rule(rule) == english
    assert Words("hu").rule(rule) == hungarian
    assert set(re.findall(r"`\w+`", english)) == set(re.findall(r"`\w+`", hungarian))
    plain = re.sub(r"(?<=\d),(?=\d{3})", "", english).replace("30½", "30.5")
    assert Counter(re.findall(r"\d+(?:\.\d)?", plain)) == Counter(
        number.replace(",", ".") for number in re.findall(r"\d+(?:,\d)?", hungarian)
    )


@pytest.mark.parametrize("words", [Words("en"), Words("hu")], ids=LANGUAGES)
def test_everything_of_the_games_has_a_text(words: Words) -> None:
    for deck in (HUNGARIAN, FRENCH):
        assert len({words.card(card) for card in deck.names}) == len(deck.names)
    assert len({words.say(f"poker.kind.{kind}") for kind in range(len(KINDS))}) == len(KINDS)
    for kind in get_args(Kind):
        assert words.say(f"fault.{kind}", name="Piku")
    for name in NAMES:
        assert words.say(f"game.{name}")
        assert words.say(f"unit.{game(name).unit}")


def test_every_event_has_a_text() -> None:
    events = set(re.findall(r'^\| `\["(\w+)"', PROTOCOL.read_text("utf-8"), re.MULTILINE))
    assert {"swap", "lay", "raise", "win"} <= events
    assert not {event for event in events if not {f"event.{event}", f"event.{event}.one"} & set(EN)}


def test_english_poker_kinds_are_those_of_the_game() -> None:
    assert tuple(EN[f"poker.kind.{kind}"] for kind in range(len(KINDS))) == KINDS


def test_cards_are_called_what_players_call_them() -> None:
    english, hungarian = Words("en"), Words("hu")
    assert [hungarian.card(card) for card in ("Ap", "Xz", "Um", "Ot")] == [
        "piros ász",
        "zöld tízes",
        "makk alsó",
        "tök felső",
    ]
    assert [hungarian.card(card) for card in ("Jc", "Qd", "Kh", "2s")] == [
        "treff bubi",
        "káró dáma",
        "kőr király",
        "pikk kettes",
    ]
    assert [english.card(card) for card in ("Ap", "7t", "Td")] == ["ace of hearts", "seven of bells", "ten of diamonds"]


def test_no_english_is_left_in_hungarian() -> None:
    assert {key for key in EN if EN[key] == HU[key]} == set(SAME)
    for key in set(HU) - set(SAME):
        plain = re.sub(r"`\w+`|\{\w+\}|Page Down|Page Up", "", HU[key])
        assert not NO_HUNGARIAN.search(plain), key


def test_hungarian_is_set_as_hungarian() -> None:
    for key, text in HU.items():
        assert broken(text) == [], key


def test_one_thing_has_one_name() -> None:
    assert HU["play.web.hint"].lower() == HU["play.key.hint"]
    assert HU["play.key.hint"] in HU["play.help.hint"]


@pytest.mark.parametrize(
    ("value", "english", "hungarian"),
    [
        (0, "0", "0"),
        (7, "7", "7"),
        (30.5, "30.5", "30,5"),
        (-3, "−3", "−3"),
        (-0.001, "0", "0"),
        (Fraction(1, 3), "0.33", "0,33"),
        (1000, "1,000", "1000"),
        (12345.5, "12,345.5", "12\xa0345,5"),
        (1234567, "1,234,567", "1\xa0234\xa0567"),
    ],
)
def test_numbers(value: int | float | Fraction, english: str, hungarian: str) -> None:
    assert Words("en").number(value) == english
    assert Words("hu").number(value) == hungarian


def test_what_is_won_has_a_sign() -> None:
    assert [Words("hu").signed(value) for value in (2.5, 0, -1, 0.001)] == ["+2,5", "0", "−1", "0"]


def test_values_are_written_as_the_language_does() -> None:
    assert Words("hu").say("event.lay", name="Szani", cards="…", worth=30.5) == "Szani terít: …, értéke 30,5."
    assert Words("en").say("count.chips", count=1) == "1 chip"
    assert Words("en").say("count.chips", count=2000) == "2,000 chips"
    assert Words("hu").say("count.chips", count=2000) == "2000 zseton"


def test_a_name_is_shown_as_it_is() -> None:
    assert "{cards} <b>" in Words("en").say("event.go", name="{cards} <b>")


def test_several_names() -> None:
    assert Words("en").several(["Anna"]) == "Anna"
    assert Words("en").several(["Anna", "Béla"]) == "Anna and Béla"
    assert Words("hu").several(["Anna", "Béla", "Csaba"]) == "Anna, Béla és Csaba"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_that_is_not_there_is_our_error(language: Language) -> None:
    with pytest.raises(InternalError, match="dance"):
        Words(language).say("event.dance")
    with pytest.raises(InternalError, match="name"):
        Words(language).say("event.go")


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "hu_HU.UTF-8"}, "hu"),
        ({"LANG": "hu"}, "hu"),
        ({"LANG": "hu_HU@euro"}, "hu"),
        ({"LANG": "hup"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "hu_HU.UTF-8"}, "hu"),
        ({"LANG": "hu_HU.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"}, "en"),
        ({"LANG": "hu_HU.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "hu_HU.UTF-8", "LC_ALL": ""}, "hu"),
        ({"LANG": "en_US.UTF-8", "LC_ALL": "hu_HU"}, "hu"),
        ({"LANG": "de_AT.UTF-8", "LANGUAGE": "de:hu:en"}, "hu"),
        ({"LANG": "hu_HU.UTF-8", "LANGUAGE": "en"}, "en"),
        ({"LANG": "hu_HU.UTF-8", "LANGUAGE": "de:fr"}, "hu"),
        ({"LANG": "POSIX", "LANGUAGE": "hu"}, "en"),
        ({"LANGUAGE": "hu"}, "en"),
        ({"LC_NUMERIC": "hu_HU.UTF-8", "LANG": "en_US.UTF-8"}, "en"),
    ],
)
def test_the_environment_chooses_the_language(environment: dict[str, str], language: str) -> None:
    assert spoken(environment) == language
    assert Words.of(None, environment).language == language


@pytest.mark.parametrize(
    ("lang", "language"), [("hu", "hu"), ("en", "en"), ("HU", "hu"), ("hu-HU", "hu"), ("de", "en")]
)
def test_asking_for_a_language_goes_before_the_environment(lang: str, language: str) -> None:
    for spoken_there in ("hu_HU.UTF-8", "en_US.UTF-8"):
        assert Words.of(lang, {"LANG": spoken_there}).language == language


def test_the_process_environment_is_looked_at_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.delenv("LC_MESSAGES", raising=False)
    monkeypatch.delenv("LANGUAGE", raising=False)
    for lang, language in (("hu_HU.UTF-8", "hu"), ("en_US.UTF-8", "en")):
        monkeypatch.setenv("LANG", lang)
        assert Words.of(None).language == language


def test_the_examples() -> None:
    assert doctest.testmod(words).failed == 0
