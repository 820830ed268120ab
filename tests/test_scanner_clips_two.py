"""Two cameras over one table, of which one starves: the other is neither slowed nor doubted, and nothing grows."""

from pathlib import Path

import pytest

from bridge.drive import encode_state
from bridge.events import DeviceDown, DeviceUp, TableNotReady
from games.spots import hand
from tests.rig import Rig
from tests.rig_table import TCP_SPOTS, profile
from tests.scenes.clips import Camera, Filmed, seats

pytestmark = pytest.mark.usefixtures("one_core")

SEAT = seats(hand("player", 1))
GOOD, STARVED = "near", "far"


def downs(rig: Rig, name: str) -> int:
    """How often a camera was said to be down."""
    return sum(what.device == name for what in rig.said(DeviceDown))


def test_the_table_is_not_ready_with_one_eye_and_is_again_by_itself(tmp_path: Path) -> None:
    for name in (GOOD, STARVED):
        (tmp_path / name).mkdir()
    cameras = [Camera.over(tmp_path / name, SEAT, name) for name in (GOOD, STARVED)]
    rig = Filmed(cameras, "s", "baccarat")
    assert rig.ready()
    rig.link_down(STARVED, "silent")
    rig.frames(20, only=GOOD)
    assert not rig.ready()
    assert all(STARVED in reason and GOOD not in reason for reason in rig.said(TableNotReady)[-1].reasons)
    rig.link_up(STARVED)
    rig.frames(30)
    assert rig.ready()
    assert (downs(rig, GOOD), downs(rig, STARVED)) == (0, 1)


def test_two_hundred_losses_and_returns_leave_nothing_behind() -> None:
    rig = Rig("s", profiles={name: profile(name, TCP_SPOTS) for name in (GOOD, STARVED)})
    sizes = []
    for number in range(200):
        rig.link_down(STARVED, "silent")
        rig.frames(3, only=GOOD)
        assert not rig.ready()
        rig.link_up(STARVED)
        rig.frames(30)
        assert rig.ready()
        if number in {20, 199}:
            sizes.append(len(encode_state(rig.state)))
    assert (downs(rig, GOOD), downs(rig, STARVED)) == (0, 200)
    assert [what.device for what in rig.said(DeviceUp)].count(STARVED) >= 200
    assert sizes[1] - sizes[0] < 100, "the numbers in it have become longer, and nothing else"
