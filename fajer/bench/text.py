"""What was measured, as text for a person."""

from collections.abc import Iterator

from fajer.bench.cups import Cups
from fajer.bench.measure import Bench


def lines(found: Bench) -> Iterator[str]:
    """The speeds, then the ratios."""
    rows = _rows(found)
    width = max(len(name) for name, _, _ in rows)
    for name, speed, what in rows:
        yield f"{name:{width}}  {speed:>11,.0f} {what} a second"
    yield from _ratios(found)
    yield from _isolation(found)
    yield f"medians of {found.rounds} rounds on one core, {found.games} games refereed one by one"


def of_cups(found: Cups) -> Iterator[str]:
    """What a tournament costs."""
    rows = [
        ("a match, bots in C that play by lot", found.match_per_s),
        ("a tournament of as many games", found.tournament_per_s),
        ("the same with two jobs", found.two_jobs_per_s),
        ("two of half as many tables at once", found.two_halves_per_s),
    ]
    width = max(len(name) for name, _ in rows)
    for name, speed in rows:
        yield f"{name:{width}}  {speed:>7,.0f} games a second"
    yield f"a tournament to a match: {found.tournament_to_match:.2f}"
    if found.two_jobs_to_two_halves is not None:
        yield f"two jobs to two halves at once: {found.two_jobs_to_two_halves:.2f}"
    yield f"medians of {found.rounds} rounds, {found.tables} tables of three, {found.games} games"


def _rows(found: Bench) -> list[tuple[str, float, str]]:
    pipe = f"bare pipe, {found.pipe.question_bytes} bytes out, {found.pipe.answer_bytes} back ({found.pipe.peer})"
    return [
        ("rules alone, random play", found.rules.decisions_per_s, "decisions"),
        ("  Leduc poker in plain Python", found.reference.decisions_per_s, "decisions"),
        ("codec, JSON", found.codec.json_per_s, "acts and answers"),
        ("codec, MessagePack", found.codec.msgpack_per_s, "acts and answers"),
        (f"referee, {found.referee.bot}, {found.referee.encoding}", found.referee.decisions_per_s, "decisions"),
        ("  the same in batches", found.batch.decisions_per_s, "decisions"),
        (f"  {pipe}, polled", found.pipe.round_trips_per_s, "round trips"),
        ("  the same pipe, blocking", found.pipe.blocking_per_s, "round trips"),
    ]


def _isolation(found: Bench) -> Iterator[str]:
    """What isolation costs, or why that cannot be said."""
    cost = found.isolation
    if cost is None:
        yield f"isolation full is not measured: {found.no_isolation}"
        return
    yield (
        f"isolation full: a bot starts in {cost.start_full_ms:.1f} ms instead of {cost.start_ms:.1f} "
        f"({cost.start_more_ms:.1f} more), and answers in {cost.answer_full_us:.1f} µs instead of {cost.answer_us:.1f} "
        f"({cost.answer_to_plain:.2f} times)"
    )


def _ratios(found: Bench) -> Iterator[str]:
    ratios = found.ratios
    yield f"rules to Leduc poker: {ratios.rules_to_reference:.2f}"
    yield f"referee to the bare pipe: {ratios.referee_to_pipe:.2f}, in batches {ratios.batch_to_pipe:.2f}"
    blocking, in_batches = ratios.referee_to_blocking_pipe, ratios.batch_to_blocking_pipe
    yield f"  to the blocking one: {blocking:.2f}, in batches {in_batches:.2f}"
    if found.beside is not None:
        other = found.beside
        yield (
            f"{other.preset} at random to {other.library}: {ratios.rules_to_library:.1f} "
            f"({other.decisions_per_s:,.0f} and {other.library_decisions_per_s:,.0f} decisions a second)"
        )
        yield (
            f"hands ranked to {other.library}: {ratios.ranking_to_library:.1f} "
            f"({other.hands_per_s:,.0f} and {other.library_hands_per_s:,.0f} a second)"
        )
    if found.jobs is not None:
        yield f"a match with two jobs to two matches at once: {ratios.two_jobs_to_two_matches:.2f}"
