"""`fajer bots`: the bots that come along."""

from itertools import zip_longest

import click

from fajer.cli import common


@click.command("bots", short_help="List the bots that come along.")
@common.as_json
def command(as_json: bool) -> None:
    """List the bots that come along, from the weakest to the strongest.

    Each of them can be given to fajer match by its name. Bots to copy are brought by fajer new.

    \b
    Example:
      fajer bots
    """
    from fajer.baselines import BOTS

    if as_json:
        common.echo_json({name: {game: found.how for game, found in plays.items()} for name, plays in BOTS.items()})
        return
    width = max(map(len, BOTS))
    for name, plays in BOTS.items():
        ways = {found.how: game for game, found in plays.items()}
        lines = list(ways) if len(plays) > 1 == len(ways) else [f"{game}: {how}" for how, game in ways.items()]
        for head, line in zip_longest([name], lines, fillvalue=""):
            click.echo(f"{head:{width}}  {line}")
