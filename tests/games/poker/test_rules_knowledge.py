"""Proves what a player may know: P-20. That nothing else is told, tests/games/test_secrecy.py proves too."""

import pytest
from games.playing import play, tables
from games.poker.setting import GAME, PAIRS, Dealt, do, start, told
from hypothesis import given
from hypothesis import strategies as st

from fajer.games.cards import FRENCH

CARDS = set(FRENCH.names)


def cards_in(value: object) -> set[str]:
    """Every card that something names, however deep."""
    if isinstance(value, str):
        return CARDS & {value}
    return {card for part in value for card in cards_in(part)} if isinstance(value, list | tuple) else set()


@play(60)
@given(data=st.data())
def test_p20_only_a_shown_and_a_folded_hand_name_cards(data: st.DataObject):
    table = data.draw(tables(GAME))
    *_, state = table.played()
    for event in state.events:
        if event[0] == "show" or (event[0] == "fold" and table.options.fold_shows):
            assert len(cards_in(event)) == 5
        else:
            assert cards_in(event) == set()


@play(30)
@given(data=st.data())
def test_p20_a_view_names_the_own_cards_and_those_that_were_shown(data: st.DataObject):
    table = data.draw(tables(GAME))
    for state in table.played():
        views = [state.view(seat) for seat in range(state.players)]
        public = [view.seats for view in views]
        assert all(seats == public[0] for seats in public)
        for view, seat in zip(views, public[0], strict=True):
            assert len(view.hand) in (0, 5)
            assert not set(view.hand) & set(view.discarded)
            assert len(view.discarded) == sum(seat.drew)
            assert seat.shown in (None, view.hand)


@play(30)
@given(data=st.data())
def test_p20_the_chips_of_a_view_agree_with_each_other(data: st.DataObject):
    for state in data.draw(tables(GAME)).played():
        view = state.view(0)
        if state.turn < 0:
            assert (view.pot, view.carried) == (0, 0)
            continue
        assert view.pot == view.carried + sum(seat.paid for seat in view.seats)
        assert view.level == max(seat.bet for seat in view.seats)
        asked = state.view(state.turn)
        assert asked.to_call == asked.level - asked.seats[asked.seat].bet
        assert not asked.seats[asked.seat].folded


@pytest.mark.parametrize("fold_shows", ["true", "false"])
def test_p20_a_folded_hand_is_seen_by_option_only(fold_shows: str):
    state = do(start(Dealt(0, PAIRS[:3]), fold_shows=fold_shows), "bet 2", "fold")
    assert (state.view(0).seats[2].shown is not None) == (fold_shows == "true")


def test_p20_cards_laid_aside_are_seen_by_their_owner_only():
    state = do(start(Dealt(0, PAIRS[:2])), "pass", "pass", "draw 3c 9d")
    assert state.view(1).discarded == ["3c", "9d"]
    assert state.view(0).discarded == []
    assert told(state, "draw") == [(1, 2)]


def test_p20_what_is_not_hidden_does_make_a_difference():
    # So that the tests of secrecy could fail.
    one = start(Dealt(0, PAIRS[:2]))
    own = start(Dealt(0, [PAIRS[0], PAIRS[2]]))
    assert one.view(1) != own.view(1)
    assert one.view(0) == own.view(0)
