"""Proves that the generated pages are not stale."""

import pytest
from docs.shell import ROOT

from fajer.cli.reference import pages

MADE = pages(ROOT / "tests")


@pytest.mark.parametrize("name", MADE)
def test_the_page_is_as_it_is_made_now(name: str):
    stale = f"docs/{name} is stale: python -m fajer.cli.reference"
    assert (ROOT / "docs" / name).read_text("utf-8") == MADE[name], stale


def test_every_rule_is_proved_by_a_test_in_the_table():
    proved = MADE["rules-fajer.md"].partition("## Tests")[2]
    assert all(f"| F-{number:02} |" in proved for number in range(1, 31))
