"""Reading a report as a browser would, without one: its tables, links and texts."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

VOID = {"meta", "path", "use"}
"""Elements that have no end, or end at once."""
UNSEEN = {"style", "script", "title", "svg"}


@dataclass
class Table:
    """A table of the page."""

    caption: str = ""
    rows: list[list[str]] = field(default_factory=list)
    """The texts of the cells, heads first, as they are seen and heard."""
    attributes: list[list[dict[str, str | None]]] = field(default_factory=list)
    """Those of the cells."""

    def column(self, head: str) -> list[str]:
        """The cells below a head that begins with these words."""
        (number,) = [number for number, text in enumerate(self.rows[0]) if text.startswith(head)]
        return [row[number] for row in self.rows[1:]]


class Page(HTMLParser):
    """A page, taken apart."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self.source = path.read_text("utf-8")
        self.tables: list[Table] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        """Every element that begins, with its attributes."""
        self.pieces: list[str] = []
        self._open: list[str] = []
        self.feed(self.source)

    @property
    def text(self) -> str:
        """All that is read on the page, blanks made one."""
        return " ".join("".join(self.pieces).split())

    def table(self, caption: str) -> Table:
        """The table whose caption begins with these words."""
        (table,) = [table for table in self.tables if table.caption.startswith(caption)]
        return table

    def links(self) -> list[str]:
        """Where the page leads to."""
        return [str(attributes["href"]) for tag, attributes in self.tags if tag == "a"]

    def of(self, tag: str) -> Iterator[dict[str, str | None]]:
        """The attributes of all elements of a kind."""
        return (attributes for name, attributes in self.tags if name == tag)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self._open.append(tag)
        if tag == "table":
            self.tables.append(Table())
        elif tag == "tr":
            self.tables[-1].rows.append([])
            self.tables[-1].attributes.append([])
        elif tag in ("td", "th"):
            self.tables[-1].rows[-1].append("")
            self.tables[-1].attributes[-1].append(dict(attrs))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag, f"</{tag}> where nothing like it is open, line {self.getpos()[0]}"
        if tag in ("p", "li", "div", "dd", "dt", "tr"):
            self.pieces.append(" ")

    def handle_data(self, data: str) -> None:
        if UNSEEN.isdisjoint(self._open):
            self.pieces.append(data)
        if "caption" in self._open:
            self.tables[-1].caption += data
        elif "td" in self._open or "th" in self._open:
            self.tables[-1].rows[-1][-1] = " ".join((self.tables[-1].rows[-1][-1] + data).split(" "))

    def close(self) -> None:
        super().close()
        assert not self._open
