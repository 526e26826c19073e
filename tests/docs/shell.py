"""Typing commands as a reader of the pages does: a folder, a shell, and `fajer` on the path."""

import os
import subprocess
import sys
from pathlib import Path

from cli.running import uncovered

import fajer

ROOT = Path(__file__).parents[2]
"""Where `protocol.md`, `docs/` and `bots/` lie."""
_PACKAGE = Path(fajer.__file__).parents[1]
_SECONDS = 120
_SCRIPT = '#!/bin/sh\nexec {python} {words} "$@"\n'
"""`fajer` and `python3` are the ones under test."""


class Shell:
    """A folder to type commands in."""

    def __init__(self, folder: Path, programs: Path) -> None:
        """`programs` is a folder for scripts and built bots, which several shells may share."""
        self.folder = folder
        self._programs = programs
        for name, words in {"fajer": "-m fajer", "python3": ""}.items():
            make_program(programs / name, _SCRIPT.format(python=sys.executable, words=words))

    def type(self, line: str, *, one_core: bool = False) -> "subprocess.CompletedProcess[bytes]":
        """Run a line to its end; it has to succeed."""
        ran = subprocess.run(
            ["sh", "-c", line],
            cwd=self.folder,
            env=self._environment(),
            preexec_fn=_on_one_core if one_core else None,
            capture_output=True,
            timeout=_SECONDS,
            check=False,
        )
        assert ran.returncode == 0, f"{line}\n{ran.returncode}\n{ran.stdout.decode()}\n{ran.stderr.decode()}"
        return ran

    def _environment(self) -> dict[str, str]:
        return uncovered() | {
            "PATH": f"{self._programs}:{os.environ['PATH']}",
            "PYTHONPATH": str(_PACKAGE),
            "PYTHONWARNINGS": "error",
            "XDG_CACHE_HOME": str(self._programs / "cache"),
            "BROWSER": "true %s",  # it opens nothing
            "COLUMNS": "120",
        }


def make_program(file: Path, text: str) -> None:
    """Write a file that can be run."""
    file.write_text(text, "utf-8")
    file.chmod(0o755)


def _on_one_core() -> None:
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
