"""Baccarat: a shoe in its own words, and third cards at the wrong time."""

from bridge.commands import Release, Role, Void
from bridge.events import InsuranceDue
from bridge.faults import FaultKind
from games.cards import Card
from games.game import Window
from games.spots import Spot, hand
from shoe.messages import (
    Banner,
    CardDrawn,
    Claim,
    CutCard,
    DrawKind,
    Lock,
    ResultClaim,
)
from tests.record.house import cleared, closed, face, opened, taken
from tests.record.recorder import Recorder, Speech
from tests.rig_table import profile
from tests.rounds import window

FOUR = ("player 1", "banker 1", "player 2", "banker 2")
SIX = (*FOUR, "player 3", "banker 3")


def _spot(place: str) -> Spot:
    owner, index = place.split()
    return hand(owner, int(index))


def _drawn(rig: Recorder, *cards: tuple[str, str], kind: DrawKind = DrawKind.GAME) -> None:
    for place, card in cards:
        target, index = place.split()
        rig.say(CardDrawn(Card(card), draw=kind, claim=Claim(target, int(index))))
        rig.wait(400)


def _insured(rig: Recorder) -> None:
    window(rig, Window.INSURANCE, open_=True)
    rig.wait(400)
    window(rig, Window.INSURANCE, open_=False)


def shoe() -> Recorder:
    """A shoe in its own words: burn, a round with insurance, overdraw kept, cut card, lock, another result."""
    speak = {"shoe": Speech("angel2ex", {"wrap": 0})}
    rig = Recorder(speak=speak, game="baccarat", camera=False, options={"shoe_burn": "first_card"})
    rig.say(Banner(""))
    _drawn(rig, ("first 0", "2h"), ("burn_count 1", "9s"), ("burn_count 2", "4s"), kind=DrawKind.BURN)
    cards = dict(zip(SIX, ["Td", "Ah", "Qd", "As", "3d", "9c"], strict=True))
    opened(rig, "r1", lying={_spot(place): card for place, card in cards.items()})
    closed(rig)
    _drawn(rig, *((place, cards[place]) for place in FOUR))
    assert rig.said(InsuranceDue)
    _insured(rig)
    _drawn(rig, ("player 3", "3d"))
    _insured(rig)
    _drawn(rig, ("banker 3", "9c"))
    rig.say(ResultClaim("player", {"pair": "banker"}))
    _drawn(rig, ("player 1", "2c"), kind=DrawKind.NEXT_ROUND)
    taken(rig, "player", player_total="3", banker_total="1")
    cards = dict(zip(FOUR, ["2c", "Ah", "Kh", "7d"], strict=True))
    opened(rig, "r2", lying={_spot(place): card for place, card in cards.items()})
    closed(rig)
    rig.say(Lock(on=True))
    rig.say(Lock(on=False))
    _drawn(rig, ("banker 1", "Ah"))
    rig.say(CutCard())
    _drawn(rig, ("player 2", "Kh"), ("banker 2", "7d"))
    rig.say(ResultClaim("tie", {}))
    assert rig.held()[0].fault is FaultKind.CONFLICT
    assert rig.ask(Role.SUPERVISOR, Void(), why="the shoe says another result").done
    cleared(rig)
    return rig


def early_third() -> Recorder:
    """A third card while insurance is open, one too many, and one that never comes; a camera over the cards."""
    spots = tuple(_spot(place) for place in SIX)
    rig = Recorder(game="baccarat", profiles={"top": profile("top", spots)})
    opened(rig, "r1", lying=dict(zip(spots, ["Td", "Ah", "Qd", "As", "3d", "9c"], strict=True)))
    closed(rig)
    for spot in spots[:4]:
        rig.draw(rig.truth["r1"][str(spot)])
        face(rig, [spot])
    window(rig, Window.INSURANCE, open_=True)
    rig.draw("3d")
    (hold,) = rig.held()
    assert hold.fault is FaultKind.EARLY
    window(rig, Window.INSURANCE, open_=False)
    assert rig.ask(Role.SUPERVISOR, Release(hold.hold), why="it lay face down").done
    face(rig, [spots[4]])
    _insured(rig)
    rig.draw("9c")
    face(rig, [spots[5]])
    rig.draw("2h")
    (hold,) = rig.held()
    assert hold.fault is FaultKind.OVERDRAWN
    assert rig.ask(Role.SUPERVISOR, Release(hold.hold, "discard"), why="seen by all").done
    taken(rig, "player", player_total="3", banker_total="1")
    return rig
