"""Proves that every game keeps what the rest of the program relies on, by random play with random options."""

from random import Random
from typing import Any

import msgspec
import pytest
from games.playing import Table, play, tables
from hypothesis import given
from hypothesis import strategies as st

from fajer.errors import FajerError, IllegalAction, InvalidAction
from fajer.games import NAMES, game
from fajer.games.api import State

every_game = pytest.mark.parametrize("name", NAMES)

CONSERVED = {
    "fajer": lambda view: view.pot + sum(seat.stakes for seat in view.seats),
    "poker": lambda view: view.pot + sum(seat.chips for seat in view.seats),
}
"""By game: what all players and the pot have together, from a view."""

NO_ACTIONS = ["", " ", "no such action", "swap", "\x00", "draw 1"]
NO_NUMBERS = [-(10**6), -2, -1, 10**6]


def whole(state: State) -> bytes:
    """Everything that can be asked of a state, as bytes to compare."""
    return msgspec.json.encode(
        (
            state.turn,
            state.deal,
            state.players,
            [state.view(seat) for seat in range(state.players)],
            state.events,
            list(state.legal()),
            state.legal_text(),
            state.finished(),
            state.broken_off(),
            repr(state.outcome()) if state.turn < 0 else None,
        )
    )


def texts_of(table: Table) -> set[str]:
    """Texts of actions legal somewhere in a few games at this table."""
    return {text for salt in "abc" for state in table.played(salt) for text in state.legal_text()}


@every_game
@play(30)
@given(data=st.data())
def test_legal_actions_are_accepted(name: str, data: st.DataObject):
    table = data.draw(tables(game(name)))
    for state in table.played():
        legal = list(state.legal())
        assert (legal == []) == (state.turn < 0)
        assert len(set(legal)) == len(legal)
        assert state.legal_text() == [state.text(action) for action in legal]
        assert [state.parse(text) for text in state.legal_text()] == legal
        before = whole(state)
        for action in legal:
            tried = state.clone()
            tried.apply(action)
            assert whole(tried) != before
        assert whole(state) == before


@every_game
@play(30)
@given(data=st.data())
def test_what_bots_are_offered_covers_each_legal_action_once(name: str, data: st.DataObject):
    table = data.draw(tables(game(name)))
    for state in table.played():
        offered, legal = state.offered(), state.legal_text()
        assert offered[:1] == legal[:1]
        own = set(table.game.cards(state.view(state.turn))) if legal else set()
        for text in legal:
            assert sum(covers(entry, text, own) for entry in offered) == 1
        for entry in offered:
            assert any(covers(entry, text, own) for text in legal)


def covers(entry: str, text: str, own: set[str]) -> bool:
    """Whether what is offered is this text, or a pattern of it."""
    word, *parts = entry.split(" ")
    said, *given = text.split(" ")
    if parts == ["*"]:
        return said == word and 0 < len(given) == len(set(given)) and set(given) <= own
    if len(parts) == 1 and ".." in parts[0]:
        least, most = map(int, parts[0].split(".."))
        return said == word and len(given) == 1 and given[0] == str(int(given[0])) and least <= int(given[0]) <= most
    return entry == text


@every_game
@play(30)
@given(data=st.data())
def test_all_other_texts_are_refused_and_nothing_changes(name: str, data: st.DataObject):
    table = data.draw(tables(game(name)))
    elsewhere = sorted(texts_of(table))
    random = Random(table.seed)
    for state in table.played():
        before = whole(state)
        legal = set(state.legal_text())
        for text in random.sample(elsewhere, min(len(elsewhere), 40)):
            if text not in legal:
                with pytest.raises(IllegalAction) as refused:
                    state.parse(text)
                is_one_line_that_quotes(refused.value, repr(text))
        for text in NO_ACTIONS:
            with pytest.raises(InvalidAction) as invalid:
                state.parse(text)
            is_one_line_that_quotes(invalid.value, repr(text))
        assert whole(state) == before


@every_game
@play(30)
@given(data=st.data())
def test_all_other_numbers_are_refused_and_nothing_changes(name: str, data: st.DataObject):
    table = data.draw(tables(game(name)))
    elsewhere = {action for state in table.played("elsewhere") for action in state.legal()}
    numbers = sorted(elsewhere | {max(elsewhere, default=0) + 1, *NO_NUMBERS})
    for state in table.played():
        before = whole(state)
        for action in set(numbers) - set(state.legal()):
            with pytest.raises(IllegalAction) as refused:
                state.apply(action)
            is_one_line_that_quotes(refused.value, str(action) if action in NO_NUMBERS else "")
        assert whole(state) == before


def is_one_line_that_quotes(error: FajerError, text: str) -> None:
    assert text in str(error)
    assert str(error)
    assert "\n" not in str(error)


@every_game
@play(30)
@given(data=st.data())
def test_a_clone_shares_nothing_that_changes(name: str, data: st.DataObject):
    table = data.draw(tables(game(name)))
    positions = [state.clone() for state in table.played()]
    pictures = [whole(state) for state in positions]
    choose = table.chooser("another way")
    for number in sorted({0, len(positions) // 2, max(0, len(positions) - 3)}):
        other = positions[number].clone()
        assert whole(other) == pictures[number]
        while other.turn >= 0:
            other.apply(choose(other))
        assert whole(positions[number]) == pictures[number]
    assert [whole(state) for state in positions] == pictures


@every_game
@play(30)
@given(data=st.data())
def test_events_and_finished_deals_only_grow(name: str, data: st.DataObject):
    table = data.draw(tables(game(name)))
    events: list[Any] = []
    finished: list[bytes] = []
    for state in table.played():
        assert state.events[: len(events)] == events
        events = list(state.events)
        encoded = [msgspec.json.encode(deal) for deal in state.finished()]
        assert encoded[: len(finished)] == finished
        finished = encoded
        assert 0 <= len(finished) <= state.deal + 1
    assert len(finished) == state.deal + 1
    assert [event[1] for event in events if event[0] == "deal"] == list(range(state.deal + 1))


@every_game
@play(30)
@given(data=st.data())
def test_what_was_taken_for_a_record_does_not_change_afterwards(name: str, data: st.DataObject):
    table = data.draw(tables(game(name)))
    taken = [(state.broken_off(), msgspec.json.encode(state.broken_off())) for state in table.played()]
    for deals, as_taken in taken:
        assert msgspec.json.encode(deals) == as_taken


@every_game
@play(30)
@given(data=st.data())
def test_what_a_player_was_told_does_not_change_afterwards(name: str, data: st.DataObject):
    table = data.draw(tables(game(name)))
    given = [
        (state.view(seat), state.legal_text(), list(state.legal()))
        for state in table.played()
        for seat in range(state.players)
    ]
    for state, as_given in zip(table.played(), batched(given, table.players), strict=True):
        for seat, (view, texts, actions) in enumerate(as_given):
            assert (view, texts, actions) == (state.view(seat), state.legal_text(), list(state.legal()))


def batched(things: list[Any], size: int) -> list[list[Any]]:
    return [things[at : at + size] for at in range(0, len(things), size)]


@every_game
@play(30)
@given(data=st.data())
def test_a_game_broken_off_has_its_deal_closed_as_a_forfeit(name: str, data: st.DataObject):
    table = data.draw(tables(game(name)))
    for state in table.played():
        deals = list(state.broken_off())
        if state.turn < 0:
            assert deals == list(state.finished())
        else:
            assert deals[:-1] == list(state.finished())
            assert deals[-1].end == "forfeit"


@every_game
@play(30)
@given(data=st.data())
def test_what_was_asked_before_changes_no_answer(name: str, data: st.DataObject):
    table = data.draw(tables(game(name)))
    unasked = table.start()
    choose = table.chooser()
    for state in table.played():
        for seat in range(state.players):
            state.view(seat)
        state.broken_off()
        if unasked.turn >= 0:
            picture = whole(unasked.clone())
            assert whole(state) == picture
            unasked.apply(choose(unasked))
    assert whole(state) == whole(unasked)


@every_game
@play(60)
@given(data=st.data())
def test_stakes_are_conserved_and_payoffs_add_up_to_nothing(name: str, data: st.DataObject):
    table = data.draw(tables(game(name)))
    conserved = CONSERVED[name]
    at_first = conserved(table.start().view(0))
    for state in table.played():
        assert {conserved(state.view(seat)) for seat in range(state.players)} == {at_first}
        if state.turn >= 0:
            with pytest.raises(ValueError, match="not over"):
                state.outcome()
    outcome = state.outcome()
    assert len(outcome.places) == len(outcome.payoffs) == state.players
    assert sum(outcome.payoffs) == 0
    assert min(outcome.payoffs) >= table.game.worst(table.options, state.players)
    # Equal places are shared and the next ones left out; a better place is never paid less.
    assert all(place == 1 + sum(other < place for other in outcome.places) for place in outcome.places)
    by_place = sorted(zip(outcome.places, outcome.payoffs, strict=True))
    payoffs = [payoff for _, payoff in sorted(by_place, key=lambda pair: (pair[0], -pair[1]))]
    assert payoffs == sorted(payoffs, reverse=True)


@every_game
@play(30)
@given(data=st.data())
def test_the_same_seed_gives_the_same_game(name: str, data: st.DataObject):
    table = data.draw(tables(game(name)))
    texts = []
    state = table.start()
    choose = table.chooser()
    while state.turn >= 0:
        texts.append(state.text(choose(state)))
        state.apply(state.parse(texts[-1]))
    again = table.start()
    for text in texts:
        again.apply(again.parse(text))
    assert whole(again) == whole(state)
    assert whole(table._replace(seed="another seed").start()) != whole(table.start())


@every_game
@play(30)
@given(data=st.data())
def test_views_and_deals_come_back_from_json(name: str, data: st.DataObject):
    table = data.draw(tables(game(name)))
    for state in table.played():
        for seat in range(state.players):
            view = state.view(seat)
            assert msgspec.json.decode(msgspec.json.encode(view), type=table.game.view_type) == view
            assert msgspec.msgpack.decode(msgspec.msgpack.encode(view), type=table.game.view_type) == view
        assert 0 <= state.turn < state.players or state.turn == -1
    for deal in state.finished():
        assert msgspec.json.decode(msgspec.json.encode(deal), type=table.game.deal_type) == deal
    assert msgspec.json.decode(msgspec.json.encode(state.events)) == msgspec.to_builtins(as_lists(state.events))


def as_lists(value: Any) -> Any:
    """Tuples as lists, all the way down."""
    return [as_lists(part) for part in value] if isinstance(value, list | tuple) else value


@every_game
@play(30)
@given(data=st.data())
def test_every_event_and_hand_is_told_in_one_line(name: str, data: st.DataObject):
    table = data.draw(tables(game(name)))
    names = [f"player {seat}" for seat in range(table.players)]
    for state in table.played():
        for seat in range(state.players):
            view = state.view(seat)
            assert "\n" not in table.game.hand(view)
            assert all(card in table.game.hand(view) for card in table.game.cards(view))
            assert set(table.game.cards(view)) <= set(table.game.deck.names)
    for event in state.events:
        told = table.game.tell(event, names)
        assert told
        assert "\n" not in told


@every_game
def test_options_and_views_cannot_be_changed(name: str):
    found = game(name)
    options = found.options()
    view = found.start(options, found.players(options)[0], "frozen").view(0)
    for struct in (options, view, view.seats[0]):
        for field in msgspec.structs.fields(struct):
            with pytest.raises(AttributeError):
                setattr(struct, field.name, None)


@every_game
def test_games_of_every_preset_end_at_any_number_of_seats(name: str):
    found = game(name)
    for preset in found.presets:
        options = found.options(preset)
        fewest, most = found.players(options)
        for players in range(fewest, most + 1):
            *_, state = Table(found, options, players, f"preset {preset}").played()
            assert sum(state.outcome().payoffs) == 0


@every_game
def test_the_first_legal_action_can_be_played_on_and_on(name: str):
    found = game(name)
    for preset in found.presets:
        options = found.options(preset)
        for players in found.players(options):
            state = found.start(options, players, "always the first")
            while state.turn >= 0:
                state.apply(state.legal()[0])
            assert sum(state.outcome().payoffs) == 0
