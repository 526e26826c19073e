"""SECURITY.md: each promise names tests that are there, and every dependency stands in its table."""

import ast
import re
import tomllib
from pathlib import Path

import pytest
from docs.page import Page, Table

ROOT = Path(__file__).parents[2]
PAGE = Page(ROOT / "SECURITY.md")
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


def test_every_way_has_promises() -> None:
    assert len(PROMISES) == 3
    for way in ("full", "landlock", "none"):
        assert f"`--isolation {way}`" in PAGE.text


def test_every_dependency_is_there_with_its_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    needed = project["dependencies"] + [each for extra in ("dask", "isolation", "tournament") for each in extras[extra]]
    table = PAGE.table("package", "at least")
    listed = [f"{name}>={version}" for name, version in zip(table.coded(), table.column("at least"), strict=True)]
    assert sorted(listed) == sorted(needed)
    assert all(table.column("what for"))
    assert set(extras) == {"dask", "isolation", "tournament", "test", "dev"}


def test_every_link_leads_somewhere() -> None:
    for target in re.findall(r"\]\(([^)]+)\)", PAGE.text):
        assert (ROOT / target).exists(), target
