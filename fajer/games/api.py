"""What every game offers to the rest of the program: `Game`, `State`, `Outcome`.

A game knows nothing of bots, faults or time: it takes actions by its rules and says what
each seat may know.
"""

import reprlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Self

import msgspec

from fajer.errors import UsageError
from fajer.games.choices import allowed

Event = tuple[Any, ...]
"""A thing that happened, as it goes over the wire: its name first, then its parts."""

Shuffle = Callable[[int], Sequence[int]]
"""The deck of a deal, top card first, by the deal's number from 0."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One numbered rule, said beside the code that obeys it."""

    number: str
    """`F-14` and the like; tests name the number they prove."""
    text: str
    """The rule, in a sentence or a few."""
    source: str
    """The description it comes from, or `ours`."""
    options: tuple[str, ...] = ()
    """The options that change it."""
    open_point: str = ""
    """Where the descriptions are silent or can be read otherwise: what we chose, and why."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended, by its own rules."""

    places: tuple[int, ...]
    """By seat, 1 the best; equal places are shared and the next ones left out (1, 2, 2, 4)."""
    payoffs: tuple[Fraction, ...]
    """By seat, in the game's unit (stakes, chips, losses); they add up to 0."""
    drawn: bool
    """Whether a cap of ours ended it, not the game's own end."""


class State(ABC):
    """A game being played. Mutable; `clone` copies it.

    Actions are small integers that mean something in this position only; their texts are
    what bots and records use, and `parse(text(action)) == action` for every legal one.
    """

    __slots__ = ()

    turn: int
    """The seat whose turn it is; −1 when the game is over."""
    players: int
    """How many seats the game has."""
    deal: int
    """The number of the deal being played, from 0."""
    events: list[Event]
    """All that happened so far, as every seat may see it. Grows, never changes."""

    @abstractmethod
    def legal(self) -> Sequence[int]:
        """The legal actions, safest first: the first is the fallback."""

    @abstractmethod
    def legal_text(self) -> list[str]:
        """The texts of `legal()`, one by one in the same order."""

    def offered(self) -> list[str]:
        """The legal actions as bots are sent them: texts, and patterns where there are too many to list.

        A pattern is `WORD 2..40`, any whole number in the range, or `WORD *`, any of the own cards.
        It stands last, and for all of `legal()` from its place on.
        """
        return self.legal_text()

    @abstractmethod
    def text(self, action: int) -> str:
        """The text of an action in this position."""

    @abstractmethod
    def parse(self, text: str) -> int:
        """The action that `text` names here.

        Raises `InvalidAction` if it is no action's text at all, `IllegalAction` if it is one
        that the rules do not allow now.
        """

    @abstractmethod
    def apply(self, action: int) -> None:
        """Act for the seat whose turn it is; raises `IllegalAction` and changes nothing if
        the action is not legal."""

    @abstractmethod
    def view(self, seat: int) -> msgspec.Struct:
        """All that `seat` may know now, complete in itself."""

    @abstractmethod
    def finished(self) -> list[Any]:
        """The deals that have ended, as plain data for a record (`Game.deal_type`)."""

    @abstractmethod
    def broken_off(self) -> list[Any]:
        """As `finished`, with the deal in play closed as it stands: its end is `forfeit`."""

    @abstractmethod
    def outcome(self) -> Outcome:
        """Places and payoffs; only when the game is over."""

    @abstractmethod
    def clone(self) -> Self:
        """A copy that shares nothing that changes."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game's name, its options and what makes its states."""

    name: str
    """As on the command line and the wire: `fajer`."""
    title: str
    """As a person writes it: `Fájer`."""
    unit: str
    """What payoffs are counted in."""
    rate: str | None
    """What a deal is called where payoffs are given a deal too (`hand`); None where a game is the only measure."""
    options_type: type[Any]
    """A frozen struct with one field an option."""
    presets: Mapping[str, Any]
    """Named options; the first is the default."""
    rules: tuple[Rule, ...]
    """Every rule, in order of its number."""
    sources: str
    """The descriptions that the rules come from, in a sentence or two."""
    deck: Any
    """The `Deck` it is played with."""
    view_type: type[Any]
    """What `State.view` returns."""
    deal_type: type[Any]
    """What a record holds of a deal."""
    start: Callable[..., State]
    """`start(options, players, game_seed, shuffle=None)`: a game about to begin, the first
    deal dealt. `shuffle` replaces the seed's decks, for tests and set pieces."""
    worst: Callable[[Any, int], Fraction]
    """`worst(options, players)`: the lowest payoff that the rules allow."""
    players: Callable[[Any], tuple[int, int]]
    """`players(options)`: the fewest and the most seats."""
    cards: Callable[[Any], list[str]]
    """`cards(view)`: the own cards, in hand order."""
    hand: Callable[[Any], str]
    """`hand(view)`: the own hand in words; empty when there is none."""
    tell: Callable[[Event, Sequence[str]], str]
    """`tell(event, names)`: the event as a person would tell it, names by seat."""
    applying: Callable[[Any, Any], tuple[str, ...]]
    """`applying(view, options)`: the numbers of the rules that a player at their turn has to mind now."""

    def options(self, preset: str | None = None, changes: Mapping[str, str] | None = None) -> Any:
        """A preset's options with single ones changed, given as text (`{"stakes": "5"}`).

        Raises `UsageError` that names the preset, option or value, and what would be right.
        """
        name = preset if preset is not None else next(iter(self.presets))
        if name not in self.presets:
            known = ", ".join(self.presets)
            raise UsageError(f"{self.title} has no preset {name!r}; it has {known}")
        values = msgspec.to_builtins(self.presets[name])
        for option, text in (changes or {}).items():
            if option not in values:
                known = ", ".join(values)
                raise UsageError(f"{self.name} has no option {option!r}; it has {known}")
            values[option] = self._value(option, text)
        return self.checked(values)

    def checked(self, values: Mapping[str, Any]) -> Any:
        """The options with these values; raises `UsageError` if one cannot be."""
        try:
            return msgspec.convert(values, self.options_type)
        except msgspec.ValidationError as error:
            raise UsageError(f"options of {self.name}: {error}") from None

    def check_players(self, options: Any, players: int) -> None:
        """Raises `UsageError` unless so many can play."""
        fewest, most = self.players(options)
        if not fewest <= players <= most:
            varies = len({self.players(preset) for preset in self.presets.values()}) > 1
            by = " with these options" if varies else ""
            raise UsageError(f"{self.name}{by} is for {fewest} to {most} players, not {players}")

    def _value(self, option: str, text: str) -> Any:
        """An option's value from its text, `none` for null."""
        field = next(f for f in msgspec.structs.fields(self.options_type) if f.name == option)
        value = None if text.lower() == "none" else text
        try:
            return msgspec.convert(value, field.type, strict=False)
        except msgspec.ValidationError:
            raise UsageError(
                f"option {option} of {self.name} cannot be {reprlib.repr(text)}; it can be "
                f"{allowed(self.options_type, option)}"
            ) from None
