"""Proves that strangers' builds are bounded too, and what may come of them. What gets them nothing is tried in
`test_hostile.py`.
"""

import os
import re
import shutil
import time
import uuid
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from isolated import PYTHON, needed
from referee import strangers

from fajer.errors import UsageError
from fajer.records.record import Isolation
from fajer.referee import entry
from fajer.referee.entry import Entry, cache_folder, resolve
from fajer.referee.isolation import build

Make = Callable[..., Path]
HOSTILE = f"{PYTHON} -I -S hostile.py"


@pytest.fixture
def make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Make:
    """A bot's folder that is built by a script."""
    needed()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    def made(script: str, command: str = "./made") -> Path:
        folder = tmp_path / "bot"
        folder.mkdir()
        (folder / "bot.toml").write_text(f'command = "{command}"\nbuild = "sh build.sh"\n')
        (folder / "build.sh").write_text(f"set -e\n{script}\n")
        return folder

    return made


def built(folder: Path) -> Entry:
    return resolve(str(folder), isolation="full")


def said(bot: Entry) -> str:
    """What its build said."""
    return (cache_folder() / "logs" / f"{Path(bot.cwd).name}.txt").read_text("utf-8")


def refused(folder: Path) -> str:
    with pytest.raises(UsageError) as raised:
        built(folder)
    assert not list((folder.parent / "cache").rglob("made"))
    return str(raised.value)


def test_it_is_built_once_for_each_way(make: Make, tmp_path: Path) -> None:
    folder = make("echo building; echo '#!/bin/sh' > made; chmod +x made; mkdir more; echo x > more/data")
    found = built(folder)
    assert found.cwd.endswith("-full")
    assert os.access(found.argv[0], os.X_OK)
    assert Path(found.cwd, "more", "data").read_text() == "x\n"
    (log,) = (tmp_path / "cache" / "fajer" / "logs").iterdir()
    assert log.name == f"{Path(found.cwd).name}.txt"
    assert log.read_text() == "building\n"
    assert Path(found.cwd).stat().st_uid == os.geteuid()
    assert built(folder) == found
    assert resolve(str(folder)).cwd != found.cwd
    assert not (folder / "made").exists()


def test_its_processes_are_bounded(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "_BOUNDS", replace(build._BOUNDS, processes=16))
    folder = make(f"{HOSTILE} fork-bomb --at build; touch made")
    shutil.copy(strangers.HOSTILE, folder)
    count, why = strangers.read(said(built(folder)))["fork-bomb"]
    assert 0 < count < 16
    assert why == "EAGAIN"


def test_the_memory_of_all_its_processes_is_bounded(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "_BOUNDS", replace(build._BOUNDS, memory=512 << 20))
    monkeypatch.setattr(entry, "_BUILD_SECONDS", 60)
    folder = make(f"{HOSTILE} children-memory --at build")
    shutil.copy(strangers.HOSTILE, folder)
    assert re.search(r"cannot be built: used \d+ MiB of memory, 512 MiB are allowed|more than the 512", refused(folder))


def test_what_it_said_is_told(make: Make) -> None:
    said = refused(make("echo line 3: unknown word; exit 7"))
    assert said.endswith("cannot be built: ended with exit status 7: line 3: unknown word")


@pytest.mark.parametrize(("deed", "words"), [("ln -s /etc/passwd made", "made is a link to /etc/passwd"),
                                             ("mkfifo made", "made is no regular file")])  # fmt: skip
def test_links_that_it_leaves_are_refused(make: Make, deed: str, words: str) -> None:
    assert words in refused(make(deed))


def test_one_that_takes_too_long(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entry, "_BUILD_SECONDS", 0.3)
    began = time.monotonic()
    assert "it took over 0.3 s" in refused(make("sleep 60"))
    assert time.monotonic() - began < 20


def test_one_that_writes_too_much(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "_MOST_BYTES", 4 << 20)
    assert "it wrote more than 4 MiB" in refused(make("head -c 8000000 /dev/urandom > x; sleep 60"))


def test_one_that_writes_where_no_path_leads(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """Paths are longer than the system takes then."""
    monkeypatch.setattr(build, "_MOST_BYTES", 4 << 20)
    script = "import os\nfor _ in range(20):\n    os.mkdir('x' * 250); os.chdir('x' * 250)\n"
    script += "with open('made', 'wb') as file: file.write(os.urandom(1 << 23))"
    assert "it wrote more than 4 MiB" in refused(make(f'python3 -I -S -c "{script}"'))


def test_one_that_keeps_what_it_has_removed(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "_MOST_BYTES", 4 << 20)
    script = "import os, time\nfile = open('made', 'wb')\nos.unlink('made')\nfile.write(os.urandom(1 << 23))\n"
    assert "it wrote more than 4 MiB" in refused(make(f'python3 -I -S -c "{script}time.sleep(60)"'))


def test_one_that_lays_folders_in_one_another(make: Make) -> None:
    """So deep that what walks through them by itself would fail; nothing of it is left."""
    before = set(Path("/tmp").glob("fajer-*"))
    script = "import os\nfor _ in range(3000): os.mkdir('d'); os.chdir('d')"
    assert "over 64 of them in one another" in refused(make(f'python3 -I -S -c "{script}"'))
    assert set(Path("/tmp").glob("fajer-*")) <= before


def test_what_a_failed_one_said_is_kept(make: Make, tmp_path: Path) -> None:
    """All of it: the message has its last lines only."""
    remarks: list[str] = []
    folder = make("for n in $(seq 500); do echo line $n; done; exit 7")
    with pytest.raises(UsageError, match="line 500"):
        resolve(str(folder), remarks.append, isolation="full")
    (log,) = (tmp_path / "cache" / "fajer" / "logs").iterdir()
    assert log.read_text() == "".join(f"line {number}\n" for number in range(1, 501))
    assert remarks[-1] == f"all that the build said is in {log}"


@pytest.mark.parametrize("isolation", ["full", "landlock"])
def test_nobody_changes_what_is_copied(make: Make, isolation: Isolation, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a build leaves running, in a session of its own, ends before its folder is copied."""
    needed(isolation)
    mark = uuid.uuid4().hex
    script = "import os, time\nif os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0: time.sleep(600)\n"
    folder = make(f'python3 -I -S -c "{script}" {mark}; touch made; sleep 0.2', "/bin/true")
    staged = build.stage
    running: list[int] = []

    def stage(source: Path | None, target: Path, spec: str, **given: Any) -> None:
        lines = [got(Path("/proc", name, "cmdline")) for name in os.listdir("/proc") if name.isdigit()]
        running.append(sum(mark.encode() in line for line in lines))
        staged(source, target, spec, **given)

    monkeypatch.setattr(build, "stage", stage)
    resolve(str(folder), isolation=isolation)
    assert running == [0, 0]


def got(path: Path) -> bytes:
    """What is in a file, nothing if it is not there."""
    try:
        return path.read_bytes()
    except OSError:
        return b""


def test_one_whose_compiler_is_not_there(make: Make) -> None:
    folder = make("true")
    (folder / "bot.toml").write_text('command = "./made"\nbuild = "no-such-compiler x"\n')
    assert "cannot be built: ended with exit status 127" in refused(folder)


def test_a_link_in_its_folder_is_refused_before(make: Make) -> None:
    folder = make("cat secret > made")
    (folder / "secret").symlink_to("/etc/shadow")
    assert "secret is a link to /etc/shadow" in refused(folder)
