"""Printed boxes larger than a card: whatever lies in one, the box's own outline is not read as a card.

Cards that lie straight over each other make an outline that keeps a card's length or its width. So an outline is a
box only where three of its sides at least run along those of one box, and no two sides that face each other are as
long as a card's: it then runs along print, and not round cards.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import dist
from typing import Final, NamedTuple

import cv2
import numpy as np

from scanner.flatten import Corners, Picture
from scanner.frames import Point
from scanner.geometry import Matrix, to_mm
from scanner.outlines import rough
from scanner.profile import Profile

LEAST: Final = 1.2
"""How large a box is by a card's area at least: what is less may be a card's own outline that trembles."""
NEAR: Final = 1.8
"""How far beside a box's side an outline may run, mm: half of its line, and a pixel of the picture."""
CARDLIKE: Final = 3.6
"""By how much a side may differ from a card's and still be one, mm: twice `NEAR`, once for either end."""

Quad = Sequence[Point]
"""Four corners, one after the other."""


class _Box(NamedTuple):
    """A box: what is around it, its sides a x + b y = c, and `NEAR`, all in px."""

    low: Point
    high: Point
    sides: tuple[tuple[float, float, float], ...]
    near: float
    to_mm: Matrix

    def along(self, points: Quad) -> int:
        """Along how many of the box's sides those of a quad run."""
        near, found = self.near, 0
        for a, b, c in self.sides:
            i, j, k, m = [-near < a * x + b * y - c < near for x, y in points]
            found += (i and j) or (j and k) or (k and m) or (m and i)
        return found


class Boxes:
    """The large boxes before one camera."""

    def __init__(self, outlines: Sequence[tuple[Quad, Quad]], card_mm: tuple[float, float]) -> None:
        """From their corners in pixels and the same on the layout in mm; `card_mm` is a card's size."""
        self._card = card_mm
        self._boxes = [_box(pixels, flat) for pixels, flat in outlines]

    def on_box(self, quad: Corners, at: tuple[int, int] = (0, 0)) -> bool:
        """Whether a quad, in pixels from `at` of the camera's picture, is the outline of a box, or of most of it."""
        points = [(x + at[0], y + at[1]) for x, y in quad.tolist()]
        xs, ys = zip(*points, strict=True)
        left, right, top, bottom = min(xs), max(xs), min(ys), max(ys)
        return any(
            box.low[0] - box.near < left
            and right < box.high[0] + box.near
            and box.low[1] - box.near < top
            and bottom < box.high[1] + box.near
            and box.along(points) > 2
            and not self._cardlike([to_mm(box.to_mm, point) for point in points])
            for box in self._boxes
        )

    def _cardlike(self, flat: Quad) -> bool:
        """Whether two facing sides are as long as a card is, or both as wide."""
        a, b, c, d = (dist(*ends) for ends in pairwise((*flat, flat[0])))
        return any(
            max(abs(one - size), abs(other - size)) < CARDLIKE for one, other in ((a, c), (b, d)) for size in self._card
        )


def _box(pixels: Quad, flat: Quad) -> _Box:
    around = list(pairwise((*pixels, pixels[0])))
    sides = []
    for one, other in around:
        length = dist(one, other)
        a, b = (one[1] - other[1]) / length, (other[0] - one[0]) / length
        sides.append((a, b, a * one[0] + b * one[1]))
    scale = sum(dist(*ends) for ends in around) / sum(dist(*ends) for ends in pairwise((*flat, flat[0])))
    matrix = cv2.getPerspectiveTransform(np.array(pixels, np.float32), np.array(flat, np.float32)).tolist()
    (a, b, c), (d, e, f), (g, h, i) = matrix
    low = min(x for x, _ in pixels), min(y for _, y in pixels)
    high = max(x for x, _ in pixels), max(y for _, y in pixels)
    return _Box(low, high, tuple(sides), NEAR * scale, ((a, b, c), (d, e, f), (g, h, i)))


def boxes_of(background: Picture, profile: Profile) -> Boxes:
    """The large boxes in the picture of the empty layout, (rows, columns, 3), BGR."""
    least = LEAST * profile.card_mm[0] * profile.card_mm[1]
    found = []
    for quad in rough(background):
        flat = _flat(quad, profile)
        if flat is not None and cv2.contourArea(np.array(flat, np.float32)) >= least:
            found.append(([(x, y) for x, y in quad.tolist()], flat))
    return Boxes(found, profile.card_mm)


def _flat(corners: Corners, profile: Profile) -> list[Point] | None:
    """Corners in mm on the layout; None where they have no place there."""
    try:
        return [to_mm(profile.homography, (x, y), profile.optics) for x, y in corners.tolist()]
    except (ZeroDivisionError, OverflowError, ValueError):
        return None  # on or beyond the horizon, or where the lens shows nothing
