"""Pips: small round spots of one colour on an even ground of another, whichever is the lighter.

Each is measured as an ellipse. On a die's upper face pips are near circles, on its sides they are squeezed, so the
ellipse tells the face.
"""

from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.flatten import Picture

Floats = NDArray[np.float32]

OCTAVES: Final = 4
"""Pips of 4 to 40 px across are sought: two sizes an octave."""
RESPONSE: Final = 14
"""Grey levels by which a spot must differ from the blurred picture around it."""
RIDGE: Final = 1.15
"""How much a spot's middle must stand out from its rim in that: along an edge it does not."""
CONTRAST: Final = 48.0
"""Grey levels by which a pip must differ from the ring around it."""
EVEN: Final = 0.45
"""How far the ring may differ in itself, as a part of that contrast."""
MOST: Final = 500
"""Spots a picture that are looked at closely, the plainest first."""
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


SQUARE: Final = np.ones((3, 3), np.uint8)
RIM: Final = np.pad(np.zeros((5, 5), np.uint8), 1, constant_values=1)


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
        return float(2 * np.linalg.det(self.shape) ** 0.25)

    @property
    def aspect(self) -> float:
        """Short to long axis."""
        low, high = np.linalg.eigvalsh(self.shape)
        return float(np.sqrt(max(low, 0) / high))


class _Spots(NamedTuple):
    x: Floats
    y: Floats
    radius: Floats
    strength: Floats


def darkest(image: Picture) -> NDArray[np.uint8]:
    """The least of the three colours: white stays light, every colour and black turn dark."""
    return np.asarray(cv2.min(cv2.min(image[..., 0], image[..., 1]), image[..., 2]), np.uint8)


def pips(image: Picture) -> list[Pip]:
    """All round spots of a picture."""
    low = darkest(image)
    spots = _even(low, _spots(low))
    return _measured(image, low, spots)


def _spots(low: NDArray[np.uint8]) -> _Spots:
    """Where the picture differs most from its blurred self, at each size."""
    parts: list[Floats] = []
    level = low
    for octave in range(OCTAVES):
        if min(level.shape) < 24:
            break
        scale = 2.0**octave
        wide = [cv2.GaussianBlur(level, (0, 0), sigma) for sigma in (1.1, 1.8, 2.9)]
        for fine, coarse, radius in ((wide[0], wide[1], 2.1), (wide[1], wide[2], 3.2)):
            apart = cv2.absdiff(fine, coarse)
            around = cv2.dilate(apart, RIM)
            least = cv2.max(cv2.dilate(apart, SQUARE), np.full_like(apart, RESPONSE))
            peaks = cv2.compare(apart, least, cv2.CMP_GE)
            peaks = cv2.bitwise_and(peaks, cv2.compare(apart, cv2.addWeighted(around, RIDGE, around, 0, 0), cv2.CMP_GT))
            at = cv2.findNonZero(peaks)
            x, y = np.zeros((2, 0), np.int32) if at is None else at.reshape(-1, 2).T
            some = np.stack(
                [(x + 0.5) * scale - 0.5, (y + 0.5) * scale - 0.5, np.full(len(x), radius * scale), apart[y, x]]
            )
            parts.append(some.astype(np.float32))
        level = np.asarray(cv2.resize(level, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
    found = np.concatenate(parts, axis=1) if parts else np.zeros((4, 0), np.float32)
    return _Spots(*found)


def _sampled(low: NDArray[np.uint8], spots: _Spots, part: float, count: int) -> Floats:
    """The picture on a ring around each spot, (spots, count)."""
    turn = np.arange(count) * (2 * np.pi / count)
    x = spots.x[:, None] + np.cos(turn) * part * spots.radius[:, None]
    y = spots.y[:, None] + np.sin(turn) * part * spots.radius[:, None]
    height, width = low.shape
    columns, rows = np.clip(np.rint(x).astype(int), 0, width - 1), np.clip(np.rint(y).astype(int), 0, height - 1)
    return np.asarray(low[rows, columns], np.float32)


def _even(low: NDArray[np.uint8], spots: _Spots) -> _Spots:
    """The spots with an even ring of another brightness around them, the plainest first."""
    if not len(spots.x):
        return spots
    ring = _sampled(low, spots, 1.75, 16)
    core = np.median(_sampled(low, spots, 0.35, 8), axis=1)
    apart = ring - core[:, None]
    apart = np.sort(apart * np.sign(apart.sum(axis=1))[:, None], axis=1)
    lead = apart[:, 11]
    # Up to seven of the sixteen may lie on other pips.
    good = (lead >= CONTRAST) & (apart[:, 15] - apart[:, 7] <= EVEN * lead + 6)
    order = np.argsort(-lead[good], kind="stable")[:MOST]
    return _Spots(*(part[good][order] for part in spots))


def _measured(image: Picture, low: NDArray[np.uint8], spots: _Spots) -> list[Pip]:
    found: list[Pip] = []
    marks = np.zeros((MOST, 3), np.float32)
    for x, y, radius in zip(spots.x.tolist(), spots.y.tolist(), spots.radius.tolist(), strict=True):
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


def _pip(image: Picture, low: NDArray[np.uint8], x: float, y: float, radius: float) -> Pip | None:
    """A spot measured, or None where it is no ellipse."""
    reach = REACH * radius
    scale = PATCH / (2 * reach)
    move = np.array([[1 / scale, 0, x - reach + 0.5 / scale], [0, 1 / scale, y - reach + 0.5 / scale]], np.float32)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    patch = cv2.warpAffine(low, move, (PATCH, PATCH), flags=flags, borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
    middle = PATCH // 2
    core = patch[middle - 4 : middle + 4, middle - 4 : middle + 4]
    ring, inner = np.sort(patch[_RING]), np.sort(core, axis=None)
    sign = 1 if inner[len(inner) // 2] > ring[len(ring) // 2] else -1
    ground = float(ring[::sign][int(0.35 * len(ring))])  # part of the ring may lie on other pips
    ink = float(inner[::sign][int(0.75 * len(inner))])
    lead = (ink - ground) * sign
    if lead < CONTRAST:
        return None
    share = (patch - ground) * (sign / lead)
    shapes = [one for level in LEVELS if (one := _ellipse(share > level)) is not None]
    if not shapes:
        return None
    best = max(shapes, key=lambda one: one.fit)
    if best.fit < PLAIN and 2 * float(np.linalg.det(best.shape)) ** 0.25 / scale > LARGE:
        return None
    shape = best.shape / (scale * scale)
    around = cv2.warpAffine(image, move, (PATCH, PATCH), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    around = around[_RING & (share < 0.5)]
    return Pip(
        float(move[0, 2]) + best.x / scale,
        float(move[1, 2]) + best.y / scale,
        shape,
        ink,
        np.median(around, axis=0).astype(np.float32),
    )


class _Ellipse(NamedTuple):
    x: float
    y: float
    shape: Floats
    fit: float


def _ellipse(inside: NDArray[np.bool_]) -> _Ellipse | None:
    """The ellipse that a patch's middle lies in, or None where that is another shape or reaches the rim."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(inside.astype(np.uint8), connectivity=4)
    middle = PATCH // 2
    core = labels[middle - 4 : middle + 4, middle - 4 : middle + 4]
    if not core.any():
        return None
    label = int(np.bincount(core[core > 0].ravel(), minlength=count).argmax())
    left, top, wide, tall, size = stats[label].tolist()
    if left <= 0 or top <= 0 or left + wide >= PATCH or top + tall >= PATCH or size < 40:
        return None
    own = (labels == label).astype(np.uint8)
    contours, _ = cv2.findContours(own, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    own = cv2.drawContours(np.zeros_like(own), contours, -1, 1, cv2.FILLED)  # a glint in dark ink is a hole
    moments = cv2.moments(own, binaryImage=True)
    area = moments["m00"]
    xx, xy, yy = moments["mu20"] / area, moments["mu11"] / area, moments["mu02"] / area
    root = xx * yy - xy * xy
    if root <= 0:
        return None
    full = min(1.0, area / (4 * np.pi * np.sqrt(root)))
    solid = cv2.contourArea(contours[0]) / max(1.0, cv2.contourArea(cv2.convexHull(contours[0])))
    if full < 0.94 or solid < 0.88:
        return None
    shape = np.array([[xx, xy], [xy, yy]], np.float32)
    low, high = np.linalg.eigvalsh(shape)
    fit = float(full * solid + 0.2 * (np.sqrt(max(low, 0) / high) - 1))
    return _Ellipse(moments["m10"] / area, moments["m01"] / area, shape, fit)
