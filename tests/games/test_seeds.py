"""Proves that every draw by lot gives what the examples give, so that any language can deal again."""

import hashlib
import json
from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest

from fajer.games import seeds
from fajer.games.cards import HUNGARIAN, Deck

EXAMPLES = json.loads((Path(__file__).parents[1] / "vectors" / "seeds.json").read_text(encoding="utf-8"))
FRENCH = Deck("cdhs", "23456789TJQKA")


@pytest.fixture(params=EXAMPLES, ids=lambda example: f"{example['match_seed']}-{example['set']}")
def example(request: pytest.FixtureRequest) -> dict:
    return request.param


def numbers(key: str) -> list[int]:
    """The numbers in a key like `seating 0, seat 1`."""
    return [int(word) for word in key.replace(",", "").split() if word.isdecimal()]


def test_game_seeds(example: dict):
    assert seeds.game_seed(example["match_seed"], example["set"]) == example["game_seed"]


def test_bot_seeds(example: dict):
    for key, expected in example["bot_seeds"].items():
        seating, seat = numbers(key)
        assert seeds.bot_seed(example["game_seed"], seating, seat) == expected


def test_game_ids(example: dict):
    for key, expected in example["game_ids"].items():
        (seating,) = numbers(key)
        assert seeds.game_id(example["game_seed"], seating) == expected


def test_bot_orders(example: dict):
    for bots, expected in example["bot_order"].items():
        assert seeds.bot_order(example["game_seed"], int(bots)) == expected


def test_unit_orders(example: dict):
    for key, expected in example["unit_order"].items():
        block, seating, sets = numbers(key)
        assert seeds.unit_order(example["match_seed"], block, seating, sets) == expected


@pytest.mark.parametrize(("kind", "deck"), [("decks", HUNGARIAN), ("poker_decks", FRENCH)])
def test_decks(example: dict, kind: str, deck: Deck):
    for deal, expected in example[kind].items():
        shuffled = seeds.shuffled(example["game_seed"], int(deal), len(deck))
        assert deck.texts(shuffled) == expected.split()


def test_a_permutation_is_drawn_byte_by_byte_and_passes_over_unfair_bytes():
    # Worked along the description: for i = 2, 1 a number below i + 1; below 3 the byte 255 is passed
    # over (256 − 256 mod 3 = 255), below 2 none is. 2,000 texts have about eight such bytes.
    passed_over = 0
    for number in range(2000):
        text = f"three {number}"
        stream = list(hashlib.sha512(f"{text}:0".encode()).digest())
        while stream[0] == 255:
            passed_over += 1
            stream.pop(0)
        order = [0, 1, 2]
        j = stream[0] % 3
        order[2], order[j] = order[j], order[2]
        j = stream[1] % 2
        order[1], order[j] = order[j], order[1]
        assert seeds.permutation(text, 3) == order
    assert passed_over > 0


def test_a_long_permutation_needs_more_than_one_hash_and_takes_them_in_order():
    # 256 things take 255 numbers or more; one SHA-512 has 64 bytes.
    order = list(range(256))
    stream = iter(b"".join(hashlib.sha512(f"long:{block}".encode()).digest() for block in range(20)))
    for i in range(255, 0, -1):
        below = i + 1
        byte = next(byte for byte in stream if byte < 256 - 256 % below)
        j = byte % below
        order[i], order[j] = order[j], order[i]
    assert seeds.permutation("long", 256) == order


@pytest.mark.parametrize("size", [0, 1])
def test_a_permutation_of_nothing_or_one_is_itself(size: int):
    assert seeds.permutation("short", size) == list(range(size))


def test_every_order_of_three_comes_about_as_often():
    # 600 draws, 100 of each order expected, standard deviation 9; four of them either way.
    counts = Counter(tuple(seeds.permutation(f"fair {number}", 3)) for number in range(600))
    assert set(counts) == set(permutations(range(3)))
    assert all(64 <= count <= 136 for count in counts.values())


def test_a_match_seed_is_taken_as_typed():
    forms = ["a", "a ", " a", "A", "\u00e1", "a\u0301", ""]
    assert len({seeds.game_seed(form, 0) for form in forms}) == len(forms)


def test_a_drawn_match_seed_is_256_bits_and_never_the_same():
    drawn = {seeds.draw_match_seed() for _ in range(20)}
    assert len(drawn) == 20
    assert all(len(seed) == 64 and set(seed) <= set("0123456789abcdef") for seed in drawn)
