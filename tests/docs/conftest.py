"""Shells for the tests of what is documented, and a folder with what the examples speak of."""

import gzip
import shutil
from pathlib import Path

import isolated
import pytest
from docs.page import Page
from docs.shell import ROOT, Shell, make_program

CUP = """
[tournament]
name = "an example"
seats = 2
format = "round-robin"
games = 4
seed = "42"
[tournament.options]
stakes = 1
[[bots]]
bot = "first"
[[bots]]
bot = "greedy"
[[bots]]
bot = "careful"
"""
"""The tournament of the examples."""


@pytest.fixture(scope="session")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for `fajer` itself and for bots that were built."""
    return tmp_path_factory.mktemp("programs")


@pytest.fixture
def shell(tmp_path: Path, programs: Path) -> Shell:
    """A shell in a folder of its own."""
    return Shell(tmp_path, programs)


@pytest.fixture(scope="session")
def things(tmp_path_factory: pytest.TempPathFactory, programs: Path) -> Path:
    """A folder with everything that the examples speak of."""
    folder = tmp_path_factory.mktemp("things")
    shell = Shell(folder, programs)
    shutil.copytree(ROOT / "bots" / "c", folder / "bots" / "c")
    (shortest,) = (block.text for block in Page(ROOT / "protocol.md").blocks("python") if "shortest" in block.text)
    (folder / "bot.py").write_text(shortest, "utf-8")
    make_program(folder / "mybot", f"#!/usr/bin/env python3\n{shortest}")
    shell.type("fajer match greedy bots/c --games 30 --seed demo -o demo.jsonl")
    shell.type("fajer match random first --game poker --games 4 --seed demo -o poker.jsonl")
    for day in ("monday", "tuesday"):
        shell.type(f"fajer match greedy first --games 6 --seed {day} -o {day}.jsonl")
    with gzip.open(folder / "tuesday.jsonl.gz", "wb") as packed:
        packed.write((folder / "tuesday.jsonl").read_bytes())
    cup = CUP if isolated.possible() else CUP.replace("seats = 2", 'seats = 2\nisolation = "none"')
    (folder / "cup.toml").write_text(cup, "utf-8")
    shell.type("fajer tournament run cup.toml")
    return folder
