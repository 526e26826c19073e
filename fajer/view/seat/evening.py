"""An evening: the games that a person plays with bots, from the first card to the record."""

import contextlib
from collections.abc import Generator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec

from fajer import games
from fajer.match.plan import Plan
from fajer.match.roll import distinct, roll_call
from fajer.match.setting import Wish, written
from fajer.match.unit import dismiss, seated
from fajer.records.files import encoded
from fajer.records.journal import Journal
from fajer.records.record import Entrant, Game, Match
from fajer.records.shortened import shortened
from fajer.referee.course import one_by_one
from fajer.referee.entry import Entry
from fajer.referee.isolation.lodging import proved
from fajer.referee.keeper import Keeper
from fajer.referee.play import Sitting, Table
from fajer.referee.player import Player, table
from fajer.referee.process import Watch
from fajer.view.seat.hint import Adviser
from fajer.view.seat.person import SPEC, Company, Host, Left, Person


@dataclass(frozen=True, slots=True, kw_only=True)
class Guest:
    """The person who plays."""

    name: str
    seat: int
    """Where they sit."""
    move_ms: int | None = None
    """Milliseconds for each decision; None: there is no clock."""


class Evening:
    """Games of a person with bots. Each game is a set of its own, and its bots are fresh ones."""

    def __init__(self, wish: Wish, guest: Guest, host: Host) -> None:
        """`wish` has the bots, without the person. Raises as `fajer.match.setting.arranged`."""
        rules = games.game(wish.game)
        rules.check_players(wish.options, len(wish.entries) + 1)
        for entry in wish.entries:
            entry.check_plays(wish.game)
        limits = proved(wish.isolation, wish.limits)
        bots = roll_call(wish.entries, limits, wish.isolation)
        bots.insert(guest.seat, Entrant(guest.name, None, SPEC, None, "json", False, guest.move_ms))
        names = distinct([bot.name for bot in bots])
        bots = [msgspec.structs.replace(bot, name=name) for bot, name in zip(bots, names, strict=True)]
        self.match: Match = written(replace(wish, seating="fixed", block=1), limits, bots)
        """The first line of the record."""
        self._rules = rules
        self._options = wish.options
        self._guest = guest
        self._host = host
        self._entries: list[Entry | None] = [*wish.entries]
        self._entries.insert(guest.seat, None)
        self._off_turn_us = [0] * len(bots)
        self.games = 0
        """How many have been played to their end."""

    def play(self, path: Path) -> None:
        """Play until the last game, or until the person leaves; the record at `path` is complete then.

        Without a finished game there is none.
        """
        journal = Journal.begun(path, self.match, lambda game: None)
        try:
            with contextlib.suppress(Left), contextlib.closing(self._played(journal)) as played:
                for game, is_last in played:
                    self._host.ended(game, last=is_last)
        finally:
            if self.games == self.match.games:
                journal.end(self._off_turn_us)
            journal.close()
            if self.games < self.match.games:
                self._end_early(path)

    def _played(self, journal: Journal) -> Generator[tuple[Game[Any], bool], None, None]:
        """The games, each kept before it is given out, and whether it is the last one."""
        plan = Plan(self.match)
        keeper = Keeper()
        try:
            for unit in plan.units():
                (sitting,) = plan.sittings(unit)
                game, has_left = self._game(sitting, keeper)
                journal.add(game, encoded(game))
                self.games += 1
                yield game, has_left or self.games == self.match.games
                if has_left:
                    return
        finally:
            keeper.close()
            if self._host.adviser is not None:
                self._host.adviser.drop()

    def _game(self, sitting: Sitting, keeper: Keeper) -> tuple[Game[Any], bool]:
        """A game, and whether the person has left."""
        watch = Watch()
        match, guest = self.match, self._guest
        person = Person(guest.seat, match.bots[guest.seat].name, self._host, guest.move_ms)
        players: list[Player] = [
            person if entry is None else seated(number, entry, match.limits, keeper, watch, match.isolation)
            for number, entry in enumerate(self._entries)
        ]
        table(players)
        self._host.seated(self._company(sitting))
        try:
            at = Table(self._rules, self._options, players, match.limits, match.on_fault)
            (game,) = one_by_one(at, [sitting])
            dismiss(players, politely=True)
        finally:
            dismiss(players, politely=False)
            watch.close()
            for player in players:
                self._off_turn_us[player.number] += player.off_turn_us()
        return game, person.has_left

    def _company(self, sitting: Sitting) -> Company:
        return Company(
            rules=self._rules,
            options=self._options,
            names=[self.match.bots[number].name for number in sitting.seats],
            seat=sitting.seats.index(self._guest.seat),
            game=sitting.index,
            games=self.match.games,
        )

    def _end_early(self, path: Path) -> None:
        """The match ends with the games that there are."""
        if self.games:
            shortened(path, self.games, self._off_turn_us)
        else:
            path.unlink()


def advised(host: Host, entry: Entry, evening: Evening, language: str) -> None:
    """Let a person ask a bot for hints, under the limits of the evening's bots."""
    host.adviser = Adviser(entry, evening.match.limits, evening.match.isolation, language)
