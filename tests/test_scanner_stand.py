"""A camera's place from how it sees the layout: heights above it are seen where a true camera sees them."""

import cv2
import numpy as np
import pytest

from scanner.geometry import Matrix
from scanner.lens import Lens
from scanner.stand import Reals, stand_of

SIZE = (1920, 1080)
PLACES = np.array([[x, y, z] for x in (40.0, 300.0, 560.0) for y in (30.0, 190.0, 350.0) for z in (0.0, 16.0, 30.0)])


def true_camera(focal: float, lean: float, turn: float, *, mirrored: bool) -> Reals:
    """Places in mm to pixels, (3, 4): from 900 mm away, leaning from straight above by `lean` degrees."""
    inner = np.array([[focal, 0, SIZE[0] / 2], [0, focal, SIZE[1] / 2], [0, 0, 1]])
    down = np.diag([1.0, 1.0, -1.0]) if mirrored else np.diag([1.0, -1.0, -1.0])
    down = down @ cv2.Rodrigues(np.array([0, 0, np.radians(turn)]))[0]
    spin = cv2.Rodrigues(np.array([np.radians(lean), 0, 0]))[0] @ down
    away = np.array([0, 0, 900.0]) - spin @ np.array([300.0, 190.0, 0])
    return np.asarray(inner @ np.column_stack([spin, away]))


def homography_of(camera: Reals) -> Matrix:
    inverse = np.linalg.inv(camera[:, [0, 1, 3]])
    a, b, c = ((float(x), float(y), float(z)) for x, y, z in inverse / inverse[2, 2])
    return a, b, c


def pixels(camera: Reals, places: Reals) -> Reals:
    seen = places @ camera[:, :3].T + camera[:, 3]
    return np.asarray(seen[:, :2] / seen[:, 2:])


@pytest.mark.parametrize("mirrored", [True, False])
@pytest.mark.parametrize(("focal", "lean", "turn"), [(1500.0, 30.0, 0.0), (2400.0, 40.0, 25.0), (1300.0, -20.0, 140.0)])
def test_what_stands_on_the_layout_is_seen_where_it_is(
    focal: float, lean: float, turn: float, *, mirrored: bool
) -> None:
    camera = true_camera(focal, lean, turn, mirrored=mirrored)
    stand = stand_of(homography_of(camera), SIZE, None)
    assert np.abs(stand.pixels(PLACES) - pixels(camera, PLACES)).max() < 0.01
    level = PLACES[PLACES[:, 2] == 16.0]
    assert np.abs(stand.places(pixels(camera, level), 16.0) - level[:, :2]).max() < 0.01


def test_from_straight_above_the_lens_tells_the_focal_length_and_a_usual_one_is_taken_without() -> None:
    camera = true_camera(2700.0, 0.0, 10.0, mirrored=True)
    matrix = ((2700.0, 0.0, 960.0), (0.0, 2700.0, 540.0), (0.0, 0.0, 1.0))
    lens = Lens(
        camera="c",
        made="2026-01-01",
        width=1920,
        height=1080,
        matrix=matrix,
        distortion=(0.0, 0.0, 0.0, 0.0, 0.0),
        error_px=0.1,
        views=9,
    )
    known, guessed = (stand_of(homography_of(camera), SIZE, one) for one in (lens, None))
    assert np.abs(known.pixels(PLACES) - pixels(camera, PLACES)).max() < 0.01
    assert np.abs(guessed.pixels(PLACES) - pixels(camera, PLACES)).max() < 12


def test_no_plane_has_no_camera() -> None:
    with pytest.raises(np.linalg.LinAlgError):
        stand_of(((1.0, 0.0, 0.0), (2.0, 0.0, 0.0), (0.0, 0.0, 1.0)), SIZE, None)
