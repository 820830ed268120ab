"""Three cards against the dealer with Jackpot: every row, half pay both ways, and the table that is missing."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import catalogue
from games.cards import PACK, Card, parse_cards
from games.game import Outcome
from games.house.tcp_jackpot import GAME, JACKPOT, HalfPay, JackpotWager, TcpJackpot, category, outcome, settle
from games.poker import Category
from games.settlement import UnsettledError
from games.stacks import DEALER
from tests.cases import differences, rows

ROWS = rows("tcp_jackpot")
TABLE = {category: Decimal(number) for number, category in enumerate(JACKPOT, start=2)}
PAID = TcpJackpot(jackpot=TABLE)
BOTH = TcpJackpot(half_pay=HalfPay.KING_AND_QUEEN)


def _outcome(row: dict[str, str]) -> Outcome:
    return outcome(TcpJackpot(), {"b6": parse_cards(row["player"]), DEALER: parse_cards(row["dealer"])})


def _wager(bet: int, jackpot: int = 0, box: str = "b6") -> JackpotWager:
    return JackpotWager(box=box, bet=Decimal(bet), jackpot=Decimal(jackpot))


def test_the_table_is_whole() -> None:
    assert len(ROWS) == 61


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row["case_id"]))
def test_audit_of_the_case_table(row: dict[str, str]) -> None:
    assert differences(GAME.audits[0], TcpJackpot(), row) == {}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row["case_id"]))
def test_settlement_of_the_case_table(row: dict[str, str]) -> None:
    found = _outcome(row)
    assert found.facts == {"b6": row["outcome"].lower()}
    settled = settle(PAID, _wager(10, 10), found)
    assert settled.net("bet") == 10 * Decimal(row["net_bet"])
    odds = {"lose": Decimal(-1), "return": Decimal(0), "win": TABLE.get(Category(row["player_category"]))}
    assert settled.net("jackpot") == 10 * (odds[row["jackpot"]] or 0)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row["case_id"]))
def test_a_jackpot_that_wins_is_not_settled_without_its_table(row: dict[str, str]) -> None:
    found = _outcome(row)
    assert settle(TcpJackpot(), _wager(10), found).total == 10 * Decimal(row["net_bet"])
    if row["jackpot"] == "win":
        with pytest.raises(UnsettledError, match=f"set jackpot .* to pay {row['player_category']}"):
            settle(TcpJackpot(), _wager(10, 10), found)
    else:
        assert settle(TcpJackpot(), _wager(10, 10), found) == settle(PAID, _wager(10, 10), found)


@pytest.mark.parametrize("row", [row for row in ROWS if row["ambiguous"]], ids=lambda row: str(row["case_id"]))
def test_half_pay_under_the_other_reading(row: dict[str, str]) -> None:
    ranks = {card[0] for card in row["player"].split()}
    other = differences(GAME.audits[0], BOTH, row)
    assert other == ({} if {"K", "Q"} <= ranks else {"net_bet": (Decimal(1), "0.5")})


def test_both_readings_occur_and_nothing_else_rests_on_them() -> None:
    tagged = [row for row in ROWS if row["ambiguous"] == "J2"]
    assert len({bool(differences(GAME.audits[0], BOTH, row)) for row in tagged}) == 2
    assert all(differences(GAME.audits[0], BOTH, row) == {} for row in ROWS if row not in tagged)


def test_a_suited_ace_king_queen_is_a_straight_flush() -> None:
    assert category(TcpJackpot(), "b1", parse_cards("As Ks Qs")) == "Straight Flush"


def test_a_void_round_returns_both_stakes() -> None:
    settled = settle(TcpJackpot(), _wager(3, 2), None)
    assert settled.void
    assert settled.total == 0
    assert settled.paid_back == 5


@pytest.mark.parametrize(
    ("bet", "jackpot", "box", "words"),
    [(0, 1, "b1", "without a Bet"), (1, 0, "b7", "box 'b7'"), (-1, 0, "b1", "bet: ")],
)
def test_a_wager_that_is_none_is_refused(bet: int, jackpot: int, box: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        _wager(bet, jackpot, box)


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ({"Pair": 1}, "no row for Flush, Straight, Three of a Kind, Straight Flush"),
        ({"High Card": 1}, "High Card cannot occur"),
        ({"Royal Flush": 1}, "Royal Flush cannot occur"),
    ],
)
def test_a_jackpot_table_must_pay_what_wins(table: dict[str, int], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        catalogue.options(GAME, {"jackpot": table})


def test_pay_tables_are_those_that_are_known() -> None:
    assert GAME.pay_tables(TcpJackpot()) == {"Bet": {"a better hand": 1, "King or Queen high": Decimal("0.5")}}
    assert "High Card with King and Queen" in GAME.pay_tables(BOTH)["Bet"]
    assert GAME.pay_tables(PAID)["Jackpot"]["Pair"] == 2


@given(st.lists(st.sampled_from(PACK), min_size=6, max_size=6, unique=True))
def test_nobody_loses_more_than_he_staked(cards: list[Card]) -> None:
    found = outcome(PAID, {"b6": tuple(cards[:3]), DEALER: tuple(cards[3:])})
    assert all(net.paid_back >= 0 for net in settle(PAID, _wager(1, 1), found).nets)
