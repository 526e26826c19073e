"""Random play of any game: options, seats and actions by lot, through fajer.games.api alone."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

import msgspec
from hypothesis import HealthCheck, Phase, assume, settings
from hypothesis import strategies as st

from fajer.errors import UsageError
from fajer.games.api import Game, State


def play(examples: int) -> settings:
    """The settings of a test that plays whole games: so many, the same ones every time.

    A failing game is not shrunk: another seed is no smaller game.
    """
    return settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
    )


class Table(NamedTuple):
    """A game about to be played, and how its players will choose."""

    game: Game
    options: Any
    players: int
    seed: str

    def __repr__(self) -> str:
        return f"Table({self.game.name!r}, {self.options!r}, {self.players}, {self.seed!r})"

    def start(self) -> State:
        return self.game.start(self.options, self.players, self.seed)

    def chooser(self, salt: str = "") -> Callable[[State], int]:
        """Chooses a legal action: first a kind by its first word, so that rare kinds come often."""
        random = Random(f"{self.seed}/{salt}")

        def choose(state: State) -> int:
            kinds: dict[str, list[int]] = {}
            for action, text in zip(state.legal(), state.legal_text(), strict=True):
                kinds.setdefault(text.split()[0], []).append(action)
            return random.choice(kinds[random.choice(list(kinds))])

        return choose

    def played(self, salt: str = "") -> Iterator[State]:
        """The same state before every action of a game and once more when it is over."""
        state = self.start()
        choose = self.chooser(salt)
        while state.turn >= 0:
            yield state
            state.apply(choose(state))
        yield state


@st.composite
def tables(draw: st.DrawFn, game: Game) -> Table:
    """A table of this game with any options, seats and seed. Numbers are small, so that games are short."""
    fields = msgspec.inspect.type_info(game.options_type).fields
    values = draw(st.fixed_dictionaries({field.name: values_of(field.type) for field in fields}))
    try:
        options = game.checked(values)
    except UsageError:
        assume(False)
    fewest, most = game.players(options)
    return Table(game, options, draw(st.integers(fewest, most)), f"table {draw(st.integers(0, 10**9))}")


def values_of(kind: Any) -> st.SearchStrategy[Any]:
    """Any value of an option's type, of numbers the nine lowest."""
    match kind:
        case msgspec.inspect.Metadata():
            return values_of(kind.type)
        case msgspec.inspect.UnionType():
            return st.one_of([values_of(part) for part in kind.types])
        case msgspec.inspect.LiteralType():
            return st.sampled_from(kind.values)
        case msgspec.inspect.BoolType():
            return st.booleans()
        case msgspec.inspect.NoneType():
            return st.none()
        case msgspec.inspect.IntType():
            lowest = 0 if kind.ge is None else kind.ge
            return st.integers(lowest, min(lowest + 8, lowest + 8 if kind.le is None else kind.le))
    raise TypeError(f"an option of a type that tests cannot draw: {kind}")
