"""The table: who sits at it, what lies where, what may be seen; cards are dealt, deals end (F-10 … F-20)."""

from collections.abc import Sequence
from typing import Self

from fajer.games import seeds
from fajer.games.api import Event, Outcome, Rule, Shuffle, State
from fajer.games.cards import HUNGARIAN
from fajer.games.fajer import paying
from fajer.games.fajer.hands import ACES, STRENGTH, WORTH
from fajer.games.fajer.options import Options
from fajer.games.fajer.view import Deal, SeatView, View

RULES = (
    Rule(
        "F-01",
        "32 Hungarian cards, 2 to 9 players, seats numbered in the order of play. Which way round the table "
        "that runs is how it is drawn, no rule of play.",
        "both: to the right; three-stakes: in some places to the left",
        ("direction",),
    ),
    Rule(
        "F-10",
        "Seat 0 deals the first deal. The deal passes to the next player still in the game after every deal, "
        "void ones too.",
        "both",
    ),
    Rule(
        "F-11",
        "The deck is shuffled. Three cards go to each player still in, three at a time from the top, in order "
        "of play, beginning after the dealer, the dealer last.",
        "both",
        open_point="Cutting the deck changes nothing about a seeded shuffle and is not modelled.",
    ),
    Rule(
        "F-19",
        "A round is as many exchange-phase turns as players are in. When the limit of rounds is over and nobody "
        "has laid, the deal is void: nobody pays.",
        "three-stakes: four rounds, eight for two players; German: no limit",
        ("round_limit", "heads_up_round_limit"),
        "The fourth (eighth) round is counted in exchange turns; the opener's choice is not one.",
    ),
    Rule(
        "F-20",
        "So that a game ends: at `round_cap` rounds a deal is void, and after `void_cap` void deals in a row the "
        "game is drawn. Where two limits apply, the earlier one counts.",
        "ours",
        ("round_cap", "void_cap"),
        "The German description sets no limit on rounds.",
    ),
)

OPEN, EXCHANGE, CLOSING = range(3)
PHASES = ("open", "exchange", "closing")

_CARDS = HUNGARIAN.names
_KNOWN = tuple(tuple(place for place in range(3) if mask & 1 << place) for mask in range(8))
_NO_LIMIT = 1 << 62


class Table(State):
    """What a game of Fájer is made of: who is in with which stakes, and the deal in play."""

    __slots__ = (
        "_aces",
        "_actions",
        "_dealt_to",
        "_legal",
        "_limit",
        "_next",
        "_out",
        "_outcome",
        "_public",
        "_stale",
        "_strengths",
        "_table",
        "_words",
        "common",
        "common_strength",
        "deal",
        "dealer",
        "deals",
        "deck",
        "events",
        "hands",
        "known",
        "laid",
        "losses",
        "opener",
        "options",
        "phase",
        "players",
        "pot",
        "said_go",
        "seats_in",
        "seen",
        "shuffle",
        "stakes",
        "top",
        "turn",
        "turns",
        "voids",
    )

    def __init__(self, options: Options, players: int, game_seed: str, shuffle: Shuffle | None = None) -> None:
        self.options = options
        self.players = players
        self.shuffle = shuffle or (lambda deal: seeds.shuffled(game_seed, deal, len(HUNGARIAN)))
        self._table = STRENGTH[options.three_aces_rank]
        self._aces = ACES[options.three_aces_rank]
        self.seats_in = list(range(players))
        self.stakes = [options.stakes] * players
        self.losses = [0] * players
        self.events: list[Event] = []
        self.deals: list[Deal] = []
        self._out: list[list[int]] = []
        self._public: list[SeatView] = []
        self._stale: list[int] = []
        self._outcome: Outcome | None = None
        self.voids = 0
        self.pot = 0
        self.deal = 0
        self.dealer = 0
        self._take_seats()
        self._deal_cards()

    def _end_deal(self, end: str, paid: list[int], out: list[list[int]]) -> None:
        """Pay, note the deal, and deal the next one or end the game."""
        gone = sorted(seat for group in out for seat in group)
        paid = sorted(paid)
        for seat in paid:
            self.losses[seat] += 1
            if self.options.stakes:
                self.stakes[seat] -= 1
                self.pot += 1
        if paid:
            self.events.append(("pay", paid))
        if gone:
            self.events.append(("out", gone))
        self.deals.append(self._noted(end, paid, gone))
        self._out += out
        if gone:
            self.seats_in = [seat for seat in self.seats_in if seat not in gone]
        self.voids = self.voids + 1 if end == "void" else 0
        self._outcome = self._find_outcome()
        if self._outcome is None:
            if gone:
                self._take_seats()
            self.deal += 1
            self.dealer = self._next[self.dealer]
            self._deal_cards()
        else:
            self.turn = -1
            self._public = []

    def _find_outcome(self) -> Outcome | None:
        """How the game ended, if it did (F-20, F-27 … F-29)."""
        options = self.options
        dealt = self.deal + 1
        if not options.stakes:
            return paying.counted(self.losses) if dealt >= options.deals else None
        capped = dealt >= options.deal_cap or self.voids >= options.void_cap
        if len(self.seats_in) > 1 and not capped:
            return None
        drawn = len(self.seats_in) > 1
        return paying.decided(options, self.players, self.seats_in, self._out, drawn)

    def _take_seats(self) -> None:
        """Those still in sit down for the deals to come: who follows whom, how long a deal may last."""
        options = self.options
        count = len(self.seats_in)
        limit = options.heads_up_round_limit if count == 2 else options.round_limit  # F-19
        self._limit = min(limit or _NO_LIMIT, options.round_cap) * count  # F-20
        self._dealt_to = count
        self._next = _next_in(self.seats_in, self.players)

    def _deal_cards(self) -> None:
        """Shuffle and deal (F-10, F-11)."""
        deck = self.deck = list(self.shuffle(self.deal))
        table = self._table
        self.hands: list[list[int]] = [[]] * self.players
        self._strengths = [0] * self.players
        top = 0
        seat = self.dealer
        for _ in self.seats_in:
            seat = self._next[seat]
            one, two, three = self.hands[seat] = deck[top : top + 3]
            self._strengths[seat] = table[one << 10 | two << 5 | three]
            top += 3
        self.top = top
        self.opener = self.dealer if self.options.opener == "dealer" else self._next[self.dealer]
        self.turn = self.opener
        self.phase = OPEN
        self.turns = 0
        self.common: list[int] = []
        self.common_strength = 0
        self.seen: list[str] = []
        self.known = [0] * self.players
        self.laid = [False] * self.players
        self.said_go = [False] * self.players
        self._public = []
        self._stale = []
        self._actions: list[tuple[int, str]] = []
        self._legal: Sequence[int] | None = None
        self._words: Sequence[str] = ()
        self.events.append(("deal", self.deal, self.dealer))

    # What may be known

    def view(self, seat: int) -> View:
        if self._stale or not self._public:
            self._public = self._public_views()
        options = self.options
        return View(
            self.deal,
            self.dealer,
            self.opener,
            PHASES[self.phase],  # type: ignore[arg-type]
            self.turns,
            self.turns // self._dealt_to,
            seat,
            _names(self.hands[seat]),
            WORTH[self._strengths[seat]],
            _names(self.common),
            WORTH[self.common_strength],
            self.pot,
            self.voids,
            None if options.stakes else options.deals - self.deal - 1,
            self.seen.copy(),
            self._public,
        )

    def _public_views(self) -> list[SeatView]:
        """What everyone knows of each seat, made anew where it changed since it was last asked for."""
        stale, self._stale = self._stale, []
        if not self._public:
            return [self._seat_view(seat) for seat in range(self.players)]
        views = self._public.copy()
        for seat in stale:
            views[seat] = self._seat_view(seat)
        return views

    def _seat_view(self, seat: int) -> SeatView:
        """What everyone knows of a seat."""
        hand = self.hands[seat]
        mask = self.known[seat]
        known = _names(hand) if mask == 7 else [_CARDS[hand[place]] for place in _KNOWN[mask]] if mask else []
        laid = self.laid[seat]
        return SeatView(
            seat in self.seats_in,
            self.stakes[seat],
            self.losses[seat],
            self.said_go[seat],
            known if laid else None,
            WORTH[self._strengths[seat]] if laid else None,
            known,
        )

    def finished(self) -> list[Deal]:
        return self.deals

    def broken_off(self) -> list[Deal]:
        if self.turn < 0:
            return self.deals
        return [*self.deals, self._noted("forfeit", [], [])]

    def _noted(self, end: str, paid: list[int], out: list[int]) -> Deal:
        return Deal(
            dealer=self.dealer,
            deck=" ".join([_CARDS[card] for card in self.deck]),
            actions=self._actions.copy(),
            end=end,  # type: ignore[arg-type]
            paid=paid,
            out=out,
        )

    def outcome(self) -> Outcome:
        if self._outcome is None:
            raise ValueError("the game is not over")
        return self._outcome

    def clone(self) -> Self:
        copy = object.__new__(type(self))
        for name in Table.__slots__:
            value = getattr(self, name)
            setattr(copy, name, value.copy() if type(value) is list else value)
        copy.hands = [hand.copy() for hand in self.hands]
        return copy

    # Small things

    def _strength(self, cards: Sequence[int]) -> int:
        return self._table[cards[0] << 10 | cards[1] << 5 | cards[2]]

    def _holds_aces(self, seat: int) -> bool:
        return self._strengths[seat] == self._aces

    def _see(self, cards: Sequence[int], known: int) -> None:
        """Cards of a hand come face up; those known to be in it have been before."""
        for place, card in enumerate(cards):
            if not known >> place & 1:
                self.seen.append(_CARDS[card])


def _names(cards: Sequence[int]) -> list[str]:
    """The texts of three cards, or of none."""
    if not cards:
        return []
    one, two, three = cards
    return [_CARDS[one], _CARDS[two], _CARDS[three]]


def _next_in(seats_in: Sequence[int], players: int) -> list[int]:
    """By seat, the next player still in."""
    following = list(seats_in)
    return [next((other for other in following if other > seat), following[0]) for seat in range(players)]
