"""How far the camera has moved: marks of the empty layout found again in a live picture.

The marks are small patches with corners in the background picture (print, seams, the rail). Each is looked for near
its old place; those under cards and hands are not found and do not count. Where too few are left the whole pictures
are laid over each other instead.
"""

from collections.abc import Iterable
from statistics import median
from typing import NamedTuple

import cv2
import numpy as np

from scanner.frames import Point
from scanner.geometry import Matrix, distance, to_mm
from scanner.lens import Lens
from scanner.quality import WORK_WIDTH, Image

PATCH = 10
"""Half the side of a mark in pixels of the working picture."""
REACH = 20
"""How far a mark is looked for, in the same pixels: about 40 mm of a table of 1.2 m."""
MOST = 24
ALIKE = 0.75
"""The least correlation at which a mark counts as found."""
ENOUGH = 4
"""Fewer marks than this say nothing."""
WHOLE = 0.15
"""The least response at which whole pictures count as the same one moved."""


class Marks(NamedTuple):
    """The marks of one background: the grey working picture, where the marks lie, and mm for its pixels."""

    background: Image
    points: tuple[tuple[int, int], ...]
    homography: Matrix
    scale: float
    lens: Lens | None = None


def marks_of(background: Image, homography: Matrix, width: int, lens: Lens | None = None) -> Marks | None:
    """The marks of a grey working picture of the empty layout; None where it has no print to hold on to.

    `homography` maps pixels of the full picture, `width` pixels wide, to mm, once `lens` has put them right.
    """
    rim = PATCH + REACH
    inner = np.zeros(background.shape, np.uint8)
    inner[rim:-rim, rim:-rim] = 255
    found = cv2.goodFeaturesToTrack(background, MOST, 0.05, 2 * PATCH, mask=inner)
    if found is None or len(found) < ENOUGH:
        return None
    points = tuple((int(x), int(y)) for x, y in found.reshape(-1, 2))
    return Marks(background, points, homography, width / min(width, WORK_WIDTH), lens)


def shift_mm(marks: Marks, picture: Image) -> float | None:
    """How far a grey working picture is moved against the background, in mm; None where that cannot be told."""
    if picture.shape != marks.background.shape:
        return None
    moves = list(_found(marks, picture))
    if len(moves) >= ENOUGH:
        return median(moves)
    (dx, dy), response = cv2.phaseCorrelate(
        marks.background.astype(np.float32),
        picture.astype(np.float32),
        cv2.createHanningWindow((picture.shape[1], picture.shape[0]), cv2.CV_32F),
    )
    if response < WHOLE:
        return None
    middle = (picture.shape[1] / 2, picture.shape[0] / 2)
    return _mm(marks, middle, (middle[0] + dx, middle[1] + dy))


def _found(marks: Marks, picture: Image) -> Iterable[float]:
    for x, y in marks.points:
        patch = marks.background[y - PATCH : y + PATCH + 1, x - PATCH : x + PATCH + 1]
        rim = PATCH + REACH
        near = picture[y - rim : y + rim + 1, x - rim : x + rim + 1]
        alike = cv2.matchTemplate(near, patch, cv2.TM_CCOEFF_NORMED)
        _, best, _, (px, py) = cv2.minMaxLoc(alike)
        if best >= ALIKE:
            yield _mm(marks, (x, y), (x + px - REACH, y + py - REACH))


def _mm(marks: Marks, one: Point, other: Point) -> float:
    s = marks.scale
    return distance(
        to_mm(marks.homography, (one[0] * s, one[1] * s), marks.lens),
        to_mm(marks.homography, (other[0] * s, other[1] * s), marks.lens),
    )
