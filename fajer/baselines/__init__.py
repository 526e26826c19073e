"""The bots that come with the package, from the weakest to the strongest."""

from typing import NamedTuple

from fajer import games
from fajer.errors import UsageError


class Strategy(NamedTuple):
    """How a bot plays a game."""

    how: str
    """In a line."""
    module: str
    """The module whose `BOT` plays so."""
    batch: bool
    """Whether it takes batches; said here so that nothing has to be imported for the hello."""


BOTS = {
    "random": dict.fromkeys(
        games.NAMES, Strategy("any legal action, all alike", "fajer.baselines.random", batch=False)
    ),
    "first": dict.fromkeys(
        games.NAMES,
        Strategy(
            "always the first legal action, as the referee plays for a bot that failed",
            "fajer.baselines.first",
            batch=True,
        ),
    ),
    "greedy": {
        "fajer": Strategy(
            "the best hand it can have now; lays it when nothing makes it better",
            "fajer.baselines.fajer.greedy",
            batch=True,
        ),
        "poker": Strategy(
            "counts how many hands are worse than its own; draws and bets by that alone",
            "fajer.baselines.poker.greedy",
            batch=True,
        ),
    },
    "careful": {
        "fajer": Strategy(
            "lays by a threshold that depends on the players still in, minds what it leaves in the middle",
            "fajer.baselines.fajer.careful",
            batch=True,
        ),
        "poker": Strategy(
            "minds what the others' bets and draws say of their hands, and what a call costs",
            "fajer.baselines.poker.careful",
            batch=False,
        ),
    },
    "counting": {
        "fajer": Strategy(
            "remembers every card, samples deals that fit, takes the action with the best chance",
            "fajer.baselines.fajer.counting",
            batch=True,
        ),
    },
}
"""By name, by the game that it can play: how it does."""


def check_plays(name: str, game: str) -> None:
    """Raises `UsageError` if the bot of this name cannot play this game."""
    if game not in BOTS[name]:
        raise UsageError(f"the bot {name} cannot play {game}, only {', '.join(BOTS[name])}")
