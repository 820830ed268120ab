"""Faces of dice: pips that lie as on one of the six faces, whichever way it is turned and seen.

A pip's ellipse says how its face is seen, up to a turn. In a frame in which that ellipse is a circle the pips of the
same face lie on a square grid of nine places; two of them on a diagonal fix it.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scanner.pips import Floats, Pip

SLOTS: Final = tuple((x, y) for y in (-1, 0, 1) for x in (-1, 0, 1))
"""The nine places of a face, in steps of the grid from its middle."""
_CORNERS: Final = frozenset({(-1, -1), (1, -1), (-1, 1), (1, 1)})
_DIAGONAL: Final = frozenset({(-1, -1), (1, 1)})
LAYOUTS: Final[dict[frozenset[tuple[int, int]], int]] = {
    frozenset({(0, 0)}): 1,
    _DIAGONAL: 2,
    _DIAGONAL | {(0, 0)}: 3,
    _CORNERS: 4,
    _CORNERS | {(0, 0)}: 5,
    _CORNERS | {(-1, 0), (1, 0)}: 6,
    _CORNERS | {(0, -1), (0, 1)}: 6,
}
STEPS: Final = (1.45, 3.7)
"""A step of the grid in radii of a pip, over all dice in use."""
ROUND: Final = 0.6
"""Short to long axis of a pip on an upper face, at the least; on a side that is seen from above it is flatter."""
ALIKE: Final = 1.4
"""How much the ellipses of two pips of one face may differ."""
NEAR: Final = 0.85
"""How far a pip may lie from its place, in its radii."""
CLEAR: Final = 2.95
"""Steps from the middle of two pips in which no other may lie: on the next die they are farther away."""
SPAN: Final = 1.8
"""The part of a face that must be empty but for its pips, in steps from the middle."""


class Face(NamedTuple):
    """A face: its value by the pips that were found (0 for no legal one), its middle in px, and its pips.

    The columns of `grid` are a step along and a step across, in px.
    """

    value: int
    middle: Floats
    grid: Floats
    pips: tuple[int, ...]
    step: float
    """In radii of its pips."""
    slots: frozenset[tuple[int, int]]
    shape: Floats
    """The mean ellipse of its pips, as a covariance in px squared."""

    def at(self, x: float, y: float) -> Floats:
        """A place on the face, in steps from its middle, in px."""
        return self.middle + self.grid @ np.array([x, y], np.float32)

    @property
    def unit(self) -> float:
        """A step in px: the side of a square as large as one of the grid's meshes."""
        (a, b), (c, d) = self.grid.tolist()
        return float(abs(a * d - b * c) ** 0.5)

    def places(self, points: Floats) -> Floats:
        """Points in px, (..., 2), in steps from the middle."""
        return _steps(points - self.middle, self.grid)


def _steps(moves: Floats, grid: Floats) -> Floats:
    """Ways in px, (..., 2), in steps along and across."""
    (a, b), (c, d) = grid.tolist()
    inverse = np.array([[d, -c], [-b, a]], np.float32) / np.float32(a * d - b * c)
    return np.asarray(moves @ inverse, np.float32)


def whitener(shape: Floats) -> Floats:
    """What turns an ellipse of this covariance (..., 2, 2) into the circle of radius 1."""
    xx, xy, yy = (shape[..., i, j].astype(np.float64) for i, j in ((0, 0), (0, 1), (1, 1)))
    root = np.sqrt(xx * yy - xy * xy)
    # The square root of a matrix of two rows in closed form, then its inverse.
    inverse = np.stack([np.stack([yy + root, -xy], axis=-1), np.stack([-xy, xx + root], axis=-1)], axis=-2)
    return np.asarray(inverse / (2 * root * np.sqrt(xx + yy + 2 * root))[..., None, None], np.float32)


def squeeze(one: Floats, other: Floats) -> float:
    """How much longer than wide an ellipse seems where the other is a circle; 1 for equal shapes of any size."""
    white = whitener(one)
    low, high = np.linalg.eigvalsh(white @ other @ white.T)
    return float(np.sqrt(high / max(low, 1e-9)))


class Field:
    """All pips of a picture, as arrays."""

    def __init__(self, pips: list[Pip]) -> None:
        """Take the pips as they were found."""
        self.pips = pips
        self.at = np.array([(pip.x, pip.y) for pip in pips], np.float32).reshape(-1, 2)
        self.shapes = np.array([pip.shape for pip in pips], np.float32).reshape(-1, 2, 2)
        self.radius = np.array([pip.radius for pip in pips], np.float32)
        self.whites = whitener(self.shapes)
        self.upper = np.array([pip.aspect >= ROUND for pip in pips], bool)
        self.inks = np.array([pip.ink for pip in pips], np.float32)
        self.grounds = np.array([pip.ground for pip in pips], np.float32).reshape(-1, 3)

    def sized(self, radius: float) -> NDArray[np.bool_]:
        """Which have about the size of a pip of this radius; smaller is dirt, larger may be the die itself."""
        return (self.radius > 0.5 * radius) & (self.radius < 2.2 * radius)

    def mates(self) -> NDArray[np.int_]:
        """Pairs of pips, (pairs, 2), that may lie on a diagonal of one face, the earlier first."""
        some = np.nonzero(self.upper)[0]
        apart = self.at[some][None] - self.at[some][:, None]
        reach = self.radius[some] * (STEPS[1] * 2.83 * 1.3)
        near = np.triu((apart * apart).sum(axis=2) < (reach * reach)[:, None], 1)
        one, other = (some[part] for part in np.nonzero(near))
        size = self.radius[other] / self.radius[one]
        like = (size > 0.68) & (size < 1.47) & (np.abs(self.inks[other] - self.inks[one]) < 110)
        like &= np.abs(self.grounds[other] - self.grounds[one]).max(axis=1) < 110
        pairs = np.stack([one, other], axis=1)[like]
        first, second = self.shapes[pairs[:, 0]], self.shapes[pairs[:, 1]]
        half = np.einsum("kij,kj->ki", whitener((first + second) / 2), self.at[pairs[:, 1]] - self.at[pairs[:, 0]]) / 2
        step = np.hypot(*half.T) / np.sqrt(2)
        return np.asarray(pairs[(_squeezes(first, second) <= ALIKE) & (step >= STEPS[0]) & (step <= STEPS[1])])


def _squeezes(ones: Floats, others: Floats) -> Floats:
    """How much longer than wide each ellipse (k, 2, 2) seems where its other is a circle."""
    white = whitener(ones)
    seen = white @ others @ white
    middle = (seen[:, 0, 0] + seen[:, 1, 1]) / 2
    apart = np.hypot((seen[:, 0, 0] - seen[:, 1, 1]) / 2, seen[:, 0, 1])
    return np.asarray(np.sqrt((middle + apart) / np.maximum(middle - apart, 1e-9)), np.float32)


def faces(field: Field) -> Iterator[Face]:
    """Every face that two pips on a diagonal propose and all pips near them bear out."""
    for one, other in field.mates().tolist():
        face = _proposed(field, one, other)
        if face is not None:
            yield face


def _proposed(field: Field, one: int, other: int) -> Face | None:
    white = whitener((field.shapes[one] + field.shapes[other]) / 2)
    half = white @ (field.at[other] - field.at[one]) / 2
    step = float(np.hypot(*half)) / np.sqrt(2)
    # The diagonal is (1, 1): a step along is it turned back by 45 degrees, a step across turned on by as much.
    along = np.array([half[0] + half[1], half[1] - half[0]]) / 2
    across = np.array([half[0] - half[1], half[0] + half[1]]) / 2
    grid = np.linalg.inv(white) @ np.stack([along, across], axis=1)
    middle = (field.at[one] + field.at[other]) / 2
    size = float(field.radius[[one, other]].mean())
    return _filled(field, middle.astype(np.float32), grid.astype(np.float32), (step, size))


def _filled(field: Field, middle: Floats, grid: Floats, scale: tuple[float, float]) -> Face | None:
    """The face whose pips are all that lies on it, or None; `scale` is a step in radii and a radius in px."""
    step, size = scale
    places = _steps(field.at - middle, grid)
    inside = np.nonzero((np.abs(places).max(axis=1) < SPAN) & field.sized(size))[0]
    found: dict[tuple[int, int], int] = {}
    for k in inside.tolist():
        x, y = np.rint(places[k]).astype(int).tolist()
        apart = float(np.hypot(*(places[k] - (x, y)))) * step
        if max(abs(x), abs(y)) > 1 or apart > NEAR or (x, y) in found:
            return None
        found[x, y] = k
    if not field.upper[list(found.values())].all():
        return None
    if len(found) == 2:
        far = np.hypot(*places.T)
        others = (far < CLEAR) & field.upper & (field.radius > 0.68 * size) & (field.radius < 1.47 * size)
        if int(others.sum()) > 2:
            return None  # two of a four, or of two dice
    shape = field.shapes[list(found.values())].mean(axis=0)
    return Face(
        LAYOUTS.get(frozenset(found), 0),
        *_fitted(field, middle, grid, found),
        tuple(found.values()),
        step,
        frozenset(found),
        shape,
    )


def _fitted(field: Field, middle: Floats, grid: Floats, found: dict[tuple[int, int], int]) -> tuple[Floats, Floats]:
    """Middle and grid anew from all pips, where they are enough to fix them."""
    if len(found) < 4:
        return middle, grid
    places = np.array([(x, y, 1) for x, y in found], np.float32)
    fit, *_ = np.linalg.lstsq(places, field.at[list(found.values())], rcond=None)
    return fit[2].astype(np.float32), fit[:2].T.astype(np.float32)
