"""How a camera sees each spot of a layout: scale, sharpness of edges, light; measured in pictures of the table."""

from statistics import median
from typing import NamedTuple

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from calibration.layout import Picture, to_picture
from scanner.flatten import HEIGHT, INDEX
from scanner.frames import Point
from scanner.profile import Profile, SpotArea
from scanner.quality import sharpness

Floats = NDArray[np.float32]
STEP_MM = 5.0
CONTRAST, FEWEST = 40.0, 30
"""An edge is looked at where it is so many grey levels high, in so many pixels of the picture at least."""
REACH = 15
"""The window in pixels within which both sides of an edge are seen."""
SIGMA = 2.5066
"""The width of a blurred edge over the blur's sigma: the root of two pi."""
GLARE = 250
"""From this grey level on a pixel is burnt out."""


class SpotFigures(msgspec.Struct, frozen=True):
    """One spot. `mm_per_px` where it is coarsest; `card_px` a card's width, `index_px` the height of the index corner.

    `edge_px` is the width of the edges seen there, `blur_percent` the blur (sigma) they mean in hundredths of the
    card's width, None where no picture shows an edge; `sharpness` the variance of the Laplacian; `light` the mean grey,
    0 to 255; `glare` the part that is burnt out.
    """

    spot: str
    mm_per_px: float
    card_px: float
    index_px: float
    edge_px: float | None
    blur_percent: float | None
    sharpness: float
    light: float
    glare: float


class Glance(NamedTuple):
    """What one picture shows of a spot."""

    edge: float | None
    sharpness: float
    light: float
    glare: float


def mm_per_px(profile: Profile, area: SpotArea) -> float:
    """The coarsest scale in the middle of a spot."""
    x, y = _middle(area)
    matrix = np.array(profile.homography, np.float64)
    places: tuple[Point, ...] = ((x, y), (x + STEP_MM, y), (x, y + STEP_MM))
    at, across, down = to_picture(matrix, places, profile.optics)
    moves = np.stack([across - at, down - at]) / STEP_MM
    return 1 / float(np.linalg.svd(moves, compute_uv=False)[-1])


def _middle(area: SpotArea) -> Point:
    count = len(area.polygon)
    return sum(x for x, _ in area.polygon) / count, sum(y for _, y in area.polygon) / count


def crop(profile: Profile, area: SpotArea, picture: Picture) -> Picture:
    """The part of a picture around a spot; empty where the camera does not see it."""
    at = to_picture(np.array(profile.homography, np.float64), area.polygon, profile.optics)
    low, high = at.min(axis=0), at.max(axis=0)
    rim = 0.06 * (high - low)
    left, top = np.maximum(np.floor(low - rim), 0).astype(int)
    right, bottom = np.maximum(np.ceil(high + rim), 0).astype(int)
    return picture[top:bottom, left:right]


def glance(part: Picture) -> Glance:
    """What a crop of a spot shows."""
    plain = np.asarray(cv2.cvtColor(part, cv2.COLOR_BGR2GRAY), np.uint8)
    burnt = float((part.min(axis=2) >= GLARE).mean())
    return Glance(edge_width(plain), sharpness(plain), float(plain.mean()), burnt)


def edge_width(plain: Picture) -> float | None:
    """The width of the edges of a grey picture in px, of those across or down whichever are wider; None without any.

    At each steep place the height of the edge is that of a window around it, and its width that height by its slope. Of
    a perfect step it is 1, of one blurred with sigma about 2.5 sigma.
    """
    if min(plain.shape) <= REACH:
        return None
    smooth = plain.astype(np.float32)
    window = np.ones((REACH, REACH), np.uint8)
    rise = cv2.dilate(smooth, window) - cv2.erode(smooth, window)
    across = np.abs(np.diff(smooth, axis=1, append=smooth[:, -1:]))
    down = np.abs(np.diff(smooth, axis=0, append=smooth[-1:]))
    widths = [_width(across, down, rise), _width(down, across, rise)]
    found = [one for one in widths if one is not None]
    return max(found) if found else None


def _width(slope: Floats, other: Floats, rise: Floats) -> float | None:
    """The width of edges along one axis, from the steepest pixels of those that lie across it."""
    plain = (slope > 2 * other) & (rise > CONTRAST)
    peak = plain & (slope >= cv2.dilate(slope, np.ones((3, 3), np.uint8)))
    strong = peak & (slope > 0.25 * float(np.percentile(slope[plain], 99.5) if plain.any() else 0))
    if int(strong.sum()) < FEWEST:
        return None
    return float(np.percentile(rise[strong] / slope[strong], 25))


def figures(profile: Profile, area: SpotArea, seen: list[Glance]) -> SpotFigures:
    """A spot's figures from all pictures: the middle of each, and of edges that of the pictures that show any."""
    scale = mm_per_px(profile, area)
    width, height = profile.card_mm
    edges = [one.edge for one in seen if one.edge is not None]
    edge = median(edges) if edges else None
    blur = None if edge is None else edge / SIGMA / (width / scale) * 100
    return SpotFigures(
        spot=str(area.spot),
        mm_per_px=round(scale, 3),
        card_px=round(width / scale, 1),
        index_px=round(height * INDEX[1] / HEIGHT / scale, 1),
        edge_px=None if edge is None else round(edge, 2),
        blur_percent=None if blur is None else round(blur, 2),
        sharpness=round(median(one.sharpness for one in seen), 1),
        light=round(median(one.light for one in seen), 1),
        glare=round(median(one.glare for one in seen), 4),
    )
