"""The measurements: each a number of things a second, taken in turns so that noise meets all alike."""

import os
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from fajer.bench.apart import Apart, apart
from fajer.bench.beside import Beside, beside
from fajer.bench.jobs import Jobs, jobs
from fajer.bench.leduc import reference
from fajer.bench.pipe import ANSWER, QUESTION, peer, trips
from fajer.bench.play import SEATS, random_play
from fajer.bench.speeds import Speeds
from fajer.bots_to_copy import home
from fajer.errors import UsageError
from fajer.games.api import Game as Rules
from fajer.match.run import Run
from fajer.match.setting import Wish, arranged
from fajer.match.unit import Job
from fajer.records.journal import Journal
from fajer.records.record import Game, Limits, Match
from fajer.referee.entry import Entry, resolve
from fajer.wire import codec as codecs
from fajer.wire.messages import Act, ActAnswer

_BATCH = 64
_BLOCK = 200
"""Sets that the same processes play: enough that starting them is not what is measured."""
_JOBS_ROUNDS = 3


class Speed(msgspec.Struct, frozen=True):
    """Decisions a second."""

    decisions_per_s: float


class Codec(msgspec.Struct, frozen=True):
    """Acts written and answers read a second, by encoding."""

    json_per_s: float
    msgpack_per_s: float


class Referee(msgspec.Struct, frozen=True):
    """A match of three of the same bot, records and times on."""

    decisions_per_s: float
    bot: str
    """Which bot played."""
    encoding: str


class Pipe(msgspec.Struct, frozen=True):
    """A bare pipe to a process on the same core."""

    round_trips_per_s: float
    """Written, polled and read without blocking, as it takes to keep a deadline."""
    blocking_per_s: float
    """Written and read, waiting for as long as it takes."""
    question_bytes: int
    answer_bytes: int
    peer: str
    """What was at the other end."""


class Ratios(msgspec.Struct, frozen=True):
    """Medians of the ratios within each round."""

    rules_to_reference: float
    referee_to_pipe: float
    batch_to_pipe: float
    referee_to_blocking_pipe: float
    batch_to_blocking_pipe: float
    two_jobs_to_two_matches: float | None
    """Games a second of one match with two jobs to those of two at once; null with one core."""
    rules_to_library: float | None
    """Decisions of random play to those of the library beside; null without one."""
    ranking_to_library: float | None
    """Hands ranked, likewise."""


class Bench(msgspec.Struct, frozen=True):
    """All that was measured, on one core: medians over the rounds."""

    game: str
    rounds: int
    games: int
    """Games that the referee refereed, one by one, in all rounds."""
    reference: Speed
    """Random play of Leduc poker, plainly written in Python."""
    rules: Speed
    """Random play with the rules alone, `legal` and `apply`, three players."""
    codec: Codec
    referee: Referee
    batch: Speed
    """The same bots asked in batches."""
    pipe: Pipe
    jobs: Jobs | None
    """On two cores; null where there is only one."""
    beside: Beside | None
    """Another library's play of the same game; null where there is none here."""
    isolation: Apart | None
    """What `--isolation full` costs; null where it cannot be measured."""
    no_isolation: str
    """Why not; empty if it is."""
    ratios: Ratios


_MEASURED = ("reference", "rules", "pipe", "blocking pipe", "referee", "batch", "json", "msgpack")
"""What is measured in every round, whatever the game."""


def steps(rules: Rules, rounds: int) -> int:
    """How many measurements there will be."""
    library = beside(rules.name)
    return rounds * (len(_MEASURED) + 1 + (len(library.parts) if library else 0)) + 1


def bench(rules: Rules, rounds: int, games: int, step: Callable[[], None]) -> Bench:
    """Measure everything in so many rounds, each with at least `games` games for the referee.

    The process is tied to one core meanwhile, but for what needs two. `step` is called after
    each measurement.
    """
    cores = os.sched_getaffinity(0)
    with tempfile.TemporaryDirectory() as scratch:
        measuring = _Bench(rules, games, Path(scratch))
        shared = (
            [jobs(measuring.match, 2 * games, Path(scratch)) for _ in range(min(rounds, _JOBS_ROUNDS))]
            if len(cores) > 1
            else []
        )
        step()
        os.sched_setaffinity(0, {max(cores)})
        try:
            return measuring.measured(rounds, shared, step)
        finally:
            os.sched_setaffinity(0, cores)


class _Bench:
    """What the measurements share."""

    def __init__(self, rules: Rules, games: int, scratch: Path) -> None:
        self._rules = rules
        self._scratch = scratch
        self._bot = _native_bot()
        self._peer, self._peer_name = peer(scratch)
        self._alone = self._job(games, batch=0)
        self._batched = self._job(games, batch=_BATCH)
        self._round = 0

    def _job(self, games: int, batch: int) -> Job:
        rules = self._rules
        wish = Wish(
            entries=(self._bot,) * SEATS,
            game=rules.name,
            preset=None,
            options=rules.options(),
            games=games,
            seed="bench",
            seating="rotate",
            block=_BLOCK,
            limits=Limits(batch=batch),
            on_fault="forfeit",
        )
        return arranged(wish)

    @property
    def match(self) -> Match:
        """The match that is measured."""
        return self._alone.match

    def measured(self, rounds: int, shared: list[Jobs], step: Callable[[], None]) -> Bench:
        speeds = Speeds()
        library = beside(self._rules.name)
        parts = dict(zip(_MEASURED, self._parts(), strict=True)) | (library.parts if library else {})
        for self._round in range(rounds):
            for name, part in parts.items():
                speeds.add(name, part())
                step()
        program = self._peer[0] if self._peer_name == "C" else None
        isolation, why_not = apart(program, rounds, self._scratch, step)
        ratio, middle = speeds.ratio, speeds.middle
        bot = self._alone.match.bots[0]
        return Bench(
            game=self._rules.name,
            rounds=rounds,
            games=rounds * self._alone.match.games,
            reference=Speed(middle("reference")),
            rules=Speed(middle("rules")),
            codec=Codec(middle("json"), middle("msgpack")),
            referee=Referee(middle("referee"), bot.spec, bot.encoding),
            batch=Speed(middle("batch")),
            pipe=Pipe(middle("pipe"), middle("blocking pipe"), QUESTION, ANSWER, self._peer_name),
            jobs=_typical(shared),
            beside=library.found(middle) if library else None,
            isolation=isolation,
            no_isolation=why_not,
            ratios=Ratios(
                ratio("rules", "reference"),
                ratio("referee", "pipe"),
                ratio("batch", "pipe"),
                ratio("referee", "blocking pipe"),
                ratio("batch", "blocking pipe"),
                _middle([one.two_jobs_per_s / one.two_matches_per_s for one in shared]),
                ratio("decisions_per_s", "library_decisions_per_s") if library else None,
                ratio("hands_per_s", "library_hands_per_s") if library else None,
            ),
        )

    def _parts(self) -> list[Callable[[], float]]:
        """What measures each of `_MEASURED`."""
        return [
            reference,
            lambda: random_play(self._rules, self._rules.options(), 0.2),
            lambda: trips(self._peer, blocking=False),
            lambda: trips(self._peer, blocking=True),
            lambda: self._match(self._alone),
            lambda: self._match(self._batched),
            lambda: self._codec("json"),
            lambda: self._codec("msgpack"),
        ]

    def _match(self, job: Job) -> float:
        """Decisions a second of a whole match, its file written."""
        decisions = 0

        def passed(game: Game[Any]) -> None:
            nonlocal decisions
            decisions += sum(map(len, game.times_us))

        file = self._scratch / "match.jsonl"
        file.unlink(missing_ok=True)
        journal = Journal.begun(file, job.match, passed)
        began = time.perf_counter()
        Run(job, journal, lambda text: None).play(1, pin=False)
        taken = time.perf_counter() - began
        journal.close()
        return decisions / taken

    def _codec(self, encoding: Any) -> float:
        """Acts written and answers read a second."""
        codec = codecs.codec(encoding)
        act, answer = _question(self._rules)
        encode = msgspec.json.encode if encoding == "json" else msgspec.msgpack.encode
        reply = encode(answer)
        count = 20_000
        began = time.perf_counter()
        for _ in range(count):
            codec.encode(act)
            codec.act(reply)
        return count / (time.perf_counter() - began)


def _middle(ratios: list[float]) -> float | None:
    return round(statistics.median(ratios), 3) if ratios else None


def _typical(shared: list[Jobs]) -> Jobs | None:
    """The medians of what was measured with two jobs."""
    if not shared:
        return None
    return Jobs(
        round(statistics.median(one.two_jobs_per_s for one in shared)),
        round(statistics.median(one.two_matches_per_s for one in shared)),
    )


def _question(rules: Rules) -> tuple[Act[Any], ActAnswer]:
    """A usual act, some way into a deal, and an answer to it."""
    state = rules.start(rules.options(), SEATS, "bench")
    for _ in range(4):
        state.apply(state.legal()[-1])
    legal = state.offered()
    return Act("0123456789abcdef", 12345, state.view(state.turn), state.events[-3:], legal, 1000), ActAnswer(
        12345, legal[0]
    )


def _native_bot() -> Entry:
    """The bot in C if it can be built here, otherwise the one in plain Python."""
    try:
        return resolve(str(home() / "c"))
    except UsageError:
        return resolve(str(home() / "python"))
