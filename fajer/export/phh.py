"""Poker as PHH, the poker hand history format (TOML): a table `[n]` for each hand of a file.

PHH has no code for high-hand five-card draw: `variant` gives ours, and fields with an underscore hold what PHH has
no field for. `docs/export.md` explains both.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from fajer.errors import FajerError, UsageError
from fajer.export.anew import Step, played_anew
from fajer.games.api import Event, State
from fajer.games.poker.options import PRESETS, Options
from fajer.records.files import Opened
from fajer.records.forfeit import forfeits
from fajer.records.record import Game
from fajer.records.replay import Moment, moments, start
from fajer.wire.codec import plain

STANDARD = {
    option: getattr(PRESETS["standard-one-draw"], option)
    for option in ("ranking", "min_raise", "short_stack", "all_pass")
}
"""The options that have to be so for a reader who knows the usual rules to play a hand on as we did."""
MIN_BET = 1
"""The least bet (P-10)."""
_DEALT = 5
"""Cards a hand (P-09)."""


def variant(options: Options) -> str:
    """The code of the game: `NH1D` is no-limit, high hand, one draw; `/H` behind it: by rules of the house.

    >>> variant(Options(draws=3))
    'NH3D/H'
    """
    standard = all(getattr(options, name) == value for name, value in STANDARD.items())
    return f"NH{options.draws}D" + ("" if standard else "/H")


def as_phh(found: Opened, step: Step = lambda: None) -> Iterator[bytes]:
    """The hands of each game; raises `UsageError` if it is not poker that was played."""
    if found.rules.name != "poker":
        raise UsageError(f"{found.path} has games of {found.rules.title}: PHH is for poker")
    number = 0
    for game in found.games():
        text = []
        with played_anew(found, game):
            for hand in _Course(found, game).hands():
                number += 1
                text.append(f"[{number}]\n{hand.toml(found, game)}\n")
        yield "".join(text).encode()
        step()


class _Hand:
    """A hand as it is played; its players are counted from 1, beginning at the dealer's left."""

    def __init__(self, number: int, dealer: int, carried: int) -> None:
        self.number = number
        """The number of the deal."""
        self.dealer = dealer
        self.carried = carried
        """Chips that lay in the pot before."""
        self.left = 0
        """Chips that stay in it for the next hand."""
        self.seats: list[int] = []
        """Who is in it, in the order of play."""
        self.antes: list[int] = []
        self.began_with: list[int] = []
        """Chips before the antes, in the order of play."""
        self.ended_with: list[int] = []
        """Chips when it was over."""
        self.actions: list[str] = []
        self.level = 0
        """The bet to be matched in this round."""
        self._bets: dict[int, int] = {}
        self._folded = 0
        self._drawn: list[tuple[int, list[str]]] = []

    def player(self, seat: int) -> str:
        """What a seat is called in actions."""
        return f"p{self.seats.index(seat) + 1}"

    def bid(self, event: Event, comment: str) -> int:
        """Note a bid; returns what it costs."""
        seat, paid, text = event[1], 0, "cc"
        match event:
            case ("call", _, paid):
                pass
            case ("fold", *_):
                self._folded += 1
                text = "f"
            case ("bet" | "raise", _, more):
                self.level += more
                paid = self.level - self._bets.get(seat, 0)
                text = f"cbr {self.level}"
        self._bets[seat] = self._bets.get(seat, 0) + paid
        self.actions.append(f"{self.player(seat)} {text}{comment}")
        return paid

    def draw(self, seat: int, laid: list[str], new: list[str], comment: str) -> None:
        """Note a draw; PHH has the new cards dealt when all have laid theirs aside."""
        self.level = 0
        self._bets.clear()
        self.actions.append(f"{self.player(seat)} sd {''.join(laid)}".rstrip() + comment)
        self._drawn.append((seat, new))
        if len(self._drawn) == len(self.seats) - self._folded:
            self.actions += [f"d dh {self.player(each)} {''.join(cards)}" for each, cards in self._drawn if cards]
            self._drawn.clear()

    def toml(self, found: Opened, game: Game[Any]) -> str:
        """The hand as a TOML table, its heading left out."""
        deal = game.deals[self.number]
        deck = deal.deck.split()
        dealt = [
            f"d dh p{place + 1} {''.join(deck[_DEALT * place : _DEALT * (place + 1)])}"
            for place in range(len(self.seats))
        ]
        gone = [fault for fault in forfeits(game, found.match.on_fault) if (fault.deal or 0) <= self.number]
        fields = {
            "variant": variant(found.options),
            "antes": self.antes,
            "blinds_or_straddles": [0] * len(self.seats),
            "min_bet": MIN_BET,
            "starting_stacks": self.began_with,
            "actions": dealt + self.actions,
            "hand": self.number + 1,
            "seats": [seat + 1 for seat in self.seats],
            "seat_count": len(game.seats),
            "players": [plain(found.match.bots[game.seats[seat]].name) for seat in self.seats],
            "finishing_stacks": self.ended_with,
            "_match_id": found.match.id,
            "_game_index": game.index,
            "_game_seed": game.seed,
            "_set": game.set,
            "_seating": game.seating,
            "_preset": found.match.preset,
            "_options": msgspec.to_builtins(found.options),
            "_dealer": self.dealer + 1,
            "_carried": self.carried,
            "_left": self.left,
            "_end": deal.end,
            "_forfeited": [fault.seat + 1 for fault in gone if fault.seat is not None],
        }
        return "".join(f"{name} = {_toml(value)}\n" for name, value in fields.items())


class _Course:
    """Follows one game."""

    def __init__(self, found: Opened, game: Game[Any]) -> None:
        self._found = found
        self._game = game
        self._chips = [found.options.chips] * len(game.seats)
        self._notes = {(deal, action): plain(text) for deal, action, text in game.notes}
        self._told = 0
        self._carried = 0
        self._hand: _Hand | None = None

    def hands(self) -> Iterator[_Hand]:
        """Every hand in order, whole."""
        state = start(self._found.rules, self._found.options, self._game)
        last: Moment | None = None
        for moment in moments(self._found, self._game):
            yield from self._since(moment.state, last)
            state, last = moment.state, moment
        yield from self._since(state, last)
        yield from self._over()

    def _since(self, state: State, last: Moment | None) -> Iterator[_Hand]:
        """What happened since the last decision; each hand that ended on the way."""
        events = state.events[self._told :]
        self._told = len(state.events)
        for event in events:
            if event[0] == "deal":
                yield from self._over()
                if event[1] >= len(self._game.deals):
                    raise FajerError(f"deal {event[1]} is played, but not recorded")
                self._hand = _Hand(event[1], event[2], self._carried)
                self._carried = 0
            elif event[0] == "draw" and self._hand is not None and last is not None:
                new = _held(state, event[1], events)[_DEALT - event[2] :]
                self._hand.draw(event[1], last.text.split()[1:], new, self._comment(last))
            elif self._hand is not None:
                self._take(self._hand, event, last)

    def _take(self, hand: _Hand, event: Event, last: Moment | None) -> None:
        """An event that is neither a deal nor a draw."""
        match event:
            case ("ante", seat, chips):
                hand.seats.append(seat)
                hand.antes.append(chips)
                hand.began_with.append(self._chips[seat])
                self._chips[seat] -= chips
            case ("pass" | "bet" | "call" | "raise" | "fold", seat, *_) if last is not None:
                self._chips[seat] -= hand.bid(event, self._comment(last))
            case ("show", seat, cards, _):
                hand.actions.append(f"{hand.player(seat)} sm {''.join(cards)}")
            case ("win", seat, chips):
                self._chips[seat] += chips
            case ("carried", chips):
                hand.left = self._carried = chips

    def _over(self) -> Iterator[_Hand]:
        """The hand that was played, with what everybody has now."""
        if self._hand is not None:
            self._hand.ended_with = [self._chips[seat] for seat in self._hand.seats]
            yield self._hand
            self._hand = None

    def _comment(self, moment: Moment) -> str:
        """Behind an action: the bot's note, or that the referee played it."""
        note = self._notes.get((moment.deal, moment.action), "")
        if self._game.times_us[moment.deal][moment.action] is None:
            faults = [fault.kind for fault in moment.faults if fault.seat == moment.seat]
            note = ": ".join(["played by the referee", *faults])
        return f" # {note}" if note else ""


def _held(state: State, seat: int, events: Sequence[Event]) -> list[str]:
    """A seat's cards after its draw: if the hand ended with it, everyone left has shown them."""
    shown = [event[2] for event in events if event[:2] == ("show", seat)]
    hand: list[str] = shown[0] if shown else state.view(seat).hand  # type: ignore[attr-defined]
    return hand


def _toml(value: Any) -> str:
    """A value as TOML; a list of texts one a line."""
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{name} = {_toml(part)}' for name, part in value.items())} }}"
    if not isinstance(value, list):
        return msgspec.json.encode(value).decode()
    parts = [_toml(part) for part in value]
    if value and isinstance(value[0], str):
        return "[\n" + "".join(f"  {part},\n" for part in parts) + "]"
    return f"[{', '.join(parts)}]"
