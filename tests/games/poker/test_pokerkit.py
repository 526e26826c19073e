"""Proves that `standard-one-draw` agrees with PokerKit, decision by decision, in hands of uneven stacks.

PokerKit's seat `i` is the `i`-th from the dealer's left. What each seat takes is reckoned a third time here,
chip by chip, with PokerKit's order of hands. Only where chips of a shared pot are odd may PokerKit's stacks be
others than ours: it gives the whole remainder to one seat, and joins pots that hands thrown away have left equal.
"""

import warnings
from collections.abc import Mapping, Sequence
from functools import partial
from random import Random
from typing import Any

import pokerkit as pk
import pytest

from fajer.games import game
from fajer.games.api import State
from fajer.games.poker.options import Options
from fajer.games.poker.state import PokerState
from fajer.games.poker.view import View

HANDS = 2000
PARTS = 8
AUTOMATIONS = (
    pk.Automation.ANTE_POSTING,
    pk.Automation.BET_COLLECTION,
    pk.Automation.BLIND_OR_STRADDLE_POSTING,
    pk.Automation.RUNOUT_COUNT_SELECTION,
    pk.Automation.HAND_KILLING,
    pk.Automation.CHIPS_PUSHING,
    pk.Automation.CHIPS_PULLING,
)
STREET = partial(
    pk.Street,
    card_burning_status=False,
    board_dealing_count=0,
    opening=pk.Opening.POSITION,
    min_completion_betting_or_raising_amount=1,
    max_completion_betting_or_raising_count=None,
)
STREETS = (
    STREET(hole_dealing_statuses=(False,) * 5, draw_status=False),
    STREET(hole_dealing_statuses=(), draw_status=True),
)


def theirs_of(ante: int, stacks: list[int]) -> pk.State:
    """PokerKit's hand of the same game; `stacks` from the dealer's left."""
    players = len(stacks)
    return pk.State(
        AUTOMATIONS,
        pk.Deck.STANDARD,
        (pk.StandardHighHand,),
        STREETS,
        pk.BettingStructure.NO_LIMIT,
        True,  # antes are uniform
        (ante,) * players,
        (0,) * players,
        0,
        tuple(stacks),
        players,
    )


class Both:
    """One hand in both programs."""

    def __init__(self, number: int) -> None:
        self.random = random = Random(f"hand {number}")
        players = random.randint(2, 6)
        ante = random.choice([1, 1, 2, 5])
        largest = random.choice([6, 15, 40, 200])
        self.stacks = [random.randint(ante, ante + largest) for _ in range(players)]
        options = game("poker").options("standard-one-draw", {"hands": "1", "ante": str(ante)})
        assert isinstance(options, Options)
        shuffle = (lambda deal: self.alike()) if number % 3 == 0 else None
        self.ours: State = PokerState(options, players, f"hand {number}", shuffle, chips=self.stacks)
        self.order = [*range(1, players), 0]
        """By PokerKit's seat, ours."""
        self.theirs = theirs_of(ante, [self.stacks[seat] for seat in self.order])
        self.decisions = 0
        self.drawn: list[str] = []

    def alike(self) -> list[int]:
        """A deck that gives the first four hands the same ranks, so that they are equal while nobody draws."""
        ranks = self.random.sample(range(13), 5)
        top = [13 * ((hand + place) % 4) + rank for hand in range(4) for place, rank in enumerate(ranks)]
        rest = [card for card in range(52) if card not in top]
        return top + self.random.sample(rest, len(rest))

    def view(self) -> View:
        view = self.ours.view(self.ours.turn)
        assert isinstance(view, View)
        return view

    def play(self) -> None:
        """The whole hand; every decision is compared, then the chips."""
        for place, seat in enumerate(self.order):
            self.theirs.deal_hole("".join(self.ours.view(seat).hand), place)
        while self.ours.turn >= 0:
            if self.view().phase == "bid":
                self.bid()
            else:
                self.draw()
            self.decisions += 1
        assert self.theirs.actor_index is None
        assert self.theirs.stand_patter_or_discarder_index is None
        while self.theirs.showdown_index is not None:
            self.theirs.show_or_muck_hole_cards(True)
        assert not self.theirs.status

    def bid(self) -> None:
        view, theirs = self.view(), self.theirs
        assert theirs.actor_index == self.order.index(view.seat)
        chips = view.seats[view.seat].chips
        words = [text.split()[0] for text in self.ours.offered()]
        amounts = [range(0)] + [read_range(text) for text in self.ours.offered() if " " in text]
        assert ("fold" in words) == theirs.can_fold()
        assert ("pass" in words) == (theirs.checking_or_calling_amount == 0)
        if "call" in words:
            assert theirs.checking_or_calling_amount == min(view.to_call, chips)
        if amounts[-1]:
            assert theirs.min_completion_betting_or_raising_to_amount == view.level + amounts[-1][0]
            assert theirs.max_completion_betting_or_raising_to_amount == view.level + amounts[-1][-1]
        else:
            assert not theirs.can_complete_bet_or_raise_to()
        word = self.random.choice(words if self.random.random() < 0.4 else words[-2:])
        self.do(word, amounts[-1], view.level)

    def do(self, word: str, amounts: range, level: int) -> None:
        """One bid in both."""
        if word in ("bet", "raise"):
            amount = self.random.choice([amounts[0], amounts[0], self.random.choice(amounts), amounts[-1]])
            self.ours.apply(self.ours.parse(f"{word} {amount}"))
            self.theirs.complete_bet_or_raise_to(level + amount)
        else:
            self.ours.apply(self.ours.parse(word))
            if word == "fold":
                self.theirs.fold()
            else:
                self.theirs.check_or_call()

    def draw(self) -> None:
        view, theirs = self.view(), self.theirs
        assert theirs.stand_patter_or_discarder_index == self.order.index(view.seat)
        laid = self.random.sample(view.hand, self.random.choice([0, 0, 0, 1, 2, 3, 4, 5]))
        self.ours.apply(self.ours.parse(" ".join(["draw", *laid])))
        after = self.ours.view(view.seat)
        theirs.stand_pat_or_discard("".join(laid))
        self.drawn += after.hand[5 - len(laid) :]
        if theirs.stand_patter_or_discarder_index is None:
            while theirs.hole_dealee_index is not None:
                theirs.deal_hole(self.drawn.pop(0))

    def compare_chips(self) -> bool:
        """Compare what everyone has in the end; whether chips of a shared pot were odd."""
        seats = self.ours.view(0).seats
        live = [seat for seat in self.order if not seats[seat].folded]
        hands = {seat: pk.StandardHighHand("".join(self.ours.view(seat).hand)) for seat in live}
        won, odd = reckoned([seat.paid for seat in seats], live, hands)
        assert self.ours.finished()[0].won == [(seat, chips) for seat, chips in enumerate(won) if chips]
        ours = [seat.chips for seat in seats]
        assert ours == [self.stacks[seat] - seats[seat].paid + won[seat] for seat in range(len(seats))]
        theirs: list[int] = [self.theirs.stacks[self.order.index(seat)] for seat in range(len(seats))]
        assert sum(theirs) == sum(ours)
        if odd:
            assert all(abs(own - other) <= odd for own, other in zip(ours, theirs, strict=True))
        else:
            assert ours == theirs
        return odd > 0


def read_range(text: str) -> range:
    """The amounts of `bet 1..95` or `raise 5`."""
    least, _, most = text.split()[1].partition("..")
    return range(int(least), int(most or least) + 1)


def reckoned(paid: Sequence[int], live: Sequence[int], hands: Mapping[int, Any]) -> tuple[list[int], int]:
    """What each seat takes (P-18), and how many chips were odd: the first chips of all who paid one are a layer,
    so are the second ones; layers that the same seats play for are a pot."""
    found: dict[frozenset[int], int] = {}
    for layer in range(1, max(paid) + 1):
        players = frozenset(seat for seat in live if paid[seat] >= layer)
        found[players] = found.get(players, 0) + sum(each >= layer for each in paid)
    won = [0] * len(paid)
    odd = 0
    for players, chips in found.items():
        best = max(hands[seat] for seat in players)
        winners = [seat for seat in live if seat in players and hands[seat] == best]
        odd += chips % len(winners)
        for chip in range(chips):
            won[winners[chip % len(winners)]] += 1
    return won, odd


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_hands_go_as_in_pokerkit(part: int):
    decisions = odds = 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        for number in range(part, HANDS, PARTS):
            both = Both(number)
            both.play()
            odds += both.compare_chips()
            decisions += both.decisions
    assert decisions > 8 * HANDS / PARTS
    assert 0 < odds < HANDS / PARTS / 5
