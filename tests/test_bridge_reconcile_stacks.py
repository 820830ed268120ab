"""A made-up game through the same core: stacks bound by dice, a conditional card, two decks, two cameras."""

import pytest

from bridge.commands import Dice, OpenRound, Reconstruct, Release, Role, Submit
from bridge.events import CardConfirmed, CardDealt, CardDiscarded, DiceRead, HandComplete, RoundComplete, StacksBound
from bridge.faults import FaultKind
from games import catalogue
from games.cards import Card
from games.game import Source, Window
from games.spots import Spot, hand
from scanner.frames import Side
from scanner.profile import Profile
from tests.madeup import SIX_STACKS, THIRD
from tests.rig import Rig
from tests.rig_table import profile, stack_spots
from tests.rounds import window

LAID = ("2c", "3c", "4c", "5c", "6c", "7c", "7d", "6d", "5d", "4d", "3d", "Ac")
"""Twelve cards in the order of the snake: stack 1 gets 2c and Ac, stack 6 gets 7c and 7d."""


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(catalogue.GAMES, SIX_STACKS.id, SIX_STACKS)


def cameras() -> dict[str, Profile]:
    spots = stack_spots(6, 2)
    return {
        "left": profile("left", spots[:6]),
        "right": profile("right", (*spots[6:], THIRD), first=6),
    }


def table(roles: str = "s") -> Rig:
    return Rig(roles, game="six_stacks", profiles=cameras())


def deal(rig: Rig) -> None:
    rig.round = "r1"
    assert rig.ask(Role.ENGINE, OpenRound("", ("b1", "b3"))).why == ""
    window(rig, Window.BETS, open_=True)
    rig.wait(800)
    window(rig, Window.BETS, open_=False)
    rig.wait(800)
    names = [f"s{n}" for n in range(1, 7)]
    order = [(name, 1) for name in names] + [(name, 2) for name in reversed(names)]
    for card, (name, index) in zip(LAID, order, strict=True):
        if "shoe" in rig.setup.devices:
            rig.draw(card)
        rig.lay(next(spot for spot in stack_spots(6, 2) if (spot.owner, spot.index) == (name, index)))


def faces() -> dict[Spot, Card]:
    names = [f"s{n}" for n in range(1, 7)]
    order = [(name, 1) for name in names] + [(name, 2) for name in reversed(names)]
    by = {key: Card(card) for card, key in zip(LAID, order, strict=True)}
    return {spot: by[spot.owner, spot.index] for spot in stack_spots(6, 2)}


def turn_stack(rig: Rig, name: str) -> None:
    for spot, card in faces().items():
        if spot.owner == name:
            rig.lies[spot] = (Side.FACE, card)
    rig.frames(6)


def stack_of(rig: Rig, place: str) -> str:
    places = rig.said(StacksBound)[-1].places
    return next(name for name, one in places.items() if one == place)


@pytest.mark.parametrize("roles", ["s", "m"])
def test_a_round_bound_by_dice(roles: str) -> None:
    rig = table(roles)
    deal(rig)
    assert len(rig.said(CardDealt)) == 12
    assert rig.said(CardConfirmed) == [], "nobody knows whose a stack is"
    rig.dice = (1, 2, 4)
    rig.frames(5)
    (throw,) = rig.said(DiceRead)
    assert throw.values == (1, 2, 4)
    rig.dice = ()
    for spot in stack_spots(6, 2):
        if rig.said(StacksBound)[0].places[spot.owner] in ("b2", "b4", "b5"):
            rig.lies.pop(spot)
    rig.frames(15)
    assert len(rig.said(CardDiscarded)) == 6
    assert rig.held() == []
    for place in ("b3", "b1"):
        turn_stack(rig, stack_of(rig, place))
    assert [what.hand for what in rig.said(HandComplete)] == ["b3", "b1"]
    turn_stack(rig, stack_of(rig, "dealer"))
    confirmed = [what for what in rig.said(CardConfirmed) if what.place == "dealer"]
    assert len(confirmed) == 2
    points = sum(int(what.card.value[0].replace("A", "1")) for what in confirmed) % 10
    if points < 6:
        assert rig.said(RoundComplete) == []
        if roles == "s":
            rig.draw("9h")
        rig.lies[THIRD] = (Side.FACE, Card("9h"))
        rig.frames(8)
    assert rig.held() == []
    assert rig.said(RoundComplete)
    assert rig.ask(Role.ENGINE, Submit()).why == ""


def test_every_total_binds_somebody_as_dealer() -> None:
    rig = table()
    deal(rig)
    assert rig.ask(Role.DEALER, Dice((1, 1, 3))).done
    assert set(rig.said(StacksBound)[0].places.values()) == {"b1", "b2", "b3", "b4", "b5", "dealer"}


def test_a_dealers_card_before_the_boxes_is_held() -> None:
    rig = table()
    deal(rig)
    rig.dice = (1, 2, 4)
    rig.frames(5)
    turn_stack(rig, stack_of(rig, "dealer"))
    assert rig.held()
    assert rig.said(CardConfirmed) == []


def test_dice_that_change_after_the_binding_are_held_and_bound_anew() -> None:
    rig = table()
    deal(rig)
    rig.dice = (1, 2, 4)
    rig.frames(5)
    before = rig.said(StacksBound)[0].places
    assert rig.ask(Role.DEALER, Dice((1, 2, 5))).done
    (hold,) = rig.held()
    assert hold.fault is FaultKind.CONFLICT
    assert rig.ask(Role.SUPERVISOR, Reconstruct(dice=(1, 2, 5)), why="the footage").why == ""
    assert rig.held() == []
    assert rig.said(StacksBound)[-1].places != before


def test_dice_thrown_before_the_stacks_lie_do_not_count() -> None:
    rig = table()
    rig.round = "r1"
    rig.ask(Role.ENGINE, OpenRound("", ("b1",)))
    rig.dice = (6, 6, 6)
    rig.frames(8)
    assert rig.said(DiceRead) == []


def test_a_thirteenth_card_before_the_dice_is_held() -> None:
    rig = table()
    deal(rig)
    rig.draw("9h")
    (hold,) = rig.held()
    assert hold.fault is FaultKind.MISSING
    assert len(rig.said(CardDealt)) == 12
    assert "die/1" in rig.ask(Role.SUPERVISOR, Release(hold.hold), why="nobody knows its place").why
    assert rig.ask(Role.SUPERVISOR, Release(hold.hold, "burn"), why="it is burnt").done


def test_two_decks_hold_two_of_a_card_and_not_three() -> None:
    rig = table()
    rig.round = "r1"
    rig.ask(Role.ENGINE, OpenRound("", ("b1",)))
    rig.draw("9h")
    rig.draw("9h")
    assert rig.held() == []
    rig.draw("9h")
    (hold,) = rig.held()
    assert hold.fault is FaultKind.IMPOSSIBLE_COPY


def test_sources_are_told() -> None:
    rig = table()
    deal(rig)
    assert {source for what in rig.said(CardDealt) for source in what.by} == {Source.SHOE}
    assert hand("dealer", 3) == THIRD
