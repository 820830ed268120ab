"""Dice alone: they lie covered from one round's end to the closing of the next bets."""

from bridge.commands import OpenRound, Role
from bridge.events import DiceRead
from bridge.faults import FaultKind
from games.game import Window
from tests.rounds import window
from tests.test_bridge_reconcile_dice import closed, opened, shaken, submit, table


def test_dice_uncovered_before_the_bets_are_seen_as_these_open() -> None:
    rig = table(pad=False)
    rig.round = "r1"
    assert rig.ask(Role.ENGINE, OpenRound()).done
    opened(rig, 3, 3, 5)
    window(rig, Window.BETS, open_=True)
    rig.wait(1000)
    assert rig.held()[0].fault is FaultKind.EXPOSED


def test_no_round_begins_while_dice_lie_open() -> None:
    rig = table(pad=False)
    rig.round = "r1"
    opened(rig, 3, 3, 5)
    assert not rig.ready()
    assert "cover" in rig.ask(Role.ENGINE, OpenRound()).why
    opened(rig)
    assert rig.ready()
    shaken(rig)
    closed(rig)
    opened(rig, 3, 3, 5)
    assert submit(rig).done
    assert not rig.ready()
    rig.wait(3000)
    assert not rig.ready()
    opened(rig)
    assert rig.ready()


def test_the_dice_of_the_round_before_are_no_throw() -> None:
    rig = table(pad=False)
    rig.round = "r1"
    assert rig.ask(Role.ENGINE, OpenRound()).done
    opened(rig, 3, 3, 5)
    opened(rig)
    window(rig, Window.BETS, open_=True)
    rig.wait(1000)
    assert rig.held() == []
    assert rig.said(DiceRead) == []
