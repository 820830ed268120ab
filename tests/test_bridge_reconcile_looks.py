"""What the camera sees against what the shoe said: wrong places, conflicts, cards that leave, cameras that fail."""

import pytest

from bridge.commands import Placement, Reconstruct, Release, Role, Submit
from bridge.config import Policy, Timing
from bridge.events import Alarm, CardConfirmed, DeviceDown, DeviceUp, HoldReleased, Reconstructed, RoundComplete, Voided
from bridge.faults import FaultKind, HoldKind
from bridge.readings import EngineLag
from games.cards import Card
from games.game import Source, Window
from games.spots import hand
from scanner.frames import CardSeen, FrameSeen, Quality, Side
from shoe.messages import CardUnread
from tests.rig import Rig
from tests.rig_table import TCP_SPOTS, profile
from tests.rounds import CARDS, DEALER, PLAYER, deal, finish, open_round, play, show, window


def dealt_and_closed(rig: Rig) -> None:
    open_round(rig)
    deal(rig)
    rig.wait(600)
    window(rig, Window.BETS, open_=False)
    rig.wait(800)


def reveal_dealer(rig: Rig, cards: tuple[str, ...] = DEALER) -> None:
    window(rig, Window.DECISION, open_=True)
    rig.wait(800)
    window(rig, Window.DECISION, open_=False)
    show(rig, "dealer", cards)


def test_shoe_and_camera_disagree() -> None:
    rig = Rig("s")
    dealt_and_closed(rig)
    show(rig, "player", ("As", "Kh", "7c"))
    (hold,) = rig.held()
    assert (hold.fault, str(hold.spot)) == (FaultKind.CONFLICT, "hand/player/2")
    assert "Kd" not in repr(hold)
    assert "hand/player/2" not in rig.confirmed()
    assert rig.ask(Role.SUPERVISOR, Reconstruct((Placement(hand("player", 2), Card("Kh")),)), why="seen").why == ""
    assert rig.confirmed()["hand/player/2"] == "Kh"
    (told,) = rig.said(Reconstructed)
    assert told.who == "supervisor-1"


def test_two_cards_in_each_others_hand_are_reconstructed() -> None:
    rig = Rig("s")
    dealt_and_closed(rig)
    show(rig, "player", ("As", "Kd", "Qh"))
    (hold,) = rig.held()
    assert hold.fault is FaultKind.OUT_OF_ORDER
    assert hold.proposed == (), "the face was drawn for a hand that is sealed"
    assert "the card of hand/dealer/1 lies in hand/player/3" in hold.text
    assert rig.ask(Role.SUPERVISOR, Release(hold.hold, "reconstruct"), why="as it lies").why == ""
    assert rig.confirmed()["hand/player/3"] == "Qh"
    reveal_dealer(rig, ("7c", "9s", "2d"))
    assert rig.confirmed()["hand/dealer/1"] == "7c"
    (result,) = rig.said(RoundComplete)
    assert [one.cards for one in result.outcome.hands] == [
        (Card("As"), Card("Kd"), Card("Qh")),
        (Card("7c"), Card("9s"), Card("2d")),
    ]


def test_order_inside_a_hand_is_noted_and_no_fault() -> None:
    rig = Rig("s")
    dealt_and_closed(rig)
    show(rig, "player", ("Kd", "As", "7c"))
    assert rig.held() == []
    assert rig.confirmed() == {"hand/player/1": "Kd", "hand/player/2": "As", "hand/player/3": "7c"}
    assert any("each other's place" in what.text for what in rig.said(Alarm))


def test_order_inside_a_hand_of_which_the_shoe_could_not_read_a_card() -> None:
    rig = Rig("sr")
    open_round(rig)
    deal(rig, CARDS[:1], TCP_SPOTS[:1])
    rig.say(CardUnread(rig.counter, 1000))
    rig.counter += 1
    rig.lay(TCP_SPOTS[1])
    deal(rig, CARDS[2:], TCP_SPOTS[2:])
    rig.wait(600)
    window(rig, Window.BETS, open_=False)
    rig.wait(1800)
    for index, (scanned, lies) in enumerate((("As", "Kd"), ("Kd", "As"), ("7c", "7c")), 1):
        rig.scan(scanned)
        rig.turn(**{f"player_{index}": lies})
    assert any("each other's place" in what.text for what in rig.said(Alarm))
    assert {hold.fault for hold in rig.held()} == {FaultKind.UNREADABLE, FaultKind.CONFLICT}
    assert rig.confirmed() == {}


def test_a_card_laid_where_none_is_due() -> None:
    rig = Rig("s")
    open_round(rig)
    rig.draw("As")
    rig.lay(hand("player", 1))
    rig.draw("Kd")
    rig.lay(hand("dealer", 1))
    (hold,) = rig.held()
    assert (hold.fault, str(hold.spot)) == (FaultKind.OUT_OF_ORDER, "hand/dealer/1")
    assert "void" in hold.options


@pytest.mark.parametrize(
    ("seen", "closed", "ruling"),
    [(False, False, "void"), (True, True, "reuse"), (False, True, "void")],
)
def test_a_card_that_leaves_view(seen: bool, closed: bool, ruling: str) -> None:  # noqa: FBT001  # a table's columns
    rig = Rig("s")
    open_round(rig)
    deal(rig)
    rig.wait(600)
    if closed:
        window(rig, Window.BETS, open_=False)
        rig.wait(800)
    if seen:
        rig.turn(player_1="As")
    target = hand("player", 1) if closed else hand("player", 2)
    rig.take_away(target)
    if ruling == "void":
        rig.wait(600)
        (void,) = rig.said(Voided)
        assert void.fault is FaultKind.LEFT_VIEW
        return
    assert not rig.said(Voided)
    assert rig.held() == []
    assert rig.said(Alarm)[-1].fault is FaultKind.LEFT_VIEW
    rig.turn(player_1="As", player_2="Kd", player_3="7c")
    reveal_dealer(rig)
    assert rig.said(RoundComplete)


def test_the_returning_card_must_be_the_one_that_left() -> None:
    rig = Rig("s")
    dealt_and_closed(rig)
    rig.turn(player_1="As")
    rig.take_away(hand("player", 1))
    rig.turn(player_1="Ah")
    assert rig.held()[0].fault is FaultKind.CONFLICT


def test_a_hand_over_the_cards_is_no_leaving() -> None:
    rig = Rig("s")
    dealt_and_closed(rig)
    cover = CardSeen(((0.0, 0.0), (400.0, 0.0), (400.0, 300.0), (0.0, 300.0)), Side.OTHER)
    hidden = {spot: rig.lies.pop(spot) for spot in TCP_SPOTS[:3]}
    rig.elsewhere.append(cover)
    rig.wait(3000)
    rig.elsewhere.clear()
    rig.lies.update(hidden)
    rig.wait(500)
    assert not rig.said(Voided)
    assert rig.held() == []


def test_a_card_never_laid_is_missed_and_ends_by_itself() -> None:
    rig = Rig("s", timing=Timing(lay_ms=1000))
    open_round(rig)
    rig.draw("As")
    rig.wait(1500)
    (hold,) = rig.held()
    assert (hold.fault, hold.wait, str(hold.spot)) == (FaultKind.UNSEEN, HoldKind.WAIT, "hand/player/1")
    rig.lay(hand("player", 1))
    assert rig.held() == []
    assert rig.said(HoldReleased)[-1].who == "table"


def test_a_card_the_shoe_never_reported() -> None:
    rig = Rig("s", timing=Timing(lay_ms=1000))
    open_round(rig)
    rig.lay(hand("player", 1))
    assert rig.held() == []
    rig.wait(1500)
    assert rig.held()[0].fault is FaultKind.MISSING


def test_holds_are_said_again() -> None:
    rig = Rig("s", timing=Timing(again_ms=2000))
    open_round(rig)
    rig.draw("As", counter=5)
    rig.draw("As", counter=6)
    rig.wait(4500)
    said = [what.again for event in rig.events if (what := event.what) and type(what).__name__ == "Held"]  # type: ignore[union-attr]
    assert said.count(True) >= 2


@pytest.mark.parametrize("quality", [Quality.FROZEN, Quality.DAMAGED])
def test_a_camera_that_cannot_be_believed(quality: Quality) -> None:
    rig = Rig("s")
    dealt_and_closed(rig)
    rig.frames(30, quality)
    assert rig.said(DeviceDown)[-1].device == "top"
    (hold,) = rig.held()
    assert (hold.fault, hold.wait) == (FaultKind.CAMERA_LOST, HoldKind.WAIT)
    assert not rig.state.table.ready
    rig.frames(5)
    assert rig.said(DeviceUp)[-1].device == "top"
    assert rig.held(), "it has not had the time to look"
    rig.wait(1500)
    assert rig.held() == []
    show(rig, "player", PLAYER)
    reveal_dealer(rig)
    assert rig.said(RoundComplete)


def test_a_lost_camera_may_be_marked_by_policy() -> None:
    rig = Rig("s", policy=Policy(camera_lost="mark"))
    dealt_and_closed(rig)
    rig.link_down("top")
    assert rig.held() == []
    from bridge.commands import Reveal  # noqa: PLC0415  # only here

    assert rig.ask(Role.DEALER, Reveal("player")).done
    assert all(what.by == (Source.SHOE,) for what in rig.said(CardConfirmed))
    assert len(rig.confirmed()) == 3


def test_a_lost_camera_is_not_marked_while_it_saw_more_cards_than_were_drawn() -> None:
    rig = Rig("s", policy=Policy(camera_lost="mark"))
    open_round(rig)
    rig.lay(hand("player", 1))
    for number, card in enumerate(PLAYER[1:], 2):
        rig.draw(card)
        rig.lay(hand("player", number))
    rig.link_down("top")
    assert rig.held()[0].fault is FaultKind.CAMERA_LOST


def test_a_moved_camera() -> None:
    rig = Rig("s")
    dealt_and_closed(rig)
    rig.take(FrameSeen("top", 9999, rig.at, rig.wall, Quality.FRESH, 100.0, 120.0, 40.0))
    assert rig.held()[0].fault is FaultKind.CAMERA_MOVED
    assert not rig.said(Voided), "a blind interval never voids"


def test_two_cameras_that_differ() -> None:
    rig = Rig("s", profiles={"left": profile("left", TCP_SPOTS), "right": profile("right", TCP_SPOTS)})
    dealt_and_closed(rig)
    for name, card in (("left", "As"), ("right", "Ac")):
        rig.lies[hand("player", 1)] = (Side.FACE, Card(card))
        rig.frames(4, only=name)
    assert {hold.fault for hold in rig.held()} == {FaultKind.CONFLICT}
    assert "hand/player/1" not in rig.confirmed()


def test_after_submission_scooping_is_no_fault() -> None:
    rig = Rig("s")
    play(rig)
    alarms = len(rig.said(Alarm))
    finish(rig)
    assert len(rig.said(Alarm)) == alarms
    assert not rig.ask(Role.ENGINE, Submit()).done


def test_cards_are_what_they_were() -> None:
    assert len(set(CARDS)) == 6


def test_a_face_held_for_doubt_is_not_confirmed_before_its_window_closes() -> None:
    rig = Rig("s")
    open_round(rig)
    deal(rig)
    rig.take(EngineLag(rig.at, rig.wall, deaf=True, behind=9))
    rig.turn(player_1="As")
    (hold,) = rig.held()
    assert rig.ask(Role.SUPERVISOR, Release(hold.hold), why="nobody could bet").done
    rig.frames(5)
    assert rig.confirmed() == {}
    rig.wait(600)
    window(rig, Window.BETS, open_=False)
    rig.frames(2)
    assert rig.confirmed() == {"hand/player/1": "As"}


def test_a_face_that_cannot_be_read_is_not_taken_on_the_shoes_word() -> None:
    rig = Rig("s")
    dealt_and_closed(rig)
    rig.lies[hand("player", 1)] = (Side.FACE, None)
    rig.frames(30)
    assert rig.confirmed() == {}
    rig.turn(player_1="As")
    assert rig.confirmed() == {"hand/player/1": "As"}
