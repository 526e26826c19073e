"""`fajer rules`: the rules, the options of a preset, or how presets differ."""

import textwrap
from typing import Any

import click

from fajer.cli import common

_WIDTH = 100


@click.command("rules", short_help="Print the rules, the options of a preset, or how presets differ.")
@common.game_option
@click.option("--preset", help="Print the options of this preset, with what each means.")
@click.option("--diff", nargs=2, metavar="PRESET PRESET", help="Print only the options in which two presets differ.")
@common.as_json
def command(game_name: str, preset: str | None, diff: tuple[str, str] | None, as_json: bool) -> None:
    """Print the rules with their numbers, their sources, and where we had to choose.

    \b
    Examples:
      fajer rules
      fajer rules --preset german
      fajer rules --diff german three-stakes
      fajer rules --game poker --preset standard-one-draw
    """
    from fajer.games import game

    rules = game(game_name)
    if preset is not None and diff is not None:
        raise click.UsageError("--preset or --diff, not both")
    if preset is not None:
        _preset(rules, preset, as_json=as_json)
    elif diff is not None:
        _diff(rules, *diff, as_json=as_json)
    elif as_json:
        common.echo_json(rules.rules)
    else:
        click.echo("\n\n".join(_rule(rule) for rule in rules.rules))
        click.echo(f"\nPresets: {', '.join(rules.presets)}. fajer rules --preset NAME prints the options of one.")


def _rule(rule: Any) -> str:
    """A rule with what belongs to it."""
    lines = [f"{rule.number}  {rule.text}", f"      Source: {rule.source}."]
    if rule.options:
        lines.append(f"      Options: {', '.join(rule.options)}.")
    if rule.open_point:
        lines.append(f"      Open: {rule.open_point}")
    return "\n".join(textwrap.fill(line, _WIDTH, subsequent_indent=" " * 6) for line in lines)


def _preset(rules: Any, preset: str, *, as_json: bool) -> None:
    from fajer.games.choices import allowed, explained, text

    options = rules.options(preset)
    if as_json:
        common.echo_json(options)
        return
    for name, (meaning, source) in explained(rules.options_type).items():
        value = text(getattr(options, name))
        lines = [
            f"{name} = {value}",
            f"    {meaning}",
            f"    Source: {source}. Can be {allowed(rules.options_type, name)}.",
        ]
        click.echo("\n".join(textwrap.fill(line, _WIDTH, subsequent_indent=" " * 4) for line in lines))


def _diff(rules: Any, one: str, other: str, *, as_json: bool) -> None:
    from fajer.games.choices import explained, text

    first, second = rules.options(one), rules.options(other)
    names = [name for name in explained(rules.options_type) if getattr(first, name) != getattr(second, name)]
    if as_json:
        common.echo_json({name: {one: getattr(first, name), other: getattr(second, name)} for name in names})
        return
    if not names:
        click.echo(f"{one} and {other} are the same")
    for name in names:
        meaning, source = explained(rules.options_type)[name]
        click.echo(f"{name}: {one} {text(getattr(first, name))}, {other} {text(getattr(second, name))}")
        lines = [f"    {meaning}", f"    Source: {source}."]
        click.echo("\n".join(textwrap.fill(line, _WIDTH, subsequent_indent=" " * 4) for line in lines))
