"""Niu points of five cards: three that make a multiple of ten, and what the other two count.

Ace 1, two to nine as printed, ten and pictures 10. If any three cards add up to a multiple of ten the hand has the
last digit of the other two, 0 counting as 10; since the three leave the last digit alone, that is the last digit of
all five whichever three they are. If no three do, the hand has 0 points.
"""

from functools import lru_cache
from itertools import combinations

from games.cards import PACK, Card

VALUE: dict[Card, int] = {card: 1 if card[0] == "A" else int(card[0]) if card[0].isdecimal() else 10 for card in PACK}
"""What a card counts."""

BEST = 10


@lru_cache(maxsize=2048)
def points_of(values: tuple[int, ...]) -> int:
    """Points 0..10 of five values in ascending order. Remembered: there are 2,002 such hands."""
    if all(sum(three) % 10 for three in combinations(values, 3)):
        return 0
    return sum(values) % 10 or BEST


def points(cards: tuple[Card, ...]) -> int:
    """Points 0..10 of five cards."""
    return points_of(tuple(sorted([VALUE[card] for card in cards])))


def name(points: int) -> str:
    """What a hand of so many points is called."""
    if points == 0:
        return "No Niu"
    return "Niu Niu" if points == BEST else f"Niu {points}"
