"""What lamp, lens and sensor do to a scene: light, shadow, glare, blur, tone, noise, compression."""

from typing import Final

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from training.design import Picture

Scene = NDArray[np.float32]
"""(rows, columns, 3), blue, green, red, 0 to 255 before the sensor cuts."""
GRAIN: Final = np.random.default_rng(0).standard_normal((1024, 1024, 3), np.float32)
"""Noise to cut from: drawing it anew for each look would take a third of the time."""


def grain(rng: Generator, rows: int, columns: int) -> Scene:
    """Noise of deviation 1, (rows, columns, 3); for a larger area the same comes again."""
    y, x = (int(part) for part in rng.integers(0, 1024, 2))
    if y + rows > 1024 or x + columns > 1024:
        return np.take(np.take(GRAIN, range(y, y + rows), 0, mode="wrap"), range(x, x + columns), 1, mode="wrap")
    return GRAIN[y : y + rows, x : x + columns]


def _field(small: NDArray[np.float64], size: tuple[int, int]) -> Scene:
    """A smooth field over a picture from one drawn small, (rows, columns, 1)."""
    return np.asarray(cv2.resize(small.astype(np.float32), size, interpolation=cv2.INTER_LINEAR), np.float32)[..., None]


def light(rng: Generator, scene: Scene) -> None:
    """Uneven light of one tint, dark or bright; a shadow's edge; a lamp's reflection. Changes the scene."""
    size = (scene.shape[1], scene.shape[0])
    ys, xs = np.mgrid[0:1:24j, 0:1:24j]
    slope = 1 + rng.normal(0, 0.2) * (xs - 0.5) + rng.normal(0, 0.2) * (ys - 0.5)
    tint = rng.uniform(0.7, 1.1, 3) * rng.choice([1, 1, 1.15, 0.9, 0.6, 0.3])
    scene *= _field(slope, size) * tint.astype(np.float32)
    if rng.random() < 0.3:
        edge = rng.normal(0, 1) * (xs - rng.random()) + rng.normal(0, 1) * (ys - rng.random())
        soft = 1 / (1 + np.exp(-edge * rng.uniform(8, 120)))
        scene *= 1 - _field(rng.uniform(0.2, 0.6) * soft, size)
    if rng.random() < 0.2:
        x, y, wide = rng.random(), rng.random(), rng.uniform(0.05, 0.4)
        lamp = np.exp(-((xs - x) ** 2 + (ys - y) ** 2) / wide**2) * rng.uniform(20, 160)
        scene += _field(lamp, size)


def _moved(rng: Generator, scene: Scene, wide: float) -> Scene:
    length = int(max(1, wide * rng.uniform(0, 0.025)))
    kernel = np.zeros((2 * length + 1, 2 * length + 1), np.float32)
    turn = rng.uniform(0, np.pi)
    step = (int(length * np.cos(turn)), int(length * np.sin(turn)))
    cv2.line(kernel, (length - step[0], length - step[1]), (length + step[0], length + step[1]), 1.0, 1)
    return np.asarray(cv2.filter2D(scene, -1, kernel / kernel.sum()), np.float32)


def lens(rng: Generator, scene: Scene, wide: float) -> Scene:
    """Blur of a lens out of focus and of a card that moves; `wide` is the card's width in px."""
    sigma = wide * rng.uniform(0, 0.012) + rng.uniform(0, 0.6)
    if sigma > 0.25:
        scene = np.asarray(cv2.GaussianBlur(scene, (0, 0), sigma), np.float32)
    return _moved(rng, scene, wide) if rng.random() < 0.25 else scene


def _toned(rng: Generator, scene: Scene) -> Scene:
    """A cheap camera's colours: coarser than its light, weaker or stronger, on a bent curve."""
    grey = scene.mean(axis=2, keepdims=True)
    tint = scene - grey
    if rng.random() < 0.5:
        tint = np.asarray(cv2.GaussianBlur(tint, (0, 0), rng.uniform(0.6, 2.5)), np.float32)
    made = grey + tint * np.float32(rng.uniform(0.35, 1.4))
    bent = np.clip(made / 255, 0, 4) ** np.float32(rng.uniform(0.65, 1.6)) * 255
    return np.asarray(bent, np.float32)


def sensor(rng: Generator, scene: Scene) -> Picture:
    """Tone, sharpening, noise and compression; what is too bright is cut."""
    if rng.random() < 0.35:
        scene = _toned(rng, scene)
    if rng.random() < 0.25:
        soft = cv2.GaussianBlur(scene, (0, 0), rng.uniform(0.8, 2))
        scene = scene + (scene - soft) * np.float32(rng.uniform(0.3, 1.8))
    scene = scene + grain(rng, *scene.shape[:2]) * np.float32(rng.uniform(0.5, 7))
    picture = np.clip(scene, 0, 255).astype(np.uint8)
    if rng.random() < 0.5:
        code = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 96))])[1]
        picture = np.asarray(cv2.imdecode(code, cv2.IMREAD_COLOR), np.uint8)
    return picture
