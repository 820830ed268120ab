"""Printed boxes that are larger than a card: their own outlines are not read, and what may be two cards' outline is."""

from collections.abc import Callable, Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from demo import drawing, view
from demo.layout import seats
from demo.table import Place, Placed, Table
from games.cards import PACK, Card
from games.spots import SpotKind
from scanner.boxes import Boxes, boxes_of
from scanner.flatten import Corners, Picture
from scanner.frames import CardSeen
from scanner.printed import Printed, background_of
from scanner.profile import Profile, load
from scanner.readers import BodyRead, Readers
from scanner.reading import reader_of
from scanner.recognise import Recogniser
from tests.drawn import cloth, lay, seen_by_camera

pytestmark = pytest.mark.usefixtures("one_core")

MM = 2.0
"""Pixels a millimetre."""
PLANE = ((1 / MM, 0.0, 0.0), (0.0, 1 / MM, 0.0), (0.0, 0.0, 1.0))
PROFILE = Profile(camera="top", made="2026-01-01", width=1280, height=720, homography=PLANE, spots=())
INK = (200, 226, 230)
LEFT, TOP = 200.0, 120.0
"""Where the box of these tests begins, mm."""


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """How many flat pictures the network of bodies was given so far."""
    given = 0
    bodies = Readers.bodies

    def of_bodies(self: Readers, cards: Sequence[Picture]) -> list[BodyRead]:
        nonlocal given
        given += len(cards)
        return bodies(self, cards)

    monkeypatch.setattr(Readers, "bodies", of_bodies)
    return lambda: given


def quad(*, wide: float, tall: float, x: float = 0.0, y: float = 0.0) -> Corners:
    """A rectangle in px, its size and its place in the box in mm."""
    ends = ((x, y), (x + wide, y), (x + wide, y + tall), (x, y + tall))
    return np.array([((LEFT + a) * MM, (TOP + b) * MM) for a, b in ends], np.float32)


def box(wide: float, tall: float) -> Boxes:
    corners = [(float(x), float(y)) for x, y in quad(wide=wide, tall=tall).tolist()]
    return Boxes([(corners, [(x / MM, y / MM) for x, y in corners])], (63.0, 88.0))


def printed(wide: float, tall: float) -> Picture:
    """Felt with a box of a size in mm."""
    empty = cloth(np.random.default_rng(7))
    cv2.polylines(empty, [np.rint(quad(wide=wide, tall=tall)).astype(np.int32)], isClosed=True, color=INK, thickness=3)
    return empty


def told(cards: Sequence[CardSeen]) -> list[tuple[object, ...]]:
    return [(one.side, one.card, one.score, one.outline) for one in cards]


def test_the_outline_of_a_box_is_known_and_so_is_most_of_it() -> None:
    boxes = box(84, 108)
    assert boxes.on_box(quad(wide=84, tall=108))
    assert boxes.on_box(quad(wide=82.5, tall=106.5, x=0.8, y=0.8))
    cut = quad(wide=84, tall=108)
    cut[1, 0] -= 40 * MM  # a card hides a corner and most of a side
    assert boxes.on_box(cut)


def test_what_leaves_two_sides_of_a_box_or_reaches_beyond_it_is_read() -> None:
    boxes = box(84, 108)
    assert not boxes.on_box(quad(wide=76, tall=100))
    assert not boxes.on_box(quad(wide=84, tall=115))
    assert not boxes.on_box(quad(wide=84, tall=108, x=3))
    assert not boxes.on_box(quad(wide=76, tall=102, x=4, y=3))
    assert not boxes.on_box(quad(wide=63, tall=88, x=10, y=10))


def test_what_reaches_over_a_side_of_a_box_that_is_turned_is_read() -> None:
    def turned(tall: float) -> Corners:
        flat = quad(wide=84, tall=tall)[None]
        return np.array(cv2.transform(flat, cv2.getRotationMatrix2D((0, 0), 30, 1))[0], np.float32)

    corners = [(float(x), float(y)) for x, y in turned(108)]
    boxes = Boxes([(corners, [(x / MM, y / MM) for x, y in corners])], (63.0, 88.0))
    assert boxes.on_box(turned(108))
    beyond = turned(108)
    beyond[2] += (beyond[2] - beyond[1]) * 0.1
    assert not boxes.on_box(beyond)


@pytest.mark.parametrize("size", [(84.0, 88.0), (108.0, 88.0), (63.0, 130.0), (86.0, 110.0)])
def test_what_is_as_long_or_as_wide_as_a_card_may_be_cards_that_overlap_and_is_read(size: tuple[float, float]) -> None:
    wide, tall = size
    assert not box(wide, tall).on_box(quad(wide=wide, tall=tall))
    # Along three sides of a box that is larger.
    assert not box(wide, tall + 20).on_box(quad(wide=wide, tall=tall))


def test_a_part_is_held_against_where_it_lies() -> None:
    part = quad(wide=84, tall=108) - np.array([150, 70], np.float32)
    assert box(84, 108).on_box(part, (150, 70))
    assert not box(84, 108).on_box(part)


def test_the_boxes_are_those_of_the_empty_layout_that_are_larger_than_a_card() -> None:
    assert boxes_of(printed(84, 108), PROFILE).on_box(quad(wide=84, tall=108))
    assert not boxes_of(printed(66.5, 92.5), PROFILE).on_box(quad(wide=67, tall=93))
    assert not boxes_of(cloth(np.random.default_rng(7)), PROFILE).on_box(quad(wide=84, tall=108))


def test_cards_in_their_boxes_are_read_and_the_boxes_are_not(tmp_path: Path, read: Callable[[], int]) -> None:
    layout = seats()
    profile = load(view.write_profile(tmp_path, "2026-01-01", layout))
    background = background_of(tmp_path, profile)
    assert background is not None
    spots = [spot for spot in layout.spots if spot.kind is SpotKind.HAND][:3]
    cards = tuple(Placed(card, Place.SPOT, at, at, up=True) for card, at in zip(PACK[::9], spots, strict=False))
    picture = np.asarray(view.picture(view.Scene(Table((), cards), layout=layout), 0, 0), np.uint8)
    whole, _ = Recogniser(covered=False, printed=Printed(background)).look(picture)
    before = read()
    assert before > 2 * len(cards)
    found, _ = reader_of(profile, tmp_path).look(picture)
    assert read() - before == len(cards)
    assert told(found) == told([one for one in whole if one.card])
    assert {one.card for one in found} == {one.card for one in cards}


@pytest.mark.parametrize("under", [Card.NINE_OF_HEARTS, Card.FOUR_OF_CLUBS])
def test_two_cards_that_just_fill_a_box_are_doubt_as_without_it(under: Card, read: Callable[[], int]) -> None:
    empty, rng = printed(88, 63 + 30), np.random.default_rng(3)
    # One card over the other, both across the box: together they have its outline.
    picture = empty
    for card, y in ((under, 0.0), (Card.FOUR_OF_CLUBS, 30.0)):
        picture = lay(picture, drawing.face(card), np.roll(quad(wide=88, tall=63, y=y), 1, axis=0))
    picture = seen_by_camera(rng, picture)
    bare = Recogniser(covered=False, printed=Printed(empty)).look(picture)
    before = read()
    knowing = Recogniser(covered=False, printed=Printed(empty, boxes_of(empty, PROFILE))).look(picture)
    assert read() == 2 * before
    assert before > 0
    assert told(knowing[0]) == told(bare[0])
