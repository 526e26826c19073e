"""`fajer play --web` as a command: an address, a game over it, and every way to leave."""

import json
import re
import signal
import subprocess
import sys
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType

import pytest
from cli.running import done, fajer, lines, refused, uncovered
from view.seat.browsing import Browsing, said


class Command(AbstractContextManager["Command"]):
    """`fajer play --web WORDS` that runs."""

    def __init__(self, *words: str, cwd: Path, **environment: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "fajer", "play", "--web", *words],
            cwd=cwd,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=uncovered() | {"LC_ALL": "C.UTF-8"} | environment,
        )
        assert self._process.stdout is not None
        self.line = self._process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+/\?token=\S+", self.line)
        assert found, self.line
        self.browsing = Browsing(found[0])

    def signal(self, number: signal.Signals) -> None:
        self._process.send_signal(number)

    def ends(self) -> tuple[int, str, str]:
        """Wait for its end: the exit code, what it wrote since to stdout, and to stderr."""
        out, errors = self._process.communicate(timeout=60)
        return self._process.returncode, out, errors

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process.poll() is None:
            self._process.kill()
            self._process.communicate()


SHORT = ["--no-browser", "--set", "stakes=1", "--seed", "web", "-o", "mine.jsonl"]


def faults(folder: Path) -> list[tuple[int, str]]:
    """Those of the only game, which is proved."""
    file = folder / "mine.jsonl"
    assert "every one as seed and rules make it" in done("replay", file, "--verify")
    (game,) = [line for line in lines(file) if line["type"] == "game"]
    return [(fault["seat"], fault["detail"]) for fault in game["faults"]]


def test_a_game_over_the_web(tmp_path: Path) -> None:
    with Command("greedy", "careful", *SHORT, cwd=tmp_path) as command:
        with command.browsing.enter().connect() as page:
            while (message := json.loads(page.recv(timeout=60)))["type"] != "over":
                if message["type"] == "act":
                    page.send(json.dumps({"type": "act", "id": message["id"], "action": message["legal"][0]}))
        code, _, errors = command.ends()
    assert code == 0
    assert errors.splitlines()[-1] == "kept in mine.jsonl; fajer view mine.jsonl shows it"
    assert faults(tmp_path) == []


def test_closing_the_page_leaves_the_table(tmp_path: Path) -> None:
    with Command("greedy", *SHORT, cwd=tmp_path) as command:
        with command.browsing.enter().connect() as page:
            said(page, "act")
        code, _, errors = command.ends()
    assert code == 0
    assert "kept in mine.jsonl" in errors.splitlines()[-1]
    assert faults(tmp_path) == [(0, "left the table")]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_leaves_the_table(tmp_path: Path, number: signal.Signals) -> None:
    with Command("greedy", "first", *SHORT, cwd=tmp_path) as command, command.browsing.enter().connect() as page:
        said(page, "act")
        command.signal(number)
        assert said(page, "over")["fault"] == "crash"
        code, _, errors = command.ends()
    assert code == 130
    assert "Traceback" not in errors
    assert faults(tmp_path) == [(0, "left the table")]


def test_an_interrupt_before_anybody_came(tmp_path: Path) -> None:
    with Command("greedy", *SHORT, cwd=tmp_path) as command:
        command.signal(signal.SIGINT)
        assert command.ends()[0] == 130
    assert list(tmp_path.iterdir()) == []


def test_the_browser_is_opened_at_the_address(tmp_path: Path) -> None:
    """What stands in BROWSER is what Python's `webbrowser` opens."""
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {tmp_path}/opened.tmp && mv {tmp_path}/opened.tmp {tmp_path}/opened\n')
    browser.chmod(0o755)
    words = [word for word in SHORT if word != "--no-browser"]
    with Command("greedy", *words, cwd=tmp_path, BROWSER=f"{browser} %s", DISPLAY="") as command:
        with command.browsing.enter().connect() as page:
            said(page, "act")
            page.send('{"type":"leave"}')
            said(page, "over")
        assert command.ends()[0] == 0
        opened = (tmp_path / "opened").read_text().strip()
        assert opened in command.line


def test_a_port_that_is_asked_for(tmp_path: Path) -> None:
    with Command("greedy", *SHORT, cwd=tmp_path) as command:
        port = command.browsing.host.partition(":")[2]
        said_no = refused("play", "--web", "greedy", "--port", port, "-o", tmp_path / "x.jsonl", code=2)
        assert f"port {port} cannot be had" in said_no
        command.signal(signal.SIGINT)
        command.ends()
    with Command("greedy", *SHORT, "--port", port, cwd=tmp_path) as command:
        assert command.browsing.host == f"127.0.0.1:{port}"
        command.signal(signal.SIGINT)
        command.ends()


def test_nobody_else_can_reach_it(tmp_path: Path) -> None:
    """It listens on the loopback address alone."""
    with Command("greedy", *SHORT, cwd=tmp_path) as command:
        port = int(command.browsing.host.partition(":")[2])
        files = [Path(f"/proc/net/{name}") for name in ("tcp", "tcp6")]
        tables = [file.read_text() for file in files if file.exists()]
        listening = [line.split()[1] for table in tables for line in table.splitlines()[1:] if line.split()[3] == "0A"]
        mine = [address for address in listening if int(address.rpartition(":")[2], 16) == port]
        assert mine == [f"0100007F:{port:04X}"]
        command.signal(signal.SIGINT)
        command.ends()


@pytest.mark.parametrize("words", [["--port", "8000"], ["--no-browser"]])
def test_what_is_of_the_web_alone(tmp_path: Path, words: list[str]) -> None:
    assert "--web" in refused("play", "greedy", *words, code=2, cwd=tmp_path)


def test_without_the_libraries_it_is_said(tmp_path: Path) -> None:
    (tmp_path / "starlette").mkdir()
    (tmp_path / "starlette" / "__init__.py").write_text("raise ModuleNotFoundError(name='starlette')\n")
    program = "import sys; sys.path.insert(0, '.'); from fajer.cli.main import main; main()"
    words = [sys.executable, "-c", program, "play", "--web", "greedy"]
    ran = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False, env=uncovered())
    assert ran.returncode == 2
    assert "--web needs starlette: pip install 'fajer[web]'" in ran.stderr


def test_help_says_it() -> None:
    assert "fajer play --web greedy" in fajer("play", "--help").stdout
