"""Reading a page: its code blocks and its tables."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_TABLE = re.compile(r"(?:^\|.*\|\n)+", re.MULTILINE)
_CODE = re.compile(r"`([^`]+)`")


class Block(NamedTuple):
    """A code block."""

    line: int
    """The number of its first line."""
    language: str
    text: str


@dataclass(frozen=True)
class Table:
    """A table, and the last line of text before it."""

    before: str
    head: list[str]
    rows: list[list[str]]

    def column(self, name: str) -> list[str]:
        """The cells of a column."""
        place = self.head.index(name)
        return [row[place] for row in self.rows]

    def coded(self) -> list[str]:
        """What stands in the first column as code."""
        return [code(row[0]) for row in self.rows]


class Page:
    """A page of documentation."""

    def __init__(self, file: Path) -> None:
        self.text = file.read_text("utf-8")

    def blocks(self, language: str) -> list[Block]:
        """The code blocks in a language."""
        return [
            Block(self.text.count("\n", 0, match.start()) + 2, match[1], match[2])
            for match in _BLOCK.finditer(self.text)
            if match[1] == language
        ]

    def tables(self) -> list[Table]:
        """Every table."""
        prose = _BLOCK.sub("", self.text)
        return [
            _table(match[0].splitlines(), prose[: match.start()].rstrip().rpartition("\n")[2])
            for match in _TABLE.finditer(prose)
        ]

    def table(self, *head: str) -> Table:
        """The only table whose head begins so."""
        (table,) = (table for table in self.tables() if table.head[: len(head)] == list(head))
        return table


def code(cell: str) -> str:
    """What a cell has as code, first."""
    match = _CODE.search(cell)
    assert match, f"no code in {cell!r}"
    return match[1]


def _table(lines: list[str], before: str) -> Table:
    head, _, *rows = ([cell.strip() for cell in line[1:-1].split("|")] for line in lines)
    assert all(len(row) == len(head) for row in rows), f"rows of different lengths after {before!r}: {rows}"
    return Table(before, head, rows)
