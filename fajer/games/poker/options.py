"""The options of draw poker, each with its explanation, and the presets."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

_LARGEST = 1_000_000_000
Number = Annotated[int, Meta(ge=1, le=_LARGEST)]

PLAYERS = {0: (2, 10), 1: (2, 6), 3: (2, 4)}
"""By `draws`, the fewest and the most players (P-02)."""


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every choice between the game as the description has it and as it is played elsewhere.

    The defaults are the house game with one draw.
    """

    draws: Annotated[
        Literal[0, 1, 3],
        Meta(
            description="how often the players may exchange cards in a hand: five-card, one-draw, three-draw",
            extra={"source": "house: each of the three is a game of its own"},
        ),
    ] = 1
    ranking: Annotated[
        Literal["house", "standard"],
        Meta(
            description="how hands rank: by the house's four-card flush and ties, or as poker players do elsewhere",
            extra={"source": "house: the description's own; standard: usual poker"},
        ),
    ] = "house"
    openers: Annotated[
        Literal["combination", "any"],
        Meta(
            description="what may make the first bet of a hand: a pair or better, or anything",
            extra={"source": "house: who has a combination; standard: anyone"},
        ),
    ] = "combination"
    min_raise: Annotated[
        Literal["one", "last"],
        Meta(
            description="the least raise: one chip, or as much as the last bet or raise of the round",
            extra={"source": "house: names no least raise; standard: usual poker"},
        ),
    ] = "one"
    short_stack: Annotated[
        Literal["fold", "all_in"],
        Meta(
            description="who has fewer chips than a bet asks for: can only fold, or may call with all of them",
            extra={"source": "house: for want of money one folds; standard: all-in and side pots"},
        ),
    ] = "fold"
    fold_shows: Annotated[
        bool,
        Meta(
            description="whether a folded hand is thrown in face up",
            extra={"source": "house: thrown in open; standard: face down"},
        ),
    ] = True
    all_pass: Annotated[
        Literal["carry", "play_on"],
        Meta(
            description="when all pass at first: the pot stays for the next hand, or the hand is played on",
            extra={"source": "house: silent, ours; standard: usual poker without blinds"},
        ),
    ] = "carry"
    ante: Annotated[
        Number,
        Meta(description="what each player pays before a hand", extra={"source": "house: an ante; how much is ours"}),
    ] = 1
    chips: Annotated[
        Number,
        Meta(description="chips that each player starts with; at least the ante", extra={"source": "ours"}),
    ] = 100
    hands: Annotated[
        Number,
        Meta(description="hands after which the game is over", extra={"source": "ours"}),
    ] = 100

    def __post_init__(self) -> None:
        if self.chips < self.ante:
            raise ValueError(f"chips ({self.chips}) have to be at least the ante ({self.ante})")


PRESETS = {
    "house-one-draw": Options(),
    "house-five-card": Options(draws=0),
    "house-three-draw": Options(draws=3),
    "standard-one-draw": Options(
        ranking="standard",
        openers="any",
        min_raise="last",
        short_stack="all_in",
        fold_shows=False,
        all_pass="play_on",
    ),
}
"""The house's three games and the usual one; single options change on top of one."""
