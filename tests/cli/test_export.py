"""`fajer export`: to a file or the standard output, and what it refuses."""

import gzip
import json
import resource
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from cli.running import done, lines, refused, uncovered
from export.lots import written


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a file of each game."""
    made = tmp_path_factory.mktemp("export")
    for name in ("fajer", "poker"):
        written(made / f"{name}.jsonl", name, 2, 3)
    return made


def decisions(file: Path) -> int:
    """How many decisions a file of records has."""
    return sum(len(deal["actions"]) for line in lines(file) for deal in line.get("deals", ()))


@pytest.mark.parametrize("name", ["fajer", "poker"])
def test_to_the_standard_output_and_to_a_file(folder: Path, tmp_path: Path, name: str) -> None:
    file = folder / f"{name}.jsonl"
    for shape, more in (("csv", 1), ("jsonl", 0)):
        printed = done("export", file, "--to", shape)
        assert len(printed.splitlines()) == decisions(file) + more
        assert done("export", file, "--to", shape, "-o", tmp_path / shape) == ""
        assert (tmp_path / shape).read_text("utf-8") == printed


def test_hands_of_poker(folder: Path, tmp_path: Path) -> None:
    printed = done("export", folder / "poker.jsonl", "--to", "phh")
    deals = [deal for line in lines(folder / "poker.jsonl") for deal in line.get("deals", ())]
    assert list(tomllib.loads(printed)) == [str(number + 1) for number in range(len(deals))]
    done("export", folder / "poker.jsonl", "--to", "phh", "--out", tmp_path / "hands.phhs")
    assert (tmp_path / "hands.phhs").read_text("utf-8") == printed


def test_a_packed_file_is_read(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "m.jsonl.gz").write_bytes(gzip.compress((folder / "fajer.jsonl").read_bytes()))
    assert done("export", tmp_path / "m.jsonl.gz", "--to", "csv") == done(
        "export", folder / "fajer.jsonl", "--to", "csv"
    )


def test_a_match_that_was_interrupted_has_rows(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "m.jsonl").write_bytes(b"".join((folder / "fajer.jsonl").read_bytes().splitlines(keepends=True)[:3]))
    rows = [json.loads(line) for line in done("export", tmp_path / "m.jsonl", "--to", "jsonl").splitlines()]
    assert {row["game_index"] for row in rows} == {0, 1}


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["fajer.jsonl"], 2, "--to csv, --to jsonl or --to phh"),
        (["fajer.jsonl", "--to", "xml"], 2, "'xml' is not one of 'csv', 'jsonl', 'phh'"),
        (["fajer.jsonl", "--to", "phh"], 2, "fajer.jsonl has games of Fájer: PHH is for poker"),
        (["fajer.jsonl", "--to", "phh", "-o", "new"], 2, "PHH is for poker"),
        (["fajer.jsonl", "--to", "csv", "-o", "fajer.jsonl"], 2, "fajer.jsonl exists: give another name"),
        (["fajer.jsonl", "--to", "csv", "-o", "nowhere/new"], 1, "nowhere/new cannot be written: No such file"),
        (["nothing.jsonl", "--to", "csv"], 1, "nothing.jsonl cannot be read: No such file"),
        (["cut.jsonl", "--to", "csv", "-o", "new"], 1, "cut.jsonl, line 4: the line is cut"),
    ],
)
def test_wrong_requests_get_one_line_and_leave_nothing(folder: Path, words: list[str], code: int, says: str) -> None:
    (folder / "cut.jsonl").write_bytes((folder / "fajer.jsonl").read_bytes()[:-300])
    before = (folder / "fajer.jsonl").read_bytes()
    assert says in refused("export", *words, code=code, cwd=folder)
    assert not (folder / "new").exists()
    assert (folder / "fajer.jsonl").read_bytes() == before


def test_a_closed_pipe_is_no_error(folder: Path) -> None:
    ran = subprocess.run(
        f"{sys.executable} -m fajer export poker.jsonl --to csv | head -1",
        shell=True, cwd=folder, env=uncovered(), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.stderr == ""
    assert ran.stdout.startswith("match_id,game_index,")


def test_a_full_disk_is_said(folder: Path, tmp_path: Path) -> None:
    ran = subprocess.run(
        f"{sys.executable} -m fajer export fajer.jsonl --to csv > /dev/full",
        shell=True, cwd=folder, env=uncovered(), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (ran.returncode, ran.stderr) == (1, "fajer: standard output: No space left on device\n")
    small = subprocess.run(
        [sys.executable, "-m", "fajer", "export", "fajer.jsonl", "--to", "csv", "-o", str(tmp_path / "new")],
        cwd=folder, env=uncovered(), capture_output=True, text=True, check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000)),
    )  # fmt: skip
    assert (small.returncode, small.stderr) == (1, f"fajer: {tmp_path / 'new'} cannot be written: File too large\n")
    assert not (tmp_path / "new").exists()
