"""The smaller commands: seed, rules, bots, new, schema, bench, and the program itself."""

import json
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import isolated
import pytest
from cli.running import BOTS, done, fajer, refused, uncovered

from fajer.baselines import BOTS as BASELINES
from fajer.bench import apart
from fajer.cli import common, main
from fajer.errors import IsolationError
from fajer.games import NAMES, game

VECTORS = Path(__file__).parent.parent / "vectors"


def test_seed_shows_the_decks_of_the_vectors() -> None:
    one = json.loads((VECTORS / "seeds.json").read_text())[0]
    shown = json.loads(done("seed", one["match_seed"], "--deals", "2", "--players", "3", "--json"))
    first = shown["sets"][0]
    assert shown["seed"] == one["match_seed"]
    assert first["game_seed"] == one["game_seed"]
    assert first["decks"] == [one["decks"]["0"], one["decks"]["1"]]
    assert first["bot_order"] == one["bot_order"]["3"]
    deck = one["decks"]["0"].split()
    # F-11: three at a time, beginning after the dealer (seat 0), the dealer last
    assert first["hands"] == [deck[6:9], deck[0:3], deck[3:6]]


def test_seed_shows_a_range_of_sets_as_text() -> None:
    shown = done("seed", "demo", "--first", "7", "--games", "2", "--players", "2")
    assert "set 7: game seed" in shown
    assert "set 8: game seed" in shown
    assert "seat 1:" in shown
    assert "seat 2:" not in shown


def test_seed_makes_one_if_none_is_given() -> None:
    one, other = (json.loads(done("seed", "--json"))["seed"] for _ in range(2))
    assert len(one) == len(other) == 64
    assert one != other


def test_seed_refuses_too_many_players() -> None:
    assert "2 to 9 players, not 10" in refused("seed", "s", "--players", "10", code=2)


def test_rules_are_all_there_with_source_and_open_points() -> None:
    shown = done("rules")
    for rule in game().rules:
        assert f"\n{rule.number}  " in f"\n{shown}"
    assert shown.count("Source:") == 30
    assert "Open:" in shown
    assert len(json.loads(done("rules", "--json"))) == 30


def test_rules_of_a_preset_and_the_difference_of_two() -> None:
    shown = done("rules", "--preset", "three-stakes")
    assert "round_limit = 4" in shown
    assert "heads_up_round_limit = 8" in shown
    options = json.loads(done("rules", "--preset", "german", "--json"))
    assert (options["opener"], options["round_limit"]) == ("dealer", None)
    difference = json.loads(done("rules", "--diff", "german", "three-stakes", "--json"))
    # the rows of the presets' table that differ
    assert set(difference) == {
        "opener", "after_go", "spoil", "three_aces_closing", "round_limit", "heads_up_round_limit", "broke",
        "heads_up_tie",
    }  # fmt: skip
    assert "opener: german dealer, three-stakes next" in done("rules", "--diff", "german", "three-stakes")
    assert "are the same" in done("rules", "--diff", "german", "german")
    assert "it has german, three-stakes" in refused("rules", "--preset", "french", code=2)
    assert "not both" in refused("rules", "--preset", "german", "--diff", "german", "german", code=2)


def test_bots_are_listed() -> None:
    listed = {name: {game: found.how for game, found in plays.items()} for name, plays in BASELINES.items()}
    assert json.loads(done("bots", "--json")) == listed
    lines = [line.split(maxsplit=2) for line in done("bots").splitlines()]
    assert [words[0] for words in lines if words[0].rstrip(":") not in NAMES] == list(BASELINES)
    assert ["random", "any", "legal action, all alike"] in lines, "it plays every game so"
    assert ["counting", "fajer:", listed["counting"]["fajer"]] in lines


def test_new_copies_every_language(tmp_path: Path) -> None:
    languages = done("new").split()
    assert {"c", "java", "javascript", "perl", "python", "python-sdk", "rust", "shell"} == set(languages)
    for language in languages:
        assert "fajer check" in done("new", language, tmp_path / language)
        for file in (BOTS / language).iterdir():
            if file.is_file():
                assert (tmp_path / language / file.name).read_bytes() == file.read_bytes()


def test_new_refuses_what_it_cannot_do(tmp_path: Path) -> None:
    assert "no bot in 'cobol'" in refused("new", "cobol", tmp_path / "x", code=2)
    assert "exists" in refused("new", "python", tmp_path, code=2)
    assert "where to?" in refused("new", "python", code=2)
    assert "cannot be written" in refused("new", "python", "/proc/x", code=1)


def test_schema_of_everything_or_of_what_is_named() -> None:
    whole = json.loads(done("schema"))
    assert {"Hello", "Act", "ActAnswer", "MatchRecord", "GameRecord"} <= set(whole["$defs"])
    assert json.loads(done("schema", "Act"))["anyOf"] == [{"$ref": "#/$defs/Act"}]
    assert "there is no message or record 'X'" in refused("schema", "X", code=2)


@pytest.mark.slow
def test_bench_measures_everything() -> None:
    found = json.loads(done("bench", "--rounds", "1", "--games", "30", "--json"))
    assert set(found) >= {"rules", "codec", "referee", "batch", "pipe", "ratios"}
    assert found["referee"]["decisions_per_s"] > 0
    assert found["referee"]["encoding"] == "json"
    assert set(found["ratios"]) >= {"referee_to_pipe", "batch_to_pipe"}
    assert found["beside"] is found["ratios"]["rules_to_library"] is None
    if isolated.possible() and shutil.which("cc"):
        assert found["no_isolation"] == ""
        assert found["isolation"]["start_full_ms"] > found["isolation"]["start_ms"] > 0
        assert found["isolation"]["answer_to_plain"] > 0
    else:
        assert found["isolation"] is None
        assert found["no_isolation"]
    text = done("bench", "--game", "poker", "--rounds", "1", "--games", "3")
    assert "referee to the bare pipe" in text
    assert "hands ranked to PokerKit" in text
    cups = json.loads(done("bench", "--tournament", "2", "--rounds", "1", "--json"))
    assert (cups["tables"], cups["games"]) == (2, 36)
    assert cups["tournament_to_match"] > 0


def test_bench_says_where_isolation_cannot_be_measured(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def cannot(*given: object) -> None:
        raise IsolationError("bubblewrap is not installed")

    monkeypatch.setattr(apart, "proved", cannot)
    assert apart.apart("/bin/cat", 1, tmp_path, lambda: None) == (None, "bubblewrap is not installed")
    found, why = apart.apart(None, 1, tmp_path, lambda: None)
    assert found is None
    assert "there is no C compiler" in why


def test_help_names_every_command_as_the_command_does() -> None:
    shown = done("--help")
    for name in main.COMMANDS:
        command = main.cli.get_command(None, name)  # type: ignore[arg-type]
        assert command is not None
        assert f"{name}  " in shown
        assert main._SHORT[name] == command.short_help


def test_help_imports_little() -> None:
    program = (
        "import sys\nfrom fajer.cli import main\nsys.argv = ['fajer', '--help']\n"
        "try:\n    main.main()\nexcept SystemExit: pass\n"
        "print(sorted(set(sys.modules) & {'msgspec', 'msgpack', 'rich', 'scipy', 'numpy', 'subprocess', 'hashlib'}))"
    )
    shown = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, env=uncovered()
    ).stdout
    assert shown.splitlines()[-1] == "[]"


def test_version_and_unknown_commands() -> None:
    assert done("--version").startswith("fajer 0.")
    assert "there is no command 'mach'" in refused("mach", code=2)


def test_a_closed_pipe_is_no_error(tmp_path: Path) -> None:
    ran = subprocess.run(
        f"{sys.executable} -m fajer rules | head -1", shell=True, capture_output=True, text=True, check=False
    )
    assert ran.stderr == ""
    assert ran.stdout.startswith("F-01")


def test_ctrl_c_leaves_a_match_that_resumes(tmp_path: Path) -> None:
    file = tmp_path / "m"
    words = ["match", "greedy", "random", "-n", "300", "--seed", "s", "--jobs", "1", "-o", str(file)]
    running = subprocess.Popen(
        [sys.executable, "-m", "fajer", *words], stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    until = time.monotonic() + 60
    while (not file.exists() or file.stat().st_size < 20_000) and time.monotonic() < until:
        time.sleep(0.02)
    running.send_signal(2)
    _, said = running.communicate(timeout=30)
    assert running.returncode == 130
    assert said.strip().splitlines()[-1] == "fajer: interrupted"
    assert b'"type":"end"' not in file.read_bytes()
    assert "300 games, 150 whole sets" in done("match", "-o", file, "--resume")
    assert b'"type":"end","games":300' in file.read_bytes()
    assert "300 games, every one" in done("replay", file, "--verify")


def test_a_full_disk_is_said_to_be_under_the_standard_output() -> None:
    for words in ("rules", "seed demo", "schema"):
        ran = subprocess.run(
            f"{sys.executable} -m fajer {words} > /dev/full", shell=True, capture_output=True, text=True, check=False
        )
        assert (ran.returncode, ran.stderr) == (1, "fajer: standard output: No space left on device\n")


def test_an_error_of_ours_is_one_line_with_a_way_to_see_more(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(**_: Any) -> int:
        raise KeyError("a\x1b[31m\nb")

    monkeypatch.setattr(main.cli, "main", broken)
    monkeypatch.delenv("FAJER_DEBUG", raising=False)
    assert main._run() == 1
    said = capsys.readouterr().err
    assert said == "fajer: internal error: KeyError: 'a\\x1b[31m\\nb' (FAJER_DEBUG=1 shows more)\n"
    monkeypatch.setenv("FAJER_DEBUG", "1")
    with pytest.raises(KeyError):
        main._run()


def test_messages_are_shown_escaped() -> None:
    assert r"there is no bot 'a\x1b[31m'" in refused("check", "a\x1b[31m", code=2)
    assert r"--set a\nb" in refused("seed", "--set", "a\nb", code=2)


def test_remarks_are_one_line_escaped(capsys: pytest.CaptureFixture[str]) -> None:
    common.remark("a\x1b[31m\nb")
    assert capsys.readouterr().err == "a\\x1b[31m\\nb\n"


@pytest.mark.parametrize("char", ["\x7f", "\x85", "\u200b", "\u202e", "\u2028", "\U000e0041", "\ue000"])
def test_json_escapes_what_does_not_print(capsys: pytest.CaptureFixture[str], char: str) -> None:
    """It is still the same value; what prints stays as it is."""
    value = {f"Á 🂡{char}": [f'{char}\n"\\']}
    common.echo_json(value)
    shown = capsys.readouterr().out
    assert json.loads(shown) == value
    assert shown.replace("\n", "").isprintable()
    assert "Á 🂡\\u" in shown


@pytest.mark.parametrize("seconds", ["nan", "inf", "1e300", "-inf"])
def test_check_takes_seconds_up_to_a_day(seconds: str) -> None:
    assert "--move-time" in refused("check", "greedy", "--move-time", seconds, code=2)


def test_seed_prints_as_it_goes() -> None:
    """Of very many sets the first ones come at once."""
    ran = subprocess.run(
        f"{sys.executable} -m fajer seed demo --games 1000000000000 | head -2",
        shell=True, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert ran.stdout.splitlines()[1].startswith("set 0: game seed")
    assert ran.stderr == ""


def test_a_build_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    home = tmp_path / "home"
    home.mkdir()
    (home / "bot.toml").write_text('command = "false"\nbuild = "sh -c true"\n')
    assert f"building {home}: sh -c true\n" in fajer("check", home).stderr
    assert "building" not in fajer("check", home).stderr
