"""The recogniser reads photographs as well as its floors say, and never names a card that is not there."""

import csv
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
import pytest

from demo import drawing
from games.cards import PACK, Card, parse_card
from scanner.flatten import Picture
from scanner.frames import Side
from scanner.recognise import Recogniser, apart
from scanner.verdict import Verdict
from tests.drawn import cloth, corners_at, lay, seen_by_camera, six

pytestmark = pytest.mark.usefixtures("one_core")

PHOTOS = Path(__file__).parents[2] / "shared" / "data" / "cards" / "photos"


@pytest.fixture(scope="module")
def recogniser() -> Recogniser:
    return Recogniser()


class Score(NamedTuple):
    labelled: int
    right: int
    reported: int
    wrong: int


def read(recogniser: Recogniser, image: Picture, size: float | None = None) -> Counter[Card]:
    cards, _ = recogniser.look(image, size)
    return Counter(card.card for card in cards if card.card is not None)


def score(labels: str, seen: Counter[Card]) -> Score:
    """Cards as a multiset; a `?` allows one card more."""
    words = [word for word in labels.split(";") if word]
    known = Counter(card for word in words if (card := parse_card(word)) is not None)
    extra = max(0, (seen - known).total() - words.count("?"))
    return Score(known.total(), (seen & known).total(), seen.total(), extra)


@pytest.mark.timeout(400)
@pytest.mark.skipif(not PHOTOS.is_dir(), reason=f"no labelled photographs at {PHOTOS}")
def test_photographs(recogniser: Recogniser, capsys: pytest.CaptureFixture[str]) -> None:
    groups: dict[str, list[Score]] = {}
    with (PHOTOS / "labels.csv").open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["kind"] != "dice"]
    for row in rows:
        image = np.asarray(cv2.imread(str(PHOTOS / row["file"])), np.uint8)
        groups.setdefault(row["file"].split("/")[0], []).append(score(row["cards"], read(recogniser, image)))
    sums = {name: Score(*(sum(part) for part in zip(*scores, strict=True))) for name, scores in groups.items()}
    with capsys.disabled():
        print(f"\n{'photographs':14} labelled right reported wrong")  # noqa: T201 - the counts are what this test is for
        for name, one in sums.items():
            print(f"{name:14} {one.labelled:8} {one.right:5} {one.reported:8} {one.wrong:5}")  # noqa: T201 - as above
    assert sums["rdpong"].right >= 83
    assert sums["gerry"].right >= 50
    assert sums["notanumber"].right >= 190
    assert sums["nothing"].reported == 0
    assert sum(one.wrong for one in sums.values()) <= 0.01 * sum(one.reported for one in sums.values())


@pytest.mark.parametrize("width", [60, 80, 120])
def test_every_drawn_card_is_read(recogniser: Recogniser, width: int) -> None:
    rng = np.random.default_rng(width)
    right = 0
    for at in range(0, 52, 6):
        cards = list(PACK[at : at + 6])
        picture, _ = six(rng, cards, width)
        seen = read(recogniser, picture)
        assert not seen - Counter(cards), f"{width} px: {seen - Counter(cards)} is not there"
        right += seen.total()
    assert right >= 50, f"{width} px: only {right} of 52 read"


def test_outlines_are_where_the_cards_lie_and_go_clockwise(recogniser: Recogniser) -> None:
    picture, places = six(np.random.default_rng(5), list(PACK[:6]), 100)
    cards, _ = recogniser.look(picture)
    assert len(cards) == 6
    for place in places:
        found = np.array(min((card.outline for card in cards), key=lambda o: _far(np.array(o), place)))
        assert _far(found, place) < 3
        assert cv2.contourArea(found.astype(np.float32), oriented=True) > 0
        assert np.linalg.norm(found[1] - found[0]) < np.linalg.norm(found[2] - found[1])


def _far(one: np.ndarray, other: np.ndarray) -> float:
    """The distance of corners, whichever of a card's two ends is called its top."""
    return float(min(np.linalg.norm(np.roll(one, k, axis=0) - other, axis=1).max() for k in (0, 2)))


def test_a_back_is_a_back(recogniser: Recogniser) -> None:
    rng = np.random.default_rng(7)
    picture = cloth(rng)
    for k in range(5):
        picture = lay(picture, drawing.back(), corners_at((180 + 220 * k, 340), 90, 17.0 * k))
    cards, _ = recogniser.look(seen_by_camera(rng, picture))
    assert [card.side for card in cards] == [Side.BACK] * 5
    assert all(card.card is None for card in cards)


def test_nothing_is_nothing(recogniser: Recogniser) -> None:
    rng = np.random.default_rng(8)
    assert recogniser.look(seen_by_camera(rng, cloth(rng))) == ((), ())
    assert recogniser.look(np.zeros((720, 1280, 3), np.uint8)) == ((), ())
    assert recogniser.look(np.full((5, 7, 3), 255, np.uint8)) == ((), ())


def test_cards_of_another_size_than_the_hint_are_left_out(recogniser: Recogniser) -> None:
    picture, _ = six(np.random.default_rng(9), list(PACK[:6]), 100)
    assert read(recogniser, picture, 95).total() == 6
    assert read(recogniser, picture, 60).total() == 0


def test_the_same_picture_gives_the_same_cards(recogniser: Recogniser) -> None:
    picture, _ = six(np.random.default_rng(10), list(PACK[20:26]), 90)
    assert recogniser.look(picture) == Recogniser().look(picture.copy())


def test_a_card_seen_so_obliquely_that_its_long_side_is_the_shorter(recogniser: Recogniser) -> None:
    rng = np.random.default_rng(13)
    place = corners_at((640, 360), 130, 0, tilt=0.6)
    picture = seen_by_camera(rng, lay(cloth(rng), drawing.face(Card.FIVE_OF_SPADES), place))
    cards, _ = recogniser.look(picture)
    assert [card.card for card in cards] == [Card.FIVE_OF_SPADES]
    assert _far(np.array(cards[0].outline), place) < 3


def test_cards_on_a_mat_of_a_cards_shape(recogniser: Recogniser) -> None:
    rng = np.random.default_rng(14)
    picture = np.full((720, 1280, 3), 15, np.uint8)
    picture[60:660, 220:1060] = cloth(rng)[60:660, 220:1060]
    for card, x in ((Card.FIVE_OF_SPADES, 400), (Card.NINE_OF_DIAMONDS, 800)):
        picture = lay(picture, drawing.face(card), corners_at((x, 360), 100, 20))
    assert read(recogniser, seen_by_camera(rng, picture)) == Counter([Card.FIVE_OF_SPADES, Card.NINE_OF_DIAMONDS])


def test_of_two_verdicts_in_one_place_the_surer_stays_and_two_values_are_none() -> None:
    place, near = corners_at((100, 100), 60, 0), corners_at((104, 100), 60, 0)
    seven = Verdict(Side.FACE, Card.SEVEN_OF_HEARTS, 0.9, ())
    unread = Verdict(Side.FACE, None, 1.0, ())
    eight = Verdict(Side.FACE, Card.EIGHT_OF_HEARTS, 0.8, ())
    aside = corners_at((300, 100), 60, 0)
    kept = apart([(near, unread), (place, seven), (aside, seven)])
    assert [one[1].card for one in kept] == [Card.SEVEN_OF_HEARTS] * 2
    assert kept[0][0] is place
    assert [one[1].card for one in apart([(near, eight), (place, seven)])] == [None]


def test_a_card_is_read_by_one_index_and_a_court_of_which_both_are_covered_is_not(recogniser: Recogniser) -> None:
    rng = np.random.default_rng(11)
    picture = cloth(rng)
    for card, x, ends in ((Card.SEVEN_OF_HEARTS, 240, 1), (Card.KING_OF_CLUBS, 640, 1), (Card.KING_OF_CLUBS, 1040, 2)):
        art = drawing.face(card).copy()
        for _ in range(ends):
            art[:140, :60] = 245
            art = art[::-1, ::-1].copy()
        picture = lay(picture, art, corners_at((x, 360), 110, 10))
    cards, _ = recogniser.look(seen_by_camera(rng, picture))
    assert [(card.side, card.card) for card in cards] == [
        (Side.FACE, Card.SEVEN_OF_HEARTS),
        (Side.FACE, Card.KING_OF_CLUBS),
        (Side.FACE, None),
    ]


def test_indices_that_differ_leave_a_card_unread(recogniser: Recogniser) -> None:
    rng = np.random.default_rng(12)
    art = drawing.face(Card.SEVEN_OF_HEARTS).copy()
    art[:150, :64] = drawing.face(Card.EIGHT_OF_HEARTS)[:150, :64]
    picture = lay(cloth(rng), art, corners_at((640, 360), 110, 10))
    cards, _ = recogniser.look(seen_by_camera(rng, picture))
    assert [(card.side, card.card) for card in cards] == [(Side.FACE, None)]
    assert {one.reader: one.card for one in cards[0].evidence[:3]} == {
        "index_a": Card.EIGHT_OF_HEARTS,
        "index_b": Card.SEVEN_OF_HEARTS,
        "pips": Card.SEVEN_OF_HEARTS,
    }
