"""Steps by key, button and swipe; links; jumps; playing by itself."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from view.browser.visiting import PHONE, Visit, games_of

from fajer.words import Words

Begin = Callable[..., Visit]


def steps_of(game: dict[str, Any], deal: int) -> int:
    """How many steps a deal has: it is dealt, its actions, its end."""
    return len(game["deals"][deal]["actions"]) + 2


def test_keys_go_by_action_deal_and_game(visit: Begin, records: dict[str, Path]) -> None:
    games = games_of(records["fajer"])
    here = visit("fajer", "#game=1&deal=0&step=0")
    here.key("ArrowRight")
    here.wait_for(game=1, deal=0, step=1)
    here.key("ArrowRight")
    here.key("ArrowLeft")
    here.wait_for(game=1, deal=0, step=1)
    here.key("ArrowDown")
    here.wait_for(game=1, deal=1, step=0)
    here.key("ArrowLeft")
    here.wait_for(game=1, deal=0, step=steps_of(games[1], 0) - 1)
    here.key("ArrowUp")
    here.wait_for(game=1, deal=0, step=0)
    here.key("End")
    last = len(games[1]["deals"]) - 1
    here.wait_for(game=1, deal=last, step=steps_of(games[1], last) - 1)
    here.key("ArrowRight")
    here.wait_for(game=2, deal=0, step=0)
    here.key("PageDown")
    here.wait_for(game=3, deal=0, step=0)
    here.key("PageUp")
    here.key("Home")
    here.wait_for(game=2, deal=0, step=0)


@pytest.mark.parametrize("name", ["fajer", "poker"])
def test_buttons_do_the_same(visit: Begin, name: str, records: dict[str, Path]) -> None:
    games = games_of(records[name])
    here = visit(name, "#game=0&deal=1&step=0")
    here.click("Next action")
    here.wait_for(game=0, deal=1, step=1)
    here.click("Previous action")
    here.wait_for(game=0, deal=1, step=0)
    here.click("Previous action")
    here.wait_for(game=0, deal=0, step=steps_of(games[0], 0) - 1)
    here.click("Next deal")
    here.wait_for(game=0, deal=1, step=0)
    here.click("Previous deal")
    here.wait_for(game=0, deal=0, step=0)
    here.click("Next game")
    here.wait_for(game=1, deal=0, step=0)
    here.click("Previous game")
    here.wait_for(game=0, deal=0, step=0)


def test_a_swipe_turns_the_page(visit: Begin) -> None:
    here = visit("fajer", "#game=0&deal=0&step=0", **PHONE)
    swipe(here, 300, 80)
    here.wait_for(game=0, deal=0, step=1)
    swipe(here, 80, 300)
    here.wait_for(game=0, deal=0, step=0)
    swipe(here, 200, 210)
    here.wait_for(game=0, deal=0, step=0)


def swipe(here: Visit, start: int, end: int) -> None:
    """Draw a finger over the table."""
    hand = here.context.new_cdp_session(here.page)
    top = here.page.locator("#table").bounding_box()["y"] + 150
    for kind, points in (("touchStart", [start]), ("touchMove", [end]), ("touchEnd", [])):
        places = [{"x": x, "y": top} for x in points]
        hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})


def test_every_step_of_a_game_is_shown_in_words(visit: Begin, records: dict[str, Path]) -> None:
    game = games_of(records["fajer"])[0]
    here = visit("fajer", "#game=0&deal=0&step=0")
    seen = []
    for deal in range(len(game["deals"])):
        for step in range(steps_of(game, deal)):
            here.wait_for(game=0, deal=deal, step=step)
            seen.append(here.now())
            here.key("ArrowRight")
    assert all(seen)
    dealers = [("greedy", "careful", "counting")[game["seats"][deal["dealer"]]] for deal in game["deals"]]
    words = Words("en")
    dealt = [text for text in seen if text.startswith("Deal ")]
    assert dealt == [words.say("event.deal", deal=number, name=name) for number, name in enumerate(dealers)]


def test_a_link_opens_its_moment_and_follows(visit: Begin) -> None:
    here = visit("fajer", "#game=3&deal=2&step=5")
    assert here.at() == {"game": 3, "deal": 2, "step": 5}
    assert here.page.locator("#where").inner_text().startswith("Game 3 · deal 2 · step 5 of ")
    assert here.page.locator("#steps [aria-current=step]").count() == 1
    entries = here.page.evaluate("history.length")
    here.key("ArrowRight")
    here.wait_for(game=3, deal=2, step=6)
    assert here.page.evaluate("history.length") == entries
    here.page.evaluate("location.hash = '#game=1&deal=1&step=2&seat=1'")
    here.page.wait_for_function("document.querySelector('#where').textContent.startsWith('Game 1 · deal 1 · step 2')")
    assert here.page.locator("#look").input_value() == "1"


def test_a_link_to_nowhere_goes_to_what_is_nearest(visit: Begin, records: dict[str, Path]) -> None:
    game = games_of(records["fajer"])[-1]
    last = len(game["deals"]) - 1
    here = visit("fajer", "#game=99999&deal=99&step=99999")
    here.wait_for(game=game["index"], deal=last, step=steps_of(game, last) - 1)


@pytest.mark.parametrize(("link", "game"), [("#game=2", 2), ("#game=0&deal=x&step=-1&seat=77", 0)])
def test_what_a_link_does_not_say_is_the_beginning(visit: Begin, link: str, game: int) -> None:
    here = visit("fajer", link)
    here.wait_for(game=game, deal=0, step=0)
    assert here.page.locator("#look").input_value() == ""


def test_no_moment_shows_the_overview(visit: Begin) -> None:
    here = visit("fajer")
    assert here.page.locator("#overview").is_visible()
    assert here.page.locator("#scores tbody tr").count() == 3
    assert here.page.locator("#games tbody tr").count() == 12
    here.page.get_by_role("link", name="Game 4", exact=True).click()
    here.wait_for(game=4, deal=0, step=0)
    assert here.page.locator("#table").is_visible()
    here.key("m")
    assert here.page.locator("#overview").is_visible()


def test_jumps_go_to_every_elimination(visit: Begin, records: dict[str, Path]) -> None:
    games = games_of(records["fajer"])
    wanted = [(game["index"], number) for game in games for number, deal in enumerate(game["deals"]) if deal["out"]]
    here = visit("fajer", "#game=0&deal=0&step=0")
    for index, deal in wanted[:6]:
        here.click("Next elimination")
        here.wait_for(game=index, deal=deal, step=steps_of(games[index], deal) - 1)
    here.key("Shift+O")
    index, deal = wanted[4]
    here.wait_for(game=index, deal=deal, step=steps_of(games[index], deal) - 1)


def test_jumps_go_to_three_aces(visit: Begin, records: dict[str, Path]) -> None:
    games = games_of(records["fajer"])
    wanted = [
        (game["index"], number)
        for game in games
        for number, deal in enumerate(game["deals"])
        if deal["end"] == "three_aces"
    ]
    assert wanted, "another seed is needed"
    here = visit("fajer", "#game=0&deal=0&step=0")
    for index, deal in wanted:
        here.key("a")
        here.page.wait_for_function("start => location.hash.startsWith(start)", arg=f"#game={index}&deal={deal}&")
        assert "shows three aces" in here.now()
        assert here.page.locator("#table .state.shown").count() == 1
        assert here.page.locator("#table .seat:has(.state.shown) .state.laid").count() == 0
    here.key("a")
    here.page.wait_for_function("document.querySelector('#copied').textContent !== ''")
    assert here.at()["game"] == wanted[-1][0]


def test_jumps_go_to_faults(visit: Begin, records: dict[str, Path]) -> None:
    faults = [(game["index"], fault) for game in games_of(records["faults"]) for fault in game["faults"]]
    assert faults
    here = visit("faults", "#game=0&deal=0&step=0")
    for index, fault in faults:
        here.key("f")
        here.wait_for(game=index, deal=fault["deal"], step=fault["action"] + 1)
        assert here.page.locator("#about .fault").inner_text().count("swap Ap Ap")


def test_jumps_go_to_the_largest_swing_of_each_game(visit: Begin, records: dict[str, Path]) -> None:
    """The deal in which most stakes were paid, the first of equal ones."""
    games = games_of(records["fajer"])
    here = visit("fajer", "#game=0&deal=0&step=0")
    for game in games[:4]:
        paid = [len(deal["paid"]) for deal in game["deals"]]
        deal = paid.index(max(paid))
        here.click("Next largest swing")
        here.wait_for(game=game["index"], deal=deal, step=steps_of(game, deal) - 1)


def test_it_plays_by_itself_and_stops_when_touched(visit: Begin) -> None:
    here = visit("fajer", "#game=0&deal=0&step=0")
    stand_still(here)
    here.click("fast")
    here.click("Play")
    here.page.clock.run_for(2 * 450)
    assert step_shown(here) == 2
    here.click("Pause")
    here.page.clock.run_for(60_000)
    assert step_shown(here) == 2
    here.key("ArrowRight")
    assert step_shown(here) == 3
    here.page.locator("body").click(position={"x": 2, "y": 400})
    here.key("Space")
    assert here.page.get_by_role("button", name="Pause", exact=True).is_visible()
    here.key("ArrowLeft")
    assert here.page.get_by_role("button", name="Play", exact=True).is_visible()


@pytest.mark.parametrize(("speed", "key", "ms"), [("slow", "1", 2600), ("normal", "2", 1300), ("fast", "3", 450)])
def test_there_are_three_speeds(visit: Begin, speed: str, key: str, ms: int) -> None:
    """By the page's own clock, which only goes on when it is told to."""
    here = visit("fajer", "#game=0&deal=0&step=0")
    stand_still(here)
    here.key(key)
    assert here.page.get_by_role("button", name=speed, exact=True).get_attribute("aria-pressed") == "true"
    here.click("Play")
    here.page.clock.run_for(ms - 1)
    assert step_shown(here) == 0
    here.page.clock.run_for(1)
    assert step_shown(here) == 1
    here.page.clock.run_for(ms)
    assert step_shown(here) == 2


def stand_still(here: Visit) -> None:
    """From here on the page's clock goes on only when it is told to."""
    here.page.clock.install(time=0)
    here.page.clock.pause_at(60)


def step_shown(here: Visit) -> int:
    """The step that the line above the table names."""
    _, _, rest = here.page.locator("#where").inner_text().partition("step ")
    return int(rest.split()[0])


def test_the_chart_and_the_list_lead_anywhere(visit: Begin, records: dict[str, Path]) -> None:
    game = games_of(records["fajer"])[0]
    here = visit("fajer", "#game=0&deal=0&step=0")
    box = here.page.locator("#chart svg").bounding_box()
    here.page.mouse.click(box["x"] + box["width"] - 5, box["y"] + 50)
    last = len(game["deals"]) - 1
    here.wait_for(game=0, deal=last, step=steps_of(game, last) - 1)
    assert here.page.locator("#about .places li").count() == 3
    here.page.locator("#steps button").nth(1).click()
    here.wait_for(game=0, deal=last, step=1)
    here.page.locator("#seek").focus()
    here.key("Home")
    here.wait_for(game=0, deal=0, step=0)


def test_filters_and_orders_of_the_list(visit: Begin, records: dict[str, Path]) -> None:
    games = games_of(records["faults"])
    here = visit("faults")
    here.page.locator("#filter").select_option("fault")
    assert here.page.locator("#games tbody tr").count() == sum(bool(game["faults"]) for game in games)
    here.page.locator("#filter").select_option("all")
    here.page.locator("#order").select_option("length")
    lengths = [int(text) for text in here.page.locator("#games tbody td:nth-child(3)").all_inner_texts()]
    assert lengths == sorted((len(game["deals"]) for game in games), reverse=True)
