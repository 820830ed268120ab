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

_RANKS = {
    (points, pictures): PictureRank(2 + 3 * (9 - points) + 2 - pictures, f"{_PICTURES[pictures]} {_POINTS[points]}")
    for points in range(10)
    for pictures in range(3)
}

SIXES = frozenset(_RANKS[6, pictures].number for pictures in range(3))
"""The ranks of six points."""


def picture_rank(cards: tuple[Card, ...]) -> PictureRank:
    """The rank of three cards.

    Raises:
        ValueError: these are not three cards.
    """
    if len(cards) != 3:
        raise ValueError(f"{len(cards)} cards have no rank by pictures: three are needed")
    pictures = sum([card in PICTURES for card in cards])
    return THREE if pictures == 3 else _RANKS[sum([POINTS[card] for card in cards]) % 10, pictures]
