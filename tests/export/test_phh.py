"""Proves that hands in PHH are those of the record: read back by hand, and played on by PokerKit."""

import random
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pokerkit
import pytest
from cli.running import done
from export.lots import any_action, written
from pokerkit.notation import HandHistory

from fajer.errors import RecordError, UsageError
from fajer.export.phh import as_phh, variant
from fajer.games.api import State
from fajer.games.cards import FRENCH
from fajer.games.poker.options import PRESETS
from fajer.records.files import Opened, opened
from fajer.records.record import Game

PATTERNS = ("2c 5d 7h 9s Kc", "2d 5h 7s 9c Kd", "2h 5s 7c 9d Kh", "2s 5c 7d 9h Ks", "3c 4d 6h 8s Qc", "3d 4h 6s 8c Qd")
"""Four equal hands, and two that are worse."""
FAULTY = """from fajer.bot import Bot

class Faulty(Bot):
    hand = 0
    def act(self, view, legal):
        if view.deal == self.hand and view.phase == "draw":
            raise ValueError("on purpose")
        self.note = "a # b" if view.phase == "draw" else None
        return "draw " + view.hand[4] if view.phase == "draw" else "call" if "call" in legal else "pass"

class Later(Faulty):
    hand = 1
"""


class NoLimitHighSingleDraw(pokerkit.NoLimitDeuceToSevenLowballSingleDraw):
    """Our variant, as `docs/export.md` describes it."""

    hand_types = (pokerkit.StandardHighHand,)


@pytest.fixture(autouse=True)
def _known(monkeypatch: pytest.MonkeyPatch) -> None:
    """PokerKit knows the code."""
    monkeypatch.setitem(HandHistory.game_types, "NH1D", NoLimitHighSingleDraw)
    monkeypatch.setitem(HandHistory.variants, NoLimitHighSingleDraw, "NH1D")
    monkeypatch.setitem(HandHistory.required_field_names, "NH1D", HandHistory.required_field_names["N2L1D"])


def text(found: Opened) -> str:
    """The whole export."""
    return b"".join(as_phh(found)).decode()


def hands(found: Opened) -> list[dict[str, Any]]:
    """Every hand, as TOML has it."""
    read = tomllib.loads(text(found))
    assert list(read) == [str(number + 1) for number in range(len(read))]
    return list(read.values())


def stand_by(state: State, lots: random.Random) -> int:
    """By lot, but mostly keeping the cards, and folding less often."""
    action = any_action(state, lots)
    word = state.text(action).split()[0]
    if word == "draw" and lots.random() < 0.9:
        return state.legal()[0]
    return state.legal()[1] if word == "fold" and lots.random() < 0.6 else action


# PokerKit


def test_the_code_is_none_of_pokerkits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    assert not {variant(replace_options(draws=draws)) for draws in (0, 1, 3)} & set(HandHistory.game_types)


def replace_options(preset: str = "standard-one-draw", **changes: Any) -> Any:
    """Options of a preset, some changed."""
    return msgspec.structs.replace(PRESETS[preset], **changes)


@pytest.mark.slow
@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.filterwarnings("ignore:Returning reserved")  # the talon is made anew
def test_pokerkit_ends_every_hand_with_our_stacks(players: int, tmp_path: Path) -> None:
    path = written(tmp_path / "m.jsonl", "poker", players, 16, preset="standard-one-draw", ante=str(players % 2 + 1))
    found = opened(path)
    loaded = list(HandHistory.loads_all(text(found)))
    assert len(loaded) == sum(len(game.deals) for game in found.games()) > 60
    for hand in loaded:
        paid, end = to_the_end(hand)
        assert not end.status
        differences = odd_chips(hand, paid)
        assert [ours - odd for ours, odd in zip(hand.finishing_stacks, differences, strict=True)] == end.stacks


def equal_hands(deal: int) -> list[int]:
    """A deck that deals four equal hands and two worse ones, to whom is by lot."""
    lots = random.Random(deal)
    dealt = [FRENCH.card(card) for hand in lots.sample(PATTERNS, 6) for card in hand.split()]
    rest = [card for card in range(52) if card not in dealt]
    return dealt + lots.sample(rest, len(rest))


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:Returning reserved")
def test_odd_chips_are_all_that_is_different(tmp_path: Path) -> None:
    """PokerKit gives all odd chips of a pot to one seat, and joins pots: of equal hands that tells now and then."""
    seen: Counter[bool] = Counter()
    for players in (4, 5, 6):
        path = written(
            tmp_path / f"{players}.jsonl", "poker", players, 20, preset="standard-one-draw", choose=stand_by,
            decks=equal_hands,
        )  # fmt: skip
        found = opened(path)
        found = replace(found, rules=replace(found.rules, start=partial(found.rules.start, shuffle=equal_hands)))
        for hand in HandHistory.loads_all(text(found)):
            paid, end = to_the_end(hand)
            differences = odd_chips(hand, paid)
            assert [ours - odd for ours, odd in zip(hand.finishing_stacks, differences, strict=True)] == end.stacks
            seen[any(differences)] += 1
    assert seen[True] >= 5
    assert seen[False] > 10 * seen[True]


def to_the_end(hand: HandHistory) -> tuple[list[int], pokerkit.State]:
    """What each player paid into the pots, what came back to them left out, and the state at the end."""
    paid: list[int] = []
    for state in hand:
        if not any(isinstance(operation, pokerkit.ChipsPushing) for operation in state.operations):
            paid = [before - now for before, now in zip(hand.starting_stacks, state.stacks, strict=True)]
    return paid, state


def odd_chips(hand: HandHistory, paid: list[int]) -> list[int]:
    """By player, what P-18 gives more than PokerKit does: nothing but odd chips."""
    shown = {
        int(words[0][1:]) - 1: pokerkit.StandardHighHand(words[2])
        for words in (action.split() for action in hand.actions)
        if words[1] == "sm"
    }
    ours = [0] * len(paid)
    theirs = [0] * len(paid)
    joined: dict[tuple[int, ...], tuple[int, list[int]]] = {}
    won = list(pots(paid, shown))
    winners = {seat for _, _, best in won for seat in best}
    for chips, seats, best in won:
        for place, seat in enumerate(best):
            ours[seat] += chips // len(best) + (place < chips % len(best))
        left = tuple(seat for seat in seats if seat in winners)
        joined[left] = joined.get(left, (0, best))[0] + chips, best
    for chips, best in joined.values():
        for place, seat in enumerate(best):
            theirs[seat] += chips // len(best) + (chips % len(best) if place == 0 else 0)
    return [one - other for one, other in zip(ours, theirs, strict=True)]


def pots(paid: list[int], shown: dict[int, Any]) -> Iterator[tuple[int, list[int], list[int]]]:
    """Each pot: its chips, who plays for it, who has won it."""
    below = 0
    for level in sorted({paid[seat] for seat in shown}):
        seats = [seat for seat in shown if paid[seat] >= level]
        best = max(shown[seat] for seat in seats)
        chips = sum(min(each, level) - min(each, below) for each in paid)
        yield chips, seats, [seat for seat in seats if shown[seat] == best]
        below = level


# Read back


@pytest.fixture(scope="module", params=[*PRESETS, "all-in three-draw"])
def found(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Opened:
    """A file of each kind of game."""
    path = tmp_path_factory.mktemp("phh") / "m.jsonl"
    if request.param in PRESETS:
        return opened(written(path, "poker", 4, 12, preset=request.param, hands="30"))
    return opened(written(path, "poker", 4, 12, preset="house-three-draw", short_stack="all_in", chips="9"))


def test_a_hand_says_what_the_record_says(found: Opened) -> None:
    expected = [
        {
            "variant": variant(found.options),
            "min_bet": 1,
            "hand": number + 1,
            "seat_count": 4,
            "_match_id": found.match.id,
            "_game_index": game.index,
            "_game_seed": game.seed,
            "_set": game.set,
            "_seating": game.seating,
            "_preset": found.match.preset,
            "_options": found.match.rules,
            "_dealer": deal.dealer + 1,
            "_end": deal.end,
            "_forfeited": [],
        }
        for game in found.games()
        for number, deal in enumerate(game.deals)
    ]
    assert [{key: hand[key] for key in expected[0]} for hand in hands(found)] == expected


def test_the_chips_of_a_hand_are_those_after_the_one_before(found: Opened) -> None:
    ante, chips = found.options.ante, found.options.chips
    read = iter(hands(found))
    for game in found.games():
        stacks = dict.fromkeys(range(1, 5), chips)
        left = 0
        for deal in game.deals:
            hand = next(read)
            seats = hand["seats"]
            assert seats[-1] == hand["_dealer"]
            assert hand["starting_stacks"] == [stacks[seat] for seat in seats]
            assert sorted(seats) == [seat for seat in stacks if stacks[seat] >= ante]
            assert hand["antes"] == [ante] * len(seats)
            assert hand["blinds_or_straddles"] == [0] * len(seats)
            assert hand["players"] == [f"bot {seat - 1}" for seat in seats]
            assert hand["_carried"] == left
            left = hand["_left"]
            assert (deal.end == "passed_in") >= (left > 0)
            stacks |= dict(zip(seats, hand["finishing_stacks"], strict=True))
            assert sum(stacks.values()) + left == 4 * chips
        assert left == 0
        assert [stacks[seat] - chips for seat in range(1, 5)] == game.payoffs
    assert next(read, None) is None


def test_the_actions_are_those_of_the_record(found: Opened) -> None:
    deals = [deal for game in found.games() for deal in game.deals]
    for hand, deal in zip(hands(found), deals, strict=True):
        assert list(as_recorded(hand)) == deal.actions


def as_recorded(hand: dict[str, Any]) -> Iterator[tuple[int, str]]:
    """The actions in the record's words."""
    level = 0
    for player, word, *more in (action.split() for action in hand["actions"]):
        if player == "d":
            continue
        seat = hand["seats"][int(player[1:]) - 1] - 1
        if word == "sd":
            level = 0
            yield seat, " ".join(["draw", *cards(*more)])
        elif word == "cbr":
            yield seat, f"{'raise' if level else 'bet'} {int(more[0]) - level}"
            level = int(more[0])
        elif word != "sm":
            yield seat, "fold" if word == "f" else "call" if level else "pass"


def cards(both: str = "") -> list[str]:
    """Cards that are written without blanks."""
    return [both[place : place + 2] for place in range(0, len(both), 2)]


def test_the_cards_are_those_of_the_deck(found: Opened) -> None:
    deals = [deal for game in found.games() for deal in game.deals]
    made_anew = 0
    for hand, deal in zip(hands(found), deals, strict=True):
        came: list[str] = []
        held: dict[str, list[str]] = {}
        laid: list[str] = []
        for player, word, *more in (action.split() for action in hand["actions"]):
            if player == "d":
                new = cards(more[1])
                came += new
                held[more[0]] = held.get(more[0], []) + new
            elif word == "sd":
                laid += cards(*more)
                held[player] = [card for card in held[player] if card not in cards(*more)]
            elif word == "sm":
                assert cards(*more) == held[player]
            if player != "d" and word != "sd":
                assert all(len(hand) == 5 for hand in held.values())
        deck = deal.deck.split()
        assert came[:52] == deck[: len(came)]  # P-09, P-16: from the top, in the order of play
        made_anew += len(came) > 52
    assert made_anew or found.options.draws < 3 or found.options.chips == 9


@pytest.mark.parametrize("preset", PRESETS)
def test_the_code_of_a_preset(preset: str) -> None:
    expected = {"house-five-card": "NH0D/H", "house-one-draw": "NH1D/H", "house-three-draw": "NH3D/H"}
    assert variant(PRESETS[preset]) == expected.get(preset, "NH1D")


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"draws": 3}, "NH3D"),
        ({"draws": 0, "ante": 5, "chips": 50, "hands": 1}, "NH0D"),
        ({"openers": "combination", "fold_shows": True}, "NH1D"),
        ({"ranking": "house"}, "NH1D/H"),
        ({"min_raise": "one"}, "NH1D/H"),
        ({"short_stack": "fold"}, "NH1D/H"),
        ({"all_pass": "carry"}, "NH1D/H"),
    ],
)
def test_the_code_tells_what_changes_how_a_hand_is_played_on(changes: dict[str, Any], code: str) -> None:
    assert variant(replace_options(**changes)) == code


# What went wrong, and what strangers wrote


@pytest.fixture(scope="module")
def faulty(tmp_path_factory: pytest.TempPathFactory) -> Opened:
    """A game that two of three bots forfeited, in draws of the first and of the second hand."""
    folder = tmp_path_factory.mktemp("faulty")
    (folder / "faulty.py").write_text(FAULTY)
    bots = [f"{name}=py:{folder}/faulty.py:{name}" for name in ("Faulty", "Later")]
    done("match", *bots, "first", "--game", "poker", "--preset", "standard-one-draw", "-n", "1",
         "--seating", "fixed", "--seed", "faulty", "-o", folder / "m.jsonl")  # fmt: skip
    return opened(folder / "m.jsonl")


def test_forfeits(faulty: Opened) -> None:
    (game,) = faulty.games()
    seat = {faulty.match.bots[number].name: place for place, number in enumerate(game.seats)}
    first, second = hands(faulty)
    assert (first["_forfeited"], first["_end"]) == ([seat["Faulty"] + 1], "shown")
    assert (second["_forfeited"], second["_end"]) == ([seat["Faulty"] + 1, seat["Later"] + 1], "forfeit")
    player = f"p{first['seats'].index(seat['Faulty'] + 1) + 1}"
    acted = [action.partition(" # ") for action in first["actions"] if action.startswith(f"{player} ")]
    at = next(place for place, (action, _, _) in enumerate(acted) if " sd" in action)
    assert acted[at] == (f"{player} sd", " # ", "played by the referee: crash")
    assert all(comment == "" for _, _, comment in acted[:at])
    assert all(comment == "played by the referee" for action, _, comment in acted[at + 1 :] if " sm " not in action)


def test_notes_stand_behind_actions(faulty: Opened) -> None:
    (game,) = faulty.games()
    first, _ = hands(faulty)
    noted = [action for action in first["actions"] if action.endswith(" # a # b")]
    assert len(noted) == len([note for note in game.notes if note[0] == 0]) > 0
    assert all(" sd " in action for action in noted)


def test_a_hand_that_was_broken_off_can_be_played_so_far(faulty: Opened) -> None:
    *_, broken = HandHistory.loads_all(text(faulty))
    *_, end = broken
    assert end.status
    assert broken.finishing_stacks == end.stacks


def test_texts_of_strangers(tmp_path: Path) -> None:
    def change(game: Game[Any]) -> None:
        game.notes.append((0, 0, 'it\'s "5" \\ # no]\n\x7f\x00é🂡'))

    found = opened(written(tmp_path / "m.jsonl", "poker", 2, 1, change=change, preset="standard-one-draw"))
    found.match.bots[:] = [msgspec.structs.replace(bot, name='a"\\\n') for bot in found.match.bots]
    first, *_ = hands(found)
    assert first["players"] == [r'a"\\n'] * 2
    assert first["actions"][2].endswith(' # it\'s "5" \\ # no]\\n\\x7f\\x00é🂡')
    for hand in HandHistory.loads_all(text(found)):
        assert not to_the_end(hand)[1].status


@pytest.mark.parametrize(
    "change",
    [
        lambda game: (game.deals.pop(), game.times_us.pop()),
        lambda game: (game.deals[0].actions.pop(), game.times_us[0].pop()),
        lambda game: game.deals[0].actions.__setitem__(0, (1, "bet 1000")),
    ],
)
def test_a_game_that_is_not_by_the_rules_is_refused(tmp_path: Path, change: Callable[[Game[Any]], Any]) -> None:
    found = opened(written(tmp_path / "m.jsonl", "poker", 2, 1, change=change))
    with pytest.raises(RecordError, match=r"m\.jsonl, game 0: .*replay --verify"):
        text(found)


def test_other_games_have_no_hands(tmp_path: Path) -> None:
    found = opened(written(tmp_path / "m.jsonl", "fajer", 2, 1))
    with pytest.raises(UsageError, match=r"m\.jsonl has games of Fájer: PHH is for poker"):
        text(found)


def test_a_part_is_a_game(tmp_path: Path) -> None:
    found = opened(written(tmp_path / "m.jsonl", "poker", 2, 3))
    steps: list[int] = []
    parts = list(as_phh(found, lambda: steps.append(1)))
    assert [len(tomllib.loads(part.decode())) for part in parts] == [len(game.deals) for game in found.games()]
    assert len(steps) == len(parts)
