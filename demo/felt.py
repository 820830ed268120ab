"""The empty layout as the camera sees it: felt, printed boxes and words, marks, and a lamp that lights the middle."""

from collections.abc import Callable
from functools import cache

import cv2
import numpy as np
from cv2.typing import MatLike

from demo.dice_art import Round, draw_dice
from demo.layout import DIE, HD, HEADS_UP, Layout
from scanner.frames import Point

_FINE = 3
"""Pixels a millimetre of the flat drawing."""
_CREAM = (196, 226, 232)
_GOLD = (88, 190, 226)
_DARK = (46, 64, 20)


@cache
def to_picture(layout: Layout = HEADS_UP) -> MatLike:
    """The homography from layout millimetres to picture pixels, (3, 3)."""
    wide, tall = layout.size
    flat = np.array([(0, 0), (wide, 0), (wide, tall), (0, tall)], np.float32)
    return cv2.getPerspectiveTransform(flat, np.array(layout.corners, np.float32))


@cache
def to_layout(layout: Layout = HEADS_UP) -> MatLike:
    """The homography from picture pixels to layout millimetres, (3, 3)."""
    inverse = np.linalg.inv(to_picture(layout))
    return np.asarray(inverse / inverse[2, 2])


def pixel(point: Point, layout: Layout = HEADS_UP) -> Point:
    """A layout point in the picture."""
    x, y, w = to_picture(layout) @ np.array([point[0], point[1], 1.0])
    return float(x / w), float(y / w)


def scale(layout: Layout) -> float:
    """Pixels a millimetre in the middle of the picture."""
    far_left, far_right, near_right, near_left = layout.corners
    return (far_right[0] - far_left[0] + near_right[0] - near_left[0]) / 2 / layout.size[0]


_At = Callable[[float, float], tuple[int, int]]
"""Where a point in mm lies in the flat drawing."""


def _placed(margin: int) -> _At:
    return lambda x, y: (round((x + margin) * _FINE), round((y + margin) * _FINE))


def _words(picture: MatLike, text: str, middle: tuple[int, int], size: float, colour: tuple[int, int, int]) -> None:
    font, thick = cv2.FONT_HERSHEY_TRIPLEX, max(1, round(size * 2))
    (wide, tall), _ = cv2.getTextSize(text, font, size, thick)
    x, y = middle
    cv2.putText(picture, text, (x - wide // 2, y + tall // 2), font, size, colour, thick, cv2.LINE_AA)


def _marks(layout: Layout) -> list[Point]:
    """Round marks where no card lies: near the corners, or where the layout says."""
    wide, tall = layout.size
    if layout.marks:
        return list(layout.marks)
    wanted = ((40.0, 40.0), (wide - 140.0, 36.0), (60.0, tall - 50.0), (wide - 60.0, tall - 50.0))
    areas = [np.array(layout.polygon(spot), np.float32) for spot in layout.spots]
    return [mark for mark in wanted if all(cv2.pointPolygonTest(area, mark, measureDist=True) < -8 for area in areas)]


def _print(picture: MatLike, layout: Layout) -> None:
    """What is printed on the felt."""
    _at = _placed(layout.margin)
    for spot in layout.spots:
        (x0, y0), _, (x1, y1), _ = layout.polygon(spot)
        cv2.rectangle(picture, _at(x0 + 2, y0 + 1), _at(x1 - 2, y1 - 1), _CREAM, 3, cv2.LINE_AA)
    for word in layout.words:
        _words(picture, word.text, _at(*word.at), word.size, _GOLD if word.gold else _CREAM)
    tall = layout.size[1]
    if tall <= 400 and not layout.saucer:
        _arc(picture, layout)
    size = 1 if layout.picture == HD else 2
    for mark in _marks(layout):
        cv2.circle(picture, _at(*mark), 14 * size, _CREAM, cv2.FILLED, cv2.LINE_AA)
        cv2.circle(picture, _at(*mark), 6 * size, _DARK, cv2.FILLED, cv2.LINE_AA)
    _machine(picture, layout)


def _arc(picture: MatLike, layout: Layout) -> None:
    """The arc between two rows of hands; a card that lay across it would have its line at the edge."""
    wide, tall = layout.size
    _at = _placed(layout.margin)
    axes = (round(0.875 * wide * _FINE), round(1.4605 * tall * _FINE))
    cv2.ellipse(picture, _at(wide / 2, -tall / 2), axes, 0, 40, 140, _CREAM, 4, cv2.LINE_AA)


def _machine(picture: MatLike, layout: Layout) -> None:
    """The shoe or shuffler at its mouth."""
    _at = _placed(layout.margin)
    x, y = layout.mouth
    machine = (_at(x - 34, y - 140), _at(x + 90, y + 44))
    cv2.rectangle(picture, *machine, (34, 32, 30), cv2.FILLED)
    cv2.rectangle(picture, *machine, (92, 88, 84), 4, cv2.LINE_AA)
    cv2.rectangle(picture, _at(x - 28, y - 40), _at(x - 23, y + 32), (120, 116, 110), cv2.FILLED)


def _cloth(layout: Layout) -> MatLike:
    """Felt in the flat drawing's size: short fibres and faint clouds in two greens."""
    rng = np.random.default_rng(7)
    shape = (round(layout.size[1] + 2 * layout.margin) * _FINE, round(layout.size[0] + 2 * layout.margin) * _FINE)
    fibre = cv2.GaussianBlur(rng.standard_normal(shape, np.float32) * 26, (0, 0), 1.1)
    rough = rng.standard_normal((shape[0] // 60, shape[1] // 60), np.float32) * 2
    cloud = cv2.resize(rough, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC)
    tone = (fibre + cloud)[..., None] * np.array([0.5, 0.9, 0.4], np.float32)
    return np.asarray(np.clip(np.array([52, 98, 24], np.float32) + tone, 0, 255), np.uint8)


@cache
def lamp(layout: Layout = HEADS_UP) -> MatLike:
    """The light over the picture, (rows, columns, 1), 1 where it is full."""
    width, height = layout.picture
    x = (np.arange(width, dtype=np.float32)[None, :] - width * 0.46) / width
    y = (np.arange(height, dtype=np.float32)[:, None] - height * 0.42) / height
    return np.asarray(1.02 - 0.42 * (x * x + y * y))[..., None].astype(np.float32)


@cache
def background(layout: Layout = HEADS_UP) -> MatLike:
    """The picture of the empty layout without noise, (rows, columns, 3) BGR."""
    flat = _cloth(layout)
    _print(flat, layout)
    shift = np.array([[1 / _FINE, 0, -layout.margin], [0, 1 / _FINE, -layout.margin], [0, 0, 1]])
    seen = cv2.warpPerspective(
        flat, to_picture(layout) @ shift, layout.picture, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE
    )
    lit = np.asarray(np.clip(seen.astype(np.float32) * lamp(layout), 0, 255), np.uint8)
    if not layout.saucer:
        return lit
    return draw_dice(lit, (), to_picture(layout), saucer=Round(layout.at(DIE), layout.saucer))
