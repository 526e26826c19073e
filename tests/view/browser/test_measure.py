"""The script that measures how fast a page is does so; how fast it has to be is no matter of a test."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from view.browser.visiting import HERE


@pytest.mark.slow
def test_a_record_is_measured(records: dict[str, Path]) -> None:
    words = [sys.executable, HERE / "measure.py", records["fajer"]]
    ran = subprocess.run(words, capture_output=True, text=True, check=True, timeout=120)
    made, opened = ran.stdout.splitlines()
    assert re.fullmatch(r"made in [\d.]+ s, [\d.]+ MB, [\d.]+ of the gzip of the record", made)
    assert re.fullmatch(r"opened in [\d.]+ s; a step \d+ ms, a far game \d+ ms", opened)
