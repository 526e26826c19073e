"""Pages of records, and a browser that visits them: what it shows, says and asks for."""

import json
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

from view.page import missing

from fajer.records.files import Opened, opened
from fajer.records.replay import moments
from fajer.view.writing import write
from fajer.words import Words

HERE = Path(__file__).parent
PHONE = {"viewport": {"width": 375, "height": 667}, "has_touch": True, "device_scale_factor": 2}
DESK = {"viewport": {"width": 1280, "height": 800}}
KNOWN = "#table [data-card]"
"""Cards on the table that can be seen."""


def match(path: Path, *arguments: str) -> Path:
    """Play a match and keep its record."""
    words = [sys.executable, "-m", "fajer", "match", *arguments, "--jobs", "1", "-o", str(path)]
    subprocess.run(words, capture_output=True, check=True, timeout=120)
    return path


def talker(name: str = "talker") -> str:
    """The bot that gives notes and once breaks the rules, as an argument for a match."""
    return f"{name}=cmd:{sys.executable} {HERE / 'talking.py'}"


def page_of(record: Path, lang: str = "en") -> str:
    """The address of the page of a record."""
    out = record.with_suffix(f".{lang}.html")
    write(opened(record), out, Words.of(lang).language)
    return out.as_uri()


def games_of(record: Path) -> list[dict[str, Any]]:
    """The games of a record, as it has them."""
    return [json.loads(line) for line in record.read_text("utf-8").splitlines()[1:-1]]


@cache
def _opened(record: Path) -> Opened:
    return opened(record)


def views(record: Path, index: int, seat: int) -> list[tuple[int, int, Any]]:
    """Before every decision of a game: its deal, its action's index, and what a seat may know by the rules."""
    found = _opened(record)
    game = list(found.games())[index]
    return [(moment.deal, moment.action, moment.state.view(seat)) for moment in moments(found, game)]


class Visit:
    """A page that is looked at, and all that it said and asked for."""

    def __init__(self, browser: Any, address: str, link: str = "", **more: Any) -> None:
        self.address = address
        self.context = browser.new_context(**{**DESK, "reduced_motion": "reduce", **more})
        self.page = self.context.new_page()
        self.said: list[str] = []
        self.asked: list[str] = []
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.on("websocket", lambda socket: self.asked.append(socket.url))
        self.page.goto(address + link)
        self.page.wait_for_selector("#message", state="hidden")
        if link:
            self.page.wait_for_selector("#table .seat")

    def at(self) -> dict[str, int]:
        """The moment that the link says."""
        pairs = (part.split("=") for part in self.page.evaluate("location.hash")[1:].split("&"))
        return {name: int(value) for name, value in pairs}

    def wait_for(self, **moment: int) -> None:
        """Wait until the link says this moment, and it is shown."""
        link = "#" + "&".join(f"{name}={value}" for name, value in moment.items())
        self.page.wait_for_function("link => location.hash === link", arg=link, timeout=5000)

    def key(self, key: str) -> None:
        """Press a key."""
        self.page.keyboard.press(key)

    def click(self, label: str) -> None:
        """Click on the button with this label."""
        self.page.get_by_role("button", name=label, exact=True).click()

    def now(self) -> str:
        """What just happened, in words."""
        text: str = self.page.locator("#now").inner_text()
        return " ".join(text.split())

    def cards(self, where: str = "#table") -> list[str]:
        """The cards that can be seen there."""
        found: list[str] = self.page.locator(f"{where} [data-card]").evaluate_all("all => all.map(c => c.dataset.card)")
        return found

    def close(self) -> None:
        """Leave: it said nothing and asked for nothing but itself."""
        assert self.said == []
        assert {url.partition("#")[0] for url in self.asked} == {self.address}
        self.context.close()


def chromium() -> str:
    """The browser's program."""
    program = shutil.which("chromium")
    return program if program is not None else missing("there is no chromium (apt-get install chromium)")
