"""Reports from the line: lost, repeated, late, and what a heartbeat's counter proves."""

from bridge.commands import Placement, Reconstruct, Release, Role
from bridge.events import Alarm, CardConfirmed, CardDealt
from bridge.faults import FaultKind
from games.cards import Card
from games.game import Source, Window
from games.spots import hand
from shoe.messages import Heartbeat
from tests.rig import Rig
from tests.rounds import CARDS, DEALER, PLAYER, SPOTS, deal, open_round, show, window


def test_a_lost_frame_leaves_its_spot_open() -> None:
    rig = Rig("s", camera=False)
    open_round(rig)
    rig.draw("As")
    rig.draw("7c", counter=rig.counter + 1)
    (alarm,) = (what for what in rig.said(Alarm) if what.fault)
    assert alarm.fault is FaultKind.MISSING
    assert alarm.text == "the report with counter 001 is missing"
    assert str(alarm.spot) == "hand/player/2"
    assert [str(what.spot) for what in rig.said(CardDealt)] == ["hand/player/1", "hand/player/2", "hand/player/3"]
    for card in DEALER:
        rig.draw(card)
    window(rig, Window.BETS, open_=False)
    show(rig, "player", PLAYER)
    assert rig.confirmed() == {}
    answer = rig.ask(Role.SUPERVISOR, Reconstruct((Placement(hand("player", 2), Card("Kd")),)), why="the footage")
    assert answer.why == ""
    assert rig.held() == []
    assert rig.confirmed() == {"hand/player/1": "As", "hand/player/2": "Kd", "hand/player/3": "7c"}
    assert rig.said(CardConfirmed)[1].by == (Source.PEOPLE,)


def test_a_lost_frame_with_a_camera_is_put_right_from_what_it_saw() -> None:
    rig = Rig("s")
    open_round(rig)
    for number, (card, spot) in enumerate(zip(CARDS, SPOTS, strict=True)):
        if number != 1:
            rig.draw(card, counter=number)
        rig.lay(spot)
        rig.wait(200)
    assert rig.held()[0].fault is FaultKind.MISSING
    window(rig, Window.BETS, open_=False)
    show(rig, "player", PLAYER)
    hold = rig.held()[0]
    assert rig.ask(Role.SUPERVISOR, Release(hold.hold, "reconstruct"), why="seen").why == ""
    assert rig.confirmed() == {"hand/player/1": "As", "hand/player/2": "Kd", "hand/player/3": "7c"}
    assert Source.CAMERA in rig.said(CardConfirmed)[1].by
    assert Source.SHOE not in rig.said(CardConfirmed)[1].by


def test_a_repeated_frame_is_no_second_card_and_a_second_card_is() -> None:
    rig = Rig("s", camera=False)
    open_round(rig)
    rig.draw("Kh", counter=200)
    before = len(rig.said(CardDealt))
    rig.draw("Kh", counter=200)
    rig.draw("Kh", counter=200)
    assert len(rig.said(CardDealt)) == before == 1
    assert rig.held() == []
    rig.draw("7d", counter=201)
    rig.draw("9c", counter=201)
    (hold,) = rig.held()
    assert hold.fault is FaultKind.COUNTER_REUSED
    assert len(rig.said(CardDealt)) == 2


def test_a_counter_that_jumps_far_is_a_restart_not_hundreds_of_cards() -> None:
    rig = Rig("s", camera=False)
    open_round(rig)
    rig.draw("As", counter=500)
    rig.draw("Kd", counter=3)
    assert rig.held()[0].fault is FaultKind.MISSING
    assert len(rig.said(CardDealt)) == 2


def test_a_heartbeat_shows_a_report_that_was_lost_last() -> None:
    rig = Rig("s", camera=False)
    rig.say(Heartbeat(999, 1000))
    open_round(rig)
    rig.draw("As", counter=0)
    rig.say(Heartbeat(0, 1000))
    assert rig.held() == []
    rig.say(Heartbeat(1, 1000))
    (hold,) = rig.held()
    assert (hold.fault, hold.text, str(hold.spot)) == (
        FaultKind.MISSING,
        "the report with counter 001 is missing",
        "hand/player/2",
    )
    rig.draw("7c", counter=2)
    assert [str(what.spot) for what in rig.said(CardDealt)][-1] == "hand/player/3"


def test_the_first_report_of_a_lone_shoe_is_missed_where_its_heartbeat_counts() -> None:
    rig = Rig("s", camera=False)
    rig.say(Heartbeat(999, 1000))
    open_round(rig)
    rig.draw("Kd", counter=1)
    assert FaultKind.MISSING in {hold.fault for hold in rig.held()}
    assert [str(what.spot) for what in rig.said(CardDealt)] == ["hand/player/1", "hand/player/2"]


def test_a_missing_report_that_comes_late_takes_its_place() -> None:
    rig = Rig("s", camera=False)
    open_round(rig)
    rig.draw("As", counter=0)
    rig.draw("7c", counter=2)
    assert rig.held()
    rig.draw("Kd", counter=1)
    assert rig.held() == []
    rig.counter = 3
    for card in DEALER:
        rig.draw(card)
    window(rig, Window.BETS, open_=False)
    show(rig, "player", PLAYER)
    assert rig.confirmed() == {"hand/player/1": "As", "hand/player/2": "Kd", "hand/player/3": "7c"}


def test_a_heartbeat_proves_that_a_break_lost_nothing() -> None:
    rig = Rig("s", camera=False)
    open_round(rig)
    rig.draw("As", counter=0)
    rig.link_down("shoe")
    rig.link_up("shoe")
    assert rig.held()
    rig.say(Heartbeat(0, 1000))
    assert rig.held() == []


def test_a_heartbeat_far_off_deals_no_card() -> None:
    rig = Rig("s", camera=False)
    open_round(rig)
    deal(rig, ("As", "Kd", "7c"), SPOTS[:3])
    rig.say(Heartbeat(700, 1000))
    rig.say(Heartbeat(703, 1000))
    assert len(rig.said(CardDealt)) == 3
    assert rig.held()[0].fault is FaultKind.MISSING
