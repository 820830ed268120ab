"""Index pairs are found whichever way a card lies, half of a ten is no rank, and no edge runs through an index."""

import cv2
import numpy as np
import pytest

from demo import drawing
from games.cards import Card
from scanner.pairs import Pair, half_of_ten, one_sheet, pairs
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


def _piece(edge: float = 0.0, slope: float = 0.0) -> Piece:
    """A seven over a diamond in flat ink on paper; `edge` darkens a line between them, `slope` all that is lower."""
    ink = np.zeros((120, 100), np.float32)
    cv2.polylines(ink, [np.array([(36, 22), (60, 22), (44, 56)])], isClosed=False, color=(0.9,), thickness=6)
    cv2.fillPoly(ink, [np.array([(48, 66), (59, 80), (48, 94), (37, 80)])], (0.9,))
    ink[61:63] = np.maximum(ink[61:63], edge)
    ink += np.linspace(0, slope, 120)[:, None].astype(np.float32)
    return Piece(0, 0, ink, np.full((120, 100, 3), 240, np.uint8))


@pytest.mark.parametrize(("piece", "one"), [(_piece(), True), (_piece(slope=0.05), True), (_piece(edge=0.12), False)])
def test_an_edge_between_rank_and_suit_parts_them(piece: Piece, one: bool) -> None:  # noqa: FBT001 - a row of the table
    found = [pair for pair in pairs(piece, 60, (40, 100)) if pair.down[1] > 0.9]
    assert [one_sheet(piece, pair) for pair in found] == [one]


def test_an_edge_on_one_side_is_other_print() -> None:
    piece = _piece(edge=0.12)
    piece.ink[:, :35] = 0
    [pair] = [pair for pair in pairs(piece, 60, (40, 100)) if pair.down[1] > 0.9]
    assert one_sheet(piece, pair)


@pytest.mark.parametrize(("before", "half"), [("one", True), ("nothing", False), ("cloth", False), ("far", False)])
def test_a_nought_with_a_one_before_it_is_half_of_a_ten(before: str, half: bool) -> None:  # noqa: FBT001 - as above
    ink = np.zeros((120, 120), np.float32)
    cv2.ellipse(ink, (72, 40), (11, 18), 0, 0, 360, (0.9,), 5)
    cv2.fillPoly(ink, [np.array([(72, 66), (83, 80), (72, 94), (61, 80)])], (0.9,))
    if before == "one":
        ink[22:62, 44:49] = ink[60:90, 25:49] = 0.9
    elif before == "cloth":
        ink[:, :50] = 0.9
    elif before == "far":
        ink[10:110, 8:12] = 0.9
    piece = Piece(0, 0, ink, np.full((120, 120, 3), 240, np.uint8))
    found = [pair for pair in pairs(piece, 60, (40, 100)) if pair.down[1] > 0.9 and pair.rank.box[0] > 55]
    assert [half_of_ten(piece, pair) for pair in found] == [half]
