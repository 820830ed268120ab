"""Outlines of cards are found in any rotation and perspective, to a pixel or two."""

import cv2
import numpy as np
import pytest

from demo import drawing
from games.cards import Card
from scanner.flatten import Corners
from scanner.outlines import LONGEST, outlines, sides
from tests.drawn import cloth, corners_at, lay, seen_by_camera


def _nearest(found: list[Corners], place: Corners) -> float:
    """The worst corner of the outline that fits a place best, px, whichever corner is named first."""
    return min(float(np.linalg.norm(np.roll(one, k, axis=0) - place, axis=1).max()) for one in found for k in range(4))


@pytest.mark.parametrize("turn", range(0, 180, 15))
def test_any_rotation(turn: int) -> None:
    rng = np.random.default_rng(turn)
    place = corners_at((640, 360), 80, turn)
    picture = seen_by_camera(rng, lay(cloth(rng), drawing.face(Card.SIX_OF_CLUBS), place))
    assert _nearest([one.corners for one in outlines(picture)], place) < 2


def test_perspective() -> None:
    rng = np.random.default_rng(3)
    place = np.array([[500, 300], [590, 306], [610, 420], [485, 412]], np.float32)
    picture = seen_by_camera(rng, lay(cloth(rng), drawing.face(Card.QUEEN_OF_HEARTS), place))
    assert _nearest([one.corners for one in outlines(picture)], place) < 2


def test_a_large_picture_is_searched_small_and_answered_in_its_own_pixels() -> None:
    rng = np.random.default_rng(4)
    place = corners_at((640, 360), 100, 30)
    picture = lay(cloth(rng), drawing.back(), place)
    large = np.asarray(cv2.resize(picture, None, fx=3, fy=3, interpolation=cv2.INTER_CUBIC), np.uint8)
    assert max(large.shape) > LONGEST
    assert _nearest([one.corners for one in outlines(large)], (place + 0.5) * 3 - 0.5) < 5


def test_white_on_pale_ground_is_found_by_its_edge() -> None:
    rng = np.random.default_rng(6)
    place = corners_at((640, 360), 90, 20)
    ground = np.asarray(np.clip(rng.normal((190, 205, 215), 2, (720, 1280, 3)), 0, 255), np.uint8)
    picture = seen_by_camera(rng, lay(ground, drawing.face(Card.TWO_OF_HEARTS), place))
    assert _nearest([one.corners for one in outlines(picture)], place) < 3


def test_order_is_clockwise_and_largest_first() -> None:
    rng = np.random.default_rng(5)
    picture = cloth(rng)
    for k, width in enumerate((60, 120, 90)):
        picture = lay(picture, drawing.back(), corners_at((250 + 350 * k, 360), width, 40 * k))
    found = [one.corners for one in outlines(picture)]
    areas = [cv2.contourArea(one, oriented=True) for one in found]
    assert len(found) >= 3
    assert min(areas) > 0
    assert areas == sorted(areas, reverse=True)


def test_an_outline_is_found_once() -> None:
    rng = np.random.default_rng(7)
    picture = lay(cloth(rng), drawing.face(Card.ACE_OF_DIAMONDS), corners_at((640, 360), 100, 10))
    assert sum(60 < sides(one.corners)[0] < 300 for one in outlines(picture)) == 1


def test_no_outline_on_plain_cloth() -> None:
    found = outlines(cloth(np.random.default_rng(8)))
    assert all(max(sides(one.corners)) > 500 for one in found), "only the picture's own halves"
