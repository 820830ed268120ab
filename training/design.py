"""The design of one deck by lot: font, index sizes and places, pips, inks, paper, court style."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from training.letters import choose
from training.shapes import SUITS, Mask, draw_suit

Picture = NDArray[np.uint8]
Colour = tuple[int, int, int]
"""Blue, green, red."""
WIDTH: Final = 240
HEIGHT: Final = 336
RANKS: Final = "A23456789TJQK"
INDEX_DOWN: Final = 0.39
"""An index ends above this part of the card's height, so that the corner that is read holds all of it."""
COURTS: Final = ("framed", "framed", "framed", "plain", "full", "full")
"""Styles of a court's picture: in a frame, a few shapes only, up to the card's edge with the index on top."""


@dataclass(frozen=True)
class Design:
    """One deck's design. Sizes are parts of the card's width or height."""

    font: Path | None
    """None: drawn with OpenCV's own strokes."""
    stroke: int
    lean: float
    hollow: bool
    index_x: float
    index_y: float
    rank_h: float
    rank_wide: float
    suit_h: float
    gap: float
    four: bool
    german: bool
    """B is the jack and D the queen."""
    pip_h: float
    pip_x: float
    pip_y: float
    inks: Mapping[str, Colour]
    paper: Colour
    court: str
    masks: Mapping[str, Mask]


def colour(rng: Generator, low: tuple[float, float, float], high: tuple[float, float, float]) -> Colour:
    """A colour by lot between two."""
    blue, green, red = rng.uniform(low, high)
    return int(blue), int(green), int(red)


def _inks(rng: Generator) -> dict[str, Colour]:
    red, black = colour(rng, (15, 10, 140), (95, 90, 245)), colour(rng, (5, 5, 5), (70, 60, 60))
    if rng.random() < 0.12:
        blue, green = colour(rng, (120, 20, 0), (230, 120, 70)), colour(rng, (10, 80, 0), (80, 150, 60))
        return {"s": black, "h": red, "d": blue, "c": green}
    return {"s": black, "h": red, "d": red, "c": black}


def _inverted(rng: Generator) -> tuple[dict[str, Colour], Colour]:
    pale, red = colour(rng, (190, 190, 190), (250, 250, 250)), colour(rng, (20, 20, 190), (80, 80, 250))
    return {"s": pale, "h": red, "d": red, "c": pale}, colour(rng, (8, 8, 8), (45, 45, 45))


def design(rng: Generator, fonts: list[list[Path]]) -> Design:
    """A design by lot: a quarter have large indices, an eighth small ones, a fifth four of them."""
    size = rng.random()
    jumbo, small = size < 0.25, size > 0.87
    rank_h = rng.uniform(0.13, 0.2) if jumbo else rng.uniform(0.055, 0.08) if small else rng.uniform(0.08, 0.13)
    tone = int(rng.uniform(228, 255))
    inks, paper = _inks(rng), (int(tone - rng.uniform(0, 18)), tone, tone)
    if rng.random() < 0.03:
        inks, paper = _inverted(rng)
    index_y, gap = rng.uniform(0.02, 0.065), rng.uniform(0.003, 0.028)
    court = str(rng.choice(COURTS))
    return Design(
        font=choose(rng, fonts),
        stroke=int(rng.integers(2, 8)),
        lean=rng.uniform(-0.1, 0.25) if rng.random() < 0.1 else 0.0,
        hollow=rng.random() < 0.02,
        index_x=rng.uniform(0.1, 0.15) if jumbo else rng.uniform(0.06, 0.12),
        index_y=index_y,
        rank_h=rank_h,
        rank_wide=rng.uniform(0.7, 1.25),
        suit_h=min(rank_h * rng.uniform(0.5, 1.1), INDEX_DOWN - index_y - rank_h - gap),
        gap=gap,
        four=rng.random() < 0.2,
        german=rng.random() < (0.6 if court == "full" else 0.06),
        pip_h=rng.uniform(0.12, 0.19),
        pip_x=rng.uniform(0.3, 0.38) if jumbo else rng.uniform(0.24, 0.33),
        pip_y=rng.uniform(0.13, 0.21),
        inks=inks,
        paper=paper,
        court=court,
        masks={suit: draw_suit(rng, suit) for suit in SUITS},
    )
