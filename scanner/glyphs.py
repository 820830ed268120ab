"""Two readers of an index's two blobs, rank and suit, that share no step with the networks nor with each other.

`shape` lays the blob alone, cut out of its ground, over model shapes and takes the most alike. `strokes` looks at the
grey place with its surroundings and asks in which directions its edges run. `model/glyphs.npz` holds both; see
`model/README.md`.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.pairs import Blob, Extent, Pair
from scanner.stock import Floats, Piece

MODEL: Final = Path(__file__).parent / "model" / "glyphs.npz"
SHAPE: Final = (14, 20)
"""Across and down of a blob that is laid over shapes; its box leaves one place free all round."""
PLACE: Final = (20, 28)
"""Across and down of the grey place whose edges are asked."""
MARGIN: Final = 0.14
"""The part of a blob's box that its place reaches beyond it, on each side."""
WAYS: Final = 8
"""Directions of edges that are told apart."""
CELL: Final = 4
"""Side of the squares within which edges are counted."""


class Likeness(NamedTuple):
    """What one glyph is like: by `shape` from -1 to 1 for each class; by `strokes` from about -1 to 1, none last."""

    shape: Floats
    strokes: Floats


class GlyphRead(NamedTuple):
    """What a pair's rank and suit are like."""

    rank: Likeness
    suit: Likeness


class Glyphs:
    """Both readers, loaded once."""

    def __init__(self, path: Path = MODEL) -> None:
        with np.load(path) as data:
            self._waves, self._phases = data["waves"].astype(np.float32), data["phases"]
            self._rank = (data["rank_shapes"].astype(np.float32), data["rank_classes"], data["rank_weights"])
            self._suit = (data["suit_shapes"].astype(np.float32), data["suit_classes"], data["suit_weights"])

    def shapes(self, piece: Piece, pairs: Sequence[Pair]) -> list[tuple[Floats, Floats]]:
        """How alike the rank and the suit of each pair are to the model shapes of each class."""
        if not pairs:
            return []
        ranks = np.stack([alone(piece, one.rank, one.above, one.down) for one in pairs])
        suits = np.stack([alone(piece, one.suit, one.below, one.down) for one in pairs])
        return list(zip(_alike(ranks, *self._rank[:2]), _alike(suits, *self._suit[:2]), strict=True))

    def strokes(self, piece: Piece, pairs: Sequence[Pair]) -> list[tuple[Floats, Floats]]:
        """How much the edges in the places of the rank and the suit of each pair are those of each class, none last."""
        if not pairs:
            return []
        ranks = np.stack([place(piece, one.above, one.down) for one in pairs])
        suits = np.stack([place(piece, one.below, one.down) for one in pairs])
        return list(zip(self._weighed(ranks, self._rank[2]), self._weighed(suits, self._suit[2]), strict=True))

    def _weighed(self, places: Floats, weights: Floats) -> Floats:
        edges = edge_counts(places)
        one = np.ones((len(edges), 1), np.float32)
        seen = np.concatenate([np.cos(edges @ self._waves + self._phases), edges, one], axis=1)
        return np.asarray(seen @ weights, np.float32)


def _alike(patches: Floats, models: Floats, classes: NDArray[np.int64]) -> Floats:
    likeness = unit(patches) @ models.T
    return np.stack([likeness[:, classes == k].max(axis=1) for k in range(int(classes.max()) + 1)], axis=1)


def unit(patches: Floats) -> Floats:
    """Patches as rows of mean 0 and length 1."""
    rows = patches.reshape(len(patches), -1)
    rows = rows - rows.mean(axis=1, keepdims=True)
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-6), np.float32)


def edge_counts(places: Floats) -> Floats:
    """How much edge runs each way in each square of places (count, down, across); rows of length 1."""
    right, below = np.zeros_like(places), np.zeros_like(places)
    right[:, :, 1:-1] = places[:, :, 2:] - places[:, :, :-2]
    below[:, 1:-1] = places[:, 2:] - places[:, :-2]
    way = np.arctan2(below, right) / (2 * np.pi) * WAYS % WAYS
    low = np.floor(way)
    part = way - low
    strength = np.hypot(right, below)
    planes = [strength * ((low % WAYS == k) * (1 - part) + ((low + 1) % WAYS == k) * part) for k in range(WAYS)]
    count, down, across = places.shape
    cells = np.stack(planes, axis=1).reshape(count, WAYS, down // CELL, CELL, across // CELL, CELL).sum(axis=(3, 5))
    rows = np.sqrt(cells.reshape(count, -1))
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-6), np.float32)


def _warp(ink: Floats, extent: Extent, down: tuple[float, float], size: tuple[int, int], rim: float) -> Floats:
    """An extent in its pair's frame, upright, in `size` px, with `rim` px of them free beside it all round.

    `extent` and `down` are in the pixels of `ink`.
    """
    across = np.array([down[1], -down[0]])
    along = np.array(down)
    wide, tall = extent.wide / (size[0] - 2 * rim), extent.tall / (size[1] - 2 * rim)
    start = along * (extent.top + (0.5 - rim) * tall) + across * (extent.left + (0.5 - rim) * wide)
    matrix = np.stack([across * wide, along * tall, start], axis=1).astype(np.float32)
    soft = max(1, round(min(wide, tall) * 0.8))
    source = cv2.blur(ink, (soft, soft)) if soft > 1 else ink
    return np.asarray(cv2.warpAffine(source, matrix, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP), np.float32)


def _cut(piece: Piece, box: tuple[int, int, int, int], rim: int) -> tuple[Floats, tuple[int, int]]:
    x, y = max(0, box[0] - rim), max(0, box[1] - rim)
    return piece.ink[y : box[3] + rim, x : box[2] + rim], (x, y)


def _shifted(extent: Extent, down: tuple[float, float], start: tuple[int, int]) -> Extent:
    """The extent in a picture that begins at `start`."""
    along, across = start[0] * down[0] + start[1] * down[1], start[0] * down[1] - start[1] * down[0]
    return Extent(extent.top - along, extent.bottom - along, extent.left - across, extent.right - across)


def alone(piece: Piece, blob: Blob, extent: Extent, down: tuple[float, float]) -> Floats:
    """A blob cut out of its ground, upright, filling `SHAPE` but for one place all round."""
    ink, start = _cut(piece, blob.box, 2)
    mask = np.zeros(ink.shape, np.uint8)
    offset = (-start[0], -start[1])
    cv2.drawContours(mask, blob.contours, -1, (1,), cv2.FILLED, offset=offset)
    grown = cv2.dilate(mask, np.ones((3, 3), np.uint8))
    return _warp(ink * grown, _shifted(extent, down, start), down, SHAPE, 1)


def place(piece: Piece, extent: Extent, down: tuple[float, float]) -> Floats:
    """The grey place of a blob with what lies beside it, upright, in `PLACE`."""
    along, across = np.array(down), np.array([down[1], -down[0]])
    rims = extent.tall * (MARGIN + 0.06), extent.wide * (MARGIN + 0.06)
    ends = np.array(
        [
            along * a + across * b
            for a in (extent.top - rims[0], extent.bottom + rims[0])
            for b in (extent.left - rims[1], extent.right + rims[1])
        ]
    )
    low, high = np.floor(ends.min(axis=0)).astype(int), np.ceil(ends.max(axis=0)).astype(int)
    ink, start = _cut(piece, (int(low[0]), int(low[1]), int(high[0]), int(high[1])), 2)
    grown = Extent(
        extent.top - MARGIN * extent.tall,
        extent.bottom + MARGIN * extent.tall,
        extent.left - MARGIN * extent.wide,
        extent.right + MARGIN * extent.wide,
    )
    return _warp(np.ascontiguousarray(ink), _shifted(grown, down, start), down, PLACE, 0)
