"""How long a large record takes to be seen: `python tests/view/browser/measure.py [FILE]`, by default 10,000 games.

Prints seconds for making the page and for opening it, milliseconds for a step on and for a jump into another chunk of
games, each the median of five, and how large the page is beside the gzip of the record.
"""

import gzip
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

ROUNDS = 5


def main(record: Path, folder: Path) -> None:
    """Measure, and say it."""
    out = folder / "page.html"
    making = median(lambda: fajer("view", str(record), "-o", str(out)))
    share = out.stat().st_size / len(gzip.compress(record.read_bytes(), 6))
    print(f"made in {making:.2f} s, {out.stat().st_size / 1e6:.2f} MB, {share:.2f} of the gzip of the record")
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        opening = median(lambda: opened(browser, out).close())
        page = opened(browser, out)
        last = count(record) - 1
        stepping = median(lambda: step(page))
        jumping = statistics.median(
            timed(lambda index=index: jump(page, index)) for index in (last, 0, last // 2, 1, last)
        )
        browser.close()
    print(f"opened in {opening:.2f} s; a step {1000 * stepping:.0f} ms, a far game {1000 * jumping:.0f} ms")


def fajer(*words: str) -> None:
    subprocess.run([sys.executable, "-m", "fajer", *words], check=True, capture_output=True)


def count(record: Path) -> int:
    """How many games a record has."""
    with record.open("rb") as lines:
        return sum(1 for line in lines if line.startswith(b'{"type":"game"'))


def opened(browser: Any, out: Path) -> Any:
    """The page with a table on it."""
    page = browser.new_page()
    page.goto(f"{out.as_uri()}#game=0&deal=0&step=0")
    page.wait_for_selector("#table .seat")
    return page


def step(page: Any) -> None:
    """One step on, drawn."""
    changed(page, lambda: page.keyboard.press("ArrowRight"))


def jump(page: Any, index: int) -> None:
    """Another game, drawn."""
    changed(page, lambda: page.evaluate("index => { location.hash = `#game=${index}&deal=0&step=1`; }", index))


def changed(page: Any, do: Callable[[], object]) -> None:
    """Do something, and wait until the page shows another moment."""
    before = page.locator("#where").inner_text()
    do()
    page.wait_for_function("before => document.getElementById('where').innerText !== before", arg=before)


def timed(what: Callable[[], None]) -> float:
    began = time.perf_counter()
    what()
    return time.perf_counter() - began


def median(what: Callable[[], None]) -> float:
    return statistics.median(timed(what) for _ in range(ROUNDS))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        given = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(scratch) / "many.jsonl"
        if not given.exists():
            fajer("match", "greedy", "careful", "random", "--games", "9999", "--seed", "many", "-o", str(given))
        main(given, Path(scratch))
