"""Proves that a match is the same with any number of jobs, and ends when a bot forfeits game after game."""

import mmap
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import pytest
from referee.house import House, Played, children, eventually, youngest_worker

from fajer.errors import InternalError, MatchStopped
from fajer.match.plan import Plan
from fajer.match.run import Run, Unkept
from fajer.match.task import Task
from fajer.match.unit import Crew
from fajer.match.workers import Worker, cores
from fajer.records.record import Game, repeatable

FIRST = "class Local(Bot):\n    def act(self, view, legal):\n        return legal[0]\n"


def digests(played: Played) -> list[str]:
    """Those that the games have whenever they are played."""
    assert played.stopped is None
    assert [game.index for game in played.games] == list(range(played.match.games))
    return [repeatable(game) for game in played.games]


@pytest.mark.parametrize("jobs", [2, 3, 50])
def test_any_number_of_jobs_plays_the_same_games(house: House, jobs: int) -> None:
    """Passed on in order of their index; more jobs than units is no harm."""
    job = house.job(house.local(FIRST), house.local(FIRST), house.local(FIRST), games=18, seating="rotate", block=2)
    assert digests(house.run(job, jobs)) == digests(house.run(job, 1))


def test_what_bots_used_off_turn_comes_from_the_workers(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Added up by bot, over all units."""
    proper = Crew.play

    def play(crew: Crew, *given: Any) -> Any:
        yield from proper(crew, *given)
        crew.off_turn_us[1] += 1000

    monkeypatch.setattr(Crew, "play", play)
    job = house.job(house.local(FIRST), house.local(FIRST), games=5, block=1)
    assert house.run(job, 2).off_turn_us == [0, 5000]
    assert house.run(job, 1).off_turn_us == [0, 5000]


def test_each_table_is_on_one_core(house: House) -> None:
    """Referee and bots are pinned while they play, and let go afterwards."""
    before = os.sched_getaffinity(0)
    bot = house.entry("sh", "-c", f"grep Cpus_allowed_list /proc/self/status >&2; exec {' '.join(house.words())}")
    seen: list[Game[Any]] = []
    job = house.job(bot, bot, games=1)
    Run(type(job)(job.match, job.entries, True), Unkept(seen.append), print).play(1, pin=True)
    assert os.sched_getaffinity(0) == before
    said = [line.split()[-1] for text in seen[0].stderr for line in text.splitlines()]
    assert len(set(said)) == 1
    assert said[0].isdigit()
    house.is_left_as_found()


def test_workers_are_pinned_each_to_its_core(house: House) -> None:
    bot = house.entry("sh", "-c", f"grep Cpus_allowed_list /proc/self/status >&2; exec {' '.join(house.words())}")
    seen: list[Game[Any]] = []
    job = house.job(bot, bot, games=6, block=1)
    Run(type(job)(job.match, job.entries, True), Unkept(seen.append), print).play(2, pin=True)
    for game in seen:
        said = [line.split()[-1] for text in game.stderr for line in text.splitlines()]
        assert len(set(said)) == 1
        assert int(said[0]) in os.sched_getaffinity(0)
    house.is_left_as_found()


def test_as_many_tables_as_cores() -> None:
    assert cores() == len(os.sched_getaffinity(0))


def test_a_worker_can_be_ended_while_a_class_thinks(house: House) -> None:
    """What ends it is nothing that the class's code did, and it does not wait for that."""
    thinks = "import time\nclass Local(Bot):\n    def act(self, view, legal):\n        time.sleep(60)\n"
    job = house.job(house.local(thinks), house.local(thinks), games=2, block=1, move_ms=100_000)
    before = set(children())
    worker = Worker({0: job}, None, mmap.mmap(-1, 1))
    worker.play(Task(0, next(iter(Plan(job.match).units())), frozenset()))
    time.sleep(1)
    began = time.monotonic()
    worker.end()
    assert time.monotonic() - began < 4
    assert eventually(lambda: set(children()) == before)


def test_a_worker_that_is_to_end_while_python_takes_something_away_ends() -> None:
    """Python can only print what is raised then, and would go on."""
    program = """
import sys
from fajer.match import workers
sys.unraisablehook = workers._end_anyhow
def played():
    try:
        yield
    finally:
        workers._end(15, None)
games = played()
next(games)
del games
print("it goes on")
"""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (143, "", "")


# A bot that forfeits game after game


def test_ten_games_running_forfeited_by_one_bot_end_the_match(house: House) -> None:
    """It is said how the last one was lost."""
    played = house.play(house.bot("exit-3", life=None), house.bot(), games=20)
    assert isinstance(played.stopped, MatchStopped)
    said = str(played.stopped)
    assert said.startswith("bot 0 forfeited 10 games running, up to game 9")
    assert "crash: ended with exit status 3" in said
    assert said.endswith(": the match ends here; --resume plays on")
    assert [game.index for game in played.games] == list(range(10))


def test_nine_games_running_do_not(house: House) -> None:
    """The tenth process plays well, and the count begins anew."""
    words = " ".join(house.words("exit-3", life=None))
    good = " ".join(house.words())
    lives = house.path / "count"
    bot = house.entry("sh", "-c", f"echo >> {lives}; [ $(wc -l < {lives}) = 10 ] && exec {good}; exec {words}")
    played = house.play(bot, house.bot(), games=12)
    assert played.stopped is None
    assert [len(game.faults) for game in played.games] == [1] * 9 + [0] * 3


def test_ten_games_running_with_jobs(house: House) -> None:
    """Workers are ended too."""
    job = house.job(house.bot("exit-3", life=None), house.bot(), games=40, block=2)
    played = house.run(job, 2)
    assert isinstance(played.stopped, MatchStopped)
    assert [game.index for game in played.games] == list(range(10))
    house.is_left_as_found()


def test_faults_that_are_forgiven_do_not_count(house: House) -> None:
    bot = house.bot("action", value="fold", to=10**6, life=None)
    played = house.play(bot, house.bot(), games=12, on_fault="fallback")
    assert played.stopped is None
    assert all(game.faults for game in played.games)


# Workers that are ended from outside


def worker_killed(house: House, passed: Callable[[Game[Any]], None], at: set[int]) -> Unkept:
    """After these games one of the workers is killed."""

    def look(game: Game[Any]) -> None:
        passed(game)
        if game.index in at:
            os.kill(youngest_worker(), signal.SIGKILL)

    return Unkept(look)


def test_a_worker_that_is_killed_has_its_unit_played_again(house: House) -> None:
    """By another one; a line says so, and the record of its first new game; the games are the same."""
    slow = house.bot("sleep", value=0.02, to=10**6, life=None)
    job = house.job(slow, house.bot(), games=24, block=2)
    played = house.run(job, 2, lambda passed: worker_killed(house, passed, {1}))
    plain = house.run(job, 1)
    assert digests(played) == digests(plain)
    assert len(played.remarks) == 1
    assert "a worker of the referee was ended from outside; games" in played.remarks[0]
    faults = [fault for game in played.games for fault in game.faults]
    assert len(faults) <= 1  # none where all games of the unit had been given out
    for fault in faults:
        assert (fault.seat, fault.kind) == (None, "internal")
        assert fault.detail == "its unit was played again: a worker of the referee was ended from outside"
    house.is_left_as_found()


def test_a_worker_that_is_killed_twice_in_one_unit_stops_the_match(house: House) -> None:
    """Whatever kills it may be the unit itself."""
    words = " ".join(house.words())
    kill = "set -- $(cat /proc/$PPID/stat); kill -9 $4"  # the parent of the keeper
    bot = house.entry("sh", "-c", f"[ -e {house.path}/up ] && {{ {kill}; }}; exec {words}")
    job = house.job(bot, house.bot(), games=4, block=2)
    (house.path / "up").touch()
    played = house.run(job, 2)
    assert isinstance(played.stopped, InternalError)
    assert "twice in the same unit" in str(played.stopped)
    assert eventually(lambda: not house.processes())


def test_a_worker_that_goes_before_its_next_unit_is_replaced(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed between two units: the next one is given to another worker, and no error is raised."""
    proper = Worker.play
    killed: list[int] = []

    def play(worker: Any, task: Any) -> None:
        if task.unit.block == 2 and not killed:
            killed.append(worker._process.pid)
            os.kill(worker._process.pid, signal.SIGKILL)
            worker._process.join()
        proper(worker, task)

    monkeypatch.setattr(Worker, "play", play)
    job = house.job(house.local(FIRST), house.local(FIRST), games=6, block=1)
    assert digests(house.run(job, 2)) == digests(house.run(job, 1))
    assert killed


def test_a_worker_that_goes_when_there_is_nothing_left_to_play_is_no_loss(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All its games are there."""
    proper = Worker.end

    def end(worker: Any) -> None:
        os.kill(worker._process.pid, signal.SIGKILL)
        proper(worker)

    monkeypatch.setattr(Worker, "end", end)
    job = house.job(house.local(FIRST), house.local(FIRST), games=6, block=1)
    assert len(digests(house.run(job, 2))) == 6
