"""Poker's `greedy`: its chance that all others' hands are worse, and nothing else."""

import pytest
from baselines.poker.table import GAME, HOUSE, STANDARD, answer, mean_payoff, play, seat, view
from games.playing import Table, tables
from games.playing import play as examples
from hypothesis import given

from fajer.baselines.poker.greedy import Greedy, bid
from fajer.baselines.random import Random


@pytest.mark.parametrize(
    ("hand", "action"),
    [
        ("8c 8d 8h 2s 5c", "draw 2s 5c"),
        ("8c 8d 5h 5s 2c", "draw 2c"),
        ("4c 5d 6h 7s 8c", "draw"),
    ],
)
def test_it_draws_to_the_best_hand(hand: str, action: str) -> None:
    seen = view(hand, seat(), phase="draw", options=STANDARD)
    assert answer(Greedy(), seen, options=STANDARD) == action


def test_it_bets_the_part_of_the_pot_by_which_it_is_ahead() -> None:
    # 2 × 0.9 − 1 = 0.8 of a pot of 10. With even chances it bets nothing.
    seen = view("8c 8d 8h 2s 5c", seat())
    assert bid(seen, ["pass", "bet 1..99"], 0.9) == "bet 8"
    assert bid(seen, ["pass", "bet 1..5"], 0.9) == "bet 5"
    assert bid(seen, ["pass", "bet 1..99"], 0.51) == "bet 1"
    assert bid(seen, ["pass", "bet 1..99"], 0.5) == "pass"


def test_it_calls_by_the_odds() -> None:
    # 5 to call for a pot of 10 that holds them: worth it from a third on.
    seen = view("8c 8d 8h 2s 5c", seat(bet=5), pot=10)
    assert bid(seen, ["fold", "call", "raise 1..94"], 0.34) == "call"
    assert bid(seen, ["fold", "call", "raise 1..94"], 0.33) == "fold"
    # 2 × 0.9 − 1 = 0.8 of the 15 that lie there after a call.
    assert bid(seen, ["fold", "call", "raise 1..94"], 0.9) == "raise 12"
    assert bid(seen, ["fold", "call", "raise 20..94"], 0.9) == "raise 20"


def test_a_call_with_all_it_has_costs_no_more_than_that() -> None:
    # 90 to call, but it has 4: 4 / 14 of the pot is enough.
    seen = view("8c 8d 8h 2s 5c", seat(bet=90), own=seat(4), pot=10, options=STANDARD)
    assert bid(seen, ["fold", "call"], 0.29) == "call"
    assert bid(seen, ["fold", "call"], 0.28) == "fold"


def test_the_more_are_in_the_less_a_pair_is_worth() -> None:
    hand = "9c 9d 4h 3s 2c"
    assert answer(Greedy(), view(hand, seat())).startswith("bet")
    assert answer(Greedy(), view(hand, *[seat() for _ in range(5)])) == "pass"
    # Those who folded do not count.
    assert answer(Greedy(), view(hand, seat(), *[seat(folded=True) for _ in range(4)])).startswith("bet")


def test_with_one_thing_to_do_it_does_that() -> None:
    assert answer(Greedy(), view("9c 9d 4h 3s 2c", seat()), ["pass"]) == "pass"


@pytest.mark.parametrize("preset", list(GAME.presets))
def test_it_plays_legally(preset: str) -> None:
    options = GAME.options(preset)
    fewest, most = GAME.players(options)
    for players in (fewest, most):
        bots = [Greedy(), *[Random() for _ in range(players - 1)]]
        play(bots, options, f"greedy {players}")


@examples(10)
@given(tables(GAME))
def test_it_plays_legally_by_any_options(table: Table) -> None:
    play([Greedy() for _ in range(table.players)], table.options, table.seed)


def test_the_same_view_twice_is_the_same_action() -> None:
    bot = Greedy()
    seen = view("Ac Kd 4h 4s 2c", seat(bet=3))
    first = answer(bot, seen)
    answer(bot, view("8c 8d 8h 2s 5c", seat(), seat()))
    assert answer(bot, seen) == answer(Greedy(), seen) == first


@pytest.mark.parametrize("options", [HOUSE, STANDARD], ids=["house", "standard"])
def test_it_beats_random(options: object) -> None:
    # By the house's rules it wins 70 ± 12 of the 100 chips a game over 60 sets; here a few show which way it is.
    assert mean_payoff(Greedy, Random, options, 2, 8, "greedy") > 20
