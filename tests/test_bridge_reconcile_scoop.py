"""The end of a scoop: only pictures taken after the round's end show that its cards are gone."""

from bridge.commands import Cancel, Role
from bridge.readings import Started
from bridge.reconcile.draft import Draft
from bridge.reconcile.phase import Phase
from bridge.reconcile.voids import Ground, void_round
from games.spots import hand
from scanner.frames import Side
from tests.rig import MS, Rig
from tests.rig_table import TCP_SPOTS, profile
from tests.rounds import CARDS, deal, finish, open_round, play

BEHIND = 3000 * MS
"""How far a camera is behind the table in these tests, in ns."""


def behind(rig: Rig, count: int) -> None:
    """Frames that come now and were captured a while ago."""
    rig.at -= BEHIND
    rig.late_frames(count)
    rig.at += BEHIND


def phase(rig: Rig) -> Phase:
    return rig.state.table.phase


def void_before_a_camera_saw_it(rig: Rig) -> None:
    """Three cards are drawn and the round is taken back before a picture of them came."""
    open_round(rig)
    rig.wait(4000)
    for card in CARDS[:3]:
        rig.draw(card)
    assert rig.ask(Role.ENGINE, Cancel()).done
    assert phase(rig) is Phase.VOIDED


def test_pictures_from_before_the_end_do_not_show_the_layout_empty() -> None:
    rig = Rig("s")
    void_before_a_camera_saw_it(rig)
    behind(rig, 25)
    assert phase(rig) is Phase.VOIDED
    assert not rig.ready()


def test_cards_that_a_late_camera_comes_to_see_are_cleared_before_the_next_round() -> None:
    rig = Rig("s")
    void_before_a_camera_saw_it(rig)
    behind(rig, 40)
    rig.lies[hand("player", 1)] = (Side.BACK, None)
    behind(rig, 60)
    assert phase(rig) is Phase.VOIDED, "one of its cards lies there"
    rig.lies.clear()
    behind(rig, 12)
    assert phase(rig) is Phase.IDLE
    assert rig.ready()


def test_an_end_that_a_late_picture_tells_of_is_no_earlier_than_what_the_devices_have_told() -> None:
    rig = Rig("s")
    open_round(rig)
    rig.wait(4000)
    rig.draw(CARDS[0])
    late = Draft(rig.setup, rig.state.table, 0, rig.at - BEHIND, 0)
    void_round(late, Ground("as seen in a late picture", None, "table", ""))
    assert late.state.over == rig.at


def test_each_camera_has_to_show_it() -> None:
    rig = Rig("s", profiles={"left": profile("left", TCP_SPOTS), "right": profile("right", TCP_SPOTS)})
    void_before_a_camera_saw_it(rig)
    rig.frames(20, only="left")
    assert phase(rig) is Phase.VOIDED
    rig.frames(1, only="right")
    assert phase(rig) is Phase.IDLE


def test_frames_that_tell_nothing_end_it() -> None:
    rig = Rig("s")
    play(rig)
    finish(rig)
    assert phase(rig) is Phase.IDLE
    assert rig.ready()


def test_a_boot_in_between_does_not_wait_for_a_moment_of_the_boot_before() -> None:
    rig = Rig("s")
    void_before_a_camera_saw_it(rig)
    rig.lay(hand("player", 1))
    rig.lies.clear()
    rig.at = 5 * MS
    rig.take(Started(rig.at, rig.wall, "boot-2", "0.1.0"))
    rig.links_up()
    rig.frames(10)
    assert phase(rig) is Phase.VOIDED, "the camera has looked for less than a second"
    rig.frames(25)
    assert phase(rig) is Phase.IDLE


def test_a_camera_that_was_lost_is_believed_by_its_pictures_and_not_by_what_a_shoe_says() -> None:
    rig = Rig("s")
    open_round(rig)
    deal(rig)
    rig.link_down("top")
    assert rig.held()
    rig.links_up()
    behind(rig, 2)
    rig.at += 2 * BEHIND
    rig.draw("2c")
    held = {hold.fault.value for hold in rig.held()}
    assert "camera_lost" in held
