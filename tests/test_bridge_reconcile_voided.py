"""A person's void names the fault it follows, and the clause where the house's sheet has one for it."""

import pytest

from bridge.commands import Declare, Declared, Release, Role, Void
from bridge.events import Held, Voided
from bridge.faults import UNKNOWN, FaultKind
from bridge.reconcile.people import RULED
from games.game import Window
from games.spots import hand
from shoe import messages as m
from tests.rig import Rig
from tests.rounds import deal, open_round, window


def proposed() -> Rig:
    """An exposure at the moment of closing: the void is proposed, not made."""
    rig = Rig("s")
    open_round(rig)
    deal(rig)
    rig.wait(600)
    window(rig, Window.BETS, open_=False)
    rig.turn(player_1="As")
    assert rig.held()[0].options == ("void", "go_on")
    return rig


@pytest.mark.parametrize("released", [True, False])
def test_a_void_that_was_proposed_is_named_as_proposed(*, released: bool) -> None:
    rig = proposed()
    (hold,) = rig.held()
    command = Release(hold.hold, "void") if released else Void()
    assert rig.ask(Role.SUPERVISOR, command, why="seen on the footage").why == ""
    (void,) = rig.said(Voided)
    assert (void.fault, void.clause) == (FaultKind.EXPOSED, hold.clause)
    assert (void.who, void.why) == ("supervisor-1", "seen on the footage")
    assert void.unknown == UNKNOWN[FaultKind.EXPOSED]
    said = {type(event.what): set(event.causes) for event in rig.events}
    assert said[Held] < said[Voided], "what led to the hold, and the person's word"


def test_a_proposal_stands_before_other_holds() -> None:
    rig = proposed()
    assert rig.ask(Role.DEALER, Declare(Declared.CLEARED)).why == ""
    assert rig.ask(Role.SUPERVISOR, Void(), why="seen").why == ""
    assert rig.said(Voided)[0].fault is FaultKind.EXPOSED


def test_a_void_among_several_doubts_is_the_persons_own() -> None:
    rig = Rig("s", camera=False)
    open_round(rig)
    rig.draw("As")
    assert rig.ask(Role.DEALER, Declare(Declared.CLEARED)).why == ""
    rig.say(m.DoubleFeed())
    assert len(rig.held()) == 2
    assert rig.ask(Role.SUPERVISOR, Void(), why="enough").why == ""
    (void,) = rig.said(Voided)
    assert (void.fault, void.clause) == (None, RULED)


def test_a_void_with_nothing_held_is_the_persons_own() -> None:
    rig = Rig("s", camera=False)
    open_round(rig)
    rig.draw("As")
    assert rig.ask(Role.SUPERVISOR, Void(), why="a chair fell").why == ""
    (void,) = rig.said(Voided)
    assert (void.fault, void.clause, void.unknown) == (None, RULED, "")
    assert void.commands == ("truedeal desk scooped --config TABLE.toml",)


def test_a_clause_by_which_the_round_would_go_on_is_no_clause_of_its_void() -> None:
    rig = Rig("s", camera=False)
    open_round(rig)
    rig.draw("As")
    assert rig.ask(Role.DEALER, Declare(Declared.MISDEALT, hand("player", 1))).why == ""
    assert rig.ask(Role.SUPERVISOR, Release(rig.held()[0].hold, "void"), why="wrong from the start").why == ""
    (void,) = rig.said(Voided)
    assert (void.fault, void.clause) == (FaultKind.OUT_OF_ORDER, RULED)
