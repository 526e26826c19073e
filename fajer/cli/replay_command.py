"""`fajer replay`: show a recorded game, check it, or ask a bot again."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from fajer.cli import common
from fajer.errors import RecordError
from fajer.wire.codec import plain

if TYPE_CHECKING:
    from fajer.records.files import Opened
    from fajer.records.record import Game


@click.command("replay", short_help="Show a recorded game, check it, or ask a bot again.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--index", type=click.IntRange(0), default=0, help="Which game [0].")
@click.option("--deal", type=click.IntRange(0), help="Only this deal of it.")
@click.option("--seat", type=click.IntRange(0), help="Show only what this seat saw.")
@click.option("--verify", is_flag=True, help="Deal and play every game of the file anew and compare everything.")
@click.option("--stdin-of", type=click.IntRange(0), metavar="SEAT", help="Print the exact bytes that the bot was sent.")
@click.option("--rerun", metavar="SEAT=BOT", help="Ask a bot every question of that seat again.")
@common.lang_option
@common.as_json
def command(
    file: Path,
    index: int,
    deal: int | None,
    seat: int | None,
    verify: bool,
    stdin_of: int | None,
    rerun: str | None,
    lang: str | None,
    as_json: bool,
) -> int:
    """Show a game from FILE as a person would tell it.

    On a terminal keys go from step to step (? lists them), in English or Hungarian; in a pipe the whole game is
    told, in English.
    --verify proves the whole file: exit 1 on a difference. --rerun reports the first decision
    that is different now, with what the bot saw: exit 1 if there is one; the bot is isolated as
    those of the match were.

    \b
    Examples:
      fajer replay demo.jsonl --index 7
      fajer replay demo.jsonl --verify
      fajer replay demo.jsonl --index 7 --stdin-of 1 > questions
      fajer replay demo.jsonl --index 7 --rerun 1=bots/c
    """
    from fajer.records.files import opened

    found = opened(file)
    if sum((verify, stdin_of is not None, rerun is not None)) > 1:
        raise click.UsageError("--verify, --stdin-of and --rerun are three things: ask for one at a time")
    if verify:
        return _verify(found, as_json=as_json)
    if stdin_of is not None:
        from fajer.match.again import messages

        sys.stdout.buffer.write(b"".join(sent for _, sent in messages(found, index, stdin_of)))
        return 0
    if rerun is not None:
        return _rerun(found, index, rerun, as_json=as_json)
    game = _game(found, index)
    _check_place(found, game, seat, deal)
    if not as_json and _is_terminal():
        return _step(found, game.index, seat, deal, lang)
    _tell(found, game, seat, deal, as_json=as_json)
    return 0


def _check_place(found: "Opened", game: "Game[Any]", seat: int | None, deal: int | None) -> None:
    """Raises `UsageError` if there is no such seat or deal."""
    from fajer.match.again import check_seat

    if seat is not None:
        check_seat(found, seat)
    if deal is not None and deal >= len(game.deals):
        raise click.UsageError(f"game {game.index} has no deal {deal}: it has {len(game.deals)} deals, from 0")


def _is_terminal() -> bool:
    """Whether somebody can press keys, and sees a screen that can be cleared."""
    if sys.stdin is None or sys.stdout is None:
        return False
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") not in ("dumb", "unknown", "")


def _step(found: "Opened", index: int, seat: int | None, deal: int | None, lang: str | None) -> int:
    """Go through the games by keys."""
    from fajer.view.terminal.games import Games
    from fajer.view.terminal.keys import Keys
    from fajer.view.terminal.screen import Screen
    from fajer.view.terminal.stepping import Stepping
    from fajer.words import Words

    with Keys(sys.stdin.fileno()) as keys:
        Stepping(found, Games(found), Screen(sys.stdout), keys, Words.of(lang)).go(index, deal or 0, seat)
    return 0


def _game(found: "Opened", index: int) -> "Game[Any]":
    played = 0
    for game in found.games():
        played += 1
        if game.index == index:
            return game
    raise RecordError(f"{found.path} has no game {index}: it has {played} games, from 0")


def _tell(found: "Opened", game: "Game[Any]", seat: int | None, deal: int | None, *, as_json: bool) -> None:
    from fajer.records.telling import told

    if as_json:
        common.echo_json({"lines": list(told(found, game, seat=seat, deal=deal))} if seat is not None else game)
        return
    for line in told(found, game, seat=seat, deal=deal):
        click.echo(line)


def _verify(found: "Opened", *, as_json: bool) -> int:
    from fajer.match.verify import verified

    told = common.untold if found.can_end_early else None
    with common.Progress("games", found.match.games, told=told) as progress:
        games = 0

        def step() -> None:
            nonlocal games
            games += 1
            progress.step()

        differences = []
        for difference in verified(found, step):
            differences.append(difference)
            if not as_json:
                click.echo(plain(difference))
    if as_json:
        common.echo_json({"games": games, "differences": differences})
    elif not differences:
        from fajer.score.table import several

        click.echo(f"{found.path}: {several(games, 'game')}, every one as seed and rules make it")
    return 1 if differences else 0


def _rerun(found: "Opened", index: int, wanted: str, *, as_json: bool) -> int:
    from fajer.match.again import rerun, view_text
    from fajer.referee.entry import resolve

    seat, equals, bot = wanted.partition("=")
    if not equals or not (seat.isascii() and seat.isdigit()):
        raise click.UsageError(f"--rerun {wanted}: it is SEAT=BOT, like --rerun 1=bots/c")
    asked = rerun(found, index, int(seat[:9]), resolve(bot, common.remark, isolation=found.match.isolation))
    if as_json:
        common.echo_json(asked)
    elif asked.act is None:
        click.echo(f"{plain(bot)} answers all {asked.questions} questions of seat {seat} in game {index} as recorded")
    else:
        deal = asked.act.view.deal
        click.echo(
            f"question {asked.questions} of seat {seat} in game {index}, in deal {deal}, is answered differently"
        )
        click.echo(f"recorded: {plain(asked.recorded)}\nnow:      {plain(asked.now)}\nit saw:   {view_text(asked.act)}")
    return 0 if asked.act is None else 1
