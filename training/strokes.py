"""Ranks as cards write them: strokes of our own with the hooks, bars and feet that text fonts lack."""

import cv2
import numpy as np
from numpy.random import Generator

from training.letters import tight
from training.shapes import Mask

Line = list[tuple[float, float]]
BOX = 160
"""Height of the box in which a rank is drawn, px."""


def _arc(centre: tuple[float, float], radii: tuple[float, float], start: float, end: float) -> Line:
    (x, y), (wide, tall) = centre, radii
    turns = np.deg2rad(np.linspace(start, end, 40))
    return [(x + wide * float(np.cos(t)), y + tall * float(np.sin(t))) for t in turns]


def _two(rng: Generator) -> list[Line]:
    foot: Line = [(1.0, 1.0), (1.0, 1.0 - rng.uniform(0.1, 0.22))] if rng.random() < 0.6 else [(1.0, 1.0)]
    top = _arc((0.5, 0.27), (0.46, 0.27), rng.uniform(165, 200), rng.uniform(370, 400))
    neck: Line = [(0.0, rng.uniform(0.72, 0.9))] if rng.random() < 0.4 else []
    return [[*top, *neck, (0.02, 1.0), *foot]]


def _three(rng: Generator) -> list[Line]:
    low = _arc((0.42, 0.69), (0.56, 0.31), rng.uniform(-80, -40), rng.uniform(150, 190))
    if rng.random() < 0.5:
        tick: Line = [(0.04, rng.uniform(0.1, 0.25))] if rng.random() < 0.7 else []
        return [[*tick, (0.04, 0.0), (0.94, 0.0), (0.45, 0.4), *low]]
    return [[*_arc((0.46, 0.22), (0.46, 0.22), 190, 440), *low]]


def _four(rng: Generator) -> list[Line]:
    x, y = rng.uniform(0.62, 0.78), rng.uniform(0.64, 0.78)
    foot: list[Line] = [[(x - 0.2, 1.0), (x + 0.2, 1.0)]] if rng.random() < 0.5 else []
    top = (x, 0.0) if rng.random() < 0.7 else (rng.uniform(0.35, 0.5), 0.0)
    stem: Line = [(x, 0.0 if top[0] == x else rng.uniform(0.25, 0.45)), (x, 1.0)]
    return [[top, (0.0, y), (1.0, y)], stem, *foot]


def _five(rng: Generator) -> list[Line]:
    tick: Line = [(0.92, rng.uniform(0.08, 0.18))] if rng.random() < 0.3 else []
    bowl = _arc((0.42, 0.68), (0.56, 0.32), rng.uniform(215, 250), rng.uniform(500, 540))
    return [[*tick, (0.92, 0.0), (0.1, 0.0), (0.06, 0.46), *bowl]]


def _six(rng: Generator) -> list[Line]:
    y = rng.uniform(0.64, 0.72)
    bend = rng.uniform(250, 300)
    return [_arc((0.5, y), (0.48, 1 - y), 0, 360), _arc((0.55, y), (0.53, y), 180, bend)]


def _seven(rng: Generator) -> list[Line]:
    tick: Line = [(0.02, rng.uniform(0.1, 0.24))] if rng.random() < 0.6 else []
    lower: Line = [(rng.uniform(0.4, 0.6), rng.uniform(0.4, 0.6)), (rng.uniform(0.2, 0.4), 1.0)]
    return [[*tick, (0.02, 0.0), (0.98, 0.0), *lower]]


def _eight(rng: Generator) -> list[Line]:
    y = rng.uniform(0.22, 0.25)
    wide = rng.uniform(0.38, 0.46)
    return [_arc((0.5, y), (wide, y), 0, 360), _arc((0.5, (1 + 2 * y) / 2), (0.5, (1 - 2 * y) / 2), 0, 360)]


def _ten(rng: Generator) -> list[Line]:
    x = rng.uniform(0.0, 0.12)
    flag: Line = [(x - 0.12, rng.uniform(0.08, 0.2))] if rng.random() < 0.4 else []
    foot: list[Line] = [[(x - 0.12, 1.0), (x + 0.12, 1.0)]] if rng.random() < 0.4 else []
    wide = rng.uniform(0.2, 0.34)
    gap = rng.uniform(0.2, 0.38)
    return [[*flag, (x, 0.0), (x, 1.0)], *foot, _arc((x + gap + wide, 0.5), (wide, 0.5), 0, 360)]


def _jack(rng: Generator) -> list[Line]:
    x = rng.uniform(0.66, 0.85)
    bar: list[Line] = [[(x - 0.28, 0.0), (x + 0.25, 0.0)]] if rng.random() < 0.6 else []
    return [[(x, 0.0), (x, 0.7), *_arc((x / 2, 0.7), (x / 2, 0.3), 0, rng.uniform(150, 195))], *bar]


def _queen(rng: Generator) -> list[Line]:
    x, y = rng.uniform(0.35, 0.6), rng.uniform(0.66, 0.8)
    oval = _arc((0.5, 0.48), (0.48, 0.48), 0, 360)
    if rng.random() < 0.35:
        return [oval, [*_arc((0.38, 0.84), (0.2, 0.12), 150, 360), (1.0, rng.uniform(0.98, 1.06))]]
    return [oval, [(x, y), (rng.uniform(0.85, 1.02), rng.uniform(0.98, 1.1))]]


def _king(rng: Generator) -> list[Line]:
    x, y = rng.uniform(0.0, 0.12), rng.uniform(0.5, 0.66)
    lines: list[Line] = [[(x, 0.0), (x, 1.0)], [(0.95, 0.0), (x, y)], [(rng.uniform(0.25, 0.45), 0.45), (1.0, 1.0)]]
    if rng.random() < 0.55:
        lines += [[(u - 0.14, v), (u + 0.14, v)] for u in (x, 0.95) for v in (0.0, 1.0)]
    return lines


def _ace(rng: Generator) -> list[Line]:
    y = rng.uniform(0.6, 0.76)
    lines: list[Line] = [[(0.0, 1.0), (0.5, 0.0), (1.0, 1.0)], [(0.5 - 0.5 * y, y), (0.5 + 0.5 * y, y)]]
    if rng.random() < 0.5:
        lines += [[(u - 0.15, 1.0), (u + 0.15, 1.0)] for u in (0.02, 0.98)]
    return lines


_DRAWN = {
    "A": _ace, "2": _two, "3": _three, "4": _four, "5": _five, "6": _six, "7": _seven, "8": _eight,
    "T": _ten, "J": _jack, "Q": _queen, "K": _king,
}  # fmt: skip


def rank(rng: Generator, letter: str) -> Mask:
    """A rank as one of many decks may write it, white on black, tight."""
    lines = _DRAWN["6" if letter == "9" else letter](rng)
    thick = max(3, int(BOX * rng.uniform(0.05, 0.19)))
    wide = BOX * rng.uniform(0.4, 0.75)
    mask = np.zeros((2 * BOX, 3 * BOX), np.uint8)
    for line in lines:
        points = np.array([(BOX / 2 + x * wide, BOX / 2 + y * BOX) for x, y in line])
        cv2.polylines(
            mask,
            [np.rint(points * 16).astype(np.int32)],
            isClosed=False,
            color=255,
            thickness=thick,
            lineType=cv2.LINE_AA,
            shift=4,
        )
    found = tight(mask)
    return np.ascontiguousarray(found[::-1, ::-1]) if letter == "9" else found
