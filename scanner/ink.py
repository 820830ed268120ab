"""The colour of a card's ink: which suits a deck of two colours, or of four, prints in it."""

from typing import Final

import numpy as np

from games.cards import Suit
from scanner.flatten import INDEX, Picture

DARK: Final = 130
"""The least of a pixel's three colours from which on it is no ink, on a card whose white is 255."""
ENOUGH: Final = 30
"""Pixels of ink that tell its colour."""
APART: Final = 45
"""Levels by which one colour of a pixel leads another to be the colour of the ink."""
TINTED: Final = 0.3
"""The part of the ink that is blue or green where it is printed so: black ink in blue light is less."""

ALL: Final = frozenset(Suit)
RED: Final = frozenset({Suit.HEARTS, Suit.DIAMONDS})
BLACK: Final = ALL - RED
BLUE: Final = frozenset({Suit.DIAMONDS})
GREEN: Final = frozenset({Suit.CLUBS, Suit.SPADES})
"""Decks of four colours have clubs in green and diamonds in blue, or spades in green and diamonds in orange."""
TEAL: Final = frozenset({Suit.CLUBS, Suit.DIAMONDS})
"""Between the two."""


def suits_in(flat: Picture) -> frozenset[Suit]:
    """The suits that the ink of both indices of a flattened card can be of; all where it has no plain colour."""
    across, down = INDEX[0] // 2, INDEX[1]
    both = np.concatenate([flat[8:down, 6:across], flat[-down:-8, -across:-6]]).reshape(-1, 3)
    # The least of three columns; over so short an axis NumPy takes many times as long.
    ink = both[np.minimum(np.minimum(both[:, 0], both[:, 1]), both[:, 2]) < DARK].astype(np.int16)
    if len(ink) < ENOUGH:
        return ALL
    blue, green, red = ink[:, 0], ink[:, 1], ink[:, 2]
    tints = (float((blue - red > APART).mean()) > TINTED, float((green - red > APART).mean()) > TINTED)
    match tints:
        case (True, True):
            return TEAL
        case (True, False):
            return BLUE
        case (False, True):
            return GREEN
        case _:
            share = float((red - np.maximum(blue, green) > APART).mean())
            return RED if share > 0.6 else BLACK if share < 0.1 else ALL
