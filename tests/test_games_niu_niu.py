"""Niu Niu: points, the deciding card, the mirror and the tables that its sheet leaves out."""

from decimal import Decimal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import catalogue
from games.cards import PACK, Card, parse_cards
from games.game import Outcome
from games.house.niu_niu import (
    CUSTOMARY,
    GAME,
    NiuNiu,
    NiuWager,
    category,
    duel,
    outcome,
    settle,
)
from games.settlement import UnsettledError
from games.stacks import DEALER
from tests.cases import differences, rows

ROWS = rows("niu_niu")


def _outcome(row: dict[str, str]) -> Outcome:
    return outcome(NiuNiu(), {"b2": parse_cards(row["player"]), DEALER: parse_cards(row["dealer"])})


def _wager(ante: int = 0, double: int = 0, super_: int = 0, box: str = "b2") -> NiuWager:
    return NiuWager(box=box, ante=Decimal(ante), double=Decimal(double), super_=Decimal(super_))


def test_the_table_is_whole() -> None:
    assert len(ROWS) == 62


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row["case_id"]))
def test_audit_of_the_case_table(row: dict[str, str]) -> None:
    assert GAME.audits[0].reading == CUSTOMARY
    assert differences(GAME.audits[0], CUSTOMARY, row) == {}


@pytest.mark.parametrize("left_out", ["double", "super"])
@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row["case_id"]))
def test_an_audit_by_a_tables_file_fills_up_nothing(row: dict[str, str], left_out: str) -> None:
    options = msgspec.structs.replace(CUSTOMARY, **{f"{left_out}_multiples": None})
    if row["winning_points"] == "5":
        assert differences(GAME.audits[0], options, row) == {}
    else:
        with pytest.raises(UnsettledError, match=f"set {left_out}_multiples"):
            GAME.audits[0].settle(options, row)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row["case_id"]))
def test_settlement_of_the_case_table(row: dict[str, str]) -> None:
    found = _outcome(row)
    assert found.facts == {"b2": "win" if row["winner"] == "PLAYER" else "lose"}
    settled = settle(CUSTOMARY, _wager(10, 10, 10), found)
    nets = {bet: settled.net(bet) for bet in ("ante", "double", "super")}
    assert nets == {bet: 10 * Decimal(row[f"net_{bet}"]) for bet in nets}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row["case_id"]))
def test_what_no_table_states_is_not_settled(row: dict[str, str]) -> None:
    found = _outcome(row)
    assert settle(NiuNiu(), _wager(ante=2), found).total == 2 * Decimal(row["net_ante"])
    for bet, wager in (("double", _wager(double=2)), ("super", _wager(super_=2))):
        if row["winning_points"] == "5":
            assert settle(NiuNiu(), wager, found).total == 2 * Decimal(row[f"net_{bet}"])
        else:
            with pytest.raises(UnsettledError, match=f"{row['winning_points']} points: set {bet}_multiples"):
                settle(NiuNiu(), wager, found)


def test_only_the_tagged_columns_rest_on_the_customary_tables() -> None:
    other = NiuNiu(double_multiples=(Decimal(4),) * 11, super_multiples=(Decimal(20),) * 11)
    for row in ROWS:
        assert set(differences(GAME.audits[0], other, row)) == {"net_double", "net_super"}


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("As 2d 4h 6c 8s", "No Niu"),
        ("Ts 8d 2h 4c Ah", "Niu 5"),
        ("Ks Qs Js Ts Td", "Niu Niu"),
        ("5s 5d 5h 5c Ts", "Niu Niu"),
        ("As 3d 6h 9c Td", "Niu 9"),
    ],
)
def test_a_hand_has_a_name(cards: str, name: str) -> None:
    assert category(NiuNiu(), "b1", parse_cards(cards)) == name


def test_a_wrong_setting_costs_nothing_since_none_is_asked_for() -> None:
    assert set(NiuWager.__struct_fields__) == {"box", "ante", "double", "super_"}


def test_a_void_round_returns_every_stake() -> None:
    settled = settle(NiuNiu(), _wager(1, 2, 3), None)
    assert settled.void
    assert settled.total == 0
    assert settled.paid_back == 6


@pytest.mark.parametrize(
    ("wager", "words"),
    [
        (lambda: _wager(ante=1, box="b6"), "box 'b6' is none of this game's: b1, b2"),
        (lambda: _wager(ante=1, box=""), "box ''"),
        (lambda: _wager(super_=-1), "super: "),
    ],
)
def test_a_wager_that_is_none_is_refused(wager: type[NiuWager], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        wager()


def test_a_box_without_a_hand_is_not_settled() -> None:
    with pytest.raises(UnsettledError, match="b3"):
        settle(NiuNiu(), _wager(ante=1, box="b3"), _outcome(ROWS[0]))


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ({"double_multiples": [1, 2]}, "2 multiples: eleven are needed"),
        ({"super_multiples": [1] * 10 + [-1]}, "super at 10: -1"),
        ({"deal": "packet"}, "'packet'"),
        ({"dice": 0}, "dice"),
    ],
)
def test_a_wrong_option_is_named(raw: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        catalogue.options(GAME, raw)


def test_pay_tables_are_those_that_are_known() -> None:
    tables = GAME.pay_tables(NiuNiu())
    assert tables["Ante"]["Niu 4"] == 1
    assert tables["Ante"]["Niu 5"] == Decimal("0.5")
    assert tables["Super"] == {"Niu 5": Decimal("2.5")}
    assert GAME.pay_tables(CUSTOMARY)["Super"]["Niu Niu"] == 10


@given(st.lists(st.sampled_from(PACK), min_size=10, max_size=10, unique=True))
def test_two_hands_are_never_equal_and_the_game_is_a_mirror(cards: list[Card]) -> None:
    one, other = tuple(cards[:5]), tuple(cards[5:])
    mine, his = duel(one, other), duel(other, one)
    assert mine.won is not his.won
    assert (mine.decided_by, mine.points) == (his.decided_by, his.points)
    assert mine == duel(one[::-1], other[::-1])
    sides = [
        settle(CUSTOMARY, _wager(1, 1, 1), outcome(NiuNiu(), {"b2": a, DEALER: b}))
        for a, b in ((one, other), (other, one))
    ]
    won, lost = sorted(sides, key=lambda settled: settled.total)[::-1]
    assert won.total == -lost.total / (2 if mine.points == 5 else 1)
