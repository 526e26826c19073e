"""Proves that `docs/export.md` has every column and field that is written, and that its programs run."""

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pandas
import pytest
from docs.page import Page, code
from docs.shell import ROOT, Shell
from pokerkit.notation import HandHistory

from fajer import games
from fajer.export import phh
from fajer.export.rows import Column, Decision, columns
from fajer.games.poker.options import Options

PAGE = Page(ROOT / "docs" / "export.md")
COMMON, FAJER, POKER = (table for table in PAGE.tables() if table.head[0] == "column")


@pytest.mark.parametrize(("name", "own"), [("fajer", FAJER), ("poker", POKER)])
def test_the_columns_are_those_that_are_written(name: str, own) -> None:
    documented = [
        Column(code(column), cell.split()[0], cell.endswith(" or null"))
        for table in (COMMON, own)
        for column, cell, _ in table.rows
    ]
    assert documented == columns(games.game(name))
    assert own.before == f"{games.game(name).title.removeprefix('Draw ').capitalize()}:"


def test_the_common_columns_mean_what_they_say_in_the_code() -> None:
    assert COMMON.coded() == list(Decision.__struct_fields__)


def test_the_rows_of_a_match_have_the_columns(shell: Shell, things: Path) -> None:
    for name, own in (("demo", FAJER), ("poker", POKER)):
        rows = shell.type(f"fajer export {things}/{name}.jsonl --to jsonl").stdout.splitlines()
        assert {tuple(json.loads(row)) for row in rows} == {(*COMMON.coded(), *own.coded())}


def test_the_fields_of_a_hand_are_those_that_are_written(shell: Shell, things: Path) -> None:
    hands = tomllib.loads(shell.type(f"fajer export {things}/poker.jsonl --to phh").stdout.decode())
    assert hands
    for hand in hands.values():
        assert list(hand) == PAGE.table("field").coded()


def test_the_codes_are_those_that_are_written() -> None:
    standard = {"ranking": "standard", "min_raise": "last", "short_stack": "all_in", "all_pass": "play_on"}
    codes = [phh.variant(Options(draws=draws, **values)) for values in (standard, {}) for draws in (0, 1, 3)]
    assert PAGE.table("code").coded() == codes
    text = PAGE.text.partition("Without `/H` the options ")[2].partition(" are those of")[0]
    assert set(re.findall(r"`(\w+)`", text)) == set(phh.STANDARD) == set(standard)


@pytest.fixture
def _forgotten() -> Iterator[None]:
    """What PokerKit learns is forgotten afterwards."""
    known = (HandHistory.game_types, HandHistory.variants, HandHistory.required_field_names)
    before = [dict(each) for each in known]
    yield
    for each, entries in zip(known, before, strict=True):
        each.clear()
        each.update(entries)


@pytest.mark.usefixtures("_forgotten")
@pytest.mark.filterwarnings("ignore:Returning reserved")
def test_pokerkit_reads_the_hands_as_shown(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shell.type("fajer match random random first --game poker --preset standard-one-draw --games 6 --seed s -o m.jsonl")
    shell.type("fajer export m.jsonl --to phh -o hands.phhs")
    (program,) = (block.text for block in PAGE.blocks("python") if "pokerkit" in block.text)
    monkeypatch.chdir(shell.folder)
    exec(compile(program, "export.md", "exec"), {})
    printed = capsys.readouterr().out.splitlines()
    assert len(printed) > 10
    for line in printed:
        _, theirs, ours = re.findall(r"\[[^]]*\]", line)
        assert theirs == ours


def test_the_data_frame_has_the_types_that_were_written(
    shell: Shell, things: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shell.type(f"fajer export {things}/demo.jsonl --to jsonl -o decisions.jsonl")
    (program,) = (block.text for block in PAGE.blocks("python") if "pandas" in block.text)
    monkeypatch.chdir(shell.folder)
    names = {"pandas": pandas}
    exec(compile(program, "export.md", "exec"), names)
    frame = names["frame"]
    assert len(frame) == len((shell.folder / "decisions.jsonl").read_text("utf-8").splitlines())
    kinds = {"text": "O", "integer": "i", "number": "f", "boolean": "b"}
    for column in columns(games.game("fajer")):
        if not column.nullable:
            kind = frame[column.name].dtype.kind
            assert kind == kinds[column.kind] or column.kind == "text", column.name
