"""Draw poker: five cards, bets, and by the game none, one or three exchanges."""

from fractions import Fraction

from fajer.games.api import Game
from fajer.games.cards import FRENCH
from fajer.games.poker import course, hands, pots, state, table, view
from fajer.games.poker.applying import applying
from fajer.games.poker.options import PLAYERS, PRESETS, Options
from fajer.games.poker.tell import hand, tell

GAME = Game(
    name="poker",
    title="Draw poker",
    unit="chips",
    rate="hand",
    options_type=Options,
    presets=PRESETS,
    rules=tuple(
        sorted(
            (*course.RULES, *hands.RULES, *pots.RULES, *state.RULES, *table.RULES, *view.RULES),
            key=lambda rule: rule.number,
        )
    ),
    sources="The source is the description of the *house* game; *standard* is poker as players elsewhere expect it. "
    "What neither says is *ours*.",
    deck=FRENCH,
    view_type=view.View,
    deal_type=view.Deal,
    start=state.PokerState,
    worst=lambda options, players: Fraction(-options.chips),
    players=lambda options: PLAYERS[options.draws],
    cards=lambda view: view.hand,
    hand=hand,
    tell=tell,
    applying=applying,
)
"""The game, to the rest of the program."""
