"""The options of Fájer, each with its explanation, and the two presets."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

_LARGEST = 1_000_000_000
Limit = Annotated[int, Meta(ge=1, le=_LARGEST)]


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every choice that the descriptions of the game leave open or make differently.

    The defaults are the German Fájer.
    """

    stakes: Annotated[
        int,
        Meta(
            ge=0,
            le=1000,
            description="stakes that each player starts with; 0 plays `deals` deals and counts losses",
            extra={"source": "three, any number where it is the same for all"},
        ),
    ] = 3
    opener: Annotated[
        Literal["dealer", "next"],
        Meta(
            description="who makes the opening choice: the dealer, or the player after",
            extra={"source": "German: the dealer; three-stakes: the player after the dealer"},
        ),
    ] = "dealer"
    after_go: Annotated[
        Literal["exchange_or_lay", "exchange"],
        Meta(
            description="what a player may do whose last turn was `go`: exchange or lay, or only exchange",
            extra={"source": "German: exchange or lay; three-stakes: has to exchange"},
        ),
    ] = "exchange_or_lay"
    spoil: Annotated[
        Literal["not_lower", "higher"],
        Meta(
            description="what a closing exchange may make of the hand: nothing lower, or only something higher",
            extra={"source": "German: not to less; three-stakes: only to more"},
        ),
    ] = "not_lower"
    three_aces_rank: Annotated[
        Literal["above", "below"],
        Meta(
            description="where three aces stand: above everything (33), or just below 31 (30½)",
            extra={"source": "German: the best; three-stakes: by agreement"},
        ),
    ] = "above"
    three_aces: Annotated[
        Literal["at_once", "on_turn"],
        Meta(
            description="when three aces end the deal: at once, or when their holder's turn comes",
            extra={"source": "three-stakes: right after the exchange; German: at once (open point)"},
        ),
    ] = "at_once"
    three_aces_closing: Annotated[
        Literal["all_pay", "ranked"],
        Meta(
            description="three aces made by a closing exchange: all others pay, or a hand like any other",
            extra={"source": "German: always all pay; three-stakes: only in the exchange phase"},
        ),
    ] = "all_pay"
    round_limit: Annotated[
        Limit | None,
        Meta(
            description="rounds after which a deal of three or more is void; none: no limit",
            extra={"source": "three-stakes: the fourth round; German: none"},
        ),
    ] = None
    heads_up_round_limit: Annotated[
        Limit | None,
        Meta(
            description="rounds after which a deal of two is void; none: no limit",
            extra={"source": "three-stakes: the eighth round; German: none"},
        ),
    ] = None
    broke: Annotated[
        Literal["next_lowest", "nobody"],
        Meta(
            description="when none of the weakest can pay: the next weakest have to, or nobody",
            extra={"source": "German: somebody always pays; three-stakes: silent"},
        ),
    ] = "next_lowest"
    heads_up_tie: Annotated[
        Literal["pay", "redeal"],
        Meta(
            description="two players with equal hands, one of them without stakes: both pay, or new cards",
            extra={"source": "three-stakes: dealt again without payment; German: silent but for none and none"},
        ),
    ] = "pay"
    round_cap: Annotated[
        Limit,
        Meta(description="rounds after which any deal is void, so that it ends", extra={"source": "ours"}),
    ] = 50
    void_cap: Annotated[
        Limit,
        Meta(description="void deals in a row after which the game is drawn", extra={"source": "ours"}),
    ] = 50
    deal_cap: Annotated[
        Limit,
        Meta(description="deals after which the game is drawn", extra={"source": "ours"}),
    ] = 1000
    deals: Annotated[
        Limit,
        Meta(description="deals of a game without stakes", extra={"source": "ours"}),
    ] = 30
    direction: Annotated[
        Literal["right", "left"],
        Meta(
            description="which way round the table play runs; it changes how a table is drawn, and nothing else",
            extra={"source": "both: to the right; three-stakes: in some places to the left"},
        ),
    ] = "right"


PRESETS = {
    "german": Options(),
    "three-stakes": Options(
        opener="next",
        after_go="exchange",
        spoil="higher",
        three_aces_closing="ranked",
        round_limit=4,
        heads_up_round_limit=8,
        broke="nobody",
        heads_up_tie="redeal",
    ),
}
"""Each description's own choices; single options change on top of one."""
