"""What reads a layout: cards everywhere, dice only where it has a place for them and no card lies."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from games.spots import SpotKind
from scanner.attention import Attention, Box, Reader, Seen, box_of, shifted_dice
from scanner.boxes import boxes_of
from scanner.deck import of_profile
from scanner.dice import dice
from scanner.flatten import Picture
from scanner.frames import DieSeen, Outline, Point
from scanner.geometry import area, distance, to_px
from scanner.pips import Floats
from scanner.printed import Printed, background_of
from scanner.profile import Profile
from scanner.recognise import Recogniser
from scanner.view import SMALLEST

AROUND_MM: Final = 40.0
"""How far beyond the places of dice they are looked for: one that lies on the edge is seen whole."""


class Dice:
    """A reader of dice alone."""

    def look(self, image: Picture, /) -> Seen:
        """The dice of a picture (rows, columns, 3), BGR; outlines in its pixels."""
        return (), dice(image)


class WithDice:
    """A reader of cards that reads dice as well, where none of these cards lies: print on a card is no die.

    Dice are looked for in `where` alone, or in the whole picture. An outline smaller than `least_card`, in square
    pixels, is no card of this table and hides no die: a die has an outline too. By 0 every outline hides what lies in
    it, as where nothing tells a card's size.
    """

    def __init__(
        self, cards: Reader, loose: Reader | None = None, *, where: Box | None = None, least_card: float = 0.0
    ) -> None:
        """Read with `loose` the dice beside what `cards` finds."""
        self._cards = cards
        self._dice = loose or Dice()
        self._where = where
        self._least_card = least_card

    def look(self, image: Picture, /) -> Seen:
        """The cards and dice of a picture (rows, columns, 3), BGR; outlines in its pixels."""
        cards, _ = self._cards.look(image)
        grounds = [
            np.array(card.outline, np.float32).reshape(4, 1, 2)
            for card in cards
            if abs(area(card.outline)) >= self._least_card
        ]
        return cards, tuple(die for die in self._loose(image) if not any(_over(die, ground) for ground in grounds))

    def _loose(self, image: Picture) -> tuple[DieSeen, ...]:
        if self._where is None:
            return self._dice.look(image)[1]
        left, top, right, bottom = self._where
        part = np.ascontiguousarray(image[top:bottom, left:right])
        return shifted_dice(self._dice.look(part)[1], self._where)


def _over(die: DieSeen, card: Floats) -> bool:
    middle = np.mean(die.outline, axis=0).tolist()
    return cv2.pointPolygonTest(card, middle, measureDist=False) >= 0


def reader_of(profile: Profile, folder: Path) -> Reader:
    """What reads every picture of this layout anew; `folder` is that of the profile's file.

    Raises:
        ProfileError: a deck that the profile names cannot be used.
    """
    return _joined(profile, folder, lambda reader: reader)


def attentive(profile: Profile, folder: Path) -> Reader:
    """What reads this layout where it changes; `folder` is that of the profile's file.

    Raises:
        ProfileError: a deck that the profile names cannot be used.
    """
    margin = _card_px(profile)
    return _joined(profile, folder, lambda reader: Attention(reader, margin))


def _joined(profile: Profile, folder: Path, each: Callable[[Reader], Reader]) -> Reader:
    # A card whose corners alone are seen has fewer witnesses, and a table's cards lie apart: what covers one is doubt.
    decks = of_profile(profile.decks, folder, profile.camera)
    background = background_of(folder, profile)
    printed = None if background is None else Printed(background, boxes_of(background, profile))
    cards = each(Recogniser(profile.thresholds, decks, covered=False, printed=printed))
    where = _places_of_dice(profile)
    if where is None:
        return cards
    least = SMALLEST * min(abs(area(seen)) for seen in _cards_px(profile))
    return WithDice(cards, each(Dice()), where=where, least_card=least)


def _places_of_dice(profile: Profile) -> Box | None:
    """The part of the picture that shows the places of dice and what is about them; None where there are none."""
    found: Box | None = None
    for one in profile.spots:
        if one.spot.kind is SpotKind.DIE:
            xs, ys = [at[0] for at in one.polygon], [at[1] for at in one.polygon]
            ends = (min(xs) - AROUND_MM, min(ys) - AROUND_MM), (max(xs) + AROUND_MM, max(ys) + AROUND_MM)
            box = box_of(_seen(profile, *ends))
            found = box if found is None else found.joined(box)
    if found is None:
        return None
    left, top = max(0, found.left), max(0, found.top)
    box = Box(left, top, min(profile.width, found.right), min(profile.height, found.bottom))
    return box if box.left < box.right and box.top < box.bottom else None


def _card_px(profile: Profile) -> int:
    """The longest extent of a card in the picture, in pixels: its diagonal where the nearest spot lies."""
    longest = max((distance(seen[0], seen[2]) for seen in _cards_px(profile)), default=0.0)
    return int(longest) + 1 if longest else profile.width // 8


def _cards_px(profile: Profile) -> list[Outline]:
    """A card's corners in pixels where each spot begins, one a spot."""
    width, height = profile.card_mm
    firsts = [one.polygon[0] for one in profile.spots]
    return [_seen(profile, first, (first[0] + width, first[1] + height)) for first in firsts]


def _seen(profile: Profile, low: Point, high: Point) -> Outline:
    """A rectangle on the layout, in mm, as its corners in pixels."""
    ends = (low, (high[0], low[1]), high, (low[0], high[1]))
    a, b, c, d = (to_px(profile.homography, end, profile.optics) for end in ends)
    return a, b, c, d
