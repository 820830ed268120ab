"""The recogniser: one picture in, the cards in it out.

Outlines that may be cards are laid flat and read; see `outlines`, `flatten`, `readers` and `verdict` for each step.
"""

from functools import partial
from typing import Final, NamedTuple

import cv2
import numpy as np

from scanner.attention import Box
from scanner.covered import Covered, named, settled
from scanner.deck import Deck
from scanner.enrolled import Enrolled, best_of, weighed
from scanner.flatten import Corners, Picture, body_crop, flatten, index_crops
from scanner.frames import CardSeen, DieSeen, Outline, Side
from scanner.ink import suits_in
from scanner.outlines import UNKNOWN, Known, outlines, sides
from scanner.printed import Over, Printed
from scanner.profile import Thresholds
from scanner.readers import BodyRead, Readers
from scanner.verdict import Verdict, judge

Seen = tuple[tuple[CardSeen, ...], tuple[DieSeen, ...]]
Told = tuple[Corners, Verdict]

UPRIGHT: Final = (1.25, 1.6)
"""Long to short side of an outline whose way up is plain; a card is 1.4 to 1.55 when seen from straight above."""


OPEN: Final = ("index_a", "index_b", "pips")
"""The readers that need no deck to have been shown."""
NOTHING: Final = 0.99
"""Where the body is no card with this chance, the indices are not asked."""


class _Look(NamedTuple):
    number: int
    corners: Corners
    flat: Picture
    body: BodyRead


def ways_up(corners: Corners) -> list[Corners]:
    """The ways up in which a quad may be a card: short side on top, or both where that is unclear."""
    a, b = sides(corners)
    first = corners if a <= b else np.roll(corners, -1, axis=0)
    if first[0].sum() > first[2].sum():
        first = np.roll(first, 2, axis=0)
    if UPRIGHT[0] <= max(a, b) / min(a, b) <= UPRIGHT[1]:
        return [first]
    return [first, np.roll(first, -1, axis=0)]


def _overlap(one: Corners, other: Corners) -> float:
    """The common area as a part of the smaller quad."""
    area, _ = cv2.intersectConvexConvex(one, other)
    return float(area) / max(1.0, min(cv2.contourArea(one), cv2.contourArea(other)))


def _outline(corners: Corners) -> Outline:
    a, b, c, d = ((round(float(x), 1), round(float(y), 1)) for x, y in corners)
    return a, b, c, d


class Recogniser:
    """Finds cards in pictures and reads them. One object a thread."""

    def __init__(
        self,
        thresholds: Thresholds | None = None,
        decks: tuple[Deck, ...] = (),
        place: Outline | None = None,
        *,
        covered: bool = True,
        printed: Printed | None = None,
    ) -> None:
        """`decks` are those that were shown to this camera; with a `place`, or a deck with one, it looks only there.

        `covered`: cards of which only corners are seen are looked for as well. `printed` is the empty layout before
        this camera: outlines of its print with nothing on them are not read, nor those of its boxes.
        """
        self._limits = thresholds or Thresholds()
        self._decks = [Enrolled(deck) for deck in decks]
        places = [one for one in (place, *(deck.file.place for deck in decks)) if one is not None]
        self._place = np.array(places[0], np.float32) if places else None
        self._readers = Readers()
        self._covered = Covered(self._readers, self._limits) if covered else None
        self._printed = printed

    def look(self, image: Picture, size_hint_px: float | None = None) -> Seen:
        """The cards and dice of a picture (rows, columns, 3), BGR; outlines in its pixels.

        `size_hint_px` is the width of a card where it is known; outlines of another size are then left out.
        """
        if self._place is not None:
            judged = self._judged(image, [(0, self._place)])
            return _seen(apart([(q, v) for _, q, v in judged if v.side is not Side.OTHER])), ()
        return self._found(image, size_hint_px, self._known(image, image.shape, (0, 0)))

    def part(self, image: Picture, part: Box, /) -> Seen:
        """The cards and dice of a part of a camera's picture, outlines in the part's own pixels."""
        left, top, right, bottom = part
        cut = np.ascontiguousarray(image[top:bottom, left:right])
        if self._place is not None:
            return self.look(cut)
        return self._found(cut, None, self._known(cut, image.shape, (left, top)))

    def _known(self, cut: Picture, shape: tuple[int, ...], at: tuple[int, int]) -> Known:
        """What is known of the print in a picture, or in a part that lies at `at` in a picture of a shape."""
        if self._printed is None or self._printed.shape != shape:
            return UNKNOWN
        boxes = self._printed.boxes
        on_box = None if boxes is None else partial(boxes.on_box, at=at)
        return Known(Over(self._printed, cut, at).is_print, on_box)

    def _found(self, image: Picture, size_hint_px: float | None, known: Known) -> Seen:
        quads = [one.corners for one in outlines(image, known)]
        if size_hint_px is not None:
            card = size_hint_px * 1.18
            quads = [q for q in quads if 0.75 * card < cv2.contourArea(q) ** 0.5 < 1.3 * card]
        holders = _holders(quads)
        first = self._judged(image, [(k, quad) for k, quad in enumerate(quads) if not holders[k]])
        whole = {k for k, _, verdict in first if _is_card(verdict)}
        late = [(k, quad) for k, quad in enumerate(quads) if holders[k] and not holders[k] & whole]
        told = apart([(q, v) for _, q, v in first + self._judged(image, late) if v.side is not Side.OTHER])
        if self._covered is not None:
            told = self._with_covered(self._covered, image, told, size_hint_px)
        return _seen(told), ()

    def _with_covered(self, covered: Covered, image: Picture, told: list[Told], width: float | None) -> list[Told]:
        """The cards of outlines with those that only index pairs tell of.

        A deck whose indices this camera cannot read is known by whole cards alone.
        """
        if any(not set(OPEN) <= set(deck.file.readers) for deck in self._decks):
            return told
        told = [(quad, _again(covered, image, quad, verdict)) for quad, verdict in told]
        explained = [quad for quad, verdict in told if verdict.card is not None]
        read = [cv2.contourArea(quad) for quad, verdict in told if verdict.card is not None]
        if width is None and read:
            width = float(np.median(read)) ** 0.5 / 1.18
        return settled(told, covered.look(image, explained, width))

    def _judged(self, image: Picture, quads: list[tuple[int, Corners]]) -> list[tuple[int, Corners, Verdict]]:
        """What each quad is, either way up where that is unclear; those that plainly are nothing are left out."""
        placed = self._place is not None
        ways = [(k, way) for k, quad in quads for way in ([quad] if placed else ways_up(quad))]
        flats = [flatten(image, way) for _, way in ways]
        bodies = self._readers.bodies([body_crop(flat) for flat in flats])
        looks = [
            _Look(k, way, flat, body)
            for (k, way), flat, body in zip(ways, flats, bodies, strict=True)
            if placed or body.kind[-1] < NOTHING
        ]
        reads = self._readers.indices([crop for one in looks for crop in index_crops(one.flat)])
        pairs = zip(reads[::2], reads[1::2], strict=True)
        return [
            (one.number, one.corners, self._weighed(one.flat, judge(pair, one.body, self._limits, suits_in(one.flat))))
            for one, pair in zip(looks, pairs, strict=True)
        ]

    def _weighed(self, flat: Picture, verdict: Verdict) -> Verdict:
        """The verdict of the open readers with that of the decks that were shown, where there are any."""
        if not self._decks:
            return verdict
        matches = [deck.match(flat) for deck in self._decks]
        heard = set.intersection(*(set(deck.file.readers) for deck in self._decks))
        return weighed(verdict, best_of(matches), sorted(heard))


def _again(covered: Covered, image: Picture, quad: Corners, verdict: Verdict) -> Verdict:
    """An unread face of an outline, once more by its index pairs."""
    if verdict.side is not Side.FACE or verdict.card is not None:
        return verdict
    found = covered.inside(flatten(image, quad))
    return verdict if found is None else named(verdict, found)


def _seen(told: list[Told]) -> tuple[CardSeen, ...]:
    return tuple(CardSeen(_outline(q), v.side, v.card, v.score, v.evidence) for q, v in told)


def _is_card(verdict: Verdict) -> bool:
    """Whether what lies inside an outline is print on a card: its value or its back is known, or an index was seen."""
    return verdict.card is not None or verdict.side is Side.BACK or any(one.card for one in verdict.evidence[:2])


def _holders(quads: list[Corners]) -> list[set[int]]:
    """For each quad (largest first) those at least four times its size that hold its middle and look like cards."""
    areas = [cv2.contourArea(quad) for quad in quads]
    ways = [len(ways_up(quad)) for quad in quads]
    found = []
    for k, quad in enumerate(quads):
        middle = quad.mean(axis=0).tolist()
        found.append(
            {
                j
                for j in range(k)
                if ways[j] == 1
                and areas[k] < 0.25 * areas[j]
                and cv2.pointPolygonTest(quads[j].reshape(4, 1, 2), middle, measureDist=False) > 0
            }
        )
    return found


def apart(judged: list[tuple[Corners, Verdict]]) -> list[tuple[Corners, Verdict]]:
    """One verdict a place: a read face before an unread one, the surer before the less sure, then the larger."""
    order = sorted(judged, key=lambda one: (one[1].card is None, -one[1].score, -cv2.contourArea(one[0])))
    kept: list[tuple[Corners, Verdict]] = []
    for quad, verdict in order:
        rivals = [k for k, old in enumerate(kept) if _overlap(quad, old[0]) > 0.25]
        if not rivals:
            kept.append((quad, verdict))
            continue
        for k in rivals:
            if verdict.card is not None and kept[k][1].card not in (None, verdict.card):
                kept[k] = (kept[k][0], kept[k][1]._replace(card=None))
    return sorted(kept, key=lambda one: (round(float(one[0][:, 1].mean()) / 40), float(one[0][:, 0].mean())))
