"""The bots to copy: each builds, plays like `greedy`, passes the doctor, and is short enough to read."""

import tomllib
from pathlib import Path

import pytest
from cli.running import BOTS, done, fajer, lines
from to_copy import LANGUAGES, needed


def source(language: str) -> Path:
    (file,) = [file for file in (BOTS / language).iterdir() if file.stem.lower() == "bot" and file.suffix != ".toml"]
    return file


def sources(language: str) -> list[Path]:
    return [file for file in (BOTS / language).iterdir() if file.is_file() and file.suffix != ".toml"]


def test_there_is_one_for_every_language() -> None:
    assert sorted(path.name for path in BOTS.iterdir() if path.is_dir()) == LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_short_and_says_how_to_build_and_run_it(language: str) -> None:
    for file in sources(language):
        assert len(file.read_text("utf-8").splitlines()) < 150, file
    text = source(language).read_text("utf-8")
    settings = tomllib.loads((BOTS / language / "bot.toml").read_text())
    head = "\n".join(text.splitlines()[:20])
    assert settings.get("build", settings["command"]) in head
    assert f"fajer check bots/{language}" in head
    assert settings["version"]
    if language != "python-sdk":
        assert "import fajer" not in text
        assert "from fajer" not in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_plays_every_game_as_greedy_does(language: str, tmp_path: Path) -> None:
    # Both play the best hand now. With equal play a set of rotated seats is even: the mean is 0, and so is its
    # interval, which says more than any number of games would.
    bot = needed(language)
    file = tmp_path / "m.jsonl"
    done("match", bot, "greedy", "greedy", "--games", "24", "--seed", language, "--strict", "-o", file)
    for game in lines(file)[1:-1]:
        assert game["faults"] == []
    means: dict[int, float] = {}
    for game in lines(file)[1:-1]:
        for seat, number in enumerate(game["seats"]):
            means[number] = means.get(number, 0) + game["payoffs"][seat]
    assert set(means.values()) == {0}


def test_one_speaks_messagepack_and_one_takes_batches(tmp_path: Path) -> None:
    bots = [needed("java"), needed("c")]
    done("match", *bots, "--games", "2", "--seed", "s", "-o", tmp_path / "m")
    java, c = lines(tmp_path / "m")[0]["bots"]
    assert java["encoding"] == "msgpack"
    assert c["batch"] is True


def test_batches_and_single_questions_give_the_same_games(tmp_path: Path) -> None:
    bot = needed("c")
    for name, batch in (("one", "0"), ("many", "64")):
        done("match", bot, "greedy", "--games", "60", "--seed", "s", "--batch", batch, "-o", tmp_path / name)
    digests = [[game["digest"] for game in lines(tmp_path / name)[1:-1]] for name in ("one", "many")]
    assert digests[0] == digests[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_passes_the_doctor(language: str) -> None:
    ran = fajer("check", needed(language))
    assert ran.returncode == 0, ran.stdout
