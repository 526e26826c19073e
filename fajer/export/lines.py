"""Rows as CSV and as JSON lines, a game at a time: memory does not grow with the games."""

import csv
import io
from collections.abc import Iterable, Iterator

import msgspec

from fajer.export.anew import Step
from fajer.export.rows import Cell, Table
from fajer.records.files import Opened

_TRUTH = {True: "true", False: "false"}


def as_csv(found: Opened, step: Step = lambda: None) -> Iterator[bytes]:
    """A line with the columns' names, then a line for each decision; what is null is an empty cell."""
    table = Table(found)
    yield _csv([[column.name for column in table.columns]])
    for game in found.games():
        yield _csv(table.rows(game))
        step()


def as_jsonl(found: Opened, step: Step = lambda: None) -> Iterator[bytes]:
    """A JSON object for each decision, all with the same keys, a key always with the same type of value or null."""
    table = Table(found)
    names = [column.name for column in table.columns]
    encode = msgspec.json.Encoder().encode_lines
    for game in found.games():
        yield encode(dict(zip(names, row, strict=True)) for row in table.rows(game))
        step()


def _csv(rows: Iterable[Iterable[Cell]]) -> bytes:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for row in rows:
        writer.writerow([_TRUTH[cell] if isinstance(cell, bool) else cell for cell in row])
    return out.getvalue().encode()
