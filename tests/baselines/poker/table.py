"""Asks a poker bot of the package: about views made by hand, and in whole games played in this process."""

import random
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import msgspec

from fajer.bot import Bot
from fajer.games import game, seeds
from fajer.games.poker.hands import RANKINGS
from fajer.games.poker.view import SeatView, View
from fajer.wire.messages import Clock, Start

GAME = game("poker")
HOUSE = GAME.options("house-one-draw")
STANDARD = GAME.options("standard-one-draw")


def seat(chips: int = 99, *, bet: int = 0, drew: int | None = None, shown: str = "", folded: bool = False) -> SeatView:
    """A player in the game: in this hand too, unless folded."""
    return SeatView(
        in_=True,
        chips=chips,
        folded=folded,
        all_in=not chips,
        bet=bet,
        paid=bet + 1,
        drew=[] if drew is None else [drew],
        shown=shown.split() or None,
    )


def view(
    hand: str,
    *others: SeatView,
    own: SeatView | None = None,
    phase: str = "bid",
    pot: int = 10,
    drawn: bool = True,
    discarded: str = "",
    options: Any = HOUSE,
) -> View:
    """What seat 0 sees that holds `hand`, before or after the only draw; `others` sit in seats 1 and on."""
    mine = own or seat()
    level = max(other.bet for other in (mine, *others))
    cards = [GAME.deck.card(card) for card in hand.split()]
    ranking = RANKINGS[options.ranking]
    kind, strength = ranking.describe(ranking.strength(cards))
    return View(
        deal=0,
        dealer=len(others),
        phase=phase,  # type: ignore[arg-type]
        round=1 if drawn or phase == "draw" else 0,
        draws_left=0 if drawn or phase == "draw" else 1,
        seat=0,
        hand=hand.split(),
        kind=kind,
        strength=strength,
        pot=pot,
        carried=0,
        level=level,
        to_call=level - mine.bet,
        min_raise=1,
        discarded=discarded.split(),
        deals_left=9,
        seats=[mine, *others],
    )


def bids(seen: View) -> list[str]:
    """What seat 0 is offered by the house's rules where it can pay, in a round in which anybody may bet."""
    left = seen.seats[0].chips - seen.to_call
    if not seen.level:
        return ["pass", f"bet 1..{left}"]
    return ["fold", "call", f"raise 1..{left}"]


def ready(bot: Bot, options: Any, place: int, players: int, seed: str = "0" * 16) -> Bot:
    """The bot with a game before it, as it is when it is asked."""
    bot.game = Start(
        game_id="0" * 16,
        game="poker",
        rules=msgspec.to_builtins(options),
        seat=place,
        players=players,
        seed=seed,
        clock=Clock(move_ms=1000, bank_ms=0),
    )
    bot.random = random.Random(seed)
    return bot


def answer(bot: Bot, seen: View, legal: Sequence[str] = (), options: Any = HOUSE) -> str:
    """What the bot does about `seen`; without `legal` all draws or bids are open to it."""
    offered = list(legal) or (["draw", "draw *"] if seen.phase == "draw" else bids(seen))
    return ready(bot, options, 0, len(seen.seats)).act(seen, offered)


def play(bots: Sequence[Bot], options: Any, seed: str) -> tuple[Fraction, ...]:
    """A whole game; the payoffs by seat. `parse` refuses what is not legal."""
    lots = [seeds.bot_seed(seed, 0, place) for place in range(len(bots))]
    state = GAME.start(options, len(bots), seed)
    decode = msgspec.json.Decoder(GAME.view_type).decode
    told = [0] * len(bots)
    while (turn := state.turn) >= 0:
        bot = ready(bots[turn], options, turn, len(bots), f"{lots[turn]}{state.deal}{len(state.events)}")
        bot.events = state.events[told[turn] :]
        told[turn] = len(state.events)
        seen = decode(msgspec.json.encode(state.view(turn)))
        state.apply(state.parse(bot.act(seen, state.offered())))
    return state.outcome().payoffs


def mean_payoff(better: type[Bot], other: type[Bot], options: Any, players: int, sets: int, match_seed: str) -> float:
    """What `better` wins a game among as many of `other` as there are seats left, in every seat of each deal."""
    total = Fraction(0)
    for number in range(sets):
        for place in range(players):
            bots = [better() if place == own else other() for own in range(players)]
            total += play(bots, options, seeds.game_seed(match_seed, number))[place]
    return float(total / (sets * players))
