"""Imports point one way only: up this list, from the command line to the rules."""

import ast
from pathlib import Path

import pytest

import fajer

ROOMS = (
    "errors",
    "games",
    "words",
    "wire",
    "bot",
    "baselines",
    "records",
    "referee",
    "match",
    "score",
    "export",
    "check",
    "tournament",
    "view",
    "bots_to_copy",
    "bench",
    "cli",
)
HOME = Path(fajer.__file__).parent
MODULES = sorted(HOME.rglob("*.py"))


def imported(file: Path) -> list[str]:
    """The modules of the package that a file imports, wherever in it."""
    found = []
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, f"{file}: a relative import"
            found += (
                [f"{node.module}.{alias.name}" for alias in node.names] if node.module == "fajer" else [node.module]
            )
    return [name for name in found if name.split(".")[0] == "fajer"]


def room(name: str) -> str:
    """The room that a dotted module name lies in."""
    return name.split(".")[1]


@pytest.mark.parametrize("file", MODULES, ids=lambda file: str(file.relative_to(HOME)))
def test_imports_point_up(file: Path) -> None:
    parts = file.relative_to(HOME).with_suffix("").parts
    if parts in (("__init__",), ("__main__",)) or parts[0] == "_bots":
        return
    for name in imported(file):
        target = room(name) if name != "fajer" else "__version__"
        if target == "__version__":
            continue
        assert ROOMS.index(target) <= ROOMS.index(parts[0]), f"{'.'.join(parts)} imports {name}, which is below it"


def test_every_room_is_listed() -> None:
    rooms = {path.stem for path in HOME.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    assert rooms - {"__init__", "__main__"} == set(ROOMS)


def test_rules_know_no_clock_file_or_process() -> None:
    for file in (HOME / "games").rglob("*.py"):
        names = {
            alias.name
            for node in ast.walk(ast.parse(file.read_text("utf-8")))
            if isinstance(node, ast.Import)
            for alias in node.names
        }
        assert not names & {"time", "os", "subprocess", "pathlib", "sys", "random"}, file
        assert "print(" not in file.read_text("utf-8"), file


@pytest.mark.parametrize("room", ["wire", "records", "referee", "match", "score"])
def test_the_shared_rooms_know_no_game(room: str) -> None:
    """Neither by import nor by a word of a game's own."""
    words = {"poker", "hungarian", "french", "chips", "ante", "stakes", "talon", "swap", "lay_down"}
    for file in (HOME / room).rglob("*.py"):
        assert not [name for name in imported(file) if name.startswith(("fajer.games.fajer", "fajer.games.poker"))]
        names = {node.id for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.Name)}
        texts = {
            node.value
            for node in ast.walk(ast.parse(file.read_text("utf-8")))
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " not in node.value
        }
        assert not words & {word.lower() for word in names | texts}, file


def test_only_the_command_line_prints() -> None:
    for file in MODULES:
        if file.relative_to(HOME).parts[0] in ("cli", "_bots"):
            continue
        calls = [
            node.func.id
            for node in ast.walk(ast.parse(file.read_text("utf-8")))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        ]
        assert "print" not in calls, f"{file} prints"
