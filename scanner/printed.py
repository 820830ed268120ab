"""What is printed on the empty layout, so that its frames are not read as cards in every picture.

A part of a picture is print alone where it is the part of the empty layout, but for one change of light over all of
it. A card that lies on its printed frame is not: within the frame it is as pale or as dark as it likes, but beside it
is still felt, and no one change of light makes both of the felt. In doubt a part is no print, and is read.
"""

from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.boxes import Boxes
from scanner.flatten import Picture
from scanner.profile import Profile

COARSE: Final = 480
"""Levels are compared on a picture halved down to no less than this width, px: little is left of a camera's noise."""
APART: Final = 2.5
"""Grey levels by which a place may differ from the layout, whatever the light."""
SHARE: Final = 0.04
"""The part of its own level by which it may differ as well."""
FEW: Final = 0.004
"""The part of the places that may differ by more: a pip of a card is more."""
BUSY: Final = 40
"""Grey levels over which the layout changes from a place to the next where its levels tell little."""
MOST_BUSY: Final = 0.6
"""The part of the places that may tell little; of print all over nothing is known."""
GRAIN: Final = 4.0
"""Grey levels by which neighbouring pixels may differ more than on the layout: those of a printed back do."""
EVERY: Final = 4
"""Neighbours are compared in every so many-th row."""
LIGHT: Final = (0.08, 2.0)
"""How much light there may be beside that of the day the layout was learnt; in less a card is as dark as felt."""
TINT: Final = 1.8
"""How much more one colour of the light may have changed than another: less than felt differs from paper."""
RIM: Final = 0.05
"""What is looked at beyond an outline, as a part of its longer side, and at least `LEAST_RIM` pixels."""
LEAST_RIM: Final = 8

Levels = NDArray[np.float64]
Table = NDArray[np.uint8]
Upright = tuple[int, int, int, int]
"""An upright part of a picture: left, top, width, height, px."""
Area = tuple[slice, slice]


class Printed:
    """The empty layout of one camera, ready for its pictures to be held against it."""

    def __init__(self, background: Picture, boxes: Boxes | None = None) -> None:
        """Learn the layout from the picture of it, (rows, columns, 3), BGR, with its boxes that are larger than a card.

        Without `boxes` those with something in them are taken for outlines like any other.
        """
        self.boxes = boxes
        self.shape = background.shape
        self.halvings = max(0, int(np.log2(background.shape[1] / COARSE)))
        self.levels, self.grain = _levels(background, self.halvings), _grain(background)
        near = np.ones((3, 3), np.uint8)  # a picture is never quite where it was
        self.low = np.asarray(cv2.erode(self.levels, near), np.uint8)
        self.high = np.asarray(cv2.dilate(self.levels, near), np.uint8)
        self.busy = (cv2.subtract(self.high, self.low).max(axis=2) > BUSY).astype(np.uint8)


class Over:
    """A picture, or a part cut out of one, over the empty layout."""

    def __init__(self, printed: Printed, picture: Picture, at: tuple[int, int] = (0, 0)) -> None:
        """Hold a picture (rows, columns, 3), BGR, against the layout; its left and top lie at `at` in the camera's."""
        self._printed = printed
        self._picture = picture
        self._at = at
        grid = np.lcm(1 << printed.halvings, EVERY)
        # What is left out on the left and above, so that reduced pixels are those of the layout.
        self._cut = -at[0] % int(grid), -at[1] % int(grid)
        # The grain takes the longer, and is asked for only where the levels are those of the layout.
        self._levels: Picture | None = None
        self._grain: Picture | None = None

    def is_print(self, box: Upright) -> bool:
        """Whether a box of the picture, in its pixels, shows print and nothing on it, as does a rim around the box."""
        if self._levels is None:
            self._levels = _levels(self._aligned(), self._printed.halvings)
        (left, top), (cut_x, cut_y) = self._at, self._cut
        x, y, wide, tall = box
        rim = max(LEAST_RIM, round(RIM * max(wide, tall)))
        low = max(0, x - rim - cut_x), max(0, y - rim - cut_y)
        high = x + wide + rim - cut_x, y + tall + rim - cut_y
        step = 1 << self._printed.halvings
        gains = self._gains(*_areas(self._levels, (low, high), (left + cut_x, top + cut_y), (step, step)))
        if gains is None:
            return False
        if self._grain is None:
            self._grain = _grain(self._aligned())
        here, there = _areas(self._grain, (low, high), (left + cut_x, top + cut_y), (1, EVERY))
        finer = _mean(self._grain[here]) - gains * _mean(self._printed.grain[there])
        return bool(finer.max() <= GRAIN)

    def _aligned(self) -> Picture:
        left, top = self._cut
        return np.ascontiguousarray(self._picture[top:, left:])

    def _gains(self, here: Area, there: Area) -> Levels | None:
        """The one change of light, by colour, that makes the layout what is seen; None where there is none."""
        assert self._levels is not None
        levels, printed = self._levels[here], self._printed
        many = levels.shape[0] * levels.shape[1]
        if not many or cv2.countNonZero(printed.busy[there]) > MOST_BUSY * many:
            return None
        gains = _mean(levels) / np.maximum(_mean(printed.levels[there]), 1.0)
        if not LIGHT[0] <= gains.max() <= LIGHT[1] or gains.max() > TINT * gains.min():
            return None
        low = cv2.LUT(printed.low[there], _table(gains * (1 - SHARE), -APART))
        high = cv2.LUT(printed.high[there], _table(gains * (1 + SHARE), APART))
        off = many - cv2.countNonZero(cv2.inRange(levels, low, high))
        return gains if off <= FEW * many else None


def _levels(picture: Picture, halvings: int) -> Picture:
    """A picture's levels, reduced."""
    small = picture
    for _ in range(halvings):
        # Halving is many times quicker than reducing by three at once.
        wide, tall = small.shape[1] // 2, small.shape[0] // 2
        small = np.asarray(
            cv2.resize(small[: tall * 2, : wide * 2], (wide, tall), interpolation=cv2.INTER_AREA), np.uint8
        )
    return np.asarray(cv2.blur(small, (3, 3)), np.uint8)


def _grain(picture: Picture) -> Picture:
    """How much neighbouring pixels differ in some of a picture's rows."""
    rows, below = picture[:-1:EVERY], picture[1::EVERY]
    along = cv2.absdiff(np.ascontiguousarray(rows[:, 1:]), np.ascontiguousarray(rows[:, :-1]))
    down = cv2.absdiff(np.ascontiguousarray(rows[:, 1:]), np.ascontiguousarray(below[:, 1:]))
    return np.asarray(cv2.max(along, down), np.uint8)


def _areas(
    picture: Picture, ends: tuple[tuple[int, int], tuple[int, int]], at: tuple[int, int], step: tuple[int, int]
) -> tuple[Area, Area]:
    """A box of a picture from its low to its high end, in steps; there, and on the layout, where it lies at `at`."""
    (left, top), (right, bottom) = ((x // step[0], y // step[1]) for x, y in ends)
    right, bottom = min(right + 1, picture.shape[1]), min(bottom + 1, picture.shape[0])
    x, y = at[0] // step[0], at[1] // step[1]
    here = slice(top, bottom), slice(left, right)
    return here, (slice(top + y, bottom + y), slice(left + x, right + x))


def _mean(picture: cv2.typing.MatLike) -> Levels:
    return np.array(cv2.mean(picture)[:3])


def _table(gains: Levels, more: float) -> Table:
    """What each level of the layout becomes, (1, 256, 3)."""
    return np.clip(np.rint(np.arange(256)[:, None] * gains + more), 0, 255).astype(np.uint8)[None]


def background_of(folder: Path, profile: Profile) -> Picture | None:
    """The profile's picture of the empty layout, or None where there is none of its size."""
    if not profile.background:
        return None
    picture = cv2.imread(str(folder / profile.background), cv2.IMREAD_COLOR)
    fits = picture is not None and picture.shape == (profile.height, profile.width, 3)
    return np.asarray(picture, np.uint8) if fits else None
