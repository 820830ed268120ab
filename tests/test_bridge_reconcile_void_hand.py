"""A void of one seat's hand, where the table's file has set that: the others go on, its stakes go back."""

from decimal import Decimal
from typing import Any

import pytest

from bridge.commands import Correct, Dice, OpenRound, Placement, Release, Role, Submit, Void
from bridge.config import ConfigError, Policy
from bridge.events import Alarm, CardConfirmed, CardDiscarded, Held, ResultCorrected, RoundComplete, Submitted, Voided
from bridge.faults import Scope
from bridge.setup import Setup
from games.ante_play import PairPlusWager
from games.cards import PACK, Card
from games.game import VOID, Outcome, Window, void_for
from games.house import kap_kun, niu_niu, tcp_basic, tcp_jackpot
from games.settlement import Wager
from games.spots import hand
from shoe import messages as m
from tests.rig import Rig
from tests.rig_table import config, header, profile
from tests.rounds import show, window
from tests.test_bridge_reconcile_seats import DECK, SPOTS, TAKEN, close_bets, deal, decide

BY_HAND = Policy(void_scope="hand")


def table(roles: str = "s", *, policy: Policy = BY_HAND, boxes: tuple[str, ...] = TAKEN) -> Rig:
    rig = Rig(roles, game="tcp_basic", profiles={"top": profile("top", SPOTS)}, policy=policy)
    rig.round = "r1"
    assert rig.ask(Role.ENGINE, OpenRound("", boxes)).why == ""
    window(rig, Window.BETS, open_=True)
    return rig


def void(rig: Rig, name: str) -> str:
    return rig.ask(Role.SUPERVISOR, Void("hand", name), why="his cards fell off the table").why


def result(rig: Rig) -> Outcome:
    return rig.said(RoundComplete)[-1].outcome


def dealt() -> Rig:
    rig = table()
    close_bets(rig)
    deal(rig)
    return rig


def rest(rig: Rig, *owners: str) -> None:
    decide(rig)
    for owner in owners:
        show(rig, owner, DECK[owner])


def test_the_others_go_on_to_a_result_without_the_void_hand() -> None:
    rig = dealt()
    assert void(rig, "p3") == ""
    (told,) = rig.said(Voided)
    assert (told.scope, told.hand, told.who) == (Scope.HAND, "p3", "supervisor-1")
    rest(rig, "p2", "p5", "dealer")
    assert [one.hand for one in result(rig).hands] == ["p2", "p5", "dealer"]
    assert result(rig).facts[VOID] == "p3"
    assert "p3" not in {what.spot.owner for what in rig.said(CardConfirmed)}
    assert rig.ask(Role.ENGINE, Submit()).why == ""


def test_its_cards_may_be_shown_taken_away_and_never_be_read() -> None:
    rig = dealt()
    void(rig, "p3")
    rig.turn(p3_1="Ks", p3_2="8d")  # the dealer's decision is still to come, and one is not what was drawn
    rig.take_away(*(hand("p3", index) for index in (1, 2, 3)))
    rig.wait(60_000)
    assert not rig.said(Held)
    assert not [what for what in rig.said(Alarm) if what.fault]
    assert {str(what.spot) for what in rig.said(CardDiscarded)} == {"hand/p3/1", "hand/p3/2", "hand/p3/3"}


def test_a_result_that_stood_is_made_anew_without_it() -> None:
    rig = dealt()
    rest(rig, "p2", "p3", "p5", "dealer")
    assert [one.hand for one in result(rig).hands] == ["p2", "p3", "p5", "dealer"]
    assert void(rig, "p3") == ""
    assert len(rig.said(RoundComplete)) == 2
    assert [one.hand for one in result(rig).hands] == ["p2", "p5", "dealer"]
    assert rig.ask(Role.ENGINE, Submit()).why == ""
    assert "submitted" in void(rig, "p5")
    fixed = Correct(rig.said(Submitted)[0].result, "correct", (Placement(hand("p2", 1), Card("8h")),))
    assert rig.ask(Role.SUPERVISOR, fixed).why == ""
    assert rig.said(ResultCorrected)[0].outcome.facts[VOID] == "p3"


@pytest.mark.parametrize("which", ["dealer", "the last"])
def test_the_dealers_hand_and_the_last_seats_are_the_round(which: str) -> None:
    rig = dealt()
    if which == "the last":
        assert void(rig, "p2") == ""
        assert void(rig, "p3") == ""
    assert void(rig, "dealer" if which == "dealer" else "p5") == ""
    assert rig.said(Voided)[-1].scope is Scope.ROUND
    assert rig.state.table.round is None


def test_a_hold_in_a_seats_spot_voids_that_hand_and_one_in_the_dealers_the_round() -> None:
    for owner, scope in (("p3", Scope.HAND), ("dealer", Scope.ROUND)):
        rig = dealt()
        rest(rig, "p2")
        if owner == "dealer":
            for other in ("p3", "p5"):
                show(rig, other, DECK[other])
        rig.turn(**{f"{owner}_1": "Jc"})
        (hold,) = rig.held()
        assert rig.ask(Role.SUPERVISOR, Release(hold.hold, "void")).why == ""
        assert [what.scope for what in rig.said(Voided)] == [scope]
        assert rig.held() == []


def test_a_table_that_voids_rounds_refuses_to_void_a_hand_and_says_why() -> None:
    rig = table(policy=Policy())
    rig.draw("4h")
    assert "void_scope" in void(rig, "p2")
    assert not rig.said(Voided)


@pytest.mark.parametrize(("name", "word"), [("p9", "none of this game"), ("p1", "no bet"), ("", "none of this game")])
def test_what_can_be_no_void_hand_is_refused(name: str, word: str) -> None:
    assert word in void(dealt(), name)


def test_a_hand_is_void_once() -> None:
    rig = dealt()
    assert void(rig, "p2") == ""
    assert "is void" in void(rig, "p2")


def test_the_setting_is_for_games_with_seats() -> None:
    for game, fits in (("tcp_live", False), ("baccarat", False), ("tcp_basic", True), ("kap_kun", True)):
        head = header(config("s", game=game, policy=BY_HAND), {})
        if fits:
            Setup.of(head)
        else:
            with pytest.raises(ConfigError, match=r"policy\.void_scope"):
                Setup.of(head)


def test_a_void_hand_of_stacks_is_none_of_the_result() -> None:
    rig = Rig("s", game="kap_kun", camera=False, policy=BY_HAND)
    rig.round = "r1"
    assert rig.ask(Role.ENGINE, OpenRound("", ("b1", "b2"))).why == ""
    window(rig, Window.BETS, open_=True)
    assert rig.ask(Role.SUPERVISOR, Void("hand", "b2"), why="he left").why == ""
    for card in PACK[:28]:
        rig.draw(card.value)
    window(rig, Window.BETS, open_=False)
    rig.wait(1000)
    assert rig.ask(Role.DEALER, Dice((1, 2, 3))).why == ""
    for name in ("b1", "dealer"):
        show(rig, name, ())
    assert [one.hand for one in result(rig).hands] == ["b1", "dealer"]
    assert result(rig).facts[VOID] == "b2"


def test_what_is_staked_on_a_void_hand_goes_back() -> None:
    outcome = Outcome("dealer_qualifies", (), {VOID: "p2 p3"})
    for action in ("play", "fold"):
        more: dict[str, Any] = {"action": action}
        wager = PairPlusWager(box="p3", ante=Decimal(10), pair_plus=Decimal(5), **more)
        settled = tcp_basic.settle(tcp_basic.GAME.options(), wager, outcome)
        assert settled.void
        assert settled.total == 0
    assert not void_for(Wager(box="p1"), outcome)
    assert not void_for(Wager(), outcome)
    boxes = Outcome("", (), {VOID: "b2"})
    assert niu_niu.settle(niu_niu.GAME.options(), niu_niu.NiuWager(box="b2", ante=Decimal(5)), boxes).void
    assert tcp_jackpot.settle(
        tcp_jackpot.GAME.options(), tcp_jackpot.JackpotWager(box="b2", bet=Decimal(5)), boxes
    ).void
    assert kap_kun.settle(kap_kun.GAME.options(), kap_kun.KapKunWager(box="b2", bet=Decimal(5)), boxes).void


def test_a_device_fault_of_no_hand_is_still_the_rounds() -> None:
    rig = dealt()
    rig.say(m.Cleared(by_hand=True))
    (hold,) = rig.held()
    assert rig.ask(Role.SUPERVISOR, Release(hold.hold, "void")).why == ""
    assert rig.said(Voided)[-1].scope is Scope.ROUND
