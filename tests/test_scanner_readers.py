"""The two networks read drawn cards, and say so where there is nothing to read."""

import hashlib

import numpy as np
import pytest

from demo import drawing
from games.cards import PACK, Card
from scanner.flatten import Picture, body_crop, flatten, index_crop, turned
from scanner.readers import MODEL, PIPS, RANKS, SUITS, Readers


@pytest.fixture(scope="module")
def readers() -> Readers:
    return Readers()


def _flat(art: np.ndarray) -> Picture:
    tall, wide = art.shape[:2]
    return flatten(np.asarray(art, np.uint8), np.array([[0, 0], [wide, 0], [wide, tall], [0, tall]], np.float32))


def test_every_index_of_a_deck(readers: Readers) -> None:
    flats = [_flat(drawing.face(card)) for card in PACK]
    for crops in ([index_crop(flat) for flat in flats], [index_crop(turned(flat)) for flat in flats]):
        reads = readers.indices(crops)
        assert [RANKS[int(one.rank[:13].argmax())] for one in reads] == [card.rank for card in PACK]
        assert [SUITS[int(one.suit[:4].argmax())] for one in reads] == [card.suit for card in PACK]


def test_every_body_of_a_deck(readers: Readers) -> None:
    reads = readers.bodies([body_crop(_flat(drawing.face(card))) for card in PACK])
    for card, one in zip(PACK, reads, strict=True):
        assert int(one.kind.argmax()) == min(RANKS.index(card.rank), PIPS), card
        assert one.face > 0.8
        if card.rank not in RANKS[PIPS:]:
            assert SUITS[int(one.suit.argmax())] == card.suit


def test_a_back_and_a_blank(readers: Readers) -> None:
    back, blank = readers.bodies([body_crop(_flat(drawing.back())), np.full((88, 64, 3), 245, np.uint8)])
    assert back.back > 0.8
    assert blank.face < 0.2
    corner, empty = readers.indices([index_crop(_flat(drawing.back())), np.full((72, 40, 3), 245, np.uint8)])
    assert corner.rank.argmax() == 13
    assert empty.rank.argmax() == 13


def test_chances_add_up_and_a_batch_reads_as_its_parts(readers: Readers) -> None:
    crops = [index_crop(_flat(drawing.face(card))) for card in (Card.ACE_OF_SPADES, Card.TEN_OF_HEARTS)]
    together = readers.indices(crops)
    for crop, one in zip(crops, together, strict=True):
        assert one.rank.sum() == pytest.approx(1)
        assert one.suit.sum() == pytest.approx(1)
        np.testing.assert_allclose(readers.indices([crop])[0].rank, one.rank, atol=1e-4)
    assert readers.indices([]) == []
    assert readers.bodies([]) == []


def test_the_models_card_names_these_very_files() -> None:
    card = (MODEL / "README.md").read_text(encoding="utf-8")
    files = sorted(MODEL.glob("*.onnx"))
    assert len(files) == 2
    for path in files:
        assert f"| `{path.name}` | `{hashlib.sha256(path.read_bytes()).hexdigest()}` |" in card
