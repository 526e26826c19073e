"""Files of games that were played by lot, straight by the rules: many hands in little time."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from fajer import games
from fajer.games import seeds
from fajer.games.api import Shuffle, State
from fajer.records.files import encoded
from fajer.records.record import End, Entrant, Game, Limits, Match, digest, number

SMALL = 5
LARGE = 0.15
"""How often an amount is any, not one of the first few actions."""

Choose = Callable[[State, random.Random], int]
"""What is played in a position, by lot."""


def any_action(state: State, lots: random.Random) -> int:
    """A legal action: of very many amounts mostly a small one, of draws any."""
    legal = state.legal()
    few = len(legal) > SMALL and state.text(legal[-1]).startswith(("bet", "raise"))
    return legal[lots.randrange(SMALL if few and lots.random() > LARGE else len(legal))]


def written(
    path: Path,
    name: str,
    players: int,
    count: int,
    *,
    preset: str | None = None,
    choose: Choose = any_action,
    change: Callable[[Game[Any]], Any] = lambda game: None,
    decks: Shuffle | None = None,
    **changes: str,
) -> Path:
    """A file with so many games of bots called `bot 0`, `bot 1`, …; the file's name is the seed.

    `change` is done to each game before it is written; `decks` replaces those of the seeds.
    """
    rules = games.game(name)
    options = rules.options(preset, changes)
    match = Match(
        game=name,
        preset=preset or next(iter(rules.presets)),
        rules=msgspec.to_builtins(options),
        seed=path.stem,
        bots=[Entrant(f"bot {each}", "1.0" if each else None, "lot", None, "json", False) for each in range(players)],
        seating="fixed",
        block=1,
        games=count,
        limits=Limits(),
        on_fault="forfeit",
        fajer="0.1.0",
    ).identified()
    lines = [encoded(match)]
    for index in range(count):
        seed = seeds.game_seed(match.seed, index)
        state = rules.start(options, players, seed, decks)
        game = recorded(index, seed, played(state, choose, random.Random(seed)))
        change(game)
        game.digest = digest(game)
        lines.append(encoded(game))
    path.write_bytes(b"".join([*lines, encoded(End(count))]))
    return path


def played(state: State, choose: Choose, lots: random.Random) -> State:
    """The game played to its end."""
    while state.turn >= 0:
        state.apply(choose(state, lots))
    return state


def recorded(index: int, seed: str, state: State) -> Game[Any]:
    """The record of a game that is over, its digest left out; each decision took longer than the one before."""
    outcome = state.outcome()
    deals = state.finished()
    return Game(
        index=index,
        set=index,
        seating=0,
        seed=seed,
        seats=list(range(state.players)),
        deals=deals,
        places=list(outcome.places),
        payoffs=[number(payoff) for payoff in outcome.payoffs],
        drawn=outcome.drawn,
        faults=[],
        times_us=[[10 * place for place, _ in enumerate(deal.actions)] for deal in deals],
        late=[0] * state.players,
        notes=[],
        stderr=[],
    )
