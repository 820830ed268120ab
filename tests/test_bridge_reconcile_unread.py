"""Cards that were not read well: unread, lost in noise, scanned early or twice, and named by people afterwards."""

from bridge.commands import Placement, Reconstruct, Reveal, Role
from bridge.events import CardDealt, Held, Reconstructed
from bridge.faults import FaultKind
from games.cards import Card
from games.game import Window
from games.spots import hand
from shoe.messages import CardUnread, Garbled
from tests.rig import Rig, kinds
from tests.rounds import SPOTS, deal, open_round, window


def test_an_unread_card_keeps_its_place_and_holds() -> None:
    rig = Rig("s", camera=False)
    open_round(rig)
    rig.say(CardUnread(0, 1000))
    rig.counter = 1
    rig.draw("Kd")
    (hold,) = rig.held()
    assert (hold.fault, str(hold.spot)) == (FaultKind.UNREADABLE, "hand/player/1")
    assert str(rig.said(CardDealt)[-1].spot) == "hand/player/2"


def test_noise_is_said_once_and_counted() -> None:
    rig = Rig("s")
    open_round(rig)
    said = [kind for _ in range(20) for kind in kinds(rig.bytes(b"\x80\x81\x82"))]
    assert said.count("Alarm") == 1
    assert rig.state.lines["shoe"].discarded == 60
    deal(rig)
    assert rig.held() == []


def test_noise_before_a_lone_shoes_first_card_may_have_been_that_card() -> None:
    rig = Rig("s", camera=False)
    open_round(rig)
    rig.bytes(b"\x02C000As\x03\x00")
    rig.draw("Kd", counter=1)
    (hold,) = rig.held()
    assert hold.fault is FaultKind.UNREADABLE
    rig.bytes(b"\x80\x81")
    rig.draw("7c", counter=2)
    assert len(rig.held()) == 1, "from there on the counter proves that nothing is lost"


def test_a_reconstruction_of_one_spot_answers_no_doubt_about_the_whole_deal() -> None:
    rig = Rig("s", camera=False)
    open_round(rig)
    rig.bytes(b"\x02C000As\x03\x00")
    rig.draw("Kd", counter=1)
    rig.draw("Qh", counter=3)
    assert {hold.fault for hold in rig.held()} == {FaultKind.UNREADABLE, FaultKind.MISSING}
    one = Reconstruct((Placement(hand("player", 2), Card("7c")),))
    assert rig.ask(Role.SUPERVISOR, one, why="the footage").done
    assert {hold.fault for hold in rig.held()} == {FaultKind.UNREADABLE}
    every = Reconstruct(tuple(map(Placement, SPOTS[:3], map(Card, ("As", "Kd", "7c")))))
    assert rig.ask(Role.SUPERVISOR, every, why="the footage").done
    assert rig.held() == []


def test_reader_scans_before_any_hand_may_be_known_are_early() -> None:
    rig = Rig("mr")
    open_round(rig)
    deal(rig)
    rig.scan("As")
    (hold,) = rig.held()
    assert hold.fault is FaultKind.EARLY
    assert rig.confirmed() == {}


def test_a_readers_double_read_is_one_card() -> None:
    rig = Rig("r", camera=False)
    open_round(rig)
    window(rig, Window.BETS, open_=False)
    rig.scan("As")
    rig.at += 300_000_000
    rig.scan("As")
    assert rig.confirmed() == {"hand/player/1": "As"}
    assert rig.held() == []
    rig.at += 5_000_000_000
    rig.scan("As")
    assert rig.held()[0].fault is FaultKind.DUPLICATE


def test_noise_is_no_card() -> None:
    assert Garbled("80", 1, "noise").count == 1
    rig = Rig("s")
    assert rig.said(Held) == []
    assert rig.said(Reconstructed) == []


def test_naming_one_spot_of_a_swap_is_not_enough() -> None:
    rig = Rig("s", camera=False)
    open_round(rig)
    deal(rig, ("As", "Kd"), SPOTS[:2])
    rig.say(CardUnread(2, 1000))
    assert rig.held()
    one = Placement(hand("player", 3), Card("As"))
    assert "every spot that changes" in rig.ask(Role.SUPERVISOR, Reconstruct((one,)), why="x").why
    twice = (Placement(hand("player", 3), Card("5c")), Placement(hand("player", 3), Card("6c")))
    assert "named twice" in rig.ask(Role.SUPERVISOR, Reconstruct(twice), why="x").why
    both = (one, Placement(hand("player", 1), Card("Qc")))
    assert rig.ask(Role.SUPERVISOR, Reconstruct(both), why="the footage").why == ""
    assert rig.held() == []


def test_a_hand_is_revealed_when_it_is_dealt() -> None:
    rig = Rig("s", camera=False)
    open_round(rig)
    rig.draw("As")
    window(rig, Window.BETS, open_=False)
    rig.wait(800)
    assert "not dealt yet" in rig.ask(Role.DEALER, Reveal("player")).why
    assert rig.confirmed() == {}
