"""The page about tournaments: its example is read, its keys and its schema are all there are, its queries answer."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from docs.page import Page, code
from docs.shell import ROOT
from tournament.cups import by_hand, game, put

from fajer.records.record import Fault
from fajer.score import sprt
from fajer.tournament.cup import Bot, Given, Settings, read
from fajer.tournament.formats import MOST_TABLES
from fajer.tournament.ladder import Ladder
from fajer.tournament.ratings import ENOUGH_SETS, MEAN
from fajer.tournament.schema import APPLICATION, VERSION
from fajer.tournament.store import Store

PAGE = Page(ROOT / "docs" / "tournament.md")
FORMATS = ("round-robin", "gauntlet", "balanced", "ladder")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """Two tables, one with a set, a forfeit and a game over."""
    with by_hand(tmp_path / "cup.db", "abc", [(0, 1), (0, 2)]) as made:
        crash = Fault(1, None, None, "crash", "it ended")
        put(made, 0, game(0, 0, [3, -3], faults=[crash]), game(1, 1, [1, -1]), game(2, 0, [1, -1], seating=1))
        yield made


def test_the_example_is_read(tmp_path: Path) -> None:
    (block,) = PAGE.blocks("toml")
    path = tmp_path / "cup.toml"
    path.write_text(block.text, "utf-8")
    cup = read(path)
    assert len(cup.bots) == 4
    assert cup.options.round_cap == 20


@pytest.mark.parametrize(
    ("head", "kind"), [("key of the tournament", Settings), ("limit", Given), ("key of a bot", Bot)], ids=str
)
def test_every_key_is_there(head: str, kind: type[msgspec.Struct]) -> None:
    table = PAGE.table(head)
    fields = {field.name: field for field in msgspec.structs.fields(kind)}
    assert table.coded() == list(fields)
    for name, left_out in zip(table.coded(), table.column("left out"), strict=True):
        default = fields[name].default
        if fields[name].required:
            assert left_out == "needed", name
        elif isinstance(default, str | int | float):
            assert code(left_out) == msgspec.json.encode(default).decode(), name


def test_every_format_is_there() -> None:
    assert PAGE.table("format").coded() == list(FORMATS)
    assert f"{MOST_TABLES:,} tables" in PAGE.text


def test_the_numbers_of_strengths_are_the_codes() -> None:
    often = [round(100 / (1 + 10 ** (-apart / 400))) for apart in (400, 200, 100)]
    assert "in {} of 100 games; 200 more in {}, 100 more in {}.".format(*often) in PAGE.text
    assert f"fewer than {ENOUGH_SETS} whole sets" in PAGE.text
    assert f"mean of all bots is {MEAN:.0f}" in PAGE.text
    new = Ladder().rating(0)
    assert (new.mu, new.sigma) == (25, pytest.approx(25 / 3))
    assert "25 and 25/3 for a new one" in PAGE.text


def test_the_numbers_of_the_sequential_test_are_the_codes() -> None:
    assert f"{sprt.ERROR:.0%}".replace("%", " %") in PAGE.text
    assert f"{sprt.bound(sprt.ERROR):.2f} for 5 %" in PAGE.text
    assert f"It decides nothing before {sprt.LEAST_SETS} sets." in PAGE.text


def test_the_schema_is_that_of_a_store(store: Store) -> None:
    documented = {code(table.before): table.coded() for table in PAGE.tables() if table.head[0] == "column"}
    names = [name for (name,) in store.rows("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid")]
    assert list(documented) == names
    for name in names:
        columns = [row[1] for row in store.rows(f"PRAGMA table_info({name})")]
        assert documented[name] == columns, name
    assert f"`application_id` is {APPLICATION}, `user_version` is {VERSION}" in PAGE.text


def test_every_question_has_its_answer(store: Store) -> None:
    standings, tables, forfeits = (store.rows(block.text) for block in PAGE.blocks("sql"))
    assert standings == [("a", 1, 2.0, 2.0), ("b", 1, -2.0, 0.0)]
    assert tables == [(0, "a, b", 3, 4), (1, "a, c", 0, 4)]
    assert forfeits == [(0, 0, "b", "crash", "it ended")]
