"""The messages, each a typed struct; the keys are the same in JSON lines and MessagePack.

What the referee sends may grow new keys, which bots ignore. What a bot sends may not: a key
that is not listed here is refused by name.
"""

from typing import Annotated, Any, Generic, Literal, TypeVar

from msgspec import UNSET, Meta, Struct, UnsetType

from fajer.games.api import Event

PROTOCOL: Literal[1] = 1
"""The version of the protocol."""
MESSAGE_LIMIT = 64 * 1024
"""No message may be longer than this many bytes, the end of its line included."""
BATCH_LIMIT = 1024 * 1024
"""No batch may be longer than this many bytes."""
NOTE_LIMIT = 1000
"""A note may have so many characters."""

View = TypeVar("View")
"""A game's own view."""

Encoding = Literal["json", "msgpack"]
Id = Annotated[int, Meta(ge=0, le=2**53)]
Label = Annotated[str, Meta(min_length=1, max_length=64)]


class Clock(Struct, frozen=True):
    """How long a bot may think."""

    move_ms: int
    """For each decision, in milliseconds."""
    bank_ms: int
    """For the whole game on top, in milliseconds."""


class Hello(Struct, frozen=True, tag="hello"):
    """The referee's first message, always a JSON line."""

    protocol: int
    """The version spoken: 1."""
    referee: str
    """The referee's name and version."""
    encodings: list[Encoding]
    """Encodings to choose from."""
    batch: int
    """The most acts that a batch holds."""


class Start(Struct, frozen=True, tag="start"):
    """A game begins. No answer."""

    game_id: str
    """The game's name, 16 hex digits."""
    game: str
    """Which game: `fajer`."""
    rules: dict[str, Any]
    """Every option with its value."""
    seat: int
    """The bot's own seat, from 0."""
    players: int
    """How many seats there are."""
    seed: str
    """For the bot's own randomness, 16 hex digits."""
    clock: Clock
    """How long the bot may think."""


class Act(Struct, Generic[View], tag="act", gc=False):
    """A question: which action?"""

    game_id: str
    """The game that it is about."""
    id: int
    """The question's number, unique for the life of the process."""
    view: View
    """All that the seat may know: the game's own view."""
    events: list[Event]
    """What happened in this game since this bot was last told."""
    legal: list[str]
    """The legal actions, safest first; the first is what the referee plays for a failed bot."""
    left_ms: int
    """Milliseconds left for this decision, the bank included."""


class Batch(Struct, Generic[View], tag="batch"):
    """Several questions at once, each about another game."""

    acts: list[Act[View]]


class End(Struct, frozen=True, tag="end"):
    """A game is over."""

    game_id: str
    """The game that ended."""
    places: list[int]
    """By seat, 1 the best."""
    payoffs: list[int | float]
    """By seat, in the game's unit."""
    events: list[Event]
    """What happened since this bot was last told."""


class Bye(Struct, frozen=True, tag="bye"):
    """Nothing more will come; stdin closes."""


class HelloAnswer(Struct, frozen=True, tag="hello", forbid_unknown_fields=True, omit_defaults=True):
    """The bot's first message, always a JSON line."""

    protocol: Literal[1]
    """The version of the protocol: 1."""
    name: Label
    """What the bot calls itself."""
    version: Label | None = None
    """The bot's own version."""
    encoding: Encoding = "json"
    """What both speak from the next message on."""
    batch: bool = False
    """Whether the bot takes batches; it then has to be a function of one message."""


class ActAnswer(Struct, tag="act", forbid_unknown_fields=True, gc=False):
    """The answer to an act."""

    id: Id
    """The number of the question."""
    action: str
    """One of the legal actions."""
    note: Annotated[str, Meta(max_length=NOTE_LIMIT)] | UnsetType = UNSET
    """Why, for the record: shown when the game is replayed."""


class BatchAnswer(Struct, tag="batch", forbid_unknown_fields=True):
    """The answers to a batch, in any order."""

    acts: list[ActAnswer]


FromReferee = Hello | Start | Act[Any] | Batch[Any] | End | Bye
"""Everything that a referee sends."""
FromBot = HelloAnswer | ActAnswer | BatchAnswer
"""Everything that a bot sends."""
