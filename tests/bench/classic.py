"""The classic reader of cards that the recogniser is measured beside: outlines, then templates for rank and suit.

Grey, blur, threshold; outlines of four corners and a card's size, flattened to 200 x 300; the corner cut out, made
larger and split into the glyph of the rank and of the suit; each named by the template from which it differs least,
or not at all where even that differs by more than a limit. It is given what leaves it the same method: both ends of
a card are tried, glyphs are found by their ink and not by fixed rows, many templates stand for each sign, and `BEST`
is the setting that did best on the very photographs it is scored on.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Final, Generic, NamedTuple, TypeVar

import cv2
import numpy as np
from cv2.typing import MatLike

from demo import drawing
from games.cards import Card, Rank, Suit
from training.letters import HERSHEY, glyph
from training.shapes import draw_suit

Sign = TypeVar("Sign")
FLAT: Final = (200, 300)
"""Width and height of a flattened card, px."""
CORNER: Final = (48, 112)
"""Width and height of its corner with rank and suit, px."""
ZOOM: Final = 4
RANK, SUIT = (70, 125), (70, 100)
"""Width and height at which ranks and suits are compared, px."""
SPECK: Final = 0.08
"""Ink less tall than this part of the corner is no glyph."""
WRITTEN: Final = {Rank.TEN: ("10",), Rank.JACK: ("J", "B"), Rank.QUEEN: ("Q", "D")}
"""Ranks that decks write otherwise than by our letter."""


class Setting(NamedTuple):
    """What can be set.

    `around` is the part of the picture's longer side over which the threshold is taken, `over` how much lighter than
    its surroundings a card is; `least` and `most` are a card's part of the picture's area; `straight` is how far an
    outline may leave four straight lines, as a part of its length; `rank` and `suit` are the greatest mean difference
    from a template, 0 to 1.
    """

    around: float = 0.25
    over: int = 8
    least: float = 0.001
    most: float = 0.95
    straight: float = 0.08
    rank: float = 0.5
    suit: float = 0.18


BEST: Final = Setting()
"""Of an Otsu threshold and adaptive ones over 1/16 to 1/3 of the picture, 0.02 to 0.08 and limits from 0.06 to 1."""


class Template(NamedTuple, Generic[Sign]):
    """A sign and its glyph, 255 where there is ink."""

    sign: Sign
    ink: MatLike


class Match(NamedTuple):
    """A card that a corner may show, and how far its glyphs differ from the templates', 0 to 1."""

    rank: Rank
    suit: Suit
    apart: float


def look(picture: MatLike, setting: Setting = BEST) -> Counter[Card]:
    """The cards that are named in a picture, (rows, columns, 3) BGR."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    found = Counter[Card]()
    for corners in outlines(grey, setting):
        flat = flattened(grey, corners)
        ends = (matched(end, setting) for end in (flat, cv2.rotate(flat, cv2.ROTATE_180)))
        named = min((end for end in ends if end), key=lambda one: one.apart, default=None)
        if named:
            found[Card(named.rank + named.suit)] += 1
    return found


def outlines(grey: MatLike, setting: Setting) -> Iterator[MatLike]:
    """The corners of what has four and a card's size, (4, 2) px each."""
    soft = cv2.GaussianBlur(grey, (5, 5), 0)
    block = max(3, round(max(grey.shape) * setting.around) | 1)
    light = cv2.adaptiveThreshold(soft, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, block, -setting.over)
    found, _ = cv2.findContours(light, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    for outline in found:
        area = cv2.contourArea(outline) / grey.size
        corners = cv2.approxPolyDP(outline, setting.straight * cv2.arcLength(outline, closed=True), closed=True)
        if setting.least < area < setting.most and len(corners) == 4 and cv2.isContourConvex(corners):
            yield corners[:, 0].astype(np.float32)


def flattened(grey: MatLike, corners: MatLike) -> MatLike:
    """The card within four corners with its shorter side on top, 300 x 200 px."""
    if cv2.contourArea(corners, oriented=True) < 0:
        corners = corners[::-1]
    side = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    if side[0] + side[2] > side[1] + side[3]:
        corners = np.roll(corners, -1, axis=0)
    wide, tall = FLAT
    upright = np.array([(0, 0), (wide, 0), (wide, tall), (0, tall)], np.float32)
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), upright)
    return cv2.warpPerspective(grey, matrix, FLAT)


def matched(flat: MatLike, setting: Setting) -> Match | None:
    """The card whose templates differ least from the glyphs in the upper left corner, within the limits."""
    glyphs = split(flat[: CORNER[1], : CORNER[0]])
    if glyphs is None:
        return None
    rank, far = closest(sized(glyphs[0], RANK), ranks())
    suit, wide = closest(sized(glyphs[1], SUIT), suits())
    return Match(rank, suit, far + wide) if far <= setting.rank and wide <= setting.suit else None


def split(corner: MatLike) -> tuple[MatLike, MatLike] | None:
    """The ink of rank and suit in a corner, tight: the upper two rows of ink that touch no edge."""
    large = cv2.resize(corner, None, fx=ZOOM, fy=ZOOM, interpolation=cv2.INTER_CUBIC)
    _, ink = cv2.threshold(large, 0, 255, cv2.THRESH_BINARY_INV | cv2.THRESH_OTSU)
    tall, wide = ink.shape
    count, labels, boxes, _ = cv2.connectedComponentsWithStats(ink)
    for label in range(1, count):
        x, y, w, h, _ = boxes[label]
        if x == 0 or y == 0 or x + w == wide or y + h == tall or h < SPECK * tall:
            ink[labels == label] = 0
    rows = np.flatnonzero(np.diff(np.pad(ink.any(axis=1), 1).astype(np.int8)))
    if len(rows) < 4:
        return None
    return tight(ink[rows[0] : rows[1]]), tight(ink[rows[2] : rows[3]])


def tight(ink: MatLike) -> MatLike:
    """Ink without the empty rows and columns around it."""
    x, y, wide, tall = cv2.boundingRect(ink)
    return ink[y : y + tall, x : x + wide]


def sized(ink: MatLike, size: tuple[int, int]) -> MatLike:
    """A glyph at the size at which it is compared."""
    return cv2.resize(ink, size, interpolation=cv2.INTER_AREA)


def closest(ink: MatLike, templates: tuple[Template[Sign], ...]) -> tuple[Sign, float]:
    """The sign whose template differs least, and the mean difference, 0 to 1."""
    apart = [float(cv2.norm(ink, one.ink, cv2.NORM_L1)) for one in templates]
    best = int(np.argmin(apart))
    return templates[best].sign, apart[best] / ink.size / 255


@cache
def ranks() -> tuple[Template[Rank], ...]:
    """The ranks of the deck we draw, and in the letters that come with OpenCV."""
    own = [(rank, _from_card(Card(rank + Suit.SPADES), 0)) for rank in Rank]
    letters = [
        (rank, glyph(None, text, stroke))
        for rank in Rank
        for text in WRITTEN.get(rank, (rank.value,))
        for stroke in range(2, 2 + len(HERSHEY))
    ]
    return tuple(Template(rank, sized(ink, RANK)) for rank, ink in own + letters)


@cache
def suits() -> tuple[Template[Suit], ...]:
    """The suits of the deck we draw, and others by rule."""
    rng = np.random.default_rng(1)
    own = [(suit, _from_card(Card(Rank.ACE + suit), 1)) for suit in Suit]
    others = [(suit, tight(draw_suit(rng, suit.value))) for suit in Suit for _ in range(8)]
    return tuple(Template(suit, sized(ink, SUIT)) for suit, ink in own + others)


def _from_card(card: Card, which: int) -> MatLike:
    """A glyph as it is cut from a drawn card."""
    flat = cv2.resize(cv2.cvtColor(drawing.face(card), cv2.COLOR_BGR2GRAY), FLAT, interpolation=cv2.INTER_AREA)
    glyphs = split(flat[: CORNER[1], : CORNER[0]])
    assert glyphs is not None
    return glyphs[which]
