"""One game of Fájer: what may be done at a turn, and what it does (F-12 … F-18)."""

import reprlib
from collections.abc import Sequence
from typing import NoReturn

from fajer.errors import IllegalAction, InvalidAction
from fajer.games.api import Rule
from fajer.games.cards import HUNGARIAN
from fajer.games.fajer import paying
from fajer.games.fajer.hands import TWENTY_ONE, WORTH
from fajer.games.fajer.table import CLOSING, EXCHANGE, OPEN, PHASES, Table

RULES = (
    Rule(
        "F-12",
        "The opener looks at their own hand and chooses. `keep`: three cards from the talon go face up to the "
        "middle. `put`: the opener's hand goes face up to the middle, and they take three new cards from the "
        "talon. An opener with three aces can only `keep`.",
        "German: the dealer opens; three-stakes: the player after",
        ("opener",),
    ),
    Rule(
        "F-13",
        "The exchange phase begins with the player after the opener. The opening choice is no turn of it.",
        "German",
        open_point="The three-stakes description is silent on who takes the first turn; there too the choice "
        "was the opener's turn.",
    ),
    Rule(
        "F-14",
        "In the exchange phase a turn is one of: `swap`, any own card for any common card; `take`, all three "
        "for all three, only if the common cards are worth at least 21 as a hand; `go`; `lay`, only with a "
        "hand worth at least 21. A swap may lower the hand here. A laid hand is face up, its worth announced.",
        "both",
    ),
    Rule(
        "F-15",
        "A player whose last turn in this deal was `go` may not say `go` again, and by option may not `lay` "
        "either. An exchange in between opens `go` again. The opening choice is neither.",
        "German: exchange or lay; three-stakes: has to exchange",
        ("after_go",),
        "The three-stakes description's “has to exchange” is taken at its word; its second half forbids only "
        "a second `go`, which is the other value.",
    ),
    Rule(
        "F-16",
        "The first `lay` ends the exchange phase and starts the closing. Each other player, in order, gets one "
        "turn: they exchange once (`swap` or `take`) and their hand is laid at once, or `lay` it as it is, even "
        "if it is worth nothing. Nobody says `go`, and F-15 does not apply.",
        "both",
    ),
    Rule(
        "F-17",
        "Spoiling: a closing exchange may not leave a weaker hand; by option it has to leave a stronger one. "
        "The order among triples counts.",
        "German: not to less; three-stakes: only to more",
        ("spoil",),
    ),
    Rule(
        "F-18",
        "Three aces, at once: when the exchange phase begins and after each exchange in it, whoever holds three "
        "aces shows them, with no action of their own, and the deal ends. By option on turn: when the turn comes "
        "to a player with three aces, `lay` is their only action, and the deal ends with it. Every other player "
        "pays, whatever they hold. Three aces made by a closing exchange: the same, or by option a hand like any "
        "other. Three aces made on the last turn of a round limit count before the limit.",
        "three-stakes: right after the exchange; German: at once",
        ("three_aces", "three_aces_closing"),
        "The German “when they come to us” is read as at once; the other reading, when our turn comes, is `on_turn`.",
    ),
)

KEEP, PUT, LAY, GO, TAKE = range(5)
_FIRST_SWAP = 5
_SWAPS = tuple((own, common) for own in range(3) for common in range(3))
_ALL_SWAPS = tuple(range(_FIRST_SWAP, _FIRST_SWAP + 9))
_WORDS = ("keep", "put", "lay", "go", "take")
_PLAIN = {word: action for action, word in enumerate(_WORDS)}

_CARDS = HUNGARIAN.names
_SWAP_TEXT = tuple(tuple(f"swap {own} {common}" for common in _CARDS) for own in _CARDS)

_SWAPPED = {text: (own, common) for own, texts in enumerate(_SWAP_TEXT) for common, text in enumerate(texts)}
"""Each text of a swap, and the cards it names."""

_EXCHANGE_ACTIONS = tuple(
    (LAY,) * bool(flags & 4) + (GO,) * bool(flags & 2) + (TAKE,) * bool(flags & 1) + _ALL_SWAPS for flags in range(8)
)
"""By 4 × may lay + 2 × may go + may take."""
_EXCHANGE_WORDS = tuple(
    tuple(_WORDS[action] for action in actions[: -len(_ALL_SWAPS)]) for actions in _EXCHANGE_ACTIONS
)
"""The texts of those that are no swaps."""
_CLOSING_ACTIONS = tuple((LAY, *(TAKE + bit for bit in range(10) if mask & 1 << bit)) for mask in range(1 << 10))
"""By a mask of `take` and the nine swaps that do not spoil."""


class FajerState(Table):
    """A game of Fájer being played."""

    __slots__ = ()

    # What may be done

    def legal(self) -> Sequence[int]:
        legal = self._legal
        if legal is None:
            legal = self._legal = self._find_legal()
        return legal

    def legal_text(self) -> list[str]:
        legal = self._legal or self.legal()
        if self.phase != EXCHANGE or len(legal) < len(_ALL_SWAPS):
            return [self.text(action) for action in legal]
        one, two, three = self.common
        first, second, third = self.hands[self.turn]
        own, other, last = _SWAP_TEXT[first], _SWAP_TEXT[second], _SWAP_TEXT[third]
        return [
            *self._words,
            own[one], own[two], own[three],
            other[one], other[two], other[three],
            last[one], last[two], last[three],
        ]  # fmt: skip

    def text(self, action: int) -> str:
        if action < _FIRST_SWAP:
            return _WORDS[action]
        own, common = _SWAPS[action - _FIRST_SWAP]
        return _SWAP_TEXT[self.hands[self.turn][own]][self.common[common]]

    def parse(self, text: str) -> int:
        action = _PLAIN.get(text)
        if action is None:
            own, common = _SWAPPED.get(text) or self._no_swap(text)
            hand = self.hands[self.turn]
            if self.turn < 0 or own not in hand or common not in self.common:
                self._refuse(text)
            action = _FIRST_SWAP + 3 * hand.index(own) + self.common.index(common)
        if action not in (self._legal or self.legal()):
            self._refuse(text)
        return action

    def _no_swap(self, text: str) -> NoReturn:
        """Say what is wrong with a text that is no action."""
        word, *cards = text.split(" ")
        if word == "swap" and len(cards) == 2:
            for card in cards:
                HUNGARIAN.card(card)
        raise InvalidAction(
            f"{reprlib.repr(text)} is no action; one is keep, put, lay, go, take or swap OWN COMMON, like 'swap 7p Az'"
        )

    def _refuse(self, text: str) -> NoReturn:
        if self.turn < 0:
            raise IllegalAction(f"{reprlib.repr(text)}: the game is over")
        raise IllegalAction(
            f"{reprlib.repr(text)} is not allowed in the {PHASES[self.phase]} phase of deal {self.deal} for seat "
            f"{self.turn} with {' '.join(HUNGARIAN.texts(self.hands[self.turn]))}; "
            f"allowed: {', '.join(self.legal_text())}"
        )

    def _find_legal(self) -> Sequence[int]:
        seat = self.turn
        if seat < 0:
            return ()
        if self.phase == OPEN:
            return (KEEP,) if self._holds_aces(seat) else (KEEP, PUT)
        if self.options.three_aces == "on_turn" and self._holds_aces(seat):
            return (LAY,)  # F-18
        if self.phase == CLOSING:
            return _CLOSING_ACTIONS[self._unspoiling(seat)]
        worthy = self._strengths[seat] >= TWENTY_ONE
        if self.said_go[seat]:  # F-15
            flags = 4 if worthy and self.options.after_go == "exchange_or_lay" else 0
        else:
            flags = 6 if worthy else 2
        flags |= self.common_strength >= TWENTY_ONE
        self._words = _EXCHANGE_WORDS[flags]
        return _EXCHANGE_ACTIONS[flags]

    def _unspoiling(self, seat: int) -> int:
        """The closing exchanges that do not spoil the hand, as a mask (F-16, F-17)."""
        table = self._table
        least = self._strengths[seat] + (self.options.spoil == "higher")
        mask = int(self.common_strength >= max(TWENTY_ONE, least))
        first, second, third = self.hands[seat]
        pairs = (second << 5 | third, first << 5 | third, first << 5 | second)
        bit = 2
        for pair in pairs:
            for card in self.common:
                if table[card << 10 | pair] >= least:
                    mask |= bit
                bit <<= 1
        return mask

    # What is done

    def apply(self, action: int) -> None:
        if action not in (self._legal or self.legal()):
            self._refuse(_WORDS[action] if 0 <= action < _FIRST_SWAP else f"action {action}")
        seat = self.turn
        self._legal = None
        if action >= _FIRST_SWAP:
            self._swap(seat, action)
        elif action == GO:
            self._actions.append((seat, "go"))
            self.events.append(("go", seat))
            self.said_go[seat] = True
            self._stale.append(seat)
            self._next_turn(seat)
        elif action == LAY:
            self._actions.append((seat, "lay"))
            self._lay(seat)
        elif action == TAKE:
            self._take(seat)
        else:
            self._open(seat, action)

    def _open(self, seat: int, action: int) -> None:
        """The opening choice, and the exchange phase begins (F-12, F-13)."""
        top = self.top
        new = list(self.deck[top : top + 3])
        self.top = top + 3
        self._actions.append((seat, _WORDS[action]))
        if action == KEEP:
            self.common = new
            self.events += (("keep", seat), ("common", HUNGARIAN.texts(new)))
        else:
            self.common, self.hands[seat] = self.hands[seat], new
            self._strengths[seat] = self._strength(new)
            self.events.append(("put", seat, HUNGARIAN.texts(self.common)))
        self.seen += HUNGARIAN.texts(self.common)
        self.common_strength = self._strength(self.common)
        self.phase = EXCHANGE
        self.turn = self._next[seat]
        if self.options.three_aces == "at_once":
            for holder in self.seats_in:
                if self._holds_aces(holder):
                    self._end_with_aces(holder)
                    return

    def _swap(self, seat: int, action: int) -> None:
        place, spot = _SWAPS[action - _FIRST_SWAP]
        hand, common = self.hands[seat], self.common
        own, card = hand[place], common[spot]
        hand[place], common[spot] = card, own
        own_text, card_text = _CARDS[own], _CARDS[card]
        self._actions.append((seat, _SWAP_TEXT[own][card]))
        self.events.append(("swap", seat, own_text, card_text))
        if not self.known[seat] >> place & 1:
            self.seen.append(own_text)
            self.known[seat] |= 1 << place
        table = self._table
        self._strengths[seat] = table[hand[0] << 10 | hand[1] << 5 | hand[2]]
        self.common_strength = table[common[0] << 10 | common[1] << 5 | common[2]]
        self._exchanged(seat)

    def _take(self, seat: int) -> None:
        given, taken = self.hands[seat], self.common
        self.hands[seat], self.common = taken, given
        self._actions.append((seat, "take"))
        self.events.append(("take", seat, HUNGARIAN.texts(given), HUNGARIAN.texts(taken)))
        self._see(given, self.known[seat])
        self.known[seat] = 7
        self._strengths[seat], self.common_strength = self.common_strength, self._strengths[seat]
        self._exchanged(seat)

    def _exchanged(self, seat: int) -> None:
        """After an exchange: three aces, or in the closing the hand is laid, or the next turn."""
        self.said_go[seat] = False
        self._stale.append(seat)
        if self._strengths[seat] == self._aces and self._made_aces_end():
            self._end_with_aces(seat)
        elif self.phase == EXCHANGE:
            self._next_turn(seat)
        else:
            self._lay(seat)

    def _made_aces_end(self) -> bool:
        """Whether three aces that an exchange just made end the deal (F-18)."""
        if self.phase == EXCHANGE:
            return self.options.three_aces == "at_once"
        return self.options.three_aces_closing == "all_pay"

    def _next_turn(self, seat: int) -> None:
        """An exchange-phase turn is over (F-19, F-20)."""
        self.turns += 1
        if self.turns >= self._limit:
            self.events.append(("void",))
            self._end_deal("void", [], [])
        else:
            self.turn = self._next[seat]

    def _lay(self, seat: int) -> None:
        """The hand is laid; the closing goes on, or everyone has laid (F-16)."""
        hand = self.hands[seat]
        self.events.append(("lay", seat, [_CARDS[card] for card in hand], WORTH[self._strengths[seat]]))
        self._see(hand, self.known[seat])
        self.known[seat] = 7
        self.laid[seat] = True
        self.said_go[seat] = False
        self._stale.append(seat)
        if self._strengths[seat] == self._aces and self._laid_aces_end():
            self._end_with_aces(seat)
            return
        self.phase = CLOSING
        self.turn = self._next[seat]
        if self.laid[self.turn]:
            strengths = [(self._strengths[other], other) for other in self.seats_in]
            paid, out = paying.settle(self.options, strengths, self.stakes)
            self._end_deal("shown", paid, out)

    def _laid_aces_end(self) -> bool:
        """Whether three aces just laid by choice, not by a closing exchange, end the deal (F-18)."""
        return self.options.three_aces == "on_turn" and self._actions[-1][1] == "lay"

    def _end_with_aces(self, holder: int) -> None:
        """Three aces end the deal: every other player pays or is out (F-18, F-26)."""
        self.events.append(("aces", holder, HUNGARIAN.texts(self.hands[holder])))
        others = [seat for seat in self.seats_in if seat != holder]
        paid = [seat for seat in others if paying.can_pay(self.options, self.stakes[seat])]
        broke = [seat for seat in others if seat not in paid]
        self._end_deal("three_aces", paid, [broke] if broke else [])
