"""Proves that the table fits a terminal, narrow and low ones too."""

import io
from typing import Any

import pytest
from rich.cells import cell_len

from fajer import games
from fajer.view.terminal.cards import Faces
from fajer.view.terminal.drawing import Drawing
from fajer.view.terminal.scene import SCENES, Look
from fajer.view.terminal.screen import Screen
from fajer.words import LANGUAGES, Language, Words


def drawn(name: str, players: int, language: Language, columns: int, rows: int, monkeypatch: Any) -> list[str]:
    """The table as the first player sees it when it is their turn."""
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("LINES", str(rows))
    screen = Screen(io.TextIOWrapper(io.BytesIO(), encoding="utf-8"))
    screen.is_unicode = True
    words = Words(language)
    rules = games.game(name)
    state = rules.start(rules.options(), players, "seed")
    state.apply(state.legal()[0])
    view: Any = state.view(state.turn)
    names = [f"player {seat}" for seat in range(players)]
    options = rules.options()
    look = Look(
        view=view, turn=view.seat, names=names, options=options, own=view.seat, hands={view.seat: rules.cards(view)}
    )
    drawing = Drawing(Faces(name, words, is_unicode=True), screen)
    return [line.plain for line in drawing.lines(SCENES[name](look, words))]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["fajer", "poker"])
@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (60, 24), (40, 24), (40, 12)])
def test_the_cards_fit(name: str, language: Language, columns: int, rows: int, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = drawn(name, 3, language, columns, rows, monkeypatch)
    cards = [line for line in lines if any(sign in line for sign in "┌│└[")]
    assert cards
    assert max(map(cell_len, cards)) < columns
    assert len(lines) < rows


def test_cards_have_frames_where_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    assert any("┌" in line for line in drawn("fajer", 3, "en", 80, 24, monkeypatch))
    assert not any("┌" in line for line in drawn("fajer", 3, "en", 80, 12, monkeypatch))
