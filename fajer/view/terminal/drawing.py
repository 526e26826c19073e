"""A scene as lines of text."""

from collections.abc import Sequence

from rich.cells import cell_len
from rich.text import Text

from fajer.view.terminal.cards import Faces
from fajer.view.terminal.scene import Heap, Scene, Sitting
from fajer.view.terminal.screen import Screen
from fajer.wire.codec import plain

_LONGEST_NAME = 20
_MOST_FOR_BOXES = 5
"""With more seats than this there is no room for cards in boxes."""
_LEAST_FOR_BOXES = 20
"""With fewer rows than this neither."""
_NARROW = 60
"""With fewer columns than this a heap's cards stand below its title."""
_MOST_FOR_ROOM = 7
"""With more seats than this there is no empty line above them."""


class Drawing:
    """Draws scenes, in the faces of a game, as the screen has room for them."""

    def __init__(self, faces: Faces, screen: Screen) -> None:
        self._faces = faces
        self._screen = screen

    def lines(self, scene: Scene, *, numbered: bool = False, marked: Sequence[int] = ()) -> list[Text]:
        """The table; `numbered`: with a number below each own card; `marked` ones are to be laid aside."""
        boxes = self._has_boxes(scene)
        heaps = self._boxes(scene.heaps) if boxes else [line for heap in scene.heaps for line in self._row(heap)]
        above = [Text()] if len(scene.seats) <= _MOST_FOR_ROOM and self._screen.height >= _LEAST_FOR_BOXES else []
        below = [Text()] if heaps else []
        lines = [Text(scene.title, style="bold"), *above, *self._seats(scene.seats), *below, *heaps]
        if numbered and scene.heaps:
            lines.append(self._numbers(scene.heaps[-1], marked, boxes=boxes))
        return lines

    def _has_boxes(self, scene: Scene) -> bool:
        """Whether cards in boxes fit."""
        screen = self._screen
        if not screen.is_unicode or len(scene.seats) > _MOST_FOR_BOXES or screen.height < _LEAST_FOR_BOXES:
            return False
        return all(cell_len(line.plain) < screen.width for line in self._boxes(scene.heaps))

    def _seats(self, seats: Sequence[Sitting]) -> list[Text]:
        names = [short(seat.name) for seat in seats]
        cards = [self._faces.row(seat.cards) for seat in seats]
        widths = [max(map(cell_len, column)) for column in (names, [seat.money for seat in seats], cards)]
        lines = []
        for seat, name, row in zip(seats, names, cards, strict=True):
            turn = "▸" if seat.is_turn else " "
            dealer = "D" if seat.deals else " "
            cells = [_to(cell, width) for cell, width in zip((name, seat.money, row), widths, strict=True)]
            line = "  ".join([f"{turn}{dealer} {cells[0]}", *cells[1:], seat.said])
            text = self._faces.coloured(line.rstrip())
            if seat.is_turn:
                text.stylize("bold", 3, 3 + len(name))
            lines.append(text)
        return lines

    def _row(self, heap: Heap) -> list[Text]:
        """A heap in a line, or in two where that is too long."""
        cards = " ".join(f"[{self._faces.text(card)}]" for card in heap.cards)
        lines = [f"{heap.title}:", f"  {cards}"] if self._is_narrow() else [f"{heap.title}: {cards}"]
        return [self._faces.coloured(line) for line in lines]

    def _is_narrow(self) -> bool:
        return self._screen.width < _NARROW

    def _boxes(self, heaps: Sequence[Heap]) -> list[Text]:
        """Heaps side by side, each card in a frame."""
        if not heaps:
            return []
        rows = ["", "", "", ""]
        for heap in heaps:
            faces = [self._faces.text(card) for card in heap.cards]
            parts = [
                heap.title,
                " ".join(f"┌{'─' * (cell_len(face) + 2)}┐" for face in faces),
                " ".join(f"│ {face} │" for face in faces),
                " ".join(f"└{'─' * (cell_len(face) + 2)}┘" for face in faces),
            ]
            width = max(map(cell_len, parts)) + 4
            rows = [row + _to(part, width) for row, part in zip(rows, parts, strict=True)]
        return [self._faces.coloured(row.rstrip()) for row in rows]

    def _numbers(self, heap: Heap, marked: Sequence[int], *, boxes: bool) -> Text:
        """A number below each card, in brackets if it is marked."""
        row = "" if boxes else " " * (2 if self._is_narrow() else cell_len(heap.title) + 2)
        for place, card in enumerate(heap.cards):
            number = f"({place + 1})" if place in marked else f"{place + 1}"
            face = cell_len(self._faces.text(card))
            row += number.center(face + 4) + " " if boxes else _to(number.center(face + 2), face + 3)
        return Text(row.rstrip(), style="bold")


def short(name: str) -> str:
    """A stranger's name, escaped and cut where it is long."""
    text = plain(name)
    return text if len(text) <= _LONGEST_NAME else text[: _LONGEST_NAME - 1] + "…"


def _to(text: str, width: int) -> str:
    """Filled up to so many columns."""
    return text + " " * (width - cell_len(text))
