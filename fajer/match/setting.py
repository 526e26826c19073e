"""What a match is: made from what was asked for, or read from the file that is played on."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

import fajer
from fajer import games
from fajer.errors import RecordError
from fajer.games import seeds
from fajer.match.plan import whole_sets
from fajer.match.roll import roll_call
from fajer.match.unit import Job
from fajer.records.files import Opened
from fajer.records.record import Entrant, Isolation, Limits, Match, OnFault, Seating
from fajer.referee.entry import Entry, resolve
from fajer.referee.isolation.hidden import check_hidden
from fajer.referee.isolation.lodging import proved

SAFE_SEED = 22
"""Characters of a seed that nobody guesses: 128 bits where they are drawn from letters and digits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What was asked for: a match without its bots' own words."""

    entries: tuple[Entry, ...]
    """The bots' programs."""
    game: str
    preset: str | None
    options: Any
    """The game's options."""
    games: int
    """At least so many games."""
    seed: str | None
    """The match seed; None: one is drawn."""
    seating: Seating
    block: int
    limits: Limits
    on_fault: OnFault
    sprt: tuple[float, float, float] | None = None
    """LOW, HIGH and ERROR of a sequential test; None: all games are played."""
    isolation: Isolation = "none"
    """How the bots are kept apart."""
    private: tuple[Path, ...] = ()
    """Files that no bot may see then: the records."""


def arranged(wish: Wish) -> Job:
    """The match that was asked for, every bot having said hello.

    Raises `UsageError` for what cannot be and for what would not stay hidden, `MatchStopped` for a bot that says no
    hello, `IsolationError` where bots cannot be kept apart as was asked.
    """
    rules = games.game(wish.game)
    rules.check_players(wish.options, len(wish.entries))
    for entry in wish.entries:
        entry.check_plays(wish.game)
    check_hidden(wish.entries, wish.isolation, wish.private)
    limits = proved(wish.isolation, wish.limits)
    return Job(written(wish, limits, roll_call(wish.entries, limits, wish.isolation)), wish.entries)


def written(wish: Wish, limits: Limits, bots: list[Entrant]) -> Match:
    """The first line of a match as it was asked for, between these bots under these limits."""
    rules = games.game(wish.game)
    return Match(
        game=wish.game,
        preset=wish.preset or next(iter(rules.presets)),
        rules=msgspec.to_builtins(wish.options),
        seed=seeds.draw_match_seed() if wish.seed is None else wish.seed,
        bots=bots,
        seating=wish.seating,
        block=wish.block,
        games=whole_sets(wish.games, wish.seating, len(bots)),
        limits=limits,
        on_fault=wish.on_fault,
        isolation=wish.isolation,
        sprt=msgspec.UNSET if wish.sprt is None else wish.sprt,
        created=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        fajer=fajer.__version__,
    ).identified()


def same_match(job: Job, found: Opened) -> Job:
    """The job for playing on with a file; raises `RecordError` that says what is different."""
    here = _compared(job.match)
    there = _compared(found.match)
    for key, value in there.items():
        if value != here.get(key):
            raise RecordError(
                f"{found.path} holds another match: {key} is {_shown(value)} there and {_shown(here.get(key))} here"
            )
    return Job(found.match, job.entries, job.keep_stderr)


def _compared(match: Match) -> dict[str, Any]:
    """Everything that has to be the same, by a name that a person finds."""
    plain: dict[str, Any] = {"sprt": None} | msgspec.to_builtins(match)
    for key in ("type", "id", "created", "preset"):
        del plain[key]
    for key in ("rules", "limits"):
        plain |= {f"{key} {name}": value for name, value in plain.pop(key).items()}
    bots = plain.pop("bots")
    plain["number of bots"] = len(bots)
    for number, bot in enumerate(bots):
        plain |= {f"{name} of bot {number}": bot[name] for name in bot}
    return plain


def _shown(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def entries_again(bots: Sequence[Entrant], isolation: Isolation) -> tuple[Entry, ...]:
    """The programs of a recorded match's bots, under the names they have there."""
    return tuple(replace(resolve(bot.spec, isolation=isolation), name=bot.name) for bot in bots)


def guessable(seed: str) -> str | None:
    """What is to be said of a seed that a bot could find by trying; None if it could not.

    A bot in isolation sees no seed, but it sees cards: what all come from can be looked for.
    """
    if len(seed) >= SAFE_SEED:
        return None
    return f"the seed has {len(seed)} characters: a bot could guess it by its cards; {SAFE_SEED} at random are safe"
