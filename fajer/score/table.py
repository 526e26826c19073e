"""A table of standings as text for a terminal, and as CSV."""

import csv
import io

import msgspec
from rich.console import Console
from rich.table import Table
from rich.text import Text

from fajer.records.record import BOT_KINDS
from fajer.score.standings import Standing, Standings
from fajer.wire.codec import plain

ALIKE = "no spread"
"""What stands where an interval would be, when every set ended alike."""
_WIDE = 200
"""Where there is no terminal lines are this wide at most."""


def text(standings: Standings) -> str:
    """The table for a person."""
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("bot")
    rated = (f"a {standings.rate} ± 95 %", f"a hundred {standings.rate}s") if standings.rate else ()
    for heading in ("games", f"{standings.unit} ± 95 %", *rated, "won", "places", "p50", "p99", "longest"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("faults")
    for bot in standings.bots:
        table.add_row(
            Text(plain(bot.name)),  # a name is no markup
            str(bot.games),
            payoff(bot),
            *(rates(bot) if rated else ()),
            f"{bot.wins:.1%}",
            "/".join(str(bot.places.get(place, 0)) for place in range(1, max(bot.places, default=0) + 1)),
            duration(bot.thinking.p50_us),
            duration(bot.thinking.p99_us),
            duration(bot.thinking.longest_us),
            faults(bot),
        )
    out = io.StringIO()
    Console(file=out, width=_WIDE, color_system=None).print(table)
    lines = [line.rstrip() for line in out.getvalue().splitlines()]
    return "\n".join([line for line in lines if line] + [_foot(standings)])


def _foot(standings: Standings) -> str:
    """What the table is over."""
    what = f"{several(standings.games, 'game')}, {several(standings.sets, 'whole set')}"
    foot = f"{what}; means a game, their intervals over sets"
    if standings.rate:
        foot += f"; a {standings.rate}: all that was paid by all {standings.rate}s of the games"
    if standings.left_out:
        left_out = standings.left_out
        foot += f"; {several(left_out, 'game')} of sets that are not whole {are(left_out)} not in the means"
    if standings.internal:
        internal = standings.internal
        was = "was" if internal == 1 else "were"
        foot += f"; {several(internal, 'unit')} {was} played again because of the referee"
    if standings.isolation != "none":
        foot += f"; isolation: {standings.isolation}"
    return foot


def several(number: int, one: str) -> str:
    """How many there are, and of what.

    >>> several(1, "game"), several(2000, "game")
    ('1 game', '2000 games')
    """
    return f"{number} {one if number == 1 else one + 's'}"


def are(number: int) -> str:
    """The verb for so many.

    >>> are(1), are(2)
    ('is', 'are')
    """
    return "is" if number == 1 else "are"


def payoff(bot: Standing) -> str:
    """Mean and interval, as far as there are any."""
    if bot.mean is None:
        return "no whole set"
    if bot.interval is None:
        return f"{bot.mean:+.3f} ({'one set' if bot.sets == 1 else ALIKE})"
    return f"{bot.mean:+.3f} ± {bot.interval:.3f}"


def rates(bot: Standing) -> tuple[str, str]:
    """What was paid a deal with its interval, and in a hundred deals."""
    rate = bot.a_deal
    if rate is None:
        return "", ""
    interval = "" if rate.interval is None else f" ± {rate.interval:.3f}"
    return f"{rate.mean:+.3f}{interval}", f"{100 * rate.mean:+.1f}"


def duration(microseconds: int | None) -> str:
    """A time in the unit that suits it."""
    if microseconds is None:
        return "–"
    if microseconds < 1000:
        return f"{microseconds} µs"
    if microseconds < 1_000_000:
        return f"{microseconds / 1000:.3g} ms"
    return f"{microseconds / 1_000_000:.3g} s"


def faults(bot: Standing) -> str:
    """Faults by kind, and late answers."""
    parts = [f"{count} {kind}" for kind, count in bot.faults.items()]
    if bot.late:
        parts.append(f"({bot.late} late)")
    return ", ".join(parts) or "none"


def as_csv(standings: Standings) -> str:
    """The table with a row a bot; empty cells where there is nothing."""
    out = io.StringIO()
    most = max((max(bot.places, default=1) for bot in standings.bots), default=1)
    places = [f"place_{place}" for place in range(1, most + 1)]
    head = ["bot", "version", "sha256", "games", "sets", "mean", "interval", "wins", *places, *BOT_KINDS]
    rated = ["deals", "mean_a_deal", "interval_a_deal"] if standings.rate else []
    rows = csv.DictWriter(out, [*head, "late", "p50_us", "p99_us", "longest_us", *rated], lineterminator="\n")
    rows.writeheader()
    for bot in standings.bots:
        row = {key: value for key, value in msgspec.to_builtins(bot).items() if key in rows.fieldnames}
        row |= {"bot": plain(bot.name), "version": plain(bot.version or "")} | msgspec.to_builtins(bot.thinking)
        row |= {f"place_{place}": bot.places.get(place, 0) for place in range(1, most + 1)}
        row |= {kind: bot.faults.get(kind, 0) for kind in BOT_KINDS}
        if bot.a_deal is not None:
            row |= dict(zip(rated, msgspec.structs.astuple(bot.a_deal), strict=True))
        rows.writerow(row)
    return out.getvalue()
