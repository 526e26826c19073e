"""What hands are worth on the page, against the vectors."""

import csv
import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from view.page import Model

VECTORS = Path(__file__).parents[1] / "vectors"


def rows(name: str) -> Iterator[dict[str, str]]:
    with open(VECTORS / name, encoding="utf-8") as file:
        yield from csv.DictReader(file)


def test_every_hand(model: Model) -> None:
    hands = list(rows("hands.csv"))
    assert len(hands) == 4960
    worths = model.ask("worth", hands=[row["hand"].split() for row in hands], rank="above")
    assert worths == [float(row["worth"]) for row in hands]


def test_three_aces_below_31(model: Model) -> None:
    """30½, and so is any other three of a rank."""
    hands = [["Ap", "Az", "Am"], ["Kp", "Kz", "Kt"], ["Ap", "Kp", "Xp"]]
    assert model.ask("worth", hands=hands, rank="below") == [30.5, 30.5, 31]


@pytest.mark.parametrize("ranking", ["house", "standard"])
def test_kinds_and_ties(ranking: str, model: Model) -> None:
    kinds = ["high card", "pair", "two pairs", "three of a kind", "straight", "flush", "full house", "four of a kind"]
    kinds += ["straight flush", "royal flush"]
    hands = [row for row in rows("poker_hands.csv") if row["ranking"] == ranking]
    assert {row["kind"] for row in hands} == set(kinds[:-1])
    for row in hands:
        if (row["kind"], row["tie_break"]) == ("straight flush", "14"):
            row["kind"] = "royal flush"  # P-03; the vectors have no word for it
    strengths = model.ask("strength", hands=[row["hand"].split() for row in hands], ranking=ranking)
    assert strengths == [[kinds.index(row["kind"]), *map(int, row["tie_break"].split())] for row in hands]


@pytest.mark.parametrize("length", [0, 1, 111, 112, 127, 128, 239, 240, 300])
def test_bytes_of_a_shuffle(length: int, model: Model) -> None:
    """Where the padding needs a block more, and around."""
    text = ("fajer-deal/1:é" * 30).encode()[:length].decode(errors="ignore")
    assert model.ask("sha512", text=text) == hashlib.sha512(text.encode()).hexdigest()
