"""The table: means, intervals, places, faults and times, from numbers worked out by hand."""

import csv
import io
import random
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest
from score.matches import game, match

from fajer.errors import UsageError
from fajer.records.files import encoded, opened
from fajer.records.record import End, Fault
from fajer.score import table
from fajer.score.standings import Score, Standing, Standings, exact


def scored(played: list, of=None) -> Standings:
    """The table of one match between a and b."""
    score = Score()
    taking = score.match(of or match("a", "b", games=len(played)), "here")
    for one in played:
        taking.add(one)
    taking.close()
    return score.standings()


def by_name(standings: Standings) -> dict[str, Standing]:
    return {bot.name: bot for bot in standings.bots}


THREE_SETS = [
    # a's payoffs by set: (3, 3) -> 3, (3, -3) -> 0, (-3, 3) -> 0
    game(0, 0, 0, [0, 1], [1, 2], [3, -3]),
    game(1, 1, 0, [0, 1], [1, 2], [3, -3]),
    game(2, 2, 0, [0, 1], [2, 1], [-3, 3]),
    game(3, 0, 1, [1, 0], [2, 1], [-3, 3]),
    game(4, 1, 1, [1, 0], [1, 2], [3, -3]),
    game(5, 2, 1, [1, 0], [2, 1], [-3, 3]),
]


def test_mean_and_interval_are_over_sets() -> None:
    # means of a's sets: 3, 0, 0; mean 1, variance ((2² + 1 + 1) / 2) = 3, standard error sqrt(3 / 3) = 1;
    # Student's 97.5 % quantile with 2 degrees of freedom is 4.302652729911275 (tables)
    a = by_name(scored(THREE_SETS))["a"]
    assert (a.games, a.sets, a.mean) == (6, 3, 1.0)
    assert a.interval == pytest.approx(4.302652729911275, rel=1e-9)
    b = by_name(scored(THREE_SETS))["b"]
    assert b.mean == -1.0
    assert b.interval == a.interval


def test_wins_and_places() -> None:
    bots = by_name(scored(THREE_SETS))
    # a is first in games 0, 1, 3, 5
    assert bots["a"].wins == pytest.approx(4 / 6)
    assert bots["a"].places == {1: 4, 2: 2}
    assert bots["b"].places == {1: 2, 2: 4}


def test_a_shared_first_place_is_won_in_equal_parts() -> None:
    three = match("a", "b", "c", games=3)
    played = [game(0, 0, 0, [0, 1, 2], [1, 1, 3], [1.5, 1.5, -3])]
    bots = by_name(scored(played, three))
    assert (bots["a"].wins, bots["b"].wins, bots["c"].wins) == (0.5, 0.5, 0.0)


def test_games_of_sets_that_are_not_whole_are_left_out_of_the_mean() -> None:
    standings = scored(THREE_SETS[:4])
    # only set 0 is whole: a won 3 in both games
    a = by_name(standings)["a"]
    assert (a.games, a.sets, a.mean, a.interval) == (4, 1, 3.0, None)
    assert (standings.games, standings.sets, standings.left_out) == (4, 1, 2)
    assert "2 games of sets that are not whole" in table.text(standings)
    assert "(one set)" in table.text(standings)


def test_without_any_spread_there_is_no_interval() -> None:
    """Two sets of 1/3 each: how far a third one will be off is not known."""
    first = [game(number, number, 0, [0, 1], [1, 2], [1 / 3, -1 / 3]) for number in range(2)]
    second = [game(2 + number, number, 1, [1, 0], [2, 1], [-1 / 3, 1 / 3]) for number in range(2)]
    standings = scored([*first, *second])
    assert [(bot.sets, bot.interval) for bot in standings.bots] == [(2, None)] * 2
    assert "+0.333 (no spread)" in table.text(standings)
    assert [row["interval"] for row in csv.DictReader(io.StringIO(table.as_csv(standings)))] == ["", ""]


def test_no_games_at_all_have_a_table_without_numbers() -> None:
    standings = scored([], match("a", "b", games=2))
    assert [(bot.mean, bot.interval, bot.wins, bot.thinking.p50_us) for bot in standings.bots] == [
        (None, None, 0.0, None)
    ] * 2
    assert "no whole set" in table.text(standings)
    assert "nan" not in table.text(standings)


def test_faults_and_late_answers_are_counted_by_the_bot_that_sat_there() -> None:
    played = [
        game(0, 0, 0, [0, 1], [2, 1], [-3, 3], faults=[Fault(0, 0, 0, "timeout", "slow")]),
        game(1, 0, 1, [1, 0], [1, 2], [3, -3], faults=[Fault(1, 0, 0, "crash", "gone")], late=[2, 1]),
    ]
    bots = by_name(scored(played))
    assert bots["a"].faults == {"crash": 1, "timeout": 1}
    assert bots["b"].faults == {}
    assert (bots["a"].late, bots["b"].late) == (1, 2)
    assert "1 crash, 1 timeout, (1 late)" in table.text(scored(played))


def test_an_internal_fault_is_nobodys_and_is_said() -> None:
    standings = scored([game(0, 0, 0, [0, 1], [1, 2], [3, -3], faults=[Fault(None, None, None, "internal", "us")])])
    assert standings.internal == 1
    assert "1 unit was played again because of the referee" in table.text(standings)
    assert all(bot.faults == {} for bot in standings.bots)
    assert "because of the referee" in table.text(standings)


def test_thinking_times_by_nearest_rank() -> None:
    # a thought 1 … 100 µs: half of the decisions took at most 50, 99 of them at most 99
    times = [(0, microseconds) for microseconds in range(1, 101)] + [(1, None)]
    bots = by_name(scored([game(0, 0, 0, [0, 1], [1, 2], [3, -3], times)]))
    assert bots["a"].thinking == msgspec.convert(
        {"p50_us": 50, "p99_us": 99, "longest_us": 100}, type(bots["a"].thinking)
    )
    assert bots["b"].thinking.longest_us is None


def test_long_times_keep_three_digits_and_the_longest_all() -> None:
    times = [(0, 1_234_567), (0, 123_456)]
    a = by_name(scored([game(0, 0, 0, [0, 1], [1, 2], [3, -3], times)]))["a"]
    assert (a.thinking.p50_us, a.thinking.p99_us, a.thinking.longest_us) == (123_000, 1_230_000, 1_234_567)


@pytest.mark.parametrize(
    ("microseconds", "shown"), [(None, "–"), (7, "7 µs"), (1500, "1.5 ms"), (20_300, "20.3 ms"), (2_000_000, "2 s")]
)
def test_durations_are_shown_in_a_unit_that_suits(microseconds: int | None, shown: str) -> None:
    assert table.duration(microseconds) == shown


def test_payoffs_are_the_fractions_that_were_written() -> None:
    assert exact(1 / 3) == Fraction(1, 3)
    assert exact(-30 * 8 / 9) == Fraction(-80, 3)
    assert exact(3) == 3


def written(path: Path, of, played: list) -> Path:
    lines = [encoded(of), *map(encoded, played)]
    if len(played) == of.games:
        lines.append(encoded(End(of.games)))
    path.write_bytes(b"".join(lines))
    return path


def test_files_in_any_order_give_the_same_table(tmp_path: Path) -> None:
    files = []
    draw = random.Random(1)
    for number in range(4):
        of = match("a", "b", games=6, seed=str(number))
        played = []
        for one in THREE_SETS:
            payoff = draw.choice([1 / 3, -2 / 3, 3])
            sign = 1 if one.seats == [0, 1] else -1
            played.append(game(one.index, one.set, one.seating, one.seats, [1, 2], [sign * payoff, -sign * payoff]))
        files.append(written(tmp_path / f"{number}.jsonl", of, played))
    tables = set()
    for _ in range(6):
        draw.shuffle(files)
        score = Score()
        for file in files:
            score.file(opened(file))
        tables.add(msgspec.json.encode(score.standings()))
    assert len(tables) == 1


def test_the_same_match_twice_is_refused(tmp_path: Path) -> None:
    file = written(tmp_path / "one.jsonl", match("a", "b", games=6), THREE_SETS)
    score = Score()
    score.file(opened(file))
    with pytest.raises(UsageError, match="the same match"):
        score.file(opened(file))


def test_other_options_are_refused_by_name() -> None:
    score = Score()
    score.match(match("a", "b"), "one")
    with pytest.raises(UsageError, match="two was played with stakes=5, one with stakes=3"):
        score.match(match("a", "b", stakes=5), "two")


def test_two_bots_of_one_name_are_told_apart() -> None:
    score = Score()
    first = match("a", "b", games=2)
    other = msgspec.structs.replace(
        first, seed="other", bots=[msgspec.structs.replace(first.bots[0], version="2"), first.bots[1]]
    ).identified()
    for one in (first, other):
        taking = score.match(one, one.seed)
        taking.add(game(0, 0, 0, [0, 1], [1, 2], [3, -3]))
        taking.add(game(1, 0, 1, [1, 0], [2, 1], [-3, 3]))
        taking.close()
    assert sorted(bot.name for bot in score.standings().bots) == ["a (1)", "a (2)", "b"]


def test_csv_has_a_row_a_bot() -> None:
    rows = list(csv.DictReader(io.StringIO(table.as_csv(scored(THREE_SETS)))))
    assert [row["bot"] for row in rows] == ["a", "b"]
    assert rows[0]["mean"] == "1.0"
    assert rows[0]["place_1"] == "4"
    assert rows[0]["crash"] == "0"


def test_names_are_shown_escaped() -> None:
    shown = table.text(scored([], match("evil\x1b[31m", "b", games=2)))
    assert "\x1b" not in shown
    assert "\\x1b" in shown
    assert "\x1b" not in table.as_csv(scored([], match("evil\x1b[31m", "b", games=2)))


def test_bots_without_checksum_and_version_are_told_apart_by_what_was_run() -> None:
    """Two command lines under one name are two bots; the same one again is one."""
    score = Score()
    first = match("a", "b", games=2)
    for seed, spec in (("1", "cmd:a --slow"), ("2", "cmd:a --quick"), ("3", "cmd:a --slow")):
        bot = msgspec.structs.replace(first.bots[0], version=None, spec=spec)
        one = msgspec.structs.replace(first, seed=seed, bots=[bot, first.bots[1]]).identified()
        taking = score.match(one, seed)
        taking.add(game(0, 0, 0, [0, 1], [1, 2], [3, -3]))
        taking.add(game(1, 0, 1, [1, 0], [2, 1], [-3, 3]))
        taking.close()
    bots = by_name(score.standings())
    assert {name: bot.games for name, bot in bots.items()} == {"a (cmd:a --slow)": 4, "a (cmd:a --quick)": 2, "b": 6}


def test_every_game_of_a_file_is_a_step(tmp_path: Path) -> None:
    file = written(tmp_path / "one.jsonl", match("a", "b", games=6), THREE_SETS)
    steps: list[int] = []
    Score().file(opened(file), lambda: steps.append(1))
    assert len(steps) == 6
