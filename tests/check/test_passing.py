"""Good bots pass `fajer check`; what is no failure but good to know is a remark."""

import shutil
from pathlib import Path

import pytest
from check.scripts import BATCHES, PLACES, check, name_of, script, steps
from referee.house import lacking

import fajer
from fajer.check import games, table
from fajer.games.odd import odd

BOTS = Path(__file__).parents[2] / "bots"
quick = pytest.mark.usefixtures("one_game", "hardly_listens")


# Good bots


def test_a_bot_of_the_package_passes():
    code, out = check("greedy")
    lines = out.splitlines()
    assert code == 0, out
    assert all(line.startswith(("ok ", "note ")) for line in lines[:-1])
    assert f"greedy {fajer.__version__}, JSON lines, batches, after" in lines[1]
    assert [line for line in lines if "thinks in time" in line and "of 1 s" in line]
    assert lines[-1].endswith("Next: fajer match greedy greedy")


@quick
@pytest.mark.parametrize(("language", "compiler"), [("c", "cc"), ("python", "python3"), ("java", "javac")])
def test_a_bot_to_copy_passes(language: str, compiler: str):
    folder = BOTS / language
    if shutil.which(compiler) is None:
        lacking(f"there is no {compiler} here")
    code, found = steps(str(folder))
    assert code == 0, [step for step in found.values() if not step["ok"]]
    assert ("answers batches" in found) == ("no batches" not in found["says hello"]["seen"])


def test_a_proper_script_passes_every_step(tmp_path: Path):
    code, found = steps(script(tmp_path, BATCHES))
    assert code == 0
    assert all(step["ok"] and not step["remark"] for step in found.values())
    assert {f"plays {preset}, {seats} seats" for preset, seats in PLACES} <= set(found)
    assert {f"{position.rule} {position.name}" for position in odd("fajer").positions} <= set(found)
    assert found["plays german, 9 seats"]["seen"].startswith("5 games, ")
    assert found["F-16 closing with nothing, it can only lay"]["seen"].startswith("“lay”")
    assert found["answers batches"]["seen"].startswith("64 games side by side")
    assert set(next(iter(found.values()))) == {
        "name", "ok", "seen", "remark", "sent", "came", "why", "stderr", "advice"
    }  # fmt: skip


@quick
def test_a_python_class_is_checked_in_a_process_of_its_own(tmp_path: Path):
    file = tmp_path / "mine.py"
    file.write_text(
        "from fajer.bot import Bot\n\n\n"
        "class Mine(Bot):\n"
        "    encoding = 'msgpack'\n\n"
        "    def act(self, view, legal):\n"
        "        print('thinking')\n"
        "        return legal[0]\n"
    )
    code, found = steps(f"py:{file}:Mine")
    assert (code, found["says hello"]["seen"].split(", after")[0]) == (0, "Mine, MessagePack, no batches")


def test_every_game_has_a_name_of_its_own(tmp_path: Path):
    # A bot that keeps games by their name, and ends if one comes twice in its life.
    changes = BATCHES + "\nknown = set()\n\ndef start(message):\n    assert message['game_id'] not in known\n"
    assert steps(script(tmp_path, changes + "    known.add(message['game_id'])\n"))[0] == 0


# Remarks


@quick
def test_a_bot_that_does_not_repeat_itself_passes_with_a_remark(tmp_path: Path):
    changes = BATCHES + "\nimport random\n\ndef choose(act):\n    return random.choice(act['legal'])\n"
    code, found = steps(script(tmp_path, changes))
    assert code == 0
    assert "it does not: question" in found["plays the same game again"]["remark"]
    assert "not compared" in found["answers alike alone and in a batch"]["remark"]


@quick
def test_an_answer_within_the_margin_is_a_remark(tmp_path: Path):
    changes = f"""
    def start(message):
        global late
        late = 0.12 * (message["game_id"] == "{name_of(table.PRESETS + 20)}")

    def choose(act):
        global late
        late = time.sleep(late) or 0
        return act["legal"][0]
    """
    code, found = steps(script(tmp_path, changes), "--move-time", "0.1")
    assert code == 0
    assert "came after --move-time" in found["thinks in time"]["remark"]


@quick
def test_a_timeout_is_said_with_the_times(tmp_path: Path):
    changes = f"""
    def choose(act):
        if act["game_id"] == "{name_of(table.PRESETS + 20)}":
            time.sleep(60)
        return act["legal"][0]
    """
    code, found = steps(script(tmp_path, changes), "--move-time", "0.5")
    assert code == 1
    assert found["plays german, 2 seats"]["seen"] == "no answer in time, game 1 of 1, deal 0, question 1"
    assert found["thinks in time"]["remark"] == "not counting 1 that did not come in time"


@quick
def test_notes_are_shown(tmp_path: Path):
    changes = "def act(message): say(answer(message) | {'note': 'the \\x07 first'})"
    code, found = steps(script(tmp_path, changes))
    assert code == 0
    assert "the first with “keep”: “the \\x07 first”" in found["gives notes"]["seen"]


@quick
@pytest.mark.parametrize(("bye", "remark"), [("sys.exit(3)", "exit status is 3"), ("print('thanks')", "«thanks\\n»")])
def test_how_it_ends_is_noted(tmp_path: Path, bye: str, remark: str):
    code, found = steps(script(tmp_path, f"def bye(message): {bye}"))
    assert code == 0
    assert remark in found["ends after bye"]["remark"]


@quick
def test_a_slow_bot_plays_fewer_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(games, "GAMES", 2)
    monkeypatch.setattr(games, "_ENOUGH_S", 0.0)
    code, found = steps(script(tmp_path))
    assert code == 0
    assert "not 2, as it thinks" in found["plays german, 3 seats"]["remark"]
