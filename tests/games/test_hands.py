"""Proves that every hand is worth what the list of all hands says, in the right order."""

import csv
from collections.abc import Iterator
from itertools import combinations, permutations
from pathlib import Path

import pytest

from fajer.games.cards import HUNGARIAN
from fajer.games.fajer.hands import STRENGTH, WORTH, hand_code, worth

HANDS = Path(__file__).parents[1] / "vectors" / "hands.csv"
RANKS = ("above", "below")


def listed() -> Iterator[tuple[list[str], float, int]]:
    """Each hand of the list with its worth and its place among triples, 0 for any other."""
    with HANDS.open(encoding="utf-8") as lines:
        for row in csv.DictReader(lines):
            yield row["hand"].split(), float(row["worth"]), int(row["triple_order"] or 0)


def codes(cards: list[str]) -> Iterator[int]:
    """The hand's code for each order of its cards."""
    return (hand_code(*order) for order in permutations(map(HUNGARIAN.card, cards)))


def test_the_list_has_every_hand_once():
    hands = {frozenset(cards) for cards, _, _ in listed()}
    assert hands == {frozenset(hand) for hand in combinations(HUNGARIAN.names, 3)}
    assert len(hands) == 4960


def test_every_hand_is_worth_what_the_list_says_in_any_order_of_its_cards():
    table = STRENGTH["above"]
    for cards, value, _ in listed():
        assert {WORTH[table[code]] for code in codes(cards)} == {value}, cards
        assert worth(cards) == value


def test_three_aces_below_31_change_the_worth_of_four_hands_and_of_no_other():
    for cards, value, _ in listed():
        assert worth(cards, "below") == (30.5 if value == 33 else value), cards


def test_hands_stand_in_the_order_of_their_worth_and_triples_in_that_of_their_rank():
    table = STRENGTH["above"]
    order = {(value, triple): set() for _, value, triple in listed()}
    for cards, value, triple in listed():
        order[value, triple].update(table[code] for code in codes(cards))
    strengths = [order[key] for key in sorted(order)]
    assert all(len(equal) == 1 for equal in strengths), "equal hands have to be equal"
    flat = [strength for equal in strengths for strength in equal]
    assert flat == sorted(set(flat))


def test_three_aces_below_31_stand_between_three_kings_and_31():
    table = STRENGTH["below"]
    kings, aces, best = (
        table[hand_code(*map(HUNGARIAN.card, hand.split()))] for hand in ("Kp Kz Km", "Ap Az Am", "Ap Kp Op")
    )
    assert kings < aces < best
    assert best == max(table)


@pytest.mark.parametrize("rank", RANKS)
def test_worth_is_never_less_for_a_stronger_hand(rank: str):
    by_strength = sorted((STRENGTH[rank][code], value if value != 33 or rank == "above" else 30.5)
                         for cards, value, _ in listed() for code in codes(cards))  # fmt: skip
    values = [value for _, value in by_strength]
    assert values == sorted(values)


@pytest.mark.parametrize("rank", RANKS)
def test_the_four_hands_of_aces_are_equal_to_each_other_and_to_no_other(rank: str):
    table = STRENGTH[rank]
    aces = {table[code] for cards, value, _ in listed() if value == 33 for code in codes(cards)}
    others = {table[code] for cards, value, _ in listed() if value != 33 for code in codes(cards)}
    assert len(aces) == 1
    assert not aces & others
