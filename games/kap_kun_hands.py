"""Kap Kun hands: the classes of four cards, and hands of two.

| four cards, high to low | two cards, high to low |
|---|---|
| Four of a Kind | Pair, the ace highest |
| Three of a Kind | Two Pictures |
| Two Picture Pairs | A+9 |
| Two Pairs | 9 to 0 points, as in baccarat |

Between two of a class the higher rank wins, the ace highest; for two pairs the higher pair, then the lower, then the
suit of the top card. Between equal hands of two the highest card of the hand decides, here with the ace lowest, then
its suit: two hands are never equal.
"""

from collections import Counter
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from games.cards import Card
from games.poker import NUMBER
from games.top_card import SUIT_ORDER, top_height

PICTURES = frozenset("JQK")


class Natural(StrEnum):
    """The classes of four cards that decide a bet by themselves."""

    TWO_PAIRS = "Two Pairs"
    TWO_PICTURE_PAIRS = "Two Picture Pairs"
    THREE_OF_A_KIND = "Three of a Kind"
    FOUR_OF_A_KIND = "Four of a Kind"


CLASSES = tuple(Natural)
"""From low to high."""


class Setting(NamedTuple):
    """Four cards as two hands of two."""

    high: tuple[Card, ...]
    low: tuple[Card, ...]


class TwoCards(NamedTuple):
    """How strong a hand of two is. `strength` compares."""

    strength: tuple[int, int, int]
    name: str


class FourCards(NamedTuple):
    """How strong four cards of a class are. `strength` compares."""

    strength: tuple[int, ...]
    natural: Natural


def value(card: Card) -> int:
    """What a card counts: ace 1, two to nine as printed, ten and pictures 0."""
    return 1 if card[0] == "A" else int(card[0]) if card[0].isdecimal() else 0


@lru_cache(maxsize=4096)
def two_cards(cards: tuple[Card, ...]) -> TwoCards:
    """The hand that two cards make. Remembered: there are 2,652 pairs in order."""
    first, second = (card[0] for card in cards)
    top = top_height(cards)
    if first == second:
        return TwoCards((12, NUMBER[first], top), "Pair")
    if first in PICTURES and second in PICTURES:
        return TwoCards((11, 0, top), "Two Pictures")
    if {first, second} == {"A", "9"}:
        return TwoCards((10, 0, top), "A+9")
    count = points(cards)
    return TwoCards((count, 0, top), f"{count} points")


def four_cards(cards: tuple[Card, ...]) -> FourCards | None:
    """The class of four cards, None where they have none."""
    if len({card[0] for card in cards}) > 2:
        return None
    ranks = [card[0] for card in cards]
    groups = sorted(((count, NUMBER[rank], rank) for rank, count in Counter(ranks).items()), reverse=True)
    count, number, rank = groups[0]
    if count == 4:
        return FourCards((CLASSES.index(Natural.FOUR_OF_A_KIND), number), Natural.FOUR_OF_A_KIND)
    if count == 3:
        return FourCards((CLASSES.index(Natural.THREE_OF_A_KIND), number), Natural.THREE_OF_A_KIND)
    natural = Natural.TWO_PICTURE_PAIRS if PICTURES.issuperset(ranks) else Natural.TWO_PAIRS
    suit = max(SUIT_ORDER.index(card[1]) for card in cards if card[0] == rank)
    return FourCards((CLASSES.index(natural), number, groups[1][1], suit), natural)


def points(cards: tuple[Card, ...]) -> int:
    """The points of cards as in baccarat, 0..9, whatever else they make."""
    return sum(map(value, cards)) % 10


def fouled(high: tuple[Card, ...], low: tuple[Card, ...]) -> bool:
    """Whether the low hand is stronger than the high hand; four cards of a class cannot be set wrong."""
    return two_cards(low).strength > two_cards(high).strength and four_cards(high + low) is None
