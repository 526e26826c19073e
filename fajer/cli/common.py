"""What several commands share: options of a game, JSON output, progress."""

import json
import math
import re
import sys
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from types import TracebackType
from typing import Any

import click
import msgspec

from fajer.errors import UsageError
from fajer.games import NAMES
from fajer.games.api import Game
from fajer.wire.codec import plain

_DAY_S = 86_400
_NOT_ASCII = re.compile(r"[^\n -~]")

as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
game_option = click.option(
    "--game", "game_name", type=click.Choice(NAMES), default=NAMES[0], help=f"Which game [{NAMES[0]}]."
)
preset_option = click.option("--preset", help="The options to begin with (see fajer rules).")
set_option = click.option(
    "--set", "changes", multiple=True, metavar="NAME=VALUE", help="Change one option of the game; may be repeated."
)

isolation_option = click.option(
    "--isolation",
    type=click.Choice(["none", "landlock", "full"]),
    default="none",
    help="How bots are kept apart from this machine and each other: full for those of strangers [none].",
)


lang_option = click.option("--lang", type=click.Choice(["en", "hu"]), help="English or Hungarian [by LANG].")


class Plain(click.ParamType):  # type: ignore[type-arg]  # older versions take none
    """A text that can be written as UTF-8: bytes of a command line that are none become no text."""

    name = "text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        text = str(value)
        try:
            text.encode()
        except UnicodeEncodeError:
            self.fail(f"{text!a} is no text: it is not UTF-8", param, ctx)
        return text


class Size(click.ParamType):  # type: ignore[type-arg]  # older versions take none
    """An option in bytes, like 512M; it becomes whole MiB, from 16 to a TiB."""

    name = "size"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        from fajer.referee.entry import mebibytes

        if isinstance(value, int):
            return value
        try:
            return mebibytes(value)
        except ValueError as error:
            self.fail(f"{value!r} is {error}", param, ctx)


class Seconds(click.FloatRange):
    """An option in seconds: a number, and at most a day."""

    name = "seconds"

    def __init__(self, least: float) -> None:
        super().__init__(least, _DAY_S)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        seconds: float = super().convert(value, param, ctx)
        if math.isnan(seconds):
            self.fail(f"{value!r} is no number of seconds", param, ctx)
        return seconds


def game_words(game: str) -> str:
    """What a command has to be told for a game that is not the default, with a blank behind."""
    return "" if game == NAMES[0] else f"--game {game} "


def game_options(rules: Game, preset: str | None, changes: tuple[str, ...]) -> Any:
    """The options that `--preset` and `--set` ask for; raises `UsageError`."""
    pairs = {}
    for change in changes:
        name, equals, value = change.partition("=")
        if not equals:
            raise UsageError(f"--set {change}: an option is changed by NAME=VALUE, like --set stakes=5")
        pairs[name] = value
    return rules.options(preset, pairs)


def echo_json(value: Any) -> None:
    """Print a value as JSON, characters that do not print as `\\uXXXX`."""
    text = msgspec.json.format(msgspec.json.encode(value), indent=2).decode()
    click.echo(_NOT_ASCII.sub(_escaped, text))


def _escaped(found: re.Match[str]) -> str:
    """A character as it stands in a JSON text; only within texts are there any that do not print."""
    char = found[0]
    return char if char.isprintable() else json.dumps(char)[1:-1]


def remark(text: str) -> None:
    """Say something beside the result: one line on stderr, which no match is lost for."""
    with suppress(OSError):
        click.echo(plain(text), err=True)


def untold() -> str:
    """For a `Progress` whose total is only the most there can be, and of which nothing more is known."""
    return ""


class Progress(AbstractContextManager["Progress"]):
    """How far a match is: a bar on a terminal, else a line now and then."""

    _EVERY_S = 10.0

    def __init__(self, what: str, total: int, done: int = 0, told: Callable[[], str] | None = None) -> None:
        """`told` says how far it is where `total` is only the most there can be: then no time left is promised."""
        self._what = what
        self._total = total
        self._told = told
        self._done = done
        self._first = done
        self._began = self._said = time.monotonic()
        self._bar: Any = None
        self._task: Any = None

    def __enter__(self) -> "Progress":
        return self

    def step(self) -> None:
        """One more is done."""
        self._done += 1
        now = time.monotonic()
        if self._bar is not None:
            self._bar.update(self._task, completed=self._done, description=self._described())
        elif sys.stderr.isatty():
            if now - self._began > 1:
                self._show()
        elif now - self._said > self._EVERY_S:
            self._said = now
            rate = (self._done - self._first) / (now - self._began)
            shown = f"{rate:.0f}" if rate >= 10 else f"{rate:.1f}"
            if self._told is None:
                remark(f"{self._done} of {self._total} {self._what}, {shown} a second")
            else:
                remark(f"{self._described()}, {shown} a second")

    def _described(self) -> str:
        """What is counted, and how far it is where the bar does not say that."""
        if self._told is None:
            return self._what
        words = self._told()
        return f"{self._done} of at most {self._total} {self._what}" + (f": {words}" if words else "")

    def _show(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        described = TextColumn("{task.description}", markup=False)
        measured = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()) if self._told is None else ()
        self._bar = Progress(described, *measured, console=Console(stderr=True), transient=True)
        self._task = self._bar.add_task(self._described(), total=self._total, completed=self._done)
        self._bar.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()
