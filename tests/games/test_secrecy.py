"""Proves that a seat learns nothing of hidden cards: exchange any two of them, and all it is told stays the same.

What is hidden is reckoned from outside: every card of a deal that no event has named and that the
seat has not held. The same actions are then played with a deck in which two of these are exchanged.
"""

import re
from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest
from games.playing import Table, play, tables
from games.tables import GAME, NOTHING, Dealt, do, start
from hypothesis import given
from hypothesis import strategies as st

from fajer.games import NAMES, game, seeds
from fajer.games.api import State

ACES = {"Ap", "Az", "Am", "At"}
PAIRS_A_POSITION = 4


class Told(NamedTuple):
    """All that a seat is told at one position."""

    view: bytes
    events: list[Any]
    legal: list[str] | None
    """The seat's own legal actions, where it has the turn."""


def told(state: State, seat: int) -> Told:
    return Told(
        msgspec.json.encode(state.view(seat)),
        list(state.events),
        state.legal_text() if state.turn == seat else None,
    )


def texts_in(value: object) -> set[str]:
    """Every text in an event, however deep."""
    if isinstance(value, str):
        return {value}
    return {text for part in value for text in texts_in(part)} if isinstance(value, list | tuple) else set()


class Game(NamedTuple):
    """A game played to its end, position by position."""

    table: Table
    positions: list[State]
    texts: list[str]
    """What was played at each position but the last."""

    def hidden(self, seat: int, position: int, deal: int) -> set[str]:
        """The cards of `deal` that `seat` cannot know at a position of this deal or a later one."""
        state = self.positions[position]
        begins = state.events.index(next(event for event in state.events if event[:2] == ("deal", deal)))
        later = [event for event in state.events if event[:2] == ("deal", deal + 1)]
        ends = state.events.index(later[0]) if later else None
        named = texts_in(state.events[begins:ends])
        own = {
            card
            for earlier in self.positions[: position + 1]
            if earlier.deal == deal
            for card in earlier.view(seat).hand
        }
        return set(self.table.game.deck.names) - named - own


def played(table: Table) -> Game:
    positions, texts = [], []
    state = table.start()
    choose = table.chooser()
    while state.turn >= 0:
        positions.append(state.clone())
        texts.append(state.text(choose(state)))
        state.apply(state.parse(texts[-1]))
    return Game(table, [*positions, state], texts)


def exchanged(table: Table, deal: int, pair: Sequence[str]) -> State:
    """The game about to begin, two cards exchanged in the deck of one deal."""

    def shuffle(number: int) -> list[int]:
        cards = seeds.shuffled(table.seed, number, len(table.game.deck))
        if number == deal:
            one, other = (cards.index(table.game.deck.card(text)) for text in pair)
            cards[one], cards[other] = cards[other], cards[one]
        return cards

    return table.game.start(table.options, table.players, table.seed, shuffle=shuffle)


def holders_of_three_aces(state: State) -> list[int]:
    return [seat for seat in range(state.players) if len(ACES & set(state.view(seat).hand)) == 3]


def same_for(game: Game, seat: int, position: int, deal: int, pair: Sequence[str]) -> bool:
    """Whether the game with `pair` exchanged was played and told the seat the same at every position.

    False means that it cannot be played so: with the two cards exchanged somebody else would have
    held three aces and had to show them, or (poker) would have had nothing to bet on, so the seat
    does know that the cards are not there.
    """
    other = exchanged(game.table, deal, pair)
    for number in range(position + 1):
        assert told(other, seat) == told(game.positions[number], seat), (seat, number, deal, pair)
        if number == position:
            break
        if holders_of_three_aces(other) != holders_of_three_aces(game.positions[number]):
            return False
        text = game.texts[number]
        if other.deal == deal and other.turn != seat:
            text = with_the_other(text, pair)
            if text.startswith("bet ") and other.legal_text() == ["pass"]:
                return False
        following = other.clone()
        following.apply(following.parse(text))
        if shows_aces(following, other) and not shows_aces(game.positions[number + 1], game.positions[number]):
            return False
        other = following
    return True


def with_the_other(text: str, pair: Sequence[str]) -> str:
    """An action with the one card named in place of the other: what is laid aside face down is named too."""
    other = {pair[0]: pair[1], pair[1]: pair[0]}
    return " ".join(other.get(word, word) for word in text.split(" "))


def shows_aces(state: State, before: State) -> bool:
    return any(event[0] == "aces" for event in state.events[len(before.events) :])


@pytest.mark.parametrize("name", NAMES)
@play(40)
@given(data=st.data())
def test_hidden_cards_can_be_exchanged_and_a_seat_is_told_the_same(name: str, data: st.DataObject):
    one = played(data.draw(tables(game(name))))
    random = Random(one.table.seed)
    for position in sorted(random.sample(range(len(one.positions)), min(6, len(one.positions)))):
        seat = random.randrange(one.table.players)
        now = one.positions[position].deal
        # The deal in play, and one before it: what was hidden at its end stays hidden.
        for deal in {now, random.randint(0, now)}:
            pairs = list(combinations(sorted(one.hidden(seat, position, deal)), 2))
            for pair in random.sample(pairs, min(PAIRS_A_POSITION, len(pairs))):
                same_for(one, seat, position, deal, pair)


@pytest.mark.parametrize("three_aces", ["at_once", "on_turn"])
def test_f30_every_pair_of_hidden_cards_in_one_deal(three_aces: str):
    # Without an ace among the two no three aces can come or go: every such pair has to be playable.
    options = GAME.options("german", {"three_aces": three_aces, "round_limit": "2", "deal_cap": "1"})
    game = played(Table(GAME, options, 4, "every pair"))
    for seat in range(4):
        for position in range(len(game.positions)):
            hidden = game.hidden(seat, position, 0) - ACES
            for pair in list(combinations(sorted(hidden), 2))[position::7]:
                assert same_for(game, seat, position, 0, pair)


TOLD_BY = {
    "keep": r"keep common( aces)?",
    "put": r"put( aces)?",
    "swap": r"swap( aces| lay)?",
    "take": r"take( aces| lay)?",
    "go": r"go",
    "lay": r"lay( aces)?",
}
"""The events of an action, before those that end a deal."""
ENDS = r"( void)?( pay)?( out)?( deal)?"
PARTS = {
    "deal": 3, "keep": 2, "put": 3, "common": 2, "swap": 4, "take": 4, "go": 2, "lay": 4, "aces": 3,
    "void": 1, "pay": 2, "out": 2,
}  # fmt: skip
"""So many parts an event has, its name among them."""


@play(60)
@given(data=st.data())
def test_f30_an_action_tells_of_its_own_cards_and_no_others(data: st.DataObject):
    game = played(data.draw(tables(GAME)))
    for before, after, text in zip(game.positions, game.positions[1:], game.texts, strict=False):
        events = after.events[len(before.events) :]
        assert re.fullmatch(TOLD_BY[text.split()[0]] + ENDS, " ".join(event[0] for event in events))
        hand, common = (set(cards) for cards in (before.view(before.turn).hand, before.view(before.turn).common))
        for event in events:
            assert len(event) == PARTS[event[0]]
            if event[0] == "aces":
                assert texts_in(event) - {"aces"} < ACES
            elif event[0] == "common":
                assert len(event[1]) == 3
            else:
                assert texts_in(event) - {event[0]} <= hand | common
            if event[0] in TOLD_BY:
                assert event[1] == before.turn


def test_f30_what_is_not_hidden_does_make_a_difference():
    # So that the tests above could fail: an own card for one of the talon, a common card for another's.
    one = start(Dealt(0, NOTHING[:3], "Kt Op Uz"))
    own = start(Dealt(0, ["7p 8z Xt", NOTHING[1], NOTHING[2]], "Kt Op Uz"))
    assert told(one, 0) != told(own, 0)
    assert told(one, 1) == told(own, 1)
    common = start(Dealt(0, NOTHING[:3], "Kt Op Xm"))
    assert told(do(one, "keep"), 1) != told(do(common, "keep"), 1)
