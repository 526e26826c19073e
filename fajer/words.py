"""Texts in English and Hungarian, by key, and which of the two a person reads."""

import json
import os
import string
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from importlib import resources
from typing import Literal, Self

from fajer.errors import InternalError
from fajer.games.api import Rule

Language = Literal["en", "hu"]
LANGUAGES: tuple[Language, ...] = ("en", "hu")
"""The languages that there are texts in; the first is for everybody else."""

Number = int | float | Fraction
_NO_LOCALE = ("C", "POSIX")
_MINUS = "−"
_BLANK = "\N{NO-BREAK SPACE}"


class Words:
    """The texts of one language.

    >>> Words("hu").say("event.swap", name="Piku", own="makk alsó", common="zöld ász")
    'Piku cserél: makk alsó → zöld ász.'
    >>> Words("en").say("count.chips", count=1), Words("en").say("count.chips", count=1200)
    ('1 chip', '1,200 chips')
    """

    def __init__(self, language: Language) -> None:
        self.language = language
        """`en` or `hu`."""
        self._texts = texts(language)

    @classmethod
    def of(cls, lang: str | None, environment: Mapping[str, str] = os.environ) -> Self:
        """The texts in the language asked for (`--lang`), or else in that of the environment."""
        return cls(_ours(lang) or LANGUAGES[0] if lang else spoken(environment))

    def say(self, key: str, *, count: int | None = None, **values: str | Number) -> str:
        """The text of `key` with its values; `count` chooses `KEY.one` or `KEY.other` and is a value too.

        Raises `InternalError` where there is no such text, or a value that it needs is missing.
        """
        if count is not None:
            key = f"{key}.one" if count == 1 else f"{key}.other"
            values["count"] = count
        try:
            return self._texts[key].format_map({name: self._value(value) for name, value in values.items()})
        except KeyError as error:
            raise InternalError(f"the text {key!r} has no {error} in {self.language!r}") from None

    def card(self, card: str) -> str:
        """The name of a card from its text on the wire.

        >>> Words("hu").card("Ap"), Words("en").card("Ap"), Words("hu").card("Qh")
        ('piros ász', 'ace of hearts', 'kőr dáma')
        """
        return self.say("card.of", rank=self.say(f"card.rank.{card[0]}"), suit=self.say(f"card.suit.{card[1]}"))

    def rule(self, rule: Rule) -> str:
        """A rule of a game; in English it is said beside the code that obeys it."""
        return rule.text if self.language == "en" else self.say(f"rule.{rule.number}")

    def number(self, value: Number, digits: int = 2) -> str:
        """A number as the language writes it, with at most so many digits behind the comma.

        >>> Words("en").number(30.5), Words("hu").number(30.5), Words("hu").number(-12345)
        ('30.5', '30,5', '−12\\xa0345')
        """
        whole, _, part = f"{abs(float(value)):,.{digits}f}".partition(".")
        part = part.rstrip("0")
        if self.language == "hu":
            whole = whole.replace(",", _BLANK if len(whole) > 5 else "")
        minus = _MINUS if value < 0 and (part or whole != "0") else ""
        return f"{minus}{whole}{self._texts['number.comma'] if part else ''}{part}"

    def signed(self, value: Number, digits: int = 2) -> str:
        """As `number`, a plus before what is more than nothing."""
        text = self.number(value, digits)
        return text if value <= 0 or text == "0" else f"+{text}"

    def several(self, names: Sequence[str]) -> str:
        """Names in a row.

        >>> Words("hu").several(["Szani", "Timcsy", "Piku"])
        'Szani, Timcsy és Piku'
        """
        *first, last = names
        return self.say("list.last", first=", ".join(first), last=last) if first else last

    def _value(self, value: str | Number) -> str:
        return value if isinstance(value, str) else self.number(value)


def spoken(environment: Mapping[str, str]) -> Language:
    """The language that the environment asks for, looked up as gettext does.

    The locale of messages is the first of LC_ALL, LC_MESSAGES and LANG that is set; where there
    is one other than C, the list in LANGUAGE goes before it.

    >>> spoken({"LANG": "hu_HU.UTF-8"}), spoken({"LANG": "de_AT", "LANGUAGE": "de:hu"}), spoken({"LANG": "C"})
    ('hu', 'hu', 'en')
    """
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    locale = next((environment[name] for name in names if environment.get(name)), "C")
    if locale.partition(".")[0] in _NO_LOCALE:
        return LANGUAGES[0]
    wanted = [*environment.get("LANGUAGE", "").split(":"), locale]
    return next((language for language in map(_ours, wanted) if language), LANGUAGES[0])


def placeholders(text: str) -> set[str]:
    """The names of the values that a text needs.

    >>> sorted(placeholders("{name} raises by {count}."))
    ['count', 'name']
    """
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@cache
def texts(language: Language) -> dict[str, str]:
    """All texts of a language, by key."""
    file = resources.files("fajer") / "texts" / f"{language}.json"
    found: dict[str, str] = json.loads(file.read_text("utf-8"))
    return found


def _ours(locale: str) -> Language | None:
    """Which of our languages a locale's name means: `hu`, `hu_HU.UTF-8`, `hu-HU`."""
    name = locale.lower().replace("-", "_").partition(".")[0].partition("@")[0].partition("_")[0]
    return next((language for language in LANGUAGES if language == name), None)
