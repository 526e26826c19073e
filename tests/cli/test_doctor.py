"""Proves that `fajer doctor` says what there is, what is missing and how to get it, and what follows."""

import json
import os
import sys
from pathlib import Path

import pytest
from cli.running import done
from isolated import needed

from fajer.errors import IsolationError
from fajer.referee.isolation import doctor, machine, tools
from fajer.referee.isolation.ready import ready

WHATS = ["system", "bubblewrap", "user namespaces", "prlimit", "seccomp", "cgroup", "Landlock", "pinning"]


def test_it_says_what_there_is() -> None:
    told = json.loads(done("doctor", "--json"))
    assert [each["what"] for each in told["machine"]] == WHATS
    assert [each["what"] for each in told["isolation"]] == ["full", "landlock"]
    python = next(each for each in told["languages"] if each["program"] == "python3")
    assert python["version"] == ".".join(map(str, sys.version_info[:3]))
    text = done("doctor")
    assert all(each["said"] in text for each in told["machine"])
    assert all(f"{each['program']} " in text for each in told["languages"])


def test_what_it_says_of_isolation_is_what_a_match_finds() -> None:
    needed()
    (full, _) = doctor.ways()
    assert full.ok
    assert ("the kernel" in full.said) == (ready("full") == "cgroup")
    assert "--isolation full can be had" in done("doctor")


def test_it_says_what_is_missing_and_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine.shutil, "which", lambda *given, **more: None)
    found = {each.what: each for each in doctor.capabilities()}
    assert not found["bubblewrap"].ok
    assert found["bubblewrap"].said == "bubblewrap is not installed: apt install bubblewrap"


def test_what_follows_if_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    def cannot(way: str) -> None:
        raise IsolationError("bubblewrap is not installed: apt install bubblewrap; or --isolation none")

    monkeypatch.setattr(doctor, "ready", cannot)
    assert [each.ok for each in doctor.ways()] == [False, False]
    assert next(doctor.ways()).said == "bubblewrap is not installed: apt install bubblewrap"


def test_elsewhere_than_on_linux(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor.sys, "platform", "darwin")
    monkeypatch.delattr(os, "sched_setaffinity")
    found = {each.what: each.ok for each in doctor.capabilities()}
    assert found.pop("system")
    assert not any(found.values())
    assert not any(each.ok for each in doctor.ways())


def test_a_program_that_bots_cannot_be_shown_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One below a home folder would bring all of that."""
    home = tmp_path / "home"
    (home / "bin").mkdir(parents=True)
    program = home / "bin" / "perl"
    program.write_text("#!/bin/sh\necho version 5.36.0\n")
    program.chmod(0o755)
    monkeypatch.setenv("HOME", str(home))
    for module in (doctor, tools):
        monkeypatch.setattr(module, "environment", lambda: {"PATH": str(home / "bin")})
    perl = next(each for each in doctor.languages() if each.program == "perl")
    assert (perl.path, perl.version) == (str(program), "5.36.0")
    assert f"all of {home} would be" in perl.hidden


def test_a_program_that_does_not_say_its_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "lua"
    program.write_text("#!/bin/sh\nexit 1\n")
    program.chmod(0o755)
    monkeypatch.setattr(doctor, "environment", lambda: {"PATH": str(tmp_path)})
    assert next(each for each in doctor.languages() if each.program == "lua").version == ""
