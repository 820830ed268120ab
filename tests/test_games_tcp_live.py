"""Live Three Card Poker: order, knowledge, conditions and outcome."""

import csv
from decimal import Decimal
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games import catalogue
from games.cards import Card, parse_cards
from games.conditions import Condition, Ruling, Situation, condition
from games.game import Dealt, Evidence, Laid, Lay, Next, Outcome, Source, Window
from games.house.tcp_live import GAME, ExposedInDecision, TcpLive, category, order, outcome
from games.options import DealWhile, Options
from games.orders import discarded
from games.spots import hand
from games.three_card import DEALER, PLACES, PLAYER, Deal
from tests import incidents

DATA = Path(__file__).parent / "data/games"
S = Situation


def _rows(name: str) -> list[dict[str, str]]:
    return list(csv.DictReader((DATA / name).read_text(encoding="utf-8").splitlines()))


ROWS = _rows("tcp_live.csv")
BONUS = {"Straight Flush": 5, "Three of a Kind": 4, "Straight": "1.5"}
SIX = ("Royal Flush", "Straight Flush", "Four of a Kind", "Full House", "Flush", "Straight", "Three of a Kind")
INCIDENTS = incidents.incidents("tcp_live")


def test_the_table_is_whole() -> None:
    assert len(ROWS) == 67


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row["case_id"]))
def test_outcome_of_the_case_table(row: dict[str, str]) -> None:
    hands = {PLAYER: parse_cards(row["player"]), DEALER: parse_cards(row["dealer"])}
    found = outcome(TcpLive(), hands)
    assert [(one.hand, one.cards, one.category) for one in found.hands] == [
        (PLAYER, hands[PLAYER], row["player_category"]),
        (DEALER, hands[DEALER], row["dealer_category"]),
    ]
    assert found.facts == {name: row[name] for name in ("dealer_qualifies", "compare", "six_category")}
    assert found.result == (row["compare"] if row["dealer_qualifies"] == "yes" else "dealer_not_qualified")
    assert category(TcpLive(), PLAYER, hands[PLAYER]) == row["player_category"]


def test_an_outcome_can_be_written_down_and_read_again() -> None:
    found = outcome(TcpLive(), {PLAYER: parse_cards("As Ks Qs"), DEALER: parse_cards("2h 3h 5d")})
    assert msgspec.json.decode(msgspec.json.encode(found), type=Outcome) == found


@pytest.mark.parametrize(
    ("deal", "owners"),
    [(Deal.PACKET, "player player player dealer dealer dealer"), (Deal.CYCLIC, "player dealer " * 3)],
)
def test_the_deal_in_both_orders(deal: Deal, owners: str) -> None:
    options, lay, dealt = TcpLive(deal=deal), Lay(), []
    while isinstance(due := order(options, lay), Next):
        dealt.append(due.spot)
        lay = Lay((*lay.laid, Laid(due.spot)))
    assert due == Dealt()
    assert [spot.owner for spot in dealt] == owners.split()
    assert sorted(dealt) == [hand(owner, index) for owner in sorted(PLACES) for index in (1, 2, 3)]


def test_the_player_is_known_after_the_bets_and_the_dealer_after_the_decisions() -> None:
    assert [(row.hand, row.window, row.after_hands) for row in GAME.reveals] == [
        (PLAYER, Window.BETS, ()),
        (DEALER, Window.DECISION, (PLAYER,)),
    ]


def test_each_source_owes_what_it_can_know_and_when() -> None:
    assert {(row.source, row.evidence): (row.hand, row.at_reveal, row.within) for row in GAME.owed} == {
        (Source.SHOE, Evidence.IDENTITY): ("*", False, "lay_ms"),
        (Source.CAMERA, Evidence.BACK): ("*", False, "lay_ms"),
        (Source.READER, Evidence.IDENTITY): ("*", True, "reveal_ms"),
        (Source.CAMERA, Evidence.FACE): ("*", True, "reveal_ms"),
    }


def test_the_incidents_are_whole() -> None:
    assert [row["case_id"] for row in INCIDENTS] == [f"IN{number:03}" for number in range(1, 20)]


@pytest.mark.parametrize("row", INCIDENTS, ids=lambda row: str(row["case_id"]))
def test_incident_of_the_case_table(row: dict[str, str]) -> None:
    incidents.check(row, catalogue.under(GAME, TcpLive()).conditions)


@pytest.mark.parametrize(
    ("situation", "ruling"),
    [(S.REVERSED_HAND, Ruling.RECONSTRUCT), (S.CLEARED_IDLE, Ruling.NOTE)],
)
def test_situation_beyond_the_table(situation: Situation, ruling: Ruling) -> None:
    found = condition(GAME.conditions, situation)
    assert found.ruling is ruling
    assert found.clause != "house default"


@pytest.mark.parametrize("setting", ExposedInDecision)
def test_a_card_seen_while_decisions_are_open_follows_the_setting(setting: ExposedInDecision) -> None:
    rows = catalogue.under(GAME, TcpLive(exposed_in_decision=setting)).conditions
    assert condition(rows, S.EXPOSED_DECISION_OPEN).ruling == setting.value
    assert condition(GAME.conditions, S.EXPOSED_DECISION_OPEN).ruling is Ruling.PROPOSE_VOID


def test_each_situation_has_at_most_one_row_and_nothing_mechanical_voids() -> None:
    situations = [row.situation for row in GAME.conditions]
    assert len(situations) == len(set(situations))
    voids = {situation for situation in S if condition(GAME.conditions, situation).ruling is Ruling.VOID}
    assert voids == {S.EXPOSED_BETS_OPEN, S.LEFT_DEALING_UNSEEN, S.LEFT_BETS_OPEN}
    assert condition(GAME.conditions, S.DISAGREE) == Condition(S.DISAGREE, Ruling.HOLD, "house default")


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ({"ante_bonus": {"Straight": 1}}, "no row for Straight Flush, Three of a Kind, which wins"),
        ({"pair_plus": {"Pair": 1}}, "no row for Straight Flush, Three of a Kind, Straight, Flush, which wins"),
        ({"six_card": dict.fromkeys(SIX[1:], 7)}, "six_card: no row for Royal Flush, which"),
    ],
)
def test_a_pay_table_in_which_a_winner_would_lose_is_refused(raw: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        catalogue.options(GAME, raw)


def test_options_as_a_tables_file_writes_them() -> None:
    read = catalogue.options(
        GAME,
        {"deal": "cyclic", "burn": 1, "deal_while": "bets_closed", "ante_bonus": BONUS},
    )
    assert isinstance(read, TcpLive)
    assert (read.deal, read.burn, read.deal_while) == (Deal.CYCLIC, 1, DealWhile.BETS_CLOSED)
    assert {str(name): odds for name, odds in read.ante_bonus.items()} == {
        "Straight Flush": 5,
        "Three of a Kind": 4,
        "Straight": Decimal("1.5"),
    }
    assert read.six_card == TcpLive().six_card
    assert catalogue.options(GAME, {}) == TcpLive()


def test_options_of_another_game_are_refused() -> None:
    with pytest.raises(AssertionError):
        order(Options(), Lay())


def test_a_card_in_no_spot_of_the_game_leaves_the_order_as_it_is() -> None:
    lay = Lay((Laid(hand("stranger", 1), Card.ACE_OF_SPADES),))
    assert order(TcpLive(), lay) == Next(hand(PLAYER, 1))
    assert discarded(PLACES, (), DEALER) == (PLAYER,)
