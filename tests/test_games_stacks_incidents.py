"""Incidents of the case table that belong to the games of stacks and dice."""

from decimal import Decimal

import pytest

from games import catalogue
from games.cards import parse_cards
from games.conditions import Condition, Ruling, Situation, condition
from games.game import Outcome
from games.house import kap_kun, niu_niu, tai_xiu
from games.orders import discarded
from games.stacks import DEALER
from tests.cases import rows

INCIDENTS = {row["case_id"]: row for row in rows("incidents")}
HERE = ("niu_niu", "tcp_jackpot", "kap_kun", "tai_xiu")
PENDING = (Ruling.HOLD, Ruling.PROPOSE_VOID)


def _clause(row: dict[str, str], found: Condition) -> str:
    assert found.clause.split(":")[0] == row["clause"]
    return found.clause


def test_every_incident_of_these_games_is_here() -> None:
    mine = [case for case, row in INCIDENTS.items() if row["game"] in HERE]
    assert mine == ["IN049", "IN050", "IN051", "IN052", "IN053", "IN054"]


@pytest.mark.parametrize("case", ["IN049", "IN050"])
def test_cards_of_a_box_without_a_bet_are_pushed_up_after_the_delivery(case: str) -> None:
    row = INCIDENTS[case]
    game = catalogue.find(row["game"])
    assert row["disposition"] == "push up and discard after delivery"
    assert discarded(game.hands, game.boxes[1:], DEALER) == ("b1",)
    assert game.bind is not None
    assert "b1" in dict(game.bind(game.options(), 7, game.boxes[1:])).values(), "dealt and delivered all the same"


def test_a_wrong_setting_costs_nothing_in_niu_niu() -> None:
    assert INCIDENTS["IN051"]["disposition"] == "dealer arranges them the right way"
    laid = parse_cards("Ks 2d 8h 5c 5s")  # as the player laid them no three make ten, but king, two and eight do
    assert {niu_niu.category(niu_niu.NiuNiu(), "b1", cards) for cards in (laid, laid[::-1])} == {"Niu Niu"}


def test_a_wrong_setting_loses_in_kap_kun() -> None:
    assert INCIDENTS["IN052"]["disposition"] == "player loses"
    high, low = parse_cards("8s 2d"), parse_cards("Th Ac")
    found = kap_kun.outcome(kap_kun.KapKun(), {"b1": high + low, DEALER: parse_cards("3s 7c 4d 6d")})
    wager = kap_kun.KapKunWager(box="b1", bet=Decimal(5), high=high, low=low)
    assert kap_kun.settle(kap_kun.KapKun(), wager, found).total == -5


def test_touching_cards_after_the_house_hand_is_open_is_for_management() -> None:
    row, found = INCIDENTS["IN053"], condition(kap_kun.GAME.conditions, Situation.TOUCHED)
    assert (row["hand"], row["disposition"]) == ("pending", "not allowed; management decides")
    assert found.ruling in PENDING
    assert "management" in _clause(row, found)


def test_a_die_that_is_not_flat_is_no_result_and_is_shaken_again() -> None:
    row, found = INCIDENTS["IN054"], condition(tai_xiu.GAME.conditions, Situation.DIE_NOT_FLAT)
    assert row["disposition"] == "no result; shake again"
    assert "no result: shake again" in _clause(row, found)
    assert found.ruling is Ruling.HOLD, "the throw is void, the bets are management's"
    with pytest.raises(ValueError, match="no throw"):
        tai_xiu.throw(tai_xiu.TaiXiu(), (3, 5))


def test_an_outcome_of_dice_can_be_written_down() -> None:
    assert tai_xiu.throw(tai_xiu.TaiXiu(), (1, 1, 1)) == Outcome("XIU", (), {"total": "3", "triple": "SMALL"})
