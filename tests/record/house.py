"""What the scripts of the house's other games share: rounds opened, closed and taken, cards turned as they lie."""

from collections.abc import Iterable

from bridge.commands import OpenRound, Role, Scooped, Submit
from bridge.events import RoundComplete
from games.cards import Card
from games.game import Window
from games.spots import Spot
from scanner.frames import Side
from tests.record.recorder import Recorder
from tests.rounds import window


def opened(rig: Recorder, name: str, boxes: tuple[str, ...] = (), lying: dict[Spot, str] | None = None) -> None:
    """A round with open bets; `lying` is what will lie where."""
    rig.round = name
    rig.lying = {str(spot): card for spot, card in (lying or {}).items()}
    assert rig.ask(Role.ENGINE, OpenRound("", boxes)).why == ""
    window(rig, Window.BETS, open_=True)
    rig.wait(600)


def closed(rig: Recorder) -> None:
    window(rig, Window.BETS, open_=False)
    rig.wait(600)


def taken(rig: Recorder, result: str, **facts: str) -> None:
    """The result is the one that the cards make, with these facts; it is submitted and the cards leave the table."""
    assert rig.held() == []
    outcome = rig.said(RoundComplete)[-1].outcome
    assert outcome.result == result
    assert facts.items() <= outcome.facts.items()
    assert rig.ask(Role.ENGINE, Submit()).why == ""
    cleared(rig)


def cleared(rig: Recorder) -> None:
    if rig.profiles:
        rig.take_away()
    else:
        assert rig.ask(Role.DEALER, Scooped()).done


def face(rig: Recorder, spots: Iterable[Spot]) -> None:
    """Cards lie open as they really are."""
    for spot in spots:
        rig.lies[spot] = (Side.FACE, Card(rig.truth[rig.round][str(spot)]))
    rig.frames(6)
