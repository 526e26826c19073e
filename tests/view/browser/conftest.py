"""A browser, and the pages that it visits."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from view.browser.visiting import Visit, chromium, match, page_of, talker
from view.page import HERE, missing


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A browser that shows nothing."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing("there is no playwright (pip install playwright)")
    arguments = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
    with sync_playwright() as play:
        opened = play.chromium.launch(executable_path=chromium(), args=arguments)
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def axe() -> str:
    """What checks that a page is there for everybody."""
    source = HERE / "node_modules" / "axe-core" / "axe.min.js"
    if not source.is_file():
        missing("there is no axe-core (npm ci --prefix tests/view)")
    return source.read_text("utf-8")


@pytest.fixture(scope="session")
def records(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Records of both games."""
    folder = tmp_path_factory.mktemp("records")
    many = ("greedy", "careful") * 5
    poker = ("--game", "poker", "--set", "hands=12", "--seed", "p")
    return {
        "fajer": match(folder / "fajer.jsonl", "greedy", "careful", "counting", "-n", "12", "--seed", "a"),
        "left": match(folder / "left.jsonl", "greedy", "first", "careful", "-n", "3", "--set", "direction=left"),
        "poker": match(folder / "poker.jsonl", *poker, "greedy", "careful", "random", "-n", "3"),
        "faults": match(folder / "faults.jsonl", talker(), *many[:2], "-n", "9", "--seed", "f", "--keep-stderr"),
        "nine": match(folder / "nine.jsonl", *many[:9], "-n", "9", "--seed", "n"),
        "ten": match(folder / "ten.jsonl", *poker, "--preset", "house-five-card", *many, "-n", "10"),
    }  # fmt: skip


@pytest.fixture(scope="session")
def pages(records: dict[str, Path]) -> dict[str, str]:
    """Their pages' addresses."""
    return {name: page_of(record) for name, record in records.items()}


@pytest.fixture
def visit(browser: Any, pages: dict[str, str]) -> Iterator[Callable[..., Visit]]:
    """Visits a page by its name; when the test is over it must have said nothing and asked for nothing."""
    made: list[Visit] = []

    def begin(name: str, link: str = "", **more: Any) -> Visit:
        made.append(Visit(browser, pages.get(name, name), link, **more))
        return made[-1]

    yield begin
    for each in made:
        each.close()
