"""Proves that what was written stands, whatever ends the program, and that a match is played on to the same end."""

import fcntl
import json
import os
from pathlib import Path
from random import Random
from typing import Any

import pytest
from records.files import indices, job, lines, nothing, part, resume, rewritten, write
from referee.house import descriptors

from fajer.errors import RecordError
from fajer.match.setting import same_match
from fajer.match.unit import Job
from fajer.records import journal as journals
from fajer.records.files import encoded, opened
from fajer.records.journal import Journal
from fajer.records.record import Game


class Whole:
    """A match, its file, and its games."""

    def __init__(self, folder: Path) -> None:
        self.job: Job = job(folder)
        self.path = write(folder / "whole.jsonl", self.job)
        self.lines = lines(self.path)
        self.raw = self.path.read_bytes().splitlines(keepends=True)
        self.games: list[Game[Any]] = list(opened(self.path).games())


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    return Whole(tmp_path_factory.mktemp("whole"))


def test_a_file_is_the_match_its_games_in_order_and_the_end(whole: Whole) -> None:
    assert [line["type"] for line in whole.lines] == ["match", *["game"] * 12, "end"]
    assert indices(whole.lines) == list(range(12))
    assert whole.lines[-1] == {"type": "end", "games": 12}
    assert not part(whole.path).exists()


@pytest.mark.parametrize("jobs", [2, 3])
def test_the_file_does_not_depend_on_jobs(whole: Whole, tmp_path: Path, jobs: int) -> None:
    """The same lines but for times and the date; nothing is left beside it."""
    path = write(tmp_path / "jobs.jsonl", whole.job, jobs)
    assert lines(path) == whole.lines
    assert not part(path).exists()


def test_a_game_is_written_at_once(whole: Whole, tmp_path: Path) -> None:
    """In order to the file, ahead of its turn to the file beside it, and moved when its turn comes."""
    path = tmp_path / "games.jsonl"
    seen: list[int] = []
    journal = Journal.begun(path, whole.job.match, lambda game: seen.append(game.index))
    line = {game.index: encoded(game) for game in whole.games}

    def add(index: int) -> None:
        journal.add(whole.games[index], line[index])

    add(0)
    assert indices(lines(path)) == [0]
    add(2)
    add(4)
    assert indices(lines(path)) == [0]
    assert indices(lines(part(path))) == [2, 4]
    assert [journal.digest(index) is not None for index in range(6)] == [True, False, True, False, True, False]
    assert journal.digest(4) == whole.games[4].digest
    add(1)
    assert indices(lines(path)) == seen == [0, 1, 2]
    add(3)
    assert indices(lines(path)) == seen == [0, 1, 2, 3, 4]
    assert part(path).read_bytes() == b""
    add(6)
    journal.close()
    assert indices(lines(part(path))) == [6]  # not its turn yet: it stays for who plays on
    assert resume(path, whole.job) == list(range(12))
    assert lines(path) == whole.lines
    assert not part(path).exists()


def test_a_side_file_of_an_earlier_match_of_that_name_is_not_thrown_away(whole: Whole, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    part(path).write_text("of another match\n")
    with pytest.raises(RecordError, match="is left of another match: remove it"):
        write(path, whole.job)
    assert part(path).read_text() == "of another match\n"
    assert not path.exists()


# Played on


def cuts(size: int, line_ends: list[int]) -> list[int]:
    """Where a file is cut: around each end of a line, and some places by lot."""
    random = Random("cuts")
    near = {end + step for end in line_ends for step in (-1, 0, 1)}
    return sorted(cut for cut in near | set(random.sample(range(size), 12)) if line_ends[0] <= cut <= size)


def test_cut_anywhere_it_is_played_on_to_the_same_end(whole: Whole, tmp_path: Path) -> None:
    """Whole lines stand, a torn one is dropped, the rest is played again."""
    raw = b"".join(whole.raw)
    ends = [sum(map(len, whole.raw[: count + 1])) for count in range(len(whole.raw))]
    path = tmp_path / "cut.jsonl"
    for cut in cuts(len(raw), ends):
        path.write_bytes(raw[:cut])
        remarks: list[str] = []
        assert resume(path, whole.job, remark=remarks.append) == list(range(12))
        assert lines(path) == whole.lines, cut
        assert remarks == [], cut
        assert path.read_bytes().startswith(raw[: max(end for end in ends if end <= cut)])


@pytest.mark.parametrize("jobs", [1, 2])
def test_cut_with_games_ahead_it_is_played_on_to_the_same_end(whole: Whole, tmp_path: Path, jobs: int) -> None:
    """Those in the file beside it count as well, a torn line there is dropped too."""
    random = Random(f"ahead {jobs}")
    path = tmp_path / "cut.jsonl"
    for _ in range(12):
        done = random.randrange(12)
        ahead = b"".join(whole.raw[1 + index] for index in random.sample(range(12), random.randrange(1, 8)))
        path.write_bytes(b"".join(whole.raw[: 1 + done]) + whole.raw[1 + done][: random.randrange(100)])
        part(path).write_bytes(ahead[: random.randrange(len(ahead) + 1)])
        assert resume(path, whole.job, jobs) == list(range(12))
        assert lines(path) == whole.lines
        assert not part(path).exists()


def test_games_that_are_there_are_not_written_twice(whole: Whole, tmp_path: Path) -> None:
    """The file beside it may hold a game that was moved already when the program was killed."""
    path = tmp_path / "cut.jsonl"
    path.write_bytes(b"".join(whole.raw[:5]))
    part(path).write_bytes(whole.raw[3] + whole.raw[4] + whole.raw[6] + whole.raw[6])
    journal = Journal.resumed(opened(path), nothing)
    assert journal.next == 4
    journal.add(whole.games[4], whole.raw[5])
    assert journal.next == 6
    journal.close()
    assert indices(lines(path)) == [0, 1, 2, 3, 4, 5]


def test_a_complete_file_is_left_as_it_is(whole: Whole, tmp_path: Path) -> None:
    path = tmp_path / "whole.jsonl"
    path.write_bytes(whole.path.read_bytes())
    assert resume(path, whole.job) == list(range(12))
    assert path.read_bytes() == whole.path.read_bytes()


def test_all_games_but_no_end(whole: Whole, tmp_path: Path) -> None:
    """Nothing is played, the end is written."""
    path = tmp_path / "cut.jsonl"
    path.write_bytes(b"".join(whole.raw[:-1]))
    resume(path, whole.job)
    assert path.read_bytes() == b"".join(whole.raw[:-1]) + b'{"type":"end","games":12,"off_turn_us":[]}\n'


def test_a_unit_is_played_from_its_first_game_and_only_what_is_new_is_written(whole: Whole, tmp_path: Path) -> None:
    """Its earlier games are played too, so that bots know what they would know; they stand as they are."""
    path = tmp_path / "cut.jsonl"
    path.write_bytes(b"".join(whole.raw[:2]))
    before = path.read_bytes()
    resume(path, whole.job)
    assert path.read_bytes().startswith(before)


def test_a_game_that_is_played_differently_is_reported_and_the_first_stands(tmp_path: Path) -> None:
    """A bot that keeps notes does not repeat itself: each of its processes chooses another way."""
    made = job(tmp_path, "Odd", "First", count=4)
    path = write(tmp_path / "odd.jsonl", made)
    raw = path.read_bytes().splitlines(keepends=True)
    remarks: list[str] = []
    for _ in range(2):  # its next two processes are not both like the first
        path.write_bytes(b"".join(raw[:2]))
        resume(path, made, remark=remarks.append)
        assert path.read_bytes().startswith(b"".join(raw[:2]))
    assert remarks[0] == (
        "game 0 was played differently this time (the first one stands): one of First, Odd does not repeat itself"
    )


def test_the_end_says_what_bots_used_off_turn(whole: Whole, tmp_path: Path) -> None:
    """In microseconds, by bot; an end that stands is not written again."""
    path = tmp_path / "end.jsonl"
    path.write_bytes(b"".join(whole.raw[:-1]))
    journal = Journal.resumed(opened(path), nothing)
    journal.end([5, 0])
    journal.end([7, 7])
    journal.close()
    assert path.read_bytes().splitlines()[-1] == b'{"type":"end","games":12,"off_turn_us":[5,0]}'


# What is in the way


def refused(call: Any) -> str:
    with pytest.raises(RecordError) as error:
        call()
    assert "\n" not in str(error.value)
    return str(error.value)


def test_a_file_that_is_there_is_not_overwritten(whole: Whole, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("precious")
    said = refused(lambda: Journal.begun(path, whole.job.match, nothing))
    assert said == f"{path} exists: give another name, or --resume to play on"
    assert path.read_text() == "precious"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("nowhere/games.jsonl", "No such file or directory"),
        ("file/games.jsonl", "Not a directory"),
        ("n" * 300, "File name too long"),
    ],
)
def test_a_place_where_nothing_can_be_written(whole: Whole, tmp_path: Path, name: str, reason: str) -> None:
    (tmp_path / "file").touch()
    path = tmp_path / name
    assert refused(lambda: Journal.begun(path, whole.job.match, nothing)) == f"{path} cannot be written: {reason}"


def test_a_file_that_another_match_is_writing(whole: Whole, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"".join(whole.raw[:3]))
    with path.open("rb") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        said = refused(lambda: Journal.resumed(opened(path), nothing))
    assert said == f"{path} is being written by another match"
    assert path.read_bytes() == b"".join(whole.raw[:3])


def test_a_full_disk_is_said_and_nothing_written_before_is_lost(
    whole: Whole, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half a line is on the disk when it is full: it is dropped, and the rest is played on."""
    path = tmp_path / "games.jsonl"
    room = len(b"".join(whole.raw[:4])) + 200
    proper = os.write

    def write_some(file: int, data: Any) -> int:
        left = room - os.fstat(file).st_size
        if left <= 0:
            raise OSError(28, "No space left on device")
        return proper(file, bytes(data)[:left])

    with monkeypatch.context() as full:
        full.setattr(journals.os, "write", write_some)
        said = refused(lambda: write(path, whole.job))
    assert said == (
        f"{path} cannot be written: No space left on device; what is written stands, --resume plays on from there"
    )
    assert path.stat().st_size == room
    resume(path, whole.job)
    assert lines(path) == whole.lines


def test_a_disk_that_is_full_while_games_are_moved_loses_none(
    whole: Whole, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game ahead of its turn was written: it stays until it stands in the file."""
    path = tmp_path / "games.jsonl"
    journal = Journal.begun(path, whole.job.match, nothing)
    journal.add(whole.games[1], whole.raw[2])
    proper = os.write

    def write_one(file: int, data: Any) -> int:
        if bytes(data) == whole.raw[2]:
            raise OSError(28, "No space left on device")
        return proper(file, data)

    with monkeypatch.context() as full:
        full.setattr(journals.os, "write", write_one)
        assert "No space left" in refused(lambda: journal.add(whole.games[0], whole.raw[1]))
    journal.close()
    assert indices(lines(path)) == [0]
    assert indices(lines(part(path))) == [1]
    again = Journal.resumed(opened(path), nothing)
    assert again.next == 2
    again.close()
    assert indices(lines(path)) == [0, 1]


def test_a_file_whose_first_line_cannot_be_written_is_not_left_behind(
    whole: Whole, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing could be played on from it, and it would be in the way."""
    path = tmp_path / "games.jsonl"
    proper = os.write

    def write_some(file: int, data: Any) -> int:
        if os.fstat(file).st_size:
            raise OSError(28, "No space left on device")
        return proper(file, bytes(data)[:50])

    with monkeypatch.context() as full:
        full.setattr(journals.os, "write", write_some)
        said = refused(lambda: Journal.begun(path, whole.job.match, nothing))
    assert said.startswith(f"{path} cannot be written: No space left on device")
    assert not path.exists()


def test_a_compressed_file_is_not_written_to(whole: Whole, tmp_path: Path) -> None:
    """It can be read, but not played on, and is left as it is."""
    import gzip

    path = tmp_path / "games.jsonl.gz"
    path.write_bytes(gzip.compress(b"".join(whole.raw[:5])))
    before = path.read_bytes()
    assert str(path) in refused(lambda: Journal.resumed(opened(path), nothing))
    assert path.read_bytes() == before


def test_a_new_compressed_file_is_refused(whole: Whole, tmp_path: Path) -> None:
    """It would be written plain and could not be read by that name."""
    path = tmp_path / "games.jsonl.gz"
    assert str(path) in refused(lambda: Journal.begun(path, whole.job.match, nothing))


@pytest.mark.parametrize("what", ["a game that was changed", "no game", "a game of more bots"])
def test_a_side_file_that_was_changed(whole: Whole, tmp_path: Path, what: str) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"".join(whole.raw[:3]))
    side = part(path)
    side.write_bytes(whole.raw[5] + whole.raw[6])
    if what == "no game":
        side.write_text("what is this\n")
    else:
        key = "places" if what == "a game that was changed" else "seats"
        rewritten(side, 2, lambda line: line[key].reverse() if key == "places" else line[key].append(2))
    said = refused(lambda: Journal.resumed(opened(path), nothing))
    assert said.startswith(str(side))


def test_a_file_that_cannot_be_played_on_is_let_go(whole: Whole, tmp_path: Path) -> None:
    """No descriptor and no lock is kept on it, nor on the file beside it, which stays."""
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"".join(whole.raw[:3]))
    part(path).write_text("what is this\n")
    before = descriptors()
    refused(lambda: Journal.resumed(opened(path), nothing))
    rewritten(path, 2, lambda line: line["payoffs"].append(0))
    refused(lambda: Journal.resumed(opened(path), nothing))
    assert descriptors() == before
    assert part(path).read_text() == "what is this\n"


# Another match


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seed": "other"}, 'seed is "files" there and "other" here'),
        ({"count": 14}, "games is 12 there and 14 here"),
        ({"block": 3}, "block is 2 there and 3 here"),
        ({"seating": "fixed"}, 'seating is "rotate" there and "fixed" here'),
        ({"on_fault": "fallback"}, 'on_fault is "forfeit" there and "fallback" here'),
    ],
)
def test_a_file_of_another_match_is_not_played_on(
    whole: Whole, tmp_path: Path, change: dict[str, Any], words: str
) -> None:
    """It says what is different, there and here."""
    (tmp_path / "bots.py").write_bytes((whole.path.parent / "bots.py").read_bytes())
    other = job(whole.path.parent, **change)
    said = refused(lambda: same_match(other, opened(whole.path)))
    assert said == f"{whole.path} holds another match: {words}"


def test_a_file_of_other_bots_is_not_played_on(whole: Whole) -> None:
    other = job(whole.path.parent, "First", "First", "First")
    assert "number of bots is 2 there and 3 here" in refused(lambda: same_match(other, opened(whole.path)))
    other = job(whole.path.parent, "First", "Odd")
    assert "of bot 1" in refused(lambda: same_match(other, opened(whole.path)))


def test_the_same_match_asked_for_again_is_the_one_in_the_file(whole: Whole) -> None:
    again = job(whole.path.parent)
    assert same_match(again, opened(whole.path)).match == opened(whole.path).match
    assert json.loads(whole.raw[0])["created"]
