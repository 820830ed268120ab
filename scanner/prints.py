"""What is printed on a flat card, told apart from lamp, shadow and tint, and how alike two prints are.

Ink is how much darker a place is than the paper around it; redness is kept beside it, so that red and black prints
of one shape differ. Alike is measured where both cards are in view only: 1 for the same print, about 0 for unrelated
ones. Unlike a correlation it also counts how much ink there is, so a blank card is like no print.
"""

from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.flatten import Picture

GRID: Final = (40, 56)
"""Places across and down in which a card is compared."""
COARSE: Final = (20, 28)
PARTS: Final = (4, 4)
"""Parts across and down in which a card may be covered."""
INNER: Final = (80, 112)
PAPER: Final = 13
"""Places of the inner grid within which paper must show: wider than a pip, narrower than the light's changes."""
RED: Final = 1.5
"""Weight of redness beside ink."""
LIT: Final = 0.35
"""What is darker than this part of the card's light belongs to the frame around a window, not to a card in it."""

GAIN: Final = (0.5, 1.5)
"""How much paler or darker a print may be than the same one when it was shown: blur and lamp do that."""

Floats = NDArray[np.float32]
Chosen = NDArray[np.bool_]
Planes = NDArray[np.float32]
"""(3, rows, columns): ink, redness, and 1 where the card is in view."""


def planes(flat: Picture, *, windowed: bool = False) -> Planes:
    """The print of a flat card on the fine grid.

    `windowed` is for a camera that sees a card through a window: what the window's frame hides is out of view.
    """
    small = np.asarray(cv2.resize(flat, INNER, interpolation=cv2.INTER_AREA), np.uint8)
    view = _window(small) if windowed else np.ones(small.shape[:2], np.float32)
    level = cv2.dilate(small, np.ones((PAPER, PAPER), np.uint8))
    paper = np.maximum(cv2.blur(level, (PAPER, PAPER)).astype(np.float32), 12)
    share = np.minimum(small.astype(np.float32) / paper, 1)
    ink = 1 - share[..., 1]
    red = np.clip(share[..., 2] - share[..., 1], -0.3, 0.7) * RED
    parts = cv2.resize(np.dstack([ink * view, red * view, view]), GRID, interpolation=cv2.INTER_AREA)
    seen = (parts[..., 2] > 0.95).astype(np.float32)
    return np.stack([parts[..., 0] * seen, parts[..., 1] * seen, seen]).astype(np.float32)


def _window(small: Picture) -> Floats:
    """1 where the lit part of a picture is, with all that lies within it."""
    light = small.max(axis=2)
    _, lit = cv2.threshold(light, LIT * float(np.percentile(light, 90)), 1, cv2.THRESH_BINARY)
    contours, _ = cv2.findContours(cv2.morphologyEx(lit, cv2.MORPH_OPEN, np.ones((3, 3))), 0, 2)
    view = np.zeros(light.shape, np.uint8)
    if contours:
        hull = cv2.convexHull(max(contours, key=cv2.contourArea))
        cv2.fillPoly(view, [np.asarray(hull, np.int32)], (1,))
    return cv2.erode(view, np.ones((3, 3)), borderValue=1).astype(np.float32)


def half_turn(print_: Planes) -> Planes:
    """The print upside down."""
    return np.ascontiguousarray(print_[:, ::-1, ::-1])


def coarse(print_: Planes) -> Planes:
    """The print on the coarse grid; what is in view only in part is not."""
    parts = np.stack([cv2.resize(one, COARSE, interpolation=cv2.INTER_AREA) for one in print_])
    parts[2] = parts[2] > 0.95
    return np.asarray(parts * parts[2], np.float32)


def moved(print_: Planes, steps: list[tuple[int, int]]) -> Planes:
    """The print moved by each of the steps (right, down), (steps, 3, rows, columns); what enters is out of view."""
    _, rows, columns = print_.shape
    out = np.zeros((len(steps), *print_.shape), np.float32)
    for one, (x, y) in zip(out, steps, strict=True):
        one[:, max(0, y) : rows + min(0, y), max(0, x) : columns + min(0, x)] = print_[
            :, max(0, -y) : rows + min(0, -y), max(0, -x) : columns + min(0, -x)
        ]
    return out


class Stack(NamedTuple):
    """Prints made ready to be compared with many others: one column each."""

    ink: Floats
    red: Floats
    seen: Floats
    squares: Floats

    @staticmethod
    def of(prints: Planes) -> "Stack":
        """From (count, 3, rows, columns)."""
        flat = prints.reshape(len(prints), 3, -1)
        ink, red, seen = (np.ascontiguousarray(flat[:, k]) for k in range(3))
        return Stack(ink, red, seen, ink * ink + red * red)


def alike(ones: Stack, others: Stack, least: float = 0.5) -> Floats:
    """How alike each of the first is to each of the second, (ones, others).

    Pairs that have less than the part `least` of the card in view in common are -1.
    """
    common = np.maximum(ones.seen @ others.seen.T, 1)
    cross = ones.ink @ others.ink.T + ones.red @ others.red.T
    own = ones.squares @ others.seen.T
    its = ones.seen @ others.squares.T
    for mine, theirs in ((ones.ink, others.ink), (ones.red, others.red)):
        a, b = mine @ others.seen.T, ones.seen @ theirs.T
        cross -= a * b / common
        own -= a * a / common
        its -= b * b / common
    found = 2 * cross / np.maximum(own + its, 1e-3)
    found[common < least * ones.seen.shape[1]] = -1
    return np.asarray(found, np.float32)


class Parts(NamedTuple):
    """One card against several faces, each moved to where it fits best: sums for each part, (faces, down, across)."""

    common: Floats
    one: tuple[Floats, Floats]
    other: tuple[Floats, Floats]
    own: Floats
    its: Floats
    cross: Floats
    faces: Planes

    @staticmethod
    def of(card: Planes, faces: Planes) -> "Parts":
        """From a card (3, rows, columns) and faces moved to where they fit it, (faces, 3, rows, columns)."""
        seen = card[2] * faces[:, 2]
        a, b = card[:2] * seen[:, None], faces[:, :2] * seen[:, None]
        own, its, cross = (_by_part((one * two).sum(axis=1)) for one, two in ((a, a), (b, b), (a, b)))
        one, other = ((_by_part(x[:, 0]), _by_part(x[:, 1])) for x in (a, b))
        return Parts(_by_part(seen), one, other, own, its, cross, faces)

    @property
    def apart(self) -> Floats:
        """The mean square difference of each part."""
        return np.asarray((self.own + self.its - 2 * self.cross) / np.maximum(self.common, 1), np.float32)

    def alike(self, chosen: Chosen) -> Floats:
        """How alike card and faces are within the chosen parts (down, across), (faces,); measured as by `alike`."""
        common, own, its, cross = (x[:, chosen].sum(axis=1) for x in (self.common, self.own, self.its, self.cross))
        common = np.maximum(common, 1)
        for one, other in zip(self.one, self.other, strict=True):
            a, b = one[:, chosen].sum(axis=1), other[:, chosen].sum(axis=1)
            cross, own, its = cross - a * b / common, own - a * a / common, its - b * b / common
        return np.asarray(2 * cross / np.maximum(own + its, 1e-3), np.float32)

    def unlike(self, which: int) -> Floats:
        """The square difference between one face and each other, for each part, by the area both show there."""
        seen = self.faces[:, 2] * self.faces[which, 2]
        apart = ((self.faces[:, :2] - self.faces[which, :2]) ** 2).sum(axis=1) * seen
        return np.asarray(_by_part(apart) / np.maximum(_by_part(seen), 1), np.float32)

    def leads(self, which: int, chosen: Chosen, unlike: Floats, noise: float) -> Floats:
        """How plainly the card is one face and not each other, within the chosen parts, (faces,); 0 against itself.

        Only what differs between the two counts: 1 is just this face, 0 half way, -1 just the other. It is 0 where the
        card is off this face by more than `noise` times what the two differ by. `unlike` is what `unlike(which)` gives.
        """
        ink = max(float(self.its[which][chosen].sum()), 1e-3)
        gain = float(np.clip(self.cross[which][chosen].sum() / ink, *GAIN))
        area = np.maximum(self.common, 1)
        off = (self.own / gain**2 - 2 * self.cross / gain + self.its) / area
        between = unlike[:, chosen].mean(axis=1)
        own = float(off[which][chosen].mean())
        found = (off[:, chosen].mean(axis=1) - own) / np.maximum(between, 1e-6)
        return np.asarray(np.where(own <= noise * between, found, 0), np.float32)


def _by_part(values: Floats) -> Floats:
    pairs, rows, columns = values.shape
    down, across = PARTS[1], PARTS[0]
    return np.asarray(values.reshape(pairs, down, rows // down, across, columns // across).sum(axis=(2, 4)), np.float32)
