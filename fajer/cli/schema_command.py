"""`fajer schema`: JSON Schema of the messages and records."""

import click

from fajer.cli import common


@click.command("schema", short_help="Print JSON Schema of the messages and records.")
@click.argument("names", nargs=-1, metavar="[NAME]…")
def command(names: tuple[str, ...]) -> None:
    """Print JSON Schema of every message and record, or of those named.

    It is made from the types that the program itself reads and writes with.

    \b
    Examples:
      fajer schema
      fajer schema Act ActAnswer
    """
    from fajer.records.schema import schema

    whole = schema()
    known = whole["$defs"]
    for name in names:
        if name not in known:
            raise click.UsageError(f"there is no message or record {name!r}; there is {', '.join(sorted(known))}")
    if names:
        whole["anyOf"] = [{"$ref": f"#/$defs/{name}"} for name in names]
    common.echo_json(whole)
