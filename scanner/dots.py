"""Dots: where a picture differs from its blurred self at a size that pips have, with an even ring around it.

They are guesses, found cheaply over the whole picture; `pips` measures each.
"""

from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.flatten import Picture

OCTAVES: Final = 4
"""Pips of 4 to 40 px across are sought: two sizes an octave."""
RESPONSE: Final = 14
"""Grey levels by which a dot must differ from the blurred picture around it."""
RIDGE: Final = 1.15
"""How much a dot's middle must stand out from its rim in that: along an edge it does not."""
CONTRAST: Final = 48.0
"""Grey levels by which a pip must differ from the ring around it."""
EVEN: Final = 0.45
"""How far the ring may differ in itself, as a part of that contrast."""
MOST: Final = 500
"""Dots a picture that are looked at closely, the plainest first."""
STRIPE: Final = 64
"""Rows that are split into their colours at once."""
SQUARE: Final = np.ones((3, 3), np.uint8)
RIM: Final = np.pad(np.zeros((5, 5), np.uint8), 1, constant_values=1)


class Dots(NamedTuple):
    """Dots as arrays: middles and radii in px, and by how many grey levels each differs from what is around it."""

    x: NDArray[np.float32]
    y: NDArray[np.float32]
    radius: NDArray[np.float32]
    strength: NDArray[np.float32]


def darkest(image: Picture) -> NDArray[np.uint8]:
    """The least of the three colours: white stays light, every colour and black turn dark."""
    least = np.empty(image.shape[:2], np.uint8)
    for row in range(0, len(image), STRIPE):  # of a stripe the three planes stay in the processor's cache
        blue, green, red = cv2.split(image[row : row + STRIPE])
        least[row : row + STRIPE] = cv2.min(cv2.min(blue, green), red)
    return least


def dots(low: NDArray[np.uint8]) -> Dots:
    """The dots of a grey picture (rows, columns), the plainest first, `MOST` at the most."""
    return _even(low, _peaks(low))


def _peaks(low: NDArray[np.uint8]) -> Dots:
    """Where the picture differs most from its blurred self, at each size."""
    parts: list[NDArray[np.float32]] = []
    level = low
    for octave in range(OCTAVES):
        if min(level.shape) < 24:
            break
        scale = 2.0**octave
        wide = [cv2.GaussianBlur(level, (0, 0), sigma) for sigma in (1.1, 1.8, 2.9)]
        for fine, coarse, radius in ((wide[0], wide[1], 2.1), (wide[1], wide[2], 3.2)):
            apart = cv2.absdiff(fine, coarse)
            around = cv2.dilate(apart, RIM)
            least = cv2.max(cv2.dilate(apart, SQUARE), np.full_like(apart, RESPONSE))
            peaks = cv2.compare(apart, least, cv2.CMP_GE)
            peaks = cv2.bitwise_and(peaks, cv2.compare(apart, cv2.addWeighted(around, RIDGE, around, 0, 0), cv2.CMP_GT))
            y, x = np.nonzero(cv2.threshold(peaks, 0, 1, cv2.THRESH_BINARY)[1].view(bool))
            some = np.stack(
                [(x + 0.5) * scale - 0.5, (y + 0.5) * scale - 0.5, np.full(len(x), radius * scale), apart[y, x]]
            )
            parts.append(some.astype(np.float32))
        level = np.asarray(cv2.resize(level, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
    found = np.concatenate(parts, axis=1) if parts else np.zeros((4, 0), np.float32)
    return Dots(*found)


def _sampled(low: NDArray[np.uint8], found: Dots, part: float, count: int) -> NDArray[np.float32]:
    """The picture on a ring around each dot, (dots, count)."""
    turn = np.arange(count) * (2 * np.pi / count)
    x = found.x[:, None] + np.cos(turn) * part * found.radius[:, None]
    y = found.y[:, None] + np.sin(turn) * part * found.radius[:, None]
    height, width = low.shape
    columns, rows = np.clip(np.rint(x).astype(int), 0, width - 1), np.clip(np.rint(y).astype(int), 0, height - 1)
    return np.asarray(low[rows, columns], np.float32)


def _even(low: NDArray[np.uint8], found: Dots) -> Dots:
    """The dots with an even ring of another brightness around them, the plainest first."""
    if not len(found.x):
        return found
    ring = _sampled(low, found, 1.75, 16)
    core = np.median(_sampled(low, found, 0.35, 8), axis=1)
    apart = ring - core[:, None]
    apart = np.sort(apart * np.sign(apart.sum(axis=1))[:, None], axis=1)
    lead = apart[:, 11]
    # Up to seven of the sixteen may lie on other pips.
    good = (lead >= CONTRAST) & (apart[:, 15] - apart[:, 7] <= EVEN * lead + 6)
    order = np.argsort(-lead[good], kind="stable")[:MOST]
    return Dots(*(part[good][order] for part in found))
