"""From the file to the tables: who plays, and which tables there are."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

import msgspec

import fajer
from fajer.errors import MatchStopped, UsageError
from fajer.games import seeds
from fajer.match.plan import whole_sets
from fajer.match.roll import NoHello, distinct, last_lines, roll_call
from fajer.match.setting import guessable
from fajer.match.unit import Job
from fajer.records.record import Entrant, Isolation, Match
from fajer.referee.entry import NAME_LENGTH, Entry, Remark, resolve
from fajer.referee.isolation.hidden import check_hidden
from fajer.referee.isolation.lodging import filled, proved
from fajer.tournament import formats
from fajer.tournament.cup import Cup
from fajer.tournament.ladder import check_installed
from fajer.tournament.paths import command_to_add
from fajer.tournament.schema import Entered, Planned, Setting
from fajer.tournament.store import Store


@dataclass(frozen=True, slots=True)
class TableJob:
    """A table with games still to be played."""

    number: int
    """The table's number."""
    bots: tuple[int, ...]
    """By number in the match's list, the bot in the store."""
    job: Job
    """Its match, and the bots' programs."""


def begin(cup: Cup, path: Path, remark: Remark) -> Store:
    """A new store at `path` with the whole plan, open for writing.

    Every bot says hello once; one that does not is set aside, and is at no table. Raises
    `UsageError` for a bot that is not there or a ladder without openskill, `MatchStopped` if too
    few are left for a table, `IsolationError` where bots cannot be kept apart as was asked,
    `StoreError` for the file.
    """
    if cup.settings.format == "ladder":
        check_installed()
    setting = settled(cup)
    setting = msgspec.structs.replace(setting, limits=proved(setting.isolation, setting.limits))
    entries = _programs(cup, setting.isolation, remark)
    check_hidden(entries, setting.isolation, [path])
    if cup.settings.seed is not None and setting.isolation != "none" and (said := guessable(setting.seed)) is not None:
        remark(said)
    bots: list[Entered] = []
    for entry, bot in zip(entries, cup.bots, strict=True):
        bots.append(introduced(entry, bot.name, len(bots), bots, setting))
    playing = [bot for bot in bots if bot.set_aside is None]
    if len(playing) < setting.seats or (setting.format == "gauntlet" and bots[0] not in playing):
        reasons = "; ".join(f"{bot.name}: {bot.set_aside}" for bot in bots if bot.set_aside)
        raise MatchStopped(f"there is nobody to play: a table has {setting.seats} seats, and {reasons}")
    seated = formats.tables(
        setting.format, [bot.id for bot in playing], setting.seats, count=setting.tables, seed=setting.seed
    )
    store = Store.created(path, setting, bots, _tables(setting, bots, seated, 0, None))
    for one in bots:
        if one.set_aside is not None:
            remark(told_aside(one, one.set_aside, path))
    return store


def jobs(store: Store, remark: Remark) -> list[TableJob]:
    """The tables at which games are still to be played, each with its bots' programs."""
    setting = store.setting
    proved(setting.isolation, setting.limits)
    bots = {bot.id: bot for bot in store.bots()}
    entries: dict[int, Entry] = {}
    found = []
    for table in store.jobs():
        for number in table.bots:
            if number not in entries:
                bot = bots[number]
                entries[number] = program(bot.spec, bot.name, store.path.parent, remark, setting.isolation)
        found.append(TableJob(table.number, table.bots, Job(table.match, tuple(entries[bot] for bot in table.bots))))
    check_hidden(entries.values(), setting.isolation, [store.path])
    return found


def lay(store: Store, seated: Iterable[formats.Seated], turn: int | None = None) -> None:
    """Add tables to the plan, each given by its bots; `turn` is the round of a ladder."""
    with store.together():
        store.lay(_tables(store.setting, store.bots(), seated, len(store.numbers()), turn))


def settled(cup: Cup) -> Setting:
    """What is the same for the whole tournament; a seed is drawn if the file has none."""
    settings = cup.settings
    return Setting(
        name=settings.name,
        seed=settings.seed if settings.seed is not None else seeds.draw_match_seed(),
        format=settings.format,
        game=cup.rules.name,
        preset=cup.preset,
        rules=msgspec.to_builtins(cup.options),
        limits=filled(settings.isolation, settings.limits.limits()),
        seats=settings.seats,
        games=cup.games,
        set_size=whole_sets(1, settings.seating, settings.seats),
        seating=settings.seating,
        block=settings.block,
        tables=settings.tables,
        rounds=settings.rounds,
        on_fault=settings.on_fault,
        isolation=settings.isolation,
        cup=cup.text,
        created=_now(),
        fajer=fajer.__version__,
    )


def program(spec: str, name: str | None, folder: Path, remark: Remark, isolation: Isolation) -> Entry:
    """The program of a bot, under the name that it was given if any; `folder`, where it is told from, is private.

    Raises `UsageError` for what there is not, cannot be isolated, or would see that folder.
    """
    entry = resolve(spec, remark, folder, isolation)
    check_hidden([entry], isolation, [folder])
    return entry if name is None else replace(entry, name=name)


def _programs(cup: Cup, isolation: Isolation, remark: Remark) -> list[Entry]:
    """The programs of all bots; raises `UsageError` that names the file and which of its bots it is."""
    entries = []
    for number, bot in enumerate(cup.bots, 1):
        try:
            entry = program(bot.bot, bot.name, cup.folder, remark, isolation)
            entry.check_plays(cup.rules.name)
        except UsageError as error:
            raise UsageError(f"{cup.path}: [[bots]] number {number}: {error}") from None
        entries.append(entry)
    return entries


def introduced(entry: Entry, given: str | None, number: int, others: Iterable[Entered], setting: Setting) -> Entered:
    """A bot after its hello, set aside if there was none, with a name that none of the others has."""
    why: str | None = None
    said: Entrant | None = None
    try:
        (said,) = roll_call([entry], setting.limits, setting.isolation)
    except NoHello as stopped:
        why = no_hello(stopped)
    name = said.name if said else (entry.name or entry.spec)[:NAME_LENGTH]
    return Entered(
        id=number,
        name=distinct([*(other.name for other in others), name])[-1],
        given=given,
        version=said.version if said else entry.version,
        spec=entry.spec,
        sha256=entry.sha256,
        encoding=said.encoding if said else None,
        batch=bool(said and said.batch),
        entered=_now(),
        set_aside=why,
    )


def _tables(
    setting: Setting, bots: Sequence[Entered], seated: Iterable[formats.Seated], first: int, turn: int | None
) -> Iterator[Planned]:
    """The tables with these bots, numbered from `first`."""
    entrants = {
        bot.id: Entrant(bot.name, bot.version, bot.spec, bot.sha256, bot.encoding, bot.batch)
        for bot in bots
        if bot.encoding is not None
    }
    created = _now()
    for number, table in enumerate(seated, first):
        match = Match(
            game=setting.game,
            preset=setting.preset,
            rules=setting.rules,
            seed=seeds.table_seed(setting.seed, number),
            bots=[entrants[bot] for bot in table],
            seating=setting.seating,
            block=setting.block,
            games=setting.games,
            limits=setting.limits,
            on_fault=setting.on_fault,
            isolation=setting.isolation,
            created=created,
            fajer=setting.fajer,
        ).identified()
        yield Planned(number=number, round=turn, match=match, bots=table)


def told_aside(bot: Entered, why: str, store: Path) -> str:
    """What is said of a bot that plays no more."""
    return f"{bot.name} is set aside: {why}; to take it in again: {command_to_add(bot, store)}"


def no_hello(stopped: NoHello) -> str:
    """Why a bot is set aside that said no hello, in short: of its stderr the last line only."""
    detail = stopped.detail.removeprefix("no proper hello: ")
    said = detail if detail.startswith("no hello") else f"no hello: {detail}"
    return said + last_lines(stopped.stderr, 1)


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
