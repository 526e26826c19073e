"""What a seat did not know is nowhere in its view."""

from collections.abc import Callable
from pathlib import Path

import pytest
from view.browser.visiting import Visit, games_of, views

from fajer.words import Words

Begin = Callable[..., Visit]
NAMED = "#main [aria-label]"
WORDS = Words("en")


def spoken(card: str) -> str:
    """A card's name."""
    return WORDS.say("card.of", rank=WORDS.say(f"card.rank.{card[0]}"), suit=WORDS.say(f"card.suit.{card[1]}"))


@pytest.mark.parametrize("seat", [0, 2])
def test_fajer_shows_what_the_rules_let_a_seat_know(visit: Begin, records: dict[str, Path], seat: int) -> None:
    here = visit("fajer", f"#game=0&deal=0&step=0&seat={seat}")
    for deal, action, view in views(records["fajer"], 0, seat):
        here.page.evaluate("link => { location.hash = link; }", f"#game=0&deal={deal}&step={action}&seat={seat}")
        here.wait_for(game=0, deal=deal, step=action, seat=seat)
        here.page.wait_for_function(
            "end => document.querySelector('#where').textContent.endsWith(end)",
            arg=f"deal {deal} · step {action}",
        )
        others = [card for each in view.seats for card in each.known]
        hand = here.cards(f"[data-seat='{seat}']")
        assert hand == view.hand
        assert here.cards("#table .common") == view.common
        assert sorted(here.cards()) == sorted({*view.hand, *view.common, *others})
        named = set(here.page.locator(NAMED).evaluate_all("all => all.map(one => one.ariaLabel)"))
        allowed = {spoken(card) for card in (*view.hand, *view.seen)}
        assert named & {spoken(rank + suit) for suit in "pzmt" for rank in "789XUOKA"} <= allowed


def test_poker_shows_what_the_rules_let_a_seat_know(visit: Begin, records: dict[str, Path]) -> None:
    seat = 1
    here = visit("poker", f"#game=0&deal=0&step=0&seat={seat}")
    for deal, action, view in views(records["poker"], 0, seat)[:120]:
        here.page.evaluate("link => { location.hash = link; }", f"#game=0&deal={deal}&step={action}&seat={seat}")
        here.page.wait_for_function(
            "end => document.querySelector('#where').textContent.endsWith(end)",
            arg=f"deal {deal} · step {action}",
        )
        shown = [card for each in view.seats for card in each.shown or []]
        assert sorted(here.cards()) == sorted({*view.hand, *shown})


def test_notes_times_and_errors_of_others_are_not_told(visit: Begin, records: dict[str, Path]) -> None:
    actions = games_of(records["faults"])[0]["deals"][0]["actions"]
    here = visit("faults", "#game=0&deal=0&step=0")
    talks = here.page.locator("#table .seat", has_text="talker").get_attribute("data-seat")
    assert talks is not None
    mine, other = int(talks), (int(talks) + 1) % 3
    for step in range(1, 4):
        here.page.evaluate("link => { location.hash = link; }", f"#game=0&deal=0&step={step}")
        here.wait_for(game=0, deal=0, step=step)
        assert "Thinking time" in here.page.locator("#about").inner_text()
        here.page.locator("#look").select_option(str(other))
        here.wait_for(game=0, deal=0, step=step, seat=other)
        about = here.page.locator("#about").inner_text()
        assert "ways to go on" not in here.page.locator("#main").inner_text()
        assert "talker" not in about
        assert ("Thinking time" in about) is (actions[step - 1][0] == other)
    here.page.locator("#look").select_option(str(mine))
    here.wait_for(game=0, deal=0, step=3, seat=mine)
    assert here.page.locator("#about .stderr").count() == 1


def test_the_key_goes_round_the_seats(visit: Begin) -> None:
    here = visit("fajer", "#game=0&deal=0&step=1")
    for seat in range(3):
        here.key("v")
        here.wait_for(game=0, deal=0, step=1, seat=seat)
        assert here.page.locator(".seat.own").get_attribute("data-seat") == str(seat)
    here.key("v")
    here.wait_for(game=0, deal=0, step=1)


def test_a_seats_list_does_not_run_ahead(visit: Begin) -> None:
    here = visit("fajer", "#game=0&deal=0&step=2&seat=0")
    assert here.page.locator("#steps li").count() == 3


@pytest.mark.parametrize("name", ["fajer", "poker"])
def test_a_seat_does_not_see_what_is_to_come(visit: Begin, records: dict[str, Path], name: str) -> None:
    """Neither what all will have nor how long deal and game will last."""
    here = visit(name, "#game=0&deal=0&step=2&seat=0")
    assert here.page.locator("#where").inner_text() == "Game 0 · deal 0 · step 2"
    assert here.page.locator("#seek").get_attribute("max") == "2"
    assert deals_in_chart(here) == 1
    early = here.page.locator("#chart path.line").evaluate_all("all => all.map(one => one.getAttribute('d'))")
    here.page.locator("#look").select_option("")
    here.wait_for(game=0, deal=0, step=2)
    whole = here.page.locator("#chart path.line").evaluate_all("all => all.map(one => one.getAttribute('d'))")
    assert all(len(one) <= len(other) for one, other in zip(early, whole, strict=True))
    assert early != whole
    assert here.page.locator("#where").inner_text().startswith("Game 0 · deal 0 · step 2 of ")
    deals = games_of(records[name])[0]["deals"]
    assert deals_in_chart(here) == len(deals) > 1
    here.page.locator("#seek").press("End")
    end = {"game": 0, "deal": len(deals) - 1, "step": len(deals[-1]["actions"]) + 1}
    here.wait_for(**end)
    here.page.locator("#look").select_option("0")
    here.wait_for(**end, seat=0)
    assert deals_in_chart(here) == len(deals)


def deals_in_chart(here: Visit) -> int:
    """How many deals the chart marks the beginning of."""
    path: str = here.page.locator("#chart path.deals").get_attribute("d")
    return path.count("M")
