"""Card points: an ace counts 1, two to nine as printed, ten and pictures 0; a hand counts their sum modulo ten."""

from collections.abc import Iterable

from games.cards import Card

POINTS: dict[Card, int] = {
    card: 1 if card.value[0] == "A" else int(card.value[0]) if card.value[0].isdecimal() else 0 for card in Card
}
"""The points of each card, 0..9."""


def points(cards: Iterable[Card]) -> int:
    """The points of a hand, 0..9."""
    return sum([POINTS[card] for card in cards]) % 10
