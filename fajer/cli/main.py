"""`fajer`: finds the command, and turns every error into one line and an exit code."""

import errno
import importlib
import os
import signal
import sys
from types import FrameType

import click

from fajer import __version__
from fajer.errors import FajerError, UsageError

COMMANDS = (
    "match",
    "play",
    "tournament",
    "replay",
    "view",
    "score",
    "export",
    "check",
    "doctor",
    "new",
    "bots",
    "rules",
    "seed",
    "bench",
    "schema",
)
"""Every command, in the order of the help; `fajer.cli.NAME_command` holds it."""

_INTERRUPTS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

FAILED, WRONG_USAGE, SOME_BOT_FAILED, INTERRUPTED = 1, 2, 3, 130
"""Exit codes; 0 is done."""

_NO_ARGUMENTS: type[click.UsageError] | tuple[()] = getattr(click.exceptions, "NoArgsIsHelpError", ())
"""A group without a command; click 8.1 prints its help itself."""
_NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


class Lazily(click.Group):
    """A group that imports a command when it is called for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"fajer.cli.{cmd_name}_command")
        command: click.Command = module.command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            raise click.UsageError(f"there is no command {args[0]!r}; there is {', '.join(COMMANDS)}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(_SHORT.items()))


_SHORT = {
    "match": "Play games between bots and show how they did.",
    "play": "Sit down at a table of bots.",
    "tournament": "Play a tournament of many bots, and show who is best.",
    "replay": "Show a recorded game, check it, or ask a bot again.",
    "view": "Show a record in the browser: the table, step by step.",
    "score": "Show the table of one or several matches from their records.",
    "export": "Write records as CSV, JSON lines or PHH.",
    "check": "Find out whether a bot speaks and plays properly.",
    "doctor": "Find out what this machine can do: isolation, languages.",
    "new": "Copy out a complete bot to begin with.",
    "bots": "List the bots that come along.",
    "rules": "Print the rules, the options of a preset, or how presets differ.",
    "seed": "Show the decks and hands that a seed deals.",
    "bench": "Measure how fast rules, wire and referee are here.",
    "schema": "Print JSON Schema of the messages and records.",
}
"""What each command does, so that `fajer --help` need not import them; a test compares."""


@click.group(
    cls=Lazily,
    no_args_is_help=False,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="fajer", message="%(prog)s %(version)s")
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Fájer: a referee for card games between bot programs.

    \b
    Example: play 300 games and keep them
      fajer match greedy careful random --games 300 --seed demo -o demo.jsonl
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def main() -> None:
    """Run the command line and exit."""
    _stand_in()
    for each in _INTERRUPTS:
        signal.signal(each, _interrupt)
    sys.exit(_run())


def _stand_in() -> None:
    """Where a standard stream is closed something stands in for it, so that no file takes its number."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    sys.stdout = sys.stdout or os.fdopen(1, "w")
    sys.stderr = sys.stderr or os.fdopen(2, "w")


def _interrupt(number: int, frame: FrameType | None) -> None:
    for each in _INTERRUPTS:
        signal.signal(each, signal.SIG_IGN)  # once is enough: what is left to do is to end all bots
    raise KeyboardInterrupt


def _run() -> int:
    try:
        code = cli.main(standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except _NO_ARGUMENTS as error:
        click.echo(error.format_message())
        return 0
    except click.ClickException as error:
        context = getattr(error, "ctx", None)
        where = context.command_path if context else "fajer"
        return _fail(where, f"{error.format_message()} (see {where} --help)", WRONG_USAGE)
    except UsageError as error:
        return _fail("fajer", str(error), WRONG_USAGE)
    except FajerError as error:
        return _fail("fajer", str(error), FAILED)
    except (KeyboardInterrupt, click.Abort):
        return _fail("fajer", "interrupted", INTERRUPTED)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        where = error.filename
        if where is None and error.errno in _NO_ROOM:
            where = "standard output"  # files of ours are named when they cannot be written
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _fail("fajer", f"{where}: {error.strerror}" if where else str(error.strerror or error), FAILED)
    except Exception as error:
        if os.environ.get("FAJER_DEBUG"):
            raise
        message = f"internal error: {type(error).__name__}: {error} (FAJER_DEBUG=1 shows more)"
        return _fail("fajer", message, FAILED)


def _fail(where: str, message: str, code: int) -> int:
    from fajer.wire.codec import plain

    click.echo(f"{where}: {plain(message)}", err=True)
    return code


if __name__ == "__main__":
    main()
