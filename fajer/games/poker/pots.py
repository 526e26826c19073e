"""Who gets what is in the middle: main and side pots, shares, odd chips (P-18)."""

from collections.abc import Mapping, Sequence

from fajer.games.api import Rule

RULES = (
    Rule(
        "P-18",
        "Showdown: everyone who has not folded shows the hand, and the best one takes the pot. Equal hands share "
        "it; chips that cannot be shared go one each to the first of them in seat order from the dealer's left. "
        "There is a pot for every distinct total that those still in have put in, and each is shared by itself "
        "among those who paid for it; a carried pot joins the lowest. Who is left alone takes everything, unshown.",
        "house; side pots: standard",
        ("short_stack",),
        "The description says that the winners share; what cannot be shared goes as it mostly does elsewhere. "
        "Everyone still in shows, nobody throws a losing hand away unseen.",
    ),
)

Pot = tuple[int, list[int]]
"""Chips, and the seats that play for them."""


def pots(paid: Sequence[int], live: Sequence[int], carried: int) -> list[Pot]:
    """The pots of a hand, the lowest first: `paid` by seat, `live` who has not folded, in seat order.

    >>> pots([10, 10, 4, 2], [1, 2, 0], 3)
    [(17, [1, 2, 0]), (12, [1, 0])]
    """
    levels = sorted({paid[seat] for seat in live})
    if len(levels) == 1:
        return [(sum(paid) + carried, list(live))]
    found = []
    below = 0
    for level in levels:
        chips = sum(min(each, level) - below for each in paid if each > below)
        found.append((chips + carried, [seat for seat in live if paid[seat] >= level]))
        carried = 0
        below = level
    return found


def share(chips: int, seats: Sequence[int], won: list[int]) -> None:
    """Add to what each of these seats has won its share, odd chips one each to the first of them."""
    each, odd = divmod(chips, len(seats))
    for place, seat in enumerate(seats):
        won[seat] += each + (place < odd)


def settle(pots: Sequence[Pot], strengths: Mapping[int, int], won: list[int]) -> None:
    """Add to what each seat has won what it takes from the pots; `strengths` are of the hands, by seat."""
    for chips, seats in pots:
        best = max([strengths[seat] for seat in seats])
        share(chips, [seat for seat in seats if strengths[seat] == best], won)
