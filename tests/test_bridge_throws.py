"""Dice through the core: a throw counts when all dice are seen, flat, at rest, and the same in enough frames."""

import pytest

from bridge.events import DiceRead
from games import catalogue
from scanner.frames import DieSeen, FrameSeen, Outline, Quality
from tests.madeup import SIX_STACKS
from tests.rig import FRAME, Rig
from tests.test_bridge_reconcile_stacks import deal, table

Dice = tuple[DieSeen, ...]


@pytest.fixture
def rig(monkeypatch: pytest.MonkeyPatch) -> Rig:
    """A table whose stacks all lie."""
    monkeypatch.setitem(catalogue.GAMES, SIX_STACKS.id, SIX_STACKS)
    made = table()
    deal(made)
    return made


def square(x: float) -> Outline:
    return ((x - 8, 592), (x + 8, 592), (x + 8, 608), (x - 8, 608))


def lying(*pips: int | None, shift: float = 0.0) -> Dice:
    return tuple(DieSeen(square(900 + 30 * k + shift), value, flat=value is not None) for k, value in enumerate(pips))


def show(rig: Rig, *views: Dice) -> list[tuple[int, ...]]:
    """Frames like the last one, but with these dice; the throws that were said of them."""
    for dice in views:
        rig.at += FRAME
        rig.frame += 1
        for camera in rig.profiles:
            cards = rig.state.views[camera].cards
            rig.take(FrameSeen(camera, rig.frame, rig.at, rig.wall, Quality.FRESH, 100.0, 120.0, 0.0, cards, dice))
    return [what.values for what in rig.said(DiceRead)]


def test_dice_at_rest_are_a_throw(rig: Rig) -> None:
    assert show(rig, *[lying(4, 1, 2)] * 2) == []
    assert show(rig, *[lying(4, 1, 2, shift=1)] * 3) == [(1, 2, 4)]


def test_dice_that_still_move_are_none(rig: Rig) -> None:
    assert show(rig, *[lying(4, 1, 2, shift=12.0 * k) for k in range(8)]) == []
    assert show(rig, *[lying(4, 1, 2, shift=84)] * 3) == [(1, 2, 4)]


@pytest.mark.parametrize("dice", [lying(4, 1), lying(4, 1, None), lying(4, 1, 2, 2), ()])
def test_a_die_unseen_leaning_or_too_many_is_none(rig: Rig, dice: Dice) -> None:
    assert show(rig, *[dice] * 8) == []


def test_a_value_for_a_moment_is_none(rig: Rig) -> None:
    assert show(rig, lying(4, 1, 3), lying(4, 1, 3), *[lying(4, 1, 2)] * 4) == [(1, 2, 4)]
