"""Makes the pictures of the README anew: `python docs/pictures.py [FOLDER]`, by default the folder of this file.

It plays the match of the README, makes its page, and looks at that with chromium, which it finds on the PATH; and it
sits down at a terminal of 80 × 24. It needs what the tests need: `pip install '.[test]'`.
"""

import fcntl
import html
import io
import os
import pty
import select
import shutil
import struct
import subprocess
import sys
import tempfile
import termios
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright
from rich.console import Console
from rich.terminal_theme import SVG_EXPORT_THEME
from rich.text import Text

MATCH = ("match", "greedy", "careful", "random", "--games", "60", "--seed", "demo")
MOMENT = "#game=2&deal=0&step=13"
PLAY = ("play", "greedy", "careful", "--seed", "three", "--name", "guest", "--hint", "counting", "--lang", "en")
KEYS = ("k", "h")
"""What the person at the terminal presses."""
COLUMNS, ROWS = 80, 24
_QUIET_S = 3.0
"""So long the terminal has nothing new to show before the next key is pressed."""


def main(folder: Path) -> None:
    """Make all of them."""
    with tempfile.TemporaryDirectory() as scratch:
        work = Path(scratch)
        _fajer(work, *MATCH, "-o", "demo.jsonl")
        _fajer(work, "view", "demo.jsonl", "-o", "demo.html", "--lang", "en")
        screen = _terminal(work)
        with sync_playwright() as play:
            browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            page = f"{(work / 'demo.html').as_uri()}{MOMENT}"
            _shot(browser, page, folder / "table.png", 1280, 800)
            _shot(browser, page, folder / "phone.png", 375, 667)
            _shot(browser, page, folder / "chart.png", 1280, 800, "#course")
            (work / "terminal.html").write_text(screen, "utf-8")
            _shot(browser, (work / "terminal.html").as_uri(), folder / "terminal.png", 900, 700, "pre")
            browser.close()


def _fajer(work: Path, *words: str) -> None:
    subprocess.run([sys.executable, "-m", "fajer", *words], cwd=work, check=True, capture_output=True)


def _shot(browser: Any, address: str, picture: Path, width: int, height: int, part: str | None = None) -> None:
    """Look at a page, or at a part of it, in a window of that size."""
    page = browser.new_page(
        viewport={"width": width, "height": height}, device_scale_factor=2 if width < 500 else 1, color_scheme="light"
    )
    page.emulate_media(reduced_motion="reduce")
    page.goto(address)
    page.wait_for_load_state("load")
    if part is None:
        page.wait_for_selector("#table svg")
        page.screenshot(path=picture)
    else:
        page.locator(part).screenshot(path=picture)
    page.close()


def _terminal(work: Path) -> str:
    """A page with what a terminal shows of a person's game after some keys."""
    child, ours = pty.fork()
    if child == 0:
        os.chdir(work)
        os.environ |= {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "COLUMNS": str(COLUMNS), "LINES": str(ROWS)}
        os.environ.pop("NO_COLOR", None)
        os.execv(sys.executable, [sys.executable, "-m", "fajer", *PLAY])  # noqa: S606
    fcntl.ioctl(ours, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    shown = _said(ours)
    for key in KEYS:
        os.write(ours, key.encode())
        shown += _said(ours)
    os.write(ours, b"qy")
    _said(ours)
    os.close(ours)
    os.waitpid(child, 0)
    return _drawn(shown.decode("utf-8", "replace"))


def _said(ours: int) -> bytes:
    """What is written to the terminal until it is quiet, or closed."""
    said = b""
    until = time.monotonic() + 30
    while time.monotonic() < until and select.select([ours], [], [], _QUIET_S)[0]:
        try:
            part = os.read(ours, 1 << 16)
        except OSError:
            break
        if not part:
            break
        said += part
    return said


def _drawn(shown: str) -> str:
    """The last screen of what was shown, as a page."""
    last = shown.replace("\r", "").rpartition("\x1b[2J")[2]
    console = Console(record=True, width=COLUMNS, file=io.StringIO(), color_system="256", force_terminal=True)
    console.print(Text.from_ansi(last), end="")
    code = console.export_html(
        inline_styles=True,
        theme=SVG_EXPORT_THEME,
        code_format="<pre style='margin:0;display:inline-block;padding:1em 1.4em;background:#1e2423;color:#e6eae8;"
        'font:15px/1.3 "DejaVu Sans Mono",monospace\'>{code}</pre>',
    )
    return f"<!doctype html><meta charset=utf-8><title>{html.escape('fajer play')}</title>{code}"


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
