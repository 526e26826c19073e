"""`fajer doctor`: what this machine can do for bots of strangers, and what follows from it."""

from typing import TYPE_CHECKING

import click

from fajer.cli import common

if TYPE_CHECKING:
    from fajer.referee.isolation.doctor import Finding, Language


@click.command("doctor", short_help="Find out what this machine can do: isolation, languages.")
@common.as_json
def command(as_json: bool) -> None:
    """Find out what this machine can do for bots: isolation, pinning, compilers and interpreters.

    It tries each thing, and for each --isolation says whether it can be had, as a match would
    find out before its first game; if not, what is missing and how to get it.

    \b
    Examples:
      fajer doctor
      fajer doctor --json
    """
    from fajer.referee.isolation import doctor

    capabilities, languages, ways = list(doctor.capabilities()), list(doctor.languages()), list(doctor.ways())
    if as_json:
        common.echo_json({"machine": capabilities, "languages": languages, "isolation": ways})
        return
    _print_findings(capabilities)
    click.echo()
    _print_languages(languages)
    click.echo()
    for way in ways:
        can = "can be had" if way.ok else "cannot be had"
        click.echo(f"{click.style(f'--isolation {way.what} {can}', fg=_colour(way.ok))}: {way.said}")


def _print_findings(findings: list["Finding"]) -> None:
    width = max(len(each.what) for each in findings)
    for each in findings:
        mark = "yes" if each.ok else "no "
        click.echo(f"{click.style(mark, fg=_colour(each.ok))}  {each.what:{width}}  {each.said}")


def _print_languages(languages: list["Language"]) -> None:
    width = max((len(each.program) for each in languages), default=0)
    widest = max((len(each.version) for each in languages), default=0)
    for each in languages:
        click.echo(f"{each.program:{width}}  {each.version:{widest}}  {each.path}")
        if each.hidden:
            click.echo(f"{'':{width}}  in isolation: {each.hidden}")


def _colour(ok: bool) -> str:
    return "green" if ok else "red"
