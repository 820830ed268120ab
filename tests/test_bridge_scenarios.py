"""Situations a live table meets, in Live Three Card Poker and the reference dialect."""

import pytest

from bridge.commands import (
    Release,
    Reveal,
    Role,
    SetWindow,
    Submit,
    Void,
)
from bridge.config import Policy, Timing
from bridge.drive import encode_state
from bridge.events import Alarm, CardDealt, Voided
from bridge.faults import FaultKind
from bridge.readings import Asked, ClockStepped, Started
from games.cards import Card
from games.game import Window
from games.spots import hand
from scanner.frames import Quality, Side
from shoe import messages as m
from tests.rig import Rig
from tests.rounds import CARDS, PLAYER, SPOTS, deal, open_round, play, show, window

FIRST = hand("player", 1)


def closed(rig: Rig) -> None:
    open_round(rig)
    deal(rig)
    rig.wait(600)
    window(rig, Window.BETS, open_=False)
    rig.wait(800)


def release(rig: Rig, option: str = "go_on") -> str:
    return rig.ask(Role.SUPERVISOR, Release(rig.held()[0].hold, option), why="ruled").why


def test_one_misread_card_is_not_taken_for_two_that_changed_places() -> None:
    rig = Rig("s")
    closed(rig)
    rig.turn(player_1="Kd")
    assert rig.confirmed() == {}
    rig.turn(player_2="Kd")
    assert rig.held()[0].fault is FaultKind.CONFLICT
    assert rig.confirmed() == {}


@pytest.mark.parametrize("camera_lost", ["hold", "mark"])
def test_a_blind_interval_never_voids_by_itself(camera_lost: str) -> None:
    rig = Rig("s", policy=Policy(camera_lost=camera_lost))  # type: ignore[arg-type]  # one of the setting's values
    open_round(rig)
    deal(rig)
    rig.frames(20, Quality.FROZEN)
    rig.lies.pop(hand("player", 2))
    rig.wait(2000)
    assert rig.said(Voided) == []
    assert FaultKind.LEFT_VIEW in {hold.fault for hold in rig.held()}


def test_a_jam_never_cleared_has_a_way_out() -> None:
    rig = Rig("s")
    open_round(rig)
    rig.draw("As")
    rig.say(m.Jam(on=True))
    assert release(rig) == ""
    rig.draw("Kd")
    assert rig.held() == []


def test_cards_dealt_without_the_camera_are_finished_marked() -> None:
    rig = Rig("s", policy=Policy(camera_lost="mark"))
    open_round(rig)
    deal(rig, CARDS[:2], SPOTS[:2])
    rig.frames(20, Quality.FROZEN)
    for card in CARDS[2:]:
        rig.draw(card)
        rig.frames(5, Quality.FROZEN)
    window(rig, Window.BETS, open_=False)
    assert rig.ask(Role.DEALER, Reveal("player")).done
    rig.frames(200, Quality.FROZEN)
    assert rig.held() == []
    assert rig.confirmed() == {"hand/player/1": "As", "hand/player/2": "Kd", "hand/player/3": "7c"}


def test_scans_in_another_order_than_the_cards_lie_are_told_apart_by_the_camera() -> None:
    rig = Rig("mr")
    closed(rig)
    for card in ("Kd", "As", "7c"):
        rig.scan(card)
        rig.wait(2500)
    rig.turn(player_1="As", player_2="Kd", player_3="7c")
    assert rig.held() == []
    assert rig.confirmed() == {"hand/player/1": "As", "hand/player/2": "Kd", "hand/player/3": "7c"}


def test_a_scan_that_disagrees_with_the_camera_is_held() -> None:
    rig = Rig("mr")
    closed(rig)
    rig.scan("Ah")
    rig.turn(player_1="As")
    assert rig.held()[0].fault is FaultKind.CONFLICT
    assert rig.confirmed() == {}


def test_a_scan_that_comes_late_ends_its_hold_and_a_face_alone_does_not() -> None:
    rig = Rig("mr", timing=Timing(reveal_ms=2000))
    closed(rig)
    rig.turn(player_1="As", player_2="Kd", player_3="7c")
    rig.wait(4000)
    assert {hold.fault for hold in rig.held()} == {FaultKind.UNSEEN}
    rig.lies[FIRST] = (Side.BACK, None)
    rig.frames(10)
    rig.turn(player_1="As")
    assert len(rig.held()) == 3
    for card in PLAYER:
        rig.scan(card)
        rig.at += 10_000_000
    assert rig.held() == []
    assert len(rig.confirmed()) == 3


def test_a_card_scanned_again_after_the_result_holds_nothing() -> None:
    rig = Rig("mr")
    play(rig)
    rig.wait(3000)
    rig.scan("As")
    assert rig.held() == []
    assert rig.ask(Role.ENGINE, Submit()).done


@pytest.mark.parametrize("at", [1, 10**20])
def test_a_window_cannot_close_before_it_opened_nor_in_the_future(at: int) -> None:
    rig = Rig("s")
    open_round(rig)
    deal(rig)
    assert rig.ask(Role.ENGINE, SetWindow(Window.BETS, open=False, at=at)).done
    round_ = rig.state.table.round
    assert round_ is not None
    assert round_.windows[0].closed == rig.at


def test_after_a_restart_another_window_restates_nothing_of_this_one() -> None:
    rig = Rig("s")
    open_round(rig)
    deal(rig)
    rig.take(Started(rig.at, rig.wall, "boot-1", "0.1.0"))
    rig.links_up()
    rig.frames(5)
    assert rig.ask(Role.ENGINE, SetWindow(Window.DECISION, open=False)).done
    rig.turn(player_1="As")
    assert rig.said(Voided) == []
    assert FaultKind.EXPOSED in {hold.fault for hold in rig.held()}


@pytest.mark.parametrize(("option", "spots"), [("go_on", 2), ("discard", 0)])
def test_an_early_card_and_those_behind_it_wait_for_a_person(option: str, spots: int) -> None:
    rig = Rig("s", camera=False, options={"deal_while": "bets_closed"})
    open_round(rig)
    rig.draw("5c")
    window(rig, Window.BETS, open_=False)
    rig.draw("Kh")
    assert rig.said(CardDealt) == []
    assert release(rig, option) == ""
    assert len(rig.said(CardDealt)) == spots


def test_the_plug_is_pulled_in_mid_report_and_no_card_is_made_of_four_bytes() -> None:
    rig = Rig("s")
    open_round(rig)
    deal(rig, CARDS[:2], SPOTS[:2])
    whole = rig.setup.devices["shoe"].dialect.encode(m.CardDrawn(Card("7c"), rig.counter, 1000))
    rig.bytes(whole[:4])
    rig.link_down("shoe")
    assert rig.held()[0].fault is FaultKind.LINK_LOST
    rig.wait(3000)
    rig.link_up("shoe")
    deal(rig, CARDS[2:], SPOTS[2:])
    assert rig.held() == []
    assert len(rig.said(CardDealt)) == 6


def test_noise_an_echo_and_a_banner_before_the_first_card() -> None:
    rig = Rig("s")
    open_round(rig)
    encode = rig.setup.devices["shoe"].dialect.encode
    rig.bytes(bytes(range(0x80, 0xC0)) + encode(m.CardDrawn(Card("7d"), 999, 1000))[-5:] + b"AT\r")
    rig.say(m.Banner("1.4"))
    rig.bytes(b"ready\r\n")
    rig.draw("As")
    rig.lay(FIRST)
    assert [str(what.spot) for what in rig.said(CardDealt)] == ["hand/player/1"]
    assert any("started" in what.text for what in rig.said(Alarm))
    assert rig.held() == []


def test_a_flood_makes_a_handful_of_alarms_and_the_card_after_it_is_read() -> None:
    rig = Rig("s")
    open_round(rig)
    for _ in range(200):
        rig.bytes(b"A" * 1000)
    before = len(rig.said(Alarm))
    rig.draw("As")
    assert before <= 5
    assert len(rig.said(CardDealt)) == 1
    assert len(encode_state(rig.state)) < 20_000


def test_a_report_the_camera_makes_good_moves_no_later_card_and_no_later_round() -> None:
    rig = Rig("s")
    open_round(rig)
    for number, (card, spot) in enumerate(zip(CARDS, SPOTS, strict=True)):
        if number != 1:
            rig.draw(card, counter=number)
        rig.lay(spot)
        rig.wait(200)
    window(rig, Window.BETS, open_=False)
    show(rig, "player", PLAYER)
    assert release(rig, "reconstruct") == ""
    assert rig.confirmed() == {"hand/player/1": "As", "hand/player/2": "Kd", "hand/player/3": "7c"}
    assert rig.ask(Role.SUPERVISOR, Void(), why="the rest is of no matter").done
    rig.take_away()
    open_round(rig, "r2")
    rig.draw("9h")
    assert str(rig.said(CardDealt)[-1].spot) == "hand/player/1"
    assert rig.held() == []


def test_cards_with_no_round_count_in_the_composition_and_are_no_ones() -> None:
    rig = Rig("s", camera=False)
    for card in CARDS[:4]:
        rig.draw(card)
    assert [what.fault for what in rig.said(Alarm)] == [FaultKind.SURPLUS] * 4
    assert rig.said(CardDealt) == []
    assert [one.card.value for one in rig.state.table.known[""]] == list(CARDS[:4])


@pytest.mark.parametrize("hours", [-1, 1])
def test_a_clock_that_is_set_in_mid_round_lets_nothing_expire(hours: int) -> None:
    rig = Rig("s")
    open_round(rig)
    deal(rig)
    rig.wait(600)
    by = hours * 3_600_000_000_000
    rig.take(ClockStepped(rig.at, rig.wall + by, by))
    rig.at += 1_000_000
    shut = SetWindow(Window.BETS, open=False, at=rig.wall)
    rig.take(Asked(rig.at, rig.wall + by, "stepped", "engine-1", Role.ENGINE, shut, "r1", "", rig.state.event))
    rig.wait(800)
    show(rig, "player", PLAYER)
    assert rig.held() == []
    assert rig.said(Voided) == []
    assert len(rig.confirmed()) == 3
