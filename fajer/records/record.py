"""The lines of a file of records, each a typed struct, and the digest of a game."""

import hashlib
from fractions import Fraction
from typing import Annotated, Any, Generic, Literal, TypeVar, get_args

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

VERSION = 1
"""The version of the records written here, and the newest that can be read."""

Deal = TypeVar("Deal")
"""What the game's records hold of a deal."""

OnFault = Literal["forfeit", "fallback"]
Seating = Literal["rotate", "all", "fixed"]
BotKind = Literal["start", "timeout", "crash", "memory", "cpu", "output", "garbage", "protocol", "illegal"]
"""How a bot can fail."""
BOT_KINDS: tuple[BotKind, ...] = get_args(BotKind)
Kind = Literal[BotKind, "internal"]
Isolation = Literal["none", "landlock", "full"]
"""How bots are kept apart from the machine and from each other."""
MemoryBy = Literal["cgroup", "watchdog", "process"]
"""What bounds the memory of a bot's processes: the kernel, all together; we, who look at them all
together every 50 ms; the kernel, each one alone."""
Count = Annotated[int, Meta(ge=0)]
LEAST_ERROR, MOST_ERROR = 0.001, 0.5
Error = Annotated[float, Meta(ge=LEAST_ERROR, le=MOST_ERROR)]
"""How often a sequential test may decide wrongly."""


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """What a bot is given; no time is more than a day."""

    start_ms: Annotated[int, Meta(ge=1, le=86_400_000)] = 10_000
    """To say hello."""
    move_ms: Annotated[int, Meta(ge=1, le=86_400_000)] = 1_000
    """For each decision."""
    bank_ms: Annotated[int, Meta(ge=0, le=86_400_000)] = 0
    """For the whole game on top."""
    margin_ms: Annotated[int, Meta(ge=0, le=86_400_000)] = 50
    """Grace for the machine's own delays: an answer inside it is late, but no fault."""
    batch: Count = 64
    """The most acts in a batch; 0 and 1: no batches."""
    memory_mib: Annotated[int, Meta(ge=16, le=1 << 20)] | UnsetType = UNSET
    """MiB of memory for a bot; this and what follows only with isolation."""
    processes: Annotated[int, Meta(ge=4, le=65_536)] | UnsetType = UNSET
    """The most processes and threads of a bot at a time."""
    cpu_s: Annotated[int, Meta(ge=1, le=86_400)] | UnsetType = UNSET
    """Seconds of processor time for each process of a bot, over all its games."""
    memory_by: MemoryBy | UnsetType = UNSET
    """What bounds the memory: `cgroup` and `watchdog` that of all processes of a bot together, `process` that of
    each."""


def kept_apart(isolation: Isolation, limits: Limits) -> str:
    """How bots were kept apart, in words.

    >>> kept_apart("full", Limits(memory_mib=512, processes=64, cpu_s=60, memory_by="watchdog"))
    'full (512 MiB for a bot by watchdog, 64 processes)'
    """
    if isolation == "none":
        return "none"
    whose = "a process" if limits.memory_by == "process" else "a bot"
    return f"{isolation} ({limits.memory_mib} MiB for {whose} by {limits.memory_by}, {limits.processes} processes)"


class Entrant(Struct, frozen=True, forbid_unknown_fields=True):
    """A bot of the match."""

    name: str
    """Its name in this match."""
    version: str | None
    """Its version, where it said one."""
    spec: str
    """What was given on the command line."""
    sha256: str | None
    """Over the (path, mode, bytes) of its file or folder; null for a command line."""
    encoding: Literal["json", "msgpack"]
    """What it speaks."""
    batch: bool
    """Whether it takes batches."""
    move_ms: Annotated[int, Meta(ge=1, le=86_400_000)] | UnsetType | None = UNSET
    """Only of a person: milliseconds for each decision, without a bank; null for a person without a clock."""


class Match(Struct, frozen=True, tag="match", kw_only=True, forbid_unknown_fields=True):
    """The first line: everything that makes the match repeatable."""

    version: int = VERSION
    """The version of the records."""
    id: str = ""
    """SHA-256 of this line without `id` and `created`, its first 32 hex digits."""
    game: str
    """Which game: `fajer`."""
    preset: str
    """The preset that the options began with."""
    rules: dict[str, Any]
    """Every option with its value."""
    seed: str
    """The match seed."""
    bots: list[Entrant]
    """The bots, as they were given."""
    seating: Seating
    """`rotate`, `all` or `fixed`."""
    block: Annotated[int, Meta(ge=1, le=256)]
    """So many sets are played by the same processes, in one seating."""
    games: Annotated[int, Meta(ge=1)]
    """How many games are played, in whole sets; with `sprt` at most."""
    limits: Limits
    """What a bot is given."""
    on_fault: OnFault
    """Whether a fault forfeits the game."""
    isolation: Isolation = "none"
    """How the bots were kept apart."""
    sprt: tuple[float, float, Error] | UnsetType = UNSET
    """LOW, HIGH and ERROR of the sequential test that ends the match at the end of a block; not there without one."""
    created: str = ""
    """When the match began, UTC."""
    fajer: str
    """The version of fajer that played it."""

    def identified(self) -> "Match":
        """This match with its `id`."""
        plain = msgspec.to_builtins(self)
        del plain["id"], plain["created"]
        return msgspec.structs.replace(self, id=_sha256(plain)[:32])


class Fault(Struct, frozen=True, forbid_unknown_fields=True):
    """A bot failed, or (`internal`, no seat) we did and its unit was played again."""

    seat: int | None
    """Who failed; null when it was us."""
    deal: int | None
    """The deal in which the referee took its place; null before the first."""
    action: int | None
    """The index of the action that was replaced; null before the first deal."""
    kind: Kind
    """How: see section 11 of `protocol.md`."""
    detail: str
    """What was sent, and what was expected."""


class Game(Struct, Generic[Deal], tag="game", kw_only=True, forbid_unknown_fields=True):
    """A finished game."""

    index: Count
    """Its number in the match."""
    set: Count
    """The set that it is of."""
    seating: Count
    """The seating of the set."""
    seed: str
    """The game seed."""
    seats: list[int]
    """By seat, the number in `bots` of who sat there."""
    deals: list[Deal]
    """Every deal with its deck and its actions."""
    places: list[int]
    """By seat, 1 the best, forfeits behind all others."""
    payoffs: list[int | float]
    """By seat, in the game's unit; they add up to 0."""
    drawn: bool
    """Whether a cap of ours ended it."""
    faults: list[Fault]
    """What went wrong, in order."""
    digest: str = ""
    """SHA-256 of all that has to be the same when the game is played again."""
    times_us: list[list[int | None]]
    """By deal and action, how long the bot thought; null where the referee played."""
    late: list[int]
    """By seat, answers that came within the margin."""
    notes: list[tuple[int, int, str]]
    """[deal, action, text] that the bots gave along."""
    stderr: list[str]
    """By seat, the last of each bot's stderr; empty where it was not kept."""


class End(Struct, frozen=True, tag="end", forbid_unknown_fields=True):
    """The last line: the match is complete."""

    games: int
    """How many games there are."""
    off_turn_us: list[int] = []
    """By bot, processor time used while it was not its turn, in microseconds."""


_FLEETING = {"digest", "times_us", "late", "notes", "stderr"}
"""What may be different when a game is played again."""


def digest(game: Game[Any]) -> str:
    """SHA-256 hex of a game without what may differ: times, notes, stderr, details of faults."""
    lasting: dict[str, Any] = {name: getattr(game, name) for name in game.__struct_fields__ if name not in _FLEETING}
    lasting["type"] = "game"
    lasting["faults"] = [
        {"seat": fault.seat, "deal": fault.deal, "action": fault.action, "kind": fault.kind} for fault in game.faults
    ]
    return _sha256(lasting)


def repeatable(game: Game[Any]) -> str:
    """The digest that the game has when it is played again: faults of ours do not come again."""
    theirs = [fault for fault in game.faults if fault.kind != "internal"]
    if len(theirs) == len(game.faults):
        return game.digest
    return digest(msgspec.structs.replace(game, faults=theirs))


def number(payoff: Fraction) -> int | float:
    """A payoff as it is written: whole numbers as integers, else the nearest double."""
    return payoff.numerator if payoff.denominator == 1 else float(payoff)


def _sha256(plain: dict[str, Any]) -> str:
    """SHA-256 hex of the JSON with sorted keys, no spaces, UTF-8 unescaped."""
    return hashlib.sha256(msgspec.json.encode(plain, order="sorted")).hexdigest()
