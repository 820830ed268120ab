"""Three Pictures: what its sheet rules on, and a hand dealt in reverse."""

from typing import Any

from bridge.commands import Declare, Declared, Release, Role
from bridge.events import Alarm, Voided
from bridge.faults import FaultKind
from games.cards import PACK, Card
from games.spots import Spot, SpotKind, hand
from scanner.frames import Side
from shoe.messages import (
    Cleared,
    Jam,
    Shuffle,
)
from tests.record.house import cleared, closed, face, opened, taken
from tests.record.recorder import Recorder
from tests.rig import profile

BURN = Spot(SpotKind.BURN, "", 1)
SINGLE = tuple(hand(owner, index) for index in (1, 2, 3) for owner in ("player", "banker"))
CARDS = ["Jc", "7c", "6h", "4s", "4c", "Qc"]
DOWN: dict[str, Any] = {"facing": "down", "deal_while": "either", "burn": 1}


def incidents() -> Recorder:
    """A table on which everything happens that the sheet rules on, a round each."""
    rig = Recorder(game="three_pictures", options=DOWN, profiles={"top": profile("top", (*SINGLE, BURN))})
    lying = dict(zip(SINGLE, CARDS, strict=True))
    _machine(rig)
    _seen_and_burned(rig, lying)
    for name, what in (("r2", "exposed"), ("r3", "left")):
        _dealt(rig, name, lying, 2)
        if what == "exposed":
            face(rig, SINGLE[:1])
        else:
            rig.take_away(SINGLE[0])
        rig.wait(600)
        assert rig.said(Voided)[-1].who == "house"
        cleared(rig)
    _dealt(rig, "r4", lying, 6)
    closed(rig)
    rig.take_away(SINGLE[0])
    assert rig.said(Voided)[-1].fault is FaultKind.LEFT_VIEW
    cleared(rig)
    for name, message in (("r5", Jam(on=True)), ("r6", Cleared(by_hand=True))):
        _dealt(rig, name, lying, 2)
        rig.say(message)
        assert rig.ask(Role.SUPERVISOR, Release(rig.held()[0].hold, "void"), why="management").done
        rig.say(Jam(on=False))
        cleared(rig)
    _crossed(rig, lying)
    return rig


def _dealt(rig: Recorder, name: str, lying: dict[Spot, str], count: int) -> None:
    opened(rig, name, lying=lying)
    rig.draw("2c")
    for spot in SINGLE[:count]:
        rig.draw(lying[spot])
        rig.lay(spot)


def _machine(rig: Recorder) -> None:
    """Between rounds: a jam, a clearance of the other deck, a face while shuffling."""
    rig.say(Jam(on=True))
    rig.say(Jam(on=False))
    rig.say(Cleared(by_hand=False))
    rig.say(Shuffle(on=True))
    rig.lies[SINGLE[0]] = (Side.FACE, Card("As"))
    rig.frames(6)
    rig.take_away()
    rig.say(Shuffle(on=False))
    for hold in rig.held():
        assert rig.ask(Role.SUPERVISOR, Release(hold.hold), why="shuffled anew").done
    assert rig.ready()


def _seen_and_burned(rig: Recorder, lying: dict[Spot, str]) -> None:
    """A burn card shows, and a card whose face was seen leaves view and comes back."""
    _dealt(rig, "r1", lying, 6)
    rig.lies[BURN] = (Side.FACE, Card("2c"))
    rig.frames(6)
    assert rig.said(Alarm)[-1].fault is FaultKind.EXPOSED
    closed(rig)
    face(rig, SINGLE[:1])
    rig.take_away(SINGLE[0])
    assert rig.held() == []
    face(rig, SINGLE)
    taken(rig)


def _crossed(rig: Recorder, lying: dict[Spot, str]) -> None:
    """Two cards lie in each other's hand, and the dealer declares the hand dealt in reverse."""
    crossed = {**lying, SINGLE[0]: lying[SINGLE[1]], SINGLE[1]: lying[SINGLE[0]]}
    _dealt(rig, "r7", lying, 6)
    for spot in SINGLE[:2]:
        rig.really(spot, crossed[spot])
    closed(rig)
    face(rig, SINGLE)
    hold = rig.held()[0]
    assert hold.fault is FaultKind.OUT_OF_ORDER
    assert rig.ask(Role.SUPERVISOR, Release(hold.hold, "reconstruct"), why="as they lie").why == ""
    assert rig.ask(Role.DEALER, Declare(Declared.REVERSED)).done
    assert rig.ask(Role.SUPERVISOR, Release(rig.held()[0].hold), why="it was two cards").done
    taken(rig)


def whole_reversed() -> Recorder:
    """Three players, a shoe alone: the whole hand went out in reverse, and the places are swapped once."""
    rig = Recorder(game="three_pictures", options={"version": "three_players"}, camera=False)
    cards = [card.value for card in PACK[:60:4]][:12]
    owners = ("p1", "p2", "p3", "dealer")
    opened(rig, "r1", ("p1", "p2", "p3"), {hand(owners[at % 4], at // 4 + 1): card for at, card in enumerate(cards)})
    closed(rig)
    for card in cards:
        rig.draw(card)
    assert rig.ask(Role.DEALER, Declare(Declared.REVERSED)).done
    (hold,) = rig.held()
    assert rig.ask(Role.SUPERVISOR, Release(hold.hold, "reconstruct"), why="the whole hand").done
    taken(rig)
    return rig
