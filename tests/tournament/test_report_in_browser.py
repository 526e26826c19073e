"""The report in a real browser, Debian's chromium: it loads, sorts, fits every width, and is there for everybody."""

import os
import shutil
import subprocess
import tarfile
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any, NoReturn

import pytest
from tournament.cups import by_hand, game, put

from fajer.records.record import Fault
from fajer.tournament import report

WIDTHS = (320, 360, 400, 768, 1280)
NAMES = ("ann", "bob<img src=x onerror=alert(1)>", "שלום", "d" * 200, *(f"bot number {number}" for number in range(8)))
AXE = "axe-core@4.10"
"""What checks that a page is there for everybody; the version is that of its rules."""


def missing(what: str) -> NoReturn:
    """Say what is not there. Where everything is tested it has to be."""
    if os.environ.get("CI"):
        pytest.fail(f"{what}: the report is not tested in a browser")
    pytest.skip(f"{what}: the report is not tested in a browser")


def reported(folder: Path, names: Sequence[str]) -> str:
    """The report of some bots, the first the best and the last one failing, with everything that there can be."""
    pairs = list(combinations(range(len(names)), 2))
    last = len(names) - 1
    with by_hand(folder / "cup.db", names, pairs, games=4, seed="s" * 120) as store:
        for table, (one, other) in enumerate(pairs):
            faults = [Fault(1, 0, 0, "illegal", "x" * 300)] if other == last else []
            for index in range(4):
                won = 1 + one % 3 + index * (other - one)
                put(store, table, game(index, index // 2, [won, -won], seating=index % 2, faults=faults))
        with store.together():
            spent = [(bot, 9 ** (bot % 9)) for bot in range(last)]
            store._connection.executemany("INSERT INTO thinking VALUES (?, ?, 9)", spent)
        store.set_aside(last, "it forfeited ten games running")
        return report.write(store, folder / "report").as_uri()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The report of twelve bots."""
    return reported(tmp_path_factory.mktemp("twelve"), NAMES)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The report of four."""
    return reported(tmp_path_factory.mktemp("four"), NAMES[:4])


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """A browser that shows nothing."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing("there is no playwright (pip install playwright)")
    program = shutil.which("chromium")
    if program is None:
        missing("there is no chromium (apt-get install chromium)")
    arguments = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
    with sync_playwright() as play:
        opened = play.chromium.launch(executable_path=program, args=arguments)
        yield opened
        opened.close()


class Visit:
    """A page that is looked at, and all that it said and asked for."""

    def __init__(self, browser: Any, address: str, width: int = 1280, **more: Any) -> None:
        self.context = browser.new_context(viewport={"width": width, "height": 800}, bypass_csp=False, **more)
        self.page = self.context.new_page()
        self.said: list[str] = []
        self.asked: list[str] = []
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.goto(address)

    def heads(self, table: str) -> Any:
        """The heads of a table, by its part of the page."""
        return self.page.locator(f"#{table} thead th")

    def column(self, head: str) -> list[str]:
        """The cells of a column of the standings."""
        number = [text.split()[0] for text in self.heads("standings").all_inner_texts()].index(head) + 1
        found: list[str] = self.page.locator(f"#standings tbody tr > :nth-child({number})").all_inner_texts()
        return found

    def sorted_by(self) -> dict[str, str]:
        """The heads that say that they sort, and how."""
        found = self.page.locator("#standings thead [aria-sort]")
        return {head.inner_text().split()[0]: head.get_attribute("aria-sort") for head in found.all()}


@pytest.fixture
def visit(browser: Any, address: str) -> Iterator[Visit]:
    """The report, on a screen."""
    made = Visit(browser, address)
    yield made
    made.context.close()


def test_it_loads_and_asks_for_nothing(visit: Visit, address: str) -> None:
    visit.page.wait_for_load_state("networkidle")
    assert visit.said == []
    assert visit.asked == [address]
    assert visit.page.title() == "by hand: report of the tournament"
    assert visit.page.locator("svg:visible").count() == 3
    assert visit.page.locator("img").count() == 0


def test_a_click_sorts_the_table(visit: Visit) -> None:
    places = [int(place) for place in visit.column("#")]
    assert places == list(range(1, 13))
    assert visit.sorted_by() == {"stakes": "descending"}
    head = visit.heads("standings").get_by_role("button", name="stakes")
    head.click()
    assert [int(place) for place in visit.column("#")] == places[::-1]
    assert visit.sorted_by() == {"stakes": "ascending"}
    head.click()
    assert [int(place) for place in visit.column("#")] == places
    visit.heads("standings").get_by_role("button", name="faults").click()
    assert [int(count) for count in visit.column("faults")] == [0] * 11 + [44]
    assert visit.said == []


def test_the_keyboard_sorts_the_table(visit: Visit) -> None:
    visit.heads("standings").get_by_role("button", name="bot").focus()
    visit.page.keyboard.press("Enter")
    assert visit.sorted_by() == {"bot": "ascending"}
    names = [name.split("\n")[0] for name in visit.column("bot")]
    assert names[:3] == ["ann", NAMES[1], "bot number 0"]
    assert visit.page.evaluate("document.activeElement.innerText").strip() == "bot"
    visit.page.keyboard.press("Space")
    assert visit.sorted_by() == {"bot": "descending"}


@pytest.mark.parametrize("width", WIDTHS)
def test_the_page_is_as_wide_as_the_window(browser: Any, address: str, width: int) -> None:
    visit = Visit(browser, address, width)
    visit.page.locator("details").evaluate_all("all => all.forEach(one => one.open = true)")
    assert visit.page.evaluate("document.documentElement.scrollWidth") == width
    matrix = visit.page.locator("#meetings .scroll")
    assert matrix.evaluate("box => box.scrollWidth > box.clientWidth") == (width < 1280)
    assert visit.page.locator(".wide:visible").count() == (3 if width > 700 else 0)
    assert visit.page.locator(".narrow:visible").count() == (0 if width > 700 else 3)
    visit.context.close()


def test_on_paper_everything_is_open_and_has_room(visit: Visit) -> None:
    visit.page.emulate_media(media="print")
    visit.page.set_viewport_size({"width": 690, "height": 1000})
    visit.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert visit.page.locator("details:not([open])").count() == 0
    assert visit.page.evaluate("document.documentElement.scrollWidth") == 690
    visit.page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert visit.page.locator("details:not([open])").count() > 0


def test_without_scripts_it_is_all_there(browser: Any, address: str) -> None:
    visit = Visit(browser, address, java_script_enabled=False)
    assert visit.page.locator("#standings tbody tr").count() == 12
    assert visit.page.locator("button").count() == 0
    visit.context.close()


def test_a_script_of_a_stranger_would_not_run(visit: Visit) -> None:
    visit.page.evaluate("""() => {
        const script = document.createElement("script");
        script.textContent = "document.title = 'run'";
        document.body.append(script);
    }""")
    assert visit.page.title() != "run"
    assert "Content Security Policy" in visit.said[0]


@pytest.fixture(scope="module")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The source of axe-core, as its packager gives it."""
    folder = tmp_path_factory.mktemp("axe")
    npm = shutil.which("npm")
    if npm is None:
        missing("there is no npm to bring axe-core")
    words = [npm, "pack", AXE, "--pack-destination", str(folder), "--cache", str(folder / "cache")]
    try:
        subprocess.run(words, cwd=folder, capture_output=True, check=True, timeout=120)
    except (subprocess.SubprocessError, OSError) as error:
        missing(f"axe-core cannot be had ({error})")
    with tarfile.open(next(folder.glob("axe-core-*.tgz"))) as package:
        found = package.extractfile("package/axe.min.js")
        assert found is not None
        return found.read().decode()


@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (1280, "dark")])
def test_axe_finds_nothing(browser: Any, small: str, axe: str, width: int, scheme: str) -> None:
    visit = Visit(browser, small, width, color_scheme=scheme)
    visit.page.locator("details").evaluate_all("all => all.forEach(one => one.open = true)")
    visit.page.evaluate(axe)
    result = visit.page.evaluate("axe.run()")
    assert result["passes"]
    assert [(one["id"], [node["html"][:150] for node in one["nodes"][:3]]) for one in result["violations"]] == []
    visit.context.close()


def test_it_is_read_in_order(visit: Visit) -> None:
    """Headings go down a step at a time, every table has a caption and heads, every plot a label."""
    levels = [
        int(tag[1]) for tag in visit.page.locator("h1, h2, h3").evaluate_all("all => all.map(one => one.tagName)")
    ]
    assert levels[0] == 1
    assert all(lower - upper <= 1 for upper, lower in pairwise(levels))
    assert visit.page.locator("table").count() == visit.page.locator("table > caption").count()
    assert visit.page.locator("th:not([scope])").count() == 0
    assert visit.page.locator("svg:not([role=img][aria-label])").count() == 0
    assert visit.page.get_by_role("img", name="the table below has the numbers").count() == 3
    visit.page.keyboard.press("Tab")
    assert visit.page.evaluate("document.activeElement.innerText") == "Skip to the standings"
