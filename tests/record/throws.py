"""Dice alone, and dice that give stacks to places."""

from bridge.commands import Declare, Declared, Reconstruct, Release, Role, Submit
from bridge.events import RoundComplete, StacksBound
from bridge.faults import FaultKind
from games import catalogue
from games.cards import PACK
from games.spots import Spot, SpotKind
from scanner.frames import Side
from shoe.messages import (
    DiceKeyed,
)
from tests.record.dialects import LINE
from tests.record.house import closed, face, opened, taken
from tests.record.recorder import Recorder, Speech
from tests.rig import profile, stack_spots

DIE = Spot(SpotKind.DIE, "", 1)


def alone() -> Recorder:
    """Dice alone: a camera and a key pad that agree, one that is mistyped, a die that leans, dice seen too early."""
    speak = {"keypad": Speech("line", LINE)}
    rig = Recorder("k", speak=speak, game="tai_xiu", profiles={"top": profile("top", (DIE,))})
    _thrown(rig, "r1", (4, 5, 6))
    rig.say(DiceKeyed((4, 5, 6)), "keypad")
    _over(rig)
    _thrown(rig, "r2", (1, 2, 3))
    rig.say(DiceKeyed((1, 2, 4)), "keypad")
    assert rig.held()[0].fault is FaultKind.CONFLICT
    assert rig.ask(Role.SUPERVISOR, Reconstruct(dice=(1, 2, 3)), why="the dice").done
    _over(rig)
    _thrown(rig, "r3", (1, None, 3))
    assert rig.held()[0].fault is FaultKind.UNREADABLE
    rig.dice = ()
    rig.frames(5)
    rig.dice = (2, 2, 2)
    rig.frames(5)
    rig.say(DiceKeyed((2, 2, 2)), "keypad")
    _over(rig)
    opened(rig, "r4")
    rig.say(DiceKeyed((3, 3, 5)), "keypad")
    rig.dice = (3, 3, 5)
    rig.frames(5)
    rig.wait(600)
    hold = rig.held()[0]
    assert hold.fault is FaultKind.EXPOSED
    assert rig.ask(Role.SUPERVISOR, Release(hold.hold, "void"), why="all saw it").done
    return rig


def _thrown(rig: Recorder, name: str, dice: tuple[int | None, ...]) -> None:
    opened(rig, name)
    closed(rig)
    rig.dice = dice
    rig.frames(5)


def _over(rig: Recorder) -> None:
    assert rig.held() == []
    assert rig.ask(Role.ENGINE, Submit()).why == ""
    rig.dice = ()
    rig.frames(5)


def stacks(game: str) -> Recorder:
    """Stacks for two boxes and the dealer; a die leans first, the other boxes' cards are taken away."""
    shape = catalogue.find(game)
    each = dict(shape.hand_sizes)["*"]
    spots = stack_spots(len(shape.hands), each)
    rig = Recorder(game=game, profiles={"top": profile("top", spots)})
    names = [f"s{number}" for number in range(1, len(shape.hands) + 1)]
    ways = ((name, index) for index in range(1, each + 1) for name in (names if index % 2 else names[::-1]))
    order = [Spot(SpotKind.STACK, name, index) for name, index in ways]
    opened(rig, "r1", ("b1", "b3"), {spot: PACK[at].value for at, spot in enumerate(order)})
    closed(rig)
    for spot in order:
        rig.draw(rig.truth["r1"][str(spot)])
        rig.lies[spot] = (Side.BACK, None)
    rig.frames(6)
    for dice in ((1, None, 4), (), (1, 2, 4), ()):
        rig.dice = dice
        rig.frames(5)
    places = rig.said(StacksBound)[-1].places
    if game == "kap_kun":
        assert rig.ask(Role.DEALER, Declare(Declared.TOUCHED)).done
        assert rig.ask(Role.SUPERVISOR, Release(rig.held()[0].hold), why="warned").done
    rig.take_away(*(spot for spot in order if places[spot.owner] not in ("b1", "b3", "dealer")))
    for place in ("b3", "b1", "dealer"):
        face(rig, [spot for spot in order if places[spot.owner] == place])
    assert rig.said(RoundComplete)
    taken(rig)
    return rig
