"""Units played at a Dask cluster: the same games as here, and nothing left behind."""

import contextlib
import logging
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType

import pytest
from distributed import LocalCluster
from referee.house import MARK, eventually, marked
from tournament.cluster_bots import KILLER, SLOW, folder, match, script, tasks

import fajer
from fajer.errors import InternalError, MatchStopped, UsageError
from fajer.match.task import Played
from fajer.match.unit import Job
from fajer.match.workers import Workers
from fajer.tournament import croupier, venue
from fajer.tournament.cluster import Cluster
from fajer.tournament.place import Place

TESTS = Path(__file__).parents[1]
C = TESTS.parent / "bots" / "c"
COMPILES = pytest.mark.skipif(not shutil.which("cc"), reason="no C compiler")
Digests = dict[tuple[int, int], str]
"""By table and index."""


@pytest.fixture(scope="module")
def mark() -> str:
    """On every process that is started from the cluster."""
    return f"cluster-{os.getpid()}"


@pytest.fixture(scope="module")
def dask(mark: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalCluster]:
    """A cluster of two workers, to be reached by its address; it has a cache of its own."""
    with LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
        scheduler_kwargs={"dashboard": False},
        memory_limit=0,
        silence_logs=logging.CRITICAL,
        env={MARK: mark, "XDG_CACHE_HOME": str(tmp_path_factory.mktemp("cache"))},
    ) as cluster:
        yield cluster


@dataclass
class Meeting:
    """A place, and what it said."""

    place: Cluster
    remarks: list[str] = field(default_factory=list)


@pytest.fixture
def at(dask: LocalCluster, mark: str) -> Iterator[Callable[[], Meeting]]:
    """Places at the cluster; afterwards nobody plays there any more."""
    with contextlib.ExitStack() as ends:

        def begin() -> Meeting:
            remarks: list[str] = []
            place = Cluster(dask.scheduler_address, jobs=9, pin=False, remark=remarks.append)
            ends.callback(place.close)
            return Meeting(place, remarks)

        yield begin
    assert playing(mark) == {}


def playing(mark: str) -> dict[int, str]:
    """The cluster's processes that are there to play: croupiers, keepers, bots."""
    return {pid: words for pid, words in marked(mark).items() if "multiprocessing" not in words}


def croupiers(mark: str) -> list[int]:
    return [pid for pid, words in marked(mark).items() if "fajer.tournament.croupier" in words]


def digests(place: Place, jobs: Sequence[Job], each: Callable[[int], None] = lambda count: None) -> Digests:
    """Of all games; `each` is told how many there are."""
    found: Digests = {}
    over = 0
    for one in place.played(dict(enumerate(jobs)), tasks(jobs)):
        if isinstance(one, Played):
            assert (one.table, one.game.index) not in found
            found[one.table, one.game.index] = one.game.digest
            each(len(found))
        else:
            over += 1
    assert over == len(list(tasks(jobs)))
    return found


def here(jobs: Sequence[Job], count: int = 1) -> Digests:
    """The same on this machine."""
    return digests(Workers(count, print, pin=False), jobs)


@COMPILES
def test_the_digests_are_those_of_one_core_and_of_two(at: Callable[[], Meeting], tmp_path: Path) -> None:
    bot = script(tmp_path / "bot", choice=-1)
    jobs = [
        match(bot, folder(tmp_path / "folder"), seed="a"),
        match(C, "first", seed="b", count=4),
        match(bot, C, "cmd:python3 -I -S " + str(bot), seed="c", count=6),
    ]
    meeting = at()
    found = digests(meeting.place, jobs)
    assert len(found) == 22
    assert found == here(jobs) == here(jobs, 2)
    assert digests(meeting.place, jobs[:1]) == {key: value for key, value in found.items() if key[0] == 0}
    assert meeting.remarks == []


@COMPILES
def test_a_bot_is_sent_and_built_at_the_workers(at: Callable[[], Meeting], dask: LocalCluster, tmp_path: Path) -> None:
    job = match(C, C, count=2, block=1)
    place = at().place
    digests(place, [job])
    for cache in place._link.client.run(os.getenv, "XDG_CACHE_HOME").values():
        assert job.entries[0].sha256 is not None
        assert (Path(cache) / "fajer" / "bots" / job.entries[0].sha256 / "c" / "bot.toml").exists()
        (built,) = (Path(cache) / "fajer" / "builds").glob(f"{job.entries[0].sha256}-*")
        assert (built / "bot").exists()


def test_a_worker_that_is_killed_costs_nothing(at: Callable[[], Meeting], tmp_path: Path) -> None:
    bot = script(tmp_path / "bot", SLOW)
    job = match(bot, bot, count=10)
    meeting = at()

    def kill(count: int) -> None:
        if count == 2:
            (victim, *_) = meeting.place._link.client.run(os.getpid).values()
            os.kill(victim, signal.SIGKILL)

    assert digests(meeting.place, [job], kill) == here([job])
    assert meeting.remarks
    assert all("a worker of the cluster was lost; table 0, block " in remark for remark in meeting.remarks)


def test_a_croupier_that_is_killed_costs_nothing(at: Callable[[], Meeting], mark: str, tmp_path: Path) -> None:
    bot = script(tmp_path / "bot", SLOW)
    job = match(bot, bot, count=6)
    meeting = at()

    def kill(count: int) -> None:
        if count == 2:
            for pid in croupiers(mark):
                os.kill(pid, signal.SIGKILL)

    assert digests(meeting.place, [job], kill) == here([job])
    assert meeting.remarks


def test_a_unit_that_ends_its_croupier_twice_ends_the_run(at: Callable[[], Meeting], mark: str, tmp_path: Path) -> None:
    job = match(script(tmp_path / "killer", KILLER), script(tmp_path / "bot"), count=2, block=1)
    with pytest.raises(InternalError, match=r"lost twice in the same unit: table 0, block 0, seating [01]$"):
        digests(at().place, [job])
    assert eventually(lambda: playing(mark) == {})  # a croupier that was killed has not waited for its keeper


def test_what_fails_twice_in_a_unit_ends_the_run(at: Callable[[], Meeting], tmp_path: Path) -> None:
    job = match(script(tmp_path / "bot"), "first", count=2)
    job.match.rules["stakes"] = "many"
    with pytest.raises(InternalError, match="stakes"):
        digests(at().place, [job])


def test_stopped_it_begins_no_more_games(at: Callable[[], Meeting], mark: str, tmp_path: Path) -> None:
    bot = script(tmp_path / "bot", SLOW)
    job = match(bot, bot, count=400, block=100)
    place = at().place
    stopper = threading.Thread(target=lambda: eventually(lambda: len(croupiers(mark)) == 2, 120) and place.stop())
    stopper.start()
    found = list(place.played({0: job}, tasks([job])))
    stopper.join()
    games = [one for one in found if isinstance(one, Played)]
    assert len(games) < 400
    assert len(found) - len(games) == 4


def test_closed_early_nothing_is_left(at: Callable[[], Meeting], mark: str, tmp_path: Path) -> None:
    bot = script(tmp_path / "bot", SLOW)
    job = match(bot, bot, count=40, block=2)
    place = at().place
    played = place.played({0: job}, tasks([job]))
    next(played)
    assert playing(mark)
    played.close()
    assert playing(mark) == {}
    again = match(bot, bot, count=2)
    assert digests(place, [again]) == here([again])


def test_a_run_that_is_gone_without_a_word_leaves_nobody_playing(dask: LocalCluster, mark: str, tmp_path: Path) -> None:
    bot = script(tmp_path / "bot", "time.sleep(0.2)")
    with begin(dask.scheduler_address, bot) as run:
        assert eventually(lambda: len(playing(mark)) >= 8, 120)
        run.kill()
    assert eventually(lambda: playing(mark) == {}, 60)


def test_units_that_somebody_else_gives_up_end_the_run(at: Callable[[], Meeting], tmp_path: Path) -> None:
    bot = script(tmp_path / "bot", SLOW)
    place = at().place

    def give_up(count: int) -> None:
        place._link.client.cancel([flight.future for flight in place._flights.values()])

    with pytest.raises(MatchStopped, match=r"the cluster tcp://\S+ is gone, or gave the games up \(table 0, .*\)"):
        digests(place, [match(bot, bot, count=20)], give_up)


# A cluster begun for the run


@pytest.mark.parametrize(
    "interrupts", [1, pytest.param(2, marks=pytest.mark.slow), pytest.param(0, marks=pytest.mark.slow)]
)
def test_an_interrupt_ends_it_and_leaves_nothing(
    interrupts: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Once: after the running games; twice: now; killed: now, too. From a keyboard it goes to all processes."""
    ours = f"begun-{os.getpid()}"
    monkeypatch.setenv(MARK, ours)
    with begin("dask", script(tmp_path / "bot", "time.sleep(0.1)")) as run:
        assert eventually(lambda: len(playing(ours)) >= 8, 120)
        for _ in range(interrupts):
            os.killpg(run.pid, signal.SIGINT)
            time.sleep(0.5)
        if not interrupts:
            run.kill()
        out, error = run.communicate(timeout=120)
    assert error == ""
    if interrupts == 1:
        assert 0 < int(out) < 40
    assert eventually(lambda: marked(ours) == {}, 60), marked(ours)


def begin(where: str, bot: Path) -> "subprocess.Popen[str]":
    """A run in a process and a group of its own; it prints how many games it played."""
    return subprocess.Popen(
        [sys.executable, "-W", "error", "-m", "tournament.cluster_bots", where, bot],
        env=os.environ | {"PYTHONPATH": f"{TESTS}:{TESTS.parent}"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def test_each_croupier_has_a_core_to_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(croupier, "_CLAIM", f"\0fajer test {os.getpid()}/{{}}")
    ours = os.sched_getaffinity(0)
    claimed = []
    with contextlib.ExitStack() as held:
        held.callback(os.sched_setaffinity, 0, ours)
        for _ in ours:
            os.sched_setaffinity(0, ours)
            croupier._pin(held)
            claimed.append(os.sched_getaffinity(0))
        assert all(len(cores) == 1 for cores in claimed)
        assert set().union(*claimed) == ours
        os.sched_setaffinity(0, ours)
        croupier._pin(held)
        assert os.sched_getaffinity(0) == ours  # there is none left for this one


# What is refused, in one line


@pytest.mark.parametrize("where", ["tcp://", "tcp://here", "tcp://here:x", "here:8786", "daks", "tls://here:1"])
def test_an_address_has_a_host_and_a_port(where: str) -> None:
    assert refused(where) == f"{where!r} is no place to play at: dask, or tcp://HOST:PORT of a scheduler of Dask"


def test_where_there_is_no_scheduler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fajer.tournament.link._CONNECT_S", 0.5)
    assert refused("tcp://127.0.0.1:1").startswith("no scheduler of Dask is to be reached at tcp://127.0.0.1:1: ")


def test_without_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fajer.tournament.link._CONNECT_S", 0.5)
    with LocalCluster(
        n_workers=0,
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
        scheduler_kwargs={"dashboard": False},
        silence_logs=logging.CRITICAL,
    ) as empty:
        assert refused(empty.scheduler_address) == f"the cluster {empty.scheduler_address} has no workers"


def test_without_dask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert refused("dask") == "playing at a cluster needs Dask: pip install 'fajer[dask]'"


def test_another_fajer(dask: LocalCluster, monkeypatch: pytest.MonkeyPatch) -> None:
    real = fajer.__version__
    monkeypatch.setattr(fajer, "__version__", "99")
    where = dask.scheduler_address
    said = refused(where)
    assert said.startswith("the worker tcp://")
    assert said.endswith(f" of {where} has fajer {real}, and here is 99")


def test_no_fajer_there(dask: LocalCluster, monkeypatch: pytest.MonkeyPatch) -> None:
    here_only = ModuleType("here_only")
    exec("def version(): pass", here_only.__dict__)
    monkeypatch.setitem(sys.modules, "here_only", here_only)
    monkeypatch.setattr(venue, "version", here_only.version)
    where = dask.scheduler_address
    assert re.fullmatch(
        rf"the worker tcp://[0-9.:]+ of {where} has no fajer .*No module named .*here_only.*", refused(where)
    )


def refused(where: str) -> str:
    """What is said about a cluster that is not to be had."""
    with pytest.raises(UsageError) as caught:
        Cluster(where, jobs=1, pin=False, remark=print)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_a_bot_that_is_not_to_be_had_there(at: Callable[[], Meeting], tmp_path: Path) -> None:
    gone = script(tmp_path / "gone" / "bot")
    job = match(f"cmd:{gone}", "first", count=2)
    shutil.rmtree(gone.parent)
    with pytest.raises(UsageError, match=r"a command line is run only where .* \(at the worker tcp://"):
        digests(at().place, [job])


def test_what_goes_wrong_at_a_worker_is_said(at: Callable[[], Meeting], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(venue, "receive", divmod)
    with pytest.raises(InternalError, match=r"the bots cannot be brought to the worker tcp://.*TypeError"):
        digests(at().place, [match("first", "first", count=2)])


def test_a_python_class_is_refused(at: Callable[[], Meeting], tmp_path: Path) -> None:
    (tmp_path / "bots.py").write_text("from fajer.bot import Bot\nclass A(Bot):\n    act = None\n")
    with pytest.raises(UsageError, match="only on the machine of the run"):
        digests(at().place, [match(f"py:{tmp_path}/bots.py:A", "first", count=2)])
