"""Suit symbols as masks, drawn by rule with free proportions, so that no two designs share a shape."""

from functools import lru_cache

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Mask = NDArray[np.uint8]
SUITS = "shdc"
FINE = 256
"""Side of the square in which a shape is drawn, in px; it is reduced from there."""


def _blank() -> Mask:
    return np.zeros((FINE, FINE), np.uint8)


def _heart(wide: float, notch: float, belly: float) -> Mask:
    mask = _blank()
    t = np.linspace(0, 2 * np.pi, 120)
    x = np.sign(np.sin(t)) * np.abs(np.sin(t)) ** (2.2 + belly)
    y = (13 * np.cos(t) - notch * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t)) / 17
    y = (y - y.min()) / (y.max() - y.min())
    points = np.stack([128 + x * 118 * wide, 246 - y * 236], axis=1)
    cv2.fillPoly(mask, [points.astype(np.int32)], 255)
    return mask


def _stem(mask: Mask, top: int, foot: float, curve: float) -> None:
    ys = np.linspace(0, 1, 20)
    half = 9 + foot * 60 * ys ** (1.5 + 3 * curve)
    y = top + ys * (248 - top)
    outline = np.concatenate([np.stack([128 - half, y], 1), np.stack([128 + half, y], 1)[::-1]])
    cv2.fillPoly(mask, [outline.astype(np.int32)], 255)


def _spade(rng: Generator, wide: float) -> Mask:
    upper = cv2.flip(_heart(wide, rng.uniform(3.5, 6), rng.uniform(-0.4, 0.8)), 0)
    mask = _blank()
    tall = int(FINE * rng.uniform(0.76, 0.9))
    mask[:tall] = cv2.resize(upper, (FINE, tall), interpolation=cv2.INTER_AREA)
    _stem(mask, int(tall * 0.6), rng.uniform(0.45, 1), rng.uniform(0, 1))
    return mask


def _club(rng: Generator) -> Mask:
    mask = _blank()
    radius = int(rng.uniform(50, 64))
    for x, y in ((128, 8 + radius), (8 + radius, 150), (248 - radius, 150)):
        cv2.circle(mask, (x, y), radius, 255, -1)
    if rng.random() < 0.7:
        cv2.circle(mask, (128, 125), int(rng.uniform(15, 42)), 255, -1)
    _stem(mask, 130, rng.uniform(0.4, 1), rng.uniform(0, 1))
    return mask


def _diamond(rng: Generator) -> Mask:
    mask = _blank()
    power = rng.uniform(1.0, 1.5)
    t = np.linspace(0, 2 * np.pi, 160)
    x = np.sign(np.cos(t)) * np.abs(np.cos(t)) ** (power + 1)
    y = np.sign(np.sin(t)) * np.abs(np.sin(t)) ** (power + 1)
    wide = rng.uniform(0.68, 1)
    points = np.stack([128 + x * 118 * wide, 128 + y * 122], axis=1)
    cv2.fillPoly(mask, [points.astype(np.int32)], 255)
    return mask


def draw_suit(rng: Generator, suit: str) -> Mask:
    """A suit's symbol, upright, white on black, `FINE` px square."""
    wide = rng.uniform(0.82, 1)
    match suit:
        case "h":
            return _heart(wide, rng.uniform(3.5, 6), rng.uniform(-0.4, 0.8))
        case "d":
            return _diamond(rng)
        case "s":
            return _spade(rng, wide)
        case _:
            return _club(rng)


@lru_cache(maxsize=4096)
def _columns(n: int) -> tuple[tuple[float, float, bool], ...]:
    side = {4: (0.0, 1.0), 5: (0.0, 1.0), 6: (0, 0.5, 1), 7: (0, 0.5, 1), 8: (0, 0.5, 1)}
    rows = side.get(n, (0, 1 / 3, 2 / 3, 1))
    middle: dict[int, tuple[float, ...]] = {
        1: (0.5,), 2: (0, 1), 3: (0, 0.5, 1), 5: (0.5,), 7: (0.25,), 8: (0.25, 0.75), 9: (0.5,), 10: (1 / 6, 5 / 6),
    }  # fmt: skip
    found = [(x, y, y > 0.51) for x in (0.0, 1.0) for y in rows] if n > 3 else []
    return tuple(found + [(0.5, y, y > 0.51) for y in middle.get(n, ())])


def layout(n: int) -> tuple[tuple[float, float, bool], ...]:
    """Where the pips of a number card stand: across and down in 0..1 of the pip field, and whether turned."""
    return _columns(n)
