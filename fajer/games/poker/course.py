"""The course of a hand: cards are dealt, rounds follow each other, pots are paid out (P-07 … P-17)."""

from collections.abc import Sequence

from fajer.games import seeds
from fajer.games.api import Rule
from fajer.games.cards import FRENCH
from fajer.games.poker import pots
from fajer.games.poker.table import BID, DRAW, End, Table

RULES = (
    Rule(
        "P-07",
        "Seat 0 deals the first hand, then the next player still in the game. Play runs from the dealer's left, "
        "in seat order, the dealer last.",
        "house",
        open_point="The description draws the first dealer by lot: the match draws who sits where.",
    ),
    Rule(
        "P-08",
        "Before each hand every player still in the game pays the ante. Who cannot is out.",
        "house",
        ("ante",),
        "The description deals first and then pays, and does not say who is out.",
    ),
    Rule(
        "P-09",
        "The deck is shuffled. Five cards go to each player, five at a time from the top, in order of play.",
        "house",
        open_point="Cutting the deck changes nothing about a seeded shuffle and is not modelled.",
    ),
    Rule(
        "P-15",
        "When all pass in the first bidding round the hand is over and the pot stays for the next one, before which "
        "the ante is paid as ever; or by option the hand is played on. It always is if someone in it has no chips "
        "left. All passing in a later round leads on to the draw or the showdown.",
        "ours; play_on: standard",
        ("all_pass",),
        "The description does not say what becomes of a hand that nobody opens.",
    ),
    Rule(
        "P-17",
        "When the talon cannot give all the cards of a draw it gives those it has; then everything that was laid "
        "aside or folded before this turn is shuffled and becomes the talon, and all are told. It is shuffled as it "
        "came: cards in the order they were named, folded hands in hand order. In a hand the cards that stay come "
        "first, then those drawn. A talon that is exactly used up is made anew only when a card is next needed.",
        "ours",
        ("draws",),
        "Three draws of four players can need more cards than the deck has; the description is silent.",
    ),
)

_CARDS = FRENCH.names


class Course(Table):
    """A game of draw poker as far as it goes by itself, between the players' decisions."""

    __slots__ = ()

    def _begin(self) -> None:
        self._deal_cards()
        self._go_on()

    def _go_on(self) -> None:
        """Find whose turn it is; on the way do everything that needs no decision."""
        while not self._waiting:
            if len(self.live) == 1:
                self._end_hand("alone")
            elif self.phase == DRAW:
                self._begin_bids()
            elif self._is_passed_in():
                self._end_hand("passed_in")
            elif self.draws_left:
                self._begin_draw()
            else:
                self._end_hand("shown")
            if self._outcome:
                self.turn = -1
                return
        self.turn = self._waiting.pop()

    def _is_passed_in(self) -> bool:
        """Whether the bidding round that is over was the first, and ended the hand (P-15)."""
        return (
            self.options.all_pass == "carry"
            and not self.level
            and not self.rounds
            and all(self.chips[seat] for seat in self.live)
        )

    def _deal_cards(self) -> None:
        """Take the antes, shuffle and deal (P-08, P-09)."""
        ante, dealer, players = self.options.ante, self.dealer, self.players
        first = self.seats_in.index(dealer) + 1
        order = self.order = self.seats_in[first:] + self.seats_in[:first]
        self.live = order.copy()
        deck = self.deck = list(self.shuffle(self.deal))
        hands: list[list[int]] = [[]] * players
        paid = [0] * players
        chips, events = self.chips, self.events
        self._begins = len(events)
        events.append(("deal", self.deal, dealer))
        top = 0
        for seat in order:
            hands[seat] = deck[top : top + 5]
            top += 5
            chips[seat] -= ante
            paid[seat] = ante
            events.append(("ante", seat, ante))
        self.hands = hands
        self.paid = paid
        self.pot += ante * len(order)
        self._top = top
        self._clear()
        self._begin_bids()

    def _clear(self) -> None:
        """Nothing has been done with the hand that is dealt."""
        players = self.players
        self.talon = self.deck
        self._aside = []
        self._strengths = [None] * players
        self._laid = []
        self._legal = None
        self.shown = [None] * players
        self.drew = [()] * players
        self.discarded = [()] * players
        self.rounds = -1
        self.draws_left = self.options.draws

    def _begin_bids(self) -> None:
        """A bidding round begins (P-10, P-12)."""
        self.phase = BID
        self.rounds += 1
        self.level = 0
        self._least = self._low = 1
        self.bets = [0] * self.players
        waiting = self.live[::-1]
        if self.options.short_stack == "all_in":
            chips = self.chips
            waiting = [seat for seat in waiting if chips[seat]]
            if len(waiting) == 1:
                waiting = []
        self._waiting = waiting

    def _begin_draw(self) -> None:
        """A draw begins (P-16)."""
        self.phase = DRAW
        self.draws_left -= 1
        self.level = 0
        self._least = 1
        self.bets = [0] * self.players
        self._waiting = self.live[::-1]

    def _from_talon(self, count: int) -> list[int]:
        """The next cards of the talon, which is made anew when it is used up (P-17)."""
        top = self._top
        cards = self.talon[top : top + count]
        self._top = top + len(cards)
        if len(cards) < count:
            # Once a hand at most: four players draw 60 cards at most, and 32 and at least 28 laid aside are there.
            used = seeds.shuffle(list(range(len(FRENCH))), self._seed, self.deal)
            self.talon, self._aside = self._aside, []
            seeds.shuffle(self.talon, self._seed, self.deal, used)
            self.events.append(("reshuffle",))
            self._top = count - len(cards)
            cards += self.talon[: self._top]
        return cards

    # The end of a hand, and of the game

    def _end_hand(self, end: End) -> None:
        """Pay out, note the hand, and deal the next one or end the game."""
        won: list[tuple[int, int]] = []
        if end == "passed_in":
            self.carried = self.pot
        else:
            won = [(self.live[0], self.pot)] if end == "alone" else self._showdown()
            self.carried = 0
            self._pay(won)
        ante, chips = self.options.ante, self.chips
        out = [seat for seat in self.seats_in if chips[seat] < ante]
        over = self.deal + 1 >= self.options.hands or len(self.seats_in) - len(out) < 2
        self._ended.append(self._ended_by(end, won))
        if self.carried:
            self._leave_pot(over)
            out = [seat for seat in out if chips[seat] < ante]
        if out:
            self._go_out(out)
        if over:
            self._outcome = self._find_outcome()
            self.level, self.bets = 0, [0] * self.players
        else:
            self.deal += 1
            self.dealer = next(seat for seat in self.order if seat in self.seats_in)
            self._deal_cards()

    def _leave_pot(self, over: bool) -> None:
        """The pot stays for the next hand, or is shared when there is none (P-19)."""
        if over:
            left = [0] * self.players
            pots.share(self.pot, self.order, left)
            self.carried = 0
            self._pay([(seat, chips) for seat, chips in enumerate(left) if chips])
        else:
            self.events.append(("carried", self.carried))

    def _showdown(self) -> list[tuple[int, int]]:
        """Everyone still in shows; what each seat takes from the pots, by seat (P-18)."""
        strengths = {seat: self._strength(seat) for seat in self.live}
        describe = self._ranking.describe
        for seat, strength in strengths.items():
            cards = self.shown[seat] = [_CARDS[card] for card in self.hands[seat]]
            self.events.append(("show", seat, cards, describe(strength)[0]))
        won = [0] * self.players
        pots.settle(pots.pots(self.paid, self.live, self.carried), strengths, won)
        return [(seat, chips) for seat, chips in enumerate(won) if chips]

    def _pay(self, won: Sequence[tuple[int, int]]) -> None:
        """The pot goes to those who have won it."""
        self.pot = 0
        for seat, chips in won:
            self.chips[seat] += chips
            self.events.append(("win", seat, chips))

    def _go_out(self, out: list[int]) -> None:
        """These cannot pay another ante (P-08)."""
        self.events.append(("out", out))
        for seat in out:
            self._out_in[seat] = self.deal
        self.seats_in = [seat for seat in self.seats_in if seat not in out]
