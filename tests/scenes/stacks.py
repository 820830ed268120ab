"""Scenes of stacks and dice: a box that nobody plays, cards touched, a die that leans."""

from bridge.commands import Declare, Declared, OpenRound, Role, Submit
from bridge.events import Alarm, CardDiscarded, RoundComplete, StacksBound
from bridge.faults import FaultKind, HoldKind
from games import catalogue
from games.cards import PACK
from games.game import Window
from games.spots import Spot, SpotKind
from scanner.frames import Side
from tests.rig import Rig
from tests.rig_table import profile, stack_spots
from tests.rounds import window
from tests.scenes.table import ROWS

DIE = Spot(SpotKind.DIE, "", 1)


def stacks(game: str, boxes: tuple[str, ...]) -> Rig:
    """The stacks lie, the bets are closed, the dice are read."""
    shape = catalogue.find(game)
    each = dict(shape.hand_sizes)["*"]
    spots = stack_spots(len(shape.hands), each)
    rig = Rig(game=game, profiles={"top": profile("top", spots)})
    rig.round = "r1"
    assert rig.ask(Role.ENGINE, OpenRound("", boxes)).why == ""
    window(rig, Window.BETS, open_=True)
    window(rig, Window.BETS, open_=False)
    rig.wait(1000)
    for number in range(len(spots)):
        rig.draw(PACK[number].value)
    for spot in spots:
        rig.lies[spot] = (Side.BACK, None)
    rig.frames(6)
    rig.dice = (1, 2, 4)
    rig.frames(6)
    rig.dice = ()
    return rig


def empty_box(game: str) -> Rig:
    rig = stacks(game, ("b1", "b3"))
    places = rig.said(StacksBound)[0].places
    drawn = {card.spot: card.shoe for card in rig.state.table.round.cards} if rig.state.table.round else {}
    for spot in [spot for spot in rig.lies if places[spot.owner] not in ("b1", "b3", "dealer")]:
        rig.lies.pop(spot)
    rig.frames(15)
    gone = [what.spot for what in rig.said(CardDiscarded)]
    each = dict(rig.setup.game.hand_sizes)["*"]
    assert len(gone) == len(set(gone)) == each * (len(rig.setup.game.boxes) - 2)
    assert [what for what in rig.said(Alarm) if what.fault] == []
    for place in ("b3", "b1", "dealer"):
        for spot in rig.lies:
            if places[spot.owner] == place:
                rig.lies[spot] = (Side.FACE, drawn[spot])
        rig.frames(6)
    (complete,) = rig.said(RoundComplete)
    assert complete.unseen == len(gone)
    assert rig.ask(Role.ENGINE, Submit()).why == ""
    return rig


def touched(game: str) -> Rig:
    rig = stacks(game, ("b1",))
    assert rig.ask(Role.DEALER, Declare(Declared.TOUCHED)).why == ""
    return rig


def leaning(game: str) -> None:
    """A die leans: this throw is void, the round is held until the dice are shaken again, and that throw counts."""
    rig = Rig("", game=game, profiles={"top": profile("top", (DIE,))})
    rig.round = "r1"
    assert rig.ask(Role.ENGINE, OpenRound()).why == ""
    window(rig, Window.BETS, open_=True)
    window(rig, Window.BETS, open_=False)
    rig.wait(1000)
    rig.dice = (3, None, 5)
    rig.frames(6)
    (hold,) = rig.held()
    assert (hold.fault, hold.wait) == (FaultKind.UNREADABLE, HoldKind.WAIT)
    assert hold.clause.startswith(ROWS["IN054"]["clause"])
    assert rig.said(RoundComplete) == []
    rig.dice = ()
    rig.frames(6)
    rig.dice = (3, 4, 5)
    rig.frames(6)
    assert rig.said(RoundComplete)[0].outcome.facts["total"] == "12"
