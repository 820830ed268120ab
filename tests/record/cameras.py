"""Cameras that cannot be believed."""

from bridge.commands import Release, Reveal, Role
from bridge.config import Policy
from bridge.events import RoundComplete
from bridge.faults import FaultKind
from scanner.frames import FrameSeen, Quality
from tests.record.clean import closed, dealers
from tests.record.recorder import Recorder
from tests.rounds import PLAYER, finish, show


def _lost(quality: Quality) -> Recorder:
    rig = Recorder()
    closed(rig)
    rig.frames(14, quality)
    assert rig.held()[0].fault is FaultKind.CAMERA_LOST
    rig.wait(1200)
    assert rig.held() == []
    show(rig, "player", PLAYER)
    dealers(rig)
    assert rig.said(RoundComplete)
    finish(rig)
    return rig


def frozen() -> Recorder:
    return _lost(Quality.FROZEN)


def damaged() -> Recorder:
    return _lost(Quality.DAMAGED)


def moved() -> Recorder:
    rig = Recorder()
    closed(rig)
    rig.take(FrameSeen("top", 9999, rig.at, rig.wall, Quality.FRESH, 100.0, 120.0, 40.0))
    (hold,) = rig.held()
    assert hold.fault is FaultKind.CAMERA_MOVED
    rig.wait(400)
    assert rig.ask(Role.SUPERVISOR, Release(hold.hold), why="aligned by hand").done
    show(rig, "player", PLAYER)
    return rig


def marked() -> Recorder:
    """A camera is lost and the table's policy is to go on upon the other source's word."""
    rig = Recorder(policy=Policy(camera_lost="mark"))
    closed(rig)
    rig.link_down("top", "its process ended")
    assert rig.held() == []
    rig.profiles = {}
    assert rig.ask(Role.DEALER, Reveal("player")).done
    assert len(rig.confirmed()) == 3
    return rig
