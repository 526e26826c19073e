"""Who stands where, from stores made by hand: numbers worked out by hand, or by a second way."""

import statistics
import subprocess
import sys
from pathlib import Path

import pytest
from tournament.cups import begun, by_hand, entered, game, play, put

from fajer.records.files import opened
from fajer.records.record import Fault
from fajer.score import table
from fajer.score.standings import Score
from fajer.tournament import table as of_tournament
from fajer.tournament.findings import courses, played_sets
from fajer.tournament.ranking import ranking
from fajer.tournament.spread import interval, plain
from fajer.tournament.standings import Standing, Standings, meetings, standings
from fajer.tournament.store import Store

CRASH = Fault(0, None, None, "crash", "it ended")
INTERNAL = Fault(None, None, None, "internal", "its unit was played again")
T2 = 4.302652729911275
"""Student's 97.5 % quantile with 2 degrees of freedom (tables)."""


def set_of(number: int, *payoffs: tuple[float, ...], first: int = 0, **given):
    """A whole set: by seating, the payoffs by bot. Its games have the indices 2 × number on."""
    return [
        game(first + len(payoffs) * number + seating, number, one, seating=seating, **given)
        for seating, one in enumerate(payoffs)
    ]


def by_name(found: Standings) -> dict[str, Standing]:
    return {bot.name: bot for bot in found.bots}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "cup.db"


def test_mean_and_interval_are_over_sets(path: Path) -> None:
    """The sets' means of a are 3, 0 and 0: mean 1, variance (2² + 1 + 1) / 2 = 3, standard error √(3 / 3) = 1."""
    with by_hand(path, "ab", [(0, 1)], games=6) as store:
        put(store, 0, *set_of(0, (3, -3), (3, -3)), *set_of(1, (3, -3), (-3, 3)), *set_of(2, (-3, 3), (3, -3)))
        found = standings(store)
        assert [bot.name for bot in found.bots] == ["a", "b"]
        a, b = found.bots
        assert (a.games, a.sets, a.tables, a.mean, b.mean) == (6, 3, 1, 1.0, -1.0)
        assert a.interval == pytest.approx(T2, rel=1e-9)
        assert a.interval == b.interval
        assert (a.wins, a.places, b.places) == (pytest.approx(4 / 6), {1: 4, 2: 2}, {1: 2, 2: 4})
        assert (found.games, found.sets, found.left_out, found.planned, found.tables) == (6, 3, 0, 6, 1)
        assert (found.unit, found.seats, found.format, found.name) == ("stakes", 2, "round-robin", "by hand")


def test_the_spread_is_that_within_tables(path: Path) -> None:
    """a's sets: 3 and 1 against b, -1 and -3 against c. About their tables' means each is 1 off: 4 / (4 - 2) = 2,
    standard error √(2 / 4); with 2 degrees of freedom. That the tables differ by 4 is no error."""
    with by_hand(path, "abc", [(0, 1), (0, 2)]) as store:
        for number, payoffs in enumerate([(3, 1), (-1, -3)]):
            for each, payoff in enumerate(payoffs):
                put(store, number, *set_of(each, *[(payoff, -payoff)] * 2))
        a = by_name(standings(store))["a"]
        assert (a.tables, a.sets, a.mean) == (2, 4, 0.0)
        assert a.interval == pytest.approx(T2 * (2 / 4) ** 0.5, rel=1e-9)


def test_one_set_a_table_is_spread_about_the_mean_of_all(path: Path) -> None:
    with by_hand(path, "abcd", [(0, 1), (0, 2), (0, 3)]) as store:
        for number, payoff in enumerate((3, 0, 0)):
            put(store, number, *set_of(0, *[(payoff, -payoff)] * 2))
        bots = by_name(standings(store))
        assert bots["a"].interval == pytest.approx(T2, rel=1e-9)
        assert (bots["b"].mean, bots["b"].interval) == (-3.0, None)


def test_a_set_counts_when_all_its_games_are_in(path: Path) -> None:
    with by_hand(path, "ab", [(0, 1)], games=6) as store:
        put(store, 0, *set_of(0, (3, -3), (3, -3)), game(2, 1, [-3, 3]))
        found = standings(store)
        a = by_name(found)["a"]
        assert (a.games, a.sets, a.mean, a.interval, a.places) == (2, 1, 3.0, None, {1: 2})
        assert (found.games, found.sets, found.left_out, found.planned) == (2, 1, 1, 6)
        assert "1 game of sets that are not whole" in table.text(found)
        put(store, 0, game(3, 1, [-3, 3], seating=1))
        assert by_name(standings(store))["a"].mean == 0.0


@pytest.mark.parametrize(
    ("games", "mean", "half"),
    [
        ([], None, None),
        ([game(0, 0, [1, -1])], None, None),
        (set_of(0, (1, -1), (-1, 1)), 0.0, None),
        ([*set_of(0, (0, 0), (0, 0)), *set_of(1, (0, 0), (0, 0))], 0.0, None),
        ([*set_of(0, *[(1 / 3, -1 / 3)] * 2), *set_of(1, *[(1 / 3, -1 / 3)] * 2)], pytest.approx(1 / 3), None),
    ],
    ids=["no game", "one game", "one set", "all drawn", "all the same"],
)
def test_there_is_always_an_answer(path: Path, games: list, mean: float | None, half: float | None) -> None:
    with by_hand(path, "ab", [(0, 1)]) as store:
        put(store, 0, *games)
        found = standings(store)
        a = by_name(found)["a"]
        assert (a.mean, a.interval) == (mean, half)
        told = table.text(found)
        assert "nan" not in told
        assert "-0.000" not in told.replace("-0.333", "")
        assert meetings(store) == [] or meetings(store)[0].interval == half


def test_without_a_spread_at_any_table_there_is_no_interval(path: Path) -> None:
    """a wins 3 in both sets at one table and loses 1 in both at the other: that tables differ is no error."""
    with by_hand(path, "abc", [(0, 1), (0, 2)]) as store:
        for number, payoff in enumerate((3, -1)):
            put(store, number, *[one for each in (0, 1) for one in set_of(each, *[(payoff, -payoff)] * 2)])
        found = standings(store)
        assert [(bot.mean, bot.interval) for bot in found.bots] == [(1.0, None), (1.0, None), (-3.0, None)]
        assert "+1.000 (no spread)" in table.text(found)
        assert all(meeting.interval is None for meeting in meetings(store))


def test_equal_means_are_in_order_of_names(path: Path) -> None:
    with by_hand(path, "ba", [(0, 1)]) as store:
        put(store, 0, *set_of(0, (0.1, -0.1), (-0.1, 0.1)))
        assert [bot.name for bot in standings(store).bots] == ["a", "b"]


def test_a_shared_first_place_is_won_in_equal_parts(path: Path) -> None:
    with by_hand(path, "abc", [(0, 1, 2)], seats=3, set_size=3, games=3) as store:
        put(store, 0, *set_of(0, *[(1.5, 1.5, -3)] * 3))
        bots = by_name(standings(store))
        assert [bots[name].wins for name in "abc"] == [0.5, 0.5, 0.0]
        assert [bots[name].places for name in "abc"] == [{1: 3}, {1: 3}, {3: 3}]


def test_faults_and_late_answers_are_counted_in_every_game(path: Path) -> None:
    with by_hand(path, "ab", [(0, 1)]) as store:
        put(store, 0, *set_of(0, (-3, 3), (-3, 3), faults=[CRASH]), game(2, 1, [0, 0], faults=[INTERNAL], late=[0, 4]))
        found = standings(store)
        a, b = by_name(found)["a"], by_name(found)["b"]
        assert (a.faults, a.forfeits, a.late) == ({"crash": 2}, 2, 0)
        assert (b.faults, b.forfeits, b.late) == ({}, 0, 4)
        assert (found.internal, found.faulty_sets) == (1, 1)
        shown = of_tournament.text(ranking(store))
        assert "1 unit was played again because of the referee" in shown
        assert "1 game of sets that are not whole is not in the means" in shown


def test_sets_with_a_forfeit_can_be_left_out(path: Path) -> None:
    with by_hand(path, "ab", [(0, 1)], games=8) as store:
        put(store, 0, *set_of(0, (-3, 3), (-3, 3), faults=[CRASH]), *set_of(1, (1, -1), (1, -1)))
        put(store, 0, game(4, 2, [-3, 3], faults=[CRASH]))  # not whole
        found = standings(store, without_faults=True)
        a = by_name(found)["a"]
        assert (a.games, a.sets, a.mean, a.places) == (2, 1, 1.0, {1: 2})
        assert (found.sets, found.faulty_sets, found.left_out, found.without_faults) == (1, 1, 1, True)
        assert a.forfeits == 3
        assert by_name(standings(store))["a"].mean == -1.0
        assert [meeting.mean for meeting in meetings(store, without_faults=True)] == [2.0, -2.0]


def test_tables_that_were_cut_short_are_left_out(path: Path) -> None:
    """b met a forfeiter, c was set aside there in the second set: what b won is no lead over a. Both c's whole set
    and the game more are left out; the table at which c had played all games counts."""
    with by_hand(path, "abc", [(0, 1), (0, 2), (1, 2)]) as store:
        put(store, 0, *set_of(0, (1, -1), (1, -1)), *set_of(1, (1, -1), (1, -1)))
        put(store, 1, *set_of(0, (2, -2), (2, -2)), *set_of(1, (2, -2), (2, -2)))
        put(store, 2, *set_of(0, (9, -9), (9, -9)), game(2, 1, [9, -9], faults=[CRASH]))
        store.set_aside(2, "it forfeited ten games running")
        found = standings(store)
        bots = by_name(found)
        assert [(bots[name].mean, bots[name].sets) for name in "abc"] == [(1.5, 4), (-1.0, 2), (-2.0, 2)]
        assert (found.games, found.sets, found.left_out, found.cut_short, found.faulty_sets) == (8, 4, 0, 3, 0)
        assert bots["b"].forfeits == 1  # faults are told all the same
        assert standings(store, without_faults=True).left_out == 0
        assert {(one.bot, one.other) for one in meetings(store)} == {(0, 1), (1, 0), (0, 2), (2, 0)}
        assert [one.bots for one in played_sets(store)] == [(0, 1), (0, 1), (0, 2), (0, 2)]
        assert {bot: course.means[-1] for bot, course in courses(store).items()} == {0: 1.5, 1: -1.0, 2: -2.0}
        line = "3 games at tables that were cut short, as a bot was set aside, are not in means and strengths"
        assert line in of_tournament.text(ranking(store)).splitlines()


def test_a_fault_that_takes_one_decision_is_no_forfeit(path: Path) -> None:
    illegal = Fault(0, 0, 0, "illegal", "no such action")
    with by_hand(path, "ab", [(0, 1)], on_fault="fallback") as store:
        put(store, 0, *set_of(0, (1, -1), (1, -1), faults=[illegal]))
        found = standings(store)
        assert by_name(found)["a"].faults == {"illegal": 2}
        assert (by_name(found)["a"].forfeits, found.faulty_sets) == (0, 0)


def test_versions_of_a_bot_stand_apart(path: Path) -> None:
    with by_hand(path, "ab", [(0, 1)]) as store:
        put(store, 0, *set_of(0, (1, -1), (1, -1)))
        store.replace(1, entered(2, "b", version="2", sha256="f" * 64))
        store.set_aside(0, "no hello")
        bots = {bot.id: bot for bot in standings(store).bots}
        assert [bots[number].name for number in range(3)] == ["a", f"b ({'0' * 12})", f"b ({'f' * 12})"]
        assert [bots[number].replaced for number in range(3)] == [False, True, False]
        assert bots[0].set_aside == "no hello"
        assert bots[2].mean is None
        assert standings(store).planned == 2


def test_versions_that_look_alike_are_told_apart_by_their_numbers(path: Path) -> None:
    """Both versions of b begin with the same twelve digits; a third one does not."""
    with by_hand(path, "ab", [(0, 1)]) as store:
        store.replace(1, entered(2, "b", sha256="0" * 63 + "f"))
        store.replace(2, entered(3, "b", sha256="f" * 64))
        assert f"{1:064x}"[:12] == "0" * 12
        bots = {bot.id: bot.name for bot in standings(store).bots}
        assert bots == {0: "a", 1: "b (bot 1)", 2: "b (bot 2)", 3: "b (ffffffffffff)"}


def test_who_beats_whom(path: Path) -> None:
    """a over b: 2 and 6 at table 0, 4 and 4 at table 1; c is between them."""
    with by_hand(path, "abc", [(0, 1, 2)] * 2, seats=3, set_size=1, seating="fixed", games=2) as store:
        put(store, 0, game(0, 0, [1, -1, 0]), game(1, 1, [3, -3, 0]))
        put(store, 1, game(0, 0, [2, -2, 0]), game(1, 1, [2, -2, 0]))
        found = {(meeting.bot, meeting.other): meeting for meeting in meetings(store)}
        assert len(found) == 6
        # a over b: 2, 6 and 4, 4: about their tables' means 4 + 4 + 0 + 0 over 2, error √(4 / 4)
        assert (found[0, 1].sets, found[0, 1].mean) == (4, 4.0)
        assert found[0, 1].interval == pytest.approx(T2, rel=1e-9)
        assert (found[1, 0].mean, found[1, 0].interval) == (-4.0, found[0, 1].interval)
        assert found[0, 2].mean == found[2, 1].mean == 2.0


def test_as_the_score_of_its_records(tmp_path: Path) -> None:
    """One table: the same as `fajer score` says of its file, thinking times and all."""
    with begun(tmp_path, "ann", "bob", games=20) as store:
        play(store)
        (tmp_path / "table.jsonl").write_bytes(b"".join(store.records(0)))
        found = by_name(standings(store))
    score = Score()
    score.file(opened(tmp_path / "table.jsonl"))
    for bot in score.standings().bots:
        here = found[bot.name]
        assert here.mean == pytest.approx(bot.mean)
        assert here.interval == pytest.approx(bot.interval)
        assert (here.games, here.sets, here.places) == (bot.games, bot.sets, bot.places)
        assert here.wins == pytest.approx(bot.wins)
        assert here.thinking.p50_us == bot.thinking.p50_us
        assert here.thinking.p99_us == bot.thinking.p99_us
        assert here.thinking.longest_us == pytest.approx(bot.thinking.longest_us, rel=0.01)


def test_payoff_a_hand_as_the_score_of_its_records(tmp_path: Path) -> None:
    """Poker counts a hand: sums by sums, as `fajer score` does."""
    options = "[tournament.options]\nhands = 5\n"
    with begun(tmp_path, "ann", "bob", games=20, game='"poker"', options=options) as store:
        play(store)
        (tmp_path / "table.jsonl").write_bytes(b"".join(store.records(0)))
        found = standings(store)
    score = Score()
    score.file(opened(tmp_path / "table.jsonl"))
    assert found.rate == score.standings().rate == "hand"
    for bot in score.standings().bots:
        here = by_name(found)[bot.name].a_deal
        assert here is not None
        assert bot.a_deal is not None
        assert here.deals == bot.a_deal.deals
        assert here.mean == pytest.approx(bot.a_deal.mean)
        assert here.interval == pytest.approx(bot.a_deal.interval)


def test_rounding_is_no_spread() -> None:
    """Tables whose sets all ended alike, with means that no binary number has."""
    for one in (0.0, 1.0, 2 / 3):
        for alike in (plain(3, 3 * one, 3 * one * one), plain(7, 7 * one, 7 * one * one)):
            for middle in (0.48, 1 / 3, 0.545, 2.9):
                assert alike.about(middle) == 0
    assert interval([plain(3, 0, 0), plain(3, 3, 3), plain(3, 0, 0)]) is None


def test_the_interval_by_a_second_way() -> None:
    """Two tables of unequal size, by the textbook: residuals about each table's mean."""
    tables = [[1.0, 2.0, 4.0, 1.5], [0.0, -2.0, -1.0]]
    strata = [plain(len(one), sum(one), sum(each * each for each in one)) for one in tables]
    squares = sum(statistics.pvariance(one) * len(one) for one in tables)
    assert interval(strata) == pytest.approx(2.5705818366147395 * (squares / 5 / 7) ** 0.5)


@pytest.mark.slow
def test_a_hundred_thousand_results_in_a_second_or_so(path: Path) -> None:
    """What `show` does, strengths and all, and who beats whom, within the tenth of what a million may take: 10 s."""
    names = [f"bot {number}" for number in range(20)]
    seated = [(one, other) for one in range(20) for other in range(one)][:100]
    with by_hand(path, names, [tuple(sorted(pair)) for pair in seated], games=500) as store:
        fill(store)
        assert store.rows("SELECT count(*) FROM result") == [(100_000,)]
    ran = subprocess.run([sys.executable, "-c", LOOK, path], capture_output=True, text=True, check=True)
    sets, met, seconds, kilobytes = map(float, ran.stdout.split())
    assert (sets, met) == (25_000, 200)
    assert seconds < 1
    assert kilobytes < 300 * 1024


LOOK = """
import sys, time
from pathlib import Path
from fajer.tournament.ranking import ranking
from fajer.tournament.standings import meetings
from fajer.tournament.store import Store
with Store.opened(Path(sys.argv[1]), write=False) as store:
    seconds = []
    for _ in range(3):
        began = time.process_time()
        found = ranking(store)
        seconds.append(time.process_time() - began)
    assert all(bot.elo_low < bot.elo < bot.elo_high for bot in found.bots if bot.sets)
    print(found.sets, len(meetings(store)), min(seconds))
status = Path("/proc/self/status").read_text()
print(status.partition("VmHWM:")[2].split()[0])
"""
"""Looks at a store, and says in how many seconds, on a busy machine the best of three, and kilobytes."""


def fill(store: Store) -> None:
    """Every game of the plan, made by SQL."""
    count = "WITH RECURSIVE n(i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n WHERE i < 499)"
    with store.together():
        store.rows(f"""INSERT INTO game {count}
            SELECT number, i, i / 2, i % 2, 0, printf('%064x', i), NULL, x'00' FROM tables, n""")
        store.rows(f"""INSERT INTO result {count}
            SELECT table_number, i / 2, bot, i % 2, i, (number + i) % 2, 1 + (number + i / 3) % 2,
                   1 - 2 * ((number + i / 3) % 2), 1 - (number + i / 3) % 2, 0, 3, 30, 0, 100, 10 FROM seat_at, n""")
