"""A person's seat in the terminal: cards, what happened, and what may be done, each by a key."""

import contextlib
import math
import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

from rich.cells import cell_len
from rich.text import Text

from fajer.games.api import Event
from fajer.records.record import Game
from fajer.referee.process import now
from fajer.view.seat.choices import accepted
from fajer.view.seat.ending import ending
from fajer.view.seat.hint import Hint
from fajer.view.seat.menu import Choice, menu, spelled
from fajer.view.seat.person import Company, Host, Left, Overtime
from fajer.view.telling import Teller
from fajer.view.terminal.cards import Faces
from fajer.view.terminal.drawing import Drawing, short
from fajer.view.terminal.keys import Keys, Woken
from fajer.view.terminal.scene import SCENES, Look
from fajer.view.terminal.screen import Screen
from fajer.wire.codec import plain
from fajer.wire.messages import Act, End, Start
from fajer.words import Words

_LAST_EVENTS = 200
"""So many events `l` shows at most."""
_LEAST_ROWS = 2
"""For what happened there are so many rows, however small the terminal."""


class InTerminal(Host):
    """Shows the table and reads keys; where there is no terminal, lines."""

    def __init__(self, screen: Screen, keys: Keys, words: Words) -> None:
        self._screen = screen
        self._keys = keys
        self._words = words
        self._events: list[Event] = []
        self._fresh = 0
        """The place of the first event that was not shown when the person was last asked."""
        self._forfeited: list[int] = []
        self._said: list[str] = []
        """What is said below the actions until the table is next shown."""
        self._marked: list[int] = []
        """Cards of the hand that are marked to be laid aside, by their places."""
        self._bell = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
        """Rings when a hint is there."""
        self._is_hint_asked = False
        self._hint: Hint | None = None

    # What the referee says

    def seated(self, company: Company) -> None:
        self._company = company
        self._names = [short(name) for name in company.names]
        self._faces = Faces(company.rules.name, self._words, is_unicode=self._screen.is_unicode)
        self._teller = Teller(company.rules.name, self._names, self._words, self._faces.text)
        self._drawing = Drawing(self._faces, self._screen)
        self._events.clear()
        self._forfeited.clear()
        self._fresh = 0

    def told(self, message: Start | End) -> None:
        if isinstance(message, End):
            self._hear(message.events)

    def asked(self, act: Act[Any], until_ns: float) -> str:
        self._fresh = len(self._events)
        self._hear(act.events)
        self._marked.clear()
        self._said.clear()
        self._forget_hint()
        try:
            self._pause_after_deal(until_ns)
            self._keys.forget()
            self._show(act, until_ns)
            if self._screen.is_gone:
                raise Left
            while (action := self._choose(act, until_ns)) is None:
                if self._screen.is_live:
                    self._show(act, until_ns)
        except (EOFError, Woken):
            raise Left from None
        except TimeoutError:
            raise Overtime from None
        return action

    def ended(self, game: Game[Any], *, last: bool) -> None:
        told = self._told(self._events[self._fresh :])
        how = ending(game, self._company, self._names, self._words)
        if self._screen.is_live and len(told) > self._screen.height - len(how) - 3:
            with suppress(EOFError, Woken):
                self._pages(told, math.inf)
        self._screen.clear()
        self._screen.put(*self._cut(told, self._screen.height - len(how) - 3), "", *how)
        if not last and self._keys.are_keys:
            self._keys.forget()
            self._ask("play.next_game")
            if self._wait() == "q":
                raise Left

    # What is shown

    def _hear(self, events: Iterable[Event]) -> None:
        for event in events:
            self._events.append(tuple(event))
            if event[0] == "forfeit":
                self._forfeited.append(event[1])

    def _told(self, events: Iterable[Event]) -> list[Text]:
        return [self._faces.coloured(f"  {self._teller.told(event)}") for event in events]

    def _cut(self, told: list[Text], rows: int) -> list[Text]:
        """The last of what happened, as much as there is room for."""
        rows = max(rows, _LEAST_ROWS)
        if not self._screen.is_live or len(told) <= rows:
            return told
        return [Text(f"  … {self._words.say('play.more', count=len(told) - rows + 1)}"), *told[-(rows - 1) :]]

    def _pause_after_deal(self, until_ns: float) -> None:
        """Where a deal ended since, all of it is shown for itself."""
        deals = [place for place, event in enumerate(self._events) if event[0] == "deal"]
        if len(deals) < 2 or deals[-1] < self._fresh or not self._screen.is_live or until_ns != math.inf:
            return
        begun = max(place for place in deals if place <= self._fresh)
        self._screen.clear()
        self._screen.put(Text(self._words.say("play.deal_over"), style="bold"), "")
        self._screen.put(*self._cut(self._told(self._events[begun : deals[-1]]), self._screen.height - 5), "")
        self._fresh = deals[-1]
        self._keys.forget()
        self._ask("play.enter")
        self._wait()

    def _show(self, act: Act[Any], until_ns: float) -> None:
        """The table, what happened since, what may be done."""
        view = act.view
        company = self._company
        look = Look(
            view=view,
            turn=view.seat,
            names=self._names,
            options=company.options,
            own=view.seat,
            hands={view.seat: view.hand},
            forfeited=self._forfeited,
        )
        scene = SCENES[company.rules.name](look, self._words)
        above = self._drawing.lines(scene, numbered=act.legal[-1] == "draw *", marked=self._marked)
        below = self._actions(act)
        said = [line for text in self._said for line in self._screen.page([text])[0]]
        rows = self._screen.height - len(above) - len(below) - len(said) - 4
        self._screen.clear()
        happened = self._cut(self._told(self._events[self._fresh :]), rows)
        self._screen.put(*above, "", *happened, "", *below, *said)
        self._prompt(until_ns)

    def _prompt(self, until_ns: float) -> None:
        left = "" if until_ns == math.inf else f"{self._words.say('play.seconds', count=self._seconds(until_ns))} "
        self._screen.write(f"{left}> " if self._screen.is_live or self._keys.are_keys else f"{left}>\n")

    def _seconds(self, until_ns: float) -> int:
        return max(0, int((until_ns - now()) / 1e9))

    def _actions(self, act: Act[Any]) -> list[Text]:
        """The choices, and the keys that are always there."""
        choices = menu(act.legal, act.view, self._words, self._faces.text)
        numbered = [choice for choice in choices if choice.key.isdigit()]
        others = [choice for choice in choices if choice not in numbered]
        hint = [("h", "play.key.hint")] if self.adviser is not None else []
        always = [("?", "play.key.help"), *hint, ("l", "play.key.events"), ("q", "play.key.leave")]
        footer = "  ".join(f"{key} {self._words.say(text)}" for key, text in always)
        return [*self._columns(others, 4), *self._columns(numbered, 3), Text(footer, style="dim")]

    def _columns(self, choices: Sequence[Choice], columns: int) -> list[Text]:
        labels = [f"{choice.key} {choice.label}" for choice in choices]
        if not labels:
            return []
        width = max(map(cell_len, labels)) + 3
        columns = max(1, min(columns, self._screen.width // width))
        rows = [labels[first : first + columns] for first in range(0, len(labels), columns)]
        lines = ["".join(label + " " * (width - cell_len(label)) for label in row).rstrip() for row in rows]
        return [self._faces.coloured(line) for line in lines]

    # What the person does

    def _choose(self, act: Act[Any], until_ns: float) -> str | None:
        """The action of the next key or line; None: it was for something else."""
        if self._is_hint_asked and self._keys.rings(self._bell, until_ns):
            self._said.clear()
            self._tell_hint(act)
            return None
        said = self._keys.key(until_ns)
        self._said.clear()
        if not self._keys.are_keys:
            self._screen.put("")
        match said.lower():
            case "other" | "redraw" if self._keys.are_keys:
                pass
            case "?":
                self._pages(self._rules(act), until_ns)
            case "h" if self.adviser is not None:
                self._ask_hint(until_ns)
            case "l":
                self._pages(self._told(self._events[-_LAST_EVENTS:]), until_ns, last=True)
            case "q":
                self._leave(until_ns)
            case _:
                return self._action(act, said, until_ns)
        return None

    def _action(self, act: Act[Any], said: str, until_ns: float) -> str | None:
        hand = act.view.hand
        if accepted(act.legal, hand, said):
            return said
        if act.legal[-1] == "draw *":
            return self._drawn(said, hand)
        key, _, rest = said.partition(" ")
        for choice in menu(act.legal, act.view, self._words, self._faces.text):
            if choice.key == key.lower():
                action = f"{choice.action.partition(' ')[0]} {rest or self._typed(choice, until_ns)}"
                action = action if choice.is_open else choice.action
                if accepted(act.legal, hand, action):
                    return action
                if choice.is_open:
                    self._say(self._no_amount(choice))
                    return None
        self._say(self._words.say("play.not_possible", said=plain(said)))
        return None

    def _no_amount(self, choice: Choice) -> str:
        """What an amount has to be."""
        least, _, most = choice.action.partition(" ")[2].partition("..")
        return self._words.say("play.no_amount", least=int(least), most=int(most))

    def _typed(self, choice: Choice, until_ns: float) -> str:
        """The amount of a bet or raise; empty if none was given."""
        if not choice.is_open:
            return ""
        self._screen.write(f"{choice.label}: ")
        return self._keys.typed(self._screen.write, until_ns) or ""

    def _drawn(self, said: str, hand: Sequence[str]) -> str | None:
        """Cards are marked one by one with a key each, or named in a line; then they are laid aside."""
        places = [int(char) - 1 for char in said if char in "12345"]
        if not self._keys.are_keys:
            if set(said) <= set("12345 ,") and len(set(places)) == len(places):
                return " ".join(["draw", *(hand[place] for place in places)])
        elif said == "enter":
            return " ".join(["draw", *(hand[place] for place in sorted(self._marked))])
        elif places:
            (place,) = places
            (self._marked.remove if place in self._marked else self._marked.append)(place)
            return None
        self._say(self._words.say("play.not_possible", said=plain(said)))
        return None

    def _leave(self, until_ns: float) -> None:
        """With keys it takes a second one: a slip costs no game."""
        if self._keys.are_keys:
            self._ask("play.leave_again")
            if self._keys.pressed(until_ns).lower() != "q":
                return
        raise Left

    def _ask_hint(self, until_ns: float) -> None:
        """The bot thinks, and the person may go on meanwhile."""
        assert self.adviser is not None
        self._is_hint_asked = True
        self._say(self._words.say("play.thinking", name=plain(self.adviser.name)))
        self.adviser.ask(self._advised, until_ns)

    def _advised(self, hint: Hint) -> None:
        """A hint is there; this is said in the bot's thread."""
        self._hint = hint
        os.eventfd_write(self._bell, 1)

    def _forget_hint(self) -> None:
        """Another decision: a hint for the last one is none for this."""
        self._is_hint_asked = False
        with contextlib.suppress(BlockingIOError):
            os.eventfd_read(self._bell)

    def _tell_hint(self, act: Act[Any]) -> None:
        hint = self._hint
        assert hint is not None
        self._forget_hint()
        name = plain(hint.bot)
        if not hint.action:
            self._say(f"{self._words.say('play.no_hint', name=name)} {plain(hint.reasons)}")
            return
        known = accepted(act.legal, act.view.hand, hint.action)
        action = spelled(hint.action, act.view, self._words, self._faces.text) if known else plain(hint.action)
        self._say(self._words.say("play.hint", name=name, action=action))
        if hint.reasons:
            self._say(self._faces.in_text(plain(hint.reasons)))

    def _rules(self, act: Act[Any]) -> list[str | Text]:
        """The rules that apply now."""
        company = self._company
        numbers = company.rules.applying(act.view, company.options)
        rules = {rule.number: self._words.rule(rule).replace("`", "") for rule in company.rules.rules}
        lines: list[str | Text] = [Text(self._words.say("play.rules_now"), style="bold"), self._faces.legend(), ""]
        return [*lines, *(f"{number}  {rules[number]}" for number in numbers)]

    def _say(self, text: str) -> None:
        """Say something below the table; where nothing is shown again, at once."""
        self._said.append(text)
        if not self._screen.is_live:
            self._screen.put(text)

    def _pages(self, lines: Iterable[str | Text], until_ns: float, *, last: bool = False) -> None:
        """Show lines, so many at a time; `last`: only as many as there is room for at a time, the last ones."""
        if not self._screen.is_live:
            self._screen.put(*lines)
            return
        pages = self._screen.page(lines)
        for page in pages[-1:] if last else pages:
            self._screen.clear()
            self._screen.put(*page)
            self._ask("play.enter")
            self._keys.pressed(until_ns)

    def _ask(self, key: str) -> None:
        """Say what is waited for."""
        self._screen.write(f"{self._words.say(key)} ")

    def _wait(self) -> str:
        """Wait for a key, where there are keys."""
        if not self._keys.are_keys:
            return ""
        try:
            return self._keys.pressed().lower()
        except (EOFError, Woken):
            raise Left from None
