"""Ranking: what an order of hands must keep, against a plain ranking that shares no code with it."""

from functools import cache
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.cards import PACK, RANKS, Card, parse_cards
from games.poker import FIVE_CARD, THREE_CARD, Category, Ranking, best_five, three_card
from games.three_card import qualifies

SUITS = "shdc"


@cache
def _all_three() -> dict[tuple[Card, ...], Ranking]:
    return {cards: three_card(cards) for cards in combinations(PACK, 3)}


def test_three_card_strength_orders_categories_and_ignores_suits() -> None:
    by_strength: dict[int, set[Category]] = {}
    for ranking in _all_three().values():
        by_strength.setdefault(ranking.strength, set()).add(ranking.category)
    assert all(len(categories) == 1 for categories in by_strength.values())
    rising = [THREE_CARD.index(categories.pop()) for _, categories in sorted(by_strength.items())]
    assert rising == sorted(rising)
    # 1 royal, 11 straight flushes, 13 trips, 12 straights, 274 flushes, 13 x 12 pairs, 274 high cards
    assert len(by_strength) == 1 + 11 + 13 + 12 + 274 + 156 + 274


def test_without_a_royal_a_suited_ace_king_queen_is_the_top_straight_flush() -> None:
    royal, king = parse_cards("As Ks Qs"), parse_cards("Kh Qh Jh")
    assert three_card(royal, royal=False).category is Category.STRAIGHT_FLUSH
    assert three_card(royal, royal=False) > three_card(king, royal=False)


@pytest.mark.parametrize(
    ("cards", "enough"),
    [
        ("Qs 3h 2d", True),
        ("Js Th 8d", False),
        ("Js Th 9d", True),
        ("3s 2h Ad", True),
        ("5s 3s 2s", True),
        ("2s 2h 3d", True),
    ],
)
def test_the_limits_of_qualifying(cards: str, *, enough: bool) -> None:
    assert qualifies(three_card(parse_cards(cards))) is enough


hands_of_six = st.lists(st.sampled_from(PACK), min_size=6, max_size=6, unique=True).map(tuple)


def _plain(cards: tuple[Card, ...]) -> tuple[str, list[int]]:
    """A hand of five by its name and the numbers in the order in which they decide."""
    numbers = sorted((RANKS.index(card[0]) + 2 for card in cards), reverse=True)
    grouped = sorted(numbers, key=lambda number: (numbers.count(number), number), reverse=True)
    run = len(set(numbers)) == 5 and numbers[0] - numbers[4] == 4
    if numbers == [14, 5, 4, 3, 2]:
        run, grouped = True, [5, 4, 3, 2, 1]
    flush = len({card[1] for card in cards}) == 1
    if run and flush:
        return "Royal Flush" if grouped[0] == 14 else "Straight Flush", grouped
    if flush:
        return "Flush", grouped
    if run:
        return "Straight", grouped
    copies = sorted(map(numbers.count, set(numbers)), reverse=True)
    names = {
        (4, 1): "Four of a Kind",
        (3, 2): "Full House",
        (3, 1): "Three of a Kind",
        (2, 2): "Two Pair",
        (2, 1): "Pair",
        (1, 1): "High Card",
    }
    return names[copies[0], copies[1]], grouped


def _plain_best(cards: tuple[Card, ...]) -> tuple[int, list[int]]:
    order = [str(category) for category in FIVE_CARD]
    return max((order.index(name), numbers) for name, numbers in map(_plain, combinations(cards, 5)))


hands_of_any_size = st.lists(st.sampled_from(PACK), min_size=5, max_size=9, unique=True).map(tuple)


@given(hands_of_any_size, hands_of_any_size)
def test_best_five_ranks_as_a_plain_ranking_does(one: tuple[Card, ...], other: tuple[Card, ...]) -> None:
    plain, against = _plain_best(one), _plain_best(other)
    assert best_five(one).category == FIVE_CARD[plain[0]]
    assert (best_five(one) > best_five(other)) == (plain > against)
    assert (best_five(one) == best_five(other)) == (plain == against)


@given(hands_of_six)
def test_best_of_six_is_the_best_of_its_fives(cards: tuple[Card, ...]) -> None:
    assert best_five(cards) == max(best_five(five) for five in combinations(cards, 5))


@given(hands_of_six, st.permutations(SUITS), st.randoms())
def test_neither_suits_nor_the_order_of_cards_matter(
    cards: tuple[Card, ...], suits: list[str], shuffle: object
) -> None:
    assert hasattr(shuffle, "sample")
    renamed = [Card(card[0] + suits[SUITS.index(card[1])]) for card in shuffle.sample(cards, 6)]
    assert best_five(tuple(renamed)) == best_five(cards)
    kept = cards[:3]
    turned = tuple(Card(card[0] + suits[SUITS.index(card[1])]) for card in reversed(kept))
    assert three_card(turned) == three_card(kept)


@pytest.mark.parametrize("size", [4, 10])
def test_a_hand_of_the_wrong_size_is_refused(size: int) -> None:
    with pytest.raises(ValueError, match="five to nine"):
        best_five(PACK[:size])


@pytest.mark.parametrize("size", [2, 4])
def test_not_three_cards_are_refused(size: int) -> None:
    with pytest.raises(ValueError, match="unpack"):
        three_card(PACK[:size])


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("5s 4h 3d 2c As Kh", "As Ks Kd Qh Qd 2s"),  # the lowest straight beats two pairs
        ("6s 5h 4d 3c 2s Kh", "5s 4h 3d 2c As Kh"),
        ("9s 9h 9d 8s 8h 8d", "9s 9h 9d 2s 2h 3d"),
        ("Ks Kh Qs Qh As 2d", "Ks Kh Qs Qh Js 2d"),  # two pairs, then the fifth card
        ("Ks Kh 2s 2h 3s 3d", "Ks Kh 2s 2h As Qd"),
        ("4s 4h 4d 4c As 2d", "4s 4h 4d 4c Ks Kd"),
        ("Ah 9h 7h 4h 3h 2s", "Kh Qh Jh Th 8h 2s"),  # a flush is read from its top
        ("Ah Kh Jh 9h 7h 2h", "Ac Kc Jc 9c 6c 5c"),
    ],
)
def test_ties_inside_a_category_are_broken(better: str, worse: str) -> None:
    assert best_five(parse_cards(better)) > best_five(parse_cards(worse))
