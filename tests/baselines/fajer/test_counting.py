"""`counting`: samples deals that fit what it saw."""

import random

import msgspec
import pytest
from baselines.asking import GERMAN, answer, exchanges, mean_payoff, play, seat, view
from games.playing import Table, tables
from games.playing import play as examples
from hypothesis import given

from fajer.baselines.fajer.careful import Careful, numbers
from fajer.baselines.fajer.counting import Counting, Play, Position
from fajer.baselines.random import Random
from fajer.games import game
from fajer.games.fajer.options import Options
from fajer.games.fajer.view import View

GAME = game("fajer")


def position(seen: View, options: Options = GERMAN) -> Position:
    return Position(seen, msgspec.to_builtins(options))


# What it does


def test_it_makes_three_aces_wherever_it_can() -> None:
    # Three aces end the deal at once, and all others pay: nothing can be better.
    assert answer(Counting(), view("Ap Az 7m", "Am Kp 8t", seat(), seat())) == "swap 7m Am"


def test_it_takes_the_one_card_that_saves_it() -> None:
    # Leaves were laid for 30. The king of hearts makes 11 + 10 + 10 = 31; the nine 30, which would pay as well.
    seen = view("Ap Xp 7m", "Kp 9p 8t", seat(laid="Xz Uz Oz"), phase="closing")
    swaps = [action for action in exchanges(seen) if action.startswith("swap")]
    assert answer(Counting(), seen, ["lay", *swaps]) == "swap 7m Kp"


@pytest.mark.parametrize(("known", "given"), [("8z 8m", "9t"), ("9z 9m", "8p")])
def test_it_never_gives_the_third_card_of_a_triple(known: str, given: str) -> None:
    # The king of leaves makes 21 with the ace. The third card may be the eight or the nine, both worth nothing
    # there; the one that is left must not be what the only other player needs for 30½.
    seen = view("Az 8p 9t", "Kz 7m Om", seat(known))
    assert answer(Counting(), seen) == f"swap {given} Kz"


def test_it_lays_against_a_hand_that_it_knows_to_be_lost() -> None:
    # All three cards of the other hand are known, and worth nothing. No card of the middle makes three of a suit, a
    # triple, or an ace with its ten of them: whatever they exchange, 21 is enough now, but may not be in a round.
    seen = view("Ap Xp 7z", "7p 8m Uz", seat("8z 9t 9m"))
    assert answer(Counting(), seen) == "lay"


def test_31_is_laid_or_improved_but_not_given_up() -> None:
    seen = view("Ap Xp Up", "7z 8m 9t", seat(), seat())
    assert answer(Counting(), seen) in ("lay", "go")


def test_the_opener_keeps_21() -> None:
    assert answer(Counting(), view("Ap Xp 7z", "", seat(), seat(), phase="open"), ["keep", "put"]) == "keep"


# How it samples


def test_a_sampled_deal_fits_what_was_seen() -> None:
    seen = view("Ap Xp 7z", "7p 8m Uz", seat("8z"), seat("9t 9m"), seat("Az Kz Km"))
    seen.seen.append("Ot")  # it went through somebody's hand, and is hidden again
    where = position(seen)
    draw = random.Random(1)
    for _ in range(200):
        hands, talon = where.deal(draw)
        dealt = [card for hand in hands for card in hand]
        assert [len(hand) for hand in hands] == [3, 3, 3, 3]
        assert hands[0] == numbers(["Ap", "Xp", "7z"])
        assert hands[1][:1] == numbers(["8z"])
        assert hands[2][:2] == numbers(["9t", "9m"])
        assert hands[3] == numbers(["Az", "Kz", "Km"])
        assert len({*dealt, *talon}) == 15
        assert not {*dealt, *talon} & {*numbers(["7p", "8m", "Uz", "Ot"])}


def test_a_known_card_is_dealt_with_what_goes_with_it() -> None:
    # 24 cards are unseen, one of them the under of acorns: by lot the third card of this hand is that one in 42 of
    # 1,000 deals; where the best of four draws is taken, in 167.
    where = position(view("7m 8m 9z", "7z 8t Uz", seat("Up Ut")))
    draw = random.Random(1)
    (under,) = numbers(["Um"])
    assert sum(under in where.deal(draw)[0][1] for _ in range(1000)) > 100


def test_the_weakest_lose() -> None:
    where = position(view("Ap Xp 7z", "7p 8m Uz", seat(), seat()))
    hands = [numbers(hand.split()) for hand in ("Ap Xp 7z", "8z 9t 9m", "8p 7m Kt")]
    assert where.losers(hands) == (False, True, True)


def test_when_the_weakest_cannot_pay_the_next_do() -> None:
    # F-23: the last has no stake left, is out, and the next weakest pays.
    where = position(view("Ap Xp 7z", "7p 8m Uz", seat(), seat(stakes=0)))
    hands = [numbers(hand.split()) for hand in ("Ap Xp 7z", "Az Xz 9m", "8p 7m Kt")]
    assert where.losers(hands) == (True, True, True)
    assert where.losers([numbers(["Ap", "Xp", "Up"]), *hands[1:]]) == (False, True, True)


def test_its_share_of_the_pot() -> None:
    # Three can bear 4 losses each, the last only 1. After (lost, not, lost) they can bear 3, 4 and 0:
    # 9 / (9 + 16 + 0).
    where = position(view("Ap Xp 7z", "7p 8m Uz", seat(), seat(stakes=0)))
    assert where.share((True, False, True)) == pytest.approx(9 / 25)


def test_its_share_without_stakes_is_what_counts_then() -> None:
    # F-29: the mean of all losses less one's own, 2 / 3 − 1 and 2 / 3 − 0.
    where = position(view("Ap Xp 7z", "7p 8m Uz", seat(), seat()), GAME.options("german", {"stakes": "0"}))
    assert where.share((True, False, True)) == pytest.approx(2 / 3 - 1)
    assert where.share((False, True, True)) == pytest.approx(2 / 3)


def test_a_limit_of_rounds_makes_a_deal_void() -> None:
    # Two rounds of two are four turns. Three were taken; after one's own `go` the limit is over: nobody loses.
    limit = GAME.options("three-stakes", {"heads_up_round_limit": "2"})
    where = position(view("7p 8m 9z", "7z 8t Uz", seat(), turns=3), limit)
    hands, talon = where.deal(random.Random(1))
    assert Play(where, hands, where.middle).act("go", talon) is None
    assert Play(where, hands, where.middle).on() == (False, False)


# Whole games


@pytest.mark.parametrize("preset", ["german", "three-stakes"])
@pytest.mark.parametrize("players", [2, 3, 5, 9])
def test_it_plays_legally(preset: str, players: int) -> None:
    bots = [Random() for _ in range(players - 1)]
    play([*bots, Counting()], GAME.options(preset), f"counting {players}")


@examples(8)
@given(tables(GAME))
def test_it_plays_legally_by_any_options(table: Table) -> None:
    bots = [Random() for _ in range(table.players - 1)]
    play([Counting(), *bots], table.options, table.seed)


def test_the_same_view_twice_is_the_same_action() -> None:
    # Two actions here are about as good: a lot of its own would decide now so, now so.
    bot = Counting()
    seen = view("Xp 8z 7z", "8t 9m Kp", seat("7p"), seat())
    first = answer(bot, seen)
    for _ in range(3):
        answer(bot, view("Ap Xp 7z", "8m 9t Om", seat(), seat()))
        assert answer(bot, seen) == answer(Counting(), seen) == first


@pytest.mark.slow
def test_it_beats_careful() -> None:
    # Over thousands of games it wins about 0.7 stakes a game; here a few of them have to show which way it is.
    assert mean_payoff(Counting(), Careful(), 2, 12, "a few") > 0
