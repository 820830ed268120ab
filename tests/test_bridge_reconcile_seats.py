"""Three Card Poker for several seats through the core: only occupied boxes are dealt to, owed and waited for."""

import pytest

from bridge.commands import OpenRound, Role, SetWindow, Submit
from bridge.events import CardConfirmed, CardDealt, CardDiscarded, HandComplete, RoundComplete, Voided
from bridge.faults import FaultKind
from games.game import Window
from games.house.tcp_basic import GAME
from games.spots import Spot, hand
from tests.rig import Rig
from tests.rig_table import profile
from tests.rounds import show, window

DECK = {
    "p2": ("4h", "5h", "6h"),
    "p3": ("Ks", "7d", "2c"),
    "p5": ("Tc", "9d", "8c"),
    "dealer": ("Qh", "9s", "2d"),
}
TAKEN = ("p2", "p3", "p5")
SPOTS = tuple(hand(owner, index) for owner in GAME.hands for index in (1, 2, 3))


def table(roles: str = "s", *, boxes: tuple[str, ...] = TAKEN) -> Rig:
    rig = Rig(roles, game="tcp_basic", profiles={"top": profile("top", SPOTS)})
    rig.round = "r1"
    assert rig.ask(Role.ENGINE, OpenRound("", boxes)).why == ""
    window(rig, Window.BETS, open_=True)
    return rig


def close_bets(rig: Rig) -> None:
    rig.wait(800)
    window(rig, Window.BETS, open_=False)
    rig.wait(800)


def deal(rig: Rig) -> None:
    """A packet of three to each of the hands of `DECK`."""
    for owner, cards in DECK.items():
        for index, card in enumerate(cards, 1):
            if "shoe" in rig.setup.devices:
                rig.draw(card)
            rig.lay(hand(owner, index))


def decide(rig: Rig) -> None:
    window(rig, Window.DECISION, open_=True)
    rig.wait(800)
    window(rig, Window.DECISION, open_=False)


@pytest.mark.parametrize("roles", ["s", "m", "mr"])
def test_a_round_of_three_boxes_of_six(roles: str) -> None:
    rig = table(roles)
    close_bets(rig)
    deal(rig)
    dealt = [(owner, index) for owner in DECK for index in (1, 2, 3)]
    assert [(what.spot.owner, what.spot.index) for what in rig.said(CardDealt)] == dealt
    decide(rig)
    for owner, cards in DECK.items():
        show(rig, owner, cards)
    assert rig.held() == []
    assert [what.hand for what in rig.said(HandComplete)] == list(DECK)
    (result,) = rig.said(RoundComplete)
    assert result.outcome.facts == {"dealer_qualifies": "yes", "p2": "player", "p3": "player", "p5": "player"}
    assert rig.ask(Role.ENGINE, Submit()).why == ""


def test_a_hand_is_known_when_the_decisions_are_made_and_not_before() -> None:
    rig = table()
    close_bets(rig)
    deal(rig)
    window(rig, Window.DECISION, open_=True)
    rig.wait(800)
    assert rig.said(CardConfirmed) == []
    window(rig, Window.DECISION, open_=False)
    show(rig, "dealer", DECK["dealer"])
    assert [what.hand for what in rig.said(HandComplete)] == ["dealer"], "the Dealer may open before the boxes"


@pytest.mark.parametrize("closed", [False, True])
def test_an_exposed_card_is_a_hold_and_no_void(*, closed: bool) -> None:
    rig = table()
    if closed:
        close_bets(rig)
    deal(rig)
    rig.turn(p3_2="7d")
    rig.wait(1000)
    (hold,) = rig.held()
    assert hold.fault is FaultKind.EXPOSED
    assert hold.options[0] == "go_on"
    assert not rig.said(Voided)


def test_a_card_in_an_empty_box_lies_in_a_wrong_place() -> None:
    rig = table()
    close_bets(rig)
    rig.draw("4h")
    rig.lay(hand("p1", 1))
    (hold,) = rig.held()
    assert hold.fault is FaultKind.OUT_OF_ORDER


def test_cards_before_any_box_is_known_have_no_place() -> None:
    rig = table(boxes=())
    rig.draw("4h")
    (hold,) = rig.held()
    assert hold.fault is FaultKind.MISSING
    assert rig.said(CardDealt) == []


def test_a_box_that_is_out_is_taken_away_unseen_and_not_waited_for() -> None:
    rig = table()
    close_bets(rig)
    deal(rig)
    window(rig, Window.DECISION, open_=True)
    rig.wait(800)
    assert rig.ask(Role.ENGINE, SetWindow(Window.DECISION, open=False, boxes_with_bet=("p2", "p5"))).done
    rig.take_away(*[hand("p3", index) for index in (1, 2, 3)])
    assert [what.spot for what in rig.said(CardDiscarded)] == [Spot(spot.kind, "p3", spot.index) for spot in SPOTS[6:9]]
    assert rig.held() == []
    for owner in ("p2", "p5", "dealer"):
        show(rig, owner, DECK[owner])
    (result,) = rig.said(RoundComplete)
    assert [one.hand for one in result.outcome.hands] == ["p2", "p5", "dealer"]


def test_the_dealers_card_is_never_taken_away_as_an_empty_boxs() -> None:
    rig = table()
    close_bets(rig)
    deal(rig)
    rig.take_away(hand("dealer", 2))
    (hold,) = rig.held()
    assert hold.fault is FaultKind.LEFT_VIEW
    assert rig.said(CardDiscarded) == []
