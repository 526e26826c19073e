"""Proves the rules on how a game ends, its places and payoffs: F-27 … F-29, and the worst payoff."""

from fractions import Fraction

import pytest
from games.tables import EQUAL, GAME, NOTHING, Dealt, do, left, show, showdown, start, with_stakes

W0, W21, ALSO_21, W31 = NOTHING[0], "Ap Xp 7z", "Az Xz 7m", "Am Xm Um"
VOID = ("keep", "go", "go")
"""A deal of two with a limit of one round."""


def test_no_outcome_before_the_end():
    with pytest.raises(ValueError, match="not over"):
        start(Dealt(0, [W0, W31])).outcome()


# F-27


@pytest.mark.parametrize(("each", "players"), [(1, 2), (3, 2), (1, 4), (2, 3)])
def test_f27_the_last_player_in_wins_all_the_stakes(each: int, players: int):
    # The last seat always holds 31; the others nothing, and pay and go out together.
    hands = [*NOTHING[: players - 1], "At Xt Ut"]
    state = start(*(Dealt(deal % players, hands) for deal in range(each + 1)), stakes=each)
    for _ in range(each):
        show(state)
    assert state.turn >= 0
    show(state)
    assert state.turn == -1
    outcome = state.outcome()
    assert outcome.payoffs == (-each,) * (players - 1) + (each * (players - 1),)
    assert outcome.places == (2,) * (players - 1) + (1,)
    assert not outcome.drawn


def test_f27_places_of_those_who_went_out_in_one_step_are_shared():
    # 0 goes first; 1 and 2 in the next step; 3 is left: 1, 2, 2, 4 by place.
    state = showdown([0, 0, 0, 1], [W0, W21, ALSO_21, W31])
    assert state.outcome().places == (4, 2, 2, 1)
    assert state.outcome().payoffs == (-1, -1, -1, 3)


def test_f27_two_who_went_first_share_the_third_place():
    # 0 and 1 in the first step (3 and 4 shared), then 2; 3 is left.
    state = showdown([0, 0, 0, 1], [W0, NOTHING[3], W21, W31])
    assert state.outcome().places == (3, 3, 2, 1)


def test_f27_who_went_out_in_a_later_deal_is_better():
    # Seat 2 is out in the second deal, seat 0 (its stake paid in the third) in the fourth.
    state = with_stakes(
        [1, 1, 0],
        Dealt(1, [W21, W31, W0]),
        Dealt(0, [W0, W31, ""]),
        Dealt(1, [W0, W31, ""]),
        broke="nobody",
    )
    assert show(state).out == [2]
    assert show(state).paid == [0]
    assert show(state).out == [0]
    assert state.outcome().places == (2, 1, 3)
    assert state.outcome().payoffs == (-1, 2, -1)


def test_f27_a_winner_who_has_just_paid_has_won_all_the_same():
    # Equal hands, one stake between them: it is paid, the other is out.
    state = showdown([0, 1], EQUAL[:2])
    assert state.outcome().payoffs == (-1, 1)


def test_f27_nobody_has_a_turn_after_the_end():
    state = showdown([1, 0], [W31, W0])
    assert (state.turn, list(state.legal()), state.legal_text()) == (-1, [], [])


# F-28


def test_f28_at_so_many_deals_the_game_is_drawn_and_the_stakes_shared():
    # Three players, two stakes each: after two deals all are in, however much they have left.
    hands = [W0, W21, W31]
    state = start(Dealt(0, hands), Dealt(1, hands), deal_cap=2, stakes=2)
    show(state)
    assert state.turn >= 0
    show(state)
    assert state.turn == -1
    outcome = state.outcome()
    assert outcome.drawn
    assert outcome.places == (1, 1, 1)
    assert outcome.payoffs == (0, 0, 0)


def test_f28_two_left_of_three_share_the_stake_of_the_third():
    # Payoff stakes × n / k − stakes = 1 × 3 / 2 − 1 = ½ each.
    state = showdown([0, 1, 1], [W0, W21, W31], deal_cap=2)
    outcome = state.outcome()
    assert outcome.drawn
    assert outcome.places == (3, 1, 1)
    assert outcome.payoffs == (-1, Fraction(1, 2), Fraction(1, 2))


def test_f28_three_left_of_four():
    # 1 × 4 / 3 − 1 = 1/3 each; the one who went out is fourth.
    state = showdown([1, 0, 1, 1], [W21, W0, W31, "Xt Ut Ot"], deal_cap=2)
    outcome = state.outcome()
    assert outcome.places == (1, 4, 1, 1)
    assert outcome.payoffs == (Fraction(1, 3), -1, Fraction(1, 3), Fraction(1, 3))


def test_f28_two_left_of_four_and_two_gone_in_two_steps():
    # 1 × 4 / 2 − 1 = 1 each; 1 went before 3.
    state = showdown([1, 0, 1, 0], [W31, W0, "Xt Ut Ot", W21], deal_cap=2)
    outcome = state.outcome()
    assert outcome.places == (1, 4, 1, 3)
    assert outcome.payoffs == (1, -1, 1, -1)


def test_f28_a_game_that_ends_with_its_last_deal_is_not_drawn():
    state = showdown([1, 0], [W31, W0], deal_cap=2)
    assert not state.outcome().drawn
    assert state.outcome().payoffs == (1, -1)


def test_f28_void_deals_in_a_row_draw_the_game_for_all_still_in():
    # Seat 1 goes out first; the two others then play two void deals.
    state = with_stakes(
        [1, 0, 1],
        Dealt(1, [W21, W0, W31]),
        Dealt(2, [NOTHING[0], "", NOTHING[1]], "Kt Op 8p"),
        Dealt(0, [NOTHING[0], "", NOTHING[1]], "Kt Op 8p"),
        heads_up_round_limit=1,
        void_cap=2,
        broke="nobody",
    )
    show(state)
    do(state, *VOID)
    assert state.turn >= 0
    do(state, *VOID)
    outcome = state.outcome()
    assert outcome.drawn
    assert outcome.places == (1, 3, 1)
    assert outcome.payoffs == (Fraction(1, 2), -1, Fraction(1, 2))


def test_f28_void_deals_count_as_deals():
    state = start(Dealt(0, NOTHING[:2], "Kt Op 8p"), heads_up_round_limit=1, deal_cap=1)
    do(state, *VOID)
    assert state.outcome().drawn


def test_f28_deals_dealt_again_count_as_deals():
    # Two broke players with equal hands (F-24); two deals in all.
    state = showdown([0, 0], EQUAL[:2], deal_cap=2)
    assert state.outcome().drawn
    assert state.outcome().payoffs == (0, 0)


def test_f28_a_thousand_deals_and_fifty_void_ones_by_both_presets():
    for preset in GAME.presets.values():
        assert (preset.deal_cap, preset.void_cap) == (1000, 50)


def test_f28_the_caps_do_not_hold_without_stakes():
    # Three void deals are played, though one would be the cap twice over.
    deals = (Dealt(dealer, NOTHING[:2], "Kt Op 8p") for dealer in (0, 1, 0))
    state = start(*deals, stakes=0, deals=3, heads_up_round_limit=1, deal_cap=1, void_cap=1)
    do(state, *VOID, *VOID)
    assert state.turn >= 0
    do(state, *VOID)
    assert state.turn == -1
    assert not state.outcome().drawn


# F-29


def without_stakes(*deals: list[str], **changes: object):
    """A game without stakes, each deal shown; it is over after the last."""
    players = len(deals[0])
    stacked = [Dealt(deal % players, hands) for deal, hands in enumerate(deals)]
    state = start(*stacked, stakes=0, deals=len(deals), **changes)
    for number in range(len(deals)):
        assert state.turn >= 0
        assert state.view(0).deals_left == len(deals) - number - 1
        show(state)
    assert state.turn == -1
    return state


def test_f29_so_many_deals_are_played_and_payments_counted():
    # Seat 0 loses both deals, seat 1 one of them with it: losses 2, 1, 0, the mean is 1.
    state = without_stakes([W0, W21, W31], [W0, NOTHING[3], W31])
    assert [deal.paid for deal in state.finished()] == [[0], [0, 1]]
    assert [seat.losses for seat in state.view(2).seats] == [2, 1, 0]
    outcome = state.outcome()
    assert outcome.places == (3, 2, 1)
    assert outcome.payoffs == (-1, 0, 1)
    assert not outcome.drawn


def test_f29_payoffs_are_fractions():
    # One loss among three: the mean is 1/3.
    outcome = without_stakes([W0, W21, W31]).outcome()
    assert outcome.payoffs == (Fraction(-2, 3), Fraction(1, 3), Fraction(1, 3))
    assert outcome.places == (3, 1, 1)


def test_f29_ties_share_a_place_and_the_next_is_left_out():
    # Losses 0, 1, 1, 2: places 1, 2, 2, 4; the mean is 1.
    state = without_stakes([W31, W0, W21, NOTHING[3]], [W31, W21, W0, NOTHING[3]])
    assert state.outcome().places == (1, 2, 2, 4)
    assert state.outcome().payoffs == (1, 0, 0, -1)


def test_f29_nobody_goes_out():
    deals = [[W0, W31]] * 5
    state = without_stakes(*deals)
    assert all(deal.paid == [0] and deal.out == [] for deal in state.finished())
    assert left(state) == [0, 1]
    # Losses 5 and 0, the mean 5/2.
    assert state.outcome().payoffs == (Fraction(-5, 2), Fraction(5, 2))


@pytest.mark.parametrize("heads_up_tie", ["pay", "redeal"])
def test_f29_two_equal_hands_are_a_loss_for_both(heads_up_tie: str):
    state = without_stakes(list(EQUAL[:2]), heads_up_tie=heads_up_tie)
    assert state.finished()[0].paid == [0, 1]
    assert state.outcome().payoffs == (0, 0)


def test_f29_three_aces_are_a_loss_for_all_others():
    state = start(Dealt(0, [W0, "Ap Az At", W31]), stakes=0, deals=1)
    do(state, "keep")
    # Losses 1, 0, 1, the mean 2/3.
    assert state.outcome().payoffs == (Fraction(-1, 3), Fraction(2, 3), Fraction(-1, 3))
    assert state.outcome().places == (2, 1, 2)


def test_f29_a_void_deal_is_a_deal_without_losses():
    state = start(Dealt(0, NOTHING[:2], "Kt Op 8p"), stakes=0, deals=1, heads_up_round_limit=1)
    do(state, *VOID)
    assert state.outcome().payoffs == (0, 0)
    assert state.outcome().places == (1, 1)


def test_f29_there_is_no_pot_and_no_stake():
    state = start(Dealt(0, [W0, W31]), stakes=0, deals=2)
    show(state)
    view = state.view(1)
    assert view.pot == 0
    assert [seat.stakes for seat in view.seats] == [0, 0]
    assert view.deals_left == 0


def test_f29_deals_left_is_for_games_without_stakes():
    assert start(Dealt(0, [W0, W31])).view(0).deals_left is None
    assert start(Dealt(0, [W0, W31]), stakes=0).view(0).deals_left == 29


def test_f29_thirty_deals_by_both_presets():
    assert [preset.deals for preset in GAME.presets.values()] == [30, 30]


# The worst payoff


def test_f27_the_worst_payoff_is_the_loss_of_all_stakes():
    assert GAME.worst(GAME.options("german", {"stakes": "5"}), 4) == -5


@pytest.mark.parametrize("players", [2, 3, 9])
def test_f29_the_worst_payoff_is_every_deal_lost_alone(players: int):
    # Own losses 30, the mean 30 / n: 30/n − 30 = −30 (n − 1) / n.
    assert GAME.worst(GAME.options("german", {"stakes": "0"}), players) == Fraction(-30 * (players - 1), players)


def test_f29_the_worst_payoff_comes_about():
    deals = [[W0, W21, W31]] * 4
    state = without_stakes(*deals)
    assert state.outcome().payoffs[0] == GAME.worst(GAME.options("german", {"stakes": "0", "deals": "4"}), 3)
