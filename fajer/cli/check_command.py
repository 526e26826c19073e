"""`fajer check`: find out whether a bot speaks and plays properly."""

import shlex
import sys
import time
from typing import TYPE_CHECKING

import click

from fajer.cli import common

if TYPE_CHECKING:
    from fajer.check.step import Step

_COLOURS = {True: "green", False: "red", None: "yellow"}


@click.command("check", short_help="Find out whether a bot speaks and plays properly.")
@click.argument("bot")
@common.game_option
@click.option("--start-time", type=click.FloatRange(0.001), default=10.0, help="Seconds to say hello [10].")
@click.option("--move-time", type=click.FloatRange(0.001), default=1.0, help="Seconds for each decision [1].")
@common.as_json
def command(bot: str, game_name: str, start_time: float, move_time: float, as_json: bool) -> int:
    """Find out step by step whether BOT speaks and plays properly: exit 1 if a step fails.

    For each step that fails it shows what was sent, what came back, the bot's stderr, and what
    to do. BOT is anything that fajer match takes.

    \b
    Examples:
      fajer check bots/c
      fajer check ./mybot --move-time 0.1
      fajer check cmd:'python3 bot.py' --json
    """
    from fajer.check import text
    from fajer.check.run import check
    from fajer.games import game
    from fajer.records.record import Limits
    from fajer.referee.entry import resolve

    entry = resolve(bot)
    limits = Limits(start_ms=round(start_time * 1000), move_ms=round(move_time * 1000))
    steps: list[Step] = []
    doing = _Doing()
    for step in check(entry, game(game_name), limits, doing):
        doing.done()
        if not as_json:
            _print(step, steps)
        steps.append(step)
    failed = any(step.ok is False for step in steps)
    if as_json:
        common.echo_json({"bot": entry.spec, "ok": not failed, "steps": steps})
    else:
        click.echo(text.verdict(steps, shlex.quote(bot)))
    return 1 if failed else 0


def _print(step: "Step", before: "list[Step]") -> None:
    """A step in a line, and where it failed what belongs to that."""
    from fajer.check import text

    line = text.line(step)
    mark, rest = line[: text.MARK_WIDTH], line[text.MARK_WIDTH :]
    click.echo(click.style(mark, fg="yellow" if step.remark else _COLOURS[step.ok]) + rest)
    if step.ok is False:
        for under in text.block(step, before):
            click.echo(under)


class _Doing:
    """On a terminal a step that takes long says how far it is; elsewhere nothing is said."""

    _PATIENCE_S = 0.5
    _EVERY_S = 0.1

    def __init__(self) -> None:
        self._terminal = sys.stderr.isatty()
        self._began = self._said = time.monotonic()
        self._shown = False

    def __call__(self, text: str) -> None:
        now = time.monotonic()
        if self._terminal and now - self._began > self._PATIENCE_S and now - self._said > self._EVERY_S:
            self._said = now
            self._shown = True
            click.echo(f"\r\x1b[K      … {text}", err=True, nl=False)

    def done(self) -> None:
        """The step has ended: its progress goes from the screen."""
        if self._shown:
            click.echo("\r\x1b[K", err=True, nl=False)
        self._shown = False
        self._began = time.monotonic()
