"""The page of a person's seat, served on this machine alone, to one browser.

The address has a token that is good once: for it the browser gets a cookie, and without that cookie there is nothing.
A request has to name this server as its host and, if it says where it comes from, this page.
"""

import asyncio
import contextlib
import re
import secrets
import socket
import threading
from types import TracebackType

import msgspec

from fajer.errors import UsageError
from fajer.view.bundle import halves
from fajer.view.seat.line import Line, read
from fajer.words import Language, Words

try:
    import uvicorn
    from starlette.applications import Starlette
    from starlette.requests import HTTPConnection, Request
    from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
    from starlette.routing import Route, WebSocketRoute
    from starlette.types import ASGIApp, Receive, Scope, Send
    from starlette.websockets import WebSocket, WebSocketDisconnect
except ImportError as missing:
    raise UsageError(f"--web needs {missing.name}: pip install 'fajer[web]' brings it") from None

HOST = "127.0.0.1"
_POLICY = re.compile(r'http-equiv="Content-Security-Policy" content="([^"]*)"')
_LONGEST = 4096
"""No message of a page is longer."""
_TAKEN, _NONSENSE = 4001, 1003
"""Why a connection is closed: another page came, or what was said is nothing."""
_FAREWELL_S = 2.0
_HEADERS = {
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class Door:
    """Who may come in: whoever has the cookie, or the token the first time."""

    def __init__(self, port: int) -> None:
        self.name = f"fajer-seat-{port}"
        """The cookie's: a browser keeps the same ones for all ports of a machine."""
        self.token = secrets.token_urlsafe(24)
        self.cookie = secrets.token_urlsafe(24)
        self._is_used = False

    def opens(self, token: str) -> bool:
        """Whether the token is the right one, and was not used before."""
        if self._is_used or not secrets.compare_digest(token.encode(), self.token.encode()):
            return False
        self._is_used = True
        return True

    def knows(self, caller: HTTPConnection) -> bool:
        """Whether a request has the cookie."""
        return secrets.compare_digest(caller.cookies.get(self.name, "").encode(), self.cookie.encode())


class OwnOnly:
    """Refuses what was meant for another host, or comes from another page."""

    def __init__(self, app: ASGIApp, host: str) -> None:
        self._app = app
        self._host = host.encode()
        self._origin = f"http://{host}".encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = scope.get("headers", ())
        hosts = [value for name, value in headers if name == b"host"]
        origins = [value for name, value in headers if name == b"origin"]
        wanted = [self._origin] if scope["type"] == "websocket" or origins else []
        if hosts == [self._host] and origins == wanted:
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            await PlainTextResponse("This is not where you wanted to go.", 403)(scope, receive, send)


def application(line: Line, door: Door, host: str, lang: Language) -> ASGIApp:
    """The page and its connection to the game."""
    page = halves(lang, index="play.html", main="play.js", connects=True)
    text = page.before + page.after
    found = _POLICY.search(text)
    policy = f"{found[1] if found else ''}; frame-ancestors 'none'"
    headers = _HEADERS | {"Content-Security-Policy": policy}

    async def show(request: Request) -> Response:
        if request.method == "HEAD":  # it would use the token up, and show nothing
            return Response(status_code=405, headers=_HEADERS)
        if "token" in request.query_params:
            if door.knows(request):
                return RedirectResponse("/", 303, headers=_HEADERS)
            return _admitted(door, request.query_params["token"], lang)
        if not door.knows(request):
            return _used(lang)
        return HTMLResponse(text, headers=headers)

    async def connect(page: WebSocket) -> None:
        if not door.knows(page):
            await page.close(1008)
            return
        await page.accept()
        await _talk(page, line)

    routes = [Route("/", show, methods=["GET"]), WebSocketRoute("/seat", connect)]
    return OwnOnly(Starlette(routes=routes), host)


def _used(lang: Language) -> Response:
    """What there is for whoever comes again, or without having come."""
    return PlainTextResponse(Words(lang).say("play.web.used"), 403, headers=_HEADERS)


def _admitted(door: Door, token: str, lang: Language) -> Response:
    """The cookie for the token, and the way to the page."""
    if not door.opens(token):
        return _used(lang)
    response = RedirectResponse("/", 303, headers=_HEADERS)
    response.set_cookie(door.name, door.cookie, httponly=True, samesite="strict", path="/")
    return response


async def _talk(page: WebSocket, line: Line) -> None:
    """Pass on what is said each way until the page is gone, or another one takes its place."""
    waiting = line.attach()

    async def told() -> None:
        while (text := await waiting.get()) is not None:
            await page.send_text(text.decode())
            waiting.task_done()
        await page.close(_TAKEN)

    telling = asyncio.create_task(told())
    try:
        while True:
            line.say(read(await page.receive_text()))
    except (WebSocketDisconnect, RuntimeError):  # closed, by the page or by us
        pass
    except (msgspec.MsgspecError, KeyError):
        await page.close(_NONSENSE)
    finally:
        telling.cancel()
        with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
            await telling
        line.detach(waiting)


class Served(contextlib.AbstractContextManager["Served"]):
    """A server in a thread of its own, for as long as it is entered."""

    def __init__(self, line: Line, lang: Language, port: int = 0) -> None:
        """Raises `UsageError` where the port is taken."""
        self._line = line
        self._socket = socket.socket()
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            self._socket.bind((HOST, port))
            self._socket.listen()  # now: whoever is told the address may be quicker than the server
        except OSError as error:
            self._socket.close()
            raise UsageError(f"port {port} cannot be had: {error.strerror}") from None
        bound = self._socket.getsockname()[1]
        host = f"{HOST}:{bound}"
        door = Door(bound)
        self.address = f"http://{host}/?token={door.token}"
        """Where the page is, once."""
        self._server = uvicorn.Server(
            uvicorn.Config(
                application(line, door, host, lang),
                http="h11",
                ws="websockets-sansio",
                ws_max_size=_LONGEST,
                ws_ping_interval=None,
                ws_ping_timeout=None,
                lifespan="off",
                log_config=None,
                access_log=False,
                server_header=False,
                timeout_graceful_shutdown=1,
            )
        )
        self._thread = threading.Thread(target=self._server.run, args=([self._socket],), daemon=True)

    def __enter__(self) -> "Served":
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._line.drained(_FAREWELL_S)
        self._server.should_exit = True
        self._thread.join()
        self._socket.close()
