"""What comes later: a tournament that goes on, a bot whose files have changed, a bot more."""

from collections.abc import Container, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

import fajer
from fajer.errors import MatchStopped, StoreError, UsageError
from fajer.match.roll import NoHello, roll_call
from fajer.referee.entry import Entry, Remark, resolve
from fajer.tournament import formats
from fajer.tournament.cup import Bot, Cup, Given, parsed
from fajer.tournament.ladder import check_installed
from fajer.tournament.paths import is_same, kept
from fajer.tournament.plan import introduced, lay, no_hello, program, settled
from fajer.tournament.schema import Entered, Setting
from fajer.tournament.store import Store

_Key = tuple[str, str | None]
"""What a bot of the file is known by: its BOT and the name that it was given."""


def resume(cup: Cup, path: Path, remark: Remark) -> Store:
    """The store at `path`, open for writing, if it is of this tournament.

    A bot whose files have changed is a new version: its tables are added, and the old one plays no
    more. Raises `StoreError` that says what is different, `UsageError` for a ladder without openskill,
    `MatchStopped` for a bot that is not there, cannot be built, or is to say a hello and does not.
    """
    store = Store.opened(path, write=True)
    try:
        _check_installed(store)
        _compare(cup, store)
        _renew(store, remark)
    except BaseException:
        store.close()
        raise
    return store


def add(path: Path, bots: Sequence[Bot], remark: Remark) -> Store:
    """The store at `path`, open for writing, with more bots and the tables that they bring.

    Paths in `bots` are from the current folder. One that was set aside may come again. Raises as
    `resume`, and `UsageError` for one of `bots` that plays already or is not there.
    """
    store = Store.opened(path, write=True)
    try:
        _check_installed(store)
        with store.together():
            again = _renew(store, remark)
            for bot in bots:
                _come(store, bot, again, remark)
    except BaseException:
        store.close()
        raise
    return store


def _check_installed(store: Store) -> None:
    """Another version of fajer may play other games, and its own bots are others; a ladder needs openskill."""
    if store.setting.fajer != fajer.__version__:
        raise StoreError(
            f"{store.path} was begun with fajer {store.setting.fajer}, and this is {fajer.__version__}: it can be "
            "looked at, but not played on"
        )
    if store.setting.format == "ladder":
        check_installed()


def _compare(cup: Cup, store: Store) -> None:
    """Raises `StoreError` unless the file describes the tournament in the store."""
    there = _compared(store.setting)
    here = _compared(settled(cup))
    if cup.settings.seed is None:
        here["seed"] = there["seed"]
    for key, value in there.items():
        if value != here.get(key):
            raise _another(store, f"{key} is {_shown(value)} there and {_shown(here.get(key))} in {cup.path}")
    asked = {(bot.bot, bot.name) for bot in cup.bots}
    first = {(bot.bot, bot.name) for bot in _first(store)}
    for bot in sorted(first - asked, key=str):
        raise _another(store, f"{_told(bot)} is not in {cup.path}")
    own, other = ((bots[0].bot, bots[0].name) for bots in (_first(store), cup.bots))
    if store.setting.format == "gauntlet" and own != other:
        raise _another(store, f"its gauntlet is that of {_told(own)}, and {cup.path} begins with {_told(other)}")
    for bot in sorted(asked - first - {(bot.spec, bot.given) for bot in store.bots()}, key=str):
        raise StoreError(f"{store.path} has no {_told(bot)}, which is in {cup.path}: fajer tournament add puts it in")


def _compared(setting: Setting) -> dict[str, Any]:
    """Everything that has to be the same, by a name that a person finds."""
    plain: dict[str, Any] = msgspec.to_builtins(setting)
    for key in ("preset", "cup", "created", "fajer"):
        del plain[key]
    plain |= {f"option {name}": value for name, value in plain.pop("rules").items()}
    plain |= {f"limits {name}": value for name, value in Given.of(setting.limits).items()}
    del plain["limits"]
    return plain


def _another(store: Store, difference: str) -> StoreError:
    """The file is that of another tournament."""
    remedy = "give the file another name to play it as a tournament of its own"
    return StoreError(f"{store.path} holds another tournament: {difference}; {remedy}")


def _first(store: Store) -> tuple[Bot, ...]:
    """The bots that the tournament began with."""
    return parsed(store.setting.cup, store.path).bots


def _renew(store: Store, remark: Remark) -> set[int]:
    """Put in the bots whose files have changed as new versions, all of them, and then the tables that they bring.

    Returns those that come again so, after having been set aside.
    """
    changed: list[tuple[Entered, Entry]] = []
    for bot in store.bots():
        if bot.replaced_by is not None:
            continue
        try:
            entry = program(bot.spec, bot.given, store.path.parent, remark, store.setting.isolation)
        except UsageError as error:
            if bot.set_aside is None:
                raise MatchStopped(_kept_out(bot, str(error))) from None
            continue
        if _is_changed(bot, entry, store.setting):
            changed.append((bot, entry))
    changed.sort(key=lambda one: one[0].set_aside is None)  # those first that may stay what they are, and keep a name
    replaced = [bot for bot, _ in changed]
    versions: list[Entered] = []
    for old, entry in changed:
        new = _introduced(store, entry, old.given, replaced, versions)
        if new.set_aside is None:
            versions.append(new)
        elif old.set_aside is None:
            raise MatchStopped(_kept_out(old, new.set_aside))
        else:
            replaced.remove(old)
    with store.together():
        for old, new in zip(replaced, versions, strict=True):
            store.replace(old.id, new)
            was, now = old.identity, new.identity
            if was == now:  # of a command line that says the same version
                was, now = f"bot {old.id}", f"bot {new.id}"
            stands = f"the games of the old one stand under {was}"
            remark(f"{old.spec} has changed: {new.name} is a new version ({now}); {stands}")
        _seat(store, versions)
    return {new.id for old, new in zip(replaced, versions, strict=True) if old.set_aside is not None}


def _is_changed(bot: Entered, entry: Entry, setting: Setting) -> bool:
    """Whether a bot is not what it was; of a command line only its hello tells.

    Raises `MatchStopped` for a command line that says none: that is no other version.
    """
    if bot.sha256 is not None or bot.set_aside is not None:
        return entry.sha256 != bot.sha256
    try:
        (said,) = roll_call([entry], setting.limits, setting.isolation)
    except NoHello as stopped:
        raise MatchStopped(_kept_out(bot, no_hello(stopped))) from None
    return (said.version, said.encoding, said.batch) != (bot.version, bot.encoding, bot.batch)


def _kept_out(bot: Entered, why: str) -> str:
    """What is said of a bot that played and now does not even begin to."""
    return f"{bot.name} cannot play on now: {why}; nothing was changed"


def _come(store: Store, bot: Bot, again: Container[int], remark: Remark) -> None:
    """Put in a bot that was named on the command line, unless it has come `again` just now as its files had changed."""
    given, folder, isolation = bot.name, store.path.parent, store.setting.isolation
    resolve(bot.bot, remark, isolation=isolation)  # what is wrong with it is said in the words it was given in
    spec = kept(bot.bot, folder)
    there = [one for one in store.bots() if one.replaced_by is None]
    same = next((one for one in there if one.given == given and is_same(one.spec, spec, folder)), None)
    if same is not None:
        if same.id in again:
            return
        spec = same.spec
        if same.set_aside is None:
            raise UsageError(f"{spec} plays already, as {same.name}: a second one needs a name of its own, NAME={spec}")
    entry = program(spec, given, folder, remark, isolation)
    entry.check_plays(store.setting.game)
    if given is not None and any(one.name == given for one in there if one is not same):
        raise UsageError(f"there is a bot of the name {given!r} already: give it another one")
    _join(store, entry, given, same)


def _join(store: Store, entry: Entry, given: str | None, old: Entered | None) -> None:
    """A bot comes to a tournament, perhaps in the place of one that was set aside, and brings its tables.

    Raises `MatchStopped` if it says no hello.
    """
    new = _introduced(store, entry, given, [old] if old else [], [])
    if new.set_aside is not None:
        raise MatchStopped(f"{new.name} cannot come in: {new.set_aside}; nothing was changed")
    with store.together():
        if old is None:
            store.enter([new])
        else:
            store.replace(old.id, new)
        _seat(store, [new])


def _introduced(
    store: Store, entry: Entry, given: str | None, going: Sequence[Entered], coming: Sequence[Entered]
) -> Entered:
    """A bot after its hello, while some are `going` and others, which are not in the store yet, `coming` too."""
    bots = store.bots()
    gone = {bot.id for bot in going}
    others = [bot for bot in bots if bot.replaced_by is None and bot.id not in gone]
    return introduced(entry, given, len(bots) + len(coming), [*others, *coming], store.setting)


def _seat(store: Store, new: Sequence[Entered]) -> None:
    """Lay the tables that bots bring, with the newest versions of all others."""
    setting = store.setting
    bots = store.bots()
    playing = [bot.id for bot in bots if bot.replaced_by is None and bot.set_aside is None]
    coming = [bot.id for bot in new if bot.set_aside is None]
    seated = formats.more(
        setting.format,
        coming,
        [bot for bot in playing if bot not in coming],
        setting.seats,
        first=_newest(bots, 0),
        count=_share(store),
        seed=setting.seed,
    )
    lay(store, seated)


def _newest(bots: Sequence[Entered], number: int) -> int:
    """The newest version of a bot."""
    by_id: Mapping[int, Entered] = {bot.id: bot for bot in bots}
    while (next_one := by_id[number].replaced_by) is not None:
        number = next_one
    return number


def _share(store: Store) -> int:
    """How many tables each bot had in a balanced tournament, when it began."""
    setting = store.setting
    count = len(_first(store))
    playing = sum(bot.encoding is not None for bot in store.bots()[:count])
    return max(1, round((setting.tables or 0) * setting.seats / playing))


def _told(key: _Key) -> str:
    """A bot of the file as one would write it."""
    spec, name = key
    return f"bot {_shown(spec)}" if name is None else f"bot {_shown(spec)} named {_shown(name)}"


def _shown(value: Any) -> str:
    return msgspec.json.encode(value).decode()
