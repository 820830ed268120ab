"""Poker ranking: three cards, and the best five of more.

| three cards | five cards |
|---|---|
| Royal Flush (suited A K Q) | Royal Flush (suited A K Q J 10) |
| Straight Flush | Straight Flush |
| Three of a Kind | Four of a Kind |
| Straight | Full House |
| Flush | Flush |
| Pair | Straight |
| High Card | Three of a Kind, Two Pair, Pair, High Card |

Three of a kind and straights are rarer than flushes in three cards, hence the other order. The ace is low only
in 3-2-A and 5-4-3-2-A, which are the lowest straights; nothing wraps round it. Suits never decide.
"""

from collections.abc import Iterable
from enum import StrEnum
from functools import cache, lru_cache

import msgspec

from games.cards import RANKS, Card, Suit


class Category(StrEnum):
    """What a hand is called, in the rule sheets' words."""

    ROYAL_FLUSH = "Royal Flush"
    STRAIGHT_FLUSH = "Straight Flush"
    FOUR_OF_A_KIND = "Four of a Kind"
    FULL_HOUSE = "Full House"
    FLUSH = "Flush"
    STRAIGHT = "Straight"
    THREE_OF_A_KIND = "Three of a Kind"
    TWO_PAIR = "Two Pair"
    PAIR = "Pair"
    HIGH_CARD = "High Card"

    __hash__ = str.__hash__  # an enumeration's own is slower by far, and every pay table asks for it


THREE_CARD = (
    Category.HIGH_CARD,
    Category.PAIR,
    Category.FLUSH,
    Category.STRAIGHT,
    Category.THREE_OF_A_KIND,
    Category.STRAIGHT_FLUSH,
    Category.ROYAL_FLUSH,
)
"""The categories of three cards from low to high."""

FIVE_CARD = (
    Category.HIGH_CARD,
    Category.PAIR,
    Category.TWO_PAIR,
    Category.THREE_OF_A_KIND,
    Category.STRAIGHT,
    Category.FLUSH,
    Category.FULL_HOUSE,
    Category.FOUR_OF_A_KIND,
    Category.STRAIGHT_FLUSH,
    Category.ROYAL_FLUSH,
)
"""The categories of five cards from low to high."""

NUMBER = {rank: number for number, rank in enumerate(RANKS, start=2)}
"""Two to ace by the rank's letter: 2..14."""

SUITS = tuple(suit.value for suit in Suit)

ACE, QUEEN, LOW_ACE = 14, 12, 1


class Ranking(msgspec.Struct, frozen=True, order=True):
    """How strong a hand is. Compares by `strength`, which means something only between hands of one size."""

    strength: int
    category: Category


def _ranking(order: tuple[Category, ...], category: Category, numbers: Iterable[int]) -> Ranking:
    """Category first, then the numbers in the order in which they decide, four bits each."""
    strength = order.index(category)
    for number in numbers:
        strength = strength << 4 | number
    return Ranking(strength, category)


def three_card(cards: tuple[Card, ...], *, royal: bool = True) -> Ranking:
    """The ranking of three cards; without `royal` a suited A K Q is simply the highest straight flush.

    Raises:
        ValueError: these are not three cards.
    """
    text = "".join(cards)
    high, middle, low = sorted([NUMBER[rank] for rank in text[::2]], reverse=True)
    return _three(high, middle, low, text[1] == text[3] == text[5], royal)


@cache
def _three(high: int, middle: int, low: int, suited: bool, royal: bool) -> Ranking:  # noqa: FBT001  # a table's key
    """The ranking of three numbers from high to low. Remembered: there are only 741 such hands."""
    numbers = (high, middle, low)
    if numbers == (ACE, 3, 2):
        numbers = (3, 2, LOW_ACE)
    run = numbers[0] - 1 == numbers[1] == numbers[2] + 1
    if run and suited:
        category = Category.ROYAL_FLUSH if royal and high == ACE == numbers[0] else Category.STRAIGHT_FLUSH
    elif high == low:
        category = Category.THREE_OF_A_KIND
    elif run:
        category = Category.STRAIGHT
    elif suited:
        category = Category.FLUSH
    elif middle in (high, low):
        category = Category.PAIR
        numbers = (middle, middle, low if middle == high else high)
    else:
        category = Category.HIGH_CARD
    return _ranking(THREE_CARD, category, numbers)


def best_five(cards: tuple[Card, ...]) -> Ranking:
    """The ranking of the best five of five to nine cards: the best of what suits, runs and equal ranks make.

    Raises:
        ValueError: these are fewer than five cards, or more than nine (two flushes might be in them).
    """
    if not 5 <= len(cards) <= 9:
        raise ValueError(f"best five of {len(cards)} cards: five to nine are needed")
    text = "".join(cards)
    numbers, suits = [NUMBER[rank] for rank in text[::2]], text[1::2]
    made = _unsuited(tuple(sorted(numbers, reverse=True)))
    for suit in SUITS:
        if suits.count(suit) >= 5:
            return max(made, _suited([number for number, own in zip(numbers, suits, strict=True) if own == suit]))
    return made


@lru_cache(maxsize=1 << 15)
def _unsuited(falling: tuple[int, ...]) -> Ranking:
    """What ranks alone make, from high to low. Remembered, as far as six cards need: 18,395 such hands."""
    ranks = set(falling)
    made = _equal(falling, ranks)
    top = _run(ranks) if len(ranks) >= 5 else 0
    return max(made, _ranking(FIVE_CARD, Category.STRAIGHT, _down(top))) if top else made


def _suited(numbers: list[int]) -> Ranking:
    """What five or more cards of one suit make."""
    top = _run(numbers)
    if top:
        category = Category.ROYAL_FLUSH if top == ACE else Category.STRAIGHT_FLUSH
        return _ranking(FIVE_CARD, category, _down(top))
    return _ranking(FIVE_CARD, Category.FLUSH, sorted(numbers, reverse=True)[:5])


EQUAL = {
    (4, False): Category.FOUR_OF_A_KIND,
    (3, True): Category.FULL_HOUSE,
    (3, False): Category.THREE_OF_A_KIND,
    (2, True): Category.TWO_PAIR,
    (2, False): Category.PAIR,
    (1, False): Category.HIGH_CARD,
}
"""By the size of the largest group of equal ranks, and whether a second group of two or more counts beside it."""


def _equal(falling: tuple[int, ...], ranks: set[int]) -> Ranking:
    """What equal ranks make, down to a high card."""
    if len(ranks) == len(falling):
        return _ranking(FIVE_CARD, Category.HIGH_CARD, falling[:5])
    groups = sorted([(falling.count(number), number) for number in ranks], reverse=True)
    (most, first), (more, second) = groups[:2]
    paired = more >= 2 and most < 4
    pattern = [first] * most + ([second] * 2 if paired else [])
    rest = [number for number in falling if number not in pattern]
    return _ranking(FIVE_CARD, EQUAL[min(most, 4), paired], (pattern + rest)[:5])


def _run(numbers: Iterable[int]) -> int:
    """The top of the highest run of five, 0 where there is none."""
    held = 0
    for number in numbers:
        held |= 1 << number
    if held >> ACE:
        held |= 1 << LOW_ACE
    tops = held & held << 1 & held << 2 & held << 3 & held << 4
    return tops.bit_length() - 1 if tops else 0


def _down(top: int) -> range:
    return range(top, top - 5, -1)
