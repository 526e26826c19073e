"""Proves the steps of a recorded game: every event in order, and the table after each as the rules have it."""

import itertools
from typing import Any

import msgspec
import pytest
from cli.running import done
from games.playing import Table, play, tables
from hypothesis import given

from fajer import games
from fajer.records.files import Opened, opened
from fajer.records.replay import moments, start
from fajer.view.terminal.course import course, look
from fajer.view.terminal.following import followed
from fajer.view.terminal.scene import SCENES
from fajer.words import Words

DIES = """
import sys
from fajer.bot import Bot, run
class Dies(Bot):
    asked = 0
    def act(self, view, legal):
        self.asked += 1
        if self.asked % 7 == 0:
            sys.exit(3)
        return legal[0]
run(Dies())
"""
SETS = {
    "fajer": ["--set", "stakes=2"],
    "three-stakes": ["--preset", "three-stakes"],
    "house": ["--game", "poker", "--set", "hands=12"],
    "standard": ["--game", "poker", "--preset", "standard-one-draw", "--set", "chips=20", "--set", "ante=6"],
}


@pytest.fixture(scope="module", params=[(name, fault) for name in SETS for fault in ("none", "forfeit", "fallback")])
def found(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Opened:
    """Games of three bots, of which one may fail."""
    name, fault = request.param
    folder = tmp_path_factory.mktemp("course")
    (folder / "dies.py").write_text(DIES)
    third = "random" if fault == "none" else "cmd:python3 dies.py"
    how = [] if fault == "none" else ["--on-fault", fault]
    done("match", "greedy", "careful", third, "-n", "6", "--seed", name, *how, *SETS[name], "-o", "m.jsonl", cwd=folder)
    return opened(folder / "m.jsonl")


def test_the_steps_are_all_that_happened(found: Opened) -> None:
    for game in found.games():
        state = start(found.rules, found.options, game)
        for moment in moments(found, game):
            state = moment.state
        steps = course(found, game)
        told = [event for step in steps for event in step.events]
        assert told[: len(state.events)] == state.events
        assert all(event[0] == "forfeit" for event in told[len(state.events) :])
        for number, deal in enumerate(game.deals):
            here = [step for step in steps if step.deal == number]
            assert [step.number for step in here] == list(range(len(deal.actions) + 2))
            assert [(step.seat, step.action) for step in here[1:-1]] == [
                (seat, place) for place, (seat, _) in enumerate(deal.actions)
            ]
        assert [step.time_us for step in steps if step.seat is not None] == [
            time for times in game.times_us for time in times
        ]
        faults = [fault for step in steps for fault in step.faults]
        assert faults == [fault for fault in game.faults if fault.seat is not None]


def test_the_money_after_a_deal_is_that_of_the_next(found: Opened) -> None:
    for game in found.games():
        steps = course(found, game)
        names = ["a", "b", "c"]
        for step, following in itertools.pairwise(steps):
            if following.deal == step.deal or found.match.game == "poker":
                continue
            before, after = look(found, step, names, None).view, look(found, following, names, None).view
            assert [seat.stakes for seat in before.seats] == [seat.stakes for seat in after.seats]
            assert before.pot == after.pot


def test_the_chips_after_a_hand_are_those_of_the_next_with_its_ante(found: Opened) -> None:
    if found.match.game != "poker":
        return
    for game in found.games():
        steps = course(found, game)
        for step, following in itertools.pairwise(steps):
            if following.deal != step.deal:
                before, after = (look(found, one, "abc", None).view for one in (step, following))
                antes = {event[1]: event[2] for event in following.events if event[0] == "ante"}
                assert [seat.chips - antes.get(number, 0) for number, seat in enumerate(before.seats)] == [
                    seat.chips for seat in after.seats
                ]


@pytest.mark.parametrize("language", ["en", "hu"])
def test_every_step_can_be_drawn_for_everybody(found: Opened, language: Any) -> None:
    for game in found.games():
        for step in course(found, game):
            for seat in (None, 0, 1, 2):
                scene = SCENES[found.match.game](look(found, step, "abc", seat), Words(language))
                assert len(scene.seats) == 3


def test_a_seat_sees_what_its_view_has(found: Opened) -> None:
    """No card is shown to a seat that is in nobody's view of it: not its own, not common, laid, known or shown."""
    for game in found.games():
        for step in course(found, game):
            for seat in range(3):
                shown = look(found, step, "abc", seat)
                scene = SCENES[found.match.game](shown, Words("en"))
                public = {card for each in shown.view.seats for card in _public(each)}
                mine = {*shown.view.hand, *getattr(shown.view, "common", ()), *public}
                cards = {card for sitting in scene.seats for card in sitting.cards if card}
                assert cards | {card for heap in scene.heaps for card in heap.cards} <= mine


def _public(seat: Any) -> list[str]:
    return seat.known if hasattr(seat, "known") else seat.shown or []


IGNORED = {
    "fajer": {"turns", "round", "seen", "voids"},
    "poker": {"kind", "strength", "to_call", "min_raise", "round", "phase", "level", "discarded", "draws_left"},
}
"""What no table shows, or not after the last action of a deal."""


@pytest.mark.parametrize("name", games.NAMES)
def test_what_follows_an_action_is_what_the_rules_make_of_it(name: str) -> None:
    rules = games.game(name)

    @play(60)
    @given(tables(rules))
    def every_action(table: Table) -> None:
        before: Any = None
        for state in table.played():
            now = len(state.events)
            if before is not None and state.turn >= 0 and state.deal == before[0].deal:
                kept, told, acted = before
                events = list(state.events[told:now])
                if not {"draw", "put"} & {event[0] for event in events}:  # what was drawn, no event says
                    _compare(rules, table, kept, state, events, acted)
            before = (state.clone(), now, state.turn)

    every_action()


def test_at_the_end_of_a_hand_no_bet_lies_before_anybody() -> None:
    """Whoever wins: the winner's bet and everyone else's are in the pot, and so is what was carried, or left there."""
    rules = games.game("poker")
    options = rules.options("house-three-draw", {"openers": "any"})
    state = rules.start(options, 2, "bets", lambda deal: list(range(len(rules.deck))))
    view = state.view(0)
    view = msgspec.structs.replace(view, carried=5, seats=[msgspec.structs.replace(seat, bet=3) for seat in view.seats])
    hands = {seat: list(state.view(seat).hand) for seat in range(2)}
    won, _ = followed("poker", view, hands, [("win", 0, view.pot)], options)
    left, _ = followed("poker", view, hands, [("carried", 7)], options)
    for each, carried in ((won, 0), (left, 7)):
        assert [seat.bet for seat in each.seats] == [0, 0]
        assert each.carried == carried


def _compare(rules: Any, table: Table, kept: Any, state: Any, events: list[Any], acted: int) -> None:
    hands = {seat: list(rules.cards(kept.view(seat))) for seat in range(table.players)}
    for seat in range(table.players):
        view, after = followed(rules.name, kept.view(seat), hands, events, table.options)
        real = state.view(seat)
        there, here = (msgspec.to_builtins(one) for one in (real, view))
        new_round = rules.name == "poker" and (real.round, real.phase) != (kept.view(seat).round, kept.view(seat).phase)
        for field in there.keys() - IGNORED[rules.name]:
            if field == "seats" and new_round:
                for one in (*there["seats"], *here["seats"]):
                    one["bet"] = 0
            assert here[field] == there[field], (field, events)
        assert after[seat] == list(real.hand)
