"""Proves what `--isolation landlock` keeps from a bot, and says of itself."""

import json
from pathlib import Path

import pytest
from isolated import Deed, needed
from referee.house import House


@pytest.fixture
def _landlock() -> None:
    needed("landlock")


TRIES = """
found = []
def tries(name, deed):
    try: deed()
    except OSError: return
    found.append(name)
tries('read', lambda: open('/etc/passwd'))
tries('list', lambda: os.listdir('/tmp'))
tries('proc', lambda: os.listdir('/proc'))
tries('write', lambda: open('notes', 'w'))
tries('tmp', lambda: open('/tmp/fajer-notes', 'w'))
tries('net', lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
tries('unix', lambda: socket.socket(socket.AF_UNIX))
tries('signal', lambda: os.kill(os.getppid(), 0))
tries('root', lambda: os.setuid(0))
tell(found if os.getuid() else 'root')
"""


@pytest.mark.usefixtures("_landlock")
def test_what_a_bot_cannot_do(house: House, tmp_path: Path) -> None:
    deed = Deed(tmp_path / "deed", act=TRIES)
    rival = Deed(tmp_path / "rival")
    words = ("match", deed.folder, rival.folder, "--isolation", "landlock", "-n", "2", "--keep-stderr", "--batch", "0")
    ran = house.command(*words, "--set", "stakes=1", "-o", "games.jsonl", "--move-time", "20")
    assert ran.returncode == 0, ran.stderr
    assert "isolation: landlock (512 MiB for a process by process, 64 processes)" in ran.stdout
    match, game, *_ = [json.loads(line) for line in (house.path / "games.jsonl").read_bytes().splitlines()]
    assert match["isolation"] == "landlock"
    assert game["faults"] == []
    assert game["stderr"][game["seats"].index(0)] == "[]"
    assert deed.is_gone()


@pytest.mark.usefixtures("_landlock")
def test_scratch_space_is_not_to_be_had(house: House, tmp_path: Path) -> None:
    deed = Deed(tmp_path / "deed", toml='scratch = "1M"\n')
    ran = house.command("match", deed.folder, deed.folder, "--isolation", "landlock")
    assert ran.returncode == 2
    assert "scratch space cannot be isolated by Landlock: --isolation full" in ran.stderr
