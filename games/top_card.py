"""The highest card of a hand where suits decide between equal ranks.

Ranks K Q J 10 ... 2 A with the ace lowest; suits spade, heart, club, diamond, which is not the order of bridge. In one
deck no two cards are equal, so that two hands never are.
"""

from games.cards import PACK, Card

RANK_ORDER = "A23456789TJQK"
"""Rank letters from low to high with the ace low."""

SUIT_ORDER = "dchs"
"""Suit letters from low to high."""

HEIGHT: dict[Card, int] = {card: RANK_ORDER.index(card[0]) * 4 + SUIT_ORDER.index(card[1]) for card in PACK}
"""How high a card is among all, 0..51; a quarter of it is the height of its rank."""


def top_height(cards: tuple[Card, ...]) -> int:
    """The height of the highest card."""
    return max([HEIGHT[card] for card in cards])


def descending(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards from the highest to the lowest."""
    return tuple(sorted(cards, key=HEIGHT.__getitem__, reverse=True))
