"""Dice on the layout: outlines in mm, no value for one that leans, none where the layout itself is printed like one."""

import cv2
import numpy as np
import pytest

from demo.dice_art import Die, draw_dice
from scanner.attention import Attention
from scanner.capture import Taken
from scanner.dice import WithDice
from scanner.flatten import Picture
from scanner.frames import DieSeen, Quality
from scanner.geometry import centre, distance
from scanner.profile import Profile
from scanner.recognise import Recogniser
from scanner.view import Viewer
from tests.drawn import cloth

TO_PICTURE = np.diag([2.0, 2.0, 1.0])
EMPTY = cloth(np.random.default_rng(5))


def profile() -> Profile:
    inverse = ((0.5, 0.0, 0.0), (0.0, 0.5, 0.0), (0.0, 0.0, 1.0))
    return Profile(camera="top", made="2026-01-01", width=1280, height=720, homography=inverse, spots=())


def seen(picture: Picture, empty: Picture = EMPTY) -> tuple[DieSeen, ...]:
    viewer = Viewer(profile(), empty, WithDice(Recogniser()))
    return viewer.see(Taken(1, 0, 0, picture), Quality.FRESH).dice


def test_a_flat_die_lies_where_it_is() -> None:
    (die,) = seen(draw_dice(EMPTY, [Die((320.0, 180.0), 5, 20.0)], TO_PICTURE))
    assert (die.pips, die.flat) == (5, True)
    assert distance(centre(die.outline), (320.0, 180.0)) < 4
    assert all(x == round(x) and y == round(y) for x, y in die.outline)


@pytest.mark.parametrize("lean", [38.0, 45.0, 52.0])
@pytest.mark.parametrize("pips", [1, 2, 3, 4, 5, 6])
def test_a_die_that_leans_has_no_value(pips: int, lean: float) -> None:
    for turn in (0.0, 70.0, 145.0, 230.0):
        dice = seen(draw_dice(EMPTY, [Die((320.0, 180.0), pips, turn, lean)], TO_PICTURE))
        assert all(die.pips is None and not die.flat for die in dice)


def test_print_on_the_layout_is_no_die() -> None:
    printed = draw_dice(EMPTY, [Die((320.0, 180.0), 4, 20.0)], TO_PICTURE)
    both = draw_dice(printed, [Die((420.0, 180.0), 3, 50.0)], TO_PICTURE)
    assert [die.pips for die in seen(both, printed)] == [3]


def test_dice_at_rest_are_read_a_few_times_and_a_change_beside_them_leaves_them() -> None:
    looks = 0

    class Counting:
        def look(self, image: Picture, /) -> tuple[tuple[()], tuple[DieSeen, ...]]:
            nonlocal looks
            looks += 1
            return (), WithDice(Recogniser()).look(image)[1]

    attention = Attention(Counting(), 90)
    rng = np.random.default_rng(3)
    table = draw_dice(EMPTY, [Die((120.0, 80.0), 6, 10.0), Die((160.0, 90.0), 2, 40.0)], TO_PICTURE)
    for _ in range(14):
        noisy = np.clip(table + rng.normal(0, 2, table.shape), 0, 255).astype(np.uint8)
        _, dice = attention.look(noisy)
        assert sorted(die.pips or 0 for die in dice) == [2, 6]
    assert looks < 10
    cv2.rectangle(table, (900, 500), (1000, 600), (20, 20, 200), cv2.FILLED)
    assert sorted(die.pips or 0 for die in attention.look(table)[1]) == [2, 6]
