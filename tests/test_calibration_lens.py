"""The lens from rendered boards whose lens is known: its figures come back, and views that do not count say why."""

import re
from functools import cache

import msgspec
import numpy as np
import pytest

from calibration.layout import CalibrationError
from calibration.lens import Measured, bow_px, draw, judged, solve, straightened
from calibration.views import THIRDS, Finder, Refused, View, coverage, empty
from scanner.geometry import distance
from scanner.lens import fingerprint, straight
from scanner.quality import Image
from tests.boards import FLAT, POSES, Pose, shown
from tests.lenses import lens_of

LENS = lens_of(960, 540)


@cache
def board(pose: Pose, blur: float = 0.0) -> Image:
    return shown(LENS, pose, blur=blur)


def finder(poses: tuple[Pose, ...] = POSES) -> Finder:
    found = Finder()
    for number, pose in enumerate(poses):
        found.take(f"{number}.png", board(pose))
    return found


@cache
def measured() -> tuple[Finder, Measured]:
    found = finder()
    return found, solve(found, "top", "2026-01-01", "2026-06-30")


def test_every_view_counts_and_the_lens_comes_back() -> None:
    found, result = measured()
    assert (len(found.views), found.refused) == (len(POSES), [])
    lens = result.lens
    assert lens.error_px < 0.15
    assert np.allclose(lens.matrix, LENS.matrix, atol=4)
    assert lens.distortion[:2] == pytest.approx(LENS.distortion[:2], abs=0.02)
    assert (lens.camera, lens.made, lens.expires) == ("top", "2026-01-01", "2026-06-30")
    assert (lens.width, lens.height, lens.views) == (960, 540, 10)
    assert lens.fingerprint == fingerprint(lens)


@pytest.mark.parametrize("place", [(480, 270), (100, 270), (480, 60), (150, 90), (800, 450)])
def test_pixels_are_put_right_where_the_board_was(place: tuple[float, float]) -> None:
    assert distance(straight(measured()[1].lens, place), straight(LENS, place)) < 0.6


def test_the_rim_is_put_right_to_a_few_pixels() -> None:
    lens = measured()[1].lens
    assert bow_px(LENS) > 80
    assert bow_px(lens) == pytest.approx(bow_px(LENS), abs=5)


def test_the_pictures_show_corners_thirds_and_straight_lines() -> None:
    found, result = measured()
    assert found.best is not None
    assert np.abs(draw(found.best, found.views).astype(int) - found.best).max() > 100
    thirds = draw(np.full_like(found.best, 90), found.views[7:8])[30::180, 30::320, 2]
    assert [name for name, red in zip(THIRDS, thirds.ravel() >= 200, strict=True) if red] == empty(
        coverage(found.views[7:8], (960, 540))
    )
    again = Finder().take("straight", straightened(found.best, result.lens))
    assert isinstance(again, View)
    rows = [again.corners[again.ids // 10 == row] for row in range(6)]
    assert max(_bow(row) for row in rows if len(row) > 3) < 0.5
    bent = Finder().take("bent", found.best)
    assert isinstance(bent, View)
    assert max(_bow(bent.corners[bent.ids // 10 == row]) for row in range(6)) > 1.5


def _bow(points: Image) -> float:
    """How far points lie from the line through them, px."""
    off = points - points.mean(axis=0)
    return float(np.abs(off @ np.linalg.svd(off)[2][1]).max())


def refused(found: Finder, image: Image | None) -> str:
    one = found.take("x.png", image)
    assert isinstance(one, Refused)
    return one.why


def test_pictures_that_do_not_count_say_why() -> None:
    found = finder(POSES[:2])
    assert "cannot be read" in refused(found, None)
    assert "0 of 60 corners found: show the whole board" in refused(found, np.full((540, 960, 3), 90, np.uint8))
    assert "960 x 540: one size only" in refused(found, np.zeros((100, 100, 3), np.uint8))
    assert "the same view as 0.png: move the board" in refused(found, shown(LENS, POSES[0], seed=9))
    half = board(POSES[9]).copy()
    half[:, 470:] = 90
    assert "of 60 corners found" in refused(found, half)
    assert len(found.views) == 2


def test_corners_in_two_rows_are_too_few() -> None:
    strip = board(POSES[0]).copy()
    whole = Finder().take("whole", strip)
    assert isinstance(whole, View)
    low = int(whole.corners[whole.ids // 10 == 2][:, 1].min()) - 3
    strip[low:] = 90
    assert re.match(r"(1[5-9]|2\d) of 60 corners found", refused(Finder(), strip))


def test_a_lens_that_folds_within_the_picture_is_refused() -> None:
    folded = msgspec.structs.replace(LENS, distortion=(-0.9, 0.0, 0.0, 0.0, 0.0))
    with pytest.raises(CalibrationError, match="does not reach the picture's rim: hold the board into"):
        judged(Measured(folded, (0.1,), (20.0,), 1.0), "top", "2026-01-01", "")


def test_a_blurred_view_is_refused_and_a_soft_lens_is_not() -> None:
    found = Finder()
    assert "blurred" in refused(found, board(POSES[0], 2.6))
    assert isinstance(found.take("soft", board(POSES[0], 1.0)), View)


def test_too_few_views_name_how_many_and_what_was_wrong() -> None:
    found = finder(POSES[:3])
    for _ in range(2):
        found.take("again.png", shown(LENS, POSES[0], seed=4))
    with pytest.raises(CalibrationError, match=r"3 views of the board count, 8 are needed.*most say: move the board"):
        solve(found, "top", "2026-01-01", "")


def test_a_board_never_tilted_is_refused() -> None:
    with pytest.raises(CalibrationError, match="tilt it by 20 to 40 degrees"):
        solve(finder(FLAT), "top", "2026-01-01", "")


def test_a_part_of_the_picture_without_the_board_is_refused_by_name() -> None:
    near = tuple((x, y, z, -0.6 + 0.02 * k, 0.05 * k - 0.2, 22) for k, (x, y, z, *_) in enumerate(POSES))
    with pytest.raises(CalibrationError, match=r"no corner of the board lies at .*right.*: hold it there too"):
        solve(finder(near), "top", "2026-01-01", "")


def test_a_view_that_does_not_fit_the_others_is_left_out() -> None:
    found = finder()
    view = found.views[4]
    rng = np.random.default_rng(3)
    wild = view.corners + rng.normal(0, 6, view.corners.shape).astype(np.float32)
    found.views[4] = view._replace(corners=wild)
    assert solve(found, "top", "2026-01-01", "").lens.error_px < 0.15
    assert [one.name for one in found.refused] == ["4.png"]


def test_corners_that_fit_no_lens_are_refused() -> None:
    found = finder()
    rng = np.random.default_rng(3)
    found.views = [
        view._replace(corners=view.corners + rng.normal(0, 3, view.corners.shape).astype(np.float32))
        for view in found.views
    ]
    with pytest.raises(CalibrationError, match=r"px off, 1\.00 at most: glue the board"):
        solve(found, "top", "2026-01-01", "")


def test_thirds_are_counted_where_corners_lie() -> None:
    corners = np.array([(1, 1), (959, 1), (500, 300), (959, 539)], np.float32)
    counts = coverage([View("a", corners, np.arange(4, dtype=np.int32), 1.0)], (960, 540))
    assert counts == (1, 0, 1, 0, 1, 0, 0, 0, 1)
    assert empty(counts) == [THIRDS[k] for k in (1, 3, 5, 6, 7)]
