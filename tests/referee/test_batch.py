"""Proves that games side by side are the same games, and that a fault takes only those that it has to."""

from typing import Any

import pytest
from referee.house import SECONDS, House, Played, kinds, log

from fajer.errors import MatchStopped

GAMES = 4
"""So many games are played side by side."""


def side_by_side(house: House, flag: str = "proper", **given: Any) -> Played:
    """A match between a bot by flag, which may have options `bot`, and a proper one that notes what it is told."""
    bot = house.bot(flag, batch=1, **given.pop("bot", {}))
    rival = house.bot(batch=1, log=house.path / "told")
    played = house.play(bot, rival, **{"games": GAMES, "batch": GAMES, "block": 100} | given)
    assert played.stopped is None
    assert played.remarks == []
    assert [game.index for game in played.games] == list(range(len(played.games)))
    assert all(sum(game.payoffs) == pytest.approx(0) for game in played.games)
    assert kinds(log(house.path / "told")).count("end") == kinds(log(house.path / "told")).count("start")
    assert played.seconds < SECONDS
    return played


def by_game(played: Played) -> list[list[tuple[int | None, str]]]:
    """The faults of each game: seat and kind."""
    return [[(fault.seat, fault.kind) for fault in game.faults] for game in played.games]


@pytest.mark.parametrize("speak", ["json", "msgpack"])
def test_the_games_are_those_played_one_by_one(house: House, speak: str) -> None:
    """Batches change how games are asked for, not the games."""
    one_by_one = house.play(house.bot(), house.bot(), games=GAMES)
    together = side_by_side(house, bot={"speak": speak})
    assert [game.digest for game in together.games] == [game.digest for game in one_by_one.games]
    assert kinds(log(house.path / "told")).count("batch") > 1


def test_at_most_n_games_at_a_time(house: House) -> None:
    """Ten games, never more than four of them begun and not over; a game that ends makes room for the next."""
    played = side_by_side(house, games=10)
    assert by_game(played) == [[]] * 10
    told = log(house.path / "told")
    running = [kinds(told[:end]).count("start") - kinds(told[:end]).count("end") for end in range(len(told) + 1)]
    assert max(running) == GAMES
    assert kinds(told).count("start") == 10


def test_batches_repeat(house: House) -> None:
    """The same match sends the same messages in the same order, whatever the bots' times."""
    told = house.path / "told"
    side_by_side(house, games=10)
    first = log(told)
    told.unlink()
    side_by_side(house, "batch-sleep", games=10, bot={"value": 0.01, "to": 1000})
    assert log(told) == first


def test_one_bot_without_batches_and_nobody_has_them(house: House) -> None:
    """The table plays one game after another."""
    told = house.path / "told"
    played = house.play(house.bot(batch=1, log=told), house.bot(), called=True, games=2, batch=GAMES)
    assert by_game(played) == [[], []]
    assert "batch" not in kinds(log(told))


@pytest.mark.parametrize("flag", ["batch-reversed", "batch-notes"])
def test_any_order_and_more_than_64_kib(house: House, flag: str) -> None:
    """Answers come in any order; a batch may be longer than a single message."""
    played = side_by_side(house, flag, bot={"to": 1000}, games=70, batch=70)
    assert by_game(played) == [[]] * 70
    if flag == "batch-notes":
        assert played.games[-1].notes[0] == (0, 0, "n" * 1000)


def test_an_answer_that_is_missing(house: House) -> None:
    """The game without an answer is forfeited; the others go on with a fresh process."""
    played = side_by_side(house, "batch-missing")
    assert by_game(played) == [[], [], [], [(0, "protocol")]]
    assert played.games[3].faults[0].detail == "no answer to act 4 in the batch"


def test_an_illegal_answer_among_good_ones(house: House) -> None:
    played = side_by_side(house, "batch-illegal")
    assert by_game(played) == [[(0, "illegal")], [], [], []]
    assert "'fold' is no action" in played.games[0].faults[0].detail


def test_an_illegal_answer_and_a_missing_one(house: House) -> None:
    """Each game has its own fault: what one bot did in one game is not said of another."""
    played = side_by_side(house, "batch-illegal-and-missing")
    assert by_game(played) == [[(0, "illegal")], [], [], [(0, "protocol")]]
    assert played.games[3].faults[0].detail == "no answer to act 4 in the batch"


WHOLE = {
    "batch-none": ("protocol", ["no answer to act"]),
    "batch-twice": ("protocol", ["the id 1, twice or not in the batch"]),
    "batch-unknown-id": ("protocol", ["the id 1000000, twice or not in the batch"]),
    "batch-key": ("protocol", ["`mood`", "expected"]),
    "batch-single": ("protocol", ["type act", '"type":"batch"']),
    "batch-duplicate": ("protocol", ["twice"]),
    "batch-nested": ("garbage", ["[[["]),
    "batch-nested-field": ("protocol", ["[[["]),
    "batch-endless": ("garbage", ["over 1048576 bytes"]),
    "batch-crash": ("crash", ["ended with exit status 3"]),
}


@pytest.mark.parametrize("flag", WHOLE)
def test_a_failure_of_the_process_takes_every_game_that_waits(house: House, flag: str) -> None:
    kind, words = WHOLE[flag]
    played = side_by_side(house, flag, games=GAMES + 1)
    assert by_game(played) == [[(0, kind)]] * GAMES + [[]]
    for word in words:
        assert word in played.games[0].faults[0].detail
    assert played.games[0].faults[0].detail.isprintable()
    assert all(game.places == [2, 1] for game in played.games[:GAMES])


def test_a_batch_has_the_time_of_its_acts_together(house: House) -> None:
    """Four times 200 ms: an answer after half a second is in time, after three seconds it is not."""
    played = side_by_side(house, "batch-sleep", bot={"value": 0.5}, move_ms=200, margin_ms=0)
    assert by_game(played) == [[], [], [], []]
    assert played.games[0].times_us[0][0] == pytest.approx(125_000, rel=0.4)
    played = side_by_side(house, "batch-sleep", bot={"value": 3}, move_ms=200, margin_ms=0, games=GAMES + 1)
    assert by_game(played) == [[(0, "timeout")]] * GAMES + [[]]


def lengths(played: Played) -> list[int]:
    """By game, how many decisions seat 0 had."""
    return [sum(seat == 0 for deal in game.deals for seat, _ in deal.actions) for game in played.games]


def test_a_crash_after_another_game_is_over(house: House) -> None:
    """A game that is over is not lost by what comes after it, and the fresh process hears nothing of it."""
    many = lengths(side_by_side(house, games=8, batch=8))
    assert min(many) < max(many)
    played = side_by_side(house, "batch-crash", bot={"at": max(many), "log": house.path / "own"}, games=8, batch=8)
    assert by_game(played) == [[(0, "crash")] if length == max(many) else [] for length in many]
    for life in {line[0] for line in log(house.path / "own")}:
        told = [line for line in log(house.path / "own") if line[0] == life]
        begun = {about for _, kind, about in told if kind == "start"}
        over = {about.split()[0] for _, kind, about in told if kind == "end"}
        assert over <= begun


def test_a_crash_in_the_middle_is_told_with_its_stderr(house: House) -> None:
    """What the process that failed wrote is kept, though another one took its place."""
    bot = house.entry("sh", "-c", f"echo here we go >&2; exec {' '.join(house.words('batch-missing', batch=1))}")
    played = house.play(bot, house.bot(batch=1), games=GAMES, batch=GAMES)
    assert by_game(played)[3] == [(0, "protocol")]
    assert played.games[3].stderr[0] == "here we go\nhere we go\n"


def test_a_fresh_process_that_does_not_begin_takes_the_other_games_too(house: House) -> None:
    """A crash costs the games that wait; those that go on are lost when the next process says no hello."""
    lives = house.path / "count"
    words = " ".join(house.words("batch-missing", batch=1))
    bot = house.entry("sh", "-c", f"echo >> {lives}; [ $(wc -l < {lives}) = 2 ] && exit 9; exec {words}")
    played = house.play(bot, house.bot(batch=1), games=GAMES + 1, batch=GAMES)
    assert by_game(played)[3:] == [[(0, "protocol")], []]
    assert by_game(played)[0] == [(0, "start")]
    first = played.games[0].faults[0]
    assert (first.deal, first.action) == (0, 1)
    assert first.detail == "no proper hello: ended with exit status 9"
    assert by_game(played)[1:3] == [[], []]  # the process after that one


def test_fallback_in_a_batch(house: House) -> None:
    """An illegal answer costs that decision only, and nobody is ended."""
    played = side_by_side(house, "batch-illegal", on_fault="fallback")
    assert by_game(played) == [[(0, "illegal")], [], [], []]
    assert all(game.deals[-1].end != "forfeit" for game in played.games)
    assert played.games[0].times_us[0][0] is None
    own = {line[0] for line in log(house.path / "told")}
    assert own == {"1"}


def test_a_late_batch_with_fallback(house: House) -> None:
    """Every game has the fallback played once; the late batch is dropped when it comes."""
    played = side_by_side(house, "batch-sleep", bot={"value": 1.0}, on_fault="fallback", move_ms=200, margin_ms=0)
    assert by_game(played) == [[(0, "timeout")]] * GAMES
    assert [game.times_us[0][0] for game in played.games] == [None] * GAMES
    assert all(game.deals[-1].end != "forfeit" for game in played.games)


def test_a_bot_that_never_reads_a_batch_larger_than_the_pipe(house: House) -> None:
    """What does not fit into the pipe is not waited for beyond the bot's own time."""
    played = house.play(
        house.bot("never-read", batch=1), house.bot(batch=1), games=100, batch=100, block=100, move_ms=10, margin_ms=0
    )
    assert isinstance(played.stopped, MatchStopped)  # ten games running are forfeited
    assert by_game(played) == [[(0, "timeout")]] * 10
    assert played.seconds < SECONDS


def test_a_bot_that_reads_late_gets_it_all(house: House) -> None:
    """What did not fit into the pipe at once follows as the bot reads."""
    played = side_by_side(house, "nap", games=100, batch=100)
    assert by_game(played) == [[]] * 100
