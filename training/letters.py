"""Letters as masks, in the free fonts of `package.json` or in OpenCV's own strokes."""

from functools import lru_cache
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.random import Generator

from training.shapes import Mask

FONTS: Final = Path(__file__).parent / "node_modules" / "@expo-google-fonts"
HERSHEY: Final = (0, 1, 2, 3, 4, 6)
SIZE: Final = 110
"""The size at which a letter is drawn, px an em; it is reduced from there."""


def families(folder: Path = FONTS) -> list[list[Path]]:
    """The font files below a folder, a list for each family, in an order that depends on their names alone."""
    found = [sorted(family.rglob("*.ttf")) for family in sorted(folder.iterdir())] if folder.is_dir() else []
    return [fonts for fonts in found if fonts]


def choose(rng: Generator, fonts: list[list[Path]]) -> Path | None:
    """A font by lot, each family as likely as another; now and then, and where there are none, OpenCV's strokes."""
    if not fonts or rng.random() < 0.04:
        return None
    family = fonts[int(rng.integers(len(fonts)))]
    return family[int(rng.integers(len(family)))]


def tight(mask: Mask) -> Mask:
    """A mask without the empty rows and columns around what it shows."""
    ys, xs = np.nonzero(mask > 40)
    return mask[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1] if len(ys) else mask[:1, :1]


@lru_cache(maxsize=64)
def _face(font: Path) -> cv2.FontFace:
    return cv2.FontFace(str(font))


def glyph(font: Path | None, text: str, stroke: int) -> Mask:
    """A text, tight, about 80 px tall; `stroke` in px tells how thick OpenCV's strokes are, where there is no font."""
    mask = np.zeros((3 * SIZE, 3 * SIZE * len(text)), np.uint8)
    if font is None:
        cv2.putText(mask, text, (40, 220), HERSHEY[stroke % len(HERSHEY)], 4.2, 255, stroke * 3, cv2.LINE_AA)
    else:
        cv2.putText(mask, text, (SIZE, 2 * SIZE), (255, 255, 255), _face(font), SIZE)
    return tight(mask)


def leaning(mask: Mask, lean: float) -> Mask:
    """A mask sheared by `lean` of its height to the right."""
    rows, columns = mask.shape
    extra = int(abs(lean) * rows)
    matrix = np.array([[1, -lean, max(0.0, lean) * rows], [0, 1, 0]], np.float32)
    return np.asarray(cv2.warpAffine(mask, matrix, (columns + extra, rows)), np.uint8)


def hollow(mask: Mask) -> Mask:
    """The outline of a mask alone."""
    inner = cv2.erode(mask, np.ones((5, 5), np.uint8))
    return np.asarray(cv2.subtract(mask, inner), np.uint8)
