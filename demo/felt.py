"""The empty layout as the camera sees it: felt, printed boxes and words, marks, and a lamp that lights the middle."""

from functools import cache

import cv2
import numpy as np
from cv2.typing import MatLike

from demo import layout
from scanner.frames import Point

PICTURE = (1280, 720)
"""Width and height of the camera's picture, pixels."""
CORNERS: tuple[Point, ...] = ((74.0, 26.0), (1206.0, 26.0), (1276.0, 708.0), (4.0, 708.0))
"""Where the layout's corners lie in the picture, clockwise from the far left: a camera above the dealer's shoulder."""
_FINE = 3
"""Pixels a millimetre of the flat drawing."""
_MARGIN = 40
_CREAM = (196, 226, 232)
_DARK = (46, 64, 20)


@cache
def to_picture() -> MatLike:
    """The homography from layout millimetres to picture pixels, (3, 3)."""
    flat = np.array([(0, 0), (layout.WIDTH, 0), (layout.WIDTH, layout.HEIGHT), (0, layout.HEIGHT)], np.float32)
    return cv2.getPerspectiveTransform(flat, np.array(CORNERS, np.float32))


@cache
def to_layout() -> MatLike:
    """The homography from picture pixels to layout millimetres, (3, 3)."""
    inverse = np.linalg.inv(to_picture())
    return np.asarray(inverse / inverse[2, 2])


def pixel(point: Point) -> Point:
    """A layout point in the picture."""
    x, y, w = to_picture() @ np.array([point[0], point[1], 1.0])
    return float(x / w), float(y / w)


def _at(x: float, y: float) -> tuple[int, int]:
    return round((x + _MARGIN) * _FINE), round((y + _MARGIN) * _FINE)


def _words(picture: MatLike, text: str, centre: Point, size: float, colour: tuple[int, int, int]) -> None:
    font, thick = cv2.FONT_HERSHEY_TRIPLEX, max(1, round(size * 2))
    (wide, tall), _ = cv2.getTextSize(text, font, size, thick)
    x, y = _at(*centre)
    cv2.putText(picture, text, (x - wide // 2, y + tall // 2), font, size, colour, thick, cv2.LINE_AA)


def _print(picture: MatLike) -> None:
    """What is printed on the felt."""
    for centre in layout.CENTRES.values():
        x, y = centre
        cv2.rectangle(picture, _at(x - 40, y - 53), _at(x + 40, y + 53), _CREAM, 3, cv2.LINE_AA)
    _words(picture, "DEALER", (312, 44), 1.3, _CREAM)
    _words(picture, "PLAYER", (312, 330), 1.3, _CREAM)
    _words(picture, "BURN", (90, 178), 0.9, _CREAM)
    _words(picture, "DISCARD", (534, 178), 0.9, _CREAM)
    _words(picture, "THREE CARD POKER", (312, 187), 1.5, (88, 190, 226))
    cv2.ellipse(picture, _at(320, -190), (round(560 * _FINE), round(555 * _FINE)), 0, 40, 140, _CREAM, 4, cv2.LINE_AA)
    for corner in ((40, 40), (500, 36), (60, 330), (580, 330)):
        cv2.circle(picture, _at(*corner), 14, _CREAM, cv2.FILLED, cv2.LINE_AA)
        cv2.circle(picture, _at(*corner), 6, _DARK, cv2.FILLED, cv2.LINE_AA)
    x, y = layout.MOUTH
    machine = (_at(x - 34, y - 140), _at(x + 90, y + 44))
    cv2.rectangle(picture, *machine, (34, 32, 30), cv2.FILLED)
    cv2.rectangle(picture, *machine, (92, 88, 84), 4, cv2.LINE_AA)
    cv2.rectangle(picture, _at(x - 28, y - 40), _at(x - 23, y + 32), (120, 116, 110), cv2.FILLED)


def _cloth() -> MatLike:
    """Felt in the flat drawing's size: short fibres and faint clouds in two greens."""
    rng = np.random.default_rng(7)
    shape = ((layout.HEIGHT + 2 * _MARGIN) * _FINE, (layout.WIDTH + 2 * _MARGIN) * _FINE)
    fibre = cv2.GaussianBlur(rng.standard_normal(shape, np.float32) * 26, (0, 0), 1.1)
    rough = rng.standard_normal((shape[0] // 60, shape[1] // 60), np.float32) * 2
    cloud = cv2.resize(rough, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC)
    tone = (fibre + cloud)[..., None] * np.array([0.5, 0.9, 0.4], np.float32)
    return np.asarray(np.clip(np.array([52, 98, 24], np.float32) + tone, 0, 255), np.uint8)


@cache
def lamp() -> MatLike:
    """The light over the picture, (720, 1280, 1), 1 where it is full."""
    width, height = PICTURE
    x = (np.arange(width, dtype=np.float32)[None, :] - width * 0.46) / width
    y = (np.arange(height, dtype=np.float32)[:, None] - height * 0.42) / height
    return np.asarray(1.02 - 0.42 * (x * x + y * y))[..., None].astype(np.float32)


@cache
def background() -> MatLike:
    """The picture of the empty layout without noise, (720, 1280, 3) BGR."""
    flat = _cloth()
    _print(flat)
    shift = np.array([[1 / _FINE, 0, -_MARGIN], [0, 1 / _FINE, -_MARGIN], [0, 0, 1]])
    seen = cv2.warpPerspective(
        flat, to_picture() @ shift, PICTURE, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(np.clip(seen.astype(np.float32) * lamp(), 0, 255), np.uint8)
