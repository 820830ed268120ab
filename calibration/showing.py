"""The cards of a picture, each with the name it is shown under: by the open readers, by labels, or in turn."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from calibration.deck import View
from calibration.layout import CalibrationError
from games.cards import Card, parse_card
from scanner.deck_file import BACK
from scanner.flatten import Corners, Picture, flatten
from scanner.frames import CardSeen, Outline, Point, Side
from scanner.hands import covered, ground_of, is_print
from scanner.outlines import outlines
from scanner.recognise import Recogniser, ways_up


class Label(NamedTuple):
    """A line of a label file: a picture's name and a card (or `back`); a point on it or its corners where needed."""

    picture: str
    name: str
    at: Point | None
    corners: Outline | None = None


def read_labels(path: Path) -> tuple[Label, ...]:
    """Lines of `PICTURE CARD`, of that with `X Y` of a point on the card, or with its four corners; all in pixels.

    Corners go clockwise from the card's own top left. What stands after `#` is left out.

    Raises:
        CalibrationError: a line is neither; the message names it.
        OSError: the file cannot be read.
    """
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        words = line.partition("#")[0].replace(",", " ").split()
        if not words:
            continue
        label = _label(words)
        if label is None:
            raise CalibrationError(
                f"{path}:{number}: {line.strip()!r}: write PICTURE CARD, and X Y of a point on it or of its corners"
            )
        found.append(label)
    return tuple(found)


def _label(words: list[str]) -> Label | None:
    name = _name(words[1]) if len(words) in (2, 4, 10) else None
    try:
        numbers = [float(word) for word in words[2:]]
    except ValueError:
        return None
    if name is None:
        return None
    points = list(zip(numbers[::2], numbers[1::2], strict=True))
    match points:
        case [a, b, c, d]:
            return Label(words[0], name, None, (a, b, c, d))
        case [at]:
            return Label(words[0], name, at)
        case _:
            return Label(words[0], name, None)


def read_order(path: Path) -> tuple[str, ...]:
    """The cards of a file in the order in which they are shown, `back` among them, with blanks or lines between.

    Raises:
        CalibrationError: a word names no card.
        OSError: the file cannot be read.
    """
    words = path.read_text(encoding="utf-8").split()
    names = [_name(word) for word in words]
    for word, name in zip(words, names, strict=True):
        if name is None:
            raise CalibrationError(f"{path}: {word!r} is no card: write rank and suit, as in As Td 3c, or back")
    return tuple(name for name in names if name is not None)


def _name(word: str) -> str | None:
    if word.lower() == BACK:
        return BACK
    card = parse_card(word)
    return None if card is None else card.value


class Finder:
    """Finds what a picture shows of a deck."""

    def __init__(self, place: Outline | None = None, background: Picture | None = None) -> None:
        """`place` is where a camera that looks through a window sees the card.

        `background` is the picture of the empty layout: frames and words that are printed there are no backs.
        """
        self._place = place
        self._recogniser = Recogniser(place=place)
        self._ground = None if background is None else ground_of(background)

    def read(self, image: Picture, where: str) -> tuple[list[View], list[Corners]]:
        """The cards that the open readers name, backs among them, and the outlines of faces they cannot read."""
        views, unread = [], []
        mask = None if self._ground is None else covered(self._ground, image)
        for card in self._recogniser.look(image)[0]:
            printed = self._ground is not None and mask is not None and is_print(self._ground, mask, card.outline)
            if card.card is None and printed:
                continue
            corners = np.array(card.outline, np.float32)
            name = card.card.value if card.card else BACK if card.side is Side.BACK else None
            if name is None:
                unread.append(corners)
            else:
                views.append(View(name, flatten(image, corners), where, _evidence(card)))
        return views, unread

    def labelled(self, image: Picture, where: str, labels: Sequence[Label]) -> tuple[list[View], list[str]]:
        """The cards that the labels name, and those of them that are not found in the picture."""
        cards = self._recogniser.look(image)[0]
        views, lost = [], []
        for label in labels:
            found = self._at(image, cards, label)
            if found is None:
                lost.append(label.name)
            else:
                views.append(View(label.name, flatten(image, found[0]), where, found[1]))
        return views, lost

    def _at(
        self, image: Picture, cards: Sequence[CardSeen], label: Label
    ) -> tuple[Corners, tuple[tuple[str, Card | None], ...]] | None:
        if self._place is not None:
            return np.array(self._place, np.float32), _evidence(cards[0]) if cards else ()
        if label.corners is not None:
            return np.array(label.corners, np.float32), ()
        seen = [(np.array(card.outline, np.float32), _evidence(card)) for card in cards]
        quads = [one.corners for one in outlines(image) if len(ways_up(one.corners)) == 1]
        if label.at is None:
            found = seen or [(ways_up(one)[0], ()) for one in quads]
            return max(found, key=lambda one: cv2.contourArea(one[0]), default=None)
        # Of outlines around a point one may be a court's frame, or hold several cards: cards are of one size.
        usual = float(np.median([cv2.contourArea(one) for one in quads])) if quads else 1.0
        found = [*seen, *((ways_up(one)[0], ()) for one in quads)]
        held = [one for one in found if cv2.pointPolygonTest(one[0].reshape(4, 1, 2), label.at, measureDist=False) >= 0]
        return min(held, key=lambda one: abs(np.log(cv2.contourArea(one[0]) / usual)), default=None)


def _evidence(card: CardSeen) -> tuple[tuple[str, Card | None], ...]:
    return tuple((one.reader, one.card) for one in card.evidence)
