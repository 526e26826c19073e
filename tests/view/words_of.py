"""The page's texts for the tests."""

from fajer.words import Words


def say(lang: str, key: str) -> str:
    """A text without values."""
    return Words(lang).say(key)  # type: ignore[arg-type]
