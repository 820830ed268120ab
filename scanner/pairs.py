"""Index pairs: a blob of ink that may be a rank with one below it that may be a suit, anywhere on card stock.

A pair gives place, direction and scale of a card of which no more than this corner is in view. Only shape,
distance and the paper around are asked here; `glyphs` says what a pair shows. A ten is two blobs side by side.
"""

from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.flatten import Picture
from scanner.stock import DULL, TINT, Floats, Piece

INKY: Final = 0.3
"""Ink from here on belongs to a blob."""
DEEP: Final = 0.5
"""The same as a part of the darkest ink near by: two blobs that blur has drawn together are still two."""
NEAR: Final = 11
"""How far near by is, px."""
SMALLEST: Final = 7.0
"""The least height of a rank, px."""
LARGEST: Final = 8
"""A blob is at most the picture's longer side through this."""
MOST: Final = 700
"""Blobs in a piece; more is texture, and the largest are kept."""
LINE: Final = 0.16
"""The part of its height by which a rank's two blobs may differ at head and foot."""
CORNERS: Final = 24
"""Points that stand for a blob's outer shape."""

PAPER: Final = 0.6
"""The part of what surrounds a pair that must be paper: an edge or a frame may run along one side."""
PRINTED: Final = 0.3
"""Ink from here on beside a pair is print, or no paper."""
STROKE: Final = (0.45, 0.9)
"""Where the one of a ten begins before its nought at most, and where it has ended, by the rank's height."""
EDGE: Final = 0.06
"""Ink by which an edge of a card darkens the paper beside a pair."""

Points = NDArray[np.float32]


class Blob(NamedTuple):
    """One patch of ink: its contours, the points of their hull, and the box around it."""

    contours: tuple[NDArray[np.int32], ...]
    hull: Points
    box: tuple[int, int, int, int]


class Extent(NamedTuple):
    """How far a blob reaches along a pair's direction and across it, px of the piece."""

    top: float
    bottom: float
    left: float
    right: float

    @property
    def tall(self) -> float:
        """Its height in the pair's frame."""
        return self.bottom - self.top

    @property
    def wide(self) -> float:
        """Its width in the pair's frame."""
        return self.right - self.left


class Pair(NamedTuple):
    """A rank's blob and a suit's below it; `down` is the unit vector from one to the other."""

    rank: Blob
    suit: Blob
    down: tuple[float, float]
    above: Extent
    below: Extent

    @property
    def tall(self) -> float:
        """From the rank's top to the suit's foot, px."""
        return self.below.bottom - self.above.top


def blobs(piece: Piece, largest: float, deep: float = DEEP) -> list[Blob]:
    """The patches of ink in a piece that are no larger than `largest`, px."""
    deepest = cv2.blur(cv2.dilate(piece.ink, np.ones((NEAR, NEAR), np.uint8)), (NEAR, NEAR))
    mask = (piece.ink > np.maximum(INKY, deep * deepest)).astype(np.uint8)
    rows, columns = mask.shape
    contours, tree = cv2.findContours(mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    found = []
    for k, contour in enumerate(contours):
        if len(contour) < 10 or tree[0][k][3] >= 0:
            continue
        x, y, wide, tall = cv2.boundingRect(contour)
        if not 5 <= max(wide, tall) <= largest or min(wide, tall) < 2:
            continue
        if x < 1 or y < 1 or x + wide >= columns or y + tall >= rows:
            continue
        found.append(_blob(np.asarray(contour, np.int32), (x, y, x + wide, y + tall)))
    found.sort(key=lambda one: -max(one.box[2] - one.box[0], one.box[3] - one.box[1]))
    return found[:MOST]


def _blob(contour: NDArray[np.int32], box: tuple[int, int, int, int]) -> Blob:
    hull = cv2.convexHull(contour).reshape(-1, 2)
    if len(hull) > CORNERS:
        hull = hull[np.linspace(0, len(hull) - 1, CORNERS).round().astype(int)]
    return Blob((contour,), np.resize(hull, (CORNERS, 2)).astype(np.float32), box)


def _joined(one: Blob, other: Blob) -> Blob:
    (a, b, c, d), (e, f, g, h) = one.box, other.box
    hull = np.concatenate([one.hull[::2], other.hull[::2]])
    full = np.concatenate([one.hull, other.hull])
    # Every second point of both would cut corners off; the far points in eight directions are kept instead.
    for turn in np.linspace(0, np.pi, 12, endpoint=False):
        along = full @ np.array([np.cos(turn), np.sin(turn)], np.float32)
        at = int(turn / np.pi * 12)
        hull[2 * at], hull[2 * at + 1] = full[along.argmin()], full[along.argmax()]
    return Blob(one.contours + other.contours, hull, (min(a, e), min(b, f), max(c, g), max(d, h)))


def _middles(found: list[Blob]) -> tuple[Floats, Floats]:
    boxes = np.array([one.box for one in found], np.float32).reshape(-1, 4)
    middles = (boxes[:, :2] + boxes[:, 2:] - 1) / 2
    return middles.astype(np.float32), np.maximum(boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1])


def _tens(found: list[Blob], middles: Floats, sizes: Floats) -> tuple[list[Blob], Floats]:
    """Two blobs of one height close beside each other as one, and the direction from one to the other."""
    apart = np.linalg.norm(middles[:, None] - middles[None], axis=2)
    larger, smaller = np.maximum(sizes[:, None], sizes[None]), np.minimum(sizes[:, None], sizes[None])
    near = (apart > 0.3 * larger) & (apart < 1.15 * larger) & (smaller > 0.75 * larger)
    ones, others = np.nonzero(np.triu(near, 1))
    axes = (middles[others] - middles[ones]) / apart[ones, others][:, None]
    both = zip(ones.tolist(), others.tolist(), strict=True)
    return [_joined(found[i], found[j]) for i, j in both], np.asarray(axes, np.float32)


def _reach(hulls: Points, down: Floats) -> Floats:
    """Extents (count, 4): top, bottom, left, right of hulls (count, points, 2) in frames whose `down` is given."""
    across = np.stack([down[:, 1], -down[:, 0]], axis=1)
    along, aside = np.einsum("npk,nk->np", hulls, down), np.einsum("npk,nk->np", hulls, across)
    ends = (along.min(axis=1) - 0.5, along.max(axis=1) + 0.5, aside.min(axis=1) - 0.5, aside.max(axis=1) + 0.5)
    return np.stack(ends, axis=1).astype(np.float32)


def pairs(piece: Piece, largest: float, heights: tuple[float, float], deep: float = DEEP) -> list[Pair]:
    """Every rank over a suit that shape and distance allow; `heights` bound a pair's height where it is known, px."""
    single = blobs(piece, largest, deep)
    if len(single) < 2:
        return []
    middles, sizes = _middles(single)
    tens, axes = _tens(single, middles, sizes)
    ranks = single + tens
    at, size = _middles(ranks)
    gap = np.linalg.norm(at[:, None] - middles[None], axis=2)
    near = (gap > 0.45 * size[:, None]) & (gap < 2.0 * size[:, None])
    near &= (sizes[None] > 0.3 * size[:, None]) & (sizes[None] < 1.3 * size[:, None])
    above, below = np.nonzero(near)
    if not len(above):
        return []
    down = (middles[below] - at[above]) / gap[above, below][:, None]
    down, up_reach, low_reach = _settled(
        np.stack([one.hull for one in ranks])[above], np.stack([one.hull for one in single])[below], down
    )
    fits = _fits(up_reach, low_reach, heights)
    two = above >= len(single)
    fits[two] &= np.abs((down[two] * axes[above[two] - len(single)]).sum(axis=1)) < 0.35
    fits &= ~_beside(tens, single, above, down)
    found = []
    for k in np.nonzero(fits)[0].tolist():
        rank, suit = ranks[above[k]], single[below[k]]
        if any(one is suit.contours[0] for one in rank.contours):
            continue
        x, y = down[k].tolist()
        found.append(Pair(rank, suit, (x, y), Extent(*up_reach[k].tolist()), Extent(*low_reach[k].tolist())))
    return found


def _beside(tens: list[Blob], single: list[Blob], above: NDArray[np.int64], down: Floats) -> NDArray[np.bool_]:
    """Whether a rank of one blob has another beside it on its own line: half of a ten is no rank."""
    order = {id(one.contours[0]): k for k, one in enumerate(single)}
    others: dict[int, list[int]] = {}
    for ten in tens:
        one, other = (order[id(contour)] for contour in ten.contours)
        others.setdefault(one, []).append(other)
        others.setdefault(other, []).append(one)
    found = np.zeros(len(above), np.bool_)
    for k in np.nonzero(above < len(single))[0].tolist():
        near = others.get(int(above[k]), [])
        hulls = np.stack([single[j].hull for j in (int(above[k]), *near)])
        top, bottom, left, right = _reach(hulls, np.repeat(down[k : k + 1], len(hulls), axis=0)).T
        tall = bottom[0] - top[0]
        level = (np.abs(top[1:] - top[0]) < LINE * tall) & (np.abs(bottom[1:] - bottom[0]) < LINE * tall)
        gap = np.maximum(left[1:] - right[0], left[0] - right[1:])
        found[k] = bool((level & (gap > 0) & (gap < 0.4 * tall)).any())
    return found


def _settled(ranks: Points, suits: Points, down: Floats) -> tuple[Floats, Floats, Floats]:
    """The direction from the middle of each rank's extent to that of its suit, and both extents along it."""
    for _ in range(2):
        above, below = _reach(ranks, down), _reach(suits, down)
        across = np.stack([down[:, 1], -down[:, 0]], axis=1)
        step = (below - above) / 2
        along, aside = step[:, 0] + step[:, 1], step[:, 2] + step[:, 3]
        moved = down * along[:, None] + across * aside[:, None]
        down = moved / np.maximum(np.linalg.norm(moved, axis=1, keepdims=True), 1e-6)
    return down, _reach(ranks, down), _reach(suits, down)


def _fits(above: Floats, below: Floats, heights: tuple[float, float]) -> NDArray[np.bool_]:
    """Whether sizes and gap are those of an index."""
    tall, wide = above[:, 1] - above[:, 0], above[:, 3] - above[:, 2]
    low, broad = below[:, 1] - below[:, 0], below[:, 3] - below[:, 2]
    gap, whole = below[:, 0] - above[:, 1], below[:, 1] - above[:, 0]
    fits = (tall >= SMALLEST) & (gap > -0.08 * tall) & (gap < 0.85 * tall)
    fits &= (low > 0.38 * tall) & (low < 1.25 * tall) & (broad > 0.6 * low) & (broad < 1.35 * low)
    fits &= (wide > 0.28 * tall) & (wide < 1.3 * tall) & (broad > 0.38 * wide) & (broad < 2.0 * wide)
    return np.asarray(fits & (whole >= heights[0]) & (whole <= heights[1]), np.bool_)


def on_stock(image: Picture, piece: Piece, pair: Pair) -> bool:
    """Whether paper surrounds a pair, near to the ink."""
    down = np.array(pair.down)
    across = np.array([down[1], -down[0]])
    near = 0.08 * pair.above.tall + 1.5
    left, right = min(pair.above.left, pair.below.left) - near, max(pair.above.right, pair.below.right) + near
    top, bottom = pair.above.top - near, pair.below.bottom + near
    steps = np.linspace(0, 1, 8)[:, None]
    sides = ((top, left, top, right), (top, left, bottom, left), (top, right, bottom, right))
    points = np.concatenate(
        [(down * a + across * b) * (1 - steps) + (down * c + across * d) * steps for a, b, c, d in sides]
    )
    at = np.rint(points).astype(int)
    rows, columns = piece.ink.shape
    inside = (at >= 0).all(axis=1) & (at[:, 0] < columns) & (at[:, 1] < rows)
    at = at[inside]
    if len(at) < 16:
        return False
    colour = image[at[:, 1] + piece.top, at[:, 0] + piece.left].astype(np.int16)
    low, high = colour.min(axis=1), colour.max(axis=1)
    paper = (piece.ink[at[:, 1], at[:, 0]] < 0.3) & (low > DULL) & (high - low < TINT * high)
    return float(paper.sum()) >= PAPER * len(points)


def one_sheet(piece: Piece, pair: Pair) -> bool:
    """Whether rank and suit stand on one paper: no edge of another card runs between them.

    Such an edge is a faint line or a step in the paper on both sides of the pair; where print or the card's own end
    takes one side, the other tells.
    """
    down = np.array(pair.down)
    across = np.array([down[1], -down[0]])
    near = 0.08 * pair.above.tall + 1.5
    left, right = min(pair.above.left, pair.below.left) - near, max(pair.above.right, pair.below.right) + near
    top, bottom = (pair.above.top + pair.above.bottom) / 2, (pair.below.top + pair.below.bottom) / 2
    steps = np.linspace(top, bottom, max(8, round(bottom - top)))
    columns = np.arange(0, 2.1 + 0.05 * pair.above.tall)
    crossed = []
    for aside in (left - columns, right + columns):
        points = (down * steps[:, None, None] + across * aside[None, :, None]).astype(np.float32)
        xs, ys = np.ascontiguousarray(points[..., 0]), np.ascontiguousarray(points[..., 1])
        ink = cv2.remap(piece.ink, xs, ys, cv2.INTER_LINEAR, borderValue=1.0)
        if ink.max() < PRINTED:
            profile = np.asarray(cv2.blur(ink.mean(axis=1)[:, None], (1, 3)))[:, 0]
            crossed.append(float(profile.max() - np.median(profile)) > EDGE)
    return not crossed or not all(crossed)


def half_of_ten(piece: Piece, pair: Pair) -> bool:
    """Whether a stroke stands before a rank as the one of a ten does before its nought: thin, near, and then paper."""
    down = np.array(pair.down)
    across = np.array([down[1], -down[0]])
    tall = pair.above.tall
    aside = np.arange(pair.above.left - 1, pair.above.left - STROKE[1] * tall, -0.5)
    rows = pair.above.top + tall * np.linspace(0.3, 0.7, 5)
    points = (down * rows[:, None, None] + across * aside[None, :, None]).astype(np.float32)
    xs, ys = np.ascontiguousarray(points[..., 0]), np.ascontiguousarray(points[..., 1])
    inky = cv2.remap(piece.ink, xs, ys, cv2.INTER_LINEAR, borderValue=1.0) > DEEP
    strokes = 0
    for row in inky:
        changes = np.flatnonzero(np.diff(row.astype(np.int8)))
        begins, ends = changes[~row[changes]], changes[row[changes]]
        after = ends[ends > begins[0]] if len(begins) else ends[:0]
        strokes += bool(len(after)) and begins[0] < 2 * STROKE[0] * tall
    return strokes >= 3
