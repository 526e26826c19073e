"""Numbers as the report says them. None of them is ever `nan`: where there is nothing to say, it is said."""

from fajer.score.table import ALIKE, duration

FEW = "not enough games"
"""What stands where a number would be guessed."""
APART = "have not met"
"""What stands where bots of different groups would be compared."""
MOST_TURNED = 5
"""So many pairs are named whose order by strength is another one."""
__all__ = ["FEW", "chance", "count", "duration", "exact", "half", "ordinal", "percent", "short", "signed", "whole"]


def signed(number: float | None, digits: int = 3) -> str:
    """A payoff with its sign; nothing that is almost zero is negative.

    >>> signed(-0.5), signed(-0.0001)
    ('−0.500', '+0.000')
    """
    if number is None:
        return FEW
    return f"{round(number, digits) + 0.0:+,.{digits}f}".replace("-", "−")


def half(number: float | None, sets: int, digits: int = 3) -> str:
    """Half an interval over so many sets, or why there is none.

    >>> half(0.5, 20), half(None, 1), half(None, 20)
    ('± 0.500', 'not enough games', 'no spread')
    """
    if number is None:
        return ALIKE if sets > 1 else FEW
    return f"± {number:,.{digits}f}"


def whole(number: float | None) -> str:
    """A number without decimals: a strength."""
    return FEW if number is None else f"{round(number):d}".replace("-", "−")


def count(number: int, one: str = "", many: str = "") -> str:
    """How many there are, and of what.

    >>> count(1200), count(1, "game"), count(2, "game")
    ('1,200', '1 game', '2 games')
    """
    return f"{number:,}" + (f" {one if number == 1 else many or one + 's'}" if one else "")


def percent(share: float) -> str:
    """A share of what was played."""
    return f"{share * 100:.1f} %"


def chance(share: float | None) -> str:
    """A chance that resamples gave: never said to be certain.

    >>> chance(0.5), chance(1.0), chance(None)
    ('50 %', 'over 99 %', 'not enough games')
    """
    if share is None:
        return FEW
    if not 0.01 <= share <= 0.99:
        return "over 99 %" if share > 0.5 else "under 1 %"
    return f"{share * 100:.0f} %"


def ordinal(number: int) -> str:
    """A place.

    >>> [ordinal(place) for place in (1, 2, 3, 4, 11, 22)]
    ['1st', '2nd', '3rd', '4th', '11th', '22nd']
    """
    end = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{end}"


def exact(number: float | None) -> str:
    """A number for a program to sort by; nothing where there is none."""
    return "" if number is None else repr(number)


def short(text: str, most: int = 80) -> str:
    """As much of a text as has room."""
    return text if len(text) <= most else f"{text[: most - 1]}…"
