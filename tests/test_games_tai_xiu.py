"""Tai Xiu: every row, every throw, and the odds that the sheet leaves out."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from games import catalogue
from games.cards import Card
from games.conditions import Ruling, Situation, condition
from games.game import Dealt, Laid, Lay, Window
from games.house.tai_xiu import GAME, TaiXiu, TaiXiuWager, order, settle, throw
from games.settlement import UnsettledError
from games.spots import Spot, SpotKind, hand
from tests.cases import differences, rows

ROWS = rows("tai_xiu")
ODDS = TaiXiu(big_triple=Decimal(24), small_triple=Decimal(25))
ONE = Decimal(1)


def _dice(row: dict[str, str]) -> tuple[int, ...]:
    return tuple(int(row[die]) for die in ("d1", "d2", "d3"))


def _one(bet: str) -> TaiXiuWager:
    return replace(TaiXiuWager(), **{bet: ONE})


def test_the_table_is_whole() -> None:
    assert len(ROWS) == 60


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row["case_id"]))
def test_audit_of_the_case_table(row: dict[str, str]) -> None:
    assert differences(GAME.audits[0], TaiXiu(), row) == {}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row["case_id"]))
def test_settlement_of_the_case_table(row: dict[str, str]) -> None:
    found = throw(TaiXiu(), _dice(row))
    assert (found.result, found.hands) == (row["side"], ())
    assert found.facts == {"total": row["total"], "triple": row["triple"]}
    wager = TaiXiuWager(tai=ONE, xiu=ONE, big_triple=ONE, small_triple=ONE)
    settled = settle(ODDS, wager, found)
    assert {bet: settled.net(bet) for bet in ("tai", "xiu")} == {
        bet: Decimal(row[f"net_{bet}"]) for bet in ("tai", "xiu")
    }
    assert settled.net("big_triple") == (24 if row["big_triple"] == "win" else -1)
    assert settled.net("small_triple") == (25 if row["small_triple"] == "win" else -1)


@pytest.mark.parametrize("row", ROWS[:6], ids=lambda row: str(row["case_id"]))
def test_a_triple_that_wins_is_not_settled_without_odds(row: dict[str, str]) -> None:
    found = throw(TaiXiu(), _dice(row))
    winner, loser = ("big_triple", "small_triple") if row["triple"] == "BIG" else ("small_triple", "big_triple")
    with pytest.raises(UnsettledError, match=f"{winner}: .* set {winner} in the table's file"):
        settle(TaiXiu(), _one(winner), found)
    assert settle(TaiXiu(), _one(loser), found).total == -1
    assert settle(TaiXiu(), TaiXiuWager(tai=ONE), found).total == Decimal(row["net_tai"])


def test_other_odds_of_the_sides_are_the_tables() -> None:
    options = catalogue.options(GAME, {"tai": "0.95", "xiu": 2})
    assert settle(options, TaiXiuWager(tai=Decimal(10)), throw(options, (6, 5, 1))).total == Decimal("9.5")
    assert settle(options, TaiXiuWager(xiu=Decimal(10)), throw(options, (1, 5, 1))).total == 20


@given(st.lists(st.integers(-1, 8), max_size=5).map(tuple))
def test_only_three_dice_that_lie_flat_are_a_throw(dice: tuple[int, ...]) -> None:
    if len(dice) == 3 and all(1 <= pips <= 6 for pips in dice):
        assert int(throw(TaiXiu(), dice).facts["total"]) == sum(dice)
        assert throw(TaiXiu(), dice) == throw(TaiXiu(), tuple(sorted(dice)))
    else:
        with pytest.raises(ValueError, match="is no throw: three dice"):
            throw(TaiXiu(), dice)


def test_dice_may_be_known_when_bets_are_closed_and_nothing_voids_by_itself() -> None:
    assert [(row.hand, row.window) for row in GAME.reveals] == [("*", Window.BETS)]
    assert (GAME.hands, GAME.dice, GAME.bind, GAME.owed) == ((), 3, None, ())
    assert GAME.throw is throw
    for situation in (Situation.DIE_NOT_FLAT, Situation.EXPOSED_BETS_OPEN, Situation.DISAGREE):
        row = condition(GAME.conditions, situation)
        assert (row.ruling, row.clause == "house default") == (Ruling.HOLD, False)


@given(
    st.lists(
        st.builds(Laid, st.sampled_from([hand("x", 1), Spot(SpotKind.DIE, "", 1)]), st.none() | st.sampled_from(Card))
    ).map(tuple),
    st.lists(st.integers(0, 7)).map(tuple),
)
def test_no_card_is_ever_due(laid: tuple[Laid, ...], dice: tuple[int, ...]) -> None:
    assert order(TaiXiu(), Lay(laid, (), dice)) == Dealt()


def test_a_void_round_returns_every_stake() -> None:
    settled = settle(TaiXiu(), TaiXiuWager(tai=ONE, big_triple=ONE), None)
    assert settled.void
    assert settled.total == 0
    assert settled.paid_back == 2


@pytest.mark.parametrize("row", [{"d1": "0"}, {"d2": "7"}, {"d3": "x"}, {"d1": "\u0663"}])
def test_a_row_that_is_no_throw_is_refused(row: dict[str, str]) -> None:
    (column,) = row
    with pytest.raises(ValueError, match=f"{column}: .* is no die"):
        GAME.audits[0].settle(TaiXiu(), {"d1": "1", "d2": "2", "d3": "3"} | row)


@pytest.mark.parametrize(
    ("raw", "words"), [({"tai": -1}, "tai: -1"), ({"big_triple": "NaN"}, "big_triple"), ({"burn": 1}, "burn")]
)
def test_a_wrong_option_is_named(raw: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        catalogue.options(GAME, raw)


def test_a_stake_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="xiu: "):
        TaiXiuWager(xiu=Decimal(-1))


def test_pay_tables_are_those_that_are_known() -> None:
    assert GAME.pay_tables(TaiXiu()) == {"Tai": {"11 to 17": 1}, "Xiu": {"4 to 10": 1}}
    assert GAME.pay_tables(ODDS)["Small Triple"] == {"111, 222 or 333": 25}
