"""The colour of the ink says which suits a card may be of."""

import numpy as np
import pytest

from games.cards import Suit
from scanner.flatten import HEIGHT, INDEX, WIDTH, Picture
from scanner.ink import ALL, BLACK, BLUE, GREEN, RED, TEAL, suits_in

Colour = tuple[int, int, int]
"""Blue, green, red."""


def printed(*inks: Colour, pixels: int = 600) -> Picture:
    """A flat white card whose two indices are blocks of these inks, side by side, a half of the pixels in each."""
    flat = np.full((HEIGHT, WIDTH, 3), 250, np.uint8)
    rows = np.array([inks[k * len(inks) // (pixels // 2)] for k in range(pixels // 2)], np.uint8)
    high, wide = INDEX[1] - 20, -(-(pixels // 2) // (INDEX[1] - 20))
    block = np.full((high * wide, 3), 250, np.uint8)
    block[: len(rows)] = rows
    sign = block.reshape(wide, high, 3).transpose(1, 0, 2)
    flat[10 : 10 + high, 8 : 8 + wide] = sign
    flat[-10 - high : -10, -8 - wide : -8] = sign
    return flat


@pytest.mark.parametrize(
    ("inks", "suits"),
    [
        (((30, 30, 30),), BLACK),
        (((40, 30, 30),), BLACK),
        (((30, 30, 190),), RED),
        (((60, 30, 140),), RED),
        (((150, 60, 20),), BLUE),
        (((30, 110, 20),), GREEN),
        (((120, 110, 10),), TEAL),
        (((30, 30, 30), (30, 30, 190)), ALL),
    ],
)
def test_suits_of_an_ink(inks: tuple[Colour, ...], suits: frozenset[Suit]) -> None:
    assert suits_in(printed(*inks)) == suits


def test_too_little_ink_may_be_of_any_suit() -> None:
    assert suits_in(printed((30, 30, 30), pixels=20)) == ALL


def test_no_ink_is_of_every_colour() -> None:
    assert RED | BLACK == ALL
    assert not RED & BLACK
    assert Suit.SPADES not in BLUE | TEAL
    assert Suit.HEARTS not in BLUE | GREEN | TEAL
