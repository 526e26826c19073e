"""A page's side of a person's seat without a browser: requests, and the connection, byte by byte."""

import json
import re
import socket
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType
from typing import Any

from view.seat.guests import wish
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from fajer.match.setting import Wish
from fajer.view.seat.evening import Evening, Guest
from fajer.view.seat.line import Line
from fajer.view.seat.over_web import OverWeb
from fajer.view.seat.person import Left
from fajer.view.seat.web import Served

__all__ = ["Browsing", "Seated", "wish"]


Prepare = Callable[[OverWeb, Evening], None]
"""Something to be done before the first game."""


class Browsing:
    """What a browser does with the address that it was given."""

    def __init__(self, address: str) -> None:
        found = re.fullmatch(r"http://([^/]+)/\?token=(.*)", address)
        assert found
        self.host, self.token = found[1], found[2]
        self.cookie = ""

    def ask(self, path: str = "/", method: str = "GET", **headers: str | None) -> tuple[int, dict[str, str], str]:
        """Ask for something: status, headers and body of the answer. A header that is None is left out."""
        sent: dict[str, str | None] = {
            "Host": self.host,
            "Connection": "close",
            "Cookie": self.cookie or None,
        } | headers
        lines = [
            f"{method} {path} HTTP/1.1",
            *(f"{name}: {value}" for name, value in sent.items() if value is not None),
        ]
        with socket.create_connection(self.host.split(":"), timeout=20) as line:
            line.sendall("\r\n".join([*lines, "", ""]).encode())
            answer = b""
            while chunk := line.recv(1 << 16):
                answer += chunk
        head, _, body = answer.decode().partition("\r\n\r\n")
        first, *rest = head.split("\r\n")
        pairs = (line.split(": ", 1) for line in rest)
        return int(first.split()[1]), {name.lower(): value for name, value in pairs}, body

    def enter(self) -> "Browsing":
        """Get the cookie for the token."""
        status, headers, _ = self.ask(f"/?token={self.token}")
        assert (status, headers["location"]) == (303, "/")
        self.cookie = headers["set-cookie"].partition(";")[0]
        return self

    def connect(self, **more: Any) -> ClientConnection:
        """Connect to the game, as the page does."""
        given = {"origin": f"http://{self.host}", "additional_headers": {"Cookie": self.cookie}} | more
        return connect(f"ws://{self.host}/seat", open_timeout=20, **given)


def closes(page: ClientConnection) -> int | None:
    """Wait until the other side closes the connection; the code it gives."""
    try:
        while True:
            page.recv(timeout=20)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None


def said(page: ClientConnection, kind: str) -> dict[str, Any]:
    """Wait for the next message of this kind."""
    while True:
        message: dict[str, Any] = json.loads(page.recv(timeout=30))
        if message["type"] == kind:
            return message


class Seated(AbstractContextManager["Seated"]):
    """An evening over the web, played in a thread of this process."""

    def __init__(
        self,
        folder: Path,
        asked: Wish,
        *,
        seat: int = 0,
        move_ms: int | None = None,
        prepare: Callable[..., None] | None = None,
    ) -> None:
        self.line = Line()
        self.host = OverWeb(self.line, timed=move_ms is not None)
        self.file = self.host.path = folder / "evening.jsonl"
        evening = Evening(asked, Guest(name="anna", seat=seat, move_ms=move_ms), self.host)
        if prepare is not None:
            prepare(self.host, evening)
        self._served = Served(self.line, "en")
        self.address = self._served.address
        self._thread = threading.Thread(target=self._play, args=(evening,))

    def _play(self, evening: Evening) -> None:
        with self._served:
            try:
                self.host.wait_for_page()
                evening.play(self.file)
            except Left:
                pass

    def __enter__(self) -> "Seated":
        self._thread.start()
        return self

    def ends(self) -> None:
        """Wait for the end of the evening."""
        self._thread.join(60)
        assert not self._thread.is_alive()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.line.leave()
        self.line.leave()
        self.ends()
