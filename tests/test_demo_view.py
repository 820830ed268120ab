"""The rendered picture: its geometry is the profile's, cards lie where the table has them, no two frames are alike."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from demo import felt, layout, table, view
from demo.layout import HEADS_UP
from demo.show import SHOWS, Show
from demo.view import Carry, Lying, Scene
from games.cards import PACK, Card
from scanner import profile

POSE = ((2.0, -1.0), 3.0)


def one_card(*, up: bool) -> table.Table:
    return table.laid(table.drawn(table.fresh(PACK)), layout.PLAYER[0], 0, POSE, up=up)


def test_the_homography_maps_the_layout_to_the_picture_and_back() -> None:
    for point, corner in zip(((0.0, 0.0), (640.0, 0.0), (640.0, 380.0), (0.0, 380.0)), HEADS_UP.corners, strict=True):
        assert felt.pixel(point) == pytest.approx(corner, abs=0.01)
    for point in (area.at for area in HEADS_UP.spots.values()):
        x, y, w = felt.to_layout() @ np.array([*felt.pixel(point), 1.0])
        assert (x / w, y / w) == pytest.approx(point, abs=0.01)


def test_a_card_is_drawn_where_it_lies() -> None:
    empty = view.picture(Scene(table.fresh(PACK)), 0, 0).astype(np.int16)
    card = one_card(up=True)
    seen = view.picture(Scene(card), 0, 0).astype(np.int16)
    changed = (np.abs(seen - empty).max(axis=2) > 90).astype(np.uint8)
    ys, xs = np.nonzero(changed)
    placed = table.at_spot(card, layout.PLAYER[0])
    assert placed is not None
    corners = view.corners(view.lying(placed))
    assert (xs.min(), ys.min()) == pytest.approx(corners.min(axis=0), abs=4)
    assert (xs.max(), ys.max()) == pytest.approx(corners.max(axis=0), abs=4)
    a, b = np.hypot(*(corners[1] - corners[0])), np.hypot(*(corners[3] - corners[0]))
    assert a > 100, "cards must be wide enough to be read"
    assert b / a == pytest.approx(88 / 63, rel=0.08)


def test_face_and_back_differ_in_the_picture() -> None:
    up, down = (view.picture(Scene(one_card(up=up)), 0, 0).astype(np.int16) for up in (True, False))
    assert np.abs(up - down).max() > 150


def test_live_pictures_are_never_equal() -> None:
    scene = Scene(table.fresh(PACK))
    frames = [view.jpeg(view.picture(scene, 0, frame)) for frame in range(6)]
    assert len(set(frames)) == 6


def test_the_hand_hides_what_it_is_over_and_carries_a_card() -> None:
    still = view.picture(Scene(table.fresh(PACK)), 0, 0).astype(np.int16)
    card = Lying((0.0, 0.0), 0.0, Card.KING_OF_HEARTS)
    carry = Carry(HEADS_UP.mouth, HEADS_UP.at(layout.PLAYER[0]), 0, 100, card)
    x, y = (round(value) for value in felt.pixel(HEADS_UP.at(layout.PLAYER[0])))
    early, late = (view.picture(Scene(table.fresh(PACK), carry), now, 0).astype(np.int16) for now in (0, 100))
    assert np.abs(early - still)[y - 20 : y + 20, x - 20 : x + 20].max() < 40
    assert np.abs(late - still)[y - 20 : y + 20, x - 20 : x + 20].max() > 90
    assert carry.at(-5) == HEADS_UP.mouth


def test_the_profile_is_one_that_the_scanner_takes(tmp_path: Path) -> None:
    path = view.write_profile(tmp_path, "2026-01-01")
    known = profile.load(path)
    assert {area.spot for area in known.spots} == set(HEADS_UP.spots)
    picture = cv2.imread(str(tmp_path / known.background))
    assert picture is not None
    assert picture.shape == (known.height, known.width, 3)
    assert np.abs(picture.astype(np.int16) - felt.background()).max() == 0


@pytest.mark.parametrize("show", SHOWS.values(), ids=lambda show: show.id)
def test_every_tables_picture_has_the_cameras_size_and_shows_cards_where_they_lie(tmp_path: Path, show: Show) -> None:
    drawn = show.layout
    assert felt.background(drawn).shape == (drawn.picture[1], drawn.picture[0], 3)
    known = profile.load(view.write_profile(tmp_path, "2026-01-01", drawn))
    assert (known.width, known.height) == drawn.picture
    for spot in drawn.spots:
        for corner in drawn.polygon(spot):
            x, y = felt.pixel(corner, drawn)
            assert 0 <= x <= drawn.picture[0]
            assert 0 <= y <= drawn.picture[1]
    for card in (Lying(drawn.at(spot), 0.0, None) for spot in show.rules.course(show.rules.pack)):
        ends = view.corners(card, drawn)
        assert np.hypot(*(ends[1] - ends[0])) > 90, "cards must be wide enough to be read"


def test_a_cup_hides_the_dice_and_a_picture_of_open_ones_shows_them() -> None:
    show = SHOWS["tai_xiu"]
    lay = table.shaken(table.fresh((), show.rules), (2, 5, 6))
    covered, other = (view.picture(Scene(one, None, show.layout), 0, 0) for one in (lay, table.shaken(lay, (1, 1, 1))))
    assert (covered == other).all()
    seen = view.picture(Scene(table.cup(lay, is_open=True), None, show.layout), 0, 0)
    assert np.abs(seen.astype(np.int16) - covered).max() > 100
    assert len(view.thrown((2, 5, 6), show.layout)) == 3
    assert view.thrown((0, 5, 6), show.layout)[0].lean
