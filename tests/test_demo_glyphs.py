"""The signs stay in their boxes and differ from each other."""

import itertools

import numpy as np
import pytest

from demo.glyphs import STROKES, draw_rank, draw_suit
from games.cards import Rank, Suit


@pytest.mark.parametrize("rank", Rank)
def test_a_rank_stands_in_its_box(rank: Rank) -> None:
    points = np.array([point for stroke in STROKES[rank] for point in stroke])
    assert points.min() >= -0.01
    assert points[:, 0].max() <= 0.8
    assert 0.95 <= points[:, 1].max() <= 1.03


@pytest.mark.parametrize("suit", Suit)
def test_a_suit_stands_in_its_box_and_is_even(suit: Suit) -> None:
    picture = np.full((100, 100, 3), 255, np.uint8)
    draw_suit(picture, suit, (0, 0), 100, (0, 0, 0))
    ink = picture[..., 0] < 128
    assert 0.2 < ink.mean() < 0.7
    assert (ink != ink[:, ::-1]).mean() < 0.03


def test_ranks_differ() -> None:
    drawn = {}
    for rank in Rank:
        picture = np.full((120, 110, 3), 255, np.uint8)
        draw_rank(picture, rank, (10, 10), (100, 100), (0, 0, 0))
        drawn[rank] = picture[..., 0] < 128
    for one, other in itertools.combinations(Rank, 2):
        assert (drawn[one] != drawn[other]).mean() > 0.03, f"{one} and {other}"
