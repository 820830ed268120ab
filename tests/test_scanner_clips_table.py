"""Clips of a drawn table through the real camera side and the core: what of them is final, and what is held."""

from pathlib import Path
from typing import Any

import pytest

from bridge.commands import OpenRound, Role
from bridge.config import Timing
from bridge.events import Alarm, CardConfirmed, CardDealt, Held
from bridge.faults import FaultKind
from demo.layout import BURN
from games.game import Window
from games.spots import hand
from tests.pictures import noisy
from tests.rounds import window
from tests.scenes.clips import Camera, Filmed, back, face, seats, table

pytestmark = pytest.mark.usefixtures("one_core")

P1, B1 = hand("player", 1), hand("banker", 1)
SEAT, BURNS, FIRST = seats(P1), seats(BURN), seats(P1, B1)
CAMERA_ONLY = "m"
"""A shuffler that tells its state and no card: the camera's word is all there is."""


@pytest.fixture(scope="module")
def seat(tmp_path_factory: pytest.TempPathFactory) -> Camera:
    return Camera.over(tmp_path_factory.mktemp("seat"), SEAT)


@pytest.fixture(scope="module")
def first_two(tmp_path_factory: pytest.TempPathFactory) -> Camera:
    return Camera.over(tmp_path_factory.mktemp("first"), FIRST)


def opened(camera: Camera, roles: str, **more: Any) -> Filmed:
    """A round of Baccarat whose bets are closed, so that cards may lie open."""
    rig = Filmed([camera], roles, "baccarat", **more)
    assert rig.ready()
    rig.round = "r1"
    assert rig.ask(Role.ENGINE, OpenRound()).done
    window(rig, Window.BETS, open_=True)
    rig.frames(5)
    window(rig, Window.BETS, open_=False)
    rig.frames(15)
    return rig


@pytest.mark.parametrize("roles", ["s", CAMERA_ONLY])
def test_a_wrong_value_for_a_moment_is_never_final(seat: Camera, roles: str) -> None:
    rig = opened(seat, roles)
    if roles == "s":
        rig.draw("9c")
    rig.film(table(SEAT), 10)
    rig.film(table(SEAT, face(P1, "7c")), 3)
    rig.film(table(SEAT, face(P1, "9c")), 25)
    assert [what.card.value for what in rig.said(CardConfirmed)] == ["9c"]
    assert [what.spot for what in rig.said(CardDealt)] == [P1]
    assert rig.held() == []


def test_a_value_that_changes_after_it_was_final_is_held_and_not_changed(seat: Camera) -> None:
    rig = opened(seat, CAMERA_ONLY)
    rig.film(table(SEAT, face(P1, "7c")), 12)
    assert rig.confirmed() == {"hand/player/1": "7c"}
    rig.film(table(SEAT, face(P1, "9c")), 15)
    assert rig.confirmed() == {"hand/player/1": "7c"}
    assert rig.held()[0].fault is FaultKind.CONFLICT


@pytest.mark.parametrize("roles", ["s", CAMERA_ONLY])
def test_two_equal_cards_in_one_place_are_held_and_neither_is_final(seat: Camera, roles: str) -> None:
    rig = opened(seat, roles, timing=Timing(lay_ms=1000, reveal_ms=2000, next_ms=2000))
    if roles == "s":
        rig.draw("9d")
    rig.film(table(SEAT, face(P1, "9d", offset=(0.0, -12.0)), face(P1, "9d", offset=(0.0, 12.0))), 75)
    assert rig.confirmed() == {}
    assert rig.held() != []


def test_a_card_that_is_turned_is_one_card_and_its_back_has_no_value(seat: Camera) -> None:
    rig = opened(seat, "s")
    rig.film(table(SEAT, hand_at=(75.0, 50.0)), 8)
    assert rig.said(CardDealt) == []
    rig.draw("4h")
    rig.film(table(SEAT, back(P1, "4h")), 10)
    assert rig.confirmed() == {}
    rig.film(table(SEAT, face(P1, "4h")), 8)
    assert rig.confirmed() == {"hand/player/1": "4h"}
    assert len(rig.said(CardDealt)) == 1
    assert rig.held() == []


def test_a_face_in_the_burn_area_is_an_exposed_card(tmp_path: Path) -> None:
    rig = opened(Camera.over(tmp_path, BURNS), CAMERA_ONLY)
    rig.film(table(BURNS, face(BURN, "9c")), 8)
    assert [(what.fault, what.spot) for what in rig.said(Alarm)] == [(FaultKind.EXPOSED, BURN)]
    assert rig.said(CardDealt) == []


def test_a_camera_that_delivers_one_picture_for_ever_confirms_nothing_and_recovers(first_two: Camera) -> None:
    rig = opened(first_two, "s")
    cards = table(FIRST, face(P1, "5c"), face(B1, "Kh"))
    stuck, since = noisy(cards, 4000, 1.5), rig.at
    rig.film(lambda _: stuck.copy(), 10)
    rig.draw("5c")
    rig.film(lambda _: stuck.copy(), 30)
    rig.draw("Kh")
    rig.film(lambda _: stuck.copy(), 25)
    (alarm,) = [event for event in rig.events if isinstance(event.what, Alarm)]
    assert isinstance(alarm.what, Alarm)
    assert (alarm.what.fault, alarm.what.device) == (FaultKind.CAMERA_LOST, "overhead")
    assert alarm.at - since <= 2_000_000_000
    assert not rig.ready()
    assert rig.confirmed() == {}
    assert [what.fault for what in rig.held()] == [FaultKind.CAMERA_LOST]
    rig.film(cards, 34)
    assert rig.ready()
    assert rig.held() == []
    assert rig.confirmed() == {"hand/player/1": "5c", "hand/banker/1": "Kh"}
    assert len(rig.said(CardDealt)) == 2


def test_a_quiet_table_before_a_live_camera_is_no_fault(seat: Camera) -> None:
    rig = opened(seat, "s")
    rig.frames(100)
    assert rig.said(Alarm) == []
    assert rig.said(Held) == []
    assert rig.ready()
