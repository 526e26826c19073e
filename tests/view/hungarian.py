"""What every text in Hungarian keeps to, whoever says it."""

import re
import unicodedata

_RULES = {
    r"[\"'“’õûôÕÛ]": "quotation marks are „…”, long vowels ő and ű",
    r"\.\.\.": "… is one character",
    r" - ": "a dash is –",
    r"\d\.\d": "a decimal comma",
    r"\}[-%]?\w|\}%": "a value bears no ending: nobody knows whether a name is a `Béla` or an `Anna`, front or back",
    r"\b[Aa]z? \{|\ba\(z\)": "no article before a value",
}


def broken(text: str) -> list[str]:
    """The rules that a text does not keep."""
    found = [rule for pattern, rule in _RULES.items() if re.search(pattern, text)]
    if text.count("„") != text.count("”"):
        found.append("what is quoted ends")
    return found if unicodedata.is_normalized("NFC", text) else [*found, "letters are whole (NFC)"]
