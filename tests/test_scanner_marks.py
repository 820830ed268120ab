"""A moved camera is noticed, a busy table is not taken for one."""

import cv2
import numpy as np
import pytest

from scanner.marks import marks_of, shift_mm
from scanner.quality import Image, grey
from tests.layouts import CENTRES, profile
from tests.pictures import HEIGHT, WIDTH, hand_over, lay, layout, noisy

MARKS = marks_of(grey(layout()), profile().homography, WIDTH)


def moved(picture: Image, dx: float, dy: float, turn: float = 0) -> Image:
    matrix = cv2.getRotationMatrix2D((WIDTH / 2, HEIGHT / 2), turn, 1)
    matrix[:, 2] += np.array((dx, dy))
    return cv2.warpAffine(picture, matrix, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REPLICATE)


def shift(picture: Image) -> float | None:
    assert MARKS is not None
    return shift_mm(MARKS, grey(noisy(picture, 1)))


@pytest.mark.parametrize(("dx", "dy"), [(0, 0), (6, 0), (0, -12), (15, 15), (24, -10)])
def test_a_shift_is_measured_in_mm(dx: float, dy: float) -> None:
    assert shift(moved(layout(), dx, dy)) == pytest.approx((dx * dx + dy * dy) ** 0.5, abs=2.2)


def test_a_turned_camera_has_moved() -> None:
    assert (shift(moved(layout(), 0, 0, 2.5)) or 0) > 8


def test_cards_and_a_hand_are_no_shift() -> None:
    picture = layout()
    for middle in CENTRES.values():
        picture = lay(picture, middle)
    assert shift(hand_over(picture, (300, 200))) == pytest.approx(0, abs=2)


def test_another_table_is_no_layout() -> None:
    other = np.random.default_rng(1).integers(0, 255, (HEIGHT, WIDTH, 3)).astype(np.uint8)
    assert shift(other) is None


def test_plain_felt_has_no_marks() -> None:
    assert marks_of(np.full((360, 640), 90, np.uint8), profile().homography, WIDTH) is None
