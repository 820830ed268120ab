"""Clips of dice that touch, shine or lean, through the real camera side and the core: their values, or none."""

import cv2
import numpy as np
import pytest

from bridge.commands import OpenRound, Role
from bridge.events import DiceRead, RoundComplete
from demo import felt
from demo.dice_art import Die, draw_dice
from demo.layout import DIE, Area, Layout
from games.game import Window
from scanner.geometry import centre
from scanner.quality import Image
from tests.rounds import window
from tests.scenes.clips import Camera, Clip, Filmed

pytestmark = pytest.mark.usefixtures("one_core")

SIDE = 19.0
SAUCER = Layout(
    size=(200.0, 200.0),
    spots={DIE: Area((100.0, 100.0), (150.0, 150.0))},
    words=(),
    mouth=(900.0, -900.0),
    picture=(480, 440),
    edges=(4.0, 4.0),
    marks=tuple((x, y) for x in (12.0, 188.0) for y in (12.0, 188.0)),
)
AWAY = Die((140.0, 130.0), 2, 40.0, side=SIDE)


@pytest.fixture(scope="module")
def camera(tmp_path_factory: pytest.TempPathFactory) -> Camera:
    return Camera.over(tmp_path_factory.mktemp("saucer"), SAUCER)


def thrown(*dice: Die) -> Image:
    """A still of the saucer with these dice."""
    return draw_dice(felt.background(SAUCER), dice, felt.to_picture(SAUCER))


def touching(turn: float) -> tuple[Die, Die]:
    """A five and a three, side against side."""
    way = np.deg2rad(turn)
    beside = (90.0 + SIDE * float(np.cos(way)), 100.0 + SIDE * float(np.sin(way)))
    return Die((90.0, 100.0), 5, turn, side=SIDE), Die(beside, 3, turn, side=SIDE)


def seen(camera: Camera, still: Image, count: int = 8) -> list[list[int | None]]:
    """What each picture of a still said of its dice, from the left."""
    frames = Clip(camera).show(still, count)
    return [[die.pips for die in sorted(frame.dice, key=lambda die: centre(die.outline))] for frame in frames]


@pytest.mark.parametrize("turn", [0.0, 25.0])
def test_two_dice_that_touch_are_two(camera: Camera, turn: float) -> None:
    assert seen(camera, thrown(*touching(turn))) == [[5, 3]] * 8


@pytest.mark.parametrize("corner", range(4))
def test_a_glare_on_an_outer_pip_leaves_the_five_or_nothing(camera: Camera, corner: int) -> None:
    still = thrown(*touching(0.0))
    clip = Clip(camera)
    five = min(clip.show(still)[0].dice, key=lambda die: centre(die.outline))
    x, y = np.mean(five.outline, axis=0) + (np.array(five.outline[corner]) - np.mean(five.outline, axis=0)) * 0.47
    at = felt.pixel((float(x), float(y)), SAUCER)
    cv2.circle(still, (round(at[0]), round(at[1])), 6, (255, 255, 255), cv2.FILLED, cv2.LINE_AA)
    for values in seen(camera, still):
        assert set(values) <= {5, 3, None}
        assert values.count(5) <= 1


@pytest.mark.parametrize("lean", [20.0, 38.0])
def test_a_die_that_leans_has_no_value(camera: Camera, lean: float) -> None:
    leaning = Die((100.0, 100.0), 5, 30.0, lean, SIDE)
    for values in seen(camera, thrown(leaning, Die((60.0, 100.0), 3, 10.0, side=SIDE)), 6):
        assert set(values) <= {3, None}


def shaken(camera: Camera) -> Filmed:
    """A round of dice alone whose bets are closed, the saucer still empty."""
    rig = Filmed([camera], "", "tai_xiu")
    assert rig.ready()
    rig.round = "r1"
    assert rig.ask(Role.ENGINE, OpenRound()).done
    window(rig, Window.BETS, open_=True)
    rig.frames(2)
    window(rig, Window.BETS, open_=False)
    rig.frames(3)
    return rig


def test_dice_that_touch_are_the_result_and_a_leaning_one_gives_none(camera: Camera) -> None:
    rig = shaken(camera)
    five, three = touching(25.0)
    rig.film(thrown(Die(five.at, 5, 25.0, 20.0, SIDE), Die((60.0, 60.0), 3, 10.0, side=SIDE), AWAY), 5)
    assert rig.said(DiceRead) == []
    rig.film(thrown(five, three, AWAY), 5)
    (read,) = rig.said(DiceRead)
    assert read.values == (2, 3, 5)
    assert len(rig.said(RoundComplete)) == 1
