"""`fajer export`: records as CSV, JSON lines, or hand histories of poker."""

import sys
from contextlib import nullcontext
from pathlib import Path

import click

from fajer.cli import common


@click.command("export", short_help="Write records as CSV, JSON lines or PHH.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--to",
    "shape",
    type=click.Choice(["csv", "jsonl", "phh"]),
    help="A row a decision as CSV or JSON lines, or the hands of poker as PHH.",
)
@click.option("-o", "--out", type=click.Path(path_type=Path), metavar="FILE", help="Write to FILE, a new one.")
def command(file: Path, shape: str | None, out: Path | None) -> None:
    """Write the games of FILE in a shape that other programs read.

    csv and jsonl have a row for each decision of any game: where it was, what the seat saw, what
    it did, what came of it. phh is the poker hand history format, for poker only. docs/export.md
    explains every column and field.

    \b
    Examples:
      fajer export demo.jsonl --to csv > decisions.csv
      fajer export demo.jsonl --to jsonl -o decisions.jsonl
      fajer export poker.jsonl --to phh -o hands.phhs
    """
    from fajer.export import lines, phh
    from fajer.export.files import save
    from fajer.records.files import opened

    if shape is None:
        raise click.UsageError("to what? --to csv, --to jsonl or --to phh")
    shapes = {"csv": lines.as_csv, "jsonl": lines.as_jsonl, "phh": phh.as_phh}
    found = opened(file)
    on_screen = out is None and sys.stdout.isatty()
    told = common.untold if found.can_end_early else None
    with nullcontext() if on_screen else common.Progress("games", found.match.games, told=told) as progress:
        parts = shapes[shape](found, progress.step) if progress else shapes[shape](found)
        if out is not None:
            save(out, parts)
        else:
            sys.stdout.buffer.writelines(parts)
