"""Where a picture shows card stock that no outline explains, and how dark the ink on it is.

Stock is what is pale in all three channels, after the print on it is filled in. Outlines that were read, and backs,
explain the stock within them. What is left is cut into pieces, and a frame whose stock is all explained costs little.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.flatten import Corners, Picture

COARSE: Final = 4
"""Stock is told on a picture reduced by this."""
FILL: Final = 12
"""Print up to this part of the picture's longer side is filled in."""
THICK: Final = 5
"""Stock is at least so wide and high, coarse pixels: lines and letters of a layout's print are not."""
DULL: Final = 60
"""What is darker than this is no stock, whatever else the picture shows."""
TINT: Final = 0.42
"""The most that stock may be coloured: the part of its brightest channel that its darkest lacks."""
FLAT_FILL: Final = 41
"""Print up to this is filled in on a flat card, px."""
LINE: Final = 70
"""Thin ink so long and straight is a frame, px of a flat card."""
EDGE: Final = 20
"""Pixels around a piece that belong to it: the sharp corners of stock are lost on the coarse picture."""

Floats = NDArray[np.float32]


class Piece(NamedTuple):
    """A part of a picture: its left and top, its ink (rows, columns; 0 paper, 1 black) and the paper's colour there."""

    left: int
    top: int
    ink: Floats
    paper: Picture


def _low(picture: Picture) -> NDArray[np.uint8]:
    """The darkest channel of each pixel."""
    return np.asarray(cv2.min(cv2.min(picture[..., 0], picture[..., 1]), picture[..., 2]), np.uint8)


def _coarse(image: Picture) -> Picture:
    size = (max(1, image.shape[1] // COARSE), max(1, image.shape[0] // COARSE))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


def _stock(small: Picture, explained: Sequence[Corners]) -> NDArray[np.uint8]:
    """1 where unexplained stock is, on the coarse picture."""
    low, high = _low(small), cv2.max(cv2.max(small[..., 0], small[..., 1]), small[..., 2])
    level, _ = cv2.threshold(low, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    pale = (low > max(float(level), DULL)) & (cv2.subtract(high, low) < TINT * high)
    mask = cv2.morphologyEx(pale.astype(np.uint8), cv2.MORPH_OPEN, np.ones((THICK, THICK), np.uint8))
    for corners in explained:
        grown = corners + (corners - corners.mean(axis=0)) * 0.06
        cv2.fillConvexPoly(mask, np.rint(grown / COARSE).astype(np.int32), (0,))
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((THICK, THICK), np.uint8)), np.uint8)


def pieces(image: Picture, explained: Sequence[Corners]) -> list[Piece]:
    """The parts of a picture that hold unexplained stock, each once."""
    small = _coarse(image)
    mask = _stock(small, explained)
    if not mask.any():
        return []
    longest = max(small.shape[:2])
    joined = cv2.dilate(mask, np.ones((longest // FILL | 1, longest // FILL | 1), np.uint8))
    contours, _ = cv2.findContours(joined, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    boxes = _joined([_within(mask, np.asarray(one, np.int32)) for one in contours])
    return [_piece(image, small, box) for box in boxes]


def _within(mask: NDArray[np.uint8], contour: NDArray[np.int32]) -> Sequence[int]:
    """The upright box around the stock inside a contour: left, top, width, height."""
    left, top, wide, tall = cv2.boundingRect(contour)
    area = np.zeros((tall, wide), np.uint8)
    cv2.drawContours(area, [contour], -1, (1,), cv2.FILLED, offset=(-left, -top))
    x, y, width, height = cv2.boundingRect(cv2.bitwise_and(area, mask[top : top + tall, left : left + wide]))
    return left + x, top + y, width, height


def _joined(boxes: Sequence[Sequence[int]]) -> list[tuple[int, int, int, int]]:
    """Boxes as left, top, right, bottom; those that meet are one."""
    kept: list[tuple[int, int, int, int]] = []
    for x, y, wide, tall in boxes:
        box = (x, y, x + wide, y + tall)
        while rivals := [k for k in kept if box[0] <= k[2] and k[0] <= box[2] and box[1] <= k[3] and k[1] <= box[3]]:
            for one in rivals:
                kept.remove(one)
                box = (min(box[0], one[0]), min(box[1], one[1]), max(box[2], one[2]), max(box[3], one[3]))
        kept.append(box)
    return kept


def _piece(image: Picture, small: Picture, box: tuple[int, int, int, int]) -> Piece:
    left, top = (max(0, v * COARSE - EDGE) for v in box[:2])
    right, bottom = min(image.shape[1], box[2] * COARSE + EDGE), min(image.shape[0], box[3] * COARSE + EDGE)
    side = max(3, max(small.shape[:2]) // FILL) | 1
    a, b, c, d = left // COARSE, top // COARSE, -(-right // COARSE), -(-bottom // COARSE)
    margin = side
    x, y = max(0, a - margin), max(0, b - margin)
    part = small[y : d + margin, x : c + margin]
    closed = cv2.blur(cv2.morphologyEx(part, cv2.MORPH_CLOSE, np.ones((side, side), np.uint8)), (side // 2 | 1,) * 2)
    paper = _enlarged(np.asarray(closed, np.uint8), (left - x * COARSE, top - y * COARSE), (right - left, bottom - top))
    ink = 1 - _low(image[top:bottom, left:right]).astype(np.float32) / np.maximum(_low(paper), 20).astype(np.float32)
    return Piece(left, top, np.asarray(np.clip(ink, 0, 1), np.float32), paper)


def of_flat(flat: Picture) -> Piece:
    """A flat card as one piece, without the long straight lines that frame courts: indices often touch them."""
    paper = cv2.blur(cv2.morphologyEx(flat, cv2.MORPH_CLOSE, np.ones((FLAT_FILL, FLAT_FILL), np.uint8)), (21, 21))
    ink = np.clip(1 - _low(flat).astype(np.float32) / np.maximum(_low(np.asarray(paper, np.uint8)), 20), 0, 1)
    dark = (ink > 0.25).astype(np.uint8)
    for shape in ((LINE, 1), (1, LINE)):
        lines = cv2.morphologyEx(dark, cv2.MORPH_OPEN, np.ones(shape, np.uint8))
        wide = cv2.morphologyEx(lines, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
        thin = cv2.dilate(lines - wide, np.ones((3, 3), np.uint8))
        ink[thin > 0] = 0
    return Piece(0, 0, np.asarray(ink, np.float32), np.asarray(paper, np.uint8))


def _enlarged(coarse: Picture, start: tuple[int, int], size: tuple[int, int]) -> Picture:
    """A part of a coarse picture in fine pixels, from `start` there."""
    matrix = np.array([[1 / COARSE, 0, start[0] / COARSE - 0.375], [0, 1 / COARSE, start[1] / COARSE - 0.375]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    grown = cv2.warpAffine(coarse, matrix, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(grown, np.uint8)
