"""Links lost, restarts, full disks, stepped clocks: after a break nothing counts until it is proved whole."""

from bridge.commands import Release, Role
from bridge.events import Alarm, CardDealt, DeviceDown, DeviceUp, HoldReleased, Voided
from bridge.faults import FaultKind, HoldKind, Scope
from bridge.readings import ClockStepped, EngineLag, Started, StoreFault
from bridge.session import status
from games.game import Window
from shoe.messages import Banner
from tests.rig import Rig
from tests.rounds import PLAYER, deal, half_dealt, open_round, rest, show, window


def test_a_lost_link_in_the_deal_holds_until_the_counter_proves_it_whole() -> None:
    rig = Rig("s")
    half_dealt(rig)
    rig.link_down("shoe")
    (hold,) = rig.held()
    assert (hold.fault, hold.wait) == (FaultKind.LINK_LOST, HoldKind.WAIT)
    assert rig.said(DeviceDown)[-1].cause == "unplugged"
    rig.link_up("shoe")
    assert len(rig.held()) == 1
    rest(rig)
    assert rig.held() == []
    assert rig.said(HoldReleased)[-1].why == "the counter is continuous"


def test_a_card_drawn_during_the_break_is_missed() -> None:
    rig = Rig("s")
    half_dealt(rig)
    rig.link_down("shoe")
    rig.link_up("shoe")
    rig.draw("9s", counter=rig.counter + 1)
    assert FaultKind.MISSING in {hold.fault for hold in rig.held()}


def test_a_device_that_falls_silent() -> None:
    rig = Rig("s")
    half_dealt(rig)
    rig.mute.add("shoe")
    rig.wait(12_000)
    assert rig.said(DeviceDown)
    assert rig.held()[0].fault is FaultKind.LINK_LOST
    rig.mute.clear()
    rest(rig)
    assert rig.said(DeviceUp)
    assert rig.held() == []


def test_a_device_that_restarts_in_the_deal() -> None:
    rig = Rig("s")
    half_dealt(rig)
    rig.say(Banner("1.4"))
    assert rig.held()[0].fault is FaultKind.LINK_LOST
    rig.draw("Qh", counter=0)
    assert len(rig.said(CardDealt)) == 4, "a counter that begins anew is no hundred lost cards"


def test_a_restart_of_the_daemon_holds_the_round_until_all_is_whole() -> None:
    rig = Rig("s")
    half_dealt(rig)
    rig.at += 5_000_000_000
    rig.take(Started(rig.at, rig.wall, "boot-1", "0.1.0"))
    (hold,) = rig.held()
    assert (hold.fault, hold.wait) == (FaultKind.LINK_LOST, HoldKind.WAIT)
    rig.links_up()
    rig.wait(3000)
    window(rig, Window.BETS, open_=True)
    assert len(rig.held()) == 1
    rest(rig)
    rig.wait(100)
    assert rig.held() == []
    assert len(rig.said(CardDealt)) == 6


def test_an_exposure_after_a_restart_is_held_until_windows_are_restated() -> None:
    rig = Rig("s")
    open_round(rig)
    deal(rig)
    rig.take(Started(rig.at, rig.wall, "boot-1", "0.1.0"))
    rig.links_up()
    rig.wait(2000)
    rig.turn(player_1="As")
    assert not rig.said(Voided)
    assert FaultKind.EXPOSED in {hold.fault for hold in rig.held()}


def test_after_a_reboot_old_stamps_are_no_measure() -> None:
    rig = Rig("s")
    open_round(rig)
    deal(rig)
    rig.wait(600)
    window(rig, Window.BETS, open_=False)
    rig.at = 30_000_000_000
    rig.take(Started(rig.at, rig.wall, "boot-2", "0.1.0"))
    rig.links_up()
    rig.wait(1200)
    window(rig, Window.DECISION, open_=True)
    rig.turn(player_1="As", player_2="Kd", player_3="7c")
    rig.wait(1500)
    assert not rig.said(Voided)
    assert rig.held() == []
    assert len(rig.confirmed()) == 3


def test_without_a_camera_a_restart_is_a_persons_matter() -> None:
    rig = Rig("s", camera=False)
    half_dealt(rig)
    rig.take(Started(rig.at, rig.wall, "boot-1", "0.1.0"))
    rig.links_up()
    assert rig.held()[0].wait is HoldKind.DECIDE


def test_a_deaf_engine_makes_an_exposure_a_hold() -> None:
    rig = Rig("s")
    open_round(rig)
    deal(rig)
    rig.take(EngineLag(rig.at, rig.wall, deaf=True, behind=40))
    rig.turn(player_1="As")
    assert not rig.said(Voided)
    assert rig.held()[0].options[0] == "void"


def test_a_full_disk_is_told_and_lost_readings_hold() -> None:
    rig = Rig("s")
    half_dealt(rig)
    rig.take(StoreFault(rig.at, rig.wall, "no space left", 0))
    assert rig.held() == []
    assert "no space left" in rig.said(Alarm)[-1].text
    rig.take(StoreFault(rig.at, rig.wall, "no space left", 3))
    assert rig.held()[0].fault is FaultKind.MISSING


def test_a_clock_step_is_told_and_changes_nothing() -> None:
    rig = Rig("s")
    open_round(rig)
    rig.take(ClockStepped(rig.at, rig.wall - 3_600_000_000_000, -3_600_000_000_000))
    assert "-3600.000" in rig.said(Alarm)[-1].text
    deal(rig)
    window(rig, Window.BETS, open_=False)
    show(rig, "player", PLAYER)
    assert len(rig.confirmed()) == 3


def test_a_round_that_another_version_left_open_holds_the_table() -> None:
    rig = Rig("s")
    rig.take(Started(rig.at, rig.wall, "boot-1", "0.2.0", left_open="r77"))
    rig.links_up()
    rig.wait(1500)
    (hold,) = rig.held()
    assert hold.scope is Scope.TABLE
    assert "r77" in hold.text
    assert not rig.ready()
    assert rig.ask(Role.SUPERVISOR, Release(hold.hold), why="settled by hand").done
    assert rig.ready()


def test_a_window_that_was_open_before_a_restart_is_told_as_unknown() -> None:
    rig = Rig("s")
    open_round(rig)
    rig.take(Started(rig.at, rig.wall, "boot-1", "0.1.0"))
    assert status(rig.setup, rig.state)["windows"] == {"bets": "unknown"}
    window(rig, Window.BETS, open_=True)
    assert status(rig.setup, rig.state)["windows"] == {"bets": "open"}
