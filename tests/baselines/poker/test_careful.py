"""Poker's `careful`: what others bet and drew counts, and what a bet costs."""

import pytest
from baselines.poker.table import GAME, HOUSE, STANDARD, answer, mean_payoff, play, seat, view
from games.playing import Table, tables
from games.playing import play as examples
from hypothesis import given

from fajer.baselines.poker.careful import Careful, Rival, buys
from fajer.baselines.poker.greedy import Greedy
from fajer.baselines.poker.odds import Odds
from fajer.baselines.random import Random

ALL = (1 << 52) - 1


# By the house's rules


def test_it_bets_what_nobody_can_pay() -> None:
    # Whoever cannot pay has to fold: 51 wins at once, whatever the hand.
    seen = view("2c 7d 9h Js Qc", seat(50), seat(30))
    assert answer(Careful(), seen) == "bet 51"


def test_it_raises_by_what_nobody_can_pay() -> None:
    # The first has bet 20 and has 30 left; the second would have to find 20 more, and has 45.
    seen = view("2c 7d 9h Js Qc", seat(30, bet=20), seat(45))
    assert answer(Careful(), seen) == "raise 31"
    seen = view("2c 7d 9h Js Qc", seat(30, bet=20), seat(60))
    assert answer(Careful(), seen) == "raise 41"


def test_a_bet_that_everyone_else_has_no_chips_for_is_at_least_one() -> None:
    seen = view("2c 7d 9h Js Qc", seat(0))
    assert answer(Careful(), seen) == "bet 1"


def test_where_somebody_has_as_much_it_cannot_buy_the_pot() -> None:
    seen = view("2c 7d 9h Js Qc", seat(99))
    assert buys(seen, ["pass", "bet 1..99"]) == ""
    assert buys(view("2c 7d 9h Js Qc", seat(98)), ["pass", "bet 1..99"]) == "bet 99"
    assert buys(view("2c 7d 9h Js Qc", seat(98)), ["pass"]) == ""


def test_where_short_stacks_may_call_it_buys_nothing() -> None:
    seen = view("2c 3d 4h 5s 7c", seat(2, drew=0), options=STANDARD)
    assert answer(Careful(), seen, options=STANDARD) == "pass"


# What it believes of others


def below(place: float, other: object, *, drawn: bool = True, bet: int = 0) -> float:
    """What a standard player's hand is believed to be below."""
    seen = view("2c 7d 9h Js Qc", other, own=seat(bet=bet), drawn=drawn, options=STANDARD)  # type: ignore[arg-type]
    return Rival(other, seen, Odds("standard", ALL).kinds(), "standard", raised=False).below(place)


def test_without_a_word_any_hand_is_as_likely() -> None:
    for place in (0.0, 0.3, 0.501, 0.99, 1.0):
        assert below(place, seat(), drawn=False) == pytest.approx(place)


def test_the_fewer_somebody_drew_the_better_the_hand() -> None:
    # The place of two pairs: half of all hands are no pair, and 0.42 are one.
    pair, two_pairs = 1_302_540 / 2_598_960, 2_400_780 / 2_598_960
    assert below(pair, seat(drew=3)) < below(pair, seat(drew=4)) < below(pair, seat(drew=5))
    assert below(two_pairs, seat(drew=0)) == 0, "who draws none has a straight or better"
    assert below(two_pairs, seat(drew=1)) < below(two_pairs, seat(drew=3))


def test_it_remembers_who_raised_until_the_next_deal() -> None:
    # After the draw nobody has bet yet. Nines are bet on against somebody who drew three; the hand of somebody
    # who raised before the draw is believed to be better.
    seen = view("9s 9d 4h Js 7c", seat(drew=3), own=seat(drew=3), options=STANDARD)
    quiet, told, later = Careful(), Careful(), Careful()
    told.events = [("raise", 1, 10)]
    later.events = [("raise", 1, 10), ("deal", 1, 0)]
    assert answer(quiet, seen, options=STANDARD).startswith("bet ")
    assert answer(told, seen, options=STANDARD) == "pass"
    assert answer(later, seen, options=STANDARD) == answer(quiet, seen, options=STANDARD)


def test_who_bet_has_a_better_hand() -> None:
    place = 0.7
    assert below(place, seat(bet=5), drawn=False) < below(place, seat(), drawn=False)
    assert below(place, seat(bet=5, drew=3)) < below(place, seat(drew=3))
    # Who has not paid the bet yet said nothing.
    assert below(place, seat(drew=3), bet=5) == below(place, seat(drew=3))


# What it does


def test_it_calls_a_bet_after_a_draw_of_four_and_not_after_one_of_none() -> None:
    legal = ["fold", "call"]
    hand = "Kc Kd 9h 5s 2c"
    for drew, action in ((4, "call"), (0, "fold")):
        seen = view(hand, seat(bet=10, drew=drew), pot=20, options=STANDARD)
        assert answer(Careful(), seen, legal, options=STANDARD) == action


def test_it_bets_the_pot_on_a_hand_that_cannot_be_beaten_and_never_more() -> None:
    seen = view("Tc Jc Qc Kc Ac", seat(drew=3), options=STANDARD, pot=10)
    assert answer(Careful(), seen, options=STANDARD) == "bet 10"


def test_what_it_bets_is_what_others_can_pay() -> None:
    # 4 is all that the other has: more would come back.
    seen = view("Tc Jc Qc Kc Ac", seat(4, drew=3), options=STANDARD, pot=10)
    assert answer(Careful(), seen, options=STANDARD) == "bet 4"


def test_it_keeps_three_of_a_kind_and_draws_two() -> None:
    seen = view("8c 8d 8h 2s 5c", seat(drew=1), phase="draw", options=STANDARD)
    assert answer(Careful(), seen, options=STANDARD) == "draw 2s 5c"


# Whole games


@pytest.mark.parametrize("preset", list(GAME.presets))
def test_it_plays_legally(preset: str) -> None:
    options = GAME.options(preset)
    fewest, most = GAME.players(options)
    for players in (fewest, most):
        bots = [Careful(), *[Random() for _ in range(players - 1)]]
        play(bots, options, f"careful {players}")


@examples(10)
@given(tables(GAME))
def test_it_plays_legally_by_any_options(table: Table) -> None:
    play([Careful() for _ in range(table.players)], table.options, table.seed)


def test_the_same_view_twice_is_the_same_action() -> None:
    bot = Careful()
    seen = view("Ac Kd 4h 4s 2c", seat(bet=3))
    first = answer(bot, seen)
    answer(bot, view("8c 8d 8h 2s 5c", seat(), seat()))
    assert answer(bot, seen) == answer(Careful(), seen) == first


@pytest.mark.slow
@pytest.mark.parametrize("options", [HOUSE, STANDARD], ids=["house", "standard"])
def test_it_beats_greedy(options: object) -> None:
    # Over 300 sets it wins 27 ± 5 (house) and 39 ± 6 (standard) of the 100 chips a game.
    assert mean_payoff(Careful, Greedy, options, 2, 30, "careful") > 5
