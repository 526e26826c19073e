"""Bots on their way to another machine, without one."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from isolated import needed
from tournament.cluster_bots import folder, script

import fajer
from fajer.errors import UsageError
from fajer.referee.entry import Entry, parts, resolve, sha256_of
from fajer.tournament.bundle import packed


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Another machine's cache."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "elsewhere"))
    return tmp_path / "elsewhere" / "fajer"


def there(bot: str | Path) -> Entry:
    """A bot after its journey."""
    return packed(resolve(str(bot))).unpacked()


def test_a_file_arrives_with_its_name_and_its_mode(tmp_path: Path, elsewhere: Path) -> None:
    bot = script(tmp_path / "my=bot")
    bot.chmod(0o750)
    entry = resolve(f"ann={bot.parent}/./{bot.name}")
    arrived = packed(entry).unpacked()
    (program,) = arrived.argv
    assert Path(program).is_relative_to(elsewhere)
    assert Path(program).read_bytes() == bot.read_bytes()
    assert Path(program).stat().st_mode & 0o777 == 0o750
    assert Path(program).stat().st_mtime_ns == bot.stat().st_mtime_ns
    assert (arrived.spec, arrived.name, arrived.sha256) == (entry.spec, "ann", entry.sha256)
    assert sorted(Path(arrived.cwd).iterdir()) == [Path(program)]


def test_a_folder_arrives_with_its_files_and_is_built_there(tmp_path: Path, elsewhere: Path) -> None:
    bot = folder(tmp_path / "bot", build="touch built")
    (bot / "__pycache__").mkdir()
    (bot / "__pycache__" / "x.pyc").write_text("")
    (bot / "data").write_bytes(b"\0\1")
    (bot / "data").chmod(0o440)
    (bot / "again").symlink_to("data")
    entry = resolve(str(bot))
    shutil.rmtree(elsewhere)
    arrived = packed(entry).unpacked()
    assert (Path(arrived.cwd) / "built").exists()
    assert (Path(arrived.cwd) / "again").read_bytes() == b"\0\1"
    assert not (Path(arrived.cwd) / "__pycache__").exists()
    assert arrived.source is not None
    assert sha256_of(parts(arrived.source)) == entry.sha256
    assert arrived.sha256 == entry.sha256


def test_what_was_changed_there_is_put_right_and_what_was_added_is_left(tmp_path: Path) -> None:
    bot = folder(tmp_path / "bot")
    home = there(bot).source
    assert home is not None
    (home / "code" / "bot.py").write_text("")
    (home / "bot.toml").chmod(0o600)
    (home / "notes").write_text("mine")
    assert there(bot).source == home
    assert (home / "code" / "bot.py").read_bytes() == (bot / "code" / "bot.py").read_bytes()
    assert (home / "bot.toml").stat().st_mode == (bot / "bot.toml").stat().st_mode
    assert (home / "notes").read_text() == "mine"
    assert not list(home.rglob(".*"))


def test_what_was_added_there_is_gone_in_isolation(tmp_path: Path) -> None:
    needed()
    bot = tmp_path / "bot"
    bot.mkdir()
    (bot / "bot.toml").write_text('command = "true"\n')
    bundle = packed(resolve(str(bot), isolation="full"), "full")
    there = Path(bundle.unpacked().cwd)
    (there / "notes").write_text("of an earlier run")
    (there / "link").symlink_to("/etc")
    assert Path(bundle.unpacked().cwd) == there
    assert [file.name for file in there.iterdir()] == ["bot.toml"]


def test_bots_of_the_package_and_command_lines_need_no_files(tmp_path: Path) -> None:
    assert there("ann=greedy") == resolve("ann=greedy")
    assert there("cmd:sh -c true") == resolve("cmd:sh -c true")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"argv": ("no-such-program",)}, "here is no program 'no-such-program'"),
        ({"argv": ("./no",)}, "here is no program './no'"),
        ({"cwd": "/no/such/folder"}, "here is no folder /no/such/folder"),
    ],
)
def test_a_command_line_is_run_only_where_its_command_is(change: dict[str, str], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        packed(replace(resolve("cmd:sh -c true"), **change)).unpacked()


def test_a_python_class_does_not_travel(tmp_path: Path) -> None:
    (tmp_path / "bots.py").write_text("from fajer.bot import Bot\nclass A(Bot):\n    act = None\n")
    with pytest.raises(UsageError, match=r"py:.*bots.py:A: a Python class plays only on the machine of the run"):
        packed(resolve(f"py:{tmp_path}/bots.py:A"))


def test_a_bot_that_has_changed_does_not_travel(tmp_path: Path) -> None:
    bot = script(tmp_path / "bot")
    entry = resolve(str(bot))
    bot.write_text("#!/bin/sh\n")
    with pytest.raises(UsageError, match="has changed since the run began"):
        packed(entry)


def test_a_link_to_a_folder_does_not_travel(tmp_path: Path) -> None:
    bot = folder(tmp_path / "bot")
    (bot / "more").symlink_to("code")
    with pytest.raises(UsageError, match="more in it is a link to a folder"):
        packed(resolve(str(bot)))


def test_what_did_not_arrive_as_it_was_sent_is_not_unpacked(tmp_path: Path, elsewhere: Path) -> None:
    bundle = packed(resolve(str(script(tmp_path / "bot"))))
    with pytest.raises(UsageError, match="did not arrive as it was sent"):
        replace(bundle, files=(replace(bundle.files[0], content=b"#!/bin/sh\n"),)).unpacked()
    assert not elsewhere.exists()


def test_a_bot_of_another_fajer_is_not_to_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    bundle = packed(resolve("greedy"))
    monkeypatch.setattr(fajer, "__version__", "99")
    with pytest.raises(UsageError, match=r"greedy of fajer .* is not to be had: this is 99"):
        bundle.unpacked()


def test_a_build_that_fails_there_is_said_in_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bot = folder(tmp_path / "bot")
    (bot / "bot.toml").write_text('command = "code/bot.py"\nbuild = "sh -c \'test $HERE\'"\n')
    monkeypatch.setenv("HERE", "1")
    bundle = packed(resolve(str(bot)))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "third"))
    monkeypatch.delenv("HERE")
    with pytest.raises(UsageError, match=r"bot cannot be built: .* ended with 1"):
        bundle.unpacked()
