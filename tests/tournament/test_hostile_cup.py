"""Proves that a tournament of the bots to copy and ten hostile ones runs to its end, with the right standings."""

import json
from collections import Counter, defaultdict
from itertools import chain
from pathlib import Path
from statistics import fmean

import pytest
from cli.running import done, fajer, lines
from isolated import needed
from referee.strangers import HOSTILE, Stranger
from to_copy import LANGUAGES
from to_copy import needed as language_needed

CUP = """
[tournament]
name = "strangers"
seats = 3
format = "balanced"
tables = 18
games = 3
seed = "a-seed-with-more-than-22-characters"
[tournament.options]
stakes = 1
[tournament.limits]
start_time = 60.0
move_time = 3.0
cpu_time = 120
processes = 48
"""
"""Each bot plays nine games: who forfeits ten running is set aside."""
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
SPEC = '[[bots]]\nbot = "{}"\nname = "{}"\n'


@pytest.mark.slow
def test_it_runs_to_its_end_with_the_right_standings(tmp_path: Path) -> None:
    needed()
    secret = ("--secret", "nothing", "--more", "-like-this", "--path", "/etc/hostname")
    bots = [Stranger(tmp_path, HOSTILE, flags, *secret) for flags in FAULTS]
    names = [f"hostile {number}" for number in range(len(bots))]
    entered = [SPEC.format(bot.folder, name) for bot, name in zip(bots, names, strict=True)]
    entered += [SPEC.format(language_needed(language), language) for language in LANGUAGES]
    cup = tmp_path / "cup.toml"
    cup.write_text(CUP + "".join(entered), "utf-8")
    ran = fajer("tournament", "run", cup, "--jobs", "2", seconds=900)
    assert ran.returncode == 0, ran.stderr
    for bot in bots:
        bot.is_as_it_was()
    standings = {
        each["name"]: each for each in json.loads(done("tournament", "show", tmp_path / "cup.db", "--json"))["bots"]
    }
    assert set(standings) == {*names, *LANGUAGES}
    played, faults, unasked = exported(tmp_path)
    for name, standing in standings.items():
        assert standing["games"] == len(played[name]) > 0
        assert standing["mean"] == pytest.approx(fmean(played[name]), abs=1e-9)
        assert {kind: count for kind, count in standing["faults"].items() if count} == faults[name]
    means = [each["mean"] for each in standings.values()]
    assert means == sorted(means, reverse=True)
    assert fmean(chain.from_iterable(played.values())) == pytest.approx(0, abs=1e-9)
    for name, kind in zip(names, FAULTS.values(), strict=True):
        assert faults[name] == ({} if kind is None else {kind: len(played[name]) - unasked[name]}), name
    assert not any(faults[language] for language in LANGUAGES)


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
