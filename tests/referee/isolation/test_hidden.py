"""Proves that nothing of the match is shown to a bot along with the programs that it needs."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from cli.running import uncovered
from isolated import PACKAGE, Deed, needed, ordinary

from fajer.errors import UsageError
from fajer.referee.entry import resolve
from fajer.referee.isolation.hidden import check_hidden

SEED = "0123456789abcdef-this-is-the-seed"
LOOK = """
found = []
for root, folders, files in os.walk('/', followlinks=False):
    if root in ('/usr', '/sys', '/proc'): folders[:] = []
    for name in files:
        path = os.path.join(root, name)
        try:
            with open(path, 'rb', buffering=0) as file: content = file.read(65536) if '/dev/' not in path else b''
        except (OSError, ValueError): continue
        if b'0123456789abcdef-this' + b'-is' in content: found.append(path)
tell([os.environ['PATH'].split(':')[0], found])
"""


@pytest.mark.parametrize("party", ["we", "an ordinary user"])
def test_a_virtual_environment_around_the_match_shows_no_records(tmp_path: Path, party: str) -> None:
    """Its Python is shown, and what else lies in its folder is not."""
    needed()
    with tempfile.TemporaryDirectory(prefix="hidden-") as name:
        cup = Path(name)
        cup.chmod(0o777)
        (cup / "pyvenv.cfg").write_text("home = /usr/bin\n")
        (cup / "bin").mkdir()
        (cup / "bin" / "pythonic").symlink_to("/usr/bin/python3")
        deed = Deed(cup / "deed", act=LOOK)
        (deed.folder / "bot.toml").write_text('command = "pythonic -I -S bot.py"\n')
        words, environment = [sys.executable, "-m", "fajer"], uncovered() | {"PYTHONPATH": str(PACKAGE)}
        if party != "we":
            words, environment = ordinary(tmp_path)
        path = f"{cup / 'bin'}:{environment['PATH']}"
        ran = subprocess.run([*words, "match", "./deed", "first", "--isolation", "full", "--seed", SEED, "-n", "2",
                              "-o", "games.jsonl", "--keep-stderr", "--set", "stakes=1", "--move-time", "30"],
                             env=environment | {"PATH": path}, cwd=cup, capture_output=True, text=True,
                             check=False)  # fmt: skip
        assert ran.returncode == 0, ran.stderr
        game = json.loads((cup / "games.jsonl").read_bytes().splitlines()[1])
        assert game["faults"] == []
        assert game["stderr"][game["seats"].index(0)] == repr([str(cup / "bin"), []])


@pytest.fixture
def kit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a program that is in the path, and a bot that needs it beside it."""
    tool(tmp_path / "kit" / "bin")
    monkeypatch.setenv("PATH", f"{tmp_path / 'kit' / 'bin'}:/usr/bin:/bin")
    monkeypatch.chdir(tmp_path)
    bot(tmp_path / "bot")
    return tmp_path / "kit"


def tool(folder: Path) -> None:
    """A program."""
    folder.mkdir(parents=True)
    (folder / "tool").write_text("#!/bin/sh\n")
    (folder / "tool").chmod(0o755)


def bot(folder: Path) -> Path:
    folder.mkdir(parents=True)
    (folder / "bot.toml").write_text('command = "tool bot"\n')
    return folder


def refused(*specs: object, private: Path | None = None) -> str:
    entries = [resolve(str(spec), isolation="full") for spec in specs]
    check_hidden(entries, "none", [private] if private else [])
    with pytest.raises(UsageError) as raised:
        check_hidden(entries, "full", [private] if private else [])
    return str(raised.value)


def test_what_lies_beside_it_is_hidden(kit: Path, tmp_path: Path) -> None:
    check_hidden([resolve("bot", isolation="full")], "full", [tmp_path, tmp_path / "games.jsonl"])


def test_what_lies_in_it_is_not(kit: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    store = kit / "cup.db"
    assert refused("bot", private=store) == f"bot is shown {kit}, and {store} is there: have one of them elsewhere"
    (tmp_path / "link.db").symlink_to(store)
    assert "link.db is there" in refused("bot", private=tmp_path / "link.db")
    rival = bot(kit / "rival")
    assert f"bot is shown {kit}, and {rival} is there" in refused("bot", rival)
    monkeypatch.setenv("XDG_CACHE_HOME", str(kit / "cache"))
    assert f"{kit / 'cache' / 'fajer'} is there" in refused("bot")
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.chdir(kit)
    assert f"and {kit} is there" in refused(tmp_path / "bot")


def test_no_program_is_shown_out_of_a_bot(kit: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tool(tmp_path / "bot" / "own" / "bin")
    monkeypatch.setenv("PATH", f"{tmp_path / 'bot' / 'own' / 'bin'}:/usr/bin:/bin")
    rival = bot(tmp_path / "rival")
    assert "own, which is in bot" in refused("bot", rival)


def test_what_everyone_is_shown(kit: Path) -> None:
    assert refused("first", private=Path("/usr/share/cup.db")).startswith("every bot is shown /usr, and /usr/share/")


def test_a_cup_in_a_shown_folder_does_not_begin(kit: Path, tmp_path: Path) -> None:
    needed()
    settings = 'name = "c"\nseats = 2\ngames = 2\nformat = "round-robin"\n'
    bots = "".join(f'[[bots]]\nbot = "{spec}"\n' for spec in ("../bot", "first"))
    (kit / "cup.toml").write_text(f"[tournament]\n{settings}{bots}")
    environment = uncovered() | {"PYTHONPATH": str(PACKAGE), "PATH": os.environ["PATH"]}
    ran = subprocess.run([sys.executable, "-m", "fajer", "tournament", "run", kit / "cup.toml"], env=environment,
                         cwd=tmp_path, capture_output=True, text=True, check=False)  # fmt: skip
    assert ran.returncode == 2
    assert f"../bot is shown {kit}, and {kit} is there: have one of them elsewhere" in ran.stderr
    assert not list(kit.glob("*.db"))
