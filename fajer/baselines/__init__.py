"""The bots that come with the package, from the weakest to the strongest."""

BOTS = {
    "random": "any legal action, all alike",
    "first": "always the first legal action, as the referee plays for a bot that failed",
    "greedy": "the best hand it can have now; lays it when nothing makes it better",
    "careful": "lays by a threshold that depends on the players still in, minds what it leaves in the middle",
    "counting": "remembers every card, samples deals that fit, takes the action with the best chance",
}
"""Each one's name and how it plays, in a line; `fajer.baselines.NAME` holds it."""
