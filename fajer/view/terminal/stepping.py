"""Going through a recorded game by keys: action, deal and game, at a walk or by jumps."""

import math
from collections.abc import Callable
from typing import Any

from rich.text import Text

from fajer.records.files import Opened
from fajer.records.record import Game
from fajer.referee.process import now
from fajer.view.clocks import allowed_ms
from fajer.view.facts import facts
from fajer.view.telling import Teller
from fajer.view.terminal.cards import Faces
from fajer.view.terminal.course import Step, course, look
from fajer.view.terminal.drawing import Drawing, short
from fajer.view.terminal.games import Games
from fajer.view.terminal.keys import Keys, Woken
from fajer.view.terminal.scene import SCENES
from fajer.view.terminal.screen import Screen
from fajer.wire.codec import plain
from fajer.words import Words

_PACES_NS = {"1": 2_600_000_000, "2": 1_300_000_000, "3": 450_000_000}
"""By key, how long a step is shown."""
_STOPS = {"f": "fault", "a": "aces", "o": "out", "s": "swing"}
_LONGEST_NOTE = 300
"""So many characters of a note or fault are shown."""


class Stepping:
    """Shows a file of records step by step."""

    def __init__(self, found: Opened, games: Games, screen: Screen, keys: Keys, words: Words) -> None:
        self._found = found
        self._games = games
        self._screen = screen
        self._keys = keys
        self._words = words
        self._faces = Faces(found.match.game, words, is_unicode=screen.is_unicode)
        self._drawing = Drawing(self._faces, screen)
        self._facts = facts(found.match)
        self._pace = "2"
        self._is_playing = False
        self._said = ""

    def go(self, index: int, deal: int, seat: int | None) -> None:
        """Begin at a deal of a game, seen by a seat or with all cards; raises `FajerError` where there is none such."""
        self._seat = seat
        self._load(index)
        self._at = self._first(deal)
        try:
            while self._once():
                pass
        except (EOFError, Woken):
            pass
        self._screen.write("\n")

    def _once(self) -> bool:
        """Show the step and do what the next key says; False: it is enough."""
        self._show()
        until = now() + _PACES_NS[self._pace] if self._is_playing else math.inf
        self._said = ""
        try:
            key = self._keys.key(until)
        except TimeoutError:
            self._is_playing = self._by_action(1)
            return True
        if key in ("q", "Q", "escape"):
            return False
        if key == "redraw":
            return True
        if key == " ":
            self._is_playing = not self._is_playing
        elif key in _PACES_NS:
            self._pace = key
        else:
            self._is_playing = False
            self._does(key)
        return True

    def _does(self, key: str) -> None:
        """What a key does."""
        last = len(self._steps) - 1
        deeds: dict[str, Callable[[], object]] = {
            "right": lambda: self._by_action(1),
            "n": lambda: self._by_action(1),
            "enter": lambda: self._by_action(1),
            "left": lambda: self._by_action(-1),
            "b": lambda: self._by_action(-1),
            "down": lambda: self._by_deal(1),
            "d": lambda: self._by_deal(1),
            "up": lambda: self._by_deal(-1),
            "D": lambda: self._by_deal(-1),
            "page down": lambda: self._by_game(1),
            "g": lambda: self._by_game(1),
            "page up": lambda: self._by_game(-1),
            "G": lambda: self._by_game(-1),
            "home": lambda: self._to(0),
            "end": lambda: self._to(last),
            "v": self._turn_head,
            "?": self._help,
        }
        if key in deeds:
            deeds[key]()
        elif key.lower() in _STOPS:
            self._jump(_STOPS[key.lower()], 1 if key.islower() else -1)

    # Where we are

    def _load(self, index: int) -> None:
        self._game = self._games.game(index)
        self._steps = course(self._found, self._game)
        self._names = [short(self._found.match.bots[number].name) for number in self._game.seats]
        self._teller = Teller(self._found.match.game, self._names, self._words, self._faces.text)

    def _to(self, at: int) -> None:
        self._at = max(0, min(at, len(self._steps) - 1))

    def _first(self, deal: int) -> int:
        """The first step of a deal."""
        return next(place for place, step in enumerate(self._steps) if step.deal == deal)

    def _by_action(self, by: int) -> bool:
        """One step on or back, over the games' ends too; False where there is none."""
        if 0 <= self._at + by < len(self._steps):
            self._at += by
            return True
        if not self._by_game(by):
            return False
        self._at = 0 if by > 0 else len(self._steps) - 1
        return True

    def _by_deal(self, by: int) -> None:
        """The next deal; back: the beginning of this one, or the one before."""
        deal = self._steps[self._at].deal
        first = self._first(deal)
        if by < 0 and self._at > first:
            self._at = first
        elif 0 <= deal + by < len(self._game.deals):
            self._at = self._first(deal + by)
        else:
            self._by_game(by)

    def _by_game(self, by: int) -> bool:
        """Another game, from its beginning."""
        index = self._game.index + by
        if not 0 <= index < len(self._games):
            self._said = self._words.say("replay.end" if by > 0 else "replay.start")
            return False
        self._load(index)
        self._at = 0
        return True

    def _turn_head(self) -> None:
        """Everything, then what each seat knew, then everything again."""
        last = len(self._names) - 1
        self._seat = 0 if self._seat is None else None if self._seat >= last else self._seat + 1

    def _jump(self, stop: str, by: int) -> None:
        """To the next or last step with something to see, in this game or another."""
        places = [place for place in self._stops(stop) if (place - self._at) * by > 0]
        before = self._game.index, self._at
        index = before[0]
        while not places and 0 <= index + by < len(self._games):
            index += by
            if self._may_have(self._games.game(index), stop):
                self._load(index)
                places = self._stops(stop)
        if places:
            self._at = places[0] if by > 0 else places[-1]
            return
        if self._game.index != before[0]:
            self._load(before[0])
        self._at = before[1]
        self._said = self._words.say("ui.jump_none")

    def _stops(self, stop: str) -> list[int]:
        """The steps of the game in hand at which there is something to stop for."""
        if stop == "swing":
            found = self._facts(self._game)
            deals = [found.swing_deal] if found.swing else []
            return [max(place for place, step in enumerate(self._steps) if step.deal == deal) for deal in deals]
        if stop == "fault":
            return [place for place, step in enumerate(self._steps) if self._faults(step)]
        return [place for place, step in enumerate(self._steps) if any(event[0] == stop for event in step.events)]

    def _may_have(self, game: Game[Any], stop: str) -> bool:
        if stop == "fault":
            return bool(game.faults)
        found = self._facts(game)
        return bool({"aces": found.aces, "out": found.out, "swing": found.swing}[stop])

    def _faults(self, step: Step) -> list[Any]:
        """Those that may be seen."""
        return [fault for fault in step.faults if self._seat in (None, fault.seat)]

    # What is shown

    def _show(self) -> None:
        step = self._steps[self._at]
        scene = SCENES[self._found.match.game](look(self._found, step, self._names, self._seat), self._words)
        above = [self._heading(step), *self._drawing.lines(scene)]
        below = [line for text in self._aside(step) for line in self._screen.page([text])[0]]
        keys = self._screen.page([Text(self._footer(), style="dim")])[0]
        room = self._screen.height - len(above) - len(keys) - 3
        below = below[: room - 1]
        self._screen.clear()
        self._screen.put(*above, "", *self._happened(step, room - len(below)), *below, "", *keys)

    def _heading(self, step: Step) -> Text:
        """Which game, which step, whose eyes."""
        steps = sum(other.deal == step.deal for other in self._steps)
        where = self._words.say("replay.at", game=self._game.index, deal=step.deal, step=step.number, steps=steps - 1)
        if self._seat is not None:
            where += f" · {self._words.say('ui.what_knew', seat=self._seat, name=self._names[self._seat])}"
        return Text(where, style="dim")

    def _footer(self) -> str:
        playing = self._words.say("replay.playing", pace=self._pace) if self._is_playing else ""
        return "  ".join(part for part in (playing, self._words.say("replay.keys"), self._said) if part)

    def _happened(self, step: Step, rows: int) -> list[Text]:
        """The deal up to here; what happened in this step stands out."""
        lines = []
        for other in self._steps[self._first(step.deal) : self._at + 1]:
            for event in other.events:
                line = self._faces.coloured(f"  {self._teller.told(event)}")
                if other is not step:
                    line.stylize("dim")
                lines.append(line)
        return lines[-rows:]

    def _aside(self, step: Step) -> list[Text]:
        """What goes along with an action: the time, the bot's note, how somebody failed; how the game ended."""
        say = self._words.say
        lines = []
        if step.seat is not None and self._seat in (None, step.seat):
            lines.append(Text(f"  {say('ui.time')}: {self._time(step)}"))
            if step.note is not None:
                lines.append(Text(f"  {say('ui.note')}: {_cut(step.note)}", style="italic"))
        for fault in self._faults(step):
            lines.append(Text(f"  ! {self._names[fault.seat]}: {fault.kind}: {_cut(fault.detail)}", style="bold red"))
        if step is self._steps[-1]:
            lines += self._result()
        return lines

    def _time(self, step: Step) -> str:
        if step.time_us is None:
            return self._words.say("replay.by_referee")
        milliseconds = f"{self._words.number(step.time_us / 1000, digits=3)} ms"
        allowed = allowed_ms(self._found.match, self._game, step.deal, step.action or 0)
        return milliseconds if allowed is None else f"{milliseconds} / {self._words.number(allowed)} ms"

    def _result(self) -> list[Text]:
        """Places and payoffs."""
        game = self._game
        lines = [Text(f"  {self._words.say('end.drawn' if game.drawn else 'end.over')}", style="bold")]
        for seat in sorted(range(len(self._names)), key=lambda seat: (game.places[seat], seat)):
            payoff = self._words.signed(game.payoffs[seat])
            lines.append(
                Text(
                    f"  {self._words.say('end.place', place=game.places[seat], name=self._names[seat], payoff=payoff)}"
                )
            )
        return lines

    def _help(self) -> None:
        keys = self._words.say("replay.help").split("\n")
        for page in self._screen.page(
            [Text(self._words.say("ui.keys"), style="bold"), *keys, "", self._faces.legend()]
        ):
            self._screen.clear()
            self._screen.put(*page)
            self._screen.write(f"{self._words.say('play.enter')} ")
            self._keys.pressed()


def _cut(text: str) -> str:
    """A stranger's text, escaped, and cut where it is long."""
    shown = plain(text)
    return shown if len(shown) <= _LONGEST_NOTE else f"{shown[:_LONGEST_NOTE]}…"
