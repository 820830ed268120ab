"""A value needs two readers, no other word, ink of its colour and paper around it."""

import numpy as np
import pytest

from games.cards import Card
from scanner.corners import Corner, Words, ink_is_red, judged, unshared
from scanner.frames import Evidence
from scanner.pairs import Blob, Extent, Pair
from scanner.readers import RANKS, SUITS

NINE, SIX = RANKS.index(Card.NINE_OF_SPADES.rank), RANKS.index(Card.SIX_OF_SPADES.rank)
SPADE, CLUB, HEART = (SUITS.index(one.suit) for one in (Card.NINE_OF_SPADES, Card.NINE_OF_CLUBS, Card.NINE_OF_HEARTS))


def _words(reader: str, rank: int | None = NINE, suit: int | None = SPADE, chance: float = 0.9) -> Words:
    leans = (NINE if rank is None else rank, SPADE if suit is None else suit)
    return Words(reader, (rank, chance), (suit, chance), leans)


def _unsure(reader: str, chance: float = 0.4) -> Words:
    return _words(reader, None, None, chance)


def test_two_that_agree_name_a_card() -> None:
    assert judged([_words("shape"), _words("strokes"), _unsure("index")], red=False) == (Card.NINE_OF_SPADES, 0.9)
    assert judged([_words("shape"), _words("strokes"), _words("index")], red=False)[0] is Card.NINE_OF_SPADES


def test_one_alone_names_none() -> None:
    assert judged([_words("shape"), _unsure("strokes"), _unsure("index")], red=False)[0] is None


def test_another_word_forbids() -> None:
    assert judged([_words("shape"), _words("strokes", SIX), _words("index")], red=False)[0] is None
    assert judged([_words("shape"), _words("strokes"), _words("index", SIX, chance=0.95)], red=False)[0] is None
    assert judged([_words("shape"), _words("strokes"), _words("index", suit=CLUB, chance=0.95)], red=False)[0] is None


def test_a_network_that_hesitates_forbids_nothing() -> None:
    found = judged([_words("shape"), _words("strokes"), _words("index", SIX, chance=0.7)], red=False)
    assert found[0] is Card.NINE_OF_SPADES


def test_ink_of_another_or_of_no_colour_forbids() -> None:
    words = [_words("shape"), _words("strokes"), _words("index")]
    assert judged(words, red=True)[0] is None
    assert judged(words, red=None)[0] is None
    hearts = [_words(reader, suit=HEART) for reader in ("shape", "strokes", "index")]
    assert judged(hearts, red=True)[0] is Card.NINE_OF_HEARTS


def test_what_the_strokes_do_not_lean_to_may_be_a_cut_glyph() -> None:
    other = Words("strokes", (None, 0.55), (SPADE, 0.9), (SIX, SPADE))
    assert judged([_words("shape"), other, _words("index")], red=False)[0] is None
    faint = Words("strokes", (None, 0.5), (SPADE, 0.9), (NINE, SPADE))
    assert judged([_words("shape"), faint, _words("index")], red=False)[0] is None
    leaning = Words("strokes", (None, 0.65), (SPADE, 0.9), (NINE, SPADE))
    assert judged([_words("shape"), leaning, _words("index")], red=False)[0] is Card.NINE_OF_SPADES


def test_without_the_network_both_must_be_surer() -> None:
    weak = [_words("shape", chance=0.65), _words("strokes", chance=0.8)]
    assert judged([*weak, Words("index", (None, 0.2), (None, 0.2), (SIX, CLUB))], red=False)[0] is None
    assert judged([*weak, Words("index", (None, 0.5), (None, 0.5), (NINE, SPADE))], red=False)[0] is Card.NINE_OF_SPADES
    assert np.isclose(judged([*weak, _words("index")], red=False)[1], 0.8)


@pytest.mark.parametrize(
    ("rank", "suit", "red"),
    [(0.5, 0.6, True), (0.02, 0.0, False), (0.15, 0.17, None), (0.0, 0.6, None), (0.6, 0.0, None), (0.0, 0.22, None)],
)
def test_rank_and_suit_are_of_one_ink(rank: float, suit: float, red: bool | None) -> None:  # noqa: FBT001 - a row of the table
    assert ink_is_red(rank, suit) is red


def _corner(rank: Blob, suit: Blob, named: Card, card: Card | None) -> Corner:
    pair = Pair(rank, suit, (0.0, 1.0), Extent(0, 15, 0, 9), Extent(17, 27, 0, 9))
    evidence = tuple(Evidence(reader, named, 0.9) for reader in ("shape", "strokes"))
    return Corner(pair, (5.0, 13.0), card, 0.9 if card else 0.0, evidence)


def test_a_blob_that_two_cards_claim_is_read_as_neither_though_one_claim_is_forbidden() -> None:
    six, own, below = (
        Blob((np.zeros((4, 1, 2), np.int32),), np.zeros((24, 2), np.float32), (0, 0, 1, 1)) for _ in range(3)
    )
    nine = _corner(six, below, Card.NINE_OF_DIAMONDS, Card.NINE_OF_DIAMONDS)
    upright = _corner(six, own, Card.SIX_OF_DIAMONDS, None)
    assert [one.card for one in unshared([(1.8, nine), (1.7, upright)])] == [None]
    assert [one.card for one in unshared([(1.8, nine), (1.7, upright._replace(evidence=()))])] == [
        Card.NINE_OF_DIAMONDS
    ]
