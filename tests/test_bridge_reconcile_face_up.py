"""Three Card Poker with win limits through the core: the Player lies open as dealt, a malfunction proposes a void."""

import pytest

from bridge.commands import OpenRound, Role, Submit
from bridge.events import CardConfirmed, HandComplete, RoundComplete, Voided
from bridge.faults import FaultKind
from games.game import Window
from games.spots import hand
from shoe.messages import Jam
from tests.rig import Rig
from tests.rounds import DEALER, PLAYER, show, window


def table(roles: str = "s", *, camera: bool = True) -> Rig:
    rig = Rig(roles, camera=camera, game="tcp_online")
    rig.round = "r1"
    assert rig.ask(Role.ENGINE, OpenRound()).why == ""
    window(rig, Window.BETS, open_=True)
    rig.wait(800)
    return rig


def deal(rig: Rig) -> None:
    """Three cards face up, three face down, after the bets have closed."""
    window(rig, Window.BETS, open_=False)
    rig.wait(800)
    for owner, cards in (("player", PLAYER), ("dealer", DEALER)):
        for index, card in enumerate(cards, 1):
            if "shoe" in rig.setup.devices:
                rig.draw(card)
            if not rig.profiles:
                continue
            if owner == "player":
                rig.turn(**{f"player_{index}": card})
            else:
                rig.lay(hand("dealer", index))


@pytest.mark.parametrize(("roles", "camera"), [("s", True), ("m", True), ("s", False)])
def test_a_round_with_the_player_face_up(roles: str, *, camera: bool) -> None:
    rig = table(roles, camera=camera)
    deal(rig)
    if not camera:
        show(rig, "player", PLAYER)
    assert [what.card.value for what in rig.said(CardConfirmed)] == list(PLAYER)
    window(rig, Window.DECISION, open_=True)
    rig.wait(800)
    assert [what.hand for what in rig.said(HandComplete)] == ["player"]
    window(rig, Window.DECISION, open_=False)
    show(rig, "dealer", DEALER)
    assert rig.held() == []
    (result,) = rig.said(RoundComplete)
    assert result.outcome.result == "player"
    assert rig.ask(Role.ENGINE, Submit()).why == ""


def test_a_card_while_bets_are_open_is_early() -> None:
    rig = table()
    rig.draw("As")
    (hold,) = rig.held()
    assert hold.fault is FaultKind.EARLY


def test_a_dealers_face_before_the_decisions_are_made_is_held() -> None:
    rig = table()
    deal(rig)
    rig.turn(dealer_2="9s")
    (hold,) = rig.held()
    assert hold.fault is FaultKind.EXPOSED
    assert hold.options[0] == "go_on"


def test_a_device_that_fails_in_the_deal_is_held_with_the_void_proposed() -> None:
    rig = table()
    window(rig, Window.BETS, open_=False)
    rig.draw("As")
    rig.say(Jam(on=True))
    (hold,) = rig.held()
    assert hold.fault is FaultKind.JAM
    assert hold.options[0] == "void"
    assert hold.clause.startswith("malfunction")
    assert not rig.said(Voided)
