"""One picture becomes one `FrameSeen`: what the recogniser finds, on the layout in mm, and what hides the rest."""

from typing import Protocol

from msgspec.structs import replace

from scanner.capture import Taken
from scanner.frames import CardSeen, DieSeen, Evidence, FrameSeen, Outline, Point, Quality, Side
from scanner.geometry import area, distance, to_mm
from scanner.hands import covered, ground_of, is_print, regions
from scanner.lying import empty_of, lying
from scanner.marks import marks_of, shift_mm
from scanner.profile import Profile
from scanner.quality import Image, grey, light, sharpness

SMALLEST, LARGEST = 0.6, 1.5
"""What an outline may have of a card's area; another thing, or a card half covered, counts as covering its place."""
LONGEST = 1.09
"""What one card's outline may have of a card's length and of its width, trembling and rounded to mm as it is."""
SHIFT_EVERY = 25
"""The camera's place is looked at once in so many fresh frames: it moves by a knock, not by itself."""
SHIFT_STEP = 1.0
"""A shift that differs by less than this many mm from the one said last is the same."""

LOST_AFTER = 3
"""A layout not found again so often in a row is out of the picture: hands and dark do not hide it for seconds."""
LOST_MM = 999.0
"""What is said then: the camera looks elsewhere."""


class Reader(Protocol):
    """Whatever finds cards and dice in a picture, with outlines in its pixels."""

    def look(self, image: Image, /) -> tuple[tuple[CardSeen, ...], tuple[DieSeen, ...]]:
        """The cards and dice of a picture."""


class Viewer:
    """One camera's profile and background, ready to look at pictures."""

    def __init__(self, profile: Profile, background: Image | None, reader: Reader) -> None:
        self._profile = profile
        self._lens = profile.optics
        self._reader = reader
        self._ground = None if background is None else ground_of(background)
        self._empty = empty_of(profile, background)
        self._judged: tuple[tuple[DieSeen, ...], tuple[bool, ...]] = ((), ())
        place = (profile.homography, profile.width, profile.optics)
        self._marks = None if background is None else marks_of(grey(background), *place)
        self._shift: float | None = None
        self._count = self._lost = 0

    def see(self, taken: Taken, quality: Quality) -> FrameSeen:
        """What a picture shows. Only a fresh one is recognised."""
        blank = FrameSeen(self._profile.camera, taken.number, taken.at, taken.wall, quality)
        if taken.image is None or quality is not Quality.FRESH:
            return blank
        picture = grey(taken.image)
        cards, dice = self._layout(taken.image)
        return replace(
            blank,
            sharpness=round(sharpness(picture), 1),
            light=round(light(picture), 1),
            shift_mm=self._moved(picture),
            cards=cards,
            dice=dice,
        )

    def _layout(self, image: Image) -> tuple[tuple[CardSeen, ...], tuple[DieSeen, ...]]:
        found, dice = self._reader.look(image)
        mask = None if self._ground is None else covered(self._ground, image)
        cards: list[CardSeen] = []
        pixels: list[Outline] = []
        for card in found:
            outline = self._mm(card.outline)
            if outline is None or not self._card_sized(outline):
                continue
            printed = self._ground is not None and mask is not None and is_print(self._ground, mask, card.outline)
            if card.card is None and printed:
                continue
            # Two equal cards that overlap straight make one long outline, and all of it agrees on their value.
            cards.append(_rounded(card if self._one_card(outline) else replace(card, card=None), outline))
            pixels.append(card.outline)
        loose = tuple(
            die for die in dice if self._ground is None or mask is None or not is_print(self._ground, mask, die.outline)
        )
        pixels += [die.outline for die in loose]
        if self._ground is not None and mask is not None:
            width = self._profile.card_mm[0]
            boxes = regions(self._ground, mask, pixels, (self._profile.homography, self._lens), width)
            cards += [CardSeen(box, Side.OTHER) for box in boxes]
        return tuple(cards), self._dice(image, loose)

    def _dice(self, image: Image, dice: tuple[DieSeen, ...]) -> tuple[DieSeen, ...]:
        """The dice on the layout; one of which it is not plain that it lies flat has no value."""
        if dice != self._judged[0]:  # dice at rest are not read anew, nor judged anew
            flat = (False,) * len(dice) if self._empty is None else lying(self._empty, image, dice)
            self._judged = dice, flat
        placed: list[DieSeen] = []
        for die, lies in zip(dice, self._judged[1], strict=True):
            outline = self._mm(die.outline)
            if outline is not None:
                level = die.flat and lies
                placed.append(DieSeen(outline, die.pips if level else None, level))
        return tuple(placed)

    def _mm(self, outline: Outline) -> Outline | None:
        """An outline in whole mm, or None where it has no place on the layout."""
        try:
            a, b, c, d = (_whole(to_mm(self._profile.homography, point, self._lens)) for point in outline)
        except (ZeroDivisionError, OverflowError, ValueError):
            return None  # on or beyond the horizon of an oblique view, or where the lens shows nothing
        return a, b, c, d

    def _card_sized(self, outline: Outline) -> bool:
        width, height = self._profile.card_mm
        return SMALLEST <= abs(area(outline)) / (width * height) <= LARGEST

    def _one_card(self, outline: Outline) -> bool:
        """Whether an outline is no longer and no wider than a card."""
        a, b, c, d = outline
        width, length = sorted(self._profile.card_mm)
        across, along = sorted(((distance(a, b) + distance(c, d)) / 2, (distance(b, c) + distance(d, a)) / 2))
        return across <= LONGEST * width and along <= LONGEST * length

    def _moved(self, picture: Image) -> float | None:
        if self._marks is None:
            return None
        if self._count % SHIFT_EVERY == 0:
            shift = shift_mm(self._marks, picture)
            self._lost = 0 if shift is not None else self._lost + 1
            if self._lost >= LOST_AFTER:
                self._shift = LOST_MM
            elif shift is not None and (self._shift is None or abs(shift - self._shift) >= SHIFT_STEP):
                self._shift = float(round(shift))
        self._count += 1
        return self._shift


def _whole(point: Point) -> Point:
    return float(round(point[0])), float(round(point[1]))


def _rounded(card: CardSeen, outline: Outline) -> CardSeen:
    evidence = tuple(Evidence(one.reader, one.card, _twentieths(one.score)) for one in card.evidence)
    return replace(card, outline=outline, score=_twentieths(card.score), evidence=evidence)


def _twentieths(score: float) -> float:
    return round(round(score * 20) / 20, 2)
