"""`fajer replay`: a game told, proved, shown from one seat, and asked again."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cli.running import BOTS, done, fajer, lines, refused

from fajer.games.fajer.view import Deal
from fajer.records.record import Game, digest


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match of three bots."""
    path = tmp_path_factory.mktemp("replay") / "m.jsonl"
    done("match", "greedy", "random", "first", "-n", "6", "--seed", "replay", "-o", path)
    return path


def test_a_game_is_told_with_all_cards(file: Path) -> None:
    told = done("replay", file, "--index", "2")
    game = lines(file)[3]
    assert told.startswith("Game 2: set")
    for deal in game["deals"]:
        for _, action in deal["actions"]:
            if action.startswith("swap"):
                _, own, common = action.split()
                assert f"swaps {own} for {common}." in told
    assert told.count(" deals.") == len(game["deals"])
    assert told.count(" holds ") >= 2 * len(game["deals"])
    winner = game["places"].index(1)
    assert f"1. {['greedy', 'random', 'first'][game['seats'][winner]]}" in told


def test_one_deal_alone(file: Path) -> None:
    told = done("replay", file, "--deal", "1")
    assert told.count(" deals.") == 1
    assert "Deal 1:" in told


def test_one_seat_sees_only_its_own_hand(file: Path) -> None:
    game = lines(file)[1]
    names = ["greedy", "random", "first"]
    for seat, number in enumerate(game["seats"]):
        told = done("replay", file, "--seat", str(seat))
        assert f"{names[number]} holds " in told
        for other in names:
            if other != names[number]:
                assert f"{other} holds " not in told


def test_json_is_the_game_itself(file: Path) -> None:
    assert json.loads(done("replay", file, "--index", "4", "--json")) == lines(file)[5]


def test_verify_finds_what_was_changed_by_hand(file: Path, tmp_path: Path) -> None:
    decode = msgspec.json.Decoder(Game[Deal]).decode
    raw = file.read_bytes().splitlines()
    changes = {
        "payoffs": lambda game: setattr(game, "payoffs", [0, 0, 0]),
        "places": lambda game: setattr(game, "places", [1, 1, 1]),
        "drawn": lambda game: setattr(game, "drawn", True),
        "seed": lambda game: setattr(game, "seed", "0" * 32),
        "seats": lambda game: game.seats.reverse(),
        "deck": lambda game: setattr(game.deals[0], "deck", game.deals[1].deck),
        "paid": lambda game: setattr(game.deals[0], "paid", []),
        "action": lambda game: game.deals[0].actions.__setitem__(0, (game.deals[0].actions[0][0], "lay")),
        "deals": lambda game: (game.deals.pop(), game.times_us.pop()),
        "times_us": lambda game: game.times_us[0].__setitem__(0, None),
    }
    for what, change in changes.items():
        game = decode(raw[3])
        change(game)
        game.digest = digest(game)
        changed = tmp_path / f"{what}.jsonl"
        changed.write_bytes(b"\n".join([*raw[:3], msgspec.json.encode(game), *raw[4:]]) + b"\n")
        ran = fajer("replay", changed, "--verify")
        assert ran.returncode == 1, what
        assert f"{changed}, line 4, game 2" in ran.stdout, (what, ran.stdout, ran.stderr)


def test_a_change_without_a_new_digest_is_noticed_by_every_reader(file: Path, tmp_path: Path) -> None:
    changed = tmp_path / "changed.jsonl"
    changed.write_bytes(file.read_bytes().replace(b'"drawn":false', b'"drawn":true', 1))
    for words in (["score", changed], ["replay", changed], ["replay", changed, "--verify"]):
        assert "line 2: game 0 was changed" in refused(*words, code=1)


def test_verify_says_that_a_match_is_not_complete(file: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(b"".join(line + b"\n" for line in file.read_bytes().splitlines()[:4]))
    ran = fajer("replay", cut, "--verify")
    assert ran.returncode == 1
    assert "3 of 6 games" in ran.stdout


def test_stdin_of_is_what_the_bot_was_sent(file: Path) -> None:
    game = lines(file)[1]
    for seat in range(3):
        sent = [json.loads(line) for line in done("replay", file, "--stdin-of", str(seat)).splitlines()]
        assert [message["type"] for message in (*sent[:2], *sent[-2:])] == ["hello", "start", "end", "bye"]
        acts = [message for message in sent if message["type"] == "act"]
        own = [action for deal in game["deals"] for actor, action in deal["actions"] if actor == seat]
        assert len(acts) == len(own)
        assert all(action in act["legal"] for action, act in zip(own, acts, strict=True))
        assert sent[-2]["payoffs"] == game["payoffs"]


def test_stdin_of_is_byte_for_byte_what_went_through_the_pipe(tmp_path: Path) -> None:
    bot = tmp_path / "tee.sh"
    bot.write_text(f'#!/bin/sh\nexec tee -a "{tmp_path}/sent.$$" | python3 -I -S "{BOTS}/python/bot.py"\n')
    bot.chmod(0o755)
    file = tmp_path / "m"
    done("match", bot, "random", "-n", "4", "--block", "1", "--seed", "tee", "--bank", "1", "--move-time", "0.2",
         "--jobs", "1", "-o", file)  # fmt: skip
    printed = {}
    for game in lines(file)[1:-1]:
        seat = game["seats"].index(0)
        printed[game["index"]] = done("replay", file, "--index", str(game["index"]), "--stdin-of", str(seat)).encode()
    kept = {path.read_bytes() for path in tmp_path.glob("sent.*")}
    assert set(printed.values()) <= kept


def test_rerun_of_the_same_bot_finds_no_difference(file: Path) -> None:
    seats = lines(file)[2]["seats"]
    greedy = seats.index(0)
    said = done("replay", file, "--index", "1", "--rerun", f"{greedy}=greedy")
    assert "as recorded" in said


def test_rerun_of_another_bot_shows_the_first_different_decision(file: Path) -> None:
    greedy = lines(file)[2]["seats"].index(0)
    ran = fajer("replay", file, "--index", "1", "--rerun", f"{greedy}=random")
    assert ran.returncode == 1
    assert "answered differently" in ran.stdout
    assert '"hand"' in ran.stdout
    found = fajer("replay", file, "--index", "1", "--rerun", f"{greedy}=random", "--json")
    assert json.loads(found.stdout)["act"]["view"]["seat"] == greedy


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["--index", "6"], 1, "has no game 6"),
        (["--index", "-1"], 2, "--index"),
        (["--deal", "900"], 2, "has no deal 900"),
        (["--seat", "3"], 2, "no seat 3"),
        (["--stdin-of", "3"], 2, "no seat 3"),
        (["--index", "99", "--stdin-of", "0"], 1, "has no game 99"),
        (["--rerun", "greedy"], 2, "SEAT=BOT"),
        (["--rerun", "0=nobody"], 2, "there is no bot"),
        (["--rerun", "7=greedy"], 2, "no seat 7"),
        (["--rerun", "0=cmd:true"], 1, "no proper hello"),
        (["--verify", "--stdin-of", "0"], 2, "one at a time"),
    ],
)
def test_wrong_requests_get_one_line(file: Path, words: list[str], code: int, says: str) -> None:
    assert says in refused("replay", file, *words, code=code)


def changed(file: Path, to: Path, number: int, change: Callable[[Game[Deal]], Any]) -> Path:
    """A copy with a line changed, and a digest that fits."""
    raw = file.read_bytes().splitlines()
    game = msgspec.json.Decoder(Game[Deal]).decode(raw[number - 1])
    change(game)
    game.digest = digest(game)
    to.write_bytes(b"\n".join([*raw[: number - 1], msgspec.json.encode(game), *raw[number:]]) + b"\n")
    return to


@pytest.mark.parametrize("words", [["--stdin-of", "0"], ["--rerun", "0=greedy"], []])
def test_a_game_that_an_interrupted_match_has_not_come_to(file: Path, tmp_path: Path, words: list[str]) -> None:
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(b"".join(file.read_bytes().splitlines(keepends=True)[:4]))
    assert f"{cut} has no game 4: it has 3 games, from 0" in refused("replay", cut, "--index", "4", *words, code=1)


@pytest.mark.parametrize("words", [["--stdin-of", "0"], ["--rerun", "0=first"]])
@pytest.mark.parametrize(
    "change",
    [
        lambda game: setattr(game, "seed", "0" * 32),
        lambda game: game.seats.reverse(),
        lambda game: setattr(game, "seating", (game.seating + 1) % 3),
        lambda game: (game.deals.pop(), game.times_us.pop(), game.notes.clear()),
    ],
)
def test_a_game_changed_by_hand_is_not_asked_again(
    file: Path, tmp_path: Path, words: list[str], change: Callable[[Game[Deal]], Any]
) -> None:
    said = refused("replay", changed(file, tmp_path / "changed.jsonl", 2, change), *words, code=1)
    assert "replay --verify" in said


def test_rerun_shows_what_it_hears_escaped(file: Path, tmp_path: Path) -> None:
    (tmp_path / "evil.py").write_text(
        "from fajer.bot import Bot\nclass Evil(Bot):\n    def act(self, view, legal):\n        return '\\x1b[31m\\n'\n"
    )
    ran = fajer("replay", file, "--rerun", f"0=py:{tmp_path / 'evil.py'}:Evil")
    assert ran.returncode == 1
    assert "now:      \\x1b[31m\\n\n" in ran.stdout


def test_verify_shows_what_it_reads_escaped(file: Path, tmp_path: Path) -> None:
    evil = changed(file, tmp_path / "evil.jsonl", 2, lambda game: setattr(game, "seed", "\x1b[31m"))
    ran = fajer("replay", evil, "--verify")
    assert "seed is \\x1b[31m, by the match seed" in ran.stdout
