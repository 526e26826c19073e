"""Proves what of the machine is shown to a bot, and that its command cannot choose that."""

import os
import sys
from pathlib import Path

import msgspec
import pytest

import fajer
from fajer.errors import UsageError
from fajer.referee.isolation import tools


def program(path: Path, text: str = "#!/bin/sh\n") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return path


@pytest.fixture
def bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A bot's folder, beside a tool in a folder of the path and a secret."""
    program(tmp_path / "kit" / "bin" / "tool")
    program(tmp_path / "secret" / "bin" / "tool")
    monkeypatch.setenv("PATH", f"{tmp_path / 'kit' / 'bin'}:/usr/bin:/bin")
    folder = tmp_path / "bot"
    folder.mkdir()
    return folder


def folders(bot: Path, *words: str) -> tuple[str, ...]:
    return tools.found(words, bot)[1].folders


def test_what_lies_in_usr_brings_nothing(bot: Path) -> None:
    found, needed = tools.found(["sh", "bot.sh"], bot)
    assert os.path.realpath(found) == os.path.realpath("/bin/sh")
    assert needed == tools.Tools((), "/usr/local/bin:/usr/bin", None)


def test_a_program_of_the_path_brings_its_prefix(bot: Path, tmp_path: Path) -> None:
    found, needed = tools.found(["tool", "x"], bot)
    assert found == str(tmp_path / "kit" / "bin" / "tool")
    assert needed.folders == (str(tmp_path / "kit"),)
    assert needed.path.split(":")[0] == str(tmp_path / "kit" / "bin")


def test_links_bring_what_they_lead_to(bot: Path, tmp_path: Path) -> None:
    real = program(tmp_path / "versions" / "3" / "bin" / "tool3")
    (tmp_path / "versions" / "3" / "bin" / "tool").symlink_to("tool3")
    (tmp_path / "kit" / "bin" / "tool").unlink()
    (tmp_path / "kit" / "bin" / "tool").symlink_to(real.with_name("tool"))
    assert folders(bot, "tool") == (str(tmp_path / "kit"), str(tmp_path / "versions" / "3"))


@pytest.mark.parametrize("words", ["{secret}", "../secret/bin/tool", "../secret/../secret/bin/tool", "./../bot/run"])
def test_a_command_cannot_have_a_folder_shown(bot: Path, tmp_path: Path, words: str) -> None:
    """A stranger wrote it: only what lies in a folder of our path brings anything."""
    program(bot / "run", f"#!{tmp_path / 'secret' / 'bin' / 'tool'}\n")
    assert folders(bot, words.format(secret=tmp_path / "secret" / "bin" / "tool")) == ()


def test_a_script_brings_its_interpreter(bot: Path, tmp_path: Path) -> None:
    for line in ("#!/usr/bin/env tool", "#!/usr/bin/env -S A=b tool -x", f"#! {tmp_path / 'kit' / 'bin' / 'tool'} -x"):
        program(bot / "run", f"{line}\n")
        found, needed = tools.found([str(bot / "run")], bot)
        assert found == str(bot / "run")
        assert needed.folders == (str(tmp_path / "kit"),)
    for line in ("#!/usr/bin/env missing", "#!/bin/sh", "#!", "no script", "#!/usr/bin/env"):
        program(bot / "run", f"{line}\n")
        assert folders(bot, "./run") == ()


def test_our_python_brings_the_package_and_nothing_beside_it(bot: Path) -> None:
    _, needed = tools.found(["python3", "bot.py"], bot)
    seen = [Path(folder) for folder in needed.folders]
    for package in (fajer, msgspec):
        file = Path(package.__file__ or "")
        assert any(file.is_relative_to(folder) for folder in (*seen, Path("/usr")))
    assert not any(Path(fajer.__file__).parents[1] == folder for folder in seen)
    assert tools.found([sys.executable, "-m", "fajer.baselines"], bot)[1] == needed


def test_a_program_that_is_not_there(bot: Path) -> None:
    assert tools.found(["missing"], bot) == ("missing", tools.Tools((), "/usr/local/bin:/usr/bin", None))


@pytest.mark.parametrize("place", ["bin", ".local/bin", "."])
def test_a_home_is_never_shown(bot: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    home = tmp_path / "home"
    there = program(home / place / "mine").parent
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("PATH", f"{os.path.normpath(there)}:/usr/bin")
    with pytest.raises(UsageError, match=r"mine cannot be shown to a bot in isolation: all of .* would be"):
        tools.found(["mine"], bot)


def test_an_environment_in_a_home_is(bot: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "home"
    there = program(home / ".venv" / "bin" / "mine").parent
    (home / ".venv" / "pyvenv.cfg").touch()
    (home / ".venv" / "records").touch()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("PATH", f"{there}:/usr/bin")
    assert folders(bot, "mine") == (str(home / ".venv" / "pyvenv.cfg"), str(home / ".venv" / "bin"))


def test_behind_rustup_is_the_toolchain(bot: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = program(tmp_path / "toolchains" / "stable" / "bin" / "rustc")
    cargo = program(tmp_path / "cargo" / "bin" / "rustup", f"#!/bin/sh\necho {real}\n").parent
    (cargo / "rustc").symlink_to("rustup")
    monkeypatch.setenv("PATH", f"{cargo}:/usr/bin")
    found, needed = tools.found(["rustc", "bot.rs"], bot)
    assert found == str(real)
    assert needed.folders == (str(tmp_path / "toolchains" / "stable"),)
