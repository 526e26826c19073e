"""Running the command line as a person does, in a process of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

BOTS = Path(__file__).parent.parent.parent / "bots"
"""The bots to copy."""


def uncovered() -> dict[str, str]:
    """The environment without what has each process measure its coverage, which takes time."""
    return {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE_PROCESS")}


def fajer(*words: str | Path, cwd: Path | None = None, seconds: float = 120) -> "subprocess.CompletedProcess[str]":
    """Run `fajer WORDS` to its end."""
    return subprocess.run(
        [sys.executable, "-m", "fajer", *map(str, words)],
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
        env=uncovered() | {"COLUMNS": "120"},
    )


def done(*words: str | Path, cwd: Path | None = None) -> str:
    """What `fajer WORDS` prints; it has to succeed."""
    ran = fajer(*words, cwd=cwd)
    assert ran.returncode == 0, (ran.returncode, ran.stdout, ran.stderr)
    return ran.stdout


def refused(*words: str | Path, code: int, cwd: Path | None = None) -> str:
    """What `fajer WORDS` says when it refuses: one line, no traceback."""
    ran = fajer(*words, cwd=cwd)
    assert ran.returncode == code, (ran.returncode, ran.stdout, ran.stderr)
    assert "Traceback" not in ran.stderr
    last = ran.stderr.strip().splitlines()[-1]
    assert last.startswith(("fajer", "python")), ran.stderr
    return last


def lines(file: Path) -> list[dict[str, Any]]:
    """The lines of a file of records."""
    return [json.loads(line) for line in file.read_bytes().splitlines()]


def same_every_time(file: Path) -> list[dict[str, Any]]:
    """The lines without what may differ from one run to the next."""
    kept = lines(file)
    for line in kept:
        for key in ("times_us", "late", "created", "off_turn_us"):
            line.pop(key, None)
    return kept
