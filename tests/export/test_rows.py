"""Proves that a row says what the record says, and what the bot was sent."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cli.running import done
from export.lots import written

from fajer import games
from fajer.errors import RecordError
from fajer.export.rows import Cell, Table, columns
from fajer.match.again import messages
from fajer.records.files import Opened, opened
from fajer.records.record import Fault, Game
from fajer.wire.messages import Act

TYPES: dict[str, type] = {"text": str, "integer": int, "number": float, "boolean": bool}
FAULTY = """from fajer.bot import Bot

class Faulty(Bot):
    def act(self, view, legal):
        self.note = f"deal {view.deal}"
        if view.deal == 1:
            raise ValueError("on purpose")
        return legal[0]
"""


def rows(found: Opened) -> list[dict[str, Cell]]:
    """Every row with its columns' names."""
    table = Table(found)
    names = [column.name for column in table.columns]
    return [dict(zip(names, row, strict=True)) for game in found.games() for row in table.rows(game)]


@pytest.fixture(scope="module", params=["fajer", "poker"])
def found(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Opened:
    """A match of three bots, over the wire."""
    path = tmp_path_factory.mktemp("rows") / "m.jsonl"
    short = {"fajer": "stakes=1", "poker": "hands=12"}[request.param]
    done("match", "random", "first", "random", "--game", request.param, "--set", short, "-n", "6", "--seed", "rows",
         "-o", path)  # fmt: skip
    return opened(path)


def test_there_is_a_row_for_every_decision_of_the_record(found: Opened) -> None:
    expected = [
        {
            "match_id": found.match.id,
            "game_index": game.index,
            "set": game.set,
            "seating": game.seating,
            "game_seed": game.seed,
            "players": 3,
            "deal": number,
            "action_index": place,
            "seat": seat,
            "bot": ["random", "first", "random#2"][game.seats[seat]],
            "action": text,
            "word": text.split()[0],
            "time_us": game.times_us[number][place],
            "by_referee": False,
            "fault": None,
            "note": None,
            "deal_end": deal.end,
            "place": game.places[seat],
            "payoff": game.payoffs[seat],
            "drawn": game.drawn,
        }
        for game in found.games()
        for number, deal in enumerate(game.deals)
        for place, (seat, text) in enumerate(deal.actions)
    ]
    assert [{key: row[key] for key in expected[0]} for row in rows(found)] == expected


def test_a_row_shows_what_the_bot_was_sent(found: Opened) -> None:
    sent: list[Act[Any]] = []
    for game in found.games():
        for seat in range(3):
            acts = [message for message, _ in messages(found, game.index, seat) if isinstance(message, Act)]
            decisions = sum(actor == seat for deal in game.deals for actor, _ in deal.actions)
            sent += acts[len(acts) - decisions :]  # of a match in one piece they hold the games before too
    shown = sorted(rows(found), key=lambda row: (row["game_index"], row["seat"]))
    assert len(shown) == len(sent)
    for row, act in zip(shown, sent, strict=True):
        view = msgspec.to_builtins(act.view)
        assert row["legal"] == " | ".join(act.legal)
        assert row["hand"] == " ".join(view["hand"])
        assert row["holds"] == found.rules.hand(act.view)
        assert msgspec.json.decode(str(row["view_seats"])) == view["seats"]
        for before, values in (("own_", view["seats"][view["seat"]]), ("view_", view)):
            for key in values.keys() - {"hand", "deal", "seat", "seats"}:
                value = values[key]
                assert row[before + key] == (" ".join(map(str, value)) if isinstance(value, list) else value)
        assert (row["deal"], row["seat"]) == (view["deal"], view["seat"])


def test_a_column_has_cells_of_one_type(found: Opened) -> None:
    table = Table(found)
    for game in found.games():
        for row in table.rows(game):
            for column, cell in zip(table.columns, row, strict=True):
                assert type(cell) is TYPES[column.kind] or (cell is None and column.nullable), column.name


def test_the_first_row_of_a_game_of_fajer(tmp_path: Path) -> None:
    found = opened(written(tmp_path / "m.jsonl", "fajer", 3, 1))
    (game,) = found.games()
    deck = game.deals[0].deck.split()
    row = rows(found)[0]
    # F-11, F-12: seat 0 deals, three cards at a time from its left on, itself last; by default the dealer opens
    assert (row["seat"], row["view_dealer"], row["view_opener"]) == (0, 0, 0)
    assert row["hand"] == " ".join(deck[6:9])
    assert (row["legal"], row["choices"]) == ("keep | put", 2)
    assert (row["view_phase"], row["view_common"], row["own_stakes"], row["own_laid"]) == ("open", "", 3, None)


def test_the_first_row_of_a_game_of_poker(tmp_path: Path) -> None:
    found = opened(written(tmp_path / "m.jsonl", "poker", 3, 1, preset="standard-one-draw", ante="2"))
    (game,) = found.games()
    row = rows(found)[0]
    # P-07, P-09: seat 0 deals, five cards at once, seat 1 is the first to bid
    assert (row["seat"], row["view_dealer"]) == (1, 0)
    assert row["hand"] == " ".join(game.deals[0].deck.split()[:5])
    # P-08, P-10: the ante is paid, the other 98 chips can be bet
    assert (row["own_chips"], row["view_pot"]) == (98, 6)
    assert (row["legal"], row["choices"]) == ("pass | bet 1..98", 99)


def test_an_amount_is_the_number_that_an_action_ends_with(tmp_path: Path) -> None:
    poker = rows(opened(written(tmp_path / "m.jsonl", "poker", 3, 4)))
    assert {row["word"] for row in poker} == {"pass", "fold", "call", "bet", "raise", "draw"}
    for row in poker:
        word, _, rest = str(row["action"]).partition(" ")
        assert row["amount"] == (int(rest) if word in ("bet", "raise") else None)
    fajer = rows(opened(written(tmp_path / "n.jsonl", "fajer", 3, 4)))
    assert {row["amount"] for row in fajer} == {None}


def test_faults_and_notes(tmp_path: Path) -> None:
    (tmp_path / "faulty.py").write_text(FAULTY)
    path = tmp_path / "m.jsonl"
    done("match", f"py:{tmp_path}/faulty.py:Faulty", "first", "first", "--game", "poker", "--set", "hands=4",
         "-n", "1", "--seating", "fixed", "--seed", "faults", "-o", path)  # fmt: skip
    found = opened(path)
    (game,) = found.games()
    (fault,) = game.faults
    own = [row for row in rows(found) if row["bot"] == "Faulty"]
    before = [row for row in own if row["deal"] == 0]
    after = [row for row in own if row["deal"] != 0]
    assert {row["note"] for row in before} == {"deal 0"}
    assert {(row["by_referee"], row["fault"]) for row in before} == {(False, None)}
    assert (after[0]["deal"], after[0]["action_index"]) == (fault.deal, fault.action)
    assert [row["fault"] for row in after] == [fault.kind] + [None] * (len(after) - 1)
    assert {(row["by_referee"], row["time_us"], row["note"]) for row in after} == {(True, None, None)}
    # it forfeited: the last place, and all its chips
    assert {(row["place"], row["payoff"]) for row in own} == {(3, -100.0)}


def test_strangers_texts_are_escaped(tmp_path: Path) -> None:
    def change(game: Game[Any]) -> None:
        game.notes.append((0, 1, "one\ntwo\x1b[31m|‮"))

    path = written(tmp_path / "m.jsonl", "fajer", 2, 1, change=change)
    found = opened(path)
    found.match.bots[0] = msgspec.structs.replace(found.match.bots[0], name="a\x1b", version="1\n2")
    shown = rows(found)
    assert shown[1]["note"] == r"one\ntwo\x1b[31m|\u202e"
    assert {(row["bot"], row["bot_version"]) for row in shown} == {(r"a\x1b", r"1\n2"), ("bot 1", "1.0")}


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda game: game.deals[0].actions.insert(0, (1, "go")), "deal 0, action 0"),
        (lambda game: game.deals[0].actions.__setitem__(0, (0, "go")), "'go'"),
        (lambda game: setattr(game, "seed", "0" * 32), "deal 0"),
    ],
)
def test_a_game_that_is_not_by_the_rules_is_refused(
    tmp_path: Path, change: Callable[[Game[Any]], Any], says: str
) -> None:
    def both(game: Game[Any]) -> None:
        change(game)
        game.times_us = [[1] * len(deal.actions) for deal in game.deals]

    path = written(tmp_path / "m.jsonl", "fajer", 2, 1, change=both)
    with pytest.raises(RecordError, match=r"m\.jsonl, game 0: .*replay --verify") as raised:
        rows(opened(path))
    assert says in str(raised.value)


def test_a_fault_of_ours_is_nobodys(tmp_path: Path) -> None:
    path = written(
        tmp_path / "m.jsonl", "fajer", 2, 1,
        change=lambda game: game.faults.append(Fault(None, 0, 0, "internal", "once more")),
    )  # fmt: skip
    assert {row["fault"] for row in rows(opened(path))} == {None}


@pytest.mark.parametrize("name", games.NAMES)
def test_no_two_columns_have_the_same_name(name: str) -> None:
    names = [column.name for column in columns(games.game(name))]
    assert len(set(names)) == len(names)
