"""Baccarat whose cards are not those the chart calls for, and places in a hand that mean something else."""

from bridge.commands import Correct, Placement, Release, Role, Submit, Void
from bridge.events import Alarm, HoldReleased, RoundComplete, Submitted
from bridge.faults import FaultKind
from bridge.reconcile.cards import group
from games.cards import Card
from games.spots import hand
from tests.record.recorder import Recorder
from tests.rig import Rig
from tests.test_bridge_reconcile_baccarat import B3, FIRST, P3, deal, insured, opened, table


def irregular() -> Recorder:
    """The Player stands on 7, the Banker has 2 to draw on; the third card is laid to the Player, and let stand."""
    rig = table("m", camera=True)
    opened(rig)
    deal(rig, "7d Ah Kd As")
    insured(rig)
    deal(rig, "3d", (P3,))
    (hold,) = rig.held()
    assert hold.fault is FaultKind.OUT_OF_ORDER
    assert rig.ask(Role.SUPERVISOR, Release(hold.hold), why="it counts where it lies").why == ""
    insured(rig)
    deal(rig, "9c", (B3,))
    return rig


def test_hands_that_the_drawing_rules_do_not_call_for_are_held_and_never_submitted() -> None:
    rig = irregular()
    (hold,) = rig.held()
    assert "drawing rules" in hold.text
    assert hold.options == ("void",)
    assert not rig.said(RoundComplete)
    assert "held" in rig.ask(Role.ENGINE, Submit()).why
    rig.wait(40_000)
    assert "no answer" in rig.ask(Role.SUPERVISOR, Release(hold.hold)).why
    assert not rig.said(Submitted)
    assert rig.ask(Role.SUPERVISOR, Void()).why == ""
    assert rig.said(HoldReleased)[-1].hold == hold.hold


def test_a_correction_to_cards_that_the_chart_does_not_call_for_is_refused() -> None:
    rig = table()
    opened(rig)
    deal(rig, "7d 6h Kd As")
    assert rig.ask(Role.ENGINE, Submit()).why == ""
    result = rig.said(Submitted)[0].result
    fixed = Correct(result, "correct", (Placement(hand("player", 1), Card("2d")),))
    assert "drawing rules" in rig.ask(Role.SUPERVISOR, fixed, why="footage").why
    right = Correct(result, "correct", (Placement(hand("player", 1), Card("6d")),))
    assert rig.ask(Role.SUPERVISOR, right, why="footage").why == ""


def test_a_first_card_in_the_thirds_place_is_a_finding() -> None:
    rig = table("m", camera=True)
    opened(rig)
    deal(rig, "2c Ah Kh", (FIRST[0], FIRST[1], P3))
    (hold,) = rig.held()
    assert hold.fault is FaultKind.OUT_OF_ORDER
    assert "hand/player/3" in hold.text


def test_the_first_cards_may_change_places_among_themselves() -> None:
    rig = table("s", camera=True)
    opened(rig)
    for card in ["2c", "Ah", "6h", "7d"]:
        rig.draw(card)
    rig.turn(player_1="6h", banker_1="Ah", player_2="2c", banker_2="7d")
    assert rig.held() == []
    assert [what.text for what in rig.said(Alarm)] == ["two cards of one hand lie in each other's place: noted"]
    assert rig.confirmed()["hand/player/1"] == "6h"


def test_what_is_one_part_of_a_hand() -> None:
    setup = table().setup
    assert group(setup, hand("player", 1)) == group(setup, hand("player", 2)) != group(setup, P3)
    assert group(setup, hand("player", 2)) != group(setup, hand("banker", 2))
    live = Rig().setup
    assert group(live, hand("player", 1)) == group(live, hand("player", 3))
