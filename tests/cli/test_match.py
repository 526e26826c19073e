"""`fajer match`: what a person asks for is what is played, kept and shown."""

import json
from pathlib import Path

import pytest
from cli.running import done, fajer, lines, refused, same_every_time


def test_a_match_is_kept_scored_and_verified(tmp_path: Path) -> None:
    file = tmp_path / "m.jsonl"
    ran = fajer("match", "greedy", "first", "--games", "6", "--seed", "demo", "-o", file)
    assert ran.returncode == 0
    head, *games, end = lines(file)
    assert head["seed"] == "demo"
    assert [bot["name"] for bot in head["bots"]] == ["greedy", "first"]
    assert [game["index"] for game in games] == list(range(6))
    assert (end["type"], end["games"]) == ("end", 6)
    assert "6 games, 3 whole sets" in ran.stdout
    assert done("score", file) == ran.stdout
    assert "every one as seed and rules make it" in done("replay", file, "--verify")


def test_the_same_seed_gives_the_same_file_with_any_number_of_jobs(tmp_path: Path) -> None:
    for name, jobs in (("one", "1"), ("two", "2"), ("three", "3")):
        done("match", "greedy", "random", "--games", "40", "--block", "4", "--seed", "s", "--jobs", jobs,
             "-o", tmp_path / name)  # fmt: skip
    first = same_every_time(tmp_path / "one")
    assert same_every_time(tmp_path / "two") == first
    assert same_every_time(tmp_path / "three") == first
    assert not (tmp_path / "two.part").exists()


def test_games_are_rounded_up_to_whole_sets_and_it_is_said() -> None:
    ran = fajer("match", "greedy", "first", "first", "--games", "4", "--seed", "s")
    assert "4 games are 6 in whole sets" in ran.stderr
    assert "6 games, 2 whole sets" in ran.stdout
    ran = fajer("match", "greedy", "first", "--games", "1", "--seed", "s")
    assert "1 game is 2 in whole sets" in ran.stderr
    assert "2 games, 1 whole set;" in ran.stdout


def test_without_seed_one_of_256_bits_is_drawn_and_said(tmp_path: Path) -> None:
    ran = fajer("match", "first", "first", "--games", "2", "-o", tmp_path / "m")
    seed = lines(tmp_path / "m")[0]["seed"]
    assert len(seed) == 64
    assert f"seed: {seed}" in ran.stderr


def test_without_a_file_the_games_are_not_kept_and_it_is_said() -> None:
    assert "not kept" in fajer("match", "first", "first", "--games", "2").stderr


def test_json_is_the_table() -> None:
    table = json.loads(done("match", "greedy", "first", "--games", "4", "--seed", "s", "--json"))
    assert {bot["name"] for bot in table["bots"]} == {"greedy", "first"}
    assert sum(bot["mean"] for bot in table["bots"]) == 0


def test_names_are_given_and_repeated_ones_numbered(tmp_path: Path) -> None:
    done("match", "me=greedy", "first", "first", "--games", "3", "-o", tmp_path / "m")
    assert [bot["name"] for bot in lines(tmp_path / "m")[0]["bots"]] == ["me", "first", "first#2"]


def test_single_options_change_on_top_of_a_preset(tmp_path: Path) -> None:
    done("match", "first", "first", "-n", "2", "--preset", "three-stakes", "--set", "stakes=1", "--set",
         "round_limit=none", "-o", tmp_path / "m")  # fmt: skip
    head = lines(tmp_path / "m")[0]
    assert head["preset"] == "three-stakes"
    assert (head["rules"]["stakes"], head["rules"]["round_limit"], head["rules"]["opener"]) == (1, None, "next")


@pytest.mark.parametrize(("seating", "games"), [("rotate", 3), ("all", 6), ("fixed", 1)])
def test_a_set_is_played_in_its_seatings(tmp_path: Path, seating: str, games: int) -> None:
    done("match", "a=first", "b=first", "c=first", "-n", "1", "--seating", seating, "--seed", "s", "-o", tmp_path / "m")
    _, *played, _ = lines(tmp_path / "m")
    assert len(played) == games
    assert len({game["seed"] for game in played}) == 1
    assert len({tuple(game["seats"]) for game in played}) == games


def test_a_python_class_plays_in_the_referees_own_process(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "from fajer.bot import Bot\nclass Mine(Bot):\n    def act(self, view, legal):\n"
        "        self.note = f'hand {view.worth}'\n        return legal[-1]\n"
    )
    done("match", f"py:{tmp_path / 'mine.py'}:Mine", "first", "-n", "2", "--seed", "s", "-o", tmp_path / "m")
    head, game, *_ = lines(tmp_path / "m")
    assert head["bots"][0]["name"] == "Mine"
    assert game["notes"][0][2].startswith("hand ")


def test_strict_exits_with_3_when_a_bot_failed(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text(
        "from fajer.bot import Bot\nclass Bad(Bot):\n    def act(self, view, legal):\n        return 'fold'\n"
    )
    bot = f"py:{tmp_path / 'bad.py'}:Bad"
    ran = fajer("match", bot, "first", "-n", "2", "--strict")
    assert ran.returncode == 3
    assert "Bad, game 0, deal 0, action" in ran.stderr
    assert "'fold' is no action" in ran.stderr
    assert fajer("match", bot, "first", "-n", "2").returncode == 0


def test_a_match_is_resumed_with_nothing_but_its_file(tmp_path: Path) -> None:
    file = tmp_path / "m"
    done("match", "greedy", "random", "-n", "12", "--block", "2", "--seed", "s", "-o", file)
    whole = same_every_time(file)
    content = file.read_bytes()
    for cut in (len(content) - 1, len(content) // 2, content.index(b"\n") + 1):
        file.write_bytes(content[:cut])
        done("match", "-o", file, "--resume")
        assert same_every_time(file) == whole


def test_a_finished_match_can_be_resumed_and_stays_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "m"
    first = done("match", "greedy", "first", "-n", "4", "--seed", "s", "-o", file)
    before = file.read_bytes()
    assert done("match", "-o", file, "--resume") == first
    assert file.read_bytes() == before


def test_resuming_with_something_else_says_what_is_different(tmp_path: Path) -> None:
    file = tmp_path / "m"
    done("match", "greedy", "first", "-n", "4", "--seed", "s", "-o", file)
    before = file.read_bytes()
    assert "games is 4 there and 6 here" in refused("match", "-o", file, "--resume", "-n", "6", code=1)
    assert 'seed is "s" there and "t" here' in refused("match", "-o", file, "--resume", "--seed", "t", code=1)
    assert "rules stakes is 3 there and 1 here" in refused("match", "-o", file, "--resume", "--set", "stakes=1", code=1)
    assert "of bot 1" in refused("match", "greedy", "random", "-o", file, "--resume", code=1)
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["greedy"], "2 to 9 players, not 1"),
        ([], "which bots?"),
        (["first"] * 10, "2 to 9 players, not 10"),
        (["greedy", "nobody"], "there is no bot 'nobody'"),
        (["greedy", "cmd:"], "cmd: needs a command line"),
        (["greedy", "cmd:'"], "no command line"),
        (["greedy", "py:nothing"], "py:FILE:CLASS"),
        (["greedy", "py:nothing.py:Bot"], "there is no file 'nothing.py'"),
        (["greedy", "first", "--preset", "french"], "it has german, three-stakes"),
        (["greedy", "first", "--set", "stakes"], "NAME=VALUE"),
        (["greedy", "first", "--set", "stake=1"], "has no option 'stake'"),
        (["greedy", "first", "--set", "stakes=-1"], "it can be a whole number from 0 to 1,000"),
        (["greedy", "first", "--set", "opener=me"], "it can be dealer or next"),
        (["greedy", "first", "--set", "round_cap=" + "9" * 5000], "a whole number from 1 to 1,000,000,000"),
        (["greedy", "first", "--games", "0"], "--games"),
        (["greedy", "first", "--games", "many"], "--games"),
        (["greedy", "first", "--jobs", "0"], "--jobs"),
        (["greedy", "first", "--move-time", "-1"], "--move-time"),
        (["greedy", "first", "--move-time", "inf"], "--move-time"),
        (["greedy", "first", "--move-time", "1e300"], "--move-time"),
        (["greedy", "first", "--move-time", "86400.1"], "--move-time"),
        (["greedy", "first", "--start-time", "nan"], "no number of seconds"),
        (["greedy", "first", "--margin", "nan"], "no number of seconds"),
        (["greedy", "first", "--bank", "inf"], "--bank"),
        (["greedy", "first", "--resume"], "-o FILE"),
        (["first"] * 6 + ["--seating", "all"], "up to 5 seats"),
        (["greedy", "first", "--wrong"], "--wrong"),
        (["bad\x1bname=greedy", "first"], "printable"),
    ],
)
def test_wrong_usage_gets_one_line_and_exit_2(words: list[str], says: str) -> None:
    assert says in refused("match", *words, code=2)


def test_a_file_in_the_way_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "m"
    file.write_text("mine")
    assert "exists" in refused("match", "greedy", "first", "-o", file, code=2)
    assert file.read_text() == "mine"


def test_a_file_that_cannot_be_written_is_said_before_any_game(tmp_path: Path) -> None:
    assert "cannot be written" in refused("match", "greedy", "first", "-o", tmp_path / "no" / "m", code=1)


def test_a_bot_without_hello_ends_it_before_the_first_game(tmp_path: Path) -> None:
    said = refused("match", "greedy", "cmd:true", "-o", tmp_path / "m", code=1)
    assert "no proper hello: ended with exit status 0" in said
    assert not (tmp_path / "m").exists()


def test_a_file_that_is_not_executable_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("print()")
    assert "chmod +x" in refused("match", "greedy", tmp_path / "bot.py", code=2)


def test_a_folder_needs_bot_toml_that_makes_sense(tmp_path: Path) -> None:
    assert "without bot.toml" in refused("match", "greedy", tmp_path, code=2)
    for text, says in (
        ("name = 1", "has to be a text"),
        ('nme = "x"', "there is no 'nme'"),
        ('name = "x"', "does not say how"),
        ('command = "\'"', "no command line"),
        ("command", "cannot be read"),
        ('command = "x"\nname = "a\\u001b"', "printable"),
    ):
        (tmp_path / "bot.toml").write_text(text)
        assert says in refused("match", "greedy", tmp_path, code=2)


def test_a_build_that_fails_shows_what_it_said(tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_text('command = "./bot"\nbuild = "sh -c \'echo no luck; exit 4\'"')
    said = refused("match", "greedy", tmp_path, code=2)
    assert "ended with 4: no luck" in said
    (tmp_path / "bot.toml").write_text(r"""command = "./bot"
build = 'sh -c "printf \"\033[31mone\ntwo\n\"; exit 4"'
""")
    assert r"ended with 4: \x1b[31mone | two" in refused("match", "greedy", tmp_path, code=2)
    (tmp_path / "bot.toml").write_text('command = "./bot"\nbuild = "no-such-compiler -O2"')
    assert "there is no 'no-such-compiler'" in refused("match", "greedy", tmp_path, code=2)


def test_a_bot_without_hello_is_named_as_it_was_called(tmp_path: Path) -> None:
    assert refused("match", "greedy", "me=cmd:true", code=1).startswith("fajer: me (cmd:true): no proper hello")
    assert refused("match", "greedy", "cmd:true", code=1).startswith("fajer: cmd:true: no proper hello")


def test_long_names_that_are_repeated_are_cut_to_make_room(tmp_path: Path) -> None:
    """A name has 64 characters at most, its number included."""
    long = "n" * 64
    done("match", f"{long}=first", f"{long}=first", "-n", "2", "-o", tmp_path / "m")
    assert [bot["name"] for bot in lines(tmp_path / "m")[0]["bots"]] == [long, "n" * 62 + "#2"]


def test_a_python_class_is_named_like_every_other_bot(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "from fajer.bot import Bot\nclass Mine(Bot):\n    name = 'a\\x1b[31m'\n"
        "    def act(self, view, legal):\n        return legal[0]\n"
    )
    said = refused("match", f"py:{tmp_path / 'mine.py'}:Mine", "first", "-n", "2", code=1)
    assert "no proper hello: a name or version with unprintable characters" in said
