"""Index pairs are found whichever way a card lies, and half of a ten is no rank."""

import numpy as np
import pytest

from demo import drawing
from games.cards import Card
from scanner.pairs import Pair, pairs
from scanner.stock import Piece, pieces
from tests.drawn import cloth, corners_at, lay, seen_by_camera

WIDTH = 110


def _pairs(card: Card, turn: float) -> tuple[Piece, list[Pair]]:
    rng = np.random.default_rng(int(turn))
    picture = seen_by_camera(rng, lay(cloth(rng), drawing.face(card), corners_at((640, 360), WIDTH, turn)))
    [piece] = pieces(picture, [])
    return piece, pairs(piece, 0.5 * WIDTH, (0.12 * WIDTH, 0.55 * WIDTH))


def _at(piece: Piece, turn: float, x: float, y: float) -> tuple[float, float]:
    """A place on the card, in mm from its middle, as one of the piece."""
    angle = np.deg2rad(turn)
    mm = WIDTH / 63
    across, down = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
    found = np.array([640, 360]) + (across * x + down * y) * mm - (piece.left, piece.top)
    return float(found[0]), float(found[1])


def _middle(box: tuple[int, int, int, int]) -> tuple[float, float]:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


@pytest.mark.parametrize("turn", range(0, 360, 40))
def test_both_indices_are_found_with_their_direction(turn: int) -> None:
    piece, found = _pairs(Card.FOUR_OF_CLUBS, turn)
    angle = np.deg2rad(turn)
    for end in (1, -1):
        rank, suit = _at(piece, turn, end * (7.9 - 31.5), end * (11.7 - 44)), _at(piece, turn, -23.5 * end, -17.4 * end)
        near = [
            one
            for one in found
            if np.hypot(*np.subtract(_middle(one.rank.box), rank)) < 9
            and np.hypot(*np.subtract(_middle(one.suit.box), suit)) < 9
        ]
        assert len(near) == 1
        assert np.dot(near[0].down, (-end * np.sin(angle), end * np.cos(angle))) > 0.97


def test_a_ten_is_one_rank_and_neither_of_its_halves() -> None:
    piece, found = _pairs(Card.TEN_OF_DIAMONDS, 0)
    x, y = _at(piece, 0, 9 - 31.5, 11.7 - 44)
    first = [one for one in found if np.hypot(*np.subtract(_middle(one.rank.box), (x, y))) < 12 and one.down[1] > 0.9]
    assert len(first) == 1
    assert first[0].above.wide > 0.5 * first[0].above.tall


def test_pairs_of_another_height_are_left_out() -> None:
    rng = np.random.default_rng(5)
    picture = seen_by_camera(rng, lay(cloth(rng), drawing.face(Card.SIX_OF_CLUBS), corners_at((640, 360), WIDTH, 0)))
    [piece] = pieces(picture, [])
    assert not [one for one in pairs(piece, 55, (80, 120)) if one.tall < 80]
