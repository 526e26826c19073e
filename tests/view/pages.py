"""Records on file for the tests, and what their pages hold."""

import base64
import gzip
import re
from pathlib import Path
from typing import Any

import msgspec
from games.playing import Table

from fajer import games
from fajer.games.api import Outcome
from fajer.records.files import encoded, set_size
from fajer.records.record import End, Entrant, Fault, Game, Limits, Match, digest, number

DATA = re.compile(r'<script type="application/octet-stream" ([^>]*)>([^<]*)</script>')


def match(
    name: str = "fajer",
    preset: str | None = None,
    count: int = 9,
    names: tuple[str, ...] = ("one", "two", "three"),
    **changes: str,
) -> Match:
    """A match of bots with these names."""
    rules = games.game(name)
    return Match(
        game=name,
        preset=preset or next(iter(rules.presets)),
        rules=msgspec.to_builtins(rules.options(preset, changes)),
        seed="pages",
        bots=[Entrant(each, None, "first", None, "json", False) for each in names],
        seating="rotate",
        block=25,
        games=count,
        limits=Limits(),
        on_fault="fallback",
        fajer="0",
    ).identified()


def game(
    made: Match, index: int, *, note: str | None = None, faults: tuple[Fault, ...] = (), stderr: str = ""
) -> Game[Any]:
    """A game of it played by lot, with a note at every action where one is given."""
    rules = games.game(made.game)
    players = len(made.bots)
    table = Table(rules, rules.checked(made.rules), players, f"pages {index // players}")
    *_, state = table.played(str(index))
    outcome: Outcome = state.outcome()
    deals = state.finished()
    places = [(deal, action) for deal, each in enumerate(deals) for action in range(len(each.actions))]
    played: Game[Any] = Game(
        index=index,
        set=index // set_size(made),
        seating=index % set_size(made),
        seed=table.seed,
        seats=[(seat + index) % players for seat in range(players)],
        deals=deals,
        places=list(outcome.places),
        payoffs=[number(payoff) for payoff in outcome.payoffs],
        drawn=outcome.drawn,
        faults=list(faults),
        times_us=[[100 + index for _ in deal.actions] for deal in deals],
        late=[0] * players,
        notes=[] if note is None else [(*place, note) for place in places],
        stderr=[stderr] * players if stderr else [],
    )
    return msgspec.structs.replace(played, digest=digest(played))


def write(path: Path, made: Match, played: list[Game[Any]], *, end: bool = True) -> Path:
    """A file of records; packed if its name says so."""
    lines = b"".join([encoded(made), *map(encoded, played), *([encoded(End(len(played)))] if end else [])])
    path.write_bytes(gzip.compress(lines) if path.suffix == ".gz" else lines)
    return path


def held(page: Path) -> tuple[str, list[dict[str, Any]]]:
    """What a page holds: its head, and its chunks as the model takes them."""
    head, chunks = "", []
    for attributes, text in DATA.findall(page.read_text("utf-8")):
        if attributes == 'id="match"':
            head = text
        else:
            chunks.append({"first": int(attributes.split('"')[3]), "text": text})
    return head, chunks


def unpacked(text: str) -> bytes:
    """What is packed in an element of the page."""
    return gzip.decompress(base64.b64decode(text, validate=True))
