"""Proves what is copied for isolation, and what is refused."""

import os
import shutil
import socket
from pathlib import Path
from typing import Any

import pytest

from fajer.errors import UsageError
from fajer.referee import keep
from fajer.referee.isolation.stage import check, stage


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    """A bot's folder: a program, a file, a folder."""
    folder = tmp_path / "bot"
    (folder / "code").mkdir(parents=True)
    (folder / "run").write_text("#!/bin/sh\n")
    (folder / "run").chmod(0o700)
    (folder / "code" / "data").write_bytes(b"\0\1")
    (folder / "code" / "data").chmod(0o400)
    (folder / "code" / "__pycache__").mkdir()
    return folder


def test_a_folder(bot: Path, tmp_path: Path) -> None:
    """Whoever it is that the bot runs as can read all of it, run what could be run, and set no user with it."""
    (bot / "run").chmod(0o4700)
    before = os.umask(0o077)
    try:
        stage(bot, tmp_path / "copy", "bot")
    finally:
        os.umask(before)
    found = {path.relative_to(tmp_path / "copy").as_posix(): path for path in (tmp_path / "copy").rglob("*")}
    assert sorted(found) == ["code", "code/data", "run"]
    modes = {name: path.stat().st_mode & 0o7777 for name, path in found.items()}
    assert modes == {"code": 0o755, "code/data": 0o644, "run": 0o755}
    assert found["code/data"].read_bytes() == b"\0\1"
    assert found["code/data"].stat().st_mtime_ns == (bot / "code" / "data").stat().st_mtime_ns


def test_a_single_file_and_nothing_at_all(bot: Path, tmp_path: Path) -> None:
    stage(bot / "run", tmp_path / "one", "bot/run")
    assert [path.name for path in (tmp_path / "one").iterdir()] == ["run"]
    stage(None, tmp_path / "none", "greedy")
    assert list((tmp_path / "none").iterdir()) == []


def test_links_and_other_things_are_refused_with_their_name(bot: Path, tmp_path: Path) -> None:
    (bot / "code" / "secret").symlink_to("/etc/shadow")
    wanted = "bot cannot be isolated: code/secret is a link to /etc/shadow; put the file itself there"
    for what in (lambda: stage(bot, tmp_path / "a", "bot"), lambda: check(bot, "bot")):
        with pytest.raises(UsageError) as raised:
            what()
        assert str(raised.value) == wanted
    (bot / "code" / "secret").unlink()
    (bot / "folder").symlink_to("/etc")
    with pytest.raises(UsageError, match="folder is a link to /etc"):
        stage(bot, tmp_path / "b", "bot")
    (bot / "folder").unlink()
    os.mkfifo(bot / "pipe")
    with pytest.raises(UsageError, match="pipe is no regular file"):
        stage(bot, tmp_path / "c", "bot")
    (bot / "pipe").unlink()
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(str(bot / "socket"))
        with pytest.raises(UsageError, match="socket is no regular file"):
            check(bot, "bot")


def test_a_bot_that_is_a_link_itself(bot: Path, tmp_path: Path) -> None:
    for name, target in (("file", bot / "run"), ("folder", bot)):
        link = tmp_path / name
        link.symlink_to(target)
        with pytest.raises(UsageError, match=f"{name} is a link to"):
            check(link, name)


def test_what_cannot_be_copied(bot: Path, tmp_path: Path) -> None:
    (tmp_path / "copy").mkdir()
    with pytest.raises(UsageError, match=r"bot cannot be copied for isolation: .*copy: File exists"):
        stage(bot, tmp_path / "copy", "bot")


def test_what_lies_too_deep(bot: Path, tmp_path: Path) -> None:
    """Whatever is in folders that are laid in one another by the thousand."""
    before = os.getcwd()
    try:
        os.chdir(bot)
        for _ in range(3000):
            os.mkdir("d")
            os.chdir("d")
    finally:
        os.chdir(before)
    try:
        for what in (lambda: stage(bot, tmp_path / "copy", "bot"), lambda: check(bot, "bot")):
            with pytest.raises(UsageError, match="bot cannot be isolated: more than 64 folders lie in one another"):
                what()
    finally:
        keep._remove(str(bot))
    assert not bot.exists()


def test_a_folder_that_becomes_a_link_meanwhile(bot: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was a folder when it was listed, and what it leads to is not copied."""
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "key").write_text("secret")
    (bot / "zz").mkdir()
    copied = shutil.copyfileobj

    def swapped(*given: Any) -> None:
        copied(*given)
        if not (bot / "zz").is_symlink():
            (bot / "zz").rmdir()
            (bot / "zz").symlink_to(tmp_path / "secret")

    monkeypatch.setattr(shutil, "copyfileobj", swapped)
    with pytest.raises(UsageError, match="zz is a link to"):
        stage(bot, tmp_path / "copy", "bot")
    assert not list((tmp_path / "copy").rglob("key"))
