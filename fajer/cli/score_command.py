"""`fajer score`: the table of one or several matches from their records."""

from pathlib import Path

import click

from fajer.cli import common


@click.command("score", short_help="Show the table of one or several matches from their records.")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE…")
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV, a row a bot.")
@common.as_json
def command(files: tuple[Path, ...], as_csv: bool, as_json: bool) -> None:
    """Show how bots did, from records alone.

    Several files make one table if they hold the same game with the same options; their order
    makes no difference. Means and intervals are over whole sets; of poker there are also chips a
    hand and a hundred hands, over all hands of a game, those after a bot went out among them.
    Thinking times are kept to three significant digits.

    \b
    Example:
      fajer score monday.jsonl tuesday.jsonl.gz --csv
    """
    from fajer.records.files import opened
    from fajer.score import table
    from fajer.score.standings import Score

    if as_csv and as_json:
        raise click.UsageError("--csv or --json, not both")
    score = Score()
    found = [opened(file) for file in files]
    told = common.untold if any(each.can_end_early for each in found) else None
    with common.Progress("games", sum(each.match.games for each in found), told=told) as progress:
        for each in found:
            score.file(each, progress.step)
    if len(score.seats) > 1:
        seats = " and ".join(map(str, sorted(score.seats)))
        common.remark(f"these are tables of {seats} seats: their payoffs are not quite of one kind")
    standings = score.standings()
    if as_json:
        common.echo_json(standings)
    else:
        click.echo(table.as_csv(standings) if as_csv else table.text(standings), nl=not as_csv)
