"""Proves that a tournament isolates its bots unless it is told otherwise, here and at a cluster, and says so."""

from pathlib import Path

import pytest
from cli.running import done, fajer
from isolated import needed
from tournament import cups
from tournament.cluster_bots import PROGRAM
from tournament.pages import Page

from fajer.errors import IsolationError, UsageError
from fajer.records.record import Limits
from fajer.referee.entry import resolve
from fajer.tournament import bundle, later, plan, report
from fajer.tournament.bundle import packed
from fajer.tournament.cup import read

BOT = PROGRAM.replace("DEED", "pass").replace("CHOICE", "0")


def cup(folder: Path, **settings: str) -> Path:
    """The file of a cup of two bots and one that comes along; isolation is left out."""
    for name in ("ann", "bob"):
        (folder / name).write_text(BOT, "utf-8")
        (folder / name).chmod(0o755)
    path = folder / "cup.toml"
    bots = [("ann", "./ann"), ("bob", "./bob"), ("first", "first")]
    settings = {"isolation": None, "seed": '"short"'} | settings  # type: ignore[dict-item]
    path.write_text(cups.text(**settings).partition("[[bots]]")[0] + "".join(cups.bot(*each) for each in bots), "utf-8")
    return path


@pytest.fixture
def _full() -> None:
    needed()


@pytest.mark.usefixtures("_full")
def test_it_is_full_by_default_and_stands_everywhere(tmp_path: Path) -> None:
    remarks: list[str] = []
    path = cup(tmp_path)
    with plan.begin(read(path), tmp_path / "cup.db", remarks.append) as store:
        assert remarks == ["the seed has 5 characters: a bot could guess it by its cards; 22 at random are safe"]
        limits = store.setting.limits
        assert store.setting.isolation == "full"
        assert (limits.memory_mib, limits.processes, limits.cpu_s) == (512, 64, 3600)
        assert limits.memory_by in ("cgroup", "watchdog")
        assert all(store.table(number).match.isolation == "full" for number in store.numbers())
        assert cups.play(store) == 12
        assert not store.rows("SELECT * FROM fault")
        page = Page(report.write(store, tmp_path / "report"))
        for fact in ("isolation full", "memory 512 MiB, for all processes of a bot together", "caution the seed has 5"):
            assert fact in page.text
    with later.resume(read(path), tmp_path / "cup.db", remarks.append) as store:
        assert store.count() == 12
    assert "isolation: full (512 MiB for a bot by " in done("tournament", "show", tmp_path / "cup.db")


@pytest.mark.usefixtures("_full")
def test_at_a_cluster(tmp_path: Path) -> None:
    """Bots travel, are staged there, and play the same games."""
    path = cup(tmp_path)
    done("tournament", "run", path, "--on", "dask", "--jobs", "1")
    there = done("tournament", "show", tmp_path / "cup.db", "--csv")
    assert ",0,0,0,0,0,0,0,0,0," in there, "there were no faults of any kind"
    assert "isolation: full" in done("tournament", "show", tmp_path / "cup.db")


def test_where_it_cannot_be_had_nothing_begins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def cannot(*given: object) -> Limits:
        raise IsolationError("bubblewrap is not installed")

    monkeypatch.setattr(plan, "proved", cannot)
    with pytest.raises(IsolationError):
        plan.begin(read(cup(tmp_path)), tmp_path / "cup.db", print)
    assert not (tmp_path / "cup.db").exists()


def test_none_has_to_be_asked_for(tmp_path: Path) -> None:
    path = cup(tmp_path, isolation='"none"')
    out = fajer("tournament", "run", path)
    assert out.returncode == 0, out.stderr
    assert "isolation" not in out.stdout + out.stderr
    assert "guess" not in out.stderr


@pytest.mark.usefixtures("_full")
def test_who_comes_later_is_isolated_too(tmp_path: Path) -> None:
    done("tournament", "run", cup(tmp_path))
    (tmp_path / "link").symlink_to("ann")
    refused = fajer("tournament", "add", tmp_path / "cup.db", tmp_path / "link")
    assert refused.returncode == 2
    assert "link cannot be isolated: link is a link to ann" in refused.stderr


@pytest.mark.usefixtures("_full")
def test_what_travels_is_built_in_isolation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bot = tmp_path / "bot"
    bot.mkdir()
    (bot / "bot.toml").write_text('command = "./made"\nbuild = "cp bot.toml made"\n')
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "here"))
    sent = packed(resolve(str(bot), isolation="full"), "full")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "there"))
    assert sent.unpacked().cwd.endswith("-full")
    (bot / "secret").symlink_to("/etc/shadow")
    with pytest.raises(UsageError, match="secret is a link to /etc/shadow"):
        resolve(str(bot), isolation="full")


def test_a_worker_that_cannot_do_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def cannot(isolation: str) -> None:
        raise IsolationError("bubblewrap is not installed")

    monkeypatch.setattr(bundle, "ready", cannot)
    with pytest.raises(IsolationError):
        packed(resolve("first"), "full").unpacked()
