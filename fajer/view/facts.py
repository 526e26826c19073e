"""What the index of a page says of a game beyond its result: three aces, who went out, the deal that moved most."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from fajer.games.poker import pots
from fajer.records.record import Game, Match


class Facts(NamedTuple):
    """Of one game."""

    aces: int
    """Deals that three aces ended; 0 in poker."""
    out: int
    """Players who went out."""
    swing_deal: int
    """The deal that moved most, the first of equal ones."""
    swing: int
    """How much: in Fájer all stakes paid in the deal, in poker the most chips that one player won or lost in it."""


def facts(match: Match) -> Callable[[Game[Any]], Facts]:
    """What finds them in a match's games."""
    if match.game == "poker":
        return lambda game: _poker(match.rules, game)
    return _fajer


def _fajer(game: Game[Any]) -> Facts:
    paid = [len(deal.paid) for deal in game.deals]
    return Facts(
        sum(deal.end == "three_aces" for deal in game.deals),
        sum(len(deal.out) for deal in game.deals),
        *_largest(paid),
    )


def _poker(rules: dict[str, Any], game: Game[Any]) -> Facts:
    players = len(game.seats)
    chips = [rules["chips"]] * players
    pot = 0
    moved = []
    last = len(game.deals) - 1
    for number, deal in enumerate(game.deals):
        seats = [seat for seat in range(players) if chips[seat] >= rules["ante"]]
        before = chips.copy()
        pot += _paid(deal.actions, seats, rules["ante"], chips)
        won = [0] * players
        for seat, amount in deal.won:
            won[seat] += amount
        if deal.end == "passed_in" and number == last:
            first = sum(seat <= deal.dealer for seat in seats)
            pots.share(pot, seats[first:] + seats[:first], won)  # P-19
        pot -= sum(won)
        chips = [own + more for own, more in zip(chips, won, strict=True)]
        moved.append(max(abs(now - own) for now, own in zip(chips, before, strict=True)))
    over = bool(game.deals) and game.deals[-1].end != "forfeit"
    left = [own for own in (chips if over else before) if own >= rules["ante"]]
    return Facts(0, players - len(left), *_largest(moved))


def _paid(actions: Sequence[tuple[int, str]], seats: Sequence[int], ante: int, chips: list[int]) -> int:
    """Take from the chips what is put in during a hand, antes and all; returns how much that is."""
    bets = [0] * len(chips)
    level = 0
    for seat in seats:
        chips[seat] -= ante
    pot = ante * len(seats)
    for seat, text in actions:
        kind = text[0]
        if kind in "br":
            more = int(text[text.index(" ") :])
            paid = level - bets[seat] + more
            level += more
        elif kind == "c":
            paid = min(level - bets[seat], chips[seat])
        else:
            if kind == "d" and level:  # the draw: a bidding round is over
                bets = [0] * len(chips)
                level = 0
            continue
        chips[seat] -= paid
        bets[seat] += paid
        pot += paid
    return pot


def _largest(moved: Sequence[int]) -> tuple[int, int]:
    """The first of the deals that moved most, and how much that is."""
    most = max(moved, default=0)
    return (moved.index(most) if moved else 0), most
