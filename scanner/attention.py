"""Attention: a picture is read where it has changed, and what has settled is not read again and again.

A changed place is read anew in every picture until it has given the same answer `STEADY` times running, so that
each of those answers stands on its own picture; only then is it remembered. All is read anew now and then.
"""

from collections.abc import Iterable
from typing import NamedTuple, Protocol, runtime_checkable

import cv2
import msgspec
import numpy as np

from scanner.frames import CardSeen, DieSeen, Outline, Point
from scanner.quality import Image

Seen = tuple[tuple[CardSeen, ...], tuple[DieSeen, ...]]

SCALE = 4
"""Pictures are compared at a quarter of their size: the mean of 16 pixels has a quarter of their noise."""
LIMIT = 5.0
"""Grey levels by which a place must differ; sensor noise stays under 2 there, a shadow of a hand is over 8."""
STEADY = 5
"""Equal answers in a row after which a place is remembered: more than any debounce in use asks for."""
REFRESH = 50
"""Pictures after which everything is read anew, changed or not."""
TREMBLE_PX = 3.0
MOST = 0.6
"""Beyond this part of the picture the whole of it is read: one big piece costs no less."""


class Reader(Protocol):
    """Whatever finds cards and dice in a picture, with outlines in its pixels."""

    def look(self, image: Image, /) -> Seen:
        """The cards and dice of a picture."""


class Box(NamedTuple):
    """A part of a picture: from left and top to right and bottom, in pixels, the last not included."""

    left: int
    top: int
    right: int
    bottom: int

    def joined(self, other: "Box") -> "Box":
        """The smallest box around both."""
        return Box(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )

    def meets(self, other: "Box") -> bool:
        """Whether they share anything."""
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom


def box_of(outline: Outline) -> Box:
    """The box around an outline."""
    xs, ys = [point[0] for point in outline], [point[1] for point in outline]
    return Box(int(min(xs)), int(min(ys)), int(max(xs)) + 1, int(max(ys)) + 1)


@runtime_checkable
class PartReader(Protocol):
    """A reader that also reads a part of a picture, as one who knows what the camera sees there."""

    def part(self, image: Image, part: Box, /) -> Seen:
        """The cards and dice of a part of a picture, with outlines in the part's own pixels."""


class Attention:
    """Reads one camera's pictures. `margin` is a card's longest extent in pixels: a change may uncover so much."""

    def __init__(self, reader: Reader, margin: int) -> None:
        self._reader = reader
        self._margin = margin
        self._before: Image | None = None
        self._told: Seen = ((), ())
        self._open: Box | None = None
        self._same = 0
        self._age = 0

    def look(self, image: Image, /) -> Seen:
        """The cards and dice of a picture."""
        small = _small(image)
        height, width = image.shape[:2]
        whole = Box(0, 0, width, height)
        before, self._before = self._before, small
        self._age += 1
        if before is None or before.shape != small.shape:
            return self._read(image, whole, whole, still=False)
        changed = _changed(before, small)
        if self._age >= REFRESH:
            self._age = 0
            return self._read(image, whole, whole, still=changed is None)
        if changed is None and self._open is None:
            self._before = before  # slow changes add up against the picture that was read
            return self._told
        part = self._grown(self._wide(changed, self._open, whole), whole)
        return self._read(image, part, whole, still=changed is None)

    def _wide(self, changed: Box | None, unsettled: Box | None, whole: Box) -> Box:
        parts = [box for box in (changed, unsettled) if box is not None]
        part = parts[0] if len(parts) == 1 else parts[0].joined(parts[1])
        if changed is None:
            return part
        edge = self._margin
        grown = Box(changed.left - edge, changed.top - edge, changed.right + edge, changed.bottom + edge)
        return _within(part.joined(grown), whole)

    def _grown(self, part: Box, whole: Box) -> Box:
        """The part with every card and die that it cuts, whole; or the whole picture where that is nearly as much."""
        cards, dice = self._told
        boxes = [box_of(card.outline) for card in cards] + [box_of(die.outline) for die in dice]
        while True:
            grown = part
            for box in boxes:
                if part.meets(box):
                    grown = grown.joined(box)
            grown = _within(grown, whole)
            if grown == part:
                break
            part = grown
        size = (part.right - part.left) * (part.bottom - part.top)
        return whole if size > MOST * whole.right * whole.bottom else part

    def _read(self, image: Image, part: Box, whole: Box, *, still: bool) -> Seen:
        cards, dice = self._reader.look(image) if part == whole else self._part(image, part)
        found = (_shifted(cards, part), shifted_dice(dice, part))
        kept = tuple(card for card in self._told[0] if not part.meets(box_of(card.outline)))
        kept_dice = tuple(die for die in self._told[1] if not part.meets(box_of(die.outline)))
        told = (_in_order((*kept, *found[0])), _dice_in_order((*kept_dice, *found[1])))
        self._same = self._same + 1 if still and _same(told, self._told) else 1
        self._told = told
        self._open = None if self._same >= STEADY else part
        return told

    def _part(self, image: Image, part: Box) -> Seen:
        if isinstance(self._reader, PartReader):
            return self._reader.part(image, part)
        return self._reader.look(np.ascontiguousarray(image[part.top : part.bottom, part.left : part.right]))


def _small(image: Image) -> Image:
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    height, width = grey.shape
    return cv2.resize(grey, (width // SCALE, height // SCALE), interpolation=cv2.INTER_AREA).astype(np.uint8)


def _changed(before: Image, after: Image) -> Box | None:
    """The box around every place that differs, in pixels of the full picture; None where none does."""
    apart = cv2.absdiff(cv2.blur(before, (3, 3)), cv2.blur(after, (3, 3)))
    mask = (apart > LIMIT).astype(np.uint8)
    if not cv2.countNonZero(mask):
        return None
    left, top, width, height = cv2.boundingRect(mask)
    return Box(left * SCALE, top * SCALE, (left + width + 1) * SCALE, (top + height + 1) * SCALE)


def _within(box: Box, whole: Box) -> Box:
    left, top = max(whole.left, box.left), max(whole.top, box.top)
    return Box(left, top, max(left + 1, min(whole.right, box.right)), max(top + 1, min(whole.bottom, box.bottom)))


def _moved(outline: Outline, part: Box) -> Outline:
    a, b, c, d = (_at(point, part) for point in outline)
    return a, b, c, d


def _at(point: Point, part: Box) -> Point:
    return point[0] + part.left, point[1] + part.top


def _shifted(cards: Iterable[CardSeen], part: Box) -> tuple[CardSeen, ...]:
    return tuple(msgspec.structs.replace(card, outline=_moved(card.outline, part)) for card in cards)


def shifted_dice(dice: Iterable[DieSeen], part: Box) -> tuple[DieSeen, ...]:
    """Dice of a part of a picture with outlines in the pixels of the whole."""
    return tuple(msgspec.structs.replace(die, outline=_moved(die.outline, part)) for die in dice)


def _in_order(cards: tuple[CardSeen, ...]) -> tuple[CardSeen, ...]:
    """By place, so that the same cards always come in the same order."""
    return tuple(sorted(cards, key=lambda card: (box_of(card.outline).top // 16, box_of(card.outline).left)))


def _dice_in_order(dice: tuple[DieSeen, ...]) -> tuple[DieSeen, ...]:
    return tuple(sorted(dice, key=lambda die: (box_of(die.outline).top // 16, box_of(die.outline).left)))


def _same(one: Seen, other: Seen) -> bool:
    """Whether two pictures show the same cards and dice in the same places, told in whatever order."""
    if len(one[0]) != len(other[0]) or len(one[1]) != len(other[1]):
        return False
    cards = all(any(_same_card(a, b) for b in other[0]) for a in one[0])
    return cards and all(any(_same_die(a, b) for b in other[1]) for a in one[1])


def _same_card(one: CardSeen, other: CardSeen) -> bool:
    """An outline that shows no upper end begins at any of its corners."""
    if one.side is not other.side or one.card is not other.card:
        return False
    return any(_near(one.outline, other.outline[k:] + other.outline[:k]) for k in range(4))


def _same_die(one: DieSeen, other: DieSeen) -> bool:
    return one.pips == other.pips and one.flat == other.flat and _near(_middle(one), _middle(other))


def _near(ones: Iterable[Point], others: Iterable[Point]) -> bool:
    pairs = zip(ones, others, strict=True)
    return all(abs(a[0] - b[0]) <= TREMBLE_PX and abs(a[1] - b[1]) <= TREMBLE_PX for a, b in pairs)


def _middle(die: DieSeen) -> tuple[Point]:
    """A die with one pip shows no turn, so its corners tremble; its middle does not."""
    xs, ys = [point[0] for point in die.outline], [point[1] for point in die.outline]
    return ((sum(xs) / 4, sum(ys) / 4),)
