"""The spots are apart from each other and from the exits."""

import itertools

import cv2
import numpy as np

from demo import layout
from demo.felt import background, lamp


def area(polygon: tuple[tuple[float, float], ...]) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    return np.array(polygon, np.float32)


def test_no_spot_touches_another_or_an_exit() -> None:
    for one, other in itertools.combinations(layout.CENTRES, 2):
        common, _ = cv2.intersectConvexConvex(area(layout.polygon(one)), area(layout.polygon(other)))
        assert common == 0, f"{one} and {other}"
    for spot in layout.CENTRES:
        for name, strip in layout.exits().items():
            common, _ = cv2.intersectConvexConvex(area(layout.polygon(spot)), area(strip))
            assert common == 0, f"{spot} and the exit {name}"


def test_the_empty_layout_is_felt_under_a_lamp() -> None:
    mean = background().reshape(-1, 3).mean(axis=0)
    assert mean[1] > mean[0] + 20
    assert mean[1] > mean[2] + 20
    assert lamp().max() <= 1.03
    assert lamp().min() > 0.7
