"""Fájer: three cards in the hand, three in the middle; the weakest hand pays."""

from fajer.games.api import Game
from fajer.games.cards import HUNGARIAN
from fajer.games.fajer import hands, paying, state, table, view
from fajer.games.fajer.applying import applying
from fajer.games.fajer.options import PRESETS, Options
from fajer.games.fajer.tell import hand, tell

GAME = Game(
    name="fajer",
    title="Fájer",
    unit="stakes",
    rate=None,
    options_type=Options,
    presets=PRESETS,
    rules=tuple(
        sorted(
            (*hands.RULES, *paying.RULES, *state.RULES, *table.RULES, *view.RULES),
            key=lambda rule: rule.number,
        )
    ),
    sources="The sources are the German and the three-stakes description of the game. What neither says is *ours*.",
    deck=HUNGARIAN,
    view_type=view.View,
    deal_type=view.Deal,
    start=state.FajerState,
    worst=paying.worst,
    players=lambda options: (2, 9),
    cards=lambda view: view.hand,
    hand=hand,
    tell=tell,
    applying=applying,
)
"""The game, to the rest of the program."""
