"""What is in a store as files: the records of its tables as JSON lines, results and standings as CSV."""

import csv
import io
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from fajer.errors import RecordError, UsageError
from fajer.export.files import save
from fajer.referee.entry import Remark
from fajer.tournament import table as of_bots
from fajer.tournament.ranking import ranking
from fajer.tournament.store import Store
from fajer.wire.codec import plain

COLUMNS = {
    "table": "table_number",
    "game": "game_index",
    "set": "set_number",
    "seating": "seating",
    "bot": "bot",
    "name": "name",
    "seat": "seat",
    "place": "place",
    "payoff": "payoff",
    "wins": "wins",
    "forfeited": "forfeited",
    "deals": "deals",
    "decisions": "decisions",
    "late": "late",
    "thought_us": "thought_us",
    "longest_us": "longest_us",
}
"""Of `results.csv`, each with the column of the store that it is."""
_NAME = list(COLUMNS).index("name")
_RESULTS = f"""SELECT {", ".join(COLUMNS.values())} FROM result JOIN bot ON bot.id = bot
               WHERE table_number = ? ORDER BY game_index, seat"""  # noqa: S608


def export(store: Store, folder: Path, table: int | None, remark: Remark, step: Callable[[], None]) -> None:
    """Write `table-N.jsonl` for each table at which something was played, `results.csv` and `standings.csv`.

    With `table` only that one's records and results. `step` is called for each table. Raises
    `UsageError` for a folder with something in it, `RecordError` if it cannot be written.
    """
    with store.snapshot():
        tables = store.numbers() if table is None else [store.table(table).number]
        _make(folder)
        for number in tables:
            _record(store, number, folder, remark)
            step()
        save(folder / "results.csv", _results(store, tables))
        if table is None:
            save(folder / "standings.csv", [of_bots.as_csv(ranking(store)).encode()])


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise UsageError(f"{folder} has something in it: give another name")
    except OSError as error:
        raise RecordError(f"{folder} cannot be written: {error.strerror}") from None


def _record(store: Store, number: int, folder: Path, remark: Remark) -> None:
    """A table's file of records, if there is a game; no such file has gaps."""
    ((played,),) = store.rows("SELECT count(*) FROM game WHERE table_number = ?", number)
    if played:
        save(folder / f"table-{number}.jsonl", store.records(number))
        behind = played - store.recorded(number)
        if behind:
            remark(f"table {number}: {behind} games after one that is not played yet are not in its file")


def _results(store: Store, tables: Iterable[int]) -> Iterator[bytes]:
    """A row a bot a game."""
    yield _row(COLUMNS)
    for number in tables:
        for values in store.rows(_RESULTS, number):
            row = list(values)
            row[_NAME] = plain(row[_NAME])
            yield _row(row)


def _row(values: Iterable[object]) -> bytes:
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(values)
    return line.getvalue().encode()
