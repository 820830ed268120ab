"""Cards under other cards are read by their corners, each once, and never as what they are not."""

from collections import Counter

import cv2
import numpy as np
import pytest

from demo import drawing
from games.cards import PACK, Card
from scanner.covered import Found, named, of_one_size, settled
from scanner.flatten import Picture
from scanner.frames import Evidence, Side
from scanner.recognise import Recogniser
from scanner.verdict import Verdict
from tests.drawn import cloth, corners_at, lay, seen_by_camera

WIDTH = 110


@pytest.fixture(scope="module")
def recogniser() -> Recogniser:
    return Recogniser()


def _row(rng: np.random.Generator, cards: list[Card], step: float, turn: float = 0.0) -> Picture:
    """Cards laid one over the other, each a `step` of its width to the right of the last and turned by `turn` more."""
    picture = cloth(rng)
    for k, card in enumerate(cards):
        place = corners_at((300 + k * step * WIDTH, 360), WIDTH, -turn * k)
        picture = lay(picture, drawing.face(card), place)
    return seen_by_camera(rng, picture)


def _read(recogniser: Recogniser, picture: Picture) -> Counter[Card]:
    return Counter(one.card for one in recogniser.look(picture)[0] if one.card is not None)


def test_a_spread_of_which_only_corners_show(recogniser: Recogniser) -> None:
    right = 0
    for at in range(0, 52, 13):
        cards = list(PACK[at : at + 13])
        seen = _read(recogniser, _row(np.random.default_rng(at), cards, 0.32))
        assert not seen - Counter(cards)
        right += seen.total()
    assert right >= 46


@pytest.mark.parametrize("seed", range(6))
def test_a_fan(recogniser: Recogniser, seed: int) -> None:
    rng = np.random.default_rng(seed)
    cards = [PACK[k] for k in rng.choice(52, 5, replace=False)]
    seen = _read(recogniser, _row(rng, cards, 0.42, 6))
    assert not seen - Counter(cards)
    assert seen.total() >= 3


def test_equal_cards_stay_two_where_a_whole_card_shows_its_deck(recogniser: Recogniser) -> None:
    rng = np.random.default_rng(3)
    cards = [Card.NINE_OF_HEARTS] * 3 + [Card.FOUR_OF_CLUBS]
    picture = _row(rng, cards, 0.4)
    seen = _read(recogniser, picture)
    assert seen < Counter(cards)
    assert seen[Card.NINE_OF_HEARTS] >= 1
    whole = lay(picture, drawing.face(Card.SIX_OF_CLUBS), corners_at((900, 360), WIDTH, 0))
    assert _read(recogniser, whole) == Counter([*cards, Card.SIX_OF_CLUBS])


@pytest.mark.parametrize("seed", range(12))
def test_a_heap_has_no_card_that_is_not_there(recogniser: Recogniser, seed: int) -> None:
    rng = np.random.default_rng(seed)
    cards = [PACK[k] for k in rng.choice(52, 6)]
    picture = cloth(rng)
    for card in cards:
        x, y = rng.normal((640, 360), 55)
        picture = lay(picture, drawing.face(card), corners_at((float(x), float(y)), WIDTH, rng.uniform(0, 360)))
    assert not _read(recogniser, seen_by_camera(rng, picture)) - Counter(cards)


def test_the_outline_lies_where_the_card_does(recogniser: Recogniser) -> None:
    rng = np.random.default_rng(9)
    cards = [Card.SEVEN_OF_HEARTS, Card.EIGHT_OF_SPADES, Card.TWO_OF_HEARTS]
    found = {one.card: np.array(one.outline) for one in recogniser.look(_row(rng, cards, 0.5))[0]}
    for k, card in enumerate(cards):
        middle = found[card].mean(axis=0)
        assert np.hypot(*(middle - (300 + 0.5 * k * WIDTH, 360))) < 0.35 * WIDTH
        assert cv2.contourArea(found[card].astype(np.float32), oriented=True) > 0


def test_a_rank_of_which_a_side_is_hidden_is_not_read(recogniser: Recogniser) -> None:
    rng = np.random.default_rng(10)
    for hidden in (0.35, 0.5, 0.65):
        picture = cloth(rng)
        for card, x in ((Card.EIGHT_OF_CLUBS, 300), (Card.QUEEN_OF_HEARTS, 800)):
            art = drawing.face(card).copy()
            edge = round((4.2 + 9.0 * hidden) / 63 * art.shape[1])
            art[:, :edge] = 246
            art[150:] = 246
            picture = lay(picture, art, corners_at((x, 360), WIDTH, 0))
        assert not _read(recogniser, seen_by_camera(rng, picture)) - Counter(
            [Card.EIGHT_OF_CLUBS, Card.QUEEN_OF_HEARTS]
        )


def test_print_on_cloth_is_no_card(recogniser: Recogniser) -> None:
    rng = np.random.default_rng(11)
    picture = cloth(rng)
    for k, words in enumerate(("A 7", "K Q", "10 8")):
        cv2.putText(picture, words, (150 + 330 * k, 300), cv2.FONT_HERSHEY_SIMPLEX, 2, (230, 235, 235), 5, cv2.LINE_AA)
        cv2.circle(picture, (200 + 330 * k, 360), 18, (230, 235, 235), -1)
    seen, _ = recogniser.look(seen_by_camera(rng, picture))
    assert all(one.card is None and one.side is not Side.FACE for one in seen)


def test_a_card_like_none_of_the_deck_stays_unread_though_its_pairs_are_read() -> None:
    nine = (Evidence("shape", Card.NINE_OF_HEARTS, 0.9), Evidence("strokes", Card.NINE_OF_HEARTS, 0.9))
    pair = Found(np.zeros((4, 2), np.float32), Verdict(Side.FACE, Card.NINE_OF_HEARTS, 0.9, nine), ((0.0, 0.0),), 1, 20)
    plain = Verdict(Side.FACE, None, 0.8, (Evidence("index_a", None, 0.3),))
    assert named(plain, pair).card is Card.NINE_OF_HEARTS
    foreign = plain._replace(evidence=(*plain.evidence, Evidence("foreign", None, 0.2)))
    assert named(foreign, pair).card is None
    other = plain._replace(evidence=(Evidence("enrolled", Card.SIX_OF_HEARTS, 0.9),))
    assert named(other, pair).card is None


def test_an_outline_around_several_cards_is_none_of_them() -> None:
    two = Verdict(Side.FACE, Card.TWO_OF_CLUBS, 0.9, (Evidence("shape", Card.TWO_OF_CLUBS, 0.9),))
    one = Found(corners_at((100, 70), 100, 0), two, ((60.0, 24.0),), 1, 27)
    unread = Verdict(Side.FACE, None, 0.9, ())
    told = settled([(one.corners, unread)], [one])
    assert [verdict.card for _, verdict in told] == [Card.TWO_OF_CLUBS]
    assert told[0][0] is one.corners
    long = np.array([[50, 0], [150, 0], [150, 240], [50, 240]], np.float32)
    told = settled([(long, unread)], [one])
    assert [(quad is one.corners, verdict.card) for quad, verdict in told] == [(True, Card.TWO_OF_CLUBS)]


def _four(card: Card) -> Picture:
    """A face with an index in every corner."""
    art = np.asarray(drawing.face(card), np.uint8).copy()
    index = art[:140, :60].copy()
    art[:140, -60:], art[-140:, :60] = index, index[::-1, ::-1]
    return art


def test_two_upper_corners_of_a_card_are_one_card_of_its_width(recogniser: Recogniser) -> None:
    rng = np.random.default_rng(21)
    cards = [Card.SEVEN_OF_HEARTS, Card.EIGHT_OF_SPADES, Card.FOUR_OF_HEARTS]
    picture = cloth(rng)
    for k, card in enumerate(cards):
        picture = lay(picture, _four(card), corners_at((400, 250 + 0.6 * k * WIDTH), WIDTH, 0))
    seen, _ = recogniser.look(seen_by_camera(rng, picture))
    assert Counter(one.card for one in seen) == Counter(cards)
    for one in seen:
        assert abs(np.linalg.norm(np.array(one.outline[1]) - one.outline[0]) - WIDTH) < 0.15 * WIDTH


def test_an_outline_through_indices_of_two_equal_cards_is_no_card() -> None:
    nine = Verdict(Side.FACE, Card.NINE_OF_HEARTS, 0.9, (Evidence("shape", Card.NINE_OF_HEARTS, 0.9),))
    for width, card in ((100, Card.NINE_OF_HEARTS), (130, Card.NINE_OF_HEARTS), (210, None), (50, None)):
        found = Found(corners_at((300, 300), width, 30), nine, ((0.0, 0.0), (9.0, 9.0)), 2, 27)
        assert of_one_size(found, 100).verdict.card is card
        assert of_one_size(found, None) is found
