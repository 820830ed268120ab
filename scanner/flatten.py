"""A card laid flat: its outline in a picture becomes an upright 200 x 280 picture whose paper is white."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
"""(rows, columns, 3), blue, green, red."""
Corners = NDArray[np.float32]
"""(4, 2) pixels, clockwise from the card's own top left."""

WIDTH: Final = 200
HEIGHT: Final = 280
INDEX: Final = (60, 112)
"""The corner that holds an index, across and down, of a flat card."""
INDEX_INPUT: Final = (40, 72)
HIDDEN: Final = (36, 101)
"""What the reader of the body never sees at each corner, so that it is independent of the reader of the indices."""
BODY_INPUT: Final = (64, 88)

_UPRIGHT: Final = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]], np.float32)


def _nearer(image: Picture, corners: Corners) -> tuple[Picture, Corners]:
    """The part around a large card, averaged down, so that warping it does not skip pixels."""
    low = np.floor(corners.min(axis=0)).astype(int) - 2
    high = np.ceil(corners.max(axis=0)).astype(int) + 3
    x0, y0 = max(0, low[0]), max(0, low[1])
    part = image[y0 : max(y0, high[1]), x0 : max(x0, high[0])]
    side = float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())
    factor = 240.0 / side
    moved = corners - np.array([x0, y0], np.float32)
    if factor > 0.67 or part.size == 0:
        return part, moved
    small = cv2.resize(part, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    scale = np.array([small.shape[1] / part.shape[1], small.shape[0] / part.shape[0]], np.float32)
    return np.asarray(small, np.uint8), (moved + 0.5) * scale - 0.5


def whitened(card: Picture) -> Picture:
    """A picture whose bright parts are white: lamp and tint are gone, ink keeps its colour."""
    sample = card[::5, ::5].reshape(-1, 3)
    rank = len(sample) * 19 // 20
    white = np.partition(sample, rank, axis=0)[rank]
    table = np.minimum(np.arange(256)[:, None] * (245.0 / np.maximum(white, 24.0)), 255.0).astype(np.uint8)
    return np.asarray(cv2.LUT(card, table[None]), np.uint8)


def flatten(image: Picture, corners: Corners) -> Picture:
    """The card within four corners, upright, (280, 200, 3), its paper white."""
    part, moved = _nearer(image, corners)
    if part.size == 0:
        return np.zeros((HEIGHT, WIDTH, 3), np.uint8)
    matrix = cv2.getPerspectiveTransform(moved.astype(np.float32), _UPRIGHT)
    card = cv2.warpPerspective(part, matrix, (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return whitened(np.asarray(card, np.uint8))


def turned(card: Picture) -> Picture:
    """The card upside down."""
    return np.asarray(cv2.rotate(card, cv2.ROTATE_180), np.uint8)


def index_crop(card: Picture) -> Picture:
    """The upper left corner of a flat card, (72, 40, 3)."""
    corner = card[: INDEX[1], : INDEX[0]]
    return np.asarray(cv2.resize(corner, INDEX_INPUT, interpolation=cv2.INTER_AREA), np.uint8)


def index_crops(card: Picture) -> tuple[Picture, Picture]:
    """The upper left corner of a flat card, and that of the card upside down."""
    # Only the corner is turned: turning whole cards took longer than reading them.
    return index_crop(card), index_crop(turned(card[-INDEX[1] :, -INDEX[0] :]))


def body_crop(card: Picture) -> Picture:
    """A flat card without its corners, (88, 64, 3)."""
    body = card.copy()
    across, down = HIDDEN
    for rows in (slice(0, down), slice(HEIGHT - down, HEIGHT)):
        for columns in (slice(0, across), slice(WIDTH - across, WIDTH)):
            body[rows, columns] = 245
    return np.asarray(cv2.resize(body, BODY_INPUT, interpolation=cv2.INTER_AREA), np.uint8)
