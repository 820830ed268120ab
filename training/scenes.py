"""Flat cards as a camera would give them: perspective, light, shadow, blur, noise, compression, a rough outline."""

from typing import NamedTuple

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from scanner.flatten import body_crop, flatten, index_crop, turned
from training.faces import HEIGHT, WIDTH, Picture
from training.others import texture

REJECT_RANK, REJECT_SUIT = 13, 4
COURT, BACK, NEITHER, NO_SUIT = 10, 11, 12, 4


class Sample(NamedTuple):
    """What one look at one card gives: two corners and a body with what they should be read as."""

    corners: tuple[Picture, Picture]
    ranks: tuple[int, int]
    suits: tuple[int, int]
    body: Picture
    kind: int
    suit: int


def _rounded() -> NDArray[np.uint8]:
    mask = np.zeros((HEIGHT, WIDTH), np.uint8)
    radius = 12
    cv2.rectangle(mask, (radius, 0), (WIDTH - radius, HEIGHT), 255, -1)
    cv2.rectangle(mask, (0, radius), (WIDTH, HEIGHT - radius), 255, -1)
    for x in (radius, WIDTH - radius - 1):
        for y in (radius, HEIGHT - radius - 1):
            cv2.circle(mask, (x, y), radius, 255, -1, cv2.LINE_AA)
    return mask


ROUNDED = _rounded()


def _corners(rng: Generator, wide: float) -> NDArray[np.float32]:
    tall = wide * rng.uniform(1.32, 1.55)
    square = np.array([[0, 0], [wide, 0], [wide, tall], [0, tall]], np.float32)
    if rng.random() < 0.3:
        square *= np.array([1, rng.uniform(0.5, 1)] if rng.random() < 0.5 else [rng.uniform(0.5, 1), 1], np.float32)
    turn = np.deg2rad(rng.uniform(0, 360))
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    points = square @ spin.T + rng.normal(0, wide * rng.choice([0.005, 0.03]), (4, 2))
    return (points - points.min(axis=0) + wide * 0.25).astype(np.float32)


def _light(rng: Generator, scene: NDArray[np.float32]) -> None:
    height, width = scene.shape[:2]
    ys, xs = np.mgrid[0 : 1 : height * 1j, 0 : 1 : width * 1j]
    slope = 1 + rng.normal(0, 0.2) * (xs - 0.5) + rng.normal(0, 0.2) * (ys - 0.5)
    scene *= (
        slope[..., None].astype(np.float32)
        * rng.uniform(0.7, 1.1, 3).astype(np.float32)
        * np.float32(rng.choice([1, 1, 0.9, 0.6, 0.3]))
    )
    if rng.random() < 0.3:
        edge = rng.normal(0, 1, 2) @ np.stack([xs.ravel() - rng.random(), ys.ravel() - rng.random()])
        soft = 1 / (1 + np.exp(-edge.reshape(height, width) * rng.uniform(8, 120)))
        scene *= (1 - rng.uniform(0.2, 0.6) * soft[..., None]).astype(np.float32)
    if rng.random() < 0.12:
        x, y, r = rng.random(), rng.random(), rng.uniform(0.05, 0.3)
        scene += (np.exp(-((xs - x) ** 2 + (ys - y) ** 2) / r**2) * rng.uniform(30, 140))[..., None].astype(np.float32)


def _lens(rng: Generator, scene: NDArray[np.float32], wide: float) -> Picture:
    sigma = wide * rng.uniform(0, 0.011) + rng.uniform(0, 0.6)
    if sigma > 0.25:
        scene = cv2.GaussianBlur(scene, (0, 0), sigma).astype(np.float32)
    if rng.random() < 0.25:
        length = int(max(1, wide * rng.uniform(0, 0.025)))
        kernel = np.zeros((2 * length + 1, 2 * length + 1), np.float32)
        turn = rng.uniform(0, np.pi)
        step = (int(length * np.cos(turn)), int(length * np.sin(turn)))
        cv2.line(kernel, (length - step[0], length - step[1]), (length + step[0], length + step[1]), 1.0, 1)
        scene = cv2.filter2D(scene, -1, kernel / kernel.sum()).astype(np.float32)
    if rng.random() < 0.2:
        soft = cv2.GaussianBlur(scene, (0, 0), 1.5)
        scene = scene + (scene - soft) * np.float32(rng.uniform(0.3, 1.2))
    scene = scene + rng.normal(0, 1, scene.shape).astype(np.float32) * np.float32(rng.uniform(0.5, 7))
    picture = np.clip(scene, 0, 255).astype(np.uint8)
    if rng.random() < 0.6:
        _, code = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 96))])
        picture = np.asarray(cv2.imdecode(code, cv2.IMREAD_COLOR), np.uint8)
    return picture


def photograph(rng: Generator, card: Picture) -> tuple[Picture, NDArray[np.float32]]:
    """A picture of a card on some ground, and where its corners truly are."""
    wide = float(np.exp(rng.uniform(np.log(42), np.log(230))))
    corners = _corners(rng, wide)
    width, height = (corners.max(axis=0) + wide * 0.25).astype(int)
    scene = texture(rng, width, height)
    source = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]], np.float32)
    shrink = max(1.0, WIDTH / wide / 1.6)
    if shrink > 1.05:
        size = (int(WIDTH / shrink), int(HEIGHT / shrink))
        small, mask = (
            cv2.resize(card, size, interpolation=cv2.INTER_AREA),
            cv2.resize(ROUNDED, size, interpolation=cv2.INTER_AREA),
        )
        source = source * np.array([size[0] / WIDTH, size[1] / HEIGHT], np.float32)
    else:
        small, mask = card, ROUNDED
    matrix = cv2.getPerspectiveTransform(source, corners)
    over = cv2.warpPerspective(small, matrix, (width, height)).astype(np.float32)
    part = cv2.warpPerspective(mask, matrix, (width, height)).astype(np.float32)[..., None] / 255
    lit = scene * (1 - part) + over * part
    _light(rng, lit)
    return _lens(rng, lit.astype(np.float32), wide), corners


def _spoil(rng: Generator, flat: Picture) -> bool:
    """Cover the upper left corner by chance; whether it was."""
    if rng.random() > 0.04:
        return False
    flat[: int(rng.uniform(60, 140)), : int(rng.uniform(40, 90))] = texture(rng, 8, 8)[0, 0]
    return True


def look(rng: Generator, card: Picture, rank: int, suit: int, kind: int) -> Sample:
    """One look at a card; now and then with an outline that is wrong, whose reading is then "nothing"."""
    picture, corners = photograph(rng, card)
    wide = float(np.linalg.norm(corners[1] - corners[0]))
    corners = corners + rng.normal(0, wide * rng.choice([0.004, 0.012, 0.02]), (4, 2)).astype(np.float32)
    wrong = rng.random()
    if wrong < 0.1:
        corners = np.roll(corners, 1, axis=0)
    elif wrong < 0.15:
        centre = corners.mean(axis=0)
        scale = rng.uniform(1.25, 2.2) if rng.random() < 0.5 else rng.uniform(0.4, 0.75)
        corners = (corners - centre) * np.float32(scale) + centre + rng.normal(0, wide * 0.1, 2).astype(np.float32)
    elif wrong < 0.18:
        corners = corners + (rng.choice([-1, 1], 2) * rng.uniform(0.25, 0.6, 2) * wide).astype(np.float32)
    if wrong < 0.18:
        rank, suit, kind = REJECT_RANK, REJECT_SUIT, NEITHER
    flat = flatten(picture, corners.astype(np.float32))
    upside = turned(flat)
    spoilt = _spoil(rng, flat), _spoil(rng, upside)
    body_suit = NO_SUIT if kind in (BACK, NEITHER) else suit
    return Sample(
        (index_crop(flat), index_crop(upside)),
        (REJECT_RANK if spoilt[0] else rank, REJECT_RANK if spoilt[1] else rank),
        (REJECT_SUIT if spoilt[0] else suit, REJECT_SUIT if spoilt[1] else suit),
        body_crop(flat),
        kind,
        body_suit,
    )
