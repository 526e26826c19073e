"""Games of a person with bots, played in a test: a host that answers by a plan, and what the record comes to."""

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

from fajer import games
from fajer.match.setting import Wish
from fajer.match.verify import verified
from fajer.records.files import opened
from fajer.records.record import Game, Limits
from fajer.referee.entry import Entry, resolve
from fajer.view.seat.evening import Evening, Guest
from fajer.view.seat.person import Company, Host
from fajer.wire.messages import Act, End, Start

Answer = Callable[[Act[Any]], str]


def first(act: Act[Any]) -> str:
    """The safest action."""
    return act.legal[0]


class Planned(Host):
    """Answers as it is told to, and keeps all that it is told."""

    def __init__(self, answer: Answer = first) -> None:
        self._answer = answer
        self.companies: list[Company] = []
        self.heard: list[Start | End] = []
        self.acts: list[Act[Any]] = []
        self.until: list[float] = []
        self.games: list[tuple[Game[Any], bool]] = []

    def seated(self, company: Company) -> None:
        self.companies.append(company)

    def told(self, message: Start | End) -> None:
        self.heard.append(message)

    def asked(self, act: Act[Any], until_ns: float) -> str:
        self.acts.append(act)
        self.until.append(until_ns)
        return self._answer(act)

    def ended(self, game: Game[Any], *, last: bool) -> None:
        self.games.append((game, last))

    @property
    def has_a_clock(self) -> bool:
        return any(until != math.inf for until in self.until)


def wish(*bots: str | Entry, game: str = "fajer", preset: str | None = None, count: int = 1, **more: Any) -> Wish:
    """Games with these bots, by name or as entries."""
    rules = games.game(game)
    changes = more.pop("changes", {})
    given = {"limits": Limits(), "seed": "s", "isolation": "none"} | more
    return Wish(
        entries=tuple(resolve(bot) if isinstance(bot, str) else bot for bot in bots),
        game=game,
        preset=preset,
        options=rules.options(preset, changes),
        games=count,
        seating="fixed",
        block=1,
        on_fault="forfeit",
        **given,
    )


def played(folder: Path, host: Host, asked: Wish, *, seat: int = 0, move_ms: int | None = None) -> Path:
    """Play, and prove that the record is complete and true."""
    path = folder / "evening.jsonl"
    Evening(asked, Guest(name="anna", seat=seat, move_ms=move_ms), host).play(path)
    assert list(verified(opened(path))) == []
    return path
