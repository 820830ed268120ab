"""Ranking against enumerated facts: how often each category occurs, and what an order must keep."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.cards import PACK, RANKS, Card, Suit, parse_cards
from games.poker import FIVE_CARD, THREE_CARD, Category, Ranking, best_five, queen_or_better, three_card

SUITS = "shdc"


@cache
def _all_three() -> dict[tuple[Card, ...], Ranking]:
    return {cards: three_card(cards) for cards in combinations(PACK, 3)}


def test_three_card_categories_occur_as_often_as_they_must() -> None:
    assert Counter(ranking.category for ranking in _all_three().values()) == {
        Category.ROYAL_FLUSH: 4,
        Category.STRAIGHT_FLUSH: 44,
        Category.THREE_OF_A_KIND: 52,
        Category.STRAIGHT: 720,
        Category.FLUSH: 1_096,
        Category.PAIR: 3_744,
        Category.HIGH_CARD: 16_440,
    }


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


def test_the_dealer_qualifies_as_often_as_he_must() -> None:
    assert sum(queen_or_better(cards) for cards in _all_three()) == 15_380


@pytest.mark.parametrize(
    ("cards", "qualifies"),
    [
        ("Qs 3h 2d", True),
        ("Js Th 8d", False),
        ("Js Th 9d", True),
        ("3s 2h Ad", True),
        ("5s 3s 2s", True),
        ("2s 2h 3d", True),
    ],
)
def test_the_limits_of_qualifying(cards: str, *, qualifies: bool) -> None:
    assert queen_or_better(parse_cards(cards)) is qualifies


def _flushes(size: int) -> Iterator[tuple[Card, ...]]:
    """All hands with five or more spades."""
    spades = [card for card in PACK if card.suit is Suit.SPADES]
    others = [card for card in PACK if card.suit is not Suit.SPADES]
    for suited in range(5, size + 1):
        for held in combinations(spades, suited):
            yield from (held + rest for rest in combinations(others, size - suited))


def _counted(size: int) -> Counter[Category]:
    """How many hands of `size` cards make each category: flushes one by one, the others by their ranks alone."""
    found: Counter[Category] = Counter()
    suited: Counter[str] = Counter()
    for cards in _flushes(size):
        found[best_five(cards).category] += 4
        suited["".join(sorted(card[0] for card in cards))] += 4
    for ranks in combinations_with_replacement(sorted(RANKS), size):
        copies = Counter(ranks)
        if max(copies.values()) > 4:
            continue
        cards = tuple(Card(rank + SUITS[place % 4]) for place, rank in enumerate(ranks))
        assert max(Counter(card[1] for card in cards).values()) < 5
        ways = prod(comb(4, count) for count in copies.values())
        found[best_five(cards).category] += ways - suited["".join(ranks)]
    return found


def test_five_card_categories_occur_as_often_as_they_must() -> None:
    assert _counted(5) == {
        Category.ROYAL_FLUSH: 4,
        Category.STRAIGHT_FLUSH: 36,
        Category.FOUR_OF_A_KIND: 624,
        Category.FULL_HOUSE: 3_744,
        Category.FLUSH: 5_108,
        Category.STRAIGHT: 10_200,
        Category.THREE_OF_A_KIND: 54_912,
        Category.TWO_PAIR: 123_552,
        Category.PAIR: 1_098_240,
        Category.HIGH_CARD: 1_302_540,
    }


def test_best_five_of_six_occur_as_often_as_they_must() -> None:
    found = _counted(6)
    assert sum(found.values()) == comb(52, 6)
    assert {category: found[category] for category in FIVE_CARD[3:]} == {
        Category.ROYAL_FLUSH: 188,
        Category.STRAIGHT_FLUSH: 1_656,
        Category.FOUR_OF_A_KIND: 14_664,
        Category.FULL_HOUSE: 165_984,
        Category.FLUSH: 205_792,
        Category.STRAIGHT: 361_620,
        Category.THREE_OF_A_KIND: 732_160,
    }


hands_of_six = st.lists(st.sampled_from(PACK), min_size=6, max_size=6, unique=True).map(tuple)


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
