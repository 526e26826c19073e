"""What the page of the report is filled with, part by part."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, pairwise
from typing import Any

import msgspec
from markupsafe import Markup

from fajer import games
from fajer.match.setting import guessable
from fajer.records.record import Limits
from fajer.tournament import plots
from fajer.tournament.findings import LINKED, Findings
from fajer.tournament.ratings import Ratings
from fajer.tournament.schema import Setting
from fajer.tournament.words import count, duration
from fajer.wire.codec import plain

_MEANINGS = {
    "start": "no proper hello in time",
    "timeout": "no whole answer in time",
    "crash": "it ended, or closed its output",
    "memory": "it used more memory than it was given",
    "cpu": "a process of it used more processor time than it was given",
    "output": "it wrote more than a message may hold",
    "garbage": "bytes that are no message",
    "protocol": "a message, but not the one that was asked for",
    "illegal": "an action that is not one of the legal ones",
    "internal": "the referee's own failure: the games were played again",
}
"""Kinds of faults, in the order in which they are told."""
_BOUNDED = {
    "cgroup": "for all processes of a bot together, by a control group",
    "watchdog": "for all processes of a bot together, by a watchdog that looks every 50 ms",
    "process": "for each process of a bot",
}


def told(findings: Findings) -> dict[str, Any]:
    """Everything that the page says of a tournament."""
    return _standings(findings) | _strengths(findings) | _plots(findings) | _faults(findings) | _settings(findings)


def _standings(findings: Findings) -> dict[str, Any]:
    """What the head, the standings and the matrix are filled with."""
    table, played = findings.standings, findings.played
    inversions = findings.inversions()
    leaders = [bot.id for bot in played[:2]]
    return {
        "game_title": games.game(findings.setting.game).title,
        "setting": findings.setting,
        "standings": table,
        "names": {bot.id: bot.name for bot in table.bots},
        "played": played,
        "rated": table.rate is not None,
        "games_played": findings.games,
        "lead_chance": findings.ratings.better(*leaders) if len(leaders) == 2 else None,
        "strongest": _strongest(findings.ratings),
        "inversions": inversions,
        "moved": {bot for one in inversions for bot in one[:2]},
        "meetings": findings.meetings,
        "pairs": len(findings.meetings) // 2,
    }


def _strongest(ratings: Ratings) -> int | None:
    """The bot that is above all others by strength; None where not all have met."""
    if len({one.group for one in ratings.strengths if one.elo is not None}) != 1:
        return None
    return ratings.order()[0]


def _strengths(findings: Findings) -> dict[str, Any]:
    """The strengths, the best first, each with the chance that it is above the one below."""
    by_bot = {one.bot: one for one in findings.ratings.strengths}
    ordered = [by_bot[bot] for bot in findings.ratings.order() if by_bot[bot].elo is not None]
    return {
        "strength": by_bot,
        "strengths": ordered,
        "below": [findings.ratings.better(one.bot, other.bot) for one, other in pairwise(ordered)],
        "groups": len({one.group for one in ordered}),
    }


def _plots(findings: Findings) -> dict[str, Any]:
    """The plots, each for a screen and for a phone, and what the course is in numbers."""
    table = findings.standings
    names = {bot.id: f"{place} {plain(bot.name)}" for place, bot in enumerate(table.bots, 1)}
    thinkers = [bot for bot in table.bots if bot.thinking.p50_us is not None]
    made: dict[str, Any] = {"thinkers": thinkers, "off_turn_us": findings.off_turn_us}
    if findings.played:
        bars = [plots.Bar(names[one.bot], one.elo, one.low, one.high) for one in _strengths(findings)["strengths"]]
        panels = [plots.Course(names[bot.id], *findings.courses[bot.id]) for bot in findings.played]
        made["strength_plot"] = _twice(plots.strengths, bars, "Strengths with their intervals")
        made["course_plot"] = _twice(plots.courses, panels, "Mean payoffs by sets played", table.unit)
        made["milestones"] = [(bot.id, findings.courses[bot.id].milestones()) for bot in findings.played]
    if thinkers:
        spans = [plots.Span(names[bot.id], *msgspec.structs.astuple(bot.thinking)) for bot in thinkers]
        limit = findings.setting.limits.move_ms * 1000
        made["thinking_plot"] = _twice(plots.thinking, spans, "Thinking times", limit)
    return made


def _twice(draw: Callable[..., str], what: Sequence[Any], label: str, *more: Any) -> tuple[Markup, Markup]:
    """A plot for a screen and for a phone."""
    label = f"{label}; the table below has the numbers"
    wide, narrow = (draw(what, width, label, *more) for width in (plots.WIDE, plots.NARROW))
    return Markup(wide), Markup(narrow)  # noqa: S704  # plots escape what they are given


def _faults(findings: Findings) -> dict[str, Any]:
    """Faults by kind and bot: the first of them one by one, of more the games."""
    table = findings.standings
    totals: dict[tuple[int | None, str], int] = {
        (bot.id, kind): total for bot in table.bots for kind, total in bot.faults.items()
    }
    if table.internal:
        totals[None, "internal"] = table.internal
    kinds = [kind for kind in _MEANINGS if any(own == kind for _, own in totals)]
    told = []
    for kind in kinds:
        mishaps = [one for one in findings.mishaps if one.kind == kind]
        bots = [
            {
                "bot": bot,
                "total": totals[bot, kind],
                "mishaps": list(own),
                "further": [one for one in findings.further if (one.bot, one.kind) == (bot, kind)],
                "left": max(0, totals[bot, kind] - LINKED),
            }
            for bot, own in groupby(mishaps, key=lambda one: one.bot)
        ]
        told.append({"name": kind, "meaning": _MEANINGS[kind], "bots": bots})
    return {
        "faults_total": sum(totals.values()),
        "faults_shown": len(findings.mishaps),
        "kinds": [kind for kind in kinds if kind != "internal"],
        "told": told,
    }


def _settings(findings: Findings) -> dict[str, Any]:
    """What makes it repeatable."""
    setting = findings.setting
    return {
        "facts": _facts(setting),
        "entered": list(findings.bots.values()),
        "options": [(name, msgspec.json.encode(value).decode()) for name, value in setting.rules.items()],
        "cup": Markup("\n").join(plain(line) for line in setting.cup.splitlines()),
    }


def _facts(setting: Setting) -> list[tuple[str, str]]:
    """The settings that are the same for all tables."""
    laid = [count(number, what) for number, what in ((setting.tables, "table"), (setting.rounds, "round")) if number]
    return [
        ("game", f"{setting.game}, beginning with {setting.preset}"),
        ("format", ", ".join([setting.format, *laid])),
        ("seats a table", count(setting.seats)),
        ("games a table", f"{count(setting.games)}, in sets of {setting.set_size}"),
        ("seed", setting.seed),
        ("seating", setting.seating),
        ("block", count(setting.block, "set")),
        ("a fault costs", "the game" if setting.on_fault == "forfeit" else "the decision, where play can go on"),
        *_limits(setting.limits),
        *_isolation(setting),
        ("begun", setting.created),
        ("played by", f"fajer {setting.fajer}"),
    ]


def _isolation(setting: Setting) -> Iterator[tuple[str, str]]:
    """How the bots are kept apart, and what each is given for that."""
    if setting.isolation == "none":
        yield "isolation", "none: bots are not kept apart"
        return
    limits = setting.limits
    yield "isolation", setting.isolation
    yield "memory", f"{limits.memory_mib} MiB, {_BOUNDED[limits.memory_by or 'process']}"
    yield "processes and threads of a bot", f"{limits.processes} at most"
    yield "processor time of a process", f"{limits.cpu_s} s in all its games"
    if (said := guessable(setting.seed)) is not None:
        yield "caution", said


def _limits(limits: Limits) -> list[tuple[str, str]]:
    """What a bot is given."""
    times = (
        ("to say hello", limits.start_ms),
        ("for a decision", limits.move_ms),
        ("for a game on top", limits.bank_ms),
        ("margin", limits.margin_ms),
    )
    batch = f"{limits.batch} at most" if limits.batch > 1 else "none"
    return [*((name, duration(ms * 1000) if ms else "none") for name, ms in times), ("questions in a batch", batch)]
