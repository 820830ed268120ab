"""Corners are those of one card where they name it and lie as its corners do; equal cards stay two."""

import numpy as np
import pytest

from games.cards import Card
from scanner.corners import Corner
from scanner.frames import Evidence
from scanner.pairs import Blob, Extent, Pair
from scanner.ties import beside, cards_of, facing, vouched

WIDTH, TALL = 100.0, 27.0


def _corner(
    x: float, y: float, turn: float = 0.0, card: Card | None = Card.NINE_OF_HEARTS, score: float = 0.9
) -> Corner:
    """A corner whose pair's middle lies at a place; `turn` in degrees, 180 for a lower index."""
    angle = np.deg2rad(turn)
    blob = Blob((), np.zeros((24, 2), np.float32), (0, 0, 1, 1))
    pair = Pair(blob, blob, (float(np.sin(angle)), float(np.cos(angle))), Extent(0, 15, 0, 9), Extent(17, TALL, 0, 9))
    evidence = (Evidence("shape", card, score), Evidence("strokes", card, score))
    return Corner(pair, (x, y), card, score, evidence)


UPPER = _corner(10, 24)
LOWER = _corner(90, 116, 180)
RIGHT = _corner(90, 24)


def test_opposite_corners_face_each_other() -> None:
    assert facing(UPPER, LOWER)
    assert facing(LOWER, UPPER)
    assert not facing(UPPER, RIGHT)
    assert not facing(UPPER, _corner(90, 116, 180, Card.SIX_OF_HEARTS))
    assert not facing(_corner(10, 24, 180), _corner(90, 116))
    assert not facing(UPPER, _corner(400, 500, 180))


def test_upper_corners_stand_beside_each_other() -> None:
    assert beside(UPPER, RIGHT)
    assert not beside(UPPER, _corner(30, 24))
    assert not beside(UPPER, _corner(90, 90))


@pytest.mark.parametrize("size", [0.13, 0.27, 0.52])
def test_corners_of_one_card_meet_however_large_its_indices_are(size: float) -> None:
    tall = size * WIDTH
    upper, right, lower = (
        one._replace(pair=one.pair._replace(above=Extent(0, 0.5 * tall, 0, 9), below=Extent(0.6 * tall, tall, 0, 9)))
        for one in (UPPER, RIGHT, LOWER)
    )
    assert beside(upper, right)
    assert facing(upper, lower)
    assert facing(right, _corner(10, 116, 180)._replace(pair=lower.pair))


@pytest.mark.parametrize(("four", "count"), [(True, 1), (False, 2)])
def test_other_cards_tell_whether_two_are_one(four: bool, count: int) -> None:  # noqa: FBT001 - a row of the table
    assert len(cards_of([UPPER, RIGHT], lambda: four)) == count


def test_where_nobody_knows_one_of_two_is_unread() -> None:
    groups = cards_of([UPPER, RIGHT._replace(score=0.8)], lambda: None)
    assert [[one.card for one in group] for group in groups] == [[Card.NINE_OF_HEARTS], [None]]


def test_two_corners_that_face_each_other_tell_nothing_of_the_others() -> None:
    half = [_corner(x + 500, y, turn, Card.KING_OF_CLUBS) for x, y, turn in ((10, 24, 0), (90, 116, 180))]
    groups = cards_of([UPPER, RIGHT._replace(score=0.8), *half], lambda: None)
    assert sorted(sum(one.card is not None for one in group) for group in groups) == [0, 1, 2]


def test_a_card_of_which_four_corners_show_tells_of_its_deck() -> None:
    whole = [_corner(x + 500, y, turn, Card.KING_OF_CLUBS) for x, y, turn in ((10, 24, 0), (90, 24, 0), (90, 116, 180))]
    assert sorted(len(group) for group in cards_of([UPPER, RIGHT, *whole], lambda: None)) == [2, 3]


def test_two_corners_vouch_for_what_neither_is_sure_of() -> None:
    sure, faint = UPPER._replace(card=None), LOWER._replace(card=None, evidence=UPPER.evidence[:1])
    assert vouched([sure, faint]) == (Card.NINE_OF_HEARTS, 0.9)
    assert vouched([sure]) == (None, 0.0)
    unlike = Evidence("index", Card.NINE_OF_HEARTS, 0.9)
    shapes = [one._replace(card=None, evidence=(UPPER.evidence[0], unlike)) for one in (UPPER, LOWER)]
    assert vouched(shapes) == (None, 0.0)
    other = Evidence("index", Card.SIX_OF_HEARTS, 0.9)
    assert vouched([sure, faint._replace(evidence=(*faint.evidence, other))]) == (None, 0.0)
