"""Where cards may lie: convex four-sided outlines in a picture, in any rotation and perspective.

Cards are paler than their ground or have an edge against it; three pictures of that (one level for the whole
picture, one for each neighbourhood, and edges) give contours, and four lines are fitted to each contour's sides.
"""

import math
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.flatten import Corners, Picture

LONGEST: Final = 1280
"""Outlines are sought in a picture of at most this side, px."""
SMALLEST: Final = 26.0
"""The least mean side of an outline there, px."""
LEAST_AREA: Final = 0.7 * SMALLEST * SMALLEST
"""The least area of a contour there, square px."""
MOST: Final = 160
"""Outlines a frame; more is texture, and the largest are kept."""
NESTED: Final = 2.0
"""How many times as large as a part of it print may be for the part to be print as well: of more, a card is little."""

Mask = NDArray[np.uint8]
Contour = NDArray[np.int32]
Upright = tuple[int, int, int, int]
"""An upright box: left, top, width, height, px."""
IsPrint = Callable[[Upright], bool]
"""Whether a box of the picture shows the print of the table's layout and nothing on it."""
OnBox = Callable[[Corners], bool]
"""Whether a quad of the picture runs along a box that is printed on the table's layout, whatever lies in it."""


class Known(NamedTuple):
    """What is known of the print before the camera; all of it is asked in the picture's own pixels."""

    is_print: IsPrint | None = None
    on_box: OnBox | None = None


UNKNOWN: Final = Known()


class Candidate(NamedTuple):
    """Four corners, clockwise, and how much of the quad the contour fills (1 is all)."""

    corners: Corners
    fill: float


def _masks(image: Picture) -> Iterator[Mask]:
    low = cv2.blur(cv2.min(cv2.min(image[..., 0], image[..., 1]), image[..., 2]), (3, 3))
    _, whole = cv2.threshold(low, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    yield np.asarray(whole, np.uint8)
    size = max(31, min(image.shape[:2]) // 6 | 1)
    yield np.asarray(
        cv2.threshold(cv2.subtract(low, cv2.blur(low, (size, size))), 10, 255, cv2.THRESH_BINARY)[1], np.uint8
    )
    # Against white every other colour is dark in one channel at least, so edges of `low` are those of a card.
    edges = cv2.Canny(low, 25, 75)
    yield np.asarray(cv2.bitwise_not(cv2.dilate(edges, np.ones((2, 2), np.uint8))), np.uint8)


def _four(hull: Contour) -> Contour | None:
    length = cv2.arcLength(hull, closed=True)
    for part in (0.02, 0.03, 0.045, 0.07):
        found = cv2.approxPolyDP(hull, part * length, closed=True)
        if len(found) == 4:
            return np.asarray(found, np.int32).reshape(4, 2)
        if len(found) < 4:
            return None
    return None


def _line(
    points: NDArray[np.float32], start: NDArray[np.float32], end: NDArray[np.float32]
) -> tuple[float, float, float] | None:
    """The line a x + b y = c through the contour's points along the middle of a side."""
    along = end - start
    length = float(np.hypot(along[0], along[1]))
    unit = along / max(length, 1e-6)
    away = points - start
    place, off = away @ unit, np.abs(away @ np.array([-unit[1], unit[0]]))
    near = points[(place > 0.12 * length) & (place < 0.88 * length) & (off < 0.06 * length + 1.5)]
    if len(near) < 4:
        return None
    vx, vy, x, y = np.asarray(cv2.fitLine(near, cv2.DIST_HUBER, 0, 0.01, 0.01), np.float64).ravel().tolist()
    return -vy, vx, -vy * x + vx * y


def _refined(points: NDArray[np.float32], rough: NDArray[np.float32]) -> Corners | None:
    lines = [_line(points, rough[k], rough[(k + 1) % 4]) for k in range(4)]
    corners = []
    for before, after in zip((lines[3], *lines[:3]), lines, strict=True):
        if before is None or after is None:
            return None
        (a, b, c), (d, e, f) = before, after
        cross = a * e - b * d
        if abs(cross) < 0.2:
            return None
        corners.append(((c * e - b * f) / cross, (a * f - c * d) / cross))
    return np.array(corners, np.float32)


def sides(corners: Corners) -> tuple[float, float]:
    """The mean lengths of the first and third, and of the second and fourth side, px."""
    a, b, c, d = _lengths(corners)
    return (a + c) / 2, (b + d) / 2


def _lengths(corners: Corners) -> list[float]:
    points = corners.tolist()
    return [math.dist(points[k], points[(k + 1) % 4]) for k in range(4)]


def _likely(corners: Corners, shape: tuple[int, ...]) -> bool:
    """Whether a quad can be a card seen from somewhere above the table."""
    a, b = sides(corners)
    if min(_lengths(corners)) < 1 or min(a, b) < SMALLEST * 0.6 or max(a, b) < SMALLEST or max(a, b) > 3.4 * min(a, b):
        return False
    e, f, g, h = _lengths(corners)
    if max(e / g, g / e, f / h, h / f) > 1.9:
        return False
    height, width = shape[:2]
    # A corner may lie a little outside: the index is still in view.
    slack = 0.08 * max(a, b)
    edges = np.array([width - 1, height - 1])
    if (np.minimum(corners, edges - corners) < 0.02 * max(a, b)).all() and not 1.25 < max(a, b) / min(a, b) < 1.6:
        return False
    inside = (corners >= -slack).all() and (corners <= np.array([width + slack, height + slack])).all()
    return bool(inside and cv2.isContourConvex(corners.reshape(4, 1, 2)))


def _one(box: Upright, other: Upright) -> bool:
    """Whether two boxes are the same, to 3 px."""
    x, y, wide, tall = box
    a, b, c, d = other
    return abs(x - a) < 4 and abs(y - b) < 4 and abs(wide - c) < 5 and abs(tall - d) < 5


class _Found:
    """Outlines without twins; of twins the one that its contour fills better stays."""

    def __init__(self) -> None:
        self.kept: list[Candidate] = []
        self._marks: list[tuple[float, float, float]] = []
        self._boxes: list[Upright] = []

    def known(self, box: Upright) -> bool:
        """Whether a contour within the same upright box has been fitted well."""
        return any(_one(box, old) and one.fill > 0.965 for old, one in zip(self._boxes, self.kept, strict=True))

    def add(self, made: Candidate, box: Upright) -> None:
        """Keep an outline, or the better of it and its twin."""
        x, y = made.corners.mean(axis=0).tolist()
        area = cv2.contourArea(made.corners)
        near = 0.08 * math.sqrt(area)
        for k, (u, v, other) in enumerate(self._marks):
            if abs(u - x) < near and abs(v - y) < near and 0.8 < other / area < 1.25:
                if made.fill > self.kept[k].fill + 0.01:
                    self.kept[k], self._marks[k], self._boxes[k] = made, (x, y, area), box
                return
        self.kept.append(made)
        self._marks.append((x, y, area))
        self._boxes.append(box)


class _Print:
    """Which boxes of the reduced picture show print alone: each is looked at once."""

    def __init__(self, known: Known, scale: NDArray[np.float32]) -> None:
        self._is_print, self._on_box = known
        self._scale = scale
        self._boxes: list[Upright] = []

    def known(self, box: Upright) -> bool:
        """Whether a box, to 3 px, lies in one that has been seen to show print alone, and that is not much larger."""
        x, y, wide, tall = box
        return any(
            a - x < 4 and b - y < 4 and x + wide - a - c < 4 and y + tall - b - d < 4 and c * d < NESTED * wide * tall
            for a, b, c, d in self._boxes
        )

    def shown(self, box: Upright) -> bool:
        """Whether a box shows print alone."""
        if self._is_print is None:
            return False
        across, down = self._scale.tolist()
        x, y, wide, tall = box
        found = self._is_print((int(x * across), int(y * down), math.ceil(wide * across), math.ceil(tall * down)))
        if found:
            self._boxes.append(box)
        return found

    def around(self, quad: Contour) -> bool:
        """Whether the four points of a contour are those of a printed box."""
        return self._on_box is not None and self._on_box(_enlarged(quad, self._scale))


def _rough(contour: Contour, area: float) -> Contour | None:
    """The four points of a contour that may be a card's corners."""
    hull = np.asarray(cv2.convexHull(contour, clockwise=True), np.int32)
    covered = cv2.contourArea(hull)
    return None if covered < 1 or area < 0.86 * covered else _four(hull)


def _candidate(contour: Contour, box: Upright, shape: tuple[int, ...], print_: _Print) -> Candidate | None:
    area = cv2.contourArea(contour)
    quad = _rough(contour, area)
    # Boxes first: most of what is print alone is an empty box, and holding a part against the layout takes longer.
    if quad is None or print_.around(quad) or print_.shown(box):
        return None
    points = contour.reshape(-1, 2).astype(np.float32)
    corners = _refined(points, quad.astype(np.float32))
    if corners is None or not _likely(corners, shape):
        return None
    fill = area / max(1.0, cv2.contourArea(corners))
    if not 0.9 < fill < 1.06:
        return None
    order = corners if cv2.contourArea(corners, oriented=True) > 0 else corners[::-1]
    return Candidate(np.ascontiguousarray(order), min(fill, 2 - fill))


def outlines(image: Picture, known: Known = UNKNOWN) -> list[Candidate]:
    """All outlines that may be cards, the largest first, in the picture's own pixels.

    Those that are `known` to be print on the table's layout are left out.
    """
    small, scale = _reduced(image)
    found, print_ = _Found(), _Print(known, scale)
    for mask in _masks(small):
        for contour, box in _contours(mask):
            if found.known(box) or print_.known(box):
                continue
            made = _candidate(contour, box, small.shape, print_)
            if made is not None:
                found.add(made, box)
    found.kept.sort(key=lambda one: -cv2.contourArea(one.corners))
    return [Candidate(_enlarged(one.corners, scale), one.fill) for one in found.kept[:MOST]]


def rough(image: Picture) -> list[Corners]:
    """The rough quads of all contours in a picture, in its own pixels: a printed line has an inner and an outer one."""
    small, scale = _reduced(image)
    quads = (_rough(one, cv2.contourArea(one)) for mask in _masks(small) for one, _ in _contours(mask))
    return [_enlarged(quad, scale) for quad in quads if quad is not None]


def _reduced(image: Picture) -> tuple[Picture, NDArray[np.float32]]:
    """The picture in which outlines are sought, and how many of the picture's pixels go into one of it."""
    # Whole numbers only: averaging by those takes a tenth of the time.
    factor = -(-max(image.shape[:2]) // LONGEST)
    size = (image.shape[1] // factor, image.shape[0] // factor)
    small = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8) if factor > 1 else image
    return small, np.array([image.shape[1] / max(1, size[0]), image.shape[0] / max(1, size[1])], np.float32)


def _enlarged(corners: Corners | Contour, scale: NDArray[np.float32]) -> Corners:
    """Corners in the reduced picture as those in the picture itself."""
    return np.asarray((corners + np.float32(0.5)) * scale - np.float32(0.5), np.float32)


def _contours(mask: Mask) -> Iterator[tuple[Contour, Upright]]:
    """Contours of what is pale that are large enough for a card, and the upright boxes around them."""
    contours, tree = cv2.findContours(mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    for k, contour in enumerate(contours):
        # A hole in what is pale is ink, not a card.
        if len(contour) < 60 or tree[0][k][3] >= 0:
            continue
        if cv2.contourArea(contour) < LEAST_AREA:
            continue
        x, y, wide, tall = cv2.boundingRect(contour)
        if max(wide, tall) >= SMALLEST:
            yield np.asarray(contour, np.int32), (x, y, wide, tall)
