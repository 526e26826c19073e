"""The generated pages: `python -m fajer.cli.reference` writes them to `docs/`; a test notices stale ones."""

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import click
import msgspec

import fajer
from fajer import games
from fajer.cli.main import cli
from fajer.games.api import Game, Rule
from fajer.games.choices import allowed, explained, text

_HOME = Path(fajer.__file__).parent.parent
_WIDTH = 100
_PROOF = re.compile(r"test_([a-z])(\d\d)_(\w+)")
"""The name of a test that proves a rule: the rule's letter and number, and what the test says."""
_GENERATED = "*Made by `python -m fajer.cli.reference`; not to be changed by hand.*"


def pages(tests: Path) -> dict[str, str]:
    """Every generated page by its file name; the rules' proofs are looked for under `tests`."""
    rules = {f"rules-{name}.md": _rules(games.game(name), tests) for name in games.NAMES}
    return {"commands.md": _commands(), **rules}


def _commands() -> str:
    """The help of every command."""
    above = click.Context(cli, info_name="fajer", terminal_width=_WIDTH, **cli.context_settings)
    return _joined(["# The commands", _GENERATED, *_listings(cli, above)])


def _listings(command: click.Command, context: click.Context) -> Iterator[str]:
    """The help of a command, and of those within it."""
    yield _listing(context.command_path, command.get_help(context))
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            found = command.get_command(context, name)
            assert found is not None
            yield from _listings(found, click.Context(found, parent=context, info_name=name))


def _listing(heading: str, words: str) -> str:
    return f"## {heading}\n\n```text\n{words}\n```"


def _rules(game: Game, tests: Path) -> str:
    """The rules of a game, its options, and which tests prove what."""
    printed = f"`fajer rules --game {game.name}` prints them too."
    parts = [f"# The rules of {game.title}", _GENERATED, printed, game.sources]
    parts += ["## Rules", *(_rule(rule) for rule in game.rules)]
    parts += ["## Options and presets", _options(game)]
    parts += ["## Tests", "Each rule and the tests that prove it, by what their names say.", _proofs(game, tests)]
    return _joined(parts)


def _rule(rule: Rule) -> str:
    lines = [f"**{rule.number}** {rule.text}", "", f"- Source: {rule.source}."]
    if rule.options:
        lines.append(f"- Options: {', '.join(f'`{option}`' for option in rule.options)}.")
    if rule.open_point:
        lines.append(f"- Open: {rule.open_point}")
    return "\n".join(lines)


def _options(game: Game) -> str:
    """Every option, the presets side by side."""
    presets = {name: msgspec.to_builtins(options) for name, options in game.presets.items()}
    rows = [
        [
            f"`{option}`",
            meaning,
            allowed(game.options_type, option),
            *(text(values[option]) for values in presets.values()),
            source,
        ]
        for option, (meaning, source) in explained(game.options_type).items()
    ]
    return _table(["option", "meaning", "can be", *presets, "source"], rows)


def _proofs(game: Game, tests: Path) -> str:
    found = sorted(_named(tests))
    rows = []
    for rule in game.rules:
        own = [(file, what) for number, file, what in found if number == rule.number]
        for file in sorted({file for file, _ in own}):
            rows.append([rule.number, f"`{file}`", "; ".join(what for other, what in own if other == file)])
    return _table(["rule", "file", "tests"], rows)


def _named(tests: Path) -> Iterator[tuple[str, str, str]]:
    """Rule number, file and words of each test that is named after a rule."""
    for file in sorted(tests.rglob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and (match := _PROOF.fullmatch(node.name)):
                number = f"{match[1].upper()}-{match[2]}"
                yield number, file.relative_to(tests.parent).as_posix(), match[3].replace("_", " ")


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines)


def _joined(parts: Sequence[str]) -> str:
    return "\n\n".join(parts) + "\n"


def main() -> None:
    """Write every page."""
    for name, words in pages(_HOME / "tests").items():
        page = _HOME / "docs" / name
        page.write_text(words, "utf-8")
        click.echo(page)


if __name__ == "__main__":
    main()
