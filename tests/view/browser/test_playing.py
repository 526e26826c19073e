"""A person's seat in a real browser: whole games by the keyboard alone, cards by the mouse, in both languages."""

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from cli.running import done, uncovered
from view.browser.visiting import DESK, PHONE
from view.words_of import say

SHORT = {"fajer": ["--set", "stakes=2"], "poker": ["--game", "poker", "--set", "hands=4", "--set", "openers=any"]}
KEPT = ["-o", "mine.jsonl"]
READY = "() => document.querySelector('#actions button:not(:disabled), button[data-card], .places')"


class Seat:
    """`fajer play --web`, and a browser that looks at it."""

    def __init__(self, browser: Any, folder: Path, *words: str, screen: dict[str, Any]) -> None:
        self.folder = folder
        self._command = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "fajer",
                "play",
                "--web",
                "--no-browser",
                "--name",
                "Anna",
                "-o",
                "mine.jsonl",
                *words,
            ],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=uncovered() | {"LC_ALL": "C.UTF-8"},
        )
        assert self._command.stdout is not None
        found = re.search(r"(http://[^/]+)/\S+", self._command.stdout.readline())
        assert found
        self.address, self.origin = found[0], found[1]
        self.context = browser.new_context(**{**screen, "reduced_motion": "reduce"})
        self.said: list[str] = []
        self.asked: list[str] = []
        self.talks: list[str] = []
        """The addresses of connections that it kept open."""
        self.sent: list[dict[str, Any]] = []
        """What it said over them."""

    def begin(self) -> "Seat":
        """Look at the page."""
        self.page = self.look(self.address)
        return self

    def look(self, address: str) -> Any:
        """Another page of the same browser."""
        page = self.context.new_page()
        page.on("console", lambda message: self.said.append(message.text))
        page.on("pageerror", lambda error: self.said.append(str(error)))
        page.on("request", lambda request: self.asked.append(request.url))
        page.on("websocket", self._talks)
        page.goto(address)
        page.wait_for_function(READY)
        return page

    def _talks(self, talk: Any) -> None:
        self.talks.append(talk.url)
        talk.on("framesent", lambda text: self.sent.append(json.loads(text)))

    def offered(self) -> list[str]:
        """The keys of what can be done now, but for hints."""
        found: list[str] = self.page.eval_on_selector_all(
            "#actions button:not(:disabled)", "all => all.map(one => one.dataset.key)"
        )
        return [key for key in found if key != "h"]

    def ready(self) -> bool:
        """Wait until there is something to do; False when the game is over."""
        self.page.wait_for_function(READY)
        return self.page.query_selector(".places") is None

    def ends(self) -> tuple[int, str]:
        """Wait for the end of the command: exit code and stderr."""
        _, errors = self._command.communicate(timeout=60)
        return self._command.returncode, errors

    def proved(self) -> dict[str, Any]:
        """The game as it is kept, after its proof."""
        assert "every one as seed and rules make it" in done("replay", self.folder / "mine.jsonl", "--verify")
        _, game, *_ = (self.folder / "mine.jsonl").read_text("utf-8").splitlines()
        found: dict[str, Any] = json.loads(game)
        return found

    def leave(self) -> None:
        """End what still runs; it said nothing, and asked nobody else."""
        self.context.close()
        with self._command as command:
            command.kill()
        assert self.said == []
        assert {url.partition("?")[0] for url in self.asked} <= {f"{self.origin}/"}
        assert set(self.talks) == {f"{self.origin.replace('http', 'ws')}/seat"}


@pytest.fixture
def sit(browser: Any, tmp_path: Path) -> Iterator[Callable[..., Seat]]:
    """Sits down at a table."""
    made: list[Seat] = []

    def begin(*words: str, screen: dict[str, Any] = DESK) -> Seat:
        made.append(Seat(browser, tmp_path, *words, screen=screen))
        return made[-1].begin()

    yield begin
    for each in made:
        each.leave()


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("lang", ["en", "hu"])
@pytest.mark.parametrize("game", ["fajer", "poker"])
def test_a_game_by_the_keyboard_alone(sit: Callable[..., Seat], game: str, lang: str, screen: dict[str, Any]) -> None:
    seat = sit("greedy", "careful", *SHORT[game], "--lang", lang, "--seed", f"{game} keys", screen=screen)
    page = seat.page
    assert page.evaluate("document.documentElement.lang") == lang
    assert page.title().startswith(say(lang, f"game.{game}"))
    moves = 0
    while seat.ready():
        assert page.evaluate("document.documentElement.scrollWidth") <= page.evaluate("innerWidth")
        keys = seat.offered()
        if keys == ["Enter"] or (moves % 2 and "Enter" not in keys and keys):
            page.keyboard.press(keys[0])
        elif game == "fajer" and page.query_selector("button[data-card]"):
            page.keyboard.press(str(1 + moves % 9))
            page.keyboard.press("Enter" if "Enter" in seat.offered() else seat.offered()[0])
        else:
            page.keyboard.press(keys[0])
        moves += 1
        page.wait_for_timeout(20)
        assert moves < 400
    assert "fajer view mine.jsonl" in page.inner_text("#about")
    assert say(lang, "end.over") in page.inner_text("#about")
    code, errors = seat.ends()
    assert (code, "mine.jsonl" in errors) == (0, True)
    record = seat.proved()
    assert record["faults"] == []
    assert len([1 for deal in record["deals"] for actor, _ in deal["actions"] if actor == 0]) > 3


@pytest.mark.parametrize("game", ["fajer", "poker"])
def test_a_key_that_is_held_acts_once(sit: Callable[..., Seat], game: str) -> None:
    """Enter on the first action, kept down: all the turns that follow wait for somebody who sees them."""
    seat = sit("first", *SHORT[game], "--seed", "held")
    page = seat.page
    assert page.evaluate("document.activeElement.id") == "actions"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.matches('#actions button')")
    for key in ("Enter", " "):
        seat.ready()
        before = len(seat.sent)
        page.locator("#actions button:not(:disabled)").first.focus()
        for _ in range(20):
            page.keyboard.down(key)
            page.wait_for_timeout(20)
        page.keyboard.up(key)
        seat.ready()
        page.wait_for_timeout(100)
        assert len(seat.sent) <= before + 1
        page.keyboard.press("Enter")
    assert seat.sent


def test_keys_with_caps_lock_on(sit: Callable[..., Seat]) -> None:
    seat = sit("first", "--set", "stakes=1", "--seed", "caps")
    page = seat.page
    page.keyboard.press("K")
    page.wait_for_selector("button[data-card]")
    page.keyboard.press("Q")
    page.wait_for_selector("#leaving[open]")


def test_the_question_mark(sit: Callable[..., Seat]) -> None:
    """The rules that apply now; where none do, the keys."""
    seat = sit("first", "--set", "stakes=1", "--seed", "mark")
    page = seat.page
    assert page.get_attribute("#to-help", "title") == say("en", "ui.keys")
    page.keyboard.press("?")
    page.wait_for_selector("#rules[open]")
    page.keyboard.press("q")
    page.get_by_role("button", name=say("en", "play.web.leave")).last.click()
    page.wait_for_selector(".places")
    page.keyboard.press("?")
    page.wait_for_selector("#help[open]")


def test_cards_are_chosen_by_the_mouse(sit: Callable[..., Seat]) -> None:
    seat = sit("first", "--set", "stakes=1", "--seed", "mouse")
    page = seat.page
    page.get_by_role("button", name=say("en", "action.keep")).click()
    page.wait_for_selector("button[data-card]")
    own = page.locator(".seat.own button[data-card]").first
    common = page.locator(".common button[data-card]").nth(1)
    names = own.get_attribute("data-card"), common.get_attribute("data-card")
    own.click()
    assert own.get_attribute("aria-pressed") == "true"
    page.locator(".common button[data-card]").first.click()
    common.click()
    assert page.locator("button[data-card][aria-pressed=true]").count() == 2
    page.locator("#actions .main").click()
    page.wait_for_function("() => document.querySelector('#steps').innerText.includes('swaps')")
    page.keyboard.press("q")
    page.get_by_role("button", name=say("en", "play.web.leave")).last.click()
    page.wait_for_selector(".places")
    assert say("en", "play.left") in page.inner_text("#about")
    assert seat.ends()[0] == 0
    record = seat.proved()
    assert [0, f"swap {names[0]} {names[1]}"] in record["deals"][0]["actions"]
    assert record["faults"][0]["detail"] == "left the table"


def test_an_amount_is_typed(sit: Callable[..., Seat]) -> None:
    seat = sit("first", "--game", "poker", "--set", "hands=1", "--set", "openers=any", "--seat", "1")
    page = seat.page
    page.keyboard.press("b")
    page.get_by_label("Chips", exact=False).fill("200")
    page.keyboard.press("Enter")
    assert page.inner_text("#now") == "It has to be a whole number from 1 to 99."
    page.get_by_label("Chips", exact=False).fill("7")
    page.keyboard.press("Enter")
    page.wait_for_selector(".places")
    assert seat.ends()[0] == 0
    record = seat.proved()
    assert record["deals"][0]["actions"][0] == [1, "bet 7"]


def test_a_hint_and_the_rules(sit: Callable[..., Seat]) -> None:
    seat = sit("greedy", "--seed", "hint", "--hint", "counting")
    page = seat.page
    page.keyboard.press("h")
    page.wait_for_selector(".hint blockquote")
    assert page.get_attribute("#to-help", "title") == "Keys", "? is the key of the rules"
    assert re.search(r"counting would play: .*384 deals", page.inner_text(".hint").replace("\n", " "))
    page.keyboard.press("?")
    assert "F-12 The opener looks" in page.inner_text("#rules")
    page.locator("[data-language=hu]").click()
    assert f"F-12 {say('hu', 'rule.F-12').replace('`', '')}" in page.inner_text("#rules")
    assert page.evaluate("document.documentElement.lang") == "hu"


def test_loading_again_goes_on_and_another_window_takes_over(sit: Callable[..., Seat]) -> None:
    seat = sit("first", "--set", "stakes=1", "--seed", "again")
    seat.page.keyboard.press("k")
    seat.page.wait_for_selector("button[data-card]")
    told = seat.page.inner_text("#steps")
    seat.page.reload()
    seat.page.wait_for_selector("button[data-card]")
    assert seat.page.inner_text("#steps") == told
    other = seat.look(f"{seat.origin}/")
    taken = say("en", "play.web.taken")
    seat.page.wait_for_function("text => document.body.innerText.includes(text)", arg=taken)
    assert seat.offered() == []
    other.close()
    seat.page.close()
    code, errors = seat.ends()
    assert code == 0
    assert "kept in mine.jsonl" in errors
    assert seat.proved()["faults"][0]["detail"] == "left the table"


def test_what_was_done_is_not_offered_again_after_loading(sit: Callable[..., Seat], tmp_path: Path) -> None:
    """The rival thinks until it is told to go on; meanwhile the page is loaded again."""
    (tmp_path / "waits.py").write_text(
        "import time\nfrom pathlib import Path\nfrom fajer.bot import Bot, run\nclass Waits(Bot):\n"
        "    def act(self, view, legal):\n        while not Path('go').exists():\n            time.sleep(0.01)\n"
        "        return legal[0]\nrun(Waits())\n"
    )
    program = f"waits=cmd:env --chdir={tmp_path} {sys.executable} waits.py"
    seat = sit(program, "--set", "stakes=1", "--seed", "again", "--move-time", "60")
    page = seat.page
    others = "text => document.querySelector('#now').innerText === text"
    page.keyboard.press("k")
    page.wait_for_function(others, arg=say("en", "play.web.others"))
    page.reload()
    page.wait_for_function(others, arg=say("en", "play.web.others"))
    assert seat.offered() == []
    (tmp_path / "go").touch()
    assert seat.ready()


def test_a_hint_that_is_no_action_is_a_strangers_text(sit: Callable[..., Seat], tmp_path: Path) -> None:
    bot = tmp_path / "odd.py"
    bot.write_text(
        "from fajer.bot import Bot, run\nclass Odd(Bot):\n    def act(self, view, legal):\n"
        "        return 'draw q' if 'draw *' in legal else legal[0]\nrun(Odd())\n"
    )
    bets = tmp_path / "bets.py"
    bets.write_text(
        "from fajer.bot import Bot, run\nclass Bets(Bot):\n    def act(self, view, legal):\n"
        "        return 'bet 1' if any(one.startswith('bet') for one in legal) else legal[0]\nrun(Bets())\n"
    )
    words = [*SHORT["poker"], "--seed", "odd", "--hint", f"odd=cmd:{sys.executable} {bot}"]
    seat = sit(f"bets=cmd:{sys.executable} {bets}", *words)
    page = seat.page
    for _ in range(4):
        page.wait_for_function(READY)
        if page.query_selector("button[data-card]"):
            break
        page.keyboard.press("c" if "c" in seat.offered() else "p")
        page.wait_for_timeout(100)
    page.wait_for_selector("button[data-card]")
    page.keyboard.press("h")
    page.wait_for_function("() => document.querySelector('.hint bdi')")
    assert page.inner_text(".hint").strip() == "odd would play: draw q"


def test_strangers_names_and_notes_are_text(sit: Callable[..., Seat], tmp_path: Path) -> None:
    evil = "<img onerror>"
    bot = tmp_path / "evil.py"
    bot.write_text(
        "from fajer.bot import Bot, run\nclass Evil(Bot):\n    def act(self, view, legal):\n"
        f"        self.note = {evil!r} + '\\u202e' + 'n' * 900\n        return legal[0]\nrun(Evil())\n"
    )
    seat = sit(f"{evil}=first", "--seed", "evil", "--hint", f"{evil}=py:{bot}:Evil")
    page = seat.page
    page.keyboard.press("h")
    page.wait_for_selector(".hint blockquote")
    assert evil in page.inner_text(".hint")
    assert "\u202e" not in page.inner_text("body")
    assert page.locator("img").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= page.evaluate("innerWidth")


@pytest.mark.parametrize(("game", "screen"), [("fajer", DESK), ("poker", PHONE)], ids=["desk", "phone"])
def test_axe_finds_nothing(sit: Callable[..., Seat], axe: str, game: str, screen: dict[str, Any]) -> None:
    seat = sit("greedy", "careful", *SHORT[game], "--seed", "axe", "--hint", "careful", screen=screen)
    page = seat.page
    page.keyboard.press("h")
    page.wait_for_selector(".hint blockquote")
    page.keyboard.press("?")
    page.evaluate(axe)
    for _ in range(2):
        _axe_is_content(page)
        page.keyboard.press(seat.offered()[0])
        page.wait_for_function(READY)
    page.locator("#to-help").click()
    _axe_is_content(page)
    page.keyboard.press("Escape")
    page.keyboard.press("q")
    page.wait_for_selector("#leaving[open]")
    _axe_is_content(page)
    page.get_by_role("button", name=say("en", "play.web.leave")).last.click()
    page.wait_for_selector(".places")
    _axe_is_content(page)


def _axe_is_content(page: Any) -> None:
    """It looks at the page as it stands, and finds nothing."""
    result = page.evaluate("axe.run()")
    assert result["passes"]
    assert [(one["id"], [node["html"][:150] for node in one["nodes"][:3]]) for one in result["violations"]] == []
