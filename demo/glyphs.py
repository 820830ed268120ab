"""The signs on our own card faces: strokes of the rank letters and outlines of the four suits, as plain geometry.

A glyph stands in a box one unit high; strokes are polylines in that box. Nothing here is taken from a font.
"""

import math

import cv2
import numpy as np
from cv2.typing import MatLike

from games.cards import Rank, Suit

Stroke = tuple[tuple[float, float], ...]
Ink = tuple[int, int, int]
"""Blue, green, red."""


def _arc(centre: tuple[float, float], radii: tuple[float, float], start: float, end: float) -> Stroke:
    """Part of an ellipse; degrees run clockwise from the right, as the picture's y axis points down."""
    steps = max(2, int(abs(end - start) / 6))
    turns = (math.radians(start + (end - start) * step / steps) for step in range(steps + 1))
    return tuple((centre[0] + radii[0] * math.cos(turn), centre[1] + radii[1] * math.sin(turn)) for turn in turns)


_SIX: tuple[Stroke, ...] = (
    _arc((0.31, 0.68), (0.29, 0.32), 0, 360),
    _arc((0.62, 0.68), (0.60, 0.68), 180, 256),
)

STROKES: dict[Rank, tuple[Stroke, ...]] = {
    Rank.ACE: (((0.0, 1.0), (0.31, 0.0), (0.62, 1.0)), ((0.12, 0.67), (0.5, 0.67))),
    Rank.TWO: ((*_arc((0.31, 0.29), (0.28, 0.29), 190, 385), (0.02, 1.0), (0.62, 1.0)),),
    Rank.THREE: (
        _arc((0.29, 0.25), (0.26, 0.25), 195, 450),
        _arc((0.29, 0.74), (0.30, 0.26), 270, 525),
    ),
    Rank.FOUR: (((0.46, 1.0), (0.46, 0.0), (0.0, 0.7), (0.64, 0.7)),),
    Rank.FIVE: (((0.56, 0.0), (0.1, 0.0), (0.05, 0.47), *_arc((0.29, 0.67), (0.31, 0.33), 230, 515)),),
    Rank.SIX: _SIX,
    Rank.SEVEN: (((0.0, 0.0), (0.6, 0.0), (0.2, 1.0)),),
    Rank.EIGHT: (_arc((0.31, 0.25), (0.25, 0.25), 0, 360), _arc((0.31, 0.74), (0.3, 0.26), 0, 360)),
    Rank.NINE: tuple(tuple((0.62 - x, 1.0 - y) for x, y in stroke) for stroke in _SIX),
    Rank.TEN: (((0.06, 0.0), (0.06, 1.0)), _arc((0.5, 0.5), (0.22, 0.5), 0, 360)),
    Rank.JACK: (((0.46, 0.0), (0.46, 0.72), *_arc((0.23, 0.72), (0.23, 0.28), 0, 170)),),
    Rank.QUEEN: (_arc((0.31, 0.5), (0.31, 0.5), 0, 360), ((0.36, 0.68), (0.66, 1.02))),
    Rank.KING: (
        ((0.04, 0.0), (0.04, 1.0)),
        ((0.58, 0.0), (0.04, 0.62)),
        ((0.22, 0.42), (0.64, 1.0)),
    ),
}


def _heart() -> Stroke:
    turns = (2 * math.pi * step / 72 for step in range(72))
    points = [
        (16 * math.sin(t) ** 3, -(13 * math.cos(t) - 5 * math.cos(2 * t) - 2 * math.cos(3 * t) - math.cos(4 * t)))
        for t in turns
    ]
    return tuple((x / 34 + 0.5, (y + 12) / 30) for x, y in points)


def _stem(top: float) -> Stroke:
    return ((0.5, top), (0.55, 0.82), (0.68, 1.0), (0.32, 1.0), (0.45, 0.82))


SUITS: dict[Suit, tuple[Stroke, ...]] = {
    Suit.HEARTS: (_heart(),),
    Suit.DIAMONDS: (((0.5, 0.0), (0.88, 0.5), (0.5, 1.0), (0.12, 0.5)),),
    Suit.SPADES: (tuple((x, 0.84 - y * 0.84) for x, y in _heart()), _stem(0.5)),
    Suit.CLUBS: (
        _arc((0.5, 0.24), (0.22, 0.24), 0, 360),
        _arc((0.25, 0.6), (0.23, 0.24), 0, 360),
        _arc((0.75, 0.6), (0.23, 0.24), 0, 360),
        ((0.4, 0.3), (0.6, 0.3), (0.7, 0.65), (0.3, 0.65)),
        _stem(0.5),
    ),
}
"""Outlines to fill, in a box one unit wide and high."""


def _points(stroke: Stroke, at: tuple[float, float], size: tuple[float, float]) -> MatLike:
    scaled = [(at[0] + x * size[0], at[1] + y * size[1]) for x, y in stroke]
    return np.asarray(np.rint(np.array(scaled) * 16), np.int32)


def draw_rank(picture: MatLike, rank: Rank, at: tuple[float, float], size: tuple[float, float], ink: Ink) -> None:
    """Draw a rank with its upper left corner at `at`, pixels; `size` scales the unit box in x and y."""
    thick = max(1, round(size[1] * 0.17))
    for stroke in STROKES[rank]:
        points = _points(stroke, at, size)
        cv2.polylines(picture, [points], isClosed=False, color=ink, thickness=thick, lineType=cv2.LINE_AA, shift=4)


def draw_suit(picture: MatLike, suit: Suit, at: tuple[float, float], size: float, ink: Ink) -> None:
    """Draw a suit with its upper left corner at `at`, pixels; `size` is its width and height."""
    for outline in SUITS[suit]:
        cv2.fillPoly(picture, [_points(outline, at, (size, size))], ink, lineType=cv2.LINE_AA, shift=4)
