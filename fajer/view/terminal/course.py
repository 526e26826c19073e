"""A recorded game as steps: each deal is dealt, then one step for each action, then what ends it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from fajer.games.api import Event, State
from fajer.records.files import Opened
from fajer.records.record import Fault, Game
from fajer.records.replay import Moment, moments, start
from fajer.view.terminal.following import followed
from fajer.view.terminal.scene import Look

_ENDING = {"aces", "void", "pay", "out", "show", "win", "carried"}
"""Events that no action is for: what comes when a deal is over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """Something that happened, and how the table looks after it."""

    deal: int
    number: int
    """In its deal, from 0."""
    action: int | None = None
    """The action's index in its deal; None: cards are dealt, or the deal ends."""
    seat: int | None = None
    """Who acted."""
    turn: int = -1
    """Whose turn it is after it; −1: nobody's."""
    events: tuple[Event, ...]
    """What happened in it."""
    time_us: int | None = None
    note: str | None = None
    faults: tuple[Fault, ...] = ()
    forfeited: tuple[int, ...] = ()
    """The seats that have forfeited the game."""
    state: State
    """The game as it stood before `since`."""
    since: tuple[Event, ...] = ()
    """What happened in the deal after `state`."""


def course(found: Opened, game: Game[Any]) -> list[Step]:
    """All steps of a game; raises `FajerError` where the record is not of a game by the rules."""
    return list(_Course(found, game).steps())


class _Course:
    def __init__(self, found: Opened, game: Game[Any]) -> None:
        self._found = found
        self._game = game
        self._notes = {(deal, action): text for deal, action, text in game.notes}
        self._forfeited: list[int] = []

    def steps(self) -> Iterator[Step]:
        """Deal by deal."""
        places = list(self._moments())
        for number, deal in enumerate(self._game.deals):
            here = [moment for moment in places if moment[0].deal == number]
            if here:
                yield from self._deal(number, here)
            else:
                yield from self._undecided(number, len(deal.actions))

    def _moments(self) -> Iterator[tuple[Moment, tuple[Event, ...], tuple[Event, ...]]]:
        """Each decision with a state that stands still, what happened since the last one, and what it led to."""
        last: tuple[Moment, int, int] | None = None
        told = 0
        state = start(self._found.rules, self._found.options, self._game)
        for moment in moments(self._found, self._game):
            state = moment.state
            if last is not None:
                yield self._stood(last, state)
            still = Moment(state.clone(), moment.deal, moment.action, moment.seat, moment.text, moment.faults)
            last = still, told, len(state.events)
            told = len(state.events)
        if last is not None:
            yield self._stood(last, state)

    def _stood(
        self, last: tuple[Moment, int, int], state: State
    ) -> tuple[Moment, tuple[Event, ...], tuple[Event, ...]]:
        moment, told, now = last
        return moment, tuple(state.events[told:now]), tuple(state.events[now:])

    def _deal(self, number: int, here: Sequence[tuple[Moment, tuple[Event, ...], tuple[Event, ...]]]) -> Iterator[Step]:
        """A deal in which somebody decided something."""
        first, before, _ = here[0]
        yield self._begun(number, first, before)
        for place, (moment, _, led_to) in enumerate(here):
            is_last = place + 1 == len(here)
            following = here[place + 1][0] if not is_last else None
            direct, ending = _split(led_to)
            gone = self._gone(moment)
            since = direct if is_last else ()
            yield self._acted(moment, (*gone, *direct), following, since)
            if is_last:
                left = tuple(
                    fault
                    for fault in self._game.faults
                    if fault.deal == number and fault.action == moment.action + 1 and fault.seat is not None
                )
                late = [("forfeit", fault.seat) for fault in left if self._game.deals[number].end == "forfeit"]
                self._forfeited += [fault.seat for fault in left if late and fault.seat is not None]
                yield Step(
                    deal=number,
                    number=moment.action + 2,
                    events=(*late, *ending),
                    faults=left,
                    forfeited=tuple(self._forfeited),
                    state=moment.state,
                    since=(*direct, *ending),
                )

    def _begun(self, number: int, first: Moment, before: Sequence[Event]) -> Step:
        """It is dealt."""
        dealt = next((place for place, event in enumerate(before) if event[:2] == ("deal", number)), 0)
        faults = [fault for fault in self._game.faults if fault.deal is None and fault.seat is not None]
        mine = tuple(faults) if number == 0 else ()
        self._forfeited += [fault.seat for fault in mine if fault.seat is not None]
        return Step(
            deal=number,
            number=0,
            turn=first.seat,
            events=tuple(event for event in before[dealt:] if event[0] != "forfeit" or number == 0),
            faults=mine,
            forfeited=tuple(self._forfeited),
            state=first.state,
        )

    def _gone(self, moment: Moment) -> list[Event]:
        """Those who forfeited just before an action."""
        seats = [fault.seat for fault in moment.faults if fault.seat is not None]
        gone = [seat for seat in seats if ("forfeit", seat) in moment.state.events and seat not in self._forfeited]
        self._forfeited += gone
        return [("forfeit", seat) for seat in gone]

    def _acted(
        self, moment: Moment, events: Sequence[Event], following: Moment | None, since: tuple[Event, ...]
    ) -> Step:
        times = self._game.times_us
        return Step(
            deal=moment.deal,
            number=moment.action + 1,
            action=moment.action,
            seat=moment.seat,
            turn=-1 if following is None else following.seat,
            events=tuple(events),
            time_us=times[moment.deal][moment.action],
            note=self._notes.get((moment.deal, moment.action)),
            faults=tuple(moment.faults),
            forfeited=tuple(self._forfeited),
            state=moment.state if following is None else following.state,
            since=since,
        )

    def _undecided(self, number: int, actions: int) -> Iterator[Step]:
        """A deal in which nobody had anything to decide, or the game was broken off before anybody did."""
        state = start(self._found.rules, self._found.options, self._game)
        before: State = state
        for moment in moments(self._found, self._game):
            if moment.deal > number:
                break
            before = moment.state.clone()
            state = moment.state
        events = tuple(state.events)
        dealt = next((place for place, event in enumerate(events) if event[:2] == ("deal", number)), len(events))
        after = events[dealt + 1 :]
        ends = next((place for place, event in enumerate(after) if event[0] == "deal"), len(after))
        direct, ending = _split(after[:ends])
        begun = state if state.deal == number and state.turn >= 0 else before
        yield Step(deal=number, number=0, events=events[dealt : dealt + 1] + direct, state=begun, since=direct)
        yield Step(deal=number, number=actions + 1, events=ending, state=begun, since=(*direct, *ending))


def _split(events: Sequence[Event]) -> tuple[tuple[Event, ...], tuple[Event, ...]]:
    """What an action did, and what ended the deal; what comes after the next one is dealt is of that.

    A forfeit is of the action that it goes before.
    """
    events = [event for event in events if event[0] != "forfeit"]
    dealt = next((place for place, event in enumerate(events) if event[0] == "deal"), len(events))
    ends = next((place for place, event in enumerate(events[:dealt]) if event[0] in _ENDING), dealt)
    return tuple(events[:ends]), tuple(events[ends:dealt])


def look(found: Opened, step: Step, names: Sequence[str], seat: int | None) -> Look:
    """The table after a step; as `seat` knew it, if one is given."""
    players = range(len(names))
    view = step.state.view(0 if seat is None else seat)
    hands = {each: list(found.rules.cards(step.state.view(each))) for each in players}
    hands = {each: cards for each, cards in hands.items() if cards}
    if step.since:
        view, hands = followed(found.rules.name, view, hands, step.since, found.options)
    shown = hands if seat is None else {each: cards for each, cards in hands.items() if each == seat}
    return Look(
        view=view,
        turn=step.turn,
        names=names,
        options=found.options,
        own=seat,
        hands=shown,
        forfeited=step.forfeited,
    )
