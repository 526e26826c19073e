"""Proves that CSV and JSON lines hold the rows, can be read by others, and are made as they are asked for."""

import csv
import io
import json
import tracemalloc
from pathlib import Path
from typing import Any

import pandas
import pytest
from export.lots import written

from fajer.export.lines import as_csv, as_jsonl
from fajer.export.rows import Table
from fajer.records.files import opened
from fajer.records.record import Game


def note(game: Game[Any]) -> None:
    game.notes.append((0, 0, 'say "go",\nor\tnot'))


@pytest.fixture(scope="module", params=["fajer", "poker"])
def path(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of a few games."""
    return written(tmp_path_factory.mktemp("lines") / "m.jsonl", request.param, 3, 4, change=note)


def test_json_lines_are_the_rows(path: Path) -> None:
    found = opened(path)
    table = Table(found)
    lines = b"".join(as_jsonl(found)).decode().splitlines()
    names = [column.name for column in table.columns]
    assert [list(json.loads(line).items()) for line in lines] == [
        list(zip(names, row, strict=True)) for game in found.games() for row in table.rows(game)
    ]


def test_numbers_with_fractions_have_a_point_in_every_line(path: Path) -> None:
    """What guesses types by the text (Parquet's writers do) finds one type in a column."""
    found = opened(path)
    fractions = [column.name for column in Table(found).columns if column.kind == "number"]
    assert "payoff" in fractions
    for line in b"".join(as_jsonl(found)).splitlines():
        read = json.loads(line, parse_float=str)
        assert all(isinstance(read[name], str | None) for name in fractions)


def test_csv_is_the_same_with_empty_cells_for_null(path: Path) -> None:
    found = opened(path)
    text = b"".join(as_csv(found)).decode()
    assert "\r" not in text
    read = list(csv.DictReader(io.StringIO(text)))
    lines = [json.loads(line) for line in b"".join(as_jsonl(found)).splitlines()]
    as_cells = {None: "", True: "true", False: "false"}
    assert read == [
        {key: as_cells[cell] if cell is None or isinstance(cell, bool) else str(cell) for key, cell in line.items()}
        for line in lines
    ]
    assert read[0]["note"] == r'say "go",\nor\tnot'
    assert len(text.splitlines()) == len(lines) + 1, "a row is a line, whatever bots noted"


def test_both_make_the_same_data_frame(path: Path) -> None:
    found = opened(path)
    columns = Table(found).columns
    kinds = {"text": "string", "integer": "Int64", "number": "float64", "boolean": "boolean"}
    types = {column.name: kinds[column.kind] for column in columns}
    null = {column.name: [""] for column in columns if column.nullable}
    from_csv = pandas.read_csv(io.BytesIO(b"".join(as_csv(found))), dtype=types, keep_default_na=False, na_values=null)
    from_json = pandas.read_json(io.BytesIO(b"".join(as_jsonl(found))), lines=True, dtype=False)
    pandas.testing.assert_frame_equal(from_csv, from_json.astype(types))


def test_a_part_is_made_when_it_is_asked_for(path: Path) -> None:
    for make, heads in ((as_csv, 1), (as_jsonl, 0)):
        games = []
        parts = make(opened(path), lambda games=games: games.append(1))
        for _ in range(heads):
            next(parts)
        next(parts)
        assert not games
        next(parts)
        assert len(games) == 1
        assert len(list(parts)) == 2


def peak(path: Path) -> int:
    """The most memory that an export ever holds, in bytes."""
    found = opened(path)
    tracemalloc.start()
    for _ in as_jsonl(found):
        pass
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most


def test_memory_does_not_grow_with_the_games(tmp_path: Path) -> None:
    peak(written(tmp_path / "first.jsonl", "fajer", 2, 1, stakes="1"))
    few = peak(written(tmp_path / "few.jsonl", "fajer", 2, 10, stakes="0", deals="1"))
    many = peak(written(tmp_path / "many.jsonl", "fajer", 2, 200, stakes="0", deals="1"))
    assert many < 2 * few
