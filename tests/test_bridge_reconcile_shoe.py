"""What a baccarat shoe says beside its cards: burn, cut card, overdraw, lock, and its own result."""

from typing import Any

import pytest

from bridge.commands import (
    Burn,
    DeckChange,
    OpenRound,
    Release,
    Role,
    Scooped,
    Shuffling,
    Submit,
    Void,
)
from bridge.config import Policy
from bridge.events import (
    Alarm,
    CardBurned,
    CardDealt,
    CutCardOut,
    RoundComplete,
    SealOpened,
)
from bridge.faults import FaultKind
from bridge.reconcile import seals
from bridge.session import status
from games.cards import Card
from games.game import Window
from shoe.messages import (
    Banner,
    CardDrawn,
    CardUnread,
    Claim,
    CutCard,
    DeviceError,
    DrawKind,
    ErrorClass,
    ErrorCleared,
    Lock,
    ResultClaim,
)
from tests.record.recorder import Recorder, Speech
from tests.rig import Rig
from tests.rounds import window
from tests.test_bridge_reconcile_baccarat import THIRDS, deal, opened, result, table

ANGEL = {"shoe": Speech("angel2ex", {"wrap": 0})}


@pytest.mark.parametrize(
    ("burn", "cards", "left"), [(0, "", 0), (2, "9h 4d", 2), ("first_card", "3h 2c 2d Kc", 4), ("first_card", "Kh", 11)]
)
def test_the_burn_of_a_new_shoe_is_expected_and_stays_sealed(burn: Any, cards: str, left: int) -> None:
    rig = table(options={"shoe_burn": burn})
    rig.ask(Role.DEALER, Shuffling(on=True))
    rig.ask(Role.DEALER, Shuffling(on=False))
    assert rig.ready() == (left == 0)
    for card in cards.split():
        rig.draw(card)
    done = len(cards.split()) == left
    assert rig.ready() == done
    if not done:
        assert "10 more" in str(rig.state.table.reasons)
        assert "not ready" in rig.ask(Role.ENGINE, OpenRound()).why or not rig.round
        return
    assert len(rig.said(CardBurned)) == left
    assert [what for what in rig.said(Alarm) if what.fault] == []
    assert rig.said(SealOpened) == []
    opened(rig)
    rig.draw("9c")
    assert [str(what.spot) for what in rig.said(CardDealt)] == ["hand/player/1"]
    assert rig.ask(Role.SUPERVISOR, Void(), why="test").done
    assert rig.ask(Role.DEALER, Scooped()).done
    rig.ask(Role.DEALER, Shuffling(on=True))
    rig.ask(Role.DEALER, Shuffling(on=False))
    opened_ = [what for what in rig.said(SealOpened) if what.spot.kind.value == "burn"]
    assert [what.card.value for what in opened_] == cards.split()
    for told, what in zip(rig.said(CardBurned), opened_, strict=True):
        assert seals.opens(bytes.fromhex(what.salt), what.card) == told.seal


def test_a_burn_that_depends_on_an_unknown_card_is_told_by_a_person() -> None:
    rig = table(options={"shoe_burn": "first_card"})
    rig.ask(Role.DEALER, Burn(2))
    assert "no round is open" in rig.answers[-1].why
    assert rig.ask(Role.SUPERVISOR, DeckChange(""), why="new shoe").done
    rig.say(CardUnread(0, 1000))
    rig.counter = 1
    assert "depends on a card" in str(rig.state.table.reasons)
    assert rig.ask(Role.DEALER, Burn(2)).why == ""
    rig.draw("9c")
    assert not rig.ready()
    rig.draw("9d")
    assert rig.ready()


def test_the_cut_card_in_mid_round_ends_nothing() -> None:
    rig = table(policy=Policy(rounds_after_cut=1))
    opened(rig)
    deal(rig, "2c Ah")
    rig.say(CutCard())
    assert rig.said(CutCardOut)[0].rounds_left == 1
    deal(rig, "Kh 7d")
    assert rig.held() == []
    assert result(rig) == "banker"


def angel(**more: Any) -> Recorder:
    return table(speak=ANGEL, **more)


def shoe_draws(rig: Rig, *cards: str, kind: DrawKind = DrawKind.GAME) -> None:
    """The shoe tells cards with the places it takes them to have."""
    places = ("player 1", "banker 1", "player 2", "banker 2", "player 3", "banker 3")
    for place, card in zip(places, cards, strict=False):
        target, index = place.split()
        rig.say(CardDrawn(Card(card), draw=kind, claim=Claim(target, int(index))))
        rig.wait(300)


def test_the_shoes_own_result_is_compared() -> None:
    rig = angel()
    opened(rig)
    shoe_draws(rig, "2c", "Ah", "Kh", "7d")
    rig.say(ResultClaim("banker", {}))
    assert rig.held() == []
    assert rig.ask(Role.ENGINE, Submit()).why == ""


@pytest.mark.parametrize(("claim", "pair"), [("player", ""), ("banker", "both"), ("forced_quit", ""), ("tie", "")])
def test_another_result_of_the_shoe_is_held(claim: str, pair: str) -> None:
    rig = angel()
    opened(rig)
    shoe_draws(rig, "2c", "Ah", "Kh", "7d")
    rig.say(ResultClaim(claim, {"pair": pair} if pair else {}))
    (hold,) = rig.held()
    assert hold.fault is FaultKind.CONFLICT
    assert "held" in rig.ask(Role.ENGINE, Submit()).why


def test_a_result_that_the_shoe_tells_before_we_know_ours_is_kept_and_compared() -> None:
    rig = angel(camera=True)
    opened(rig)
    shoe_draws(rig, "2c", "Ah", "Kh", "7d")
    rig.say(ResultClaim("player", {}))
    assert rig.said(RoundComplete) == []
    rig.turn(player_1="2c", player_2="Kh", banker_1="Ah", banker_2="7d")
    assert [hold.fault for hold in rig.held()] == [FaultKind.CONFLICT]
    assert rig.said(RoundComplete) == []
    assert rig.ask(Role.SUPERVISOR, Release(rig.held()[0].hold), why="ours is right").why == ""
    assert result(rig) == "banker"


def test_a_result_while_a_card_is_due_is_held() -> None:
    rig = angel(options={"insurance": False})
    opened(rig)
    shoe_draws(rig, *THIRDS.split())
    rig.say(ResultClaim("banker", {}))
    (hold,) = rig.held()
    assert hold.fault is FaultKind.MISSING


def test_the_shoes_operator_keeps_an_overdrawn_card_for_the_next_round() -> None:
    rig = angel()
    opened(rig)
    shoe_draws(rig, "2c", "Ah", "Kh", "7d")
    rig.say(CardDrawn(Card("2h"), draw=DrawKind.NEXT_ROUND, claim=Claim("player", 1)))
    assert rig.held() == []
    assert [what.fault for what in rig.said(Alarm) if what.fault] == [FaultKind.OVERDRAWN]
    assert rig.ask(Role.ENGINE, Submit()).why == ""
    assert rig.ask(Role.DEALER, Scooped()).done
    rig.round = "r2"
    assert rig.ask(Role.ENGINE, OpenRound()).why == ""
    rig.say(CardDrawn(Card("2h"), draw=DrawKind.NEXT_ROUND, claim=Claim("player", 1)))
    assert [event.round for event in rig.events if isinstance(event.what, CardDealt)] == ["r1"] * 4 + ["r2"]
    window(rig, Window.BETS, open_=True)
    window(rig, Window.BETS, open_=False)
    for place, card in (("banker 1", "Ah"), ("player 2", "6h"), ("banker 2", "3h")):
        target, index = place.split()
        rig.say(CardDrawn(Card(card), claim=Claim(target, int(index))))
    assert rig.held() == []
    assert result(rig) == "player"


def test_an_angel_eye_burns_by_its_own_code_before_the_first_round() -> None:
    rig = angel(options={"shoe_burn": "first_card"})
    rig.say(Banner(""))
    rig.say(CardDrawn(Card("2h"), draw=DrawKind.BURN, claim=Claim("first", 0)))
    assert not rig.ready()
    rig.say(CardDrawn(Card("9h"), draw=DrawKind.BURN, claim=Claim("burn_count", 1)))
    rig.say(CardDrawn(Card("8h"), draw=DrawKind.BURN, claim=Claim("burn_count", 2)))
    assert rig.ready()
    assert len(rig.said(CardBurned)) == 3
    assert [what for what in rig.said(Alarm) if what.fault] == []
    opened(rig)
    shoe_draws(rig, "2c", "Ah", "Kh", "7d")
    assert rig.held() == []
    assert result(rig) == "banker"


def test_a_start_after_the_cut_card_is_a_new_shoe() -> None:
    rig = angel(policy=Policy(rounds_after_cut=0))
    rig.say(CutCard())
    assert "new shoe" in str(rig.state.table.reasons)
    rig.say(Banner(""))
    assert rig.ready()


def test_a_lock_turned_in_the_deal_is_told() -> None:
    rig = angel()
    rig.say(Lock(on=False))
    opened(rig)
    shoe_draws(rig, "2c")
    rig.say(Lock(on=True))
    assert "locked" in rig.said(Alarm)[-1].text
    assert rig.held() == []
    assert status(rig.setup, rig.state)["devices"]["shoe"]["locked"] is True  # type: ignore[index]


def test_a_shoe_that_keeps_back_a_card_beyond_the_last_holds_the_round_also_after_the_deal() -> None:
    rig = angel()
    opened(rig)
    shoe_draws(rig, "2c", "Ah", "Kh", "7d")
    rig.say(DeviceError("2", "overdrawn", latched=True, error=ErrorClass.OVERDRAW))
    (hold,) = rig.held()
    assert hold.fault is FaultKind.OVERDRAWN
    assert rig.ask(Role.ENGINE, Submit()).why
    rig.say(ErrorCleared("2"))
    assert rig.ask(Role.SUPERVISOR, Release(hold.hold), why="discarded").done
    assert rig.ask(Role.ENGINE, Submit()).done
