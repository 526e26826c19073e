"""`fajer bench`: how fast rules, wire and referee are here."""

import click

from fajer.cli import common


@click.command("bench", short_help="Measure how fast rules, wire and referee are here.")
@common.game_option
@click.option("--rounds", type=click.IntRange(1), default=5, help="How often each thing is measured, in turns [5].")
@click.option("--games", type=click.IntRange(1), default=600, help="Games of a match in each round [600].")
@click.option("--tournament", "tables", type=click.IntRange(2), metavar="TABLES", help="Measure a tournament instead.")
@common.as_json
def command(game_name: str, rounds: int, games: int, tables: int | None, as_json: bool) -> None:
    """Measure decisions a second on one core, beside yardsticks in the same run.

    The yardsticks are Leduc poker in plain Python for the rules, and for the referee a bare
    pipe to a process, polled as it has to be where a deadline is kept, and plainly blocking.
    Ratios say more than speeds. Poker is measured beside PokerKit too where that is installed,
    and a bot's start and answers with --isolation full and without where this machine can do it.
    With --tournament it is measured instead what a tournament of so many tables costs.

    \b
    Examples:
      fajer bench --json
      fajer bench --game poker
      fajer bench --tournament 100
    """
    if tables is not None:
        _tournament(tables, rounds, as_json)
        return
    from fajer.bench import text
    from fajer.bench.measure import bench, steps
    from fajer.games import game

    rules = game(game_name)
    with common.Progress("measurements", steps(rules, rounds)) as progress:
        found = bench(rules, rounds, games, progress.step)
    if as_json:
        common.echo_json(found)
        return
    for line in text.lines(found):
        click.echo(line)


def _tournament(tables: int, rounds: int, as_json: bool) -> None:
    """What a tournament costs."""
    import tempfile
    from pathlib import Path

    from fajer.bench import text
    from fajer.bench.cups import MEASURED, cups

    with tempfile.TemporaryDirectory() as scratch, common.Progress("measurements", rounds * MEASURED) as progress:
        found = cups(tables, rounds, Path(scratch), progress.step)
    if as_json:
        common.echo_json(found)
        return
    for line in text.of_cups(found):
        click.echo(line)
