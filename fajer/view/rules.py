"""The text of a rule in a person's language."""

from fajer.games.api import Game
from fajer.view.words import Words


def rule_text(rules: Game, number: str, words: Words) -> str:
    """The rule of this number, like `F-14`, in a sentence or a few."""
    if words.language != "en":
        return words.say(f"rule.{number}")
    return next(rule.text for rule in rules.rules if rule.number == number)
