"""The report: what it says is what the store holds, and nothing that a stranger wrote does anything."""

import doctest
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import combinations, pairwise
from pathlib import Path

import msgspec
import pytest
from tournament.cups import begun, bot, by_hand, entered, game, play, put
from tournament.pages import Page

from fajer.errors import FajerError, RecordError, UsageError
from fajer.records.record import Fault
from fajer.tournament import plots, report, words
from fajer.tournament.findings import courses, found, played_sets
from fajer.tournament.ratings import ratings
from fajer.tournament.standings import Standing, meetings, standings
from fajer.tournament.store import Store
from fajer.wire.codec import plain

TWOS = list(combinations(range(3), 2))
STRANGE = (
    "<script>alert(1)</script>",
    "</title></style><img src=x onerror=alert(1)>",
    "x" * 1000,
    "שלום עולם",
    "a\u202eb\u0007\nc",
    "$x^2$ & \"double\" 'single'",
    "{{ 7 * 7 }}{% if %}",
    "--> ]]> <!--",
    "http://example.org/",
    "日本語",
)


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """Three bots by hand: ann beats bob, both beat cid, bob's wins are high; cid failed once."""
    path = tmp_path_factory.mktemp("hall") / "cup.db"
    with by_hand(path, ("ann", "bob", "cid"), TWOS, games=20) as store:
        for table in range(len(TWOS)):
            lost = 4 if table == 0 else 5  # so many games of 20 the first one loses
            high = (1, 2, 9)[table]
            for number in range(10):
                for seating in (0, 1):
                    index = 2 * number + seating
                    sign = -1 if index < lost else 1
                    faults = [Fault(1, 0, 3, "illegal", "it said <b>")] if (table, index) == (2, 6) else []
                    put(store, table, game(index, number, [sign * high, -sign * high], seating=seating, faults=faults))
        yield store


@pytest.fixture(scope="module")
def page(hall: Store, tmp_path_factory: pytest.TempPathFactory) -> Page:
    """Its report."""
    return Page(report.write(hall, tmp_path_factory.mktemp("page") / "new" / "folder"))


def written(store: Store, folder: Path) -> Page:
    """A report, sound whatever is in it."""
    made = Page(report.write(store, folder / "report"))
    made.close()
    assert_sound(made)
    return made


def assert_sound(page: Page) -> None:
    """Nothing runs but the page's script, nothing is fetched, nothing is `nan`."""
    assert len(list(page.of("script"))) == 1
    assert not [name for _, attributes in page.tags for name in attributes if name.startswith("on")]
    assert not [tag for tag, attributes in page.tags if "src" in attributes or tag in ("link", "img", "iframe", "base")]
    assert all(re.fullmatch(r"#[a-z]+|records/table-\d+\.jsonl", link) for link in page.links())
    assert set(re.findall(r"url\(([^)]{0,2})", page.source)) <= {"#p"}
    assert "@import" not in page.source
    assert not re.search(r"\bnan\b|\binf\b|None", page.source)
    assert "#00000" not in page.source  # the plots have the page's colours


# What it says is what the store holds


def payoff(row: Standing) -> str:
    """Mean and interval as the page says them."""
    return f"{words.signed(row.mean)} {words.half(row.interval, row.sets)}"


def test_the_standings_are_the_stores(hall: Store, page: Page) -> None:
    assert_sound(page)
    assert "://" not in page.source
    rows = standings(hall).bots
    table = page.table("Standings")
    assert table.column("bot") == [row.name + (" set aside" if row.set_aside else "") for row in rows]
    assert table.column("stakes a game") == [payoff(row) for row in rows]
    assert table.column("won") == [f"{row.wins * 100:.1f} %" for row in rows]
    assert table.column("places") == [f"{row.places[1]} / {row.places[2]}" for row in rows]
    assert table.column("games") == [str(row.games) for row in rows] == ["40"] * 3
    assert table.column("faults") == [str(sum(row.faults.values())) for row in rows]


def test_a_cell_can_be_sorted_by_its_number(hall: Store, page: Page) -> None:
    table = page.table("Standings")
    heads = table.rows[0]
    column = next(number for number, head in enumerate(heads) if head.startswith("stakes"))
    values = [row[column]["data-value"] for row in table.attributes[1:]]
    assert values == [repr(row.mean) for row in standings(hall).bots]
    assert [head.get("aria-sort") for head in table.attributes[0] if "aria-sort" in head] == ["descending"]


def test_the_strengths_are_those_of_the_places(hall: Store, page: Page) -> None:
    rated = ratings(3, played_sets(hall), seed=hall.setting.seed)
    ordered = [rated.strengths[number] for number in rated.order()]
    table = page.table("The same in numbers")
    assert table.column("bot") == [hall.bots()[one.bot].name for one in ordered]
    assert table.column("strength") == [f"{one.elo:.0f}" for one in ordered]
    assert table.column("95\xa0% interval") == [f"{one.low:.0f} to {one.high:.0f}" for one in ordered]
    chances = [words.chance(rated.better(one.bot, other.bot)) for one, other in pairwise(ordered)]
    assert table.column("stronger") == [*chances, "–"]


def test_the_matrix_is_who_met_whom(hall: Store, page: Page) -> None:
    table = page.table("Mean difference")
    order = [row.id for row in standings(hall).bots]
    marks = {1: "▲more: ", -1: "▼less: ", 0: "◇open: "}
    cells = {}
    for one in meetings(hall):
        assert one.interval is not None
        mark = 0 if abs(one.mean) <= one.interval else 1 if one.mean > 0 else -1
        cells[one.bot, one.other] = f"{marks[mark]}{words.signed(one.mean, 2)} {words.half(one.interval, one.sets, 2)}"
    for row, own in zip(table.rows[1:], order, strict=True):
        assert row[1:] == [cells.get((own, other), "itself") for other in order]


def test_the_course_ends_where_the_standings_are(hall: Store, page: Page) -> None:
    went = courses(hall)
    for row in standings(hall).bots:
        assert (went[row.id].sets[-1], went[row.id].means[-1]) == (row.sets, pytest.approx(row.mean))
        assert went[row.id].halves[-1] == pytest.approx(row.interval)
        assert went[row.id].sets == list(range(1, 21))
    last = page.table("Mean payoff a game after").column("all")
    assert last == [f"{payoff(row)}, 20 sets" for row in standings(hall).bots]


def test_a_course_goes_set_by_set(hall: Store) -> None:
    """ann lost both games of her first two sets at each table, by 1 and by 2, and then none to bob."""
    course = courses(hall)[0]
    assert course.means[:4] == [-1, -1.5, pytest.approx(-4 / 3), -1.5]
    assert course.milestones()[1] == (10, course.means[9], course.halves[9])


def test_another_order_by_strength_is_said(hall: Store, page: Page) -> None:
    """ann wins 31 of 40 games and 0.8 a game; bob wins 19, but those at 9: 1.95 a game."""
    assert [row.name for row in standings(hall).bots] == ["bob", "ann", "cid"]
    (one,) = found(hall).inversions()
    assert (one.stronger, one.weaker) == (0, 1)
    assert "By strength the order is another one." in page.text
    assert re.search(r"the chance that bob is the stronger of the two is .*? By strength, .*?, ann leads\.", page.text)
    assert re.search(r"ann \(\d+\) comes before bob \(\d+\) by strength, but after it by payoff; the chance", page.text)
    strength = page.table("Standings").column("strength")
    assert ["another place" in cell for cell in strength] == [True, True, False]


def test_the_settings_make_it_repeatable(hall: Store, page: Page) -> None:
    setting = hall.setting
    for line in setting.cup.splitlines():
        assert line in page.source.replace("&#34;", '"')
    for one in hall.bots():
        assert all(f"<code>{said}</code>" in page.source for said in (one.sha256, one.spec))
    for fact in ("seed hand", f"fajer {setting.fajer}", "isolation none", "for a decision 1 s", "format round-robin"):
        assert fact in page.text


# What went wrong, and where it is seen


def test_a_fault_leads_to_its_game(hall: Store, page: Page) -> None:
    assert "Table 2, game 6 forfeited it said <b> record of table 2, with game 6" in page.text
    assert "records/table-2.jsonl" in page.links()
    assert (page.path.parent / "records" / "table-2.jsonl").read_bytes() == b"".join(hall.records(2))
    assert [path.name for path in (page.path.parent / "records").iterdir()] == ["table-2.jsonl"]
    assert page.table("Faults by bot").rows[1] == ["cid", "1", "1"]


def test_the_command_shows_the_game(tmp_path: Path) -> None:
    with begun(tmp_path, "ann", games=4, extra=bot("wrong", "py:bots.py:Wrong")) as store:
        play(store)
        page = written(store, tmp_path)
        assert standings(store).faulty_sets == 2
    assert page.table("Faults by bot").column("forfeits") == ["4"]
    commands = re.findall(r"<code>(fajer replay records[^<]*)</code>", page.source)
    assert len(commands) == 4
    words = [sys.executable, "-m", *shlex.split(commands[-1])]
    shown = subprocess.run(words, cwd=page.path.parent, capture_output=True, text=True, check=True)
    assert "no such action" in shown.stdout


def test_a_game_that_is_not_in_the_record_yet_is_no_link(tmp_path: Path) -> None:
    with by_hand(tmp_path / "cup.db", "ab", [(0, 1)]) as store:
        fault = Fault(0, None, None, "crash", "it ended")
        put(store, 0, game(0, 0, [1, -1]), game(2, 1, [-1, 1], faults=[fault]))
        page = written(store, tmp_path)
    assert "Its record is there once the games before it have been played." in page.text
    assert not [link for link in page.links() if link.startswith("records")]


def test_further_faults_are_linked_by_table_and_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """b is late twice in each game: 24 faults at table 0, 10 at table 1, where game 2 has not been played. The first
    ten are those of five games; 32 are linked, so all of table 0 and eight of table 1: four games."""
    monkeypatch.setattr("fajer.tournament.findings.LINKED", 32)
    monkeypatch.setattr("fajer.tournament.telling.LINKED", 32)
    slow = [Fault(1, 0, 0, "timeout", "late"), Fault(1, 0, 1, "timeout", "late")]
    with by_hand(tmp_path / "cup.db", "ab", [(0, 1), (0, 1)], games=20) as store:
        put(store, 0, *(game(index, index // 2, [0, 0], seating=index % 2, faults=slow) for index in range(12)))
        put(store, 1, *(game(index, index // 2, [0, 0], seating=index % 2, faults=slow) for index in (0, 1, 3, 4, 5)))
        page = written(store, tmp_path)
    assert "b: 34 faults, the first 10 one by one" in page.text
    assert "Table 0, games 5, 6, 7, 8, 9, 10, 11 Table 1, games 0, 1, 3, 4 (some of them" in page.text
    assert "2 faults more are not listed here" in page.text
    assert {"records/table-0.jsonl", "records/table-1.jsonl"} <= set(page.links())
    for table in (0, 1):
        assert (page.path.parent / "records" / f"table-{table}.jsonl").exists()


def test_of_many_faults_the_first_are_told(tmp_path: Path) -> None:
    with by_hand(tmp_path / "cup.db", "ab", [(0, 1)], games=20) as store:
        slow = [Fault(1, 0, 0, "timeout", f"number {index}") for index in range(15)]
        ours = [Fault(None, None, None, "internal", "")] * 5
        for index, fault in enumerate(slow + ours):
            put(store, 0, game(index, index // 2, [0, 0], seating=index % 2, faults=[fault]))
        page = written(store, tmp_path)
    assert "b: 15 faults, the first 10 one by one" in page.text
    assert "number 9 " in page.text
    assert "number 10 " not in page.text
    assert "More games with such a fault, by table Table 0, games 10, 11, 12, 13, 14 " in page.text
    assert page.links().count("records/table-0.jsonl") == 10 + 1 + 5  # the first, the others, those of the referee
    assert "more are not listed" not in page.text
    assert "the referee: 5 faults" in page.text
    assert page.table("Faults by bot").rows[0][1:] == ["timeout", "forfeits"]


def test_sets_with_forfeits_can_be_left_out(hall: Store, tmp_path: Path) -> None:
    page = Page(report.write(hall, tmp_path, without_faults=True))
    assert "1 set in which somebody forfeited is left out" in page.text
    rows = standings(hall, without_faults=True).bots
    assert page.table("Standings").column("sets") == [str(row.sets) for row in rows]
    assert sorted(row.sets for row in rows) == [19, 19, 20]
    went = courses(hall, without_faults=True)
    assert [went[row.id].means[-1] for row in rows] == [pytest.approx(row.mean) for row in rows]
    assert sum(1 for _ in played_sets(hall, without_faults=True)) == 29


def test_games_of_tables_that_were_cut_short_are_told(tmp_path: Path) -> None:
    with by_hand(tmp_path / "cup.db", "abc", [(0, 1), (0, 2)]) as store:
        for index in range(4):
            put(store, 0, game(index, index // 2, [1, -1], seating=index % 2))
        put(store, 1, *(game(index, index // 2, [9, -9], seating=index % 2) for index in range(3)))
        store.set_aside(2, "it forfeited ten games running")
        page = written(store, tmp_path)
    assert "4 games in 2 whole sets count; 3 games at tables that were cut short, as a bot was set aside, do not" in (
        page.text
    )
    assert page.table("Standings").column("games") == ["4", "4", "0"]


# With next to nothing, and with much


def test_without_a_game_there_are_not_enough(tmp_path: Path) -> None:
    with by_hand(tmp_path / "cup.db", ("ann", "bob"), [(0, 1)]) as store:
        page = written(store, tmp_path)
    assert "No whole set has been played yet: not enough games for standings." in page.text
    assert page.table("Standings").column("stakes a game") == ["not enough games"] * 2
    assert page.text.count("ot enough games") >= 7
    assert not list(page.of("svg"))
    assert "for none has been played" in page.text


def test_after_one_game_there_are_not_enough(tmp_path: Path) -> None:
    with by_hand(tmp_path / "cup.db", ("ann", "bob"), [(0, 1)]) as store:
        put(store, 0, game(0, 0, [1, -1]))
        page = written(store, tmp_path)
    assert "1 game of sets that are not whole does not" in page.text
    assert "games played" in page.text


def test_after_one_set_there_is_no_interval(tmp_path: Path) -> None:
    with by_hand(tmp_path / "cup.db", ("ann", "bob"), [(0, 1)]) as store:
        put(store, 0, game(0, 0, [1, -1]), game(1, 0, [3, -3], seating=1))
        page = written(store, tmp_path)
    assert "ann leads with +2.000 stakes a game; for an interval there are not enough games" in page.text
    assert page.table("Standings").column("stakes a game") == ["+2.000 not enough games", "−2.000 not enough games"]
    assert page.table("Mean difference").rows[1][2] == "◇open: +4.00 not enough games"
    assert page.table("The same in numbers").column("95\xa0% interval") == ["not enough games"] * 2


def test_where_all_sets_ended_alike_there_is_no_interval(tmp_path: Path) -> None:
    """Two sets of +2 in both games: +2.000 ± 0.000 would be too sure."""
    with by_hand(tmp_path / "cup.db", ("ann", "bob"), [(0, 1)]) as store:
        put(store, 0, *(game(each, each // 2, [2, -2], seating=each % 2) for each in range(4)))
        page = written(store, tmp_path)
    assert "ann leads with +2.000 stakes a game; for an interval all its sets are too much alike." in page.text
    assert page.table("Standings").column("stakes a game") == ["+2.000 no spread", "−2.000 no spread"]
    assert page.table("Mean difference").rows[1][2] == "◇open: +4.00 no spread"
    assert page.table("Mean payoff a game after").column("all") == [
        "+2.000 no spread, 2 sets",
        "−2.000 no spread, 2 sets",
    ]
    assert "± 0" not in page.text


def test_bots_that_never_met_are_told_apart(tmp_path: Path) -> None:
    with by_hand(tmp_path / "cup.db", "abcd", [(0, 1), (2, 3)]) as store:
        for table in (0, 1):
            put(store, table, game(0, 0, [1, -1]), game(1, 0, [1, -1], seating=1))
        page = written(store, tmp_path)
    assert "These bots are of 2 groups that have not met" in page.text
    table = page.table("The same in numbers")
    assert table.column("group") == ["1", "1", "2", "2"]
    assert table.column("stronger") == ["not enough games", "have not met", "not enough games", "–"]
    assert page.table("Mean difference").column("2 c")[0] == "– have not met"


def test_where_deals_count_there_is_a_payoff_for_each(tmp_path: Path) -> None:
    with by_hand(tmp_path / "empty.db", "ab", [(0, 1)], game="poker", preset="house-one-draw") as store:
        page = written(store, tmp_path)
    assert page.table("Standings").column("chips a hand") == ["not enough games"] * 2
    with begun(tmp_path, "ann", "bob", game='"poker"', options="[tournament.options]\nhands = 3\n") as store:
        play(store)
        rows = standings(store).bots
        page = written(store, tmp_path)
    rates = [row.a_deal for row in rows]
    told = [f"{words.signed(rate.mean)} {words.half(rate.interval, 20)}" for rate in rates if rate is not None]
    assert page.table("Standings").column("chips a hand") == told
    assert len(told) == 2


def test_an_old_version_says_so(tmp_path: Path) -> None:
    with by_hand(tmp_path / "cup.db", "ab", [(0, 1)]) as store:
        store.replace(1, entered(2, "b", version="2"))
        page = written(store, tmp_path)
    # Their hashes begin alike, with twelve zeros: they are told apart by their numbers.
    assert page.table("Standings").column("bot") == ["a", "b (bot 1) old version", "b (bot 2)"]


def test_names_of_strangers_are_texts(tmp_path: Path) -> None:
    names = STRANGE + tuple(f"bot {number}" for number in range(20 - len(STRANGE)))
    tables = list(combinations(range(20), 2))
    with by_hand(tmp_path / "cup.db", names, tables, games=2, name=STRANGE[1], cup="# " + STRANGE[0]) as store:
        for table in range(len(tables)):
            faults = [Fault(0, 0, 0, "illegal", name) for name in STRANGE] if table == 0 else []
            pair = [game(number, 0, [1, -1], seating=number, faults=faults) for number in (0, 1)]
            put(store, table, *pair)
        store.set_aside(1, STRANGE[0])
        page = written(store, tmp_path)
    names_shown = " ".join(page.table("Standings").column("bot"))
    for name in STRANGE:
        assert words.short(plain(name)) in names_shown
        assert plain(name) in page.text  # in full among the settings
    assert len(page.table("Mean difference").rows) == 21
    assert "\u202e" not in page.source
    assert "\u0007" not in page.source


# The file


def test_the_same_store_gives_the_same_bytes(hall: Store, page: Page) -> None:
    again = report.write(hall, page.path.parent)
    assert again.read_text("utf-8") == page.source
    assert sorted(path.name for path in again.parent.iterdir()) == ["index.html", "records"]


def test_nothing_is_written_to_the_store(hall: Store, tmp_path: Path) -> None:
    with Store.opened(hall.path, write=False) as reader:
        before = reader.rows("SELECT * FROM result")
        report.write(reader, tmp_path)
        assert reader.rows("SELECT * FROM result") == before
        assert reader.rows("SELECT * FROM temp.sqlite_schema") == []


@pytest.mark.parametrize("library", ["jinja2", "matplotlib"])
def test_a_library_that_is_not_there_is_one_line(
    hall: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, library: str
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    line = refused(UsageError, lambda: report.write(hall, tmp_path / "report"))
    assert line == f"a report needs {library}: pip install 'fajer[tournament]' brings it"
    assert not (tmp_path / "report").exists()


def test_a_folder_that_cannot_be_made_is_one_line(hall: Store, tmp_path: Path) -> None:
    (tmp_path / "report").write_text("")
    line = refused(RecordError, lambda: report.write(hall, tmp_path / "report"))
    assert line == f"{tmp_path / 'report'} cannot be written: File exists"


def refused(kind: type[FajerError], does: Callable[[], object]) -> str:
    with pytest.raises(kind) as told:
        does()
    assert "\n" not in str(told.value)
    return str(told.value)


def test_only_texts_come_on_the_page() -> None:
    with pytest.raises(TypeError, match="no text for a page"):
        report._shown(float("nan"))
    with pytest.raises(TypeError, match="no text for a page"):
        report._shown(None)


def test_the_words_are_as_their_examples() -> None:
    assert doctest.testmod(words).failed == 0


def test_a_plot_is_an_image_with_a_label() -> None:
    bars = [plots.Bar("<b> $x$", 1500, None, None), plots.Bar("y", 1400.5, 1300, 1500)]
    for width in (plots.WIDE, plots.NARROW):
        drawn = plots.strengths(bars, width, 'a "label"')
        assert drawn.startswith(f'<svg viewBox="0 0 {width} ')
        assert 'role="img" aria-label="a &quot;label&quot;">' in drawn
        assert "&lt;b&gt; $x$" in drawn
        assert "var(--accent)" in drawn
        assert drawn == plots.strengths(bars, width, 'a "label"')


def test_thinking_is_told_by_bot(tmp_path: Path) -> None:
    with begun(tmp_path, "ann", "bob", games=2) as store:
        play(store)
        rows = standings(store).bots
        page = written(store, tmp_path)
    (table,) = [table for table in page.tables if "half within" in table.rows[0]]
    assert table.column("longest") == [words.duration(row.thinking.longest_us) for row in rows]
    assert [msgspec.structs.astuple(row.thinking) for row in rows] == [
        tuple(int(str(cell["data-value"])) for cell in cells[1:4]) for cells in table.attributes[1:]
    ]
