"""A die's face laid flat: how even it is beside its pips, and where the body ends."""

from functools import cache
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.faces import LAYOUTS, SLOTS, Face, Field
from scanner.flatten import Picture
from scanner.pips import Floats

HALF: Final = 2.25
"""Half of a die's side, in steps of its grid."""
LIGHTNESS: Final = 0.45
"""How much lightness counts beside hue: a body has lit and shaded parts."""
SAME: Final = 17.0
"""How far a colour of the body may lie from that beside a pip."""
INK: Final = 0.5
"""From which part of the way between body and pip a pixel counts as ink."""
RATIOS: Final = (3.0, 8.5)
"""Half of a die's side in radii of a single pip, which may be larger than those of the other faces."""

LEAST_BODY: Final = 0.86
"""The part of a face beside its pips that must have the body's colour."""
MOST_INK: Final = 0.02
"""The part of it that may have the pips' colour."""
ALONE: Final = 1.5
"""Halves of a die's side around a single pip within which no other upper pip lies."""

_STEP: Final = 8
_REACH: Final = 6.0
_SIDE: Final = round(2 * _REACH * _STEP)
_AT = (np.arange(_SIDE, dtype=np.float32) + 0.5) / _STEP - _REACH
_X, _Y = np.meshgrid(_AT, _AT)
_FAR = np.hypot(_X, _Y)
_WIDEST = np.maximum(np.abs(_X), np.abs(_Y))
_MIDDLE = slice(*(np.flatnonzero(np.abs(_AT) < 0.8)[[0, -1]] + (0, 1)).tolist())
_FACE = slice(*(np.flatnonzero(np.abs(_AT) < 1.7)[[0, -1]] + (0, 1)).tolist())
"""The rows, and the columns, of a face laid flat without its rim."""
_UNIT: Final = 3.4 / RATIOS[1]
"""A radius of a single pip in steps, where the largest die around it is laid flat."""
_PIP = 1.5 * _UNIT > _FAR
_CORE: Final = 1.02
"""Steps from a single pip within which all must be body or pip: 0.85 of half the smallest die."""
_CORES = slice(*(np.flatnonzero(np.abs(_AT) < _CORE)[[0, -1]] + (0, 1)).tolist())
_NEAR = _FAR[_CORES, _CORES] < 0.85 * _UNIT * RATIOS[0]
_ENDS: Final = (-0.78, 0.78)
_TURNS: Final = tuple(range(0, 90, 6))

Mask = NDArray[np.bool_]


class Body(NamedTuple):
    """What a face laid flat shows: its value, and where the body ends.

    `ends` are steps from the middle at which the body ends to the right, left, down and up.
    """

    value: int
    ends: tuple[float, float, float, float]


def laid_flat(image: Picture, field: Field, face: Face, beside: tuple[int, ...] = ()) -> Body | None:
    """Lay a face flat and look; the body may also have the colours beside the pips of other dice (`beside`).

    None where what is seen is no value: a place neither plainly inked nor plainly bare, ink or another colour beside
    the pips.
    """
    picture = _warped(image, face.middle, face.grid)
    within = picture[_FACE, _FACE]
    share = _share(within, field, face.pips)
    marks = _marks(share, face.step)
    value = None if marks is None or not marks >= face.slots else LAYOUTS.get(marks)
    if marks is None or value is None:
        return None
    rest = ~_marked(marks, face.step, _FACE, _FACE)
    if float((share[rest] > INK).mean()) > MOST_INK:
        return None
    colours = _colours(field, face.pips, beside)
    if float(_alike(within, colours)[rest].mean()) < LEAST_BODY:
        return None
    every = slice(0, _SIDE)
    across, down = (
        _alike(picture[area], colours) | _marked(marks, face.step, *area)
        for area in ((_MIDDLE, every), (every, _MIDDLE))
    )
    return Body(value, _ends(across.mean(axis=0), down.mean(axis=1)))


def _marked(marks: frozenset[tuple[int, int]], step: float, rows: slice, columns: slice) -> Mask:
    """What the pips at these places cover."""
    x, y = _AT[columns], _AT[rows, None]
    found = np.zeros((rows.stop - rows.start, columns.stop - columns.start), bool)
    for a, b in marks:
        found |= (x - a) ** 2 + (y - b) ** 2 < (1.5 / step) ** 2
    return found


def _marks(share: Floats, step: float) -> frozenset[tuple[int, int]] | None:
    """The places of the face with ink, None where one is neither plainly inked nor plainly bare."""
    found = set()
    middle, half = len(share) // 2, _STEP // 2
    disc = _FAR[_SIDE // 2 - half : _SIDE // 2 + half, _SIDE // 2 - half : _SIDE // 2 + half] < 0.7 / step
    inked = share > 0.3
    for x, y in SLOTS:
        row, column = middle + _STEP * y, middle + _STEP * x
        part = float(inked[row - half : row + half, column - half : column + half][disc].mean())
        if part > 0.65:
            found.add((x, y))
        elif part > 0.25:
            return None
    return frozenset(found)


def _warped(image: Picture, middle: Floats, grid: Floats) -> Picture:
    """The picture with a grid upright, `_STEP` px a step, its middle in the middle."""
    scaled = grid / _STEP
    corner = middle - grid @ np.array([_REACH, _REACH], np.float32) + scaled @ np.array([0.5, 0.5], np.float32)
    move = np.concatenate([scaled, corner[:, None]], axis=1).astype(np.float32)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    size = (_SIDE, _SIDE)
    return np.asarray(cv2.warpAffine(image, move, size, flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _share(picture: Picture, field: Field, members: tuple[int, ...]) -> Floats:
    """How far each pixel is on the way from body to ink."""
    ground = float(np.median(field.grounds[list(members)].min(axis=1)))
    least = np.minimum(np.minimum(picture[..., 0], picture[..., 1]), picture[..., 2]).astype(np.float32)
    return (least - ground) / (float(np.median(field.inks[list(members)])) - ground)


def _colours(field: Field, members: tuple[int, ...], beside: tuple[int, ...]) -> Floats:
    """The colours that a body may have, (colours, 3)."""
    return _labs(field.grounds[[*members, *beside]])[:, 0]


def _alike(picture: Picture, colours: Floats) -> Mask:
    """Which pixels have about one of these colours."""
    light, green, blue = cv2.split(_labs(picture))
    found = np.zeros(light.shape, bool)
    for one in colours.tolist():
        found |= (light - one[0]) ** 2 + (green - one[1]) ** 2 + (blue - one[2]) ** 2 < SAME * SAME
    return found


def _labs(colours: NDArray[np.generic]) -> Floats:
    """Colours (rows, columns, 3) or (colours, 3) so that their distances are as they look."""
    part = np.asarray(colours, np.float32) / 255
    lab = cv2.cvtColor(part if part.ndim == 3 else part[:, None], cv2.COLOR_BGR2Lab)
    return np.asarray(lab * np.array([LIGHTNESS, 1, 1], np.float32), np.float32)


def _ends(along: Floats, down: Floats) -> tuple[float, float, float, float]:
    """Where a body ends, by how much of the middle is body along and down the picture."""
    half = _SIDE // 2
    return _end(along[half:]), _end(along[:half][::-1]), _end(down[half:]), _end(down[:half][::-1])


def _end(part: Floats) -> float:
    bare = part < 0.5
    first = int(bare.argmax())
    return float(first if bare[first] else len(part)) / _STEP


def single(image: Picture, field: Field, pip: int, beside: tuple[int, ...] = ()) -> Face | None:
    """The face with this pip alone: an even square around it that ends on all sides, or None."""
    if _crowded(field, pip, RATIOS[0]):
        return None
    unit = np.linalg.inv(field.whites[pip])
    grid = (unit / _UNIT).astype(np.float32)
    picture = _warped(image, field.at[pip], grid)
    colours = _colours(field, (pip,), beside)
    core = _alike(picture[_CORES, _CORES], colours) | _PIP[_CORES, _CORES]
    if float(core[_NEAR].mean()) < 0.9:
        return None
    solid = _alike(picture, colours) | _PIP
    return _square(field, pip, grid, (_share(picture, field, (pip,)), solid), _turn(solid))


def _crowded(field: Field, pip: int, ratio: float) -> bool:
    """Whether another pip lies on or close to a die around this one; `ratio` is half of its side in radii."""
    places = (field.at - field.at[pip]) @ field.whites[pip].T
    far = (places * places).sum(axis=1)
    near = (far < (np.where(field.upper, ALONE, 1.05) * ratio) ** 2) & field.sized(float(field.radius[pip]))
    return int(near.sum()) > 1


@cache
def _turned() -> NDArray[np.int64]:
    """For each turn which pixel of a flat picture each of the turned one is, one beyond the last where none."""
    places = np.arange(_SIDE * _SIDE, dtype=np.float32).reshape(_SIDE, _SIDE)
    found = []
    for turn in _TURNS:
        move = cv2.getRotationMatrix2D(((_SIDE - 1) / 2, (_SIDE - 1) / 2), turn, 1.0)
        found.append(cv2.warpAffine(places, move, (_SIDE, _SIDE), flags=cv2.INTER_NEAREST, borderValue=places.size))
    return np.array(found).astype(np.int64)


def _turn(solid: Mask) -> tuple[float, float, float]:
    """The square that ends nearest on all sides: its two half widths in steps, its turn in degrees.

    Ends are an eighth of a step apart, so several turns tie; of these the body fills the right one.
    """
    every = np.append(solid.ravel(), False)[_turned()]  # what lies beyond the picture is no body
    along, down = every[:, _MIDDLE].mean(axis=1), every[:, :, _MIDDLE].mean(axis=2)
    halves: list[list[float]] = []
    for k in range(len(_TURNS)):
        right, left, low, high = _ends(along[k], down[k])
        halves.append(sorted((min(right, left), min(low, high))))
    nearest = min(map(sum, halves))
    ties = [k for k, both in enumerate(halves) if sum(both) == nearest]
    bare = {k: 1 - float(every[k][nearest / 2 > _WIDEST].mean()) for k in ties}
    best = min(ties, key=lambda k: (bare[k], halves[k], k))
    short, long = halves[best]
    return short, long, float(_TURNS[best])


def _square(
    field: Field, pip: int, grid: Floats, parts: tuple[Floats, Mask], best: tuple[float, float, float]
) -> Face | None:
    """The face of a square body with ends and turn (degrees), where all else fits."""
    short, long, turn = best
    half = (short + long) / 2
    ratio = half / _UNIT
    if long > 1.22 * short or not RATIOS[0] <= ratio <= RATIOS[1] or _crowded(field, pip, ratio):
        return None
    cos, sin = float(np.cos(np.radians(turn))), float(np.sin(np.radians(turn)))
    turned = np.array([[cos, -sin], [sin, cos]], np.float32)
    share, solid = parts
    round_ = (0.95 * half > _FAR) & ~_PIP
    if float((share[round_] > INK).mean()) > 0.03:
        return None
    x, y = _X * cos + _Y * sin, _Y * cos - _X * sin
    inside = np.maximum(np.abs(x), np.abs(y)) < 0.76 * half
    if float((share[inside & ~_PIP] > INK).mean()) > 0.02 or float(solid[inside].mean()) < 0.93:
        return None
    corners = [(x - a * half) ** 2 + (y - b * half) ** 2 < (0.12 * half) ** 2 for a in _ENDS for b in _ENDS]
    if sum(float(solid[corner].mean()) > 0.5 for corner in corners) < 3:
        return None
    step = half / HALF
    return Face(1, field.at[pip], grid @ turned * step, (pip,), ratio / HALF, frozenset({(0, 0)}), field.shapes[pip])
