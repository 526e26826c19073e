"""Proves that the page of a seat is for one browser of this machine, and what becomes of the game when it goes."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from view.seat.browsing import Browsing, Seated, closes, said, wish
from websockets.exceptions import InvalidStatus

from fajer.errors import UsageError
from fajer.match.verify import verified
from fajer.records.files import opened
from fajer.referee.entry import resolve
from fajer.view.seat import line as lines
from fajer.view.seat.evening import advised
from fajer.view.seat.line import Line
from fajer.view.seat.person import LEFT
from fajer.view.seat.web import Served
from fajer.words import Language

SHORT = {"stakes": "1"}


@pytest.fixture
def address() -> Any:
    """A page without a game."""
    with Served(Line(), "en") as served:
        yield served.address


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page has no long time to come back."""
    monkeypatch.setattr(lines, "_GRACE_S", 0.5)


# Who may come in


def test_the_token_is_good_once(address: str) -> None:
    browsing = Browsing(address)
    assert browsing.ask()[0] == 403
    status, headers, body = browsing.ask(f"/?token={browsing.token}")
    assert (status, headers["location"], body) == (303, "/", "")
    cookie = headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert browsing.token not in headers["set-cookie"]
    assert browsing.ask(f"/?token={browsing.token}")[0] == 403
    browsing.cookie = headers["set-cookie"].partition(";")[0]
    status, headers, _ = browsing.ask(f"/?token={browsing.token}")
    assert (status, headers["location"], "set-cookie" in headers) == (303, "/", False)
    status, headers, body = browsing.ask()
    assert status == 200
    assert headers["content-type"] == "text/html; charset=utf-8"
    assert "<title>fajer</title>" in body


@pytest.mark.parametrize(("lang", "words"), [("en", "This address works once"), ("hu", "Ez a cím egyszer használható")])
def test_who_comes_in_vain_is_told_in_the_seats_language(lang: Language, words: str) -> None:
    with Served(Line(), lang) as served:
        assert words in Browsing(served.address).ask("/?token=another")[2]


def test_to_look_who_is_there_does_not_use_the_token_up(address: str) -> None:
    browsing = Browsing(address)
    assert browsing.ask(f"/?token={browsing.token}", "HEAD")[0] == 405
    browsing.enter()


def test_two_tables_in_one_browser(address: str) -> None:
    """A browser sends the cookies of one port to all of them."""
    one = Browsing(address).enter()
    with Served(Line(), "en") as served:
        other = Browsing(served.address).enter()
        assert one.cookie.partition("=")[0] != other.cookie.partition("=")[0]
        one.cookie = other.cookie = f"{one.cookie}; {other.cookie}"
        assert (one.ask()[0], other.ask()[0]) == (200, 200)


@pytest.mark.parametrize("token", ["", "x", "%C3%A9", "x" * 100])
def test_another_token_is_none(address: str, token: str) -> None:
    browsing = Browsing(address)
    assert browsing.ask(f"/?token={token}")[0] == 403
    browsing.enter()


@pytest.mark.parametrize("cookie", ["", "{name}=", "{name}=x", "{name}=é", "other=1"])
def test_without_the_cookie_there_is_nothing(address: str, cookie: str) -> None:
    browsing = Browsing(address)
    name = f"fajer-seat-{browsing.host.partition(':')[2]}"
    browsing.cookie = cookie.format(name=name).encode().decode("latin-1")
    assert browsing.ask()[0] == 403
    if cookie.isascii():
        with pytest.raises(InvalidStatus):
            browsing.connect()


@pytest.mark.parametrize("host", ["localhost", "evil.example", "127.0.0.1", "127.0.0.1:1", "[::1]", None])
def test_another_host_is_refused(address: str, host: str | None) -> None:
    """A name that leads here, as by DNS rebinding, is none of ours."""
    browsing = Browsing(address).enter()
    port = browsing.host.partition(":")[2]
    name = None if host is None else f"{host}:{port}" if host in ("localhost", "evil.example") else host
    assert browsing.ask(Host=name)[0] in (400, 403)


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1", "http://127.0.0.1:1"]
)
def test_another_origin_is_refused(address: str, origin: str) -> None:
    browsing = Browsing(address).enter()
    assert browsing.ask(Origin=origin)[0] == 403
    with pytest.raises(InvalidStatus):
        browsing.connect(origin=origin)
    assert browsing.ask(Origin=f"http://{browsing.host}")[0] == 200


def test_a_connection_has_to_say_where_it_comes_from(address: str) -> None:
    with pytest.raises(InvalidStatus):
        Browsing(address).enter().connect(origin=None)


@pytest.mark.parametrize(("method", "path", "status"), [("POST", "/", 405), ("PUT", "/", 405), ("GET", "/x", 404)])
def test_there_is_one_page_to_be_read(address: str, method: str, path: str, status: int) -> None:
    assert Browsing(address).enter().ask(path, method)[0] == status


def test_the_page_may_do_nothing_but_talk_to_us(address: str) -> None:
    _, headers, body = Browsing(address).enter().ask()
    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "connect-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["cache-control"] == "no-store"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["x-content-type-options"] == "nosniff"
    assert "server" not in headers
    assert not re.findall(r"https?://(?!www\.w3\.org/2000/svg)[^\"' ]+", body)


def test_a_taken_port_is_said() -> None:
    with Served(Line(), "en") as served:
        port = int(Browsing(served.address).host.partition(":")[2])
        with pytest.raises(UsageError, match=f"port {port} cannot be had"):
            Served(Line(), "en", port)


# The game


def answered(page: Any, *, count: int | None = None) -> dict[str, Any]:
    """Answer with the safest action until the game is over, or so many times."""
    while True:
        message = json.loads(page.recv(timeout=30))
        if message["type"] == "over":
            return message
        if message["type"] == "act":
            if count == 0:
                return message
            page.send(json.dumps({"type": "act", "id": message["id"], "action": message["legal"][0]}))
            count = None if count is None else count - 1


@pytest.mark.parametrize("game", ["fajer", "poker"])
def test_a_game_to_its_end(tmp_path: Path, game: str) -> None:
    changes = SHORT if game == "fajer" else {"hands": "3"}
    with Seated(tmp_path, wish("greedy", "first", game=game, changes=changes), seat=1) as seated:
        with Browsing(seated.address).enter().connect() as page:
            table = said(page, "table")
            assert (table["names"], table["seat"], table["hint"]) == (["greedy", "anna", "first"], 1, None)
            over = answered(page)
        seated.ends()
    (record,) = opened(seated.file).games()
    assert (over["places"], over["payoffs"]) == (record.places, record.payoffs)
    assert over["file"].endswith("evening.jsonl")
    assert record.faults == []
    assert list(verified(opened(seated.file))) == []


def test_what_is_no_action_is_refused_and_costs_nothing(tmp_path: Path) -> None:
    with Seated(tmp_path, wish("first", changes=SHORT)) as seated:
        with Browsing(seated.address).enter().connect() as page:
            act = said(page, "act")
            for action in ("lay", "", "swap 7p Az", "x" * 1000):
                page.send(json.dumps({"type": "act", "id": act["id"], "action": action}))
                assert said(page, "refused")["action"] == action
            page.send(json.dumps({"type": "act", "id": act["id"] + 1, "action": act["legal"][0]}))
            page.send(json.dumps({"type": "act", "id": act["id"], "action": act["legal"][0]}))
            answered(page)
        seated.ends()
    assert next(opened(seated.file).games()).faults == []


@pytest.mark.parametrize("text", ["", "{}", "nonsense", '{"type":"came"}', '{"type":"hint","x":1}', "[" * 2000])
def test_nonsense_ends_the_connection_and_no_game(tmp_path: Path, text: str) -> None:
    with Seated(tmp_path, wish("first", changes=SHORT)) as seated:
        browsing = Browsing(seated.address).enter()
        with browsing.connect() as page:
            said(page, "act")
            page.send(text)
            assert closes(page) == 1003
        with browsing.connect() as page:
            answered(page)
        seated.ends()
    assert next(opened(seated.file).games()).faults == []


def test_a_page_loaded_again_goes_on(tmp_path: Path) -> None:
    with Seated(tmp_path, wish("greedy", changes=SHORT)) as seated:
        browsing = Browsing(seated.address).enter()
        with browsing.connect() as page:
            act = answered(page, count=2)
        with browsing.connect() as page:
            assert said(page, "table")["names"] == ["anna", "greedy"]
            assert said(page, "start")["seat"] == 0
            for _ in range(2):
                answered_before = said(page, "act")
                assert said(page, "acted")["id"] == answered_before["id"]
            assert said(page, "act") == act
            page.send(json.dumps({"type": "act", "id": act["id"], "action": act["legal"][0]}))
            answered(page)
        seated.ends()
    assert next(opened(seated.file).games()).faults == []


def test_one_page_at_a_time(tmp_path: Path) -> None:
    with Seated(tmp_path, wish("greedy", changes=SHORT)) as seated:
        browsing = Browsing(seated.address).enter()
        with browsing.connect() as first, browsing.connect() as second:
            act = said(second, "act")
            assert closes(first) == 4001
            second.send(json.dumps({"type": "act", "id": act["id"], "action": act["legal"][0]}))
            answered(second)
        seated.ends()
    assert next(opened(seated.file).games()).faults == []


@pytest.mark.parametrize("how", ["closed", "left"])
@pytest.mark.parametrize("bots", [["greedy"], ["greedy", "careful"]])
def test_who_goes_forfeits_and_the_record_is_kept(tmp_path: Path, how: str, bots: list[str]) -> None:
    with Seated(tmp_path, wish(*bots, count=3)) as seated:
        with Browsing(seated.address).enter().connect() as page:
            answered(page, count=1)
            if how == "left":
                page.send('{"type":"leave"}')
                over = said(page, "over")
                assert (over["fault"], over["last"]) == ("crash", True)
        seated.ends()
    found = opened(seated.file)
    (game,) = found.games()
    assert [(fault.seat, fault.kind, fault.detail) for fault in game.faults] == [(0, "crash", LEFT)]
    assert list(verified(found)) == []


def test_several_games_and_hints(tmp_path: Path) -> None:
    asked = wish("first", count=2, changes=SHORT)
    prepare = lambda host, evening: advised(host, resolve("careful"), evening, "en")  # noqa: E731
    with Seated(tmp_path, asked, prepare=prepare) as seated:
        with Browsing(seated.address).enter().connect() as page:
            assert said(page, "table")["hint"] == "careful"
            act = said(page, "act")
            assert said(page, "rules")["numbers"][0] == "F-12"
            page.send('{"type":"hint"}')
            hint = said(page, "hint")
            assert hint["bot"] == "careful"
            assert hint["action"] in act["legal"]
            assert hint["known"]
            assert hint["reasons"]
            page.send(json.dumps({"type": "act", "id": act["id"], "action": act["legal"][0]}))
            assert not answered(page)["last"]
            page.send('{"type":"next"}')
            assert said(page, "table")["index"] == 1
            assert answered(page)["last"]
        seated.ends()
    assert len(list(opened(seated.file).games())) == 2


def test_with_a_clock_it_runs_out(tmp_path: Path) -> None:
    with Seated(tmp_path, wish("first"), move_ms=300) as seated:
        with Browsing(seated.address).enter().connect() as page:
            assert said(page, "table")["timed"]
            assert said(page, "act")["left_ms"] == 300
            assert said(page, "over")["fault"] == "timeout"
        seated.ends()


def test_a_page_loaded_again_is_told_what_is_left(tmp_path: Path) -> None:
    """The act says again what was left at first; the clock runs on."""
    with Seated(tmp_path, wish("first", changes=SHORT), move_ms=60_000) as seated:
        browsing = Browsing(seated.address).enter()
        with browsing.connect() as page:
            assert said(page, "act")["left_ms"] == 60_000
        for _ in range(2):
            with browsing.connect() as page:
                act = said(page, "act")
                assert said(page, "clock")["left_ms"] <= act["left_ms"] == 60_000


def test_who_leaves_between_two_games_is_told_that_it_is_over(tmp_path: Path) -> None:
    with Seated(tmp_path, wish("first", count=3, changes=SHORT)) as seated:
        with Browsing(seated.address).enter().connect() as page:
            first = answered(page)
            assert not first["last"]
            page.send('{"type":"leave"}')
            assert said(page, "over") == first | {"last": True}
        seated.ends()
    assert len(list(opened(seated.file).games())) == 1


def test_nobody_comes(tmp_path: Path) -> None:
    with Seated(tmp_path, wish("first")) as seated:
        seated.line.leave()
        seated.ends()
    assert not seated.file.exists()


@pytest.mark.parametrize("move_ms", [None, 7000])
def test_the_seat_is_told_what_a_bot_is(tmp_path: Path, move_ms: int | None) -> None:
    """Beside who sits there and which rules apply: `start`, `act` and `end`, to the byte as on the wire."""
    from fajer.match.again import messages

    with Seated(tmp_path, wish("greedy", "first", changes=SHORT), seat=2, move_ms=move_ms) as seated:
        told = []
        with Browsing(seated.address).enter().connect() as page:
            while True:
                text = page.recv(timeout=30)
                message = json.loads(text)
                told.append((message["type"], str(text)))
                if message["type"] == "act":
                    page.send(json.dumps({"type": "act", "id": message["id"], "action": message["legal"][0]}))
                if message["type"] == "over":
                    break
        seated.ends()
    assert {kind for kind, _ in told} == {"table", "start", "act", "rules", "acted", "end", "over"}
    wire = [text.decode().strip() for _, text in messages(opened(seated.file), 0, 2)][1:-1]
    assert [text for kind, text in told if kind in ("start", "act", "end")] == wire
