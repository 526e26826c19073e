"""Proves what `fajer view` does at the command line."""

import os
import stat
from pathlib import Path

import pytest
from cli.running import done, fajer, refused


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a record."""
    path = tmp_path_factory.mktemp("view")
    done("match", "first", "greedy", "careful", "--games", "3", "--seed", "view", "-o", "demo.jsonl", cwd=path)
    return path


def test_a_page_is_written(folder: Path) -> None:
    assert done("view", "demo.jsonl", "-o", "game.html", cwd=folder) == "game.html\n"
    assert (folder / "game.html").read_text("utf-8").startswith("<!doctype html>")


@pytest.mark.parametrize(("words", "lang"), [(["--lang", "hu"], "hu"), (["--lang", "en"], "en"), ([], "hu")])
def test_its_language(words: list[str], lang: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "hu_HU.UTF-8")
    done("view", "demo.jsonl", "-o", "game.html", *words, cwd=folder)
    assert f'<html lang="{lang}">' in (folder / "game.html").read_text("utf-8")


def test_an_older_page_is_written_over(folder: Path) -> None:
    (folder / "old.html").write_text("<!DOCTYPE html>\n<title>old</title>")
    done("view", "demo.jsonl", "-o", "old.html", cwd=folder)
    assert "<title>old" not in (folder / "old.html").read_text("utf-8")


def test_a_link_to_a_page_stays_one(folder: Path) -> None:
    (folder / "real.html").write_text("<!doctype html>\n<title>old</title>")
    (folder / "link.html").symlink_to("real.html")
    done("view", "demo.jsonl", "-o", "link.html", cwd=folder)
    assert (folder / "link.html").is_symlink()
    assert "<title>old" not in (folder / "real.html").read_text("utf-8")


def test_what_is_no_file_is_left_alone(folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    line = refused("view", "demo.jsonl", "-o", "pipe", code=2, cwd=folder)
    assert line == "fajer: pipe exists and is no page that could be written anew: give another name"
    assert stat.S_ISFIFO((folder / "pipe").stat().st_mode)


@pytest.mark.parametrize("out", ["demo.jsonl", "notes.txt"])
def test_nothing_else_is_written_over(out: str, folder: Path) -> None:
    (folder / "notes.txt").write_text("mine")
    before = (folder / out).read_bytes()
    line = refused("view", "demo.jsonl", "-o", out, code=2, cwd=folder)
    assert line == f"fajer: {out} exists and is no page that could be written anew: give another name"
    assert (folder / out).read_bytes() == before


def test_the_browser_is_opened(folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """With a page that only its owner can read, at the moment that was asked for."""
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\nprintf %s "$1" > {opened}\n')
    browser.chmod(0o755)
    monkeypatch.setenv("BROWSER", f"{browser} %s")
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    address = done("view", "demo.jsonl", "--index", "2", "--seat", "1", cwd=folder).strip()
    assert address.endswith("/demo.jsonl.html#game=2&deal=0&step=0&seat=1")
    assert opened.read_text() == address
    page = Path(address.removeprefix("file://").partition("#")[0])
    assert page.is_file()
    assert stat.S_IMODE(page.parent.stat().st_mode) == 0o700


def test_without_a_browser_the_page_is_named(folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BROWSER", "/bin/false")
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    ran = fajer("view", "demo.jsonl", cwd=folder)
    assert ran.returncode == 0
    assert Path(ran.stdout.strip()).is_file()
    no_browser, lies = ran.stderr.splitlines()
    assert no_browser == "no browser was found here: open the page in one"
    assert lies == f"the page stays in {Path(ran.stdout.strip()).parent} until you remove it"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--index", "3"], "there is no game 3: there are 3 games, from 0"),
        (["--deal", "999"], "game 0 has no deal 999: it has "),
        (["--seat", "3"], "there is no seat 3: there are 3 seats, from 0"),
    ],
)
def test_moments_that_there_are_not(
    words: list[str], said: str, folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    assert said in refused("view", "demo.jsonl", *words, code=2, cwd=folder)
    assert not list(tmp_path.iterdir())


def test_what_is_wrong_is_said_in_hungarian_too(folder: Path) -> None:
    said = refused("view", "demo.jsonl", "-o", "page.html", "--seat", "3", "--lang", "hu", code=2, cwd=folder)
    assert "Nincs 3. hely" in said


def test_files_that_are_no_record(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "text").write_text("hello\n")
    (tmp_path / "empty").write_text("")
    (tmp_path / "begun.jsonl").write_bytes((folder / "demo.jsonl").read_bytes().splitlines(keepends=True)[0])
    for name, said in (
        ("none", "none cannot be read: No such file or directory"),
        (".", "cannot be read: Is a directory"),
        ("text", "text, line 1: no record of a match"),
        ("empty", "empty is empty: no records"),
        ("begun.jsonl", "begun.jsonl holds no games yet"),
    ):
        assert said in refused("view", name, "-o", "page.html", code=1, cwd=tmp_path)
    assert not (tmp_path / "page.html").exists()
    line = refused("view", folder / "demo.jsonl", "-o", "nowhere/page.html", code=1, cwd=tmp_path)
    assert line == "fajer: nowhere/page.html cannot be written: No such file or directory"


def test_a_cut_record_is_shown_as_far_as_it_goes(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "cut.jsonl").write_bytes((folder / "demo.jsonl").read_bytes()[:-60])
    ran = fajer("view", "cut.jsonl", "-o", "page.html", cwd=tmp_path)
    assert ran.returncode == 0
    assert "the line is cut" in ran.stderr
    assert ran.stderr.endswith("the page has the 2 games before it\n")
