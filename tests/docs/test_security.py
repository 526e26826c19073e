"""SECURITY.md: each promise names tests that are there, and every dependency stands in its table."""

import ast
import re
import tomllib
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest
from docs.page import Page, Table, code
from packaging.requirements import Requirement
from packaging.version import Version

ROOT = Path(__file__).parents[2]
PAGE = Page(ROOT / "SECURITY.md")
EXTRAS = ("dask", "isolation", "tournament", "web")
"""What can be installed beside the package, but for what tests it."""
PROMISES = [table for table in PAGE.tables() if table.head == ["promise", "tests"]]


def rows(tables: list[Table]) -> list[list[str]]:
    return [row for table in tables for row in table.rows]


def functions(file: str) -> set[str]:
    """The tests in a file."""
    text = (ROOT / file).read_text("utf-8")
    return {node.name for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("row", rows(PROMISES), ids=lambda row: row[0][:40])
def test_each_promise_is_shown_by_tests_that_are_there(row: list[str]) -> None:
    _, tests = row
    named = re.findall(r"`([^`]+)`", tests)
    assert named
    assert not re.sub(r"`[^`]+`", "", tests).strip()
    for each in named:
        file, _, name = each.partition("::")
        assert name.startswith("test_"), each
        assert name in functions(file), each


def test_what_is_promised_to_both_is_tried_as_both() -> None:
    """As root and as an ordinary user: each of these tests is played as one and the other."""
    for _, tests in PROMISES[0].rows:
        for each in re.findall(r"`([^`]+)`", tests):
            file, _, name = each.partition("::")
            assert arguments(file, name) & {"party", "attacks", "wire", "looked", "sets"}, each


def arguments(file: str, name: str) -> set[str]:
    """What a test is given."""
    tree = ast.parse((ROOT / file).read_text("utf-8"))
    (test,) = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name == name)
    return {each.arg for each in test.args.args}


def test_every_way_has_promises() -> None:
    assert len(PROMISES) == 5
    for way in ("full", "landlock", "none"):
        assert f"`--isolation {way}`" in PAGE.text


def test_every_dependency_is_there_with_its_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    needed = project["dependencies"] + [each for extra in EXTRAS for each in extras[extra]]
    table = PAGE.table("package", "at least")
    listed = [f"{name}>={version}" for name, version in zip(table.coded(), table.column("at least"), strict=True)]
    assert sorted(listed) == sorted(needed)
    assert all(table.column("what for"))
    assert set(extras) == {*EXTRAS, "test", "dev"}


def needed(package: str, extras: tuple[str, ...] = ("",)) -> Iterator[Requirement]:
    """What a package needs on this machine."""
    for line in metadata.requires(package) or ():
        found = Requirement(line)
        if found.marker is None or any(found.marker.evaluate({"extra": extra}) for extra in extras):
            yield found


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_what_comes_along_with_them_is_there_too() -> None:
    came: dict[str, set[str]] = {}
    waiting: list[tuple[str, tuple[str, ...]]] = [("fajer", ("", *EXTRAS))]
    for package, extras in waiting:
        for one in needed(package, extras):
            name = plain(one.name)
            waiting += [] if name in came else [(name, ("", *one.extras))]
            came.setdefault(name, set()).add(plain(package))
    table = PAGE.table("comes along")
    listed = {
        name: {code(each) for each in by.split(", ")}
        for name, by in zip(table.coded(), table.column("needed by"), strict=True)
    }
    for name, by in came.items():
        assert by - {"fajer"} <= listed.get(name, set()) or "fajer" in by, (name, by)


@pytest.mark.parametrize("head", ["package", "comes along"])
def test_it_is_tested_with_these_versions(head: str) -> None:
    """What is installed here is no older than the least, and of the same kind as what was tested."""
    table = PAGE.table(head)
    least = table.column("at least") if "at least" in table.head else table.column("tested with")
    for name, low, tested in zip(table.coded(), least, table.column("tested with"), strict=True):
        assert Version(low) <= Version(tested)
        try:
            here = Version(metadata.version(name))
        except metadata.PackageNotFoundError:  # another Python needs it
            continue
        assert here.major == Version(tested).major, f"{name} {here} is here, and {tested} was tested"
        assert head == "comes along" or here >= Version(low)


def test_every_link_leads_somewhere() -> None:
    for target in re.findall(r"\]\(([^)]+)\)", PAGE.text):
        assert (ROOT / target).exists(), target
