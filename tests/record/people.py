"""What the engine, the dealer and the supervisor say, and what the machine says of itself."""

from bridge.commands import (
    Cancel,
    Correct,
    DealerChange,
    Declare,
    Declared,
    Placement,
    Release,
    Role,
    Scooped,
    Shuffling,
    Submit,
)
from bridge.events import ResultCorrected, ResultWithdrawn, RoundCancelled, Submitted, Voided
from bridge.faults import FaultKind
from bridge.readings import ClockStepped, EngineLag, StoreFault
from games.cards import Card
from games.game import Window
from games.spots import hand
from tests.record.clean import half_dealt, rest
from tests.record.recorder import Recorder
from tests.rounds import deal, open_round, play, window


def corrections() -> Recorder:
    rig = Recorder(camera=False)
    play(rig)
    assert rig.ask(Role.ENGINE, Submit()).done
    assert not rig.ask(Role.ENGINE, Submit()).done
    result = rig.said(Submitted)[0].result
    fixed = Correct(result, "correct", (Placement(hand("dealer", 1), Card("Jh")),))
    assert rig.ask(Role.SUPERVISOR, fixed, why="misread").done
    assert rig.said(ResultCorrected)
    assert rig.ask(Role.DEALER, Scooped()).done
    open_round(rig, "r2")
    assert rig.ask(Role.SUPERVISOR, Correct(result, "withdraw"), why="ruled").done
    assert rig.said(ResultWithdrawn)
    return rig


def cancelled() -> Recorder:
    rig = Recorder(camera=False)
    open_round(rig)
    assert rig.ask(Role.ENGINE, Cancel(), why="power").done
    assert rig.said(RoundCancelled)
    open_round(rig, "r2")
    rig.draw("As")
    assert rig.ask(Role.ENGINE, Cancel(), why="power").done
    assert rig.said(Voided)
    assert rig.ask(Role.DEALER, Scooped()).done
    return rig


def declared() -> Recorder:
    """A table without a camera: what happened is what the dealer says."""
    rig = Recorder(camera=False)
    assert rig.ask(Role.DEALER, DealerChange("D0007")).done
    assert rig.ask(Role.DEALER, Shuffling(on=True)).done
    assert rig.ask(Role.DEALER, Shuffling(on=False, count=52)).done
    open_round(rig)
    deal(rig)
    window(rig, Window.BETS, open_=False)
    rig.wait(800)
    assert rig.ask(Role.DEALER, Declare(Declared.DROPPED_SEEN, hand("player", 1))).done
    assert rig.held() == []
    assert rig.ask(Role.DEALER, Declare(Declared.CLEARED)).done
    assert rig.held()[0].fault is FaultKind.CLEARED
    assert rig.ask(Role.SUPERVISOR, Release(rig.held()[0].hold), why="only the rest").done
    assert rig.ask(Role.DEALER, Declare(Declared.DROPPED_UNSEEN, hand("player", 2))).done
    assert rig.said(Voided)
    return rig


def machine() -> Recorder:
    """The engine falls deaf, the disk is full, and the clock is put back an hour."""
    rig = Recorder()
    half_dealt(rig)
    rig.take(EngineLag(rig.at, rig.wall, deaf=True, behind=40))
    rig.turn(player_1="As")
    (hold,) = rig.held()
    assert rig.ask(Role.SUPERVISOR, Release(hold.hold), why="nobody saw it").done
    rig.take(EngineLag(rig.at, rig.wall, deaf=False, behind=0))
    rig.take(ClockStepped(rig.at, rig.wall - 3_600_000_000_000, -3_600_000_000_000))
    rig.take(StoreFault(rig.at, rig.wall, "no space left", 0))
    rig.take(StoreFault(rig.at, rig.wall, "no space left", 3))
    (hold,) = rig.held()
    assert rig.ask(Role.SUPERVISOR, Release(hold.hold), why="counters are whole").done
    rest(rig)
    return rig
