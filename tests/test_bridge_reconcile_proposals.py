"""What is proposed from a reading that may be wrong names no face that is sealed in another hand."""

import msgspec

from bridge.commands import Release, Role
from bridge.events import Held
from bridge.faults import FaultKind
from bridge.session import snapshot, status
from games.game import Window
from tests.rig import Rig
from tests.rounds import CARDS, PLAYER, SPOTS, deal, open_round, show, window


def told(rig: Rig) -> str:
    """All that was said on the stream, and what the desk tells of it."""
    events = msgspec.json.encode([event.what for event in rig.events])
    desk = msgspec.json.encode([fn(rig.setup, rig.state) for fn in (status, snapshot)])
    return (events + desk).decode()


def closed(rig: Rig, lost: int | None = None) -> None:
    """The deal with closed bets; the report of one card may be lost."""
    open_round(rig)
    for number, (card, spot) in enumerate(zip(CARDS, SPOTS, strict=True)):
        if number == lost:
            rig.counter += 1
            rig.lay(spot)
        else:
            deal(rig, (card,), (spot,))
    window(rig, Window.BETS, open_=False)
    rig.wait(1000)


def test_a_card_misread_as_one_that_is_sealed_names_spots_only() -> None:
    rig = Rig("s")
    closed(rig)
    rig.turn(player_1="Qh")  # As lies there; Qh is the dealer's first, and sealed
    (hold,) = rig.held()
    assert hold.fault is FaultKind.OUT_OF_ORDER
    assert "the card of hand/dealer/1 lies in hand/player/1" in hold.text
    assert hold.proposed == ()
    rig.wait(31_000)
    assert "Qh" not in told(rig)


def test_a_card_that_the_shoe_did_not_report_is_proposed_unless_that_face_is_sealed_elsewhere() -> None:
    for face, named in (("Kd", True), ("Qh", False)):
        rig = Rig("s")
        closed(rig, lost=1)
        rig.turn(player_2=face)
        assert (f'"{face}"' in told(rig)) is named
        assert bool([what for what in rig.said(Held) if what.proposed]) is named
        assert "Qh" not in told(rig)


def test_what_may_be_known_is_proposed_with_its_face_and_taken() -> None:
    """Two players' cards lie in each other's place, and both hands may be known."""
    rig = Rig("s")
    closed(rig)
    show(rig, "player", PLAYER[:1])
    rig.turn(player_2="9s")
    (hold,) = rig.held()
    assert hold.proposed == ()
    assert rig.ask(Role.SUPERVISOR, Release(hold.hold, "reconstruct")).why == "", "by its spots alone"
    assert rig.confirmed()["hand/player/2"] == "9s"
