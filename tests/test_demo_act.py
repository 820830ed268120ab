"""The dealer's hands: what they do is true on the table, in the picture and on the wire."""

from pathlib import Path
from random import Random

import pytest

from demo import layout, table
from demo.act import Act
from demo.house import House, Wanted
from demo.setups import SETUPS
from demo.table import Kind, Place
from games.cards import PACK


def act(tmp_path: Path, setup: str = "camera-only") -> tuple[Act, House]:
    """Hands in a house where nothing runs; time passes at once."""
    house = House(Wanted(SETUPS[setup]), tmp_path, 1, quiet=True)
    hands = Act(house, Random(1), 1.0, lambda _: None)
    hands.begin(PACK)
    return hands, house


def test_a_card_is_laid_near_its_spot_and_the_hand_goes_away(tmp_path: Path) -> None:
    hands, house = act(tmp_path)
    hands.draw(as_other=False)
    hands.lay(layout.PLAYER[0], up=False)
    placed = table.at_spot(hands.table, layout.PLAYER[0])
    assert placed is not None
    assert (placed.card, placed.up) == (PACK[0], False)
    assert max(map(abs, placed.offset)) <= 2.5
    assert house.camera is not None
    assert house.camera.scene.hand is None
    assert house.camera.scene.table == hands.table


def test_a_card_that_falls_can_be_laid_back(tmp_path: Path) -> None:
    hands, _ = act(tmp_path)
    hands.draw(as_other=False)
    hands.lay(layout.PLAYER[0], up=False)
    hands.drop(layout.PLAYER[0])
    assert [card.place for card in hands.table.cards] == [Place.FLOOR]
    hands.lay_back()
    assert [card.place for card in hands.table.cards] == [Place.SPOT]
    assert [one.kind for one in hands.table.happened] == [Kind.LEFT_VIEW, Kind.RETURNED]
    hands.lay_back()


def test_a_device_that_misreports_is_a_fact(tmp_path: Path) -> None:
    hands, _ = act(tmp_path, "shoe-only")
    hands.draw(as_other=True)
    assert [one.kind for one in hands.table.happened] == [Kind.MISREPORTED]


@pytest.mark.parametrize(("setup", "told"), [("shoe-only", True), ("reader-and-camera", True), ("camera-only", False)])
def test_states_are_told_where_a_device_can(tmp_path: Path, setup: str, *, told: bool) -> None:
    hands, _ = act(tmp_path, setup)
    assert hands.jam(on=True) is told
    assert hands.clear() is told
    assert hands.shuffle() is told
    assert [one.kind for one in hands.table.happened] == [Kind.JAMMED, Kind.CLEARED]


def test_speed_scales_pauses_but_not_those_of_the_wire(tmp_path: Path) -> None:
    passed: list[float] = []
    hands = Act(House(Wanted(SETUPS["shoe-only"]), tmp_path, 1, quiet=True), Random(1), 4.0, passed.append)
    hands.pause(400, wire=False)
    hands.pause(400, wire=True)
    assert passed == [0.1, 0.4]
