"""`counting`: remembers every card, samples deals that fit, takes the action with the best chance.

It deals the cards that it has not seen many times over, plays the deal on from each of its actions by a quick
policy for everybody, and takes the action after which its share of the pot is the largest in the mean.
"""

import random
from collections.abc import Sequence
from itertools import combinations, permutations
from typing import Any, NamedTuple

from fajer.baselines.fajer.careful import FROM_UNSEEN, HOLDING, numbers
from fajer.baselines.reasons import Reasoned, Why
from fajer.games.fajer import paying
from fajer.games.fajer.hands import ACES, STRENGTH, TWENTY_ONE, hand_code
from fajer.games.fajer.options import Options

PLAN = ((24, 99), (40, 6), (80, 3), (240, 2))
"""(deals, actions): so many deals are sampled for each of the best so many actions, then the next pair for the best of
these: 384 deals, and with all twelve actions 1,248 played on. A fixed number, so that a decision can be repeated."""

GUESSES = 4
"""Out of so many draws of the cards that are not known of a hand, the one that goes best with the known ones is
sampled: players keep what goes together."""

ROUNDS = 3
"""If nobody has laid after so many rounds of playing on, the hands are compared as they are."""

SWAPS = tuple((own, common) for own in range(3) for common in range(3))
TAKE = len(SWAPS)

Hands = list[list[int]]


class Counting(Reasoned):
    """Plays many deals on that fit what it saw."""

    name = "counting"
    batch = True

    def act(self, view: Any, legal: list[str]) -> str:
        if len(legal) == 1:
            self.note = None if self.why is None else self.why.say("only")
            return legal[0]
        position = Position(view, self.game.rules)
        draw = random.Random(  # noqa: S311
            f"{self.game.seed} {view.deal} {view.turns} {view.phase} {view.hand} {view.common}"
        )
        shares = dict.fromkeys(legal, 0.0)
        lost = dict.fromkeys(legal, 0)
        tried = legal
        for deals, actions in PLAN:
            tried = sorted(tried, key=shares.__getitem__, reverse=True)[:actions]
            for _ in range(deals):
                hands, talon = position.deal(draw)
                for action in tried:
                    losers = position.losers_after(action, hands, talon)
                    shares[action] += position.share_of(losers)
                    lost[action] += losers[0]
        best = max(tried, key=shares.__getitem__)
        if self.why is not None:
            self.note = reason(self.why, shares, lost, best, next(one for one in tried if one != best), self.game.rules)
        return best


def reason(
    why: Why, shares: dict[str, float], lost: dict[str, int], best: str, second: str, rules: dict[str, Any]
) -> str:
    """Why it takes the best of the last two actions: what the deals that were played on came to."""
    deals = sum(count for count, _ in PLAN)
    return why.say(
        "shares" if rules["stakes"] else "losses",
        deals=deals,
        action=best,
        share=100 * shares[best] / deals,
        lost=100 * lost[best] / deals,
        second=second,
        other=100 * shares[second] / deals,
        other_lost=100 * lost[second] / deals,
    )


class Tables(NamedTuple):
    """What the quick policy looks up by hand code."""

    strength: bytes
    """The hand's place in the order of all hands."""
    aces: int
    """The strength that three aces have, and no other hand."""
    promise: list[int]
    """How good it is to hold in the exchange phase: by itself and for what may become of it."""
    closing: list[int]
    """How good it is in the closing: stronger is better, of equal ones the one that holds more promise."""


def _promises() -> list[int]:
    """How much promise each hand holds, by hand code."""
    holding = [HOLDING[place] for place in STRENGTH["above"]]
    promises = [0] * len(holding)
    for cards in combinations(range(32), 3):
        promise = _promise(holding, *cards)
        for order in permutations(cards):
            promises[hand_code(*order)] = promise
    return promises


def _promise(holding: list[int], one: int, two: int, three: int) -> int:
    """How good a hand is to hold, and what a card not in it improves it by in the mean, as `careful` weighs it."""
    own = holding[hand_code(one, two, three)]
    pairs = (hand_code(0, two, three), hand_code(0, one, three), hand_code(0, one, two))
    gains = 0
    for card in range(0, 32 << 10, 1 << 10):
        best = max(holding[card | pairs[0]], holding[card | pairs[1]], holding[card | pairs[2]])
        if best > own:
            gains += best - own
    return own + FROM_UNSEEN * gains // (10 * 29)


def _tables(three_aces_rank: str, promises: list[int]) -> Tables:
    strength = STRENGTH[three_aces_rank]
    closing = [10_000 * place + promise for place, promise in zip(strength, promises, strict=True)]
    return Tables(strength, ACES[three_aces_rank], promises, closing)


_PROMISES = _promises()
TABLES = {rank: _tables(rank, _PROMISES) for rank in STRENGTH}
"""By `three_aces_rank`; made at the start, since a decision has no time for it."""


class Position:
    """What a view says, as numbers: players in order of play, oneself the first; only those still in."""

    def __init__(self, view: Any, rules: dict[str, Any]) -> None:
        players = len(view.seats)
        order = ((view.seat + step) % players for step in range(players))
        seats = [view.seats[seat] for seat in order if view.seats[seat].in_]
        self.options = Options(**{name: rules[name] for name in Options.__struct_fields__})
        self.tables = TABLES[self.options.three_aces_rank]
        self.hand = numbers(view.hand)
        self.middle = numbers(view.common)
        self.known = [self.hand, *(numbers(seat.laid or seat.known) for seat in seats[1:])]
        seen = {*numbers(view.seen), *self.middle}.union(*self.known)
        self.unseen = [card for card in range(32) if card not in seen]
        self.said_go = [False, *(seat.said_go for seat in seats[1:])]
        self.stakes = [seat.stakes for seat in seats]
        self.all_can_pay = all(paying.can_pay(self.options, stakes) for stakes in self.stakes)
        self.exchanges = {"take": TAKE} | {
            f"swap {view.hand[own]} {view.common[common]}": number
            for number, (own, common) in enumerate(SWAPS if view.common else ())
        }
        self.may_lay_after_go = self.options.after_go == "exchange_or_lay"
        self.aces_ranked = self.options.three_aces_closing == "ranked"
        self.closing = view.phase == "closing"
        self.first = next((place for place, seat in enumerate(seats) if self.closing and seat.laid), -1)
        self.turns_left = self._turn_limit() - view.turns - (view.phase == "exchange")
        self._shares: dict[tuple[bool, ...], float] = {}

    def _turn_limit(self) -> int:
        """Exchange-phase turns until the deal is void (F-19, F-20)."""
        options, players = self.options, len(self.known)
        limit = options.heads_up_round_limit if players == 2 else options.round_limit
        return min(limit or options.round_cap, options.round_cap) * players

    def deal(self, draw: random.Random) -> tuple[Hands, list[int]]:
        """Everyone's hands as they may be, and three cards of the talon."""
        pool = self.unseen.copy()
        draw.shuffle(pool)
        hands = [self.hand, *(known + self._rest_of_hand(known, pool) for known in self.known[1:])]
        return hands, pool[:3]

    def _rest_of_hand(self, known: list[int], pool: list[int]) -> list[int]:
        """Draw from the pool what makes `known` a whole hand."""
        count = 3 - len(known)
        start = 0
        if known and count:
            starts = range(0, min(GUESSES * count, len(pool) - count + 1), count)
            start = max(starts, key=lambda start: self._likely([*known, *pool[start : start + count]]))
        rest = pool[start : start + count]
        del pool[start : start + count]
        return rest

    def _likely(self, hand: list[int]) -> int:
        """Which of several hands a player rather has. Not three aces: they would have been shown."""
        code = hand_code(*hand)
        return 0 if self.tables.strength[code] == self.tables.aces else self.tables.promise[code]

    def losers_after(self, action: str, hands: Hands, talon: list[int]) -> tuple[bool, ...]:
        """Who loses when a deal has been played on from `action`."""
        play = Play(self, [hand.copy() for hand in hands], self.middle.copy())
        return play.act(action, talon) or play.on()

    def share_of(self, losers: tuple[bool, ...]) -> float:
        """`share`, remembered."""
        share = self._shares.get(losers)
        if share is None:
            share = self._shares[losers] = self.share(losers)
        return share

    def losers(self, hands: Hands) -> tuple[bool, ...]:
        """Who loses a stake, or is out, when these hands are shown."""
        strength = self.tables.strength
        strengths = [strength[one << 10 | two << 5 | three] for one, two, three in hands]
        if self.all_can_pay:
            weakest = min(strengths)
            return tuple([place == weakest for place in strengths])
        placed = [(place, player) for player, place in enumerate(strengths)]
        paid, out = paying.settle(self.options, placed, self.stakes)
        lost = {*paid, *(player for group in out for player in group)}
        return tuple([player in lost for player in range(len(hands))])

    def share(self, losers: Sequence[bool]) -> float:
        """One's share of the pot. If all are equally likely to lose a deal, the last player in is about as likely
        to be this or that one as the squares of the losses that they can still bear, the one that sends them
        out included. Without stakes it is the mean of all losses less one's own."""
        if not self.options.stakes:
            return sum(losers) / len(losers) - losers[0]
        squares: list[int] = [(stakes + 1 - lost) ** 2 for stakes, lost in zip(self.stakes, losers, strict=True)]
        return squares[0] / sum(squares)


class Play:
    """A deal played on by the quick policy: exchange for the hand with the most promise, lay when staying is best."""

    __slots__ = ("closing", "first", "hands", "middle", "position", "said_go", "turn")

    def __init__(self, position: Position, hands: Hands, middle: list[int]) -> None:
        self.position = position
        self.hands = hands
        self.middle = middle
        self.said_go = position.said_go.copy()
        self.closing = position.closing
        self.first = position.first
        self.turn = 0

    def act(self, action: str, talon: list[int]) -> tuple[bool, ...] | None:
        """Do one's own action; who loses, if it ends the deal."""
        exchange = self.position.exchanges.get(action)
        if exchange is not None:
            return self._exchange(exchange)
        if action == "keep":
            self.middle = talon.copy()
        elif action == "put":
            self.middle, self.hands[0] = self.hands[0], talon.copy()
        elif action == "go":
            self.said_go[0] = True
        elif not self.closing:
            self._lay()
        return None

    def on(self) -> tuple[bool, ...]:
        """Play on until the deal is over; who loses."""
        position = self.position
        players = len(self.hands)
        turns = min(ROUNDS * players, position.turns_left)
        while True:
            self.turn = (self.turn + 1) % players
            if self.turn == self.first:
                return position.losers(self.hands)
            if not self.closing and turns == 0:
                void = position.turns_left <= ROUNDS * players
                return (False,) * players if void else position.losers(self.hands)
            turns -= 1
            losers = self._turn()
            if losers:
                return losers

    def _turn(self) -> tuple[bool, ...] | None:
        """One player's turn by the quick policy; who loses, if it ends the deal."""
        turn, tables = self.turn, self.position.tables
        strength = tables.strength
        hand = self.hands[turn]
        code = hand[0] << 10 | hand[1] << 5 | hand[2]
        scores = tables.closing if self.closing else tables.promise
        best, exchange = best_exchange(scores, strength, hand, self.middle)
        if best > scores[code]:
            return self._exchange(exchange)
        if self.closing:
            return None
        if strength[code] >= TWENTY_ONE and (self.position.may_lay_after_go or not self.said_go[turn]):
            self._lay()
        elif not self.said_go[turn]:
            self.said_go[turn] = True
        else:
            return self._exchange(exchange)
        return None

    def _lay(self) -> None:
        self.closing = True
        self.first = self.turn

    def _exchange(self, exchange: int) -> tuple[bool, ...] | None:
        """Swap or take; who loses, if that makes three aces that end the deal."""
        turn = self.turn
        hand, middle = self.hands[turn], self.middle
        if exchange == TAKE:
            self.hands[turn], self.middle = hand, middle = middle, hand
        else:
            own, common = SWAPS[exchange]
            hand[own], middle[common] = middle[common], hand[own]
        self.said_go[turn] = False
        tables = self.position.tables
        if tables.strength[hand[0] << 10 | hand[1] << 5 | hand[2]] != tables.aces:
            return None
        if self.closing and self.position.aces_ranked:
            return None
        return tuple([player != turn for player in range(len(self.hands))])


def best_exchange(scores: list[int], strength: bytes, hand: list[int], middle: list[int]) -> tuple[int, int]:
    """The highest score that an exchange can reach, and that exchange: its place in `SWAPS`, or `TAKE`."""
    one, two, three = hand
    x, y, z = middle[0] << 10, middle[1] << 10, middle[2] << 10
    first, second, third = two << 5 | three, one << 5 | three, one << 5 | two
    swaps = (
        scores[x | first], scores[y | first], scores[z | first],
        scores[x | second], scores[y | second], scores[z | second],
        scores[x | third], scores[y | third], scores[z | third],
    )  # fmt: skip
    best = max(swaps)
    taken = x | middle[1] << 5 | middle[2]
    if strength[taken] >= TWENTY_ONE and scores[taken] > best:
        return scores[taken], TAKE
    return best, swaps.index(best)


BOT = Counting
