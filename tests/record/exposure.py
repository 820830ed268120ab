"""Faces that show before their time, and cards that leave the camera's view."""

from bridge.commands import Release, Role
from bridge.events import Alarm, RoundComplete, Voided
from bridge.faults import FaultKind
from games.cards import Card
from games.game import Window
from games.spots import Spot, SpotKind, hand
from scanner.frames import Side
from shoe.messages import Shuffle
from tests.record.clean import closed, dealers, half_dealt
from tests.record.recorder import Recorder
from tests.rig_table import TCP_SPOTS, profile
from tests.rounds import PLAYER, deal, finish, open_round, show, window

BURN = Spot(SpotKind.BURN, "", 1)


def bets_open() -> Recorder:
    rig = Recorder()
    half_dealt(rig)
    rig.turn(player_2="Kd")
    rig.wait(600)
    assert rig.said(Voided)[0].who == "house"
    rig.draw("Qh")
    rig.take_away()
    assert rig.ready()
    return rig


def at_closing() -> Recorder:
    rig = Recorder()
    half_dealt(rig)
    window(rig, Window.BETS, open_=False)
    rig.turn(player_2="Kd")
    (hold,) = rig.held()
    assert rig.ask(Role.SUPERVISOR, Release(hold.hold, "void"), why="seen on the footage").done
    rig.take_away()
    return rig


def _in_decision(rig: Recorder) -> None:
    closed(rig)
    show(rig, "player", PLAYER)
    window(rig, Window.DECISION, open_=True)
    rig.wait(800)
    rig.turn(dealer_1="Qh")


def decision() -> Recorder:
    rig = Recorder()
    _in_decision(rig)
    (hold,) = rig.held()
    assert rig.ask(Role.SUPERVISOR, Release(hold.hold, "go_on"), why="all boxes had decided").done
    window(rig, Window.DECISION, open_=False)
    rig.wait(800)
    rig.turn(dealer_1="Qh", dealer_2="9s", dealer_3="2d")
    assert rig.said(RoundComplete)
    finish(rig)
    return rig


def decision_void() -> Recorder:
    rig = Recorder(options={"exposed_in_decision": "void"})
    _in_decision(rig)
    assert rig.said(Voided)
    rig.take_away()
    return rig


def shuffling() -> Recorder:
    rig = Recorder()
    rig.say(Shuffle(on=True))
    rig.turn(player_1="As")
    (hold,) = rig.held()
    assert hold.fault is FaultKind.EXPOSED
    rig.take_away()
    rig.say(Shuffle(on=False))
    assert rig.ask(Role.SUPERVISOR, Release(hold.hold), why="shuffled anew").done
    assert rig.ready()
    return rig


def burn() -> Recorder:
    rig = Recorder(profiles={"top": profile("top", (*TCP_SPOTS, BURN))}, options={"burn": 1})
    open_round(rig)
    rig.draw("2c")
    rig.lies[BURN] = (Side.FACE, Card("2c"))
    rig.frames(6)
    assert rig.said(Alarm)[-1].fault is FaultKind.EXPOSED
    deal(rig)
    assert rig.held() == []
    return rig


def dropped_seen() -> Recorder:
    rig = Recorder()
    closed(rig)
    rig.turn(player_1="As")
    rig.take_away(hand("player", 1))
    assert rig.held() == []
    rig.turn(player_1="As", player_2="Kd", player_3="7c")
    dealers(rig)
    finish(rig)
    return rig


def dropped_other_back() -> Recorder:
    rig = Recorder()
    closed(rig)
    rig.turn(player_1="As")
    rig.take_away(hand("player", 1))
    rig.turn(player_1="Ah")
    assert rig.held()
    return rig


def dropped_unseen() -> Recorder:
    rig = Recorder()
    closed(rig)
    rig.take_away(hand("player", 2))
    assert rig.said(Voided)[0].fault is FaultKind.LEFT_VIEW
    rig.take_away()
    return rig


def dropped_bets_open() -> Recorder:
    rig = Recorder()
    half_dealt(rig)
    rig.take_away(hand("player", 2))
    rig.wait(600)
    assert rig.said(Voided)
    return rig
