"""The table: who sits at it with how many chips, who holds what, what may be seen and is noted (P-01, P-02, P-19)."""

from abc import abstractmethod
from collections.abc import Sequence
from fractions import Fraction
from typing import Literal, NamedTuple, Self

from fajer.games import seeds
from fajer.games.api import Event, Outcome, Rule, Shuffle, State
from fajer.games.cards import FRENCH
from fajer.games.poker.hands import RANKINGS
from fajer.games.poker.options import Options
from fajer.games.poker.view import Deal, SeatView, View

RULES = (
    Rule(
        "P-01",
        "52 French cards: ranks 2 3 4 5 6 7 8 9 T J Q K A of the suits c d h s (clubs, diamonds, hearts, spades). "
        "In sums they count 2 to 10 as printed, jack 11, queen 12, king 13, ace 14.",
        "house",
    ),
    Rule(
        "P-02",
        "Three games by how often cards are drawn: never (five-card, 2 to 10 players), once (one-draw, 2 to 6), "
        "three times (three-draw, 2 to 4).",
        "house",
        ("draws",),
    ),
    Rule(
        "P-19",
        "A game is over after `hands` hands, or when fewer than two players can pay the ante. All start with `chips` "
        "chips, at least the ante; a payoff is what one has at the end less that. What P-15 left in the pot is then "
        "shared among the players of the last hand, odd chips as in P-18. Places go by chips; of equal chips it is "
        "better to have gone out later, or never, and those who went in the same hand share the place.",
        "ours",
        ("chips", "hands", "ante"),
        "The description ends with the hand: how long a game is, it does not say.",
    ),
)

BID, DRAW = range(2)
PHASES = ("bid", "draw")
End = Literal["shown", "alone", "passed_in", "forfeit"]

_CARDS = FRENCH.names


class Ended(NamedTuple):
    """What is kept of a hand, until it is asked for as a `Deal`."""

    dealer: int
    deck: list[int]
    begins: int
    """The place of its first event."""
    ends: int
    """The place after its last one."""
    laid: list[list[int]]
    """The cards that each draw laid aside, which the events do not tell."""
    end: End
    won: list[tuple[int, int]]


class Table(State):
    """What a game of draw poker is made of: who has which chips, and the hand in play."""

    __slots__ = (
        "_aside",
        "_at_first",
        "_begins",
        "_deals",
        "_ended",
        "_laid",
        "_least",
        "_legal",
        "_low",
        "_out_in",
        "_outcome",
        "_ranking",
        "_seed",
        "_strengths",
        "_top",
        "_waiting",
        "bets",
        "carried",
        "chips",
        "deal",
        "dealer",
        "deck",
        "discarded",
        "draws_left",
        "drew",
        "events",
        "hands",
        "level",
        "live",
        "options",
        "order",
        "paid",
        "phase",
        "players",
        "pot",
        "rounds",
        "seats_in",
        "shown",
        "shuffle",
        "talon",
        "turn",
    )

    order: list[int]
    """The seats of this hand in order of play, the dealer last (P-07)."""
    live: list[int]
    """Those of them that have not folded."""
    deck: list[int]
    """As it was shuffled."""
    talon: list[int]
    """What cards are drawn from, the next one at `_top`."""
    hands: list[list[int]]
    """By seat, in hand order; never changed in place."""
    phase: int
    rounds: int
    """The number of the bidding round, from 0."""
    draws_left: int
    level: int
    """The bet to match; 0 before there is one."""
    bets: list[int]
    """By seat, chips put in during this bidding round."""
    paid: list[int]
    """By seat, chips put in during this hand."""
    shown: list[list[str] | None]
    drew: list[tuple[int, ...]]
    discarded: list[tuple[int, ...]]
    _top: int
    _aside: list[int]
    """Laid aside or folded, in order (P-17)."""
    _laid: list[list[int]]
    _begins: int
    _waiting: list[int]
    """The seats still to be asked in this phase, the next one last."""
    _least: int
    """The last full bet or raise of the round, where it binds the next one (P-11)."""
    _low: int
    """The lowest amount that the seat whose turn it is may bet or raise."""
    _legal: range | None
    _strengths: list[int | None]

    def __init__(
        self,
        options: Options,
        players: int,
        game_seed: str,
        shuffle: Shuffle | None = None,
        *,
        chips: Sequence[int] | None = None,
    ) -> None:
        """`chips` is what each seat begins with where that is not `options.chips`, for set pieces."""
        self.options = options
        self.players = players
        self.shuffle = shuffle or (lambda deal: seeds.shuffled(game_seed, deal, len(FRENCH)))
        self._seed = game_seed
        self._ranking = RANKINGS[options.ranking]
        self._at_first = tuple(chips or [options.chips] * players)
        self.chips = list(self._at_first)
        self.seats_in = [seat for seat in range(players) if self.chips[seat] >= options.ante]
        self._out_in = [-1 if chips < options.ante else options.hands for chips in self.chips]
        self.events: list[Event] = []
        self._ended: list[Ended] = []
        self._deals: list[Deal] = []
        self._outcome: Outcome | None = None
        self.pot = 0
        self.carried = 0
        self.deal = 0
        self.dealer = self.seats_in[0]
        self._begin()

    @abstractmethod
    def _begin(self) -> None:
        """Deal the first hand, and find whose turn it is."""

    # What is noted

    def _find_outcome(self) -> Outcome:
        """Places and payoffs (P-19)."""
        ranks = list(zip(self.chips, self._out_in, strict=True))
        return Outcome(
            tuple(1 + sum(other > own for other in ranks) for own in ranks),
            tuple(Fraction(now - first) for now, first in zip(self.chips, self._at_first, strict=True)),
            False,
        )

    def finished(self) -> list[Deal]:
        for ended in self._ended[len(self._deals) :]:
            self._deals.append(self._noted(ended))
        return self._deals

    def broken_off(self) -> list[Deal]:
        deals = self.finished()
        if self.turn < 0:
            return deals
        return [*deals, self._noted(self._ended_by("forfeit", []))]

    def _ended_by(self, end: End, won: list[tuple[int, int]]) -> Ended:
        """The hand in play, as if it were over now."""
        return Ended(self.dealer, self.deck, self._begins, len(self.events), self._laid, end, won)

    def _noted(self, hand: Ended) -> Deal:
        """A hand as a record has it."""
        draws = iter(hand.laid)
        actions = []
        for event in self.events[hand.begins : hand.ends]:
            match event:
                case ("pass" | "call" | "fold" as word, seat, *_):
                    actions.append((seat, word))
                case ("bet" | "raise" as word, seat, chips):
                    actions.append((seat, f"{word} {chips}"))
                case ("draw", seat, _):
                    actions.append((seat, " ".join(["draw", *FRENCH.texts(next(draws))])))
        deck = " ".join(FRENCH.texts(hand.deck))
        return Deal(dealer=hand.dealer, deck=deck, actions=actions, end=hand.end, won=hand.won)

    def outcome(self) -> Outcome:
        if self._outcome is None:
            raise ValueError("the game is not over")
        return self._outcome

    def clone(self) -> Self:
        copy = object.__new__(type(self))
        for name in Table.__slots__:
            value = getattr(self, name)
            setattr(copy, name, value.copy() if type(value) is list else value)
        return copy

    # What may be known

    def view(self, seat: int) -> View:
        hand = self.hands[seat]
        kind, strength = self._ranking.describe(self._strength(seat)) if hand else ("", [])
        return View(
            self.deal,
            self.dealer,
            PHASES[self.phase],  # type: ignore[arg-type]
            self.rounds + (self.phase == DRAW),
            self.draws_left,
            seat,
            [_CARDS[card] for card in hand],
            kind,
            strength,
            self.pot,
            self.carried,
            self.level,
            self.level - self.bets[seat] if seat in self.live else 0,
            self._least,
            [_CARDS[card] for card in self.discarded[seat]],
            self.options.hands - self.deal - 1,
            [self._seat_view(seat) for seat in range(self.players)],
        )

    def _seat_view(self, seat: int) -> SeatView:
        """What everyone knows of a seat."""
        chips = self.chips[seat]
        live = seat in self.live
        shown = self.shown[seat]
        return SeatView(
            seat in self.seats_in,
            chips,
            not live and bool(self.hands[seat]),
            live and not chips,
            self.bets[seat],
            self.paid[seat],
            list(self.drew[seat]),
            shown and shown.copy(),
        )

    def _strength(self, seat: int) -> int:
        """The strength of a seat's hand, found out when it is first asked for."""
        found = self._strengths[seat]
        if found is None:
            found = self._strengths[seat] = self._ranking.strength(self.hands[seat])
        return found
