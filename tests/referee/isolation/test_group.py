"""Proves which control groups are used, on a folder that looks like one: those of this machine are left alone."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from fajer.referee.isolation import group
from fajer.referee.isolation.group import Groups, is_delegated, was_full


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The group of this process, delegated to it."""
    own = tmp_path / "user.slice"
    own.mkdir()
    (own / "cgroup.controllers").write_text("cpu memory pids\n")
    (own / "cgroup.subtree_control").write_text("\n")
    (own / "cgroup.procs").write_text("")
    monkeypatch.setattr(group, "_ROOT", tmp_path)
    lines = group._lines
    told = ["1:name=systemd:/x", "0::/user.slice"]
    monkeypatch.setattr(group, "_lines", lambda path: told if path == Path("/proc/self/cgroup") else lines(path))
    monkeypatch.setattr(group, "is_delegated", lambda folder: True)
    group._here.cache_clear()
    yield own
    group._here.cache_clear()


def test_a_delegated_group_is_divided(tree: Path) -> None:
    found = Groups.here()
    assert found == Groups(tree)
    assert (tree / "fajer-referee" / "cgroup.procs").read_text() == "0"
    assert (tree / "cgroup.subtree_control").read_text() == "+memory"
    made = found.make(1 << 20)
    assert made.parent == tree
    assert (made / "memory.max").read_text() == str(1 << 20)
    assert (made / "memory.oom.group").read_text() == "1"
    assert found.make(1 << 20) != made


def test_from_within_our_own_group(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that we began is in the group that we went down into."""
    (tree / "fajer-referee").mkdir()
    (tree / "cgroup.subtree_control").write_text("memory\n")
    lines = group._lines
    told = ["0::/user.slice/fajer-referee"]
    monkeypatch.setattr(group, "_lines", lambda path: told if path == Path("/proc/self/cgroup") else lines(path))
    assert Groups.here() == Groups(tree)


@pytest.mark.parametrize("gone", ["cgroup.controllers", "cgroup.subtree_control"])
def test_without_what_it_takes(tree: Path, gone: str) -> None:
    (tree / gone).unlink()
    assert Groups.here() is None


def test_one_without_memory_or_not_given_to_us(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(group, "is_delegated", lambda folder: False)
    assert Groups.here() is None
    group._here.cache_clear()
    (tree / "cgroup.controllers").write_text("cpu pids\n")
    assert Groups.here() is None


def test_who_says_that_it_is_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert not is_delegated(tmp_path), "root owns every group"
    monkeypatch.setattr(os, "listxattr", lambda path: ["user.delegate"])
    monkeypatch.setattr(os, "getxattr", lambda path, name: b"1")
    assert is_delegated(tmp_path)
    monkeypatch.setattr(os, "listxattr", lambda path: [])
    monkeypatch.setattr(os, "geteuid", lambda: tmp_path.stat().st_uid or 1000)
    assert is_delegated(tmp_path) == (tmp_path.stat().st_uid != 0)


def test_whether_it_was_full(tmp_path: Path) -> None:
    assert not was_full(tmp_path)
    (tmp_path / "memory.events").write_text("low 0\nmax 7\noom 1\noom_kill 0\n")
    assert not was_full(tmp_path)
    (tmp_path / "memory.events").write_text("low 0\noom 1\noom_kill 2\n")
    assert was_full(tmp_path)
