"""Proves that every text that the code asks for is there, and that none is there for nothing."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import fajer
from fajer.words import texts

HOME = Path(fajer.__file__).parent
KEYS = set(texts("en"))
STEMS = KEYS | {key.rpartition(".")[0] for key in KEYS if key.endswith((".one", ".other"))}
"""What can be asked for: a text, or the stem of a plural."""
ROOTS = sorted({key.partition(".")[0] for key in KEYS} | {"rule"})
FILES = sorted(
    {
        *(file for suffix in ("py", "js", "html") for file in (HOME / "view").rglob(f"*.{suffix}")),
        *(file for part in ("play", "view", "replay") for file in (HOME / "cli").rglob(f"*{part}*.py")),
    }
)

_ASKED = re.compile(r"""\bsay\(\s*f?(?P<quote>["'`])(?P<key>[^"'`]*)(?P=quote)""")
_NAMED = re.compile(rf"""(?P<quote>["'`])(?P<key>(?:{"|".join(ROOTS)})\.[^"'`\s]*)(?P=quote)""")
"""A text's key anywhere: in a list, a table, an attribute of the page."""
_HOLE = re.compile(r"\$?\{")
LISTS = {"action", "card", "event", "fault", "game", "mark", "phase", "rule", "state", "unit"}
"""Roots under which there is a text for each of something; under others a key put together from the root alone could
be any, and would say nothing about what is used."""


class Use(NamedTuple):
    """A place in the code that names a text."""

    where: str
    key: str
    """The key, or what it begins with."""
    whole: bool

    def of(self) -> set[str]:
        """The texts that this can ask for."""
        if self.whole:
            return {self.key, f"{self.key}.one", f"{self.key}.other"} & KEYS
        return {key for key in KEYS if key.startswith(self.key)}


def uses(pattern: re.Pattern[str], text: str, where: str = "") -> Iterator[Use]:
    """The texts that some code names; one whose key is put together by what the key begins with."""
    for found in pattern.finditer(text):
        start, *rest = _HOLE.split(found["key"], maxsplit=1)
        whole = not rest and not start.endswith(".")
        if whole or start.partition(".")[2]:  # else it is a key put together from nothing, or its root alone
            yield Use(where, start, whole)
        elif start.partition(".")[0] in LISTS:
            yield Use(where, start, whole=False)


def asked(pattern: re.Pattern[str]) -> list[Use]:
    """All uses in the package."""
    return [use for file in FILES for use in uses(pattern, file.read_text("utf-8"), str(file.relative_to(HOME)))]


def test_what_is_asked_for_is_there() -> None:
    missing = [use for use in asked(_ASKED) if not use.of() and not use.key.startswith("rule.")]
    assert not missing


def test_nothing_is_there_for_nothing() -> None:
    used = {key for use in (*asked(_ASKED), *asked(_NAMED)) for key in use.of()}
    assert sorted(KEYS - used) == []


def test_no_key_could_be_any() -> None:
    """Where a key is put together, what it begins with says which texts are meant."""
    root = re.compile(r"""\bsay\(\s*f?["'`](?P<root>\w+)\.\$?\{""")
    found = [(file.name, each) for file in FILES for each in root.findall(file.read_text("utf-8"))]
    assert [each for each in found if each[1] not in LISTS] == []


def test_a_key_that_could_be_any_is_no_use() -> None:
    assert not list(uses(_ASKED, "say(`ui.${key}`)"))


@pytest.mark.parametrize(
    ("code", "key", "whole"),
    [
        ('words.say("event.swap", name=name)', "event.swap", True),
        ("say(\n  'ui.pause',\n)", "ui.pause", True),
        ('say("count.chips", count=3)', "count.chips", True),
        ("say(`card.suit.${suit}`)", "card.suit.", False),
        ('self.say(f"card.rank.{rank}")', "card.rank.", False),
        ('say(f"event.{kind}")', "event.", False),
        ("say('fault.' + kind)", "fault.", False),
    ],
)
def test_this_test_finds_what_is_asked_for(code: str, key: str, whole: bool) -> None:
    assert list(uses(_ASKED, code)) == [Use("", key, whole)]
    assert list(uses(_NAMED, code)) == [Use("", key, whole)]
    assert Use("", key, whole).of()


def test_this_test_finds_keys_in_lists_and_pages() -> None:
    code = """const JUMPS = ["ui.jump.fault", 'ui.jump.aces']; <button data-say="ui.pause">, "page.html" """
    assert [use.key for use in uses(_NAMED, code)] == ["ui.jump.fault", "ui.jump.aces", "ui.pause"]
    assert not Use("", "ui.nothing_of_the_kind", whole=True).of()
    assert not list(uses(_ASKED, "say(key); say(`${key}.one`)"))
