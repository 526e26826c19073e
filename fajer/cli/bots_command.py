"""`fajer bots`: the bots that come along."""

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
        common.echo_json(BOTS)
        return
    width = max(map(len, BOTS))
    for name, how in BOTS.items():
        click.echo(f"{name:{width}}  {how}")
