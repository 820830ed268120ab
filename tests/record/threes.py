"""Three cards at several seats, and with the Player's cards open."""

from bridge.commands import Release, Role, SetWindow
from bridge.events import CardDiscarded, RoundComplete, Voided
from bridge.faults import FaultKind
from games.game import Window
from games.spots import Spot, hand
from shoe.messages import (
    DoubleFeed,
    Jam,
)
from tests.record.house import cleared, closed, face, opened, taken
from tests.record.recorder import Recorder
from tests.rig_table import profile
from tests.rounds import window

SEATS = ("p1", "p2", "p3", "p4", "p5", "p6", "dealer")
TAKEN = {"p1": "4h 5h 6h", "p3": "Ks 7d 2c", "p5": "Tc 8d 4c", "dealer": "Qh 9s 2d"}


def seats() -> Recorder:
    """Three of six seats are dealt to in packets, the Dealer last; one folds and is taken away, an empty one is not."""
    places = tuple(hand(owner, index) for owner in SEATS for index in (1, 2, 3))
    rig = Recorder(game="tcp_basic", profiles={"top": profile("top", places)})
    lying = {hand(owner, at): card for owner, cards in TAKEN.items() for at, card in enumerate(cards.split(), 1)}
    opened(rig, "r1", ("p1", "p3", "p5"), lying)
    for spot, card in lying.items():
        rig.draw(card)
        rig.lay(spot)
    closed(rig)
    window(rig, Window.DECISION, open_=True)
    rig.wait(600)
    assert rig.ask(Role.ENGINE, SetWindow(Window.DECISION, open=False, boxes_with_bet=("p1", "p5"))).done
    rig.take_away(*(spot for spot in lying if spot.owner == "p3"))
    assert len(rig.said(CardDiscarded)) == 3
    rig.wait(600)
    for owner in ("dealer", "p5", "p1"):
        face(rig, [spot for spot in lying if spot.owner == owner])
    assert "p3" not in rig.said(RoundComplete)[0].outcome.facts
    taken(rig, "dealer_qualifies", p1="player", p5="dealer")
    _seen_early(rig, lying)
    opened(rig, "r3", ("p1", "p3"), {})
    rig.draw("4h")
    rig.lay(hand("p2", 1))
    (hold,) = rig.held()
    assert hold.fault is FaultKind.OUT_OF_ORDER
    assert rig.ask(Role.SUPERVISOR, Release(hold.hold, "void"), why="nobody plays there").done
    cleared(rig)
    return rig


def _seen_early(rig: Recorder, lying: dict[Spot, str]) -> None:
    """This sheet has no clause that voids: a face seen while bets are open is for a person to rule on."""
    opened(rig, "r2", ("p1",), {spot: lying[spot] for spot in lying if spot.owner == "p1"})
    rig.draw("4h")
    face(rig, [hand("p1", 1)])
    rig.wait(600)
    assert rig.said(Voided) == []
    (hold,) = rig.held()
    assert (hold.fault, hold.clause) == (FaultKind.EXPOSED, "house default")
    assert rig.ask(Role.SUPERVISOR, Release(hold.hold, "void"), why="the other bettors saw it").done
    cleared(rig)


def malfunction() -> Recorder:
    """The Player's cards lie open; a malfunction proposes the void of the game."""
    spots = tuple(hand(owner, index) for owner in ("player", "dealer") for index in (1, 2, 3))
    rig = Recorder(game="tcp_online", profiles={"top": profile("top", spots)})
    lying = dict(zip(spots, ["As", "Kd", "7c", "Qh", "9s", "2d"], strict=True))
    opened(rig, "r1", lying=lying)
    closed(rig)
    for spot in spots:
        rig.draw(lying[spot])
        if spot.owner == "player":
            face(rig, [spot])
        else:
            rig.lay(spot)
    window(rig, Window.DECISION, open_=True)
    rig.wait(600)
    window(rig, Window.DECISION, open_=False)
    rig.wait(600)
    face(rig, spots[3:])
    taken(rig, "player", dealer_qualifies="yes")
    for name, message in (("r2", Jam(on=True)), ("r3", DoubleFeed())):
        opened(rig, name, lying=lying)
        closed(rig)
        rig.draw("As")
        face(rig, spots[:1])
        rig.say(message)
        hold = rig.held()[0]
        assert "void" in hold.options
        assert "malfunction" in hold.clause.lower()
        assert rig.ask(Role.SUPERVISOR, Release(hold.hold, "void"), why="malfunction").done
        rig.say(Jam(on=False))
        cleared(rig)
    return rig
