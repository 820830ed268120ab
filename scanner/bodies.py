"""A die's face laid flat: how even it is beside its pips, and where the body ends."""

from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.faces import SLOTS, Face, Field, whitener
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

_STEP: Final = 8
_REACH: Final = 6.0
_SIDE: Final = round(2 * _REACH * _STEP)
_AT = (np.arange(_SIDE, dtype=np.float32) + 0.5) / _STEP - _REACH
_X, _Y = np.meshgrid(_AT, _AT)
_WIDEST = np.maximum(np.abs(_X), np.abs(_Y))
_MIDDLE = np.abs(_AT) < 0.8

Mask = NDArray[np.bool_]


class Body(NamedTuple):
    """What a face laid flat shows, beside its pips: the part with ink, the part with the body's colour, its ends.

    `marks` are the places of the face with ink, None where one is neither plainly inked nor plainly bare. `ends` are
    steps from the middle at which the body ends to the right, left, down and up.
    """

    marks: frozenset[tuple[int, int]] | None
    ink: float
    even: float
    ends: tuple[float, float, float, float]


def laid_flat(image: Picture, field: Field, face: Face, beside: tuple[int, ...] = ()) -> Body:
    """Lay a face flat and look; the body may also have the colours beside the pips of other dice (`beside`)."""
    picture = _warped(image, face.middle, face.grid)
    share, body = _parts(picture, field, face.pips, beside)
    marks = _marks(share, face.step)
    marked = np.zeros((_SIDE, _SIDE), bool)
    for x, y in marks or face.slots:
        marked |= np.hypot(_X - x, _Y - y) < 1.5 / face.step
    rest = (_WIDEST < 1.7) & ~marked
    return Body(marks, float((share[rest] > INK).mean()), float(body[rest].mean()), _ends(body | marked))


def _marks(share: Floats, step: float) -> frozenset[tuple[int, int]] | None:
    found = set()
    for x, y in SLOTS:
        part = float((share[np.hypot(_X - x, _Y - y) < 0.7 / step] > 0.3).mean())
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


def _parts(picture: Picture, field: Field, members: tuple[int, ...], beside: tuple[int, ...]) -> tuple[Floats, Mask]:
    """How far each pixel is on the way from body to ink, and whether it has the body's colour."""
    grounds = field.grounds[list(members)]
    ground = float(np.median(grounds.min(axis=1)))
    share = (picture.min(axis=2).astype(np.float32) - ground) / (float(np.median(field.inks[list(members)])) - ground)
    colours = _labs(picture).reshape(_SIDE, _SIDE, 3)
    body = np.zeros((_SIDE, _SIDE), bool)
    for one in _labs(np.concatenate([grounds, field.grounds[list(beside)]])):
        away = colours - one
        body |= np.einsum("ijk,ijk->ij", away, away) < SAME * SAME
    return share, body


def _labs(colours: NDArray[np.generic]) -> Floats:
    lab = cv2.cvtColor(np.asarray(colours, np.float32).reshape(1, -1, 3) / 255, cv2.COLOR_BGR2Lab)
    return np.asarray(lab.reshape(-1, 3) * np.array([LIGHTNESS, 1, 1], np.float32))


def _ends(mask: Mask) -> tuple[float, float, float, float]:
    along, down = mask[_MIDDLE].mean(axis=0), mask[:, _MIDDLE].mean(axis=1)
    half = _SIDE // 2
    return _end(along[half:]), _end(along[:half][::-1]), _end(down[half:]), _end(down[:half][::-1])


def _end(part: Floats) -> float:
    over = np.nonzero(part < 0.5)[0]
    return float(over[0] if len(over) else len(part)) / _STEP


def single(image: Picture, field: Field, pip: int, beside: tuple[int, ...] = ()) -> Face | None:
    """The face with this pip alone: an even square around it that ends on all sides, or None."""
    unit = np.linalg.inv(whitener(field.shapes[pip]))
    grid = (unit * (RATIOS[1] / 3.4)).astype(np.float32)
    picture = _warped(image, field.at[pip], grid)
    share, body = _parts(picture, field, (pip,), beside)
    marked = np.hypot(_X, _Y) < 1.5 * 3.4 / RATIOS[1]
    solid = (body | marked).astype(np.uint8)
    if float(solid[np.hypot(_X, _Y) < 0.85 * 3.4 * RATIOS[0] / RATIOS[1]].mean()) < 0.9:
        return None
    return _square(field, pip, grid, (share, body | marked), _turn(solid))


def _turn(solid: NDArray[np.uint8]) -> tuple[float, float, float]:
    """The square that ends nearest on all sides: its two half widths in steps, its turn in degrees.

    Ends are an eighth of a step apart, so several turns tie; of these the body fills the right one.
    """
    tried: list[tuple[float, float, float, float, float]] = []
    for turn in range(0, 90, 6):
        move = cv2.getRotationMatrix2D(((_SIDE - 1) / 2, (_SIDE - 1) / 2), turn, 1.0)
        upright = cv2.warpAffine(solid, move, (_SIDE, _SIDE), flags=cv2.INTER_NEAREST) > 0
        right, left, down, up = _ends(upright)
        short, long = sorted((min(right, left), min(down, up)))
        bare = 1 - float(upright[(short + long) / 2 > _WIDEST].mean())
        tried.append((short + long, bare, short, long, float(turn)))
    _, _, short, long, turn_ = min(tried)
    return short, long, turn_


def _square(
    field: Field, pip: int, grid: Floats, parts: tuple[Floats, Mask], best: tuple[float, float, float]
) -> Face | None:
    """The face of a square body with ends and turn (degrees), where all else fits."""
    short, long, turn = best
    half = (short + long) / 2
    ratio = half * RATIOS[1] / 3.4
    if long > 1.22 * short or not RATIOS[0] <= ratio <= RATIOS[1]:
        return None
    cos, sin = float(np.cos(np.radians(turn))), float(np.sin(np.radians(turn)))
    turned = np.array([[cos, -sin], [sin, cos]], np.float32)
    x, y = _X * cos + _Y * sin, _Y * cos - _X * sin
    share, solid = parts
    inside = np.maximum(np.abs(x), np.abs(y)) < 0.76 * half
    marked = np.hypot(_X, _Y) < 1.5 * 3.4 / RATIOS[1]
    corners = [np.hypot(x - a * half, y - b * half) < 0.12 * half for a in (-0.78, 0.78) for b in (-0.78, 0.78)]
    whole = sum(float(solid[corner].mean()) > 0.5 for corner in corners)
    round_ = (np.hypot(x, y) < 0.95 * half) & ~marked
    if float((share[round_] > INK).mean()) > 0.03:
        return None
    if whole < 3 or float((share[inside & ~marked] > INK).mean()) > 0.02 or float(solid[inside].mean()) < 0.93:
        return None
    step = half / HALF
    places = (field.at - field.at[pip]) @ np.linalg.inv(grid @ turned * half).T
    near = (np.hypot(*places.T) < np.where(field.upper, 1.5, 1.05)) & field.sized(float(field.radius[pip]))
    if int(near.sum()) > 1:
        return None
    return Face(1, field.at[pip], grid @ turned * step, (pip,), ratio / HALF, frozenset({(0, 0)}), field.shapes[pip])
