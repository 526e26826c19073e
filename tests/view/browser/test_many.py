"""Keys that are held down, and what the browser says to it."""

from collections.abc import Callable

from view.browser.visiting import Visit

Begin = Callable[..., Visit]


def test_hundreds_of_steps_are_no_trouble(visit: Begin) -> None:
    """Browsers complain when the address changes too often: the link follows a little later."""
    here = visit("poker", "#game=0&deal=0&step=0")
    here.page.evaluate(
        "for (let i = 0; i < 250; i += 1) document.body.dispatchEvent("
        "new KeyboardEvent('keydown', {key: i % 2 ? 'ArrowLeft' : 'ArrowRight', bubbles: true}))"
    )
    here.key("ArrowRight")
    here.wait_for(game=0, deal=0, step=1)
