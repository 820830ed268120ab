"""A look at a flat card as a camera would give it: laid on a ground in perspective, with a rough outline."""

from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from scanner.flatten import HEIGHT as FLAT_HEIGHT
from scanner.flatten import INDEX, body_crop, flatten, index_crop, turned
from scanner.flatten import WIDTH as FLAT_WIDTH
from training.design import HEIGHT, WIDTH, Picture
from training.grounds import fingers, ground
from training.optics import lens, light, sensor

REJECT_RANK: Final = 13
REJECT_SUIT: Final = 4
COURT: Final = 10
BACK: Final = 11
NEITHER: Final = 12
NO_SUIT: Final = 4
SMALL: Final = (38, 55)
USUAL: Final = (55, 150)
"""Widths of a card in a picture, px; a wider one is no clearer once its corner is cut to 40 px."""
Quad = NDArray[np.float32]


class Meaning(NamedTuple):
    """What a card should be read as: the index's rank and suit classes, and the body's class."""

    rank: int
    suit: int
    kind: int


NOTHING: Final = Meaning(REJECT_RANK, REJECT_SUIT, NEITHER)


class Sample(NamedTuple):
    """What one look at one card gives: two corners and a body with what they should be read as."""

    corners: tuple[Picture, Picture]
    ranks: tuple[int, int]
    suits: tuple[int, int]
    body: Picture
    kind: int
    suit: int


def _rounded(radius: int) -> NDArray[np.uint8]:
    mask = np.zeros((HEIGHT, WIDTH), np.uint8)
    cv2.rectangle(mask, (radius, 0), (WIDTH - radius, HEIGHT), 255, -1)
    cv2.rectangle(mask, (0, radius), (WIDTH, HEIGHT - radius), 255, -1)
    for x in (radius, WIDTH - radius - 1):
        for y in (radius, HEIGHT - radius - 1):
            cv2.circle(mask, (x, y), radius, 255, -1, cv2.LINE_AA)
    return mask


ROUNDED: Final = tuple(_rounded(radius) for radius in (2, 8, 12, 16, 20))


def placed(rng: Generator, wide: float) -> Quad:
    """The corners of a card `wide` px wide, turned by any angle, now and then seen from the side."""
    tall = wide * rng.uniform(1.32, 1.55)
    square = np.array([[0, 0], [wide, 0], [wide, tall], [0, tall]], np.float32)
    if rng.random() < 0.3:
        short = rng.uniform(0.5, 1)
        square *= np.array([1, short] if rng.random() < 0.5 else [short, 1], np.float32)
    turn = np.deg2rad(rng.uniform(0, 360))
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    points = square @ spin.T + rng.normal(0, wide * rng.choice([0.005, 0.03]), (4, 2))
    return np.asarray(points - points.min(axis=0) + wide * 0.25, np.float32)


def photograph(rng: Generator, card: Picture) -> tuple[Picture, Quad, NDArray[np.bool_] | None]:
    """A picture of a card on some ground, where its corners truly are, and what fingers cover of the picture."""
    least, most = SMALL if rng.random() < 0.12 else USUAL
    wide = float(np.exp(rng.uniform(np.log(least), np.log(most))))
    corners = placed(rng, wide)
    width, height = (int(part) for part in corners.max(axis=0) + wide * 0.25)
    part, shape = card, ROUNDED[int(rng.integers(len(ROUNDED)))]
    shrink = WIDTH / wide / 1.6
    if shrink > 1.05:
        size = (int(WIDTH / shrink), int(HEIGHT / shrink))
        part = np.asarray(cv2.resize(card, size, interpolation=cv2.INTER_AREA), np.uint8)
        shape = np.asarray(cv2.resize(shape, size, interpolation=cv2.INTER_AREA), np.uint8)
    rows, columns = part.shape[:2]
    source = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32)
    matrix = cv2.getPerspectiveTransform(source, corners)
    over = cv2.warpPerspective(part, matrix, (width, height)).astype(np.float32)
    share = cv2.warpPerspective(shape, matrix, (width, height)).astype(np.float32)[..., None] / 255
    scene = np.asarray(ground(rng, width, height, wide).astype(np.float32) * (1 - share) + over * share, np.float32)
    cover = None
    if rng.random() < 0.06:
        tip = corners.mean(axis=0) + (corners[int(rng.integers(4))] - corners.mean(axis=0)) * rng.uniform(0.2, 1.1)
        cover = fingers(rng, scene, (float(tip[0]), float(tip[1])), wide)
    light(rng, scene)
    return sensor(rng, lens(rng, scene, wide)), corners, cover


def outline(rng: Generator, corners: Quad) -> tuple[Quad, bool]:
    """The corners as a finder might give them, and whether they still are the card's."""
    wide = float(np.linalg.norm(corners[1] - corners[0]))
    found = corners + rng.normal(0, wide * rng.choice([0.004, 0.012, 0.022]), (4, 2))
    if rng.random() < 0.15:
        # One corner that was cut short or drawn out, as where the contour ran around a neighbour.
        k = int(rng.integers(4))
        found[k] += (found.mean(axis=0) - found[k]) * rng.uniform(-0.06, 0.1)
    draw = rng.random()
    if draw < 0.09:
        return np.asarray(np.roll(found, 1, axis=0), np.float32), False
    if draw < 0.13:
        scale = rng.uniform(1.25, 2.2) if rng.random() < 0.5 else rng.uniform(0.4, 0.75)
        middle = found.mean(axis=0)
        return np.asarray((found - middle) * scale + middle + rng.normal(0, wide * 0.1, 2), np.float32), False
    if draw < 0.17:
        shift = rng.choice([-1, 1], 2) * rng.uniform(0.25, 0.7, 2) * wide
        return np.asarray(found + shift, np.float32), False
    return np.asarray(found, np.float32), True


def _spoil(rng: Generator, flat: Picture) -> bool:
    """Cover the upper left corner by chance; whether it was."""
    if rng.random() > 0.03:
        return False
    rows, columns = int(rng.uniform(60, 140)), int(rng.uniform(40, 90))
    flat[:rows, :columns] = ground(rng, columns, rows, FLAT_WIDTH)
    return True


def _hidden(cover: NDArray[np.bool_] | None, quad: Quad) -> tuple[bool, bool]:
    """Whether fingers cover much of the upper left and of the lower right index."""
    if cover is None:
        return False, False
    mask = np.repeat(cover[..., None], 3, axis=2).astype(np.uint8) * 255
    target = np.array([[0, 0], [FLAT_WIDTH, 0], [FLAT_WIDTH, FLAT_HEIGHT], [0, FLAT_HEIGHT]], np.float32)
    flat = cv2.warpPerspective(mask, cv2.getPerspectiveTransform(quad, target), (FLAT_WIDTH, FLAT_HEIGHT))[..., 0]
    across, down = INDEX[0] * 3 // 4, INDEX[1] * 3 // 4
    return bool(flat[:down, :across].mean() > 20), bool(flat[-down:, -across:].mean() > 20)


def look(rng: Generator, card: Picture, meaning: Meaning) -> Sample:
    """One look at a card; where its outline is wrong or its index covered, the reading should be "nothing"."""
    picture, corners, cover = photograph(rng, card)
    quad, true = outline(rng, corners)
    if not true:
        meaning = NOTHING
    hidden = _hidden(cover, quad)
    flat = flatten(picture, quad)
    upside = turned(flat)
    lost = [_spoil(rng, view) or gone for view, gone in zip((flat, upside), hidden, strict=True)]
    return Sample(
        (index_crop(flat), index_crop(upside)),
        (REJECT_RANK if lost[0] else meaning.rank, REJECT_RANK if lost[1] else meaning.rank),
        (REJECT_SUIT if lost[0] else meaning.suit, REJECT_SUIT if lost[1] else meaning.suit),
        body_crop(flat),
        meaning.kind,
        NO_SUIT if meaning.kind in {BACK, NEITHER} else meaning.suit,
    )
