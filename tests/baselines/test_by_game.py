"""One bot a name, whatever is played: the table of the package's bots, and those that play any game."""

import importlib
import subprocess
import sys

import pytest
from baselines import asking
from baselines.poker import table
from cli.running import refused

from fajer.baselines import BOTS, check_plays
from fajer.baselines.by_game import ByGame
from fajer.baselines.first import First
from fajer.baselines.random import Random
from fajer.bot import amounts
from fajer.errors import UsageError
from fajer.games import NAMES

FAJER = asking.view("Xp Up 7z", "9p Kp 8m", asking.seat())
POKER = table.view("8c 8d 8h 2s 5c", table.seat(), phase="draw")


def test_the_table_leads_to_bots_of_that_name() -> None:
    for name, games in BOTS.items():
        assert set(games) <= set(NAMES)
        for strategy in games.values():
            bot = importlib.import_module(strategy.module).BOT
            assert (bot.name, bot.batch) == (name, strategy.batch)


@pytest.mark.parametrize("name", ["greedy", "careful"])
def test_one_bot_plays_the_game_that_it_is_told(name: str) -> None:
    bot = ByGame(name)
    assert bot.name == name
    for _ in range(2):
        assert asking.answer(bot, FAJER) == "swap 7z Kp"
        assert table.answer(bot, POKER) == "draw 2s 5c"


def test_a_bot_takes_batches_if_it_does_in_every_game() -> None:
    assert {name for name in BOTS if not ByGame(name).batch} == {"random", "careful"}


def test_counting_is_refused_in_a_poker_match_before_anything_is_played() -> None:
    said = refused("match", "counting", "random", "--game", "poker", code=2)
    assert "the bot counting cannot play poker, only fajer" in said
    assert "cannot play poker" in refused("match", "random", "me=counting", "--game", "poker", code=2)
    assert "cannot play poker" in refused("check", "counting", "--game", "poker", code=2)


def test_counting_refuses_poker_itself_too() -> None:
    bot = table.ready(ByGame("counting"), table.HOUSE, 0, 2)
    with pytest.raises(UsageError, match="only fajer"):
        bot.start()
    check_plays("counting", "fajer")


def test_the_program_wants_a_name() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "fajer.baselines", "nobody"], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 1
    assert "one of random, first, greedy" in ran.stderr


# Any game


def test_first_answers_the_first_entry() -> None:
    assert table.answer(First(), POKER) == "draw"
    assert table.answer(First(), table.view("8c 8d 8h 2s 5c", table.seat(bet=3))) == "fold"


def many(seen: object, legal: list[str]) -> list[str]:
    """What `random` answers to the same question many times in a game."""
    bot = table.ready(Random(), table.HOUSE, 0, 2)
    return [bot.act(seen, legal) for _ in range(600)]


def test_random_takes_each_entry_as_often_and_any_amount_of_a_range() -> None:
    said = many(POKER, ["fold", "call", "raise 2..4"])
    assert set(said) == {"fold", "call", "raise 2", "raise 3", "raise 4"}
    assert all(150 < said.count(word) < 250 for word in ("fold", "call"))
    assert all(40 < said.count(f"raise {number}") < 95 for number in (2, 3, 4))
    assert set(many(POKER, ["bet 5"])) == {"bet 5"}


def test_random_draws_any_of_its_cards() -> None:
    said = many(POKER, ["draw", "draw *"])
    drawn = [action.split()[1:] for action in said]
    assert {len(cards) for cards in drawn} == {0, 1, 2, 3, 4, 5}
    assert 250 < drawn.count([]) < 350
    assert all(len(set(cards)) == len(cards) and set(cards) <= set(POKER.hand) for cards in drawn)


def test_random_is_the_same_again_for_the_same_game() -> None:
    assert many(POKER, ["fold", "raise 2..90"]) == many(POKER, ["fold", "raise 2..90"])


def test_amounts_are_those_of_the_word() -> None:
    legal = ["fold", "call", "raise 2..40"]
    assert amounts(legal, "raise") == range(2, 41)
    assert amounts(["pass", "bet 5"], "bet") == range(5, 6)
    assert not amounts(legal, "bet")
    assert not amounts(legal, "call")
