"""The report of a tournament: one page that needs nothing from anywhere, and the records that it links to.

Every text of a stranger (names, versions, what a bot sent, the file of the tournament) goes through
one place on its way to the page, `_shown`: control characters are escaped there, and markup after it.
Even so no script but the page's own would run: the page allows it by its hash, and nothing else.
"""

import base64
import hashlib
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import fajer
from fajer.errors import RecordError, UsageError
from fajer.tournament import words
from fajer.tournament.findings import Findings, found
from fajer.tournament.store import Store
from fajer.wire.codec import plain

_PAGE = Path(__file__).parent / "page"
_PARTS = (
    ("standings", "Standings"),
    ("strength", "Strength"),
    ("meetings", "Who beats whom"),
    ("course", "Payoff over time"),
    ("thinking", "Thinking times"),
    ("faults", "Faults"),
    ("settings", "Settings"),
)
"""The parts of the page, in order."""


def write(store: Store, folder: Path, *, without_faults: bool = False) -> Path:
    """Write `index.html` into a folder, made if need be, and the records that it links to; returns its path.

    What an earlier report left there is written over. Raises `UsageError` if the libraries of the
    report are not there, `RecordError` if the folder cannot be written.
    """
    _libraries()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with store.snapshot():
            findings = found(store, without_faults=without_faults)
            tables = sorted(findings.faulty_tables())
            recorded = {table: _record(store, table, folder / "records") for table in tables}
        page = folder / "index.html"
        _save(page, [_page(findings, recorded).encode()])
    except OSError as error:
        raise RecordError(f"{folder} cannot be written: {error.strerror or error}") from None
    return page


def _libraries() -> None:
    """Raises `UsageError` unless what draws and fills in the page is installed."""
    try:
        import jinja2  # noqa: F401
        import matplotlib  # noqa: F401
    except ImportError as error:
        raise UsageError(f"a report needs {error.name}: pip install 'fajer[tournament]' brings it") from None


def _record(store: Store, table: int, folder: Path) -> int:
    """Write the record of a table; returns how many games are in it."""
    folder.mkdir(exist_ok=True)
    _save(folder / f"table-{table}.jsonl", store.records(table))
    return store.recorded(table)


def _save(path: Path, parts: Iterable[bytes]) -> None:
    """Write a file, in the place of an older one when it is whole."""
    half = path.with_name(f"{path.name}.part")
    try:
        with open(half, "wb") as file:
            file.writelines(parts)
        os.replace(half, path)
    except BaseException:
        with suppress(OSError):
            half.unlink()
        raise


def _page(findings: Findings, recorded: dict[int, int]) -> str:
    """The page; `recorded` says how many games each file of records has."""
    import jinja2
    from markupsafe import Markup

    from fajer.tournament.telling import told

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(_PAGE),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        finalize=_shown,
    )
    environment.filters |= {name: getattr(words, name) for name in words.__all__}
    script = (_PAGE / "table.js").read_text("utf-8")
    fixed = {
        "style": Markup((_PAGE / "style.css").read_text("utf-8")),  # noqa: S704  # ours
        "script": Markup(script),  # noqa: S704
        "script_hash": base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        "version": fajer.__version__,
        "parts": _PARTS,
        "recorded": recorded,
        "apart": words.APART,
        "most_turned": words.MOST_TURNED,
    }
    page: str = environment.get_template("page.html").render(fixed | told(findings))
    return page


def _shown(value: Any) -> Any:
    """What is put on the page: markup that we made as it is, any other text without control characters.

    Raises `TypeError` for what has not been made a text with care, as a number that may be `nan`.
    """
    if hasattr(value, "__html__"):
        return value
    if not isinstance(value, str | int):
        raise TypeError(f"{value!r} is no text for a page")
    return plain(str(value))
