"""One HTML file out of the folder `page`: it needs nothing from anywhere and runs no script but its own.

The page's modules are put one behind the other, each after those that it imports, as one script: the import lines and
the word `export` go. So imports are written one way only, `import { a, b } from "./c.js";`, and no two modules have a
name in common.
"""

import base64
import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from fajer.errors import InternalError
from fajer.words import LANGUAGES, Language, texts

PAGE = Path(__file__).parent / "page"
_IMPORT = re.compile(r'^import \{[^}]*\} from "\./([a-z0-9/_-]+\.js)";\n', re.M)
_EXPORT = re.compile(r"^export (?=(?:async )?function\b|const\b|let\b|class\b)", re.M)
_LEFT = re.compile(r"^(?:import|export)\b.*", re.M)
_STYLE = '<link rel="stylesheet" href="style.css">'
_CHARSET = '<meta charset="utf-8">'
_LANGUAGE = '<html lang="en">'


@dataclass(frozen=True, slots=True)
class Halves:
    """A page, in two: its data goes between them."""

    before: str
    after: str


def halves(lang: Language, *, index: str = "index.html", main: str = "main.js", connects: bool = False) -> Halves:
    """A page in a language to begin with. `connects` is whether it may talk to where it came from."""
    text = (PAGE / index).read_text("utf-8")
    style, script = (PAGE / "style.css").read_text("utf-8"), bundled(main)
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; img-src data:; "
        f"base-uri 'none'; form-action 'none'{'; connect-src ' + chr(39) + 'self' + chr(39) if connects else ''}"
    )
    text = _put(text, _LANGUAGE, f'<html lang="{lang}">')
    text = _put(text, _CHARSET, f'{_CHARSET}\n    <meta http-equiv="Content-Security-Policy" content="{policy}">')
    text = _put(text, _STYLE, f"<style>{style}</style>")
    before, _, after = text.partition(_element(main))
    if not after:
        raise InternalError(f"{index} has no {_element(main)}")
    return Halves(before, f'{_texts()}\n    <script type="module">{script}</script>{after}')


def bundled(main: str) -> str:
    """The script that begins with module `main`, those it imports before it."""
    return "\n".join(_plain(name) for name in modules(main))


def modules(main: str) -> list[str]:
    """The modules of a page by file name, each after those that it imports."""
    found: list[str] = []
    _find(main, found, ())
    return found


def _find(name: str, found: list[str], above: tuple[str, ...]) -> None:
    """Add a module and those that it imports, unless they are there."""
    if name in above:
        raise InternalError(f"modules import each other: {' → '.join([*above, name])}")
    if name in found:
        return
    for other in _imports(name):
        _find(other, found, (*above, name))
    found.append(name)


def _imports(name: str) -> Iterator[str]:
    return (match[1] for match in _IMPORT.finditer(_source(name)))


def _plain(name: str) -> str:
    """A module's text as part of one script."""
    text = _EXPORT.sub("", _IMPORT.sub("", _source(name)))
    left = _LEFT.search(text)
    if left:
        raise InternalError(f"{name} imports or exports in another way than this can put together: {left[0]}")
    if "</script" in text or "<!--" in text:
        raise InternalError(f"{name} holds what would end the script")
    return text


@cache
def _source(name: str) -> str:
    return (PAGE / name).read_text("utf-8")


def _texts() -> str:
    """The texts of all languages."""
    found = json.dumps({lang: texts(lang) for lang in LANGUAGES}, ensure_ascii=False, separators=(",", ":"))
    return f'<script type="application/json" id="texts">{found.replace("<", chr(92) + "u003c")}</script>'


def _element(main: str) -> str:
    return f'<script type="module" src="{main}"></script>'


def _put(text: str, old: str, new: str) -> str:
    """Put something in the place of the one text that it stands for."""
    if text.count(old) != 1:
        raise InternalError(f"the page has to have one {old}")
    return text.replace(old, new)


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"
