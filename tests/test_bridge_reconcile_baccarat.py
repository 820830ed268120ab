"""Baccarat through the core: third cards card by card, insurance, overdraw, many decks."""

from typing import Any

import pytest

from bridge.commands import (
    Assign,
    OpenRound,
    Release,
    Role,
    Scooped,
    SetWindow,
    Submit,
)
from bridge.config import Policy
from bridge.events import (
    CardConfirmed,
    CardDealt,
    HandComplete,
    InsuranceDue,
    RoundComplete,
)
from bridge.faults import FaultKind, HoldKind
from bridge.session import status
from games.cards import Card
from games.game import Window
from games.spots import Spot, hand
from scanner.frames import Side
from tests.record.recorder import Recorder
from tests.rig import Rig
from tests.rig_table import profile
from tests.rounds import window

SPOTS = tuple(hand(owner, index) for owner in ("player", "banker") for index in (1, 2, 3))
FIRST = (SPOTS[0], SPOTS[3], SPOTS[1], SPOTS[4])
P3, B3 = SPOTS[2], SPOTS[5]
THIRDS = "Td Ah Qd As"
"""Player 0, Banker 2: both draw."""


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
