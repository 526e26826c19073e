"""Proves which keys a person has pressed, whatever the terminal sends for them."""

import os
import pty
import signal
import threading
import time
from collections.abc import Iterator

import pytest

from fajer.referee.process import now
from fajer.view.terminal.keys import Keys


class Board:
    """A terminal's keyboard, and who reads it."""

    def __init__(self) -> None:
        self._ours, self._theirs = pty.openpty()
        self.keys = Keys(self._theirs)

    def press(self, said: bytes) -> None:
        os.write(self._ours, said)

    def close(self) -> None:
        os.close(self._ours)
        os.close(self._theirs)


@pytest.fixture
def board() -> Iterator[Board]:
    made = Board()
    with made.keys:
        with pytest.raises(TimeoutError):
            made.keys.key(now())  # from now on keys come one by one
        yield made
    made.close()


@pytest.mark.parametrize(
    ("said", "name"),
    [
        (b"a", "a"),
        ("é".encode(), "é"),
        (b"\r", "enter"),
        (b"\x7f", "back"),
        (b"\x1b", "escape"),
        (b"\x1b[C", "right"),
        (b"\x1bOC", "right"),
        (b"\x1b[6~", "page down"),
        (b"\x1b[3~", "other"),  # Delete
        (b"\x1b[15~", "other"),  # F5
        (b"\x1bOP", "other"),  # F1
        (b"\x1b[1;5C", "other"),  # Ctrl and an arrow
        (b"\x1bx", "other"),  # Alt and a letter
        (b"\x1b[", "other"),  # the beginning of nothing
    ],
)
def test_a_key_is_one_key(board: Board, said: bytes, name: str) -> None:
    """None of the characters of a key that means nothing here is taken for a key that does."""
    board.press(said)
    assert board.keys.key() == name
    with pytest.raises(TimeoutError):
        board.keys.key(now())


def test_keys_come_in_their_order(board: Board) -> None:
    board.press(b"\x1b[A\x1b[3~1\x1b[B")
    assert [board.keys.key() for _ in range(4)] == ["up", "other", "1", "down"]


def test_what_was_pressed_before_a_question_is_forgotten(board: Board) -> None:
    board.press(b"12")
    assert board.keys.key() == "1"
    board.press(b"3")
    board.keys.forget()
    board.press(b"q")
    assert board.keys.key() == "q"


@pytest.mark.parametrize("number", [signal.SIGWINCH, signal.SIGCONT])
def test_a_terminal_of_another_size_is_drawn_again(board: Board, number: signal.Signals) -> None:
    def change() -> None:
        time.sleep(0.2)
        signal.pthread_kill(threading.main_thread().ident or 0, number)
        time.sleep(0.2)
        board.press(b"k")

    changing = threading.Thread(target=change)
    changing.start()
    assert board.keys.key() == "redraw"
    assert board.keys.pressed() == "k"
    changing.join()
