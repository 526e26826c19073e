"""Who pays, who is out, and how a game ends (F-21 … F-29)."""

from collections.abc import Sequence
from fractions import Fraction

from fajer.games.api import Outcome, Rule
from fajer.games.fajer.options import Options

RULES = (
    Rule(
        "F-21",
        "Each player starts with `stakes` stakes. When all have laid, everyone whose hand is the weakest pays "
        "one stake into the pot: all of several equal ones, all the players too if all are equal.",
        "both",
        ("stakes",),
    ),
    Rule(
        "F-22",
        "A player with no stakes left plays on. One who has to pay and cannot is out.",
        "both",
    ),
    Rule(
        "F-23",
        "Somebody always pays: when none of the weakest can, they are out and the next weakest have to pay, "
        "and so on upward, each hand strength a step of its own, until someone has paid or one player is "
        "left, who does not pay. By option nobody else pays. Where some of equal hands can pay and some "
        "cannot, the first pay, the second are out, and it ends there.",
        "German; three-stakes: silent",
        ("broke",),
        "Among equal weakest hands of which some can pay they do, and so somebody has paid; the German "
        "description could also be read to make the next weakest pay whenever someone goes out.",
    ),
    Rule(
        "F-24",
        "Nobody ever goes out so that no player is left: where all players still in would have to pay and "
        "none can, nobody of them pays or goes, and cards are dealt again.",
        "German",
        open_point="The German description names the case of two players only; the same thought is used for more.",
    ),
    Rule(
        "F-25",
        "Two players left who lay equal hands: both pay, as ever. By option, if at least one of the two has "
        "no stake, nobody pays and cards are dealt again.",
        "three-stakes: dealt again; German: both pay",
        ("heads_up_tie",),
    ),
    Rule(
        "F-26",
        "When three aces end a deal it does not go on upward: every other player pays or is out.",
        "both",
    ),
    Rule(
        "F-27",
        "The last player in wins the pot: a payoff of stakes × (players − 1), each other −stakes. Places: "
        "the winner 1, the others by when they went out, later is better; those who went out in the same "
        "step share the place (1, 2, 2, 4).",
        "both",
    ),
    Rule(
        "F-28",
        "At `deal_cap` deals the game is drawn: the players still in share place 1 and share all stakes of "
        "the game, whatever they have left. The caps do not apply without stakes.",
        "ours",
        ("deal_cap", "void_cap"),
        "The German description knows no draw; this is so that a game ends.",
    ),
    Rule(
        "F-29",
        "Without stakes `deals` deals are played, nobody goes out, and each payment counts as a loss. Places "
        "by fewest losses, ties shared; the payoff is the mean of all players' losses less one's own. "
        "F-25's new deal does not apply.",
        "three-stakes: played for fun; the rest ours",
        ("stakes", "deals"),
    ),
)


def settle(
    options: Options, strengths: Sequence[tuple[int, int]], stakes: Sequence[int]
) -> tuple[list[int], list[list[int]]]:
    """Who pays and who goes out when all have laid (F-21 … F-25).

    `strengths` holds (strength, seat) of each player in, `stakes` what each seat has left.
    Returns the seats that pay, and the groups that go out, the first to go first.
    """
    paid: list[int] = []
    out: list[list[int]] = []
    if _dealt_again(options, strengths, stakes):
        return paid, out
    left = strengths
    while True:
        weakest = min(left)[0]
        group = [seat for strength, seat in left if strength == weakest]
        paid = [seat for seat in group if can_pay(options, stakes[seat])]
        if not paid and len(group) == len(left):
            return paid, out  # F-24
        if len(paid) < len(group):
            out.append([seat for seat in group if seat not in paid])
        if paid or options.broke == "nobody" or len(left) == len(group) + 1:
            return paid, out
        left = [each for each in left if each[0] != weakest]


def _dealt_again(options: Options, strengths: Sequence[tuple[int, int]], stakes: Sequence[int]) -> bool:
    """Whether two equal hands pay nothing because one of the two has no stake (F-25)."""
    return (
        options.heads_up_tie == "redeal"
        and len(strengths) == 2
        and strengths[0][0] == strengths[1][0]
        and not all(can_pay(options, stakes[seat]) for _, seat in strengths)
    )


def can_pay(options: Options, stakes: int) -> bool:
    """Whether a player with so many stakes left can pay; without stakes always (F-29)."""
    return stakes > 0 or options.stakes == 0


def decided(options: Options, players: int, left: Sequence[int], out: Sequence[Sequence[int]], drawn: bool) -> Outcome:
    """How a game with stakes ended: `left` are still in, `out` went in this order (F-27, F-28)."""
    places = [1] * players
    better = len(left)
    for group in reversed(out):
        for seat in group:
            places[seat] = better + 1
        better += len(group)
    share = Fraction(options.stakes * players, len(left)) - options.stakes
    payoffs = [Fraction(-options.stakes)] * players
    for seat in left:
        payoffs[seat] = share
    return Outcome(tuple(places), tuple(payoffs), drawn)


def counted(losses: Sequence[int]) -> Outcome:
    """How a game without stakes ended (F-29)."""
    places = tuple(1 + sum(other < own for other in losses) for own in losses)
    mean = Fraction(sum(losses), len(losses))
    return Outcome(places, tuple(mean - own for own in losses), False)


def worst(options: Options, players: int) -> Fraction:
    """The lowest payoff that the rules allow: all stakes lost, or every deal alone."""
    if options.stakes:
        return Fraction(-options.stakes)
    return -Fraction(options.deals * (players - 1), players)
