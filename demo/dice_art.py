"""Dice as the camera sees them, of our own drawing: rounded cubes with pips on a saucer, and a cup over them.

White bodies with dark pips; one and four are red, the one is larger. Opposite faces add up to seven.
"""

from collections.abc import Iterable
from functools import cache
from typing import Final

import cv2
import msgspec
import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

from demo.solid import Camera, camera_over, polygon
from scanner.frames import Point

FINE: Final = 3
"""Dice are drawn this many times larger, then averaged down."""
_FACE: Final = 120
"""Side of a face's own picture, px."""
_WHITE, _EDGE, _BLACK, _RED = (236, 242, 243), (206, 214, 216), (24, 22, 22), (34, 26, 190)
_STEP: Final = 0.235
_PLACES: Final[dict[int, tuple[tuple[int, int], ...]]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
_AXES: Final[dict[int, tuple[int, int, int]]] = {
    1: (0, 0, 1),
    6: (0, 0, -1),
    2: (1, 0, 0),
    5: (-1, 0, 0),
    3: (0, 1, 0),
    4: (0, -1, 0),
}
"""Where each value looks on a die that shows its one upward."""


class Die(msgspec.Struct, frozen=True):
    """One die: the middle of its foot on the layout in mm, the value on top, and its turn in degrees.

    `lean` degrees tips it over the edge that looks towards `turn`, as against a wall: then no value counts.
    """

    at: Point
    pips: int
    turn: float = 0.0
    lean: float = 0.0
    side: float = 16.0


class Round(msgspec.Struct, frozen=True):
    """A saucer or a cup: its middle on the layout and its radius, in mm."""

    at: Point
    radius: float


def draw_dice(
    picture: MatLike,
    dice: Iterable[Die],
    to_picture: MatLike,
    *,
    saucer: Round | None = None,
    cup: Round | None = None,
) -> NDArray[np.uint8]:
    """A copy of a BGR picture with dice, the farthest first, on a saucer and under a cup where these are given.

    `to_picture` is the homography (3, 3) from layout mm to the picture's pixels; heights follow from it. What the cup
    hides is not seen at all. Equal arguments give equal pictures.
    """
    out = np.array(picture, np.uint8)
    camera = camera_over(np.asarray(to_picture, np.float64), (picture.shape[1], picture.shape[0]))
    if saucer is not None:
        _dish(out, camera, saucer)
    for die in sorted(dice, key=lambda one: -camera.depth((one.at[0], one.at[1], 0.0))):
        _die(out, camera, die)
    if cup is not None:
        _cup(out, camera, cup)
    return out


@cache
def _face(value: int) -> MatLike:
    """A face, (120, 120, 4) with its rounded shape as the last channel."""
    face = np.full((_FACE, _FACE, 4), (*_WHITE, 0), np.uint8)
    radius = _FACE // 6
    cv2.rectangle(face, (radius, 0), (_FACE - radius, _FACE), (*_WHITE, 255), cv2.FILLED)
    cv2.rectangle(face, (0, radius), (_FACE, _FACE - radius), (*_WHITE, 255), cv2.FILLED)
    for x in (radius, _FACE - radius - 1):
        for y in (radius, _FACE - radius - 1):
            cv2.circle(face, (x, y), radius, (*_WHITE, 255), cv2.FILLED, cv2.LINE_AA)
    ink = _RED if value in (1, 4) else _BLACK
    size = 0.145 if value == 1 else 0.095
    for x, y in _PLACES[value]:
        middle = round((0.5 + x * _STEP) * _FACE), round((0.5 + y * _STEP) * _FACE)
        cv2.circle(face, middle, round(size * _FACE), (*ink, 255), cv2.FILLED, cv2.LINE_AA)
    return face


def _turned(axis: tuple[float, float, float], degrees: float) -> MatLike:
    return np.asarray(cv2.Rodrigues(np.array(axis) * np.radians(degrees))[0])


def _upward(value: int) -> MatLike:
    """What turns a die so that this value looks up."""
    x, y, z = _AXES[value]
    if z:
        return _turned((1, 0, 0), 0 if z > 0 else 180)
    return _turned((y, -x, 0), 90)


def _die(out: MatLike, camera: Camera, die: Die) -> None:
    """Lay one die with its shadow."""
    spin = _turned((0, 0, 1), die.turn) @ _turned((0, 1, 0), die.lean) @ _upward(die.pips)
    corners = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * (die.side / 2) @ spin.T
    middle = np.array([die.at[0], die.at[1], -float(corners[:, 2].min())])
    _shadow(out, camera, corners + middle)
    seen = camera.pixels(corners * 0.97 + middle)
    low = np.maximum(np.floor(seen.min(axis=0)).astype(int) - 4, 0)
    high = np.minimum(np.ceil(seen.max(axis=0)).astype(int) + 4, (out.shape[1], out.shape[0]))
    if (high - low < 2).any():
        return
    part = out[low[1] : high[1], low[0] : high[0]]
    fine = cv2.resize(part, None, fx=FINE, fy=FINE, interpolation=cv2.INTER_LINEAR)
    shift = np.array([[FINE, 0, -low[0] * FINE], [0, FINE, -low[1] * FINE], [0, 0, 1]], np.float64)
    hull = cv2.convexHull(((seen - low) * FINE).astype(np.float32))
    cv2.fillConvexPoly(fine, np.rint(hull).astype(np.int32), _EDGE, cv2.LINE_AA)
    for value, axis in _AXES.items():
        _lay_face(fine, camera, shift, (value, spin, middle, die.side, np.array(axis, np.float64)))
    part[:] = cv2.resize(fine, (part.shape[1], part.shape[0]), interpolation=cv2.INTER_AREA)


def _lay_face(
    fine: MatLike, camera: Camera, shift: MatLike, what: tuple[int, MatLike, MatLike, float, MatLike]
) -> None:
    """One face where it looks at the camera: the upper one is lit, the sides are in half shade."""
    value, spin, middle, side, axis = what
    outward = spin @ axis
    foot = middle + outward * side / 2
    if float(outward @ (camera.eye - foot)) <= 0:
        return
    along = spin @ np.roll(np.abs(axis), 1)
    across = np.cross(outward, along)
    half = side / 2
    places = np.array([foot - along * half - across * half, foot + along * half - across * half])
    places = np.concatenate([places, [foot + along * half + across * half, foot - along * half + across * half]])
    ends = camera.pixels(places).astype(np.float32)
    flat = np.array([(0, 0), (_FACE, 0), (_FACE, _FACE), (0, _FACE)], np.float32)
    matrix = shift @ cv2.getPerspectiveTransform(flat, ends)
    size = (fine.shape[1], fine.shape[0])
    seen = cv2.warpPerspective(_face(value), matrix, size, flags=cv2.INTER_AREA).astype(np.float32)
    light = 0.62 + 0.38 * max(0.0, float(outward[2])) + 0.06 * float(outward[0])
    part = seen[..., 3:] / 255
    fine[:] = np.clip(fine * (1 - part) + seen[..., :3] * light * part, 0, 255).astype(np.uint8)


def _shadow(out: MatLike, camera: Camera, corners: MatLike) -> None:
    """A soft shadow towards the right and the near side."""
    foot = corners.copy()
    foot[:, :2] += corners[:, 2:] * np.array([0.35, 0.3])
    foot[:, 2] = 0
    hull = cv2.convexHull(camera.pixels(foot).astype(np.float32))
    mask = np.zeros(out.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.rint(hull).astype(np.int32), 110, cv2.LINE_AA)
    _shade(out, mask)


def _shade(out: MatLike, mask: MatLike) -> None:
    """Darken where a mask is, softened; only about it is looked at."""
    left, top, wide, tall = cv2.boundingRect(mask)
    if not wide or not tall:
        return
    edge = 12
    rows, columns = slice(max(0, top - edge), top + tall + edge), slice(max(0, left - edge), left + wide + edge)
    soft = cv2.GaussianBlur(mask[rows, columns], (0, 0), 3).astype(np.float32)[..., None] / 255
    out[rows, columns] = (out[rows, columns] * (1 - soft)).astype(np.uint8)


def _dish(out: MatLike, camera: Camera, saucer: Round) -> None:
    """A dark saucer with a pale rim."""
    mask = np.zeros(out.shape[:2], np.uint8)
    cv2.fillPoly(mask, [polygon(camera, saucer.at, saucer.radius * 1.04, 0.0) + 3], 120)
    _shade(out, mask)
    for part, colour in ((1.0, (96, 112, 124)), (0.95, (40, 44, 64)), (0.9, (46, 50, 74))):
        rim = polygon(camera, saucer.at, saucer.radius * part, 1.0)
        cv2.fillPoly(out, [rim], colour, cv2.LINE_AA)


def _cup(out: MatLike, camera: Camera, cup: Round) -> None:
    """A leather cup upside down: whatever is under it is hidden."""
    foot, top = (polygon(camera, cup.at, cup.radius * part, z) for part, z in ((1.0, 0.0), (0.82, cup.radius * 1.7)))
    mask = np.zeros(out.shape[:2], np.uint8)
    cv2.fillPoly(mask, [foot + 6], 140)
    _shade(out, mask)
    cv2.fillConvexPoly(out, cv2.convexHull(np.concatenate([foot, top])), (34, 46, 84), cv2.LINE_AA)
    cv2.fillPoly(out, [top], (44, 60, 108), cv2.LINE_AA)
    cv2.polylines(out, [top], isClosed=True, color=(60, 84, 140), thickness=2, lineType=cv2.LINE_AA)
