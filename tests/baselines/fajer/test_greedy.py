"""`greedy`: the best hand it can have now."""

import pytest
from baselines.asking import GERMAN, answer, exchanges, mean_payoff, play, seat, view
from games.playing import Table, tables
from games.playing import play as examples
from hypothesis import given

from fajer.baselines.fajer.greedy import Greedy
from fajer.baselines.random import Random
from fajer.games import game

GAME = game("fajer")


def test_it_swaps_for_the_best_hand() -> None:
    # Hearts 10 + 10 + 10 = 30 with the king; the nine would make 29; the middle is worth nothing.
    seen = view("Xp Up 7z", "9p Kp 8m", seat())
    assert answer(Greedy(), seen) == "swap 7z Kp"


def test_it_takes_a_better_hand() -> None:
    # 31 lies there; one card of it makes the three under at best, no more than 30½.
    seen = view("7m Uz Ut", "Ap Kp Up", seat())
    assert answer(Greedy(), seen) == "take"


def test_it_lays_when_nothing_makes_the_hand_better() -> None:
    # 31, above which there are three aces only.
    seen = view("Ap Xp Up", "7z 8m 9t", seat())
    assert answer(Greedy(), seen) == "lay"


def test_it_goes_when_a_worthless_hand_cannot_become_better() -> None:
    # Hearts 10 + 10 = 20 points; no card of the middle is of hearts, and none has the rank of two of the hand.
    seen = view("Xp Up 7z", "8z 9m 8t", seat())
    assert answer(Greedy(), seen) == "go"


def test_it_exchanges_when_it_may_not_go() -> None:
    # Each of the three keeps the tens of hearts for the seven.
    seen = view("Xp Up 7z", "8z 9m 8t", seat())
    legal = [action for action in exchanges(seen) if action != "go"]
    assert answer(Greedy(), seen, legal) in ("swap 7z 8z", "swap 7z 9m", "swap 7z 8t")


@pytest.mark.parametrize(("hand", "action"), [("Ap Xp 7z", "keep"), ("Xp Up 7z", "put")])
def test_it_keeps_a_hand_that_is_worth_something(hand: str, action: str) -> None:
    # An ace and a ten of its suit are 21; two tens of a suit without the ace are nothing.
    assert answer(Greedy(), view(hand, "", seat(), phase="open"), ["keep", "put"]) == action


@pytest.mark.parametrize("preset", ["german", "three-stakes"])
@pytest.mark.parametrize("players", [2, 3, 5, 9])
def test_it_plays_legally(preset: str, players: int) -> None:
    for number in range(3):
        place = number % players
        bots = [Greedy() if seat == place else Random() for seat in range(players)]
        play(bots, GAME.options(preset), f"greedy {number}")


@examples(20)
@given(tables(GAME))
def test_it_plays_legally_by_any_options(table: Table) -> None:
    play([Greedy() for _ in range(table.players)], table.options, table.seed)


def test_the_same_view_twice_is_the_same_action() -> None:
    seen = view("Xp 8z 7z", "8t 9m Kp", seat("7p"))
    assert answer(Greedy(), seen) == answer(Greedy(), seen)


def test_it_beats_random() -> None:
    # It wins nearly every game; +2 of at most +3 stakes a game is five wins of six.
    assert GERMAN.stakes == 3
    assert mean_payoff(Greedy(), Random(), 2, 10, "greedy") > 2
