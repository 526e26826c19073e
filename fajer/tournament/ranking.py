"""The table of a tournament with strengths beside the payoffs, as it is shown."""

from typing import Any

import msgspec

from fajer.tournament.findings import inversions, played_sets
from fajer.tournament.ratings import Ratings, ratings
from fajer.tournament.standings import Standing, Standings, standings
from fajer.tournament.store import Store


class Ranked(Standing, frozen=True, kw_only=True):
    """How one bot did, and how strong it is by its places."""

    elo: float | None
    """Its strength on an Elo scale with a mean of 1500; null without a whole set."""
    elo_low: float | None
    """The lower end of its 95 % interval; null: not enough games."""
    elo_high: float | None
    """The upper end."""
    group: int | None
    """Only within a group strengths can be compared: others have not met, not even by way of others."""
    better_than_next: float | None
    """The chance that it is stronger than the next bot of the table; null: not enough games, or none follows."""


class Turned(msgspec.Struct, frozen=True):
    """Two bots that are the other way round by strength than by payoff."""

    stronger: int
    """The one that is lower by payoff."""
    weaker: int
    chance: float | None
    """That it is the stronger one; null: not enough games."""


class Ranking(Standings, frozen=True, kw_only=True):
    """The table, the best first by mean payoff."""

    bots: list[Ranked]
    turned: list[Turned]
    """Where the order by strength is another one."""

    def name_of(self, number: int) -> str:
        """What a bot is called in the table."""
        return next(bot.name for bot in self.bots if bot.id == number)


def ranking(store: Store, *, without_faults: bool = False) -> Ranking:
    """The table with strengths, all of one moment."""
    with store.snapshot():
        table = standings(store, without_faults=without_faults)
        sets = played_sets(store, without_faults=without_faults)
        strengths = ratings(len(table.bots), sets, seed=store.setting.seed)
    bots = list(table.bots)
    below = [*(bot.id for bot in bots[1:]), None]
    turned = inversions([bot for bot in bots if bot.mean is not None], strengths)
    return Ranking(
        **_fields(table)
        | {
            "bots": [_ranked(bot, other, strengths) for bot, other in zip(bots, below, strict=True)],
            "turned": [Turned(*one) for one in turned],
        }
    )


def _ranked(bot: Standing, below: int | None, strengths: Ratings) -> Ranked:
    strength = strengths.strengths[bot.id]
    return Ranked(
        **_fields(bot),
        elo=strength.elo,
        elo_low=strength.low,
        elo_high=strength.high,
        group=strength.group,
        better_than_next=None if below is None else strengths.better(bot.id, below),
    )


def _fields(struct: msgspec.Struct) -> dict[str, Any]:
    return {name: getattr(struct, name) for name in struct.__struct_fields__}
