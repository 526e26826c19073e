"""`fajer play`: a person at a table of bots."""

import getpass
import os
import shlex
import sys
import webbrowser
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from fajer.cli import common

if TYPE_CHECKING:
    from fajer.match.setting import Wish
    from fajer.view.seat.evening import Evening, Guest
    from fajer.view.seat.person import Host
    from fajer.words import Words


@click.command("play", short_help="Sit down at a table of bots.")
@click.argument("bots", nargs=-1, required=True, metavar="BOT…")
@common.game_option
@common.preset_option
@common.set_option
@click.option("--seed", type=common.Plain(), help="The match seed: the same cards again. Drawn if left out.")
@click.option("-n", "--games", type=click.IntRange(1), default=1, help="Games [1].")
@click.option("--seat", type=click.IntRange(0), default=0, help="Where you sit; seat 0 deals first [0].")
@click.option("--name", help="What you are called in the record [your login name].")
@click.option("--hint", metavar="BOT", help="A bot that says what it would do, and why, when you ask it.")
@click.option("--clock", type=common.Seconds(0.1), help="Seconds that you have for each decision [no clock].")
@click.option("--move-time", type=common.Seconds(0.001), default=1.0, help="Seconds that bots have for each [1].")
@common.isolation_option
@click.option("--web", is_flag=True, help="Play in the browser.")
@click.option("--port", type=click.IntRange(0, 65_535), help="Where the browser finds it [a free one].")
@click.option("--no-browser", is_flag=True, help="Print the address, and open no browser.")
@common.lang_option
@click.option("-o", "--out", type=click.Path(path_type=Path), metavar="FILE", help="Keep the games in FILE.")
def command(**given: Any) -> int:
    """Sit down at a table of bots, in the terminal or with --web in the browser.

    The games are kept like those of a match: in FILE, or in fajer-DATE-TIME.jsonl. Who leaves (q, Ctrl-C)
    forfeits the game; it is played to its end and kept. Without --clock nobody hurries you. With --web the page
    is for this machine alone, its address works once, and closing it leaves the table.

    \b
    Examples:
      fajer play greedy careful
      fajer play greedy careful --hint counting --lang hu
      fajer play --game poker careful -n 3 -o evening.jsonl
      fajer play ./mybot --isolation full --clock 30
      fajer play --web greedy
    """
    from fajer.view.seat.leaving import Leaving
    from fajer.words import Words

    words = Words.of(given["lang"])
    wish, guest = _wish(given), _guest(given, words)
    if given["web"]:
        return _over_web(wish, guest, words, given)
    if given["port"] is not None or given["no_browser"]:
        raise click.UsageError(words.say("play.only_web"))
    with Leaving() as leaving:
        _in_terminal(wish, guest, leaving, words, given)
    return 130 if leaving.happened else 0


def _over_web(wish: "Wish", guest: "Guest", words: "Words", given: dict[str, Any]) -> int:
    from fajer.view.seat.leaving import Leaving
    from fajer.view.seat.line import Line
    from fajer.view.seat.over_web import OverWeb
    from fajer.view.seat.person import Left
    from fajer.view.seat.web import Served

    line = Line()
    host = OverWeb(line, timed=guest.move_ms is not None)
    with Leaving(line.leave) as leaving:
        evening = _evening(wish, guest, host, words, given)
        path = host.path = _path(given)
        with Served(line, words.language, given["port"] or 0) as served:
            _show(served.address, words, opened=not given["no_browser"])
            try:
                host.wait_for_page()
            except Left:
                return 130
            _play(evening, path, words)
    return 130 if leaving.happened else 0


def _show(address: str, words: "Words", *, opened: bool) -> None:
    """Say where the page is, and have it opened."""
    click.echo(words.say("play.web.address", address=address))
    common.remark(words.say("play.web.once"))
    if opened and not webbrowser.open(address):
        common.remark(words.say("play.web.no_browser"))


def _in_terminal(wish: "Wish", guest: "Guest", leaving: Any, words: "Words", given: dict[str, Any]) -> None:
    from fajer.view.seat.in_terminal import InTerminal
    from fajer.view.terminal.keys import Keys
    from fajer.view.terminal.screen import Screen

    if sys.stdin is None or sys.stdout is None:
        raise click.UsageError("there is nothing to play at: standard input or output is closed")
    with Keys(sys.stdin.fileno(), leaving.fd) as keys:
        host = InTerminal(Screen(sys.stdout), keys, words)
        _play(_evening(wish, guest, host, words, given), _path(given), words)


def _evening(wish: "Wish", guest: "Guest", host: "Host", words: "Words", given: dict[str, Any]) -> "Evening":
    """The games, with whoever gives hints."""
    from fajer.view.seat.evening import Evening, advised

    hinting = None if given["hint"] is None else _hinting(given, wish.game)
    evening = Evening(wish, guest, host)
    if hinting is not None:
        advised(host, hinting, evening, words.language)
    return evening


def _play(evening: "Evening", path: Path, words: "Words") -> None:
    """Play, and say where the games are."""
    common.remark(words.say("play.record", path=str(path)))
    try:
        evening.play(path)
    finally:
        key = "play.kept" if evening.games else "play.not_kept"
        common.remark(words.say(key, file=shlex.quote(str(path))))


def _path(given: dict[str, Any]) -> Path:
    """Where the games are kept; raises `UsageError` if that is there already."""
    path: Path = given["out"] or _new_name()
    if os.path.lexists(path):
        raise click.UsageError(f"{path} exists: give another name")
    return path


def _wish(given: dict[str, Any]) -> "Wish":
    """The games that were asked for."""
    from fajer.games import game
    from fajer.match.setting import Wish
    from fajer.records.record import Limits
    from fajer.referee.entry import resolve

    isolation = given["isolation"]
    return Wish(
        entries=tuple(resolve(bot, common.remark, isolation=isolation) for bot in given["bots"]),
        game=given["game_name"],
        preset=given["preset"],
        options=common.game_options(game(given["game_name"]), given["preset"], given["changes"]),
        games=given["games"],
        seed=given["seed"],
        seating="fixed",
        block=1,
        limits=Limits(move_ms=round(given["move_time"] * 1000)),
        on_fault="forfeit",
        isolation=isolation,
    )


def _guest(given: dict[str, Any], words: "Words") -> "Guest":
    """The person who plays."""
    from fajer.errors import UsageError
    from fajer.referee.entry import NAME_LENGTH
    from fajer.view.seat.evening import Guest

    name = _login(words) if given["name"] is None else given["name"]
    if not name or not name.isprintable() or len(name) > NAME_LENGTH:
        raise UsageError(f"{name!r} is no name for a player: 1 to {NAME_LENGTH} printable characters")
    players = len(given["bots"]) + 1
    if given["seat"] >= players:
        raise UsageError(f"there is no seat {given['seat']}: with {players} players there are seats 0 to {players - 1}")
    clock = given["clock"]
    return Guest(name=name, seat=given["seat"], move_ms=None if clock is None else round(clock * 1000))


def _login(words: "Words") -> str:
    """The login name, as far as there is one that can be shown."""
    try:
        name = getpass.getuser()
    except (OSError, KeyError):  # there is no such user
        name = ""
    return name if name.isprintable() and 0 < len(name) <= 32 else words.say("play.you")


def _hinting(given: dict[str, Any], game: str) -> Any:
    from fajer.referee.entry import resolve

    entry = resolve(given["hint"], common.remark, isolation=given["isolation"])
    entry.check_plays(game)
    return entry


def _new_name() -> Path:
    """A name that no file has: by the time, so that files stand in order."""
    stem = f"fajer-{datetime.now():%Y%m%d-%H%M%S}"
    number = 1
    path = Path(f"{stem}.jsonl")
    while path.exists():
        number += 1
        path = Path(f"{stem}-{number}.jsonl")
    return path
