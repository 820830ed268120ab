"""A lens is put right before the homography: what it bends lies on the layout where it lies, cards and hands alike."""

from datetime import date
from functools import cache
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.spots import Spot
from scanner.capture import Taken
from scanner.frames import CardSeen, FrameSeen, Outline, Quality, Side
from scanner.geometry import centre, distance, overlap, to_mm, to_px
from scanner.lens import Lens, bent, check_lens, fingerprint, reaches, straight
from scanner.profile import Profile, SpotArea, load, save
from scanner.quality import Image
from scanner.reading import _card_px
from scanner.view import Viewer
from tests.layouts import BURN, CENTRES, DISCARD, P1, box, profile
from tests.lenses import lens_of, through
from tests.pictures import HEIGHT, WIDTH, DiscReader, hand_over, lay, layout, noisy

LENS = lens_of(WIDTH, HEIGHT)
OBLIQUE = ((0.8, 0.05, -20.0), (-0.02, 0.9, 7.0), (0.0001, 0.0002, 1.0))
TODAY = date(2026, 6, 1)


@cache
def bent_layout() -> Image:
    """The empty layout as the lens shows it."""
    return through(LENS, layout())


@given(st.floats(0, WIDTH - 1), st.floats(0, HEIGHT - 1))
def test_straight_and_bent_again_is_the_same_pixel(x: float, y: float) -> None:
    assert bent(LENS, straight(LENS, (x, y))) == pytest.approx((x, y), abs=1e-6)
    assert to_px(OBLIQUE, to_mm(OBLIQUE, (x, y), LENS), LENS) == pytest.approx((x, y), abs=1e-5)


def test_it_bends_as_opencv_does() -> None:
    matrix, figures = np.array(LENS.matrix), np.array(LENS.distortion)
    for point in ((3.0, 4.0), (900.0, 20.0), (480.0, 270.0), (100.0, 530.0)):
        ray = np.linalg.inv(matrix) @ (*point, 1.0)
        known, _ = cv2.projectPoints(ray.reshape(1, 1, 3), np.zeros(3), np.zeros(3), matrix, figures)
        assert bent(LENS, point) == pytest.approx(tuple(known.reshape(2)), abs=1e-6)


def test_without_a_lens_a_pixel_is_where_it_was() -> None:
    assert to_mm(OBLIQUE, (100, 200), None) == to_mm(OBLIQUE, (100, 200))
    assert profile().optics is None
    assert b"lens" not in msgspec.json.encode(profile())


def test_a_lens_says_how_far_out_it_reaches() -> None:
    assert reaches(LENS)
    folded = msgspec.structs.replace(LENS, distortion=(-0.9, 0.0, 0.0, 0.0, 0.0))
    assert not reaches(folded)
    with pytest.raises(ValueError, match="the lens shows nothing at 0,0"):
        straight(folded, (0.0, 0.0))


def see(picture: Image, lens: Lens | None) -> FrameSeen:
    made: Profile = profile() if lens is None else msgspec.structs.replace(profile(), lens=lens)
    viewer = Viewer(made, noisy(bent_layout(), 1000), DiscReader())
    return viewer.see(Taken(1, 0, 0, picture), Quality.FRESH)


def off(card: CardSeen, middle: tuple[float, float]) -> float:
    return distance(centre(card.outline), middle)


@pytest.mark.parametrize("spot", [P1, BURN, DISCARD])
def test_a_card_seen_through_a_lens_lies_where_it_lies(spot: Spot) -> None:
    middle = CENTRES[spot]
    picture = noisy(through(LENS, lay(layout(), middle)), 5)
    (card,) = [one for one in see(picture, LENS).cards if one.side is Side.FACE]
    assert off(card, middle) < 1.5


def test_the_same_card_is_misplaced_where_the_lens_is_not_known() -> None:
    middle = CENTRES[DISCARD]
    cards = see(noisy(through(LENS, lay(layout(), middle)), 5), None).cards
    assert all(off(card, middle) > 8 for card in cards)


def test_a_hand_seen_through_a_lens_hides_what_lies_under_it() -> None:
    picture = noisy(through(LENS, hand_over(layout(), CENTRES[DISCARD])), 5)
    boxes: list[Outline] = [one.outline for one in see(picture, LENS).cards if one.side is Side.OTHER]
    assert any(overlap(one, box(CENTRES[DISCARD], 63, 88)) for one in boxes)
    assert (min(one[0][0] for one in boxes), max(one[1][0] for one in boxes)) == (700, 800)
    assert not any(overlap(one, box(CENTRES[BURN], 63, 88)) for one in boxes)


def test_a_card_at_the_rim_is_as_small_as_the_lens_shows_it() -> None:
    corner = msgspec.structs.replace(profile(), spots=(SpotArea(P1, box((60, 60), 100, 100)),))
    assert _card_px(corner) - _card_px(msgspec.structs.replace(corner, lens=LENS)) > 8


def test_a_shift_seen_through_a_lens_is_measured_in_mm() -> None:
    aside = np.array([[1, 0, 12], [0, 1, 5]], np.float64)
    moved = cv2.warpAffine(bent_layout(), aside, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REPLICATE)
    shift = see(noisy(moved, 5), LENS).shift_mm
    assert shift is not None
    assert shift > 13  # px; a lens that shows the rim smaller makes more mm of them


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"expires": "2026-05-31"}, "expired on 2026-05-31; show the board again"),
        ({"expires": "soon"}, "is no date"),
        ({"camera": "side"}, "of the camera 'side', not 'top'"),
        ({"width": 1920}, "measured at 1920 x 540"),
        ({"distortion": (0.0, 0.0, 0.0, 0.0, 0.0)}, "not those that were measured"),
    ],
)
def test_a_doubtful_lens_names_its_reason(change: dict[str, object], reason: str) -> None:
    assert check_lens(LENS, "top", (WIDTH, HEIGHT), TODAY) == ()
    doubtful: Lens = msgspec.structs.replace(LENS, **change)
    if "distortion" not in change:
        doubtful = msgspec.structs.replace(doubtful, fingerprint=fingerprint(doubtful))
    (found,) = check_lens(doubtful, "top", (WIDTH, HEIGHT), TODAY)
    assert reason in found


def test_a_profile_keeps_its_lens(tmp_path: Path) -> None:
    path = tmp_path / "top.json"
    save(msgspec.structs.replace(profile(), lens=LENS), path)
    assert load(path).optics == LENS
