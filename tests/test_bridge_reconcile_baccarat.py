"""Baccarat through the core: third cards card by card, insurance, overdraw, burn, cut card, the shoe's own result."""

from typing import Any

import pytest

from bridge.commands import (
    Assign,
    Burn,
    DeckChange,
    OpenRound,
    Release,
    Role,
    Scooped,
    SetWindow,
    Shuffling,
    Submit,
    Void,
)
from bridge.config import Policy
from bridge.events import (
    Alarm,
    CardBurned,
    CardConfirmed,
    CardDealt,
    CutCardOut,
    HandComplete,
    InsuranceDue,
    RoundComplete,
    SealOpened,
)
from bridge.faults import FaultKind, HoldKind
from bridge.reconcile import seals
from bridge.session import status
from games.cards import Card
from games.game import Window
from games.spots import Spot, hand
from scanner.frames import Side
from shoe.messages import Banner, CardDrawn, CardUnread, Claim, CutCard, DrawKind, Lock, ResultClaim
from tests.record.recorder import Recorder, Speech
from tests.rig import Rig, profile
from tests.rounds import window

SPOTS = tuple(hand(owner, index) for owner in ("player", "banker") for index in (1, 2, 3))
FIRST = (SPOTS[0], SPOTS[3], SPOTS[1], SPOTS[4])
P3, B3 = SPOTS[2], SPOTS[5]
THIRDS = "Td Ah Qd As"
"""Player 0, Banker 2: both draw."""
ANGEL = {"shoe": Speech("angel2ex", {"wrap": 0})}


def table(roles: str = "s", *, camera: bool = False, **more: Any) -> Recorder:
    profiles = {"top": profile("top", SPOTS)} if camera else {}
    return Recorder(roles, game="baccarat", profiles=profiles, **more)


def opened(rig: Rig, name: str = "r1") -> None:
    rig.round = name
    assert rig.ask(Role.ENGINE, OpenRound()).why == ""
    window(rig, Window.BETS, open_=True)
    rig.wait(1000)
    window(rig, Window.BETS, open_=False)
    rig.wait(1000)


def deal(rig: Rig, cards: str, spots: tuple[Spot, ...] = FIRST) -> None:
    """Draw cards and lay them open."""
    for card, spot in zip(cards.split(), spots, strict=False):
        if "shoe" in rig.setup.devices:
            rig.draw(card)
        if rig.profiles:
            rig.lies[spot] = (Side.FACE, Card(card))
            rig.frames(6)
        rig.wait(300)


def insured(rig: Rig) -> None:
    window(rig, Window.INSURANCE, open_=True)
    rig.wait(500)
    window(rig, Window.INSURANCE, open_=False)


def result(rig: Rig) -> str:
    return rig.said(RoundComplete)[-1].outcome.result


@pytest.mark.parametrize(("roles", "camera"), [("s", False), ("s", True), ("m", True)])
def test_a_round_with_both_third_cards_and_two_insurance_windows(roles: str, *, camera: bool) -> None:
    rig = table(roles, camera=camera)
    opened(rig)
    deal(rig, THIRDS)
    assert [what.hands for what in rig.said(InsuranceDue)] == [("player", "banker")]
    assert status(rig.setup, rig.state)["next"] == "hand/player/3"
    insured(rig)
    deal(rig, "3d", (P3,))
    assert [what.hands for what in rig.said(InsuranceDue)] == [("player", "banker"), ("player",)]
    assert rig.said(HandComplete) == []
    insured(rig)
    deal(rig, "9c", (B3,))
    assert rig.held() == []
    assert result(rig) == "player"
    assert len(rig.confirmed()) == 6
    assert rig.ask(Role.ENGINE, Submit()).why == ""


def test_a_natural_ends_the_deal_and_offers_no_insurance() -> None:
    rig = table()
    opened(rig)
    deal(rig, "2c Ah Kh 7d")
    assert rig.said(InsuranceDue) == []
    assert result(rig) == "banker"


def test_insurance_is_off_where_the_table_says_so() -> None:
    rig = table(options={"insurance": False})
    opened(rig)
    deal(rig, THIRDS + " 3d 9c", (*FIRST, P3, B3))
    assert rig.said(InsuranceDue) == []
    assert result(rig) == "player"
    assert "no insurance window" in rig.ask(Role.ENGINE, _insurance()).why


def _insurance() -> Any:
    return SetWindow(Window.INSURANCE, open=True)


def test_a_third_card_before_the_insurance_window_has_closed_is_held() -> None:
    rig = table()
    opened(rig)
    deal(rig, THIRDS)
    window(rig, Window.INSURANCE, open_=True)
    rig.draw("3d")
    (hold,) = rig.held()
    assert hold.fault is FaultKind.EARLY
    assert "insurance" in hold.text
    assert len(rig.said(CardDealt)) == 4
    assert rig.said(RoundComplete) == []
    window(rig, Window.INSURANCE, open_=False)
    assert len(rig.held()) == 1, "a person decides"
    assert rig.ask(Role.SUPERVISOR, Release(hold.hold), why="face down").why == ""
    insured(rig)
    rig.draw("9c")
    assert result(rig) == "player"


@pytest.mark.parametrize("roles", ["s", "m"])
def test_a_third_card_seen_while_insurance_is_open_is_held(roles: str) -> None:
    rig = table(roles, camera=True)
    opened(rig)
    deal(rig, THIRDS)
    window(rig, Window.INSURANCE, open_=True)
    rig.lies[P3] = (Side.FACE, Card("3d"))
    rig.frames(6)
    assert {hold.fault for hold in rig.held()} == {FaultKind.EARLY}
    assert rig.said(RoundComplete) == []


def test_no_result_is_submitted_with_the_insurance_window_open() -> None:
    rig = table()
    opened(rig)
    deal(rig, "2c Ah Kh 7d")
    window(rig, Window.INSURANCE, open_=True)
    assert "insurance window is open" in rig.ask(Role.ENGINE, Submit()).why


def test_a_card_drawn_before_those_it_depends_on_are_known_waits_for_them() -> None:
    rig = table(camera=True, options={"insurance": False})
    opened(rig)
    deal(rig, "Td Ah Qd")
    rig.draw("As")
    rig.draw("3d")
    rig.draw("9c")
    (hold,) = rig.held()
    assert (hold.fault, hold.wait, hold.spot) == (FaultKind.MISSING, HoldKind.WAIT, FIRST[3])
    assert len(rig.said(CardDealt)) == 4
    rig.lies[FIRST[3]] = (Side.FACE, Card("As"))
    rig.lies[P3] = (Side.FACE, Card("3d"))
    rig.frames(6)
    rig.lies[B3] = (Side.FACE, Card("9c"))
    rig.frames(6)
    assert rig.held() == []
    assert [str(what.spot) for what in rig.said(CardDealt)][4:] == ["hand/player/3", "hand/banker/3"]
    assert result(rig) == "player"


def test_a_card_that_waited_for_the_fourth_is_held_where_insurance_is_due() -> None:
    rig = table(camera=True)
    opened(rig)
    deal(rig, "Td Ah Qd")
    rig.draw("As")
    rig.draw("3d")
    rig.lies[FIRST[3]] = (Side.FACE, Card("As"))
    rig.frames(6)
    assert rig.said(InsuranceDue)
    (hold,) = rig.held()
    assert hold.fault is FaultKind.EARLY


@pytest.mark.parametrize("policy", ["hold", "next_round", "burn", "discard"])
def test_a_card_drawn_that_is_not_due(policy: Any) -> None:
    rig = table(policy=Policy(overdrawn=policy))
    opened(rig)
    deal(rig, "2c Ah Kh 7d")
    rig.draw("2h")
    if policy == "hold":
        assert [hold.fault for hold in rig.held()] == [FaultKind.OVERDRAWN]
        assert "held" in rig.ask(Role.ENGINE, Submit()).why
        assert rig.ask(Role.SUPERVISOR, Assign(Card("2h"), "next_round"), why="kept").why == ""
    assert rig.held() == []
    assert rig.ask(Role.ENGINE, Submit()).why == ""
    assert rig.ask(Role.DEALER, Scooped()).done
    opened(rig, "r2")
    first = [event for event in rig.events if event.round == "r2" and isinstance(event.what, CardDealt)]
    assert len(first) == (1 if policy in ("hold", "next_round") else 0)


def test_a_card_overdrawn_before_a_camera_without_shoe_is_one_card() -> None:
    rig = table("m", camera=True)
    opened(rig)
    deal(rig, "2c Ah Kh 7d")
    rig.lies[B3] = (Side.BACK, None)
    rig.frames(6)
    rig.lies[B3] = (Side.FACE, Card("2h"))
    rig.frames(6)
    assert [hold.fault for hold in rig.held()] == [FaultKind.OVERDRAWN]
    assert rig.ask(Role.SUPERVISOR, Assign(Card("2h"), "discard"), why="x").why == ""
    assert rig.held() == []
    assert rig.ask(Role.ENGINE, Submit()).why == ""


def test_a_due_card_that_does_not_come_is_held_by_its_deadline_and_ends_it_by_coming() -> None:
    rig = table(options={"insurance": False})
    opened(rig)
    deal(rig, THIRDS + " 3d", (*FIRST, P3))
    assert rig.said(RoundComplete) == []
    rig.wait(61_000)
    (hold,) = rig.held()
    assert (hold.fault, hold.wait, hold.spot) == (FaultKind.MISSING, HoldKind.WAIT, B3)
    rig.draw("9c")
    assert rig.held() == []
    assert result(rig) == "player"


def test_no_deadline_runs_while_bettors_insure() -> None:
    rig = table()
    opened(rig)
    deal(rig, THIRDS)
    rig.wait(61_000)
    assert rig.held() == []


def test_equal_cards_of_eight_decks_are_real_and_a_ninth_is_a_finding() -> None:
    rig = table()
    for number in range(2):
        opened(rig, f"r{number}")
        deal(rig, "9h 9h 9h 9h")  # 8 and 8: a tie by naturals
        assert rig.held() == []
        assert result(rig) == "tie"
        assert rig.ask(Role.ENGINE, Submit()).why == ""
        assert rig.ask(Role.DEALER, Scooped()).done
    opened(rig, "r9")
    rig.draw("9h")
    (hold,) = rig.held()
    assert hold.fault is FaultKind.IMPOSSIBLE_COPY


def test_the_places_of_the_first_two_cards_mean_nothing() -> None:
    rig = table(camera=True)
    opened(rig)
    for card in ("2c", "Ah", "Kh", "7d"):
        rig.draw(card)
    rig.turn(player_1="Kh", player_2="2c", banker_1="Ah", banker_2="7d")
    assert rig.held() == []
    assert result(rig) == "banker"


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


def test_nothing_is_confirmed_that_was_not_drawn() -> None:
    rig = table(camera=True)
    opened(rig)
    deal(rig, "2c Ah Kh 7d")
    assert {str(what.spot): what.card.value for what in rig.said(CardConfirmed)} == {
        "hand/player/1": "2c",
        "hand/banker/1": "Ah",
        "hand/player/2": "Kh",
        "hand/banker/2": "7d",
    }
