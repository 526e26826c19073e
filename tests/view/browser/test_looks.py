"""At a phone's width and a desktop's, in both languages, for everybody; strangers' texts are only shown."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from view.browser.visiting import DESK, PHONE, Visit, page_of

from fajer.records.record import Match

Begin = Callable[..., Visit]
MOMENT = "#game=0&deal=1&step=4"
LONG = (
    "<img src=x onerror=alert(1)></script><script>document.title='run'</script>\u202e\u2066abc\x00\x1b[31m\n"
    + "w" * 900
)
FOCUSED = "(({id, ariaLabel, textContent}) => id || ariaLabel || textContent)(document.activeElement)"
STRANGE = ["<b>bold</b><script>alert(1)</script>", "שלום עליכם", "&amp;\"'`${x}{name}" + "m" * 40]


@pytest.mark.parametrize("name", ["fajer", "poker", "faults", "nine", "ten"])
@pytest.mark.parametrize("size", [PHONE, DESK, {"viewport": {"width": 320, "height": 600}}])
@pytest.mark.parametrize("lang", ["en", "hu"])
def test_nothing_is_wider_than_the_window(visit: Begin, name: str, size: dict[str, Any], lang: str) -> None:
    here = visit(name, MOMENT, **size)
    here.page.locator(f"[data-language={lang}]").click()
    width = size["viewport"]["width"]
    assert here.page.evaluate("document.documentElement.scrollWidth") == width
    seats = here.page.locator("#table .card, #table .plate").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect()).map(b => [b.left, b.right])"
    )
    assert all(left >= 0 and right <= width + 1 for left, right in seats)
    here.key("m")
    assert here.page.evaluate("document.documentElement.scrollWidth") == width
    assert here.page.locator("script:visible").count() == 0


@pytest.mark.parametrize("name", ["fajer", "nine", "poker", "ten"])
@pytest.mark.parametrize("size", [PHONE, DESK])
def test_seats_do_not_lie_upon_each_other(visit: Begin, name: str, size: dict[str, Any]) -> None:
    here = visit(name, MOMENT, **size)
    boxes = here.page.locator("#table .seat").evaluate_all(
        "all => all.map(s => [s.querySelector('.hand'), s.querySelector('.plate')].map(e => e.getBoundingClientRect()))"
        ".map(([h, p]) => [Math.min(h.left, p.left), h.top, Math.max(h.right, p.right), p.bottom])"
    )
    middle = here.page.locator("#table .middle").evaluate(
        "e => (({left, top, right, bottom}) => [left, top, right, bottom])(e.getBoundingClientRect())"
    )
    everything = [*boxes, middle]
    for number, one in enumerate(everything):
        for other in everything[number + 1 :]:
            wide = min(one[2], other[2]) - max(one[0], other[0])
            high = min(one[3], other[3]) - max(one[1], other[1])
            assert min(wide, high) <= 6, (one, other)


def test_cards_can_be_read_on_a_phone(visit: Begin) -> None:
    here = visit("fajer", MOMENT, **PHONE)
    widths = here.page.locator("#table .card").evaluate_all("all => all.map(one => one.getBoundingClientRect().width)")
    assert min(widths) >= 36
    table = here.page.locator("#table").bounding_box()
    controls = here.page.locator(".under").bounding_box()
    assert table["y"] + table["height"] <= controls["y"] + 1, "the whole table and the buttons fit on the screen"


def test_players_sit_in_the_direction_of_play(visit: Begin) -> None:
    """The next player sits to the right of the one before in Fájer, to the left where the rules are set so and in
    poker: seat 0 is the nearest.
    """
    for name, side in (("fajer", 1), ("left", -1), ("poker", -1)):
        here = visit(name, MOMENT)
        lefts = [here.page.locator(f"[data-seat='{seat}']").bounding_box()["x"] for seat in range(3)]
        assert (lefts[1] - lefts[0]) * side > 0 > (lefts[2] - lefts[0]) * side


@pytest.mark.parametrize(
    ("name", "english", "hungarian"),
    [("fajer", "What happened", "Mi történt"), ("poker", "What happened", "Mi történt")],
)
def test_the_switch_speaks_the_other_language(visit: Begin, name: str, english: str, hungarian: str) -> None:
    here = visit(name, MOMENT)
    assert here.page.locator("#side-head").inner_text() == english
    before = here.now()
    here.page.locator("[data-language=hu]").click()
    assert here.page.locator("#side-head").inner_text() == hungarian
    assert here.page.evaluate("document.documentElement.lang") == "hu"
    assert here.now() != before
    assert here.page.evaluate("document.activeElement.dataset.language") == "hu"


def test_a_page_begins_in_its_language(visit: Begin, records: dict[str, Path]) -> None:
    here = visit(page_of(records["fajer"], "hu"), MOMENT)
    assert here.page.evaluate("document.documentElement.lang") == "hu"
    assert here.page.get_by_role("button", name="Következő lépés", exact=True).is_visible()


def test_the_keyboard_alone_reaches_everything(visit: Begin) -> None:
    here = visit("fajer", MOMENT)
    here.page.evaluate("document.activeElement.blur()")
    reached = set()
    for _ in range(80):
        here.key("Tab")
        reached.add(here.page.evaluate(FOCUSED))
    wanted = {
        "to-overview",
        "to-game",
        "to-help",
        "look",
        "previous-game",
        "previous-deal",
        "previous-action",
        "play",
        "next-action",
        "next-deal",
        "next-game",
        "seek",
        "copy",
        "Next fault",
        "Previous three aces",
        "slow",
        "HU: Magyar",
    }
    assert wanted <= reached


def test_help_opens_and_closes_by_key(visit: Begin) -> None:
    here = visit("fajer", MOMENT)
    here.key("?")
    assert here.page.locator("#help").is_visible()
    assert here.page.locator("#help li").count() == 12
    here.key("ArrowRight")
    assert here.at()["step"] == 4
    here.key("Escape")
    assert not here.page.locator("#help").is_visible()
    here.page.locator("#to-help").click()
    here.click("Close")
    assert not here.page.locator("#help").is_visible()


def test_paper_has_no_buttons(visit: Begin) -> None:
    here = visit("fajer", MOMENT)
    here.page.emulate_media(media="print")
    assert here.page.locator(".controls").is_hidden()
    assert here.page.locator("#table").is_visible()


@pytest.mark.parametrize(("size", "scheme"), [(PHONE, "dark"), (DESK, "light"), (PHONE, "light"), (DESK, "dark")])
@pytest.mark.parametrize(
    ("name", "link"),
    [("fajer", MOMENT), ("poker", MOMENT), ("faults", ""), ("faults", "fault"), ("nine", "#game=0&deal=9&step=0")],
)
def test_axe_finds_nothing(visit: Begin, axe: str, name: str, link: str, size: dict[str, Any], scheme: str) -> None:
    here = visit(name, MOMENT if link == "fault" else link, color_scheme=scheme, **size)
    if link == "fault":
        here.key("f")
        here.page.wait_for_selector("#about .fault")
    here.page.evaluate(axe)
    result = here.page.evaluate("axe.run()")
    assert result["passes"]
    assert [(one["id"], [node["html"][:200] for node in one["nodes"][:3]]) for one in result["violations"]] == []


@pytest.fixture(scope="session")
def strange(records: dict[str, Path]) -> str:
    """A page whose strangers wrote what they could."""
    head, *lines, end = records["faults"].read_text("utf-8").splitlines()
    match = json.loads(head)
    for bot, name in zip(match["bots"], STRANGE, strict=True):
        bot["name"] = name[:64]
    whole = msgspec.convert({**match, "seed": match["seed"]}, Match).identified()
    games = []
    for line in lines:
        game = json.loads(line)
        game["notes"] = [[deal, action, LONG] for deal, action, _ in game["notes"]]
        game["stderr"] = [LONG] * 3
        for fault in game["faults"]:
            fault["detail"] = LONG
        games.append(json.dumps(game))
    path = records["faults"].with_name("strange.jsonl")
    path.write_text("\n".join([msgspec.json.encode(whole).decode(), *games, end]) + "\n", "utf-8")
    return page_of(path)


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_strangers_texts_are_shown_never_run(visit: Begin, strange: str, size: dict[str, Any]) -> None:
    here = visit(strange, MOMENT, **size)
    here.key("f")
    here.page.wait_for_selector("#about .fault")
    here.page.locator("#about details").evaluate_all("all => all.forEach(one => one.open = true)")
    assert "run" not in here.page.title()
    assert here.page.locator("img, #main script, #main b:has-text('bold')").count() == 0
    shown = here.page.locator("#main").inner_text()
    assert "<img src=x onerror=alert(1)>" in shown
    assert "\\u202e\\u2066abc\\x00\\x1b[31m\\n" in shown
    assert not set("\u202e\u2066\x00\x1b") & set(here.page.locator("html").inner_text())
    assert here.page.locator("#about .detail .said", has_text="w" * 900).count() == 1
    assert here.page.locator("#table bdi").all_inner_texts() != []
    assert set(here.page.locator("#table bdi").all_text_contents()) == {name[:64] for name in STRANGE}
    assert here.page.evaluate("document.documentElement.scrollWidth") == size["viewport"]["width"]
    here.key("m")
    assert here.page.evaluate("document.documentElement.scrollWidth") == size["viewport"]["width"]


@pytest.mark.parametrize("lang", ["en", "hu"])
def test_a_phone_has_room_for_whose_eyes_these_are(visit: Begin, lang: str) -> None:
    """The text, and the arrow that opens the list."""
    here = visit("fajer", MOMENT, **PHONE)
    here.page.locator(f"[data-language={lang}]").click()
    text, room = here.page.locator("#look").evaluate(
        """select => {
          const pen = document.createElement("canvas").getContext("2d");
          const { font, paddingLeft, paddingRight } = getComputedStyle(select);
          pen.font = font;
          return [pen.measureText(select.selectedOptions[0].text).width,
            select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)];
        }"""
    )
    assert text + 20 <= room
