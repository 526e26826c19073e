"""Draw poker beside PokerKit: `standard-one-draw` played at random, and hands ranked from ready cards."""

import random
import time
import warnings
from collections.abc import Callable, Sequence
from importlib.metadata import version
from typing import Any

import pokerkit as kit

from fajer.bench.beside import SideBySide
from fajer.bench.play import SEATS, random_play
from fajer.games import game
from fajer.games.cards import FRENCH
from fajer.games.poker.actions import SELECTIONS
from fajer.games.poker.hands import RANKINGS

_PRESET = "standard-one-draw"
_SECONDS = 0.2
_HANDS = 500
_STREETS = (
    kit.Street(False, (False,) * 5, 0, False, kit.Opening.POSITION, 1, None),
    kit.Street(False, (), 0, True, kit.Opening.POSITION, 1, None),
)
"""Five cards and bids; a draw and bids."""
_AUTOMATIC = (
    kit.Automation.ANTE_POSTING,
    kit.Automation.BET_COLLECTION,
    kit.Automation.HOLE_DEALING,
    kit.Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    kit.Automation.HAND_KILLING,
    kit.Automation.CHIPS_PUSHING,
    kit.Automation.CHIPS_PULLING,
)


def side_by_side() -> SideBySide:
    """What measures rules and ranking, ours and PokerKit's."""
    rules = game("poker")
    options = rules.options(_PRESET)
    rng = random.Random(1)  # noqa: S311
    hands = [rng.sample(range(len(FRENCH)), 5) for _ in range(_HANDS)]
    RANKINGS["standard"].strength(hands[0])  # makes its tables
    ready = [tuple(next(kit.Card.parse(FRENCH.text(card))) for card in hand) for hand in hands]
    return SideBySide(
        f"PokerKit {version('pokerkit')}",
        _PRESET,
        {
            "decisions_per_s": lambda: random_play(rules, options, _SECONDS),
            "library_decisions_per_s": lambda: _random_play(options, _SECONDS),
            "hands_per_s": lambda: _ranked(RANKINGS["standard"].strength, hands),
            "library_hands_per_s": lambda: _ranked(kit.StandardHighHand, ready),
        },
    )


def _ranked(rank: Callable[[Any], Any], hands: Sequence[Any]) -> float:
    """Hands ranked a second, over and over."""
    rounds = 0
    began = time.perf_counter()
    while (taken := time.perf_counter() - began) < _SECONDS:
        for hand in hands:
            rank(hand)
        rounds += 1
    return rounds * len(hands) / taken


def _random_play(options: Any, seconds: float) -> float:
    """Decisions a second of whole games, dealing included, chosen as in `random_play`."""
    draw = random.Random(1).random  # noqa: S311
    decisions = 0
    began = time.perf_counter()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        while (taken := time.perf_counter() - began) < seconds:
            chips = [options.chips] * SEATS
            for _ in range(options.hands):
                sitting = [seat for seat, own in enumerate(chips) if own >= options.ante]
                if len(sitting) < 2:
                    break
                state = _hand([chips[seat] for seat in sitting], options.ante)
                while state.status:
                    _act(state, draw)
                    decisions += 1
                for seat, own in zip(sitting, state.stacks, strict=True):
                    chips[seat] = own
    return decisions / taken


def _hand(chips: Sequence[int], ante: int) -> kit.State:
    """A hand about to begin, with these chips from the dealer's left on."""
    return kit.State(
        _AUTOMATIC,
        kit.Deck.STANDARD,
        (kit.StandardHighHand,),
        _STREETS,
        kit.BettingStructure.NO_LIMIT,
        True,
        (ante,) * len(chips),
        (0,) * len(chips),
        0,
        tuple(chips),
        len(chips),
        mode=kit.Mode.CASH_GAME,
    )


def _act(state: kit.State, draw: Callable[[], float]) -> None:
    """Do any legal thing, all alike."""
    drawing = state.stand_patter_or_discarder_index
    if drawing is not None:
        hand = state.hole_cards[drawing]
        state.stand_pat_or_discard([hand[place] for place in SELECTIONS[int(draw() * len(SELECTIONS))]])
        return
    plain = 2 if state.checking_or_calling_amount else 1
    low = high = 0
    if state.can_complete_bet_or_raise_to():
        low = state.min_completion_betting_or_raising_to_amount or 0
        high = (state.max_completion_betting_or_raising_to_amount or 0) + 1
    choice = int(draw() * (plain + high - low))
    if choice >= plain:
        state.complete_bet_or_raise_to(low + choice - plain)
    elif choice == 1 or plain == 1:
        state.check_or_call()
    else:
        state.fold()
