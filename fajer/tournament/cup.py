"""The file of a tournament, `cup.toml`: read, checked, and every mistake in it said in one line."""

import reprlib
import tomllib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar, get_args

import msgspec
from msgspec import UNSET, Meta, Struct

from fajer import games
from fajer.errors import UsageError
from fajer.games.api import Game as Rules
from fajer.match.plan import whole_sets
from fajer.records.record import Isolation, Limits, OnFault, Seating
from fajer.referee.entry import NAME_LENGTH, is_name, mebibytes, named

Format = Literal["round-robin", "gauntlet", "balanced", "ladder"]
"""How the tables are chosen; see `fajer.tournament.formats`."""

_DAY_S = 86_400
_SHOWN = 60
"""So many characters of a wrong value are shown."""
_MOST = 1_000_000_000
_Seconds = Annotated[float, Meta(ge=0.001, le=_DAY_S, description="seconds, from 0.001 to 86400")]
_MoreSeconds = Annotated[float, Meta(ge=0, le=_DAY_S, description="seconds, from 0 to 86400")]
_WHOLE = f"a whole number from 1 to {_MOST}"
_Positive = Annotated[int, Meta(ge=1, le=_MOST, description=_WHOLE)]

_S = TypeVar("_S", bound=Struct)


class Given(Struct, frozen=True, kw_only=True):
    """`[tournament.limits]`: what a bot is given, as with the options of `fajer match`."""

    start_time: _Seconds = 10.0
    """Seconds to say hello."""
    move_time: _Seconds = 1.0
    """Seconds for each decision."""
    bank: _MoreSeconds = 0.0
    """Seconds for a whole game on top."""
    margin: _MoreSeconds = 0.05
    """Seconds of grace for the machine's own delays."""
    batch: Annotated[int, Meta(ge=0, le=256, description="a whole number from 0 to 256")] = 64
    """The most questions in a batch; 0: no batches."""
    memory: Annotated[str, Meta(description='a text from "16M" to "1024G"')] | None = None
    """Memory for each bot in isolation, over all its processes; this and what follows only with isolation."""
    processes: Annotated[int, Meta(ge=4, le=65_536, description="a whole number from 4 to 65536")] | None = None
    """Processes and threads of each bot."""
    cpu_time: Annotated[int, Meta(ge=1, le=_DAY_S, description="whole seconds, from 1 to 86400")] | None = None
    """Seconds of processor time for each process of a bot, over all its games."""

    def limits(self) -> Limits:
        """The same in a record's units; raises `ValueError` for memory that is none."""
        return Limits(
            start_ms=round(self.start_time * 1000),
            move_ms=round(self.move_time * 1000),
            bank_ms=round(self.bank * 1000),
            margin_ms=round(self.margin * 1000),
            batch=self.batch,
            memory_mib=UNSET if self.memory is None else mebibytes(self.memory),
            processes=UNSET if self.processes is None else self.processes,
            cpu_s=UNSET if self.cpu_time is None else self.cpu_time,
        )

    @staticmethod
    def of(limits: Limits) -> dict[str, Any]:
        """A record's limits by the names that the file has for them, without those that there are not.

        >>> Given.of(Given(move_time=0.5, processes=9).limits())
        {'start_time': 10, 'move_time': 0.5, 'bank': 0, 'margin': 0.05, 'batch': 64, 'processes': 9}
        """
        times = {
            "start_time": limits.start_ms,
            "move_time": limits.move_ms,
            "bank": limits.bank_ms,
            "margin": limits.margin_ms,
        }
        made = {key: ms / 1000 if ms % 1000 else ms // 1000 for key, ms in times.items()} | {"batch": limits.batch}
        memory = UNSET if limits.memory_mib is UNSET else f"{limits.memory_mib}M"
        bounds = {"memory": memory, "processes": limits.processes, "cpu_time": limits.cpu_s}
        return made | {key: value for key, value in bounds.items() if value is not UNSET}


class Settings(Struct, frozen=True, kw_only=True):
    """`[tournament]`: everything but the bots."""

    name: Annotated[str, Meta(min_length=1, max_length=200, description="a text of 1 to 200 characters")]
    """What the tournament is called."""
    game: Annotated[str, Meta(description=f"one of {', '.join(games.NAMES)}")] = games.NAMES[0]
    """Which game is played."""
    preset: Annotated[str, Meta(description="the name of a preset (see fajer rules)")] | None = None
    """The options to begin with; left out: the game's first preset."""
    seats: Annotated[int, Meta(ge=2, description="a whole number from 2 on")]
    """How many bots sit at a table."""
    format: Annotated[Format, Meta(description="round-robin, gauntlet, balanced or ladder")]
    """How the tables are chosen."""
    games: _Positive
    """Games a table, rounded up to whole sets."""
    seed: Annotated[str, Meta(min_length=1, description='a text, like seed = "42"')] | None = None
    """What all cards come from; left out: drawn, and kept in the store."""
    tables: _Positive | None = None
    """How many tables there are: in all with balanced, in a round with ladder."""
    rounds: _Positive | None = None
    """How many rounds a ladder has."""
    seating: Annotated[Seating, Meta(description="rotate, all or fixed")] = "rotate"
    """In which seatings each set is played."""
    block: Annotated[int, Meta(ge=1, le=256, description="a whole number from 1 to 256")] = 25
    """So many sets are played by the same processes."""
    on_fault: Annotated[OnFault, Meta(description="forfeit or fallback")] = "forfeit"
    """What a bot that fails loses: the game, or that decision."""
    isolation: Annotated[Isolation, Meta(description='"full", "landlock" or "none"')] = "full"
    """How the bots are kept apart from the machine and from each other."""
    options: Annotated[dict[str, Any], Meta(description="a table of options of the game")] = {}
    """`[tournament.options]`: single options changed."""
    limits: Given = Given()
    """`[tournament.limits]`: what a bot is given."""


class Bot(Struct, frozen=True, kw_only=True):
    """One of `[[bots]]`."""

    bot: Annotated[str, Meta(min_length=1, description="a BOT, as fajer match takes it")]
    """Which program it is; paths are relative to the file's folder."""
    name: (
        Annotated[
            str, Meta(min_length=1, max_length=NAME_LENGTH, description=f"1 to {NAME_LENGTH} printable characters")
        ]
        | None
    ) = None
    """What it is called here; left out: what it calls itself."""


@dataclass(frozen=True, slots=True)
class Cup:
    """A tournament as it was asked for."""

    path: Path
    """Where the file is."""
    text: str
    """The file as it stands."""
    settings: Settings
    bots: tuple[Bot, ...]
    """The bots in the file's order; no two of the same `bot` and `name`."""
    rules: Rules
    """The game."""
    options: Any
    """The game's options."""

    @property
    def folder(self) -> Path:
        """What paths in the file are relative to."""
        return self.path.parent

    @property
    def preset(self) -> str:
        """The preset that the options begin with."""
        return self.settings.preset or next(iter(self.rules.presets))

    @property
    def games(self) -> int:
        """Games a table, in whole sets."""
        return whole_sets(self.settings.games, self.settings.seating, self.settings.seats)


def read(path: Path) -> Cup:
    """The tournament that a file describes.

    Raises `UsageError` that names the file, the key and what would be right.
    """
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeError as error:
        raise UsageError(f"{path} is no TOML: {error}") from None
    return parsed(text, path)


def parsed(text: str, path: Path) -> Cup:
    """The tournament that the text of a file describes; raises as `read`."""
    try:
        values = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise UsageError(f"{path} is no TOML: {error}") from None
    except ValueError:  # Python's limit for the digits of a number
        raise UsageError(f"{path} cannot be read: there is a number of thousands of digits in it") from None
    for key in values:
        if key not in ("tournament", "bots"):
            raise UsageError(f"{path}: there is no {_key(key)}; a tournament has [tournament] and [[bots]]")
    if "tournament" not in values:
        raise UsageError(f"{path} does not say what is played: a tournament has [tournament] and [[bots]]")
    settings = _filled(Settings, values["tournament"], f"{path}: [tournament]")
    bots = _bots(values.get("bots"), path)
    rules, options = _game(settings, path)
    _check(settings, len(bots), rules.players(options), path)
    return Cup(path, text, settings, bots, rules, options)


def _filled(kind: type[_S], values: Any, where: str) -> _S:
    """A struct from a TOML table, key by key."""
    if not isinstance(values, dict):
        raise UsageError(f"{where} has to be a table, not {_shown(values)}")
    fields = {field.name: field for field in msgspec.structs.fields(kind)}
    for key in values:
        if key not in fields:
            raise UsageError(f"{where} has no {_key(key)}; it can have {', '.join(fields)}")
    made: dict[str, Any] = {}
    for name, field in fields.items():
        if name not in values:
            if field.required:
                raise UsageError(f"{where} needs {name}: {_right(field.type)}")
            continue
        made[name] = _value(field.type, values[name], where, name)
    return kind(**made)


def _value(kind: Any, value: Any, where: str, name: str) -> Any:
    """A key's value, checked against the type of its field."""
    if kind is Given:
        return _filled(Given, value, f"{where.removesuffix(']')}.{name}]")
    try:
        if value != value:  # TOML knows nan
            raise msgspec.ValidationError
        return msgspec.convert(value, kind)
    except msgspec.ValidationError:
        raise UsageError(f"{where} {name} = {_shown(value)}: it has to be {_right(kind)}") from None


def _right(kind: Any) -> str:
    """What a key's value has to be, in words."""
    metas = [meta for part in (kind, *get_args(kind)) for meta in getattr(part, "__metadata__", ())]
    return str(next(meta.description for meta in metas if meta.description))


def _shown(value: Any) -> str:
    """A wrong value as one would write it, as far as that is short."""
    try:
        text = repr(value) if isinstance(value, float) else msgspec.json.encode(value).decode()
    except (TypeError, ValueError, RecursionError):
        try:
            text = reprlib.repr(value)
        except ValueError:  # Python's limit for the digits of a number
            text = "a number of thousands of digits"
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _key(key: str) -> str:
    """A key as it is shown: in quotes, and not too long."""
    return _shown(key)


def _bots(values: Any, path: Path) -> tuple[Bot, ...]:
    """The bots, each of which can be told from the others."""
    if not isinstance(values, list) or not values:
        raise UsageError(f"{path} names no bots: each has a [[bots]] with bot = a BOT, as fajer match takes it")
    bots = tuple(one_bot(value, f"{path}: [[bots]] number {number}") for number, value in enumerate(values, 1))
    names = Counter(bot.name for bot in bots if bot.name is not None)
    for name, count in names.items():
        if count > 1:
            raise UsageError(f"{path}: {count} of the [[bots]] have the name {_shown(name)}: each needs one of its own")
    nameless = Counter(bot.bot for bot in bots if bot.name is None)
    for bot, count in nameless.items():
        if count > 1:
            raise UsageError(
                f"{path}: the bot {_shown(bot)} is there {count} times: each of them needs a name of its own, name = …"
            )
    return bots


def one_bot(value: Any, where: str) -> Bot:
    """A bot from a TOML table, or what a command line gives in its place; raises `UsageError`, which begins with
    `where`."""
    bot = _filled(Bot, value, where)
    name, spec = named(bot.bot)
    if name is not None and bot.name is not None:
        raise UsageError(f"{where} has two names: {_shown(bot.bot)} and name = {_shown(bot.name)}")
    name = name if name is not None else bot.name
    if name is not None and not is_name(name):
        raise UsageError(f"{where} name = {_shown(name)}: it has to be 1 to {NAME_LENGTH} printable characters")
    return Bot(bot=spec, name=name)


def _game(settings: Settings, path: Path) -> tuple[Rules, Any]:
    """The game and its options."""
    try:
        rules = games.game(settings.game)
        options = rules.options(settings.preset)
    except UsageError as error:
        raise UsageError(f"{path}: [tournament] {error}") from None
    try:
        options = rules.options(settings.preset, _texts(settings.options))
    except UsageError as error:
        raise UsageError(f"{path}: [tournament.options] {error}") from None
    return rules, options


def _texts(options: Mapping[str, Any]) -> dict[str, str]:
    """Options as on the command line."""
    return {name: value if isinstance(value, str) else _shown(value) for name, value in options.items()}


def _check_limits(settings: Settings, path: Path) -> None:
    """What bounds bots in isolation."""
    given = settings.limits
    where = f"{path}: [tournament.limits]"
    try:
        given.limits()
    except ValueError as error:
        raise UsageError(f"{where} memory = {_shown(given.memory)}: it is {error}") from None
    for key in ("memory", "processes", "cpu_time"):
        if getattr(given, key) is not None and settings.isolation == "none":
            raise UsageError(f'{where} {key}: without isolation nothing bounds that; isolation = "full" does')


def _check(settings: Settings, bots: int, players: tuple[int, int], path: Path) -> None:
    """What one key alone does not say; `players` are the fewest and the most of the game."""
    where = f"{path}: [tournament]"
    _check_limits(settings, path)
    if settings.seats > bots:
        raise UsageError(f"{where} seats = {settings.seats}: there are only {bots} bots to sit at a table")
    fewest, most = players
    if not fewest <= settings.seats <= most:
        raise UsageError(f"{where} seats = {settings.seats}: {settings.game} is for {fewest} to {most} players")
    try:
        whole_sets(settings.games, settings.seating, settings.seats)
    except UsageError as error:
        raise UsageError(f"{where} {str(error).removeprefix('--')}") from None
    for key, needed_by in (("tables", ("balanced",)), ("rounds", ("ladder",))):
        value = getattr(settings, key)
        if value is None and settings.format in needed_by:
            raise UsageError(f"{where} needs {key} with {settings.format}: {_WHOLE}")
        if value is not None and settings.format not in (*needed_by, "ladder"):
            raise UsageError(f"{where} {key} = {value}: only balanced and ladder have tables, only ladder has rounds")
