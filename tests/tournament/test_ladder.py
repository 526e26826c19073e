"""Proves the ladder: ratings follow the games, rounds are fair, and the tables are where most is to be learnt."""

import builtins
import random
from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from openskill.models import PlackettLuce

from fajer.errors import UsageError
from fajer.tournament.ladder import Ladder, Rating, next_tables


def played(*games: tuple[tuple[int, ...], tuple[int, ...]]) -> Ladder:
    """A ladder after these games, each by its bots and their places."""
    ladder = Ladder()
    for bots, places in games:
        ladder.game(bots, places)
    return ladder


# The ratings


def test_a_new_bot_is_average_and_uncertain():
    assert Ladder().rating(3) == Rating(25, 25 / 3)


def test_a_game_moves_the_ratings_as_openskill_does():
    """Bot 9 first, 4 and 7 behind it on one place."""
    model: Any = PlackettLuce()
    (nine,), (four,), (seven,) = model.rate([[model.rating()], [model.rating()], [model.rating()]], ranks=[1, 2, 2])
    ladder = played(((4, 7, 9), (2, 2, 1)))
    assert ladder.rating(9) == Rating(pytest.approx(nine.mu), pytest.approx(nine.sigma))
    assert ladder.rating(4) == Rating(pytest.approx(four.mu), pytest.approx(four.sigma))
    assert ladder.rating(7) == Rating(pytest.approx(seven.mu), pytest.approx(seven.sigma))
    assert ladder.rating(9).mu > 25 > ladder.rating(4).mu


def test_what_is_to_be_learnt_of_two_new_bots():
    """It is even who wins, so p(1 - p) is a quarter; their squared uncertainties are 2 (25/3)^2."""
    assert Ladder().gain(0, 1) == pytest.approx(0.25 * 2 * (25 / 3) ** 2)


def test_less_is_to_be_learnt_where_ratings_are_far_apart_or_sure():
    """0 beats 1 again and again: they are far apart; 2 and 3 win in turn: they are close, but known."""
    far = played(*[((0, 1), (1, 2))] * 20)
    even = played(*[((2, 3), (1, 2)), ((2, 3), (2, 1))] * 10)
    assert far.gain(0, 1) < even.gain(2, 3) < even.gain(2, 8) < even.gain(7, 8)


def test_without_openskill_it_is_said_what_is_missing(monkeypatch: pytest.MonkeyPatch):
    proper = builtins.__import__

    def missing(name: str, *given: Any) -> Any:
        if name.startswith("openskill"):
            raise ImportError(name)
        return proper(name, *given)

    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(UsageError) as said:
        Ladder()
    assert str(said.value) == "a ladder needs openskill: pip install 'fajer[tournament]'"


# The rounds


@pytest.mark.parametrize(
    ("bots", "seats", "tables"), [(7, 2, 5), (6, 3, 2), (6, 3, 7), (4, 4, 3), (20, 3, 13), (5, 4, 9)]
)
def test_in_a_round_nobody_sits_twice_before_all_have_sat(bots: int, seats: int, tables: int):
    chosen = next_tables(Ladder(), range(bots), seats=seats, tables=tables, seed="s", turn=0)
    assert len(chosen) == tables
    assert all(list(table) == sorted(set(table)) and len(table) == seats for table in chosen)
    sat = Counter(bot for table in chosen for bot in table)
    assert max(sat.values()) - min(sat.get(bot, 0) for bot in range(bots)) <= 1


def test_pairs_meet_again_only_when_there_is_nobody_else():
    """Four bots, two seats, six tables: every pair once."""
    chosen = next_tables(Ladder(), range(4), seats=2, tables=6, seed="s", turn=0)
    assert sorted(chosen) == list(combinations(range(4), 2))


def test_bots_of_like_strength_meet():
    """0 and 3 beat everybody, 1 and 5 beat 2 and 4: the pairs are those, though all are equally uncertain."""
    ranks = {0: 1, 3: 1, 1: 2, 5: 2, 2: 3, 4: 3}
    games = [((one, two), (ranks[one], ranks[two])) for one, two in combinations(range(6), 2)] * 8
    chosen = next_tables(played(*games), range(6), seats=2, tables=3, seed="s", turn=8)
    assert sorted(chosen) == [(0, 3), (1, 5), (2, 4)]


def test_new_bots_play_first():
    """Eight are known and equal, two are new; there is one table."""
    games = [((one, two), (1, 1)) for one, two in combinations(range(8), 2)] * 4
    assert next_tables(played(*games), range(10), seats=2, tables=1, seed="s", turn=3) == [(8, 9)]


def test_the_lot_decides_the_first_round_and_is_the_same_again():
    def first(seed: str, turn: int, bots: list[int]) -> list[tuple[int, ...]]:
        return next_tables(Ladder(), bots, seats=3, tables=6, seed=seed, turn=turn)

    bots = list(range(20))
    assert first("s", 0, bots) == first("s", 0, bots[::-1])
    assert len({tuple(first(seed, turn, bots)) for seed in "st" for turn in (0, 1)}) == 4


def test_with_more_seats_than_bots_there_are_no_tables():
    """All but two were set aside."""
    assert next_tables(Ladder(), [1, 4], seats=3, tables=5, seed="s", turn=2) == []


def test_the_order_of_twenty_bots_is_found():
    """Their strengths are 0 to 19, and a game is won with a chance of 1 / (1 + exp(-difference)): after 20 rounds of
    ten tables nobody is more than three places from where it belongs."""
    lot = random.Random(20)
    ladder = Ladder()
    for turn in range(20):
        for one, two in next_tables(ladder, range(20), seats=2, tables=10, seed="s", turn=turn):
            for _ in range(2):
                won = lot.random() < 1 / (1 + 2.718281828 ** (two - one))
                ladder.game((one, two), (1, 2) if won else (2, 1))
    order = sorted(range(20), key=lambda bot: ladder.rating(bot).mu)
    assert max(abs(place - bot) for place, bot in enumerate(order)) <= 3
