"""The contact sheet of a deck: all 52 faces and the back on one picture, with what is missing greyed."""

from collections.abc import Collection, Mapping
from typing import Final

import cv2
import numpy as np

from games.cards import PACK
from scanner.deck_file import BACK, NAMES
from scanner.flatten import HEIGHT, WIDTH, Picture

TILE: Final = (WIDTH // 2, HEIGHT // 2)
GAP: Final = 8
CAPTION: Final = 20
ACROSS: Final = 13
GROUND, GREY, INK, PALE, AMBER = (60, 60, 60), (95, 95, 95), (235, 235, 235), (140, 140, 140), (40, 170, 255)


def sheet(faces: Mapping[str, Picture], one_way: Collection[str] = ()) -> Picture:
    """The sheet: a row a suit, the back below; cards shown one way up only have an amber rim."""
    step = (TILE[0] + GAP, TILE[1] + GAP + CAPTION)
    rows = len(PACK) // ACROSS + 1
    out = np.full((rows * step[1] + GAP, ACROSS * step[0] + GAP, 3), GROUND, np.uint8)
    for k, name in enumerate(NAMES):
        x, y = GAP + k % ACROSS * step[0], GAP + k // ACROSS * step[1]
        face = faces.get(name)
        if face is None:
            out[y : y + TILE[1], x : x + TILE[0]] = GREY
            _write(out, "missing", (x + 18, y + TILE[1] // 2), PALE)
        else:
            out[y : y + TILE[1], x : x + TILE[0]] = cv2.resize(face, TILE, interpolation=cv2.INTER_AREA)
        if name in one_way:
            cv2.rectangle(out, (x, y), (x + TILE[0] - 1, y + TILE[1] - 1), AMBER, 2)
        _write(out, name, (x + 2, y + TILE[1] + CAPTION - 5), PALE if face is None else INK)
    done = sum(name in faces for name in NAMES if name != BACK)
    _write(out, f"{done} of {len(PACK)}", (GAP + step[0] * 2, (rows - 1) * step[1] + TILE[1] // 2), INK)
    return out


def _write(picture: Picture, words: str, at: tuple[int, int], colour: tuple[int, int, int]) -> None:
    cv2.putText(picture, words, at, cv2.FONT_HERSHEY_SIMPLEX, 0.5, colour, 1, cv2.LINE_AA)
