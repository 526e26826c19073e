"""`fajer bench`: how fast rules, wire and referee are here."""

import click

from fajer.cli import common

_PARTS = 8


@click.command("bench", short_help="Measure how fast rules, wire and referee are here.")
@common.game_option
@click.option("--rounds", type=click.IntRange(1), default=5, help="How often each thing is measured, in turns [5].")
@click.option("--games", type=click.IntRange(1), default=600, help="Games of a match in each round [600].")
@common.as_json
def command(game_name: str, rounds: int, games: int, as_json: bool) -> None:
    """Measure decisions a second on one core, beside yardsticks in the same run.

    The yardsticks are Leduc poker in plain Python for the rules, and for the referee a bare
    pipe to a process, polled as it has to be where a deadline is kept, and plainly blocking.
    Ratios say more than speeds. Poker is measured beside PokerKit too where that is installed.

    \b
    Examples:
      fajer bench --json
      fajer bench --game poker
    """
    from fajer.bench.beside import beside
    from fajer.bench.measure import bench
    from fajer.games import game

    parts = _PARTS + (4 if beside(game_name) else 0)
    with common.Progress("measurements", rounds * parts + 1) as progress:
        found = bench(game(game_name), rounds, games, progress.step)
    if as_json:
        common.echo_json(found)
        return
    pipe = f"bare pipe, {found.pipe.question_bytes} bytes out, {found.pipe.answer_bytes} back ({found.pipe.peer})"
    rows = [
        ("rules alone, random play", found.rules.decisions_per_s, "decisions"),
        ("  Leduc poker in plain Python", found.reference.decisions_per_s, "decisions"),
        ("codec, JSON", found.codec.json_per_s, "acts and answers"),
        ("codec, MessagePack", found.codec.msgpack_per_s, "acts and answers"),
        (f"referee, {found.referee.bot}, {found.referee.encoding}", found.referee.decisions_per_s, "decisions"),
        ("  the same in batches", found.batch.decisions_per_s, "decisions"),
        (f"  {pipe}, polled", found.pipe.round_trips_per_s, "round trips"),
        ("  the same pipe, blocking", found.pipe.blocking_per_s, "round trips"),
    ]
    width = max(len(name) for name, _, _ in rows)
    for name, speed, what in rows:
        click.echo(f"{name:{width}}  {speed:>11,.0f} {what} a second")
    click.echo(f"rules to Leduc poker: {found.ratios.rules_to_reference:.2f}")
    ratios = found.ratios
    click.echo(f"referee to the bare pipe: {ratios.referee_to_pipe:.2f}, in batches {ratios.batch_to_pipe:.2f}")
    click.echo(
        f"  to the blocking one: {ratios.referee_to_blocking_pipe:.2f}, in batches {ratios.batch_to_blocking_pipe:.2f}"
    )
    if found.beside is not None:
        other = found.beside
        click.echo(
            f"{other.preset} at random to {other.library}: {ratios.rules_to_library:.1f} "
            f"({other.decisions_per_s:,.0f} and {other.library_decisions_per_s:,.0f} decisions a second)"
        )
        click.echo(
            f"hands ranked to {other.library}: {ratios.ranking_to_library:.1f} "
            f"({other.hands_per_s:,.0f} and {other.library_hands_per_s:,.0f} a second)"
        )
    if found.jobs is not None:
        click.echo(f"a match with two jobs to two matches at once: {found.ratios.two_jobs_to_two_matches:.2f}")
    click.echo(f"medians of {found.rounds} rounds on one core, {found.games} games refereed one by one")
