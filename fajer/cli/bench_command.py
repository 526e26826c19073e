"""`fajer bench`: how fast rules, wire and referee are here."""

import click

from fajer.cli import common


@click.command("bench", short_help="Measure how fast rules, wire and referee are here.")
@common.game_option
@click.option("--rounds", type=click.IntRange(1), default=5, help="How often each thing is measured, in turns [5].")
@click.option("--games", type=click.IntRange(1), default=600, help="Games of a match in each round [600].")
@common.as_json
def command(game_name: str, rounds: int, games: int, as_json: bool) -> None:
    """Measure decisions a second on one core, beside yardsticks in the same run.

    The yardsticks are Leduc poker in plain Python for the rules, and for the referee a bare
    pipe to a process, polled as it has to be where a deadline is kept, and plainly blocking.
    Ratios say more than speeds. Poker is measured beside PokerKit too where that is installed.

    \b
    Examples:
      fajer bench --json
      fajer bench --game poker
    """
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
