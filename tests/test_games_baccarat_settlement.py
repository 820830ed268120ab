"""Settlement of baccarat: the case table's bets, insurance, and what is settled by nobody's guess."""

import csv
from decimal import Decimal
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import catalogue
from games.baccarat_bets import BETS, INSURED, BaccaratWager
from games.cards import PACK, Card, parse_cards
from games.game import Outcome
from games.house.baccarat import GAME, Baccarat, outcome, pay_tables, settle
from games.settlement import Settled, UnsettledError
from games.third_card import dealt

TABLE = Path(__file__).parent / "data/games/baccarat.csv"
ROWS = list(csv.DictReader(TABLE.read_text(encoding="utf-8").splitlines()))
MAIN = tuple(bet for bet in BETS if bet not in INSURED)
ODDS: dict[str, dict[str, int]] = {
    "player_insurance": {"5": 2, "6": 3, "7": 4, "any": 1},
    "player_insurance_third": {"9": 9, "any": 2},
    "banker_insurance": {"7": 4, "any": 1},
}
PLAIN, WITH_ODDS = Baccarat(), catalogue.options(GAME, ODDS)

# Player 5, Banker 4; the Player draws a 4 and leads 9 to 4; the Banker draws.
BANKER_LOSES = "5c Jh Td 4s 4d 2s"
# Player 5, Banker 4; the Player draws a 2 and has 7; the Banker draws a 5 and wins 9 to 7.
PLAYER_LOSES = "5c Jh Td 4s 2d 5s"
# Player 5, Banker 4; 7 each.
BOTH_TIE = "5c Jh Td 4s 2d 3s"
# The Player stands on 7; the Banker draws to 8.
PLAYER_STOOD = "7c Ah Td Ks 7d"


def _round(shoe: str) -> Outcome:
    player, banker = dealt(parse_cards(shoe))
    return outcome(PLAIN, {"player": player, "banker": banker})


def _wager(**stakes: int | str) -> BaccaratWager:
    return msgspec.convert(stakes, BaccaratWager)


def _nets(settled: Settled) -> dict[str, Decimal]:
    return {net.bet: net.net for net in settled.nets}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row["case_id"]))
@pytest.mark.parametrize("commission", [True, False], ids=["commission", "none"])
def test_case_table(row: dict[str, str], *, commission: bool) -> None:
    settled = settle(Baccarat(commission=commission), _wager(**dict.fromkeys(MAIN, 1)), _round(row["shoe"]))
    columns = {bet: f"net_{bet}" for bet in MAIN}
    columns["banker"] += "_commission" if commission else "_nocommission"
    assert _nets(settled) == {bet: Decimal(row[column]) for bet, column in columns.items()}
    assert settled.total == sum(Decimal(row[column]) for column in columns.values())


@pytest.mark.parametrize(
    ("shoe", "bet", "on", "net"),
    [
        (PLAYER_LOSES, "player_insurance", "player", 20),
        (PLAYER_LOSES, "player_insurance_third", "player", 20),
        (PLAYER_LOSES, "banker_insurance", "banker", -10),
        (BANKER_LOSES, "player_insurance", "player", -10),
        (BANKER_LOSES, "banker_insurance", "banker", 10),
        (BANKER_LOSES, "player_insurance_third", "player", -10),
        (BOTH_TIE, "player_insurance", "player", 0),
        (BOTH_TIE, "player_insurance_third", "player", 0),
        (BOTH_TIE, "banker_insurance", "banker", 0),
        (PLAYER_STOOD, "player_insurance", "player", 40),
        (PLAYER_STOOD, "banker_insurance", "banker", -10),
    ],
)
def test_insurance_is_on_the_loss_of_a_hand(shoe: str, bet: str, on: str, net: int) -> None:
    settled = settle(WITH_ODDS, _wager(**{bet: 10, on: 100}), _round(shoe))
    assert settled.net(bet) == net


@pytest.mark.parametrize(
    ("shoe", "bet", "odds"),
    [
        (PLAYER_LOSES, "player_insurance", 2),  # 5 leads 4
        (PLAYER_STOOD, "player_insurance", 4),  # 7 leads 1
        ("4c Jh Td 6s 6d 5s", "player_insurance", 3),  # the Banker's 6 leads 4
        ("4c Jh Td 3s 5d 2s", "player_insurance_third", 9),  # 9 leads 3
        ("4c Jh Td 3s 4d 2s", "player_insurance_third", 2),  # 8 leads 3
        ("2c Jh Td 7s 6d", "banker_insurance", 4),  # the Banker's 7 leads 2
    ],
)
def test_the_odds_are_those_of_the_leaders_points_when_insurance_was_offered(shoe: str, bet: str, odds: int) -> None:
    hand = INSURED[bet]
    most = _wager(**{bet: 10, hand: 10 * odds})
    assert abs(settle(WITH_ODDS, most, _round(shoe)).net(bet)) in (10, 10 * odds)
    with pytest.raises(UnsettledError, match=f"{bet}: 10 at {odds} to 1 could win more than the {hand} bet"):
        settle(WITH_ODDS, _wager(**{bet: 10, hand: 10 * odds - 1}), _round(shoe))


def test_both_offers_on_the_player_together_may_not_win_more_than_his_bet() -> None:
    stakes = {"player_insurance": 10, "player_insurance_third": 10}
    assert settle(WITH_ODDS, _wager(player=40, **stakes), _round(PLAYER_LOSES)).total == 0
    with pytest.raises(UnsettledError, match="player_insurance_third"):
        settle(WITH_ODDS, _wager(player=39, **stakes), _round(PLAYER_LOSES))


@pytest.mark.parametrize("bet", INSURED)
def test_insurance_without_odds_in_the_tables_file_is_settled_by_nobodys_guess(bet: str) -> None:
    wager = _wager(**{bet: 1, "player": 100, "banker": 100})
    with pytest.raises(UnsettledError, match=f"{bet}: the table's file has no odds"):
        settle(PLAIN, wager, _round(PLAYER_LOSES))
    some = catalogue.options(GAME, {bet: {"0": 1}})
    with pytest.raises(UnsettledError, match=r"no odds for it where the leader has [57] points"):
        settle(some, wager, _round(PLAYER_LOSES))
    with pytest.raises(UnsettledError, match="no odds"):
        settle(msgspec.structs.replace(WITH_ODDS, insurance=False), wager, _round(PLAYER_LOSES))


@pytest.mark.parametrize(
    ("shoe", "bet"),
    [
        ("9s 2d Kd 3h", "player_insurance"),
        ("9s 2d Kd 3h", "banker_insurance"),
        ("7c 7h Td Ks", "player_insurance"),
        (PLAYER_STOOD, "player_insurance_third"),
        ("2c 7h Td Ks 5d", "player_insurance_third"),
    ],
)
def test_insurance_that_was_not_offered_is_not_settled(shoe: str, bet: str) -> None:
    with pytest.raises(UnsettledError, match=f"{bet}: it was not offered"):
        settle(WITH_ODDS, _wager(**{bet: 1, "player": 100, "banker": 100}), _round(shoe))


def test_hands_that_the_chart_does_not_call_for_are_not_settled() -> None:
    hands = {"player": parse_cards("9s Kd 2h"), "banker": parse_cards("2d 3h")}
    with pytest.raises(UnsettledError, match="drawing rules"):
        settle(PLAIN, _wager(player=1), outcome(PLAIN, hands))


def test_a_void_round_returns_every_stake() -> None:
    settled = settle(PLAIN, _wager(**dict.fromkeys(BETS, 2)), None)
    assert settled.void
    assert settled.total == 0
    assert settled.paid_back == 2 * len(BETS)


def test_a_house_table_replaces_the_printed_odds() -> None:
    options = Baccarat(tie_pays=Decimal(9), pair_pays=Decimal(10), super6_pays=Decimal(15))
    assert settle(options, _wager(tie=1, player_pair=1), _round("2s 3d 2h 3h 2d")).total == 19
    assert settle(options, _wager(super6=1), _round("5s 6d Kd Kh 8c")).total == 15


def test_pay_tables_say_what_the_table_pays() -> None:
    assert pay_tables(PLAIN)["Banker"] == {"any win": Decimal("0.95")}
    assert pay_tables(Baccarat(commission=False))["Banker"] == {
        "any other win": Decimal(1),
        "a win with six": Decimal("0.5"),
    }
    assert not any("Insurance" in bet for bet in pay_tables(PLAIN))
    assert pay_tables(WITH_ODDS)["Player Insurance after his third card"] == {"leader has 9": 9, "leader has any": 2}


@given(
    st.lists(st.sampled_from(PACK), min_size=6, max_size=6),
    st.decimals("0.01", 10**9, places=2),
    st.booleans(),
)
def test_nobody_loses_more_than_he_staked(shoe: list[Card], stake: Decimal, commission: bool) -> None:  # noqa: FBT001  # drawn
    player, banker = dealt(shoe)
    found = outcome(PLAIN, {"player": player, "banker": banker})
    settled = settle(Baccarat(commission=commission), _wager(**dict.fromkeys(MAIN, str(stake))), found)
    assert all(net.paid_back >= 0 for net in settled.nets)
    assert settled.paid_back - settled.total == len(MAIN) * stake
    if found.result == "tie":
        assert [settled.net(bet) for bet in ("player", "banker", "super6")] == [0, 0, -stake]


def test_a_negative_stake_is_refused() -> None:
    with pytest.raises(ValueError, match="banker_insurance"):
        BaccaratWager(banker_insurance=Decimal(-1))
