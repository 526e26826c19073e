"""What a bot is paid a hand, in a game that counts so: from numbers worked out by hand."""

import csv
import io

import msgspec
import pytest
from score.matches import game, match

from fajer import games
from fajer.games.poker.view import Deal
from fajer.score import table
from fajer.score.standings import Rate, Score, Standings

HAND = Deal(dealer=0, deck="", actions=[], end="alone", won=[])
RULES = msgspec.to_builtins(games.game("poker").options())


def scored(*paid: tuple[int, int, int]) -> Standings:
    """The table of a against b: by game of a set its seating, what a was paid, and in how many hands."""
    made = match("a", "b", games=len(paid))
    score = Score()
    taking = score.match(msgspec.structs.replace(made, game="poker", rules=RULES), "here")
    for index, (seating, payoff, hands) in enumerate(paid):
        seats = [0, 1] if seating == 0 else [1, 0]
        payoffs = [payoff, -payoff] if seating == 0 else [-payoff, payoff]
        one = game(index, index // 2, seating, seats, [1, 2], payoffs)
        taking.add(msgspec.structs.replace(one, deals=[HAND] * hands, times_us=[[]] * hands))
    taking.close()
    return score.standings()


TWO_SETS = scored((0, 30, 10), (1, 0, 20), (0, -10, 5), (1, 30, 5))


def test_a_hand_pays_all_chips_by_all_hands() -> None:
    # Sets: 30 chips in 30 hands, 20 in 10; 50 / 40 = 1.25 a hand. They are -7.5 and +7.5 off that, so the
    # standard error is sqrt(2 / 1 * 112.5) / 40 = 0.375; Student's 97.5 % quantile with 1 degree is 12.7062047.
    a, b = TWO_SETS.bots
    assert (a.name, b.name) == ("a", "b")
    assert a.a_deal is not None
    assert (a.a_deal.deals, a.a_deal.mean) == (40, 1.25)
    assert a.a_deal.interval == pytest.approx(0.375 * 12.706204736432095, rel=1e-9)
    assert b.a_deal == Rate(40, -1.25, a.a_deal.interval)
    # A game pays 30 and 20 by 2, so 12.5, whatever its hands.
    assert (a.mean, a.sets) == (12.5, 2)


def test_the_rate_is_in_text_and_csv() -> None:
    text = table.text(TWO_SETS)
    assert "chips ± 95 %" in text
    assert "a hand ± 95 % a hundred hands" in text
    assert "+1.250 ± 4.765" in text
    assert "+125.0" in text
    row = next(iter(csv.DictReader(io.StringIO(table.as_csv(TWO_SETS)))))
    assert (row["deals"], row["mean_a_deal"], row["interval_a_deal"][:6]) == ("40", "1.25", "4.7648")


def test_one_set_has_a_rate_and_no_interval() -> None:
    a = scored((0, 30, 10), (1, 0, 20)).bots[0]
    assert a.a_deal == Rate(30, 1.0, None)
    assert "+1.000 " in table.text(scored((0, 30, 10), (1, 0, 20)))


def test_a_rate_that_is_the_same_in_every_set_has_no_interval() -> None:
    """30 chips in 30 hands and 15 in 15: 1 a hand in both sets, though they differ a game."""
    a = scored((0, 30, 10), (1, 0, 20), (0, 15, 10), (1, 0, 5)).bots[0]
    assert a.a_deal == Rate(45, 1.0, None)
    assert a.interval is not None


def test_without_a_whole_set_there_is_no_rate() -> None:
    standings = scored((0, 30, 10))
    assert [bot.a_deal for bot in standings.bots] == [None, None]
    assert "no whole set" in table.text(standings)


def test_a_game_that_pays_by_games_alone_has_no_rate() -> None:
    score = Score()
    taking = score.match(match("a", "b", games=2), "here")
    taking.add(game(0, 0, 0, [0, 1], [1, 2], [3, -3]))
    taking.add(game(1, 0, 1, [1, 0], [1, 2], [3, -3]))
    taking.close()
    standings = score.standings()
    assert [bot.a_deal for bot in standings.bots] == [None, None]
    assert "a hundred" not in table.text(standings)
    assert "mean_a_deal" not in table.as_csv(standings)
