"""Proves that a tournament of the bots to copy and ten hostile ones runs to its end, with the right standings."""

import json
import os
import shutil
import subprocess
import time
from collections import Counter, defaultdict
from itertools import chain
from pathlib import Path
from statistics import fmean

import pytest
from cli.running import BOTS, done, lines
from isolated import needed
from referee import strangers
from referee.strangers import HOSTILE, PARTIES, Party, Stranger
from to_copy import LANGUAGES, TOOLS
from to_copy import needed as language_needed

CUP = """
[tournament]
name = "strangers"
seats = 3
format = "balanced"
tables = 12
games = 3
seed = "a-seed-with-more-than-22-characters"
[tournament.options]
stakes = 1
[tournament.limits]
start_time = 60.0
move_time = 2.0
cpu_time = 120
processes = 48
"""
"""Each bot plays six games: who forfeits ten running is set aside."""
MINUTES = 4
FAULTS = {
    "fork-bomb,daemon": None,
    "environ,files,everything,etc,disk,inodes,remember": None,
    "kill-parent,kill-all,ptrace,mount,user-namespace,keyring,old-calls": None,
    "children-memory": "memory",
    "stdout-flood": "output",
    "pid-1-overwritten": "crash",
    "exit-137": "crash",
    "sleep": "timeout",
    "stop": "timeout",
    "ignore": "timeout",
}
"""What each of the ten does in every process, and the fault that it has in every game; None: it plays on."""
SECRET = ("--secret", "nothing", "--more", "-like-this", "--path", "/etc/hostname")
SPEC = '[[bots]]\nbot = "{}"\nname = "{}"\n'


def copied(party: Party) -> list[str]:
    """The languages whose bots are entered: those that this user can run."""
    if party == "root":
        return LANGUAGES
    path = os.pathsep.join(each for each in os.environ["PATH"].split(os.pathsep) if not each.startswith("/root"))
    return [language for language in LANGUAGES if shutil.which(TOOLS[language], path=path)]


@pytest.mark.slow
@pytest.mark.parametrize("party", PARTIES)
def test_it_runs_to_its_end_with_the_right_standings(party: Party) -> None:
    needed()
    languages = copied(party)
    for language in languages:
        language_needed(language)
    with strangers.in_the_open() as parent:
        bots = [Stranger(parent, HOSTILE, flags, *SECRET) for flags in FAULTS]
        names = [f"hostile {number}" for number in range(len(bots))]
        entered = [SPEC.format(bot.folder, name) for bot, name in zip(bots, names, strict=True)]
        entered += [SPEC.format(BOTS / language, language) for language in languages]
        others = [f"first {number}" for number in range(len(LANGUAGES) - len(languages))]
        entered += [SPEC.format("first", name) for name in others]  # so that all play as often
        with strangers.somebody(party, parent) as (words, environment):
            folder = parent / "home"
            (folder / "cup.toml").write_text(CUP + "".join(entered), "utf-8")
            began = time.monotonic()
            ran = subprocess.run([*words, "-m", "fajer", "tournament", "run", "cup.toml", "--jobs", "2"],
                                 env=environment, cwd=folder, capture_output=True, text=True, timeout=900,
                                 check=False)  # fmt: skip
            assert ran.returncode == 0, ran.stderr
            assert time.monotonic() - began < MINUTES * 60
        strangers.nothing_is_left(bots)
        _is_right(folder, names, languages + others)


def _is_right(folder: Path, names: list[str], proper: list[str]) -> None:
    """The standings are those that the records add up to, and the faults are those of the ones that fail."""
    standings = {
        each["name"]: each for each in json.loads(done("tournament", "show", folder / "cup.db", "--json"))["bots"]
    }
    assert set(standings) == {*names, *proper}
    played, faults, unasked = exported(folder)
    for name, standing in standings.items():
        assert standing["games"] == len(played[name]) > 0
        assert standing["mean"] == pytest.approx(fmean(played[name]), abs=1e-9)
        assert {kind: count for kind, count in standing["faults"].items() if count} == faults[name]
    means = [each["mean"] for each in standings.values()]
    assert means == sorted(means, reverse=True)
    assert fmean(chain.from_iterable(played.values())) == pytest.approx(0, abs=1e-9)
    for name, kind in zip(names, FAULTS.values(), strict=True):
        assert faults[name] == ({} if kind is None else {kind: len(played[name]) - unasked[name]}), name
    assert not any(faults[name] for name in proper)


def exported(folder: Path) -> tuple[dict[str, list[float]], dict[str, Counter[str]], Counter[str]]:
    """By bot, from the records alone: what it won in each game, its faults, games in which all others forfeited."""
    done("tournament", "export", folder / "cup.db", "-o", folder / "records")
    played: dict[str, list[float]] = defaultdict(list)
    faults: dict[str, Counter[str]] = defaultdict(Counter)
    unasked: Counter[str] = Counter()
    for file in sorted((folder / "records").glob("table-*.jsonl")):
        match, *games = lines(file)
        for game in games:
            if game["type"] != "game":
                continue
            failed = {each["seat"] for each in game["faults"]}
            for seat, bot in enumerate(game["seats"]):
                name = match["bots"][bot]["name"]
                played[name].append(game["payoffs"][seat])
                faults[name].update(each["kind"] for each in game["faults"] if each["seat"] == seat)
                unasked[name] += seat not in failed and len(failed) == len(game["seats"]) - 1
    return played, faults, unasked
