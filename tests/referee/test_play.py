"""Proves what faults do to a game: who forfeits what, what the referee plays on, and what the record says."""

import msgspec
import pytest
from referee.scripted import CRASH, ILLEGAL, TIMEOUT, Evening

from fajer.errors import BotFault
from fajer.games import seeds
from fajer.records.record import Game, Limits, digest
from fajer.wire.messages import ActAnswer, Clock, End, Start

START = BotFault("start", "no hello within 10000 ms")


def ends(evening: Evening) -> list[list[End]]:
    """By bot, the ends that it was told."""
    return [[message for message in player.told if isinstance(message, End)] for player in evening.players]


# Forfeits


def test_two_at_a_table_a_fault_ends_the_game() -> None:
    """Three stakes: the one who failed loses all of them to the other, and the deal in play ends as `forfeit`."""
    evening = Evening({}, {1: CRASH}, stakes="3")
    game = evening.game
    assert evening.faults() == [(1, 0, 1, "crash")]
    assert (game.places, game.payoffs, game.drawn) == ([1, 2], [3, -3], False)
    assert [deal.end for deal in game.deals] == ["forfeit"]
    assert game.deals[0].actions == [(0, "keep")]
    assert (game.deals[0].paid, game.deals[0].out) == ([], [])
    assert game.times_us == [[0]]


def test_without_stakes_the_worst_is_all_deals_lost() -> None:
    """−`deals`·(n−1)/n: two deals and two seats, −1; written as a whole number."""
    assert Evening({1: CRASH}, {}).game.payoffs == [-1, 1]
    assert Evening({1: CRASH}, {1: CRASH}, {}, deals="5").game.payoffs == pytest.approx([-10 / 3, -10 / 3, 20 / 3])


def test_three_stakes_three_seats_a_later_forfeit_stands_before_an_earlier_one() -> None:
    """Seat 1 first, seat 0 later: seat 2 gets all, 2 · 3; then seat 0, then seat 1."""
    evening = Evening({2: CRASH}, {1: CRASH}, {}, stakes="3")
    game = evening.game
    assert evening.faults() == [(1, 0, 1, "crash"), (0, 0, 3, "crash")]
    assert (game.places, game.payoffs) == ([2, 3, 1], [-3, -3, 6])
    assert game.deals[-1].end == "forfeit"


def test_the_referee_plays_the_fallback_on_for_a_seat_that_forfeited() -> None:
    """The first legal action, with no time, and nobody is asked; the others play to the end."""
    evening = Evening({}, {1: CRASH}, {})
    game = evening.game
    assert evening.faults() == [(1, 0, 1, "crash")]
    assert game.places[1] == 3
    assert game.payoffs[1] == pytest.approx(-4 / 3)
    assert sum(game.payoffs) == pytest.approx(0)
    assert len(evening.players[1].acts) == 1
    for deal, times in zip(game.deals, game.times_us, strict=True):
        assert deal.end != "forfeit"
        assert [time is None for time in times] == [seat == 1 for seat, _ in deal.actions]
    plain = Evening({}, {}, {}).game
    assert [deal.actions for deal in game.deals] == [deal.actions for deal in plain.deals]


def test_what_a_forfeit_takes_goes_in_equal_parts_to_the_others() -> None:
    """The outcome by the rules, and what the seat that forfeited had above the worst shared by two."""
    plain = Evening({}, {}, {}).game
    forfeited = Evening({}, {1: CRASH}, {}).game
    share = (plain.payoffs[1] + 4 / 3) / 2
    assert forfeited.payoffs == pytest.approx([plain.payoffs[0] + share, -4 / 3, plain.payoffs[2] + share])


def test_everyone_is_told_of_a_forfeit() -> None:
    """As an event, with what else happened since they were last told."""
    evening = Evening({}, {1: CRASH}, {})
    told = [event for act in evening.players[2].acts for event in act.events]
    assert told.count(("forfeit", 1)) == 1


def test_the_others_are_told_the_end_and_the_one_that_failed_is_not() -> None:
    evening = Evening({}, {1: CRASH}, {})
    for seat, told in enumerate(ends(evening)):
        assert len(told) == (0 if seat == 1 else 1)
    assert ends(evening)[0][0].places == evening.game.places
    assert ends(evening)[0][0].payoffs == evening.game.payoffs
    assert ends(evening)[0][0].game_id == seeds.game_id("evening 0", 0)


@pytest.mark.parametrize(
    ("fault", "politely"),
    [(CRASH, True), (ILLEGAL, True), (BotFault("garbage", "«»"), True), (TIMEOUT, False)],
)
def test_a_bot_that_failed_is_ended_and_begun_again(fault: BotFault | str, politely: bool) -> None:
    """With a goodbye, but for one that is out of time; the next game is a fresh process's."""
    evening = Evening({1: fault}, {}, games_=2)
    assert evening.players[0].ended == [politely]
    assert evening.games[1].faults == []
    starts = [message for message in evening.players[0].told if isinstance(message, Start)]
    assert [start.game_id for start in starts] == [seeds.game_id(f"evening {game}", 0) for game in range(2)]


@pytest.mark.parametrize("action", ["fold", "", "KEEP", "keep ", "lay", "swap 7p 7p"])
def test_an_action_that_is_not_accepted_is_illegal(action: str) -> None:
    evening = Evening({1: action}, {})
    assert evening.faults() == [(0, 0, 0, "illegal")]
    assert repr(action) in evening.game.faults[0].detail


def test_an_action_that_is_legal_but_was_not_listed_word_for_word_is_refused() -> None:
    """There is one text for each action."""
    evening = Evening({}, {1: lambda act: ActAnswer(act.id, act.legal[-1].replace("swap", "Swap"))})
    assert evening.faults()[0][3] == "illegal"


# A start that fails


def test_a_start_fault_stands_before_the_first_deal() -> None:
    evening = Evening({}, {}, starts={1: {1: START}})
    assert evening.faults() == [(1, None, None, "start")]
    assert evening.game.places == [1, 2]
    assert evening.players[1].ended == [False]
    assert [deal.actions for deal in evening.game.deals] == [[]]
    assert ends(evening)[1] == []


def test_only_who_was_told_of_a_game_is_told_of_its_end() -> None:
    """Seat 0 fails at the start and the game is over: seat 1 hears nothing of it, and plays the next one."""
    evening = Evening({}, {}, starts={0: {1: START}}, games_=2)
    assert evening.game.places == [2, 1]
    told = evening.players[1].told
    assert [type(message) for message in told] == [Start, End]
    assert told[0].game_id == told[1].game_id == seeds.game_id("evening 1", 0)


def test_three_at_a_table_and_two_do_not_begin() -> None:
    evening = Evening({}, {}, {}, starts={0: {1: START}, 1: {1: START}}, stakes="1")
    assert evening.faults() == [(0, None, None, "start"), (1, None, None, "start")]
    assert (evening.game.places, evening.game.payoffs) == ([3, 2, 1], [-1, -1, 2])


def test_a_start_fault_is_not_forgiven() -> None:
    evening = Evening({}, {}, starts={0: {1: START}}, on_fault="fallback")
    assert evening.game.places == [2, 1]


# --on-fault fallback


def test_an_illegal_action_costs_that_decision_only() -> None:
    """The fallback stands in its place, with no time; the bot is not ended and is asked again."""
    evening = Evening({1: ILLEGAL}, {}, on_fault="fallback")
    game = evening.game
    assert evening.faults() == [(0, 0, 0, "illegal")]
    assert game.deals[0].actions[0] == (0, "keep")
    assert game.times_us[0][0] is None
    assert game.deals[-1].end != "forfeit"
    assert evening.players[0].ended == []
    assert len(evening.players[0].acts) > 1
    assert len(ends(evening)[0]) == 1


@pytest.mark.parametrize("kind", ["crash", "garbage", "protocol"])
def test_what_is_no_answer_forfeits_all_the_same(kind: str) -> None:
    evening = Evening({1: BotFault(kind, "-")}, {}, on_fault="fallback")
    assert evening.game.places == [2, 1]
    assert len(evening.players[0].ended) == 1


def test_three_timeouts_running_forfeit() -> None:
    evening = Evening({1: TIMEOUT, 2: TIMEOUT, 3: TIMEOUT}, {}, on_fault="fallback")
    assert [fault[3] for fault in evening.faults()] == ["timeout"] * 3
    assert evening.game.deals[-1].end == "forfeit"
    assert evening.game.places == [2, 1]
    assert evening.players[0].ended == [False]


def test_an_answer_in_between_begins_the_count_anew() -> None:
    evening = Evening({1: TIMEOUT, 2: TIMEOUT, 4: TIMEOUT, 5: TIMEOUT}, {}, on_fault="fallback")
    assert [fault[3] for fault in evening.faults()] == ["timeout"] * 4
    assert evening.game.deals[-1].end != "forfeit"


def test_an_illegal_action_in_between_begins_the_count_anew() -> None:
    evening = Evening({1: TIMEOUT, 2: TIMEOUT, 3: ILLEGAL, 4: TIMEOUT}, {}, on_fault="fallback")
    assert [fault[3] for fault in evening.faults()] == ["timeout", "timeout", "illegal", "timeout"]
    assert evening.game.deals[-1].end != "forfeit"


def test_timeouts_of_two_bots_are_counted_apart() -> None:
    evening = Evening({1: TIMEOUT, 2: TIMEOUT}, {1: TIMEOUT, 2: TIMEOUT}, on_fault="fallback")
    assert len(evening.faults()) == 4
    assert evening.game.deals[-1].end != "forfeit"


# Clocks


def test_an_answer_within_the_margin_is_late_but_no_fault() -> None:
    """100 ms and 50 ms of grace: 100 ms are in time, 100.001 and 149 are late."""
    limits = Limits(move_ms=100, margin_ms=50)
    evening = Evening({1: 100_000, 2: 100_001, 3: 149_000}, {}, limits=limits)
    assert evening.faults() == []
    assert evening.game.late == [2, 0]
    assert evening.players[0].allowed_ms[:4] == [150, 150, 150, 150]
    assert [act.left_ms for act in evening.players[0].acts[:4]] == [100, 100, 100, 100]


def test_the_bank_is_for_the_whole_game() -> None:
    """A bank of 200 ms: 80 over leave 120, 120 over leave nothing and are not late, the next one over is."""
    limits = Limits(move_ms=100, bank_ms=200, margin_ms=50)
    evening = Evening({1: 180_000, 2: 50_000, 3: 220_000, 4: 101_000}, {}, limits=limits, games_=2)
    own = evening.players[0]
    assert [act.left_ms for act in own.acts[:5]] == [300, 220, 220, 100, 100]
    assert own.allowed_ms[:5] == [350, 270, 270, 150, 150]
    assert evening.game.late == [1, 0]
    assert evening.game.times_us[0][0] == 180_000
    count = sum(seat == 0 for deal in evening.game.deals for seat, _ in deal.actions)
    assert own.acts[count].left_ms == 300  # the next game


def test_a_timeout_that_is_forgiven_uses_up_the_bank() -> None:
    limits = Limits(move_ms=100, bank_ms=200, margin_ms=50)
    evening = Evening({1: TIMEOUT}, {}, limits=limits, on_fault="fallback")
    assert [act.left_ms for act in evening.players[0].acts[:2]] == [300, 100]
    assert evening.game.late == [0, 0]


def test_an_illegal_action_that_is_forgiven_uses_up_the_bank_too() -> None:
    """The record does not say how long it took, so that it counts as all the time there was."""
    limits = Limits(move_ms=100, bank_ms=200, margin_ms=50)
    evening = Evening({1: ILLEGAL}, {}, limits=limits, on_fault="fallback")
    assert [act.left_ms for act in evening.players[0].acts[:2]] == [300, 100]


# What is said, what is written


def test_a_game_begins_with_all_that_a_bot_has_to_know() -> None:
    limits = Limits(move_ms=700, bank_ms=3)
    evening = Evening({}, {}, {}, limits=limits, stakes="2")
    (start, _) = evening.players[2].told
    assert start == Start(
        game_id=seeds.game_id("evening 0", 0),
        game="fajer",
        rules=start.rules,
        seat=2,
        players=3,
        seed=seeds.bot_seed("evening 0", 0, 2),
        clock=Clock(700, 3),
    )
    assert start.rules["stakes"] == 2
    assert start.rules["opener"] == "dealer"


def test_events_are_told_once_each_in_order() -> None:
    """Acts and the end together tell a seat everything that happened, each thing once."""
    evening = Evening({}, {})
    for player in evening.players:
        (end,) = [message for message in player.told if isinstance(message, End)]
        told = [event for act in player.acts for event in act.events] + end.events
        assert told[0] == ("deal", 0, 0)
        assert [event for event in told if event[0] == "deal"] == [("deal", 0, 0), ("deal", 1, 1)]
        acted = [event for event in told if event[0] in ("keep", "put", "swap", "take", "go", "lay")]
        assert len(acted) >= sum(len(deal.actions) for deal in evening.game.deals)


def test_ids_grow() -> None:
    evening = Evening({}, {}, games_=2)
    ids = [act.id for act in evening.players[0].acts]
    assert ids == list(range(1, len(ids) + 1))


def test_a_note_stands_with_its_deal_and_action() -> None:
    evening = Evening({}, {1: lambda act: ActAnswer(act.id, act.legal[0], "so there")})
    assert evening.game.notes == [(0, 1, "so there")]


def test_the_digest_is_of_all_that_has_to_be_the_same() -> None:
    """Times, notes, stderr, lateness and the details of faults are not in it; kinds of faults and actions are."""
    game = Evening({1: ILLEGAL}, {}, {}, on_fault="fallback").game
    assert game.digest == digest(game)
    copy: Game[object] = msgspec.structs.replace(
        game,
        times_us=[[1]],
        late=[9, 9, 9],
        notes=[(0, 0, "-")],
        stderr=["-"],
        digest="",
        faults=[msgspec.structs.replace(game.faults[0], detail="otherwise")],
    )
    assert digest(copy) == game.digest
    for change in ({"seats": [1, 0, 2]}, {"faults": []}, {"payoffs": [0, 0, 0]}, {"drawn": True}):
        assert digest(msgspec.structs.replace(game, **change)) != game.digest
