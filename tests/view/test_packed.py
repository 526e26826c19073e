"""What a page holds of a record: all of it, small, and nothing that a stranger wrote in plain text."""

import gzip
import json
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import msgspec
import pytest
from view.page import Model
from view.pages import game, held, match, unpacked, write

from fajer.errors import RecordError
from fajer.records.files import opened
from fajer.records.record import Fault
from fajer.score.standings import Score
from fajer.view import bundle, packed, writing

STRANGE = (
    "</script><script>document.title='run'</script>",
    "<!--<script>",
    '"><img src=x onerror=alert(1)>',
    "\u202eright to left\u202c \u2066\u2067",
    "\x1b[2J\x07\x00",
    "x" * 1000,
    "😀\ud7ff\ufffd",
)


def test_every_line_is_there(tmp_path: Path, model: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of games in several chunks; the index says of them what the record does."""
    monkeypatch.setattr(packed, "CHUNK_BYTES", 10_000)
    made = match(count=18, stakes="2")
    fault = Fault(1, 0, 0, "illegal", "what it sent")
    played = [game(made, index, faults=(fault,) if index == 5 else ()) for index in range(18)]
    file = write(tmp_path / "games.jsonl", made, played)
    page = tmp_path / "game.html"
    writing.write(opened(file), page, "en")
    head, chunks = held(page)
    assert len(chunks) > 3
    lines = b"".join(unpacked(chunk["text"]) for chunk in chunks).splitlines()
    assert lines == file.read_bytes().splitlines()[1:-1]
    store = model.ask("store", head=head, chunks=chunks, games=list(range(17, -1, -1)))
    assert store["found"] == [json.loads(line) for line in reversed(lines)]
    assert store["match"] == json.loads(file.read_bytes().splitlines()[0])
    assert store["complete"] is True
    for info, line in zip(store["games"], map(json.loads, lines), strict=True):
        same = ("index", "set", "seating", "seats", "places", "payoffs", "drawn")
        assert {name: info[name] for name in same} == {name: line[name] for name in same}
        assert info["deals"] == len(line["deals"])
        assert info["faults"] == [{"seat": 1, "kind": "illegal"}] * (line["index"] == 5)


def test_the_table_is_that_of_score(tmp_path: Path, model: Model) -> None:
    made = match("poker", count=6, hands="4", chips="20")
    file = write(tmp_path / "games.jsonl", made, [game(made, index) for index in range(6)])
    writing.write(opened(file), tmp_path / "game.html", "en")
    head, chunks = held(tmp_path / "game.html")
    score = Score()
    score.file(opened(file))
    wanted = json.loads(msgspec.json.encode(score.standings()))
    assert model.ask("store", head=head, chunks=chunks, games=[])["standings"] == wanted


@pytest.mark.parametrize(
    ("name", "preset"),
    [("fajer", "german"), ("fajer", "three-stakes"), ("poker", "house-one-draw"), ("poker", "standard-one-draw")],
)
def test_the_index_against_the_course_of_each_game(name: str, preset: str, tmp_path: Path, model: Model) -> None:
    """Three aces, who went out and the largest swing, found in the positions of the page."""
    made = match(name, preset, 12, **({"hands": "6", "chips": "20"} if name == "poker" else {}))
    played = [game(made, index) for index in range(12)]
    writing.write(opened(write(tmp_path / "games.jsonl", made, played)), tmp_path / "game.html", "en")
    head, chunks = held(tmp_path / "game.html")
    store = model.ask("store", head=head, chunks=chunks, games=list(range(12)))
    for info, recorded in zip(store["games"], store["found"], strict=True):
        course = model.ask("course", match=store["match"], game=recorded)
        overs = [step["position"] for step in course["steps"] if step["position"]["phase"] == "over"]
        assert info["aces"] == sum(over["end"] == "three_aces" for over in overs)
        assert info["out"] == sum(not seat["in"] for seat in overs[-1]["seats"])
        moved = list(swings(overs, made.rules))
        assert info["swing"] == {"deal": moved.index(max(moved)), "amount": max(moved)}


def swings(overs: list[dict[str, Any]], rules: dict[str, Any]) -> Any:
    """By deal: all stakes paid in Fájer, the most chips won or lost by one player in poker."""
    held_chips = [rules.get("chips")] * len(overs[0]["seats"])
    losses = 0
    for over in overs:
        if over["game"] == "fajer":
            now = sum(seat["losses"] for seat in over["seats"])
            yield now - losses
            losses = now
        else:
            yield max(abs(seat["chips"] - before) for seat, before in zip(over["seats"], held_chips, strict=True))
            held_chips = [seat["chips"] for seat in over["seats"]]


class Elements(HTMLParser):
    """The elements of a page by name, with their attributes and what stands in them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def test_strangers_texts_stand_nowhere_in_the_page(tmp_path: Path, model: Model) -> None:
    """Names, notes, details, stderr: packed only, and whole when they are unpacked."""
    made = match(count=3, names=STRANGE[:3], stakes="1")
    everything = "".join(STRANGE)[:1000]
    faults = tuple(Fault(0, 0, 0, "illegal", text) for text in STRANGE)
    played = [game(made, index, note=everything, faults=faults, stderr=everything) for index in range(3)]
    writing.write(opened(write(tmp_path / "games.jsonl", made, played)), tmp_path / "game.html", "en")
    text = (tmp_path / "game.html").read_text("utf-8")
    plain = writing_without_data()
    elements = Elements(text)
    data = [attributes for tag, attributes in elements.found if attributes.get("type") == "application/octet-stream"]
    assert len(data) == 2
    assert len(elements.found) == len(Elements(plain).found) + 2
    for strange in STRANGE:
        assert text.count(strange) == plain.count(strange)
    head, chunks = held(tmp_path / "game.html")
    store = model.ask("store", head=head, chunks=chunks, games=[0])
    assert [bot["name"] for bot in store["match"]["bots"]] == list(STRANGE[:3])
    (found,) = store["found"]
    assert {note for _, _, note in found["notes"]} == {everything}
    assert [fault["detail"] for fault in found["faults"]] == list(STRANGE)
    assert found["stderr"] == [everything] * 3


def writing_without_data() -> str:
    """The page as it is whatever the record."""
    halves = bundle.halves("en")
    return halves.before + halves.after


@pytest.mark.parametrize(
    ("name", "changes"),
    [("fajer", {}), ("fajer", {"stakes": "0", "deals": "1"}), ("poker", {"hands": "5"})],
)
def test_the_size_of_a_page(name: str, changes: dict[str, str], tmp_path: Path) -> None:
    """At most 1.4 × the gzip of the record, and 300 KB for the page itself."""
    made = match(name, count=600, **changes)
    file = write(tmp_path / "games.jsonl", made, [game(made, index) for index in range(600)])
    page = tmp_path / "game.html"
    writing.write(opened(file), page, "en")
    record = len(gzip.compress(file.read_bytes(), 6))  # as the program gzip does it
    itself = len(writing_without_data().encode())
    assert itself < 300_000
    assert page.stat().st_size - itself < 1.4 * record


@pytest.mark.parametrize("name", ["games.jsonl", "games.jsonl.gz"])
def test_a_match_that_goes_on(name: str, tmp_path: Path, model: Model) -> None:
    made = match(count=9, stakes="1")
    file = write(tmp_path / name, made, [game(made, index) for index in range(4)], end=False)
    found = writing.write(opened(file), tmp_path / "game.html", "hu")
    assert found.cut is None
    head, chunks = held(tmp_path / "game.html")
    store = model.ask("store", head=head, chunks=chunks, games=[3])
    assert store["complete"] is False
    assert len(store["games"]) == 4


def test_a_last_line_that_is_cut(tmp_path: Path) -> None:
    """What is before it is shown; where nothing is, there is no page."""
    made = match(count=9, stakes="1")
    file = write(tmp_path / "games.jsonl", made, [game(made, index) for index in range(3)], end=False)
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:-1]) + lines[-1][:-30])
    found = writing.write(opened(file), tmp_path / "game.html", "en")
    assert "line 4: the line is cut" in str(found.cut)
    assert len(found.deals) == 2
    file.write_bytes(lines[0] + lines[1][:-30])
    with pytest.raises(RecordError, match="line 2: the line is cut"):
        writing.write(opened(file), tmp_path / "other.html", "en")
    file.write_bytes(lines[0])
    with pytest.raises(RecordError, match="holds no games yet"):
        writing.write(opened(file), tmp_path / "other.html", "en")
    assert {path.name for path in tmp_path.iterdir()} == {"games.jsonl", "game.html"}


def test_the_same_page_every_time(tmp_path: Path) -> None:
    made = match(count=6, stakes="1")
    file = write(tmp_path / "games.jsonl", made, [game(made, index) for index in range(6)])
    pages = [tmp_path / "one.html", tmp_path / "two.html"]
    for page in pages:
        writing.write(opened(file), page, "en")
    assert pages[0].read_bytes() == pages[1].read_bytes()


def test_a_file_of_that_name_is_nobodys_scratch(tmp_path: Path) -> None:
    """What is written first lies under a name that was free, and what others have there stays as it is."""
    made = match(count=6, stakes="1")
    foreign = tmp_path / "game.html.part"
    foreign.write_text("mine")
    file = write(tmp_path / "games.jsonl", made, [game(made, index) for index in range(6)])
    writing.write(opened(file), tmp_path / "game.html", "en")
    assert foreign.read_text() == "mine"
    assert {path.name for path in tmp_path.iterdir()} == {"games.jsonl", "game.html", "game.html.part"}
