"""`fajer match`: play games between bots."""

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource
from msgspec import UNSET, to_builtins

from fajer.cli import common
from fajer.cli.faults import Faults

if TYPE_CHECKING:
    from fajer.match.run import Passed
    from fajer.match.setting import Wish
    from fajer.match.unit import Job
    from fajer.records.files import Opened
    from fajer.records.record import Game, Match
    from fajer.referee.entry import Entry
    from fajer.score.sprt import SequentialTest
    from fajer.score.standings import Standings

_GAMES = 100
_GAMES_TESTED = 100_000
"""So many games there are if nothing was said; with a sequential test, which ends when it is decided, at most."""

_BOUNDS = {"memory_mib": "memory", "processes": "processes", "cpu_s": "cpu_time"}
"""By name of a limit, the option that gives it."""


@click.command("match", short_help="Play games between bots and show how they did.")
@click.argument("bots", nargs=-1, metavar="BOT BOT…")
@click.option(
    "-n",
    "--games",
    type=click.IntRange(1),
    help=f"Games, rounded up to whole sets [{_GAMES}; with --sprt {_GAMES_TESTED} at most].",
)
@click.option(
    "--seed", type=common.Plain(), help="The match seed: the same cards again. Drawn and printed if left out."
)
@common.game_option
@common.preset_option
@common.set_option
@click.option(
    "--seating",
    type=click.Choice(["rotate", "all", "fixed"]),
    default="rotate",
    help="Each set is played in n seatings, in all there are, or once as given [rotate].",
)
@click.option("--block", type=click.IntRange(1, 256), default=25, help="Sets that the same processes play [25].")
@click.option("--jobs", type=click.IntRange(1), help="Tables side by side [one a core].")
@click.option("--no-pin", is_flag=True, help="Do not tie each table to one core.")
@click.option("--start-time", type=common.Seconds(0.001), default=10.0, help="Seconds to say hello [10].")
@click.option("--move-time", type=common.Seconds(0.001), default=1.0, help="Seconds for each decision [1].")
@click.option("--bank", type=common.Seconds(0), default=0.0, help="Seconds for a whole game on top [0].")
@click.option("--margin", type=common.Seconds(0), default=0.05, help="Seconds of grace for the machine [0.05].")
@click.option("--batch", type=click.IntRange(0, 256), default=64, help="Most questions in a batch; 0: no batches [64].")
@common.isolation_option
@click.option("--memory", type=common.Size(), help="Memory for each bot in isolation, over all its processes [512M].")
@click.option(
    "--processes", type=click.IntRange(4, 65_536), help="Processes and threads of each bot in isolation [64]."
)
@click.option(
    "--cpu-time",
    type=click.IntRange(1, 86_400),
    metavar="SECONDS",
    help="Processor time for each process of a bot in isolation, over all its games [3600].",
)
@click.option(
    "--on-fault",
    type=click.Choice(["forfeit", "fallback"]),
    default="forfeit",
    help="What a bot that fails loses: the game, or that decision [forfeit].",
)
@click.option(
    "--sprt",
    nargs=2,
    type=float,
    metavar="LOW HIGH",
    help="Stop once it is clear whether the first bot is LOW or less, or HIGH or more, above the others' mean payoff; "
    "after --games at the latest.",
)
@click.option(
    "--error",
    type=float,
    help="How often --sprt may decide wrongly, from 0.001 to 0.5 [0.05].",
)
@click.option("-o", "--out", type=click.Path(path_type=Path), metavar="FILE", help="Keep the games in FILE.")
@click.option("--resume", is_flag=True, help="Play on where FILE ends; what is left out is taken from it.")
@click.option("--keep-stderr", is_flag=True, help="Keep the bots' stderr of every game, not only of faulty ones.")
@click.option("--strict", is_flag=True, help="Exit with 3 if any bot failed.")
@common.as_json
def command(**given: Any) -> int:
    """Play games between bots and show how they did.

    A BOT is the name of a bot that comes along (see fajer bots), a program, a folder with
    bot.toml, cmd:'COMMAND LINE' or py:FILE:CLASS; NAME=BOT gives it another name.

    \b
    Examples:
      fajer match greedy bots/c --games 300 --seed demo -o demo.jsonl
      fajer match -o demo.jsonl --resume
      fajer match --game poker --preset standard-one-draw greedy careful --games 20
      fajer match me=./mybot careful careful --move-time 0.1 --set stakes=1
      fajer match careful greedy --sprt 0 0.5
      fajer match ./mybot bots/c --isolation full --memory 256M --games 20
    """
    from fajer.score.sprt import SequentialTest
    from fajer.score.standings import Score

    found = _resumed(given)
    job = _job(given, found)
    match = job.match
    score = Score()
    taking = score.match(match, "this match")
    faults = Faults()
    test = None if match.sprt is UNSET else SequentialTest(match)

    def passed(played: "Game[Any]") -> None:
        taking.add(played)
        faults.passed(match, played)

    stopped = _watched(job, found, passed, test, given)
    taking.close()
    standings = score.standings()
    _show(standings, test, as_json=given["as_json"])
    if stopped:
        kept = "--resume plays on" if given["out"] else "they were not kept"
        most = "" if test is None else "at most "
        common.remark(f"{standings.games} of {most}{match.games} games were played; {kept}")
        raise KeyboardInterrupt
    return 3 if given["strict"] and faults.any else 0


def _show(standings: "Standings", test: "SequentialTest | None", *, as_json: bool) -> None:
    """The table, and how the test stands if there is one."""
    from fajer.score import sprt, table

    if as_json:
        tested = {} if test is None else {"sprt": to_builtins(test.verdict())}
        common.echo_json(to_builtins(standings, str_keys=True) | tested)
        return
    click.echo(table.text(standings))
    if test is not None:
        click.echo(sprt.text(test.verdict()))


def _resumed(given: dict[str, Any]) -> "Opened | None":
    """The file to play on, if any; a file that is in the way is refused before anything else."""
    out: Path | None = given["out"]
    if given["resume"]:
        from fajer.records.files import opened
        from fajer.records.journal import never_begun

        if out is None:
            raise click.UsageError("--resume needs the file to play on: -o FILE")
        if given["bots"] and never_begun(out):
            out.unlink()
            return None
        return opened(out)
    if out is not None and os.path.lexists(out):
        raise click.UsageError(f"{out} exists: give another name, or --resume to play on")
    return None


def _job(given: dict[str, Any], found: "Opened | None") -> "Job":
    """The match that was asked for; with a file everything left out is as in the file."""
    from fajer.match.setting import arranged, entries_again, same_match
    from fajer.referee.entry import resolve

    options = None
    if found is not None and not _filled(given, found.match) and not given["changes"]:
        options = found.options
    isolation = given["isolation"]
    entries = tuple(resolve(bot, common.remark, isolation=isolation) for bot in given["bots"])
    if found is not None:
        entries = entries or entries_again(found.match.bots, isolation)
    given["memory_by"] = UNSET if found is None else found.match.limits.memory_by
    tested = _tested(given)
    if not entries:
        raise click.UsageError("which bots? two or more are needed, like: fajer match greedy careful")
    job = arranged(_wish(given, entries, options, tested))
    if found is not None:
        job = same_match(job, found)
    else:
        _say(job, given)
    return replace(job, keep_stderr=given["keep_stderr"])


def _tested(given: dict[str, Any]) -> tuple[float, float, float] | None:
    """LOW, HIGH and ERROR of the sequential test; None: there is none."""
    from fajer.score import sprt

    if given["sprt"] is None:
        if given["error"] is not None:
            raise click.UsageError("--error is of --sprt LOW HIGH, and there is none")
        return None
    low, high = given["sprt"]
    error = sprt.ERROR if given["error"] is None else given["error"]
    sprt.check(low, high, error)
    return low, high, error


def _wish(
    given: dict[str, Any], entries: tuple["Entry", ...], options: Any, tested: tuple[float, float, float] | None
) -> "Wish":
    """What was asked for; `options` are those of the game, None: as preset and changes make them."""
    from fajer.games import game
    from fajer.match.setting import Wish
    from fajer.records.record import Limits

    return Wish(
        entries=entries,
        game=given["game_name"],
        preset=given["preset"],
        options=options or common.game_options(game(given["game_name"]), given["preset"], given["changes"]),
        games=given["games"] or (_GAMES if tested is None else _GAMES_TESTED),
        seed=given["seed"],
        seating=given["seating"],
        block=given["block"],
        limits=Limits(
            start_ms=_ms(given["start_time"]),
            move_ms=_ms(given["move_time"]),
            bank_ms=_ms(given["bank"]),
            margin_ms=_ms(given["margin"]),
            batch=given["batch"],
            memory_by=given["memory_by"],
            **_bounds(given),
        ),
        on_fault=given["on_fault"],
        isolation=given["isolation"],
        private=() if given["out"] is None else (Path(given["out"]),),
        sprt=tested,
    )


def _bounds(given: dict[str, Any]) -> dict[str, int]:
    """The limits that there are in isolation only, as far as they were given."""
    bounds = {name: given[option] for name, option in _BOUNDS.items() if given[option] is not None}
    if bounds and given["isolation"] == "none":
        options = ", ".join(f"--{_BOUNDS[name].replace('_', '-')}" for name in bounds)
        raise click.UsageError(f"{options}: without isolation nothing bounds that; --isolation full does")
    return bounds


def _filled(given: dict[str, Any], match: "Match") -> bool:
    """Fill in from the file what was left out; True if the preset was not."""
    context = click.get_current_context()
    bounds = {name: getattr(match.limits, name) for name in _BOUNDS}
    before = {
        "games": match.games,
        "seed": match.seed,
        "game_name": match.game,
        "preset": match.preset,
        "seating": match.seating,
        "block": match.block,
        "start_time": match.limits.start_ms / 1000,
        "move_time": match.limits.move_ms / 1000,
        "bank": match.limits.bank_ms / 1000,
        "margin": match.limits.margin_ms / 1000,
        "batch": match.limits.batch,
        "on_fault": match.on_fault,
        "isolation": match.isolation,
        **{_BOUNDS[name]: None if value is UNSET else value for name, value in bounds.items()},
        "sprt": None if match.sprt is UNSET else match.sprt[:2],
        "error": None if match.sprt is UNSET else match.sprt[2],
    }
    preset_given = context.get_parameter_source("preset") is not ParameterSource.DEFAULT
    for name, value in before.items():
        if context.get_parameter_source(name) is ParameterSource.DEFAULT:
            given[name] = value
    return preset_given


def _ms(seconds: float) -> int:
    return round(seconds * 1000)


def _say(job: "Job", given: dict[str, Any]) -> None:
    """What a person should know before a match."""
    from fajer.match.setting import guessable
    from fajer.score import sprt
    from fajer.score.table import are, several

    match = job.match
    if given["seed"] is None:
        common.remark(f"seed: {match.seed}")
    elif match.isolation != "none" and (said := guessable(match.seed)) is not None:
        common.remark(said)
    asked = given["games"] or (_GAMES if given["sprt"] is None else match.games)
    if match.games != asked:
        common.remark(f"{several(asked, 'game')} {are(asked)} {match.games} in whole sets")
    if given["sprt"] is not None and (doubt := sprt.doubt(match)):
        common.remark(doubt)
    if given["out"] is None:
        common.remark("the games are not kept: -o FILE keeps them")


def _watched(
    job: "Job", found: "Opened | None", passed: "Passed", test: "SequentialTest | None", given: dict[str, Any]
) -> bool:
    """Play, and say how far it is; True if somebody stopped it: what was played is shown all the same."""
    told = None if test is None else test.going
    with common.Progress("games", job.match.games, told=told) as progress:

        def stepped(played: "Game[Any]") -> None:
            progress.step()
            passed(played)

        try:
            _play(job, found, stepped, test, given)
        except KeyboardInterrupt:
            return True
    return False


def _play(
    job: "Job", found: "Opened | None", passed: "Passed", test: "SequentialTest | None", given: dict[str, Any]
) -> None:
    """Play what is still to be played; a bot that forfeits game after game ends it, and so does a test."""
    from fajer.match.run import Forfeits, Keeping, Run, Unkept
    from fajer.match.workers import cores
    from fajer.records.journal import Journal

    forfeits = Forfeits(job.match, kept=found is not None or given["out"] is not None)

    def known(game: "Game[Any]") -> None:
        passed(game)
        if test is not None:
            test.passed(game)

    def played(game: "Game[Any]") -> None:
        passed(game)
        forfeits.passed(game)
        if test is not None:
            test.passed(game)

    journal = None
    keeping: Keeping = Unkept(played)
    if found is not None:
        keeping = journal = Journal.resumed(found, known)
        journal.passed = played
    elif given["out"] is not None:
        keeping = journal = Journal.begun(given["out"], job.match, played)
    run = Run(job, keeping, common.remark)
    try:
        if journal is None or not journal.enough:
            run.play(given["jobs"] or cores(), pin=not given["no_pin"])
        if journal is not None:
            journal.end(run.off_turn_us)
    finally:
        if journal is not None:
            journal.close()
