"""Cards from the line: lost, repeated, doubled, beyond the last, outside a round."""

import pytest

from bridge.commands import Assign, OpenRound, Placement, Reconstruct, Release, Reveal, Role, Scooped, Submit, Void
from bridge.config import Policy
from bridge.events import (
    Alarm,
    CardBurned,
    CardConfirmed,
    CardDealt,
    Held,
    Reconstructed,
    RoundComplete,
    SealOpened,
    Voided,
)
from bridge.faults import FaultKind
from games.cards import Card
from games.game import Source, Window
from games.spots import hand
from shoe.messages import CardDrawn, CardUnread, DrawKind, Garbled, Heartbeat
from tests.rig import Rig, kinds
from tests.rounds import CARDS, DEALER, PLAYER, SPOTS, deal, finish, open_round, play, show, window


def test_a_lost_frame_leaves_its_spot_open() -> None:
    rig = Rig("s", camera=False)
    open_round(rig)
    rig.draw("As")
    rig.draw("7c", counter=rig.counter + 1)
    (alarm,) = (what for what in rig.said(Alarm) if what.fault)
    assert alarm.fault is FaultKind.MISSING
    assert alarm.text == "001 missing"
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


def test_the_same_card_twice_in_one_deck_is_held() -> None:
    rig = Rig("s", camera=False)
    open_round(rig)
    rig.draw("Kh")
    rig.draw("Kh")
    (hold,) = rig.held()
    assert hold.fault is FaultKind.DUPLICATE
    assert "Kh" not in repr(rig.said(Alarm))


def test_the_deck_is_whole_again_in_the_next_round() -> None:
    rig = Rig("s")
    play(rig)
    finish(rig)
    play(rig, "r2")
    assert len(rig.said(RoundComplete)) == 2


def test_a_card_with_no_round_belongs_to_none() -> None:
    rig = Rig("s", camera=False)
    rig.draw("5c")
    assert rig.said(CardDealt) == []
    assert rig.said(Alarm)[-1].fault is FaultKind.SURPLUS
    rig.round = "r1"
    assert "with no round open" in rig.ask(Role.ENGINE, OpenRound()).why
    assert rig.ask(Role.DEALER, Scooped()).done
    open_round(rig)
    rig.draw("Kh")
    assert [str(what.spot) for what in rig.said(CardDealt)] == ["hand/player/1"]


def test_after_a_void_the_dealer_goes_on_and_nothing_of_it_counts() -> None:
    rig = Rig("s", camera=False)
    open_round(rig)
    rig.draw("5c")
    rig.draw("Kh")
    for _ in range(3):
        rig.ask(Role.SUPERVISOR, Void(), why="a chair fell", id_="the-void")
    assert len(rig.said(Voided)) == 1
    assert [(str(what.spot), what.card.value) for what in rig.said(SealOpened)] == [
        ("hand/player/1", "5c"),
        ("hand/player/2", "Kh"),
    ]
    dealt = len(rig.said(CardDealt))
    rig.draw("3d")
    rig.draw("7s")
    assert len(rig.said(CardDealt)) == dealt
    assert [event.round for event in rig.events[-2:]] == ["", ""]
    assert not rig.ask(Role.ENGINE, Submit()).done
    assert rig.said(RoundComplete) == []


def test_a_card_beyond_the_last_is_a_persons_to_assign() -> None:
    rig = Rig("s", camera=False)
    open_round(rig)
    deal(rig)
    rig.draw("5c")
    (hold,) = rig.held()
    assert hold.fault is FaultKind.OVERDRAWN
    assert set(hold.options) >= {"next_round", "burn", "discard"}
    assert not rig.ask(Role.SUPERVISOR, Assign(Card("5d"), "burn")).done
    assert rig.ask(Role.SUPERVISOR, Assign(Card("5c"), "next_round"), why="kept").done
    window(rig, Window.BETS, open_=False)
    show(rig, "player", PLAYER)
    window(rig, Window.DECISION, open_=True)
    window(rig, Window.DECISION, open_=False)
    show(rig, "dealer", DEALER)
    assert rig.said(RoundComplete)
    finish(rig)
    open_round(rig, "r2")
    assert [event.round for event in rig.events if isinstance(event.what, CardDealt)][-1] == "r2"


@pytest.mark.parametrize("to", ["burn", "discard"])
def test_a_setting_may_assign_it_at_once(to: str) -> None:
    rig = Rig("s", camera=False, policy=Policy(overdrawn=to))  # type: ignore[arg-type]  # one of the setting's values
    open_round(rig)
    deal(rig)
    rig.draw("5c")
    assert rig.held() == []
    assert rig.said(Alarm)[-1].fault is FaultKind.OVERDRAWN


def test_burn_cards_come_first_and_stay_sealed() -> None:
    rig = Rig("s", camera=False, options={"burn": 1})
    open_round(rig)
    rig.draw("2c")
    rig.draw("As")
    assert len(rig.said(CardBurned)) == 1
    assert [str(what.spot) for what in rig.said(CardDealt)] == ["hand/player/1"]
    assert "'2c'" not in repr(rig.events)


def test_an_unread_card_keeps_its_place_and_holds() -> None:
    rig = Rig("s", camera=False)
    open_round(rig)
    rig.say(CardUnread(0, 1000))
    rig.counter = 1
    rig.draw("Kd")
    (hold,) = rig.held()
    assert (hold.fault, str(hold.spot)) == (FaultKind.UNREADABLE, "hand/player/1")
    assert str(rig.said(CardDealt)[-1].spot) == "hand/player/2"


def test_a_counter_that_jumps_far_is_a_restart_not_hundreds_of_cards() -> None:
    rig = Rig("s", camera=False)
    open_round(rig)
    rig.draw("As", counter=500)
    rig.draw("Kd", counter=3)
    assert rig.held()[0].fault is FaultKind.MISSING
    assert len(rig.said(CardDealt)) == 2


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


def test_a_heartbeat_shows_a_report_that_was_lost_last() -> None:
    rig = Rig("s", camera=False)
    rig.say(Heartbeat(999, 1000))
    open_round(rig)
    rig.draw("As", counter=0)
    rig.say(Heartbeat(0, 1000))
    assert rig.held() == []
    rig.say(Heartbeat(1, 1000))
    (hold,) = rig.held()
    assert (hold.fault, hold.text, str(hold.spot)) == (FaultKind.MISSING, "001 missing", "hand/player/2")
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


def test_a_card_drawn_in_another_mode_may_be_none_of_this_deal() -> None:
    for draw in (DrawKind.FREE, DrawKind.NEXT_ROUND):
        rig = Rig("s", camera=False)
        open_round(rig)
        rig.draw("As")
        rig.say(CardDrawn(Card("Kd"), 1, 1000, draw))
        (hold,) = rig.held()
        assert hold.fault is FaultKind.CONFLICT


def test_a_card_kept_for_the_next_round_is_its_first() -> None:
    rig = Rig("s", camera=False)
    open_round(rig)
    rig.say(CardDrawn(Card("As"), 0, 1000, DrawKind.NEXT_ROUND))
    rig.counter = 1
    rig.draw("Kd")
    assert rig.held() == []
    assert len(rig.said(CardDealt)) == 2


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


def test_a_heartbeat_far_off_deals_no_card() -> None:
    rig = Rig("s", camera=False)
    open_round(rig)
    deal(rig, ("As", "Kd", "7c"), SPOTS[:3])
    rig.say(Heartbeat(700, 1000))
    rig.say(Heartbeat(703, 1000))
    assert len(rig.said(CardDealt)) == 3
    assert rig.held()[0].fault is FaultKind.MISSING
