"""Pips: small round spots of one colour on an even ground of another, whichever is the lighter.

Each is measured as an ellipse. On a die's upper face pips are near circles, on its sides they are squeezed, so the
ellipse tells the face.
"""

from math import hypot, pi, sqrt
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.dots import CONTRAST, MOST, Dots, darkest, dots
from scanner.flatten import Picture

Floats = NDArray[np.float32]

LARGER: Final = 2.6
PATCH: Final = 36
"""Side of the patch a spot is measured in, px."""
REACH: Final = 2.4
"""Half of its side, in radii of the spot as first guessed."""
LEVELS: Final = (0.5, 0.35, 0.22)
"""Where a pip ends, between its ground (0) and its plainest ink (1): the lamp's side of a hollow pip is in shade."""
LARGE: Final = 8.0
"""Radius in px from which a pip's edge is plain enough to tell it from a heart or a diamond."""
PLAIN: Final = 0.88
"""How well an ellipse must fit it then."""
LEAST: Final = 40
"""Pixels of the patch that a spot must fill."""
SOLID: Final = 0.88
"""The part of its convex hull that it must fill."""
FULL: Final = 0.94
"""The part of the ellipse with its moments."""


class Pip(NamedTuple):
    """One round spot: its middle in px, its ellipse as a covariance in px squared, and what colours it has."""

    x: float
    y: float
    shape: Floats
    ink: float
    ground: Floats
    """Mean colour of the ring around it, BGR."""

    @property
    def radius(self) -> float:
        """Of the circle of the same area, px."""
        (xx, xy), (_, yy) = self.shape.tolist()
        return float(2 * (xx * yy - xy * xy) ** 0.25)

    @property
    def aspect(self) -> float:
        """Short to long axis."""
        (xx, xy), (_, yy) = self.shape.tolist()
        return _aspect(xx, xy, yy)


def _aspect(xx: float, xy: float, yy: float) -> float:
    """Short to long axis of the ellipse with these second moments."""
    middle, apart = (xx + yy) / 2, hypot((xx - yy) / 2, xy)
    return sqrt(max(middle - apart, 0.0) / (middle + apart))


def pips(image: Picture) -> list[Pip]:
    """All round spots of a picture."""
    low = darkest(image)
    return _measured(image, low, dots(low))


def _measured(image: Picture, low: NDArray[np.uint8], guessed: Dots) -> list[Pip]:
    found: list[Pip] = []
    marks = np.zeros((MOST, 3), np.float32)
    for x, y, radius in zip(guessed.x.tolist(), guessed.y.tolist(), guessed.radius.tolist(), strict=True):
        known = marks[: len(found)]
        if _near(known, x, y, radius, 0.7 * known[:, 2]):
            continue
        pip = _pip(image, low, x, y, radius)
        if pip is None or _near(known, pip.x, pip.y, pip.radius, np.maximum(pip.radius, known[:, 2])):
            continue
        marks[len(found)] = pip.x, pip.y, pip.radius
        found.append(pip)
    return found


def _near(known: Floats, x: float, y: float, radius: float, reach: Floats) -> bool:
    """Whether a spot is one of those known; a pip on a die that is itself a round spot is another."""
    return bool(((np.hypot(known[:, 0] - x, known[:, 1] - y) < reach) & (known[:, 2] < LARGER * radius)).any())


_AT = (np.arange(PATCH, dtype=np.float32) + 0.5 - PATCH / 2) * (2 / PATCH)
_FAR = np.hypot(_AT[:, None], _AT[None, :])
_RING = (_FAR > 0.66) & (_FAR < 0.86)
_RIMS = np.flatnonzero(_RING)
_CORE = slice(PATCH // 2 - 4, PATCH // 2 + 4)
_WARP = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
_FILL = 4 | cv2.FLOODFILL_MASK_ONLY | (1 << 8)


def _pip(image: Picture, low: NDArray[np.uint8], x: float, y: float, radius: float) -> Pip | None:
    """A spot measured, or None where it is no ellipse."""
    reach = REACH * radius
    scale = PATCH / (2 * reach)
    move = np.array([[1 / scale, 0, x - reach + 0.5 / scale], [0, 1 / scale, y - reach + 0.5 / scale]], np.float32)
    patch = cv2.warpAffine(low, move, (PATCH, PATCH), flags=_WARP, borderMode=cv2.BORDER_REPLICATE)
    ring, inner = np.sort(patch.take(_RIMS)), np.sort(patch[_CORE, _CORE], axis=None)
    sign = 1 if inner[len(inner) // 2] > ring[len(ring) // 2] else -1
    ground = float(ring[::sign][int(0.35 * len(ring))])  # part of the ring may lie on other pips
    ink = float(inner[::sign][int(0.75 * len(inner))])
    lead = (ink - ground) * sign
    if lead < CONTRAST:
        return None
    share = (patch.astype(np.float32) - ground) * (sign / lead)
    best = _best(share)
    if best is None or (best.fit < PLAIN and 2 * float(np.linalg.det(best.shape)) ** 0.25 / scale > LARGE):
        return None
    shape = best.shape / (scale * scale)
    around = cv2.warpAffine(image, move, (PATCH, PATCH), flags=_WARP, borderMode=cv2.BORDER_REPLICATE)
    colours = np.sort(around[_RING & (share < 0.5)], axis=0).astype(np.float32)
    half = len(colours) // 2
    return Pip(
        float(move[0, 2]) + best.x / scale,
        float(move[1, 2]) + best.y / scale,
        shape,
        ink,
        (colours[half] + colours[-half - 1]) / 2,
    )


class _Ellipse(NamedTuple):
    x: float
    y: float
    shape: Floats
    fit: float


class _Piece(NamedTuple):
    """A connected part of a patch: the part of the patch that it fills, and its first column and row there."""

    own: NDArray[np.uint8]
    left: int
    top: int


def _best(share: Floats) -> _Ellipse | None:
    """The ellipse that a patch's middle lies in, by the level at which it is the plainest, or None."""
    best: _Ellipse | None = None
    for level in LEVELS:
        inside = (share > level).view(np.uint8)
        piece, most = _middle(inside)
        if piece is not None:
            found = _ellipse(piece)
            if found is not None and (best is None or found.fit > best.fit):
                best = found
        elif most:
            break  # what reaches the rim at one level does so at those below
    return best


def _middle(inside: NDArray[np.uint8]) -> tuple[_Piece | None, bool]:
    """The connected part that most of a patch's middle lies in, None where it reaches the rim or is too small.

    The second value is True where it reaches the rim and holds more than half of the whole middle.
    """
    left = inside[_CORE, _CORE].copy()
    most, best = 0, None
    while (rest := cv2.countNonZero(left)) > most:
        row, column = divmod(int(left.argmax()), left.shape[1])
        mask = np.zeros((PATCH + 2, PATCH + 2), np.uint8)
        size, _, _, box = cv2.floodFill(inside, mask, (column + _CORE.start, row + _CORE.start), 1, 0, 0, _FILL)
        own = mask[1:-1, 1:-1]
        left &= ~own[_CORE, _CORE]
        if (count := rest - cv2.countNonZero(left)) > most:
            most, best = count, (own, size, box)
    if best is None:
        return None, False
    own, size, (x, y, wide, tall) = best
    if x <= 0 or y <= 0 or x + wide >= PATCH or y + tall >= PATCH:
        return None, most > left.size // 2
    return (_Piece(own[y : y + tall, x : x + wide], x, y) if size >= LEAST else None), False


def _ellipse(piece: _Piece) -> _Ellipse | None:
    """A part of a patch as an ellipse, or None where it is another shape."""
    contours, _ = cv2.findContours(piece.own, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    solid = cv2.contourArea(contours[0]) / max(1.0, cv2.contourArea(cv2.convexHull(contours[0])))
    if solid < SOLID:
        return None
    # A glint in dark ink is a hole.
    moments = cv2.moments(cv2.drawContours(np.zeros_like(piece.own), contours, -1, 1, cv2.FILLED))
    area = moments["m00"]
    xx, xy, yy = moments["mu20"] / area, moments["mu11"] / area, moments["mu02"] / area
    root = xx * yy - xy * xy
    if root <= 0:
        return None
    full = min(1.0, area / (4 * pi * sqrt(root)))
    if full < FULL:
        return None
    fit = full * solid + 0.2 * (_aspect(xx, xy, yy) - 1)
    shape = np.array([[xx, xy], [xy, yy]], np.float32)
    return _Ellipse(moments["m10"] / area + piece.left, moments["m01"] / area + piece.top, shape, fit)
