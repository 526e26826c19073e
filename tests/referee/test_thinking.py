"""Proves that bots think on their turn only: a rival that computes all the time takes nothing away."""

import os
from collections.abc import Iterator
from statistics import median

import pytest
from referee.house import House, Played, eventually

from fajer.referee.keeper import Keeper
from fajer.referee.process import BotProcess, Watch

STEPS = 400_000
"""So many steps take some ten milliseconds."""


@pytest.fixture(autouse=True)
def one_core() -> Iterator[None]:
    """This process and all that it starts, on one core."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    yield
    os.sched_setaffinity(0, before)


def thought(played: Played) -> float:
    """How long a decision of seat 0 took, the median, in microseconds."""
    assert [game.faults for game in played.games] == [[]] * len(played.games)
    times = [
        time
        for game in played.games
        for deal, times in zip(game.deals, game.times_us, strict=True)
        for (seat, _), time in zip(deal.actions, times, strict=True)
        if seat == 0 and time is not None
    ]
    assert len(times) >= 10
    return median(times)


@pytest.mark.parametrize("flag", ["spin", "spin-here"])
def test_a_rival_that_computes_off_turn_takes_no_time_away(house: House, flag: str) -> None:
    """Sixteen processes, or a thread, on the same core: 17 (2) times as long if they were not stopped.

    What else the machine does may take time too, but hardly three times running.
    """
    thinker = {"flag": "compute", "value": STEPS, "to": 10_000, "life": None}

    def no_longer() -> bool:
        alone = thought(house.play(house.bot(**thinker), house.bot(), games=3))
        beside = thought(house.play(house.bot(**thinker), house.bot(flag, life=None), games=3))
        return beside < 1.7 * alone + 20_000

    assert any(no_longer() for _ in range(3))


def test_processor_time_off_turn_is_recorded(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a bot used beyond the time of its turns, in microseconds, by bot; here each is said to have used 100 s."""
    monkeypatch.setattr(BotProcess, "cpu_ns", lambda process: 100 * 10**9)
    played = house.play(house.bot("sleep", value=0.5), house.bot(), games=1)
    for number, used in enumerate(played.off_turn_us):
        turns = sum(
            time
            for deal, times in zip(played.games[0].deals, played.games[0].times_us, strict=True)
            for (seat, _), time in zip(deal.actions, times, strict=True)
            if seat == number and time is not None
        )
        assert 100_000_000 - 20_000_000 < used <= 100_000_000 - turns


def test_a_bot_that_only_waits_uses_nothing_off_turn(house: House) -> None:
    assert house.play(house.bot(), house.bot("sleep", value=0.2), games=1).off_turn_us == [0, 0]


def test_the_processor_time_of_a_process_is_its_own(house: House) -> None:
    """It grows while the process computes, and is 0 once it is gone."""
    keeper, watch = Keeper(), Watch()
    process = BotProcess(keeper, watch, ["sh", "-c", "while :; do :; done"], "/", os.environ)
    assert eventually(lambda: process.cpu_ns() > 20_000_000)
    process.kill()
    assert process.cpu_ns() == 0
    watch.close()
    keeper.close()


def test_a_rival_that_is_stopped_goes_on_afterwards(house: House) -> None:
    """A decision of 300 ms, then the rival answers as ever; one that was ended meanwhile is passed over."""
    played = house.play(house.bot("sleep", value=0.3), house.bot(), house.bot("exit-at-start"), games=2)
    assert [[(fault.seat, fault.kind) for fault in game.faults] for game in played.games] == [[(2, "crash")], []]


def test_a_stopped_bot_that_ran_out_of_time_does_not_hold_up_the_others(house: House) -> None:
    """It stops itself; goodbye, time and kill all the same."""
    played = house.play(house.bot("stop"), house.bot(), move_ms=300)
    assert [[(fault.seat, fault.kind) for fault in game.faults] for game in played.games] == [[(0, "timeout")], []]
