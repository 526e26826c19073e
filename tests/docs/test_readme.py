"""The README: every command in it runs, the bot in it plays, the deal in it is the one that is dealt."""

import csv
import json
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pandas
import pytest
from cli.running import uncovered

ROOT = Path(__file__).parent.parent.parent
README = (ROOT / "README.md").read_text("utf-8")


def block(name: str) -> str:
    """The text of the code block between the marks `name` and `end`."""
    found = re.search(rf"<!-- {name} -->\n```\w*\n(.*?)```\n<!-- end -->", README, re.DOTALL)
    assert found, f"there is no block {name}"
    return found[1]


def run(command: str, cwd: Path) -> str:
    """Run a `fajer` command line as this Python's fajer."""
    words = shlex.split(command)
    assert words[0].rpartition("/")[2] == "fajer", command
    ran = subprocess.run(
        [sys.executable, "-m", "fajer", *words[1:]],
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env=uncovered() | {"PYTHONSAFEPATH": "1"},
    )
    assert ran.returncode == 0, (command, ran.stdout, ran.stderr)
    return ran.stdout


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the first match of the README was played."""
    made = tmp_path_factory.mktemp("readme")
    run(block("install").split("&&")[-1].strip(), made)
    (made / "bots").symlink_to(ROOT / "bots")
    return made


def test_the_install_command_is_the_ordinary_one() -> None:
    venv, install, match = (part.strip() for part in block("install").split("&&"))
    assert venv == "python3 -m venv .venv"
    assert install == ".venv/bin/pip install ."
    assert match.startswith(".venv/bin/fajer match ")


def test_the_test_command_runs_what_tox_ini_says() -> None:
    assert "&& .venv/bin/tox run-parallel" in block("tests")
    assert (ROOT / "tox.ini").is_file()


@pytest.mark.parametrize("name", ["commands", "poker"])
def test_every_command_runs(name: str, folder: Path) -> None:
    for command in block(name).strip().splitlines():
        run(command, folder)


@pytest.fixture(scope="module")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the small cup of the README was played, with two games a table, and looked at."""
    made = tmp_path_factory.mktemp("cup")
    shutil.copytree(ROOT / "bots", made / "bots", ignore=shutil.ignore_patterns("cup.db*"))
    file = made / "bots" / "cup.toml"
    small, count = re.subn(r"^games = \d+$", "games = 2", file.read_text("utf-8"), flags=re.MULTILINE)
    assert count == 1
    file.write_text(small, "utf-8")
    for command in block("cup").strip().splitlines():
        run(command, made)
    return made


@pytest.mark.slow
def test_what_a_cup_leaves_agrees(cup: Path) -> None:
    """The table as it is shown, exported and on the page; and the records, which are true."""
    shown = run("fajer tournament show bots/cup.db --csv", cup)
    assert (cup / "games" / "standings.csv").read_text("utf-8") == shown
    bots = list(csv.DictReader(shown.splitlines()))
    results = list(csv.DictReader((cup / "games" / "results.csv").read_text("utf-8").splitlines()))
    page = (cup / "report" / "index.html").read_text("utf-8")
    assert len(bots) == 13
    for bot in bots:
        payoffs = [float(result["payoff"]) for result in results if result["bot"] == bot["id"]]
        assert len(payoffs) == int(bot["games"]) == 24
        assert sum(payoffs) / 24 == pytest.approx(float(bot["mean"]))
        assert f"{float(bot['mean']):+.3f}".replace("-", "−") in page
    for table in range(0, 78, 20):
        run(f"fajer replay games/table-{table}.jsonl --verify", cup)


def test_the_table_of_the_cup_is_of_its_bots() -> None:
    file = tomllib.loads((ROOT / "bots" / "cup.toml").read_text("utf-8"))
    _, *rows, foot, isolation = block("result").strip().splitlines()
    assert sorted(row.split()[0] for row in rows) == sorted(bot["bot"] for bot in file["bots"])
    games = file["tournament"]["games"]
    assert {int(row.split()[1]) for row in rows} == {12 * games}
    assert isolation.startswith("isolation: full (512 MiB")
    assert foot.startswith(f"78 tables, {78 * games:,} games, {39 * games:,} whole sets;")


def test_the_deal_is_told_as_it_is_dealt(folder: Path) -> None:
    command = re.search(r"`(fajer replay demo.jsonl --index 2 --deal 0)`", README)
    assert command
    told = run(command[1], folder)

    def without_times(text: str) -> list[str]:
        return [re.sub(r"\d+ µs", "time", line).rstrip() for line in text.strip().splitlines()]

    assert without_times(block("game")) == without_times(told)


def test_the_bot_has_twelve_lines_and_plays(folder: Path) -> None:
    code = block("bot")
    assert len([line for line in code.splitlines() if line.strip()]) <= 12
    (folder / "patient.py").write_text(code)
    assert "0 faults" not in run('fajer match "cmd:python3 patient.py" first --games 20 --seed s --strict', folder)
    for command in re.findall(r"`(fajer (?:check|match) \"cmd:[^`]*)`", README):
        run(command, folder)


def test_a_data_frame_in_one_line(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(block("export").strip(), folder)
    (line,) = block("frame").strip().splitlines()
    monkeypatch.chdir(folder)
    names = {"pandas": pandas}
    exec(line, names)
    games = [json.loads(line) for line in (folder / "demo.jsonl").read_bytes().splitlines()[1:-1]]
    assert len(names["frame"]) == sum(len(deal["actions"]) for game in games for deal in game["deals"])
    (asked,) = re.findall(r"`(frame\.[^`]*)`", README)
    assert set(eval(asked, names).index) == {"greedy", "careful", "random"}


def test_every_command_is_in_the_table() -> None:
    from fajer.cli.main import COMMANDS

    assert sorted(re.findall(r"^\| `fajer (\w+)` \|", README, re.MULTILINE)) == sorted(COMMANDS)


def test_every_link_leads_somewhere() -> None:
    for target in re.findall(r"\]\(([^)]+)\)", README):
        page, _, place = target.partition("#")
        assert (ROOT / page).exists(), target
        headings = re.findall(r"^#+ (.*)$", (ROOT / page).read_text("utf-8"), re.MULTILINE) if place else []
        assert not place or place in [re.sub(r"[^\w -]", "", each).lower().replace(" ", "-") for each in headings]


def test_scripts_that_it_names_are_there() -> None:
    scripts = re.findall(r"`python ((?:docs|tests)/\S+\.py)`", README)
    assert {"docs/pictures.py", "tests/view/browser/measure.py"} <= set(scripts)
    assert all((ROOT / script).is_file() for script in scripts)
