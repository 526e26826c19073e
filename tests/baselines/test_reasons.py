"""Proves that reasons change no decision, are given only when asked for, and say the numbers that decided."""

import re
import string
import subprocess
import sys
from typing import Any

import pytest
from baselines import asking
from baselines.poker import table
from view.hungarian import broken

from fajer.baselines import BOTS
from fajer.baselines.by_game import ByGame
from fajer.baselines.poker.odds import Odds
from fajer.baselines.poker.seeing import unseen
from fajer.baselines.reasons import TEXTS, Why
from fajer.bot import Bot
from fajer.games import game
from fajer.wire.messages import Clock, Start
from fajer.words import LANGUAGES, Language

GIVING = [("greedy", "fajer"), ("careful", "fajer"), ("counting", "fajer"), ("greedy", "poker"), ("careful", "poker")]


def decided(bot: Bot, name: str, *, games: int = 2) -> list[tuple[str, str | None]]:
    """Every action of a bot that plays against itself, with its note."""
    rules = game(name)
    preset = "house-three-draw" if name == "poker" else "german"
    options = rules.options(preset, {"hands": "6"} if name == "poker" else {"stakes": "1"})
    found = []
    for number in range(games):
        state = rules.start(options, 2, f"reasons {number}")
        told = [0, 0]
        while state.turn >= 0:
            seat = state.turn
            bot.game = Start(f"{number}", name, asking.msgspec.to_builtins(options), seat, 2, "00", Clock(1000, 0))
            bot.random = asking.random.Random(0)
            bot.events, told[seat] = state.events[told[seat] :], len(state.events)
            bot.note = None
            bot.start()
            action = bot.act(state.view(seat), state.offered())
            found.append((action, bot.note))
            state.apply(state.parse(action))
    return found


@pytest.mark.parametrize(("name", "plays"), GIVING)
@pytest.mark.parametrize("language", LANGUAGES)
def test_reasons_change_nothing(name: str, plays: str, language: Language) -> None:
    plain = decided(ByGame(name), plays)
    reasoned = decided(ByGame(name, Why(language)), plays)
    assert [action for action, _ in plain] == [action for action, _ in reasoned]
    assert {note for _, note in plain} == {None}
    assert all(note and len(note) <= 1000 for _, note in reasoned)


def test_both_languages_say_the_same_things() -> None:
    def holes(text: str) -> set[str]:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name}

    assert TEXTS["en"].keys() == TEXTS["hu"].keys()
    for key, text in TEXTS["en"].items():
        assert holes(text) == holes(TEXTS["hu"][key]), key


def test_hungarian_keeps_the_rules_of_the_other_texts() -> None:
    """No endings on values, no article before them, a decimal comma, Hungarian quotation marks."""
    for key, text in TEXTS["hu"].items():
        assert broken(text) == [], key


@pytest.mark.parametrize(("name", "plays"), GIVING)
def test_no_word_of_the_wire_is_in_a_reason(name: str, plays: str) -> None:
    """Actions are called what they are called on the buttons."""
    for _, note in decided(ByGame(name, Why("hu")), plays, games=1):
        assert not re.search(r"\b(keep|put|swap|take|go|lay|fold|call|bet|raise|draw)\b|\d\.\d", note or ""), note


@pytest.mark.parametrize(
    ("action", "english", "hungarian"),
    [
        ("swap 7p Ap", "Swap 7p for Ap", "„Cserélek: 7p → Ap”"),
        ("take", "Take all three", "„Felveszem”"),
        ("call", "Call", "„Tartom”"),
        ("raise 12", "Raise by 12 chips", "„Emelek: +12 zseton”"),
        ("pass", "Pass", "„Passz”"),
    ],
)
def test_actions_are_called_by_their_names(action: str, english: str, hungarian: str) -> None:
    assert Why("en").say("closing", action=action, worth=30.5).startswith(f"{english} leaves")
    told = Why("hu").say("closing", action=action, worth=30.5)
    assert told.startswith(f"{hungarian} után")
    assert "értéke 30,5," in told


def said(bot: Any, seen: Any, legal: list[str], options: Any, plays: str) -> str:
    """What a bot says of one decision."""
    by_game = ByGame(bot, Why("en"))
    by_game.game = Start("g", plays, asking.msgspec.to_builtins(options), 0, len(seen.seats), "00", Clock(1000, 0))
    by_game.random = asking.random.Random(0)
    by_game.start()
    action = by_game.act(seen, legal)
    assert by_game.note is not None
    return f"{action}: {by_game.note}"


def test_greedy_says_what_its_hand_will_be_worth() -> None:
    """Seven, eight, under of hearts are 25; with the ace in place of the seven 8 + 10 + 11 = 29."""
    seen = asking.view("7p 8p Up", "Ap 9z Ot", asking.seat())
    assert said("greedy", seen, asking.exchanges(seen), asking.GERMAN, "fajer") == (
        "swap 7p Ap: Swap 7p for Ap leaves the best hand that it can have now, worth 29."
    )


def test_careful_says_from_where_on_it_lays() -> None:
    """31 of two players: by its table it lays at once."""
    seen = asking.view("Ap Kp Up", "7z 9z Ot", asking.seat())
    told = said("careful", seen, asking.exchanges(seen), asking.GERMAN, "fajer")
    assert told == "lay: 31 is enough to lay at once among 2 players: 31 are."


def test_counting_says_how_often_it_loses() -> None:
    """31 laid first: nobody can have more but three aces, so the deal is lost never, or in few of 384 deals."""
    seen = asking.view("Ap Kp Up", "7z 9z Ot", asking.seat(), asking.seat())
    told = said("counting", seen, asking.exchanges(seen), asking.GERMAN, "fajer")
    found = re.match(r"lay: 384 deals .* Lay leaves ([\d.]+) % of the pot .* loses this deal in ([\d.]+) %;", told)
    assert found
    assert float(found[1]) >= 100 / 3
    assert float(found[2]) < 10


def test_poker_greedy_says_how_many_hands_are_worse() -> None:
    """The number is that of the hands of five unseen cards, counted."""
    seen = table.view("Ac Ad Ah 7c 2d", table.seat())
    told = said("greedy", seen, ["pass", "bet 1..99"], table.HOUSE, "poker")
    odds = Odds("house", unseen(seen))
    worse = odds.worse_than(odds.ranking.strength([game("poker").deck.card(card) for card in seen.hand]))
    assert f"{100 * worse:.1f} % of the hands that the unseen cards make are worse: against 1" in told


def test_poker_careful_says_that_nobody_can_pay() -> None:
    seen = table.view("Ac Ad 9h 7c 2d", table.seat(20), own=table.seat(80))
    told = said("careful", seen, ["pass", "bet 1..80"], table.HOUSE, "poker")
    assert told == "bet 21: Nobody else can pay that, so all have to fold."


@pytest.mark.parametrize("words", [[], ["nobody"], ["greedy", "--reasons", "de"], ["greedy", "--reasons"]])
def test_a_wrong_command_line_is_said(words: list[str]) -> None:
    ran = subprocess.run([sys.executable, "-m", "fajer.baselines", *words], capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert "usage: python -m fajer.baselines NAME [--reasons en|hu]" in ran.stderr


@pytest.mark.parametrize("name", BOTS)
def test_all_can_be_asked(name: str) -> None:
    first_actions = [action for action, _ in decided(ByGame(name, Why("en")), "fajer", games=1)]
    assert first_actions
