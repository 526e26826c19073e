"""What `fajer check` prints, and with what it exits."""

import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from check.scripts import check, script
from click.testing import CliRunner

from fajer.check.advice import advice
from fajer.check.failure import Failure
from fajer.cli.check_command import command

BOTS = Path(__file__).parents[2] / "bots"
quick = pytest.mark.usefixtures("one_game", "hardly_listens")


@quick
def test_a_failure_in_text_says_all(tmp_path: Path):
    changes = "def choose(act): print('thinking of \\x1b[0m', act['id'], file=sys.stderr); return 'Lay'"
    bot = script(tmp_path, changes)
    code, out = check(bot)
    lines = out.splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("FAIL"))
    assert code == 1
    assert lines[at] == f"FAIL  {'answers questions':<46} its action is not legal, deal 0, question 1"
    assert lines[at + 1].startswith('      sent    {"type":"act","game_id":')
    assert '"events":' in lines[at + 1]
    assert lines[at + 2] == '      came    «{"type": "act", "id": 1, "action": "Lay"}\\n»'
    assert lines[at + 3].startswith("      why     'Lay' is no action; one is keep, put")
    assert lines[at + 4] == "      stderr  thinking of \\x1b[0m 1"
    assert lines[at + 5] == "      do      answer with one of the actions in the act's legal list, letter by letter"
    assert lines[at + 6].startswith("–     says nothing unasked … thinks in time: ")
    assert lines[-1].startswith("1 of 5 steps failed (34 were not tried). Then again: fajer check ")
    assert shlex.quote(bot) in lines[-1]
    assert "\x1b" not in out


@quick
def test_a_second_failure_of_the_same_kind_is_short(tmp_path: Path):
    changes = "def start(message):\n    assert message['players'] != 5\n"
    code, out = check(script(tmp_path, changes))
    lines = out.splitlines()
    at = next(number for number, line in enumerate(lines) if "plays three-stakes, 5 seats" in line)
    assert (code, lines[at + 1]) == (1, "      as in “plays german, 5 seats” above")
    assert "3 of 39 steps failed; begin with the first, “plays german, 5 seats”." in lines[-1]


def test_help_has_an_example():
    assert "fajer check bots/c" in CliRunner().invoke(command, ["--help"]).output


def test_the_command_line_exits_with_1(tmp_path: Path):
    bot = script(tmp_path, "sys.exit('not today')")
    done = _fajer("check", bot)
    assert (done.returncode, done.stderr) == (1, "")
    assert "not today" in done.stdout
    done = _fajer("check", "nowhere")
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)


def _fajer(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "fajer", *words]
    return subprocess.run(command, capture_output=True, text=True, cwd=BOTS.parent, check=False)


def test_a_pattern_sent_back_gets_advice_of_its_own():
    failure = Failure(
        kind="illegal",
        asked="act",
        detail="'bet 1..95' is a pattern, no action: answer with one that it stands for, like 'bet 5'",
        came=b"",
        torn=b"",
        buffered=b"",
        encoding="json",
        given_ms=1000,
        stderr="",
    )
    assert "bet 5 for bet 1..95" in advice(failure)
