"""Counting without dealing: as many hands as dealing them all gives."""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import comb

import pytest

from fajer.baselines.poker.draws import Draws, best_draw
from fajer.baselines.poker.odds import Odds
from fajer.baselines.poker.seeing import numbers
from fajer.games.poker.hands import KINDS, RANKINGS

ALL = (1 << 52) - 1
COUNTS = {
    "house": (1_225_920, 1_063_920, 123_552, 54_912, 9_600, 116_648, 3_744, 624, 36, 4),
    "standard": (1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4),
}


def cards(text: str) -> list[int]:
    """The cards that `text` names."""
    return numbers(text.split())


def bits(cards: Sequence[int]) -> int:
    """A bit for each card."""
    return sum(1 << card for card in cards)


def few(number: int) -> list[int]:
    """About twenty cards: any, or of few ranks, or of few suits, so that every kind of hand is among theirs."""
    draw = random.Random(number)
    ranks, suits = [(13, 4), (6, 4), (10, 2), (13, 2)][number % 4]
    of_ranks = draw.sample(range(13), ranks) if number % 8 < 4 else range(ranks)
    cards = [13 * suit + rank for suit in draw.sample(range(4), suits) for rank in of_ranks]
    return draw.sample(cards, min(len(cards), 20))


@pytest.mark.parametrize("ranking", list(RANKINGS))
def test_with_all_cards_unseen_there_are_as_many_of_each_kind_as_there_are(ranking: str) -> None:
    odds = Odds(ranking, ALL)
    assert odds.hands == 2_598_960
    assert [round(chance * odds.hands) for chance in odds.kinds()] == list(COUNTS[ranking])


@pytest.mark.parametrize("ranking", list(RANKINGS))
@pytest.mark.parametrize("number", range(8))
def test_as_many_hands_of_each_strength_as_are_dealt(ranking: str, number: int) -> None:
    cards = few(number)
    odds = Odds(ranking, bits(cards))
    dealt = Counter(map(odds.ranking.strength, combinations(cards, 5)))
    assert {strength: hands for strength, hands in enumerate(odds.counts) if hands} == dealt
    assert odds.cards == len(cards)
    assert odds.hands == sum(dealt.values())


@pytest.mark.slow
@pytest.mark.parametrize("ranking", list(RANKINGS))
def test_as_many_hands_as_are_dealt_from_all_but_ones_own(ranking: str) -> None:
    own = cards("Ah Kh 9h 8d 8c")
    unseen = [card for card in range(52) if card not in own]
    odds = Odds(ranking, bits(unseen))
    dealt = Counter(map(odds.ranking.strength, combinations(unseen, 5)))
    assert {strength: hands for strength, hands in enumerate(odds.counts) if hands} == dealt
    assert odds.hands == comb(47, 5) == 1_533_939


def test_the_chance_that_a_hand_is_worse_counts_an_equal_one_half() -> None:
    # Two suits of 9, T, J, Q, K: a hand is a pair, two pairs or, one card of each rank, a straight. Of these 32
    # straights 2 are of one suit. Of the 252 hands so 30 are straights without a flush.
    given = cards("9c Tc Jc Qc Kc 9d Td Jd Qd Kd")
    odds = Odds("standard", bits(given))
    place = odds.ranking.strength
    straight, royal = place(cards("9c Tc Jc Qc Kd")), place(cards("9c Tc Jc Qc Kc"))
    assert odds.worse_than(straight) == pytest.approx((252 - 32 + 30 / 2) / 252)
    assert odds.worse_than(royal) == pytest.approx((252 - 2 / 2) / 252)
    assert odds.all_worse() == [odds.worse_than(strength) for strength in range(len(odds.counts))]


def test_kinds_by_a_handful_of_cards() -> None:
    # All kings and two queens, one of the six left out: a queen, which leaves four kings, or a king.
    odds = Odds("standard", bits(cards("Kc Kd Kh Ks Qc Qd")))
    assert odds.hands == 6
    assert dict(zip(KINDS, odds.kinds(), strict=True)) == {
        **dict.fromkeys(KINDS, 0), "full house": 4 / 6, "four of a kind": 2 / 6,
    }  # fmt: skip


# Draws


@pytest.mark.parametrize("ranking", list(RANKINGS))
@pytest.mark.parametrize("number", range(8))
def test_the_mean_after_a_draw_is_that_of_all_draws(ranking: str, number: int) -> None:
    unseen = few(number)
    draw = random.Random(number)
    others = [card for card in range(52) if card not in unseen]
    odds = Odds(ranking, bits(unseen))
    worth = [draw.random() for _ in odds.counts]
    draws = Draws(odds, worth)
    suits = sorted(others, key=lambda card: (card // 13, draw.random()))
    for kept in [draw.sample(others, count) for count in range(6)] + [suits[:count] for count in (2, 3, 4)]:
        hands = [worth[odds.ranking.strength([*kept, *drawn])] for drawn in combinations(unseen, 5 - len(kept))]
        assert draws.mean(kept) == pytest.approx(sum(hands) / len(hands), rel=1e-9)


@pytest.mark.parametrize(
    ("ranking", "hand", "kept"),
    [
        ("standard", "8c 8d 8h 2s 5c", "8c 8d 8h"),
        ("standard", "8c 8d 5h 5s 2c", "8c 8d 5h 5s"),
        ("standard", "Kc Kd 7h 4s 2c", "Kc Kd"),
        ("standard", "4c 5d 6h 7s 8c", "4c 5d 6h 7s 8c"),
        ("standard", "2c 5c 9c Kc 3d", "2c 5c 9c Kc"),
        ("house", "2c 5c 9c 3d 7h", "2c 5c 9c"),  # two of ten clubs make it a flush of four more often than a pair
        ("house", "2c 5c 9c Kc 7h", "2c 5c 9c Kc 7h"),  # it is one
    ],
)
def test_the_best_draw_keeps_what_is_worth_keeping(ranking: str, hand: str, kept: str) -> None:
    given = cards(hand)
    odds = Odds(ranking, ALL - bits(given))
    rare = [worse**8 for worse in odds.all_worse()]
    _, best = best_draw(given, odds, rare)
    if ranking == "house" and kept == hand:  # the fifth card of a flush counts nothing: any other is as good
        assert set(cards(kept)[:4]) <= set(best)
    else:
        assert sorted(best) == sorted(cards(kept))


def test_the_mean_of_the_best_draw_is_the_chance_where_only_one_hand_counts() -> None:
    # Only a royal flush is worth anything; one of 47 cards makes it.
    given = cards("Tc Jc Qc Kc 2d")
    odds = Odds("standard", ALL - bits(given))
    worth = [0.0] * len(odds.counts)
    worth[-1] = 1.0
    mean, kept = best_draw(given, odds, worth)
    assert mean == pytest.approx(1 / 47)
    assert sorted(kept) == sorted(given[:4])
