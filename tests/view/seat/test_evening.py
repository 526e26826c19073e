"""Proves that a person's games are games like any other: refereed, recorded, true, whatever the person does."""

import contextlib
import json
import time
from pathlib import Path
from typing import Any

import pytest
from cli.running import done
from referee.house import House
from view.seat.guests import Planned, first, played, wish

from fajer.errors import BotFault, UsageError
from fajer.records.files import opened
from fajer.records.record import Limits
from fajer.referee.clock import NoClock
from fajer.view.seat.evening import Evening, Guest
from fajer.view.seat.person import LEFT, Company, Left, Overtime, Person
from fajer.wire.messages import Act, End, Start

PRESETS = [
    ("fajer", "german"),
    ("fajer", "three-stakes"),
    ("poker", "house-three-draw"),
    ("poker", "standard-one-draw"),
]
SHORT = {"fajer": {"stakes": "1"}, "poker": {"hands": "5"}}


@pytest.mark.parametrize(("game", "preset"), PRESETS)
@pytest.mark.parametrize("seat", [0, 2])
def test_the_record_is_like_any_other(tmp_path: Path, game: str, preset: str, seat: int) -> None:
    host = Planned()
    file = played(tmp_path, host, wish("random", "greedy", game=game, preset=preset, changes=SHORT[game]), seat=seat)
    found = opened(file)
    (record,) = found.games()
    assert found.match.bots[seat].spec == "person"
    assert found.match.bots[seat].sha256 is None
    assert [bot.name for bot in found.match.bots].index("anna") == seat
    own = [action for deal in record.deals for actor, action in deal.actions if actor == seat]
    assert own == [act.legal[0] for act in host.acts]
    assert record.faults == []
    assert "anna" in done("score", file)
    assert done("replay", file).startswith("Game 0: set 0")
    assert json.loads(done("export", file, "--to", "jsonl").splitlines()[0])


def test_the_person_is_told_what_a_bot_is_told(tmp_path: Path) -> None:
    host = Planned()
    file = played(tmp_path, host, wish("greedy", "first", changes={"stakes": "1"}), seat=1)
    sent = [json.loads(line) for line in done("replay", file, "--stdin-of", "1").splitlines()]
    assert [message["type"] for message in sent[:2]] == ["hello", "start"]
    views = [message["view"] for message in sent if message["type"] == "act"]
    assert [(view["hand"], view["common"]) for view in views] == [(act.view.hand, act.view.common) for act in host.acts]
    start, *_, end = host.heard
    assert isinstance(start, Start)
    assert isinstance(end, End)
    (game,) = opened(file).games()
    assert (end.places, end.payoffs) == (game.places, game.payoffs)
    assert host.companies[0].names == ["greedy", "anna", "first"]
    assert host.games == [(game, True)]


def test_without_a_clock_nobody_is_late(tmp_path: Path) -> None:
    """The first answer takes three times what a bot is given."""

    def slow(act: Act[Any]) -> str:
        if not host.until[1:]:
            time.sleep(0.3)
        return act.legal[0]

    host = Planned(slow)
    limits = Limits(move_ms=100, margin_ms=10)
    (game,) = opened(played(tmp_path, host, wish("first", limits=limits, changes={"stakes": "1"}))).games()
    assert not host.has_a_clock
    assert max(time for times in game.times_us for time in times if time is not None) >= 300_000
    assert game.late == [0, 0]
    assert game.faults == []


def test_a_seat_without_a_clock_is_never_charged() -> None:
    clock = NoClock(Limits(move_ms=1, bank_ms=1))
    left = clock.left_ms
    assert not clock.charge(10**15)
    assert clock.left_ms == left == 86_400_000


def test_with_a_clock_overtime_is_a_fault(tmp_path: Path) -> None:
    def late(act: Act[Any]) -> str:
        raise Overtime

    host = Planned(late)
    (game,) = opened(played(tmp_path, host, wish("first", "first"), move_ms=2000)).games()
    assert host.has_a_clock
    assert isinstance(host.heard[0], Start)
    assert host.heard[0].clock.move_ms == 2000
    assert [(fault.seat, fault.kind) for fault in game.faults] == [(0, "timeout")]
    assert game.places[0] == 3
    assert "2050 ms with the margin" in game.faults[0].detail


def test_an_answer_after_its_time_counts_no_more(tmp_path: Path) -> None:
    def late(act: Act[Any]) -> str:
        time.sleep(0.2)
        return act.legal[0]

    (game,) = opened(played(tmp_path, Planned(late), wish("first", "first"), move_ms=50)).games()
    assert [(fault.seat, fault.kind) for fault in game.faults] == [(0, "timeout")]


@pytest.mark.parametrize("decision", [1, 4])
@pytest.mark.parametrize("players", [2, 3])
def test_who_leaves_forfeits_and_the_game_is_played_to_its_end(tmp_path: Path, decision: int, players: int) -> None:
    def leaving(act: Act[Any]) -> str:
        if len(host.acts) == decision:
            raise Left
        return act.legal[0]

    host = Planned(leaving)
    bots = ["first"] * (players - 1)
    found = opened(played(tmp_path, host, wish(*bots, count=3), seat=1))
    (game,) = found.games()
    assert found.match.games == 1
    ((seat, kind, detail),) = [(fault.seat, fault.kind, fault.detail) for fault in game.faults]
    assert (seat, kind, detail) == (1, "crash", LEFT)
    assert game.places[1] == players
    assert len(host.acts) == decision
    assert host.games == [(game, True)]
    assert (game.deals[-1].end == "forfeit") == (players == 2)


def test_after_a_game_the_person_may_have_had_enough(tmp_path: Path) -> None:
    class Enough(Planned):
        def ended(self, game: Any, *, last: bool) -> None:
            super().ended(game, last=last)
            if len(self.games) == 2:
                raise Left

    host = Enough()
    found = opened(played(tmp_path, host, wish("first", count=5, changes={"stakes": "1"})))
    assert [game.faults for game in found.games()] == [[], []]
    assert [company.game for company in host.companies] == [0, 1]


def test_the_same_seed_deals_the_same_cards(tmp_path: Path) -> None:
    decks = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        file = played(tmp_path / name, Planned(), wish("greedy", count=2, changes={"stakes": "1"}))
        decks.append([[deal.deck for deal in game.deals] for game in opened(file).games()])
    assert decks[0] == decks[1]
    assert decks[0][0] != decks[0][1]


def test_two_of_a_name_are_told_apart(tmp_path: Path) -> None:
    asked = wish("anna=first", changes={"stakes": "1"})
    match = opened(played(tmp_path, Planned(), asked, seat=1)).match
    assert [bot.name for bot in match.bots] == ["anna", "anna#2"]


@pytest.mark.parametrize(
    ("bots", "game", "says"),
    [(["first"] * 9, "fajer", "2 to 9 players, not 10"), (["counting"], "poker", "cannot play poker")],
)
def test_what_cannot_be_played(bots: list[str], game: str, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        Evening(wish(*bots, game=game), Guest(name="anna", seat=0), Planned())


class Rival(Person):
    """A bot that notes whether it may run."""

    def __init__(self) -> None:
        super().__init__(1, "rival", Planned())
        self.said: list[str] = []

    def processes(self) -> Any:
        return (self,)

    def stop(self) -> bool:
        self.said.append("stopped")
        return True

    def go_on(self) -> None:
        self.said.append("goes on")


@pytest.mark.parametrize("answer", [first, pytest.param(Left, id="leaves")])
def test_rivals_do_not_think_on_the_persons_time(answer: Any) -> None:
    rival = Rival()

    def asked(act: Act[Any]) -> str:
        rival.said.append("asked")
        if answer is Left:
            raise Left
        return act.legal[0]

    person = Person(0, "anna", Planned(asked))
    person.rivals = [rival]
    with contextlib.suppress(BotFault):
        person.ask(Act("", 1, None, [], ["go"], 0), 0)
    assert rival.said == ["stopped", "asked", "goes on"]


def test_a_rivals_process_is_stopped_while_the_person_thinks(house: House, tmp_path: Path) -> None:
    """A bot that computes all the time uses no processor time while the person does not move."""
    used: list[int] = []

    def slow(act: Act[Any]) -> str:
        if len(host.acts) < 4:
            began = time.process_time_ns(), spent(house)
            time.sleep(0.3)
            used.append(spent(house) - began[1])
        return act.legal[0]

    host = Planned(slow)
    played(tmp_path, host, wish(house.bot("spin-here", life=None), changes={"stakes": "1"}))
    assert max(used) < 150_000_000


def spent(house: House) -> int:
    """Processor time of the house's bots so far, in nanoseconds."""
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            environ = (stat.parent / "environ").read_bytes()
            if house.mark.encode() in environ and b"misbehave" in (stat.parent / "cmdline").read_bytes():
                fields = stat.read_text().rpartition(")")[2].split()
                ticks += int(fields[11]) + int(fields[12])
        except OSError:
            continue
    return ticks * 10_000_000


def test_company_is_plain(tmp_path: Path) -> None:
    host = Planned()
    played(tmp_path, host, wish("first", count=2, changes={"stakes": "1"}), seat=1)
    assert [(company.seat, company.game, company.games) for company in host.companies] == [(1, 0, 2), (1, 1, 2)]
    assert isinstance(host.companies[0], Company)
