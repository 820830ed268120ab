"""Both readers of glyphs know the ranks and suits of drawn cards, each by its own means."""

from collections.abc import Iterator

import numpy as np
import pytest

from demo import drawing
from games.cards import PACK, Card
from scanner.flatten import flatten
from scanner.glyphs import Glyphs, edge_counts, unit
from scanner.pairs import Pair, pairs
from scanner.readers import RANKS, SUITS
from scanner.stock import Piece, of_flat
from tests.drawn import cloth, corners_at, lay, seen_by_camera


@pytest.fixture(scope="module")
def glyphs() -> Glyphs:
    return Glyphs()


def _indices(card: Card) -> Iterator[tuple[Piece, Pair]]:
    rng = np.random.default_rng(PACK.index(card))
    place = corners_at((640, 360), 100, 20)
    piece = of_flat(flatten(seen_by_camera(rng, lay(cloth(rng), drawing.face(card), place)), place))
    for pair in pairs(piece, 60, (24, 110)):
        if pair.down[1] > 0.95 and pair.rank.box[2] < 60 and pair.rank.box[3] < 80:
            yield piece, pair


def test_shapes_name_every_rank_and_strokes_every_card(glyphs: Glyphs) -> None:
    shaped = stroked = 0
    for card in PACK:
        seen = list(_indices(card))
        rank, _ = max((glyphs.shapes(piece, [pair])[0] for piece, pair in seen), key=lambda one: float(one[0].max()))
        shaped += RANKS[int(rank.argmax())] is card.rank
        words = [glyphs.strokes(piece, [pair])[0] for piece, pair in seen]
        best, suit = max(words, key=lambda one: float(one[0][:-1].max()))
        stroked += (int(best.argmax()), int(suit.argmax())) == (RANKS.index(card.rank), SUITS.index(card.suit))
    assert shaped >= 51
    assert stroked >= 51


def test_nothing_is_asked_of_no_pairs(glyphs: Glyphs) -> None:
    piece = Piece(0, 0, np.zeros((40, 40), np.float32), np.full((40, 40, 3), 255, np.uint8))
    assert glyphs.shapes(piece, []) == []
    assert glyphs.strokes(piece, []) == []


def test_rows_have_length_one_and_edges_their_own_square() -> None:
    places = np.zeros((1, 28, 20), np.float32)
    places[0, :, 10:] = 1
    counts = edge_counts(places).reshape(8, 7, 5)
    assert counts.argmax() // 35 == 0
    assert (counts[0] > 0).any(axis=0).tolist() == [False, False, True, False, False]
    assert np.linalg.norm(counts) == pytest.approx(1)
    assert np.linalg.norm(unit(places)) == pytest.approx(1)
