"""`fajer check`: find out whether a bot speaks and plays properly."""

import shlex
import shutil
import sys
import time

import click

from fajer.check import text
from fajer.check.step import Step
from fajer.cli import common

_COLOURS = {True: "green", False: "red", None: "yellow"}


@click.command("check", short_help="Find out whether a bot speaks and plays properly.")
@click.argument("bot")
@common.game_option
@click.option("--start-time", type=common.Seconds(0.001), default=10.0, help="Seconds to say hello [10].")
@click.option("--move-time", type=common.Seconds(0.001), default=1.0, help="Seconds for each decision [1].")
@common.as_json
def command(bot: str, game_name: str, start_time: float, move_time: float, as_json: bool) -> int:
    """Find out step by step whether BOT speaks and plays properly: exit 1 if a step fails.

    For each step that fails it shows what was sent, what came back, the bot's stderr, and what
    to do. BOT is anything that fajer match takes.

    \b
    Examples:
      fajer check bots/c
      fajer check ./mybot --move-time 0.1
      fajer check bots/c --game poker
      fajer check cmd:'python3 bot.py' --json
    """
    from fajer.check.run import check
    from fajer.games import game
    from fajer.records.record import Limits
    from fajer.referee.entry import resolve

    entry = resolve(bot, common.remark)
    entry.check_plays(game_name)
    limits = Limits(start_ms=round(start_time * 1000), move_ms=round(move_time * 1000))
    steps: list[Step] = []
    doing = _Doing()
    printer = _Printer()
    try:
        for step in check(entry, game(game_name), limits, doing):
            doing.done()
            steps.append(step)
            if not as_json:
                printer.take(step)
    finally:
        doing.done()
    failed = any(step.ok is False for step in steps)
    if as_json:
        common.echo_json({"bot": entry.spec, "ok": not failed, "steps": steps})
    else:
        printer.close()
        click.echo(text.verdict(steps, common.game_words(game_name) + shlex.quote(bot)))
    return 1 if failed else 0


class _Printer:
    """Prints steps as they are made; those that were not tried, one after another, in one line."""

    def __init__(self) -> None:
        self._failed: list[Step] = []
        self._untried: list[Step] = []

    def take(self, step: Step) -> None:
        """Print a step, and where it failed what belongs to that."""
        if step.ok is None:
            self._untried.append(step)
            return
        self.close()
        self._print(text.line(step), "yellow" if step.remark else _COLOURS[step.ok])
        if step.ok is False:
            for under in text.block(step, self._failed):
                click.echo(under)
            self._failed.append(step)

    def close(self) -> None:
        """Print what was kept back."""
        if self._untried:
            self._print(text.untried(self._untried), _COLOURS[None])
            self._untried.clear()

    def _print(self, line: str, colour: str) -> None:
        click.echo(click.style(line[: text.MARK_WIDTH], fg=colour) + line[text.MARK_WIDTH :])


class _Doing:
    """On a terminal a step that takes long says how far it is; elsewhere nothing is said."""

    _EVERY_S = 0.1

    def __init__(self) -> None:
        self._terminal = sys.stderr.isatty()
        self._said = 0.0
        self._shown = False

    def __call__(self, what: str) -> None:
        now = time.monotonic()
        if self._terminal and (not self._shown or now - self._said > self._EVERY_S):
            self._said = now
            self._shown = True
            wide = shutil.get_terminal_size().columns - 10
            click.echo(f"\r\x1b[K      … {what[:wide]}", err=True, nl=False)

    def done(self) -> None:
        """The step has ended: its progress goes from the screen."""
        if self._shown:
            click.echo("\r\x1b[K", err=True, nl=False)
        self._shown = False
