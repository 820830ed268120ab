"""Dice on the layout: outlines in mm, no value for one that leans, none where the layout itself is printed like one."""

from collections import Counter
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from demo import felt, view
from demo.dice_art import Die, draw_dice
from demo.layout import DIE, Layout, of_stacks, saucer
from scanner.attention import Attention
from scanner.capture import Taken
from scanner.dice import dice
from scanner.flatten import Picture
from scanner.frames import CardSeen, DieSeen, Quality
from scanner.geometry import centre, distance
from scanner.profile import Profile, load
from scanner.reading import WithDice, reader_of
from scanner.recognise import Recogniser
from scanner.view import Reader, Viewer
from tests.drawn import cloth

pytestmark = pytest.mark.usefixtures("one_core")
TO_PICTURE = np.diag([2.0, 2.0, 1.0])
EMPTY = cloth(np.random.default_rng(5))


def profile() -> Profile:
    inverse = ((0.5, 0.0, 0.0), (0.0, 0.5, 0.0), (0.0, 0.0, 1.0))
    return Profile(camera="top", made="2026-01-01", width=1280, height=720, homography=inverse, spots=())


@cache
def with_cards() -> Reader:
    return WithDice(Recogniser())


class DiceAlone:
    def look(self, image: Picture, /) -> tuple[tuple[CardSeen, ...], tuple[DieSeen, ...]]:
        return (), dice(image)


def seen(picture: Picture, empty: Picture = EMPTY, reader: Reader | None = None) -> tuple[DieSeen, ...]:
    viewer = Viewer(profile(), empty, reader or with_cards())
    return viewer.see(Taken(1, 0, 0, picture), Quality.FRESH).dice


def test_a_flat_die_lies_where_it_is() -> None:
    (die,) = seen(draw_dice(EMPTY, [Die((320.0, 180.0), 5, 20.0)], TO_PICTURE))
    assert (die.pips, die.flat) == (5, True)
    assert distance(centre(die.outline), (320.0, 180.0)) < 4
    assert all(x == round(x) and y == round(y) for x, y in die.outline)


@pytest.mark.parametrize("lean", [20.0, 38.0, 52.0, 70.0])
@pytest.mark.parametrize("pips", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("turns", [(0.0, 145.0), pytest.param((70.0, 230.0), marks=pytest.mark.soak)])
def test_a_die_that_leans_has_no_value(pips: int, lean: float, turns: tuple[float, ...]) -> None:
    for turn in turns:
        # Without a reader of cards: an outline like a card's would hide the die.
        dice = seen(draw_dice(EMPTY, [Die((320.0, 180.0), pips, turn, lean)], TO_PICTURE), EMPTY, DiceAlone())
        assert all(die.pips is None and not die.flat for die in dice)


LAYOUTS = {"saucer": saucer(), "stacks": of_stacks(4, 5, "STACKS")}


def table_of(layout: Layout, folder: Path, reader: Reader | None = None) -> tuple[Layout, Viewer]:
    """A table of the demo with dice, and what looks at it through the demo's own profile."""
    made = load(view.write_profile(folder, "2026-01-01", layout))
    return layout, Viewer(made, felt.background(layout), reader or reader_of(made, folder))


@pytest.fixture(scope="module", params=LAYOUTS)
def table(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Layout, Viewer]:
    return table_of(LAYOUTS[request.param], tmp_path_factory.mktemp(request.param), DiceAlone())


@pytest.fixture(scope="module", params=LAYOUTS)
def whole_table(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Layout, Viewer]:
    """One that is looked at for cards as well."""
    return table_of(LAYOUTS[request.param], tmp_path_factory.mktemp(request.param))


def throw(layout: Layout, rng: np.random.Generator, lean: float, side: float = 19.0) -> list[Die]:
    """Three dice about the saucer, the first of which leans."""
    x, y = layout.at(DIE)
    around, made = float(rng.uniform(0, 2 * np.pi)), []
    for k in range(3):
        angle, far = around + k * 2 * np.pi / 3, layout.saucer / 2
        at = (x + float(np.cos(angle)) * far, y + float(np.sin(angle)) * far)
        made.append(Die(at, int(rng.integers(1, 7)), float(rng.uniform(0, 360)), lean * (k == 0), side))
    return made


def shown(table: tuple[Layout, Viewer], made: list[Die], rng: np.random.Generator) -> list[list[DieSeen]]:
    """What is seen of each die."""
    found = looked(table, made, rng)
    return [[one for one in found if distance(centre(one.outline), die.at) < 16] for die in made]


def looked(table: tuple[Layout, Viewer], made: list[Die], rng: np.random.Generator) -> tuple[DieSeen, ...]:
    """What is seen of dice in some light and noise."""
    layout, viewer = table
    drawn = draw_dice(felt.background(layout), made, felt.to_picture(layout))
    noise = np.tile(rng.normal(0, 2.2, (180, 320, 3)), (drawn.shape[0] // 180, drawn.shape[1] // 320, 1))
    noisy = cv2.add(cv2.convertScaleAbs(drawn, alpha=rng.uniform(0.8, 1.05)), np.rint(noise), dtype=cv2.CV_8U)
    return viewer.see(Taken(1, 0, 0, noisy), Quality.FRESH).dice


def test_dice_of_any_size_that_lie_flat_are_read(whole_table: tuple[Layout, Viewer]) -> None:
    read = Counter[str]()
    for seed in range(7):
        rng = np.random.default_rng(seed)
        made = throw(whole_table[0], rng, 0.0, float(rng.choice([16.0, 19.0, 22.0])))
        for die, found in zip(made, shown(whole_table, made, rng), strict=True):
            values = {one.pips for one in found}
            read["right" if values == {die.pips} else "wrong" if values - {None, die.pips} else "unread"] += 1
    assert read["wrong"] == 0
    assert read["right"] == 21


@pytest.mark.parametrize(
    "pips", [(4, 4, 1), (2, 6, 1), (4, 1, 2), (5, 1, 6), (2, 1, 1), (1, 6, 6), (5, 6, 6), (3, 5, 5)]
)
def test_dice_on_a_saucer_are_read_though_a_die_has_an_outline_as_a_card_has(
    whole_table: tuple[Layout, Viewer], pips: tuple[int, ...]
) -> None:
    made = list(view.thrown(pips, whole_table[0]))
    found = looked(whole_table, made, np.random.default_rng(sum(pips)))
    assert sorted(die.pips or 0 for die in found) == sorted(pips)


def test_a_die_that_leans_among_others_has_no_value_and_they_keep_theirs(table: tuple[Layout, Viewer]) -> None:
    others = 0
    for lean in (20, 27, 35, 45, 57, 64, 70):
        rng = np.random.default_rng(lean)
        made = throw(table[0], rng, float(lean))
        leaning, *flat = shown(table, made, rng)
        assert all(one.pips is None and not one.flat for one in leaning), f"a value at {lean} degrees"
        others += sum([one.pips for one in found] == [die.pips] for die, found in zip(made[1:], flat, strict=True))
    assert others >= 0.9 * 14


def test_a_die_that_leans_on_a_flat_one_has_no_value(table: tuple[Layout, Viewer]) -> None:
    layout, _ = table
    x, y = layout.at(DIE)
    for seed in range(5):
        rng = np.random.default_rng(seed)
        way = float(rng.uniform(0, 2 * np.pi))
        made = [Die((x + 24 * np.cos(way), y + 24 * np.sin(way)), int(rng.integers(1, 7)), np.degrees(way) + 180, 35.0)]
        made.append(Die((x, y), int(rng.integers(1, 7)), np.degrees(way)))
        assert all(one.pips is None for one in shown(table, made, rng)[0])


def test_touching_dice_that_are_read_keep_their_values(table: tuple[Layout, Viewer]) -> None:
    x, y = table[0].at(DIE)
    both = 0
    for seed in range(12):
        rng = np.random.default_rng(seed)
        turn = float(rng.uniform(0, 90))
        along = np.array([np.cos(np.radians(turn)), np.sin(np.radians(turn))]) * 9.6
        made = [Die((x + k * along[0], y + k * along[1]), int(rng.integers(1, 7)), turn, 0.0, 19.0) for k in (-1, 1)]
        found = looked(table, made, rng)
        assert Counter(one.pips for one in found if one.flat) <= Counter(die.pips for die in made)
        if len(found) == 2:
            both += 1
            assert all(one.flat for one in found)
    assert both >= 3


def test_without_a_picture_of_the_empty_layout_no_die_is_known_to_lie_flat() -> None:
    picture = draw_dice(EMPTY, [Die((320.0, 180.0), 5, 20.0)], TO_PICTURE)
    viewer = Viewer(profile(), None, DiceAlone())
    (die,) = viewer.see(Taken(1, 0, 0, picture), Quality.FRESH).dice
    assert (die.pips, die.flat) == (None, False)


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
            return (), with_cards().look(image)[1]

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
