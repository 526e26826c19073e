"""From the file to the tables, a tournament that goes on, bots that come later and bots that changed."""

import hashlib
import sys
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pytest
from tournament.cups import BOTS, begun, bot, cup, digests, entered, play, resumed, text

from fajer.errors import FajerError, MatchStopped, StoreError, UsageError
from fajer.match.plan import Plan
from fajer.records.files import opened
from fajer.records.record import Limits
from fajer.tournament import later, paths, plan
from fajer.tournament.cup import one_bot, read
from fajer.tournament.store import Store


def names(store: Store) -> list[tuple[str, ...]]:
    """Who sits at each table."""
    return [tuple(bot.name for bot in store.table(number).match.bots) for number in store.numbers()]


def refused(does: Callable[[], object], kind: type[FajerError], line: str) -> None:
    with pytest.raises(kind, match=line) as told:
        does()
    assert "\n" not in str(told.value)


def unchanged(path: Path, does: Callable[[], object], kind: type[FajerError], line: str) -> None:
    """Refused, and the store is as it was."""
    with Store.opened(path, write=False) as store:
        before = [store.rows(f"SELECT * FROM {table}") for table in ("tournament", "bot", "tables", "seat_at")]
    refused(does, kind, line)
    with Store.opened(path, write=False) as store:
        after = [store.rows(f"SELECT * FROM {table}") for table in ("tournament", "bot", "tables", "seat_at")]
    assert after == before


# The plan


def test_a_table_is_a_match_of_its_own_seed(tmp_path: Path) -> None:
    with begun(tmp_path, games=5) as store:
        assert names(store) == [("ann", "bob"), ("ann", "cid"), ("bob", "cid")]
        for number in store.numbers():
            match = store.table(number).match
            assert match.seed == hashlib.sha256(f"fajer-table/1:cup:{number}".encode()).hexdigest()
            assert match.id == match.identified().id
            assert (match.games, match.block, match.limits) == (6, 25, Limits())
            assert match.rules["deals"] == 2
        assert [bot.spec for bot in store.table(0).match.bots] == ["py:bots.py:First"] * 2


def test_a_seed_that_is_left_out_is_drawn(tmp_path: Path) -> None:
    with begun(tmp_path, seed=None) as store:
        assert len(store.setting.seed) == 64
    with resumed(tmp_path):
        pass


def test_a_bot_has_one_name(tmp_path: Path) -> None:
    """One that names itself may do so like another: it is numbered then."""
    (tmp_path / "bots.py").write_text(BOTS, "utf-8")
    nameless = '[[bots]]\nbot = "greedy"\n'
    (tmp_path / "cup.toml").write_text(text("greedy", "ann") + nameless, "utf-8")
    with plan.begin(read(tmp_path / "cup.toml"), tmp_path / "cup.db", print) as store:
        assert [bot.name for bot in store.bots()] == ["greedy", "ann", "greedy#2"]
        assert [bot.given for bot in store.bots()] == ["greedy", "ann", None]


def test_paths_are_relative_to_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "cups"
    home.mkdir()
    program = home / "mybot"
    program.write_text(
        f"#!{sys.executable}\nfrom fajer.baselines.first import First\nfrom fajer.bot import run\n", "utf-8"
    )
    program.chmod(0o755)
    (home / "bots.py").write_text(BOTS, "utf-8")
    monkeypatch.chdir(tmp_path)
    (home / "cup.toml").write_text(text("ann") + bot("prog", "mybot") + bot("words", "cmd:./mybot"), "utf-8")
    remarks: list[str] = []
    refused(
        lambda: plan.begin(read(Path("cups/cup.toml")), Path("cups/cup.db"), remarks.append),
        MatchStopped,
        "there is nobody to play: a table has 2 seats, and prog: no hello: .*; words: no hello: ",
    )
    assert remarks == []
    program.write_text(program.read_text() + "from fajer.bot import Bot\nrun(First())\n", "utf-8")
    with plan.begin(read(Path("cups/cup.toml")), Path("cups/cup.db"), print) as store:
        assert [entrant.spec for entrant in store.bots()] == ["py:bots.py:First", "mybot", "cmd:./mybot"]
        jobs = plan.jobs(store, print)
        assert jobs[0].job.entries[1].argv == (str(program),)
        assert jobs[1].job.entries[1].cwd == str(home)


def test_a_bot_that_says_no_hello_is_set_aside(tmp_path: Path) -> None:
    (tmp_path / "bots.py").write_text(BOTS, "utf-8")
    (tmp_path / "cup.toml").write_text(text() + bot("mute", "cmd:false"), "utf-8")
    remarks: list[str] = []
    with plan.begin(read(tmp_path / "cup.toml"), tmp_path / "cup.db", remarks.append) as store:
        assert len(store.numbers()) == 3
        assert [bot.set_aside is None for bot in store.bots()] == [True, True, True, False]
        assert store.bots()[3].encoding is None
    assert len(remarks) == 1
    assert remarks[0] == (
        "mute is set aside: no hello: ended with exit status 1; to take it in again: "
        f"fajer tournament add {tmp_path / 'cup.db'} cmd:false --name mute"
    )
    with resumed(tmp_path) as store:
        assert len(store.jobs()) == 3


def test_a_gauntlet_needs_its_first(tmp_path: Path) -> None:
    (tmp_path / "bots.py").write_text(BOTS, "utf-8")
    settings = text(format='"gauntlet"')
    (tmp_path / "cup.toml").write_text(settings.replace("py:bots.py:First", "cmd:false", 1), "utf-8")
    refused(
        lambda: plan.begin(read(tmp_path / "cup.toml"), tmp_path / "cup.db", print),
        MatchStopped,
        "there is nobody to play: .*ann",
    )
    assert not (tmp_path / "cup.db").exists()


def test_a_bot_that_is_not_there(tmp_path: Path) -> None:
    made = cup(tmp_path)
    (tmp_path / "cup.toml").write_text(text() + bot("gone", "bots/gone"), "utf-8")
    refused(
        lambda: plan.begin(read(tmp_path / "cup.toml"), tmp_path / "cup.db", print),
        UsageError,
        "there is no bot 'bots/gone'",
    )
    assert made.path.parent == tmp_path
    assert not (tmp_path / "cup.db").exists()


def test_rounds_of_a_ladder_are_laid_as_they_come(tmp_path: Path) -> None:
    pytest.importorskip("openskill")
    with begun(tmp_path, format='"ladder"', rounds=2) as store:
        assert plan.jobs(store, print) == []
        plan.lay(store, [(0, 1)], 0)
        plan.lay(store, [(1, 2)], 1)
        assert [store.table(number).round for number in store.numbers()] == [0, 1]
        assert names(store) == [("ann", "bob"), ("bob", "cid")]
        assert play(store) == 8


# Going on


def test_a_tournament_goes_on_to_the_same_end(tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    whole.mkdir()
    cut.mkdir()
    with begun(whole) as store:
        assert play(store) == 12
        expected = digests(store)
    with begun(cut) as store:
        assert play(store, 3) == 3
    with resumed(cut) as store:
        assert play(store, 2) == 2
    with resumed(cut) as store:
        assert [job.number for job in plan.jobs(store, print)] == [1, 2]
        assert play(store) == 7
        assert digests(store) == expected
        assert plan.jobs(store, print) == []


@pytest.mark.parametrize(
    ("settings", "line"),
    [
        ({"games": 6}, r"cup\.db holds another tournament: games is 4 there and 6 in"),
        ({"seed": '"other"'}, 'seed is "cup" there and "other" in'),
        ({"format": '"gauntlet"'}, 'format is "round-robin" there and "gauntlet" in'),
        ({"name": '"b cup"'}, 'name is "a cup" there and "b cup" in'),
        ({"extra": "[tournament.limits]\nmove_time = 2\n"}, "limits move_time is 1 there and 2 in"),
        ({"preset": '"three-stakes"'}, 'option opener is "dealer" there and "next" in'),
        ({"seating": '"all"', "seats": 3}, "seats is 2 there and 3 in"),
    ],
    ids=str,
)
def test_another_tournament(tmp_path: Path, settings: dict, line: str) -> None:
    begun(tmp_path).close()
    cup(tmp_path, **settings)
    remedy = r".*cup\.toml; give the file another name to play it as a tournament of its own$"
    unchanged(tmp_path / "cup.db", lambda: resumed(tmp_path), StoreError, line + remedy)


def test_another_version_of_fajer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun(tmp_path).close()
    monkeypatch.setattr("fajer.__version__", "9.9")
    for does in (lambda: resumed(tmp_path), lambda: add(tmp_path, "greedy")):
        unchanged(
            tmp_path / "cup.db", does, StoreError, r"cup\.db was begun with fajer .*, and this is 9\.9: it can be"
        )


def test_other_bots(tmp_path: Path) -> None:
    begun(tmp_path).close()
    cup(tmp_path, "ann", "bob")
    unchanged(
        tmp_path / "cup.db",
        lambda: resumed(tmp_path),
        StoreError,
        'holds another tournament: bot "py:bots.py:First" named "cid" is not in .*cup.toml; give the file another name',
    )
    cup(tmp_path, "ann", "bob", "cid", "dot")
    unchanged(
        tmp_path / "cup.db",
        lambda: resumed(tmp_path),
        StoreError,
        r'cup\.db has no bot "py:bots.py:First" named "dot", which is in .*: fajer tournament add puts it in',
    )


def test_another_gauntlet(tmp_path: Path) -> None:
    """The same bots, but it is another one whom all the others meet."""
    begun(tmp_path, format='"gauntlet"').close()
    cup(tmp_path, "ann", "cid", "bob", format='"gauntlet"')
    resumed(tmp_path).close()
    cup(tmp_path, "bob", "ann", "cid", format='"gauntlet"')
    unchanged(
        tmp_path / "cup.db",
        lambda: resumed(tmp_path),
        StoreError,
        'cup.db holds another tournament: its gauntlet is that of bot "py:bots.py:First" named "ann", '
        'and .*cup.toml begins with bot "py:bots.py:First" named "bob"; give the file another name',
    )


def test_a_seed_may_be_left_out_again(tmp_path: Path) -> None:
    begun(tmp_path).close()
    cup(tmp_path, seed=None)
    with resumed(tmp_path) as store:
        assert store.setting.seed == "cup"


# Bots that have changed


def test_a_bot_that_changed_is_a_new_version(tmp_path: Path) -> None:
    (tmp_path / "other.py").write_text(BOTS, "utf-8")
    (tmp_path / "bots.py").write_text(BOTS, "utf-8")
    (tmp_path / "cup.toml").write_text(text("ann", "bob") + bot("eve", "py:other.py:First"), "utf-8")
    with plan.begin(read(tmp_path / "cup.toml"), tmp_path / "cup.db", print) as store:
        assert play(store, 6) == 6  # all of ann and bob, half of ann and eve
        before = digests(store)
    (tmp_path / "other.py").write_text(BOTS + "# better\n", "utf-8")
    remarks: list[str] = []
    with resumed(tmp_path, remarks.append) as store:
        old, new = store.bots()[2:]
        assert (old.name, new.name, old.replaced_by, new.replaced_by) == ("eve", "eve", 3, None)
        assert old.sha256 != new.sha256
        assert names(store)[3:] == [("ann", "eve"), ("bob", "eve")]
        assert [job.number for job in store.jobs()] == [3, 4]
        assert store.table(3).bots == (0, 3)
        assert play(store) == 8
        assert [one for one in digests(store) if one[0] < 3] == before
    assert len(remarks) == 1
    assert remarks[0].startswith("py:other.py:First has changed: eve is a new version (")
    with resumed(tmp_path, remarks.append) as store:
        assert store.jobs() == []
    assert len(remarks) == 1


def test_of_a_command_line_its_hello_tells(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    body = "from fajer.baselines.first import First\nfrom fajer.bot import run\nFirst.version = {}\nrun(First())\n"
    script.write_text(body.format("'1'"), "utf-8")
    (tmp_path / "bots.py").write_text(BOTS, "utf-8")
    (tmp_path / "cup.toml").write_text(text("ann") + bot("eve", f"cmd:{sys.executable} script.py"), "utf-8")
    plan.begin(read(tmp_path / "cup.toml"), tmp_path / "cup.db", print).close()
    with resumed(tmp_path) as store:
        assert [bot.version for bot in store.bots()] == [None, "1"]
    script.write_text(body.format("'2'"), "utf-8")
    with resumed(tmp_path) as store:
        assert [bot.version for bot in store.bots()] == [None, "1", "2"]
        assert [job.number for job in store.jobs()] == [1]


def test_a_command_line_that_says_no_hello_is_no_other_version(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    body = "from fajer.baselines.first import First\nfrom fajer.bot import run\nrun(First())\n"
    script.write_text(body, "utf-8")
    (tmp_path / "bots.py").write_text(BOTS, "utf-8")
    (tmp_path / "cup.toml").write_text(text("ann") + bot("eve", f"cmd:{sys.executable} script.py"), "utf-8")
    plan.begin(read(tmp_path / "cup.toml"), tmp_path / "cup.db", print).close()
    script.write_text("", "utf-8")
    (tmp_path / "bots.py").write_text(BOTS + "# better\n", "utf-8")  # another one has changed, which has to wait
    line = "^eve cannot play on now: no hello: ended with exit status 0; nothing was changed$"
    for does in (lambda: resumed(tmp_path), lambda: add(tmp_path, "greedy")):
        unchanged(tmp_path / "cup.db", does, MatchStopped, line)
    script.write_text(body, "utf-8")
    with resumed(tmp_path) as store:
        assert [bot.replaced_by for bot in store.bots()] == [2, None, None]


@pytest.mark.parametrize(
    ("toml", "line"),
    [
        ('command = "false"', "^eve cannot play on now: no hello: .*; nothing was changed$"),
        ('command = "x"\nbuild = "false"', "^eve cannot play on now: eve cannot be built: .*; nothing was changed$"),
        ("", "^eve cannot play on now: .*bot.toml does not say how .*; nothing was changed$"),
    ],
)
def test_a_new_version_that_does_not_even_begin_is_none(tmp_path: Path, toml: str, line: str) -> None:
    """Nor does one of a bot that is set aside: it stays what it is, and the others play on."""
    (tmp_path / "bots.py").write_text(BOTS, "utf-8")
    (tmp_path / "eve").mkdir()
    (tmp_path / "eve" / "bot.toml").write_text('command = "python3 -m fajer.baselines first"\n', "utf-8")
    (tmp_path / "cup.toml").write_text(text("ann", "bob") + bot("eve", "eve"), "utf-8")
    plan.begin(read(tmp_path / "cup.toml"), tmp_path / "cup.db", print).close()
    (tmp_path / "eve" / "bot.toml").write_text(toml, "utf-8")
    for does in (
        lambda: resumed(tmp_path),
        lambda: later.add(tmp_path / "cup.db", [one_bot({"bot": "greedy"}, "BOT")], print),
    ):
        unchanged(tmp_path / "cup.db", does, MatchStopped, line)
    with Store.opened(tmp_path / "cup.db", write=True) as store:
        store.set_aside(2, "it forfeited ten games running")
    with resumed(tmp_path) as store:
        assert [bot.replaced_by for bot in store.bots()] == [None] * 3
        assert [job.number for job in store.jobs()] == [0]


@pytest.mark.parametrize("changed", [2, 3, 4])
def test_bots_that_change_at_once_meet_in_their_newest_versions(tmp_path: Path, changed: int) -> None:
    """Ann, bob, cid and dot at six tables of two, each at three; some of them change."""
    (tmp_path / "bots.py").write_text(BOTS, "utf-8")
    (tmp_path / "other.py").write_text(BOTS, "utf-8")
    head = text(format='"balanced"', tables=6).partition("[[bots]]")[0]
    files = ["other" if number < changed else "bots" for number in range(4)]
    bots = [bot(name, f"py:{file}.py:First") for name, file in zip(("ann", "bob", "cid", "dot"), files, strict=True)]
    (tmp_path / "cup.toml").write_text(head + "".join(bots), "utf-8")
    plan.begin(read(tmp_path / "cup.toml"), tmp_path / "cup.db", print).close()
    (tmp_path / "other.py").write_text(BOTS + "# better\n", "utf-8")
    with resumed(tmp_path) as store:
        entered = store.bots()
        assert [bot.replaced_by for bot in entered[:4]] == [*range(4, 4 + changed), *[None] * (4 - changed)]
        assert [bot.name for bot in entered[4:]] == ["ann", "bob", "cid", "dot"][:changed]
        new = [store.table(number).bots for number in store.numbers()][6:]
        newest = [*range(changed, 4), *range(4, 4 + changed)]
        assert sorted(new) == [pair for pair in combinations(newest, 2) if max(pair) >= 4]
        left = [store.table(number).bots for number in range(6) if min(store.table(number).bots) >= changed]
        assert len(store.jobs()) == len(new) + len(left)


# Bots that come later


def add(folder: Path, *texts: str, remark: Callable[[str], None] = print) -> Store:
    return later.add(folder / "cup.db", [one_bot({"bot": text}, "BOT") for text in texts], remark)


def test_a_bot_that_comes_later_brings_only_its_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with begun(tmp_path) as store:
        play(store)
        before = digests(store)
    monkeypatch.chdir(tmp_path.parent)
    (tmp_path / "mine.py").write_text(BOTS, "utf-8")
    (tmp_path / "cup.toml").chmod(0o444)
    mine = f"py:{tmp_path.name}/mine.py"
    with add(tmp_path, f"dot={mine}:First", f"{mine}:Last") as store:
        assert names(store)[3:6] == [("ann", "dot"), ("bob", "dot"), ("cid", "dot")]
        assert [(bot.spec, bot.given) for bot in store.bots()[3:]] == [
            ("py:mine.py:First", "dot"),
            ("py:mine.py:Last", None),
        ]
        assert store.table(9).bots == (3, 4)
        assert play(store) == 28
        assert [one for one in digests(store) if one[0] < 3] == before
    with resumed(tmp_path) as store:  # the file does not name it, and need not
        assert store.jobs() == []
    content = (tmp_path / "cup.toml").read_text("utf-8")
    (tmp_path / "cup.toml").unlink()
    (tmp_path / "cup.toml").write_text(content + bot("dot", "py:mine.py:First"), "utf-8")
    with resumed(tmp_path) as store:
        assert len(store.bots()) == 5


def test_a_path_is_kept_as_seen_from_the_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun(tmp_path).close()
    (tmp_path / "greedy").mkdir()
    (tmp_path / "x=y").mkdir()
    for name in ("greedy", "x=y"):
        (tmp_path / name / "bot.toml").write_text(
            'name = "me"\ncommand = "python3 -m fajer.baselines first"\n', "utf-8"
        )
    monkeypatch.chdir(tmp_path / "greedy")
    with add(tmp_path, "../greedy", "../x=y", f"abs={tmp_path}/greedy") as store:
        assert [bot.spec for bot in store.bots()[3:]] == ["./greedy", "./x=y", f"{tmp_path}/greedy"]
        assert [bot.name for bot in store.bots()[3:]] == ["me", "me#2", "abs"]
    with resumed(tmp_path) as store:
        assert len(store.bots()) == 6


def test_a_bot_of_another_game(tmp_path: Path) -> None:
    """`counting` is no poker player."""
    settings = {"game": '"poker"', "options": "[tournament.options]\nhands = 5\n"}
    begun(tmp_path, **settings).close()
    line = "the bot counting cannot play poker, only fajer"
    unchanged(tmp_path / "cup.db", lambda: add(tmp_path, "counting"), UsageError, line)
    (tmp_path / "cup.db").unlink()
    (tmp_path / "cup.toml").write_text(text(**settings) + bot("dot", "counting"), "utf-8")
    refused(lambda: plan.begin(read(tmp_path / "cup.toml"), tmp_path / "cup.db", print), UsageError, line)


def test_a_bot_that_plays_already(tmp_path: Path) -> None:
    (tmp_path / "bots.py").write_text(BOTS, "utf-8")
    (tmp_path / "cup.toml").write_text(text("ann") + '[[bots]]\nbot = "greedy"\n', "utf-8")
    plan.begin(read(tmp_path / "cup.toml"), tmp_path / "cup.db", print).close()
    path = tmp_path / "cup.db"
    unchanged(path, lambda: add(tmp_path, "greedy"), UsageError, "greedy plays already, as greedy: a second one needs")
    unchanged(path, lambda: add(tmp_path, "ann=first"), UsageError, "there is a bot of the name 'ann' already")
    unchanged(path, lambda: add(tmp_path, "first", "gone"), UsageError, "there is no bot 'gone'")
    with add(tmp_path, "again=greedy") as store:
        assert len(store.numbers()) == 3


def test_a_bot_that_was_set_aside_comes_again(tmp_path: Path) -> None:
    (tmp_path / "bots.py").write_text(BOTS, "utf-8")
    (tmp_path / "cup.toml").write_text(text("ann", "bob") + '[[bots]]\nbot = "greedy"\n', "utf-8")
    with plan.begin(read(tmp_path / "cup.toml"), tmp_path / "cup.db", print) as store:
        store.set_aside(2, "it forfeited ten games running")
        assert [job.number for job in store.jobs()] == [0]
    with resumed(tmp_path) as store:
        assert [job.number for job in store.jobs()] == [0]
    with add(tmp_path, "greedy") as store:
        assert [job.number for job in store.jobs()] == [0, 3, 4]
        assert [bot.replaced_by for bot in store.bots()] == [None, None, 3, None]


@pytest.mark.parametrize(
    ("spec", "given", "words"),
    [
        ("greedy", None, "greedy"),
        ("./my bot", "eve", "'../cups/my bot' --name eve"),
        ("./x=y", None, "../cups/x=y"),
        ("py:a/../b.py:First", None, "py:../cups/b.py:First"),
        ("cmd:./bot 'a b'", "it's", """'cmd:./bot '"'"'a b'"'"'' --name 'it'"'"'s'"""),
        ("/bots/eve", None, "/bots/eve"),
    ],
)
def test_what_one_types_to_take_a_bot_in_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spec: str, given: str | None, words: str
) -> None:
    """Seen from a folder beside that of the store, and back."""
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    eve = entered(0, "eve", spec=spec, given=given)
    assert paths.command_to_add(eve, Path("../cups/cup.db")) == f"fajer tournament add ../cups/cup.db {words}"
    there = one_bot({"bot": paths.written(spec, Path("../cups"))}, "BOT").bot
    assert paths.is_same(paths.kept(there, Path("../cups")), spec, Path("../cups"))


def test_of_a_silent_bot_the_last_line_is_told(tmp_path: Path) -> None:
    (tmp_path / "bots.py").write_text(BOTS, "utf-8")
    (tmp_path / "mute.sh").write_text("#!/bin/sh\necho one >&2\necho two >&2\nexit 3\n", "utf-8")
    (tmp_path / "mute.sh").chmod(0o755)
    (tmp_path / "cup.toml").write_text(text() + bot("mute", "mute.sh"), "utf-8")
    with plan.begin(read(tmp_path / "cup.toml"), tmp_path / "cup.db", print) as store:
        assert store.bots()[3].set_aside == "no hello: ended with exit status 3; its stderr ends: two"


def test_a_new_bot_that_says_no_hello_does_not_come_in(tmp_path: Path) -> None:
    begun(tmp_path).close()
    line = "^dot cannot come in: no hello: .*; nothing was changed$"
    unchanged(tmp_path / "cup.db", lambda: add(tmp_path, "dot=cmd:false"), MatchStopped, line)


def test_as_many_tables_as_each_had_in_a_balanced_tournament(tmp_path: Path) -> None:
    """Four bots at six tables of two sit three times each."""
    with begun(tmp_path, "ann", "bob", "cid", "dot", format='"balanced"', tables=6) as store:
        assert sorted(names(store)) == list(combinations(("ann", "bob", "cid", "dot"), 2))
    with add(tmp_path, "new=first") as store:
        new = names(store)[6:]
        assert len(new) == 3
        assert len({pair[0] for pair in new}) == 3
        assert {pair[1] for pair in new} == {"new"}


def test_a_table_can_be_played_by_a_plan_of_a_match(tmp_path: Path) -> None:
    """The units of a table are those of its match alone."""
    with begun(tmp_path, games=10, block=2) as store:
        play(store)
        (tmp_path / "table.jsonl").write_bytes(b"".join(store.records(1)))
        found = opened(tmp_path / "table.jsonl")
        sittings = [sitting for unit in Plan(found.match).units() for sitting in Plan(found.match).sittings(unit)]
        assert [(game.index, game.seed, game.seats) for game in found.games()] == [
            (sitting.index, sitting.seed, sitting.seats) for sitting in sittings
        ]
