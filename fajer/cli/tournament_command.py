"""`fajer tournament`: play many bots against each other, and show who is best."""

import contextlib
import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

import click

from fajer.cli import common

if TYPE_CHECKING:
    from fajer.records.record import Game
    from fajer.tournament.cup import Cup
    from fajer.tournament.place import Place
    from fajer.tournament.running import Running
    from fajer.tournament.schema import Planned
    from fajer.tournament.store import Store

_store = click.argument("store", type=click.Path(path_type=Path), metavar="CUP.db")
_without_faults = click.option(
    "--without-faults", is_flag=True, help="Leave out whole sets in which somebody forfeited, and say how many."
)
_DIGITS = 18
"""No store has a table whose number is longer."""
_SHOWN = 40
"""So many characters of a wrong number are shown."""
_ENDING = b"no more games are begun; those that are running end first (Ctrl-C again ends now)\n"


def _playing(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options of the commands that play."""
    options = (
        click.option("--jobs", type=click.IntRange(1), help="Tables side by side [one a core]."),
        click.option("--no-pin", is_flag=True, help="Do not tie each table to one core."),
        click.option(
            "--on",
            "where",
            metavar="dask|tcp://HOST:PORT",
            help="Play on a Dask cluster: one that is begun here, or one that runs elsewhere.",
        ),
        common.as_json,
    )
    for option in reversed(options):
        command = option(command)
    return command


class _InOrder(click.Group):
    """A group that lists its commands in the order in which one needs them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)


@click.group("tournament", cls=_InOrder, short_help="Play a tournament of many bots, and show who is best.")
def command() -> None:
    """Play many bots against each other at many tables, and show who is best and how sure that is.

    A tournament is a TOML file; docs/tournament.md explains its keys. Everything that is played
    is kept in one SQLite file beside it, from which each command but run works.

    \b
    Example:
      fajer tournament run cup.toml
    """


@command.command("run", short_help="Play a tournament, or play on.")
@click.argument("cup", type=click.Path(path_type=Path), metavar="CUP.toml")
@_playing
def run(cup: Path, **given: Any) -> None:
    """Play what is left of the tournament that CUP.toml describes, and show the table.

    Games are kept in CUP.db beside it as they end, so that it can be run again however it ended:
    it plays on from there. Ctrl-C once ends after the running games, twice now. A bot whose files
    have changed since is a new version, with tables of its own; a bot that forfeits ten games
    running is set aside.

    \b
    Examples:
      fajer tournament run cup.toml
      fajer tournament run cup.toml --jobs 1 --json
    """
    from fajer.tournament.cup import read

    asked = read(cup)
    with _place(given) as place, _begun(asked) as store:  # where there is no place nothing is made
        _play(store, place, given)


@command.command("add", short_help="Put another bot into a tournament.")
@_store
@click.argument("bot")
@click.option("--name", help="What it is called here.")
@_playing
def add(store: Path, bot: str, name: str | None, **given: Any) -> None:
    """Put BOT into the tournament in CUP.db, and play what is left.

    In a tournament that is over these are the new bot's games alone. A BOT is what fajer match
    takes; NAME=BOT gives it another name, too.

    \b
    Example:
      fajer tournament add cup.db random --name dice
    """
    from fajer.tournament import later
    from fajer.tournament.cup import one_bot

    comes = one_bot({"bot": bot} if name is None else {"bot": bot, "name": name}, "BOT")
    with _place(given) as place, later.add(store, [comes], common.remark) as opened:
        _play(opened, place, given)


@command.command("show", short_help="Show the table of a tournament.")
@_store
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV, a row a bot.")
@_without_faults
@common.as_json
def show(store: Path, as_csv: bool, without_faults: bool, as_json: bool) -> None:
    """Show the table of the tournament in CUP.db, also while it is being played.

    Means and intervals are over whole sets. The strength is by places alone: Bradley and Terry's,
    or Plackett and Luce's where more than two sit at a table, on an Elo scale with a mean of 1500;
    above next is the chance that a bot is stronger than the one below it in the table.

    \b
    Examples:
      fajer tournament show cup.db
      fajer tournament show cup.db --without-faults --csv
    """
    from fajer.tournament import table
    from fajer.tournament.ranking import ranking
    from fajer.tournament.store import Store

    if as_csv and as_json:
        raise click.UsageError("--csv or --json, not both")
    with Store.opened(store, write=False) as opened:
        found = ranking(opened, without_faults=without_faults)
    if as_json:
        common.echo_json(found)
    else:
        click.echo(table.as_csv(found) if as_csv else table.text(found), nl=not as_csv)


@command.command("report", short_help="Write a page about a tournament.")
@_store
@click.option("-o", "--out", type=click.Path(path_type=Path), metavar="DIR", required=True, help="The folder.")
@_without_faults
def report(store: Path, out: Path, without_faults: bool) -> None:
    """Write an HTML page about the tournament in CUP.db, DIR/index.html, with the records it links to.

    \b
    Example:
      fajer tournament report cup.db -o report
    """
    from fajer.tournament.report import write
    from fajer.tournament.store import Store

    with Store.opened(store, write=False) as opened:
        click.echo(write(opened, out, without_faults=without_faults))


@command.command("export", short_help="Write the records and results of a tournament.")
@_store
@click.option("--table", "table", default="all", metavar="N|all", help="Of one table only [all].")
@click.option("-o", "--out", type=click.Path(path_type=Path), metavar="DIR", required=True, help="A new folder.")
def export(store: Path, table: str, out: Path) -> None:
    """Write what is in CUP.db as files that other programs read.

    DIR/table-N.jsonl are the records of each table, as fajer match writes them; DIR/results.csv
    has a row a bot a game; DIR/standings.csv is what show --csv prints.

    \b
    Examples:
      fajer tournament export cup.db -o games
      fajer tournament export cup.db --table 0 -o one
    """
    from fajer.tournament.export import export as write
    from fajer.tournament.store import Store

    number = None if table == "all" else _number(table)
    with Store.opened(store, write=False) as opened:
        tables = len(opened.numbers()) if number is None else 1
        with common.Progress("tables", tables) as progress:
            write(opened, out, number, common.remark, progress.step)


def _number(table: str) -> int:
    from fajer.tournament.words import short

    if not table.isdecimal() or len(table) > _DIGITS:
        raise click.UsageError(f"--table {short(table, _SHOWN)}: it has to be the number of a table, or all")
    return int(table)


def _begun(cup: "Cup") -> "Store":
    """The store of a tournament, a new one or the one that is there."""
    from fajer.score.table import are, several
    from fajer.tournament import later, plan
    from fajer.tournament.store import begun

    beside = cup.path.with_suffix(".db")
    if begun(beside):
        return later.resume(cup, beside, common.remark)
    store = plan.begin(cup, beside, common.remark)
    if cup.settings.seed is None:
        common.remark(f"seed: {store.setting.seed}")
    if cup.games != cup.settings.games:
        asked = cup.settings.games
        common.remark(f"{several(asked, 'game')} a table {are(asked)} {cup.games} in whole sets")
    return store


def _play(store: "Store", place: "Place", given: dict[str, Any]) -> None:
    """Play what is left, and show the table; raises `KeyboardInterrupt` if it was stopped."""
    from fajer.cli.faults import Faults
    from fajer.cli.going import Going
    from fajer.tournament import table
    from fajer.tournament.ranking import ranking
    from fajer.tournament.running import Running

    faults = Faults()
    running = Running(store, place, common.remark)
    _say(store, running)
    try:
        with Going(store, running) as going, _stopping(running):

            def passed(at: "Planned", game: "Game[Any]") -> None:
                faults.passed(at.match, game, at.bots, f"table {at.number}, ")
                going.step()

            running.play(passed)
    except KeyboardInterrupt:
        _say_played(running)
        raise
    found = ranking(store)
    if given["as_json"]:
        common.echo_json(found)
    else:
        click.echo(table.text(found))
    if running.is_stopping:
        _say_played(running)
        raise KeyboardInterrupt


@contextlib.contextmanager
def _place(given: dict[str, Any]) -> Iterator["Place"]:
    """Where it is played."""
    from fajer.match.workers import Workers, cores

    jobs, pin = given["jobs"] or cores(), not given["no_pin"]
    place: Place
    if given["where"] is None:
        place = Workers(jobs, common.remark, pin=pin, apart=True)  # play goes on while the disk is waited for
    else:
        from fajer.tournament.cluster import Cluster

        place = Cluster(given["where"], jobs=jobs, pin=pin, remark=common.remark)
    with contextlib.closing(place):
        yield place


def _say(store: "Store", running: "Running") -> None:
    """What there is to play."""
    from fajer.tournament.words import count

    setting = store.setting
    laid = len(store.numbers())
    rounds = count(setting.rounds, "round") if setting.rounds else ""
    if laid:
        tables = f"{rounds and rounds + ', '}{count(laid, 'table')} of {setting.seats}"
    else:
        tables = f"{rounds} with tables of {setting.seats}"
    what = f"{store.path}: {tables}, {count(setting.games, 'game')} each"
    if running.games == running.planned:
        common.remark(f"{what}; nothing is left to play")
    else:
        common.remark(f"{what}; {running.games} of {running.planned} games are played")


def _say_played(running: "Running") -> None:
    common.remark(f"{running.games} of {running.planned} games are played; fajer tournament run plays on")


@contextlib.contextmanager
def _stopping(running: "Running") -> Iterator[None]:
    """Ctrl-C ends after the running games; the second one is as everywhere."""

    def once(number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, before)
        running.stop()
        with contextlib.suppress(OSError):
            os.write(2, b"\n" * os.isatty(2) + _ENDING)  # a line of the usual kind may be half written

    before = signal.signal(signal.SIGINT, once)
    try:
        yield
    finally:
        if signal.getsignal(signal.SIGINT) is once:
            signal.signal(signal.SIGINT, before)
