"""Card stock is found where no outline explains it, and its ink is told from its paper."""

import numpy as np

from demo import drawing
from games.cards import Card
from scanner.flatten import flatten
from scanner.stock import of_flat, pieces
from tests.drawn import cloth, corners_at, lay, seen_by_camera


def test_stock_is_a_piece_until_an_outline_explains_it() -> None:
    rng = np.random.default_rng(1)
    place = corners_at((640, 360), 110, 25)
    picture = seen_by_camera(rng, lay(cloth(rng), drawing.face(Card.FIVE_OF_SPADES), place))
    [piece] = pieces(picture, [])
    rows, columns = piece.ink.shape
    low, high = place.min(axis=0), place.max(axis=0)
    assert piece.left < low[0] + 8
    assert piece.top < low[1] + 8
    assert piece.left + columns > high[0] - 8
    assert piece.top + rows > high[1] - 8
    assert pieces(picture, [place]) == []


def test_cloth_and_darkness_hold_no_stock() -> None:
    assert pieces(cloth(np.random.default_rng(2)), []) == []
    assert pieces(np.zeros((200, 300, 3), np.uint8), []) == []


def test_ink_is_measured_against_the_paper_beside_it() -> None:
    rng = np.random.default_rng(3)
    place = corners_at((640, 360), 140, 0)
    bright = lay(cloth(rng), drawing.face(Card.ACE_OF_SPADES), place)
    for light in (1.0, 0.45):
        [piece] = pieces(seen_by_camera(rng, np.asarray(bright * light, np.uint8)), [])
        middle = piece.ink[360 - piece.top, 640 - piece.left]
        paper = piece.ink[360 - piece.top, 640 - piece.left + 55]
        assert middle > 0.75
        assert paper < 0.15


def test_the_frame_of_a_court_is_no_ink_of_a_flat_card() -> None:
    rng = np.random.default_rng(4)
    place = corners_at((640, 360), 140, 0)
    picture = seen_by_camera(rng, lay(cloth(rng), drawing.face(Card.QUEEN_OF_HEARTS), place))
    ink = of_flat(flatten(picture, place)).ink
    frame = round(16.6 / 63 * 200)
    assert ink[100:180, frame - 1 : frame + 2].max(axis=1).mean() < 0.2
    assert ink.max() > 0.5
