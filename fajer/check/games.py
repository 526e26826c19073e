"""Steps on play: whole games, odd positions, the same game again, time and notes."""

import time
from typing import Any

from fajer.check.bench import Bench
from fajer.check.step import Seen
from fajer.check.table import AGAIN, Seated, Setting, first_difference, short_game
from fajer.games.odd import Position
from fajer.score.table import duration
from fajer.wire.codec import plain

GAMES = 5
"""So many games of each preset are played at each size of table."""
SEATS = (2, 3, 5, 9)
"""How many sit at a table, as far as so many can; the most that can sit there too."""
_ENOUGH_S = 15.0
"""No further game of a step begins after so long."""
_NOTE_LENGTH = 100


def sizes(bench: Bench, options: Any) -> list[int]:
    """The tables that the game can be played at."""
    fewest, most = bench.rules.players(options)
    return sorted({most, *(seats for seats in SEATS if fewest <= seats <= most)})


def plays(bench: Bench, options: Any, players: int, number: int) -> Seen:
    """It plays games to their end, with legal answers and in time; the first has this number."""
    began = time.monotonic()
    questions = 0
    for game in range(GAMES):
        if time.monotonic() - began > _ENOUGH_S:
            return Seen(f"{game} games, {questions} questions", f"not {GAMES}, as it thinks {bench.pace} a question")
        bench.at_game(f"game {game + 1} of {GAMES}")
        seated = Seated(bench, Setting(options, players, game % players, number + game)).whole()
        questions += len(seated.answers)
        _note_times(bench, seated.times)
    return Seen(f"{GAMES} games, {questions} questions")


def _note_times(bench: Bench, times: list[int]) -> None:
    """Note how long it thought in a game."""
    move = bench.limits.move_ms * 1000
    bench.thinking += times
    bench.late += sum(taken > move for taken in times)
    bench.pace = duration(_middle(bench.thinking))


def takes_odd_position(bench: Bench, position: Position, number: int) -> Seen:
    """It answers in a position that the rules allow but that rarely comes, and is there in the next game."""
    seated = Seated(bench, Setting.odd(position, number)).whole()
    if len(seated.answers) <= 1:
        bench.at_game("in the game after it")
        short_game(bench, number + 1).whole()
    if not seated.answers:
        return Seen("asked nothing, told the end")
    more = len(seated.answers) - 1
    return Seen(f"“{seated.answers[0]}”" + (f", and {more} more" if more else ""))


def plays_again(bench: Bench) -> Seen:
    """It plays the same games again from the same seeds, in a fresh process."""
    options = next(iter(bench.rules.presets.values()))
    tables = sizes(bench, options)
    settings = [Setting(options, players, 1, AGAIN + players) for players in tables[1:3] or tables]
    bench.subject.end_now()
    first = [Seated(bench, setting).whole() for setting in settings]
    bench.subject.end_now()
    second = [Seated(bench, setting).whole() for setting in settings]
    for before, after in zip(first, second, strict=True):
        if before.answers != after.answers:
            bench.repeats = False
            place = first_difference(before.answers, after.answers)
            one, other = plain(before.answers[place]), plain(after.answers[place])
            return Seen(
                "", f"it does not: question {place + 1} got “{one}”, then “{other}”; a match is then not repeatable"
            )
    return Seen(f"{sum(len(game.answers) for game in first)} questions in {len(settings)} games, all alike")


def thinks_in_time(bench: Bench) -> Seen:
    """How long it thought in the games."""
    if not bench.thinking:
        return Seen("no game was played")
    longest = max(bench.thinking)
    move = bench.limits.move_ms * 1000
    remark = ""
    if bench.timeouts:
        remark = f"not counting {bench.timeouts} that did not come in time"
    elif bench.late:
        remark = f"{bench.late} answers came after --move-time, within the margin for the machine"
    elif 2 * longest > move:
        remark = "the longest took over half of --move-time"
    return Seen(f"p50 {duration(_middle(bench.thinking))}, longest {duration(longest)} of {duration(move)}", remark)


def gives_notes(bench: Bench) -> Seen:
    """What it says about its actions."""
    action, note = bench.notes[0]
    cut = note if len(note) <= _NOTE_LENGTH else f"{note[:_NOTE_LENGTH]}…"
    return Seen(f"{len(bench.notes)}, the first with “{plain(action)}”: “{plain(cut)}”")


def _middle(times: list[int]) -> int | None:
    """The p50 of times."""
    return sorted(times)[len(times) // 2] if times else None
