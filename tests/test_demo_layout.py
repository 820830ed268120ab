"""The spots are apart from each other and from the exits, and lie where the shipped examples have them."""

import itertools
import tomllib
from pathlib import Path

import cv2
import numpy as np
import pytest

from demo.felt import background, lamp
from demo.show import SHOWS, Show

CONFIG = Path(__file__).parents[1] / "config"
each_show = pytest.mark.parametrize("show", SHOWS.values(), ids=lambda show: show.id)


def area(polygon: tuple[tuple[float, float], ...]) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    return np.array(polygon, np.float32)


@each_show
def test_no_spot_touches_another_or_an_exit(show: Show) -> None:
    layout = show.layout
    for one, other in itertools.combinations(layout.spots, 2):
        common, _ = cv2.intersectConvexConvex(area(layout.polygon(one)), area(layout.polygon(other)))
        assert common == 0, f"{one} and {other}"
    for spot in layout.spots:
        for name, strip in layout.exits().items():
            common, _ = cv2.intersectConvexConvex(area(layout.polygon(spot)), area(strip))
            assert common == 0, f"{spot} and the exit {name}"


@each_show
def test_a_table_lies_as_its_shipped_example(show: Show) -> None:
    plan = tomllib.loads((CONFIG / f"{show.id}.layout.toml").read_text(encoding="utf-8"))
    assert tuple(plan["size_mm"]) == show.layout.size
    wanted = {
        one["spot"]: (tuple(one["at"]), tuple(one.get("size", (84, 108))), one.get("turn", 0)) for one in plan["spot"]
    }
    assert {str(spot): (one.at, one.size, one.turn) for spot, one in show.layout.spots.items()} == wanted


@each_show
def test_a_table_has_a_spot_for_every_card(show: Show) -> None:
    rules = show.rules
    assert set(rules.course(rules.pack)) <= set(show.layout.spots)


def test_the_empty_layout_is_felt_under_a_lamp() -> None:
    mean = background().reshape(-1, 3).mean(axis=0)
    assert mean[1] > mean[0] + 20
    assert mean[1] > mean[2] + 20
    assert lamp().max() <= 1.03
    assert lamp().min() > 0.7
