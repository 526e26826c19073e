"""Proves that a bot that gives hints never keeps the person: who acts or leaves meanwhile is heard at once."""

import json
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from view.seat.browsing import Browsing, Seated, said, wish

from fajer.records.files import opened
from fajer.referee.entry import Entry, resolve
from fajer.view.seat import hint as hints
from fajer.view.seat import line as lines
from fajer.view.seat.evening import advised

SHORT = {"stakes": "1"}
BOT = """
import time
from pathlib import Path
from fajer.bot import Bot, run
class Slow(Bot):
    def start(self):
        self.asked = 0
    def act(self, view, legal):
        self.asked += 1
        with Path({file!r}).open("a") as file:
            file.write("asked\\n")
        time.sleep({seconds})
        self.note = f"asked {{self.asked}} times, of {{len(legal)}}"
        return legal[0]
run(Slow())
"""


def slow(folder: Path, seconds: float) -> Entry:
    """A bot that thinks so long, and notes in `asked` when it begins to."""
    file = folder / "slow.py"
    file.write_text(BOT.format(file=str(folder / "asked"), seconds=seconds))
    return resolve(f"slow=cmd:{sys.executable} {file}")


def thinks(folder: Path) -> None:
    """Wait until it does."""
    while not (folder / "asked").exists():
        time.sleep(0.01)


def seated(folder: Path, seconds: float, **more: Any) -> Seated:
    """A person who may ask the slow bot."""
    prepare = lambda host, evening: advised(host, slow(folder, seconds), evening, "en")  # noqa: E731
    return Seated(folder, wish("first", changes=SHORT), prepare=prepare, **more)


def acts(page: Any, act: dict[str, Any]) -> None:
    """Do the first thing that may be done."""
    page.send(json.dumps({"type": "act", "id": act["id"], "action": act["legal"][0]}))


def test_who_acts_while_a_hint_is_thought_of_is_heard(tmp_path: Path) -> None:
    """The bot has an hour; the person's next decision comes all the same, and no hint with it."""
    with seated(tmp_path, 3600) as seat, Browsing(seat.address).enter().connect() as page:
        act = said(page, "act")
        page.send('{"type":"hint"}')
        thinks(tmp_path)
        acts(page, act)
        after = []
        while (message := json.loads(page.recv(timeout=8)))["type"] != "act":
            after.append(message["type"])
        assert "hint" not in after
        page.send('{"type":"leave"}')
        said(page, "over")


def test_who_leaves_while_a_hint_is_thought_of_is_heard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "_GRACE_S", 0.1)
    monkeypatch.setattr(hints, "_LEAST_MS", 3_600_000)
    with seated(tmp_path, 3600) as seat:
        with Browsing(seat.address).enter().connect() as page:
            said(page, "act")
            page.send('{"type":"hint"}')
            thinks(tmp_path)
        seat.ends()
    assert [fault.kind for fault in next(opened(seat.file).games()).faults] == ["crash"]


def test_a_hint_costs_no_game(tmp_path: Path) -> None:
    """The action is said long before the clock runs out, while the bot thinks past it."""
    with seated(tmp_path, 3600, move_ms=8000) as seat, Browsing(seat.address).enter().connect() as page:
        act = said(page, "act")
        page.send('{"type":"hint"}')
        thinks(tmp_path)
        acts(page, act)
        assert said(page, "act")["id"] == act["id"] + 1
        page.send('{"type":"leave"}')
        assert said(page, "over")["fault"] == "crash"


def test_no_hint_is_thought_of_past_the_persons_time(tmp_path: Path) -> None:
    with seated(tmp_path, 3600, move_ms=1500) as seat, Browsing(seat.address).enter().connect() as page:
        said(page, "act")
        page.send('{"type":"hint"}')
        assert said(page, "over")["fault"] == "timeout"
        seat.ends()


def test_one_hint_for_each_decision(tmp_path: Path) -> None:
    """Asked twice before it knows, and once after: the bot is asked once, and says the same again."""
    with seated(tmp_path, 0.5) as seat, Browsing(seat.address).enter().connect() as page:
        act = said(page, "act")
        for _ in range(2):
            page.send('{"type":"hint"}')
        first = said(page, "hint")
        assert first["reasons"].startswith("asked 1 times")
        page.send('{"type":"hint"}')
        assert said(page, "hint") == first
        acts(page, act)
        said(page, "act")
        page.send('{"type":"hint"}')
        assert said(page, "hint")["action"]
        page.send('{"type":"leave"}')
        said(page, "over")
    assert (tmp_path / "asked").read_text().count("asked") == 2
