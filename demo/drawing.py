"""Card faces and backs of our own drawing: a casino deck with large corner indices, made of plain geometry.

Pictures are BGR with the card upright, `SCALE` pixels a millimetre, 63 x 88 mm; `card_mask` is the card's rounded
shape. Every call with the same arguments gives the same picture.
"""

from functools import cache

import cv2
import numpy as np
from cv2.typing import MatLike

from demo.glyphs import Ink, draw_rank, draw_suit
from games.cards import Card, Rank, Suit

SCALE = 4
WIDTH_MM = 63
HEIGHT_MM = 88
_FINE = 3
"""Faces are drawn this many times larger, then averaged down."""
_DOT = SCALE * _FINE
_RED: Ink = (38, 28, 196)
_BLACK: Ink = (26, 24, 24)
_PAPER: Ink = (246, 249, 250)
_GOLD: Ink = (70, 178, 232)
_BLUE: Ink = (150, 84, 40)
_CRIMSON: Ink = (52, 30, 150)

_LEFT, _MID, _RIGHT = 21.5, 31.5, 41.5
_PIPS: dict[Rank, tuple[tuple[float, float], ...]] = {
    Rank.TWO: ((_MID, 18), (_MID, 70)),
    Rank.THREE: ((_MID, 18), (_MID, 44), (_MID, 70)),
    Rank.FOUR: ((_LEFT, 20), (_RIGHT, 20), (_LEFT, 68), (_RIGHT, 68)),
    Rank.FIVE: ((_LEFT, 20), (_RIGHT, 20), (_MID, 44), (_LEFT, 68), (_RIGHT, 68)),
    Rank.SIX: ((_LEFT, 20), (_RIGHT, 20), (_LEFT, 44), (_RIGHT, 44), (_LEFT, 68), (_RIGHT, 68)),
}
_PIPS[Rank.SEVEN] = (*_PIPS[Rank.SIX], (_MID, 32))
_PIPS[Rank.EIGHT] = (*_PIPS[Rank.SEVEN], (_MID, 56))
_EIGHT_OUTER = tuple((x, y) for y in (18, 35.5, 52.5, 70) for x in (_LEFT, _RIGHT))
_PIPS[Rank.NINE] = (*_EIGHT_OUTER, (_MID, 44))
_PIPS[Rank.TEN] = (*_EIGHT_OUTER, (_MID, 26.5), (_MID, 61.5))


def _turned(picture: MatLike) -> MatLike:
    return cv2.rotate(picture, cv2.ROTATE_180)


def _ink(card: Card) -> Ink:
    return _RED if card.suit in (Suit.HEARTS, Suit.DIAMONDS) else _BLACK


def _sheet() -> MatLike:
    return np.full((HEIGHT_MM * _DOT, WIDTH_MM * _DOT, 3), _PAPER, np.uint8)


def _pip(picture: MatLike, suit: Suit, centre: tuple[float, float], size: float, ink: Ink) -> None:
    at = ((centre[0] - size / 2) * _DOT, (centre[1] - size / 2) * _DOT)
    draw_suit(picture, suit, at, size * _DOT, ink)


def _index(picture: MatLike, card: Card) -> None:
    """Rank over suit in the upper left corner."""
    ink = _ink(card)
    draw_rank(picture, card.rank, (4.2 * _DOT, 5.2 * _DOT), (12.0 * _DOT, 13.0 * _DOT), ink)
    _pip(picture, card.suit, (8.0, 26.6), 9.6, ink)


def _crown(picture: MatLike, rank: Rank, ink: Ink) -> None:
    """The head dress of a court card: three points for a king, a band of beads for a queen, a cap for a jack."""
    tops = {
        Rank.KING: ((23.5, 26), (22.5, 15), (27.5, 20), (31.5, 12.5), (35.5, 20), (40.5, 15), (39.5, 26)),
        Rank.QUEEN: ((24, 26), (24, 19), (28, 22), (31.5, 17), (35, 22), (39, 19), (39, 26)),
        Rank.JACK: ((23, 26), (25, 18), (34, 15), (40, 21), (39.5, 26)),
    }
    outline = np.rint(np.array(tops[rank]) * _DOT).astype(np.int32)
    cv2.fillPoly(picture, [outline], _GOLD, lineType=cv2.LINE_AA)
    cv2.polylines(picture, [outline], isClosed=True, color=ink, thickness=_DOT // 2, lineType=cv2.LINE_AA)
    if rank is Rank.QUEEN:
        for x in (24, 31.5, 39):
            cv2.circle(picture, (round(x * _DOT), round(16.5 * _DOT)), _DOT, _CRIMSON, cv2.FILLED, cv2.LINE_AA)


def _court(picture: MatLike, card: Card) -> MatLike:
    """A framed figure in two halves: crown, large letter, sash, the suit beside it."""
    ink = _ink(card)
    half = picture.copy()
    sash = np.rint(np.array([(17, 44), (17, 34), (46, 44)]) * _DOT).astype(np.int32)
    cv2.fillPoly(half, [sash], _BLUE if ink == _RED else _CRIMSON, lineType=cv2.LINE_AA)
    _crown(half, card.rank, ink)
    draw_rank(half, card.rank, (27.2 * _DOT, 28.4 * _DOT), (13 * _DOT, 12.4 * _DOT), ink)
    _pip(half, card.suit, (42.0, 30.5), 6.4, ink)
    middle = HEIGHT_MM * _DOT // 2
    half[middle:] = _turned(half)[middle:]
    frame = (round(16.6 * _DOT), round(10.5 * _DOT)), (round(46.4 * _DOT), round(77.5 * _DOT))
    cv2.rectangle(half, frame[0], frame[1], _BLUE, _DOT // 2, cv2.LINE_AA)
    cv2.line(half, (frame[0][0], middle), (frame[1][0], middle), _BLUE, _DOT // 3, cv2.LINE_AA)
    return half


def _pips(picture: MatLike, card: Card) -> None:
    ink = _ink(card)
    if card.rank is Rank.ACE:
        _pip(picture, card.suit, (_MID, 44), 25 if card.suit is Suit.SPADES else 20, ink)
        return
    layout = _PIPS[card.rank]
    size = 12.4 if len(layout) <= 8 else 11.2
    for centre in layout:
        if centre[1] <= 44:
            _pip(picture, card.suit, centre, size, ink)
    lower = np.full_like(picture, _PAPER)
    for x, y in layout:
        if y > 44:
            _pip(lower, card.suit, (WIDTH_MM - x, HEIGHT_MM - y), size, ink)
    np.minimum(picture, _turned(lower), out=picture)


@cache
def face(card: Card) -> MatLike:
    """The face of a card, (352, 252, 3)."""
    picture = _sheet()
    if card.rank in (Rank.JACK, Rank.QUEEN, Rank.KING):
        picture = _court(picture, card)
    else:
        _pips(picture, card)
    corner = np.full_like(picture, _PAPER)
    _index(corner, card)
    picture = np.minimum(picture, np.minimum(corner, _turned(corner)))
    return cv2.resize(picture, (WIDTH_MM * SCALE, HEIGHT_MM * SCALE), interpolation=cv2.INTER_AREA)


@cache
def back() -> MatLike:
    """The back, the same for all cards: a lattice inside a pale border, unchanged by a half turn."""
    picture = _sheet()
    inner = np.full_like(picture, _CRIMSON)
    for offset in range(-HEIGHT_MM, WIDTH_MM + HEIGHT_MM, 6):
        for lean in (HEIGHT_MM, -HEIGHT_MM):
            start = (offset * _DOT, 0 if lean > 0 else HEIGHT_MM * _DOT)
            end = ((offset + HEIGHT_MM) * _DOT, HEIGHT_MM * _DOT if lean > 0 else 0)
            cv2.line(inner, start, end, (190, 170, 226), _DOT, cv2.LINE_AA)
    middle = (WIDTH_MM * _DOT // 2, HEIGHT_MM * _DOT // 2)
    cv2.circle(inner, middle, 9 * _DOT, _PAPER, cv2.FILLED, cv2.LINE_AA)
    inner = np.maximum(inner, _turned(inner))
    cv2.circle(inner, middle, 8 * _DOT, _CRIMSON, cv2.FILLED, cv2.LINE_AA)
    border = 4 * _DOT
    picture[border:-border, border:-border] = inner[border:-border, border:-border]
    return cv2.resize(picture, (WIDTH_MM * SCALE, HEIGHT_MM * SCALE), interpolation=cv2.INTER_AREA)


@cache
def card_mask() -> MatLike:
    """The rounded shape of a card, (352, 252), 255 inside."""
    mask = np.zeros((HEIGHT_MM * _DOT, WIDTH_MM * _DOT), np.uint8)
    radius, width, height = 3 * _DOT, WIDTH_MM * _DOT, HEIGHT_MM * _DOT
    cv2.rectangle(mask, (radius, 0), (width - radius - 1, height - 1), 255, cv2.FILLED)
    cv2.rectangle(mask, (0, radius), (width - 1, height - radius - 1), 255, cv2.FILLED)
    for x in (radius, width - radius - 1):
        for y in (radius, height - radius - 1):
            cv2.circle(mask, (x, y), radius, 255, cv2.FILLED, cv2.LINE_AA)
    return cv2.resize(mask, (WIDTH_MM * SCALE, HEIGHT_MM * SCALE), interpolation=cv2.INTER_AREA)
