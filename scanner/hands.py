"""What lies over the layout and is no card: hands, sleeves, cups, paper. What lies under it is hidden, not gone.

The picture is held against that of the empty layout. A shadow darkens all colours alike and leaves their mixture,
so a pixel counts as covered when its mixture differs, or when it is far lighter or darker than a shadow makes it. In
doubt it is covered: a hidden spot waits, a spot that wrongly seems empty loses a card.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import cv2
import numpy as np

from scanner.frames import Outline
from scanner.geometry import Matrix
from scanner.lens import Lens
from scanner.quality import Image

WIDTH = 480
"""Width of the working picture in pixels: 2.5 mm each on a table of 1.2 m."""
MIXTURE = 16.0
"""How far a colour may lie from the ray of the ground's own colour, in grey levels."""
DARKEST, LIGHTEST = 0.5, 1.4
"""What a shadow or a lamp leaves of the ground's brightness; a deeper shadow counts as covered."""
BLACK = 30.0
"""Ground darker than this has no colour to speak of: there the plain difference counts."""
LEAST_MM2 = 500.0
"""A smaller spot is no hand and hides no card: a card has 5,500, a finger's end 600."""
GRID_MM = 10
"""Boxes are rounded outward to this, so that noise does not make two equal pictures differ."""
FULL = 0.6
"""A region that fills less of its box than this is cut in two: an arm laid across must not hide its whole box."""
PRINT = 0.08
"""An outline in which less of the picture differs from the empty layout is print on the layout."""


class Ground(NamedTuple):
    """The empty layout, small and smooth.

    `square` is each pixel's own colour squared and summed, `lit` where it is light enough to have a
    colour, `scale` full pixels for one of these.
    """

    picture: Image
    square: Image
    lit: Image
    scale: float


def ground_of(background: Image) -> Ground:
    """The ground of a picture of the empty layout."""
    picture = _small(background)
    square = np.maximum(_summed(picture * picture), 1.0)
    return Ground(picture, square, picture.max(axis=2) > BLACK, background.shape[1] / picture.shape[1])


def _small(image: Image) -> Image:
    height, width = image.shape[:2]
    size = (min(WIDTH, width), max(1, round(height * min(WIDTH, width) / width)))
    smooth: Image = cv2.GaussianBlur(cv2.resize(image, size, interpolation=cv2.INTER_AREA), (5, 5), 0)
    return smooth.astype(np.float32)


def _summed(picture: Image) -> Image:
    """The three colours of each pixel added up; far quicker than NumPy's sum over so short an axis."""
    return cv2.transform(picture, np.ones((1, 3), np.float32))


def covered(ground: Ground, image: Image) -> Image:
    """A mask of the working picture, 255 where something lies over the ground."""
    live = _small(image) * _gain(ground, image)
    part = _summed(live * ground.picture) / ground.square
    off = live - ground.picture * cv2.merge([part, part, part])
    coloured = _summed(off * off) > MIXTURE * MIXTURE
    mask = coloured | (part < DARKEST) | (part > LIGHTEST)
    apart = live - ground.picture
    plain = _summed(apart * apart) > BLACK * BLACK
    both: Image = np.where(ground.lit, mask, plain).astype(np.uint8) * 255
    return both


def _gain(ground: Ground, image: Image) -> Image:
    """What evens out the lamp and the camera's white, which may have changed since: most of the layout has not."""
    few = ground.lit[::4, ::4]
    if not few.any():
        return np.ones(3, np.float32)
    step = ground.scale * 4
    rows = (np.arange(few.shape[0]) * step).astype(int)
    columns = (np.arange(few.shape[1]) * step).astype(int)
    live = image[rows][:, columns][few].astype(np.float32)
    gain = np.median(ground.picture[::4, ::4][few] / np.maximum(live, 1.0), axis=0)
    bounded: Image = np.clip(gain, 0.2, 10.0).astype(np.float32)
    return bounded


def is_print(ground: Ground, mask: Image, outline: Outline) -> bool:
    """Whether an outline in pixels lies where the picture is that of the empty layout."""
    area = np.zeros(mask.shape, np.uint8)
    cv2.fillConvexPoly(area, _working(ground, outline), 255)
    inside = area > 0
    return bool(inside.any()) and float((mask[inside] > 0).mean()) < PRINT


def regions(
    ground: Ground, mask: Image, cards: Iterable[Outline], place: tuple[Matrix, Lens | None], card_mm: float
) -> tuple[Outline, ...]:
    """Upright boxes in mm, each holding part of what lies over the layout, without the cards (outlines in pixels).

    `place` is the homography from pixels to mm, and the lens that puts them right before. `card_mm` is the width of
    a card in mm; a rim of a tenth of it around each card belongs to the card.
    """
    rest: Image = mask.copy()
    for card in cards:
        corners = _working(ground, card)
        grown = corners.mean(axis=0) + (corners - corners.mean(axis=0)) * 1.2
        cv2.fillConvexPoly(rest, grown.round().astype(np.int32), 0)
    solid = cv2.morphologyEx(rest, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    contours, _ = cv2.findContours(solid, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    found: set[Outline] = set()
    homography, lens = place
    for contour in contours:
        pixels: Image = contour.astype(np.float32) * ground.scale
        if lens is not None:
            matrix, bend = np.array(lens.matrix, np.float64), np.array(lens.distortion, np.float64)
            pixels = cv2.undistortImagePoints(pixels, matrix, bend).reshape(-1, 1, 2)
        points = cv2.perspectiveTransform(pixels, np.array(homography, np.float64)).reshape(-1, 2)
        if len(points) >= 3 and cv2.contourArea(points) >= LEAST_MM2:
            found.update(_box(part) for part in _parts(points, card_mm))
    return tuple(sorted(found))


def _working(ground: Ground, outline: Outline) -> Image:
    return (np.array(outline, np.float32) / ground.scale).round().astype(np.int32)


def _parts(points: Image, card_mm: float) -> Iterator[Image]:
    """A region's rim in pieces that fill their boxes, or are no larger than a card."""
    low, high = points.min(axis=0), points.max(axis=0)
    size = high - low
    if max(size) <= 2 * card_mm or cv2.contourArea(points) >= FULL * float(size[0] * size[1]):
        yield points
        return
    axis = int(size[1] > size[0])
    middle = float(low[axis] + high[axis]) / 2
    for piece in _halves(points, axis, middle):
        if len(piece) >= 3:
            yield from _parts(piece, card_mm)


def _halves(points: Image, axis: int, middle: float) -> Sequence[Image]:
    """The rim's points on each side of a line; the rim has a point for every pixel, so none is far from the cut."""
    first = points[points[:, axis] <= middle]
    second = points[points[:, axis] > middle]
    return first, second


def _box(points: Image) -> Outline:
    left, top = (float(np.floor(v / GRID_MM) * GRID_MM) for v in points.min(axis=0))
    right, bottom = (float(np.ceil(v / GRID_MM) * GRID_MM) for v in points.max(axis=0))
    return ((left, top), (right, top), (right, bottom), (left, bottom))
