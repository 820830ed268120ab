"""Cards in a wrong place, cards on which the sources differ, and cards one source never tells of."""

from bridge.commands import Declare, Declared, Placement, Reconstruct, Release, Role
from bridge.config import Timing
from bridge.events import Alarm, RoundComplete
from bridge.faults import FaultKind
from games.cards import Card
from games.game import Window
from games.spots import hand
from scanner.frames import CardSeen, Side
from tests.record.clean import closed, dealers, half_dealt, rest
from tests.record.recorder import Recorder
from tests.rig_table import CELL, TCP_SPOTS, profile
from tests.rounds import DEALER, PLAYER, SPOTS, finish, open_round, show, window


def wrong_spot() -> Recorder:
    rig = Recorder()
    closed(rig)
    rig.really("hand/player/3", "Qh")
    rig.really("hand/dealer/1", "7c")
    show(rig, "player", ("As", "Kd", "Qh"))
    (hold,) = rig.held()
    assert hold.fault is FaultKind.OUT_OF_ORDER
    assert rig.ask(Role.SUPERVISOR, Release(hold.hold, "reconstruct"), why="as they lie").why == ""
    dealers(rig, ("7c", "9s", "2d"))
    assert rig.said(RoundComplete)
    finish(rig)
    return rig


def wrong_hand() -> Recorder:
    rig = Recorder()
    open_round(rig)
    rig.draw("As")
    rig.lay(hand("player", 1))
    rig.draw("Kd")
    rig.lay(hand("dealer", 1))
    (hold,) = rig.held()
    assert hold.fault is FaultKind.OUT_OF_ORDER
    assert rig.ask(Role.SUPERVISOR, Release(hold.hold, "void"), why="wrong from the start").done
    rig.take_away()
    return rig


def swapped_in_hand() -> Recorder:
    rig = Recorder()
    closed(rig)
    rig.really("hand/player/1", "Kd")
    rig.really("hand/player/2", "As")
    show(rig, "player", ("Kd", "As", "7c"))
    assert rig.held() == []
    dealers(rig)
    finish(rig)
    return rig


def reversed_hand() -> Recorder:
    rig = Recorder()
    closed(rig)
    assert rig.ask(Role.DEALER, Declare(Declared.REVERSED)).done
    (hold,) = rig.held()
    assert rig.ask(Role.SUPERVISOR, Release(hold.hold), why="it was not").done
    show(rig, "player", PLAYER)
    return rig


def conflict() -> Recorder:
    rig = Recorder()
    closed(rig)
    rig.really("hand/player/2", "Kh")
    show(rig, "player", ("As", "Kh", "7c"))
    (hold,) = rig.held()
    assert hold.fault is FaultKind.CONFLICT
    told = rig.ask(Role.SUPERVISOR, Reconstruct((Placement(hand("player", 2), Card("Kh")),)), why="lifted and read")
    assert told.why == ""
    dealers(rig)
    finish(rig)
    return rig


def two_cameras() -> Recorder:
    rig = Recorder(profiles={name: profile(name, TCP_SPOTS) for name in ("left", "right")})
    closed(rig)
    for name, card in (("left", "As"), ("right", "Ac")):
        rig.lies[hand("player", 1)] = (Side.FACE, Card(card))
        rig.frames(4, only=name)
    assert rig.held()[0].fault is FaultKind.CONFLICT
    return rig


def unseen() -> Recorder:
    rig = Recorder(timing=Timing(lay_ms=1000, again_ms=2000))
    half_dealt(rig)
    rig.draw("Qh")
    rig.wait(3500)
    (hold,) = rig.held()
    assert (hold.fault, hold.again) == (FaultKind.UNSEEN, True)
    rig.lay(hand("dealer", 1))
    assert rig.held() == []
    for card, spot in zip(DEALER[1:], SPOTS[4:], strict=True):
        rig.draw(card)
        rig.lay(spot)
    window(rig, Window.BETS, open_=False)
    show(rig, "player", PLAYER)
    dealers(rig)
    finish(rig)
    return rig


def never_drawn() -> Recorder:
    rig = Recorder(timing=Timing(lay_ms=1000))
    open_round(rig)
    rig.lay(hand("player", 1))
    rig.wait(1500)
    assert rig.held()[0].fault is FaultKind.MISSING
    return rig


def unreadable_face() -> Recorder:
    rig = Recorder(timing=Timing(reveal_ms=3000))
    closed(rig)
    rig.lies[hand("player", 1)] = (Side.FACE, None)
    rig.turn(player_2="Kd", player_3="7c")
    rig.wait(3000)
    assert rig.held()[0].fault is FaultKind.UNREADABLE
    rig.turn(player_1="As")
    assert rig.held() == []
    return rig


def two_in_a_spot() -> Recorder:
    rig = Recorder()
    half_dealt(rig)
    x, y = CELL * 2 + 5, 5.0
    rig.elsewhere.append(CardSeen(((x, y), (x + 63, y), (x + 63, y + 88), (x, y + 88)), Side.BACK))
    rig.frames(12)
    assert rig.held()[0].fault is FaultKind.SURPLUS
    return rig


def hand_over() -> Recorder:
    rig = Recorder()
    half_dealt(rig)
    hidden = {spot: rig.lies.pop(spot) for spot in TCP_SPOTS[:3]}
    rig.elsewhere.append(CardSeen(((0.0, 0.0), (400.0, 0.0), (400.0, 300.0), (0.0, 300.0)), Side.OTHER))
    rig.wait(2000)
    rig.elsewhere.clear()
    rig.lies.update(hidden)
    rig.wait(500)
    assert not [what for what in rig.said(Alarm) if what.fault]
    rest(rig)
    return rig
