"""The table of a tournament as text for a terminal, and as CSV."""

import csv
import io
from collections.abc import Iterator
from itertools import pairwise

import msgspec
from rich.console import Console
from rich.table import Table
from rich.text import Text

from fajer.records.record import BOT_KINDS
from fajer.score import table as of_matches
from fajer.tournament.ranking import Ranked, Ranking
from fajer.tournament.words import APART, FEW, MOST_TURNED, chance, count
from fajer.wire.codec import plain

_WIDE = 200
"""Where there is no terminal lines are this wide at most."""
_THINKING = ("p50_us", "p99_us", "longest_us")


def text(ranking: Ranking) -> str:
    """The table for a person, and what is to be said of it."""
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("bot")
    rated = (f"a {ranking.rate} ± 95 %",) if ranking.rate else ()
    headings = ("games", f"{ranking.unit} ± 95 %", *rated, "won", "strength", "95 %", "above next")
    for heading in (*headings, "p50", "p99", "longest"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("faults")
    for bot, following in pairwise([*ranking.bots, None]):
        assert bot is not None
        table.add_row(
            Text(plain(bot.name)),  # a name is no markup
            str(bot.games),
            of_matches.payoff(bot),
            *(of_matches.rates(bot)[:1] if rated else ()),
            f"{bot.wins:.1%}" if bot.games else "",
            *_strength(bot, following),
            *(of_matches.duration(us) for us in msgspec.structs.astuple(bot.thinking)),
            of_matches.faults(bot),
        )
    out = io.StringIO()
    Console(file=out, width=_WIDE, color_system=None).print(table)
    lines = [line.rstrip() for line in out.getvalue().splitlines()]
    return "\n".join([*(line for line in lines if line), *_foot(ranking)])


def _strength(bot: Ranked, following: Ranked | None) -> tuple[str, str, str]:
    """Strength, interval, and the chance of being above the next."""
    if bot.elo is None:
        return "", "", ""
    ends = FEW if bot.elo_low is None or bot.elo_high is None else f"{bot.elo_low:.0f} … {bot.elo_high:.0f}"
    return f"{bot.elo:.0f}", ends, _above(bot, following)


def _above(bot: Ranked, following: Ranked | None) -> str:
    """The chance of being above the next, or why there is none."""
    if following is None:
        return ""
    if following.group not in (bot.group, None):
        return APART
    return chance(bot.better_than_next)


def _foot(ranking: Ranking) -> Iterator[str]:
    """What the table is over, and what it does not show."""
    whole = f"{count(ranking.tables, 'table')}, {count(ranking.games, 'game')}, {count(ranking.sets, 'whole set')}"
    yield f"{whole}; means a game, their intervals over sets; strengths by places, mean 1500"
    if ranking.without_faults:
        yield f"{count(ranking.faulty_sets, 'whole set')} in which somebody forfeited left out"
    elif ranking.faulty_sets:
        yield f"in {count(ranking.faulty_sets, 'whole set')} somebody forfeited (--without-faults leaves them out)"
    if ranking.left_out:
        are = of_matches.are(ranking.left_out)
        yield f"{count(ranking.left_out, 'game')} of sets that are not whole {are} not in the means"
    if ranking.cut_short:
        yield (
            f"{count(ranking.cut_short, 'game')} at tables that were cut short, as a bot was set aside, "
            f"{of_matches.are(ranking.cut_short)} not in means and strengths"
        )
    if ranking.internal:
        was = "was" if ranking.internal == 1 else "were"
        yield f"{count(ranking.internal, 'unit')} {was} played again because of the referee"
    if ranking.isolation != "none":
        yield f"isolation: {ranking.isolation}"
    for one in ranking.turned[:MOST_TURNED]:
        stronger, weaker = (plain(ranking.name_of(bot)) for bot in (one.stronger, one.weaker))
        sure = f" (chance {chance(one.chance)})" if one.chance is not None else ""
        yield f"by strength the order is another one: {stronger} is above {weaker}{sure}"
    if len(ranking.turned) > MOST_TURNED:
        yield f"so it is with {count(len(ranking.turned) - MOST_TURNED, 'more pair')} of bots"
    if len({bot.group for bot in ranking.bots if bot.group is not None}) > 1:
        yield "not all bots have met, not even by way of others: there strengths cannot be compared"
    for bot in ranking.bots:
        if bot.set_aside is not None and not bot.replaced:
            yield f"{plain(bot.name)} is set aside: {plain(bot.set_aside)}"


def as_csv(ranking: Ranking) -> str:
    """The table with a row a bot; empty cells where there is nothing."""
    out = io.StringIO()
    places = [f"place_{place}" for place in range(1, ranking.seats + 1)]
    rated = ["deals", "mean_a_deal", "interval_a_deal"] if ranking.rate else []
    head = ["bot", "id", "version", "sha256", "replaced", "set_aside", "tables", "games", "sets", "mean", "interval"]
    strength = ["elo", "elo_low", "elo_high", "group", "better_than_next"]
    more = ["forfeits", *BOT_KINDS, "late", *_THINKING]
    rows = csv.DictWriter(out, [*head, *rated, "wins", *places, *strength, *more], lineterminator="\n")
    rows.writeheader()
    for bot in ranking.bots:
        row = {key: value for key, value in msgspec.to_builtins(bot).items() if key in rows.fieldnames}
        row |= {key: plain(getattr(bot, key) or "") for key in ("version", "set_aside")}
        row |= {"bot": plain(bot.name), "replaced": int(bot.replaced)} | msgspec.to_builtins(bot.thinking)
        row |= {f"place_{place}": bot.places.get(place, 0) for place in range(1, ranking.seats + 1)}
        row |= {kind: bot.faults.get(kind, 0) for kind in BOT_KINDS}
        if bot.a_deal is not None:
            row |= dict(zip(rated, msgspec.structs.astuple(bot.a_deal), strict=True))
        rows.writerow(row)
    return out.getvalue()
