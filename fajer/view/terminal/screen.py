"""What a terminal can show: colours, Unicode, so many columns and rows; or a pipe, which is told line by line."""

import locale
import os
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TextIO

from rich.console import Console
from rich.text import Text

_ASCII = str.maketrans(
    {
        "–": "-", "—": "-", "−": "-", "·": "-", "…": "...", "“": '"', "”": '"', "„": '"', "’": "'", "½": "1/2",
        "→": "->", "▸": ">", "●": "*", "○": ".", "×": "x", "≥": ">=", "«": '"', "»": '"', "\N{NO-BREAK SPACE}": " ",
    }
)  # fmt: skip
_SMALLEST = (40, 12)


class _Paper(Console):
    """Rich's console, which would end the program where nobody reads any more."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


class Screen:
    """Where the table is shown."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self.is_unicode = _speaks_unicode(out)
        """Whether it shows more than ASCII."""
        self.is_live = out.isatty() and os.environ.get("TERM", "dumb") not in ("dumb", "unknown", "")
        """Whether what stands there can be cleared; else everything is written one below the other."""
        self.is_gone = False
        """Whether nobody reads any more what is shown."""
        self._console = _Paper(file=out, highlight=False, markup=False, emoji=False)

    @property
    def width(self) -> int:
        """Columns."""
        return max(self._console.size.width, _SMALLEST[0])

    @property
    def height(self) -> int:
        """Rows."""
        return max(self._console.size.height, _SMALLEST[1])

    def put(self, *lines: str | Text) -> None:
        """Write lines; long ones are broken between words."""
        with self._reader():
            for line in lines:
                text = Text(line) if isinstance(line, str) else line
                self._console.print(text if self.is_unicode else _plain(text))

    def page(self, lines: Iterable[str | Text]) -> list[list[Text]]:
        """Lines as they fit: broken between words, and so many at a time as there is room for above a last line."""
        wrapped = [
            part
            for line in lines
            for part in (Text(line) if isinstance(line, str) else line).wrap(self._console, self.width - 1) or [Text()]
        ]
        rows = self.height - 2
        return [wrapped[first : first + rows] for first in range(0, len(wrapped), rows)] or [[]]

    def write(self, text: str) -> None:
        """Write without a new line."""
        with self._reader():
            self._out.write(text if self.is_unicode else ascii_only(text))
            self._out.flush()

    def clear(self) -> None:
        """Begin at the top again, where that can be; else a line apart."""
        if self.is_live:
            self.write("\x1b[H\x1b[2J\x1b[3J")
        else:
            self.put("")

    @contextmanager
    def _reader(self) -> Iterator[None]:
        """Notice when the one who reads has gone; what is shown after that goes nowhere."""
        try:
            yield
        except OSError:
            self.is_gone = True
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self._out.fileno())
            os.close(nowhere)


def ascii_only(text: str) -> str:
    """The nearest text without anything that is not ASCII.

    >>> ascii_only("Fájer: 30½ – zöld tök → ász…")
    'Fajer: 301/2 - zold tok -> asz...'
    """
    apart = unicodedata.normalize("NFD", text.translate(_ASCII))
    return "".join(char if char.isascii() else "?" for char in apart if not unicodedata.combining(char))


def _plain(text: Text) -> Text:
    """The same in ASCII; a text that gets longer loses its colours."""
    plain = ascii_only(text.plain)
    return Text(plain, spans=text.spans if len(plain) == len(text.plain) else [])


def _speaks_unicode(out: TextIO) -> bool:
    """By the stream and by the locale: in the C locale Python writes UTF-8, but nobody reads it."""
    return all("utf" in (name or "").lower() for name in (out.encoding, locale.getencoding()))
