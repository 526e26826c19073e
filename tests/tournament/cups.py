"""Small tournaments for the tests: bots of this process, short games, stores made by hand."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from fajer.match.plan import Plan
from fajer.match.unit import Crew
from fajer.records.files import encoded
from fajer.records.record import Entrant, Fault, Game, Limits, Match, digest
from fajer.tournament import later, plan
from fajer.tournament.cup import Cup, read
from fajer.tournament.schema import Entered, Planned, Setting
from fajer.tournament.store import Store

BOTS = """from fajer.bot import Bot

class First(Bot):
    def act(self, view, legal):
        return legal[0]

class Last(Bot):
    def act(self, view, legal):
        return legal[-1]

class Wrong(Bot):
    def act(self, view, legal):
        return "no such action"
"""
SETTINGS = {
    "name": '"a cup"',
    "seats": 2,
    "format": '"round-robin"',
    "games": 4,
    "seed": '"cup"',
    "isolation": '"none"',
}
"""Keys of `[tournament]` with their values as TOML."""
SHORT = "[tournament.options]\nstakes = 0\ndeals = 2\nround_cap = 3\n"
NAMES = ("ann", "bob", "cid", "dot")
"""Bots of a cup: `First` under each of these names."""


def text(*names: str, options: str = SHORT, extra: str = "", **settings: Any) -> str:
    """The file of a cup; a setting that is None is left out."""
    given = SETTINGS | settings
    keys = "".join(f"{key} = {value}\n" for key, value in given.items() if value is not None)
    bots = "".join(bot(name) for name in names or NAMES[:3])
    return f"[tournament]\n{keys}{options}{extra}{bots}"


def bot(name: str, of: str = "py:bots.py:First") -> str:
    """A `[[bots]]`."""
    return f'[[bots]]\nbot = "{of}"\nname = "{name}"\n'


def cup(folder: Path, *names: str, **settings: Any) -> Cup:
    """A cup in a folder, with the file of its bots."""
    (folder / "bots.py").write_text(BOTS, "utf-8")
    path = folder / "cup.toml"
    path.write_text(text(*names, **settings), "utf-8")
    return read(path)


def begun(folder: Path, *names: str, remark: Callable[[str], None] = print, **settings: Any) -> Store:
    """Its store."""
    return plan.begin(cup(folder, *names, **settings), folder / "cup.db", remark)


def resumed(folder: Path, remark: Callable[[str], None] = print) -> Store:
    """Its store again."""
    return later.resume(read(folder / "cup.toml"), folder / "cup.db", remark)


def play(store: Store, most: int | None = None) -> int:
    """Play what is still to be played, at most so many games; returns how many were played."""
    played = 0
    for table in plan.jobs(store, print):
        known = store.known(table.number)
        crew = Crew(table.job)
        try:
            for unit in Plan(table.job.match).units():
                for game in crew.play(unit, known.__contains__):
                    if game.index in known:
                        continue
                    if played == most:
                        return played
                    assert store.add(table.number, game, encoded(game))
                    played += 1
        finally:
            crew.close()
    return played


def digests(store: Store) -> list[tuple[Any, ...]]:
    """Of every game."""
    return store.rows("SELECT table_number, game_index, digest FROM game ORDER BY 1, 2")


# By hand


def setting(**given: Any) -> Setting:
    """What is the same for a whole tournament, two at a table, two games a set."""
    fields: dict[str, Any] = {
        "name": "by hand",
        "seed": "hand",
        "format": "round-robin",
        "game": "fajer",
        "preset": "german",
        "rules": {},
        "limits": Limits(),
        "seats": 2,
        "games": 4,
        "set_size": 2,
        "seating": "rotate",
        "block": 25,
        "tables": None,
        "rounds": None,
        "on_fault": "forfeit",
        "isolation": "none",
        "cup": text(),
        "created": "2026-01-01T00:00:00Z",
        "fajer": "0.1.0",
    }
    return Setting(**fields | given)


def entered(number: int, name: str, **given: Any) -> Entered:
    """A bot."""
    fields: dict[str, Any] = {
        "id": number,
        "name": name,
        "given": name,
        "version": "1",
        "spec": f"./{name}",
        "sha256": f"{number:064x}",
        "encoding": "json",
        "batch": False,
        "entered": "2026-01-01T00:00:00Z",
    }
    return Entered(**fields | given)


def by_hand(path: Path, names: Sequence[str], seated: Iterable[tuple[int, ...]], **given: Any) -> Store:
    """A store with these bots at these tables."""
    made = setting(**given)
    bots = [entered(number, name) for number, name in enumerate(names)]
    tables = [
        Planned(number=number, round=None, match=match(made, [bots[bot] for bot in table], number), bots=table)
        for number, table in enumerate(seated)
    ]
    return Store.created(path, made, bots, tables)


def match(of: Setting, bots: Sequence[Entered], number: int) -> Match:
    """The match at a table."""
    entrants = [Entrant(bot.name, bot.version, bot.spec, bot.sha256, "json", False) for bot in bots]
    return Match(
        game=of.game,
        preset=of.preset,
        rules=of.rules,
        seed=f"{number:064x}",
        bots=entrants,
        seating=of.seating,
        block=of.block,
        games=of.games,
        limits=of.limits,
        on_fault=of.on_fault,
        fajer=of.fajer,
    ).identified()


def game(
    index: int,
    number: int,
    payoffs: Sequence[float],
    *,
    seating: int = 0,
    places: Sequence[int] | None = None,
    faults: Sequence[Fault] = (),
    late: Sequence[int] | None = None,
) -> Game[Any]:
    """A game of set `number` with no deals; the payoffs are by bot, and bot s sits at seat s."""
    made: Game[Any] = Game(
        index=index,
        set=number,
        seating=seating,
        seed=f"{number:032x}",
        seats=list(range(len(payoffs))),
        deals=[],
        places=list(places or [1 + sum(other > own for other in payoffs) for own in payoffs]),
        payoffs=list(payoffs),
        drawn=False,
        faults=list(faults),
        times_us=[],
        late=list(late or [0] * len(payoffs)),
        notes=[],
        stderr=[],
    )
    made.digest = digest(made)
    return made


def put(store: Store, table: int, *games: Game[Any]) -> None:
    """Put games into a store."""
    with store.together():
        for one in games:
            store.add(table, one, encoded(one))
