"""Proves the rules on what hands are worth: F-02 … F-09, case by case and by count."""

from collections import Counter
from itertools import combinations

import pytest
from games.tables import Dealt, show, start

from fajer.games.cards import HUNGARIAN
from fajer.games.fajer.hands import POINTS, worth


def value(hand: str, rank: str = "above") -> float:
    return worth(hand.split(), rank)


def weakest(first: str, second: str, **changes: object) -> list[int]:
    """Who pays of two players with these hands: the weaker, or both when they are equal."""
    return show(start(Dealt(0, [first, second]), **changes)).paid


@pytest.mark.parametrize(
    ("rank", "points"),
    [("7", 7), ("8", 8), ("9", 9), ("X", 10), ("U", 10), ("O", 10), ("K", 10), ("A", 11)],
)
def test_f02_points_of_the_ranks(rank: str, points: int):
    assert POINTS[HUNGARIAN.ranks.index(rank)] == points


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("7p 8p 9p", 24),  # 7 + 8 + 9
        ("7z 8z Xz", 25),  # 7 + 8 + 10
        ("7m 9m Um", 26),  # 7 + 9 + 10
        ("8t 9t Ot", 27),  # 8 + 9 + 10
        ("7p Xp Kp", 27),  # 7 + 10 + 10
        ("8p 9p Ap", 28),  # 8 + 9 + 11
        ("9z Xz Uz", 29),  # 9 + 10 + 10
        ("Xm Um Om", 30),  # 10 + 10 + 10
        ("9t Kt At", 30),  # 9 + 10 + 11
        ("Ot Kt At", 31),  # 10 + 10 + 11
    ],
)
def test_f03_three_of_a_suit_are_worth_their_points(hand: str, points: int):
    assert value(hand) == points


def test_f03_an_ace_and_a_ten_of_three_of_a_suit_are_no_21():
    # 7 + 10 + 11 = 28, not F-07's 21.
    assert value("7z Xz Az") == 28


@pytest.mark.parametrize("rank", "789XUOK")
def test_f04_three_of_a_rank_are_worth_30_and_a_half(rank: str):
    assert value(f"{rank}p {rank}z {rank}t") == 30.5


def test_f04_three_of_a_rank_stand_between_30_and_31():
    # 7s at 30½ against 30 (10 + 10 + 10), and kings at 30½ against 31 (10 + 10 + 11).
    assert weakest("7p 7z 7m", "Xt Ut Ot") == [1]
    assert weakest("Kp Kz Km", "Xt Ut At") == [0]


@pytest.mark.parametrize(("lower", "higher"), ["78", "89", "9X", "XU", "UO", "OK"])
def test_f04_triples_rank_among_themselves(lower: str, higher: str):
    assert weakest(f"{lower}p {lower}z {lower}m", f"{higher}p {higher}z {higher}m") == [0]


def test_f05_three_aces_above_are_worth_33_and_beat_31():
    assert value("Ap Az At") == 33
    # Ranked in a closing, so that they are compared; see F-18. Seat 1 has 10 + 10 + 11 = 31.
    assert ranked_aces(rank="above", other="Xp Up Ap") == [1]


def test_f05_three_aces_below_are_worth_30_and_a_half_between_kings_and_31():
    assert value("Ap Az At", "below") == 30.5
    assert ranked_aces(rank="below", other="Xp Up Ap") == [0]
    assert ranked_aces(rank="below", other="Kp Kz Km") == [1]


def ranked_aces(rank: str, other: str) -> list[int]:
    """Who pays when seat 0 makes three aces in the closing after seat 1 has laid `other`."""
    deal = Dealt(0, ["Az Am 7m", other], "At 8z 9t")
    state = start(deal, three_aces_rank=rank, three_aces_closing="ranked")
    for action in ("keep", "lay", "swap 7m At"):
        state.apply(state.parse(action))
    return state.finished()[-1].paid


@pytest.mark.parametrize("hand", ["Ap Az 7m", "Ap Az 7p", "Ap Az Kp", "Am At Xm"])
def test_f06_two_aces_are_worth_22_with_any_third_card(hand: str):
    # Kp and Xm are of an ace's suit: F-07's 21 is less, and nothing better applies.
    assert value(hand) == 22


@pytest.mark.parametrize(
    "hand",
    ["Ap Xp 7z", "Ap Up Kz", "Az Oz Om", "At Kt 9p"],
)
def test_f07_an_ace_and_a_ten_point_card_of_its_suit_are_worth_21(hand: str):
    assert value(hand) == 21


def test_f07_gives_way_to_anything_better():
    # 11 + 10 + 7 of a suit are 28; two aces are 22.
    assert value("Ap Xp 7p") == 28
    assert value("Ap Xp Az") == 22


@pytest.mark.parametrize(
    "hand",
    [
        "Ap Xz Um",  # an ace, but no ten of its suit
        "Ap 9p Xz",  # its suit's nine is no ten-point card
        "Xp Kp 7z",  # two of a suit without its ace
        "9p 8p 7z",
        "7p 7z 8m",  # a pair
        "Kp Kz Am",
        "7p 8z 9m",
    ],
)
def test_f08_anything_else_is_worth_nothing(hand: str):
    assert value(hand) == 0


def test_f09_so_many_hands_are_worth_each():
    counts = Counter(worth(list(hand)) for hand in combinations(HUNGARIAN.names, 3))
    assert counts == {
        0: 4200, 21: 336, 22: 168, 24: 4, 25: 16, 26: 20, 27: 44, 28: 44, 29: 40, 30: 32, 30.5: 28, 31: 24, 33: 4,
    }  # fmt: skip
    assert sum(counts.values()) == 4960
