"""`fajer new`: copy out a complete bot to begin with."""

from pathlib import Path

import click


@click.command("new", short_help="Copy out a complete bot to begin with.")
@click.argument("language", required=False)
@click.argument("folder", required=False, type=click.Path(path_type=Path), metavar="DIR")
def command(language: str | None, folder: Path | None) -> None:
    """Copy a complete bot in LANGUAGE to the new folder DIR; without arguments list them.

    \b
    Examples:
      fajer new
      fajer new python mybot
    """
    from fajer.bots_to_copy import copy_out, languages

    if language is None:
        for name in languages():
            click.echo(name)
        return
    if folder is None:
        raise click.UsageError(f"where to? fajer new {language} DIR")
    copy_out(language, folder)
    click.echo(f"{folder} is a complete bot in {language}; next: fajer check {folder}")
