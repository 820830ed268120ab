"""The 31 ranks of three cards by pictures and points, 1 the highest.

| rank | hand |
|---|---|
| 1 | three pictures, whatever they are |
| 2, 3, 4 | nine points with two pictures, with one, with none |
| 5 .. 28 | eight down to one point, in threes like that |
| 29, 30, 31 | no points with two pictures, with one, with none |

Pictures are jack, queen and king; a ten counts no points and is no picture. Card ranks and suits never decide.
"""

from typing import NamedTuple

from games.cards import Card
from games.points import POINTS

PICTURES = frozenset(card for card in Card if card.value[0] in "JQK")

_POINTS = ("Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine")
_PICTURES = ("Plain", "Single Knight", "Double Knights")


class PictureRank(NamedTuple):
    """A rank from 1, the highest, to 31, and its name: 3 Knights, Double Knights Nine, ... Plain Zero."""

    number: int
    name: str


THREE = PictureRank(1, "3 Knights")

_PICTURE = 100
"""What a picture adds to the points of a hand in the sums below, so that one sum tells both."""

_WEIGHTS = {card: POINTS[card] + _PICTURE * (card in PICTURES) for card in Card}


def _rank(points: int, pictures: int) -> PictureRank:
    if pictures == 3:
        return THREE
    return PictureRank(2 + 3 * (9 - points) + 2 - pictures, f"{_PICTURES[pictures]} {_POINTS[points]}")


_RANKS = {
    _PICTURE * pictures + points: _rank(points % 10, pictures)
    for pictures in range(4)
    for points in range(9 * (3 - pictures) + 1)
}

SIXES = frozenset(_rank(6, pictures).number for pictures in range(3))
"""The ranks of six points."""


def picture_rank(cards: tuple[Card, ...]) -> PictureRank:
    """The rank of three cards.

    Raises:
        ValueError: these are not three cards.
    """
    try:
        first, second, third = cards
    except ValueError:
        raise ValueError(f"{len(cards)} cards have no rank by pictures: three are needed") from None
    return _RANKS[_WEIGHTS[first] + _WEIGHTS[second] + _WEIGHTS[third]]
