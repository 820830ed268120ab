"""Whether a die lies flat: its body must end where that of a cube on the layout ends, seen from where the camera is.

A face that leans looks like one that lies where only its pips are looked at: by 20 degrees it is a twentieth narrower.
But the body shows other sides then, and in other directions than a cube that lies there does.
"""

from itertools import product
from typing import Any, Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.frames import DieSeen
from scanner.geometry import skew
from scanner.lens import Lens, bent, straight
from scanner.profile import Profile
from scanner.quality import Image
from scanner.stand import Reals, Stand, stand_of

SKEW: Final = 1.17
"""How much longer than wide the upper face may be at its height above the layout."""
ASTRAY: Final = 0.22
"""By how much the body may differ from the cube that fits best, in areas of the upper face.

Dice that lie differ by 0.18 at the most, those that lean by 20 degrees by 0.38 at the least.
"""
SIZES: Final = (0.96, 1.02, 0.9, 1.08, 0.84)
"""Sides that are tried, in those that the pips tell: dice differ in how far apart their pips are."""
TURNS: Final = (0.0, -6.0, 6.0)
"""Turns that are tried, in degrees from that of the pips."""
ALL_TURNS: Final = tuple(range(-45, 45, 9))
"""Those for one pip alone, which shows no turn."""
SIDES: Final = (8.0, 32.0)
"""The least and the greatest side of a die, mm."""
REACH: Final = 1.75
"""How far around a die is looked at, in sides."""
BESIDE: Final = 1.04
"""How much larger than it seems a die beside is taken for: its rim is its own."""
SHADE: Final = (0.4, 1.3)
"""What light leaves of a body's brightness on its sides."""
SHADOW: Final = (0.25, 1.35)
"""What light leaves of the layout's, under the dice and beside them."""

Mask = NDArray[np.bool_]


class Empty(NamedTuple):
    """What dice are held against: the picture of the empty layout, and the camera over it."""

    picture: Image
    stand: Stand
    lens: Lens | None


class _Cube(NamedTuple):
    """A die that lies: its upper face's middle (px that the lens has put right), its side (mm), its turn (degrees)."""

    top: Reals
    side: float
    turn: float


class _Part(NamedTuple):
    """The part of a picture about a die: its upper left corner, and what it shows of dice: this one, the others."""

    corner: tuple[int, int]
    body: Mask
    others: Mask


def empty_of(profile: Profile, background: Image | None) -> Empty | None:
    """What dice are held against, or None where the profile tells too little: no picture, or no plane."""
    if background is None:
        return None
    try:
        stand = stand_of(profile.homography, (profile.width, profile.height), profile.optics)
    except np.linalg.LinAlgError:
        return None
    return Empty(background, stand, profile.optics)


def lying(empty: Empty, image: Image, dice: tuple[DieSeen, ...]) -> tuple[bool, ...]:
    """Which of the dice (outlines in px) lie flat; none of those for which it cannot be told."""
    cubes = [_cube(empty, die) for die in dice]
    return tuple(
        cube is not None and _fits(empty, image, die, cube, cubes) for die, cube in zip(dice, cubes, strict=True)
    )


def _cube(empty: Empty, die: DieSeen) -> _Cube | None:
    """The die that lies where a face is seen, or None where no square of a die's size is seen there."""
    try:
        seen = die.outline if empty.lens is None else [straight(empty.lens, point) for point in die.outline]
    except ValueError:
        return None
    corners = np.array(seen, np.float64)
    places = empty.stand.places(corners, 0.0)
    side = _side(places)
    for _ in range(2):  # the higher the face, the nearer it is and the smaller
        places = empty.stand.places(corners, side)
        side = _side(places)
    a, b, c, d = ((float(x), float(y)) for x, y in places)
    if not SIDES[0] <= side <= SIDES[1] or skew((a, b, c, d)) > SKEW:
        return None
    ways = np.roll(places, -1, axis=0) - places
    turn = float(np.angle(np.sum(np.exp(4j * np.arctan2(ways[:, 1], ways[:, 0]))), deg=True)) / 4
    return _Cube(corners.mean(axis=0), side, turn)


def _side(places: Reals) -> float:
    return float(cv2.contourArea(places.astype(np.float32)) ** 0.5)


def _fits(empty: Empty, image: Image, die: DieSeen, cube: _Cube, cubes: list[_Cube | None]) -> bool:
    """Whether the body ends where some cube about as large and turned as the pips tell ends."""
    part = _part(empty, image, die, [one for one in cubes if one is not None and one is not cube])
    if part is None:
        return False
    area = cv2.contourArea(np.array(die.outline, np.float32))
    for turn, size in product(ALL_TURNS if die.pips == 1 else TURNS, SIZES):
        tried = cube._replace(side=cube.side * size, turn=cube.turn + turn)
        apart = (_drawn(empty, tried, part.corner, part.body.shape) != part.body) & ~part.others
        if np.count_nonzero(apart) <= ASTRAY * area * size * size:
            return True
    return False


def _part(empty: Empty, image: Image, die: DieSeen, beside: list[_Cube]) -> _Part | None:
    outline = np.array(die.outline, np.float32)
    reach = REACH * cv2.contourArea(outline) ** 0.5
    middle = outline.mean(axis=0)
    left, top = (int(v) for v in np.maximum(np.floor(middle - reach), 0))
    right, low = (int(v) for v in np.minimum(np.ceil(middle + reach), (image.shape[1], image.shape[0])))
    live, ground = image[top:low, left:right], empty.picture[top:low, left:right]
    if not live.size or live.shape != ground.shape:
        return None
    own = _polygon((outline - (left, top)) * 16, live.shape[:2])
    others = np.zeros_like(own)
    for one in beside:
        others |= _drawn(empty, one._replace(side=one.side * BESIDE), (left, top), own.shape)
    others &= ~own
    body = _piece(_body(live, ground, own) & ~others, own)
    return None if body is None else _Part((left, top), body, others)


def _drawn(empty: Empty, cube: _Cube, corner: tuple[int, int], shape: tuple[int, ...]) -> Mask:
    """What a cube covers of the part of the picture that begins at a corner."""
    ((x, y),) = empty.stand.places(cube.top[None], cube.side)
    turns, radius = np.radians(cube.turn + np.array([45.0, 135.0, 225.0, 315.0])), cube.side / 2**0.5
    rim = np.stack([x + radius * np.cos(turns), y + radius * np.sin(turns)], axis=1)
    places = np.concatenate([np.column_stack([rim, np.full(4, z)]) for z in (0.0, cube.side)])
    seen = empty.stand.pixels(places)
    if empty.lens is not None:
        seen = np.array([bent(empty.lens, (float(u), float(v))) for u, v in seen])
    return _polygon(cv2.convexHull((seen - corner).astype(np.float32)) * 16, shape)


def _polygon(corners: NDArray[Any], shape: tuple[int, ...]) -> Mask:
    """A convex polygon filled; its corners are in 16ths of a pixel."""
    mask = np.zeros(shape, np.uint8)
    cv2.fillConvexPoly(mask, np.rint(corners).astype(np.int32), 1, cv2.LINE_8, 4)
    return mask > 0


def _body(live: Image, ground: Image, own: Mask) -> Mask:
    """Which pixels have the upper face's colour in some light rather than that of the layout."""
    picture = live.astype(np.float32)
    colour = np.median(picture[own], axis=0)
    return _away(picture, colour[None, None], SHADE) < _away(picture, ground.astype(np.float32), SHADOW)


def _away(picture: Image, colour: Image, light: tuple[float, float]) -> Image:
    """How far each pixel lies from a colour in the light that suits it best, squared."""
    part = (picture * colour).sum(axis=2) / np.maximum((colour * colour).sum(axis=2), 1.0)
    off: Image = picture - colour * np.clip(part, *light)[..., None]
    return np.asarray((off * off).sum(axis=2))


def _piece(body: Mask, own: Mask) -> Mask | None:
    """The connected part that holds the upper face, without holes: pips look like holes."""
    whole = cv2.morphologyEx(body.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    contours, _ = cv2.findContours(whole, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    filled = [cv2.drawContours(np.zeros_like(whole), [one], -1, 1, cv2.FILLED) > 0 for one in contours]
    return max(filled, key=lambda one: int(np.count_nonzero(one & own)), default=None)
