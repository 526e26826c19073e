"""Proves that no card that a seat may not see is in anything that its page is sent.

A game is played up to one of the person's decisions, and everything read that comes over HTTP and the connection. Then
two cards that are hidden from the seat at that moment are exchanged in the deck, and it is played again, all doing the
same: every byte has to be the same.
"""

import itertools
import json
import re
import secrets
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

SEAT, PLAYERS, TRIES = 1, 3, 4
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
Decks = dict[int, list[int]]


class Played:
    """A game by lot up to a decision of the seat."""

    def __init__(self, rules: Game, options: Any, decks: Decks, random: Random, decisions: int) -> None:
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
        self.state: State = state
        self.is_there = state.turn >= 0


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
    return state.turn == SEAT and state.events == one.state.events and state.view(SEAT) == one.state.view(SEAT)


def exchanged(rules: Game, one: Played, decks: Decks, random: Random) -> Iterator[Decks]:
    """The decks with two cards exchanged that are hidden from the seat."""
    deal = one.state.deal
    hidden = [card for card in decks[deal] if rules.deck.text(card) not in one.seen]
    while True:
        first, second = random.sample(hidden, 2)
        swap = {first: second, second: first}
        yield decks | {deal: [swap.get(card, card) for card in decks[deal]]}


def read(folder: Path, asked: Any, one: Played, decks: Decks, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """All that is sent up to the seat's last decision."""
    monkeypatch.setattr(seeds, "shuffled", lambda seed, deal, size: decks[deal])
    monkeypatch.setattr(secrets, "token_urlsafe", lambda size: "t" * size)
    folder.mkdir()
    with Seated(folder, asked, seat=SEAT) as seated:
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
                        break
                    page.send(json.dumps({"type": "act", "id": act, "action": action}))
                elif message["type"] == "act":
                    act = message["id"]
    return [re.sub(r"'date': '[^']*'|127\.0\.0\.1:\d+|fajer-seat-\d+", "", text) for text in sent]


@pytest.mark.parametrize(("game", "preset"), SETTINGS)
def test_hidden_cards_are_not_sent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, preset: str) -> None:
    monkeypatch.setattr(lines, "_GRACE_S", 0.2)
    rules = games.game(game)
    options = rules.options(preset)
    random = Random(preset)
    size = len(rules.deck)
    (tmp_path / "again.py").write_text(BOT.format(file=str(tmp_path / "actions.json")))
    bots = [resolve(f"py:{tmp_path / 'again.py'}:Again") for _ in range(PLAYERS - 1)]
    asked = wish(*bots, game=game, preset=preset)
    compared = 0
    while compared < TRIES:
        decks = {deal: random.sample(range(size), size) for deal in range(200)}
        one = Played(rules, options, decks, random, random.randint(2, 9))
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
        assert len(sent[0]) > 5
        compared += 1
