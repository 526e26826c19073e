"""One game of draw poker: what may be done at a turn, and what it does (P-10 … P-16)."""

import reprlib
from collections.abc import Sequence
from typing import NoReturn

from fajer.errors import IllegalAction
from fajer.games.api import Rule
from fajer.games.cards import FRENCH
from fajer.games.poker import actions
from fajer.games.poker.actions import KEPT, SELECTION, SELECTIONS
from fajer.games.poker.course import Course
from fajer.games.poker.table import BID, DRAW, PHASES

RULES = (
    Rule(
        "P-10",
        "A bidding round begins at the dealer's left, with those who have not folded. Until someone bets, a player "
        "passes or bets N chips, 1 up to all the own ones. In the first round of a hand a bet needs a pair or better "
        "by the table's ranking, or by option nothing. Who passed may still call or raise later.",
        "house: needs a combination; standard: nothing",
        ("openers", "ranking"),
        "The description asks for a combination of who makes the first bet, and it is taken to mean a pair or better.",
    ),
    Rule(
        "P-11",
        "After a bet a player folds, calls (pays what is missing), or raises by N (pays what is missing and N more). "
        "The least N is one chip; or by option as much as the last bet or raise of the round, or all one's chips. "
        "There is no limit but the own chips.",
        "house; least raise: standard",
        ("min_raise",),
    ),
    Rule(
        "P-12",
        "Who has fewer chips than are missing can only fold; one without chips can still pass. By option such a "
        "player may call with all the chips there are (all-in): then there are side pots, and what nobody could match "
        "goes back to its owner. A raise of all one's chips below the least one does not open the betting again to "
        "those who have acted, unless short raises together come to a full one since they did. A raise needs another "
        "player in the hand who could pay more than the present bet. Players without chips are not asked for bids, "
        "nor is the last one who has some when a round begins.",
        "house: folds for want of money; standard: all-in",
        ("short_stack", "min_raise"),
        "So by the house's rules a bet above everyone's chips wins at once: the description is taken at its word. "
        "Where short stacks fold, a short raise opens the betting again like any other.",
    ),
    Rule(
        "P-13",
        "A bidding round ends when everyone who has not folded has matched the last bet or raise, or all have passed, "
        "or one player is left.",
        "house",
    ),
    Rule(
        "P-14",
        "A folded hand is thrown in face up; by option face down.",
        "house: face up; standard: face down",
        ("fold_shows",),
    ),
    Rule(
        "P-16",
        "Between bidding rounds there is a draw. In order of play each player still in lays aside none to five of the "
        "own cards, face down, and gets as many from the talon at once. Everyone sees how many. A bidding round "
        "follows each draw.",
        "house",
        ("draws",),
        "The description says that even all cards can be exchanged; so they can in each of the games with draws.",
    ),
)

_PASS = ("pass",)
_FOLD_OR_CALL = ("fold", "call")
_ONE, _TWO = range(1), range(2)
_DRAWS = range(len(SELECTIONS))


class PokerState(Course):
    """A game of draw poker being played.

    The legal actions are always the numbers from 0 on. Before a bet: pass, then bet 1, bet 2, …; after
    one: fold, call, then the raises from the least one up; in a draw: the selections.
    """

    __slots__ = ()

    # What may be done

    def legal(self) -> Sequence[int]:
        legal = self._legal
        if legal is None:
            legal = self._legal = self._find_legal()
        return legal

    def legal_text(self) -> list[str]:
        legal = self.legal()
        if legal and self.phase == DRAW:
            return actions.draw_texts(self.hands[self.turn])
        return [self.text(action) for action in legal]

    def offered(self) -> list[str]:
        count = len(self.legal())
        if not count:
            return []
        if self.phase == DRAW:
            return ["draw", "draw *"]
        plain, amounts = (_FOLD_OR_CALL[:count], "raise") if self.level else (_PASS, "bet")
        more = count - len(plain)
        return [*plain, actions.amount_range(amounts, self._low, self._low + more - 1)] if more else [*plain]

    def text(self, action: int) -> str:
        if self.phase == DRAW:
            return actions.draw_text(self.hands[self.turn], action)
        if not self.level:
            return f"bet {action}" if action else "pass"
        return f"raise {self._low + action - 2}" if action > 1 else _FOLD_OR_CALL[action]

    def parse(self, text: str) -> int:
        action = self._read(text)
        if action not in self.legal():
            self._refuse(reprlib.repr(text))
        return action

    def _read(self, text: str) -> int:
        """The number of an action, or −1 if it is none at such a turn; raises `InvalidAction`."""
        bidding = self.phase == BID
        if text == "pass":
            return 0 if bidding and not self.level else -1
        if text == "call":
            return 1 if bidding and self.level else -1
        if text == "fold":
            return 0 if bidding and self.level else -1
        if text.startswith("draw"):
            return self._read_draw(text)
        word, amount = actions.read_amount(text)
        if not bidding or word != ("raise" if self.level else "bet"):
            return -1
        if not self.level:
            return amount
        self.legal()  # finds the least raise
        return amount - self._low + 2 if amount >= self._low else -1

    def _read_draw(self, text: str) -> int:
        cards = actions.read_cards(text)
        held = self.hands[self.turn]
        if self.phase == BID or not all(card in held for card in cards):
            return -1
        return SELECTION.get(tuple(map(held.index, cards)), -1)

    def _refuse(self, what: str) -> NoReturn:
        if self.turn < 0:
            raise IllegalAction(f"{what}: the game is over")
        raise IllegalAction(
            f"{what} is not allowed in the {PHASES[self.phase]} phase of deal {self.deal} for seat {self.turn} with "
            f"{' '.join(FRENCH.texts(self.hands[self.turn]))}; allowed: {', '.join(self.offered())}"
        )

    def _find_legal(self) -> range:
        seat = self.turn
        if seat < 0:
            return range(0)
        if self.phase == DRAW:
            return _DRAWS
        chips = self.chips[seat]
        if not self.level:
            self._low = 1
            return range(1 + chips) if chips and self._may_open(seat) else _ONE
        missing = self.level - self.bets[seat]
        more = chips - missing
        if more < 0 and self.options.short_stack == "fold":
            return _ONE
        if more <= 0 or not self._may_raise(seat, missing):
            return _TWO
        low = self._low = min(self._least, more)
        return range(more - low + 3)

    def _may_open(self, seat: int) -> bool:
        """Whether the hand is good enough for the first bet (P-10)."""
        if self.rounds or self.options.openers == "any":
            return True
        return self._ranking.is_combination(self._strength(seat))

    def _may_raise(self, seat: int, missing: int) -> bool:
        """Whether one who has chips enough may raise (P-12): facing a full bet, with another who could pay more."""
        if self.options.short_stack == "fold":
            return True
        if missing < self._least:
            return False
        level, chips, bets = self.level, self.chips, self.bets
        for other in self.live:  # noqa: SIM110, any() takes twice as long
            if chips[other] + bets[other] > level and other != seat:
                return True
        return False

    # What is done

    def apply(self, action: int) -> None:
        if action not in (self._legal or self.legal()):
            self._refuse(f"action {action}")
        seat = self.turn
        self._legal = None
        if self.phase == DRAW:
            self._draw(seat, action)
        elif not self.level:
            if action:
                self._wager(seat, "bet", action)
            else:
                self.events.append(("pass", seat))
        elif action > 1:
            self._wager(seat, "raise", self._low + action - 2)
        elif action:
            self._call(seat)
        else:
            self._fold(seat)
        if self._waiting:
            self.turn = self._waiting.pop()
        else:
            self._go_on()

    def _wager(self, seat: int, word: str, amount: int) -> None:
        """A bet or raise; everyone else who has something to decide is asked again."""
        self.events.append((word, seat, amount))
        self._put_in(seat, self.level - self.bets[seat] + amount)
        self.level += amount
        live = self.live
        after = live.index(seat) + 1
        waiting = live[after:] + live[: after - 1]
        waiting.reverse()
        options = self.options
        if options.short_stack == "all_in":
            chips = self.chips
            waiting = [other for other in waiting if chips[other]]
        self._waiting = waiting
        if options.min_raise == "last" and amount > self._least:
            self._least = amount

    def _call(self, seat: int) -> None:
        paid = min(self.level - self.bets[seat], self.chips[seat])
        self.events.append(("call", seat, paid))
        self._put_in(seat, paid)

    def _put_in(self, seat: int, chips: int) -> None:
        self.chips[seat] -= chips
        self.bets[seat] += chips
        self.paid[seat] += chips
        self.pot += chips

    def _fold(self, seat: int) -> None:
        """The hand is thrown in (P-14); the round is over when one player is left."""
        hand = self.hands[seat]
        cards = self.shown[seat] = FRENCH.texts(hand) if self.options.fold_shows else None
        self.events.append(("fold", seat, cards))
        self._aside += hand
        self.live.remove(seat)
        if len(self.live) == 1:
            self._waiting.clear()

    def _draw(self, seat: int, action: int) -> None:
        """Cards are laid aside, and as many come from the talon (P-16, P-17)."""
        hand = self.hands[seat]
        laid = [hand[place] for place in SELECTIONS[action]]
        self._laid.append(laid)
        count = len(laid)
        self.drew[seat] += (count,)
        if count:
            new = [hand[place] for place in KEPT[action]]
            new += self._from_talon(count)
            self.hands[seat] = new
            self._strengths[seat] = None
            self._aside += laid
            self.discarded[seat] += tuple(laid)
        self.events.append(("draw", seat, count))
