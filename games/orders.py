"""Dealing orders: the shared vocabulary of patterns, stacks and dice.

| pattern | what | places A B C, two cards each |
|---|---|---|
| packet | a whole hand at a time | A A B B C C |
| cyclic | one card each, every round from the first place | A B C A B C |
| snake | one card each, there and back | A B C C B A |

The next card is due in the first spot of the sequence where nothing lies. As long as the deal is right this is
the k-th spot for the k-th card; when a card went astray it is the spot that the dealer still has to fill, so a
single fault moves no later card, and every lay has an answer.

Where dice choose the places, cards go into stacks `s1`..`sn` in the order in which the stacks were laid. For a
dice total t the first stack goes to place (t - 1) mod n + 1, the next stack to the next place, and so on round.
"""

from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache
from typing import assert_never

from games.cards import Card
from games.game import Dealt, Due, Lay, Next
from games.spots import Spot, SpotKind

DEALT = Dealt()

Sequence = Mapping[Spot, Next]
"""The spots of a deal in their order, each with the answer that names it: looked up and walked at each reading."""


class Pattern(StrEnum):
    """How the cards go round."""

    PACKET = "packet"
    CYCLIC = "cyclic"
    SNAKE = "snake"


def slots(pattern: Pattern, places: tuple[str, ...], each: int) -> tuple[tuple[str, int], ...]:
    """Place and index (from 1) of the first, second, ... card when each place gets `each` cards."""
    match pattern:
        case Pattern.PACKET:
            return tuple((place, index) for place in places for index in range(1, each + 1))
        case Pattern.CYCLIC:
            return tuple((place, index) for index in range(1, each + 1) for place in places)
        case Pattern.SNAKE:
            ways = (places, places[::-1])
            return tuple((place, index) for index in range(1, each + 1) for place in ways[(index - 1) % 2])
        case _:
            assert_never(pattern)


@lru_cache(maxsize=64)
def sequence(pattern: Pattern, kind: SpotKind, places: tuple[str, ...], each: int) -> Sequence:
    """The spots of a pattern in the order of the deal. Remembered, since it is asked at each reading."""
    spots = (Spot(kind, place, index) for place, index in slots(pattern, places, each))
    return {spot: Next(spot) for spot in spots}


def due(spots: Sequence, lay: Lay) -> Due:
    """What is due in a deal that is nothing but this sequence."""
    taken = {laid.spot for laid in lay.laid}
    for spot, answer in spots.items():
        if spot not in taken:
            return answer
    return DEALT


def stacks(count: int) -> tuple[str, ...]:
    """The names of the stacks in the order in which they are laid."""
    return tuple(f"s{number}" for number in range(1, count + 1))


def bound(places: tuple[str, ...], total: int) -> tuple[tuple[str, str], ...]:
    """Each stack and its place for a dice total, in stack order; `places` in their numbers' order."""
    count = len(places)
    return tuple((name, places[(total - 1 + step) % count]) for step, name in enumerate(stacks(count)))


def discarded(places: tuple[str, ...], boxes: tuple[str, ...], dealer: str) -> tuple[str, ...]:
    """The places whose cards are dealt and then taken away: boxes without a bet. The dealer always plays."""
    return tuple(place for place in places if place != dealer and place not in boxes)


def place(spot: Spot, places: Mapping[str, str]) -> str:
    """The hand a spot's card belongs to: a stack's is the place the dice gave it, empty while they have not."""
    match spot.kind:
        case SpotKind.HAND:
            return spot.owner
        case SpotKind.STACK:
            return places.get(spot.owner, "")
        case SpotKind.BURN | SpotKind.DISCARD | SpotKind.DIE | SpotKind.NONE:
            return ""
        case _:
            assert_never(spot.kind)


def gathered(lay: Lay, places: Mapping[str, str]) -> dict[str, tuple[Card | None, ...]]:
    """The cards of each hand by their index, whether they lie in its own spots or in the stack bound to it."""
    hands: dict[str, list[tuple[int, Card | None]]] = {}
    for laid in lay.laid:
        owner = place(laid.spot, places)
        if owner:
            hands.setdefault(owner, []).append((laid.spot.index, laid.card))
    return {
        owner: tuple(card for _, card in sorted(cards, key=lambda numbered: numbered[0]))
        for owner, cards in hands.items()
    }
