"""Plane geometry: what is inside, what overlaps, and pixels to millimetres and back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scanner.frames import Outline, Point
from scanner.geometry import area, centre, distance, inside, overlap, shared, to_mm, to_px

SQUARE: Outline = ((0, 0), (10, 0), (10, 10), (0, 10))
OBLIQUE = ((0.8, 0.05, -20.0), (-0.02, 0.9, 7.0), (0.0001, 0.0002, 1.0))


def moved(outline: Outline, dx: float, dy: float) -> Outline:
    a, b, c, d = ((x + dx, y + dy) for x, y in outline)
    return a, b, c, d


@given(st.floats(0, 1920), st.floats(0, 1080))
def test_mm_and_back_is_the_same_pixel(x: float, y: float) -> None:
    assert to_px(OBLIQUE, to_mm(OBLIQUE, (x, y))) == pytest.approx((x, y), abs=1e-6)


def test_a_matrix_that_maps_no_plane_is_refused() -> None:
    with pytest.raises(ZeroDivisionError):
        to_px(((1, 0, 0), (2, 0, 0), (0, 0, 1)), (1, 1))


@pytest.mark.parametrize(
    ("point", "expected"), [((5, 5), True), ((0, 5), True), ((10, 10), True), ((11, 5), False), ((5, -0.1), False)]
)
def test_inside_holds_for_either_winding(point: Point, expected: bool) -> None:  # noqa: FBT001 - a parameter of the table
    assert inside(SQUARE, point) is expected
    assert inside(tuple(reversed(SQUARE)), point) is expected


@pytest.mark.parametrize(("dx", "dy", "expected"), [(9, 9, True), (10, 0, True), (11, 0, False), (0, -11, False)])
def test_overlap(dx: float, dy: float, expected: bool) -> None:  # noqa: FBT001 - a parameter of the table
    assert overlap(SQUARE, moved(SQUARE, dx, dy)) is expected


def test_a_corner_near_an_edge_does_not_overlap_by_its_box() -> None:
    diamond = ((20.0, 5.0), (30.0, 15.0), (20.0, 25.0), (10.0, 15.0))
    assert not overlap(SQUARE, diamond)


def test_shared_part_of_the_union() -> None:
    assert shared(SQUARE, SQUARE) == pytest.approx(1)
    assert shared(SQUARE, moved(SQUARE, 5, 0)) == pytest.approx(1 / 3)
    assert shared(SQUARE, tuple(reversed(moved(SQUARE, 5, 0)))) == pytest.approx(1 / 3)
    assert shared(SQUARE, moved(SQUARE, 20, 0)) == 0


def test_area_is_signed_and_the_centre_is_the_middle() -> None:
    assert (area(SQUARE), area(tuple(reversed(SQUARE)))) == (100, -100)
    assert centre(SQUARE) == (5, 5)
    assert distance((0, 0), (3, 4)) == 5
