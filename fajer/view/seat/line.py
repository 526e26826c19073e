"""The line between a game, which waits, and the page that the person looks at, which may come and go."""

import asyncio
import contextlib
import threading
from queue import Empty, SimpleQueue
from typing import Any

import msgspec

from fajer.view.seat.hint import Hint
from fajer.wire.messages import Act

_GRACE_S = 5.0
"""A page that is loaded again has so long to come back."""


class Chosen(msgspec.Struct, frozen=True, tag="act", forbid_unknown_fields=True):
    """The person acts."""

    id: int
    """The number of the act that it answers."""
    action: str


class HintAsked(msgspec.Struct, frozen=True, tag="hint", forbid_unknown_fields=True):
    """The person wants a hint."""


class GoOn(msgspec.Struct, frozen=True, tag="next", forbid_unknown_fields=True):
    """The person wants the next game."""


class Leave(msgspec.Struct, frozen=True, tag="leave", forbid_unknown_fields=True):
    """The person leaves; so it is said too when the page is closed, or the command interrupted."""


class Came(msgspec.Struct, frozen=True, tag="came"):
    """A page is there."""


class Advised(msgspec.Struct, frozen=True):
    """A hint is there."""

    act: Act[Any]
    """The decision that it is for."""
    hint: Hint


FromPage = Chosen | HintAsked | GoOn | Leave
Said = FromPage | Came | Advised
Page = asyncio.Queue[bytes | None]
"""What one page is still to be sent; None: another page has taken its place."""

_encode = msgspec.json.Encoder().encode
read = msgspec.json.Decoder(FromPage).decode
"""What a page says; raises `msgspec.MsgspecError` for what is nothing."""


class Line:
    """What is said each way. A page that comes is told everything of the game so far."""

    def __init__(self) -> None:
        self._said: SimpleQueue[Said] = SimpleQueue()
        self._lock = threading.Lock()
        self._told: list[bytes] = []
        self._page: Page | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._giving_up: asyncio.TimerHandle | None = None
        """Runs while there is no page: when it is over the person has left."""

    # The game's end

    def begin(self) -> None:
        """A game begins: what was told of the one before is told no more."""
        with self._lock:
            self._told.clear()

    def tell(self, message: Any, *, kept: bool = True) -> None:
        """Tell the page, now or when it comes; what is not `kept` only now."""
        text = _encode(message)
        with self._lock:
            if kept:
                self._told.append(text)
            if self._page is not None and self._loop is not None:
                self._loop.call_soon_threadsafe(self._page.put_nowait, text)

    def heard(self, seconds: float | None = None) -> Said | None:
        """What the page says next; None if nothing comes in this time."""
        try:
            return self._said.get(timeout=seconds)
        except Empty:
            return None

    def drained(self, seconds: float) -> None:
        """Wait until the page has been sent everything, but no longer than this."""
        with self._lock:
            page, loop = self._page, self._loop
        if page is not None and loop is not None:
            waiting = asyncio.run_coroutine_threadsafe(asyncio.wait_for(page.join(), seconds), loop)
            with contextlib.suppress(TimeoutError, RuntimeError):
                waiting.result(seconds + 1)

    def leave(self) -> None:
        """As if the person left; may be called from a signal's handler."""
        self._said.put(Leave())

    # The page's end, all in one event loop

    def say(self, message: Said) -> None:
        """What the page says."""
        self._said.put(message)

    def attach(self) -> Page:
        """A page is there: it takes the place of the one before."""
        page: Page = asyncio.Queue()
        if self._giving_up is not None:
            self._giving_up.cancel()
        with self._lock:
            before, self._page, self._loop = self._page, page, asyncio.get_running_loop()
            for text in self._told:
                page.put_nowait(text)
        if before is not None:
            before.put_nowait(None)
        self._said.put(Came())
        return page

    def detach(self, page: Page) -> None:
        """A page is gone; if no other comes soon, the person has left."""
        with self._lock:
            if self._page is not page:
                return
            self._page = None
        self._giving_up = asyncio.get_running_loop().call_later(_GRACE_S, self.leave)
