"""What the strategies take from a view."""

from baselines.poker.table import seat, view

from fajer.baselines.poker.seeing import draw_text, numbers, rivals, unseen

HAND = "Ah Kh 9h 8d 8c"


def missing(cards: int) -> set[int]:
    """The cards that have been seen."""
    return {card for card in range(52) if not cards >> card & 1}


def test_all_but_the_own_cards_are_unseen_and_those_laid_aside_and_shown() -> None:
    seen = view(HAND, seat(drew=2), seat(folded=True, shown="2c 3c 4c 5d 6d"), discarded="Ts Js")
    assert missing(unseen(seen)) == set(numbers([*HAND.split(), "Ts", "Js", "2c", "3c", "4c", "5d", "6d"]))


def test_after_the_talon_was_made_anew_a_card_laid_aside_may_be_anywhere() -> None:
    # Six hands of five and 5 × 5 cards drawn are more than 52.
    others = [seat(drew=5) for _ in range(4)]
    seen = view(HAND, *others, seat(drew=5, folded=True, shown="2c 3c 4c 5d 6d"), discarded="Ts Js")
    assert missing(unseen(seen)) == set(numbers(HAND.split()))


def test_rivals_are_those_who_have_not_folded() -> None:
    seen = view(HAND, seat(50), seat(folded=True), seat(70))
    assert [rival.chips for rival in rivals(seen).values()] == [50, 70]
    assert list(rivals(seen)) == [1, 3]


def test_a_draw_names_what_is_not_kept_in_hand_order() -> None:
    hand = numbers(HAND.split())
    assert draw_text(hand, hand[3:]) == "draw Ah Kh 9h"
    assert draw_text(hand, hand) == "draw"
