"""Three cards at several seats, and with the Player's cards open."""

from bridge.commands import Release, Role
from bridge.events import RoundComplete
from games.cards import PACK
from games.game import Window
from games.spots import hand
from shoe.messages import (
    DoubleFeed,
    Jam,
)
from tests.record.house import cleared, closed, face, opened, taken
from tests.record.recorder import Recorder
from tests.rig import profile
from tests.rounds import window


def seats() -> Recorder:
    """Two of four seats play, packets of three, the dealer last."""
    owners = ("p1", "p3", "dealer")
    spots = tuple(hand(owner, index) for owner in owners for index in (1, 2, 3))
    rig = Recorder(game="tcp_basic", profiles={"top": profile("top", spots)})
    opened(rig, "r1", ("p1", "p3"), dict(zip(spots, (card.value for card in PACK[::5]), strict=False)))
    for spot in spots:
        rig.draw(rig.truth["r1"][str(spot)])
        rig.lay(spot)
    closed(rig)
    window(rig, Window.DECISION, open_=True)
    rig.wait(600)
    window(rig, Window.DECISION, open_=False)
    rig.wait(600)
    for owner in owners:
        face(rig, [spot for spot in spots if spot.owner == owner])
    assert rig.said(RoundComplete)
    taken(rig)
    return rig


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
    taken(rig)
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
