"""Proves both rankings: by the list of sample hands, by counting all hands, by hand, and against PokerKit."""

import csv
import random
from collections import Counter
from itertools import combinations, pairwise
from pathlib import Path

import pokerkit
import pytest

from fajer.games.cards import Deck
from fajer.games.poker.hands import KINDS, RANKINGS, RULES

FRENCH = Deck("cdhs", "23456789TJQKA")
HANDS = Path(__file__).parents[2] / "vectors" / "poker_hands.csv"

# Of all 2,598,960 hands. Of the 40 straight flushes four are royal.
COUNTS = {
    "house": (1_225_920, 1_063_920, 123_552, 54_912, 9_600, 116_648, 3_744, 624, 36, 4),
    "standard": (1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4),
}


def cards(text: str) -> list[int]:
    """The hand that `text` names."""
    return [FRENCH.card(card) for card in text.split()]


def strength(ranking: str, hand: str) -> int:
    """Its place among all hands."""
    return RANKINGS[ranking].strength(cards(hand))


def kind(ranking: str, hand: str) -> str:
    """Its kind in words."""
    return RANKINGS[ranking].describe(strength(ranking, hand))[0]


def rises(ranking: str, *hands: str) -> bool:
    """Whether each of these hands is better than the one before it."""
    places = [strength(ranking, hand) for hand in hands]
    return all(lower < higher for lower, higher in pairwise(places))


def equal(ranking: str, *hands: str) -> bool:
    """Whether these hands are equal."""
    return len({strength(ranking, hand) for hand in hands}) == 1


# The list


def listed() -> list[tuple[str, str, str, list[int]]]:
    """Ranking, hand, kind and tie-break of each hand of the list."""
    with HANDS.open(encoding="utf-8") as lines:
        return [
            (row["ranking"], row["hand"], row["kind"], [int(number) for number in row["tie_break"].split()])
            for row in csv.DictReader(lines)
        ]


def test_every_hand_of_the_list_is_what_it_says_in_any_order_of_its_cards() -> None:
    shuffle = random.Random(1).shuffle
    for ranking, hand, named, tie_break in listed():
        order = cards(hand)
        for _ in range(5):
            found, grade = RANKINGS[ranking].describe(RANKINGS[ranking].strength(order))
            # The list has no name of its own for the straight flush of the ace.
            assert found == ("royal flush" if named == "straight flush" and tie_break == [14] else named), hand
            assert grade == [KINDS.index(found), *tie_break], hand
            shuffle(order)


def test_the_hands_of_the_list_stand_in_the_order_of_kind_and_tie_break() -> None:
    for ranking in RANKINGS:
        rows = [row for row in listed() if row[0] == ranking]
        by_list = [(KINDS.index(named), tie_break) for _, _, named, tie_break in rows]
        by_us = [strength(ranking, hand) for _, hand, _, _ in rows]
        for (one, ours), (other, theirs) in combinations(list(zip(by_list, by_us, strict=True)), 2):
            assert (one < other) == (ours < theirs)
            assert (one == other) == (ours == theirs)


# All hands


@pytest.mark.slow
@pytest.mark.parametrize("ranking", list(RANKINGS))
def test_of_all_hands_there_are_so_many_of_each_kind(ranking: str) -> None:
    table = RANKINGS[ranking]
    found = Counter(map(table.strength, combinations(range(52), 5)))
    assert sorted(found) == list(range(len(table.grades))), "strengths have no gaps"
    by_kind = Counter[str]()
    for place, hands in found.items():
        by_kind[table.describe(place)[0]] += hands
    assert tuple(by_kind[named] for named in KINDS) == COUNTS[ranking]


def test_strengths_stand_in_the_order_of_what_they_are_described_by() -> None:
    for table in RANKINGS.values():
        described = [table.describe(place)[1] for place in range(len(table.grades))]
        assert all(lower < higher for lower, higher in pairwise(described))


def test_a_combination_is_a_pair_or_better() -> None:
    for table in RANKINGS.values():
        for place in range(len(table.grades)):
            assert table.is_combination(place) == (table.describe(place)[0] != "high card")


def test_what_is_no_hand_is_refused() -> None:
    with pytest.raises(KeyError):
        RANKINGS["standard"].strength([0, 13, 26, 39, 0])  # five twos


# PokerKit


def test_the_standard_order_is_that_of_pokerkit() -> None:
    draw = random.Random(2)
    table = RANKINGS["standard"]
    hands = [draw.sample(range(52), 5) for _ in range(4000)]
    hands += [_alike(draw) for _ in range(2000)]
    theirs = [pokerkit.StandardHighHand("".join(FRENCH.texts(hand))) for hand in hands]
    ours = [table.strength(hand) for hand in hands]
    for one, other in zip(range(len(hands)), draw.sample(range(len(hands)), len(hands)), strict=True):
        assert (theirs[one] < theirs[other]) == (ours[one] < ours[other])
        assert (theirs[one] == theirs[other]) == (ours[one] == ours[other])
    order = sorted(range(len(hands)), key=ours.__getitem__)
    assert all(theirs[lower] <= theirs[higher] for lower, higher in pairwise(order))


def _alike(draw: random.Random) -> list[int]:
    """A hand from 13 cards, of four ranks or of one suit: rare kinds come often."""
    suit, ranks = draw.randrange(4), draw.sample(range(13), 3)
    few = [13 * suit + rank for rank in range(13)], [13 * other + rank for other in range(4) for rank in ranks]
    return draw.sample(draw.choice(few), 5)


# The rules

LADDER = (
    "Ac Kd Qh Js 9c",  # high card
    "2c 2d 3h 4s 5c",  # pair
    "3c 3d 2h 2s 4c",  # two pairs
    "2c 2d 2h 3s 4c",  # three of a kind
    "Ac 2d 3h 4s 5c",  # straight
    "2c 3c 4c 5c 7c",  # flush
    "2c 2d 2h 3s 3c",  # full house
    "2c 2d 2h 2s 3c",  # four of a kind
    "Ac 2c 3c 4c 5c",  # straight flush
    "Tc Jc Qc Kc Ac",  # royal flush
)


@pytest.mark.parametrize("ranking", list(RANKINGS))
def test_p03_kinds_of_hands_low_to_high(ranking: str) -> None:
    # The highest card against hands that are the lowest of their kinds.
    assert rises(ranking, *LADDER)
    assert [kind(ranking, hand) for hand in LADDER] == list(KINDS)


@pytest.mark.parametrize("ranking", list(RANKINGS))
def test_p03_a_hand_counts_as_the_highest_that_it_is(ranking: str) -> None:
    # Three twos and two threes are a pair, two pairs and three of a kind too.
    assert kind(ranking, "2c 2d 2h 3s 3c") == "full house"
    # A sequence of one suit is a straight and a flush too.
    assert kind(ranking, "5c 6c 7c 8c 9c") == "straight flush"


def test_p04_four_cards_of_a_suit_are_a_flush() -> None:
    assert kind("house", "2c 5c 9c Kc Ad") == "flush"
    assert kind("house", "2c 5c 9c Ad Kd") == "high card"
    assert kind("house", "2c 5c 9c Kc Kd") == "flush"  # and a pair, which is less
    assert kind("house", "2s 5s 9s Ks As") == "flush"


def test_p04_a_flush_is_above_a_straight_and_a_straight_with_four_of_a_suit_is_one() -> None:
    assert rises("house", "Td Jc Qh Ks Ac", "2c 3c 4c 5c 2d")
    assert kind("house", "5c 6c 7c 8c 9d") == "flush"
    assert kind("house", "5c 6c 7c 8d 9d") == "straight"


def test_p04_a_flush_goes_by_four_cards_of_the_suit() -> None:
    # 13 9 5 2 against 13 9 5 3; the ace of another suit counts nothing.
    assert rises("house", "2c 5c 9c Kc Ad", "3h 5h 9h Kh 2d")
    assert equal("house", "2c 5c 9c Kc Ad", "2h 5h 9h Kh 3d")
    # Five of the suit: the fifth and lowest does not count.
    assert equal("house", "2c 5c 9c Jc Kc", "3h 5h 9h Jh Kh", "5d 9d Jd Kd Ac")


def test_p04_high_cards_go_from_the_highest_down() -> None:
    assert rises("house", "Kc Qd Jh 9s 8c", "Ac 3d 4h 5s 7c", "Ac 8d 4h 5s 2c", "Ac 8d 4h 5s 3c")
    assert equal("house", "Ac 8d 4h 5s 2c", "Ad 8h 4s 5c 2d")


def test_p04_pairs_go_by_the_pair_then_by_the_sum_of_the_others() -> None:
    assert rises("house", "3c 3d Ah Ks Qc", "4c 4d 2h 3s 5c")
    # 14 + 2 + 3 = 19 against 9 + 8 + 3 = 20: the ace alone does not decide.
    assert rises("house", "4c 4d Ah 2s 3c", "4h 4s 9h 8s 3d")
    # 14 + 3 + 2 = 10 + 6 + 3 = 19.
    assert equal("house", "4c 4d Ah 3s 2c", "4h 4s Th 6s 3d")


def test_p04_two_pairs_go_by_the_higher_then_the_lower_then_the_fifth_card() -> None:
    assert rises("house", "9c 9d 8h 8s Ac", "Tc Td 2h 2s 3c", "Tc Td 3h 3s 2c", "Th Ts 3c 3d 4h")
    assert equal("house", "Tc Td 3h 3s 2c", "Th Ts 3c 3d 2h")


def test_p04_threes_full_houses_and_fours_go_by_the_three_or_four_alone() -> None:
    assert rises("house", "7c 7d 7h As Kc", "8c 8d 8h 2s 3c")
    assert equal("house", "8c 8d 8h 2s 3c", "8c 8d 8s Ah Kc")
    assert rises("house", "7c 7d 7h As Ac", "8c 8d 8h 2s 2c")
    assert equal("house", "8c 8d 8h 2s 2c", "8c 8d 8s Ah Ac")
    assert rises("house", "7c 7d 7h 7s Ac", "8c 8d 8h 8s 2c")
    assert equal("house", "8c 8d 8h 8s 2c", "8c 8d 8h 8s Ac")


@pytest.mark.parametrize("ranking", list(RANKINGS))
def test_p04_straights_go_by_the_top_card(ranking: str) -> None:
    assert rises(ranking, "4c 5d 6h 7s 8c", "5c 6d 7h 8s 9c")
    assert equal(ranking, "4c 5d 6h 7s 8c", "4d 5c 6s 7h 8d")
    assert rises(ranking, "4c 5c 6c 7c 8c", "5d 6d 7d 8d 9d")
    assert equal(ranking, "4c 5c 6c 7c 8c", "4s 5s 6s 7s 8s")


def test_p05_a_flush_is_five_cards_of_a_suit() -> None:
    assert kind("standard", "2c 5c 9c Kc Ad") == "high card"
    assert kind("standard", "2c 5c 9c Kc Kd") == "pair"
    assert kind("standard", "5c 6c 7c 8c 9d") == "straight"
    assert kind("standard", "2c 5c 9c Kc Ac") == "flush"


def test_p05_ties_go_by_all_other_cards() -> None:
    # Pair: the ace decides, whatever the sum.
    assert rises("standard", "4h 4s 9h 8s 3d", "4c 4d Ah 2s 3c", "4h 4s Ac 5d 2h")
    # Two pairs, three of a kind, full house, four of a kind: the cards beside them.
    assert rises("standard", "Tc Td 3h 3s 2c", "Th Ts 3c 3d 4h")
    assert rises("standard", "8c 8d 8h Qs Kc", "8c 8d 8h 2s Ac", "8c 8d 8h 3s Ac")
    assert rises("standard", "8c 8d 8h 2s 2c", "8c 8d 8h 3s 3c")
    assert rises("standard", "8c 8d 8h 8s 2c", "8c 8d 8h 8s Ac")
    # Flush and high card: from the highest down to the fifth.
    assert rises("standard", "2c 5c 9c Jc Kc", "3h 5h 9h Jh Kh", "3h 5h Th Jh Kh")
    assert rises("standard", "2c 5d 9c Jc Kc", "3h 5d 9h Jh Kh", "3h 5d Th Jh Kh")
    assert equal("standard", "2c 5c 9c Jc Kc", "2h 5h 9h Jh Kh")


@pytest.mark.parametrize("ranking", list(RANKINGS))
def test_p06_an_ace_is_high(ranking: str) -> None:
    assert rises(ranking, "2c 3d 4h 5s Kc", "2c 3d 4h 7s Ac")
    assert rises(ranking, "9c Td Jh Qs Kc", "Tc Jd Qh Ks Ac")


@pytest.mark.parametrize("ranking", list(RANKINGS))
def test_p06_an_ace_is_low_below_the_five(ranking: str) -> None:
    assert rises(ranking, "Ac 2d 3h 4s 5c", "2c 3d 4h 5s 6c")
    assert RANKINGS[ranking].describe(strength(ranking, "Ac 2d 3h 4s 5c")) == ("straight", [4, 5])
    assert RANKINGS[ranking].describe(strength(ranking, "Ah 2h 3h 4h 5h")) == ("straight flush", [8, 5])


@pytest.mark.parametrize("ranking", list(RANKINGS))
def test_p06_an_ace_is_never_in_the_middle(ranking: str) -> None:
    assert kind(ranking, "Qc Kd Ah 2s 3c") == "high card"
    assert kind(ranking, "Kc Ad 2h 3s 4c") == "high card"


def test_each_rule_is_said_once() -> None:
    assert [rule.number for rule in RULES] == ["P-03", "P-04", "P-05", "P-06"]
