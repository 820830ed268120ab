"""Cards of which other cards, or the frame, leave no outline: found by their index pairs in unexplained card stock.

A card's outline is laid through its pairs, which `ties` brings together; with one pair it is as large as the frame's
other cards, or as an index usually tells.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

import cv2
import numpy as np

from scanner.corners import Corner, Corners
from scanner.enrolled import FOREIGN
from scanner.flatten import HEIGHT, WIDTH, Picture, flatten
from scanner.flatten import Corners as Quad
from scanner.frames import Side
from scanner.pairs import DEEP, INKY, LARGEST, pairs
from scanner.profile import Thresholds
from scanner.readers import Readers
from scanner.stock import of_flat, pieces
from scanner.ties import cards_of, names, vouched
from scanner.verdict import Verdict

ASPECT: Final = 1.4
"""Height of a card by its width."""
USUAL: Final = 0.27
"""Height of an index pair by the card's width, where nothing else tells."""
HEIGHTS: Final = (0.12, 0.55)
"""The same at least and at most, foreshortened or jumbo."""
DEEPS: Final = (DEEP, 0.0)
"""How ink is parted from paper on a flat card, one way after the other: blur may join blobs or thin them."""
PRINT: Final = 0.35
"""An outline within a card and smaller than this part of it is print."""
INSET: Final = (0.1, 0.17)
"""Where the middle of a pair lies from its corner: by the card's width and by its height."""
LONGEST: Final = 1.65
"""Long to short side of an outline at most; a longer one runs around several cards."""
SIZES: Final = (0.6, 1.5)
"""How large a card may be by the others in view, which may lie nearer or farther or be seen aslant."""
BARE: Final = (0.05, 0.18)
"""From where to where a corner of a card is asked for ink, by its width and its height: no pip reaches there."""
ASKED: Final = 3
"""Cards that are asked how many indices the deck has, where that matters."""


class Found(NamedTuple):
    """A card that pairs tell of: where it lies, what it is, the middles of its pairs, how many of them were read."""

    corners: Quad
    verdict: Verdict
    middles: tuple[tuple[float, float], ...]
    read: int
    tall: float


class Covered:
    """The finder by index pairs. One object a thread."""

    def __init__(self, readers: Readers, limits: Thresholds) -> None:
        self._corners = Corners(readers, limits)

    def look(self, image: Picture, explained: Sequence[Quad], width: float | None) -> list[Found]:
        """The cards in stock that the outlines of `explained` do not cover; `width` is a card's in px where known."""
        longest = float(max(image.shape[:2]))
        heights = (HEIGHTS[0] * width, HEIGHTS[1] * width) if width else (10.0, longest / 4)
        largest = min(longest / LARGEST, 0.5 * width) if width else longest / LARGEST
        corners = [
            corner
            for piece in pieces(image, explained)
            for corner in self._corners.read(image, piece, pairs(piece, largest, heights))
            if not any(_inside(quad, corner.middle) for quad in explained)
        ]
        groups = cards_of(corners, lambda: self._four(image, explained))
        told = [group for group in groups if _told(group)]
        wide = width or _width(told)
        return [of_one_size(_found(group, wide), wide) for group in told]

    def _four(self, image: Picture, explained: Sequence[Quad]) -> bool | None:
        """Whether the cards that were read by their outlines have four indices; None where none tells."""
        for quad in explained[:ASKED]:
            flat = flatten(image, quad)
            upright = [one for one in self._in_flat(flat) if names(one)]
            if any((one.middle[0] < WIDTH / 2) != (one.middle[1] < HEIGHT / 2) for one in upright):
                return True
            if len(upright) > 1 and _bare(flat):
                return False
        return None

    def inside(self, flat: Picture) -> Found | None:
        """What the pairs in the corners of a flat card tell of it, all of them together; None where there is none."""
        corners = self._in_flat(flat)
        return _found(sorted(corners, key=lambda one: -one.score), WIDTH) if corners else None

    def _in_flat(self, flat: Picture) -> list[Corner]:
        """The corners of a flat card that look like an index."""
        piece = of_flat(flat)
        heights = (HEIGHTS[0] * WIDTH, HEIGHTS[1] * WIDTH)
        corners: list[Corner] = []
        for deep in DEEPS:
            seen = self._corners.read(flat, piece, pairs(piece, 0.3 * WIDTH, heights, deep))
            corners += [one for one in seen if _stands(one)]
            if any(one.card for one in corners):
                break
        return corners


def _bare(flat: Picture) -> bool:
    """Whether the upper right and the lower left corner of a flat card are paper alone."""
    ink = of_flat(flat).ink
    left, right = round(BARE[0] * WIDTH), round(BARE[1] * WIDTH)
    top, bottom = round(BARE[0] * HEIGHT), round(BARE[1] * HEIGHT)
    corners = (ink[top:bottom, WIDTH - right : WIDTH - left], ink[HEIGHT - bottom : HEIGHT - top, left:right])
    return all(float((one > INKY).mean()) < 0.02 for one in corners)


def _stands(one: Corner) -> bool:
    """Whether a pair stands in a corner of a flat card as an index does."""
    x, y = one.middle[0] / WIDTH, one.middle[1] / HEIGHT
    return _in_corner((x, y)) and one.pair.down[1] * (1 if y < 0.5 else -1) > 0.95


def _in_corner(at: tuple[float, float]) -> bool:
    """Whether a place, as parts of a card's width and height, is one where an index stands."""
    return min(at[0], 1 - at[0]) < 0.28 and min(at[1], 1 - at[1]) < 0.34


def _told(group: Sequence[Corner]) -> bool:
    """Whether a group is worth telling: it is read, or two readers at least see an index."""
    return any(one.card for one in group) or any(sum(e.card is not None for e in one.evidence) > 1 for one in group)


def _width(groups: Sequence[Sequence[Corner]]) -> float | None:
    """A card's width where two of its indices are seen: the median of such cards."""
    areas = [cv2.contourArea(quad) for group in groups if (quad := _spanned(group)) is not None]
    return float(np.median(areas) / ASPECT) ** 0.5 if areas else None


def _found(group: Sequence[Corner], width: float | None) -> Found:
    evidence = tuple(e for one in group for e in one.evidence)
    cards = {one.card for one in group if one.card is not None}
    card, score = (cards.pop(), max(one.score for one in group)) if len(cards) == 1 else (None, 0.0)
    if not cards and card is None:
        card, score = vouched(group)
    best = max(group, key=lambda one: (one.card == card, one.score))
    verdict = Verdict(Side.FACE, card, score, evidence)
    read = sum(one.card is not None for one in group)
    return Found(_outline(group, width), verdict, tuple(one.middle for one in group), read, best.pair.tall)


def of_one_size(found: Found, width: float | None) -> Found:
    """A card as it was found, unread where its outline is not as large as the other cards: its pairs are of two."""
    if width is None or SIZES[0] < (cv2.contourArea(found.corners) / ASPECT) ** 0.5 / width < SIZES[1]:
        return found
    return found._replace(verdict=found.verdict._replace(card=None, score=0.0))


def _outline(group: Sequence[Corner], width: float | None) -> Quad:
    """A card's corners laid through its pairs, clockwise from its own top left."""
    spanned = _spanned(group)
    if spanned is not None:
        return spanned
    first = group[0]
    return _hung(np.array(first.middle), np.array(first.pair.down), width or first.pair.tall / USUAL)


def _spanned(group: Sequence[Corner]) -> Quad | None:
    """The outline through two indices that face each other, or else through two side by side; None without such."""
    first = group[0]
    down, middle = np.array(first.pair.down), np.array(first.middle)
    across = np.array([down[1], -down[0]])
    beside = None
    for other in group[1:]:
        step = np.array(other.middle) - middle
        aside = float(step @ across)
        if abs(aside) <= 0.45 * first.pair.tall:
            continue
        if float(down @ np.array(other.pair.down)) < 0:
            return _through(middle, middle + step, down, across)
        beside = _hung(middle + across * min(aside, 0), down, abs(aside) / (1 - 2 * INSET[0]))
    return beside


def _hung(upper: np.ndarray, down: np.ndarray, wide: float) -> Quad:
    """The outline of a width whose upper left index lies at a place."""
    across = np.array([down[1], -down[0]])
    corner = upper - across * INSET[0] * wide - down * INSET[1] * wide * ASPECT
    return _quad(corner, across * wide, down * wide * ASPECT)


def _through(one: np.ndarray, other: np.ndarray, down: np.ndarray, across: np.ndarray) -> Quad:
    """The outline whose opposite indices lie at two places; the corner to the right of `one` may be either."""
    step = other - one
    aside, along = float(step @ across), float(step @ down)
    wide, tall = abs(aside) / (1 - 2 * INSET[0]), along / (1 - 2 * INSET[1])
    left = one if aside > 0 else one + across * aside
    corner = left - across * INSET[0] * wide - down * INSET[1] * tall
    return _quad(corner, across * wide, down * tall)


def _quad(corner: np.ndarray, across: np.ndarray, down: np.ndarray) -> Quad:
    return np.array([corner, corner + across, corner + across + down, corner + down], np.float32)


def settled(outlined: Sequence[tuple[Quad, Verdict]], found: Sequence[Found]) -> list[tuple[Quad, Verdict]]:
    """The outlines with what pairs say of them.

    An unread outline in whose corners the pairs of one card stand is that card, unless its own readers name another,
    and unread where they name two. One that holds pairs elsewhere was no card's outline.
    """
    kept: list[tuple[Quad, Verdict]] = []
    free = list(found)
    for quad, verdict in outlined:
        if verdict.card is None and any(_print_on(quad, one) for one in found):
            continue
        inside = [one for one in free if verdict.card is None and verdict.side is Side.FACE and _holds(quad, one)]
        cards = [one for one in inside if one.verdict.card is not None]
        if any(not _fits(quad, one) for one in cards):
            continue
        free = [one for one in free if all(one is not other for other in inside)]
        kept.append((quad, named(verdict, cards[0]) if len(cards) == 1 else verdict))
    return kept + [(one.corners, one.verdict) for one in free]


def _print_on(quad: Quad, one: Found) -> bool:
    """Whether an outline is a small part of a card that pairs tell of: a pip, or a court's frame."""
    x, y = quad.mean(axis=0).tolist()
    small = cv2.contourArea(quad) < PRINT * cv2.contourArea(one.corners)
    return one.verdict.card is not None and small and _inside(one.corners, (x, y))


def named(verdict: Verdict, pair: Found) -> Verdict:
    """The card of an outline whose pairs were read; its own readers forbid it where they name another.

    A card like none of the deck that was shown stays unread.

    A corner of the outline that was misread is forgiven where the pips name the card and both corners, cut anew
    through their pairs, were read as it.
    """
    card = pair.verdict.card
    others = {e.reader for e in verdict.evidence if e.card not in (None, card)}
    pips = any(e.reader == "pips" and e.card == card for e in verdict.evidence)
    evidence = (*verdict.evidence, *pair.verdict.evidence)
    foreign = any(e.reader == FOREIGN for e in verdict.evidence)
    if card is None or foreign or (others and not (pips and pair.read > 1 and len(others) == 1)):
        return Verdict(Side.FACE, None, verdict.score, evidence)
    return Verdict(Side.FACE, card, pair.verdict.score, evidence)


def _inside(quad: Quad, at: tuple[float, float]) -> bool:
    """Whether a place lies in an outline or hardly outside it."""
    grown = quad + (quad - quad.mean(axis=0)) * 0.08
    return cv2.pointPolygonTest(grown.reshape(4, 1, 2), at, measureDist=False) > 0


def _holds(quad: Quad, one: Found) -> bool:
    """Whether an outline holds the pairs of a card."""
    return all(_inside(quad, middle) for middle in one.middles)


def _fits(quad: Quad, one: Found) -> bool:
    """Whether an outline has a card's shape, and a pair stands in it as in a corner of a card."""
    a, b, c, d = (float(np.linalg.norm(quad[k] - quad[k - 1])) for k in range(4))
    if max(a + c, b + d) > LONGEST * min(a + c, b + d):
        return False
    matrix = cv2.getPerspectiveTransform(quad, np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32))
    [[x, y]] = cv2.perspectiveTransform(np.array([[one.middles[0]]], np.float32), matrix)[0]
    side = float(cv2.contourArea(quad)) ** 0.5
    return _in_corner((x, y)) and HEIGHTS[0] < one.tall / side < HEIGHTS[1]
