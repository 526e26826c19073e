"""Asks a bot of the package: about views made by hand, and in whole games played in this process."""

import random
from collections.abc import Sequence
from fractions import Fraction

import msgspec

from fajer.bot import Bot
from fajer.games import game, seeds
from fajer.games.fajer.hands import worth
from fajer.games.fajer.options import Options
from fajer.games.fajer.view import SeatView, View
from fajer.wire.messages import Clock, Start

GAME = game("fajer")
GERMAN = GAME.options("german")


def seat(known: str = "", *, laid: str = "", said_go: bool = False, stakes: int = 3) -> SeatView:
    """A player still in: the cards they are known to have, or the hand that they laid."""
    return SeatView(
        in_=True,
        stakes=stakes,
        losses=0,
        said_go=said_go,
        laid=laid.split() or None,
        laid_worth=worth(laid.split()) if laid else None,
        known=(laid or known).split(),
    )


def view(hand: str, middle: str, *others: SeatView, phase: str = "exchange", turns: int = 4) -> View:
    """What seat 0 sees that holds `hand`; `others` sit in seats 1 and on."""
    seats = [seat(), *others]
    known = [card for other in others for card in other.known]
    common = middle.split()
    return View(
        deal=0,
        dealer=0,
        opener=0,
        phase=phase,  # type: ignore[arg-type]
        turns=turns if phase != "open" else 0,
        round=turns // len(seats) if phase != "open" else 0,
        seat=0,
        hand=hand.split(),
        worth=worth(hand.split()),
        common=common,
        common_worth=worth(common) if common else 0,
        pot=0,
        voids=0,
        deals_left=None,
        seen=common + known,
        seats=seats,
    )


def exchanges(seen: View) -> list[str]:
    """All that may be done in the exchange phase by one who did not say `go` (F-14)."""
    swaps = [f"swap {own} {common}" for own in seen.hand for common in seen.common]
    return ["lay"] * (seen.worth >= 21) + ["go"] + ["take"] * (seen.common_worth >= 21) + swaps


def ready(bot: Bot, options: Options, place: int, players: int, seed: str = "0" * 16) -> Bot:
    """The bot with a game before it, as it is when it is asked."""
    bot.game = Start(
        game_id="0" * 16,
        game="fajer",
        rules=msgspec.to_builtins(options),
        seat=place,
        players=players,
        seed=seed,
        clock=Clock(move_ms=100, bank_ms=1000),
    )
    bot.random = random.Random(seed)
    return bot


def answer(bot: Bot, seen: View, legal: Sequence[str] = (), options: Options = GERMAN) -> str:
    """What the bot does about `seen`; without `legal` all exchanges are open to it."""
    return ready(bot, options, seen.seat, len(seen.seats)).act(seen, list(legal) or exchanges(seen))


def play(bots: Sequence[Bot], options: Options, seed: str) -> tuple[Fraction, ...]:
    """A whole game; the payoffs by seat. The referee's `parse` refuses what is not legal."""
    lots = [seeds.bot_seed(seed, 0, place) for place in range(len(bots))]
    state = GAME.start(options, len(bots), seed)
    while (turn := state.turn) >= 0:
        bot = ready(bots[turn], options, turn, len(bots), f"{lots[turn]}{state.deal}{len(state.events)}")
        state.apply(state.parse(bot.act(state.view(turn), state.legal_text())))
    return state.outcome().payoffs


def mean_payoff(better: Bot, other: Bot, players: int, sets: int, match_seed: str) -> float:
    """What `better` wins a game among as many of `other` as there are seats left, in every seat of each deal."""
    total = Fraction(0)
    for number in range(sets):
        for place in range(players):
            bots = [better if place == own else other for own in range(players)]
            total += play(bots, GERMAN, seeds.game_seed(match_seed, number))[place]
    return float(total / (sets * players))
