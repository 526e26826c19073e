"""Proves that every command has help with an example, and that every example in it runs."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import click
import isolated
import pytest
from docs.shell import Shell

from fajer.cli.main import cli

INSTEAD = {
    "--games 300": "--games 30",
    "fajer bench --json": "fajer bench --json --rounds 1 --games 9",
    "fajer bench --game poker": "fajer bench --game poker --rounds 1 --games 3",
    "fajer bench --tournament 100": "fajer bench --tournament 2 --rounds 1",
    "greedy careful --games 20": "greedy careful --games 2",
    "--move-time 0.1": "--move-time 1",
    "fajer play --web greedy": "timeout --preserve-status -s INT 5 fajer play --web greedy; test $? = 130",
}
"""Sizes that take too long here, a time that is too short on a busy machine, a page that nobody opens: what is run in
their place."""
NO_EXAMPLE = "it has no example"


def commands(command: click.Command = cli, name: str = "") -> Iterator[tuple[str, click.Command]]:
    """Each command by its words, `fajer` itself and those within others too."""
    yield name.strip(), command
    if isinstance(command, click.Group):
        for word in command.list_commands(click.Context(command)):
            found = command.get_command(click.Context(command), word)
            assert found is not None
            yield from commands(found, f"{name} {word}")


def texts() -> dict[str, str]:
    """The help text of each command."""
    return {name: command.help or "" for name, command in commands()}


def examples(text: str) -> Iterator[str]:
    """The lines of the paragraphs that are examples."""
    for paragraph in text.split("\n\n"):
        head, *lines = paragraph.replace("\b", "").strip().splitlines()
        if head.startswith("Example"):
            assert lines, NO_EXAMPLE
            assert all(line.strip().startswith("fajer ") for line in lines), f"more than commands: {lines}"
            yield from (line.strip() for line in lines)


EXAMPLES = [pytest.param(line, id=line) for text in texts().values() for line in examples(text)]


@pytest.mark.parametrize("name", texts())
def test_every_command_has_help_with_an_example(name: str):
    text = texts()[name]
    assert text[0].isupper()
    found = list(examples(text))
    assert found, NO_EXAMPLE
    assert all(line.startswith(f"fajer {name}") for line in found)


def test_every_option_says_what_it_is_for():
    for name, command in commands():
        for option in command.params:
            assert not isinstance(option, click.Option) or option.help, f"{name} {option.name}"


@pytest.mark.parametrize("line", EXAMPLES)
def test_every_example_runs(line: str, shell: Shell, things: Path):
    if "--isolation full" in line:
        isolated.needed()
    shutil.copytree(things, shell.folder, dirs_exist_ok=True)
    makes = re.search(r"-o (\S+)|fajer new \S+ (\S+)", line)
    if makes and "--resume" not in line:
        (shell.folder / (makes[1] or makes[2])).unlink(missing_ok=True)
    for said, done in INSTEAD.items():
        line = line.replace(said, done)
    shell.type(line, one_core="bench" in line)  # on two it measures two jobs too, which takes a minute
