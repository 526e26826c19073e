"""Proves that no card that a seat may not see is in anything that its page is sent.

A game is played up to one of the person's decisions, or to its end, and everything read that comes over HTTP and the
connection, a hint included, whose bot says in its note what it was told, as a hash. Then two cards that are hidden from
the seat at that moment are exchanged in the deck, and it is played again, all doing the same: every byte has to be the
same.
"""

import itertools
import json
import re
import secrets
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from view.seat.browsing import Browsing, Seated, wish

from fajer import games
from fajer.errors import FajerError
from fajer.games import seeds
from fajer.games.api import Game, State
from fajer.referee.entry import resolve
from fajer.view.seat import line as lines
from fajer.view.seat.evening import advised

SEAT, PLAYERS, TRIES = 1, 3, 3
SETTINGS = [
    ("fajer", "german"),
    ("fajer", "three-stakes"),
    ("poker", "house-three-draw"),
    ("poker", "standard-one-draw"),
]
BOT = """
import json
from pathlib import Path
from fajer.bot import Bot
class Again(Bot):
    def start(self):
        self.actions = iter(json.loads(Path({file!r}).read_text())[str(self.game.seat)])
    def act(self, view, legal):
        return next(self.actions)
"""
TOLD = """
import hashlib, json, sys
told = hashlib.sha256()
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "hello", "protocol": 1, "name": "told"}), flush=True)
        continue
    told.update(line.encode())
    if message["type"] == "act":
        answer = {"type": "act", "id": message["id"], "action": message["legal"][0], "note": told.hexdigest()}
        print(json.dumps(answer), flush=True)
"""
SHORT = {"fajer": {"stakes": "1"}, "poker": {"hands": "2"}}
Decks = dict[int, list[int]]


class Played:
    """A game by lot up to a decision of the seat, or to its end."""

    def __init__(self, rules: Game, options: Any, decks: Decks, random: Random, decisions: int | None) -> None:
        self.actions: dict[int, list[str]] = {seat: [] for seat in range(PLAYERS)}
        self.order: list[tuple[int, str]] = []
        self.seen: set[str] = set()
        state = rules.start(options, PLAYERS, "secret", lambda deal: decks[deal])
        asked = 0
        deal = 0
        while state.turn >= 0:
            if state.deal != deal:
                deal = state.deal
                self.seen.clear()
            view = state.view(SEAT)
            self.seen |= visible(view, state)
            if state.turn == SEAT:
                asked += 1
                if asked == decisions:
                    break
            text = random.choice(state.legal_text()[:8])
            self.order.append((state.turn, text))
            self.actions[state.turn].append(text)
            state.apply(state.parse(text))
        self.seen |= visible(state.view(SEAT), state)
        self.state: State = state
        self.is_there = (state.turn < 0) == (decisions is None)


def visible(view: Any, state: State) -> set[str]:
    """Every card of this deal that the seat sees now, or has seen in an event."""
    cards = {*view.hand, *getattr(view, "common", ()), *getattr(view, "seen", ()), *getattr(view, "discarded", ())}
    for seat in view.seats:
        cards |= {*(getattr(seat, "known", None) or ()), *(getattr(seat, "shown", None) or ())}
    last = max(place for place, event in enumerate(state.events) if event[0] == "deal")
    return cards | set(re.findall(r"'([2-9XUOKATJQ][pzmtcdhs])'", str(state.events[last:])))


def same_for_the_seat(rules: Game, options: Any, one: Played, decks: Decks) -> bool:
    """Whether everybody can do the same with other decks, and the seat is told the same by the rules."""
    state = rules.start(options, PLAYERS, "secret", lambda deal: decks[deal])
    try:
        for seat, text in one.order:
            if state.turn != seat:
                return False
            state.apply(state.parse(text))
    except FajerError:
        return False
    return (
        state.turn == one.state.turn and state.events == one.state.events and state.view(SEAT) == one.state.view(SEAT)
    )


def exchanged(rules: Game, one: Played, decks: Decks, random: Random) -> Iterator[Decks]:
    """The decks with two cards exchanged that are hidden from the seat."""
    deal = one.state.deal
    hidden = [card for card in decks[deal] if rules.deck.text(card) not in one.seen]
    while True:
        first, second = random.sample(hidden, 2)
        swap = {first: second, second: first}
        yield decks | {deal: [swap.get(card, card) for card in decks[deal]]}


def read(folder: Path, asked: Any, one: Played, decks: Decks, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """All that is sent up to the seat's last decision and a hint for it, or to the game's end."""
    monkeypatch.setattr(seeds, "shuffled", lambda seed, deal, size: decks[deal])
    monkeypatch.setattr(secrets, "token_urlsafe", lambda size: "t" * size)
    folder.mkdir()
    told = resolve(f"told=cmd:{sys.executable} {folder.parent / 'told.py'}")
    prepare = lambda host, evening: advised(host, told, evening, "en")  # noqa: E731
    with Seated(folder, asked, seat=SEAT, prepare=prepare) as seated:
        seated.host.path = Path("evening.jsonl")
        browsing = Browsing(seated.address)
        sent = [str(browsing.ask(f"/?token={browsing.token}")[1:])]
        browsing.cookie = f"fajer-seat-{browsing.host.partition(':')[2]}={'t' * 24}"
        sent.append(str(browsing.ask()[1:]))
        with browsing.connect() as page:
            actions = iter(one.actions[SEAT])
            act = 0
            while True:
                sent.append(str(page.recv(timeout=30)))
                message = json.loads(sent[-1])
                if message["type"] == "rules":
                    action = next(actions, None)
                    if action is None:
                        page.send('{"type":"hint"}')
                        continue
                    page.send(json.dumps({"type": "act", "id": act, "action": action}))
                elif message["type"] == "act":
                    act = message["id"]
                elif message["type"] in ("hint", "over"):
                    break
    return [re.sub(r"'date': '[^']*'|127\.0\.0\.1:\d+|fajer-seat-\d+", "", text) for text in sent]


@pytest.mark.parametrize("last", ["hint", "over"])
@pytest.mark.parametrize(("game", "preset"), SETTINGS)
def test_hidden_cards_are_not_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, preset: str, last: str
) -> None:
    """Up to a hint for one of the decisions, or up to the end and what is said of it."""
    monkeypatch.setattr(lines, "_GRACE_S", 0.2)
    rules = games.game(game)
    changes = SHORT[game] if last == "over" else {}
    options = rules.options(preset, changes)
    random = Random(preset)
    size = len(rules.deck)
    (tmp_path / "told.py").write_text(TOLD)
    (tmp_path / "again.py").write_text(BOT.format(file=str(tmp_path / "actions.json")))
    bots = [resolve(f"py:{tmp_path / 'again.py'}:Again") for _ in range(PLAYERS - 1)]
    asked = wish(*bots, game=game, preset=preset, changes=changes)
    compared = 0
    while compared < TRIES:
        decks = {deal: random.sample(range(size), size) for deal in range(200)}
        one = Played(rules, options, decks, random, random.randint(2, 9) if last == "hint" else None)
        if not one.is_there:
            continue
        tried = itertools.islice(exchanged(rules, one, decks, random), 30)
        other = next((each for each in tried if same_for_the_seat(rules, options, one, each)), None)
        if other is None:
            continue
        (tmp_path / "actions.json").write_text(json.dumps(one.actions))
        sent = [
            read(tmp_path / f"{compared} {number}", asked, one, each, monkeypatch)
            for number, each in enumerate((decks, other))
        ]
        assert sent[0] == sent[1]
        assert f'"type":"{last}"' in sent[0][-1]
        assert last == "over" or re.search('"reasons":"[0-9a-f]{64}"', sent[0][-1])
        assert len(sent[0]) > 5
        compared += 1
