"""Proves that a file of records is read only as far as it is true, and what is said about one that is not."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from records.files import job, lines, rewritten, write

from fajer.errors import RecordError
from fajer.records.files import encoded, opened, set_size
from fajer.records.record import Game, Match, digest


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("original")
    return write(folder / "games.jsonl", job(folder, count=4))


@pytest.fixture
def path(original: Path, tmp_path: Path) -> Path:
    """A copy to spoil."""
    copy = tmp_path / "games.jsonl"
    copy.write_bytes(original.read_bytes())
    return copy


def refused(path: Path) -> str:
    """What is said about a file that is read to its end."""
    with pytest.raises(RecordError) as error:
        list(opened(path).lines())
    assert "\n" not in str(error.value)
    return str(error.value)


def test_it_is_read_as_it_was_written(path: Path) -> None:
    found = opened(path)
    assert [encoded(game) for game in found.games()] == path.read_bytes().splitlines(keepends=True)[1:-1]
    assert encoded(found.match) == path.read_bytes().splitlines(keepends=True)[0]
    assert [number for number, _ in found.lines()] == [2, 3, 4, 5, 6]


def test_compressed_it_is_read_too(path: Path) -> None:
    packed = path.with_name("games.jsonl.gz")
    packed.write_bytes(gzip.compress(path.read_bytes()))
    assert len(list(opened(packed).games())) == 4


def test_without_its_end_whole_lines_count(path: Path) -> None:
    """A match that was interrupted."""
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:3]))
    assert len(list(opened(path).games())) == 2


def test_a_cut_line_is_named(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-200])
    said = refused(path)
    assert said.startswith(f"{path}, line ")
    assert "the line is cut" in said
    assert "--resume" in said


def test_a_cut_first_line_cannot_be_played_on_from(path: Path) -> None:
    """There is no match to play on: it is not said that there is."""
    path.write_bytes(path.read_bytes()[:100])
    said = refused(path)
    assert said.startswith(f"{path}, line 1: ")
    assert "--resume" not in said


@pytest.mark.parametrize("name", ["games.jsonl", "games.jsonl.gz"])
def test_nothing_in_it(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(gzip.compress(b"") if name.endswith("gz") else b"")
    assert refused(path) == f"{path} is empty: no records"


@pytest.mark.parametrize("text", ["hello\n", "[]\n", "{}\n", '{"type":"match"}\n', "[" * 30_000 + "\n", "\n", "\xff\n"])
def test_what_is_no_record(tmp_path: Path, text: str) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(text, "latin-1")
    assert refused(path).startswith(f"{path}, line 1: no record of a match; it begins")


def test_a_line_that_is_no_match(path: Path) -> None:
    path.write_bytes(b'{"type":"end","version":1,"game":"fajer"}\n')
    assert refused(path) == f"{path}, line 1: no record of a match, but of type 'end'"


def test_a_file_that_there_is_not(tmp_path: Path) -> None:
    assert refused(tmp_path / "nowhere") == f"{tmp_path}/nowhere cannot be read: No such file or directory"


def test_a_folder(tmp_path: Path) -> None:
    assert refused(tmp_path) == f"{tmp_path} cannot be read: Is a directory"


def test_what_is_not_compressed_though_it_says_so(path: Path) -> None:
    packed = path.with_name("games.jsonl.gz")
    packed.write_bytes(path.read_bytes())
    assert refused(packed).startswith(f"{packed} cannot be read: Not a gzipped file")


@pytest.mark.parametrize("cut", [30, 700])
def test_compressed_and_cut(path: Path, cut: int) -> None:
    packed = path.with_name("games.jsonl.gz")
    packed.write_bytes(gzip.compress(path.read_bytes())[:cut])
    assert refused(packed) == f"{packed} is cut: the compressed data ends early"


def test_compressed_and_changed(path: Path) -> None:
    """One byte of it, anywhere in the data: it is said, or (in the header) does not matter."""
    packed = path.with_name("games.jsonl.gz")
    data = gzip.compress(path.read_bytes())
    for place in range(10, len(data), 41):
        changed = bytearray(data)
        changed[place] ^= 255
        packed.write_bytes(bytes(changed))
        assert refused(packed).startswith(str(packed)), place


def test_a_newer_version(path: Path) -> None:
    """It is said before anything else is looked at."""
    rewritten(path, 1, lambda line: line.update(version=2, anything_new=1))
    assert refused(path) == (f"{path}, line 1: written by a newer fajer (records of version 2; this one reads up to 1)")


def test_a_game_that_is_not_known(path: Path) -> None:
    rewritten(path, 1, lambda line: line.update(game="tarock"))
    assert refused(path) == f"{path}, line 1: a match of 'tarock', which this fajer does not know"


def test_a_match_that_was_changed(path: Path) -> None:
    rewritten(path, 1, lambda line: line.update(seed="luckier"))
    assert refused(path) == f"{path}, line 1: the match was changed: it does not have the id it says"


def identified(line: dict[str, Any], **changes: Any) -> None:
    """Change a match and give it the id that it then has."""
    line.update(changes)
    fields = {key: value for key, value in line.items() if key != "type"}
    line["id"] = msgspec.convert(fields, Match).identified().id


def test_a_match_by_rules_that_cannot_be(path: Path) -> None:
    rewritten(path, 1, lambda line: identified(line, rules=line["rules"] | {"stakes": -1}))
    assert refused(path).startswith(f"{path}, line 1: options of fajer:")
    assert "stakes" in refused(path)


def test_a_match_of_too_many(path: Path) -> None:
    rewritten(path, 1, lambda line: identified(line, bots=line["bots"] * 5))
    assert refused(path) == f"{path}, line 1: fajer is for 2 to 9 players, not 10"


@pytest.mark.parametrize(
    ("seating", "seats", "games", "size"),
    [("rotate", 3, 9, 3), ("all", 3, 12, 6), ("all", 5, 240, 120), ("fixed", 3, 7, 1)],
)
def test_a_match_is_of_whole_sets(path: Path, seating: str, seats: int, games: int, size: int) -> None:
    """A set has a game in each seating: 3 turns of 3 seats, 3! = 6 and 5! = 120 orders, or 1."""

    def change(line: dict[str, Any]) -> None:
        identified(line, seating=seating, games=games, bots=line["bots"][:1] * seats)

    rewritten(path, 1, change)
    assert set_size(opened(path).match) == size
    if size > 1:
        rewritten(path, 1, lambda line: identified(line, games=games + 1))
        assert refused(path) == f"{path}, line 1: {games + 1} games are no whole number of sets of {size}"


def test_all_seatings_of_too_many(path: Path) -> None:
    rewritten(path, 1, lambda line: identified(line, seating="all", games=720, bots=line["bots"] * 3))
    assert refused(path) == f"{path}, line 1: all seatings of 6 seats; it can be 5 at most"


@pytest.mark.parametrize("name", ["start_ms", "move_ms", "bank_ms", "margin_ms"])
def test_limits_of_more_than_a_day(path: Path, name: str) -> None:
    rewritten(path, 1, lambda line: line["limits"].update({name: 86_400_001}))
    assert name in refused(path)


def test_a_match_of_another_shape(path: Path) -> None:
    rewritten(path, 1, lambda line: line.update(block="many"))
    assert refused(path).startswith(f"{path}, line 1: ")
    assert "block" in refused(path)


def fault(line: dict[str, Any], deal: int | None, action: int | None) -> None:
    """Say of a game that a bot failed there."""
    line["faults"].append({"seat": 0, "deal": deal, "action": action, "kind": "crash", "detail": "-"})


def digested(path: Path, number: int) -> None:
    """Give a game that was changed by hand the digest that it then has."""
    raw = path.read_bytes().splitlines(keepends=True)
    game = opened(path).rules
    made = msgspec.json.decode(raw[number - 1], type=Game[game.deal_type])  # type: ignore[name-defined]
    made.digest = digest(made)
    raw[number - 1] = encoded(made)
    path.write_bytes(b"".join(raw))


CHANGES: dict[str, tuple[Callable[[dict[str, Any]], Any], str]] = {
    "payoffs": (lambda line: line["payoffs"].reverse(), "game 1 was changed: it does not have the digest it says"),
    "actions": (lambda line: line["deals"][0]["actions"].reverse(), "game 1 was changed"),
    "digest": (lambda line: line.update(digest="0" * 64), "game 1 was changed"),
    "index": (lambda line: line.update(index=2), "game 2, expected game 1 of 4"),
    "seats": (lambda line: line.update(seats=[0, 0]), "game 1: seats [0, 0] are not the match's 2 bots"),
    "places": (lambda line: line["places"].append(3), "game 1: places has to have 2 entries, one a seat"),
    "late": (lambda line: line["late"].pop(), "game 1: late has to have 2 entries, one a seat"),
    "faults": (
        lambda line: line["faults"].append({"seat": 2, "deal": None, "action": None, "kind": "crash", "detail": "-"}),
        "game 1: a fault at a seat that there is not",
    ),
    "set": (lambda line: line.update(set=2), "game 1: there is no set 2 in seating"),
    "seating": (lambda line: line.update(seating=2), "game 1: there is no set"),
    "a place": (lambda line: line["places"].__setitem__(0, 10**9), "are not from 1 to 2"),
    "a late": (lambda line: line.update(late=[0, -1]), "late [0, -1] are no counts"),
    "seat of an action": (lambda line: line["deals"][0]["actions"][0].__setitem__(0, 2), "an action of a seat"),
    "times_us": (lambda line: line["times_us"][0].pop(), "times_us has to have one entry for each action"),
    "deals of times_us": (lambda line: line["times_us"].append([]), "times_us has to have one entry for each action"),
    "a time": (lambda line: line["times_us"][0].__setitem__(0, -1), "times_us with what is no time"),
    "stderr": (lambda line: line.update(stderr=["one"]), "stderr has to have 2 entries, one a seat, or none"),
    "deal of a note": (lambda line: line.update(notes=[[9, 0, "hm"]]), "a note at an action that there is not"),
    "action of a note": (lambda line: line.update(notes=[[0, 99, "hm"]]), "a note at an action that there is not"),
    "deal of a fault": (lambda line: fault(line, 9, 0), "a fault in deal 9, action 0, which there is not"),
    "action of a fault": (lambda line: fault(line, 0, 99), "a fault in deal 0, action 99, which there is not"),
    "negative action of a fault": (lambda line: fault(line, 0, -1), "a fault in deal 0, action -1"),
    "fault without an action": (lambda line: fault(line, 0, None), "a fault in deal 0, action None"),
    "fault without a deal": (lambda line: fault(line, None, 0), "a fault in deal None, action 0"),
    "unknown": (lambda line: line.update(mood="good"), "unknown field `mood`"),
    "kind": (lambda line: line["faults"].append({"seat": 0, "kind": "bored"}), "faults"),
    "type": (lambda line: line.update(type="deal"), "deal"),
    "end": (lambda line: line["deals"][0].update(end="bored"), "bored"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_game_that_was_changed_by_hand(path: Path, name: str) -> None:
    """The line is named, and what is wrong with it."""
    change, words = CHANGES[name]
    rewritten(path, 3, change)
    said = refused(path)
    assert said.startswith(f"{path}, line 3: ")
    assert words in said


OUT_OF_RANGE = [
    name for name in CHANGES if "changed" not in CHANGES[name][1] and name not in ("unknown", "kind", "type", "end")
]


@pytest.mark.parametrize("name", OUT_OF_RANGE)
def test_a_new_digest_does_not_help_what_cannot_be(path: Path, name: str) -> None:
    change, words = CHANGES[name]
    rewritten(path, 3, change)
    digested(path, 3)
    assert words in refused(path)


def test_a_fault_may_be_just_after_the_last_action(path: Path) -> None:
    """There a bot failed when all the others had forfeited or the next one was asked."""
    rewritten(path, 3, lambda line: fault(line, 0, len(line["deals"][0]["actions"])))
    rewritten(path, 3, lambda line: fault(line, None, None))
    digested(path, 3)
    assert len(list(opened(path).games())) == 4


def test_what_may_differ_may_be_changed(path: Path) -> None:
    """Times, lateness, notes and stderr are not in the digest."""
    rewritten(path, 3, lambda line: line.update(late=[5, 5], stderr=["a", "b"], notes=[[0, 0, "hm"]]))
    assert len(list(opened(path).games())) == 4


def test_a_game_too_many(path: Path) -> None:
    raw = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*raw[:-1], raw[-2]]))
    assert refused(path) == f"{path}, line 6: game 3, expected game 4 of 4"


def test_an_end_too_early(path: Path) -> None:
    raw = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*raw[:3], raw[-1]]))
    assert refused(path) == f"{path}, line 4: 2 games here, 4 in the match"


def test_something_after_the_end(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"{}\n")
    assert refused(path) == f"{path}, line 7: something after the end of the match"


def test_the_digest_is_sha256_of_sorted_json(path: Path) -> None:
    """By a second way: the object without what may differ, keys sorted, no spaces, nothing escaped."""
    import hashlib

    for line, game in zip(path.read_text("utf-8").splitlines()[1:-1], opened(path).games(), strict=True):
        plain = json.loads(line)
        for key in ("digest", "times_us", "late", "notes", "stderr"):
            del plain[key]
        for fault in plain["faults"]:
            del fault["detail"]
        text = json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        assert hashlib.sha256(text.encode()).hexdigest() == game.digest == digest(game)


def test_the_id_is_of_the_match_without_its_date(path: Path) -> None:
    import hashlib

    plain = json.loads(path.read_text("utf-8").splitlines()[0])
    said = plain.pop("id")
    del plain["created"]
    text = json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert hashlib.sha256(text.encode()).hexdigest()[:32] == said


def test_lines_of_a_file_are_alike_whenever_it_is_written(original: Path, tmp_path: Path) -> None:
    again = write(tmp_path / "again.jsonl", job(original.parent, count=4))
    assert lines(again) == lines(original)
