"""Three Pictures: what its sheet rules on, and a hand dealt in reverse."""

from typing import Any

from bridge.commands import Correct, Declare, Declared, Release, Role, Submit
from bridge.events import Alarm, ResultCorrected, RoundComplete, Submitted, Voided
from bridge.faults import FaultKind
from games.cards import Card
from games.spots import Spot, SpotKind, hand
from scanner.frames import Side
from shoe.messages import (
    Cleared,
    Jam,
    Shuffle,
)
from tests.record.house import cleared, closed, face, opened, taken
from tests.record.recorder import Recorder
from tests.rig_table import profile

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
    taken(rig, "banker", player_rank="30", banker_rank="27")  # a knight and zero against a knight and one


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
    taken(rig, "player", player_rank="10", banker_rank="17")  # plain seven against two knights and four


def face_up() -> Recorder:
    """As the sheet has it: dealt open once bets are closed; a card before that is early, and burned."""
    rig = Recorder(game="three_pictures", profiles={"top": profile("top", SINGLE)})
    opened(rig, "r1", lying=dict(zip(SINGLE, CARDS, strict=True)))
    rig.draw("2c")
    (hold,) = rig.held()
    assert hold.fault is FaultKind.EARLY
    closed(rig)
    assert rig.ask(Role.SUPERVISOR, Release(hold.hold, "burn"), why="nobody saw its face").done
    for spot in SINGLE:
        rig.draw(rig.truth["r1"][str(spot)])
        face(rig, [spot])
    taken(rig, "banker", player_rank="30", banker_rank="27")
    return rig


OWNERS = ("p1", "p2", "p3", "dealer")
GIVEN = ["Kd", "5c", "2d", "7s", "Qs", "2s", "4s", "Kc", "9h", "Th", "5h", "7d"]
"""One card at a time: two knights and nine, plain seven, plain one, and the Dealer's single knight and four."""
THREES = dict(zip((hand(owner, index) for index in (1, 2, 3) for owner in OWNERS), GIVEN, strict=True))


def whole_reversed() -> Recorder:
    """Three players, a shoe alone: whole hands went out in reverse, and their places are swapped once.

    Until the dealer says so nobody can know it: `truth` here is where the order of the deal puts the cards.
    """
    rig = Recorder(game="three_pictures", options={"version": "three_players"}, camera=False)
    _drawn(rig, "r1")
    assert rig.ask(Role.DEALER, Declare(Declared.REVERSED)).done
    (hold,) = rig.held()
    assert hold.fault is FaultKind.REVERSED
    assert rig.ask(Role.SUPERVISOR, Release(hold.hold, "reconstruct"), why="the whole hand").done
    assert not rig.ask(Role.DEALER, Declare(Declared.REVERSED)).done
    taken(rig, "lose win win")
    _drawn(rig, "r2")
    assert rig.ask(Role.ENGINE, Submit()).done
    result = rig.said(Submitted)[-1].result
    assert rig.ask(Role.DEALER, Declare(Declared.REVERSED)).done
    (hold,) = rig.held()
    assert (hold.fault, hold.result) == (FaultKind.REVERSED, result)
    assert rig.ask(Role.SUPERVISOR, Correct(result, "reversed"), why="the whole hand").done
    assert rig.said(ResultCorrected)[-1].outcome.result == "lose win win"
    assert not rig.ask(Role.SUPERVISOR, Correct(result, "reversed"), why="once more").done
    assert rig.held() == []
    cleared(rig)
    return rig


def _drawn(rig: Recorder, name: str) -> None:
    """Twelve cards, attributed by the order of the deal."""
    opened(rig, name, OWNERS[:3], THREES)
    closed(rig)
    for card in GIVEN:
        rig.draw(card)
    assert rig.said(RoundComplete)[-1].outcome.result == "win win lose"


def where_seen() -> Recorder:
    """Three players under a camera: what lies where it is seen is not swapped, however the dealer went round."""
    rig = Recorder(
        game="three_pictures", options={"version": "three_players"}, profiles={"top": profile("top", tuple(THREES))}
    )
    opened(rig, "r1", OWNERS[:3], THREES)
    closed(rig)
    for spot, card in THREES.items():
        rig.draw(card)
        face(rig, [spot])
    assert rig.ask(Role.DEALER, Declare(Declared.REVERSED)).done
    assert rig.said(Alarm)[-1].fault is FaultKind.REVERSED
    taken(rig, "win win lose")
    turned = [hand(owner, index) for index in (1, 2, 3) for owner in ("p3", "p2", "p1", "dealer")]
    lying = dict(zip(turned, GIVEN, strict=True))
    opened(rig, "r2", OWNERS[:3], lying)
    closed(rig)
    for spot, card in lying.items():
        rig.draw(card)
        face(rig, [spot])
    while rig.held():
        hold = rig.held()[0]
        assert rig.ask(Role.SUPERVISOR, Release(hold.hold, "reconstruct"), why="as they lie").why == ""
    taken(rig, "lose win win")
    return rig
