"""A device's codes as a picture: a row a suit, each card with its code; below, how long each card took."""

from collections.abc import Mapping, Sequence
from typing import Final

import cv2
import numpy as np

from calibration.layout import Picture
from calibration.shoe import Learnt
from games.cards import Card

WIDE, TALL, GAP, HEAD, BARS = 92, 64, 6, 26, 120
GROUND, GREY, INK, PALE = (60, 60, 60), (95, 95, 95), (235, 235, 235), (150, 150, 150)
GREEN, AMBER = (80, 130, 50), (30, 120, 180)
ORDER: Final = "A23456789TJQK"


def sheet(codes: Mapping[str, Learnt], passes: int, times_ms: Sequence[float]) -> Picture:
    """The picture. Green was dealt in every pass, amber in fewer, grey never; `times_ms` are bars, in turn."""
    width = GAP + 13 * (WIDE + GAP)
    out = np.full((GAP + 4 * (TALL + GAP) + HEAD + BARS + GAP, width, 3), GROUND, np.uint8)
    by_card = {one.card: (code, one.times) for code, one in codes.items()}
    for row, suit in enumerate("shdc"):
        for column, rank in enumerate(ORDER):
            card = Card(rank + suit)
            code, times = by_card.get(card, ("", 0))
            x, y = GAP + column * (WIDE + GAP), GAP + row * (TALL + GAP)
            colour = GREY if not times else GREEN if times >= passes else AMBER
            cv2.rectangle(out, (x, y), (x + WIDE - 1, y + TALL - 1), colour, -1)
            _write(out, card.value, (x + 8, y + 26), 0.75, INK if times else PALE)
            _write(out, code[:11] if times else "none", (x + 8, y + 52), 0.45, INK if times else PALE)
    _bars(out, times_ms)
    return out


def _bars(out: Picture, times_ms: Sequence[float]) -> None:
    low, width = out.shape[0] - GAP, out.shape[1] - 2 * GAP
    if not times_ms:
        return
    most = max(times_ms)
    _write(out, f"ms from card to card, the longest {most:.0f}", (GAP, low - BARS - 8), 0.5, INK)
    step = width / len(times_ms)
    for number, ms in enumerate(times_ms):
        tall = max(1, round(ms / most * BARS)) if most else 1
        left, right = GAP + round(number * step), GAP + max(round(number * step) + 1, round((number + 1) * step) - 1)
        cv2.rectangle(out, (left, low - tall), (right, low), AMBER, -1)


def _write(picture: Picture, words: str, at: tuple[int, int], size: float, colour: tuple[int, int, int]) -> None:
    cv2.putText(picture, words, at, cv2.FONT_HERSHEY_SIMPLEX, size, colour, 1, cv2.LINE_AA)
